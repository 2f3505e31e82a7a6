"""A file changes only if it still is what was read: whatever a person saves meanwhile is kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scripts.store import swapping
from scripts.store.files import is_temporary, write_temporary
from scripts.store.operations import Change, Operations
from scripts.store.swapping import remove_if, replace_if


@pytest.fixture(params=["with exchange", "without"])
def page(request, tmp_path, monkeypatch):
    if request.param == "without":
        monkeypatch.setattr(swapping, "_exchange_call", lambda: None)
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    return path


def left_over(folder) -> list[str]:
    return [name for name in os.listdir(folder) if is_temporary(name)]


def test_a_page_that_is_as_expected_is_replaced(page):
    temporary = Path(write_temporary(str(page), b"new"))
    assert replace_if(str(temporary), str(page), b"old")
    assert page.read_bytes() == b"new"
    assert not temporary.exists() or temporary.read_bytes() == b"old"


def test_a_page_that_is_not_as_expected_stays(page):
    temporary = write_temporary(str(page), b"new")
    assert not replace_if(temporary, str(page), b"another")
    assert not replace_if(temporary, str(page), None)
    assert page.read_bytes() == b"old"
    assert not remove_if(str(page), b"another")
    assert page.read_bytes() == b"old"
    assert left_over(page.parent) == [os.path.basename(temporary)]


def test_a_page_that_is_gone_is_not_made_again(page):
    page.unlink()
    assert not replace_if(write_temporary(str(page), b"new"), str(page), b"old")
    assert not remove_if(str(page), b"old")
    assert not page.exists()


def test_a_page_is_made_and_removed(page):
    other = page.with_name("b.md")
    assert replace_if(write_temporary(str(other), b"new"), str(other), None)
    assert other.read_bytes() == b"new"
    assert remove_if(str(other), b"new")
    assert not other.exists()
    assert not left_over(page.parent)


def test_a_page_is_made_where_storage_knows_no_hard_links(page, monkeypatch):
    def refused(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    other = page.with_name("b.md")
    assert replace_if(write_temporary(str(other), b"new"), str(other), None)
    assert not replace_if(write_temporary(str(page), b"new"), str(page), None)
    assert (other.read_bytes(), page.read_bytes()) == (b"new", b"old")


@pytest.mark.skipif(swapping._exchange_call() is None, reason="no exchange of two files here")
def test_a_save_between_the_last_look_and_the_rename_was_lost(room, monkeypatch):
    room.write("a.md", "old")
    room.write("b.md", "old")
    operations = Operations(room.vault, str(room.graph), quiet_seconds=0)
    exchange = swapping.exchange

    def after_a_save(one, other):
        if other.endswith("b.md") and (room.root / "b.md").read_bytes() == b"old":
            room.write("b.md", "a person's")
        return exchange(one, other)

    monkeypatch.setattr(swapping, "exchange", after_a_save)
    with pytest.raises(Exception, match="changed since it was read"):
        operations.commit(
            [Change("a.md", b"old", b"new"), Change("b.md", b"old", b"new")], verb="t", actor="a", now="2026-01-01"
        )
    assert room.files() == {"a.md": b"old", "b.md": b"a person's"}


@pytest.mark.skipif(swapping._exchange_call() is None, reason="no exchange of two files here")
def test_what_an_editor_wrote_into_the_page_it_had_open_was_lost(room, monkeypatch):
    """It opened the page before our rename, and saved while the operation went on."""
    page = room.write("a.md", "old\n")
    operations = Operations(room.vault, str(room.graph), quiet_seconds=0)
    note = operations.note
    with open(page, "ab", buffering=0) as editor:

        def after_a_save(*args):
            editor.write(b"a person's\n")
            note(*args)

        monkeypatch.setattr(operations, "note", after_a_save)
        operations.commit([Change("a.md", b"old\n", b"new\n")], verb="t", actor="a", now="2026-01-01T02:03:04Z")
    assert room.files() == {"a.md": b"new\n", "a (conflicted copy 2026-01-01 020304).md": b"old\na person's\n"}


def test_what_a_person_saved_in_the_last_moment_of_a_killed_writer_becomes_a_copy(room, monkeypatch):
    """The writer had it in its hands, under the name of its temporary file."""
    room.write("a.md", "old")
    operations = Operations(room.vault, str(room.graph), quiet_seconds=0)
    monkeypatch.setattr(operations, "_replace", lambda *_: None)
    operations.commit([Change("a.md", b"old", b"new")], verb="t", actor="a", now="2026-01-01T02:03:04Z")
    room.write("a.md", "new")
    for data in (b"a person's", b"n", b"old"):
        write_temporary(str(room.root / "a.md"), data)
    operations.recover()
    assert room.files() == {"a.md": b"new", "a (conflicted copy 2026-01-01 020304).md": b"a person's"}
