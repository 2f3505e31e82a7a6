"""What a page says, its passages and its claims, as one compressed value: claims repeat what the passages say.

Pages of a vault are alike: they have the same headings, templates and words.  So a few of them, which the first build
takes as a sample, stand before each of the others when it is compressed, and go without saying in it.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from typing import TYPE_CHECKING

from ..homes import parse_json
from .schema import META

if TYPE_CHECKING:
    from zlib import _Compress as Packer
    from zlib import _Decompress as Unpacker

Passages = list[tuple[str, str, int, str]]
"""(block, heading, line, text) of each passage of a page."""

Claims = list[tuple[int, str, str, str, float, list[tuple[str, str, str]]]]
"""(line, subject, relation, object, confidence, evidence) of each claim as written, by link path; evidence is a list of
(source, block, quote)."""

_LEVEL, _WINDOW, _WINDOW_BEHIND_SAMPLE = 1, -12, -13
"""Fastest; with a window of 4 kB, about a page, zlib need not clear one of 32 kB first: a fifth to a half cheaper.
Less than 0 for data without a frame: in one, the sample would be summed up anew with every page, for a sixth more."""
_MEMORY = 5
"""Of 1 to 9: a table of 8 kB, which is copied for every page, holds what a page and the sample have."""
_SUM_BYTES = 4
_WHOLE, _TIMES = 1 << 28, 64
"""Bytes that what is packed may have when it is not, and times its own: text packs to a twentieth, a bomb to less."""

SAMPLED_PAGES, _SAMPLED_BYTES = 8, 1000
"""With a sample of 8 kB the texts of real vaults take half, those of generated homes a tenth less, at equal cost."""

SAMPLE = "SELECT value FROM meta WHERE key = 'sample'"


def sample_of(pages: list[tuple[Passages, Claims]]) -> bytes:
    """What pages are compressed behind, made of the beginnings of a few."""
    return b"".join([_bytes_of(*page)[:_SAMPLED_BYTES] for page in pages])


def stored_sample(db: sqlite3.Connection) -> bytes:
    """The sample that the texts of this index are compressed behind; empty where they are without one."""
    row = db.execute(META, ("sample",)).fetchone()
    return row[0] if row else b""


def packer_of(sample: bytes) -> Packer:
    """What packs texts behind a sample, which is read here once for all of them."""
    if sample:
        return zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW_BEHIND_SAMPLE, _MEMORY, zdict=sample)
    return zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY)


def pack_text(passages: Passages, claims: Claims, packer: Packer) -> bytes:
    """Passages and claims as bytes."""
    packer = packer.copy()
    said = _bytes_of(passages, claims)
    return zlib.crc32(said).to_bytes(_SUM_BYTES, "little") + packer.compress(said) + packer.flush()


def _bytes_of(passages: Passages, claims: Claims) -> bytes:
    """By column, each heading once: what is alike stands together."""
    blocks, headings, lines, texts = zip(*passages) if passages else ((), (), (), ())
    distinct = {heading: at for at, heading in enumerate(dict.fromkeys(headings))}
    places = [distinct[heading] for heading in headings]
    columns = ("\n".join(blocks), [*distinct], places, lines, texts, claims)
    return json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def unpack_text(body: bytes, sample: bytes) -> tuple[Passages, Claims]:
    """What pack_text packed.  Raises sqlite3.DatabaseError where the index is damaged."""
    try:
        unpacker = zlib.decompressobj(_WINDOW_BEHIND_SAMPLE, sample) if sample else zlib.decompressobj(_WINDOW)
        said = unpacked(unpacker, body[_SUM_BYTES:])
        if zlib.crc32(said) != int.from_bytes(body[:_SUM_BYTES], "little"):
            raise ValueError("wrong sum")
        blocks, distinct, places, lines, texts, claims = parse_json(said.decode("utf-8", "surrogatepass"))
        passages = list(zip(blocks.split("\n"), [distinct[at] for at in places], lines, texts))
        return [_passage(*passage) for passage in passages], [_claim(*claim) for claim in claims]
    except (zlib.error, ValueError, TypeError, IndexError, AttributeError) as err:
        raise sqlite3.DatabaseError(f"damaged text: {err}") from err


def _passage(block: str, heading: str, line: int, text: str) -> tuple[str, str, int, str]:
    """A passage as it is kept.  Raises ValueError where it is none: the index may be a stranger's."""
    if not (isinstance(heading, str) and isinstance(line, int) and isinstance(text, str)):
        raise ValueError("no passage")
    return block, heading, line, text


def _claim(
    line: int, subject: str, relation: str, target: str, confidence: float, evidence: list[list[str]]
) -> tuple[int, str, str, str, float, list[tuple[str, str, str]]]:
    """A claim as it is kept.  Raises ValueError where it is none."""
    proofs = [(source, block, quote) for source, block, quote in evidence]
    if not (isinstance(line, int) and isinstance(confidence, (int, float))):
        raise ValueError("no claim")
    if not all(isinstance(word, str) for words in ((subject, relation, target), *proofs) for word in words):
        raise ValueError("no claim")
    return line, subject, relation, target, confidence, proofs


def unpacked(unpacker: Unpacker, packed: bytes) -> bytes:
    """What is packed, be it torn.  Raises ValueError where it is more than anything of ours, zlib.error for damage.

    A home may be a stranger's: a megabyte of it could unpack to a gigabyte.
    """
    data = unpacker.decompress(packed, max(_WHOLE, _TIMES * len(packed)))
    if unpacker.unconsumed_tail:
        raise ValueError(f"more than {len(data):,} bytes, when unpacked")
    return data


def text_of(db: sqlite3.Connection, page: int) -> tuple[Passages, Claims]:
    """Passages and claims of a page by its id; none of a file that is no page."""
    row = db.execute(f"SELECT body, ({SAMPLE}) FROM texts WHERE page = ?", (page,)).fetchone()
    return unpack_text(row[0], row[1] or b"") if row else ([], [])
