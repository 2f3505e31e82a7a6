"""One writing verb as one operation: planned under the lock, committed with catalog and log, or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import PageChangedError, ReadOnlyError, UsageError
from ..homes import state_folder
from ..store.graph_folder import close_to_others
from ..store.locks import locked
from ..store.operations import Change
from ..store.vault import is_note
from ..wiki_store.working_copy import Outcome
from .catalog import catalog_change, log_change
from .conflicts import keep_version

if TYPE_CHECKING:
    from ..model import Place
    from ..store.workspace import Plan, Workspace

R = TypeVar("R")
UNDO = "undo"
_TRIES = 5


def carry_out(
    ws: Workspace,
    verb: str,
    planner: Callable[[Workspace], Plan],
    *,
    actor: str,
    dry_run: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Outcome[Any]:
    """Finish what was interrupted, refresh, plan, commit, refresh.

    A plan that changes nothing writes nothing, not even a log line.
    A dry run needs nothing that can be written: where there is no lock to hold, ws.refusal says why.
    Raises LockedError, ReadOnlyError, PageChangedError, and whatever the planner raises.
    """
    with held(ws, dry_run=dry_run):
        for tries_left in reversed(range(_TRIES)):
            ws.refresh(progress=progress)
            try:
                changes, note, receipt = planner(ws)
            except PageChangedError as err:
                if err.text and not dry_run:
                    raise keep_version(ws, err, verb=verb, actor=actor) from err
                raise
            changes = [change for change in changes if change.before != change.after]
            if not changes:
                return Outcome("", dry_run, receipt)
            undone = receipt.op if verb == UNDO else ""
            catalog = catalog_change(ws, changes)
            generated = tuple(_generated(ws, catalog, has_log_line=bool(note) and not undone))
            gained = () if undone else _taken_over(ws, changes)
            if dry_run:
                return Outcome("", True, receipt, generated, gained)
            try:
                op = _commit(ws, verb, changes, note, catalog=catalog, actor=actor, undone=undone)
            except PageChangedError:
                # Somebody saved a page between our look and our write: the plan is made anew from what is there.
                if not tries_left:
                    raise
            else:
                ws.refresh(progress=progress)
                return Outcome(op, False, receipt, generated, gained)
        raise AssertionError("the last try returns or raises")


def take_over_journal(ws: Workspace, op: str = "") -> bool:
    """What this vault's operations left under another path, before it was moved or adopted; see store.earlier."""
    from ..wiki_store.earlier import take_over_journal as take_over

    log = ws.before(ws.catalog.log) if ws.folder else None
    return take_over(ws.location.graph, known_state(), log, op)


def known_state() -> str:
    """Where the graph folders of named vaults lie; "" where this account has no such place."""
    try:
        return state_folder(os.environ)
    except UsageError:
        return ""


@contextmanager
def held(ws: Workspace, *, dry_run: bool) -> Iterator[None]:
    """Hold the write lock, with what was interrupted finished and the journal of a moved vault taken over.

    For a dry run as far as the home allows it.  Raises ReadOnlyError for the handbook.
    """
    if ws.location.read_only:
        raise ReadOnlyError(ws.location.home, "this is the skill's own handbook; name your own home with --home")
    with ExitStack() as stack:
        stack.callback(ws.rest)
        try:
            stack.enter_context(locked(ws))
            close_to_others(ws.location.graph, ws.location.vault)
            ws.operations.recover()
        except ReadOnlyError as err:
            if not dry_run:
                raise
            ws.refusal = str(err)
        if ws.folder and not ws.refusal and not ws.operations.journal.has_operations():
            take_over_journal(ws)
        yield


def _generated(ws: Workspace, catalog: Change | None, *, has_log_line: bool) -> Iterator[str]:
    """Those of the catalog and the log that are not there yet and will be."""
    if catalog is not None and catalog.before is None:
        yield catalog.path
    if has_log_line and ws.before(ws.catalog.log) is None:
        yield ws.catalog.log


def _taken_over(ws: Workspace, changes: Sequence[Change]) -> tuple[Place, ...]:
    """Links to the new pages; where a page leaves its place, the verb tells itself what follows it."""
    made = {change.path for change in changes if change.before is None and is_note(change.path)}
    if not made or any(change.after is None for change in changes):
        return ()
    from .dangling import taken_over

    return taken_over(ws, made)


def _commit(
    ws: Workspace,
    verb: str,
    changes: Sequence[Change],
    note: str,
    *,
    catalog: Change | None,
    actor: str,
    undone: str,
) -> str:
    """Commit with catalog and log; the operation's id, "" when nothing was written."""
    record = ws.operations.commit(
        [*changes, *([catalog] if catalog else [])],
        verb=verb,
        actor=actor,
        now=ws.clock(),
        note=note,
        # An undone operation leaves the log, so undoing it adds no line.  What has nothing to tell adds none: a log
        # with every turn of a conversation would be copied whole for each of them.
        log=None if undone or not note else partial(log_change, ws, changes),
        undoes=undone,
    )
    return record.op if record else ""
