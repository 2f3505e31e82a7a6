"""What notices tell is what a sweep finds, and no edit is lost between the two."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.knowledge_base import KnowledgeBase
from scripts.mcp_server.session import Session
from scripts.store import watching
from scripts.store.index import Index
from scripts.store.vault import Vault
from tests.running import done, python
from tests.store.dump import canonical_dump
from tests.store.test_index_law import OPTIONS, PATHS, notes

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="notices are Linux's")

FOLDERS = ("x", "y", "sources", "x/deep", ".hidden")
steps = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(("write", "replace")), st.sampled_from((*PATHS, "x/deep/c.md", ".hidden/d.md")), notes
        ),
        st.tuples(st.just("remove"), st.sampled_from(PATHS), st.just("")),
        st.tuples(st.just("rename"), st.sampled_from(PATHS), st.sampled_from(PATHS)),
        st.tuples(st.just("move folder"), st.sampled_from(FOLDERS), st.sampled_from(FOLDERS)),
        st.tuples(st.just("link"), st.sampled_from(PATHS), st.sampled_from(PATHS)),
        st.tuples(st.just("refresh"), st.just(""), st.just("")),
        st.tuples(st.just("write while indexing"), st.sampled_from(PATHS), notes),
    ),
    min_size=1,
    max_size=12,
)


@given(steps)
def test_a_watched_index_is_that_of_a_sweep(moves) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        # A slow machine must not turn the look under test into a sweep.
        patch.setattr(watching, "SWEEP_SECONDS", 1e9)
        root = Path(folder, "vault")
        root.mkdir()
        watched, swept = (Index(Vault(str(root)), os.path.join(folder, name), OPTIONS) for name in ("a", "b"))
        watched.watch()
        for _ in range(2):
            watched.refresh()
        for move, path, other in moves:
            step(root, watched, move, path, other)
        watched.refresh()
        swept.refresh()
        expected, found = canonical_dump(swept.connection()), canonical_dump(watched.connection())
        for table, rows in expected.items():
            assert found[table] == rows, table
        watched.close()
        swept.close()


def step(root: Path, index: Index, move: str, path: str, other: str) -> None:
    full, target = root / path, root / other
    if move == "refresh":
        index.refresh()
    elif move in ("write", "replace") and not full.is_dir():
        full.parent.mkdir(parents=True, exist_ok=True)
        beside = full.with_name(".beside") if move == "replace" else full
        beside.write_text(other, encoding="utf-8")
        beside.replace(full)
    elif move == "write while indexing" and not full.is_dir():
        write_while(index, full, other)
    elif move == "remove" and os.path.lexists(full) and not full.is_dir():
        full.unlink()
    elif move == "rename" and full.is_file() and path != other and not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        full.replace(target)
    elif move == "move folder" and full.is_dir() and not target.exists() and not other.startswith(path + "/"):
        target.parent.mkdir(parents=True, exist_ok=True)
        full.rename(target)
    elif move == "link" and full.is_file() and not os.path.lexists(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(full)


def write_while(index: Index, full: Path, text: str) -> None:
    """Refresh, and write a file once the sweep is over and before anything is read."""
    begin = index.open_writing

    def written_first(rebuild, **waiting):
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text, encoding="utf-8")
        return begin(rebuild, **waiting)

    index.open_writing = written_first  # type: ignore[method-assign]
    try:
        index.refresh()
    finally:
        index.open_writing = begin  # type: ignore[method-assign]


@pytest.fixture
def index(room):
    for n in range(5):
        room.write(f"x/{n}.md", f"[[{n + 1}]] words")
    index = room.index()
    index.watch()
    # The first makes the index, the second sets the watches, the third trusts them.
    for _ in range(3):
        index.refresh()
    yield index
    index.close()


def forbidden(*_, **_waiting):
    raise AssertionError("a folder was listed")


def test_nothing_is_listed_while_nothing_is_told(room, index, monkeypatch):
    monkeypatch.setattr(room.vault, "_files", forbidden)
    assert index.refresh().written == 0
    room.write("x/2.md", "other words")
    assert index.refresh().written == 1
    room.write("x/6.md", "new")
    (room.root / "x" / "4.md").unlink()
    assert index.refresh().written == 2
    assert index.refresh().written == 0


def test_an_edit_that_no_stamp_shows_is_read(room, index, monkeypatch):
    before = room.vault.stamp("x", "2.md")
    monkeypatch.setattr(room.vault, "stamp", lambda *_: before)
    room.write("x/2.md", "[[3]] WORDS")
    assert index.refresh().written == 1


def test_what_could_not_be_written_is_told_again(room, index, monkeypatch):
    room.write("x/2.md", "other words")
    monkeypatch.setattr(index, "open_writing", forbidden)
    with pytest.raises(AssertionError):
        index.refresh()
    monkeypatch.undo()
    assert index.refresh().written == 1


@pytest.mark.parametrize("at", ["notices", "watches", "closing"])
def test_an_edit_is_found_after_a_call_that_was_broken_off(room, index, monkeypatch, at):
    close = watching.Inotify.close

    def break_off(*args):
        if at == "watches" and not args[1]:
            return
        monkeypatch.undo()
        if at == "closing":
            close(*args)
        raise KeyboardInterrupt

    owner, name = {
        "notices": (watching.Inotify, "_notice"),
        "watches": (watching.Watching, "_watch"),
        "closing": (watching.Inotify, "close"),
    }[at]
    if at == "notices":
        room.write("x/2.md", "other words")
    else:
        # All watches are set anew.
        (room.root / "y").mkdir()
    monkeypatch.setattr(owner, name, break_off)
    with pytest.raises(KeyboardInterrupt):
        index.refresh()
    if at == "watches":
        index.refresh(rebuild=True)
    if at != "notices":
        room.write("x/2.md", "other words")
    assert index.refresh().written == 1


def test_what_is_missing_in_an_older_index_put_back_is_read_again(room, index):
    older = sqlite3.connect(room.folder / "older")
    with closing(sqlite3.connect(index.path)) as now, closing(older):
        now.backup(older)
    room.write("x/2.md", "other words")
    assert index.refresh().written == 1
    for side in ("-wal", "-shm"):
        Path(index.path + side).unlink(missing_ok=True)
    (room.folder / "older").replace(index.path)
    assert index.refresh().written == 1


@pytest.mark.parametrize("lost", ["overflow", "minute", "no watches"])
def test_where_notices_are_lost_everything_is_looked_at(room, index, monkeypatch, lost):
    if lost == "overflow":
        monkeypatch.setattr(watching.Inotify, "read", lambda _: [("", "")])
    elif lost == "minute":
        monkeypatch.setattr(watching.Inotify, "read", lambda _: [])
        monkeypatch.setattr(watching, "SWEEP_SECONDS", 0.0)
    else:
        index.close()
        monkeypatch.setattr(watching.Inotify, "_kind", lambda *_: 0x6969)
    room.write("x/2.md", "other words")
    assert index.refresh().written == 1


FORKED = """
import os, sys
from scripts.knowledge_base import KnowledgeBase

