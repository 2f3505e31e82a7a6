"""The marks that a question is to be told of: graph/usage.sqlite, derived from the events of usage.jsonl.

It has the marks by the words of their questions, so that a question reads those that are about the same and not the
others, however many there are.  Whoever reads it brings it up to date first; deleted or damaged, it is made again.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from ..homes import parse_json
from .connections import is_busy, make_database, quoted_path, refuse_programs
from .usage import StoredMark, UsageLog, read_amendments, read_mark, remove_usage_index

VERSION = "1"
"""Of the tables and of how questions are read into words."""
NEWEST = 256
"""Marks looked at for each word of a question, the newest; what is older has faded, or is found by a rarer word."""
MOST = 64
"""Marks that a question is told of: those that share most of its words."""
BUSY_SECONDS = 5.0
"""How long another process is waited for; after that this call reads the events by itself."""

_TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE marks(number INTEGER PRIMARY KEY, id TEXT NOT NULL, time TEXT NOT NULL, question TEXT NOT NULL,
    words TEXT NOT NULL, targets TEXT NOT NULL, polarity REAL NOT NULL);
CREATE TABLE words(word TEXT, number INTEGER, PRIMARY KEY(word, number)) WITHOUT ROWID;
CREATE INDEX marks_by_id ON marks(id);
"""
_CHECKED = 64
"""Bytes before the place read up to that are compared: who rewrote the file wrote other ones there."""
_MEMORY = ":memory:"


class UsageReader:
    """The marks that are about what a question asks, out of the derived index, which is brought up to date first.

    words_of: the words that carry a question's topic, each with its stem.  Where the index cannot be written, as in a
    home that is read only, it is made in memory.
    """

    def __init__(self, graph_dir: str, words_of: Callable[[str], Sequence[tuple[str, str]]]) -> None:
        self._log, self._words_of = UsageLog(graph_dir), words_of
        self._db = self._open()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> UsageReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def about(self, stems: Sequence[str]) -> list[StoredMark]:
        """Marks given for questions with some of these stems, at most MOST, newest first.

        stems: the most telling first.  "" among them finds the marks that were given for no question.
        """
        newest = {stem: self._newest(stem) for stem in stems}
        found = sorted({number for numbers in newest.values() for number in numbers})
        shared = dict.fromkeys(found, 0)
        for worth, stem in zip(range(len(stems), 0, -1), stems):
            numbers = newest[stem]
            if len(numbers) == NEWEST:
                # Older marks may have this word too: a rarer one led to them.
                numbers = [*numbers, *self._among(stem, [number for number in found if number < numbers[-1]])]
            for number in numbers:
                shared[number] += worth
        best = sorted(shared, key=lambda number: (-shared[number], -number))[:MOST]
        return [mark for number in sorted(best, reverse=True) if (mark := self._mark(number)) is not None]

    def _newest(self, stem: str) -> list[int]:
        query = f"SELECT number FROM words WHERE word = ? ORDER BY number DESC LIMIT {NEWEST}"
        return [row[0] for row in self._db.execute(query, (stem,))]

    def _among(self, stem: str, numbers: Sequence[int]) -> list[int]:
        """Those of these marks whose question has this word."""
        listed = ",".join(map(str, numbers))
        query = f"SELECT number FROM words WHERE word = ? AND number IN ({listed})"
        return [row[0] for row in self._db.execute(query, (stem,))]

    def newest(self) -> Iterator[StoredMark]:
        """All marks, newest first."""
        for (number,) in self._db.execute("SELECT number FROM marks ORDER BY number DESC"):
            mark = self._mark(number)
            if mark is not None:
                yield mark

    def _mark(self, number: int) -> StoredMark | None:
        row = self._db.execute(
            "SELECT id, time, question, words, targets, polarity FROM marks WHERE number = ?", (number,)
        ).fetchone()
        if row is None:
            return None
        id_, time, question, words, targets, polarity = row
        pairs = tuple((word, stem) for word, stem in parse_json(words))
        return StoredMark(id_, time, question, pairs, tuple(parse_json(targets)), polarity)

    def _open(self) -> sqlite3.Connection:
        """The index, up to date."""
        for path in (self._log.index_path, self._log.index_path):
            try:
                return self._opened(path)
            except (sqlite3.DatabaseError, OSError) as err:
                if isinstance(err, sqlite3.DatabaseError) and is_busy(err):
                    break
                # Damaged, or not to be written: it is derived, so it is made again, in memory in the end.
                with suppress(OSError):
                    remove_usage_index(path)
        return self._opened(_MEMORY)

    def _opened(self, path: str) -> sqlite3.Connection:
        if path != _MEMORY and not os.path.exists(path):
            make_database(path)
        target = path if path == _MEMORY else f"file:{quoted_path(path)}"
        db = sqlite3.connect(target, uri=path != _MEMORY, isolation_level=None, timeout=BUSY_SECONDS)
        try:
            refuse_programs(db)
            self._update(db)
        except BaseException:
            db.close()
            raise
        return db

    def _update(self, db: sqlite3.Connection) -> None:
        """Read what was appended since; all of it where the file is not the one that was read."""
        if self._known(db) == self._log.size():
            return
        db.execute("BEGIN IMMEDIATE")
        try:
            known = self._known(db)
            if known < 0:
                for table in ("meta", "marks", "words"):
                    db.execute(f"DROP TABLE IF EXISTS {table}")
                for statement in _TABLES.strip().split(";\n"):
                    db.execute(statement)
            self._read_on(db, max(known, 0))
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise

    def _known(self, db: sqlite3.Connection) -> int:
        """Up to where the file is in the index; -1 where the index is none of this file's."""
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone() is None:
            return -1
        facts = dict(db.execute("SELECT key, value FROM meta").fetchall())
        if facts.get("version") != VERSION:
            return -1
        end = facts.get("end")
        return end if isinstance(end, int) and self._before(end) == facts.get("before") else -1

    def _before(self, end: int) -> bytes:
        """The bytes before this place of the file."""
        start = max(0, end - _CHECKED)
        return self._log.read(start, end - start)

    def _read_on(self, db: sqlite3.Connection, start: int) -> None:
        data = self._log.read(start)
        # A line without an end may be growing: it is read when it is whole.
        end = start + data.rfind(b"\n") + 1
        for line in data[: end - start].splitlines():
            try:
                event = parse_json(line)
            except ValueError:
                continue
            if isinstance(event, dict):
                self._enter(db, event)
        facts = [("version", VERSION), ("end", end), ("before", self._before(end))]
        db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", facts)

    def _enter(self, db: sqlite3.Connection, event: dict[str, Any]) -> None:
        mark = read_mark(event)
        if mark is not None:
            words = list(self._words_of(mark.question)) if mark.question else []
            row = (
                mark.id,
                mark.time,
                mark.question,
                json.dumps(words, ensure_ascii=False, sort_keys=True),
                json.dumps(mark.targets, ensure_ascii=False, sort_keys=True),
                mark.polarity,
            )
            number = db.execute("INSERT INTO marks VALUES (NULL, ?, ?, ?, ?, ?, ?)", row).lastrowid
            stems = {stem for _, stem in words} if mark.question else {""}
            db.executemany("INSERT INTO words VALUES (?, ?)", [(stem, number) for stem in sorted(stems)])
        for id_, polarity in read_amendments(event):
            db.execute("UPDATE marks SET polarity = ? WHERE id = ?", (polarity, id_))
