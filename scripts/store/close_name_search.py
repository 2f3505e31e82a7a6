"""Names and words that are close to one: names by trigrams, words by their neighbors in the vocabulary."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from ..pages.model import NameHit
from ..pages.text.names import normalize_name
from ..similarity import close_words, edit_distance, name_similarity
from .schema import GRAM_BITS, QUESTION
from .trigrams import trigrams

if TYPE_CHECKING:
    _Run = Callable[..., sqlite3.Cursor]

_POSTINGS = 3000
"""At most this many names are read for one trigram; more common ones say little."""
_CANDIDATES = 300
_CUTOFF = 0.72
_SHORT = 12
"""Letters of a name up to which one swap can leave less than half of its trigrams."""
_STEM_LENGTH = 5
"""A shorter stem is one or two edits away from too many words that merely begin alike."""
_READ = 12
"""Stems for which a word to search for is looked up."""
_LONG = 8
"""Letters from which on a word may have two errors."""
_LONGEST = 100
"""Letters up to which a word may be a misspelled one: each two neighbors are tried in each other's place."""
_ENDINGS = (
    *("", "e", "s", "es", "y", "d", "ed", "r", "er", "ers", "or", "ors", "ing", "ings", "ly", "al", "ally", "ation"),
    *("ations", "ion", "ions", "ive", "ity", "ness", "ment", "ments", "able", "ful", "ate", "ated", "ating", "ator"),
    *("ize", "izer", "ized", "izing", "ization", "ence", "ance", "ent", "ant", "ies", "ied", "ism", "ist", "ous"),
    *("ic", "ics", "ical", "ically", "ible", "ibly", "ably", "ability", "ibility", "ities", "ency", "ancy", "encies"),
    *("ences", "ances", "ents", "ants", "ately", "ative", "ively", "ional", "ionally", "fully", "ously", "ements"),
    *("ication", "ications", "icate", "ates", "ators", "ives", "ists"),
)
"""What stemming takes off a word."""


def close_names(run: _Run, key: str, written: str) -> list[NameHit]:
    """Nodes with a name close to a folded one, by edit similarity, then by name; written: the name before that."""
    grams = sorted(trigrams(key))
    sizes = run(
        "SELECT gram, sum(length(ids)) FROM json_each(?) CROSS JOIN grams ON gram = value GROUP BY gram",
        (json.dumps(grams),),
    )
    telling = [gram for gram, size in sizes.fetchall() if size <= 2 * _POSTINGS]
    best = _most_shared(
        run("SELECT chunk, ids FROM json_each(?) CROSS JOIN grams ON gram = value", (json.dumps(telling),))
    )
    # A swap leaves a short name few trigrams, but there are few ways to swap it back.
    swapped = (
        run("SELECT a.id FROM json_each(?) CROSS JOIN names a ON a.key = value", (json.dumps(_swaps(key)),))
        if len(key) <= _SHORT
        else ()
    )
    scores: dict[int, float] = {}
    # Each letter more is an error more: most candidates need not be compared, and what they name not be read.
    least, most = int(_CUTOFF * len(key)), int(len(written) / _CUTOFF) + 1
    near = run(
        """SELECT a.id, a.key FROM json_each(?) CROSS JOIN names a ON a.id = value
           WHERE a.kind != ? AND length(a.key) BETWEEN ? AND ?""",
        (json.dumps([*{*best, *(row[0] for row in swapped)}]), QUESTION, least, most),
    ).fetchall()
    # `rdis` is folded to `rdi`, and `redis` to itself.
    for wanted in dict.fromkeys((key, written)):
        for name_id, score in _close(wanted, near):
            scores[name_id] = max(score, scores.get(name_id, 0.0))
    return _best(run, scores, written)


def _best(run: _Run, scores: dict[int, float], written: str) -> list[NameHit]:
    """Each node once, by the closest of these names; an ending that folding took off may be what they share."""
    if not scores:
        return []
    best: dict[str, NameHit] = {}
    rows = run(
        """SELECT a.id, a.name, n.name FROM json_each(?) CROSS JOIN names a ON a.id = value
           CROSS JOIN nodes n ON n.id = a.node""",
        (json.dumps([*scores]),),
    )
    for name_id, name, node in rows:
        plain, score = normalize_name(name), scores[name_id]
        if plain[:1] == written[:1]:
            score = max(score, name_similarity(written, plain))
        hit = NameHit(node, name, "fuzzy", round(score, 4))
        known = best.get(node)
        if known is None or (-hit.score, hit.name) < (-known.score, known.name):
            best[node] = hit
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.node))


