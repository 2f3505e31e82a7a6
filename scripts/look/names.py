"""The fuzzy side of the index: names and words that are spelled nearly like a given one.

rapidfuzz compares; the index narrows what is compared to what begins with the same letter and is about as long, since
few slips are in the first letter.  Only where that finds nothing is everything of about that length compared: of words
only in a small index, since a large one reads every posting to list them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations

from ..index_store.port import IndexReader
from ..model import Name
from ..text.names import fold_name

LEAST_LIKE = 0.65
"""Below this likeness nothing is similar.  "paral" and "paralyz", stems of a slip and of what was meant, have .71."""

SHORTEST = 3
"""Letters of a word that can be misspelled: shorter ones are like too many others."""

SURE, LONG = 6, 8
"""Letters of a word that has another letter for one of its own, and of one that has two slips."""

VOWELS = frozenset("aeiouy")
KEYS = "qwertyuiop asdfghjkl zxcvbnm"

LONGEST = 200
"""Letters of a name or word that is compared; what is longer is no name."""

FIRST_LETTERS = 3
"""Words of a name whose first letters a similar name may begin with: its first and its longest ones."""

FURTHER = 4
"""For each word that is wanted so many are counted: on the pages that are read some may not stand."""

EVERY = 100_000_000
"""More words than any index has."""


def nearest(wanted: str, known: Sequence[str], *, limit: int) -> list[str]:
    """Return those of some texts that are most like a wanted one, best first."""
    from rapidfuzz import fuzz, process, utils

    return [
        name
        for name, *_ in process.extract(wanted, known, scorer=fuzz.WRatio, processor=utils.default_process, limit=limit)
    ]


def similar_names(reader: IndexReader, text: str, *, limit: int) -> list[tuple[Name, float]]:
    """Return the names most like a text with their likeness in [0, 1], best first, ties in the order of `names`.

    The likeness is 1 less the slips (a letter more, fewer, another, or two in the wrong order) per letter, with the
    words as they stand or in any order, whichever is greater.
    """
    folded = fold_name(text[: LONGEST + 1])
    if limit < 1 or not SHORTEST <= len(folded) <= LONGEST:
        return []
    lengths = _lengths(len(folded))
    near: list[tuple[str, str]] = []
    for letter in _first_letters(folded):
        near += reader.name_forms(letter, lengths=lengths)
    best = _most_like_names(folded, near, limit)
    if not best:
        best = _most_like_names(folded, reader.name_forms("", lengths=lengths), limit)
    likeness = dict(best)
    found = [
        (name, likeness[name.key, fold_name(name.text)])
        for name in reader.names(list(dict.fromkeys(key for key, _ in likeness)))
        if (name.key, fold_name(name.text)) in likeness
    ]
    return sorted(found, key=lambda pair: -pair[1])[:limit]


def similar_words(reader: IndexReader, term: str, *, limit: int) -> list[tuple[str, float, int]]:
    """Return the indexed terms most like a term, with their likeness in [0, 1] and the sections they stand in.

    Best first, then the rarest.  The likeness is that of similar_names, of one word.  Terms with the same first letter
    go before those that begin with its second letter (two in the wrong order, one too many), and these before all
    others, which are compared only in a small index.
    """
    from rapidfuzz.distance import OSA

    if limit < 1 or not SHORTEST <= len(term) <= LONGEST:
        return []
    lengths = (max(SHORTEST, len(term) - 2), len(term) + 2)
    for first in (term[0], term[1], ""):
        words = [word for word, _ in reader.words(first, lengths=lengths, limit=EVERY) if word != term]
        scored = _extracted(term, words, OSA.normalized_similarity, LEAST_LIKE)
        if scored:
            best = [(words[place], likeness) for likeness, place in _best(scored, words, FURTHER * limit)]
            counts = reader.document_counts([word for word, _ in best])
            found = [(word, likeness, counts[word]) for word, likeness in best if counts[word]][:limit]
            return sorted(found, key=lambda word: (-word[1], word[2], word[0]))
    return []


def slips_between(word: str, other: str) -> int:
    """Return how many slips make one folded word of another one that it could be mistyped from; 0 where it could not.

    A slip is a letter more or fewer, two in the wrong order, or in a word of SURE letters a vowel for a vowel or a
    neighbor on the keyboard: `contrast` is no slip of `contract`, nor `beer` of `bear`.  One is likely, two in a word
    of LONG letters, and few are in the first letter: `flock` and `lock`.  Scripts without capitals may have an article
    before a word, which counts as one or two.
    """
    from rapidfuzz.distance import OSA

    has_capitals = word[:1] != word[:1].upper()
    if has_capitals and word[:1] != other[:1] and word[1::-1] != other[:2]:
        return 0
    if has_capitals and (word.startswith(other) or other.startswith(word)):
        # A word with another ending: `speedy`, `American`.
        return 0
    slips = OSA.distance(word, other)
    if slips > (2 if len(word) >= LONG or not has_capitals else 1):
        return 0
    more, fewer = Counter(word) - Counter(other), Counter(other) - Counter(word)
    if not more and not fewer:
        return slips
    if bool(more) != bool(fewer):
        return slips if (min if has_capitals else max)(len(word), len(other)) > SHORTEST + 1 else 0
    pair = {*more, *fewer}
    is_likely = len(pair) == 2 and (pair <= VOWELS or any("".join(order) in KEYS for order in permutations(pair)))
    return slips if is_likely and len(word) >= SURE else 0


def words_beginning(reader: IndexReader, beginning: str, *, limit: int) -> list[tuple[str, int]]:
    """Return indexed terms that begin so, with the sections they stand in: most first, ties by term."""
    if not beginning:
        return []
    begun = [word for word, _ in reader.words(beginning, limit=FURTHER * limit)]
    counts = reader.document_counts(begun)
    found = [(word, counts[word]) for word in begun if counts[word]]
    return sorted(found, key=lambda word: (-word[1], word[0]))[:limit]


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
