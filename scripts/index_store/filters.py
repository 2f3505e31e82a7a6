"""Which pages a person means: by tag, property, folder, day and kind, chosen before ranking; what was held on a day.

A name or a value is compared without case.  Pages that the owner's Obsidian excludes are left out as well.  Pages are
dated by their documents, claims by when they began and ended: each is held on a day, or not, or it is unknown; nothing
is guessed from when a file was made or brought in.  A day may be a month or a year: within it nothing is known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..arguments import BY, CATEGORIES, check_choice, read_texts
from ..clock import local_day, utc_of
from ..errors import UsageError
from ..model import ClaimRow, PageFilter, PageRow, PropertyTest
from ..text.analyzer import day_in_digits
from ..text.escaping import one_line
from ..text.links import parse_link_text
from ..text.names import stem_of
from ..text.ontology import Ending, beginning_in, beginning_of, end_of, ending_of, is_after
from ..wiki_store.vault_settings import is_excluded
from .port import IndexReader

CREATED = ("created", "date")
"""Properties that tell when a page was made, the first that a page has."""
_OPERATOR = re.compile(r"!=|<=|>=|[=<>!]")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\Z")
_LONGEST_SHOWN = 200
_MOST_TESTED = 100
"""Tags and properties of one filter: each looks at all pages."""
_DAY = re.compile(r"(\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)?)?)(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?")


def page_filter(
    *,
    clock: Callable[[], str],
    excluded: Sequence[str] = (),
    category: str | Sequence[str] = (),
    folder: str | Sequence[str] = (),
    tags: str | Sequence[str] = (),
    properties: str | Sequence[str] = (),
    since: str = "",
    until: str = "",
    by: str = "changed",
    as_of: str = "",
) -> PageFilter:
    """Return which pages alone are meant.

    category, folder: one of them.  properties: tests such as `status=open` and `due<2026-12-01`, all of which hold, as
    tags do.  since, until: days or times, as clock.utc_of takes them, of the last change or, with by="created", of the
    properties `created` and `date`.  as_of: a day, as YYYY-MM-DD: what was held then.  Raises UsageError.
    """
    kinds, folders = read_texts(category or ()), read_texts(folder or ())
    for kind in kinds:
        check_choice("category", kind, CATEGORIES)
    check_choice("by", by, BY)
    names, tests = read_texts(tags), read_texts(properties)
    if len(names) + len(tests) > _MOST_TESTED:
        what = f"a filter of {len(names) + len(tests):,} tags and properties; at most {_MOST_TESTED}"
        raise UsageError(what, hint="make more calls")
    first = utc_of(since, clock) if since else ""
    last = utc_of(until, clock, is_end=True) if until else ""
    if last and first > last:
        raise UsageError(f"--since {since} is after --until {until}", hint="give the earlier one to --since")
    if by == "created":
        # Days that a person wrote are local ones.
        first, last = (local_day(time, clock) if time else "" for time in (first, last))
    return PageFilter(
        categories=kinds,
        folders=tuple(name.strip("/") for name in folders),
        tags=names,
        properties=tuple(map(parse_property_test, tests)),
        since=first,
        until=last,
        by=by,
        as_of=local_day(utc_of(as_of, clock), clock) if as_of else "",
        excluded=tuple(excluded),
    )


def parse_property_test(text: str) -> PropertyTest:
    """Read `status=open`, `due<2026-12-01` or `status`.  Raises UsageError."""
    found = _OPERATOR.search(text)
    name, operator, value = (text[: found.start()], found[0], text[found.end() :].strip()) if found else (text, "", "")
    name = name.strip()
    if not name or operator == "!" or (operator and not value):
        what = f"--property {one_line(text, _LONGEST_SHOWN)!r} tests nothing"
        raise UsageError(what, hint="e.g. status=open, status!=done, due<2026-12-01")
    return PropertyTest(name, operator, value)


def holds(test: PropertyTest, value: Any) -> bool:
    """Return whether a property's value, or one item of its list, is as asked; numbers and dates have an order."""
    if isinstance(value, list):
        return any(holds(test, item) for item in value)
    if value is None or isinstance(value, dict):
        return bool(value) and not test.operator
    text = ("true" if value else "false") if isinstance(value, bool) else str(value).strip()
    if not test.operator:
        return bool(text)
    one, other = _comparable(text, test.value)
    if test.operator in ("=", "!="):
        return bool(one == other) or _folded(test.value) in map(_folded, _forms(text))
    if one is None or other is None:
        return False
    order = {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}
    return bool(order[test.operator])


