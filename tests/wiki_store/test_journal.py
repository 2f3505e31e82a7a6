"""The journal: append-only lines that survive a torn one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from scripts.errors import ReadOnlyError
from scripts.wiki_store import journal as module
from scripts.wiki_store.journal import FileChange, Journal, OperationRecord

NOW = "2026-01-01T00:00:00Z"
ONE = OperationRecord("op-1", NOW, "add", "agent", (FileChange("a.md", "", "11"),), "note", "line")
TWO = OperationRecord("op-2", NOW, "file", "agent", (FileChange("a.md", "11", "22"), FileChange("b.md", "33", "")))


@pytest.fixture
def journal(tmp_path):
    return Journal(str(tmp_path))


def raw(journal, data: bytes) -> None:
    with open(journal.path, "ab") as file:
        file.write(data)


def test_operations_come_back_as_they_were_told(journal):
    for record in (ONE, TWO):
        journal.append_operation(record)
    assert journal.operations() == [ONE, TWO]
    assert journal.operations(tail=True) == [ONE, TWO]


def test_no_journal_is_an_empty_one(journal):
    assert list(journal.events()) == []
    assert journal.operations() == []
    assert journal.last_writes().get("a.md") is None


def test_a_torn_line_is_passed_over_and_the_next_one_is_whole(journal):
    journal.append_operation(ONE)
    raw(journal, b'{"event": "operation", "op": "torn')
    assert journal.operations() == [ONE]
    journal.append_operation(TWO)
    assert journal.operations() == [ONE, TWO]


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b"[]",
        b"null",
        b"{}",
        b'{"event": "operation"}',
        b'{"event": "operation", "op": 3, "time": ""}',
        b'{"event": "undo", "op": {}}',
        b"",
    ],
)
def test_a_line_that_is_no_event_stops_nobody(journal, line):
    raw(journal, line + b"\n")
    journal.append_operation(ONE)
    assert journal.operations() == [ONE]
    assert journal.last_writes().get("a.md") == "11"


@pytest.mark.parametrize("changes", ["x", [["a.md"]], [3], {"a": 1}, [["a.md", 1, 2]]])
def test_changes_that_are_none_are_passed_over(journal, changes):
    raw(journal, json.dumps({"event": "operation", "op": "x", "time": NOW, "changes": changes}).encode() + b"\n")
    assert journal.last_writes() == {}
    assert journal.operations() == [OperationRecord("x", NOW, "", "", ())]


@pytest.mark.parametrize("text", ["naïve 知识 🧠", "line\u2028two\x85three\nfour\r", "\udc80 no UTF-8", '"quoted\\"'])
def test_any_text_comes_back(journal, text):
    journal.append("unanswered", NOW, question=text)
    assert [event["question"] for event in journal.events()] == [text]


def test_an_undone_operation_is_no_longer_listed(journal):
    journal.append_operation(ONE)
    journal.append_operation(TWO)
    journal.append("undo", NOW, op="op-2", changes=[["a.md", "22", "11"]])
    assert journal.operations() == [ONE]
    assert journal.last_writes().get("a.md") == "11"


def test_the_tail_holds_at_least_the_last_event_whatever_its_size(journal):
    journal.append_operation(ONE)
    large = OperationRecord("big", NOW, "apply", "a", tuple(FileChange(f"{n}.md", "", "0" * 64) for n in range(9000)))
    journal.append_operation(large)
    assert os.path.getsize(journal.path) > 2 * module._TAIL_BYTES
    assert journal.operations(tail=True)[-1] == large
    assert journal.last_writes().get("8999.md") == "0" * 64


def test_a_full_disk_leaves_no_half_line(journal, monkeypatch):
    journal.append_operation(ONE)
    before = Path(journal.path).read_bytes()
    write = os.write
    monkeypatch.setattr(module.os, "write", lambda handle, data: write(handle, data[:7]) if len(data) > 40 else full())
    with pytest.raises(ReadOnlyError, match="no space"):
        journal.append_operation(TWO)
    monkeypatch.undo()
    assert Path(journal.path).read_bytes() == before


def full():
    raise OSError(28, "no space")


def test_a_version_is_ours_alone_until_a_person_edits_the_page(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path))
    for op, before, after in (("1", "", "a"), ("2", "a", "b"), ("3", "edited", "c"), ("4", "c", "d")):
        journal.append_operation(OperationRecord(op, "t", "v", "me", (FileChange("p.md", before, after),)))
    assert journal.own_versions()["p.md"] == {"a", "b"}


@pytest.mark.parametrize("verb", ["rename", "merge"])
@pytest.mark.parametrize("was_edited", [True, False])
def test_a_page_that_is_made_of_a_persons_is_not_ours(tmp_path: Path, verb: str, was_edited: bool) -> None:
    """After a rename an answer that a person had mended was taken for ours, and written over."""
    journal = Journal(str(tmp_path))
    first, edited, last, kept = (letter * 64 for letter in "abcd")
    journal.append("operation", NOW, op="1", verb="file", actor="", changes=[["a.md", "", first], ["b.md", "", kept]])
    gone = ["a.md", edited if was_edited else first, ""]
    made = ["new.md", "", last] if verb == "rename" else ["b.md", kept, last]
    journal.append("operation", NOW, op="2", verb=verb, actor="", changes=[gone, made])
    assert (last in journal.own_versions()[made[0]]) is not was_edited


@pytest.mark.parametrize("verb", ["rename", "merge"])
def test_what_undo_brings_back_is_as_much_ours_as_it_was(tmp_path: Path, verb: str) -> None:
    """A person's page that a rename had taken away was ours after its undo: `file` wrote over it."""
    journal = Journal(str(tmp_path))
    first, edited, moved = (letter * 64 for letter in "abc")
    journal.append("operation", NOW, op="1", verb="file", actor="", changes=[["a.md", "", first]])
    changes = [["a.md", edited, ""], ["new.md", "", moved]]
    journal.append("operation", NOW, op="2", verb=verb, actor="", changes=changes)
    journal.append("undo", NOW, op="2", verb="undo", actor="", changes=[["a.md", "", edited], ["new.md", moved, ""]])
    assert journal.own_versions()["a.md"] == {first}


@pytest.mark.parametrize("verb", ["rename", "merge"])
def test_of_what_was_forgotten_nobody_knows_what_it_carried(tmp_path: Path, verb: str) -> None:
    journal = Journal(str(tmp_path))
    first, joined = (letter * 64 for letter in "ab")
    journal.append("operation", NOW, op="1", verb="file", actor="", changes=[["b.md", "", first]])
    made = ["b.md", first, joined] if verb == "merge" else ["new.md", "", joined]
    journal.append("operation", NOW, op="2", verb=verb, actor="", forgotten=True, changes=[made])
    assert joined not in journal.own_versions()[made[0]]
