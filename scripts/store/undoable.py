"""Which operation somebody means who wants it undone, and whether it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusals import OperationNotFoundError, UndoRefusedError

if TYPE_CHECKING:
    from .journal import Journal, OperationRecord

NEWEST, FORGET = "last", "forget"
"""FORGET: the verb of an operation that keeps nothing of what was there before."""


def find_undoable(journal: Journal, op: str) -> OperationRecord:
    """The operation with this id, or a unique beginning of it, or NEWEST.

    Raises OperationNotFoundError, UndoRefusedError where it is undone, or where what undo needs was forgotten.
    """
    known = journal.operations()
    matches = known[-1:] if op == NEWEST else [record for record in known if record.op == op]
    if not matches and any(e.get("event") == "undo" and e.get("op") == op for e in journal.events()):
        raise UndoRefusedError(op, ["it is undone already"], hint="`status` names the last operation")
    matches = matches or [record for record in known if op and record.op.startswith(op)]
    if len(matches) != 1:
        nearest = [record.op for record in known][-3:]
        if not matches:
            raise OperationNotFoundError(op, nearest)
        raise UndoRefusedError(op, ["several operations begin so"], hint="give the whole id, as in log.md")
    found = matches[0]
    if found.verb == FORGET:
        raise UndoRefusedError(
            found.op, ["what was forgotten is gone for good"], hint="an earlier operation is undone by its id"
        )
    if found.forgotten:
        raise UndoRefusedError(
            found.op, ["a text that it wrote or replaced was forgotten"], hint="edit the pages by hand"
        )
    return found
