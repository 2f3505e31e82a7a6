"""Marks of useful pages: given by somebody on purpose, kept across processes, deleted on demand.

A page that is shown is not yet useful, so answering a question gives no mark.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..arguments import check_numbers
from ..clock import days_between
from ..errors import PageNotFoundError, UsageError
from ..index_store.port import IndexReader
from ..look.lookup import find_page
from ..retrieval_engine.understand import understand
from ..retrieval_engine.values import Query, idf
from ..text.analyzer import query_words
from ..text.language import function_words
from ..wiki_store.events import Events, Mark, read_mark

MAX_QUESTION = 500
"""Characters of a question that are kept."""

LEAST = 0.5
"""Likeness from which a mark counts: below it two questions share a subject, but ask different things."""

STEEPNESS = 2
"""Power of the likeness above LEAST: with half the likeness the same answer is much less likely."""

_NEAR = 3
"""Blocks that an error lists for one that does not exist."""


class Marked(NamedTuple):
    """The mark that a call made, or would have made."""

    id: str
    """Id of the event; "" if nothing was written."""
    targets: tuple[str, ...]
    question: str
    polarity: float
    dry_run: bool = False


class ForgottenMarks(NamedTuple):
    """How many marks were deleted, or would have been."""

    forgotten: int
    kept: int
    dry_run: bool = False


def mark_useful(
    reader: IndexReader,
    log: Events,
    names: Sequence[str],
    *,
    question: str = "",
    polarity: float = 1.0,
    now: str,
    actor: str = "agent",
    dry_run: bool = False,
) -> Marked:
    """Store a mark that pages, or passages (`page#^block`), helped with a question, or misled.

    A mark without a question counts for query_context, but not for `ask`.  Raises UsageError for a polarity outside
    [-1, 1], PageNotFoundError for an unknown page or block, ReadOnlyError.
    """
    check_numbers(polarity=polarity)
    if not names:
        raise UsageError("nothing is named", hint="name the pages or passages that helped, as `page` or `page#^block`")
    question = " ".join(question.split())[:MAX_QUESTION]
    if question and not any(map(str.isalnum, question)):
        raise UsageError("the question holds no word", hint="give it in the words in which it was asked")
    targets = tuple(dict.fromkeys(_target(reader, name) for name in names))
    if dry_run:
        return Marked("", targets, question, polarity, True)
    mark = Mark(secrets.token_hex(6), now, question, targets, polarity)
    log.append_mark(mark, actor=actor)
    return Marked(mark.id, targets, question, polarity)


def forget_marks(
    reader: IndexReader, log: Events, names: Sequence[str] = (), *, question: str = "", dry_run: bool = False
) -> ForgottenMarks:
    """Delete marks for good: those of these pages and passages, those given for this question, or all.

    A page is named as for a mark, or by its former id if it is gone or renamed.  Raises ReadOnlyError.
    """
    marks, wanted = log.marks(), {_bare(name) for name in names}
    for name in names:
        with suppress(PageNotFoundError):
            wanted.add(_target(reader, name))
    asked = " ".join(question.split())[:MAX_QUESTION]

    def is_kept(mark: Mark) -> bool:
        is_named = not names or not wanted.isdisjoint((*mark.targets, *_pages(mark)))
        return not is_named or bool(asked and mark.question != asked)

    left = sum(map(is_kept, marks))
    if not dry_run:
        log.rewrite(lambda event, _: (mark := read_mark(event)) is None or is_kept(mark))
    return ForgottenMarks(len(marks) - left, left, dry_run)


def amend_polarity(log: Events, nodes: Collection[str], polarity: float, *, actor: str, most: int) -> int:
    """Change the polarity of the newest marks, at most `most`, that name any of these nodes; return their number."""
    pages = {node.partition("#^")[0] for node in nodes}
    newest = [mark for mark in reversed(log.marks()) if not pages.isdisjoint(_pages(mark))][:most]
    for mark in newest:
        log.append_mark(mark._replace(polarity=polarity), actor=actor)
    return len(newest)


def page_weights(
    marks: Sequence[Mark], *, now: str, half_life_days: float, reader: IndexReader, question: str = ""
) -> dict[str, float]:
    """Map marked pages to how useful they were, from 0 to 1 for the most useful one.

    Marks for another question count by the likeness of the two, those without a question in full; if no question is
    given, all marks count in full.  Marks fade with the half-life.  Negative marks are subtracted, never below 0.
    """
    sums = _sum_marks(marks, now=now, half_life_days=half_life_days, reader=reader, question=question)
    most = max(sums.values(), default=0.0)
    return {page: weight / most for page, weight in sums.items()}


def usefulness(
    marks: Sequence[Mark], *, now: str, half_life_days: float, reader: IndexReader, question: str
) -> dict[str, float]:
    """Map pages to how much they helped with similar questions: 1 for one fresh mark for the same question.

    Marks are weighed as for page_weights; those without a question do not count.
    """
    given = [mark for mark in marks if mark.question]
    sums = _sum_marks(given, now=now, half_life_days=half_life_days, reader=reader, question=question)
    return {page: min(1.0, weight) for page, weight in sums.items()}


def _sum_marks(
    marks: Sequence[Mark], *, now: str, half_life_days: float, reader: IndexReader, question: str
) -> dict[str, float]:
    """Map each page to the sum of its marks, if that is above 0."""
    query = understand(reader, question) if question and marks else None
    likeness = {
        text: 1.0 if query is None or not text else _likeness(reader, query, text)
        for text in dict.fromkeys(mark.question for mark in marks)
    }
    sums: dict[str, float] = {}
    for mark in marks:
        weight = likeness[mark.question] * 0.5 ** (days_between(mark.time, now) / half_life_days)
        for page in _pages(mark):
            sums[page] = sums.get(page, 0.0) + weight * mark.polarity
    return {page: sums[page] for page in sorted(sums) if sums[page] > 0}


def _likeness(reader: IndexReader, query: Query, question: str) -> float:
    """Return the weight of a mark for one question for another, from 0 (only the same subject) to 1 (the same words).

    It is based on the share of each question that the other covers, by the idf of its words; the lesser of the two.
    """
    asked = {term.term: term.idf for term in query.terms if term.share}
    functions = function_words(query.language or "en")
    words = query_words(question, query.language)
    terms = list(dict.fromkeys(word.term for word in words if word.text.casefold() not in functions))
    counts = reader.document_counts([term for term in terms if term not in asked])
    common = sum(asked[term] for term in terms if term in asked)
    lacking = sum(idf(counts[term], query.sections) for term in terms if term not in asked)
    whole = max(sum(asked.values()), common + lacking)
    alike = common / whole if whole else 0.0
    return float((max(0.0, alike - LEAST) / (1 - LEAST)) ** STEEPNESS)


def _pages(mark: Mark) -> list[str]:
    """Return the pages of a mark's targets, each once."""
    return list(dict.fromkeys(target.partition("#^")[0] for target in mark.targets))


def _target(reader: IndexReader, name: str) -> str:
    """Return the node id of an existing page, or `page#^block` of an existing passage."""
    wanted, is_passage, block = _bare(name).partition("#^")
    page = find_page(reader, wanted)
    if not is_passage:
        return page.node
    blocks = [row.block for row in reader.passages(pages=[page.id]) if row.block]
    for there in blocks:
        if there.lower() == block.lower():
            return f"{page.node}#^{there}"
    raise PageNotFoundError(page.node, [f"{page.node}#^{there}" for there in blocks[:_NEAR]], block=block)


def _bare(name: str) -> str:
    """Return a name without the brackets and the alias of a link."""
    return name.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].strip()
