"""The verb that answers questions: `ask`.  It does not load the Markdown parser."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ..arguments import check_numbers, read_texts
from ..clock import local_time
from ..errors import CommonplaceError, DataError, NoRoomError, UsageError
from ..index_store.port import IndexReader
from ..look.selection import describe, filtered
from ..model import PageFilter
from ..retrieval_engine.engine import MAX_QUESTIONS, AskOptions, answer
from ..retrieval_engine.meaning import Likeness
from ..retrieval_engine.reply import Reply
from ..settings import Settings
from ..text.analyzer import name_key
from ..text.escaping import json_text
from ..text.language import is_function_word
from ..text.tokens import counter
from ..wiki_store.events import Events
from .declaration import (
    FAIL_EMPTY,
    FILTERS,
    HTML_PAGE,
    MIN_CONFIDENCE,
    SHARED,
    Input,
    Parameter,
    Verb,
    comma_list,
    flag,
)

if TYPE_CHECKING:
    # Only for its type: a verb is given the open knowledge base.
    from ..knowledge_base import KnowledgeBase

_LONGEST_QUESTION = 500
"""Characters of an unanswered question that are recorded."""


def ask(
    kb: KnowledgeBase,
    question: str | Sequence[str],
    *,
    terms: Sequence[str] = (),
    budget_tokens: int | None = None,
    evidence: bool = False,
    explain: bool = False,
    where: PageFilter | None = None,
    record: bool = True,
    html: str | None = None,
    has_text: bool = True,
    force: bool = False,
) -> Reply:
    """Answer one question or several, each with a verdict and quoted evidence.

    budget_tokens bounds the whole reply as text and is filled; without it the size follows each verdict.  The settings
    limit the walk.  A question of which nothing is known is recorded for whoever ingests next, unless record is False.
    where: the pages that are asked; see KnowledgeBase.page_filter.
    html: file for the reply as an HTML page; has_text: with quotations; force: overwrite an existing file.
    """
    check_numbers(budget_tokens=budget_tokens)
    questions = kb.questions("question", _split_questions(question))
    if not questions or not all(name_key(text, "") for text in questions):
        raise UsageError("the question holds no word", hint='ask in words, e.g. "why did it fail?"')
    if len(questions) > MAX_QUESTIONS:
        raise UsageError(f"{len(questions)} questions; at most {MAX_QUESTIONS} in one call", hint="make more calls")
    settings = kb.settings
    options = AskOptions(
        terms=kb.questions("terms", terms),
        budget_tokens=_chosen_budget(settings) if budget_tokens is None else budget_tokens,
        depth=settings.max_graph_depth,
        min_confidence=settings.min_confidence,
        max_nodes=settings.max_nodes,
        evidence=evidence,
        explain=explain,
        counter=counter(settings.token_counter),
        today=local_time(kb.clock)[:10],
    )
    pages, useful = where or kb.page_filter(), _usefulness_of_pages(kb)

    def work(reader: IndexReader, likeness: Likeness | None) -> Reply:
        chosen = filtered(reader, pages)
        asking = options._replace(
            likeness=likeness,
            useful=partial(useful, reader),
            open_tasks=partial(_count_open_tasks, kb, chosen),
            as_of=pages.as_of,
            only=describe(pages, reader),
        )
        return answer(chosen, questions, asking)

    reply = kb.query_by_meaning(work)
    if not reply.text and options.budget_tokens is not None:
        raise NoRoomError("an answer", options.budget_tokens, reply.least_tokens)
    for text in reply.unanswered if record and not reply.only else ():
        _record_unanswered(kb, text)
    if html is not None:
        from .graphing import answer_page, written_text  # it imports the packages that write

        print(written_text(answer_page(kb, reply, html, has_text=has_text, force=force)), file=sys.stderr)
    return reply


def _split_questions(question: str | Sequence[str]) -> list[str]:
    """Return the questions; each line of standard input is one.

    Words without a blank are one question where a function word (`the`, `how`) shows that they are a sentence: names in
    quotes reach us without them, so `ask "budget" "evidence"` is two.
    """
    texts = read_texts(question)
    if len(texts) > 1 and not any(" " in text.strip() for text in texts) and any(map(is_function_word, texts)):
        return [" ".join(texts)]
    lines = [line for text in texts for line in (text.split("\n") if isinstance(text, Input) else [text])]
    return [line.strip() for line in lines if line.strip()]


def _chosen_budget(settings: Settings) -> int | None:
    """Return the budget that a person chose by a setting; None if nobody chose one."""
    source = dict(settings.sources).get("budget_tokens", "default")
    # config.py names every setting; there only another value than the built-in one is a choice.
    is_written = source == "default" or source.startswith("config.py")
    is_usual = settings.budget_tokens == Settings().budget_tokens
    return None if is_written and is_usual else settings.budget_tokens


def _usefulness_of_pages(kb: KnowledgeBase) -> Callable[[IndexReader, str], Mapping[str, float]]:
    """Return a function from a question to the usefulness of pages; marks that cannot be read are left out."""
    if kb.is_shared or not Events(kb.location.graph).exists():
        return lambda _reader, _question: {}
    from ..memory.marks import usefulness  # few homes have marks

    try:
        marks, half_life = Events(kb.location.graph).marks(), kb.settings.half_life_days
    except DataError as err:
        kb.listener.waiting(f"what proved useful is left out: {err}")
        return lambda _reader, _question: {}
    return lambda reader, question: usefulness(
        marks, now=kb.clock(), half_life_days=half_life, reader=reader, question=question
    )


def _count_open_tasks(kb: KnowledgeBase, reader: IndexReader, words: str) -> int:
    """Return the number of open tasks with these words."""
    from ..look.listing import TaskQuery, list_tasks  # it parses Markdown, which few questions need

    return list_tasks(reader, TaskQuery(words=words), own=kb.task_statuses()).found


def _record_unanswered(kb: KnowledgeBase, question: str) -> None:
    if kb.location.read_only:
        return
    try:
        entry = " ".join(question.split())[:_LONGEST_QUESTION]
        Events(kb.location.graph).append("unanswered", kb.clock(), question=entry)
    except (CommonplaceError, OSError):
        # The question was answered; a home that cannot be written does without the record.
        return


def _reply_text(reply: Reply, _: Mapping[str, Any]) -> str:
    explained = [answer.explain for answer in reply.answers if answer.explain]
    return "\n\n".join([reply.text, *map(_format_explanation, explained)])


def _format_explanation(explanation: Mapping[str, Any]) -> str:
    """Return the input and output of each stage as text, a line for each fact or ranked thing."""
    lines: list[str] = []
    for stage, facts in explanation.items():
        if isinstance(facts, Mapping):
            lines += [f"{stage} {name}: {json_text(fact)}" for name, fact in facts.items()]
        else:
            lines += [f"{stage}: {json_text(thing)}" for thing in facts]
    return "\n".join(lines)


ASK = Verb(
    name="ask",
    page="ask",
    summary="Answer questions with quoted evidence.",
    example='commonplace ask "how does the token budget stay hard?" "what may a second writer do?"',
    folders=SHARED,
    reads_only=True,
    tool_help="Several questions in one call cost less. Each has a verdict; what is not quoted is not known.",
    parameters=(
        Parameter("question", "each in quotes; - reads one a line", many="+", reads="-", tool=""),
        Parameter("--terms", "other words for it", "A,B", comma_list),
        Parameter(
            "--budget",
            "most tokens of the reply (by verdict)",
            "N",
            int,
            part="settings",
            to="budget_tokens",
            tool="",
        ),
        Parameter(
            "--depth",
            "hops from what the question names (2)",
            "D",
            int,
            part="settings",
            to="max_graph_depth",
            tool=None,
        ),
        MIN_CONFIDENCE,
        Parameter("--max-nodes", "most nodes reached (50)", "N", int, part="settings", tool=None),
        Parameter("--counter", "what counts tokens (pieces)", "NAME", part="settings", to="token_counter", tool=None),
        *FILTERS,
        flag("--evidence", "quote evidence in any case", tool=""),
        *HTML_PAGE,
        flag("--explain", "what each stage did", tool=None),
        FAIL_EMPTY,
    ),
    run=ask,
    text=_reply_text,
    exit_code=lambda reply, given: int(reply.is_empty and "fail_empty" in given),
)
