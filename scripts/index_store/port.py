"""The port of an index: the one interface between an engine that stores and code that ranks.

Everything is values in, values out, in a stated order.  Tokens arrive analyzed (text/analyzer.py): an implementation
folds and stems nothing.  `tests/index_store/contract.py` runs over every implementation.

The functions below the interface apply a filter to pages: names and values are compared without case.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from ..errors import DataError
from ..model import (
    ClaimRow,
    Edge,
    Hit,
    Issue,
    LinkRow,
    Mention,
    Name,
    PageFilter,
    PageRow,
    PassageRow,
    PropertyTest,
    SectionRow,
    Statistics,
    VectorRow,
)
from ..text.analyzer import day_in_digits
from ..text.links import parse_link_text
from ..text.ontology import beginning_of, end_of
from ..wiki_store.vault_settings import is_excluded

Level = Literal["pages", "sections", "passages"]

NOT_READ = "not-read"
"""Rule of an issue with the reason why a note is no page."""

PREMISE = "premise"
"""Form of the rows with the premises of the claim on the same page and line.  Their object is the thing, or the page of
the passage; object_name is the premise in words; the note is its key."""

NAME_KINDS = ("title", "stem", "alias", "question", "short", "missing")
"""The order of names with one key."""


class IndexDamagedError(DataError):
    """An index that cannot be trusted: it has a value of the wrong type, invalid JSON, or a broken file.

    Index.answer then makes it again from the vault and repeats the question.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"the index is damaged: {reason}", hint="make it again with `doctor --rebuild`")


