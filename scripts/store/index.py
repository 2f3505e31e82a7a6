"""The index: derived from the vault, brought up to date before every question, dropped and made again when in doubt."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError, IndexUnavailableError
from .connections import (
    BUSY_SECONDS,
    TOLD_AFTER,
    is_busy,
    open_reading,
    open_writing,
    remove_database,
    use_wal,
    write_stamp,
)
from .schema import PAGE_BYTES, VERSION
from .sweep import OutrunError, Sweep, has_same_names, sweep, written_at

if TYPE_CHECKING:
    from ..pages.page_model import Issue
    from .patience import Patience
    from .vault import Vault

INDEX = "index.sqlite"
_KEPT_KIB = 64 * 1024
"""What a process that asks again keeps of the file: SQLite's two megabytes are read anew for each question."""
_LOOKS = 3
"""Times that the vault is swept while others write the index; then its writers have to wait for a sweep."""


class IndexOptions(NamedTuple):
    """What the content of the index depends on beside the vault; a change builds it again."""

    folder: str = ""
    """Part of the vault with machine-written notes."""
    link_weight: float = 0.5
    skipped: frozenset[str] = frozenset()
    """Paths that are no knowledge: the generated catalog and the log."""
    max_page_bytes: int = 20_000_000

    @property
    def version(self) -> str:
        return f"{VERSION}|{self.folder}|{self.link_weight!r}|{'|'.join(sorted(self.skipped))}|{self.max_page_bytes}"


class Refresh(NamedTuple):
    """What a refresh did."""

    written: int
    """Pages and files read again, or gone."""
    rebuilt: bool
    in_memory: bool
    """The home cannot be written: the up-to-date index lives in this process only."""


