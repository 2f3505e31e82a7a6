"""The trace of what proved useful: marks that somebody gives on purpose, kept across processes, deleted on demand.

Being shown is not being useful: nothing here is called by answering a question.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..clock import days_between
from ..errors import PageNotFoundError, ReadOnlyError, UsageError
from ..index_store.port import IndexReader
from ..pages.linking.link_text import bare_link
from ..retrieval_engine.understand import understand
from ..retrieval_engine.values import Query, idf
from ..store.locks import locked
from ..store.usage import StoredMark, UsageLog
from ..text.analyzer import function_words, query_words

if TYPE_CHECKING:
    from ..store.workspace import Workspace

MAX_QUESTION = 500
"""Characters of a question that are kept."""

LEAST = 0.5
"""Likeness from which on a mark counts: below it two questions share a subject, not what they ask."""

STEEPNESS = 2
"""Power of the likeness above that: half as like is much less likely to have the same answer."""


class Marked(NamedTuple):
    """What a call marked, or would have."""

    id: str
    """Of the event; "" where nothing was written."""
    targets: tuple[str, ...]
    question: str
    polarity: float
    dry_run: bool = False


class Forgotten(NamedTuple):
    """How many marks were deleted, or would have been."""

    forgotten: int
    kept: int
    dry_run: bool = False


def mark_useful(
    ws: Workspace,
    names: Sequence[str],
    *,
    question: str = "",
    polarity: float = 1.0,
    actor: str = "agent",
    dry_run: bool = False,
) -> Marked:
    """Keep that pages, or passages (`page#^block`), helped with a question, or misled.

    A name may be several with commas between, where no page has it as a whole.  Without a question it is kept for none
    in particular: query_context counts it, `ask` does not.  Raises UsageError for a polarity outside [-1, 1],
    PageNotFoundError for what is not there, ReadOnlyError.
    """
    if not -1 <= polarity <= 1:
        raise UsageError(f"polarity {polarity:g} is outside [-1, 1]", hint="1 for what helped, -1 for what misled")
    if not names:
        raise UsageError("nothing is named", hint="name the pages or passages that helped, as `page` or `page#^block`")
    question = " ".join(question.split())[:MAX_QUESTION]
    if question and not any(character.isalnum() for character in question):
        raise UsageError("the question holds no word", hint="give it in the words in which it was asked")
    targets = tuple(dict.fromkeys(target for name in names for target in _targets(ws, name)))
    if dry_run:
        return Marked("", targets, question, polarity, True)
    _require_writable(ws)
    mark = StoredMark(secrets.token_hex(6), ws.clock(), question, targets, polarity)
    # Whoever forgets at this moment writes the file anew.
    with locked(ws):
        UsageLog(ws.location.graph).append_mark(mark, actor=actor)
    return Marked(mark.id, targets, question, polarity)


def forget(ws: Workspace, names: Sequence[str] = (), *, question: str = "", dry_run: bool = False) -> Forgotten:
    """Delete marks for good: those of these pages and passages, those given for this question, or all.

    A page is named as for a mark; one that is gone or renamed by the id that it had.
    """
    log = UsageLog(ws.location.graph)
    known = {part for mark in log.marks() for target in mark.targets for part in (target, target.partition("#^")[0])}
    parts = [part for name in names for part in ([name] if _bare(name) in known else name.split(","))]
    wanted = {each for part in parts if _bare(part) for each in _marked_as(ws, part)}
    asked = " ".join(question.split())[:MAX_QUESTION]

    def keep(mark: StoredMark) -> bool:
        named = not names or any(target in wanted or target.partition("#^")[0] in wanted for target in mark.targets)
        return not (named and (not asked or mark.question == asked))

    if not dry_run and ws.has_usage():
        _require_writable(ws)
        with locked(ws):
            gone = log.forget(keep)
        return Forgotten(gone, len(log.marks()))
    marks = log.marks()
    gone = sum(not keep(mark) for mark in marks)
    return Forgotten(gone, len(marks) - gone, dry_run)


def amend_polarity(ws: Workspace, nodes: Collection[str], polarity: float, *, most: int) -> int:
    """Give the newest marks that name any of these nodes another polarity; returns how many, at most most."""
    if not -1 <= polarity <= 1:
        raise UsageError(f"polarity {polarity:g} is outside [-1, 1]", hint="1 for what helped, -1 for what misled")
    if not ws.has_usage():
        return 0
    pages = {node.partition("#^")[0] for node in nodes}
    named = [
        mark
        for mark in reversed(UsageLog(ws.location.graph).marks())
        if any(target.partition("#^")[0] in pages for target in mark.targets)
    ]
    ids = [mark.id for mark in named[:most]]
    if ids:
        _require_writable(ws)
        with locked(ws):
            UsageLog(ws.location.graph).amend(ids, polarity, time=ws.clock())
    return len(ids)


def all_marks(graph_folder: str) -> list[StoredMark]:
    """Return the marks that were given, oldest first."""
    return UsageLog(graph_folder).marks()


def page_weights(
    marks: Sequence[StoredMark], *, now: str, half_life_days: float, reader: IndexReader, question: str = ""
) -> dict[str, float]:
    """Return how useful pages proved, from 0 to 1 for the most useful one; what was never marked is absent.

    Marks given for another question count as far as the two are alike, those given for none in full; without a
    question all marks count in full.  Marks fade with the half-life.  What misled takes away, never below 0.
    """
    query = understand(reader, question) if question and marks else None
    likeness = {
        text: 1.0 if query is None or not text else _likeness(reader, query, text)
        for text in dict.fromkeys(mark.question for mark in marks)
    }
    return _normalized(
        (mark, likeness[mark.question] * fade(days_between(mark.time, now), half_life_days)) for mark in marks
    )


def fade(age_days: float, half_life_days: float) -> float:
    """Return what is left of a mark of this age: half after each half-life."""
    return float(0.5 ** (age_days / half_life_days))


def _likeness(reader: IndexReader, query: Query, question: str) -> float:
    """Return how far a mark for one question counts for another: 1 for the same words, 0 for what only shares a
    subject with it.

    The share of each question that the other covers, by the idf of its words; the lesser of the two.
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


