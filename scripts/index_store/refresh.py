"""Open or make the index of a vault, bring it up to date before each question, and repair it by making it again."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from ..errors import DataError, IndexUnavailableError
from ..model import VectorRow
from ..wiki_store.files import Changes, sweep
from .database import (
    INDEX_NAME,
    LOCK_NAME,
    PLACE_BITS,
    create_database,
    finish_database,
    index_folder,
    open_database,
    remove_database,
)
from .port import IndexDamagedError, IndexReader
from .reader import VECTOR_MODEL, SqliteReader

_ELSEWHERE = "make room there, or name another folder in COMMONPLACE_CACHE"

LOCK_SECONDS = 900.0
"""Longest wait for another process that writes the index: the time that a first build of a large vault takes."""

PATIENT_SECONDS = 1.0
"""Seconds of waiting after which a message is printed."""

_HELD = ("locked", "busy")
"""Words of errors that another process holds the database."""

_NO_ROOM = ("full", "readonly", "unable to open", "disk I/O")
"""Words of errors that are no damage of the index: the disk is full, or can no longer be written."""

_PAGE_HASHES = "SELECT p.id, f.hash FROM pages AS p JOIN files AS f ON f.path = p.path"

T = TypeVar("T")

Progress = Callable[[int, int], None]
"""Called with the number of pages that are read, and of all pages to read."""


def open_index(vault: str, **options: Any) -> Index:
    """Open the index of a vault, brought up to date with its files; make it where there is none.

    options: as Index takes them.
    """
    index = Index(os.path.realpath(vault), **options)
    index.refresh()
    return index


def drop_index(vault: str, environ: Mapping[str, str] | None = None) -> None:
    """Delete the index of a vault: the next question makes it again."""
    folder = index_folder(os.path.realpath(vault), os.environ if environ is None else environ)
    if folder is not None:
        with _hold_lock(folder, _to_stderr):
            remove_database(os.path.join(folder, INDEX_NAME))


class Index:
    """The index of one vault.  Not for two threads at once."""

    def __init__(
        self,
        vault: str,
        *,
        folder: str = "",
        environ: Mapping[str, str] | None = None,
        max_page_bytes: int = 4_000_000,
        linked: Sequence[str] = (),
        progress: Progress | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        """folder: part of an adopted vault with machine-written notes.  environ: os.environ if not given.  tell: takes
        lines for a person; stderr if not given.  linked: see wiki_store.files.list_stamps.

        Raises DataError where the vault is gone, IndexUnavailableError where no index can be made.
        """
        self._vault, self._machine_folder, self._max_page_bytes = vault, folder, max_page_bytes
        self._linked = tuple(linked)
        self._progress, self._tell = progress, tell or _to_stderr
        try:
            place = index_folder(vault, os.environ if environ is None else environ)
        except FileNotFoundError as err:
            raise DataError("the vault is not there: moved, renamed or not mounted", path=vault) from err
        if place is None:
            raise IndexUnavailableError("no folder for an index can be written", hint=_ELSEWHERE)
        self._folder = place
        self.path = os.path.join(place, INDEX_NAME)
        """The file of the index."""
        self._open_connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        """Device and inode of the file that is open."""
        self._reader: SqliteReader | None = None

    @property
    def reader(self) -> IndexReader:
        """One consistent state of the index: that of the last refresh."""
        if self._reader is None:
            raise self._closed_error()
        return self._reader

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        connection, self._open_connection, self._reader = self._open_connection, None, None
        if connection is not None:
            connection.close()

    def answer(self, work: Callable[[IndexReader], T], *, sweep: bool = True) -> T:
        """Bring the index up to date and return the result of work.

        A damaged index is made again, and work is called once more.
        """
        self.refresh(sweep=sweep)
        try:
            return work(self.reader)
        except (IndexDamagedError, sqlite3.DatabaseError) as err:
            self._repair(err)
            return work(self.reader)
        finally:
            self._end_reading()

    def copy_tables(self, copy: Callable[[sqlite3.Connection], T]) -> T:
        """Bring the index up to date and return the result of copy, which reads one state of its tables."""
        return self.answer(lambda _: copy(self._connection))

    def refresh(self, *, sweep: bool = True) -> None:
        """Bring the index up to date with the vault and with other processes' writes; the reader is a new one then.

        sweep: False uses an existing index as it is.
        """
        try:
            self._refresh(sweep)
        except (IndexDamagedError, sqlite3.DatabaseError) as err:
            self._repair(err)

    def check(self) -> str:
        """Bring the index up to date and check its whole file; return the first error, "" for none."""
        self.refresh()
        try:
            found = str(self._connection.execute("PRAGMA integrity_check").fetchone()[0])
        except sqlite3.DatabaseError as err:
            found = str(err)
        return "" if found == "ok" else found.splitlines()[0]

    def rebuild(self, *, keeps_vectors: bool = True) -> None:
        """Make the index again from the vault; the vectors of unchanged pages stay."""
        self._make_index(replaces=True, keeps_vectors=keeps_vectors)

    def keep_vectors(self, model: str, vectors: Sequence[VectorRow]) -> None:
        """Store vectors of sections that still exist; those of another model are deleted.

        Vectors that cannot be stored are made again when they are needed: no error is raised.
        """
        self._end_reading()
        with suppress(sqlite3.DatabaseError), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            _store_vectors(self._connection, model, vectors)

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._open_connection is None:
            raise self._closed_error()
        return self._open_connection

    def _closed_error(self) -> IndexUnavailableError:
        return IndexUnavailableError("the index is not open", path=self.path)

    def _unwritable_error(self, error: Exception) -> IndexUnavailableError:
        return IndexUnavailableError(f"no index can be written: {error}", path=self._folder, hint=_ELSEWHERE)

    def _repair(self, error: Exception) -> None:
        """Make the index again after an error that its file caused; raise any other error."""
        if isinstance(error, sqlite3.ProgrammingError):
            raise error
        if isinstance(error, sqlite3.OperationalError):
            if any(word in str(error) for word in _HELD):
                reason = "another process has held the index for too long"
                raise IndexUnavailableError(reason, path=self.path) from error
            if any(word in str(error) for word in _NO_ROOM):
                raise self._unwritable_error(error) from error
        self._tell("the index was damaged and is made again")
        self.rebuild(keeps_vectors=False)

    def _refresh(self, wants_sweep: bool) -> None:
        self._end_reading()
        if not self._open_file():
            self._make_index(replaces=False)
            return
        if wants_sweep:
            # _update_tables checks that the index is still at the version that the files are compared with.
            version = self._data_version()
            changes = self._find_changes()
            if not changes.is_empty:
                self._update_tables(changes, version)
        self._connection.execute("BEGIN")
        self._reader = SqliteReader(self._connection)
        # SQLite fixes the state at the first read.
        self._reader.statistics()

    def _end_reading(self) -> None:
        """End the transaction of the reader: while it lasts, SQLite cannot empty the log of other writers."""
        self._reader = None
        if self._open_connection is not None and self._open_connection.in_transaction:
            self._open_connection.execute("ROLLBACK")

    def _open_file(self) -> bool:
        """Open the file, if another one is open; False where there is none, or it is of another version or options."""
        if self._open_connection is None or self._identity != _identity(self.path):
            self.close()
            self._open_connection = open_database(self.path, self._options)
            self._identity = _identity(self.path)
        return self._open_connection is not None

    def _find_changes(self) -> Changes:
        rows = self._connection.execute("SELECT path, size, mtime_ns, ctime_ns, inode FROM files")
        known = {path: (size, mtime, ctime, inode) for path, size, mtime, ctime, inode in rows}
        return sweep(self._vault, known, self._linked)

    def _data_version(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _update_tables(self, changes: Changes, version: int) -> None:
        with _hold_lock(self._folder, self._tell):
            if not self._open_file():
                raise IndexDamagedError("it was deleted while it was in use")
            with self._connection as connection:
                connection.execute("BEGIN IMMEDIATE")
                if self._data_version() != version:
                    # Another process wrote, most likely the same changes.
                    changes = self._find_changes()
                if not changes.is_empty:
                    self._write_changes(connection, changes)

    def _make_index(self, *, replaces: bool, keeps_vectors: bool = True) -> None:
        """Make the index anew, in a file that replaces the old one when it is complete.

        replaces: also replace one that can be opened.
        """
        self.close()
        try:
            with _hold_lock(self._folder, self._tell):
                # The process that had the lock may have made it.
                is_made = replaces or not self._open_file()
                if is_made:
                    self._build_file(keeps_vectors=keeps_vectors)
            if is_made and self._open_file():
                self._refresh(False)
        except (OSError, sqlite3.OperationalError) as err:
            if "fts5" in str(err):
                reason = f"this Python's SQLite ({sqlite3.sqlite_version}) has no FTS5"
                raise IndexUnavailableError(f"{reason}; use a Python whose sqlite3 has it", path=self.path) from err
            raise self._unwritable_error(err) from err
        if not is_made:
            self._refresh(True)
        elif self._reader is None:
            raise IndexUnavailableError("the index that was made cannot be opened", path=self.path)

    def _build_file(self, *, keeps_vectors: bool) -> None:
        """Write the whole vault into a new file, which then replaces the old one."""
        new = os.path.join(self._folder, "new.sqlite")
        remove_database(new)
        connection = create_database(new, self._options)
        try:
            self._write_changes(connection, sweep(self._vault, {}, self._linked))
            if keeps_vectors:
                _keep_old_vectors(connection, self.path)
            connection.execute("COMMIT")
            finish_database(connection, new)
        except BaseException:
            connection.close()
            remove_database(new)
            raise
        # SQLite must not take the old one's log for that of the new one.
        remove_database(self.path)
        os.replace(new, self.path)

    def _write_changes(self, connection: sqlite3.Connection, changes: Changes) -> None:
        # Reading pages needs the Markdown parser, which an unchanged vault does not.
        from .build import ReadOptions
        from .update import Update

        options = ReadOptions(self._machine_folder, self._max_page_bytes, self._linked)
        Update(connection, self._vault, options, changes).run(self._progress)

    @property
    def _options(self) -> str:
        return f"{self._max_page_bytes} {self._machine_folder}"


@contextmanager
def _hold_lock(folder: str, tell: Callable[[str], None]) -> Iterator[None]:
    import filelock  # as slow to import as a small question is to answer

    lock = filelock.FileLock(os.path.join(folder, LOCK_NAME), mode=0o600)
    try:
        lock.acquire(timeout=PATIENT_SECONDS)
    except filelock.Timeout:
        tell("waiting for another process that writes the index")
        try:
            lock.acquire(timeout=LOCK_SECONDS)
        except filelock.Timeout as err:
            raise IndexUnavailableError("another process has held the index for too long") from err
    try:
        yield
    finally:
        lock.release()


def _keep_old_vectors(connection: sqlite3.Connection, old: str) -> None:
    """Copy the vectors of unchanged pages from an old index, even of another version; those that cannot be read go.

    Vectors of a changed page are dropped: they could reveal text that was forgotten.
    """
    with suppress(sqlite3.DatabaseError, TypeError):
        with closing(sqlite3.connect(f"{Path(old).absolute().as_uri()}?mode=ro", uri=True)) as before:
            (model,) = before.execute("SELECT value FROM meta WHERE key = ?", (VECTOR_MODEL,)).fetchone()
            hashes, rows = dict(before.execute(_PAGE_HASHES)), before.execute("SELECT * FROM vectors").fetchall()
        pages = {page for page, digest in connection.execute(_PAGE_HASHES) if hashes.get(page) == digest}
        _store_vectors(connection, model, [VectorRow(*row) for row in rows if row[0] >> PLACE_BITS in pages])


def _store_vectors(connection: sqlite3.Connection, model: str, vectors: Sequence[VectorRow]) -> None:
    """Write vectors; delete those of another model."""
    known = connection.execute("SELECT value FROM meta WHERE key = ?", (VECTOR_MODEL,)).fetchone()
    if known != (model,):
        connection.execute("DELETE FROM vectors")
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (VECTOR_MODEL, model))
    # A section may be gone since its text was read.
    insert = "INSERT OR REPLACE INTO vectors SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM sections WHERE id = ?)"
    connection.executemany(insert, [(*row, row.section) for row in vectors])


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr)
