"""Quote proof: the words that an agent gives must stand in a passage of the source; and what is said of its items."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import NamedTuple

from ..errors import UnsoundPageError
from ..look.citations import nearest_stretch
from ..model import Evidence, Quotable
from ..text.block_ids import block_hash, quotables
from ..text.escaping import first_few, read_escapes
from ..text.names import fold_name, stem_of
from ..text.quotes import (
    MOST_SKIPPED,
    Found,
    all_places,
    find_spread,
    first_place,
    fragments,
    is_cut,
    locate_quote,
    words_at,
)
from ..text.sentences import sentences
from ..wiki_store.working_copy import WorkingCopy

NEAREST_CHARACTERS = 160
MOST_NAMED = 3
"""Other passages with the same words that a notice lists."""
MOST_COMPARED = 40
"""Refused quotes whose nearest stretch is looked for, which reads the whole source: of no more the reply has room."""
_PAIRED = ("`", "*", "**", "_", "__", "~~", "==")
"""Marks that stand in pairs around words."""
_QUOTE_MARKS = re.compile(r"\n(?:[ \t]*>)+")
"""Of a quotation what begins its further lines: on one line it would be read as part of the words."""
_STRUCK = re.compile(
    r"~~(?=\S)(?:[^~\n]|~(?!~)|\n(?!\s*\n)){1,2000}~~|<(s|del|strike)\b[^<>]{0,200}>.{0,2000}?</\1>",
    re.IGNORECASE | re.DOTALL,
)
"""What a source has taken back."""


class Rejection(NamedTuple):
    """One item that was not taken."""

    item: str
    """Where it stands in the bundle, e.g. `relations[2]`."""
    reason: str
    nearest: tuple[str, ...] = ()
    """The nearest valid things: known names, passages, values."""


class Notice(NamedTuple):
    """Something the agent should look at; nothing was refused."""

    item: str
    message: str


class Dropped(NamedTuple):
    """What the source said once and says no more, and so is cited no more."""

    page: str
    claim: str
    """What rested on it, as `A causes B`; "" for words that a page only quoted."""
    quote: str


class Remarks:
    """What is to be said of a bundle, gathered so that all of it is told at once."""

    def __init__(self) -> None:
        self.rejected: list[Rejection] = []
        self.notices: list[Notice] = []
        self.claims: Counter[str] = Counter()
        """How many claims were added, updated, withdrawn, … : fields of the receipt behind `claims_`."""
        self.dropped: list[Dropped] = []

    def reject(self, item: str, reason: str, nearest: tuple[str, ...] = ()) -> None:
        """Note an item that is not taken."""
        self.rejected.append(Rejection(item, reason, nearest))

    def notice(self, item: str, message: str) -> None:
        """Note something to look at."""
        self.notices.append(Notice(item, message))

    @contextmanager
    def rejecting(self, item: str) -> Iterator[None]:
        """Reject an item whose page a person has to mend first."""
        try:
            yield
        except UnsoundPageError as err:
            self.reject(item, str(err))


class Quote(NamedTuple):
    """What an item of a bundle gives as its ground."""

    words: str
    block: str = ""
    """Of the passage it names; "" for none."""
    names: tuple[str, ...] = ()
    """What the item is about."""
    is_claim: bool = False
    """Whether the item claims something, and does not only name a thing."""


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
        """Return the evidence that a quote is, in the source's own words; None where it is not there: a rejection.

        Where several passages hold it and the item names none, the one that names most of what the item is about is
        taken, and a notice names the others.
        """
        passages = self._named(item, quote.block, remarks) if quote.block else self.passages
        if not passages:
            return None
        places = next(filter(None, (all_places(words, passages) for words in _as_meant(quote.words))), [])
        if not places:
            self._refuse(item, quote.words, passages, remarks)
            return None
        place = self._choose(item, quote, places, remarks) if len(places) > 1 else places[0]
        if not place.passage.block:
            # A person's own note of a conversation, or an id that a person took out: it is not ours to mark.
            id = block_hash(place.passage.text)
            what = "the passage has no block id, or one that stands above already"
            reason = f"{what}: write ` ^{id}` behind it in [[{self.id}]], then apply again"
            remarks.reject(item, reason, (_shown(place),))
            return None
        if "~~" not in quote.words and is_struck(place):
            remarks.notice(
                item, f"the source strikes out a part of this in ^{place.passage.block}: does it say so still?"
            )
        return Evidence(self.id, place.passage.block, _words_of(place))

    def _refuse(self, item: str, words: str, passages: Sequence[Quotable], remarks: Remarks) -> None:
        near: Found | None
        spread = next(filter(None, (find_spread(meant, passages) for meant in _as_meant(words))), None)
        places = [first_place(fragment, passages) for fragment in fragments(words)]
        if spread is not None:
            near, reason = Found(spread.first, 0, len(spread.first.text)), "quote spans two passages: quote one of them"
        elif len(places) > 1 and None not in places:
            what = f"at most {MOST_SKIPPED} words of one sentence, none of them `not` or the like"
            near, reason = places[0], f"quote leaves out more than {what}: make it two items with a quote each"
        else:
            where = "the source" if passages is self.passages else f"^{passages[0].block}"
            self._compared += 1
            near = nearest_stretch(words, passages) if self._compared <= MOST_COMPARED else None
            reason = f"quote not found in {where}"
            if near is not None and is_cut(words, passages):
                reason = "quote begins or ends within a number or a hyphenated word: quote it whole"
        remarks.reject(item, reason, (_shown(near),) if near else ())

    def _named(self, item: str, block: str, remarks: Remarks) -> tuple[Quotable, ...]:
        """Return the passage that an item names; none is a rejection."""
        named = tuple(passage for passage in self.passages if passage.block.lower() == block.lower())
        if not named:
            remarks.reject(f"{item}.block", f"[[{self.id}]] has no passage ^{block}")
        return named[:1]

    def _choose(self, item: str, quote: Quote, places: Sequence[Found], remarks: Remarks) -> Found:
        """Return the place whose headings and words name most of what an item is about, else the first."""
        chosen, is_guess = likeliest_place(quote.names, places)
        is_twice = len({" ".join(place.passage.text.split()) for place in places}) < len(places)
        # That a thing is spoken of, any passage shows that names it; what is claimed of it stands in one.
        if quote.is_claim or (is_guess and is_twice):
            others = [f"^{place.passage.block}" for place in places if place is not chosen]
            remarks.notice(
                item,
                f"quote taken from ^{chosen.passage.block}, also stands in {first_few(others, MOST_NAMED)}:"
                ' "block" names the right one',
            )
        return chosen


def likeliest_place(about: Sequence[str], places: Sequence[Found]) -> tuple[Found, bool]:
    """Return the place that names most of these things, the first of several, and whether there are several."""
    names = [name for name in map(fold_name, about) if name]
    texts = [fold_name(f"{place.passage.heading}\n{place.passage.text}") for place in places]
    counts = [sum(name in text for name in names) for text in texts]
    return places[counts.index(max(counts))], counts.count(max(counts)) > 1


def _as_meant(words: str) -> dict[str, None]:
    """A quote as given, and with hidden characters in place of how our output spells them, where it has any."""
    return dict.fromkeys((words, read_escapes(words)))


def is_struck(place: Found) -> bool:
    """Return whether the source has struck out some of these words."""
    struck = (match.span() for match in _STRUCK.finditer(place.passage.text))
    return any(start < place.end and place.start < end for start, end in struck)


def _words_of(place: Found) -> str:
    """Return the words of the source on one line, as much of them as is needed to find them there again."""
    text, start, end = place.passage.text, place.start, place.end
    words = _on_one_line(text[start:end])
    is_cut = words.count("[") != words.count("]") or any(words.count(mark) % 2 for mark in _PAIRED)
    # Of words whose markup is cut what a reader sees of them is found again.
    return _on_one_line(words_at(text, start, end)) if is_cut or locate_quote(words, text) is None else words


def _on_one_line(words: str) -> str:
    return " ".join(_QUOTE_MARKS.sub("\n", words).split())


def _shown(near: Found) -> str:
    """Return what the source says there, in whole sentences if they are short, with the passage that it stands in."""
    text, start, end = near.passage.text, near.start, near.end
    place = f"^{near.passage.block}" if near.passage.block else f"line {near.passage.line}"
    bounds = [*accumulate(map(len, sentences(text)), initial=0)]
    first, last = max(at for at in bounds if at <= start), min((at for at in bounds if at >= end), default=end)
    if last - first <= NEAREST_CHARACTERS:
        start, end = first, last
    return f"{place}: {'…' if start else ''}{' '.join(text[start:end].split())[:NEAREST_CHARACTERS]}"
