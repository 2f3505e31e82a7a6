"""What was recalled, as it is sent: turns as quotations with their links, never above the budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ..errors import NoRoomError
from ..retrieval_engine.cutting import GAP, Counter, cut_passage
from ..retrieval_engine.reply import CorrectedWord
from ..text.analyzer import analyze
from ..text.escaping import safe_line, safe_text
from .recalling import FoundTurns, TurnFound

NEAR = 0.5
"""What a turn beside a hit is worth of it, and again for each step further."""

SHORTEST_CUT = 40
"""Tokens of a turn that are worth showing where it has no room as a whole."""


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    """What was found, as JSON has it: hits first, best first, then those beside them."""

    question: str
    turns: tuple[TurnFound, ...]
    searched: int
    corrected: tuple[CorrectedWord, ...]
    nowhere: tuple[str, ...]
    omitted: int


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was recalled, as it is sent."""

    text: str
    document: RecallAnswer
    """The same turns."""


def compose(found: FoundTurns, *, budget_tokens: int, count: Counter, only: str = "") -> Recalled:
    """Put what was found into the budget: hits before what stands beside them, better ones first.

    only: the line that says which notes alone were looked through.  Raises NoRoomError where the budget holds no reply.
    """
    missing = [*([safe_line(only)] if only else []), *_missing(found)]
    shown = _fitting(found, missing, budget_tokens=budget_tokens, count=count)
    text = _text(found, shown, missing)
    if found.hits and not shown:
        text = f"recall: {len(found.hits) + found.more} turns found, no room for one: raise the budget"
    tokens = count(text + "\n")
    if tokens > budget_tokens:
        raise NoRoomError("a turn", budget_tokens, tokens)
    return Recalled(text, _document(found, shown))


def _fitting(found: FoundTurns, missing: Sequence[str], *, budget_tokens: int, count: Counter) -> list[TurnFound]:
    """Return the turns that have room, whole or cut, in the order of reading, those of the best stretch first."""
    weights = {term.term: term.idf for term in found.query.terms} if found.query else {}
    language = found.query.language if found.query else ""
    shown: list[TurnFound] = []

    def room(shown: Sequence[TurnFound]) -> int:
        return budget_tokens - count(_text(found, shown, missing) + "\n")

    for turn in sorted((*found.hits, *found.beside), key=lambda turn: -turn.score * NEAR**turn.distance):
        text, left = turn.text, room(shown)
        options = [turn] if count(quoted(text)) <= left else []
        if not turn.distance and left >= SHORTEST_CUT:
            limit = left - count(_label(turn._replace(is_cut=True), None) + "\n")
            words = partial(_analyzed, language)
            cut = cut_passage(text, "quote", limit=max(1, limit), count=count, words=words, weights=weights)
            options += [turn._replace(text=cut.text, is_cut=True)] if cut else []
        # A counter need not be additive: what all of it costs together decides.
        fitting = (_ordered(found, [*shown, option]) for option in options)
        shown = next((more for more in fitting if room(more) >= 0), shown)
    return shown


def _analyzed(language: str, text: str) -> Sequence[str]:
    return analyze(text, language)


def _ordered(found: FoundTurns, shown: Sequence[TurnFound]) -> list[TurnFound]:
    """Return turns stretch by stretch, those that follow each other as they were said, the best hit's stretch first."""
    rank = {hit.place: place for place, hit in enumerate(found.hits)}
    stretches: list[list[TurnFound]] = []
    for turn in sorted((*found.hits, *found.beside), key=lambda turn: turn.place):
        if stretches and _is_next(turn, stretches[-1][-1]):
            stretches[-1].append(turn)
        else:
            stretches.append([turn])
    stretches.sort(key=lambda stretch: min(rank.get(turn.place, len(rank)) for turn in stretch))
    by_place = {turn.place: turn for turn in shown}
    return [by_place[turn.place] for stretch in stretches for turn in stretch if turn.place in by_place]


def _is_next(turn: TurnFound, before: TurnFound) -> bool:
    return (turn.page, turn.place) == (before.page, before.place + 1)


def _text(found: FoundTurns, shown: Sequence[TurnFound], missing: Sequence[str]) -> str:
    if not found.hits:
        return "\n".join([f"recall: nothing found in {found.searched} turns", *missing])
    hits = sum(not turn.distance for turn in shown)
    lines = [f"recall: {hits} of {len(found.hits) + found.more} turns found in {found.searched}", *missing]
    for turn, before in zip(shown, [None, *shown]):
        lines += [_label(turn, before), quoted(turn.text)]
    return "\n".join(lines)


def _label(turn: TurnFound, before: TurnFound | None) -> str:
    """Return where a turn is from and who said it; behind one of its note only what differs, and whether turns are
    left out between the two.

    What was said before the turn above begins anew: nobody should take it for the reply.
    """
    block = f"#^{safe_line(turn.block)}" if turn.block else ""
    said = [turn.time, safe_line(turn.speaker)]
    if before is not None and before.page == turn.page and before.place < turn.place:
        label = " ".join(filter(None, (block or "#", "" if _is_next(turn, before) else GAP, *said)))
    else:
        label = " ".join(filter(None, (f"[{safe_line(turn.page)}{block}]", safe_line(turn.date), *said)))
        label += f" in {safe_line(turn.session)}" if turn.session else ""
    later = f"changed later? [{safe_line(turn.later)}]" if turn.later else ""
    notes = ", ".join(filter(None, ("beside" if turn.distance else "", "cut" if turn.is_cut else "", later)))
    return f"{label} ({notes})" if notes else label


def quoted(text: str) -> str:
    """Return text as a quotation of whole lines: every line begins with `> `, whatever it holds."""
    return "\n".join(f"> {line}" for line in safe_text(text).split("\n"))


def _missing(found: FoundTurns) -> list[str]:
    """Return the lines on words that occur nowhere in the turns that were searched."""
    corrected = ", ".join(f"{written} -> {used}" for written, used in _corrected(found))
    nowhere = ", ".join(found.query.nowhere) if found.query else ""
    told = (("corrected: ", corrected), ("occurs nowhere: ", nowhere))
    return [safe_line(head + words) for head, words in told if words]


def _corrected(found: FoundTurns) -> tuple[CorrectedWord, ...]:
    terms = found.query.terms if found.query else ()
    return tuple(CorrectedWord(term.corrected_from, term.text) for term in terms if term.corrected_from)


def _document(found: FoundTurns, shown: Sequence[TurnFound]) -> RecallAnswer:
    rank = {hit.place: place for place, hit in enumerate(found.hits)}
    # The sort keeps the order of reading among turns beside hits.
    ordered = sorted(shown, key=lambda turn: rank.get(turn.place, len(rank)))
    return RecallAnswer(
        question=found.question,
        turns=tuple(ordered),
        searched=found.searched,
        corrected=_corrected(found),
        nowhere=found.query.nowhere if found.query else (),
        omitted=len(found.hits) + found.more - sum(not turn.distance for turn in shown),
    )
