"""The two generated pages: the catalog of the machine-written pages, and the log with one line an operation.

Neither is ever read back: the catalog comes from the pages, the log is for people.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..errors import NameTakenError
from ..text.links import Resolver, basename_key
from ..text.names import is_conflict_copy, stem_of
from ..text.page import category_of
from ..text.property_values import property_text
from ..text.splices import written_like
from ..text.templates import CatalogRow, index_page, log_line, log_page
from .files import is_note
from .journal import OperationRecord
from .working_copy import Change, WorkingCopy

LOGGED = 20
"""Most files that a line of the log names, those that come or go first; the journal has all."""
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


def log_change(copy: WorkingCopy, changes: Sequence[Change], record: OperationRecord) -> tuple[Change, str]:
    """Return the change that adds an operation's line to the log, and the line; changes: those that it names."""
    path, before = copy.catalog.log, copy.data(copy.catalog.log)
    # As bytes: what a person wrote into the log need not be UTF-8, and stays as it is.
    data = before if before is not None else log_page().encode("utf-8")
    named = list(changes)
    if len(named) > LOGGED:
        named = sorted(named, key=lambda change: None not in (change.before, change.after))[:LOGGED]
    marks = [
        f"{'created' if change.before is None else 'removed' if change.after is None else 'updated'} {change.path}"
        for change in named
    ]
    marks += [f"{len(changes) - len(named)} more files"] if len(named) < len(changes) else []
    line = line_of(record, marks)
    # As the line before it ends, which an editor on Windows may have written.
    end = b"\r\n" if data[: data.rfind(b"\n") + 1].endswith(b"\r\n") else b"\n"
    newline = b"" if data.endswith(b"\n") else end
    return Change(path, before, data + newline + line.encode("utf-8") + end), line


def line_of(record: OperationRecord, marks: Sequence[str]) -> str:
    """Return an operation as the log tells it; marks: what became of which file."""
    op, time, verb, actor = record[:4]
    return log_line(time=time, op=op, verb=verb, actor=actor, changes=marks, note=record.note)


def log_without(copy: WorkingCopy, record: OperationRecord) -> bytes | None:
    """Return the log without the operation's line, wherever it stands now; as it was where nothing followed.

    None where there was no log before the operation, or is none now.
    """
    path = copy.catalog.log
    before = copy.data(path)
    if before is None or not record.log_line:
        return before
    made = next((change for change in record.changes if change.path == path), None)
    line = record.log_line.encode("utf-8")
    if made is None or made.after != hashlib.sha256(before).hexdigest():
        return b"".join(other for other in before.splitlines(keepends=True) if other.rstrip(b"\r\n") != line)
    if not made.before:
        return None
    end = b"\r\n" if before.endswith(b"\r\n") else b"\n"
    rest = before.removesuffix(line + end)
    # A line break at its end may have come with the line.
    versions = (rest, rest.removesuffix(end))
    return next((data for data in versions if hashlib.sha256(data).hexdigest() == made.before), rest)


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
        if len(paths) < 2:
            continue
        # What a link may mean has this name: no other file is asked for.
        resolver = Resolver(paths)
        for path in paths:
            bare = path[:-3] if is_note(path) else path
            ways = (bare.rpartition("/")[2], bare, path, "/" + path)
            for link in ways if len(resolver.candidates(ways[0])) == 1 else ways[1:]:
                if resolver.resolve(link, copy.catalog.catalog) == path:
                    yield path, link
                    break
