"""A home that a stranger packed, graph folder and all: nothing beside it is written, removed or waited for."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from pathlib import Path

import pytest

from tests.running import done, run, tree, write

TEXT = "# Leak\n\nThe memory leak causes the crash of alpha.\n"
VERBS = (
    ("status",),
    ("ask", "memory leak?"),
    ("ask", "zebra quagga"),
    ("lint",),
    ("doctor",),
    ("doctor", "--rebuild"),
    ("undo", "last"),
    ("useful", "leak", "--for", "memory leak"),
    ("add", "-", "--title", "More"),
    ("remember", "We ship."),
    ("forget", "leak", "--yes"),
)


PENDING = "graph/ops/2999-01/29990101T000000-0000.pending"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A home, and beside it what is none of its business."""
    done("init", tmp_path / "home")
    done("add", "-", home=tmp_path / "home", stdin=TEXT)
    write(tmp_path / "outside", {"a.txt": "mine", "b.md": "mine", "settings.sh": "export A=1\n"})
    with sqlite3.connect(tmp_path / "outside/other.sqlite") as other:
        other.execute("CREATE TABLE precious (x)")
    other.close()
    return tmp_path


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("objects", "outside"),
        ("ops", "outside"),
        ("ops/2999-01", "outside"),
        ("events.jsonl", "outside/settings.sh"),
        ("events.lock", "outside/a.txt"),
        ("lock", "outside/a.txt"),
    ],
)
def test_no_link_in_a_graph_folder_leads_to_what_is_somebody_s(place: Path, link: str, target: str) -> None:
    path = place / "home/graph" / link
    if path.is_dir():
        path.rename(place / "aside")
    else:
        path.unlink(missing_ok=True)
    path.symlink_to(place / target)
    before = tree(place / "outside")
    for verb in VERBS:
        ran = run(*verb, home=place / "home", stdin="Some new text.\n")
        assert tree(place / "outside") == before, verb
        assert (ran.code, ran.err.count("\n")) == (3, 1), verb
        assert f"{path}': the graph folder holds files and folders only" in ran.err
    assert run("init", place / "home").code == 3


def test_a_home_without_a_marker_has_no_graph_folder_elsewhere(place: Path) -> None:
    graph = place / "home/graph"
    graph.rename(place / "aside")
    graph.symlink_to(place / "outside")
    before = tree(place / "outside")
    for verb in VERBS:
        assert "no knowledge base" in run(*verb, home=place / "home", stdin="Some new text.\n").err
    assert tree(place / "outside") == before


def test_the_trash_is_in_the_vault(place: Path) -> None:
    vault, before = place / "home/wiki", tree(place / "outside")
    (vault / ".trash").symlink_to(place / "outside")
    pages = tree(vault)
    ran = run("retract", "leak", home=place / "home")
    assert (ran.code, tree(place / "outside"), tree(vault)) == (3, before, pages)
    assert ".trash/sources/leak.md': it leads out of the vault" in ran.err
    (place / "outside/.b.md.abcdefgh.commonplace.tmp").write_text("mine")
    done("doctor", home=place / "home")
    assert (place / "outside/.b.md.abcdefgh.commonplace.tmp").is_file()


@pytest.mark.parametrize(
    "path",
    [
        "graph/home.json",
        "graph/events.jsonl",
        PENDING,
        PENDING.replace(".pending", ".json"),
        "wiki/log.md",
        "wiki/index.md",
        "wiki/.trash/sources/leak.md",
        "wiki/sources/more.md",
    ],
)
def test_no_pipe_is_waited_for(place: Path, path: str) -> None:
    pipe = place / "home" / path
    pipe.parent.mkdir(parents=True, exist_ok=True)
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    for verb in VERBS:
        ran = run(*verb, home=place / "home", stdin="Some new text.\n")
        assert ran.err.count("\n") <= 1, verb


