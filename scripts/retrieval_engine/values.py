"""What the stages of an answer hand to each other, and the one formula that several of them need."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..model import Hit, Name, PageRow, PassageRow, SectionRow

OTHER_SECTIONS = 100
"""Sections without the word that are counted beside a vault's own: in a vault of ten, what half of them have is no
common word yet.  In a large vault they change nothing."""


def idf(count: int, total: int) -> float:
    """Return the inverse document frequency of what stands in count of total sections, always above 0.

    ln(1 + (N - n + 0.5) / (n + 0.5)): Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond,
    2009, with the 1 that Lucene adds so that common words keep a weight.
    """
    return math.log(1 + (max(total - count, 0) + OTHER_SECTIONS + 0.5) / (count + 0.5))


def rarity(count: int, total: int) -> float:
    """Return idf divided by that of something that stands in one section, in (0, 1]."""
    return min(1.0, idf(max(count, 1), total) / idf(1, total))


class QueryTerm(NamedTuple):
    """A word of the question that is searched for."""

    text: str
    """As written in the question, or in `--terms`; of a corrected word as it is written in the vault."""
    term: str
    """Analyzed: as the index has it."""
    sections: int
    """In how many sections it stands."""
    idf: float
    """See idf()."""
    share: float
    """Its part of the summed idf of the question's words; all shares add up to 1; 0 for words of `--terms`."""
    corrected_from: str = ""
    """What the question has instead, where that occurs nowhere and was taken for a slip."""
    is_piece: bool = False
    """It was cut from a run of a script without blanks, perhaps across words."""
    is_function: bool = False
    """A word like `when`: rare, and so weighty, where most notes are in another language."""


class QueryName(NamedTuple):
    """A name that the question contains, with everything in the vault that has it."""

    text: str
    """As written in the question."""
    key: str
    names: tuple[Name, ...]
    """At least one; those with a page first."""
    rarity: float
    """idf of the name over sections divided by the largest possible idf, in [0, 1]."""
    share: float
    """Part of the question's idf that the words of the name carry, in [0, 1]."""
    is_exact: bool = True
    """False where the spelling was corrected."""


class Limit(NamedTuple):
    """Something in a question that is not understood, or only in part."""

    kind: str
    """negation, counting, days or tasks."""
    text: str
    """The words of the question; of tasks, whose they are, "" for all."""
    days: tuple[str, ...] = ()
    """The first and the last that are meant."""
    found: int = 0
    """Open tasks."""


class Query(NamedTuple):
    """A question, understood."""

    question: str
    terms: tuple[QueryTerm, ...]
    """Each analyzed term once, in the order of the question; those of `--terms` behind."""
    phrases: tuple[str, ...]
    """Analyzed words of each quoted phrase, parted by blanks."""
    names: tuple[QueryName, ...]
    """In the order of the question; longest match, no overlaps."""
    nowhere: tuple[str, ...]
    """Words of the question that occur nowhere in the vault, as written, and were not corrected."""
    language: str
    """In which the question was analyzed."""
    sections: int
    """How many the vault has."""
    defines: bool = False
    """The question consists of one name and words without content: `what is X?`, or X alone."""
    limits: tuple[Limit, ...] = ()
    """Why no answer can be sure."""
    halves: tuple[str, ...] = ()
    """The two questions that it asks; () where it asks one."""
    languages: tuple[tuple[str, int], ...] = ()
    """Those of the vault, each with its pages."""
    filed: tuple[Name, ...] = ()
    """Questions that pages answer and that have the same words, in any order of their forms."""

    @property
    def searched(self) -> tuple[str, ...]:
        """What is looked for in the index: function words only where nothing else is asked."""
        words = [term.term for term in self.terms if not term.is_function] or [term.term for term in self.terms]
        return (*words, *self.phrases)


class Found(NamedTuple):
    """What word search found for a query, and the rows that ranking reads."""

    pages: tuple[Hit, ...]
    sections: tuple[Hit, ...]
    passages: tuple[Hit, ...]
    section_rows: Mapping[int, SectionRow]
    passage_rows: Mapping[int, PassageRow]
    """All passages of the section rows."""
    page_rows: Mapping[int, PageRow]
    near: tuple[int, ...] = ()
    """Sections that are most like the question by their vectors, whatever their words."""
    whole: frozenset[int] = frozenset()
    """Pages of which all sections and passages are here."""


class RankedPassage(NamedTuple):
    """A passage with its score; higher is better, not bounded."""

    id: int
    section: int
    page: int
    score: float
    via: str = ""
    """The name over which it was reached from a better section; "" where words alone brought it here."""
    origin: int = 0
    """The section from which it was reached; 0 where words alone brought it here."""
    own: float = 0.0
    """The part of the score that its own words and meaning earn: without what names and the hop add to its page."""


class Ranking(NamedTuple):
    """Passages and pages, best first."""

    passages: tuple[RankedPassage, ...]
    pages: tuple[int, ...]
    """Ids of pages by their best passage; a page that the question names and that has no passage stands among them."""
    coverage: Mapping[int, float]
    """For each section that was looked at: the share of the question's idf that its words cover, in [0, 1]."""
    likeness: Mapping[int, float] = MappingProxyType({})
    """For each section whose meaning was compared: the cosine of the question and what is most like it there."""
