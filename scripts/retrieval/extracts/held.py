"""What passages hold of a question, told by word search: their texts need not be read for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...pages.model import WordHit
    from ..port import GraphReader
    from .coverage import Asked

TOLD = 500
"""A word in fewer passages than this is looked up: which of them hold it serves every passage that is met later."""
SCANNED = 10_000
"""A word in up to so many is looked for among the hits; where one is in more, reading these costs less."""


def held_by_hits(
    graph: GraphReader,
    words: Mapping[str, Sequence[str]],
    frequency: Mapping[str, int],
    first: Sequence[WordHit],
    second: Sequence[WordHit],
) -> dict[int, frozenset[str]]:
    """Which stems each hit of either hand holds; words: those of each stem.  Empty where reading costs less.

    Cost: a look-up of each word, and for common ones and the second hand a scan of the passages that hold it.
    """
    sought = [word for of_stem in words.values() for word in of_stem]
    if any(frequency.get(word, 0) > SCANNED for word in sought):
        return {}
    # What is counted may be less than what is held: in titles, or in the language of another meaning.
    told = _told(graph, [word for word in sought if frequency.get(word, 0) < TOLD])
    ids, others = [hit.passage for hit in first], [hit.passage for hit in second]
    found: dict[int, list[str]] = {id: [] for id in (*ids, *others)}
    for stem, of_stem in words.items():
        holders = {id for word in of_stem for id in told.get(word, ())}
        common = [word for word in of_stem if word not in told]
        if common and ids:
            holders.update(graph.holding(common, ids, hand="first"))
        if others:
            holders.update(graph.holding(of_stem, others, hand="second"))
        for id in holders & found.keys():
            found[id].append(stem)
    return {id: frozenset(stems) for id, stems in found.items()}


def likely_covered(graph: GraphReader, asked: Asked, ids: Collection[int]) -> dict[int, frozenset[str]]:
    """What each of these passages covers of the question, first-hand ones; what is not told counts as covered.

    Not told are words that TOLD passages hold, and pairs of characters.
    Cost: one look-up of the passages that hold the words of the question.
    """
    if not ids:
        return {}
    terms = {term.stem: term.text for term in asked.question.content if term.stem in asked.shares}
    held = _told(graph, [*terms.values()])
    told = {stem: held[text] for stem, text in terms.items() if text in held}
    others = frozenset(asked.shares.keys() - told.keys())
    # Most passages hold one of few sets of words: a set is made once, and found by the bits of its words.
    bits = dict.fromkeys(ids, 0)
    for at, holders in enumerate(told.values()):
        for id in bits.keys() & holders:
            bits[id] |= 1 << at
    sets = {each: others.union([stem for at, stem in enumerate(told) if each >> at & 1]) for each in {*bits.values()}}
    return {id: sets[each] for id, each in bits.items()}


def _told(graph: GraphReader, words: Sequence[str]) -> dict[str, list[int]]:
    """All first-hand passages that hold each of these words, without words that TOLD passages hold."""
    held = graph.holders(words, limit=TOLD)
    return {word: holders for word, holders in held.items() if len(holders) < TOLD}
