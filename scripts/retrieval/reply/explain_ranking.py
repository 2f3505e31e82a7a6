"""How passages were ranked: word search, what each part added, the hops over names, the places at the top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...pages.model import SECOND_HAND
from .stage import Cell, Stage, stage

if TYPE_CHECKING:
    from ...pages.model import PassageRow
    from ..extracts.coverage import Asked
    from ..port import GraphReader
    from ..trace import Hop, Trace

WALKED = ("credit", "bridges", "whole", "changes", "definitions", "reply", "others", "useful")
"""Parts that are added after the start, which all others make up."""


def ranking_stages(graph: GraphReader, asked: Asked, trace: Trace, rows: int) -> list[Stage]:
    """The stages of the ranking, at most so many rows of each."""
    stages = [_word_search(graph, asked, rows), _start(graph, trace, rows)]
    for number, hop in enumerate(trace.hops, 1):
        stages += _hop(asked, hop, trace.scores.rows, number, rows)
    stages += [_useful(trace, rows)] if trace.useful else []
    return [*stages, _sums(trace, rows), *([_places(asked, trace, rows)] if trace.places else [])]


def _word_search(graph: GraphReader, asked: Asked, rows: int) -> Stage:
    hits = asked.hits[:rows]
    found = graph.passages([hit.passage for hit in hits])
    told: list[tuple[Cell, ...]] = [
        (
            _place(found[hit.passage]),
            hit.category,
            hit.score,
            asked.share(asked.covered_by(found[hit.passage])),
            found[hit.passage].text,
        )
        for hit in hits
    ]
    second = sum(hit.category in SECOND_HAND for hit in asked.hits)
    says = (
        f"BM25 for: {', '.join(asked.matched)}.  {len(asked.hits) - second} passages of sources and notes, "
        f"{second} of pages that rest on them.  covers: share of the question, by weight."
    )
    columns = ("passage", "kind", "BM25", "covers", "text")
    return stage("word search", says, columns, told, rows, len(asked.hits) - len(told))


def _start(graph: GraphReader, trace: Trace, rows: int) -> Stage:
    """A column for each part that gave something."""
    scores = trace.scores
    parts = [part for part, given in scores.parts.items() if part not in WALKED and any(given.values())]
    start = _start_scores(trace)
    best = sorted(start, key=lambda id: (-start[id], scores.page[id], id))
    scores.read(graph, best[:rows])
    told: list[tuple[Cell, ...]] = [
        (_place(scores.rows[id]), *(scores.parts[part].get(id, 0.0) for part in parts), start[id]) for id in best[:rows]
    ]
    says = "What each part gives, on the scale of word search: its best hit has 1."
    return stage("start", says, ("passage", *parts, "start"), told, rows, len(best) - len(told))


def _start_scores(trace: Trace) -> dict[int, float]:
    start: dict[int, float] = {}
    for part, given in trace.scores.parts.items():
        for id, score in given.items() if part not in WALKED else ():
            start[id] = start.get(id, 0.0) + score
    return start


def _hop(asked: Asked, hop: Hop, read: Mapping[int, PassageRow], number: int, rows: int) -> list[Stage]:
    departures: list[tuple[Cell, ...]] = [
        (_place(each.row), each.score, asked.share(each.covered), ", ".join(leg.name for leg in each.path))
        for each in hop.departures
    ]
    bridges: list[tuple[Cell, ...]] = [
        (
            each.bridge.mention.text,
            "known" if each.bridge.mention.hits else "guess",
            _place(each.bridge.departure.row),
            each.bridge.weight,
            each.spread,
            each.weight,
            each.landings,
        )
        for each in hop.crossed
    ]
    arrivals: list[tuple[Cell, ...]] = [
        (
            _place(read[each.id]),
            each.gain,
            each.mention.text,
            each.how,
            _place(each.departure.row),
            asked.share(each.covered - each.departure.covered),
        )
        for each in hop.arrivals
    ]
    return [
        stage(
            f"hop {number}: departures",
            "The best passages so far, and what their way covers of the question.",
            ("passage", "score", "covers", "over"),
            departures,
            rows,
        ),
        stage(
            f"hop {number}: names that lead on",
            "Weight: the score of the passage, and how much the sentence says of what is asked.  A name in many "
            "passages leads anywhere: worth is the weight by its rarity, squared.",
            ("name", "is", "in", "weight", "stands in", "worth", "leads to"),
            bridges,
            rows,
        ),
        stage(
            f"hop {number}: arrivals",
            "Gain: the name's worth, by how it stands there, up to five times where the passage says what is lacking.",
            ("passage", "gain", "over", "as", "from", "news"),
            arrivals,
            rows,
        ),
    ]


def _useful(trace: Trace, rows: int) -> Stage:
    told: list[tuple[Cell, ...]] = [(each.target, each.value, each.likeness, each.question) for each in trace.useful]
    says = "Marked for questions like this one; value: likeness of the questions, by age and polarity of the marks."
    return stage("useful before", says, ("what", "value", "likeness", "marked for"), told, rows)


def _sums(trace: Trace, rows: int) -> Stage:
    scores = trace.scores
    shown = [part for part in WALKED if part in ("credit", "bridges") or any(scores.parts.get(part, {}).values())]
    start, walked = _start_scores(trace), {part: scores.parts.get(part, {}) for part in shown}
    told: list[tuple[Cell, ...]] = []
    for id in trace.order[:rows]:
        added = [walked[part].get(id, 0.0) for part in shown]
        told.append((_place(scores.rows[id]), start.get(id, 0.0), *added, scores.total[id], scores.why[id]))
    told_of = {
        "whole": "what says all that is asked",
        "changes": "what tells a change that is asked for",
        "definitions": "code that defines what is asked for",
        "reply": "the reply to a question",
        "others": "who else speaks",
        "useful": "what helped before",
    }
    last = "".join(f", {told_of[part]}" for part in shown if part in told_of)
    says = f"Start, credit for having led to something, what the walk brought{last}: added up."
    columns = ("passage", "start", *shown, "total", "why")
    return stage("sum", says, columns, told, rows, len(trace.order) - len(told))


def _places(asked: Asked, trace: Trace, rows: int) -> Stage:
    before = {id: place for place, id in enumerate(trace.order, 1)}
    told: list[tuple[Cell, ...]] = [
        (
            place,
            before[each.id],
            _place(trace.scores.rows[each.id]),
            asked.share(each.news),
            ", ".join(sorted(each.news)),
        )
        for place, each in enumerate(trace.places, 1)
    ]
    says = "The first places are filled one by one; a passage that covers words which none above it does goes up."
    return stage("first places", says, ("place", "by sum", "passage", "news", "words"), told, rows)


def _place(row: PassageRow) -> str:
    return f"{row.page}#^{row.block}" if row.block else f"{row.page}:{row.line}"
