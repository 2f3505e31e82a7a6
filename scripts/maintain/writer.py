"""Running a writing verb as one operation: planned under the lock, committed with catalog and log, or not at all.

The catalog lists the machine-written pages, the log has one line for each operation.  Neither is ever read back: the
catalog is made from the pages, the log from the operations.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Protocol, TypeVar

from ..errors import DataError, NameTakenError, PageChangedError, ReadOnlyError
from ..homes import HomeLocation
from ..index_store.port import IndexReader
from ..model import Page, PageRow
from ..settings import Settings
from ..text.escaping import first_few
from ..text.kept import property_text
from ..text.links import basename_key
from ..text.names import category_of, is_conflict_copy, stem_of
from ..text.spans import written_like
from ..text.templates import CatalogRow, index_page, log_line, log_page
from ..wiki_store.files import is_note
from ..wiki_store.operations import Change, OperationRecord
from ..wiki_store.transaction import Recovery, Transaction
from ..wiki_store.working_copy import Outcome, Plan, WorkingCopy, catalog_names, format_diff
from ..wiki_store.writing import close_to_others, write_lock

R = TypeVar("R")
T = TypeVar("T")


class RunQuery(Protocol):
    """Runs work on an index that is up to date."""

    def __call__(self, work: Callable[[IndexReader], T]) -> T: ...


_NAMED = 20
"""Files of an operation that a message lists."""
_TRIES = 5
"""Tries to write while a person keeps saving."""


class Writer:
    """Writes the vault of one home."""

    def __init__(
        self,
        location: HomeLocation,
        settings: Settings,
        *,
        actor: str,
        clock: Callable[[], str],
        query: RunQuery,
        tell: Callable[[str], None] = lambda _: None,
        drop_index: Callable[[], None] = lambda: None,
    ) -> None:
        self.location, self.actor, self.clock = location, actor, clock
        self.query, self.tell, self.drop_index = query, tell, drop_index
        self.lock_seconds, self._max_page_bytes = settings.lock_seconds, settings.max_page_bytes
        self.catalog = catalog_names(location.folder)
        self.transaction = Transaction(
            location.vault,
            location.graph,
            quiet_seconds=settings.quiet_seconds,
            is_ours=lambda path: path in self.catalog or category_of(path, location.folder) != "notes",
            tell=tell,
        )

    def carry_out(
        self, verb: str, planner: Callable[[WorkingCopy, IndexReader], Plan[R]], *, dry_run: bool = False
    ) -> Outcome[R]:
        """Finish an interrupted operation, plan, and commit; a plan without changes writes nothing, not even the log.

        A dry run takes no lock, and works on a read-only disk.
        Raises LockedError, ReadOnlyError, PageChangedError, and whatever the planner raises.
        """

        def once(copy: WorkingCopy) -> Outcome[R]:
            plan, catalog = self.query(partial(self._planned, copy, planner))
            if not (changes := copy.changes()):
                return Outcome("", dry_run, plan.receipt)
            made = [catalog.path] if catalog is not None and catalog.before is None else []
            made += [self.catalog.log] if _is_in_log(plan) and copy.data(self.catalog.log) is None else []
            if dry_run:
                # A new note is shown whole, since its template is filled in.
                diff = format_diff(changes, without=self.catalog, with_new=verb == "edit")
                return Outcome("", True, plan.receipt, tuple(made), diff)
            op = self._commit(copy, verb, plan, catalog=catalog)
            # Updates the index, so that the next question need not.
            self.query(lambda _: None)
            return Outcome(op, False, plan.receipt, tuple(made))

        with self.held(dry_run=dry_run):
            return self.retried(once)

    def retried(self, work: Callable[[WorkingCopy], T]) -> T:
        """Run work on the vault as it is now, and again if somebody saved a page between reading and writing."""
        for tries_left in reversed(range(_TRIES)):
            try:
                return work(self.working_copy())
            except PageChangedError as err:
                if not (err.is_ours and tries_left):
                    raise
        raise AssertionError("the last try returns or raises")

    @contextmanager
    def held(self, *, dry_run: bool = False) -> Iterator[None]:
        """Hold the write lock and finish an interrupted operation; a dry run does neither.

        Raises ReadOnlyError, also for the handbook, LockedError, DataError.
        """
        location = self.location
        if location.read_only:
            raise ReadOnlyError(location.home, "this is the skill's own handbook; name your own home with --home")
        if not os.path.isdir(location.vault):
            raise DataError("the vault is not there: moved, renamed or not mounted", path=location.vault)
        if dry_run:
            yield
            return
        with write_lock(location.graph, seconds=self.lock_seconds, tell=self.tell):
            close_to_others(location.graph, location.vault)
            self.recover()
            yield

    def recover(self) -> Recovery | None:
        """Finish an interrupted operation, and report its files.  The caller holds the lock."""
        recovered = self.transaction.recover()
        if recovered is not None:
            if recovered.forgets:
                self.drop_index()
            self.tell(recovery_text(recovered))
        return recovered

    def working_copy(self) -> WorkingCopy:
        """Return the vault as it is now."""
        return WorkingCopy(
            self.location.vault,
            folder=self.location.folder,
            max_page_bytes=self._max_page_bytes,
            own_versions=self.transaction.operations.own_versions,
        )

    def _planned(
        self, copy: WorkingCopy, planner: Callable[[WorkingCopy, IndexReader], Plan[R]], reader: IndexReader
    ) -> tuple[Plan[R], Change | None]:
        """Return a plan and the change of the catalog that follows from it."""
        plan = planner(copy, reader)
        return plan, catalog_change(copy, reader) if copy.changes() else None

    def _commit(self, copy: WorkingCopy, verb: str, plan: Plan[R], *, catalog: Change | None = None) -> str:
        """Commit with catalog and log; return the operation's id."""

        def generate(record: OperationRecord) -> Sequence[Change]:
            log = log_change(copy, line_of(record) if _is_in_log(plan) else "", without=plan.reverts)
            return [change for change in (catalog, log) if change is not None]

        record = self.transaction.commit(
            copy.changes(),
            verb=verb,
            actor=self.actor,
            now=self.clock(),
            note=plan.note,
            reverts=[reverted.op for reverted in plan.reverts],
            generate=generate,
        )
        return record.op if record else ""


