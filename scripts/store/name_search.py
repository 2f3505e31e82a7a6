"""Looking up nodes by their names, and words by their neighbours: exact by folded key, close by trigrams."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..model import NameHit
from ..pages.names import fold_name
from .name_rows import ALIAS, MISSING, QUESTION, SHORT, name_ids, trigrams

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

_POSTINGS = 3000
"""At most this many names are read for one trigram; more common ones say little."""
_CANDIDATES = 300
_CUTOFF = 0.72
_HOW = {ALIAS: "alias", QUESTION: "question", MISSING: "missing", SHORT: "short"}
_SCORE = {ALIAS: 0.95, MISSING: 0.9, SHORT: 0.85}
_BATCH = 500
_STEM_LENGTH = 5
"""A shorter stem is one or two edits away from too many words that merely begin alike."""


class NameSearch:
    """Name look-ups over an open index connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection.execute

    def by_keys(self, keys: Sequence[str]) -> dict[str, list[NameHit]]:
        """Nodes by folded key, the strongest kind of name first, then by id."""
        found: dict[str, list[NameHit]] = {}
        wanted = list(dict.fromkeys(key for key in keys if key))
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            rows = self._run(
                f"""SELECT a.key, a.kind, a.name, n.name FROM names a JOIN nodes n ON n.id = a.node
                    WHERE a.key IN ({",".join("?" * len(batch))}) ORDER BY a.key, a.kind, n.name""",
                batch,
            )
            for key, kind, name, node in rows:
                hit = NameHit(node, name, _HOW.get(kind, "exact"), _SCORE.get(kind, 1.0))
                found.setdefault(key, []).append(hit)
        return found

    def similar(self, name: str, *, limit: int) -> list[NameHit]:
        """Nodes with a name close to this one, by edit similarity of the folded names, then by name."""
        key = fold_name(name)
        if len(key) < 3:
            return []
        shared: Counter[int] = Counter()
        for gram in trigrams(key):
            size = self._run("SELECT sum(length(ids)) FROM grams WHERE gram = ?", (gram,)).fetchone()[0]
            if size and size <= 2 * _POSTINGS:
                shared.update(name_ids(self._run("SELECT chunk, ids FROM grams WHERE gram = ?", (gram,))))
        best = _most_shared(shared)
        rows: list[tuple[str, str, str]] = []
        for start in range(0, len(best), _BATCH):
            batch = best[start : start + _BATCH]
            rows += self._run(
                f"""SELECT a.key, a.name, n.name FROM names a JOIN nodes n ON n.id = a.node
                    WHERE a.kind != ? AND a.id IN ({",".join("?" * len(batch))})""",
                (QUESTION, *batch),
            )
        return _rank(key, rows, limit)

    def similar_terms(self, term: str, *, limit: int) -> list[str]:
        """Indexed words (stemmed) close to a word that does not occur: most frequent first, then by spelling.

        The first letter is trusted, or the second where the two may have changed places.
        """
        word = term.lower()
        if len(word) < 4:
            return []
        candidates: dict[str, int] = {}
        for first in dict.fromkeys((word[0], word[1])):
            for vocabulary in ("derived_vocabulary", "vocabulary"):
                # A word of both counts as often as the sources hold it.
                rows = self._run(
                    f"SELECT term, doc FROM {vocabulary} WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?",
                    (first, first + "\U0010ffff", len(word) - 3, len(word) + 2),
                )
                candidates.update(rows)
        from ..similarity import edit_distance

        edits = 1 if len(word) < 8 else 2
        close = []
        for candidate, documents in candidates.items():
            distance = edit_distance(word, candidate, edits)
            if len(candidate) >= _STEM_LENGTH:
                # The index holds stems: a word may be longer than its stem by what stemming took away.
                distance = min(distance, edit_distance(word[: len(candidate)], candidate, edits))
            if distance <= edits:
                close.append((distance, -documents, candidate))
        return [candidate for _, _, candidate in sorted(close)[:limit]]


def _most_shared(shared: Counter[int]) -> list[int]:
    """The names that share most trigrams: whole levels of equal counts, so that no order of ids decides."""
    levels: dict[int, list[int]] = {}
    for name_id, count in shared.items():
        levels.setdefault(count, []).append(name_id)
    best: list[int] = []
    for count in sorted(levels, reverse=True):
        if best and len(best) + len(levels[count]) > _CANDIDATES:
            break
        best += levels[count]
    return best


def _rank(key: str, rows: list[tuple[str, str, str]], limit: int) -> list[NameHit]:
    from ..similarity import name_similarity

    best: dict[str, NameHit] = {}
    for other, name, node in rows:
        score = name_similarity(key, other)
        if score < _CUTOFF:
            continue
        hit = NameHit(node, name, "fuzzy", round(score, 4))
        known = best.get(node)
        if known is None or (-hit.score, hit.name) < (-known.score, known.name):
            best[node] = hit
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.node))[:limit]
