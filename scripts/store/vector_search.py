"""Passages that are like a text: every vector is compared, block by block."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import DataError
from .vector_rows import vector_rows

if TYPE_CHECKING:
    from ..semantic.embedders import Embedder

_BLOCK = 1 << 13
"""Vectors compared at a time: 25 MB with NumPy for those of 384 numbers, whatever the size of the index."""


def similar(db: sqlite3.Connection, embedder: Embedder, text: str, *, limit: int) -> list[tuple[int, float]]:
    """The passages that are likest to the text, with their cosines, unordered: at least limit, with ties at the cut."""
    from ..semantic.vectors import cosines, pack

    wanted = pack(embedder.vectors([text])[0])
    best: dict[int, float] = {}
    for ids, squares, vectors in _blocks(db, embedder.name):
        if len(vectors) != len(wanted) * len(ids):
            raise DataError(
                f"the embedder {embedder.name} gives {len(wanted)} numbers a vector now, and gave others before",
                hint="run `commonplace reindex`",
            )
        found = cosines(wanted, vectors, squares)
        for id_, cosine in zip(ids, found):
            if cosine > best.get(id_, 0.0):
                best[id_] = cosine
        if len(best) > limit:
            least = sorted(best.values(), reverse=True)[limit - 1]
            best = {id_: cosine for id_, cosine in best.items() if cosine >= least}
    return [(id_, round(cosine, 6)) for id_, cosine in best.items()]


def _blocks(db: sqlite3.Connection, embedder: str) -> Iterator[tuple[list[int], list[int], bytes]]:
    """The passage, the square and the packed bytes of every vector, some _BLOCK at a time, pages kept whole."""
    ids: list[int] = []
    squares: list[int] = []
    vectors: list[bytes] = []
    for row in vector_rows(db, embedder):
        ids += [row.page + ordinal for ordinal in row.ordinals]
        squares += row.squares
        vectors.append(row.vectors)
        if len(ids) >= _BLOCK:
            yield ids, squares, b"".join(vectors)
            ids, squares, vectors = [], [], []
    if ids:
        yield ids, squares, b"".join(vectors)
