"""What was recalled, as it is sent: turns as quotations with their links, never above the budget."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import NoRoomError
from ..pages.text.words import size
from ..retrieval.budget.packing import Candidate, pack_passages
from ..retrieval.budget.tokens import counter
from ..retrieval.budget.worth import BEST, CUT, SHORT_BYTES, worth
from ..retrieval.extracts.snippets import ELLIPSIS
from ..retrieval.extracts.windows import windows
from ..retrieval.reply.escaping import inline, quoted
from ..retrieval.reply.frame import MISSING_SHARE, correction_lines, gap_lines
from .recalling import find_turns

if TYPE_CHECKING:
    from ..retrieval.lookup.spelling import Understood
    from ..settings import Settings
    from ..store.workspace import Workspace
    from .recalling import Found, TurnFound, Wanted

NEAR = 0.5
"""What a turn beside a hit is worth of it, and again for each step further."""


class Recalled(NamedTuple):
    """What was recalled, as it is sent."""

    found: Found
    text: str
    document: dict[str, Any]
    """The JSON shape; empty unless it was asked for."""
    tokens_used: int
    """Of the text, or of the JSON when that was asked for, with its line end; never above the budget."""


def recall(ws: Workspace, question: str, wanted: Wanted, *, as_json: bool = False) -> Recalled:
    """Find turns and put as many of them, with what stands around them, as the budget holds.

    The budget is the setting `budget_tokens`, counted on the whole text as it is printed.  Raises NoRoomError where it
    holds no reply.
    """
    ws.refresh_vectors()
    return send(find_turns(ws, question, wanted), ws.settings, as_json=as_json)


def send(found: Found, settings: Settings, *, as_json: bool = False) -> Recalled:
    """Put what was found into the budget, as text or as JSON.  Raises NoRoomError where it holds no reply."""
    plain = counter(settings.token_counter)

    def count(text: str) -> int:
        return plain(text + "\n")

    sending = _Sending(found, most_missing=MISSING_SHARE * settings.budget_tokens, count=count)
    render = sending.json if as_json else sending.text
    packed = pack_passages(
        sending.candidates, settings.budget_tokens, count, render, shorten=None if as_json else sending.shorten
    )
    if not packed.text:
        least = count(render(()))
        raise NoRoomError("a turn" + " as JSON" * as_json, settings.budget_tokens, least)
    if as_json:
        return Recalled(found, "", json.loads(packed.text), packed.tokens_used)
    full = f"recall: {_hits(found)} turns found, no room for one: raise the budget"
    if found.hits and not packed.items and count(full) <= settings.budget_tokens:
        return Recalled(found, full, {}, count(full))
    return Recalled(found, packed.text, {}, packed.tokens_used)


class _Sending:
    """The turns of a reply: as text in the order of reading, stretch by stretch; as JSON hits first, best first."""

    def __init__(self, found: Found, *, most_missing: float, count: Callable[[str], int]) -> None:
        """most_missing: tokens at most that tell what occurs nowhere."""
        self._found = found
        missing = _missing(found.understood)
        self._missing = missing if count("\n".join(missing)) <= most_missing else []
        self._rank = {hit: place for place, hit in enumerate(found.hits)}
        turns = [turn for stretch in self._stretches() for turn in stretch]
        self._turns = {f"{place:05}": each for place, each in enumerate(turns)}
        self.candidates = [
            Candidate(key, quoted(each.turn.text), self._worth(each), each.page) for key, each in self._turns.items()
        ]

    def _stretches(self) -> list[list[TurnFound]]:
        """Turns that follow each other in a talk, those with the best hit first."""
        stretches: list[list[TurnFound]] = []
        found = self._found
        for each in sorted((*found.hits, *found.beside), key=lambda each: each.place):
            if stretches and stretches[-1][-1].place + 1 == each.place:
                stretches[-1].append(each)
            else:
                stretches.append([each])
        return sorted(stretches, key=lambda stretch: min(map(self._place, stretch)))

    def _place(self, each: TurnFound) -> int:
        return self._rank.get(each, len(self._rank))

    def _worth(self, each: TurnFound) -> float:
        if each == self._found.hits[0]:
            return BEST
        own = worth(each.score) * min(1.0, size(each.turn.text) / SHORT_BYTES)
        return float(own * NEAR**each.distance)

    def shorten(self, candidate: Candidate) -> Sequence[tuple[str, float]]:
        turn = self._turns[candidate.key].turn
        if self._found.understood is None:
            return ()
        found = windows(turn.text, self._found.understood.asked)
        return [(quoted(text), CUT * candidate.utility * share) for text, share in found if share > 0]

    def text(self, chosen: Sequence[Candidate]) -> str:
        found = self._found
        hits = sum(self._turns[each.key].is_hit for each in chosen)
        head = f"recall: {hits} of {_hits(found)} turns found in {found.searched}"
        lines = [head if found.hits else f"recall: nothing found in {found.searched} turns", *self._missing]
        before = None
        for each in chosen:
            turn = self._turns[each.key]
            lines += [_label(turn, before, cut=each.text != quoted(turn.turn.text)), each.text]
            before = turn
        return "\n".join(lines)

    def json(self, chosen: Sequence[Candidate]) -> str:
        found = self._found
        # The sort keeps the order of reading among turns beside hits.
        sent = sorted((self._turns[each.key] for each in chosen), key=self._place)
        turns = [_document(turn) for turn in sent]
        shape = {
            "question": found.question,
            "turns": turns,
            "searched": found.searched,
            "corrected": [list(pair) for pair in found.understood.corrected] if found.understood else [],
            "gaps": list(found.understood.gaps) if found.understood else [],
            "omitted": _hits(found) - sum(turn.is_hit for turn in sent),
        }
        return json.dumps(shape, ensure_ascii=False)


def _hits(found: Found) -> int:
    return sum(each.is_hit for each in found.hits) + found.more


def _missing(understood: Understood | None) -> list[str]:
    """What occurs nowhere in the turns that were searched, as `ask` tells it."""
    if understood is None:
        return []
    return [*correction_lines(understood.corrected), *gap_lines(understood.gaps)]


def _label(each: TurnFound, before: TurnFound | None, *, cut: bool) -> str:
    """Where a turn is from and who said it; behind one of its note only what differs, and whether turns are left out.

    What was said before the turn above begins anew: nobody should take it for the reply.
    """
    block = f"#^{inline(each.block)}" if each.block else ""
    goes_on = before is not None and before.page == each.page and before.place < each.place
    said = [each.turn.time, inline(each.turn.speaker)]
    if before is not None and goes_on:
        skips = ELLIPSIS if each.place > before.place + 1 else ""
        label = " ".join(filter(None, (block or "#", skips, *said)))
    else:
        label = " ".join(filter(None, (f"[{inline(each.page)}{block}]", inline(each.date), *said)))
        label += f" in {inline(each.session)}" if each.session else ""
    notes = ", ".join(filter(None, ("" if each.is_hit else "beside", "cut" if cut else "")))
    return f"{label} ({notes})" if notes else label


def _document(each: TurnFound) -> dict[str, Any]:
    return {
        "link": each.link,
        "date": each.date,
        "time": each.turn.time,
        "session": each.session,
        "speaker": each.turn.speaker,
        "text": each.turn.text,
        "score": round(each.score, 4),
        "why": each.why,
        "distance": each.distance,
    }
