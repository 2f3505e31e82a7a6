"""One update of the index: in one transaction, but a long build in several, so that a killed one is gone on with.

While tables are being filled they bear no version, so that no reader takes them for an index.  What a build has
committed are pages with their text, words and names, links and claims; edges come last, out of what the tables hold.
So a build that goes on reads each file again and takes over those whose hash is known, and ends with the same rows.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from .indexing import Indexing
from .schema import META
from .sweep import OutrunError, store_stamps, sweep, written_at
from .tables import has_files, is_unfinished, make_tables, needs_tables

if TYPE_CHECKING:
    from .index import IndexOptions
    from .sweep import Sweep
    from .vault import Vault

BATCH_SECONDS = 8.0
"""Seconds of reading pages after which a build makes durable what it has: an interrupted one loses no more."""


class _OvertakenError(Exception):
    """Between two transactions of a build another process wrote."""


class Update:
    """Brings the tables behind a connection up to date with the vault."""

    def __init__(self, db: sqlite3.Connection, vault: Vault, options: IndexOptions) -> None:
        self._db, self._vault, self._options = db, vault, options
        self._batch = ""
        """What the last transaction of this build left in the tables, to be known by."""
        self._committed_at = 0.0

    def run(self, found: tuple[Sweep, int] | None, progress: Callable[[int, int], None] | None) -> tuple[int, bool]:
        """Return how many files were read, and whether the tables were made anew.

        found: what a sweep has found, and when the index had been written that it was compared with.  Raises
        OutrunError where it has been written since; without found the sweep is made with the index held.
        """
        self._db.execute("PRAGMA cache_size = -65536")
        self._db.execute("PRAGMA temp_store = MEMORY")
        while True:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                return self._run(found, progress)
            except _OvertakenError:
                # The other one has gone on with this build or ended it.
                continue
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def _run(self, found: tuple[Sweep, int] | None, progress: Callable[[int, int], None] | None) -> tuple[int, bool]:
        db, version = self._db, self._options.version
        # Into an index of nothing everything is written at once, as into none.
        if needs_tables(db, version) or not (is_unfinished(db) or has_files(db)):
            make_tables(db, version, link_weight=self._options.link_weight)
        builds = is_unfinished(db)
        is_known = found is not None and not builds
        if found is not None and is_known and found[1] != written_at(db):
            # Most likely with the same changes: that is looked up while nobody has to wait for the look.
            raise OutrunError
        swept = found[0] if found is not None and is_known else sweep(self._vault, db)
        self._committed_at = time.monotonic()
        indexing = Indexing(db, self._vault, self._options, builds=builds)
        written = indexing.apply(swept, progress, pause=self._pause if builds else lambda _: None)
        store_stamps(db, swept, unread=frozenset(indexing.unread))
        at_ns = max(time.time_ns(), written_at(db) + 1)
        facts = [("version", version), ("written", at_ns)]
        db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", facts)
        db.execute("DELETE FROM meta WHERE key IN ('unfinished', 'batch')")
        db.execute("COMMIT")
        return written, builds

    def _pause(self, flush: Callable[[], None]) -> None:
        """Make durable what the build has, once that is worth it."""
        if time.monotonic() - self._committed_at < BATCH_SECONDS:
            return
        flush()
        self._batch = f"{os.getpid()} {time.time_ns()}"
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('batch', ?)", (self._batch,))
        self._db.execute("COMMIT")
        self._db.execute("BEGIN IMMEDIATE")
        row = self._db.execute(META, ("batch",)).fetchone()
        if row is None or row[0] != self._batch:
            raise _OvertakenError
        self._committed_at = time.monotonic()
