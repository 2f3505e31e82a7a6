"""Names of nodes in the index, and the trigrams by which close names are found."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from ..pages.names import fold_name, short_title
from .schema import GRAM_BITS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

TITLE, ALIAS, STEM, QUESTION, MISSING, SHORT = range(6)
"""Kinds of names, the strongest first.  SHORT is a title looked up without what only tells it apart from others."""

_OFFSETS = (1 << GRAM_BITS) - 1


class NameRows:
    """Names on their way into the tables; flush() before reading what was added."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._next = db.execute("SELECT coalesce(max(id), 0) + 1 FROM names").fetchone()[0]
        self._names: list[tuple[int, str, int, int, str]] = []
        self._added: dict[tuple[str, int], list[int]] = {}

    def add(self, node: int, names: Iterable[tuple[int, str]]) -> None:
        """Register names of a node, each folded key once, the strongest kind first."""
        seen: set[str] = set()
        for kind, name in sorted(names):
            key = fold_name(short_title(name) if kind == SHORT else name)
            if not key or key in seen:
                continue
            seen.add(key)
            self._names.append((self._next, key, node, kind, name))
            chunk, offset = self._next >> GRAM_BITS, self._next & _OFFSETS
            for gram in trigrams(key):
                self._added.setdefault((gram, chunk), []).append(offset)
            self._next += 1

    def take_over(self) -> None:
        """Have the trigrams of all written names made by finish(): an interrupted build left none."""
        self.flush()
        self._added.clear()
        for name_id, key in self._db.execute("SELECT id, key FROM names ORDER BY id"):
            chunk, offset = name_id >> GRAM_BITS, name_id & _OFFSETS
            for gram in trigrams(key):
                self._added.setdefault((gram, chunk), []).append(offset)

    def flush(self) -> None:
        """Write the names; their trigrams wait for finish(), as rows of one trigram are written together."""
        self._db.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?)", self._names)
        self._names.clear()

    def finish(self) -> None:
        """Write names and trigrams."""
        self.flush()
        rows = []
        for (gram, chunk), offsets in sorted(self._added.items()):
            known = self._offsets(gram, chunk)
            rows.append((gram, chunk, array("H", sorted({*known, *offsets})).tobytes()))
        self._db.executemany("INSERT OR REPLACE INTO grams VALUES (?, ?, ?)", rows)
        self._added.clear()

    def remove(self, node: int) -> None:
        """Forget all written names of a node."""
        run = self._db.execute
        for name_id, key in run("SELECT id, key FROM names WHERE node = ?", (node,)).fetchall():
            chunk, offset = name_id >> GRAM_BITS, name_id & _OFFSETS
            for gram in trigrams(key):
                left = [other for other in self._offsets(gram, chunk) if other != offset]
                if left:
                    blob = array("H", left).tobytes()
                    run("UPDATE grams SET ids = ? WHERE gram = ? AND chunk = ?", (blob, gram, chunk))
                else:
                    run("DELETE FROM grams WHERE gram = ? AND chunk = ?", (gram, chunk))
        run("DELETE FROM names WHERE node = ?", (node,))

    def _offsets(self, gram: str, chunk: int) -> array[int]:
        row = self._db.execute("SELECT ids FROM grams WHERE gram = ? AND chunk = ?", (gram, chunk)).fetchone()
        return array("H", row[0] if row else b"")


def name_ids(rows: Iterable[tuple[int, bytes]]) -> list[int]:
    """The ids of names in the (chunk, ids) rows of one trigram."""
    found: list[int] = []
    for chunk, blob in rows:
        first = chunk << GRAM_BITS
        found += [first + offset for offset in array("H", blob)]
    return found


def trigrams(key: str) -> list[str]:
    """The distinct trigrams of a folded name, its ends marked, sorted; at most the first 64 characters count."""
    padded = f"  {key[:64]} "
    return sorted({padded[i : i + 3] for i in range(len(padded) - 2)})
