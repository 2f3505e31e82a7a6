"""Lists from an index: pages, open tasks, tags and properties with counts, and links with their targets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..clock import NO_DAY
from ..errors import AmbiguousPageError
from ..index_store.port import IndexReader, created_day
from ..model import LinkRow, PageRow, TaskStatus
from ..text.links import Resolver, basename_key, missing_node
from ..text.names import normalize_name, stem_of
from ..text.tasks import PRIORITIES, STATUSES, read_tasks
from .lookup import look_up, names_of, not_found

_TASK_KINDS = frozenset({"list", "quote", "callout"})
"""Kinds of passages that have tasks."""


class ListedPage(NamedTuple):
    """A page in a list."""

    path: str
    id: str
    title: str
    category: str
    type: str
    tags: tuple[str, ...]
    changed: str
    """When the file was changed, UTC."""
    tokens: int
    created: str = ""
    """By its properties; "" where they have no such day."""
    links: int | None = None
    """Links from other pages that lead to it, where the list is sorted by them."""


class PageList(NamedTuple):
    """A part of the pages, in their order."""

    pages: tuple[ListedPage, ...]
    found: int
    """Number of pages that fit, listed or not."""
    offset: int
    only: str = ""
    """The filter of the pages, in words; "" for all pages."""


def list_pages(reader: IndexReader, *, sort: str = "path", limit: int = 0, offset: int = 0, only: str = "") -> PageList:
    """Return the pages of a vault by one of arguments.SORTS, ties by path; limit 0 lists all."""
    pages = reader.pages(everything=True)
    counts = Counter[str]()
    if sort == "links":
        counts.update(row.target for row in reader.links() if row.target != row.path)
    orders: dict[str, Callable[[PageRow], Any]] = {
        "title": lambda page: page.title.casefold(),
        "changed": lambda page: page.changed,
        "created": lambda page: created_day(page.properties),
        "links": lambda page: counts[page.path],
    }
    if sort in orders:
        pages.sort(key=orders[sort], reverse=sort != "title")
    chosen = pages[offset : offset + limit if limit else None]
    entries = [_page_entry(page, counts[page.path] if sort == "links" else None) for page in chosen]
    return PageList(tuple(entries), len(pages), offset, only)


def _page_entry(page: PageRow, links: int | None) -> ListedPage:
    facts = (page.path, page.node, page.title, page.category, page.type, page.tags, page.changed, page.tokens)
    return ListedPage(*facts, created_day(page.properties), links)


class TaskEntry(NamedTuple):
    """A task."""

    path: str
    line: int
    text: str
    due: str
    """YYYY-MM-DD; "" for none."""
    priority: str
    """highest, high, medium, low, lowest, or "" for none."""
    status: str
    """todo, in progress, done, …, or a character in its box that has no name, as `[b]`."""


class TaskList(NamedTuple):
    """Tasks: by day, those without one last, then by priority, path and line."""

    tasks: tuple[TaskEntry, ...]
    found: int
    offset: int
    only: str = ""
    others: Mapping[str, int] = {}
    """Numbers of tasks by other statuses that fit in all else."""


class TaskQuery(NamedTuple):
    """The tasks that are asked for."""

    status: str = "open"
    """open, all, or the name or the character of one."""
    due: tuple[str, str] = ("", "")
    """First and last day; "" for both is any task, NO_DAY for both one without."""
    priorities: tuple[str, ...] = ()
    words: str = ""
    """Each begins a word of its text or of its note's name."""


OPEN_TASKS = TaskQuery()


def list_tasks(
    reader: IndexReader,
    query: TaskQuery = OPEN_TASKS,
    *,
    own: Mapping[str, TaskStatus] = STATUSES,
    limit: int = 0,
    offset: int = 0,
    only: str = "",
) -> TaskList:
    """Return the tasks of all pages that fit the query; limit 0 lists all.  own: the vault's statuses."""
    passages = [row for row in reader.passages(holding="] ") if row.kind in _TASK_KINDS]
    paths = {page.id: page.path for page in reader.pages(ids=sorted({row.page for row in passages}))}
    found, others = list[TaskEntry](), Counter[str]()
    wanted = query.status.strip().casefold()
    for row in passages:
        for task in read_tasks(row.text, own):
            line = row.line + task.line - 1
            entry = TaskEntry(paths[row.page], line, task.text, task.due, task.priority, task.status.name)
            if not _fits_query(entry, query):
                continue
            names = {"all", entry.status.casefold(), task.mark, "open" if task.status.is_open else ""}
            if wanted in names:
                found.append(entry)
            else:
                others[entry.status] += 1
    found.sort(key=lambda task: (task.due or "9", PRIORITIES.index(task.priority), task.path, task.line))
    shown = tuple(found[offset : offset + limit if limit else None])
    return TaskList(shown, len(found), offset, only, dict(sorted(others.items())))


def _fits_query(task: TaskEntry, query: TaskQuery) -> bool:
    first, last = query.due
    is_due = not (first or last) or (bool(task.due) and first <= task.due <= (last or "9"))
    is_due = not task.due if first == NO_DAY else is_due
    # At their beginnings, so that `Nora` finds `Nora's`; a task on Nora's page is hers, and one tagged `#nora`.
    text = " " + normalize_name(f"{task.path.rpartition('/')[2][:-3]} {task.text}".replace("#", " "))
    has_words = all(f" {word}" in text for word in normalize_name(query.words.replace("#", " ")).split())
    return is_due and has_words and (not query.priorities or (task.priority or "none") in query.priorities)


