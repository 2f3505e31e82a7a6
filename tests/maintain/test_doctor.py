"""Doctor says what it found, mends what is derived, and is well when it is called again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.running import done, run, write


@pytest.fixture
def home(tmp_path: Path) -> Path:
    done("init", tmp_path / "home")
    done("add", "-", "--title", "One", home=tmp_path / "home", stdin="# One\n\nWords.\n")
    return tmp_path / "home"


def states(home: Path) -> dict[str, tuple[str, str]]:
    ran = run("doctor", "--json", home=home)
    assert ran.code == 0
    return {check["name"]: (check["state"], check["message"]) for check in ran.document["checks"]}


def is_well(home: Path) -> bool:
    return {state for state, _ in states(home).values()} == {"good"}


def test_a_catalog_that_lacks_a_page_was_said_to_be_mended_and_was_not(home):
    write(home, {"wiki/topics/by-hand.md": "# By hand\n"})
    assert states(home)["catalog"] == ("mended", "index.md was out of date: made anew")
    assert "by-hand" in (home / "wiki/index.md").read_text("utf-8")
    assert is_well(home)


def test_the_catalog_linked_pages_of_one_name_in_two_folders_to_one_of_them(home):
    write(home, {"wiki/entities/hub.md": "# The thing\n", "wiki/topics/hub.md": "# The topic\n"})
    assert states(home)["catalog"][0] == "mended"
    catalog = (home / "wiki/index.md").read_text("utf-8")
    assert "[[entities/hub|The thing]]" in catalog
    assert "[[topics/hub|The topic]]" in catalog
    (home / "wiki/topics/hub.md").unlink()
    assert states(home)["catalog"][0] == "mended"
    assert "[[hub|The thing]]" in (home / "wiki/index.md").read_text("utf-8")


def test_temporary_files_were_left_beside_the_stored_copies_for_good(home):
    ours = ("graph/.home.json.abcdefgh", "graph/objects/ab/.cd.abcdefgh", "wiki/.one.md.abcdefgh", "wiki/.trash/.b")
    known = (home / "wiki/sources/one.md").read_text("utf-8")
    write(home, {f"{name}.commonplace.tmp": known for name in ours})
    assert states(home)["files"] == ("mended", "4 left-over temporary files removed")
    assert not list(home.rglob("*.tmp"))
    assert is_well(home)


def test_what_was_written_into_a_page_that_an_operation_took_out_becomes_a_conflict_copy(home):
    """A person's editor had it open, and the writer died before it could look once more."""
    slot = f"wiki/sources/.one.md.{done('log', home=home).out.split()[0]}.0.commonplace.tmp"
    write(home, {slot: "a person's"})
    done("doctor", home=home)
    (kept,) = (home / "wiki/sources").glob("one (conflicted copy *).md")
    assert kept.read_text() == "a person's"
    assert is_well(home)


def test_a_file_that_a_sync_client_is_fetching_was_taken_for_ours_and_removed(home):
    write(home, {"wiki/.syncthing.a.md.tmp": "half of a page"})
    assert is_well(home)
    assert (home / "wiki/.syncthing.a.md.tmp").exists()


PENDING = "graph/ops/2999-01/29990101T000000-0000.pending"


def test_a_pending_file_that_nobody_can_read_is_told_with_the_way_out(home):
    write(home, {PENDING: '{"op": '})
    refused = run("add", "-", "--title", "Two", home=home, stdin="# Two\n\nA text.\n")
    assert (refused.code, "0000.pending" in refused.err, "delete it" in refused.err) == (3, True, True)
    assert "bad     operations" in run("doctor", home=home).out
    (home / PENDING).unlink()
    done("add", "-", "--title", "Two", home=home, stdin="# Two\n\nA text.\n")
    assert is_well(home)


@pytest.mark.parametrize("path", ["../hooks/pre-commit", ".git/hooks/pre-commit", "/etc/cron.d/x"])
def test_a_pending_operation_that_leads_out_of_the_vault_is_carried_out_by_nobody(home, path):
    op = {"op": "29990101T000000-0000", "time": "2026-01-01T00:00:00Z", "changes": [[path, "", "ab" * 32]]}
    write(home, {PENDING: json.dumps(op)})
    refused = run("add", "-", "--title", "Two", home=home, stdin="# Two\n\nA text.\n")
    assert (refused.code, "not carried out" in refused.err, "0000.pending" in refused.err) == (3, True, True)
    asked = run("ask", "words?", home=home)
    assert (asked.code, "was interrupted" in asked.err) == (0, True)
    assert not (home / "wiki" / path).exists()


