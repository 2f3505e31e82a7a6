"""Vectors of passages in the index: a row for each page, as the page was when they were made.

The table exists only where an embedder was once on.  A row counts while its page has the same path and the same bytes,
so that a refresh without the embedder need not know of the table.  Pages that rest on sources have no row: they are
lists of claims and quotes, and their sources are found instead.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator
from typing import NamedTuple

from ..pages.model import SECOND_HAND
from .schema import META

TABLE = """CREATE TABLE IF NOT EXISTS vectors(page INTEGER PRIMARY KEY, path TEXT NOT NULL, hash BLOB NOT NULL,
    ordinals BLOB NOT NULL, texts BLOB NOT NULL, squares BLOB NOT NULL, vectors BLOB NOT NULL)"""
FIRST_HAND = "p.category NOT IN ({})".format(", ".join(f"'{category}'" for category in SECOND_HAND))
CURRENT = "v.page = f.id AND v.path = f.path AND v.hash = f.hash"
WANTING = f"""FROM pages p JOIN files f ON f.id = p.id LEFT JOIN vectors v ON {CURRENT}
    WHERE v.page IS NULL AND {FIRST_HAND}"""
"""Pages that have no vectors, or have those of what they were before."""
IDLE = f"""FROM vectors v LEFT JOIN files f ON {CURRENT} LEFT JOIN heads p ON p.id = f.id AND {FIRST_HAND}
    WHERE p.id IS NULL"""
"""Rows of pages that are gone or changed."""


class VectorRow(NamedTuple):
    """The vectors of one page, in the order of its text."""

    page: int
    ordinals: array[int]
    """The passage that each vector is of."""
    squares: array[int]
    """Of each vector's length."""
    vectors: bytes


class VectorCount(NamedTuple):
    """How far the vectors have come."""

    passages: int
    """Passages that have one, of an embedder's."""
    wanting: int
    """Passages that wait for one."""


def count_vectors(db: sqlite3.Connection, embedder: str) -> VectorCount:
    """How many passages have a vector of this embedder, and how many want one."""
    every = f"SELECT coalesce(sum(passage_count), 0) FROM pages p WHERE {FIRST_HAND}"
    total = int(db.execute(every).fetchone()[0])
    if not is_of(db, embedder):
        return VectorCount(0, total)
    wanting = int(db.execute(f"SELECT coalesce(sum(p.passage_count), 0) {WANTING}").fetchone()[0])
    return VectorCount(total - wanting, wanting)


def vector_rows(db: sqlite3.Connection, embedder: str) -> Iterator[VectorRow]:
    """The vectors of all pages that are as they were when these were made."""
    if is_of(db, embedder):
        for page, ordinals, squares, vectors in db.execute(
            f"SELECT v.page, v.ordinals, v.squares, v.vectors FROM vectors v JOIN files f ON {CURRENT}"
        ):
            try:
                yield VectorRow(page, array("I", ordinals), array("Q", squares), vectors)
            except ValueError as err:
                raise sqlite3.DatabaseError(f"damaged vectors: {err}") from err


def is_of(db: sqlite3.Connection, embedder: str) -> bool:
    """Whether the vectors in the index are those of this embedder."""
    row = db.execute(META, ("embedder",)).fetchone()
    return row is not None and row[0] == embedder