def test_settings_without_end_are_not_read(place: Path) -> None:
    vault = place / "home/wiki"
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian/app.json").symlink_to("/dev/zero")
    answer = ("file", "-", "--question", "q?", "--title", "T", "--cites", "leak")
    done(*answer, home=place / "home", stdin="The [[leak]] did it.")
    (place / "home/graph/home.json").unlink()
    (place / "home/graph/home.json").symlink_to("/dev/zero")
    assert "it is no regular file" in run("status", home=place / "home").err


def test_the_vault_of_a_home_is_no_link_out_of_it(place: Path) -> None:
    home = place / "home"
    for has_marker in (True, False):
        if not has_marker:
            (home / "graph/home.json").unlink()
        else:
            (home / "wiki").rename(place / "notes")
            (home / "wiki").symlink_to(place / "notes")
        before = tree(place / "notes")
        for verb in (*VERBS, ("init", home)):
            ran = run(*verb, home=None if verb[0] == "init" else home, stdin="Some new text.\n")
            assert (ran.code, tree(place / "notes")) == (3, before), verb
            assert f"this link leads out; if you meant those notes, name them: --vault {place / 'notes'}" in ran.err
    (home / "wiki").unlink()
    (place / "notes").rename(home / "pages")
    (home / "wiki").symlink_to("pages")
    assert "[leak]" in done("ask", "memory leak?", home=home).out


def _pending(home: Path, changes: list[list[object]], time: str = "2999-01-01T00:00:00Z") -> None:
    """An operation that was interrupted, as a stranger may tell it."""
    facts = {"op": "29990101T000000-0000", "time": time, "verb": "add", "actor": "", "changes": changes}
    write(home, {PENDING: json.dumps(facts)})


@pytest.mark.parametrize(
    "changes",
    [
        [["sources/\ud800.md", "", "0" * 64]],
        [["../outside/b.md", "", "SHA"]],
        [["/etc/new.md", "", "SHA"]],
        [[".git/hooks/pre-commit", "", "SHA", 0o777]],
        [["sources/new.md", "", "SHA"], [".obsidian/app.json", "", "SHA"]],
    ],
)
def test_a_pending_operation_that_leaves_the_vault_is_carried_out_by_no_verb(
    place: Path, changes: list[list[object]]
) -> None:
    home = place / "home"
    sha = hashlib.sha256((home / "wiki/sources/leak.md").read_bytes()).hexdigest()
    _pending(home, [[sha if part == "SHA" else part for part in change] for change in changes])
    before = {folder: tree(place / folder) for folder in ("home/wiki", "outside")}
    for verb in VERBS:
        ran = run(*verb, home=home, stdin="Some new text.\n")
        assert (ran.code in (0, 1)) == (verb[0] in ("status", "ask", "lint", "useful", "doctor")), verb
        assert {folder: tree(place / folder) for folder in before} == before, verb
    (home / PENDING).unlink()
    done("add", "-", "--title", "More", home=home, stdin="Some new text.\n")


def test_a_pending_operation_of_somebody_writes_what_it_says_and_no_program(place: Path) -> None:
    """It is finished by the next write, which names the files; undo takes it back."""
    home = place / "home"
    sha = hashlib.sha256((home / "wiki/sources/leak.md").read_bytes()).hexdigest()
    _pending(home, [["hooks/pre-commit", "", sha, 0o6777], ["sources/leak.md", "ab" * 32, ""]])
    for verb in (("status",), ("ask", "memory leak?"), ("lint",)):
        assert "interrupted" in run(*verb, home=home).err, verb
    assert not (home / "wiki/hooks").exists()
    told = done("add", "-", "--title", "More", home=home, stdin="Some new text.\n").err
    assert "finished hooks/pre-commit; changed since by somebody, left alone: sources/leak.md" in told
    assert (home / "wiki/hooks/pre-commit").stat().st_mode & 0o7777 == 0o666
    done("undo", home=home)


def test_a_graph_folder_that_is_a_link_to_that_of_another_home_is_refused(place: Path) -> None:
    done("init", place / "other")
    (place / "home/graph").rename(place / "aside")
    (place / "home/graph").symlink_to(place / "other/graph")
    before = tree(place / "other", without=())
    for verb in VERBS:
        assert run(*verb, home=place / "home", stdin="Some new text.\n").code == 3, verb
    assert tree(place / "other", without=()) == before


