"""Turns of a conversation: a question is answered by the turn behind it, and who is asked about speaks for himself.

Only passages that begin with a speaker's name count as turns; all others keep their scores.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...pages.text.speakers import speaker_name
from ..language.stems import stems

if TYPE_CHECKING:
    from ...pages.model import PassageRow
    from ..extracts.coverage import Asked
    from ..port import GraphReader
    from .scores import Scores

BEST = 80
"""Passages that are weighed, the best first."""
REPLY = 0.5
"""Part of a question's score that its reply gains: its words are the question's, what answers stands behind it."""
ASKING = 0.3
"""Part of its own score that a turn that asks loses: it wants to know what the question wants to know."""
OTHERS = 0.5
"""Part of its score that a turn loses where the question names a person of the conversation who is not speaking."""

_ASKS = re.compile(r"[?？؟]\W*\Z")


def speaker_of(text: str) -> frozenset[str]:
    """Stems of the name of who speaks; empty where a passage is no turn."""
    name = speaker_name(text)
    return frozenset(stems(name)) if name else frozenset()


def weigh_turns(graph: GraphReader, asked: Asked, scores: Scores, without: frozenset[str]) -> None:
    """Weigh the best passages as turns, in place."""
    best = scores.order()[:BEST]
    heads = graph.heads(best)
    best = [id for id in best if heads[id].has_turns]
    scores.read(graph, best)
    speakers = {id: speaker_of(scores.rows[id].text) for id in best}
    if not any(speakers.values()):
        return
    if "reply" not in without:
        scores.part = "reply"
        _answer(graph, scores, speakers)
    if "others" not in without:
        scores.part = "others"
        named = asked.shares.keys() & frozenset().union(*speakers.values())
        for id, speaker in speakers.items():
            if speaker and named and not speaker & named:
                scores.add(id, scores.page[id], -OTHERS * scores.total[id], "words")


def _answer(graph: GraphReader, scores: Scores, speakers: dict[int, frozenset[str]]) -> None:
    """A turn that asks hands part of its score to the reply of another."""
    asking = [id for id, speaker in speakers.items() if speaker and _ASKS.search(scores.rows[id].text)]
    scores.read(graph, [id + 1 for id in asking])
    gains: dict[int, float] = {}
    for id in asking:
        reply: PassageRow | None = scores.rows.get(id + 1)
        if reply is None or reply.page != scores.page[id]:
            continue
        speaker = speakers.get(id + 1) or speaker_of(reply.text)
        if speaker and speaker != speakers[id]:
            gains[id + 1] = REPLY * scores.total[id]
            speakers.setdefault(id + 1, speaker)
    for id in asking:
        gains[id] = gains.get(id, 0.0) - ASKING * scores.total[id]
    for id, gain in gains.items():
        scores.add(id, scores.rows[id].page, gain, "beside")
