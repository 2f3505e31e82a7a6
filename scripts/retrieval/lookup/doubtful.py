"""Words of a question that may be a misspelled name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..language.stems import is_unspaced
from ..language.stopwords import is_light

if TYPE_CHECKING:
    from ..extracts.coverage import Asked
    from ..language.question import Question, Run, Term

MIN_FUZZY_LENGTH = 4
"""Shorter words have too many neighbors one letter away."""
RARE_SHARE = 0.002
"""A word with a capital in fewer passages than this share, and in no name, may be a misspelled name."""


def doubtful_runs(asked: Asked, covered: Sequence[tuple[int, int]]) -> list[Run]:
    """Runs that may be a misspelled name: what the whole question is about, then runs of up to three words, of
    doubtful words only, then pairs, then the others."""
    question = asked.question
    doubted = {one for one in question.terms if not inside(one.start, one.end, covered) and _is_doubtful(one, asked)}
    spans = cores(question)
    ranked: list[tuple[tuple[int, bool, int, int], Run]] = []
    for run in question.runs if doubted else ():
        is_core = (run.start, run.end) in spans
        if len(run.text) < MIN_FUZZY_LENGTH or not (is_core or run.last - run.first < 3) or is_known(run, covered):
            continue
        within = [term for term in question.terms if run.start <= term.start and term.end <= run.end]
        if not within or is_unspaced(run.text) or run.text[-2:] in ("'s", "’s"):
            continue
        if not is_core and (within[0].stop or within[-1].stop):
            continue
        doubtful = sum(term in doubted for term in within)
        if doubtful:
            place = 0 if is_core else 2 if overlaps(run, covered) else 1
            ranked.append(((place, doubtful < max(2, len(within)), abs(len(within) - 2), run.start), run))
    return [run for _, run in sorted(ranked)]


def cores(question: Question) -> list[tuple[int, int]]:
    """Spans of all that was asked, and of the same without the stop words around it: it may be one name, and none of
    its words need be doubtful then."""
    content = [term for term in question.terms if not term.stop] or list(question.terms)
    return [(terms[0].start, terms[-1].end) for terms in (content, question.terms) if terms]


def is_known(run: Run, covered: Sequence[tuple[int, int]]) -> bool:
    """A run that overlaps a whole name, and does not say more than it."""
    return any(
        run.start < end
        and start < run.end
        and not (run.start <= start and end <= run.end and run.end - run.start > end - start)
        for start, end in covered
    )


def _is_doubtful(term: Term, asked: Asked) -> bool:
    """A word that occurs nowhere and is missed there, or a rare one with a capital."""
    count = asked.frequency.get(term.text, 0)
    if count == 0:
        return not (term.stop or is_light(term.text))
    capital = term.start > 0 and asked.question.text[term.start].isupper()
    return not term.stop and capital and count <= max(1, asked.passages * RARE_SHARE)


def overlaps(run: Run, spans: Sequence[tuple[int, int]]) -> bool:
    return any(run.start < end and start < run.end for start, end in spans)


def inside(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(low <= start and end <= high for low, high in spans)