def close_terms(run: _Run, term: str, *, limit: int) -> list[str]:
    """Words close to one that does not occur, as word search wants them: fewest edits, then a swap, then frequent.

    Of stems, which is what the index holds, the first letter is trusted, or the second where the two may have
    changed places.  A word of four letters is taken for a swap or for nothing, one of more than a hundred for
    nothing: no word that is meant is that long.
    """
    word = term.lower()
    if not 4 <= len(word) <= _LONGEST:
        return []
    found: dict[str, tuple[int, bool, int]] = {}
    for swap in _swaps(word):
        count = _count(run, swap)
        if count:
            found[swap] = (1, False, -count)
    if len(word) > 4:
        for rank, stem, ending in _close_stems(run, word):
            form = _form(run, stem, ending, -rank[2])
            if form:
                found[form] = min(rank, found.get(form, rank))
    return sorted(found, key=lambda form: (found[form], form))[:limit]


def _close_stems(run: _Run, word: str) -> list[tuple[tuple[int, bool, int], str, str]]:
    """Stems of the index that a misspelled word may have, best first: (rank, stem, what stemming took off)."""
    counts: dict[str, int] = {}
    for first in (word[0], word[1] + word[0]):
        for vocabulary in ("derived_vocabulary", "vocabulary"):
            # A word of both counts as often as the sources hold it.
            counts.update(
                run(
                    f"SELECT term, doc FROM {vocabulary} WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?",
                    (first, first + "\U0010ffff", len(word) - 7, len(word) + 2),
                )
            )
    choices = sorted(counts)
    most = 1 if len(word) < _LONG else 2
    found: dict[str, tuple[tuple[int, bool, int], str]] = {}
    parted = [(word.removesuffix(ending), ending) for ending in _ENDINGS if word.endswith(ending)]
    # Of a last y stemming makes an i.
    parted += [(word[:-1] + "i", "y")] if word[-1] == "y" else []
    for rest, ending in parted:
        if ending and len(rest) < _STEM_LENGTH - 1:
            continue
        for stem, edits in close_words(rest, choices, most):
            if ending and len(stem) < _STEM_LENGTH:
                continue
            rank = (edits, sorted(rest) != sorted(stem), -counts[stem])
            if stem not in found or rank < found[stem][0]:
                found[stem] = (rank, ending)
    for stem, ending in _spoiled_endings(word, counts):
        rank = (1, True, -counts[stem])
        if stem not in found or rank < found[stem][0]:
            found[stem] = (rank, ending)
    ranked = sorted((rank, stem, ending) for stem, (rank, ending) in found.items())
    return ranked[:_READ]


def _spoiled_endings(word: str, stems: Collection[str]) -> Iterator[tuple[str, str]]:
    """Stems that a word begins with, each with an ending that the rest of it is misspelled for: `vacat`, `ion`."""
    for cut in range(_STEM_LENGTH, len(word)):
        rest = word[cut:]
        if word[:cut] in stems:
            yield from (
                (word[:cut], ending)
                for ending in _ENDINGS
                if len(ending) > 1 and rest[0] == ending[0] and edit_distance(rest, ending, 1) == 1
            )


def _form(run: _Run, stem: str, ending: str, documents: int) -> str:
    """A word that search cuts down to this stem ("hous" itself is cut to "hou"); "" where none is found."""
    forms = (stem + ending, stem, stem + "e", stem + "s", stem[:-1] + "y")
    return next((form for form in forms if _count(run, form) == documents), "")


def _count(run: _Run, word: str) -> int:
    for table in ("words", "derived_words"):
        row = run(f"SELECT count(*) FROM {table} WHERE {table} MATCH ?", (f'"{word}"',)).fetchone()
        if row[0]:
            return int(row[0])
    return 0


def _swaps(word: str) -> list[str]:
    """The word with each two neighbors in each other's place."""
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]


def _most_shared(postings: Iterable[tuple[int, bytes]]) -> list[int]:
    """The names that share most trigrams: whole levels of equal counts, so that no order of ids decides."""
    chunks: dict[int, list[bytes]] = {}
    for chunk, offsets in postings:
        chunks.setdefault(chunk, []).append(offsets)
    # Counted as the offsets they are stored as: of thousands of names some hundred are asked for.
    shared = {chunk: Counter(memoryview(b"".join(each)).cast("H")) for chunk, each in chunks.items()}
    sizes: Counter[int] = Counter()
    for counts in shared.values():
        sizes.update(counts.values())
    taken, least = 0, 0
    for count in sorted(sizes, reverse=True):
        if taken and taken + sizes[count] > _CANDIDATES:
            break
        taken, least = taken + sizes[count], count
    return [
        (chunk << GRAM_BITS) + offset
        for chunk, counts in shared.items()
        for offset, count in counts.items()
        if count >= least
    ]


def _close(key: str, rows: Iterable[tuple[int, str]]) -> Iterator[tuple[int, float]]:
    """Those of these keys that are like this one, with how much."""
    rows = [row for row in rows if abs(len(key) - len(row[1])) <= (1 - _CUTOFF) * max(len(key), len(row[1]))]
    for name_id, other in rows:
        score = name_similarity(key, other)
        if score >= _CUTOFF:
            yield name_id, score