def test_what_was_interrupted_is_finished_by_the_next_write_which_names_the_files(home):
    """A home may come with a pending operation of somebody else; what it wrote can be undone."""
    done("rename", "one", "First", home=home)
    (op,) = sorted((home / "graph/ops").glob("*/*.json"))[-1:]
    op.rename(op.with_suffix(".pending"))
    told = done("add", "-", "--title", "Two", home=home, stdin="# Two\n\nA text.\n").err
    assert f"{op.stem} was interrupted; finished sources/one.md, sources/first.md" in told
    assert is_well(home)


def test_doctor_makes_the_index_anew_when_asked_to(home):
    assert "built again: 1 pages" in done("doctor", "--rebuild", home=home).out


@pytest.mark.parametrize("left", [(), ("commonplace-log.md", "commonplace-index.md")])
def test_a_folder_of_ours_that_a_person_moved_is_told_with_the_way_back(tmp_path: Path, left: tuple[str, ...]) -> None:
    vault = write(tmp_path, {"v/Home.md": "mine", "v/sources/Book.md": "---\ntype: source\n---\n"}) / "v"
    done("init", tmp_path, "--adopt", "v")
    done("add", "-", "--title", "Plan", home=tmp_path, stdin="The importer ships first.")
    assert run("doctor", home=tmp_path).code == 0
    (vault / "commonplace").rename(vault / "KB")
    for name in left:
        (vault / "KB" / name).unlink()
    for verb in ("doctor", "lint"):
        told = run(verb, home=tmp_path)
        assert told.code == 1
        assert "lie in 'KB', not in 'commonplace'" in told.out
        assert '"folder": "KB" into graph/home.json' in told.out
    (vault / "KB").rename(vault / "commonplace")
    assert run("doctor", home=tmp_path).code == 0


def test_a_copy_of_our_folder_and_another_home_in_the_vault_were_taken_for_our_folder_moved(tmp_path: Path) -> None:
    vault = write(tmp_path / "v", {"Home.md": "mine"})
    done("init", vault / "KB")
    done("add", "-", "--title", "Plan", home=vault / "KB", stdin="The importer ships first.")
    told = done("doctor", "--vault", vault).out
    assert "commonplace-index.md lists" not in told
    done("add", "-", "--title", "Other", "--vault", vault, stdin="The exporter ships second.")
    shutil.copytree(vault / "commonplace", vault / "Backup" / "commonplace")
    done("doctor", "--vault", vault)
    assert "moved-folder" not in run("lint", "--vault", vault).out


def test_a_moved_folder_was_to_be_given_a_name_that_is_taken(tmp_path: Path) -> None:
    vault = write(tmp_path / "v", {"Home.md": "mine"})
    done("add", "-", "--title", "Plan", "--vault", vault, stdin="The importer ships first.")
    (vault / "commonplace").rename(vault / "KB")
    write(vault, {"commonplace/plan.canvas": "{}"})
    assert "move what is in 'KB' into 'commonplace'" in run("doctor", "--vault", vault).out


def test_a_source_that_a_person_moved_passed_for_a_note_of_theirs(home):
    write(home, {"note.md": "# Two\n\nThe importer ships first.\n"})
    done("add", home / "note.md", home=home)
    (home / "wiki/Documents").mkdir()
    (home / "wiki/sources/two.md").rename(home / "wiki/Documents/two.md")
    told = run("lint", "--rule", "moved-folder", home=home).out
    assert "Documents/two.md: moved-folder: 1 of our sources in 'Documents', read as plain notes" in told
    assert "move it into 'sources' in Obsidian" in told
    (home / "note.md").write_text("# Two\n\nThe exporter ships first.\n", "utf-8")
    assert "move it into 'sources' in Obsidian" in run("retract", "two", home=home).err
    (home / "wiki/Documents/two.md").rename(home / "wiki/sources/two.md")
    assert "two changed" in done("add", home / "note.md", home=home).out


def test_a_copy_of_a_source_among_a_persons_notes_is_left_alone(home):
    shutil.copy(home / "wiki/sources/one.md", home / "wiki/Copy of one.md")
    assert "moved-folder" not in run("lint", home=home).out
    assert "unchanged" in done("add", "-", "--title", "One", home=home, stdin="# One\n\nWords.\n").out


def test_a_session_that_a_person_moved_was_gone_from_memory_in_silence(home):
    done("remember", "We ship the importer first.", "--speaker", "Ada", home=home)
    write(home, {"wiki/Talks/2024-05-01-session.md": "---\ntype: session\ndate: 2024-05-02\n---\nMine.\n"})
    assert "moved-folder" not in run("lint", home=home).out
    (session,) = (home / "wiki/sessions").iterdir()
    session.rename(home / "wiki/Talks" / session.name)
    told = run("lint", "--rule", "moved-folder", home=home).out
    assert f"Talks/{session.name}: moved-folder: 1 of our sessions in 'Talks', read as plain notes" in told
    assert "move it into 'sessions' in Obsidian" in told


