"""What was held on a day: pages by the day of the document, claims by when they began and ended.

Each is held on the day, or it is not, or it is unknown; nothing is guessed from when a file was made or brought in.  A
day may be a month or a year: within it nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..model import ClaimRow, PageRow
from ..text.links import parse_link_text
from ..text.names import stem_of
from ..text.ontology import Ending, beginning_in, beginning_of, end_of, ending_of, is_after
from .port import IndexReader

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
