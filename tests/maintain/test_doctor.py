"""Doctor says what it found, mends what is derived, and is well when it is called again."""

from __future__ import annotations

import json
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