@pytest.mark.parametrize(("folder", "category"), [("Entities", "entities"), ("SOURCES", "sources")])
def test_a_folder_of_ours_renamed_in_case_only_became_plain_notes_in_silence(home, folder, category):
    write(home, {"wiki/entities/tea.md": "---\ntags: [entity]\n---\n# Tea\n\nSee [[one]].\n"})
    write(home, {"wiki/Topics/mine.md": "# Mine\n"})
    (home / "wiki" / category).rename(home / "wiki" / folder)
    told = run("lint", "--rule", "moved-folder", home=home).out
    assert f"{folder!r} is not {category!r}, so its pages are read as plain notes: rename it to {category!r}" in told
    assert told.count("moved-folder") == 1
    write(home, {f"wiki/{category}/more.md": "# More\n"})
    told = run("lint", "--rule", "moved-folder", home=home).out
    assert f"move what is in it into {category!r} in Obsidian" in told


@pytest.mark.parametrize("moved", ["People/two-summary.md", "summaries/What Two says.md", "People/What Two says.md"])
def test_a_summary_that_a_person_moved_got_a_second_one_at_the_next_write(home, moved):
    write(home, {"note.md": "# Two\n\nThe importer ships first.\n\nThe exporter ships second.\n"})
    done("add", home / "note.md", home=home)
    said = {
        "source": "importer",
        "target": "exporter",
        "type": "precedes",
        "confidence": 0.9,
        "supporting_text": "The importer ships first.",
    }
    named = [
        {"name": name, "type": "tool", "supporting_text": f"The {name} ships"} for name in ("importer", "exporter")
    ]
    bundle = {"source": "two", "summary": "Two ship.", "entities": named, "relations": [said]}
    done("apply", "-", home=home, stdin=json.dumps(bundle))
    (home / "wiki/People").mkdir()
    (home / "wiki/summaries/two-summary.md").rename(home / "wiki" / moved)
    more = said | {"type": "supports", "supporting_text": "The exporter ships second."}
    done("apply", "-", home=home, stdin=json.dumps({"source": "two", "relations": [more]}))
    assert [path for path in (home / "wiki").rglob("*.md") if "type: summary" in path.read_text("utf-8")] == [
        home / "wiki" / moved
    ]
    assert (home / "wiki" / moved).read_text("utf-8").count("- [[importer]] ") == 2
    told = run("lint", "--rule", "moved-folder", home=home).out
    where = "1 of our summaries in 'People', read as plain notes: move it into 'summaries'"
    assert (where in told) == ("People" in moved)
    ends = {"source": "importer", "target": "exporter", "type": "supports"}
    done("apply", "-", home=home, stdin=json.dumps({"source": "two", "withdraw": [ends]}))
    assert (home / "wiki" / moved).read_text("utf-8").count("- [[importer]] ") == 1
    done("rename", "two", "Three", home=home)
    done("retract", "three", home=home)
    left = [path for path in (home / "wiki").rglob("*.md") if ".trash" not in path.parts]
    assert [path for path in left if "- [[importer]] " in path.read_text("utf-8")] == []


def test_a_persons_note_of_type_summary_is_not_taken_for_the_summary_of_a_source(home):
    write(home, {"note.md": "# Two\n\nThe importer ships first.\n"})
    done("add", home / "note.md", home=home)
    mine = "---\ntype: summary\n---\nSource: [[two]]\n"
    write(home, {"wiki/My view.md": mine})
    done("apply", "-", home=home, stdin=json.dumps({"source": "two", "summary": "The importer ships."}))
    assert (home / "wiki/My view.md").read_text("utf-8") == mine
    assert "moved-folder" not in run("lint", home=home).out


def test_a_filed_answer_that_a_person_moved_passed_for_their_own_words(home):
    done("file", "-", "--question", "Which words?", "--title", "Which", "--cites", "one", home=home, stdin="Words.")
    write(home, {"wiki/Mine/idea.md": "---\ntype: topic\nquestion: Which words?\n---\nMine.\n"})
    shutil.copy(home / "wiki/topics/which.md", home / "wiki/Mine/which.md")
    assert "moved-folder" not in run("lint", home=home).out
    (home / "wiki/topics/which.md").unlink()
    told = run("lint", "--rule", "moved-folder", home=home).out
    assert "Mine/which.md: moved-folder: 1 of our topics in 'Mine', read as plain notes: move it into" in told
    shutil.copy(home / "wiki/Mine/which.md", home / "wiki/Mine/same.md")
    told = run("lint", "--rule", "moved-folder", home=home).out
    assert (told.count("moved-folder"), "2 of our topics in 'Mine'" in told) == (1, True)