@pytest.mark.parametrize("vault", ["wi\ud800ki", ".git", ".GIT/hooks", "deep/.hidden", "way"])
def test_the_vault_of_a_home_is_no_hidden_folder_nor_that_of_a_git_repository(place: Path, vault: str) -> None:
    home = place / "home"
    (home / ".git/hooks").mkdir(parents=True)
    (home / ".GIT/hooks").mkdir(parents=True, exist_ok=True)
    (home / "deep/.hidden").mkdir(parents=True)
    (home / "way").symlink_to(".git")
    (home / "graph/home.json").write_text(json.dumps({"format": 1, "vault": vault, "folder": ""}))
    before = {path for path in home.rglob("*") if "graph" not in path.parts}
    for verb in VERBS:
        assert run(*verb, home=home, stdin="Some new text.\n").code == 3, verb
    assert {path for path in home.rglob("*") if "graph" not in path.parts} == before


def test_marks_that_cannot_be_read_cost_a_line_and_no_answer(place: Path) -> None:
    (place / "home/graph/events.jsonl").mkdir()
    ran = done("ask", "memory leak?", home=place / "home")
    assert ("[leak]" in ran.out, "what proved useful is left out" in ran.err, ran.err.count("\n")) == (True, True, 1)


def test_a_time_in_a_strangers_operation_is_no_path(place: Path) -> None:
    before = tree(place / "outside")
    _pending(place / "home", [["sources/leak.md", "", ""]], time="/../../../ 10:00:00")
    (place / "home/wiki/sources/.leak.md.29990101T000000-0000.0.commonplace.tmp").write_text("mine")
    for verb in VERBS:
        run(*verb, home=place / "home", stdin="Some new text.\n")
    assert tree(place / "outside") == before


def test_where_the_state_folder_cannot_be_written_a_home_is_made_written_and_undone(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    home, state = tmp_path / "home", {"COMMONPLACE_STATE": str(tmp_path / "file/state")}
    done("init", home, **state)
    done("add", "-", home=home, stdin=TEXT, **state)
    done("undo", home=home, **state)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*$", "a?" * 40 + "a" * 40, "(?:a{1,9}){1,9}b", "a*a*a*a*b"])
def test_what_a_vault_excludes_by_an_endless_pattern_is_not_excluded(tmp_path: Path, pattern: str) -> None:
    settings = json.dumps({"userIgnoreFilters": [f"/{pattern}/", "Archive/", "/^Old.*s/"]})
    text = "The memory leak causes the crash."
    names = ("a" * 200 + "!.md", "Archive/b.md", "Olds/c.md")
    vault = write(tmp_path, {".obsidian/app.json": settings} | dict.fromkeys(names, text))
    out = done("ask", "memory leak crash?", "--vault", vault, "--evidence").out
    assert (names[0][:-3] in out, "[b]" in out, "[c]" in out) == (True, False, False)


def test_the_format_of_a_date_is_as_long_as_a_person_writes_it(tmp_path: Path) -> None:
    bomb = {".obsidian/templates.json": json.dumps({"dateFormat": "[x]" * 100_000}), "t.md": "{{date}} " * 20_000}
    vault = write(tmp_path, bomb)
    done("edit", "--new", "Note", "--template", "t.md", "--append", "More.", "--vault", vault)
    assert next(vault.rglob("Note.md")).stat().st_size < 1_000_000


def test_an_operation_that_was_undone_is_not_carried_out_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done("init", home)
    write(home / "wiki", {"p.md": "# P\n", "q.md": "# Q\n"})
    done("edit", "p", "--append", "Pay Bob.", home=home)
    (file,) = (home / "graph/ops").glob("*/*.json")
    done("undo", home=home)
    file.with_suffix(".pending").write_bytes(file.read_bytes())
    done("edit", "q", "--append", "Other.", home=home)
    assert (home / "wiki/p.md").read_text("utf-8") == "# P\n"
