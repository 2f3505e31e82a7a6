"""Listing operations and undoing them: pages return to their old texts, and the log loses the lines.

Undoing is one operation, even if it undoes several.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import SequenceMatcher
from itertools import islice, takewhile
from typing import NamedTuple

from ..errors import DataError, OperationNotFoundError, UndoRefusedError
from ..index_store.port import IndexReader
from ..text.escaping import one_line
from ..wiki_store.files import is_note
from ..wiki_store.operations import Change, FileChange, ObjectStore, OperationRecord, Operations
from ..wiki_store.transaction import Transaction
from ..wiki_store.working_copy import CatalogNames, Plan, WorkingCopy, format_diff
from ..wiki_store.writing import sha256

_NAMED = 5
"""Later operations that a refusal names, the newest first."""

MOST_LINES = 5_000
"""Lines of a changed note that are compared: the time grows with their square."""


class UndoReceipt(NamedTuple):
    """What `undo` did, or would do."""

    op: str
    """The newest operation that is undone."""
    verb: str
    time: str
    also: tuple[str, ...]
    """Further operations that are undone, the newest first: id and verb."""
    restored: tuple[str, ...]
    """Files that have their old content again."""
    removed: tuple[str, ...]
    """Files that the operations had created."""
    beside: tuple[str, ...]
    """Files that keep lines that somebody changed since."""
    left: tuple[str, ...]
    """Operations that are not undone because one of their pages was changed since: id and verb, and which pages."""


def plan_undo(
    copy: WorkingCopy, _: IndexReader, *, op: str = "", since: str = "", transaction: Transaction
) -> Plan[UndoReceipt]:
    """Plan to undo an operation, or all since a time except those of which a page was changed since.

    op: its id, a unique beginning of it, or `last`.  since: a time in UTC, in place of op.
    Raises OperationNotFoundError if there is none, UndoRefusedError, with every page that changed since, if none can be
    undone.
    """
    operations = transaction.operations
    records = [operations.find_undoable(op)] if op else [one for one in operations.standing() if one.time >= since]
    if not records:
        raise OperationNotFoundError(f"since {since}", [one.op for one in islice(operations.standing(), 3)])
    undone, refused = list[OperationRecord](), list[tuple[OperationRecord, UndoRefusedError]]()
    first, last, beside = dict[str, bytes | None](), dict[str, Change](), set[str]()
    for record in records:
        try:
            changes = undo_changes(copy, record, transaction, last)
        except UndoRefusedError as err:
            refused.append((record, err))
            continue
        undone.append(record)
        befores = {change.path: change.before for change in record.changes}
        for change in changes:
            first.setdefault(change.path, change.before)
            last[change.path] = change
            beside |= {change.path} if sha256(change.after) != befores[change.path] else set()
    if not undone:
        raise refused[0][1]
    # Files are removed before others are written: the file system may not distinguish names that differ in case.
    pages = [change._replace(before=first[path]) for path, change in last.items()]
    pages = sorted((page for page in pages if page.before != page.after), key=lambda page: page.after is not None)
    for page in pages:
        copy.set_change(page)
    removed = tuple(sorted(page.path for page in pages if page.after is None))
    newest, *others = undone
    more = f" and {len(others)} before it" if others else ""
    receipt = UndoReceipt(
        op=newest.op,
        verb=newest.verb,
        time=newest.time,
        also=tuple(map(_id_and_verb, others)),
        restored=tuple(sorted(page.path for page in pages if page.after is not None and page.path not in beside)),
        removed=removed,
        beside=tuple(sorted(beside)),
        left=tuple(f"{_id_and_verb(record)}: {'; '.join(err.blockers)}" for record, err in refused),
    )
    return Plan(receipt, f"{newest.verb} of {newest.time}{more} taken back", tuple(undone))


def _id_and_verb(record: OperationRecord) -> str:
    return f"{record.op} {record.verb}"


def undo_changes(
    copy: WorkingCopy,
    record: OperationRecord,
    transaction: Transaction,
    undone: Mapping[str, Change] | None = None,
) -> list[Change]:
    """Return the changes that undo an operation.

    undone: the changes by which later operations are undone first.
    Changes that somebody made since in other lines of a note stay, even if the operation gave it another path.
    Raises UndoRefusedError with every page that was changed since, or if texts that it needs were forgotten.
    """
    if record.forgotten:
        reason = "what it wrote or replaced was forgotten, and is gone for good"
        raise UndoRefusedError(record.op, [reason], hint="edit the pages by hand")
    since, changes, undone = dict[str, str](), list[Change](), undone or {}
    # If case does not count, the old and the new name of a file may be the same.
    respelled = {change.path.lower() for change in record.changes if change.after}
    moved, merged = _renamed_note(record), dict[str, bytes]()
    for change in sorted(record.changes, key=lambda change: not change.after):
        current = undone[change.path].after if change.path in undone else copy.original(change.path)
        if not change.after and change.path.lower() in respelled:
            current = None
        before = transaction.objects.get(change.before) if change.before else None
        if sha256(current) != change.after:
            since[change.path] = "changed since" if current is not None else "was moved or deleted since"
            if change.path not in undone and _later_operations(transaction.operations, record, [change.path]):
                continue
            old = moved.get(change.path, change)
            is_compared = is_note(change.path) and current is not None and current.count(b"\n") <= MOST_LINES
            if not (old.before and change.after and current and is_compared):
                continue
            sides = transaction.objects.get(old.before), transaction.objects.get(change.after), current
            left = _revert_lines(*sides)
            if isinstance(left, int):
                since[change.path] += f" in the same place, line {left}"
                continue
            del since[change.path]
            merged[old.path] = left
        changes.append(Change(change.path, current, merged.get(change.path, before), change.mode))
    if since:
        raise _changed_since(transaction.operations, record, since)
    return changes


def _renamed_note(record: OperationRecord) -> dict[str, FileChange]:
    """Map the new path of a renamed note to the change of its old path."""
    gone = [change for change in record.changes if not change.after]
    made = [change for change in record.changes if not change.before]
    return {made[0].path: gone[0]} if record.verb == "rename" and len(gone) == len(made) == 1 else {}


def _changed_since(operations: Operations, record: OperationRecord, files: Mapping[str, str]) -> UndoRefusedError:
    """Return the error that an operation cannot be undone.  files: maps its paths to what happened to them since."""
    later = _later_operations(operations, record, files)
    hint = "no operation did that: take back by hand what was changed, undo, and change it again"
    if later:
        hint = f"undo {', then '.join(later[:_NAMED])} first, or mend by hand"
    return UndoRefusedError(record.op, [f"{path} {what}" for path, what in files.items()], hint=hint)


def _later_operations(operations: Operations, record: OperationRecord, paths: Collection[str]) -> list[str]:
    """Return the operations that changed some files after this one, the newest first."""
    since = takewhile(lambda other: other.op != record.op, operations.standing())
    return [other.op for other in since if any(change.path in paths for change in other.changes)]


def _revert_lines(before: bytes, after: bytes, current: bytes) -> bytes | int:
    """Return a note with the lines of an operation reverted, and with the changes that were made elsewhere since.

    If the operation's own lines were changed, return the number of the first such line.
    """
    old, ours, now = (data.splitlines(keepends=True) for data in (before, after, current))
    place = {-1: -1, len(ours): len(now)}
    for start, there, size in SequenceMatcher(None, ours, now, autojunk=False).get_matching_blocks():
        place |= {start + at: there + at for at in range(size)}
    pieces, done = list[bytes](), 0
    for kind, first, last, start, end in SequenceMatcher(None, old, ours, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        # If it only removed lines, the lines around the gap.
        is_gap = start == end
        lines = range(start - is_gap, end + is_gap)
        moved = (at for at in lines if at not in place or (at > lines[0] and place[at] != place[at - 1] + 1))
        if (touched := next(moved, None)) is not None:
            return max(there for line, there in place.items() if line < touched) + 2
        pieces += [*now[done : place[lines[0]] + is_gap], *old[first:last]]
        done = place[lines[-1]] + 1 - is_gap
    return b"".join([*pieces, *now[done:]])


class OperationList(NamedTuple):
    """Operations that are not undone, newest first."""

    operations: tuple[OperationRecord, ...]
    found: int
    """How many match, listed or not."""
    catalog: CatalogNames
    """The generated pages, which are not listed."""
    diff: str = ""
    """The difference of the files, if one operation was asked for by its id."""


def list_operations(
    graph: str, catalog: CatalogNames, *, op: str = "", since: str = "", actor: str = "", limit: int = 0
) -> OperationList:
    """Return the operations that were not undone; limit 0 lists all.

    op: lists one of them with its difference: its id, a unique beginning of it, or `last`.  since: a time in UTC.
    actor: who made them.  Raises OperationNotFoundError.
    """
    operations = Operations(graph)
    if op:
        found = operations.find(op)
        return OperationList((found,), 1, catalog, _diff(graph, found, catalog))
    chosen = [record for record in operations.standing() if record.time >= since and actor in ("", record.actor)]
    return OperationList(tuple(chosen[:limit] if limit else chosen), len(chosen), catalog)


_MOST_FILES = 200
"""Files of an operation that are compared."""


def _diff(graph: str, record: OperationRecord, catalog: CatalogNames) -> str:
    """Return the difference of an operation's files, if their copies are stored."""
    store, changes, lost = ObjectStore(graph), list[Change](), list[str]()
    shown = [change for change in record.changes if change.path not in catalog]
    for change in shown[:_MOST_FILES]:
        try:
            before, after = (store.get(sha) if sha else None for sha in (change.before, change.after))
            changes.append(Change(change.path, before, after))
        except DataError:
            lost.append(one_line(change.path))
    left = [f"not kept: {', '.join(lost)}"] * bool(lost)
    left += [f"… {len(shown) - _MOST_FILES} more files"] * (len(shown) > _MOST_FILES)
    return "\n".join(filter(None, [format_diff(changes), *left]))