home = sys.argv[1]
kb = KnowledgeBase.open(home, environ={})
kb.ws.index.watch()
for _ in range(3):
    kb.ask("what is green?")
with open(os.path.join(home, "wiki", "sky.md"), "w") as page:
    page.write("The sea is green.")
child = os.fork()
if not child:
    def forbidden(*_, **_waiting):
        raise OSError("read-only")

    kb.ws.index.open_writing = forbidden
    print("child", "sea" in kb.ask("what is green?").text, flush=True)
    os._exit(0)
os.waitpid(child, 0)
print("parent", "sea" in kb.ask("what is green?").text)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_process_that_was_forked_off_takes_no_notice_along(tmp_path):
    done("init", tmp_path)
    (tmp_path / "wiki/sky.md").write_text("The sky is green.", encoding="utf-8")
    ran = python(FORKED, tmp_path)
    assert ran.out.split("\n")[:2] == ["child True", "parent True"], ran.err


def test_a_server_lists_no_folder_for_a_call_that_follows_no_change(tmp_path, monkeypatch):
    monkeypatch.setenv("COMMONPLACE_ENV", "current")
    done("init", tmp_path / "home")
    page = tmp_path / "home" / "wiki" / "topics" / "sky.md"
    page.parent.mkdir(exist_ok=True)
    page.write_text("# Sky\n\nThe sky is blue.\n", encoding="utf-8")
    session = Session(home=str(tmp_path / "home"))
    for _ in range(3):
        session.call("search", {"words": "sky"})
    monkeypatch.setattr(Vault, "_files", forbidden)
    page.write_text("# Sea\n\nThe sea is green.\n", encoding="utf-8")
    assert "The sea is green." in session.call("search", {"words": "green"}).text
    session.close()


def can_empty_the_log(home):
    with KnowledgeBase.open(home) as kb:
        for what in ("a lodge", "a dam"):
            (home / "wiki/beaver.md").write_text(f"The beaver builds {what}.", encoding="utf-8")
            kb.ask("what is a beaver?")
        with closing(sqlite3.connect(home / "graph/index.sqlite")) as other:
            busy, *_ = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def test_a_server_that_nobody_asks_does_not_keep_the_log_of_the_index_from_being_emptied(tmp_path):
    done("init", tmp_path / "home")
    session = Session(home=str(tmp_path / "home"))
    for name, arguments in (("ask", {"question": "what is a beaver?"}), ("lint", {}), ("status", {})):
        assert not session.call(name, arguments).is_error
        assert can_empty_the_log(tmp_path / "home"), name
    session.pages()
    assert can_empty_the_log(tmp_path / "home")
    session.close()


CALLS = {
    "refresh": lambda kb: kb.refresh(),
    "ask": lambda kb: kb.ask("what is a beaver?"),
    "unswept": lambda kb: kb.ask("what is a beaver?", sweep=False),
    "lint": lambda kb: kb.lint(),
    "fix": lambda kb: kb.fix(dry_run=True),
    "forget": lambda kb: kb.forget(text="a secret of nobody"),
    "reindex": lambda kb: kb.reindex(),
    "doctor": lambda kb: kb.doctor(),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_program_between_calls_does_not_keep_the_log_of_the_index_from_being_emptied(tmp_path, call):
    KnowledgeBase.create(tmp_path / "home")
    with KnowledgeBase.open(tmp_path / "home") as kb:
        call(kb)
        assert can_empty_the_log(tmp_path / "home")


def test_a_server_answers_from_the_home_that_took_the_place_of_another(tmp_path):
    done("init", tmp_path / "home")
    home, backup = tmp_path / "home", tmp_path / "backup"
    session = Session(home=str(home))
    for _ in range(3):
        session.call("search", {"words": "beaver"})
    shutil.copytree(home, backup)
    backup.joinpath("wiki/beaver.md").write_text("# Beaver\n\nThe beaver builds.\n", encoding="utf-8")
    home.rename(tmp_path / "moved")
    backup.rename(home)
    assert "The beaver builds." in session.call("search", {"words": "beaver"}).text
    session.close()