class Index:
    """One index over one vault.  Not shared between threads."""

    def __init__(self, vault: Vault, graph_dir: str, options: IndexOptions) -> None:
        self.vault, self.options = vault, options
        self.path = os.path.join(graph_dir, INDEX)
        self._connection: sqlite3.Connection | None = None
        self._stamp: tuple[tuple[int, ...], ...] | None = None
        """What the file was like when the open connection was opened; None where that cannot be told."""
        self._found: tuple[Sweep, int] | None = None
        """What a sweep found to be different, and when the index had been written that it was compared with."""
        self._busy_seconds = TOLD_AFTER

    def connection(self) -> sqlite3.Connection:
        """The open connection; refresh() opens it."""
        if self._connection is None:
            raise IndexUnavailableError("the index is not open", path=self.path)
        if not self._connection.in_transaction:
            self._connection.execute("BEGIN")
        return self._connection

    def rest(self) -> None:
        """Hold no state until the next call: while one is held, the log of what others write is not emptied."""
        if self._connection is not None and self._connection.in_transaction:
            self._connection.execute("COMMIT")

    def close(self) -> None:
        """Let go of the file."""
        self._release()

    def _release(self) -> None:
        # Forgotten first: who breaks off in between leaves no closed connection to be taken for a damaged index.
        connection, self._connection, self._stamp = self._connection, None, None
        if connection is not None:
            connection.close()

    def refresh(
        self,
        *,
        rebuild: bool = False,
        progress: Callable[[int, int], None] | None = None,
        tell: Callable[[str], None] = lambda _: None,
    ) -> Refresh:
        """Make the index agree with the vault and open it for reading, as it is at this moment.

        Reads only files whose stamp changed.  progress is told (files done, files in all) while many are read, tell
        what is waited for: a process that writes the index, as long as it does.
        Raises IndexUnavailableError without FTS5 or for an index that is kept, DataError for an unreadable folder.
        """
        patience: Patience | None = None
        self._busy_seconds, is_damaged, looks = TOLD_AFTER, False, 0
        while True:
            self._found = None
            try:
                if not rebuild and self._is_current():
                    return Refresh(0, False, False)
                self._release()
                looks += 1
                if looks > _LOOKS:
                    self._found = None
                return self._update(rebuild, progress)
            except OutrunError:
                continue
            except sqlite3.DatabaseError as err:
                self._release()
                if is_busy(err):
                    from .patience import LOOK_SECONDS, Patience

                    patience = patience or Patience(self.path, tell)
                    patience.go_on(err)
                    # What was to go is gone: what is there now, the other process has begun since.
                    self._busy_seconds, rebuild = LOOK_SECONDS, False
                elif is_damaged:
                    raise IndexUnavailableError(f"the index cannot be built: {err}", path=self.path) from err
                else:
                    # Damaged or not ours: it is derived, so it is made again.
                    rebuild = is_damaged = True

    def _is_current(self) -> bool:
        """Open the stored index; False when there is none or the vault has changed."""
        if not self._open_latest():
            return False
        try:
            found = sweep(self.vault, self.connection())
        except DataError:
            self._release()
            raise
        is_current = found.is_clean or (found.is_doubt_alone and self._are_as_read("path", found.doubted))
        if not is_current:
            self._found = found, written_at(self.connection())
        return is_current

    def open_unswept(self) -> bool:
        """Open the stored index without a look at the files; False when there is none or a name came or went.

        What was written in place since the last sweep is not noticed: ask has_as_read about what was used.
        """
        try:
            if self._open_latest() and has_same_names(self.vault, self.connection()):
                return True
        except sqlite3.DatabaseError:
            pass  # whatever is wrong with the index, refresh() meets it too, and mends it or says so
        self._release()
        return False

    def has_as_read(self, files: Iterable[int]) -> bool:
        """Whether these files still have the bytes that the index was made from."""
        return self._are_as_read("id", files)

    def _are_as_read(self, column: str, values: Iterable[int | str]) -> bool:
        from hashlib import blake2b

        asked = list(values)
        query = f"SELECT f.path, f.hash FROM json_each(?) CROSS JOIN files f ON f.{column} = value"
        try:
            rows = self.connection().execute(query, (json.dumps(asked),)).fetchall()
            return len(rows) == len(asked) and all(
                blake2b(self.vault.read_found(path), digest_size=16).digest() == known for path, known in rows
            )
        except (DataError, UnicodeEncodeError):
            # Not there or not readable any more, or of a name that is no text and so in no index.
            return False

    def _update(self, rebuild: bool, progress: Callable[[int, int], None] | None, *, tries: int = 3) -> Refresh:
        try:
            writing = self.open_writing(rebuild, busy_seconds=self._busy_seconds)
        except (sqlite3.OperationalError, OSError) as err:
            if isinstance(err, sqlite3.Error) and is_busy(err):
                raise
            return self._update_in_memory(rebuild, progress)
        try:
            written, rebuilt = self._write(writing, progress)
            use_wal(writing)
        except sqlite3.OperationalError as err:
            writing.close()
            if "full" not in str(err) and "readonly" not in str(err):
                raise
            if "readonly" in str(err) and tries:
                # Another process has dropped the file and makes it anew.
                return self._update(False, progress, tries=tries - 1)
            # No room for it on the disk, or none may be written: this call is answered all the same.
            return self._update_in_memory("full" in str(err), progress)
        finally:
            writing.close()
        try:
            self.reopen()
        except IndexUnavailableError:
            if not tries:
                raise
            # Another process found the index damaged and dropped it, with what was written here.
            return self._update(False, progress, tries=tries - 1)
        return Refresh(written, rebuilt, False)

    def reopen(self) -> None:
        """Open the stored index for reading, as it is at this moment."""
        self._release()
        if not self._open_latest():
            raise IndexUnavailableError("the index vanished while it was opened", path=self.path, hint="try again")

    def _open_latest(self) -> bool:
        """Have the stored index open as it is at this moment; False when there is none.

        A process that asks again keeps its connection, with what that has read, while nobody writes the file.
        """
        stamp = write_stamp(self.path)
        if self._connection is not None and stamp is not None and stamp == self._stamp:
            # Not when it is opened: who asks once reads little twice, and would pay for the room.
            self.connection().execute(f"PRAGMA cache_size = -{_KEPT_KIB}")
            return True
        self._release()
        self._connection = self._open_reading()
        self._stamp = stamp if stamp == write_stamp(self.path) else None
        return self._connection is not None

    def _open_reading(self) -> sqlite3.Connection | None:
        """A read-only connection that sees one state of the index, or None when there is no usable one."""
        return open_reading(self.path, self.options.version, self._busy_seconds)

    def open_writing(self, rebuild: bool = False, *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
        """Another connection, which may write.  Raises sqlite3.OperationalError or OSError where none can."""
        from .graph_folder import close_to_others, make_graph_folder

        make_graph_folder(os.path.dirname(self.path))
        close_to_others(os.path.dirname(self.path), self.vault.root)
        if rebuild:
            remove_database(self.path)
        return open_writing(self.path, PAGE_BYTES, busy_seconds)

    def _update_in_memory(self, rebuild: bool, progress: Callable[[int, int], None] | None) -> Refresh:
        # Ours at once: whoever opens or closes the index next lets go of it, where it could not be filled.
        memory = self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        stored = None if rebuild else self._open_reading()
        if stored is not None:
            try:
                stored.backup(memory)
            finally:
                stored.close()
        written, rebuilt = self._write(memory, progress)
        return Refresh(written, rebuilt, True)

    def _write(self, db: sqlite3.Connection, progress: Callable[[int, int], None] | None) -> tuple[int, bool]:
        """Bring the tables up to date; return how many files were read, and whether the tables were made anew."""
        from .updating import Update

        return Update(db, self.vault, self.options).run(self._found, progress)

    def state(self) -> int:
        """What tells this state of the index from every other one of this home."""
        return written_at(self.connection())

    def issues(self) -> list[Issue]:
        """What reading the pages found, by path and line."""
        from ..pages.page_model import Issue

        rows = self.connection().execute(
            "SELECT rule, message, path, line FROM issues ORDER BY path, line, rule, message"
        )
        return [Issue(*row) for row in rows]
