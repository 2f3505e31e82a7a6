"""The two generated pages: the catalog of the machine-written pages, and the log with one line an operation.

Neither is ever read back: the catalog comes from the pages, the log is for people.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..errors import NameTakenError, UnsafePathError
from ..pages.linking.resolution import VaultNames, shortest_link
from ..pages.obsidian.conflict_copies import is_conflict_copy
from ..pages.page_facts import category_of, stem_of, text_value, title_of
from ..pages.rendering import CatalogRow, index_page, log_line, log_page
from ..text.splices import written_like
from ..pages.yaml.frontmatter import read_properties
from ..store.operations import Change
from ..store.page_rows import base_of
from ..store.vault import is_note

if TYPE_CHECKING:
    from ..store.journal import OperationRecord
    from ..store.workspace import Workspace


LOGGED = 20
"""Most files that a line of the log names, those that come or go first; the journal has all."""
_HEAD = index_page([])
"""How every catalog of ours begins."""


def catalog_rows(ws: Workspace, changes: Sequence[Change] = ()) -> list[CatalogRow]:
    """A row for each page of ours as it will be after the changes, by category, then link."""
    query = """SELECT f.path, p.category, p.title, p.summary FROM pages p JOIN files f ON f.id = p.id"""
    # Every page of the index is a note, and none is generated or a conflict copy.
    ours = ws.folder + "/" if ws.folder else ""
    rows = {
        path: CatalogRow(stem_of(path), title, category, summary)
        for path, category, title, summary in ws.index.connection().execute(query)
        if path.startswith(ours)
    }
    for change in changes:
        if not _is_ours(ws, change.path):
            continue
        if change.after is None:
            rows.pop(change.path, None)
        else:
            values = read_properties(change.after.decode("utf-8", "replace")).values
            title, summary = title_of(change.path, values), text_value(values, "summary")
            category = category_of(change.path, ws.folder)
            rows[change.path] = CatalogRow(stem_of(change.path), title, category, summary)
    for path, link in _links_to_namesakes(ws, changes):
        if path in rows:
            rows[path] = rows[path]._replace(link=link)
    return [row for *_, row in sorted((row.category, row.link, path, row) for path, row in rows.items())]


def catalog_change(ws: Workspace, changes: Sequence[Change]) -> Change | None:
    """The change that brings the catalog up to date; None when it is."""
    path = ws.catalog.catalog
    rows = catalog_rows(ws, changes)
    before = ws.before(path)
    # A vault that is somebody's own gets its catalog with the first page of ours and loses it with the last.
    old = before.decode("utf-8", "replace") if before is not None else ""
    after = written_like(index_page(rows), old).encode("utf-8") if rows or not ws.folder else None
    if ws.folder and before is not None and not old.removeprefix("\ufeff").replace("\r\n", "\n").startswith(_HEAD):
        raise NameTakenError(path, "a page that somebody wrote; the catalog goes there")
    return Change(path, before, after) if before != after else None


def log_change(ws: Workspace, changes: Sequence[Change], record: OperationRecord) -> tuple[Change, str]:
    """The change that adds an operation's line to the log, and the line; changes: those that it names."""
    path = ws.catalog.log
    before = ws.before(path)
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
    """An operation as the log tells it; marks: what became of which file."""
    op, time, verb, actor = record[:4]
    return log_line(time=time, op=op, verb=verb, actor=actor, changes=marks, note=record.note)


def _links_to_namesakes(ws: Workspace, changes: Sequence[Change]) -> Iterator[tuple[str, str]]:
    """Each path of which the stem means several files after the changes, with the link that leads to it alone."""
    asked = ws.index.connection().execute
    gone = {change.path for change in changes if change.after is None}
    made = [change.path for change in changes if change.before is None]
    shared = {base for (base,) in asked("SELECT base FROM files GROUP BY base HAVING count(*) > 1")}
    shared.update(map(base_of, made))
    paths = {path for base in shared for (path,) in asked("SELECT path FROM files WHERE base = ?", (base,))}
    paths = paths - gone | set(made)
    # What a link may mean has its base: no other file is asked for.
    names = VaultNames(sorted(paths))
    for path in sorted(paths):
        try:
            yield path, shortest_link(path, ws.catalog.catalog, names)
        except UnsafePathError:
            # Hidden, or a twin but for case: no link leads there.
            continue


def _is_ours(ws: Workspace, path: str) -> bool:
    if not is_note(path) or path in ws.catalog or path.startswith(".") or is_conflict_copy(path):
        return False
    return not ws.folder or path.startswith(ws.folder + "/")
