"""Names of nodes in the index, and the trigrams by which close names are found."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable

from ..pages.text.names import fold_name, short_title
from .schema import GRAM_BITS, SHORT
from .trigrams import trigrams

_OFFSETS = (1 << GRAM_BITS) - 1

Places = dict[int, dict[str, list[int]]]
"""Names by chunk and trigram, by their offsets."""


class NameRows:
    """Names on their way into the tables; flush() before reading what was added or removed."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._next = db.execute("SELECT coalesce(max(id), 0) + 1 FROM names").fetchone()[0]
        self._names: list[tuple[int, str, int, int, str]] = []
        self._added: Places = {}
        self._removed: Places = {}
        self._leaving: dict[int, list[tuple[int, str, int, str]]] = {}
        """Names of nodes that were removed, in case the very same are added again: most edits change none."""

    def add(self, node: int, names: Iterable[tuple[int, str]]) -> None:
        """Register names of a node, each folded key once, the strongest kind first."""
        added: dict[str, tuple[str, int, str]] = {}
        for kind, name in sorted(names):
            key = fold_name(short_title(name) if kind == SHORT else name)
            if key:
                added.setdefault(key, (key, kind, name))
        leaving = self._leaving.pop(node, None)
        if leaving is not None:
            if [row[1:] for row in leaving] == [*added.values()]:
                return
            self._drop(node, leaving)
        for key, kind, name in added.values():
            self._names.append((self._next, key, node, kind, name))
            _note(self._added, self._next, key)
            self._next += 1

    def take_over(self) -> None:
        """Have the trigrams of all written names made by finish(): an interrupted build left none."""
        self.flush()
        self._added.clear()
        for name_id, key in self._db.execute("SELECT id, key FROM names ORDER BY id"):
            _note(self._added, name_id, key)

    def flush(self) -> None:
        """Write the names; their trigrams wait for finish(), as rows of one trigram are written together."""
        for node, rows in self._leaving.items():
            self._drop(node, rows)
        self._leaving.clear()
        self._db.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?)", self._names)
        self._names.clear()

    def finish(self) -> None:
        """Write names and trigrams."""
        self.flush()
        rows, empty = [], []
        is_new = self._db.execute("SELECT 1 FROM grams LIMIT 1").fetchone() is None
        nothing: dict[str, list[int]] = {}
        for chunk in sorted({*self._added, *self._removed}):
            added, removed = self._added.get(chunk, nothing), self._removed.get(chunk, nothing)
            for gram in sorted({*added, *removed}):
                written = () if is_new else self._offsets(gram, chunk)
                offsets = {*written, *added.get(gram, ())}.difference(removed.get(gram, ()))
                if offsets:
                    rows.append((gram, chunk, array("H", sorted(offsets)).tobytes()))
                else:
                    empty.append((gram, chunk))
        # In the order of the table: what is appended lies close.
        rows.sort()
        self._db.executemany("INSERT OR REPLACE INTO grams VALUES (?, ?, ?)", rows)
        self._db.executemany("DELETE FROM grams WHERE gram = ? AND chunk = ?", empty)
        self._added.clear()
        self._removed.clear()

    def remove(self, node: int) -> None:
        """Forget all written names of a node."""
        query = "SELECT id, key, kind, name FROM names WHERE node = ? ORDER BY id"
        self._leaving[node] = self._db.execute(query, (node,)).fetchall()

    def _drop(self, node: int, rows: Iterable[tuple[int, str, int, str]]) -> None:
        for name_id, key, *_ in rows:
            _note(self._removed, name_id, key)
        self._db.execute("DELETE FROM names WHERE node = ?", (node,))

    def _offsets(self, gram: str, chunk: int) -> array[int]:
        row = self._db.execute("SELECT ids FROM grams WHERE gram = ? AND chunk = ?", (gram, chunk)).fetchone()
        return array("H", row[0] if row else b"")


def _note(places: Places, name_id: int, key: str) -> None:
    """Put a name under the trigrams of its key."""
    chunk, offset = name_id >> GRAM_BITS, name_id & _OFFSETS
    grams = places.get(chunk)
    if grams is None:
        grams = places[chunk] = {}
    for gram in trigrams(key):
        held = grams.get(gram)
        if held is None:
            grams[gram] = [offset]
        else:
            held.append(offset)
