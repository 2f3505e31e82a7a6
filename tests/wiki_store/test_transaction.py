"""Operations: several files change together or not at all, and every one can be taken back."""

from __future__ import annotations

import os
import sys
import time
import zlib
from collections import Counter

import pytest

from scripts.errors import DataError, PageChangedError, ReadOnlyError, UndoRefusedError, UnsafePathError
from scripts.maintain.undo import undo_changes
from scripts.wiki_store import operations as operations_module
from scripts.wiki_store import transaction as module
from scripts.wiki_store import writing
from scripts.wiki_store.operations import Change
from scripts.wiki_store.working_copy import WorkingCopy
from scripts.wiki_store.writing import sha256
from tests.wiki_store.killed_commit import CHANGES, NOW

OLD = {path: before for path, before, _ in CHANGES if before is not None} | {"other.md": b"untouched\r\n"}
NEW = {path: after for path, _, after in CHANGES if after is not None} | {"other.md": b"untouched\r\n"}
REAL = [Change(*change) for change in CHANGES]


@pytest.fixture
def transaction(room):
    for path, data in OLD.items():
        room.write(path, data)
    return room.transaction()


def commit(transaction, changes=REAL, **options):
    return transaction.commit(changes, **{"verb": "test", "actor": "agent", "now": NOW, **options})


def operations_of(transaction):
    return [*transaction.operations.standing()][::-1]


def undone(transaction, record):
    return undo_changes(WorkingCopy(transaction.root), record, transaction)


def folders(room):
    return {os.path.relpath(folder, room.root) for folder, _, _ in os.walk(room.root)}


def test_all_changes_are_made_and_noted(room, transaction):
    record = commit(transaction, note="why")
    assert room.files() == NEW
    assert folders(room) == {".", "made"}
    assert operations_of(transaction) == [record]
    assert (record.verb, record.actor, record.note, record.time) == ("test", "agent", "why", NOW)
    assert [change.path for change in record.changes] == [change.path for change in REAL]
    assert transaction.operations.pending() is None


@pytest.mark.parametrize("before", [b"something else", None])
def test_d30_a_page_that_changed_since_it_was_read_is_not_written(room, transaction, before):
    with pytest.raises(PageChangedError) as caught:
        commit(transaction, [*REAL[:3], Change("last.md", before, b"new")])
    assert caught.value.path == "last.md"
    assert caught.value.hint.endswith("repeat the call")
    assert room.files() == OLD
    assert operations_of(transaction) == []


def test_a_page_that_somebody_made_meanwhile_is_not_written(room, transaction):
    room.write("made/new.md", "a person's")
    with pytest.raises(PageChangedError):
        commit(transaction)
    assert room.files() == OLD | {"made/new.md": b"a person's"}


@pytest.mark.parametrize("path", ["../out.md", "/tmp/out.md", ".obsidian/app.json", ".trash/../../out.md", "a\0.md"])
def test_d09_nothing_is_written_outside_the_vault(room, transaction, path):
    with pytest.raises(UnsafePathError):
        commit(transaction, [*REAL, Change(path, None, b"x")])
    assert room.files() == OLD


def test_a_path_that_is_changed_twice_is_refused(room, transaction):
    with pytest.raises(DataError, match="twice"):
        commit(transaction, [*REAL, Change("last.md", b"old last", b"x")])
    assert room.files() == OLD


def test_a_target_that_is_a_folder_is_refused(room, transaction):
    (room.root / "made" / "new.md").mkdir(parents=True)
    with pytest.raises(DataError, match=r"made/new\.md"):
        commit(transaction)
    assert room.files() == OLD


def test_a_folder_that_cannot_be_written_leaves_all_as_it_was(open_room, without_rights):
    for path, data in OLD.items():
        open_room.write(path, data)
    for folder in (open_room.folder, open_room.graph, open_room.root, open_room.root / "removed"):
        os.chown(folder, 65534, -1) if os.geteuid() == 0 else None
    (open_room.root / "removed").chmod(0o555)
    with without_rights:
        transaction = open_room.transaction()
        with pytest.raises(ReadOnlyError):
            commit(transaction)
        assert transaction.operations.pending() is None
    (open_room.root / "removed").chmod(0o755)
    assert open_room.files() == OLD
    assert operations_of(transaction) == []


