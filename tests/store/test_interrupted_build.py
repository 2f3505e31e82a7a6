"""A build that was killed is gone on with, never taken for an index, and ends with the rows of one that was not."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.store import indexing, updating
from scripts.store.index import Index
from tests.running import ROOT
from tests.store.dump import canonical_dump
from tests.store.test_index_law import LINES

SCRIPT = Path(__file__).with_name("killed_build.py")
PAGES = 40


@pytest.fixture
def filled(room):
    for n in range(PAGES):
        lines = [LINES[(n * 7 + k) % len(LINES)] for k in range(4)]
        room.write(f"{'xyz'[n % 3]}/{n:02}.md", f"---\naliases: [name {n}]\n---\n" + "\n\n".join(lines))
    for name in ("a.md", "b.md", "img.png", "sources/s.md"):
        room.write(name, "The quoted words stand here. ^p1")
    return room


def killed(room, at: int) -> None:
    ended = subprocess.run([sys.executable, str(SCRIPT), str(ROOT), str(room.folder), str(at)], timeout=120)
    assert ended.returncode == (-signal.SIGKILL if at else 0)


def raw(index: Index) -> dict[str, list[tuple[object, ...]]]:
    """The rows of the tables as they are, ids included."""
    tables = ("files", "pages", "texts", "nodes", "names", "grams", "links", "statements", "edges", "issues")
    return {name: sorted(index.connection().execute(f"SELECT * FROM {name}"), key=repr) for name in tables}


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_killed_build_goes_on_and_ends_with_the_same_rows(filled, monkeypatch):
    killed(filled, 4)
    db = sqlite3.connect(filled.graph / "index.sqlite")
    left = db.execute("SELECT count(*) FROM files").fetchone()[0]
    db.close()
    assert 0 < left < PAGES
    index = filled.index()
    assert index._open_reading() is None
    killed(filled, 7)
    parsed = []
    read = indexing.read_page
    monkeypatch.setattr(
        indexing, "read_page", lambda path, *args, **options: parsed.append(path) or read(path, *args, **options)
    )
    assert index.refresh().rebuilt
    assert 0 < len(parsed) < PAGES - left
    went_on, dump = raw(index), canonical_dump(index.connection())
    index.refresh(rebuild=True)
    assert went_on == raw(index)
    assert dump == canonical_dump(index.connection())
    index.close()


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_what_changed_since_a_build_was_killed_is_seen(filled):
    killed(filled, 6)
    filled.write("x/00.md", "- causes [[a]] (0.9)\n\nother words")
    (filled.root / "x" / "03.md").unlink()
    (filled.root / "a.md").unlink()
    filled.write("a/new.md", "[[b]]")
    killed(filled, 3)
    filled.write("y/01.md", "again other words")
    index = filled.index()
    index.refresh()
    dump = canonical_dump(index.connection())
    index.refresh(rebuild=True)
    assert dump == canonical_dump(index.connection())
    index.close()


def test_what_a_killed_build_has_half_written_is_not_read(filled):
    index = filled.index()
    index.refresh()
    index.close()
    db = sqlite3.connect(index.path, isolation_level=None)
    db.execute("PRAGMA journal_mode = DELETE")
    # Pages go to the file before the transaction ends.
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN")
    db.execute("UPDATE heads SET title = title || ' ' || hex(zeroblob(4000))")
    halves = {path: path.read_bytes() for path in filled.graph.iterdir()}
    db.execute("ROLLBACK")
    db.close()
    for path, half in halves.items():
        path.write_bytes(half)
    assert index._open_reading() is None
    index.refresh()
    assert index.connection().execute("SELECT max(length(title)) FROM heads").fetchone()[0] < 4000
    index.close()


def test_two_builds_at_once_make_one_index(filled, monkeypatch):
    monkeypatch.setattr(indexing, "PROGRESS_STEP", 5)
    monkeypatch.setattr(updating, "BATCH_SECONDS", 0.0)
    one, two = filled.index(), filled.index()
    begin, commits = one.open_writing, []

    class Meddled(sqlite3.Connection):
        def execute(self, sql, *values):
            done = super().execute(sql, *values)
            if sql == "COMMIT":
                commits.append(sql)
                if len(commits) == 4:
                    # Between two transactions of this build, another one goes on with it to its end.
                    two.refresh()
            return done

    def meddled(rebuild=False, **waiting):
        begin(rebuild, **waiting).close()
        return sqlite3.connect(one.path, isolation_level=None, factory=Meddled)

    monkeypatch.setattr(one, "open_writing", meddled)
    assert one.refresh().written == 0
    monkeypatch.undo()
    dump = canonical_dump(one.connection())
    one.refresh(rebuild=True)
    assert dump == canonical_dump(one.connection())
    one.close()
    two.close()
