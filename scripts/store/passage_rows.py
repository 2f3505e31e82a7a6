"""The passages of a page as one compressed value of its row."""

from __future__ import annotations

import marshal
import zlib
from sqlite3 import DatabaseError

Passages = list[tuple[str, str, int, str]]
"""(block, heading, line, text) of each passage of a page."""


def pack_passages(rows: Passages) -> bytes:
    """Passages as bytes."""
    return zlib.compress(marshal.dumps(rows, 2), 1)


def unpack_passages(blob: bytes) -> Passages:
    """What pack_passages packed.  Raises sqlite3.DatabaseError where the index is damaged."""
    try:
        rows: Passages = marshal.loads(zlib.decompress(blob))
    except (zlib.error, ValueError, EOFError, TypeError) as err:
        raise DatabaseError(f"damaged passages: {err}") from err
    return rows
