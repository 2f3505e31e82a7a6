"""The fuzzy side of the index: names and words that are spelled nearly like a given one.

rapidfuzz compares; SQL narrows what is compared to what begins with the same letter and is about as long, since few
slips are in the first letter.  Only where that finds nothing is everything of about that length compared: of words only
in a small index, since SQLite reads every posting to list them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..model import Name
from ..text.names import fold_name
from .words import decode_term, encode_term

Rows = Callable[[str, Sequence[Any], frozenset[tuple[type, ...]]], list[tuple[Any, ...]]]
"""Runs a statement and checks the types of what it gives (reader.SqliteReader)."""

LEAST_LIKE = 0.65
"""Below this likeness nothing is similar.  "paral" and "paralyz", stems of a slip and of what was meant, have .71."""

SHORTEST = 3
"""Letters of a word that can be misspelled: shorter ones are like too many others."""

LONGEST = 200
"""Letters of a name or word that is compared; what is longer is no name."""

FIRST_LETTERS = 3
"""Words of a name whose first letters a similar name may begin with: its first and its longest ones."""

_TWO_TEXTS = frozenset({(str, str)})
_ONE_TEXT = frozenset({(str,)})
_LAST = "\U0010ffff"


def nearest(wanted: str, known: Sequence[str], *, limit: int) -> list[str]:
    """Return those of some texts that are most like a wanted one, best first."""
    from rapidfuzz import fuzz, process, utils

    return [
        name
        for name, *_ in process.extract(wanted, known, scorer=fuzz.WRatio, processor=utils.default_process, limit=limit)
    ]


def similar_names(
    rows: Rows, names: Callable[[Sequence[str]], list[Name]], text: str, *, limit: int
) -> list[tuple[Name, float]]:
    """Return the names most like a text with their likeness, best first, ties in the order of `names`.

    The likeness is 1 less the slips (a letter more, fewer, another, or two in the wrong order) per letter, with the
    words as they stand or in any order, whichever is greater.
    """
    folded = fold_name(text[: LONGEST + 1])
    if limit < 1 or not SHORTEST <= len(folded) <= LONGEST:
        return []
    least, most = _lengths(len(folded))
    sql = "SELECT DISTINCT key, folded FROM names WHERE key >= ? AND key < ? AND length(folded) BETWEEN ? AND ?"
    near: list[tuple[str, str]] = []
    for letter in _first_letters(folded):
        near += rows(sql, (letter, letter + _LAST, least, most), _TWO_TEXTS)
    best = _most_like_names(folded, near, limit)
    if not best:
        best = _most_like_names(folded, rows(sql, ("", _LAST, least, most), _TWO_TEXTS), limit)
    likeness = dict(best)
    found = [
        (name, likeness[name.key, fold_name(name.text)])
        for name in names(list(dict.fromkeys(key for key, _ in likeness)))
        if (name.key, fold_name(name.text)) in likeness
    ]
    return sorted(found, key=lambda pair: -pair[1])[:limit]


def similar_words(rows: Rows, term: str, *, limit: int, is_small: bool) -> list[tuple[str, float]]:
    """Return the indexed terms most like a term, other than itself, with their likeness, best first, ties by term.

    The likeness is that of similar_names, of one word.  Terms with the same first letter go before those that begin
    with its second letter (two in the wrong order, one too many), and these before all others, which are compared only
    in a small index.
    """
    from rapidfuzz.distance import OSA

    if limit < 1 or not SHORTEST <= len(term) <= LONGEST:
        return []
    least, most = max(SHORTEST, len(term) - 2), len(term) + 2
    # An encoded character is longer than itself, so the upper limit is set on words without any.
    sql = (
        "SELECT term FROM section_terms WHERE term >= ? AND term < ? AND length(term) >= ?"
        " AND (length(term) <= ? OR instr(term, '_'))"
    )
    for first in (encode_term(term[0]), encode_term(term[1]), *([""] if is_small else [])):
        tokens = [row[0] for row in rows(sql, (first, first + _LAST, least, most), _ONE_TEXT)]
        words = [word for word in map(decode_term, tokens) if word != term]
        scored = _extracted(term, words, OSA.normalized_similarity, LEAST_LIKE)
        if scored:
            return [(words[place], likeness) for likeness, place in _best(scored, words, limit)]
    return []


def _most_like_names(folded: str, near: Iterable[tuple[str, str]], limit: int) -> list[tuple[tuple[str, str], float]]:
    from rapidfuzz.distance import OSA

    distinct = list(dict.fromkeys(near))
    texts = [text for _, text in distinct]
    scored = _extracted(folded, texts, OSA.normalized_similarity, LEAST_LIKE)
    in_order = [_sorted_words(text) for text in texts]
    for place, likeness in _extracted(_sorted_words(folded), in_order, OSA.normalized_similarity, LEAST_LIKE).items():
        scored[place] = max(scored.get(place, 0.0), likeness)
    return [(distinct[place], likeness) for likeness, place in _best(scored, texts, limit)]


def _extracted(text: str, choices: Sequence[str], scorer: Callable[..., float], cutoff: float) -> dict[int, float]:
    """Return the score of each choice, by its place, that scores at least the cutoff."""
    from rapidfuzz import process

    found = process.extract(text, choices, scorer=scorer, score_cutoff=cutoff, limit=None)
    return {place: float(score) for _, score, place in found}


def _best(scored: dict[int, float], texts: Sequence[str], limit: int) -> list[tuple[float, int]]:
    ordered = sorted((-likeness, texts[place], place) for place, likeness in scored.items())
    return [(-falling, place) for falling, _, place in ordered[:limit]]


def _lengths(length: int) -> tuple[int, int]:
    """Return how short and how long a text of LEAST_LIKE can be: each letter more or fewer is a slip."""
    return int(length * LEAST_LIKE), int(length / LEAST_LIKE) + 1


def _sorted_words(text: str) -> str:
    return " ".join(sorted(text.split()))


def _first_letters(folded: str) -> list[str]:
    words = folded.split()
    longest = sorted(words, key=lambda word: -len(word))
    return list(dict.fromkeys(word[0] for word in [*words[:1], *longest][:FIRST_LETTERS]))
