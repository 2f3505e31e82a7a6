"""Quote proof: the words that an agent quotes must occur in a passage of the source; and the remarks on its items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from ..errors import NameTakenError, UnsoundPageError
from ..look.citations import nearest_stretch
from ..model import Evidence, Quotable
from ..text.block_ids import block_hash, quotables
from ..text.characters import has_words
from ..text.escaping import first_few, read_escapes
from ..text.names import stem_of
from ..text.quotes import (
    FoundQuote,
    all_places,
    is_cut,
    is_struck,
    likeliest_place,
    says,
    show_place,
    source_words,
)
from ..wiki_store.working_copy import WorkingCopy

MOST_NAMED = 3
"""Other passages with the same words that a notice lists."""
MOST_COMPARED = 40
"""Refused quotes whose nearest stretch is searched for in the whole source; a reply has no room for more."""


class Rejection(NamedTuple):
    """An item that was not accepted."""

    item: str
    """Its place in the bundle, e.g. `relations[2]`."""
    reason: str
    nearest: tuple[str, ...] = ()
    """The nearest valid names, passages or values."""


class Notice(NamedTuple):
    """Something that the agent should check; nothing was refused."""

    item: str
    message: str


class Dropped(NamedTuple):
    """A citation that was removed because the source no longer has the words."""

    page: str
    claim: str
    """The claim that rested on it, as `A causes B`; "" for words that a page only quoted."""
    quote: str


class Remarks:
    """Remarks on a bundle, collected so that all of them are reported at once."""

    def __init__(self) -> None:
        self.rejected: list[Rejection] = []
        self.notices: list[Notice] = []
        self.claims: Counter[str] = Counter()
        """How many claims were added, updated, withdrawn, …: fields of the receipt without `claims_`."""
        self.dropped: list[Dropped] = []

    def reject(self, item: str, reason: str, nearest: tuple[str, ...] = ()) -> None:
        """Record an item that is not accepted."""
        self.rejected.append(Rejection(item, reason, nearest))

    def notice(self, item: str, message: str) -> None:
        """Record something to check."""
        self.notices.append(Notice(item, message))

    @contextmanager
    def rejecting(self, item: str) -> Iterator[None]:
        """Reject an item whose page a person has to repair first, or whose name is taken."""
        try:
            yield
        except (NameTakenError, UnsoundPageError) as err:
            self.reject(item, str(err))


class Quote(NamedTuple):
    """The evidence that an item of a bundle gives."""

    words: str
    block: str = ""
    """Id of the passage that it names; "" for none."""
    names: tuple[str, ...] = ()
    """Names of the things that the item is about."""
    is_claim: bool = False
    """Whether the item makes a claim, and does not only name a thing."""


class SourceText:
    """One registered source, ready to be quoted."""

    def __init__(self, path: str, id: str, title: str, passages: Sequence[Quotable]) -> None:
        self.path, self.id, self.title, self.passages = path, id, title, tuple(passages)
        self._compared = 0

    @classmethod
    def at(cls, copy: WorkingCopy, path: str) -> SourceText:
        """Return the source whose note is at a path."""
        return cls(path, stem_of(path), copy.page(path).title, quotables(copy.read(path)))

    def prove(self, item: str, quote: Quote, remarks: Remarks) -> Evidence | None:
        """Return the evidence for a quote, in the source's own words; None, and a rejection, if the source lacks it.

        If several passages hold it and the item names none, the one with most of the item's names is taken, and a
        notice lists the others.
        """
        passages = self._find_block(item, quote.block, remarks) if quote.block else self.passages
        if not passages:
            return None
        places = next(filter(None, (all_places(words, passages) for words in _readings(quote.words))), [])
        if not places:
            self._refuse(item, quote.words, passages, remarks)
            return None
        place = self._choose(item, quote, places, remarks) if len(places) > 1 else places[0]
        if not place.passage.block:
            # A person's note of a conversation, or an id that a person removed: we add no id to such a text.
            id = block_hash(place.passage.text)
            what = "the passage has no block id, or one that stands above already"
            reason = f"{what}: write ` ^{id}` behind it in [[{self.id}]], then apply again"
            remarks.reject(item, reason, (show_place(place),))
            return None
        if "~~" not in quote.words and is_struck(place):
            remarks.notice(
                item, f"the source strikes out a part of this in ^{place.passage.block}: does it say so still?"
            )
        return Evidence(self.id, place.passage.block, source_words(place))

    def _refuse(self, item: str, words: str, passages: Sequence[Quotable], remarks: Remarks) -> None:
        near: FoundQuote | None
        whole = "\n".join(passage.text for passage in passages)
        if len(passages) > 1 and has_words(words) and any(says(whole, reading) for reading in _readings(words)):
            near, reason = nearest_stretch(words, passages), "quote spans two passages: quote one of them"
        else:
            where = "the source" if passages is self.passages else f"^{passages[0].block}"
            self._compared += 1
            near = nearest_stretch(words, passages) if self._compared <= MOST_COMPARED else None
            reason = f"quote not found in {where}" if has_words(words) else "quotes nothing: no letter or digit"
            if near is not None and is_cut(words, passages):
                reason = "quote begins or ends within a number or a hyphenated word: quote it whole"
            elif has_words(words) and ("\u2026" in words or "..." in words):
                reason += ": leave no words out, or make it two items with a quote each"
        remarks.reject(item, reason, (show_place(near),) if near else ())

    def _find_block(self, item: str, block: str, remarks: Remarks) -> tuple[Quotable, ...]:
        """Return the passage that an item names; an unknown one is rejected."""
        named = tuple(passage for passage in self.passages if passage.block.lower() == block.lower())
        if not named:
            remarks.reject(f"{item}.block", f"[[{self.id}]] has no passage ^{block}")
        return named[:1]

    def _choose(self, item: str, quote: Quote, places: Sequence[FoundQuote], remarks: Remarks) -> FoundQuote:
        """Return the place whose headings and words have most of the item's names, else the first."""
        chosen, is_guess = likeliest_place(quote.names, places)
        is_twice = len({" ".join(place.passage.text.split()) for place in places}) < len(places)
        # Any passage proves that a thing is mentioned, but only one may prove a claim.
        if quote.is_claim or (is_guess and is_twice):
            others = [f"^{place.passage.block}" for place in places if place is not chosen]
            remarks.notice(
                item,
                f"quote taken from ^{chosen.passage.block}, also stands in {first_few(others, MOST_NAMED)}:"
                ' "block" names the right one',
            )
        return chosen


def _readings(words: str) -> dict[str, None]:
    """Return a quote as given, and with the escapes of our output read as the hidden characters that they replace."""
    return dict.fromkeys((words, read_escapes(words)))
