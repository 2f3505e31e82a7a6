"""How an answer came about, readable: each stage with its candidates and scores, as a table or as JSON.

Made from the trace of the very run that gave the answer; nothing is computed a second time.  Every stage shows its
best rows and counts the others.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ...pages.knowledge.ontology import display_relation
from ..budget.worth import is_quoted
from .escaping import inline
from .explain_ranking import ranking_stages
from .stage import Cell, Stage, stage

if TYPE_CHECKING:
    from ...pages.model import Edge
    from ..answer_values import Answer
    from ..extracts.coverage import Asked
    from ..lookup.matching import Matches
    from ..port import GraphReader
    from ..search.walk import Reached
    from ..trace import Trace

TEXT_ROWS, JSON_ROWS = 8, 50
"""Rows of each stage, for a person and for a program."""
MAX_CELL = 60
"""Characters of a cell in the text."""
WIDTH = 110
"""Characters of a line of prose."""


def explain_answer(
    graph: GraphReader, answer: Answer, trace: Trace, *, count: Callable[[str], int], rows: int
) -> tuple[Stage, ...]:
    """The stages that an answer went through, in their order; rows: how many of each are told.

    The trace is that of this answer and of its text.  Cost: one read of the passages that are told.
    """
    asked, found = trace.asked, trace.found
    if asked is None or found is None:
        return ()
    stages = [_question(answer, asked, rows), _names(answer, found, rows), _wiki(answer, rows)]
    stages += _walked(answer, trace, rows)
    if answer.verdict.level == "sufficient" and not answer.options.go_on:
        says = "Not ranked: a page suffices.  --evidence ranks them all the same."
        stages.append(stage("passages", says))
    else:
        stages += ranking_stages(graph, asked, trace, rows)
    return (*stages, _packing(answer, trace, count, rows))


def explanation_text(stages: tuple[Stage, ...]) -> str:
    """The stages as numbered tables."""
    lines = []
    for number, each in enumerate(stages, 1):
        said = wrap(inline(each.says), WIDTH, initial_indent="   ", subsequent_indent="   ")
        lines += [f"{number}. {each.name}", *said, *_table(each), ""]
    return "\n".join(lines).rstrip("\n")


def explanation_document(stages: tuple[Stage, ...], *, question: str, home: str) -> dict[str, Any]:
    """The same for programs."""
    told = [
        {
            "stage": each.name,
            "says": each.says,
            "rows": [dict(zip(each.columns, row)) for row in each.rows],
            "more": each.more,
        }
        for each in stages
    ]
    return {"question": question, "home": home, "stages": told}


def _table(each: Stage) -> list[str]:
    """Columns in line: numbers to the right, words to the left."""
    cells = [each.columns, *(tuple(map(_cell, row)) for row in each.rows)]
    if not each.rows:
        return []
    widths = [max(len(row[at]) for row in cells) for at in range(len(each.columns))]
    numbers = [all(not isinstance(row[at], str) for row in each.rows) for at in range(len(each.columns))]
    lines = []
    for row in cells:
        padded = (cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(row, widths, numbers))
        lines.append(("   | " + "  ".join(padded)).rstrip())
    return [*lines, *([f"   … {each.more} more"] if each.more else [])]


def _cell(value: Cell) -> str:
    return f"{value:.3f}" if isinstance(value, float) else inline(str(value), MAX_CELL)


def _question(answer: Answer, asked: Asked, rows: int) -> Stage:
    stops = [term.text for term in asked.question.terms if term.stop]
    says = "Words by their weight: the rarer, the more of the question they make up."
    if stops:
        says += f"  Passed over: {', '.join(dict.fromkeys(stops))}."
    if asked.question.phrases:
        says += f"  Phrases: {', '.join(asked.question.phrases)}."
    if asked.question.word_pairs:
        says += f"  Neighbors: {', '.join(asked.question.word_pairs)}."
    for word, correction in answer.corrected:
        says += f"  {word} occurs nowhere; searched also: {correction}."
    terms = [
        (
            term.text,
            asked.shares.get(term.stem, 0.0),
            asked.frequency.get(term.text, 0),
            "searched" if term.text in asked.matched else "too common",
            ("asked" if not term.added else "correction" if term.start >= 0 else "--terms"),
        )
        for term in asked.question.content
    ]
    terms.sort(key=lambda row: (-row[1], row[0]))
    return stage("question", says, ("word", "weight", "passages", "search", "from"), terms, rows)


def _names(answer: Answer, found: Matches, rows: int) -> Stage:
    says = f"{len(found.named)} named, {len(found.matches) - len(found.named)} by words of their pages: the seeds."
    if answer.gaps:
        says += f"  In no name and no passage: {', '.join(answer.gaps)}."
    names = [(each.mention, each.node, each.how, each.score) for each in found.matches]
    return stage("names", says, ("words", "node", "how", "score"), names, rows)


def _wiki(answer: Answer, rows: int) -> Stage:
    pages = [(each.id, each.category, each.why, each.score, "stale" if each.stale else "") for each in answer.pages]
    more = dict(answer.omitted).get("pages", 0)
    says = f"{answer.verdict.level}: {answer.verdict.reason}."
    return stage("wiki first", says, ("page", "kind", "found by", "score", ""), pages, rows, more)


def _walked(answer: Answer, trace: Trace, rows: int) -> list[Stage]:
    """The walk over claims, what its cap left out, and the claims."""
    options, walk = answer.options, trace.walk
    if walk is None:
        return []
    depths = [sum(each.depth == hop for each in walk.reached) for hop in range(options.depth + 1)]
    says = (
        f"{len(walk.reached)} nodes of at most {options.max_nodes}, "
        f"over claims of confidence {options.min_confidence:g} or more: {depths[0]} seeds"
        + "".join(f", {number} at hop {hop}" for hop, number in enumerate(depths) if hop)
        + f".  Left out by the cap: {walk.pruned}."
    )
    columns = ("node", "hop", "confidence", "seed", "over")
    stages = [stage("walk over claims", says, columns, [_reached(each) for each in walk.reached], rows)]
    if walk.pruned:
        unread = walk.pruned - len(walk.left_out)
        says = f"Seen and left out, best first; {unread} more were not read: no path over them could be better."
        left = [_reached(each) for each in walk.left_out]
        stages.append(stage("left out by the cap", says, columns, left, rows, max(0, unread)))
    said = "Path confidence, raised by what a claim says of the question.  The weakest and the last are left out."
    claims: list[tuple[Cell, ...]] = [
        (
            _arrow(each.edge),
            each.edge.confidence,
            each.edge.sources,
            each.hop,
            each.path_confidence,
            each.relevance,
            "yes",
        )
        for each in answer.claims
    ]
    claims += [
        (_arrow(edge), edge.confidence, edge.sources, "", "", relevance, "no")
        for edge, relevance in trace.claims_left_out
    ]
    claims.sort(key=lambda row: (row[-1] == "no", -float(row[-2]), str(row[0])))
    return [*stages, stage("claims", said, _CLAIM, claims, rows)]


_CLAIM = ("claim", "confidence", "sources", "hop", "path", "relevance", "kept")


def _reached(each: Reached) -> tuple[Cell, ...]:
    return each.id, each.depth, each.path_confidence, each.seed, _arrow(each.path[-1]) if each.path else ""


def _arrow(edge: Edge) -> str:
    return f"{edge.source} -{display_relation(edge.relation)}-> {edge.target}"


def _at(key: str) -> int:
    return int(key.partition(":")[2])


def _packing(answer: Answer, trace: Trace, count: Callable[[str], int], rows: int) -> Stage:
    packed, candidates = trace.packed, trace.candidates
    texts = {each.key: each.text for each in packed.items} if packed else {}
    shown = {answer.passages[_at(key)].page for key in texts if key.startswith("passages:")}
    told: list[tuple[Cell, ...]] = []
    for each in candidates:
        sent = texts.get(each.key)
        state = "no" if sent is None else "whole" if sent == each.text else "cut"
        if sent is None and each.key.startswith("pages:") and is_quoted(answer.pages[_at(each.key)], shown):
            state = "quoted"
        tokens = count(each.text if sent is None else sent)
        told.append((each.key.partition(":")[0], each.text.partition("\n")[0], each.utility, tokens, state))
    told.sort(key=lambda row: (row[-1] == "no", -float(row[2])))
    states = [row[-1] for row in told]
    says = (
        f"{packed.tokens_used if packed else 0} of {answer.options.budget_tokens} tokens: "
        f"{states.count('whole')} sent whole, {states.count('cut')} cut, {states.count('no')} left out.  "
        "What is worth most for its tokens goes first."
    )
    return stage("packing", says, ("kind", "what", "worth", "tokens", "sent"), told, rows)
