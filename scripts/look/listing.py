"""What an index lists of links: those that stand in a page or lead to one, with what each leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import AmbiguousPageError
from ..index_store.port import IndexReader
from ..model import LinkRow
from ..text.analyzer import name_key
from ..text.links import Resolver, basename_key, missing_node
from ..text.names import stem_of
from .lookup import look_up, look_up_link, not_found

MAX_OTHERS = 3
"""Other files that a link might mean that are named in a line."""


class FoundLink(NamedTuple):
    """One link and what it leads to."""

    source: str
    line: int
    kind: str
    """wikilink, markdown or property."""
    is_embed: bool
    link: str
    """Path and subpath as written."""
    display: str | None
    property: str
    target: str
    """Path of the file it leads to; "" where it leads nowhere."""
    others: tuple[str, ...]
    """Pages that it might mean as well, or, where it leads nowhere, that come near."""
    reason: str
    """Why it leads nowhere, or why to this one of several; "" for a plain link."""


class LinkList(NamedTuple):
    """Links by source and place."""

    note: str
    """The file asked for; "" for the whole vault."""
    backlinks: bool
    """Whether the links lead to the note rather than stand in it."""
    only_unresolved: bool
    links: tuple[FoundLink, ...]
    files: int
    """Files that hold the links found."""
    found: int
    unresolved: int
    ambiguous: int
    """Links that lead to one of several pages with the name."""
    omitted: int
    """Found and not listed."""
    linked: tuple[str, ...] = ()
    """Folders and notes that are links out of the vault, where a link leads nowhere: nothing there is read."""


def links_of(
    reader: IndexReader, note: str = "", *, backlinks: bool = False, unresolved: bool = False, limit: int = 0
) -> LinkList:
    """Return the links that stand in a note, or in all notes; with backlinks those that lead to it.

    note: a path, node id, title or alias; for backlinks also any other file, or a name that has no page.  unresolved
    keeps the links that lead nowhere.  limit 0 lists all.  Raises PageNotFoundError, AmbiguousPageError.
    """
    name, rows = _asked_links(reader, note, backlinks=backlinks, unresolved=unresolved)
    resolver = _resolver(reader, rows, is_whole=not note)
    others = [resolver.others(row.link.partition("#")[0].strip(), row.target) for row in rows]
    listed = list(zip(rows, others))[: limit or None]
    lost = dict.fromkeys(row.link for row, rest in listed if not row.target and not rest)
    owners = {link: _owners(reader, link.partition("#")[0].strip()) for link in lost}
    return LinkList(
        note=name,
        backlinks=backlinks,
        only_unresolved=unresolved,
        links=tuple(_found_link(row, rest, owners.get(row.link, ())) for row, rest in listed),
        files=len({row.path for row in rows}),
        found=len(rows),
        unresolved=sum(not row.target for row in rows),
        ambiguous=sum(bool(row.target and rest) for row, rest in zip(rows, others)),
        omitted=len(rows) - len(listed),
    )


def _asked_links(reader: IndexReader, note: str, *, backlinks: bool, unresolved: bool) -> tuple[str, list[LinkRow]]:
    """Return the name of the file asked for and the links asked for."""
    if not note:
        return "", reader.links(unresolved=True) if unresolved else reader.links()
    page = look_up_link(reader, note)
    if page and not backlinks:
        return page.path, [row for row in reader.links(pages=[page.id]) if not (unresolved and row.target)]
    if not backlinks:
        raise not_found(reader, note)
    path = page.path if page else note
    rows = reader.links(targets=[path])
    if not page and not rows:
        # Another file by its name alone, else a page that is not there yet.
        key, node = basename_key(note), missing_node(note)
        named = [row for row in reader.links() if basename_key(row.target or row.link.partition("#")[0]) == key]
        rows = [row for row in named if row.target or missing_node(row.link.partition("#")[0]) == node]
        if not rows:
            raise not_found(reader, note)
        path = rows[0].target or note
        rows = [row for row in rows if row.target == rows[0].target]
    return path, [row for row in rows if not (unresolved and row.target)]


def _resolver(reader: IndexReader, rows: Sequence[LinkRow], *, is_whole: bool) -> Resolver:
    """Return a resolver over the pages that the links might mean."""
    if is_whole:
        return Resolver(page.path for page in reader.pages(everything=True))
    stems = dict.fromkeys(stem_of(row.link.partition("#")[0].strip()) for row in rows)
    languages = ("", *(language for language, _ in reader.statistics().languages))
    keys = dict.fromkeys(name_key(stem, language) for stem in stems for language in languages)
    ids = {name.page for name in reader.names(list(keys)) if name.page is not None}
    return Resolver(page.path for page in reader.pages(ids=sorted(ids)))


def _found_link(row: LinkRow, others: tuple[str, ...], owners: tuple[str, ...]) -> FoundLink:
    if row.target:
        reason = "several files" if others else ""
    elif others:
        reason = "no such file at this path; the name is elsewhere"
    else:
        others = owners
        reason = "no such file" + ("; it is a title or alias, which Obsidian does not follow" if owners else "")
    return FoundLink(
        row.path,
        row.line,
        row.kind,
        row.is_embed,
        row.link,
        row.display,
        row.property,
        row.target,
        others,
        reason,
    )


def _owners(reader: IndexReader, name: str) -> tuple[str, ...]:
    """Return the pages that have this name as a title or alias, not as their file name."""
    if not name or "/" in name:
        return ()
    try:
        page = look_up(reader, name)
    except AmbiguousPageError as error:
        return error.candidates
    return (page.path,) if page else ()
