"""What a passage's own text speaks for, whatever led to it: all that is asked, a change, a definition, a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..extracts.verbatim import likeness, line_of, line_pairs
from .start import RUNNING

if TYPE_CHECKING:
    from ..extracts.coverage import Asked
    from ..port import GraphReader
    from .scores import Scores

WHOLE = 0.3
"""What a passage gains, as a share of the best score, that says all the question asks."""
ALL_OF_IT = 10
"""Power of the share it says: nine tenths of the question gain a third of that, seven tenths nothing.  In running text
the share itself counts besides: many passages there repeat a word, and the one that says most of what is asked is
meant."""
WHOLE_PLACES = 40
"""Passages that are looked at for it, the best so far and the best of word search."""
FEW = 2
"""Passages in which a word stands that only they can be about."""
MOST_OF_IT = 0.5
"""Share of the question from which on such a word is what is asked for, and a passage may say the whole."""
TELLING = 1.5
"""What a passage with it has beside WHOLE, in parts of that."""
VERBATIM = 3.0
"""The same for one that says the question word for word; one that says it nearly so has a part."""
NEARLY = 4
"""Power of its likeness: words that any two texts on the same things have in a row gain next to nothing."""
REMEMBERED = 10
"""Passages with neighbors of a line that are looked at besides."""
LINE = 2
"""Times VERBATIM that is worth for a line, which is no question."""

_ASK_WHY = frozenset(("why", "reason", "reasons"))
_ASK_KIND = _ASK_WHY | {"how"}


def prefer_by_text(graph: GraphReader, asked: Asked, scores: Scores, without: frozenset[str]) -> None:
    """Add what the texts of the best passages gain, but for the parts that are left out."""
    for part, prefer in _PARTS.items():
        if part not in without:
            scores.part = part
            prefer(graph, asked, scores)


def _prefer_whole(graph: GraphReader, asked: Asked, scores: Scores) -> None:
    """What says all that is asked needs no second passage: it is likely meant, whatever a walk brought to others."""
    line = line_of(asked.question.text)
    pairs = line_pairs(asked.question, line)
    if len(asked.shares) < 2 and not pairs:
        return
    ids = _looked_at(asked, scores)
    for hit in graph.search(pairs, limit=REMEMBERED, hand="first") if pairs else ():
        scores.add(hit.passage, hit.page, 0.0, "words")
        ids.append(hit.passage)
    ids = list(dict.fromkeys(ids))
    covers = asked.covers(graph, ids)
    running = {id for id, head in graph.heads(ids).items() if head.passage_count >= RUNNING}
    top = scores.total[ids[0]] if ids else 0.0
    telling = _telling_words(asked)
    verbatim = VERBATIM * (LINE if pairs else 1)
    shares = {id: asked.share(covers[id]) for id in ids}
    if line:
        scores.read(graph, [id for id in ids if shares[id] >= MOST_OF_IT])
    for id in ids:
        covered, share = covers[id], shares[id]
        part = share**ALL_OF_IT + (share if id in running else 0.0) + (TELLING if covered & telling else 0.0)
        if line and share >= MOST_OF_IT:
            part += verbatim * likeness(line, scores.rows[id].text) ** NEARLY
        scores.add(id, scores.page[id], WHOLE * top * part, "words")


def _prefer_changes(graph: GraphReader, asked: Asked, scores: Scores) -> None:
    """Why we left A is told by who says that A gives way to B, in whatever words; those who leave for lunch do not."""
    if _ASK_WHY.isdisjoint([term.text for term in asked.question.terms]):
        return
    from ..language.changes import change_words  # late, for those who ask why

    words = change_words(asked.question.text)
    things = asked.shares.keys() - asked.covered(words) if words else frozenset[str]()
    if not things or len(things) == len(asked.shares):
        return
    ids = _looked_at(asked, scores)
    scores.read(graph, ids)
    top = max(scores.total.values(), default=0.0)
    for id in ids:
        row = scores.rows[id]
        if things <= asked.covered_by(row) and change_words(row.text):
            scores.add(id, scores.page[id], WHOLE * top, "words")


def _prefer_definitions(graph: GraphReader, asked: Asked, scores: Scores) -> None:
    """Who asks what a function does wants its code, which names it once, before that of its callers."""
    ids = scores.order()[:WHOLE_PLACES]
    # Looked for among those that have been read, which are the best of them.
    if any(scores.rows[id].text.startswith("```") for id in ids if id in scores.rows):
        from .definitions import prefer_definitions  # late: most questions meet no code

        scores.read(graph, ids)
        prefer_definitions(asked, scores, ids)


def _prefer_kinds(graph: GraphReader, asked: Asked, scores: Scores) -> None:
    """Who asks why wants the sentence that gives a reason, and who asks how many one with a figure."""
    if _ASK_KIND.isdisjoint([term.text for term in asked.question.terms]):
        return
    from .kinds import prefer_kinds  # late, for those who ask why or how

    prefer_kinds(graph, asked, scores)


def _looked_at(asked: Asked, scores: Scores) -> list[int]:
    found = [hit.passage for hit in asked.hits[:WHOLE_PLACES] if hit.passage in scores.total]
    return list(dict.fromkeys([*scores.order()[:WHOLE_PLACES], *found]))


def _telling_words(asked: Asked) -> frozenset[str]:
    """Words that are most of the question and stand in a passage or two: whoever asks means those."""
    few = {term.stem for term in asked.question.content if 0 < asked.frequency.get(term.text, 0) <= FEW}
    return frozenset(stem for stem in few if asked.shares.get(stem, 0.0) >= MOST_OF_IT)


_PARTS = {
    "whole": _prefer_whole,
    "changes": _prefer_changes,
    "definitions": _prefer_definitions,
    "kinds": _prefer_kinds,
}
"""By the names of ranking.PARTS."""
