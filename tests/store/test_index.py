"""The index file: made again when in doubt, done without where it cannot be."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from scripts.errors import DataError, IndexUnavailableError
from scripts.store import index as module
from scripts.store import patience, updating
from scripts.store import sweep as sweep_module
from scripts.store.reader import SqliteReader
from scripts.store.tables import require_fts5
from tests.running import done, page, python, run, write
from tests.store.dump import canonical_dump

REFRESH = """
import sys
from scripts.store.index import Index, IndexOptions
from scripts.store.reader import SqliteReader
from scripts.store.vault import Vault
index = Index(Vault(sys.argv[1] + "/vault"), sys.argv[1] + "/graph", IndexOptions())
for _ in range(5):
    index.refresh()
    assert len(SqliteReader(index.connection()).search(["word"], limit=99)) == 30
"""


@pytest.fixture
def index(room):
    for n in range(30):
        room.write(f"{n}.md", f"word number {n}, see [[{n + 1}]]. " + "More words stand here. " * 40)
    index = room.index()
    index.refresh()
    index.close()
    yield index
    index.close()


def found(index):
    return [hit.page for hit in SqliteReader(index.connection()).search(["number"], limit=99)]


class Interrupted(sqlite3.Connection):
    """What a person does who presses Ctrl-C once the lock is held."""

    def execute(self, sql, *values):
        found = super().execute(sql, *values)
        if sql == "BEGIN IMMEDIATE":
            raise KeyboardInterrupt
        return found


def test_an_interrupted_build_lets_go_of_its_lock(index, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(module.sqlite3, "connect", partial(sqlite3.connect, factory=Interrupted))
        # What the error holds is kept until the end of this test.
        with pytest.raises(KeyboardInterrupt) as _interrupt:
            index.open_writing()
    index.open_writing(busy_seconds=0).close()


DAMAGES = {
    "empty": lambda data: data[:0],
    "one byte": lambda data: data[:1],
    "header only": lambda data: data[:100],
    "first page only": lambda data: data[:4096],
    "half": lambda data: data[: len(data) // 2],
    "last byte lost": lambda data: data[:-1],
    "another file": lambda data: b"not a database" * (len(data) // 14),
    "zeros": lambda data: data[:100] + bytes(len(data) - 100),
    "noise": lambda data: data[:4096] + b"\xff" * (len(data) - 4096),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_d23_a_damaged_index_is_built_again(index, damage):
    path = Path(index.path)
    before = canonical(index)
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    try:
        index.refresh()
        now = canonical_of(index)
    except sqlite3.DatabaseError:
        # Met only when the table is read: the caller asks for a rebuild.
        index.refresh(rebuild=True)
        now = canonical_of(index)
    assert now == before


def canonical(index):
    index.refresh()
    dump = canonical_of(index)
    index.close()
    return dump


def canonical_of(index):
    dump = canonical_dump(index.connection())
    del dump["folders"]
    return dump


CRAFTED = [b"{\xa9\x01r\0\0\0\0N0", b"[" * 100_000, b"[1]", b'{"": "x"}', b'{"": [1]}', b"\xff", 1.5, None]


@pytest.mark.parametrize("blob", CRAFTED)
@pytest.mark.parametrize("column", ["meta", "folders", "texts"])
def test_a_crafted_blob_in_the_index_killed_every_verb(tmp_path, column, blob):
    home = tmp_path / "home"
    done("init", home)
    write(home / "wiki", {"a.md": page("a", "The pump fails.")})
    before = run("lint", home=home)
    statements = {
        "meta": "UPDATE meta SET value = ? WHERE key = 'folders'",
        "folders": "UPDATE OR IGNORE folders SET stamps = ?",
        "texts": "UPDATE OR IGNORE texts SET body = ?",
    }
    with closing(sqlite3.connect(home / "graph" / "index.sqlite")) as db, db:
        db.execute(statements[column], (blob,))
    assert (run("lint", home=home).out, done("recall", "pump", home=home).code) == (before.out, 0)
    assert "Traceback" not in done("doctor", home=home).err


@pytest.mark.parametrize("statement", ["UPDATE meta SET value = 'old' WHERE key = 'version'", "DROP TABLE meta"])
def test_an_index_of_another_version_is_built_again(index, statement):
    db = sqlite3.connect(index.path)
    db.execute(statement)
    db.commit()
    db.close()
    assert index.refresh().rebuilt
    assert len(found(index)) == 30


@pytest.mark.usefixtures("index")
def test_other_options_build_again(room):
    other = room.index(link_weight=0.25)
    assert other.refresh().rebuilt
    assert SqliteReader(other.connection()).edges_at(["1"], min_confidence=0)["1"][0].weight == 0.25
    other.close()


def test_a_deleted_index_comes_back(index):
    os.unlink(index.path)
    assert index.refresh() == (30, True, False)
    assert len(found(index)) == 30


def test_the_index_needs_the_vault_to_be_there(room, index):
    os.rename(room.root, room.folder / "elsewhere")
    with pytest.raises(DataError, match="the vault is not there"):
        index.refresh()
    os.rename(room.folder / "elsewhere", room.root)
    index.refresh()
    assert len(found(index)) == 30


@pytest.mark.parametrize("built", [False, True])
def test_a_graph_folder_that_cannot_be_written_is_done_without(open_room, without_rights, built):
    open_room.write("a.md", "word number one")
    index = open_room.index()
    if built:
        index.refresh()
        index.close()
        open_room.write("b.md", "word number two")
    open_room.graph.chmod(0o555)
    for path in open_room.graph.iterdir():
        path.chmod(0o444)
    with without_rights:
        refresh = index.refresh()
        assert refresh.in_memory
        assert sorted(found(index)) == (["a", "b"] if built else ["a"])
        index.close()
    assert built == bool(list(open_room.graph.iterdir()))


def test_an_up_to_date_index_is_read_where_nothing_can_be_written(open_room, without_rights, monkeypatch):
    monkeypatch.setattr("scripts.store.sweep.RACY_NS", 0)
    open_room.write("a.md", "word number one")
    index = open_room.index()
    index.refresh()
    index.close()
    open_room.graph.chmod(0o555)
    with without_rights:
        assert index.refresh() == (0, False, False)
        assert found(index) == ["a"]
        index.close()


def test_a_graph_folder_that_cannot_be_made_is_done_without(room):
    room.write("a.md", "word number one")
    (room.folder / "file").write_text("")
    index = module.Index(room.vault, str(room.folder / "file" / "graph"), module.IndexOptions())
    assert index.refresh().in_memory
    assert found(index) == ["a"]
    index.close()


def refusing_files(said):
    """Index._write that fails for a file, and does what it does in memory."""
    write = module.Index._write

    def refuse(self, db, progress):
        if db.execute("PRAGMA database_list").fetchone()[2]:
            raise sqlite3.OperationalError(said)
        return write(self, db, progress)

    return refuse


def test_a_full_disk_is_done_without(room, index, monkeypatch):
    room.write("more.md", "number")
    monkeypatch.setattr(module.Index, "_write", refusing_files("database or disk is full"))
    assert index.refresh().in_memory
    assert len(found(index)) == 31


def test_where_the_index_cannot_be_written_only_what_changed_is_read(room, index, monkeypatch):
    index.refresh()
    room.write("more.md", "number")
    # So does a mount behave that may only be read: the file opens for writing, and then cannot be written.
    monkeypatch.setattr(module.Index, "_write", refusing_files("attempt to write a readonly database"))
    assert index.refresh() == module.Refresh(1, False, True)
    assert len(found(index)) == 31


def test_an_index_whose_closing_was_broken_off_is_opened_again(index):
    index.refresh()

    class Broken:
        def __init__(self, connection):
            self.connection = connection

        def __getattr__(self, name):
            return getattr(self.connection, name)

        def close(self):
            self.connection.close()
            raise KeyboardInterrupt

    index._connection = Broken(index._connection)
    with pytest.raises(KeyboardInterrupt):
        index.close()
    assert not index.refresh().rebuilt


def test_an_index_at_rest_sees_what_was_written_meanwhile(room, index, monkeypatch):
    other = room.index()
    for file in room.graph.glob("index.sqlite*"):
        os.utime(file, (1, 1))
    index.refresh()
    index.refresh()
    stamp, looked = module.write_stamp, []

    def written_after(path):
        found = stamp(path)
        if not looked:
            looked.append(path)
            room.write("more.md", "number")
            other.refresh()
        return found

    index.rest()
    monkeypatch.setattr(module, "write_stamp", written_after)
    index.refresh()
    assert looked
    assert len(found(index)) == 31
    index.rest()
    assert len(found(index)) == 31
    other.close()


def test_an_index_dropped_by_another_process_before_it_is_opened_is_made_again(room, index, monkeypatch):
    index.refresh()
    opened, gone = module.Index._open_reading, []

    def dropped(self):
        if not gone and self.path:
            gone.append(self.path)
            module.remove_database(self.path)
        return opened(self)

    room.write("more.md", "number")
    monkeypatch.setattr(module.Index, "_is_current", lambda _: False)
    monkeypatch.setattr(module.Index, "_open_reading", dropped)
    assert index.refresh().in_memory is False
    assert "more" in found(index)


def test_an_index_that_another_process_keeps_is_told(room, index, monkeypatch):
    monkeypatch.setattr(module, "TOLD_AFTER", 0.01)
    monkeypatch.setattr(patience, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(patience, "BUSY_SECONDS", 0.05)
    room.write("more.md", "number")
    other = sqlite3.connect(index.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(IndexUnavailableError, match=r"another process.*try again"):
        index.refresh()
    other.execute("ROLLBACK")
    other.close()
    assert index.refresh().written == 1


class Lacking(sqlite3.Connection):
    """A connection of an SQLite that was built without something."""

    lacks = ""

    def execute(self, sql, *values):
        if self.lacks and self.lacks in sql:
            raise sqlite3.OperationalError(f"no such function: {self.lacks}")
        return super().execute(sql, *values)


@pytest.mark.parametrize(("lacks", "called"), [("fts5", "FTS5"), ("json_each", "JSON")])
def test_an_sqlite_without_what_a_question_needs_is_named(lacks, called):
    db = sqlite3.connect(":memory:", factory=Lacking)
    require_fts5(db)
    db.lacks = lacks
    with pytest.raises(IndexUnavailableError, match=rf"no {called}; use a Python whose"):
        require_fts5(db)
    db.close()


def test_an_sqlite_that_does_not_list_what_it_has_is_good_enough():
    # As SQLite 3.53 with json_each, before it is used.
    db = sqlite3.connect(":memory:", factory=Lacking)
    db.lacks = "module_list"
    require_fts5(db)
    db.close()


def test_a_question_sees_one_state_whatever_others_write(room, index):
    index.refresh()
    other = room.index()
    for n in range(30):
        (room.root / f"{n}.md").unlink()
    other.refresh()
    assert len(found(index)) == 30
    assert found(other) == []
    index.refresh()
    assert found(index) == []
    other.close()


def test_a_connection_that_is_kept_has_room_for_what_it_read(room, index):
    for file in room.graph.glob("index.sqlite*"):
        os.utime(file, (1, 1))
    kept = []
    for _ in range(3):
        index.refresh()
        kept += index.connection().execute("PRAGMA cache_size").fetchone()
    assert kept[1] == kept[2] < kept[0] < 0, "in KiB, below 0"


def test_a_connection_is_kept_while_nobody_writes(room, index):
    def written(at):
        for file in room.graph.glob("index.sqlite*"):
            os.utime(file, (at, at))

    index.refresh()
    written(1)
    opened = []
    for _ in range(3):
        index.refresh()
        opened.append(index.connection())
    assert opened[0] is opened[1] is opened[2]
    other = room.index()
    for at, name in enumerate(("new", "newer"), 2):
        room.write(f"{name}.md", "number thirty-one, which another process reads first")
        other.refresh()
        written(at)
        index.refresh()
        assert name in found(index)
    other.close()
    written(time.time())
    for _ in range(2):
        before = index.connection()
        index.refresh()
        assert index.connection() is not before, "it could be written again without its times telling"


@pytest.mark.parametrize("start", ["missing", "damaged", "current"])
def test_many_processes_refresh_at_once(room, index, root, start):
    if start == "missing":
        os.unlink(index.path)
    elif start == "damaged":
        Path(index.path).write_bytes(b"garbage" * 999)
    command = [sys.executable, "-c", REFRESH, str(room.folder)]
    processes = [subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    told = [process.communicate(timeout=120)[1] for process in processes]
    assert told == [""] * 4


def test_an_index_that_is_not_open_says_so(room):
    with pytest.raises(IndexUnavailableError, match="not open"):
        room.index().connection()


SWEEPS = """
import sys
from scripts.store.index import Index, IndexOptions
from scripts.store.vault import Vault
index = Index(Vault(sys.argv[1] + "/vault"), sys.argv[1] + "/graph", IndexOptions())
listed = []
sys.addaudithook(lambda event, _: event == "os.scandir" and listed.append(event))
assert index.refresh().written == 1
print(len(listed))
"""


@pytest.mark.usefixtures("index")
def test_a_change_is_found_by_one_sweep(room):
    room.write("more.md", "number")
    assert python(SWEEPS, room.folder).out == "1\n"


def test_a_change_is_swept_for_again_where_another_process_has_written_since(room, index, monkeypatch):
    other = room.index()
    room.write("more.md", "number")
    opened = module.Index.open_writing

    def slow(self, rebuild, **waiting):
        monkeypatch.setattr(module.Index, "open_writing", opened)
        # Neither the sweep before nor the one after sees this page; the index must not keep it for ever.
        room.write("brief.md", "number")
        other.refresh()
        other.close()
        (room.root / "brief.md").unlink()
        return opened(self, rebuild, **waiting)

    monkeypatch.setattr(module.Index, "open_writing", slow)
    index.refresh()
    index.refresh()
    assert len(found(index)) == 31


def test_who_finds_that_another_process_was_faster_looks_again_without_holding_the_index(room, index, monkeypatch):
    monkeypatch.setattr(sweep_module, "RACY_NS", 0)
    other = room.index()
    room.write("more.md", "number")
    opened = module.Index.open_writing

    def slow(self, rebuild, **waiting):
        monkeypatch.setattr(module.Index, "open_writing", opened)
        other.refresh()
        other.close()
        return opened(self, rebuild, **waiting)

    monkeypatch.setattr(module.Index, "open_writing", slow)
    monkeypatch.delattr(updating, "sweep")
    assert index.refresh().written == 0
    assert len(found(index)) == 31


def test_a_file_indexed_as_soon_as_it_was_written_is_asked_for_without_another_write(room, index, monkeypatch):
    monkeypatch.setattr(sweep_module, "RACY_NS", 10**15)
    room.write("more.md", "number")
    assert index.refresh().written == 1
    monkeypatch.setattr(module.Index, "open_writing", None)
    assert index.refresh().written == 0
    assert len(found(index)) == 31


def test_who_waits_for_a_build_is_told_so_and_goes_on_when_it_ends(index, monkeypatch):
    monkeypatch.setattr(module, "TOLD_AFTER", 0.01)
    other = index.open_writing()
    other.execute("BEGIN EXCLUSIVE")
    (Path(index.vault.root) / "new.md").write_text("A new word.", "utf-8")
    told = []

    def end_it(line):
        told.append(line)
        other.execute("COMMIT")
        other.close()

    assert index.refresh(tell=end_it).written == 1
    assert told == ["waiting: another process is writing the index"]


def test_a_writer_of_the_index_is_waited_for_as_long_as_its_files_change(tmp_path, monkeypatch):
    monkeypatch.setattr(patience, "BUSY_SECONDS", 0.0001)
    file, told = tmp_path / "index.sqlite", []
    wait, err = patience.Patience(str(file), told.append), sqlite3.OperationalError("database is locked")
    wait.go_on(err)
    time.sleep(0.001)
    with pytest.raises(IndexUnavailableError, match="written by another process"):
        wait.go_on(err)
    file.write_bytes(b"more")
    wait.go_on(err)
    (tmp_path / "index.sqlite-wal").write_bytes(b"more")
    wait.go_on(err)
    assert set(told) == {"waiting: another process is writing the index"}


def test_a_build_whose_file_another_process_drops_takes_what_that_one_made(room, index, monkeypatch):
    other, write = room.index(), index._write

    def dropped_first(*arguments):
        monkeypatch.undo()
        other.refresh(rebuild=True)
        other.close()
        return write(*arguments)

    monkeypatch.setattr(index, "_write", dropped_first)
    assert index.refresh(rebuild=True) == (0, False, False)
    assert len(found(index)) == 30
