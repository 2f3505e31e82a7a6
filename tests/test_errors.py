"""What goes wrong on a user's machine: each message says what, where and what next, and nothing is half written."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.acceptance.story import build_story
from tests.forks import Forked
from tests.running import ROOT, done, environment, python, run, tree, write


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_story(tmp_path_factory.mktemp("errors"))


@pytest.fixture
def home(built: Path, tmp_path: Path) -> Path:
    shutil.copytree(built.parent, tmp_path / "copy")
    return tmp_path / "copy" / "home"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_cannot_be_read_is_an_error_and_not_an_empty_vault(home: Path) -> None:
    (home / "wiki" / "entities").chmod(0)
    ran = run("status", home=home)
    (home / "wiki" / "entities").chmod(0o755)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "commonplace: entities: cannot read the folder: Permission denied; check its permissions\n"


_HOLDER = """
import sys, time
from scripts.wiki_store.writing import write_lock
with write_lock(sys.argv[1], seconds=1):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_locked_home_says_who_waits_for_what_and_can_still_be_read(home: Path) -> None:
    words = [sys.executable, "-c", _HOLDER, str(home / "graph")]
    with subprocess.Popen(words, env=environment(PYTHONPATH=str(ROOT)), stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        before = tree(home)
        ran = run("add", "-", home=home, stdin="Words.", COMMONPLACE_LOCK_SECONDS="0.2")
        asked = run("ask", "why did the checkout crash?", home=home)
        holder.kill()
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == (
        "waiting: another process is writing here\n"
        f"commonplace: {home}/graph/lock: another process is writing (waited 0.2 s); try again when it has finished\n"
    )
    assert "- memory leak causes" in asked.out
    assert tree(home) == before
    assert done("add", "-", home=home, stdin="Words.").code == 0


def test_an_undo_that_lacks_the_file_of_its_operation_is_an_error(home: Path) -> None:
    op = done("add", "-", "--json", home=home, stdin="Words.").document["op"]
    shutil.rmtree(home / "graph" / "ops")
    for wanted in (op, "19990101T000000-0000"):
        ran = run("undo", wanted, home=home)
        assert (ran.code, wanted in ran.err) == (3, True)


_WITHOUT_FTS5 = """
import _sqlite3, sqlite3, sys
class Connection(sqlite3.Connection):
    def execute(self, sql, *more):
        if "fts5" in sql:
            raise sqlite3.OperationalError("no such module: fts5")
        return super().execute(sql, *more)
connect = sqlite3.connect
_sqlite3.connect = sqlite3.connect = lambda *a, **k: connect(*a, **{**k, "factory": Connection})
from scripts.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_python_without_full_text_search_is_told_at_once_with_the_way_out(home: Path, forked: Forked) -> None:
    (home / "graph" / "index.sqlite").unlink(missing_ok=True)
    for argv in (["ask", "why?"], ["add", str(home.parent / "report.md")]):
        ran = forked(_WITHOUT_FTS5, *argv, "--home", home)
        assert (ran.code, ran.out) == (3, ""), ran
        assert (
            f"this Python's SQLite ({sqlite3.sqlite_version}) has no FTS5; use a Python whose sqlite3 has it" in ran.err
        )
    for argv in (["doctor"], ["doctor", "--rebuild"]):
        ran = forked(_WITHOUT_FTS5, *argv, "--home", home)
        assert (ran.code, "has no FTS5" in ran.out) == (1, True)


def test_the_marker_of_a_later_version_is_not_to_be_deleted(home: Path) -> None:
    write(home, {"graph/home.json": '{"format": 9, "vault": "wiki", "folder": ""}'})
    ran = run("status", home=home)
    assert ran.code == 3
    assert "made by a later commonplace (format 9, this one knows 1); update commonplace" in ran.err
    assert "delete" not in ran.err


@pytest.mark.parametrize(
    "argv",
    [
        ("remember", "-"),
        ("ask", "-"),
        ("apply", "-"),
        ("add", "-", "--title", "t"),
        ("file", "-", "--question", "q", "--title", "t", "--cites", "x"),
    ],
)
def test_bytes_on_standard_input_that_are_no_text_are_refused_not_replaced(home: Path, argv: tuple[str, ...]) -> None:
    before = tree(home)
    ran = run(*argv, home=home, stdin="M\udcfcller")
    way = "convert it: `iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW`, with the name of its encoding if it is another"
    assert (ran.code, ran.err) == (3, f"commonplace: -:1: not UTF-8; {way}\n")
    assert tree(home) == before


@pytest.mark.parametrize("argv", [("M\udcfcller",), ("x", "--speaker", "M\udcfc"), ("x", "--session", "M\udcfc")])
def test_bytes_of_an_argument_that_are_no_text_are_not_remembered_as_blanks(home: Path, argv: tuple[str, ...]) -> None:
    before = tree(home)
    ran = run("remember", *argv, home=home)
    assert (ran.code, "not UTF-8" in ran.err) == (2, True)
    assert tree(home) == before


def test_documents_that_cannot_be_read_are_named_and_in_a_folder_they_are_skipped(home: Path, tmp_path: Path) -> None:
    docs = write(
        tmp_path / "docs", {"good.md": "Good words.", "empty.md": "", "picture.png": "x", ".hidden.md": "Hid."}
    )
    (docs / "latin.md").write_bytes(b"caf\xe9 words")
    (docs / "dead.md").symlink_to(tmp_path / "nowhere.md")
    os.mkfifo(docs / "pipe.md")
    for name, message in (("empty.md", "empty"), ("latin.md", "not UTF-8"), ("absent.md", "No such file")):
        before = tree(home)
        ran = run("add", docs / "good.md", docs / name, home=home)
        assert ran.code == 3
        assert ran.err.startswith(f"commonplace: {docs / name}:")
        assert message in ran.err
        assert tree(home) == before
    ran = run("add", docs, home=home)
    assert ran.code == 1
    assert "good new" in ran.out
    skipped = [line.split(": ")[0] for line in ran.out.splitlines() if line.startswith("skipped ")]
    assert sorted(path.rpartition("/")[2] for line in skipped for path in line.split(", ")) == [
        "dead.md",
        "docs",
        "empty.md",
        "latin.md",
        "picture.png",
        "pipe.md",
    ]
    assert "hidden names are not looked into: .hidden.md" in ran.out
    (tmp_path / "hollow").mkdir()
    assert "no document in this folder" in run("add", tmp_path / "hollow", home=home).err


def test_an_interrupted_command_says_so_and_exits_130(home: Path, forked: Forked) -> None:
    code = (
        "import sys, scripts.cli as cli\n"
        "def stop(*_): raise KeyboardInterrupt\n"
        "sys.stdin = type('S', (), {'buffer': type('B', (), {'read': stop})()})()\n"
        "sys.exit(cli.main(sys.argv[1:]))"
    )
    ran = forked(code, "add", "-", "--home", home)
    assert (ran.code, ran.out) == (130, "")
    assert ran.err == "interrupted: nothing is half written\n"


def test_a_working_directory_that_is_gone_is_an_error_with_a_message(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    ran = python(
        "import os, sys; from scripts.cli import main; os.rmdir(os.getcwd()); sys.exit(main(['status']))", cwd=gone
    )
    assert ran.code in (2, 3)
    assert "Traceback" not in ran.err
    assert ran.err.startswith("commonplace: ")


@pytest.mark.parametrize(
    "argv",
    [
        ["rename", "memory-leak", "Leak"],
        ["apply", "-"],
        ["add", "NEW", "--as", "notes"],
    ],
    ids=lambda argv: argv[0],
)
def test_a_page_whose_properties_are_not_edited_is_named_with_the_line(argv: list[str], home: Path) -> None:
    asked = ["--question", "why?", "--title", "The crash", "--cites", "notes"]
    done("file", *asked, "-", home=home, stdin="A leak.")
    (home.parent / "new.md").write_text("# Notes\n\nQuite another text.\n", "utf-8")
    for name in ("entities/memory-leak", "sources/notes", "topics/the-crash"):
        path = home / "wiki" / f"{name}.md"
        path.write_text(path.read_text("utf-8").replace("---\n", "---\nx: &a 1\ny: *a\n", 1), "utf-8")
    quote = "a memory leak in the session cache"
    entity = {"name": "memory leak", "type": "problem", "aliases": ["drip"], "supporting_text": quote}
    bundle = {"source": "incident-report", "entities": [entity]}
    words = [str(home.parent / "new.md") if word == "NEW" else word for word in argv]
    ran = run(*words, home=home, stdin=json.dumps(bundle))
    assert ran.code == 3
    assert re.search(
        r"(memory-leak|notes|the-crash)\.md:\d+: .*properties cannot be read: nested too deep, or an alias",
        ran.out + ran.err,
    )
