"""The two generated pages: the catalog of the machine-written pages, and the log with one line an operation.

Neither is ever read back: the catalog comes from the pages, the log from the operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..errors import NameTakenError
from ..text.kept import property_text
from ..text.links import basename_key
from ..text.names import category_of, is_conflict_copy, stem_of
from ..text.spans import written_like
from ..text.templates import CatalogRow, index_page, log_line, log_page
from .files import is_note
from .operations import Change, OperationRecord
from .working_copy import WorkingCopy

LOGGED = 20
"""Most files that a line of the log names, those that come or go first; the operation has all."""
_HEAD = index_page([])
"""How every catalog of ours begins."""


class ListedPage(NamedTuple):
    """A page before the operation, as the catalog needs it."""

    path: str
    title: str
    summary: str


def catalog_change(copy: WorkingCopy, pages: Iterable[ListedPage]) -> Change | None:
    """Return the change that brings the catalog up to date with the working copy; None when it is.

    pages: all of them, as they are on disk.
    Raises NameTakenError where a person's page stands where the catalog of somebody's own vault goes.
    """
    path, before = copy.catalog.catalog, copy.data(copy.catalog.catalog)
    rows = catalog_rows(copy, pages)
    # A vault that is somebody's own gets its catalog with the first page of ours and loses it with the last.
    old = before.decode("utf-8", "replace") if before is not None else ""
    after = written_like(index_page(rows), old).encode("utf-8") if rows or not copy.folder else None
    if copy.folder and before is not None and not old.removeprefix("\ufeff").replace("\r\n", "\n").startswith(_HEAD):
        raise NameTakenError(path, "a page that somebody wrote; the catalog goes there")
    return Change(path, before, after) if before != after else None


def catalog_rows(copy: WorkingCopy, pages: Iterable[ListedPage]) -> list[CatalogRow]:
    """Return a row for each page of ours as it will be, by category, then link."""
    listed = {page.path: page for page in pages if _is_listed(copy, page.path)}
    for change in copy.changes():
        if not _is_listed(copy, change.path):
            continue
        if change.after is None:
            listed.pop(change.path, None)
        else:
            page = copy.page(change.path)
            listed[change.path] = ListedPage(change.path, page.title, property_text(page.properties, "summary"))
    links = dict(_links_to_namesakes(copy))
    rows = [(category_of(path, copy.folder), links.get(path) or stem_of(path), page) for path, page in listed.items()]
    return [CatalogRow(link, page.title, category, page.summary) for category, link, page in sorted(rows)]


def log_change(
    copy: WorkingCopy,
    line: str,
    *,
    without: Iterable[OperationRecord] = (),
    is_gone: Callable[[bytes], bool] = lambda _: False,
) -> Change | None:
    """Return the change that adds a line to the log; None when there is nothing to change.

    line: "" for none.  without: operations of which the lines go, unless somebody wrote in them.  is_gone: whether
    another line goes, too.
    """
    # As bytes: what a person wrote into the log need not be UTF-8, and stays as it is.
    path, before = copy.catalog.log, copy.data(copy.catalog.log)
    data = before if before is not None else log_page().encode("utf-8")
    reverted = [*without]
    gone = {line_of(other).encode("utf-8") for other in reverted}
    lines = data.splitlines(keepends=True)
    data = b"".join(each for each in lines if each.rstrip(b"\r\n") not in gone and not is_gone(each))
    if line:
        # As the line before it ends, which an editor on Windows may have written.
        end = b"\r\n" if data[: data.rfind(b"\n") + 1].endswith(b"\r\n") else b"\n"
        data += (b"" if data.endswith(b"\n") else end) + line.encode("utf-8") + end
    is_empty = not line and data == log_page().encode("utf-8")
    is_made = any(row.path == path and not row.before for other in reverted for row in other.generated)
    after = None if is_empty and (copy.folder or is_made or before is None) else data
    return Change(path, before, after) if before != after else None


def line_of(record: OperationRecord) -> str:
    """Return an operation as the log tells it, with what became of which file."""
    named = list(record.changes)
    if len(named) > LOGGED:
        named = sorted(named, key=lambda change: bool(change.before and change.after))[:LOGGED]
    marks = [
        f"{'created' if not change.before else 'removed' if not change.after else 'updated'} {change.path}"
        for change in named
    ]
    marks += [f"{len(record.changes) - len(named)} more files"] if len(named) < len(record.changes) else []
    op, time, verb, actor, note = record.op, record.time, record.verb, record.actor, record.note
    return log_line(time=time, op=op, verb=verb, actor=actor, changes=marks, note=note)


def _is_listed(copy: WorkingCopy, path: str) -> bool:
    if not is_note(path) or path in copy.catalog or path.startswith(".") or is_conflict_copy(path):
        return False
    return not copy.folder or path.startswith(copy.folder + "/")


def _links_to_namesakes(copy: WorkingCopy) -> Iterator[tuple[str, str]]:
    """Yield each path whose stem will mean several files, with the link that leads to it alone."""
    by_name: dict[str, list[str]] = {}
    for path in copy.paths():
        by_name.setdefault(basename_key(path), []).append(path)
    for paths in by_name.values():
        yield from ((path, path[:-3] if is_note(path) else path) for path in paths if len(paths) > 1)
