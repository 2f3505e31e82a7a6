"""What retrieval asks of an index: the one interface between an engine that stores and code that ranks.

Everything is values in, values out, in a stated order.  Tokens arrive analyzed (text/analyzer.py): an implementation
folds and stems nothing.  `tests/index_store/contract.py` runs over every implementation.

Below it stands which pages a filter means: a name or a value is compared without case.
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
"""Rule of an issue that says why a note is no page."""

PREMISE = "premise"
"""Form of the rows that say what a claim of the same page and line rests on.  Their object is the thing, or the page of
the passage; object_name says the premise in words; the note is its key."""

NAME_KINDS = ("title", "stem", "alias", "question", "short", "missing")
"""In the order in which names of one key are given."""


class IndexDamagedError(DataError):
    """What is stored cannot be believed: a value of the wrong type, JSON that is none, or a broken file.

    Whoever opened the index drops it, makes it again from the vault and asks once more.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"the index is damaged: {reason}", hint="make it again with `doctor --rebuild`")


class IndexReader(Protocol):
    """One consistent state of the index of one vault.  Every method raises IndexDamagedError."""

    def statistics(self, *, pages: Sequence[int] | None = None) -> Statistics:
        """Return what the index holds, or what it holds of some pages (of which each is one file)."""

    def issues(self) -> list[Issue]:
        """Return what is wrong with the vault's files, by path and line: notes that could not be read and why (rule
        `not-read`), and what was found on pages."""

    def document_counts(self, terms: Sequence[str]) -> dict[str, int]:
        """Return in how many sections each term (a word or a phrase) stands; 0 for a term that stands nowhere."""

    def search(
        self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None = None
    ) -> list[Hit]:
        """Return what holds any of the terms, by falling BM25 (k1 1.2, b 0.75, the level's column weights), ties by id.

        A term of several words parted by blanks is a phrase, and each term counts once.  Empty without terms.  A word
        that stands in more than half of all sections is left out unless all that stand anywhere do: its idf would be
        next to nothing, and to score all that holds it is what a search costs most.

        pages: only what stands on these; what is common and the scores stay those of the whole index.
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
        """Return the pages asked for that exist, those of a category, or everything; by path."""

    def matching(self, where: PageFilter) -> list[int]:
        """Return the ids of the pages that a filter means, in rising order."""

    def sections(self, *, ids: Sequence[int] = (), pages: Sequence[int] = ()) -> list[SectionRow]:
        """Return sections by their ids, or all of some pages, by id (which is by page and place)."""

    def passages(
        self,
        *,
        ids: Sequence[int] = (),
        beside: Sequence[int] = (),
        sections: Sequence[int] = (),
        pages: Sequence[int] = (),
        holding: str = "",
    ) -> list[PassageRow]:
        """Return passages by ids, or all of some sections or pages, by id (which is by page and place).

        beside: passages, of whose sections all are meant.  holding: those in which this text stands as well, letter for
        letter.
        """

    def names(self, keys: Sequence[str]) -> list[Name]:
        """Return the names with one of these keys: by key, then title, stem, alias, question, short, missing, path."""

    def name_forms(self, beginning: str, *, lengths: tuple[int, int]) -> list[tuple[str, str]]:
        """Return key and folded form of the names whose key begins so, with that many letters; by both, each once."""

    def words(self, beginning: str, *, lengths: tuple[int, int] | None = None, limit: int) -> list[tuple[str, int]]:
        """Return indexed terms that begin so, with the sections they stand in: most first, ties by term.

        lengths: the fewest and most letters.  An empty beginning is that of every term in a small index, and of none in
        one where it costs a scan to list them.
        """

    def mentions(self, *, sections: Sequence[int] = (), names: Sequence[str] = ()) -> list[Mention]:
        """Return the names that stand in some sections, or the sections in which some names stand; by section, name."""

    def edges_at(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        """Return the edges that begin or end at any of the nodes: claims before links, by falling confidence, ties by
        source, relation, target; at most limit for each node."""

    def claims(
        self, *, nodes: Sequence[str] = (), sections: Sequence[int] = (), pages: Sequence[int] = ()
    ) -> list[ClaimRow]:
        """Return claims that have one of the nodes as an end, that rest on one of the sections, or that stand on one of
        the pages; by path and line."""

    def premises(self, *, of: Sequence[str] = (), on: Sequence[tuple[str, str]] = (), limit: int = 0) -> list[ClaimRow]:
        """Return what the claims about some nodes rest on, as rows of the form PREMISE.

        on: nodes with the key of a premise: at most limit rows for each.  By id, without evidence.
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

        basenames: of those whose path ends in one of these (links.basename_key), wherever they lead.

        Without any argument all links.
        """

    def vectors(self, model: str, *, sections: Sequence[int] | None = None) -> list[VectorRow]:
        """Return what some sections mean, or all, as far as this model was asked; by section."""


CREATED = ("created", "date")
"""Properties that tell when a page was made, the first that a page has."""
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\Z")
_DAY = re.compile(r"(\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)?)?)(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?")


_DATES = {"notes": ("date", "published", "created"), "sessions": ("date", "created"), "topics": ("filed",)}
_OF_A_DOCUMENT = ("date", "published")
_IS_DAY = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


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
        return bool(one == other) or fold_value(test.value) in map(fold_value, _forms(text))
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


def _forms(text: str) -> tuple[str, ...]:
    """Return how a value may be named: a link by its path, its last part and what it shows, too."""
    if not (text.startswith("[[") and text.endswith("]]")):
        return (text,)
    path, _, shown = parse_link_text(text[2:-2])
    return (text, path, path.rpartition("/")[2], shown or path)


def fold_value(text: str) -> str:
    return text.strip().casefold()


def is_in_folder(path: str, folder: str) -> bool:
    """Return whether a path lies in a folder or below it."""
    return fold_value(path).startswith(fold_value(folder.strip("/")) + "/")


def has_tag(tag: str, wanted: str) -> bool:
    """Return whether a tag is the wanted one or is below it."""
    name, given = wanted.removeprefix("#").strip("/").lower(), tag.lower()
    return given == name or given.startswith(name + "/")


def created_day(properties: Mapping[str, Any]) -> str:
    """Return when a page was made, by its properties: a day or a time; "" where they do not tell."""
    folded = {fold_value(key): value for key, value in properties.items()}
    days = (moment(str(folded[name])) for name in CREATED if folded.get(name))
    return next((day for day in days if len(day) >= len("2026-01-01")), "")


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
