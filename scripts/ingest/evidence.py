"""Proving quotes: the words an agent gives must stand in a passage of the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Evidence
from ..pages.quotes import Found, Spread, locate_in_passages, nearest_passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..model import Passage
    from .receipts import Draft

NEAREST_CHARACTERS = 160


class SourceText:
    """One registered source, ready to be quoted."""

    def __init__(self, id: str, title: str, passages: Sequence[Passage]) -> None:
        self.id, self.title, self.passages = id, title, passages
        self.used: dict[str, Passage] = {}

    def prove(self, item: str, quote: str, draft: Draft) -> Evidence | None:
        """The evidence this quote is, in the source's own words; None when it is not there, which is a rejection."""
        found = locate_in_passages(quote, self.passages)
        if isinstance(found, Found):
            text = " ".join(found.passage.text[found.start : found.end].split())
            return Evidence(self.id, found.passage.block, text)
        if isinstance(found, Spread):
            near: Passage | None = found.first
            reason = "quote spans two passages: quote one of them"
        else:
            near, reason = nearest_passage(quote, self.passages), "quote not found in the source"
        nearest = (f"^{near.block}: " + " ".join(near.text.split())[:NEAREST_CHARACTERS],) if near else ()
        draft.reject(item, f"{reason}: {quote[:80]!r}", nearest)
        return None
