"""Proving quotes: the words an agent gives must stand in a passage of the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import regex as re
from ..model import Evidence
from ..pages.quotes import Found, Spread, locate_in_passages, locate_quote, nearest_stretch
from ..pages.sentences import sentences
from ..pages.spelled import read_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..model import Passage
    from .receipts import Draft

_QUOTE_MARKS = re.compile(r"\n(?:[ \t]*>)+")
"""Of a quotation what begins its further lines: on one line it would be read as part of the words."""
NEAREST_CHARACTERS = 160
FAR, BEFORE = 45, 15
"""Characters that a quote and the source have in common from which on they are left out, but for so many."""


class SourceText:
    """One registered source, ready to be quoted."""

    def __init__(self, id: str, title: str, passages: Sequence[Passage]) -> None:
        self.id, self.title, self.passages = id, title, passages
        self.used: dict[str, Passage] = {}

    def prove(self, item: str, quote: str, draft: Draft) -> Evidence | None:
        """The evidence this quote is, in the source's own words; None when it is not there, which is a rejection."""
        found = locate_in_passages(quote, self.passages) or locate_in_passages(read_back(quote), self.passages)
        if isinstance(found, Found):
            if not found.passage.block:
                # A person's own note of a conversation: it is not ours to mark.
                reason = "the passage has no block id: write one behind it (` ^some-id`), then apply again"
                draft.reject(item, reason, (_shown(found),))
                return None
            text = " ".join(_QUOTE_MARKS.sub("\n", found.passage.text[found.start : found.end]).split())
            return Evidence(self.id, found.passage.block, text)
        if isinstance(found, Spread):
            near: Found | None = Found(found.first, 0, len(found.first.text))
            reason = "quote spans two passages: quote one of them"
        else:
            under = self._below_heading(quote)
            if under is not None:
                heading, passage = under
                near = Found(passage, 0, len(passage.text))
                draft.reject(
                    item, f"quote stands in a heading, {heading[:80]!r}: quote what is below it", (_shown(near),)
                )
                return None
            near, reason = nearest_stretch(quote, self.passages), "quote not found in the source"
        draft.reject(item, f"{reason}: {quote[:80]!r}", (_shown(near, quote),) if near else ())
        return None

    def _below_heading(self, quote: str) -> tuple[str, Passage] | None:
        """The heading that holds a quote, and the first passage below it."""
        for passage in self.passages:
            for heading in passage.heading.split(" > "):
                if locate_quote(quote, heading):
                    return heading, passage
        return None


def _shown(near: Found, quote: str = "") -> str:
    """What the source says there, in whole sentences if they are short, with the passage that it stands in.

    Where it differs from the quote only far behind its beginning, it is shown from shortly before that on.
    """
    text, start, end = near.passage.text, near.start, near.end
    same = _common(quote, text[start:end])
    if same > FAR:
        start += text[start : start + same - BEFORE].rfind(" ") + 1
        return f"^{near.passage.block}: …{' '.join(text[start:end].split())[:NEAREST_CHARACTERS]}"
    around = [span for span in sentences(text) if span[0] < end and start < span[1]]
    if around and around[-1][1] - around[0][0] <= NEAREST_CHARACTERS:
        start, end = around[0][0], around[-1][1]
    return f"^{near.passage.block}: {'…' if start else ''}{' '.join(text[start:end].split())[:NEAREST_CHARACTERS]}"


def _common(quote: str, text: str) -> int:
    """How many characters two texts have in common at their beginning, apart from case."""
    pairs = enumerate(zip(quote.casefold(), text.casefold()))
    return next((at for at, (one, other) in pairs if one != other), 0)
