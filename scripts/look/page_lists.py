"""What an index lists: the pages of a vault, the open tasks in them, and their tags and properties with counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..clock import NO_DAY
from ..index_store.filters import created_day
from ..index_store.port import IndexReader
from ..model import PageRow, TaskStatus
from ..text.names import normalize_name
from ..text.tasks import PRIORITIES, STATUSES, read_tasks

_TASK_KINDS = frozenset({"list", "quote", "callout"})
"""Passages in which tasks stand."""


class PageEntry(NamedTuple):
    """A page in a list."""

    path: str
    id: str
    title: str
    category: str
    type: str
    tags: tuple[str, ...]
    changed: str
    """Of the file, UTC."""
    tokens: int
    created: str = ""
    """By its properties; "" where they do not tell."""
    links: int | None = None
    """Links from other pages that lead to it, where the list is sorted by them."""


class PageList(NamedTuple):
    """Pages in the order that was asked for."""

    pages: tuple[PageEntry, ...]
    found: int
    """All that were asked for, listed or not."""
    offset: int
    only: str = ""
    """Which pages alone are listed, in words; "" for all."""


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


def _page_entry(page: PageRow, links: int | None) -> PageEntry:
    facts = (page.path, page.node, page.title, page.category, page.type, page.tags, page.changed, page.tokens)
    return PageEntry(*facts, created_day(page.properties), links)


# --- Tasks ------------------------------------------------------------------------------------------------------------


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
    """todo, in progress, done, …, or a sign in its box that nothing names, as `[b]`."""


class TaskList(NamedTuple):
    """Tasks: by day, those without one last, then by priority, path and line."""

    tasks: tuple[TaskEntry, ...]
    found: int
    offset: int
    only: str = ""
    others: Mapping[str, int] = {}
    """How many more are as asked but for their status."""


class TaskQuery(NamedTuple):
    """Which tasks are meant."""

    status: str = "open"
    """open, all, or the name or the sign of one."""
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
    """Return the tasks of all pages that are meant; limit 0 lists all.  own: the vault's statuses."""
    passages = [row for row in reader.passages(holding="] ") if row.kind in _TASK_KINDS]
    paths = {page.id: page.path for page in reader.pages(ids=sorted({row.page for row in passages}))}
    found, others = list[TaskEntry](), Counter[str]()
    wanted = query.status.strip().casefold()
    for row in passages:
        for task in read_tasks(row.text, own):
            line = row.line + task.line - 1
            entry = TaskEntry(paths[row.page], line, task.text, task.due, task.priority, task.status.name)
            if not _is_meant(entry, query):
                continue
            names = {"all", entry.status.casefold(), task.mark, "open" if task.is_open else ""}
            if wanted in names:
                found.append(entry)
            else:
                others[entry.status] += 1
    found.sort(key=lambda task: (task.due or "9", PRIORITIES.index(task.priority), task.path, task.line))
    shown = tuple(found[offset : offset + limit if limit else None])
    return TaskList(shown, len(found), offset, only, dict(sorted(others.items())))


def _is_meant(task: TaskEntry, query: TaskQuery) -> bool:
    first, last = query.due
    is_due = not (first or last) or (bool(task.due) and first <= task.due <= (last or "9"))
    is_due = not task.due if first == NO_DAY else is_due
    # At their beginnings, so that `Nora` stands in `Nora's`; a task on Nora's page is hers.
    text = " " + normalize_name(f"{task.path.rpartition('/')[2][:-3]} {task.text}")
    has_words = all(f" {word}" in text for word in normalize_name(query.words).split())
    return is_due and has_words and (not query.priorities or (task.priority or "none") in query.priorities)


# --- Tags and properties ----------------------------------------------------------------------------------------------


class NameCount(NamedTuple):
    """A tag or a property, and on how many pages it stands."""

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
