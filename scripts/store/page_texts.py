"""What a page says, its passages and its claims, as one compressed value: claims repeat what the passages say."""

from __future__ import annotations

import marshal
import zlib

from .sqlite import sqlite3

Passages = list[tuple[str, str, int, str]]
"""(block, heading, line, text) of each passage of a page."""

Claims = list[tuple[int, str, str, str, float, list[tuple[str, str, str]]]]
"""(line, subject, relation, object, confidence, evidence) of each claim as written, by link path; evidence is a list of
(source, block, quote)."""

_LEVEL, _WINDOW = 1, 12
"""Fastest; with a window of 4 kB, about a page, zlib need not clear one of 32 kB first: a fifth to a half cheaper."""


def pack_text(passages: Passages, claims: Claims) -> bytes:
    """Passages and claims as bytes."""
    packer = zlib.compressobj(_LEVEL, wbits=_WINDOW)
    return packer.compress(marshal.dumps((passages, claims), 2)) + packer.flush()


def unpack_text(body: bytes) -> tuple[Passages, Claims]:
    """What pack_text packed.  Raises sqlite3.DatabaseError where the index is damaged."""
    try:
        text: tuple[Passages, Claims] = marshal.loads(zlib.decompress(body))
    except (zlib.error, ValueError, EOFError, TypeError) as err:
        raise sqlite3.DatabaseError(f"damaged text: {err}") from err
    return text


def text_of(db: sqlite3.Connection, page: int) -> tuple[Passages, Claims]:
    """Passages and claims of a page by its id; none of a file that is no page."""
    row = db.execute("SELECT body FROM texts WHERE page = ?", (page,)).fetchone()
    return unpack_text(row[0]) if row else ([], [])
