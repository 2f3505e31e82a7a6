"""Taking operations back: their pages return to what they were, their lines leave the log.

It is one operation, be it of several that are taken back: all, or none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from ..errors import OperationNotFoundError, UndoRefusedError
from ..index_store.port import IndexReader
from ..look.dangling import dangling_links
from ..model import Place
from ..wiki_store.files import TRASH, place_of
from ..wiki_store.operations import Change, OperationRecord, Operations
from ..wiki_store.swap import sha256
from ..wiki_store.transaction import Transaction
from ..wiki_store.working_copy import Plan, WorkingCopy

_NAMED = 5
"""Later operations that a refusal names, the newest first."""


class UndoReceipt(NamedTuple):
    """What `undo` did, or would do."""

    op: str
    """The newest operation that is taken back."""
    verb: str
    time: str
    """When that was made."""
    restored: tuple[str, ...]
    """Files that are again what they were."""
    removed: tuple[str, ...]
    """Files the operations had made."""
    broken: tuple[Place, ...]
    """Links in other pages to what was removed."""


class UndoneReceipt(NamedTuple):
    """What taking several operations back did, or would do."""

    operations: tuple[str, ...]
    """Their ids and verbs, the last one first."""
    restored: tuple[str, ...]
    """Files that are again what they were."""
    removed: tuple[str, ...]
    """Files that the operations had made."""


def plan_undo(copy: WorkingCopy, reader: IndexReader, op: str, *, transaction: Transaction) -> Plan[UndoReceipt]:
    """Plan what takes an operation back; op is its id, a unique beginning of it, or `last`.

    Raises OperationNotFoundError, UndoRefusedError with every page that changed since.
    """
    return _plan(copy, reader, [transaction.operations.find_undoable(op)], transaction)


def plan_undo_since(
    copy: WorkingCopy, reader: IndexReader, since: str, *, transaction: Transaction
) -> Plan[UndoneReceipt]:
    """Plan what takes back all operations from a time (UTC) on.

    Raises OperationNotFoundError where there is none, UndoRefusedError where one of them cannot be taken back.
    """
    operations = transaction.operations
    records = [operations.find_undoable(each.op) for each in operations.standing() if each.time >= since]
    if not records:
        raise OperationNotFoundError(f"since {since}", [each.op for each, _ in zip(operations.standing(), range(3))])
    plan = _plan(copy, reader, records, transaction)
    undone = tuple(f"{record.op} {record.verb}" for record in records)
    return Plan(UndoneReceipt(undone, plan.receipt.restored, plan.receipt.removed), plan.note, plan.reverts)


def _plan(
    copy: WorkingCopy, reader: IndexReader, records: Sequence[OperationRecord], transaction: Transaction
) -> Plan[UndoReceipt]:
    first, last = dict[str, bytes | None](), dict[str, Change]()
    for record in records:
        for change in undo_changes(copy, record, transaction, {path: row.after for path, row in last.items()}):
            first.setdefault(change.path, change.before)
            last[change.path] = change
    # What goes makes room: of two names that differ in case, the file system may know one only.
    pages = [change._replace(before=first[path]) for path, change in last.items()]
    pages = sorted((page for page in pages if page.before != page.after), key=lambda page: page.after is not None)
    for page in pages:
        copy.set_change(page)
    removed = tuple(sorted(page.path for page in pages if page.after is None))
    newest = records[0]
    more = f" and {len(records) - 1} before it" if len(records) > 1 else ""
    receipt = UndoReceipt(
        op=newest.op,
        verb=newest.verb,
        time=newest.time,
        restored=tuple(sorted(page.path for page in pages if page.after is not None)),
        removed=removed,
        broken=dangling_links(
            reader,
            copy,
            [path for path in removed if not path.startswith(TRASH + "/")],
            arriving=[page.path for page in pages if page.before is None],
            without={page.path for page in pages},
        ),
    )
    return Plan(receipt, f"{newest.verb} of {newest.time}{more} taken back", tuple(records))


def undo_changes(
    copy: WorkingCopy,
    record: OperationRecord,
    transaction: Transaction,
    undone: Mapping[str, bytes | None] | None = None,
) -> list[Change]:
    """Return the changes that take an operation back.

    undone: what files will hold by then, where later operations are taken back first.
    Raises UndoRefusedError with every page that changed since.
    """
    since, changes, undone = dict[str, bool](), list[Change](), undone or {}
    there = [place_of(copy.root, change.path) for change in record.changes if change.after]
    for change in record.changes:
        is_renamed = not change.after and _is_one_of(place_of(copy.root, change.path), there)
        current = undone[change.path] if change.path in undone else copy.original(change.path)
        current = None if is_renamed else current
        if sha256(current) != change.after:
            since[change.path] = current is not None
            continue
        before = transaction.objects.get(change.before) if change.before else None
        changes.append(Change(change.path, current, before, change.mode))
    if since:
        raise _changed_since(transaction.operations, record, since)
    return changes


def _changed_since(operations: Operations, record: OperationRecord, files: Mapping[str, bool]) -> UndoRefusedError:
    """Return why an operation cannot be undone: files that are no more as it left them, and whether each is there."""
    blockers = [f"{path} {'changed' if there else 'was moved or deleted'} since" for path, there in files.items()]
    since = takewhile(lambda other: other.op != record.op, operations.standing())
    later = [other.op for other in since if any(change.path in files for change in other.changes)]
    by_hand = "no operation did that: take back by hand what was changed, undo, and change it again"
    first = f"undo {', then '.join(later[:_NAMED])} first, or mend by hand"
    return UndoRefusedError(record.op, blockers, hint=first if later else by_hand)


def _is_one_of(path: str, others: Sequence[str]) -> bool:
    """Tell whether a path means the same file as another of these, by a name that differs in case."""
    same = [other for other in others if other != path and other.lower() == path.lower()]
    return any(os.path.exists(path) and os.path.samefile(path, other) for other in same)
