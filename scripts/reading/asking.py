"""Asking a home: the answer, as text and as a document, each within the budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..care.freshness import staleness, written
from ..errors import NoRoomError, ReadOnlyError, UsageError
from ..pages.model import SECOND_HAND
from ..retrieval.answer import answer
from ..retrieval.answer_values import Answer, AnswerOptions
from ..retrieval.budget.tokens import counter
from ..retrieval.language.codes import whole_code
from ..retrieval.reply.frame import smallest
from ..retrieval.reply.render import render_answer

if TYPE_CHECKING:
    from ..retrieval.search.usefulness import Marks
    from ..retrieval.trace import Trace
    from ..store.workspace import Workspace


UNKNOWN = 1 / 3
"""Share of a question that words occurring nowhere must make up for it to count as unanswered.

Measured on four development sets: of 350 questions with an answer 6 reach it or found nothing (1 found nothing); of 396
of other sets 258 (181); of 349 of their own with one word replaced by one that occurs nowhere 107 (13).  In homes of
thirty passages, where every word is rare, 33 of 338 (16) of those with an answer."""


ASKED_AGAIN = 50
"""Questions that `lint`, which reads every page, asks again to see whether they can be answered by now."""


class Reply(NamedTuple):
    """An answer as it is sent."""

    answer: Answer
    """Everything found, before the budget."""
    text: str
    document: dict[str, Any]
    """The JSON shape, cut to the budget; empty unless it was asked for."""
    tokens_used: int
    """Of the text, or of the JSON document when that was asked for, with its line end; never above the budget.  Of an
    explanation: of the text that it explains."""
    omitted: tuple[tuple[str, int], ...]
    """What was found and not sent, counted by kind."""


class Ask(NamedTuple):
    """What a call of `ask` may choose; None takes the setting."""

    terms: tuple[str, ...] = ()
    budget_tokens: int | None = None
    depth: int | None = None
    min_confidence: float | None = None
    max_nodes: int | None = None
    direction: str = "both"
    relations: tuple[str, ...] = ()
    evidence: bool = False
    """Quote evidence even where the wiki suffices."""
    as_json: bool = False
    """Count the budget on the JSON text."""
    explain: bool = False
    """Tell how the answer came about, stage by stage, in its place; that is not cut to the budget."""


def ask(ws: Workspace, question: str, options: Ask, *, progress: Callable[[int, int], None] | None = None) -> Reply:
    """Answer a question.  Raises UsageError when there is none, NoRoomError when the budget holds no reply.

    progress is told of passages that get a vector first, where an embedder is on.
    """
    if not any(character.isalnum() for character in question):
        raise UsageError("the question holds no word", hint='ask in words, e.g. commonplace ask "why did it fail?"')
    ws.refresh_vectors(progress)
    trace = _trace() if options.explain else None
    found = answer(
        ws.reader,
        question,
        effective(ws, options),
        is_stale=staleness(ws),
        written=written(ws),
        marks=marks_of(ws),
        trace=trace,
    )
    plain = counter(ws.settings.token_counter)

    def count(text: str) -> int:
        # As it is sent: printed, it ends with a line break.
        return plain(text + "\n")

    if options.as_json or not ws.only_prints:
        told = [hit.id for hit in found.pages if hit.category in SECOND_HAND]
        ws.reader.expect(pages=[*told, *(item.source for each in found.claims for item in each.rests_on)])
    if trace is not None:
        reply = _explained(ws, found, trace, count, as_json=options.as_json)
    else:
        reply = _sent(found, ws.location.home, count, as_json=options.as_json)
    if _is_unanswered(found):
        _remember_gap(ws, question)
    return reply if ws.only_prints else _in_full(reply)


def _sent(found: Answer, home: str, count: Callable[[str], int], *, as_json: bool) -> Reply:
    if as_json:
        from ..retrieval.reply.document import answer_document

        document, tokens, omitted = answer_document(found, home=home, count=count)
        return Reply(found, "", document, tokens, omitted)
    rendered = render_answer(found, home=home, count=count)
    if not rendered.text:
        least = count(smallest(found.verdict.level, dict(rendered.omitted)))
        raise NoRoomError("an answer", found.options.budget_tokens, least)
    return Reply(found, rendered.text, {}, rendered.tokens_used, rendered.omitted)


def document_of(reply: Reply, *, home: str, token_counter: str | Callable[[str], int]) -> dict[str, Any]:
    """The JSON document of a reply that was asked for as text, cut to the budget by itself.

    Raises NoRoomError where the budget holds none.
    """
    from ..retrieval.reply.document import answer_document

    plain = counter(token_counter)
    return answer_document(reply.answer, home=home, count=lambda text: plain(text + "\n"))[0]


def _in_full(reply: Reply) -> Reply:
    """With the way to each passage and the state of all pages and evidence, which outlive the home."""
    pages = tuple(each._replace(stale=bool(each.stale)) for each in reply.answer.pages)
    claims = tuple(each._replace(evidence=tuple(each.evidence)) for each in reply.answer.claims)
    passages = tuple(each._replace(steps=tuple(each.steps)) for each in reply.answer.passages)
    return reply._replace(answer=reply.answer._replace(pages=pages, claims=claims, passages=passages))


def marks_of(ws: Workspace) -> Marks | None:
    """What proved useful in this home, faded with its age by whole days; None where nothing was ever marked."""
    if not ws.has_usage():
        return None
    from ..clock import days_between
    from ..retrieval.search.usefulness import Mark, fade, topic_words
    from ..store.usage_index import UsageReader

    now, half_life = ws.clock(), ws.settings.half_life_days

    def marks(stems: Sequence[str]) -> list[Mark]:
        with UsageReader(ws.location.graph, topic_words) as usage:
            return [
                Mark(
                    each.question,
                    each.words,
                    each.targets,
                    each.polarity * fade(days_between(each.time, now), half_life),
                )
                for each in usage.about(stems)
            ]

    return marks


def _trace() -> Trace:
    from ..retrieval.trace import Trace

    return Trace()


def _explained(ws: Workspace, found: Answer, trace: Trace, count: Callable[[str], int], *, as_json: bool) -> Reply:
    """What the text of the answer would be, explained."""
    from ..retrieval.reply.explain import JSON_ROWS, TEXT_ROWS, explain_answer, explanation_document, explanation_text

    rendered = render_answer(found, home=ws.location.home, count=count, trace=trace)
    stages = explain_answer(ws.reader, found, trace, count=count, rows=JSON_ROWS if as_json else TEXT_ROWS)
    document = explanation_document(stages, question=found.question, home=ws.location.home) if as_json else {}
    text = "" if as_json else explanation_text(stages)
    return Reply(found, text, document, rendered.tokens_used, rendered.omitted)


def effective(ws: Workspace, options: Ask) -> AnswerOptions:
    """The values in force: the call's, else the settings'."""
    settings = ws.settings

    def chosen(value: Any, setting: Any) -> Any:
        return setting if value is None else value

    relations = tuple(name for name in options.relations if name.strip())
    told: tuple[str, ...] = ()
    if relations:
        from ..care.held_relations import unheld

        told = unheld(ws, relations)
    return AnswerOptions(
        depth=chosen(options.depth, settings.max_graph_depth),
        min_confidence=chosen(options.min_confidence, settings.min_confidence),
        max_nodes=chosen(options.max_nodes, settings.max_nodes),
        budget_tokens=chosen(options.budget_tokens, settings.budget_tokens),
        seed_limit=settings.seed_limit,
        search_limit=settings.search_limit,
        direction=options.direction,
        relations=relations,
        unheld=told,
        terms=options.terms,
        go_on=options.evidence,
    )


def _is_unanswered(found: Answer) -> bool:
    """Whether nothing was found that could answer, or words that make up much of the question occur nowhere.

    The second also where a page is named: who asks what the bakery pays for electricity knows of the bakery.  A code
    (ticket, version, host) that occurs nowhere is what is asked for, however long the question is.
    """
    if found.verdict.level == "sufficient":
        return False
    # What is only like the question may be anything: no word of it was found.
    told = [passage for passage in found.passages if passage.why != "meaning"]
    if found.is_empty or (found.verdict.level == "none" and not found.claims and not told):
        return True
    asked, gaps = found.asked, set(found.gaps)
    if gaps:
        from ..retrieval.language.code_forms import is_code

        if any(map(is_code, gaps)):
            return True
    written = asked.question.text
    spans = {term.stem: (term.start, term.end) for term in asked.question.content if term.start >= 0}
    nowhere = {stem for stem, span in spans.items() if {written[slice(*span)], whole_code(written, *span)} & gaps}
    return asked.share(nowhere & asked.shares.keys()) >= UNKNOWN


def still_open(ws: Workspace, questions: Sequence[str], most: int = ASKED_AGAIN) -> list[str]:
    """Those of these questions, asked in vain before, that would be so again; what comes after so many is not tried.

    Nothing is noted.  Cost: each is answered once, by the settings.
    """
    options, is_stale, marks = effective(ws, Ask()), staleness(ws), marks_of(ws)
    return [
        question
        for at, question in enumerate(questions)
        if at >= most or _is_unanswered(answer(ws.reader, question, options, is_stale=is_stale, marks=marks))
    ]


def _remember_gap(ws: Workspace, question: str) -> None:
    """Unanswered questions are the work list of the next ingest; a home that cannot be written does without."""
    if ws.location.read_only:
        return
    from ..store.journal import Journal

    try:
        Journal(ws.location.graph).append("unanswered", ws.clock(), question=" ".join(question.split())[:500])
    except ReadOnlyError:
        return
