"""How far an answer is to be trusted: one word about its first quotations.

The verdict rests on how much of the question they cover, how like the question they are, and how far they lead over
other sections; where no meaning is compared, on the first alone.  The precision of each level is measured
(benchmarks/verdicts.py).  A page that merely has the name that is asked for raises no level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..model import SectionRow
from .rank import covered
from .values import Query, QueryTerm, Ranking

SUFFICIENT, LIKELY, WEAK, NONE = "sufficient", "likely", "weak", "none"

SURE = 1.37
"""Coverage, likeness and lead of the first quotation, summed, from which a reply is sufficient: 93 of 100 such replies
hold the answer.  A regression on five vaults, each judged by the four others, weighs the three alike."""

HALF_SURE = 1.28
"""The sum from which a reply is likely."""

DOUBTED = 1.0
"""A weak reply with a lower sum holds the answer to 30 of 65 questions (17 of them have no answer in any note), with a
higher one to 42 of 53 (5)."""

UNLIKE, BARE = 0.42, 0.4
"""Likeness of the most similar section, and coverage; if both are lower, nothing answers: 15 of 39 questions that no
note answers, and 20 of 321 others, nearly all in other words than the notes have (six vaults)."""

COVERED = 0.75
"""Coverage from which a reply is likely, whatever its likeness: a code or a name may resemble nothing."""

ALL, MOST = 0.9, 0.7
"""Coverage from which a reply is sufficient, and likely, where no meaning is compared: 90 and 80 of 100 such replies
hold the answer."""

HALF_COVERED = 0.5
"""Share from which a claim alone makes a reply likely, and from which further search words keep it from being none."""

LITTLE = 0.35
"""Coverage below which an answer cannot be distinguished from none, where no meaning is compared."""


class Verdict(NamedTuple):
    """How far a reply is to be trusted, with the reasons."""

    word: str
    """sufficient, likely, weak or none."""
    coverage: float
    """Share of the question's idf that the first quotations cover, in [0, 1]."""
    missing: str = ""
    """The word that occurs nowhere and weighs most in the question: because of it the verdict is at most weak."""
    is_doubtful: bool = False
    """It is weak and answers half the time at most: the first quotations cover little of the question, or are not much
    like it."""


def judge(
    query: Query,
    ranking: Ranking,
    *,
    section: int = 0,
    quoted: Sequence[str] = (),
    is_answered: bool = False,
    stated: float = 0.0,
    claimed: float = 0.0,
    hinted: float = 0.0,
    highest: str = SUFFICIENT,
    is_read: bool = True,
) -> Verdict:
    """Return the verdict on the first quotations.

    section, quoted: the section of the first one, and the analyzed words of all with those of their labels.
    is_answered: the vault has a filed answer to the same question whose evidence has not changed, and some word of the
    question occurs in a text; see is_all_nowhere.
    stated: the share of the question that a property of a named page covers.
    claimed: the share that a claim about what is named covers; by itself it makes an answer likely at most.
    hinted: the share of the further search words that the quotations have; from a half on the verdict is not none.
    highest: the best verdict that may be given, whatever is covered.
    is_read: the model of meaning knows the languages of nearly all pages; else the answer may be in another one.
    """
    # A word that replaced one that occurs nowhere may be another word.
    shares = {term.term: term.share for term in query.terms if not term.corrected_from}
    coverage = max(covered(quoted, shares), stated)
    if is_answered:
        return Verdict(SUFFICIENT, coverage)
    if not ranking.passages and not ranking.pages:
        return Verdict(NONE, 0.0)
    missing = _decisive_gap(query)
    like = ranking.likeness
    is_unlike = bool(like) and is_read and max(like.values()) < UNLIKE
    if is_unlike and max(coverage, claimed) < BARE and hinted < HALF_COVERED:
        return Verdict(NONE, coverage, missing)
    trust, sure, half, doubted = coverage, ALL, MOST, LITTLE
    if section in like and stated < coverage:
        alike = like[section]
        others = max((cosine for other, cosine in like.items() if other != section), default=alike)
        trust, sure, half, doubted = coverage + alike + (alike - others), SURE, HALF_SURE, DOUBTED
    if missing or highest == WEAK:
        return Verdict(WEAK, coverage, missing, trust < doubted)
    if trust >= sure and highest == SUFFICIENT:
        return Verdict(SUFFICIENT, coverage)
    if trust >= half or coverage >= COVERED or claimed >= HALF_COVERED:
        return Verdict(LIKELY, max(coverage, claimed))
    return Verdict(WEAK, coverage, is_doubtful=trust < doubted)


def is_all_nowhere(query: Query) -> bool:
    """Whether no word of the question occurs in a text of the vault; false for a question of function words alone.

    A note that has such a question as its property `question`, and no word of it in its text, answers nothing.
    """
    asked = [term for term in query.terms if term.share]
    return bool(asked) and all(term.text in query.nowhere for term in asked)


def _decisive_gap(query: Query) -> str:
    """Return the name of several words, or the rarest word, that occurs nowhere; "" where there is none."""
    asked = [term for term in query.terms if term.share]
    rarest = max((term.idf for term in asked), default=0.0)
    if phrase := next((text for text in query.nowhere if " " in text), ""):
        return phrase
    return next((term.text for term in asked if term.text in query.nowhere and term.idf >= rarest), "")


def candidates_apart(query: Query) -> tuple[QueryTerm, QueryTerm] | None:
    """Return the two weightiest words of the question that occur in the vault; None where there are no two.

    If they never occur on one page, the vault says nothing of the question's subject: `Windows 7`.
    """
    present = [
        term for term in query.terms if term.share and term.sections and not term.corrected_from and not term.is_piece
    ]
    present.sort(key=lambda term: -term.idf)
    return (present[0], present[1]) if len(present) > 1 else None


def stand_apart(sections: Sequence[SectionRow], terms: tuple[QueryTerm, QueryTerm]) -> bool:
    """Whether no page has both words.  sections: all that hold one of them."""
    pages: Mapping[str, set[int]] = {
        term.term: {row.page for row in sections if term.term in row.words.split()} for term in terms
    }
    first, second = (pages[term.term] for term in terms)
    return bool(first) and bool(second) and not first & second
