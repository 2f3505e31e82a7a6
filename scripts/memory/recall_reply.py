"""What was recalled, as it is sent: turns as quotations with their links, never above the budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..errors import NoRoomError
from ..retrieval_engine.cutting import GAP, Counter, WordsOf, cut_passage
from ..retrieval_engine.reply import CorrectedWord
from ..text.analyzer import analyze
from ..text.escaping import safe_line, safe_text
from .recalling import FoundTurns, TurnFound
from .session_notes import Spot

NEAR = 0.5
"""What a turn beside a hit is worth of it, and again for each step further."""

MISSING_SHARE = 0.15
"""Of the budget that may say what occurs nowhere and what was searched in its place: no turn says that."""

SHORTEST_CUT = 40
"""Tokens of a turn that are worth showing where it has no room as a whole."""


class Recalled(NamedTuple):
    """What was recalled, as it is sent."""

    found: FoundTurns
    text: str
    document: RecallDocument
    """The JSON shape, with the same turns: hits first, best first, then those beside them."""
    tokens_used: int
    """Of the text with its line end; never above the budget."""


class FoundTurn(NamedTuple):
    """A turn, as JSON."""

    link: str
    date: str
    time: str
    session: str
    speaker: str
    text: str
    score: float
    why: str
    distance: int


class RecallDocument(NamedTuple):
    """What was found, as JSON."""

    question: str
    turns: tuple[FoundTurn, ...]
    searched: int
    corrected: tuple[CorrectedWord, ...]
    nowhere: tuple[str, ...]
    omitted: int


class _Shown(NamedTuple):
    """A turn of the reply, whole or cut."""

    found: TurnFound
    text: str
    is_cut: bool = False


def compose(found: FoundTurns, *, budget_tokens: int, count: Counter, only: str = "") -> Recalled:
    """Put what was found into the budget: hits before what stands beside them, better ones first.

    only: the line that says which notes alone were looked through.

    Raises NoRoomError where the budget holds no reply.
    """
    missing = _missing(found)
    if count("\n".join(missing)) > MISSING_SHARE * budget_tokens:
        missing = []
    missing = [*([safe_line(only)] if only else []), *missing]
    shown = _fitting(found, missing, budget_tokens=budget_tokens, count=count)
    text = _text(found, shown, missing)
    if found.hits and not shown:
        text = f"recall: {_hits(found)} turns found, no room for one: raise the budget"
    tokens = count(text + "\n")
    if tokens > budget_tokens:
        raise NoRoomError("a turn", budget_tokens, tokens)
    return Recalled(found, text, _document(found, shown), tokens)


def _fitting(found: FoundTurns, missing: Sequence[str], *, budget_tokens: int, count: Counter) -> list[_Shown]:
    """Return the turns that have room, in the order of reading, those of the best stretch first."""
    weights = {term.term: term.idf for term in found.query.terms} if found.query else {}
    shown: list[_Shown] = []

    def room(shown: Sequence[_Shown]) -> int:
        return budget_tokens - count(_text(found, shown, missing) + "\n")

    for turn in _by_worth(found):
        before, left = shown, room(shown)
        size = count(_quoted(turn.turn.text))
        if size <= left:
            shown = _ordered(found, [*before, _Shown(turn, turn.turn.text)])
        if turn.is_hit and left >= SHORTEST_CUT and (size > left or room(shown) < 0):
            label = count(_label(_Shown(turn, "", is_cut=True), None, found) + "\n")
            part = _cut(turn, left - label, found, weights, count)
            shown = _ordered(found, [*before, part]) if part else before
        # A counter need not be additive: what all of it costs together decides.
        if room(shown) < 0:
            shown = before
    return shown


def _by_worth(found: FoundTurns) -> list[TurnFound]:
    turns = [*found.hits, *found.beside]
    return sorted(turns, key=lambda turn: -turn.score * NEAR**turn.distance)


def _cut(turn: TurnFound, limit: int, found: FoundTurns, weights: Mapping[str, float], count: Counter) -> _Shown | None:
    cut = cut_passage(turn.turn.text, "quote", limit=limit, count=count, words=_words_of(found), weights=weights)
    return _Shown(turn, cut.text, is_cut=True) if cut and limit > 0 else None


def _words_of(found: FoundTurns) -> WordsOf:
    language = found.query.language if found.query else ""

    def words(text: str) -> Sequence[str]:
        return analyze(text, language)

    return words


def _ordered(found: FoundTurns, shown: Sequence[_Shown]) -> list[_Shown]:
    """Return turns stretch by stretch, those that follow each other as they were said, the best hit's stretch first."""
    rank = {hit.spot: place for place, hit in enumerate(found.hits)}
    by_spot = {one.found.spot: one for one in shown}
    stretches: list[list[Spot]] = []
    for spot in sorted(turn.spot for turn in (*found.hits, *found.beside)):
        if stretches and found.talks.following(stretches[-1][-1]) == spot:
            stretches[-1].append(spot)
        else:
            stretches.append([spot])
    stretches.sort(key=lambda stretch: min(rank.get(spot, len(rank)) for spot in stretch))
    return [by_spot[spot] for stretch in stretches for spot in stretch if spot in by_spot]


