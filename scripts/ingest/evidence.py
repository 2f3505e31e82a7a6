"""Proving quotes: the words an agent gives must stand in a passage of the source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..index_store.likeness import nearest_stretch
from ..pages.markdown.passages import passage_id
from ..pages.page_model import Evidence
from ..pages.text.names import fold_name
from ..pages.text.sentences import sentences
from ..pages.text.spelled import read_back
from ..text.folding import with_whole_links
from ..text.quotes import Found, Spread, all_places, locate_in_passages, locate_quote

if TYPE_CHECKING:
    from ..pages.page_model import Passage
    from .receipts import Draft

_QUOTE_MARKS = re.compile(r"\n(?:[ \t]*>)+")
"""Of a quotation what begins its further lines: on one line it would be read as part of the words."""
NEAREST_CHARACTERS = 160
FAR, BEFORE = 45, 15
"""Characters that a quote and the source have in common from which on they are left out, but for so many."""


MOST_TOLD = 3
"""Other passages with the same words that a notice lists."""


class Said(NamedTuple):
    """What an item of a bundle gives as its ground."""

    quote: str
    block: str = ""
    """The passage it names; "" for none."""
    names: tuple[str, ...] = ()
    """What the item is about."""
    claims: bool = False
    """Whether it claims something, and not only names a thing."""


class SourceText:
    """One registered source, ready to be quoted."""

    def __init__(self, id: str, title: str, passages: Sequence[Passage]) -> None:
        self.id, self.title, self.passages = id, title, passages
        self.used: dict[str, Passage] = {}

    def prove(self, item: str, said: Said, draft: Draft) -> Evidence | None:
        """The evidence this quote is, in the source's own words; None when it is not there, which is a rejection.

        Where several passages hold it and the item names none, the one that names most of what the item is about is
        taken, and a notice tells the others.
        """
        passages = self._named(item, said.block, draft) if said.block else self.passages
        if not passages:
            return None
        quote = said.quote
        places = next(filter(None, (all_places(each, passages) for each in _wordings(quote))), [])
        if places:
            found = self._likeliest(item, said, places, draft) if len(places) > 1 else places[0]
            if not found.passage.block:
                # A person's own note of a conversation, or an id that a person took out: it is not ours to mark.
                id = passage_id(found.passage.text)
                what = "the passage has no block id, or one that stands above already"
                reason = f"{what}: write ` ^{id}` behind it in [[{self.id}]], then apply again"
                draft.reject(item, reason, (_shown(found),))
                return None
            return Evidence(self.id, found.passage.block, _words_of(found))
        self._reject(item, quote, passages, draft)
        return None

    def _reject(self, item: str, quote: str, passages: Sequence[Passage], draft: Draft) -> None:
        spread = next(filter(None, (locate_in_passages(each, passages) for each in _wordings(quote))), None)
        near: Found | None
        if isinstance(spread, Spread):
            near = Found(spread.first, 0, len(spread.first.text))
            reason = "quote spans two passages: quote one of them"
        else:
            under = self._below_heading(quote)
            if under is not None:
                heading, passage = under
                near = Found(passage, 0, len(passage.text))
                draft.reject(
                    item, f"quote stands in a heading, {heading[:80]!r}: quote what is below it", (_shown(near),)
                )
                return
            near, reason = nearest_stretch(quote, passages), "quote not found in the source"
            if passages is not self.passages:
                reason = f"quote not found in ^{passages[0].block}"
        draft.reject(item, f"{reason}: {quote[:80]!r}", (_shown(near, quote),) if near else ())

    def _named(self, item: str, block: str, draft: Draft) -> tuple[Passage, ...]:
        """The passage that an item names; none is a rejection."""
        found = tuple(passage for passage in self.passages if passage.block.lower() == block.lower())
        if not found:
            near = tuple(f"^{each.block}" for each in self.passages if each.block.partition("-")[0] in block)
            draft.reject(f"{item}.block", f"[[{self.id}]] has no passage ^{block}", near[:3])
        return found[:1]

    def _likeliest(self, item: str, said: Said, places: Sequence[Found], draft: Draft) -> Found:
        """Of several passages the one whose headings and words name most of what an item is about, else the first."""
        chosen, is_guess = self.likeliest(said.names, places)
        is_twice = len({" ".join(each.passage.text.split()) for each in places}) < len(places)
        # That a thing is spoken of, any passage shows that names it; what is claimed of it stands in one.
        if said.claims or (is_guess and is_twice):
            others = [f"^{each.passage.block}" for each in places if each is not chosen]
            also = ", ".join(others[:MOST_TOLD]) + (f" and {len(others) - MOST_TOLD} more" * (len(others) > MOST_TOLD))
            draft.notice(
                item, f'quote taken from ^{chosen.passage.block}, also stands in {also}: "block" names the right one'
            )
        return chosen

    @staticmethod
    def likeliest(about: Sequence[str], places: Sequence[Found]) -> tuple[Found, bool]:
        """The place that names most of these things, the first of several, and whether there are several."""
        names = [name for name in map(fold_name, about) if name]
        told = [fold_name(f"{each.passage.heading}\n{each.passage.text}") for each in places]
        counts = [sum(name in text for name in names) for text in told]
        return places[counts.index(max(counts))], counts.count(max(counts)) > 1

    def _below_heading(self, quote: str) -> tuple[str, Passage] | None:
        """The heading that holds a quote, and the first passage below it."""
        first: dict[str, Passage] = {}
        for passage in self.passages:
            for heading in passage.heading.split(" > "):
                first.setdefault(heading, passage)
        return next(((heading, passage) for heading, passage in first.items() if locate_quote(quote, heading)), None)


def _words_of(found: Found) -> str:
    """The words of the source on one line, as much as they need to be found there again."""
    text = found.passage.text
    words = _on_one_line(text[found.start : found.end])
    if locate_quote(words, text) is None:
        start, end = with_whole_links(text, found.start, found.end)
        words = _on_one_line(text[start:end])
    return words


def _on_one_line(words: str) -> str:
    return " ".join(_QUOTE_MARKS.sub("\n", words).split())


def _wordings(quote: str) -> dict[str, None]:
    """A quote as given, and with hidden signs in place of how our output spells them, where it has any."""
    return dict.fromkeys((quote, read_back(quote)))


def _shown(near: Found, quote: str = "") -> str:
    """What the source says there, in whole sentences if they are short, with the passage that it stands in.

    Where it differs from the quote only far behind its beginning, it is shown from shortly before that on.
    """
    text, start, end = near.passage.text, near.start, near.end
    place = f"^{near.passage.block}" if near.passage.block else f"line {near.passage.line}"
    same = _common(quote, text[start:end])
    if same > FAR:
        start += text[start : start + same - BEFORE].rfind(" ") + 1
        return f"{place}: …{' '.join(text[start:end].split())[:NEAREST_CHARACTERS]}"
    around = [span for span in sentences(text) if span[0] < end and start < span[1]]
    if around and around[-1][1] - around[0][0] <= NEAREST_CHARACTERS:
        start, end = around[0][0], around[-1][1]
    return f"{place}: {'…' if start else ''}{' '.join(text[start:end].split())[:NEAREST_CHARACTERS]}"


def _common(quote: str, text: str) -> int:
    """How many characters two texts have in common at their beginning, apart from case."""
    pairs = enumerate(zip(quote.casefold(), text.casefold()))
    return next((at for at, (one, other) in pairs if one != other), 0)
