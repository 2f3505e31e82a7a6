"""One writing verb as one operation: planned under the lock, committed with catalog and log, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import ReadOnlyError
from ..named_tuple import NamedTuple
from ..store.locks import writing
from .catalog import catalog_change, log_change

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..store.workspace import Plan, Workspace

UNDO = "undo"


class Outcome(NamedTuple):
    """What a writing verb did."""

    op: str
    """Id of the operation, for `undo`; "" when nothing was written."""
    dry_run: bool
    receipt: Any


def carry_out(
    ws: Workspace,
    verb: str,
    planner: Callable[[Workspace], Plan],
    *,
    actor: str,
    dry_run: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Outcome:
    """Finish what was interrupted, refresh, plan, commit, refresh.

    A plan that changes nothing writes nothing, not even a log line.
    Raises LockedError, ReadOnlyError, PageChangedError, and whatever the planner raises.
    """
    if ws.location.read_only:
        raise ReadOnlyError(ws.location.home, "this is the skill's own handbook; name your own home with --home")
    with writing(ws.location.graph, seconds=ws.settings.lock_seconds):
        ws.operations.recover()
        ws.refresh(progress=progress)
        changes, note, receipt = planner(ws)
        changes = [change for change in changes if change.before != change.after]
        if dry_run or not changes:
            return Outcome("", dry_run, receipt)
        now, catalog = ws.clock(), catalog_change(ws, changes)
        undone = receipt.op if verb == UNDO else ""
        record = ws.operations.commit(
            [*changes, *([catalog] if catalog else [])],
            verb=verb,
            actor=actor,
            now=now,
            note=note,
            # An undone operation leaves the log, so undoing it adds no line.  What has nothing to tell adds none:
            # a log with every turn of a conversation would be copied whole for each of them.
            log=None if undone or not note else lambda op: log_change(ws, op, now, verb, actor, changes, note),
            undoes=undone,
        )
        ws.refresh()
        return Outcome(record.op if record else "", False, receipt)
