"""Names that are close to one, by trigrams."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ..pages.model import NameHit
from ..pages.text.names import normalize_name
from ..similarity import name_similarity
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
