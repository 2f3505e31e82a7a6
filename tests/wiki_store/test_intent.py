"""An operation that was interrupted is finished by who began it, where it was begun; any other note is refused."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from scripts.errors import DataError, UnsafePathError
from scripts.wiki_store.intent import IntentRefusedError
from scripts.wiki_store.recovery import recover
from scripts.wiki_store.signing import KEY_NAME
from scripts.wiki_store.transaction import Transaction
from scripts.wiki_store.working_copy import Change

NOW = "2026-01-01T00:00:00Z"
CHANGES = [Change("a.md", b"old", b"new"), Change("made/b.md", None, b"made", 0o755)]


@pytest.fixture
def interrupted(room, monkeypatch):
    """A home whose writer died before its first change."""
    room.write("a.md", "old")
    transaction = room.transaction()
    monkeypatch.setattr(transaction, "_replace", lambda *_: None)
    transaction.commit(CHANGES, verb="t", actor="a", now=NOW)
    monkeypatch.undo()
    return room


def edit(room, **facts):
    path = room.graph / "pending.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | facts))


def test_who_began_it_finishes_it(interrupted):
    assert recover(interrupted.transaction()).finished == ("a.md", "made/b.md")
    assert interrupted.files() == {"a.md": b"new", "made/b.md": b"made"}


@pytest.mark.parametrize(
    "facts",
    [
        {"mac": ""},
        {"mac": None},
        {"mac": "\u00e9"},
        {"verb": "u"},
        {"undoes": "x"},
        {"changes": [["a.md", "", ""]]},
        {"more": 1},
    ],
)
def test_a_note_that_was_changed_is_refused_and_names_its_files(interrupted, facts):
    edit(interrupted, **facts)
    with pytest.raises(IntentRefusedError, match="doctor") as caught:
        recover(interrupted.transaction())
    assert caught.value.files[0] == "a.md"
    assert interrupted.files() == {"a.md": b"old"}


def test_a_note_of_another_user_is_refused(interrupted):
    (interrupted.folder / "state" / KEY_NAME).write_bytes(bytes(32))
    with pytest.raises(IntentRefusedError):
        recover(interrupted.transaction())


@pytest.mark.parametrize("moved", ["vault", "graph"])
def test_a_note_that_came_with_a_copy_of_the_home_is_refused(interrupted, moved):
    places = {name: str(interrupted.folder / name) for name in ("vault", "graph")}
    os.rename(places[moved], places[moved] + " 2")
    places[moved] += " 2"
    transaction = Transaction(places["vault"], places["graph"], state=str(interrupted.folder / "state"))
    with pytest.raises(IntentRefusedError):
        recover(transaction)


def test_without_a_state_folder_one_writes_and_finishes_nothing(room, monkeypatch):
    room.write("a.md", "old")
    (room.folder / "state").write_text("no folder")
    transaction = room.transaction()
    transaction.commit(CHANGES, verb="t", actor="a", now=NOW)
    assert room.files()["a.md"] == b"new"
    monkeypatch.setattr(transaction, "_replace", lambda *_: None)
    transaction.commit([Change("a.md", b"new", b"newer")], verb="t", actor="a", now=NOW)
    with pytest.raises(IntentRefusedError):
        recover(room.transaction())


def test_nothing_is_begun_over_an_operation_that_is_not_finished(interrupted):
    before = (interrupted.graph / "pending.json").read_bytes()
    with pytest.raises(DataError, match="not finished"):
        interrupted.transaction().commit(CHANGES, verb="t", actor="a", now=NOW)
    assert (interrupted.graph / "pending.json").read_bytes() == before


def test_the_key_is_for_this_user_alone_and_made_once(room):
    room.write("a.md", "old")
    room.transaction().commit(CHANGES[:1], verb="t", actor="a", now=NOW)
    key = room.folder / "state" / KEY_NAME
    before = key.read_bytes()
    assert (len(before), stat.S_IMODE(key.stat().st_mode)) == (32, 0o600)
    room.transaction().commit([Change("a.md", b"new", b"newer")], verb="t", actor="a", now=NOW)
    assert key.read_bytes() == before
    assert os.listdir(key.parent) == [KEY_NAME]


def test_no_file_can_be_run_that_a_note_or_the_journal_makes(interrupted):
    transaction = interrupted.transaction()
    recover(transaction)
    assert (interrupted.root / "made/b.md").stat().st_mode & 0o111 == 0
    (record,) = transaction.journal.operations()
    assert [change.mode for change in record.changes] == [0, 0o644]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("name", ["pending.json", "journal.jsonl"])
@pytest.mark.parametrize("kind", ["pipe", "device", "link", "huge"])
def test_what_is_no_plain_file_of_ours_is_neither_read_nor_waited_for(room, tmp_path, name, kind):
    path = room.graph / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "huge":
        path.touch()
        os.truncate(path, 1 << 40)
    else:
        (tmp_path / "other").write_text("{}\n")
        path.symlink_to("/dev/zero" if kind == "device" else tmp_path / "other")
    transaction = room.transaction()
    with pytest.raises(DataError):
        recover(transaction) if name == "pending.json" else transaction.journal.operations()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_stored_copy_that_is_a_pipe_or_a_device_is_not_waited_for(room):
    room.write("a.md", "old")
    transaction = room.transaction()
    record = transaction.commit(CHANGES[:1], verb="t", actor="a", now=NOW)
    copy = Path(transaction.objects._path(record.changes[0].before))
    for make in (os.mkfifo, lambda path: os.symlink("/dev/zero", path)):
        copy.unlink()
        make(copy)
        with pytest.raises(DataError, match="cannot be read"):
            transaction.undo_changes(record)


@pytest.mark.parametrize("name", [".git", ".GIT", "a/.Git/b"])
def test_nothing_is_written_into_the_folder_of_a_git_repository(tmp_path, name):
    root, graph = tmp_path / name, tmp_path / "graph"
    root.mkdir(parents=True)
    graph.mkdir()
    with pytest.raises(UnsafePathError, match="git"):
        Transaction(str(root), str(graph), state="").commit([Change("a", None, b"x")], verb="t", actor="a", now=NOW)
    assert list(root.iterdir()) == []


def test_nothing_is_written_into_a_bare_git_repository_nor_below_a_hidden_folder(room):
    room.write("HEAD", "ref: refs/heads/main\n")
    (room.root / "objects").mkdir()
    with pytest.raises(UnsafePathError, match="git"):
        room.transaction().commit([Change("hooks/x", None, b"x")], verb="t", actor="a", now=NOW)
    (room.root / "HEAD").unlink()
    (room.root / ".hidden").mkdir()
    (room.root / "way").symlink_to(".hidden")
    for path in ("way/x", ".hidden/x", ".Git/x", ".trash/.git/x"):
        with pytest.raises(UnsafePathError):
            room.transaction().commit([Change(path, None, b"x")], verb="t", actor="a", now=NOW)