@pytest.mark.parametrize("nth", range(1, 4))
def test_a_disk_that_fails_for_good_is_mended_by_the_next_command(room, transaction, monkeypatch, nth):
    count = 0

    def failing(real):
        def call(source, target, **options):
            nonlocal count
            count += str(target).startswith(str(room.root))
            if count >= nth and str(target).startswith(str(room.root)):
                raise OSError(28, "no space", "somewhere")
            return real(source, target, **options)

        return call

    for place, name in ((os, "replace"), (os, "rename"), (os, "link"), (writing, "exchange")):
        monkeypatch.setattr(place, name, failing(getattr(place, name)))
    with pytest.raises(DataError):
        commit(transaction)
    monkeypatch.undo()
    recovered = transaction.recover()
    assert room.files() == (NEW if recovered else OLD)


def test_what_a_person_writes_in_the_middle_stays(room, transaction, monkeypatch):
    def meanwhile(slot, path, expected):
        if path.endswith("last.md") and "new edited" in (room.root / "edited.md").read_text():
            room.write("edited.md", "a person's")
            room.write("last.md", "a person's too")
        return writing.move(slot, path, expected)

    monkeypatch.setattr(module, "move", meanwhile)
    with pytest.raises(PageChangedError):
        commit(transaction)
    assert room.files() == OLD | {"edited.md": b"a person's", "last.md": b"a person's too"}


def test_a_link_stays_a_link_when_its_page_is_written_and_taken_back(room, transaction):
    (room.root / "link.md").symlink_to("other.md")
    record = commit(transaction, [Change("link.md", b"untouched\r\n", b"new")])
    assert (room.root / "link.md").is_symlink()
    assert (room.root / "other.md").read_bytes() == b"new"
    commit(transaction, undone(transaction, record), reverts=[record.op])
    assert (room.root / "link.md").is_symlink()
    assert (room.root / "other.md").read_bytes() == b"untouched\r\n"


def test_a_page_that_becomes_a_link_after_the_look_is_not_followed(room, transaction, tmp_path, monkeypatch):
    """Its target has the very bytes that were read, so that only the path tells."""
    outside = tmp_path / "outside.md"
    outside.write_bytes(OLD["edited.md"])
    begin = transaction.operations.begin

    def meanwhile(record):
        begin(record)
        (room.root / "edited.md").unlink()
        (room.root / "edited.md").symlink_to(outside)

    monkeypatch.setattr(transaction.operations, "begin", meanwhile)
    commit(transaction)
    assert outside.read_bytes() == OLD["edited.md"]
    assert room.files() == NEW


def test_an_undo_names_the_operations_to_undo_before(transaction):
    record = commit(transaction)
    later = [
        commit(transaction, [REAL[0]._replace(before=before, after=after)])
        for before, after in ((REAL[0].after, b"more"), (b"more", b"still more"))
    ]
    with pytest.raises(UndoRefusedError) as caught:
        undone(transaction, record)
    assert caught.value.hint == f"undo {later[1].op}, then {later[0].op} first, or mend by hand"


def test_a_page_goes_to_the_trash_and_comes_back(room, transaction):
    record = commit(transaction, [Change("last.md", b"old last", None), Change(".trash/last.md", None, b"old last")])
    assert room.files()[".trash/last.md"] == b"old last"
    commit(transaction, undone(transaction, record), reverts=[record.op])
    assert room.files() == OLD
    assert not (room.root / ".trash").exists()


def test_a_person_who_is_typing_is_waited_for(transaction, monkeypatch):
    slept, told = [], []
    monkeypatch.setattr(time, "sleep", slept.append)
    transaction.quiet_seconds, transaction._tell = 30, told.append
    commit(transaction, REAL[:1])
    assert 29 < sum(slept) <= 30
    assert told == ["waiting: edited.md was saved 0 s ago, and may be open in an editor; 30 s to go"]
    commit(transaction, [Change("edited.md", b"new edited", b"newer")])
    assert len(told) == 1


def test_what_is_typed_while_waiting_is_not_overwritten(room, transaction, monkeypatch):
    monkeypatch.setattr(time, "sleep", lambda _: room.write("edited.md", "typed"))
    transaction.quiet_seconds = 30
    with pytest.raises(PageChangedError):
        commit(transaction)
    assert room.files() == OLD | {"edited.md": b"typed"}


