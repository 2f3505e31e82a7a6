"""How often `recall` finds the turns that answer a question, against word search alone.

A set's passages are remembered as an agent would do it, a session at a time, each on its own date, and every question
is asked of the home of its own group, by the same calls as `recall`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UsageError
from ..knowledge_base import KnowledgeBase
from ..memory.recalling import Wanted, find_turns
from ..memory.remembering import KEEP, Said, plan_turns
from ..pages.turns import parse_turn
from ..retrieval.language.figures import MONTHS
from ..retrieval.language.question import parse_question
from .retrieval_set import json_lines, read_set

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .retrieval_set import SetPassage

DEPTHS = (5, 10)
PLACES = 40
"""Turns of a ranking that are written."""
_DATE = re.compile(r"(\d{1,2}) ([A-Z][a-z]+),? (\d{4})")
_MONTHS = [name[:3] for name in MONTHS]


class RecallRow(NamedTuple):
    """Questions of one type: the mean share of the turns that answer among the first 5 and 10."""

    type: str
    questions: int
    recall: tuple[float, ...]
    words_alone: tuple[float, ...]


class MemoryRun(NamedTuple):
    set: str
    out: str
    turns: int
    notes: int
    questions: int
    remember_cpu_ms: float
    """Of one turn, remembered with its session in one call."""
    cpu_ms_mean: float
    """Of one question in a warm process."""
    rows: tuple[RecallRow, ...]
    """All questions first, then by type."""


def run_memory(
    folder: str,
    *,
    out: str,
    not_type: str,
    environ: Mapping[str, str],
    progress: Callable[[str, int, int], None],
) -> MemoryRun:
    """Remember the passages of a set and recall its questions, those of the type not_type left out."""
    data = read_set(folder, triples=False)
    gold = _gold(folder)
    base = tempfile.mkdtemp(prefix="commonplace-bench-")
    told: dict[str, list[tuple[list[float], list[float]]]] = {}
    lines: list[str] = []
    times: list[float] = []
    spent, notes = 0.0, 0
    questions = [question for question in data.questions if not (not_type and gold[question.id][1] == not_type)]
    try:
        for number, group in enumerate(data.groups):
            home = os.path.join(base, f"home-{number}")
            KnowledgeBase.create(home)
            with KnowledgeBase.open(home, environ=environ) as kb:
                started = time.process_time()
                owners = _remember(kb, [passage for passage in data.passages if passage.group == group])
                spent += time.process_time() - started
                notes += len({link.partition("#")[0] for link in owners})
                for question in (each for each in questions if each.group == group):
                    progress("asking", len(times) + 1, len(questions))
                    started = time.process_time()
                    found = kb.read(lambda ws, text=question.text: find_turns(ws, text, Wanted(PLACES)))  # type: ignore[misc]
                    times.append(time.process_time() - started)
                    ranking = _owned(owners, [hit.link for hit in found.hits])
                    alone = kb.read(lambda ws, text=question.text, owners=owners: _words_alone(ws, text, owners))  # type: ignore[misc]
                    needed, type_ = gold[question.id]
                    shares = [_share(ranking, needed, depth) for depth in DEPTHS]
                    told.setdefault(type_, []).append((shares, [_share(alone, needed, depth) for depth in DEPTHS]))
                    lines.append(json.dumps({"id": question.id, "ranking": ranking}, ensure_ascii=False))
    finally:
        shutil.rmtree(base, ignore_errors=True)
    if out:
        _write(out, lines)
    everything = [each for listed in told.values() for each in listed]
    return MemoryRun(
        data.name,
        out,
        len(data.passages),
        notes,
        len(questions),
        round(1000 * spent / max(1, len(data.passages)), 2),
        round(1000 * statistics.fmean(times or [0.0]), 2),
        (_row("all", everything), *(_row(type_, told[type_]) for type_ in sorted(told))),
    )


def _row(type_: str, told: Sequence[tuple[list[float], list[float]]]) -> RecallRow:
    def means(which: int) -> tuple[float, ...]:
        return tuple(
            round(100 * statistics.fmean(each[which][at] for each in told or [([0.0] * 2, [0.0] * 2)]), 1)
            for at in range(len(DEPTHS))
        )

    return RecallRow(type_, len(told), means(0), means(1))


def _remember(kb: KnowledgeBase, passages: Sequence[SetPassage]) -> dict[str, str]:
    """Remember a conversation session by session; return the set's passage by the link to its turn."""
    sessions: dict[str, list[SetPassage]] = {}
    for passage in passages:
        sessions.setdefault(passage.title, []).append(passage)
    owners: dict[str, str] = {}
    for number, (title, held) in enumerate(sessions.items()):
        now = _date_of(title, number) + "T12:00:00Z"
        kb.ws.clock = lambda now=now: now  # type: ignore[misc]
        turns = [parse_turn(passage.text) for passage in held]
        said = [Said(turn.text, turn.speaker or "agent") for turn in turns]
        name = title.partition("(")[0].strip()
        outcome = kb.write(
            "remember",
            lambda ws, said=said, name=name: plan_turns(ws, said, session=name, secrets=KEEP),  # type: ignore[misc]
        )
        for passage, kept in zip(held, outcome.receipt.turns):
            owners.setdefault(kept.link, passage.id)
    return owners


def _date_of(title: str, number: int) -> str:
    """The date that a title tells, in English; else one for each session in turn."""
    told = _DATE.search(title)
    if told and told[2][:3].lower() in _MONTHS:
        return f"{told[3]}-{_MONTHS.index(told[2][:3].lower()) + 1:02}-{int(told[1]):02}"
    return f"2026-{1 + number // 28 % 12:02}-{1 + number % 28:02}"


def _words_alone(ws: Workspace, text: str, owners: Mapping[str, str]) -> list[str]:
    """The ranking of BM25 over the same turns."""
    hits = ws.reader.search([term.text for term in parse_question(text).content], limit=PLACES, hand="first")
    rows = ws.reader.passages([hit.passage for hit in hits])
    return _owned(owners, [f"{rows[hit.passage].page}#^{rows[hit.passage].block}" for hit in hits])


def _owned(owners: Mapping[str, str], links: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(owners[link] for link in links if link in owners))


def _share(ranking: Sequence[str], needed: Sequence[Sequence[str]], depth: int) -> float:
    best = {*ranking[:depth]}
    return sum(bool(best.intersection(group)) for group in needed) / max(1, len(needed))


def _gold(folder: str) -> dict[str, tuple[list[list[str]], str]]:
    """What answers each question: groups of turns, one of each is needed; and the type of the question."""
    found: dict[str, tuple[list[list[str]], str]] = {}
    for _, row in json_lines(os.path.join(folder, "queries.jsonl")):
        groups = row.get("gold_any") or [[id_] for id_ in row.get("gold", [])]
        found[str(row["id"])] = groups, str(row.get("type") or "")
    return found


def _write(path: str, lines: Sequence[str]) -> None:
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(line + "\n" for line in lines)
    except OSError as err:
        raise UsageError(f"cannot write {path}: {err.strerror}", hint="give another path") from err
