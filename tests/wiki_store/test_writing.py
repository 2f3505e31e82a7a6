"""A file changes only if it still is what was read: whatever a person saves meanwhile is kept."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from scripts.errors import ReadOnlyError
from scripts.wiki_store import writing
from scripts.wiki_store.operations import Change
from scripts.wiki_store.writing import is_temporary, move, settle, sha256, slot_of, write_beside, write_durably


@pytest.fixture(params=["with exchange", "without"])
def page(request, tmp_path, monkeypatch):
    if request.param == "without":
        monkeypatch.setattr(writing, "_exchange_call", lambda: None)
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    return path


def left_over(folder) -> list[str]:
    return [name for name in os.listdir(folder) if is_temporary(name)]


def slot_with(page: Path, data: bytes | None = b"new") -> str:
    slot = slot_of(str(page), "20260101T000000-0000", 0, str(page.parent))
    if data is not None:
        write_beside(str(page), slot, data)
    return slot


def test_a_page_that_is_as_expected_changes_places_and_goes_back(page):
    slot = slot_with(page)
    assert move(slot, str(page), sha256(b"old"))
    assert (page.read_bytes(), Path(slot).read_bytes()) == (b"new", b"old")
    assert move(slot, str(page), sha256(b"new"))
    assert (page.read_bytes(), Path(slot).read_bytes()) == (b"old", b"new")


@pytest.mark.parametrize("expected", [b"another", None])
def test_a_page_that_is_not_as_expected_stays(page, expected):
    slot = slot_with(page)
    assert not move(slot, str(page), sha256(expected))
    os.unlink(slot)
    assert not move(slot, str(page), sha256(b"another"))
    assert page.read_bytes() == b"old"
    assert left_over(page.parent) == []


def test_a_page_that_is_gone_is_not_made_again(page):
    page.unlink()
    slot = slot_with(page)
    assert not move(slot, str(page), sha256(b"old"))
    os.unlink(slot)
    assert not move(slot, str(page), sha256(b"old"))
    assert not page.exists()


def test_a_page_is_made_and_taken_out(page):
    other = page.with_name("b.md")
    slot = slot_with(other)
    assert move(slot, str(other), "")
    assert (other.read_bytes(), left_over(page.parent)) == (b"new", [])
    assert move(slot, str(other), sha256(b"new"))
    assert not other.exists()
    assert Path(slot).read_bytes() == b"new"


def test_a_page_is_made_where_storage_knows_no_hard_links(page, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    other = page.with_name("b.md")
    assert move(slot_with(other), str(other), "")
    assert not move(slot_with(page), str(page), "")
    assert (other.read_bytes(), page.read_bytes()) == (b"new", b"old")


def test_a_save_while_two_files_change_places_in_two_steps_was_lost(tmp_path, monkeypatch):
    """Without the system call the page was renamed over; whoever saved after the look lost it."""
    monkeypatch.setattr(writing, "_exchange_call", lambda: None)
    page, place_new = tmp_path / "a.md", writing._place_new
    page.write_bytes(b"old")

    def after_a_save(temporary, path):
        page.write_bytes(b"a person's")
        return place_new(temporary, path)

    monkeypatch.setattr(writing, "_place_new", after_a_save)
    slot = slot_with(page)
    assert not move(slot, str(page), sha256(b"old"))
    settle(slot, str(page), (sha256(b"old"), sha256(b"new")), "2026-01-01T00:00:00Z")
    assert page.read_bytes() == b"a person's"
    assert os.listdir(tmp_path) == ["a.md"]


def test_a_writer_that_dies_between_the_two_steps_leaves_the_page(room, monkeypatch):
    monkeypatch.setattr(writing, "_exchange_call", lambda: None)
    room.write("a.md", "old")
    transaction = room.transaction()
    with monkeypatch.context() as dying:
        dying.setattr(writing, "_place_new", lambda *_: sys.exit("killed"))
        dying.setattr(transaction, "_walk_back", lambda *_: None)
        with pytest.raises(SystemExit):
            transaction.commit([Change("a.md", b"old", b"new")], verb="t", actor="a", now="2026-01-01T00:00:00Z")
    assert not (room.root / "a.md").exists()
    assert transaction.recover().finished == ("a.md",)
    assert room.files() == {"a.md": b"new"}


@pytest.mark.skipif(writing._exchange_call() is None, reason="no exchange of two files here")
def test_a_save_between_the_last_look_and_the_rename_was_lost(room, monkeypatch):
    room.write("a.md", "old")
    room.write("b.md", "old")
    transaction = room.transaction()
    exchange = writing.exchange

    def after_a_save(one, other):
        if other.endswith("b.md") and (room.root / "b.md").read_bytes() == b"old":
            room.write("b.md", "a person's")
        return exchange(one, other)

    monkeypatch.setattr(writing, "exchange", after_a_save)
    with pytest.raises(Exception, match="changed since it was read"):
        transaction.commit(
            [Change("a.md", b"old", b"new"), Change("b.md", b"old", b"new")],
            verb="t",
            actor="a",
            now="2026-01-01T00:00:00Z",
        )
    assert room.files() == {"a.md": b"old", "b.md": b"a person's"}


@pytest.mark.skipif(writing._exchange_call() is None, reason="no exchange of two files here")
def test_of_two_saves_in_the_moment_of_a_change_none_is_lost(tmp_path, monkeypatch):
    """The one before was put back over the one behind it."""
    page, exchange = tmp_path / "a.md", writing.exchange
    page.write_bytes(b"one")

    def exchange_beside_an_editor(one, other):
        if page.read_bytes() == b"new":
            page.write_bytes(b"two")
        return exchange(one, other)

    monkeypatch.setattr(writing, "exchange", exchange_beside_an_editor)
    slot = slot_with(page)
    assert not move(slot, str(page), sha256(b"old"))
    settle(slot, str(page), (sha256(b"old"), sha256(b"new")), "2026-01-01T02:03:04Z")
    copy = tmp_path / "a (conflicted copy 2026-01-01 020304).md"
    assert (page.read_bytes(), copy.read_bytes()) == (b"one", b"two")


@pytest.mark.skipif(writing._exchange_call() is None, reason="no exchange of two files here")
def test_what_was_saved_stays_where_the_page_is_moved_away_in_that_moment(tmp_path, monkeypatch):
    page, exchange = tmp_path / "a.md", writing.exchange
    page.write_bytes(b"saved")

    def exchange_beside_a_person(one, other):
        if page.read_bytes() == b"new":
            page.rename(tmp_path / "moved.md")
        return exchange(one, other)

    monkeypatch.setattr(writing, "exchange", exchange_beside_a_person)
    assert not move(slot_with(page), str(page), sha256(b"old"))
    assert page.read_bytes() == b"saved"


@pytest.mark.skipif(writing._exchange_call() is None, reason="no exchange of two files here")
def test_what_an_editor_wrote_into_the_page_it_had_open_was_lost(room, monkeypatch):
    """It opened the page before our rename, and saved while the operation went on."""
    page = room.write("a.md", "old\n")
    transaction = room.transaction()
    finish = transaction.operations.finish
    with open(page, "ab", buffering=0) as editor:

        def after_a_save(record):
            editor.write(b"a person's\n")
            finish(record)

        monkeypatch.setattr(transaction.operations, "finish", after_a_save)
        transaction.commit([Change("a.md", b"old\n", b"new\n")], verb="t", actor="a", now="2026-01-01T02:03:04Z")
    assert room.files() == {"a.md": b"new\n", "a (conflicted copy 2026-01-01 020304).md": b"old\na person's\n"}


@pytest.mark.parametrize("saved", [b"a person's", b"n", b"", b"- milk\n- Nora\n"])
def test_what_a_person_saved_in_the_last_moment_of_a_killed_writer_was_lost(room, monkeypatch, saved):
    """The writer had it in its hands: it was the beginning of our new version, and taken for a torn file of ours."""
    page, new = room.write("a.md", "- milk\n- Nora\n- old\n"), b"- milk\n- Nora\n- old\n- new\n"
    transaction, exchange = room.transaction(), writing.exchange

    def dies_when_it_is_swapped(one, other):
        page.write_bytes(saved)
        exchange(one, other)
        sys.exit("killed")

    change = Change("a.md", b"- milk\n- Nora\n- old\n", new)
    with monkeypatch.context() as dying:
        dying.setattr(writing, "exchange", dies_when_it_is_swapped)
        dying.setattr(transaction, "_walk_back", lambda *_: None)
        with pytest.raises(SystemExit):
            transaction.commit([change], verb="t", actor="a", now="2026-01-01T02:03:04Z")
    transaction.recover()
    assert room.files() == {"a.md": new, "a (conflicted copy 2026-01-01 020304).md": saved}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_mode_of_a_file_stays_and_a_new_one_follows_the_umask(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_durably(str(path), b"new")
    before = os.umask(0o027)
    try:
        write_durably(str(tmp_path / "b.md"), b"new")
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a.md", "b.md")] == [0o640, 0o640]


def test_the_target_of_a_link_is_replaced_not_the_link(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "real.md").write_bytes(b"old")
    (tmp_path / "link.md").symlink_to("inner/real.md")
    write_durably(str(tmp_path / "link.md"), b"new")
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "inner" / "real.md").read_bytes() == b"new"


def test_a_long_name_of_any_script_fits_beside_its_file(tmp_path):
    name = "知" * 80 + ".md"
    write_durably(str(tmp_path / name), b"x")
    assert os.listdir(tmp_path) == [name]


def test_a_save_that_cannot_be_put_back_becomes_a_copy(room, monkeypatch) -> None:
    """The disk failed between the two exchanges, and the save went with the temporary file that held it."""
    page, exchange, calls = room.write("a.md", "old"), writing.exchange, []

    def fails_when_it_gives_back(one: str, other: str) -> bool:
        calls.append(other)
        if len(calls) == 2:
            raise OSError(errno.EIO, "Input/output error", other)
        if len(calls) == 1:
            page.write_bytes(b"PRECIOUS")
        return exchange(one, other)

    monkeypatch.setattr(writing, "exchange", fails_when_it_gives_back)
    transaction = room.transaction()
    with pytest.raises(ReadOnlyError):
        transaction.commit([Change("a.md", b"old", b"new")], verb="t", actor="a", now="2026-11-28T07:30:00Z")
    assert b"PRECIOUS" in room.files().values()
    assert left_over(room.root) == []
    assert transaction.recover() is None
