"""Taking an operation back: its pages return to what they were, its line leaves the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import OperationNotFoundError
from ..store.operations import TRASH, Change
from ..store.undoable import NEWEST
from ..store.vault import sha256
from .commit import take_over_journal
from .dangling import dangling_links

if TYPE_CHECKING:
    from ..model import Place
    from ..store.journal import OperationRecord
    from ..store.workspace import Plan, Workspace


class UndoReceipt(NamedTuple):
    """What `undo` did, or would do."""

    op: str
    verb: str
    time: str
    """When the operation was made."""
    restored: tuple[str, ...]
    """Files that are again what they were."""
    removed: tuple[str, ...]
    """Files the operation had made."""
    broken: tuple[Place, ...]
    """Links in other pages to what was removed."""


def plan_undo(ws: Workspace, op: str) -> Plan:
    """The changes that take an operation back; op is its id or a unique beginning of it.

    The catalog is the caller's to make anew.  Raises UndoRefusedError with every page that changed since.
    """
    record = _find(ws, op)
    pages = ws.operations.undo_changes(record, leave=frozenset(ws.catalog))
    log = _log_change(ws, record)
    removed = tuple(change.path for change in pages if change.after is None)
    receipt = UndoReceipt(
        op=record.op,
        verb=record.verb,
        time=record.time,
        restored=tuple(change.path for change in pages if change.after is not None),
        removed=removed,
        broken=dangling_links(
            ws,
            frozenset(path for path in removed if not path.startswith(TRASH + "/")),
            arriving=[change.path for change in pages if change.before is None],
            without=frozenset(change.path for change in pages),
        ),
    )
    return [*pages, *([log] if log else [])], f"{record.verb} of {record.time} taken back", receipt


def _find(ws: Workspace, op: str) -> OperationRecord:
    """The operation, be it one of before the vault was moved or adopted."""
    try:
        return ws.operations.find_operation(op)
    except OperationNotFoundError:
        if ws.refusal or not take_over_journal(ws, "" if op == NEWEST else op):
            raise
    return ws.operations.find_operation(op)


def _log_change(ws: Workspace, record: OperationRecord) -> Change | None:
    """The log without the operation's line, wherever it stands now; as it was where nothing followed."""
    path = ws.catalog.log
    before = ws.before(path)
    if before is None or not record.log_line:
        return None
    made = next((change for change in record.changes if change.path == path), None)
    line = record.log_line.encode("utf-8")
    if made is not None and made.after == sha256(before):
        return Change(path, before, _without_last(before, line, made.before, ws) if made.before else None)
    after = b"".join(other for other in before.splitlines(keepends=True) if other.rstrip(b"\r\n") != line)
    return Change(path, before, after) if after != before else None


def _without_last(log: bytes, line: bytes, sha: str, ws: Workspace) -> bytes:
    """The log as it was before its last line, by the hash it had: a line break at its end may have come with it."""
    end = b"\r\n" if log.endswith(b"\r\n") else b"\n"
    rest = log.removesuffix(line + end)
    found = next((data for data in (rest, rest.removesuffix(end)) if sha256(data) == sha), None)
    return ws.operations.objects.get(sha) if found is None else found
