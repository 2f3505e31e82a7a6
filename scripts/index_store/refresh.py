"""The index of a vault: opened or made, brought up to date before each question, made again where it is damaged."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
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
    is_busy,
    open_database,
    remove_database,
)
from .port import IndexDamagedError, IndexReader
from .reader import VECTOR_MODEL, SqliteReader

_ELSEWHERE = "make room there, or name another folder in COMMONPLACE_CACHE"

LOCK_SECONDS = 900.0
"""How long a process waits for another one that writes the index: as long as a first build of a large vault takes."""

PATIENT_SECONDS = 1.0
"""After this wait it says what it waits for."""

_NO_ROOM = ("full", "readonly", "unable to open", "disk I/O")
"""Words of errors that are no fault of the index: the disk is full, or can no longer be written."""

_PAGE_HASHES = "SELECT p.id, f.hash FROM pages AS p JOIN files AS f ON f.path = p.path"

T = TypeVar("T")

Progress = Callable[[int, int], None]
"""Told how many of how many pages are read."""


def open_index(vault: str, *, sweep: bool = True, **options: Any) -> Index:
    """Open the index of a vault, brought up to date with its files; make it where there is none.

    sweep: False opens an index that is there as it is.  options: as Index takes them.
    """
    index = Index(os.path.realpath(vault), **options)
    index.refresh(sweep=sweep)
    return index


def drop_index(vault: str, environ: Mapping[str, str] | None = None) -> None:
    """Delete the index of a vault: the next question makes it again."""
    environ = os.environ if environ is None else environ
    folder = index_folder(os.path.realpath(vault), environ)
    if folder is not None:
        with _lock(folder, _to_stderr):
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
        lines for a person, who else reads them on stderr.  linked: see wiki_store.files.list_stamps.

        Raises DataError where the vault is gone, IndexUnavailableError where no index can be made.
        """
        environ = os.environ if environ is None else environ
        self._vault, self._machine_folder, self._max_page_bytes = vault, folder, max_page_bytes
        self._linked = tuple(linked)
        self._progress, self._tell = progress, tell or _to_stderr
        try:
            place = index_folder(vault, environ)
        except FileNotFoundError as err:
            raise DataError("the vault is not there: moved, renamed or not mounted", path=vault) from err
        if place is None:
            raise IndexUnavailableError("no folder for an index can be written", hint=_ELSEWHERE)
        self._folder = place
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        """Device and inode of the file that is open."""
        self._version = 0
        """What SQLite calls the state of the file that the vault was last compared with."""
        self._reader: SqliteReader | None = None

    @property
    def path(self) -> str:
        """Where the index lies."""
        return os.path.join(self._folder, INDEX_NAME)

    @property
    def reader(self) -> IndexReader:
        """One consistent state of the index: that of the last refresh."""
        if self._reader is None:
            raise IndexUnavailableError("the index is not open", path=self.path)
        return self._reader

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        connection, self._connection, self._reader = self._connection, None, None
        if connection is not None:
            connection.close()

    def answer(self, work: Callable[[IndexReader], T], *, sweep: bool = True) -> T:
        """Bring the index up to date and return what work makes of it.

        Where the index turns out to be damaged it is made again, and work is called once more.
        """
        self.refresh(sweep=sweep)
        try:
            return work(self.reader)
        except (IndexDamagedError, sqlite3.DatabaseError) as err:
            self._mend(err)
            return work(self.reader)
        finally:
            self._end_reading()

    def copy_tables(self, copy: Callable[[sqlite3.Connection], T]) -> T:
        """Bring the index up to date and return what copy makes of its tables, of one state."""
        return self.answer(lambda _: copy(self._open_connection()))

    def refresh(self, *, sweep: bool = True) -> None:
        """Bring the index up to date with the vault, and see what other processes wrote.

        sweep: False leaves an index as it is that was made before.  The reader is a new one afterwards.
        """
        try:
            self._refresh(sweep)
        except (IndexDamagedError, sqlite3.DatabaseError) as err:
            self._mend(err)

    def check(self) -> str:
        """Bring the index up to date and look through its whole file; return what is wrong with it, "" for nothing."""
        self.refresh()
        try:
            found = str(self._open_connection().execute("PRAGMA integrity_check").fetchone()[0])
        except sqlite3.DatabaseError as err:
            found = str(err)
        return "" if found == "ok" else found.splitlines()[0]

    def rebuild(self) -> None:
        """Make the index again from the vault; the vectors of pages that are as they were stay."""
        self._rebuild(damaged=False, always=True)

    def keep_vectors(self, model: str, vectors: Sequence[VectorRow]) -> None:
        """Store vectors of sections that are still there; those of another model go.

        What cannot be stored now is made again when it is needed: no error is raised.
        """
        self._end_reading()
        try:
            connection = self._open_connection()
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                store_vectors(connection, model, vectors)
        except sqlite3.DatabaseError:
            return

    def _mend(self, error: Exception) -> None:
        """Make the index again after an error that its file caused; raise any other error."""
        if isinstance(error, sqlite3.ProgrammingError):
            raise error
        if isinstance(error, sqlite3.Error) and is_busy(error):
            reason = "another process has held the index for too long"
            raise IndexUnavailableError(reason, path=self.path) from error
        if isinstance(error, sqlite3.OperationalError) and any(word in str(error) for word in _NO_ROOM):
            raise self._unwritable(error) from error
        self._rebuild(damaged=True)

    def _unwritable(self, error: Exception) -> IndexUnavailableError:
        return IndexUnavailableError(f"no index can be written: {error}", path=self._folder, hint=_ELSEWHERE)

    def _refresh(self, wants_sweep: bool) -> None:
        self._end_reading()
        if not self._is_open():
            self.close()
            if not self._open():
                self._rebuild(damaged=False)
                return
        connection = self._open_connection()
        if wants_sweep:
            changes = self._sweep(connection)
            if not changes.is_empty:
                self._update(changes)
        self._begin_reading()

    def _is_open(self) -> bool:
        """Tell whether the file that is open is still the one that lies there."""
        return self._connection is not None and self._identity == _identity(self.path)

    def _open(self) -> bool:
        """Open the file; False where there is none, or it was made by another version or for other options."""
        connection = open_database(self.path, self._options_key())
        self._connection, self._identity = connection, _identity(self.path)
        return connection is not None

    def _sweep(self, connection: sqlite3.Connection) -> Changes:
        # Whether what it is compared with is still what is stored is asked before it is written.
        self._version = connection.execute("PRAGMA data_version").fetchone()[0]
        rows = connection.execute("SELECT path, size, mtime_ns, ctime_ns, inode FROM files")
        known = {path: (size, mtime, ctime, inode) for path, size, mtime, ctime, inode in rows}
        return sweep(self._vault, known, self._linked)

    def _update(self, changes: Changes) -> None:
        with _lock(self._folder, self._tell):
            if not self._is_open():
                # Another process made it again meanwhile.
                self.close()
                if not self._open():
                    raise IndexDamagedError("it was deleted while it was in use")
            connection = self._open_connection()
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                if connection.execute("PRAGMA data_version").fetchone()[0] != self._version:
                    # Another process wrote, most likely the same changes.
                    changes = self._sweep(connection)
                if not changes.is_empty:
                    self._write(connection, changes)

    def _rebuild(self, *, damaged: bool, always: bool = False) -> None:
        """Make the index from nothing, in a new file that takes the old one's place when it is complete.

        always: even where there is one that can be opened.
        """
        self.close()
        if damaged:
            self._tell("the index was damaged and is made again")
        try:
            with _lock(self._folder, self._tell):
                is_made = False
                if not (damaged or always):
                    # Whoever had the lock may have made it.
                    with suppress(sqlite3.DatabaseError):
                        is_made = self._open()
                if not is_made:
                    self._build_file(keeps_vectors=not damaged)
            if not is_made and self._open():
                self._begin_reading()
        except (OSError, sqlite3.OperationalError) as err:
            self.close()
            if "fts5" in str(err):
                reason = f"this Python's SQLite ({sqlite3.sqlite_version}) has no FTS5"
                raise IndexUnavailableError(f"{reason}; use a Python whose sqlite3 has it", path=self.path) from err
            raise self._unwritable(err) from err
        if is_made:
            self._refresh(True)
        elif self._reader is None:
            raise IndexUnavailableError("the index that was made cannot be opened", path=self.path)

    def _build_file(self, *, keeps_vectors: bool) -> None:
        """Write the whole vault into a new file, which then takes the place of the old one."""
        new = os.path.join(self._folder, "new.sqlite")
        remove_database(new)
        connection = create_database(new)
        try:
            self._write(connection, sweep(self._vault, {}, self._linked))
            if keeps_vectors:
                _keep_old_vectors(connection, self.path)
            connection.execute("COMMIT")
            finish_database(connection, new)
        except BaseException:
            connection.close()
            remove_database(new)
            raise
        # The old one's log must not be taken for that of the new one.
        remove_database(self.path)
        os.replace(new, self.path)

    def _write(self, connection: sqlite3.Connection, changes: Changes) -> None:
        # Reading pages needs the Markdown parser, which an unchanged vault does not.
        from .build import ReadOptions
        from .update import Update

        options = ReadOptions(self._machine_folder, self._max_page_bytes, self._linked)
        Update(connection, self._vault, options, changes).run(self._progress)
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('options', ?)", (self._options_key(),))

    def _options_key(self) -> str:
        return f"{self._max_page_bytes} {self._machine_folder}"

    def _open_connection(self) -> sqlite3.Connection:
        if self._connection is None:
            raise IndexUnavailableError("the index is not open", path=self.path)
        return self._connection

    def _begin_reading(self) -> None:
        connection = self._open_connection()
        connection.execute("BEGIN")
        self._reader = SqliteReader(connection)
        # The state is fixed by the first read.
        self._reader.statistics()

    def _end_reading(self) -> None:
        """End the state that is held: while it is, the log of what others write cannot be emptied."""
        self._reader = None
        if self._connection is not None and self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


@contextmanager
def _lock(folder: str, tell: Callable[[str], None]) -> Iterator[None]:
    """Hold the lock of those that write the index in a folder."""
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
    """Copy the vectors of pages that are as they were from an index, be it another version's; what cannot be read goes.

    Of a page that changed none may stay: what was forgotten could be told from it.
    """
    with suppress(sqlite3.DatabaseError, TypeError):
        with closing(sqlite3.connect(f"{Path(old).absolute().as_uri()}?mode=ro", uri=True)) as before:
            (model,) = before.execute("SELECT value FROM meta WHERE key = ?", (VECTOR_MODEL,)).fetchone()
            hashes, rows = dict(before.execute(_PAGE_HASHES)), before.execute("SELECT * FROM vectors").fetchall()
        pages = {page for page, digest in connection.execute(_PAGE_HASHES) if hashes.get(page) == digest}
        store_vectors(connection, model, [VectorRow(*row) for row in rows if row[0] >> PLACE_BITS in pages])


def store_vectors(connection: sqlite3.Connection, model: str, vectors: Sequence[VectorRow]) -> None:
    """Write vectors; those that another model made go."""
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