def _comparable(text: str, wanted: str) -> tuple[Any, Any]:
    """Return both as numbers, or as dates of one length; (None, "") where they have no order."""
    if _NUMBER.match(text) and _NUMBER.match(wanted):
        return float(text), float(wanted)
    one, other = _moment(text), _moment(wanted)
    if one and other:
        size = min(len(one), len(other))
        return one[:size], other[:size]
    return None, ""


def _moment(text: str) -> str:
    """Return a year, month, day or time as it is compared, in the zone that it is written in; "" for none."""
    found = _DAY.fullmatch(text.strip())
    return found[1].replace("T", " ") if found else day_in_digits(text.strip())


def _forms(text: str) -> tuple[str, ...]:
    """Return how a value may be named: a link by its path, its last part and what it shows, too."""
    if not (text.startswith("[[") and text.endswith("]]")):
        return (text,)
    path, _, shown = parse_link_text(text[2:-2])
    return (text, path, path.rpartition("/")[2], shown or path)


def _folded(text: str) -> str:
    return text.strip().casefold()


def is_in_folder(path: str, folder: str) -> bool:
    """Return whether a path lies in a folder or below it."""
    return _folded(path).startswith(_folded(folder.strip("/")) + "/")


def has_tag(tag: str, wanted: str) -> bool:
    """Return whether a tag is the wanted one or is below it."""
    name, given = wanted.removeprefix("#").strip("/").lower(), tag.lower()
    return given == name or given.startswith(name + "/")


def is_meant(where: PageFilter, path: str, category: str, changed: str, tags: str, properties: str) -> bool:
    """Tell whether a filter means a page, of which tags and properties are given in JSON, as they are stored."""
    if (where.categories and category not in where.categories) or is_excluded(path, where.excluded):
        return False
    if where.folders and not any(is_in_folder(path, folder) for folder in where.folders):
        return False
    if where.by == "changed" and not where.since <= changed <= (where.until or "9"):
        return False
    own = json.loads(tags) if where.tags else ()
    if not all(any(has_tag(tag, wanted) for tag in own) for wanted in where.tags):
        return False
    values = json.loads(properties) if where.properties or where.as_of or where.by == "created" else {}
    for test in where.properties:
        name = _folded(test.name)
        has_one = any(holds(test, value) for key, value in values.items() if _folded(key) == name)
        if has_one == (test.operator == "!="):
            return False
    if where.by == "created" and (where.since or where.until):
        day = created_day(values)[:10]
        if not day or not where.since <= day <= (where.until or "9"):
            return False
    return not where.as_of or has_begun(where.as_of, day_in(values, category)) is not False


def created_day(properties: Mapping[str, Any]) -> str:
    """Return when a page was made, by its properties: a day or a time; "" where they do not tell."""
    folded = {_folded(key): value for key, value in properties.items()}
    days = (_moment(str(folded[name])) for name in CREATED if folded.get(name))
    return next((day for day in days if len(day) >= len("2026-01-01")), "")


# --- Reading and saying -----------------------------------------------------------------------------------------------


def filtered(reader: IndexReader, where: PageFilter) -> IndexReader:
    """Return an index of which only the pages that a filter means are read."""
    if where == PageFilter():
        return reader
    from .selection import AsOf, PageSelection  # few questions choose pages

    pages = reader.matching(where)
    return AsOf(reader, pages, where.as_of) if where.as_of else PageSelection(reader, pages)


def describe(where: PageFilter, reader: IndexReader) -> str:
    """Return in one line what was asked for and how many pages have it; "" where nothing was."""
    if where._replace(excluded=()) == PageFilter():
        return ""
    tests = (f"{test.name}{test.operator}{test.value}" for test in where.properties)
    parts = [" or ".join(where.categories), *(f"#{tag.removeprefix('#')}" for tag in where.tags), *tests]
    parts += [f"in {' or '.join(where.folders)}"] if where.folders else []
    days = (f" since {where.since[:16]}" if where.since else "") + (f" until {where.until[:16]}" if where.until else "")
    parts += [where.by + days.replace("T", " ")] if days else []
    pages = reader.matching(where)
    undated = ""
    if where.as_of:
        parts.append(f"as of {where.as_of}")
        without = sum(not day_of(page) for page in reader.pages(ids=pages))
        undated = f", {without} of them with {UNKNOWN}"
    unread = _unread(where, reader)
    undated += f", {unread} more with a day that cannot be read" if unread else ""
    return f"only {', '.join(filter(None, parts))}: {len(pages)} page{'' if len(pages) == 1 else 's'}{undated}"


