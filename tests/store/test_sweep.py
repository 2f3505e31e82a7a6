"""The sweep: what changed is found without reading, and nothing that changed is missed."""

from __future__ import annotations

import marshal
import os
import time

import pytest

from scripts.store import sweep as module
from scripts.store import vault as vault_module
from scripts.store.connections import RACY_NS
from scripts.store.sweep import sweep

OLD = 1_600_000_000_000_000_000


@pytest.fixture
def index(room):
    index = room.index()
    yield index
    index.close()


def rested(monkeypatch) -> None:
    """Pretend that everything was written long before it was indexed."""
    monkeypatch.setattr(module, "RACY_NS", 0)


def changed(room, index):
    return sorted(sweep(room.vault, index.connection()).changed)


def test_an_unchanged_vault_is_clean_once_its_files_have_rested(room, index, monkeypatch):
    rested(monkeypatch)
    room.write("x/a.md", "text")
    (room.root / "empty").mkdir()
    index.refresh()
    assert sweep(room.vault, index.connection()).is_clean
    assert index.refresh() == (0, False, False)


def test_new_changed_and_gone_files_are_told(room, index, monkeypatch):
    rested(monkeypatch)
    # Inode numbers are the file system's to give: here none of them begins a part.
    monkeypatch.setattr(vault_module, "_PART_BITS", 1 << 64)
    for path in ("a.md", "x/b.md", "x/c.md", "y/d.md", "z"):
        room.write(path, "text")
    index.refresh()
    room.write("x/b.md", "other text")
    (room.root / "x" / "c.md").unlink()
    (room.root / "y" / "d.md").unlink()
    (room.root / "y").rmdir()
    (room.root / "z").unlink()
    room.write("z/e.md", "new")
    found = sweep(room.vault, index.connection())
    assert sorted(found.changed) == ["x/b.md", "z/e.md"]
    assert found.removed == ("x/c.md", "y/d.md", "z")
    assert found.gone_parts == (("y", ""),)


def test_a_fresh_file_is_read_again_for_it_may_change_in_the_same_tick(room, index, monkeypatch):
    path = room.write("a.md", "one")
    stamp = path.stat()
    frozen = {"a.md": (stamp.st_size, stamp.st_mtime_ns, stamp.st_ctime_ns, stamp.st_ino)}
    # A file system with whole seconds and a coarse clock: nothing in the stamp can tell.
    monkeypatch.setattr(room.vault, "_files", lambda *_: iter([("", dict(frozen))]))
    index.refresh()
    room.write("a.md", "two")
    assert index.refresh().written == 1
    assert index.connection().execute("SELECT count(*) FROM words WHERE words MATCH 'two'").fetchone() == (1,)


def test_an_edit_of_the_same_size_with_its_mtime_put_back_is_found(room, index, monkeypatch):
    rested(monkeypatch)
    path = room.write("a.md", "one")
    os.utime(path, ns=(OLD, OLD))
    index.refresh()
    time.sleep(0.02)
    with open(path, "r+b") as file:
        file.write(b"two")
    os.utime(path, ns=(OLD, OLD))
    assert changed(room, index) == ["a.md"]


def test_a_file_put_in_place_of_another_is_found(room, index, monkeypatch):
    rested(monkeypatch)
    path = room.write("a.md", "one")
    other = room.write("b.md", "two")
    for each in (path, other):
        os.utime(each, ns=(OLD, OLD))
    index.refresh()
    os.replace(other, path)
    found = sweep(room.vault, index.connection())
    assert (sorted(found.changed), found.removed) == (["a.md"], ("b.md",))


def test_a_file_dated_in_the_future_is_not_read_for_ever():
    now = time.time_ns()
    future, past = now + 10**15, now - 10**15
    assert not module._is_fresh((1, future, past, 1), now)
    assert module._is_fresh((1, past, now - RACY_NS // 2, 1), now)
    assert module._is_fresh((1, now - RACY_NS // 2, past, 1), now)
    assert not module._is_fresh((1, past, past, 1), now)


def test_a_touched_file_with_the_same_bytes_changes_nothing(room, index):
    path = room.write("a.md", "one")
    index.refresh()
    os.utime(path, ns=(OLD, OLD))
    assert index.refresh().written == 0


def test_a_file_that_cannot_be_read_is_told_and_tried_again(open_room, without_rights, monkeypatch):
    rested(monkeypatch)
    open_room.write("a.md", "word")
    private = open_room.write("private.md", "secret [[a]]")
    private.chmod(0)
    if os.geteuid() == 0:
        os.chown(open_room.graph, 65534, -1)
    index = open_room.index()
    with without_rights:
        assert index.refresh().written == 2
        assert [(issue.rule, issue.path) for issue in index.issues()] == [("unreadable-file", "private.md")]
        assert index.refresh().written == 0
    private.chmod(0o644)
    assert index.refresh().written == 1
    assert index.issues() == []
    index.close()


def test_a_name_that_is_not_utf8_is_told_and_stops_nobody(room, index):
    try:
        room.write("bad\udcff/n\udcff.md", "text")
    except OSError:
        pytest.skip("this file system refuses names that are not UTF-8")
    room.write("a.md", "word")
    index.refresh()
    assert [(issue.rule, issue.path) for issue in index.issues()] == [("illegal-name", "bad\\udcff/n\\udcff.md")]
    assert index.refresh().written == 0
    os.unlink(room.root / "bad\udcff" / "n\udcff.md")
    index.refresh()
    assert index.issues() == []


@pytest.mark.parametrize("blob", [b"", b"\x00", b"garbage", marshal.dumps({"a.md": 1})[:-2]])
def test_damaged_stamps_are_built_again(room, index, blob):
    room.write("a.md", "word")
    index.refresh()
    index.close()
    db = index.open_writing()
    db.execute("UPDATE folders SET stamps = ?", (blob,))
    db.close()
    assert index.refresh().rebuilt
    assert index.connection().execute("SELECT path FROM files").fetchall() == [("a.md",)]


def test_an_edit_in_a_large_folder_is_written_as_one_small_part(room, index, monkeypatch):
    rested(monkeypatch)
    monkeypatch.setattr(vault_module, "_PART_BITS", 7)
    for number in range(300):
        room.write(f"x/{number}.md", "text")
    index.refresh()
    room.write("x/170.md", "other text")
    found = sweep(room.vault, index.connection())
    assert (sorted(found.changed), found.removed, found.gone_parts) == (["x/170.md"], (), ())
    [files] = found.parts.values()
    assert "170.md" in files
    assert len(files) < 200
    assert index.refresh().written == 1
    assert sweep(room.vault, index.connection()).is_clean


def test_files_that_begin_a_part_come_and_go_like_all_others(room, index, monkeypatch):
    rested(monkeypatch)
    # Each file begins a part of its own.
    monkeypatch.setattr(vault_module, "_PART_BITS", 0)
    for name in ("a", "b", "c", "d"):
        room.write(f"x/{name}.md", name)
    index.refresh()
    (room.root / "x" / "b.md").unlink()
    (room.root / "x" / "d.md").unlink()
    room.write("x/e.md", "e")
    found = sweep(room.vault, index.connection())
    assert (sorted(found.changed), found.removed) == (["x/e.md"], ("x/b.md", "x/d.md"))
    assert sorted(found.gone_parts) == [("x", "b.md"), ("x", "d.md")]
    index.refresh()
    assert sweep(room.vault, index.connection()).is_clean
    # Kept otherwise than they are listed, and the same files all the same.
    monkeypatch.undo()
    rested(monkeypatch)
    assert sweep(room.vault, index.connection()).is_clean