class IndexReader(Protocol):
    """One consistent state of the index of one vault.  Every method raises IndexDamagedError."""

    def statistics(self, *, pages: Sequence[int] | None = None) -> Statistics:
        """Return the numbers of rows of the index, or of some of its pages (of which each is one file)."""

    def issues(self) -> list[Issue]:
        """Return the issues of the vault's files, by path and line: notes that could not be read (rule `not-read`), and
        issues on pages."""

    def document_counts(self, terms: Sequence[str]) -> dict[str, int]:
        """Map each term (a word or a phrase) to the number of sections with it; 0 for a term that occurs nowhere."""

    def search(
        self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None = None
    ) -> list[Hit]:
        """Return the hits for any of the terms, by falling BM25 (k1 1.2, b 0.75, the level's column weights), ties by
        id.

        A term of several words parted by blanks is a phrase, and each term counts once.  Empty without terms.  A word
        in more than half of all sections is left out unless all terms that occur are so common: its idf would be next
        to nothing, and scoring its hits costs most of a search.
        pages: only hits on these; common words and scores stay those of the whole index.
        """

    def pages(
        self,
        *,
        ids: Sequence[int] = (),
        paths: Sequence[str] = (),
        nodes: Sequence[str] = (),
        category: str = "",
        everything: bool = False,
    ) -> list[PageRow]:
        """Return the pages with some ids, paths or nodes, those of a category, or everything; by path."""

    def matching(self, where: PageFilter) -> list[int]:
        """Return the ids of the pages that fit a filter, in rising order."""

    def sections(self, *, ids: Sequence[int] = (), pages: Sequence[int] = ()) -> list[SectionRow]:
        """Return sections with some ids, or all of some pages, by id (which is by page and place)."""

    def passages(
        self,
        *,
        ids: Sequence[int] = (),
        beside: Sequence[int] = (),
        sections: Sequence[int] = (),
        pages: Sequence[int] = (),
        holding: str = "",
    ) -> list[PassageRow]:
        """Return passages with some ids, or all of some sections or pages, by id (which is by page and place).

        beside: passages, to get all of their sections.  holding: also the passages that have this text, letter for
        letter.
        """

    def names(self, keys: Sequence[str]) -> list[Name]:
        """Return the names with one of these keys: by key, then title, stem, alias, question, short, missing, path."""

    def name_forms(self, beginning: str, *, lengths: tuple[int, int]) -> list[tuple[str, str]]:
        """Return key and folded form of names whose key has a prefix, with that many letters; by both, each once."""

    def words(self, beginning: str, *, lengths: tuple[int, int] | None = None, limit: int) -> list[tuple[str, int]]:
        """Return indexed terms with a prefix, and the number of their sections: most first, ties by term.

        lengths: the fewest and most letters.  An empty prefix selects every term of a small index, and none of a large
        one, where listing them needs a scan.
        """

    def mentions(self, *, sections: Sequence[int] = (), names: Sequence[str] = ()) -> list[Mention]:
        """Return the mentions in some sections, or of some names; by section, name."""

    def edges_at(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        """Return the edges that begin or end at any of the nodes: claims before links, by falling confidence, ties by
        source, relation, target; at most limit for each node."""

    def claims(
        self, *, nodes: Sequence[str] = (), sections: Sequence[int] = (), pages: Sequence[int] = ()
    ) -> list[ClaimRow]:
        """Return the claims that have one of the nodes as an end, cite one of the sections, or are on one of the pages;
        by path and line."""

    def premises(self, *, of: Sequence[str] = (), on: Sequence[tuple[str, str]] = (), limit: int = 0) -> list[ClaimRow]:
        """Return the premises of the claims about some nodes, as rows of the form PREMISE, by id, without evidence.

        on: or those that name a node with the key of a premise: at most limit rows for each.
        """

    def links(
        self,
        *,
        pages: Sequence[int] = (),
        targets: Sequence[str] = (),
        basenames: Sequence[str] = (),
        unresolved: bool = False,
    ) -> list[LinkRow]:
        """Return the links on some pages, or those that lead to some paths, or that lead nowhere; by path and place.

        basenames: or those whose path ends in one of these (links.basename_key), wherever they lead.
        Without any argument all links.
        """

    def vectors(self, model: str, *, sections: Sequence[int] | None = None) -> list[VectorRow]:
        """Return the vectors of some sections, or of all, that this model has made; by section."""


CREATED = ("created", "date")
"""Properties with the day when a page was made; the first that a page has counts."""
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\Z")
_DAY = re.compile(r"(\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)?)?)(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?")


_DATES = {"notes": ("date", "published", "created"), "sessions": ("date", "created"), "topics": ("filed",)}
_OF_A_DOCUMENT = ("date", "published")
_IS_DAY = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


def is_meant(where: PageFilter, path: str, category: str, changed: str, tags: str, properties: str) -> bool:
    """Report whether a page fits a filter; tags and properties are JSON, as they are stored."""
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
        name = fold_value(test.name)
        has_one = any(holds(test, value) for key, value in values.items() if fold_value(key) == name)
        if has_one == (test.operator == "!="):
            return False
    if where.by == "created" and (where.since or where.until):
        day = created_day(values)[:10]
        if not day or not where.since <= day <= (where.until or "9"):
            return False
    return not where.as_of or has_begun(where.as_of, day_in(values, category)) is not False


def holds(test: PropertyTest, value: Any) -> bool:
    """Report whether a property's value, or one item of its list, passes a test; numbers and dates have an order."""
    if isinstance(value, list):
        return any(holds(test, item) for item in value)
    if value is None or isinstance(value, dict):
        return bool(value) and not test.operator
    text = ("true" if value else "false") if isinstance(value, bool) else str(value).strip()
    if not test.operator:
        return bool(text)
    one, other = _comparable(text, test.value)
    if test.operator in ("=", "!="):
        return bool(one == other) or fold_value(test.value) in map(fold_value, _value_forms(text))
    if one is None or other is None:
        return False
    order = {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}
    return bool(order[test.operator])


def _comparable(text: str, wanted: str) -> tuple[Any, Any]:
    """Return both as numbers, or as dates of one length; (None, "") where they have no order."""
    if _NUMBER.match(text) and _NUMBER.match(wanted):
        return float(text), float(wanted)
    one, other = moment(text), moment(wanted)
    if one and other:
        size = min(len(one), len(other))
        return one[:size], other[:size]
    return None, ""


def moment(text: str) -> str:
    """Return a year, month, day or time as it is compared, in the zone that it is written in; "" for none."""
    found = _DAY.fullmatch(text.strip())
    return found[1].replace("T", " ") if found else day_in_digits(text.strip())


def _value_forms(text: str) -> tuple[str, ...]:
    """Return the texts that a value is equal to: for a link also its path, its last part and its display text."""
    if not (text.startswith("[[") and text.endswith("]]")):
        return (text,)
    path, _, shown = parse_link_text(text[2:-2])
    return (text, path, path.rpartition("/")[2], shown or path)


def fold_value(text: str) -> str:
    return text.strip().casefold()


def is_in_folder(path: str, folder: str) -> bool:
    """Report whether a path lies in a folder or below it."""
    return fold_value(path).startswith(fold_value(folder.strip("/")) + "/")


def has_tag(tag: str, wanted: str) -> bool:
    """Report whether a tag is the wanted one or is below it."""
    name, given = wanted.removeprefix("#").strip("/").lower(), tag.lower()
    return given == name or given.startswith(name + "/")


def created_day(properties: Mapping[str, Any]) -> str:
    """Return the day or time when a page was made, by its properties; "" where they have none."""
    folded = {fold_value(key): value for key, value in properties.items()}
    days = (moment(str(folded[name])) for name in CREATED if folded.get(name))
    return next((day for day in days if len(day) >= len("2026-01-01")), "")


def day_in(properties: Mapping[str, Any], category: str) -> str:
    """Return the day, month or year in the properties of a page of this category; "" for none."""
    folded = {key.strip().casefold(): value for key, value in properties.items()}
    names = _DATES.get(category, _OF_A_DOCUMENT)
    found = (_IS_DAY.match(str(folded[name]).strip()) for name in names if folded.get(name))
    return next((match[0] for match in found if match), "")


def has_begun(day: str, start: str) -> bool | None:
    """Report whether something that began on a day, in a month or in a year had begun on another day; None: unknown."""
    if not start:
        return None
    return True if day >= end_of(start) else None if day >= beginning_of(start) else False
