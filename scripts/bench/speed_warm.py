"""Cases inside one process that lives on, as a server or a Python program has them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..reading.asking import Ask, ask
from ..retrieval.language.question import parse_question
from ..retrieval.search.walk import best_first
from ..similarity import weighted_matches
from ..store.schema import QUESTION
from ..store.sweep import sweep
from .speed_questions import misspell
from .speed_report import percentile, summarized

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .speed_bed import Bed
    from .speed_report import Row

_NAMES = 40
"""Misspelled names that are looked up."""
_EXHAUSTIVE = 5
"""How many of them are compared with every name there is."""
_BEST = 5
_HUBS = 5


def warm_rows(bed: Bed, rounds: int, wanted: Callable[[str], bool]) -> list[Row]:
    """A row for each wanted case; figures p50_ms and p95_ms are over all single calls."""
    rows = []
    with bed.open() as kb:
        kb.refresh()
        ws = kb.ws
        asked = bed.questions.plain
        if wanted("warm-words"):
            # The floor: what is found by the words alone.  Each question once, for what it found is kept.
            terms = [[term.text for term in parse_question(question).terms if not term.stop] for question in asked]
            rows.append(
                _spread("warm-words", [_cpu_ms(partial(ws.reader.search, each, limit=_BEST)) for each in terms])
            )
        if wanted("warm-ask"):
            rows.append(_timed("warm-ask", rounds, [partial(kb.ask, question) for question in asked]))
        if wanted("warm-ask-no-sweep"):
            kb.refresh()
            # Each question once: its pages, once unpacked, would be at hand for the second time.
            times = [_cpu_ms(partial(ask, ws, question, Ask())) for question in asked]
            rows.append(_spread("warm-ask-no-sweep", times))
        if wanted("warm-sweep"):
            rows.append(_timed("warm-sweep", rounds, [lambda: sweep(ws.vault, ws.index.connection())]))
        if wanted("warm-fuzzy"):
            rows.append(_fuzzy(ws))
        if wanted("warm-walk"):
            rows.append(_walk(ws, rounds))
        if wanted("warm-ask-watched"):
            # As a server asks: told of changes by the system, it looks at no file.  Last, since watching stays on.
            ws.index.watch()
            rows.append(_timed("warm-ask-watched", rounds, [partial(kb.ask, question) for question in asked]))
    return rows


def _timed(case: str, rounds: int, calls: Sequence[Callable[[], object]], **figures: float) -> Row:
    for call in calls:
        # What is read and unpacked once per process is not what a warm call costs.
        call()
    return _spread(case, [_cpu_ms(call) for _ in range(rounds) for call in calls], **figures)


def _spread(case: str, times: Sequence[float], **figures: float) -> Row:
    return summarized(case, "warm", times, p50_ms=percentile(times, 0.5), p95_ms=percentile(times, 0.95), **figures)


def _cpu_ms(call: Callable[[], object]) -> float:
    start = time.process_time_ns()
    call()
    return (time.process_time_ns() - start) / 1e6


def _fuzzy(ws: Workspace) -> Row:
    """Misspelled names looked up in the index, and a few of them compared with all names by rapidfuzz's WRatio."""
    select = """SELECT a.key, n.name FROM names a JOIN nodes n ON n.id = a.node
                WHERE a.kind != ? AND length(a.key) >= 6 ORDER BY a.key, n.name"""
    names: list[tuple[str, str]] = ws.index.connection().execute(select, (QUESTION,)).fetchall()
    chosen = [(misspell(key), key, node) for key, node in names[:: max(1, len(names) // _NAMES)][:_NAMES]]
    keys = [key for key, _ in names]
    # Each name once: what was found of it is kept for the next time.
    times, found = list[float](), 0
    for name, _, node in chosen:
        times.append(_cpu_ms(partial(ws.reader.similar_names, name, limit=_BEST)))
        found += node in [hit.node for hit in ws.reader.similar_names(name, limit=_BEST)]
    exhaustive = [_cpu_ms(partial(weighted_matches, name, keys, _BEST)) for name, _, _ in chosen[:_EXHAUSTIVE]]
    there = sum(key in [match.choice for match in weighted_matches(name, keys, _BEST)] for name, key, _ in chosen)
    row = _spread("warm-fuzzy", times)
    figures = {
        "over_exhaustive": row.cpu_ms / percentile(exhaustive, 0.5),
        "recall_at_5": found / len(chosen),
        "exhaustive_recall_at_5": there / len(chosen),
        "names": len(names),
    }
    return row._replace(figures=(*row.figures, *summarized("", "", [0.0], **figures).figures))


def _walk(ws: Workspace, rounds: int) -> Row:
    """Walks of depth 2, one from each of the greatest hubs and one from all of them."""
    rows = ws.index.connection().execute("SELECT name, degree FROM nodes ORDER BY degree DESC, name LIMIT ?", (_HUBS,))
    hubs: list[tuple[str, int]] = rows.fetchall()
    seeds = [[name] for name, _ in hubs] + [[name for name, _ in hubs]]
    settings = ws.settings

    def walk(starts: list[str]) -> object:
        return best_first(
            ws.reader, starts, depth=2, min_confidence=settings.min_confidence, max_nodes=settings.max_nodes
        )

    calls = [partial(walk, starts) for starts in seeds]
    return _timed("warm-walk", rounds, calls, greatest_hub=hubs[0][1] if hubs else 0)
