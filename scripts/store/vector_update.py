"""Making the vectors that are missing: in batches, each kept as it is done, nothing twice."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from .page_texts import text_of
from .schema import META
from .vector_rows import IDLE, TABLE, WANTING, count_vectors, is_of

if TYPE_CHECKING:
    from ..semantic.embedders import Embedder
    from .index import Index

BATCH = 128
"""Texts that are embedded together, and written as soon as their pages are whole: a few seconds of work."""
PART = 800
"""Characters that are embedded at a time, with the title some 200 pieces: small models read 256 and skip the rest.  A
longer passage has a vector for each part, and is as like a question as its likest part is."""

_DIGEST = 16
# Up to PART characters that end where a word does; of what has no blanks, just as many.
_PART = re.compile(rf"\S.{{0,{PART - 1}}}(?!\S)|\S.{{{PART - 1}}}", re.DOTALL)
_WORD = re.compile(r"\w")
_PASSING = ("locked", "busy", "full", "readonly")
"""Words of SQLite for what is no fault of the index."""


def update_vectors(index: Index, embedder: Embedder, progress: Callable[[int, int], None] | None) -> int:
    """Give every passage its vector, and drop those of passages that are gone; return how many were computed.

    Each batch is kept as it is done: an interrupted run goes on where it stopped.  A passage whose text has not
    changed keeps its vector, in whatever page it stands now.  Where the index cannot be written, as in a home that is
    read only, nothing is done.
    """
    if not _is_due(index.connection(), embedder.name) or _is_in_memory(index.connection()):
        return 0
    # Before anything is written: an embedder that is not there changes nothing.
    embedder.load()
    try:
        writing = index.open_writing()
    except (sqlite3.OperationalError, OSError):
        return 0
    update = _Update(writing, embedder)
    try:
        if writing.execute(META, ("version",)).fetchone() == (index.options.version,):
            update.run(progress)
    except sqlite3.OperationalError as err:
        # Another process writes for long, or the disk is full: what is done is kept, the next question goes on.
        if not any(word in str(err) for word in _PASSING):
            raise
    finally:
        writing.close()
    index.reopen()
    return update.computed


def _is_due(db: sqlite3.Connection, embedder: str) -> bool:
    if not is_of(db, embedder):
        return True
    return any(db.execute(f"SELECT 1 {found} LIMIT 1").fetchone() for found in (WANTING, IDLE))


def _is_in_memory(db: sqlite3.Connection) -> bool:
    return not db.execute("PRAGMA database_list").fetchone()[2]


class _Page(NamedTuple):
    """A page that wants vectors."""

    id: int
    path: str
    hash: bytes
    ordinals: tuple[int, ...]
    texts: tuple[str, ...]
    digests: tuple[bytes, ...]
    passages: int


class _Update:
    def __init__(self, db: sqlite3.Connection, embedder: Embedder) -> None:
        self.db, self.embedder = db, embedder
        self.computed = 0
        self._kept: dict[bytes, bytes] = {}
        """Vectors whose page is gone or changed, by the digest of their text."""

    def run(self, progress: Callable[[int, int], None] | None) -> None:
        self._prepare()
        total, done = count_vectors(self.db, self.embedder.name).wanting, 0
        while pages := self._next_pages():
            made: dict[bytes, bytes] = {}
            texts = {digest: text for page in pages for digest, text in zip(page.digests, page.texts)}
            if progress is not None:
                progress(done, total)
            missing = list(texts)
            for at in range(0, len(missing), BATCH):
                made.update(self._vectors({digest: texts[digest] for digest in missing[at : at + BATCH]}))
            self._write(pages, made)
            done += sum(page.passages for page in pages)
        self.db.execute(f"DELETE FROM vectors WHERE page IN (SELECT v.page {IDLE})")

    def _prepare(self) -> None:
        """Make the table, empty of another embedder's vectors, and remember those that no page has any more."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            if not is_of(self.db, self.embedder.name):
                self.db.execute("DROP TABLE IF EXISTS vectors")
                self.db.execute("INSERT OR REPLACE INTO meta VALUES ('embedder', ?)", (self.embedder.name,))
            self.db.execute(TABLE)
            self.db.execute("COMMIT")
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        for texts, vectors in self.db.execute(f"SELECT v.texts, v.vectors {IDLE}"):
            count = len(texts) // _DIGEST
            size = len(vectors) // max(1, count)
            for at in range(count):
                self._kept[texts[at * _DIGEST : (at + 1) * _DIGEST]] = vectors[at * size : (at + 1) * size]

    def _next_pages(self) -> list[_Page]:
        """The next pages without vectors: up to a batch of passages, or one long page."""
        pages: list[_Page] = []
        taken = 0
        for id_, path, digest, title in self.db.execute(
            f"SELECT f.id, f.path, f.hash, p.title {WANTING} LIMIT {BATCH}"
        ).fetchall():
            passages, _ = text_of(self.db, id_)
            found = [(at, text) for at, row in enumerate(passages) for text in embedded_texts(title, row[3])]
            taken += len(found)
            if pages and taken > BATCH:
                break
            ordinals, texts = tuple(at for at, _ in found), tuple(text for _, text in found)
            pages.append(_Page(id_, path, digest, ordinals, texts, tuple(map(_digest, texts)), len(passages)))
        return pages

    def _vectors(self, texts: dict[bytes, str]) -> dict[bytes, bytes]:
        from ..semantic.vectors import pack

        missing = [digest for digest in texts if digest not in self._kept]
        vectors = self.embedder.vectors([texts[digest] for digest in missing]) if missing else []
        self.computed += len(missing)
        made = dict(zip(missing, map(pack, vectors)))
        return {digest: made[digest] if digest in made else self._kept[digest] for digest in texts}

    def _write(self, pages: list[_Page], made: dict[bytes, bytes]) -> None:
        from ..semantic.vectors import square

        rows = []
        for page in pages:
            vectors = [made[digest] for digest in page.digests]
            blobs = (array("I", page.ordinals), b"".join(page.digests), array("Q", map(square, vectors)))
            rows.append((page.id, page.path, page.hash, *map(bytes, blobs), b"".join(vectors)))
        self.db.execute("BEGIN IMMEDIATE")
        try:
            self.db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            self.db.execute("COMMIT")
        except BaseException:
            self.db.execute("ROLLBACK")
            raise


def embedded_texts(title: str, text: str) -> list[str]:
    """What of a passage is embedded: its text, in parts where it is long, each under the title of its page."""
    parts = [match.group() for match in _PART.finditer(text)]
    return [f"{title}\n{part}" for part in parts if _WORD.search(part)]


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()