def test_a_page_that_rests_is_not_waited_for(room, transaction, monkeypatch):
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("waited"))
    transaction.quiet_seconds = 30
    for path in OLD:
        os.utime(room.root / path, (time.time() - 60,) * 2)
    commit(transaction)


def interrupted(transaction, monkeypatch):
    """An operation whose process died before the first page was changed."""
    with monkeypatch.context() as dying:
        dying.setattr(transaction, "_carry_out", lambda *_: None)
        commit(transaction)
    assert transaction.operations.pending() is not None


def test_recovery_tells_which_files_it_finished(room, transaction, monkeypatch):
    interrupted(transaction, monkeypatch)
    assert transaction.recover().finished == tuple(change.path for change in REAL)
    assert room.files() == NEW
    assert transaction.recover() is None


def test_recovery_leaves_what_a_person_wrote_since(room, transaction, monkeypatch):
    interrupted(transaction, monkeypatch)
    room.write("edited.md", "a person's")
    assert transaction.recover().conflicts == ("edited.md",)
    assert room.files() == NEW | {"edited.md": b"a person's"}


def test_recovery_takes_the_stored_copy_where_a_temporary_file_is_gone_and_goes_on_without_either(
    room, transaction, monkeypatch
):
    interrupted(transaction, monkeypatch)
    for path in room.root.rglob(".*.tmp"):
        path.unlink()
    os.unlink(transaction.objects.path_of(sha256(b"new last")))
    assert transaction.recover().conflicts == ("last.md",)
    assert room.files() == NEW | {"last.md": b"old last"}


def test_what_was_taken_out_by_a_writer_that_died_when_it_was_done_goes_with_the_next(room, transaction, monkeypatch):
    with monkeypatch.context() as dying:
        dying.setattr(transaction, "_clean_up", lambda *_: None)
        commit(transaction)
    assert any(path.endswith(".tmp") for path in room.files())
    transaction.recover()
    assert room.files() == NEW
    assert folders(room) == {".", "made"}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"op": ""}', "\0"])
def test_a_pending_file_that_is_none_is_reported(room, transaction, text):
    write = room.graph / "ops/2026-01"
    write.mkdir(parents=True)
    (write / "20260101T000000-0000.pending").write_text(text)
    with pytest.raises(DataError, match=r"0000\.pending"):
        transaction.recover()
    assert room.files() == OLD


def test_a_stored_copy_that_is_damaged_is_not_restored(transaction):
    record = commit(transaction)
    path = transaction.objects.path_of(record.changes[0].before)
    with open(path, "wb") as file:
        file.write(b"damaged")
    with pytest.raises(DataError, match="cannot be read"):
        undone(transaction, record)


def test_a_stored_copy_that_unpacks_without_end_is_not_unpacked(transaction, monkeypatch):
    monkeypatch.setattr(operations_module, "MOST_FILE_BYTES", 1 << 16)
    record = commit(transaction)
    path = transaction.objects.path_of(record.changes[0].before)
    with open(path, "wb") as file:
        file.write(zlib.compress(bytes(1 << 24)))
    with pytest.raises(DataError, match="is damaged") as told:
        undone(transaction, record)
    assert told.value.path == path


def test_d24_a_thousand_pages_are_one_file_and_a_few_calls_each(room, transaction, monkeypatch):
    calls = Counter()
    for name in ("replace", "rename", "link", "fsync", *(["sync"] if hasattr(os, "sync") else [])):
        monkeypatch.setattr(os, name, counting(calls, name, getattr(os, name)))
    transaction.quiet_seconds = 2
    changes = [Change(f"entities/{n}.md", None, b"entity %d" % n) for n in range(1000)]
    commit(transaction, changes)
    assert len(list(room.graph.rglob("*.json"))) == 1
    # The copies, and the file of the operation.
    assert calls["replace"] == 1000 + 1
    assert (calls["link"], calls["rename"]) == (1000, 1)
    assert calls["fsync"] + calls["sync"] <= (20 if sys.platform == "linux" else 2 * 1000 + 300)
    assert len(list((room.root / "entities").iterdir())) == 1000


def counting(calls, name, call):
    def counted(*args, **options):
        calls[name] += 1
        return call(*args, **options)

    return counted
