"""Taking an operation back: its pages return to what they were, its line leaves the log."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ..errors import OperationNotFoundError, UndoRefusedError
from ..index_store.port import IndexReader
from ..look.dangling import dangling_links
from ..model import Place
from ..wiki_store.catalog import log_without
from ..wiki_store.diffs import format_diff
from ..wiki_store.files import TRASH
from ..wiki_store.journal import NEWEST, OperationRecord, sha256
from ..wiki_store.working_copy import Change, Outcome, Plan, WorkingCopy
from .claim_lists import write_claim_lists
from .writer import Writer


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


def plan_undo(
    copy: WorkingCopy, reader: IndexReader, op: str, *, writer: Writer, foreign: bool = False
) -> Plan[UndoReceipt]:
    """Plan what takes an operation back; op is its id, a unique beginning of it, or `last`.

    foreign: be it somebody else's.  The catalog is made anew, as by any operation.  Raises OperationNotFoundError,
    UndoRefusedError with every page that changed since.
    """
    record = _find(op, writer)
    _check_own(record, writer, foreign=foreign)
    pages = writer.transaction.undo_changes(record, leave=copy.catalog)
    for change in pages:
        copy.set_change(change)
    if record != writer.transaction.journal.operations()[-1]:
        # What came of other operations since stays listed; a page that goes back as a whole has the list of its time.
        written = {change.path: change.after for change in record.changes}
        whole = {page.path for page in pages if sha256(page.before) == written[page.path]}
        write_claim_lists(copy, reader, may_add=False, but=whole)
    log = log_without(copy, record)
    if log != copy.data(copy.catalog.log):
        if log is None:
            copy.remove(copy.catalog.log)
        else:
            copy.put_data(copy.catalog.log, log)
    removed = tuple(change.path for change in pages if change.after is None)
    receipt = UndoReceipt(
        op=record.op,
        verb=record.verb,
        time=record.time,
        restored=tuple(change.path for change in pages if change.after is not None),
        removed=removed,
        broken=dangling_links(
            reader,
            copy,
            [path for path in removed if not path.startswith(TRASH + "/")],
            arriving=[change.path for change in pages if change.before is None],
            without={change.path for change in pages},
        ),
    )
    return Plan(receipt, note=f"{record.verb} of {record.time} taken back", undoes=record.op)


class UndoneReceipt(NamedTuple):
    """What taking several operations back did, or would do."""

    operations: tuple[str, ...]
    """Their ids and verbs, the last one first."""
    restored: tuple[str, ...]
    """Files that are again what they were."""
    removed: tuple[str, ...]
    """Files that the operations had made."""


def undo_since(writer: Writer, since: str, *, dry_run: bool = False, foreign: bool = False) -> Outcome[UndoneReceipt]:
    """Take back all operations from a time (UTC) on, the last one first: all, or none where one of them cannot be.

    Each is an operation that `undo` takes back.  Raises OperationNotFoundError where there is none, UndoRefusedError.
    """
    journal, transaction = writer.transaction.journal, writer.transaction
    records = [record for record in journal.operations() if record.time >= since][::-1]
    if not records:
        raise OperationNotFoundError(f"since {since}", [record.op for record in journal.operations()][-3:])
    first, after = dict[str, bytes | None](), dict[str, bytes | None]()
    for record in records:
        _check_own(journal.find_undoable(record.op), writer, foreign=foreign)
        for change in transaction.undo_changes(record, leave=writer.catalog, undone=after):
            first.setdefault(change.path, change.before)
            after[change.path] = change.after
    changes = [Change(path, first[path], data) for path, data in after.items()]
    receipt = UndoneReceipt(
        tuple(f"{record.op} {record.verb}" for record in records),
        tuple(sorted(change.path for change in changes if change.after is not None)),
        tuple(sorted(change.path for change in changes if change.after is None and change.before is not None)),
    )
    if dry_run:
        return Outcome("", True, receipt, diff=format_diff(changes))
    for record in records:
        planner = partial(plan_undo, op=record.op, writer=writer, foreign=foreign)
        writer.carry_out("undo", planner)
    return Outcome(records[0].op, False, receipt)


def _find(op: str, writer: Writer) -> OperationRecord:
    """Return the operation, be it one of before the vault was moved or adopted."""
    journal = writer.transaction.journal
    try:
        return journal.find_undoable(op)
    except OperationNotFoundError:
        if not writer.take_over_journal("" if op == NEWEST else op):
            raise
    return journal.find_undoable(op)


def _check_own(record: OperationRecord, writer: Writer, *, foreign: bool) -> None:
    """Raise UndoRefusedError for an operation that this user did not record: what it says may be made up."""
    if not foreign and not writer.transaction.is_own(record):
        reason = "it was not recorded by this user on this machine"
        hint = f"look at it with `log {record.op}`; `undo {record.op} --foreign` takes it back all the same"
        raise UndoRefusedError(record.op, [reason], hint=hint)