def _unread(where: PageFilter, reader: IndexReader) -> int:
    """Count the pages that a filter leaves out since what should be a day there is none."""
    names = [{_folded(test.name)} for test in where.properties if test.operator[:1] in "<>" and _moment(test.value)]
    names += [set(CREATED)] if where.by == "created" and (where.since or where.until) else []
    unread = 0
    for wanted in names:
        has_one = [PageFilter(properties=(PropertyTest(name, "", ""),), excluded=where.excluded) for name in wanted]
        ids = {page for one in has_one for page in reader.matching(one)}
        for page in reader.pages(ids=sorted(ids)):
            values = [value for key, value in page.properties.items() if _folded(key) in wanted and value]
            unread += not any(_moment(str(item)) for value in values for item in _items(value))
    return unread


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# --- What was held on a day -------------------------------------------------------------------------------------------


UNKNOWN = "no date"
"""What is said of a page or a claim of which nothing tells when it held."""

_DATES = {"notes": ("date", "published", "created"), "sessions": ("date", "created"), "topics": ("filed",)}
_OF_A_DOCUMENT = ("date", "published")
_IS_DAY = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


def day_of(page: PageRow) -> str:
    """Return the day, month or year of what a page says; "" where it does not tell."""
    return day_in(page.properties, page.category)


def day_in(properties: Mapping[str, Any], category: str) -> str:
    """Return the day that properties tell of a page of this kind; "" for none."""
    folded = {key.strip().casefold(): value for key, value in properties.items()}
    names = _DATES.get(category, _OF_A_DOCUMENT)
    found = (_IS_DAY.match(str(folded[name]).strip()) for name in names if folded.get(name))
    return next((match[0] for match in found if match), "")


def has_begun(day: str, start: str) -> bool | None:
    """Tell whether something that began on a day, in a month or in a year had begun on another day; None: unknown."""
    if not start:
        return None
    return True if day >= end_of(start) else None if day >= beginning_of(start) else False


class Days:
    """When claims began and ended, as their notes and the days of their sources tell; pages that were read are kept."""

    def __init__(self, reader: IndexReader, today: str = "", pages: Iterable[PageRow] = ()) -> None:
        """today: YYYY-MM-DD; "" where nobody knows it.  pages: known ones."""
        self._reader, self._today = reader, today
        self._pages: dict[str, PageRow | None] = {}
        self.take(pages)

    def take(self, pages: Iterable[PageRow]) -> None:
        self._pages.update((page.node, page) for page in pages)

    def read(self, nodes: Iterable[str]) -> None:
        missing = sorted({node for node in nodes if node} - self._pages.keys())
        self._pages.update(dict.fromkeys(missing))
        self.take(self._reader.pages(nodes=missing) if missing else ())

    def page(self, node: str) -> PageRow | None:
        """Return the page of a node; None where it has none."""
        self.read([node])
        return self._pages.get(node)

    def day(self, node: str) -> str:
        """Return the day of a page; "" where it tells none, or is none."""
        page = self.page(node)
        return day_of(page) if page else ""

    def ending(self, claim: ClaimRow) -> Ending | None:
        """Return how a claim ended; None for one that its line lets hold."""
        ending = ending_of(claim.note)
        return ending if ending and (ending.by or is_after(self._today, ending.until)) else None

    def until(self, ending: Ending) -> str:
        """Return the day until which something held; "" where nothing tells."""
        return ending.until or self.day(linked_node(ending.by))

    def told(self, ending: Ending) -> str:
        """Return until when something held and what ended it, in words."""
        until = self.until(ending)
        return ", ".join(filter(None, (f"until {until}" if until else UNKNOWN, f"{ending.how} {ending.by}".strip())))

    def since(self, claim: ClaimRow) -> str:
        """Return since when a claim is told to hold, by its note or its sources; "" where neither tells."""
        self.read([piece.source for piece in claim.evidence])
        days = (self.day(piece.source) for piece in claim.evidence)
        return beginning_in(claim.note) or min(filter(None, days), default="")


def linked_node(link: str) -> str:
    """Return the node that a link leads to, in brackets or without."""
    return stem_of(parse_link_text(link.strip().removeprefix("[[").removesuffix("]]"))[0])
