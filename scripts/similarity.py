"""How alike two texts are; the one door to rapidfuzz, which is imported when first asked.

Scores are in [0, 1].  Texts are compared as they are given: folding is the caller's.  Edits are counted here as well:
loading the library takes a cold process 13 ms, in which some thousand words can be compared without it.
"""

from __future__ import annotations

import sys

from .named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_FEW = 2000
"""Words of about the same length up to which counting their edits here costs less than loading the library."""
_LETTERS = 20_000
"""Letters compared in a process, all together, after which tables have cost here what loading the library does."""
_FEW_EDITS = 2
"""Edits up to which trying them at the first difference is quicker than a table."""


class Match(NamedTuple):
    """One of the choices, where it stands among them, and how alike it is."""

    choice: str
    position: int
    score: float


def ratio(one: str, other: str) -> float:
    """Likeness of two names: 1 when equal, less for each letter to insert or delete."""
    from rapidfuzz import fuzz

    return float(fuzz.ratio(one, other)) / 100


def best_matches(query: str, choices: Sequence[str], limit: int, cutoff: float) -> list[Match]:
    """Choices most like the query as a whole, best first, ties in their own order; none below cutoff."""
    from rapidfuzz import fuzz

    return _best(query, choices, limit, cutoff, fuzz.ratio)


def best_containing(query: str, choices: Sequence[str], limit: int, cutoff: float) -> list[Match]:
    """Choices with a stretch most like the query, best first, ties in their own order; none below cutoff."""
    from rapidfuzz import fuzz

    return _best(query, choices, limit, cutoff, fuzz.partial_ratio)


def likest_stretch(query: str, text: str) -> tuple[int, int]:
    """Start and end of the stretch of a text that is most like the query."""
    from rapidfuzz import fuzz

    found = fuzz.partial_ratio_alignment(query, text)
    return (found.dest_start, found.dest_end) if found and len(query) <= len(text) else (0, len(text))


def weighted_matches(query: str, choices: Sequence[str], limit: int) -> list[Match]:
    """Choices most like the query by rapidfuzz's own mix of measures, all compared: what a quicker way is held to."""
    from rapidfuzz import fuzz

    return _best(query, choices, limit, 0.0, fuzz.WRatio)


def _best(query: str, choices: Sequence[str], limit: int, cutoff: float, scorer: Any) -> list[Match]:
    from rapidfuzz import process

    # All of them: among equal scores the library keeps those it likes, and the order must be ours.
    found = process.extract(query, choices, scorer=scorer, processor=None, limit=None, score_cutoff=cutoff * 100)
    matches = sorted((-score, index, choice) for choice, score, index in found)
    return [Match(choice, index, -score / 100) for score, index, choice in matches[:limit]]


_letters = 0


def edit_distance(one: str, other: str, most: int) -> int:
    """Insertions, deletions, changes and swaps of neighbors between two words; most + 1 for anything above most."""
    global _letters
    if "rapidfuzz" not in sys.modules:
        if most <= _FEW_EDITS:
            return _few_edits(one, other, most)
        if _letters < _LETTERS:
            _letters += len(other)
            return osa_distance(one, other, most)
    from rapidfuzz.distance import OSA

    return int(OSA.distance(one, other, score_cutoff=most))


def close_words(word: str, choices: Sequence[str], most: int) -> list[tuple[str, int]]:
    """Choices within so many edits (as edit_distance counts) of a word, with their distance, in their own order."""
    if "rapidfuzz" not in sys.modules:
        keeps_a_piece = _piece_test(word, most)
        near = [choice for choice in choices if abs(len(choice) - len(word)) <= most and keeps_a_piece(choice)]
        if len(near) <= _FEW:
            measured = [(choice, edit_distance(word, choice, most)) for choice in near]
            return [pair for pair in measured if pair[1] <= most]
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extract(word, choices, scorer=OSA.distance, processor=None, limit=None, score_cutoff=most)
    return [(choice, int(distance)) for choice, distance, _ in sorted(found, key=lambda each: each[2])]


def _piece_test(word: str, most: int) -> Callable[[str], bool]:
    """Whether a word may be within so many edits of this one.

    Of one piece more than there are edits, one is left whole: a letter stands between two pieces, so that not even a
    swap spoils both.
    """
    size = (len(word) - most) // (most + 1)
    if size < 1:
        return lambda _: True
    head, tail = word[:size], word[-size:]
    inner = [word[at : at + size] for at in range(size + 1, most * (size + 1), size + 1)]
    return lambda other: other.startswith(head) or other.endswith(tail) or any(piece in other for piece in inner)


def similarity_bound(name: str) -> Callable[[str], float]:
    """What name_similarity to this name is at most, by the letters in common, at a tenth of its cost."""
    letters = [(letter, name.count(letter)) for letter in {*name}]

    def bound(other: str) -> float:
        longest = max(len(name), len(other))
        common = sum([min(number, other.count(letter)) for letter, number in letters])
        return common / longest if longest else 1.0

    return bound


def name_similarity(one: str, other: str) -> float:
    """Likeness of two names, a swap of two letters being one error, words in any order."""
    plain = _likeness(one, other)
    ordered, other_ordered = (" ".join(sorted(name.split())) for name in (one, other))
    if (ordered, other_ordered) == (one, other):
        return plain
    return max(plain, 0.99 * _likeness(ordered, other_ordered))


def _likeness(one: str, other: str) -> float:
    longest = max(len(one), len(other))
    return 1 - edit_distance(one, other, longest) / longest if longest else 1.0


def osa_distance(one: str, other: str, most: int) -> int:
    """As edit_distance, without a library.

    Bit-parallel, a column of the table of distances in an integer: H. Hyyrö, A Bit-Vector Algorithm for Computing
    Levenshtein and Damerau Edit Distances, Nordic Journal of Computing 10, 2003.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    if not one:
        return len(other)
    places: dict[str, int] = {}
    for at, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << at
    every, last = (1 << len(one)) - 1, 1 << (len(one) - 1)
    rises, falls, zero, before, distance = every, 0, 0, 0, len(one)
    for letter in other:
        here = places.get(letter, 0)
        swap = ((~zero & here) << 1) & before
        zero = ((((here & rises) + rises) ^ rises) | here | falls | swap) & every
        up = falls | (every & ~(zero | rises))
        down = rises & zero
        if up & last:
            distance += 1
        elif down & last:
            distance -= 1
        up = up << 1 | 1
        rises = (down << 1 | ~(zero | up)) & every
        falls = zero & up & every
        before = here
    return min(distance, most + 1)


def _few_edits(one: str, other: str, most: int) -> int:
    """As edit_distance: what two words begin with alike costs nothing, and then each kind of edit is tried."""
    if one == other:
        return 0
    if not most or abs(len(one) - len(other)) > most:
        return most + 1
    at, end = 0, min(len(one), len(other))
    while at < end and one[at] == other[at]:
        at += 1
    one, other = one[at:], other[at:]
    ways = [(one[1:], other[1:]), (one[1:], other), (one, other[1:])]
    if one[:2] == other[1::-1]:
        ways.append((one[2:], other[2:]))
    return 1 + min(_few_edits(left, right, most - 1) for left, right in ways)
