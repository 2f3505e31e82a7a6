"""The values that the stages of an answer exchange, and the one formula that several of them need."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..model import Hit, Name, PageRow, PassageRow, SectionRow

OTHER_SECTIONS = 100
"""Sections without the word that are added to those of the vault: in a vault of ten, a word of half of them is not yet
common.  In a large vault they change nothing."""


def idf(count: int, total: int) -> float:
    """Return the inverse document frequency of a word that occurs in count of total sections, always above 0.

    ln(1 + (N - n + 0.5) / (n + 0.5)): Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond,
    2009, with the 1 that Lucene adds so that common words keep a weight.
    """
    return math.log(1 + (max(total - count, 0) + OTHER_SECTIONS + 0.5) / (count + 0.5))


def rarity(count: int, total: int) -> float:
    """Return the idf divided by that of a word that occurs in one section, in (0, 1]."""
    return min(1.0, idf(max(count, 1), total) / idf(1, total))


class QueryTerm(NamedTuple):
    """A word of the question that is searched for."""

    text: str
    """As written in the question or in `--terms`; a corrected word as it is written in the vault."""
    term: str
    """Analyzed: as the index has it."""
    sections: int
    """In how many sections it occurs."""
    idf: float
    """See idf()."""
    share: float
    """Its part of the summed idf of the question's words; all shares add up to 1; 0 for words of `--terms`."""
    corrected_from: str = ""
    """The word of the question, where it occurs nowhere and was taken for a slip."""
    is_piece: bool = False
    """It was cut from a run of a script without blanks, perhaps across words."""
    is_function: bool = False
    """A word like `when`, which is rare, and so weighs much, where most notes are in another language."""


class QueryName(NamedTuple):
    """A name that the question contains, with all entries of the vault that have it."""

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
    """A part of a question that is not understood, or only partly."""

    kind: str
    """negation, counting, days or tasks."""
    text: str
    """The words of the question; for tasks the name of their owner, "" for all."""
    days: tuple[str, ...] = ()
    """The first and the last day that the words refer to."""
    found: int = 0
    """How many open tasks there are."""


class Query(NamedTuple):
    """A question, understood."""

    question: str
    terms: tuple[QueryTerm, ...]
    """Each analyzed term once, in the order of the question; those of `--terms` behind."""
    phrases: tuple[str, ...]
    """Analyzed words of each quoted phrase, separated by blanks."""
    names: tuple[QueryName, ...]
    """In the order of the question; longest match, no overlaps."""
    nowhere: tuple[str, ...]
    """Words of the question that occur nowhere in the vault, as written, and were not corrected."""
    language: str
    """The language in which the question was analyzed."""
    sections: int
    """How many sections the vault has."""
    defines: bool = False
    """The question consists of one name and words without content: `what is X?`, or X alone."""
    limits: tuple[Limit, ...] = ()
    """Why no answer can be sure."""
    halves: tuple[str, ...] = ()
    """The two questions that it asks; () where it asks one."""
    languages: tuple[tuple[str, int], ...] = ()
    """The languages of the vault, each with its number of pages."""
    filed: tuple[Name, ...] = ()
    """Filed questions that consist of the same words, in any order and form."""

    @property
    def searched(self) -> tuple[str, ...]:
        """The terms that are searched for in the index: function words only where there is nothing else."""
        words = [term.term for term in self.terms if not term.is_function] or [term.term for term in self.terms]
        return (*words, *self.phrases)


class Found(NamedTuple):
    """The hits of the word search for a query, and the rows that ranking reads."""

    pages: tuple[Hit, ...]
    sections: tuple[Hit, ...]
    passages: tuple[Hit, ...]
    section_rows: Mapping[int, SectionRow]
    passage_rows: Mapping[int, PassageRow]
    """All passages of the section rows."""
    page_rows: Mapping[int, PageRow]
    near: tuple[int, ...] = ()
    """Sections whose vectors are most like the question, whatever their words."""
    whole: frozenset[int] = frozenset()
    """Pages of which all sections and passages are included."""


class RankedPassage(NamedTuple):
    """A passage with its score; higher is better, not bounded."""

    id: int
    section: int
    page: int
    score: float
    via: str = ""
    """The name by which it was reached from a better section; "" where words alone found it."""
    origin: int = 0
    """The section from which it was reached; 0 where words alone found it."""
    own: float = 0.0
    """The part of the score that comes from its own words and meaning, not from names or the hop."""


class Ranking(NamedTuple):
    """Passages and pages, best first."""

    passages: tuple[RankedPassage, ...]
    pages: tuple[int, ...]
    """Ids of pages by their best passage; also pages that the question names and that have no passage."""
    coverage: Mapping[int, float]
    """Maps each section that was read to the share of the question's idf that its words cover, in [0, 1]."""
    likeness: Mapping[int, float] = MappingProxyType({})
    """Maps each section whose meaning was compared to the cosine of the question and the most similar text there."""
