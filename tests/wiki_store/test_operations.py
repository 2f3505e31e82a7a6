"""Operations as files, and events: what is no operation of ours is passed over, whatever stands in it."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from scripts.errors import DataError, OperationNotFoundError, UndoRefusedError
from scripts.wiki_store.events import Events
from scripts.wiki_store.operations import NEWEST, FileChange, ObjectStore, OperationRecord, Operations, next_id, sha256

NOW = "2026-01-01T00:00:00Z"
A, B, C, D = (letter * 64 for letter in "abcd")


@pytest.fixture
def operations(tmp_path) -> Operations:
    return Operations(str(tmp_path))


def record(op: str, *changes: FileChange, **facts) -> OperationRecord:
    return OperationRecord(op, NOW, facts.pop("verb", "add"), "agent", changes, **facts)


ONE = record("20260101T000000-0011", FileChange("a.md", "", A), note="why")
TWO = record("20260101T000000-0122", FileChange("a.md", A, B, 0o644), FileChange("b.md", C, ""))


def test_operations_come_back_as_they_were_told_the_newest_first(operations):
    operations.add_all([ONE, TWO])
    assert [*operations.newest_first()] == [*operations.standing()] == [TWO, ONE]
    assert operations.get(ONE.op) == ONE
    assert operations.damaged() == []


def test_ids_sort_as_operations_follow_each_other_though_the_clock_stands_or_goes_back():
    ids = [""]
    for moment in (*[NOW] * 600, "2025-12-31T23:59:59Z", "2026-01-01T00:00:01Z"):
        ids.append(next_id(ids[-1], moment, "ff"))
    assert sorted(ids[1:], key=lambda op: (op[:15], len(op), op)) == ids[1:]
    assert ids[-1] == "20260101T000001-00ff"


def test_no_operation_is_none(operations):
    assert [*operations.newest_first()] == []
    assert operations.pending() is None
    with pytest.raises(OperationNotFoundError):
        operations.find_undoable(NEWEST)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"op": ""}', "\0", '{"op": "20260101T000000-0000", "time": 3}']
)
def test_a_file_that_is_no_operation_stops_nobody_and_is_told(operations, text):
    operations.add_all([ONE])
    name = "20260101T000001-00aa.json"
    Path(operations.path_of(name)).write_text(text)
    assert [*operations.standing()] == [ONE]
    assert operations.damaged() == [name]


@pytest.mark.parametrize("changes", ["x", [["a.md"]], [3], {"a": 1}, [["a.md", 1, 2]], [["a.md", "../../x", ""]]])
def test_changes_that_are_none_are_no_operation(operations, changes):
    operations.add_all([ONE])
    facts = json.loads(ONE.to_json()) | {"changes": changes}
    Path(operations.path_of(ONE.op + ".json")).write_text(json.dumps(facts))
    assert operations.get(ONE.op) is None


def test_no_file_of_a_strangers_operation_gets_a_mode_that_lets_it_be_run(operations):
    operations.add_all([record(ONE.op, FileChange("a.md", A, "", 0o4777))])
    assert operations.get(ONE.op).changes[0].mode == 0o666


def test_an_operation_that_was_undone_does_not_stand(operations):
    undo = record("20260101T000000-02aa", FileChange("a.md", B, A), verb="undo", reverts=(TWO.op,))
    operations.add_all([ONE, TWO, undo])
    assert [*operations.standing()] == [ONE]
    assert operations.find_undoable(NEWEST) == ONE
    for op in (TWO.op, undo.op):
        with pytest.raises(UndoRefusedError, match="undone already"):
            operations.find_undoable(op)


def test_a_unique_beginning_of_an_id_is_enough(operations):
    operations.add_all([ONE, TWO])
    assert operations.find_undoable(TWO.op[:-2]) == TWO
    with pytest.raises(OperationNotFoundError):
        operations.find_undoable(ONE.op[:10])


def test_what_was_forgotten_is_not_undone_and_keeps_which_other_files_it_changed(operations):
    operations.add_all([ONE, TWO])
    operations.cut(TWO, ["b.md"])
    assert operations.get(TWO.op) == record(TWO.op, TWO.changes[0], forgotten=True)
    operations.cut(ONE, ["a.md"])
    assert operations.get(ONE.op) is None
    assert operations.find_undoable(NEWEST).forgotten


def test_a_version_is_ours_alone_until_a_person_edits_the_page(operations):
    steps = (("", A), (A, B), ("e" * 64, C), (C, D))
    operations.add_all([record(f"20260101T000000-0{n}aa", FileChange("p.md", *step)) for n, step in enumerate(steps)])
    assert operations.own_versions()["p.md"] == {A, B}


@pytest.mark.parametrize("verb", ["rename", "merge"])
@pytest.mark.parametrize("was_edited", [True, False])
def test_a_page_that_is_made_of_a_persons_is_not_ours(operations, verb: str, was_edited: bool):
    """After a rename an answer that a person had mended was taken for ours, and written over."""
    gone = FileChange("a.md", B if was_edited else A, "")
    made = FileChange("new.md", "", C) if verb == "rename" else FileChange("b.md", D, C)
    first = record("20260101T000000-00aa", FileChange("a.md", "", A), FileChange("b.md", "", D), verb="file")
    operations.add_all([first, record("20260101T000000-01aa", gone, made, verb=verb)])
    assert (C in operations.own_versions()[made.path]) is not was_edited


def test_what_undo_brings_back_is_as_much_ours_as_it_was(operations):
    """A person's page that a rename had taken away was ours after its undo: `file` wrote over it."""
    first = record("20260101T000000-00aa", FileChange("a.md", "", A), verb="file")
    moved = record("20260101T000000-01aa", FileChange("a.md", B, ""), FileChange("new.md", "", C), verb="rename")
    changes = (FileChange("a.md", "", B), FileChange("new.md", C, ""))
    operations.add_all([first, moved, record("20260101T000000-02aa", *changes, verb="undo", reverts=(moved.op,))])
    assert operations.own_versions()["a.md"] == {A}