def _text(found: FoundTurns, shown: Sequence[_Shown], missing: Sequence[str]) -> str:
    if not found.hits:
        return "\n".join([f"recall: nothing found in {found.searched} turns", *missing])
    hits = sum(one.found.is_hit for one in shown)
    lines = [f"recall: {hits} of {_hits(found)} turns found in {found.searched}", *missing]
    before = None
    for one in shown:
        lines += _entry(one, before, found)
        before = one.found
    return "\n".join(lines)


def _entry(one: _Shown, before: TurnFound | None, found: FoundTurns) -> list[str]:
    return [_label(one, before, found), _quoted(one.text)]


def _label(one: _Shown, before: TurnFound | None, found: FoundTurns) -> str:
    """Return where a turn is from and who said it; behind one of its note only what differs, and whether turns are
    left out between the two.

    What was said before the turn above begins anew: nobody should take it for the reply.
    """
    turn = one.found
    block = f"#^{safe_line(turn.block)}" if turn.block else ""
    said = [turn.turn.time, safe_line(turn.turn.speaker)]
    if before is not None and before.page == turn.page and before.spot < turn.spot:
        is_next = found.talks.following(before.spot) == turn.spot
        label = " ".join(filter(None, (block or "#", "" if is_next else GAP, *said)))
    else:
        label = " ".join(filter(None, (f"[{safe_line(turn.page)}{block}]", safe_line(turn.date), *said)))
        label += f" in {safe_line(turn.session)}" if turn.session else ""
    notes = ", ".join(filter(None, ("" if turn.is_hit else "beside", "cut" if one.is_cut else "")))
    return f"{label} ({notes})" if notes else label


def _quoted(text: str) -> str:
    """Return text as a quotation of whole lines: every line begins with `> `, whatever it holds."""
    return "\n".join(f"> {line}" for line in safe_text(text).split("\n"))


def _missing(found: FoundTurns) -> list[str]:
    """Return the lines on words that occur nowhere in the turns that were searched."""
    if found.query is None:
        return []
    lines = []
    corrected = _corrected(found)
    if corrected:
        lines.append("corrected: " + ", ".join(f"{written} -> {used}" for written, used in corrected))
    if found.query.nowhere:
        lines.append("occurs nowhere: " + ", ".join(found.query.nowhere))
    return [safe_line(line) for line in lines]


def _corrected(found: FoundTurns) -> list[CorrectedWord]:
    terms = found.query.terms if found.query else ()
    return [CorrectedWord(term.corrected_from, term.text) for term in terms if term.corrected_from]


def _hits(found: FoundTurns) -> int:
    return len(found.hits) + found.more


def _document(found: FoundTurns, shown: Sequence[_Shown]) -> RecallDocument:
    rank = {hit.spot: place for place, hit in enumerate(found.hits)}
    # The sort keeps the order of reading among turns beside hits.
    ordered = sorted(shown, key=lambda one: rank.get(one.found.spot, len(rank)))
    return RecallDocument(
        found.question,
        tuple(map(_found_turn, ordered)),
        found.searched,
        tuple(_corrected(found)),
        found.query.nowhere if found.query else (),
        _hits(found) - sum(one.found.is_hit for one in shown),
    )


def _found_turn(one: _Shown) -> FoundTurn:
    turn = one.found
    facts = turn.link, turn.date, turn.turn.time, turn.session, turn.turn.speaker, one.text, round(turn.score, 4)
    return FoundTurn(*facts, turn.why, turn.distance)