def recovery_text(recovered: Recovery) -> str:
    """Return the report on an interrupted operation, on one line."""
    left = f"; changed since by somebody, left alone: {', '.join(recovered.conflicts)}" if recovered.conflicts else ""
    return f"{recovered.op} was interrupted; finished {first_few(recovered.finished, _NAMED) or 'nothing'}{left}"


def _is_in_log(plan: Plan[R]) -> bool:
    """Whether an operation adds a line to the log; undoing adds none, since the undone operation's line is removed."""
    return plan.is_in_log and bool(plan.note) and not plan.reverts


LOGGED = 20
"""Most files that a line of the log names, those that come or go first; the operation has all."""
_HEAD = index_page([])
"""The beginning of every catalog of ours."""


def catalog_change(copy: WorkingCopy, reader: IndexReader) -> Change | None:
    """Return the change that brings the catalog up to date with the working copy; None if it is up to date.

    Raises NameTakenError if a person's page has the path of the catalog.
    """
    path, before = copy.catalog.catalog, copy.data(copy.catalog.catalog)
    rows = _catalog_rows(copy, reader)
    # A person's vault gets its catalog with the first page of ours and loses it with the last.
    old = before.decode("utf-8", "replace") if before is not None else ""
    after = written_like(index_page(rows), old).encode("utf-8") if rows or not copy.folder else None
    if copy.folder and before is not None and not old.removeprefix("\ufeff").replace("\r\n", "\n").startswith(_HEAD):
        raise NameTakenError(path, "a page that somebody wrote; the catalog goes there")
    return Change(path, before, after) if before != after else None


