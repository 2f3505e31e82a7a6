"""The operations of a home as a person asks for them: what was written, when, by whom, and how the files differ."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import DataError, OperationNotFoundError
from ..text.escaping import one_line
from ..wiki_store.diffs import format_diff
from ..wiki_store.earlier_journal import standing
from ..wiki_store.operations import NEWEST, Change, ObjectStore, OperationRecord
from ..wiki_store.working_copy import CatalogNames


class OperationList(NamedTuple):
    """Operations that stand, newest first."""

    operations: tuple[OperationRecord, ...]
    found: int
    """All that were asked for, listed or not."""
    catalog: CatalogNames
    """The generated pages, which no line names."""
    diff: str = ""
    """How the files differ, where one operation was asked for by its id."""


def list_operations(
    graph: str, catalog: CatalogNames, *, op: str = "", since: str = "", actor: str = "", limit: int = 0
) -> OperationList:
    """Return the operations that were not undone; limit 0 lists all.

    op: one of them, by its id, a unique beginning of it or `last`, with its difference.  since: a time in UTC.  actor:
    those that this one made.  Raises OperationNotFoundError.
    """
    records = [*standing(graph)]
    if op:
        found = records[:1] if op == NEWEST else [record for record in records if record.op.startswith(op)]
        if len(found) != 1:
            raise OperationNotFoundError(op, [record.op for record in records[2::-1]])
        return OperationList((found[0],), 1, catalog, _diff(graph, found[0], catalog))
    chosen = [record for record in records if record.time >= since and actor in ("", record.actor)]
    return OperationList(tuple(chosen[:limit] if limit else chosen), len(chosen), catalog)


_MOST_FILES = 200
"""Of an operation that are compared."""


def _diff(graph: str, record: OperationRecord, catalog: CatalogNames) -> str:
    """Return how the files of an operation differ, as far as their copies are kept."""
    store, changes, lost = ObjectStore(graph), list[Change](), list[str]()
    shown = [change for change in record.changes if change.path not in catalog]
    for change in shown[:_MOST_FILES]:
        try:
            before, after = (store.get(sha) if sha else None for sha in (change.before, change.after))
            changes.append(Change(change.path, before, after))
        except DataError:
            lost.append(change.path)
    more = len(shown) - _MOST_FILES
    left = [f"not kept: {', '.join(map(one_line, lost))}"] * bool(lost) + [f"… {more} more files"] * (more > 0)
    return "\n".join(filter(None, [format_diff(changes), *left]))
