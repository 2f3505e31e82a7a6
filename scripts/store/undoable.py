"""Which operation somebody means who wants it undone, and whether it can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..errors import OperationNotFoundError, UndoRefusedError

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


def changed_since(journal: Journal, record: OperationRecord, files: Mapping[str, bool]) -> UndoRefusedError:
    """Why an operation cannot be undone: files that are no more as it left them, and whether each is there at all."""
    blockers = [f"{path} {'changed' if is_there else 'was moved or deleted'} since" for path, is_there in files.items()]
    last = {change.path: other.op for other in journal.operations() for change in other.changes}
    later = dict.fromkeys(last[path] for path in files if last.get(path, record.op) != record.op)
    by_hand = "no operation did that: take back by hand what was changed, undo, and change it again"
    first = f"undo {', then '.join(reversed(later))} first, or mend by hand"
    return UndoRefusedError(record.op, blockers, hint=first if later else by_hand)