def test_a_damaged_copy_of_the_right_name_is_written_anew(tmp_path):
    """It was trusted, the page was overwritten, and undo had nothing to bring back."""
    store, data = ObjectStore(str(tmp_path)), b"a page\n"
    path = Path(store.path_of(sha256(data)))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"")
    store.put_all([data])
    assert store.get(sha256(data)) == data
    path.write_bytes(b"damaged")
    with pytest.raises(DataError, match="cannot be read"):
        store.get(sha256(data))


@pytest.mark.parametrize("text", ["naïve 知识 🧠", "line\u2028two\x85three\nfour\r", "\udc80 no UTF-8", '"quoted\\"'])
def test_any_text_comes_back(tmp_path, text):
    events = Events(str(tmp_path))
    events.append("unanswered", NOW, question=text)
    assert [event["question"] for event in events.read()] == [text]


@pytest.mark.parametrize("line", [b"\xff\xfe", b"[]", b"null", b'{"event": 3}', b"", b'{"event": "unanswered", "qu'])
def test_a_line_that_is_no_event_stops_nobody_and_the_next_one_is_whole(tmp_path, line):
    events = Events(str(tmp_path))
    Path(events.path).write_bytes(line)
    events.append("unanswered", NOW, question="why?")
    assert [event["question"] for event in events.read()] == ["why?"]


def test_a_line_that_is_appended_while_others_are_taken_out_was_lost(tmp_path):
    """A question waits for no writer of pages; it was appended to the file that `forget` had read already."""
    asked = [f"q{n}" for n in range(100)]

    def ask() -> None:
        for question in asked:
            Events(str(tmp_path)).append("unanswered", NOW, question=question)

    asking = threading.Thread(target=ask)
    asking.start()
    while asking.is_alive():
        Events(str(tmp_path)).append("unanswered", NOW, question="zoster")
        Events(str(tmp_path)).rewrite(lambda _, line: b"zoster" not in line)
    assert [event["question"] for event in Events(str(tmp_path)).read()] == asked