class NameCount(NamedTuple):
    """A tag or a property, and the number of pages that have it."""

    name: str
    pages: int


class NameList(NamedTuple):
    """Tags or properties, those on most pages first."""

    kind: str
    """tags or properties."""
    names: tuple[NameCount, ...]
    found: int
    offset: int
    only: str = ""


def list_names(reader: IndexReader, kind: str, *, limit: int = 0, offset: int = 0, only: str = "") -> NameList:
    """Return the tags or the properties of the pages, in the spelling that most pages have; limit 0 lists all."""
    spellings = dict[str, Counter[str]]()
    for page in reader.pages(everything=True):
        names: Sequence[str] = page.tags if kind == "tags" else tuple(page.properties)
        for name in names:
            spellings.setdefault(name.casefold(), Counter())[name] += 1
    counts = [NameCount(max(each, key=lambda name: (each[name], name)), each.total()) for each in spellings.values()]
    counts.sort(key=lambda count: (-count.pages, count.name))
    return NameList(kind, tuple(counts[offset : offset + limit if limit else None]), len(counts), offset, only)


MAX_NEAR = 3
"""Pages suggested in the reason why a link leads nowhere."""


class FoundLink(NamedTuple):
    """One link and its target."""

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
    reason: str
    """Why it leads nowhere, with similar pages; "" for one that leads to a file."""


class LinkList(NamedTuple):
    """Links, by source and place."""

    note: str
    """The file asked for; "" for the whole vault."""
    backlinks: bool
    """Whether the links lead to the note; otherwise they are links of the note."""
    only_unresolved: bool
    links: tuple[FoundLink, ...]
    files: int
    """Files that hold the links found."""
    found: int
    unresolved: int
    omitted: int
    """Number of links found and not listed."""
    linked: tuple[str, ...] = ()
    """Folders and notes that are links out of the vault, where a link leads nowhere: nothing there is read."""


def links_of(
    reader: IndexReader, note: str = "", *, backlinks: bool = False, unresolved: bool = False, limit: int = 0
) -> LinkList:
    """Return the links of a note, or of all notes; with backlinks those that lead to it.

    note: a path, node id, title or alias; for backlinks also any other file, or a name that has no page.  unresolved
    keeps the links that lead nowhere.  limit 0 lists all.  Raises PageNotFoundError, AmbiguousPageError.
    """
    name, rows = _find_links(reader, note, backlinks=backlinks, unresolved=unresolved)
    listed = rows[: limit or None]
    lost = dict.fromkeys(_link_path(row) for row in listed if not row.target)
    reasons = {path: _explain_unresolved(reader, path) for path in lost}
    return LinkList(
        note=name,
        backlinks=backlinks,
        only_unresolved=unresolved,
        links=tuple(_found_link(row, "" if row.target else reasons[_link_path(row)]) for row in listed),
        files=len({row.path for row in rows}),
        found=len(rows),
        unresolved=sum(not row.target for row in rows),
        omitted=len(rows) - len(listed),
    )


def _find_links(reader: IndexReader, note: str, *, backlinks: bool, unresolved: bool) -> tuple[str, list[LinkRow]]:
    """Return the name of the file that note refers to, and its links."""
    if not note:
        return "", reader.links(unresolved=True) if unresolved else reader.links()
    page = look_up(reader, note)
    if page and not backlinks:
        return page.path, [row for row in reader.links(pages=[page.id]) if not (unresolved and row.target)]
    if not backlinks:
        raise not_found(reader, note)
    path = page.path if page else note
    rows = reader.links(targets=[path])
    if not page and not rows:
        # The name of a file that is no page, else a page that is not there yet.
        key, node = basename_key(note), missing_node(note)
        named = [row for row in reader.links() if basename_key(row.target or row.link.partition("#")[0]) == key]
        rows = [row for row in named if row.target or missing_node(row.link.partition("#")[0]) == node]
        if not rows:
            raise not_found(reader, note)
        path = rows[0].target or note
        rows = [row for row in rows if row.target == rows[0].target]
    return path, [row for row in rows if not (unresolved and row.target)]


def _link_path(row: LinkRow) -> str:
    return row.link.partition("#")[0].strip()


def _found_link(row: LinkRow, reason: str) -> FoundLink:
    facts = (row.path, row.line, row.kind, row.is_embed, row.link, row.display, row.property, row.target)
    return FoundLink(*facts, reason)


def _explain_unresolved(reader: IndexReader, path: str) -> str:
    """Return the reason why a link with this path leads nowhere, with similar pages."""
    named = sorted({name.page for name in names_of(reader, stem_of(path)) if name.page is not None})
    near = Resolver(page.path for page in reader.pages(ids=named)).candidates(path)
    if near:
        return f"no such file at this path; the name is elsewhere: {_first_paths(near)}"
    owners = _owners(reader, path)
    if owners:
        return f"no such file; it is a title or alias, which Obsidian does not follow: {_first_paths(owners)}"
    return "no such file"


def _first_paths(paths: Sequence[str]) -> str:
    return ", ".join(paths[:MAX_NEAR]) + (" …" if len(paths) > MAX_NEAR else "")


def _owners(reader: IndexReader, name: str) -> tuple[str, ...]:
    """Return the pages that have this name as a title or alias, not as their file name."""
    if not name or "/" in name:
        return ()
    try:
        page = look_up(reader, name)
    except AmbiguousPageError as error:
        return error.candidates
    return (page.path,) if page else ()