def _normalized(weighed: Iterable[tuple[StoredMark, float]]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for mark, weight in weighed:
        for page in dict.fromkeys(target.partition("#^")[0] for target in mark.targets):
            sums[page] = sums.get(page, 0.0) + weight * mark.polarity
    most = max(sums.values(), default=0.0)
    return {page: sums[page] / most for page in sorted(sums) if sums[page] > 0}


def _targets(ws: Workspace, name: str) -> list[str]:
    """What a name names: a page or passage, or, with commas between, several."""
    try:
        return [_target(ws, name)]
    except PageNotFoundError:
        parts = [part for part in name.split(",") if part.strip()]
        if len(parts) < 2:
            raise
        # A title may have a comma of its own, so the whole is tried first.
        return [_target(ws, part) for part in parts]


def _target(ws: Workspace, name: str) -> str:
    """The node id of a page, or `page#^block` of a passage, that is there."""
    page, is_passage, block = _bare(name).partition("#^")
    id_ = ws.slug_of(ws.find(page))
    if not is_passage:
        return id_
    row = ws.reader.passage_at(id_, block) if block else None
    if row is None:
        blocks = [each.block for each in ws.reader.passages_of(id_) if each.block]
        raise PageNotFoundError(id_, [f"{id_}#^{each}" for each in blocks[:3]], block=block)
    return f"{id_}#^{row.block}"


def _marked_as(ws: Workspace, name: str) -> tuple[str, ...]:
    """What a mark of this name says: the name itself, and what it names now."""
    try:
        return _bare(name), _target(ws, name)
    except PageNotFoundError:
        return (_bare(name),)


def _bare(name: str) -> str:
    """A name without the brackets and the alias of a link."""
    return bare_link(name).partition("|")[0].strip()


def _require_writable(ws: Workspace) -> None:
    if ws.location.read_only:
        raise ReadOnlyError(ws.location.graph, "this home is only read")