def _catalog_rows(copy: WorkingCopy, reader: IndexReader) -> list[CatalogRow]:
    """Return a row for each page of ours after the change, by category, then link."""
    rows: list[PageRow | Page] = [*reader.pages(everything=True)]
    changed = {change.path: change.after for change in copy.changes()}
    rows = [page for page in rows if page.path not in changed]
    rows += [copy.page(path) for path, after in changed.items() if after is not None and _is_listed(copy, path)]
    listed = {page.path: page for page in rows if _is_listed(copy, page.path)}
    links = dict(_links_to_namesakes(copy))
    named = sorted((category_of(path, copy.folder), links.get(path) or stem_of(path), path) for path in listed)
    return [
        CatalogRow(link, listed[path].title, category, property_text(listed[path].properties, "summary"))
        for category, link, path in named
    ]


def log_change(
    copy: WorkingCopy,
    line: str,
    *,
    without: Iterable[OperationRecord] = (),
    gone: tuple[bytes, ...] = (),
) -> Change | None:
    """Return the change that adds a line to the log; None if nothing changes.

    line: "" for none.  without: operations whose lines are removed, unless somebody edited them.  gone: beginnings of
    other lines that are removed.
    """
    # As bytes: text that a person wrote into the log need not be UTF-8, and stays as it is.
    path, before = copy.catalog.log, copy.data(copy.catalog.log)
    data = before if before is not None else log_page().encode("utf-8")
    reverted = [*without]
    whole = {line_of(other).encode("utf-8") for other in reverted}
    lines = data.splitlines(keepends=True)
    data = b"".join(old for old in lines if old.rstrip(b"\r\n") not in whole and not old.startswith(gone))
    if line:
        # The same line end as the line before, which an editor on Windows may have written.
        end = b"\r\n" if data[: data.rfind(b"\n") + 1].endswith(b"\r\n") else b"\n"
        data += (b"" if data.endswith(b"\n") else end) + line.encode("utf-8") + end
    is_empty = not line and data == log_page().encode("utf-8")
    is_made = any(row.path == path and not row.before for other in reverted for row in other.generated)
    after = None if is_empty and (copy.folder or is_made or before is None) else data
    return Change(path, before, after) if before != after else None


def line_of(record: OperationRecord) -> str:
    """Return the log line of an operation, with the change of each file."""
    # If there are many, those that were created or removed come first.
    is_long = len(record.changes) > LOGGED
    named = sorted(record.changes, key=lambda change: is_long and bool(change.before and change.after))[:LOGGED]
    marks = [
        f"{'created' if not change.before else 'removed' if not change.after else 'updated'} {change.path}"
        for change in named
    ]
    marks += [f"{len(record.changes) - len(named)} more files"] if len(named) < len(record.changes) else []
    return log_line(
        time=record.time, op=record.op, verb=record.verb, actor=record.actor, changes=marks, note=record.note
    )


def log_beginning(record: OperationRecord) -> bytes:
    """Return the beginning of an operation's log line, which stays the same if somebody writes behind it."""
    return f"- {record.time} {record.op} ".encode()


def _is_listed(copy: WorkingCopy, path: str) -> bool:
    if not is_note(path) or path in copy.catalog or path.startswith(".") or is_conflict_copy(path):
        return False
    return not copy.folder or path.startswith(copy.folder + "/")


def _links_to_namesakes(copy: WorkingCopy) -> Iterator[tuple[str, str]]:
    """Yield each path whose stem several files have, with the link that leads to it alone."""
    by_name: dict[str, list[str]] = {}
    for path in copy.paths():
        by_name.setdefault(basename_key(path), []).append(path)
    for paths in by_name.values():
        yield from ((path, path[:-3] if is_note(path) else path) for path in paths if len(paths) > 1)
