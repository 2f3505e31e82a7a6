"""What opening a SQLite file takes beyond sqlite3.connect."""

from __future__ import annotations

import os
import sqlite3
import time

from .schema import META, TABLES

BUSY_SECONDS = 30.0
"""How long a connection waits for another process, and how long that may write nothing before it is given up."""
RACY_NS = 2_000_000_000
"""What was written within so many nanoseconds can be written again within the same tick of a coarse clock."""
TOLD_AFTER = 1.0
"""Seconds of waiting after which whoever waits is told for what."""
SIDE_FILES = ("", "-wal", "-shm", "-journal")
"""What stands behind the name of a database in the names of its files."""


def open_reading(path: str, version: str, seconds: float) -> sqlite3.Connection | None:
    """A read-only connection that sees one state of the index, or None when there is none of this version.

    seconds: how long it waits for another process.
    """
    if not os.path.exists(path):
        return None
    for options in ("mode=ro", "immutable=1"):
        connection = sqlite3.connect(
            f"file:{quoted_path(path)}?{options}",
            uri=True,
            isolation_level=None,
            timeout=seconds,
            # Whoever opened a knowledge base may close it, whichever thread asked.
            check_same_thread=False,
        )
        try:
            # What another process writes while a question is answered is for the next question.
            connection.execute("BEGIN")
            refuse_programs(connection)
            row = connection.execute(META, ("version",)).fetchone()
        except sqlite3.OperationalError as err:
            connection.close()
            if is_busy(err):
                raise
            if os.path.exists(path + "-journal"):
                # A first build was killed: whoever may write takes back what it had begun.
                return None
            if "unable to open" in str(err) or "readonly" in str(err):
                # A database in WAL mode opens on a read-only mount only as immutable.
                continue
            return None
        except BaseException:
            connection.close()
            raise
        if row is not None and row[0] == version:
            return connection
        connection.close()
        return None
    return None


def write_stamp(path: str) -> tuple[tuple[int, ...], ...] | None:
    """What differs once anybody has written a database; None where that cannot be told.

    As of files of the vault (sweep.py): what was written within two seconds could be written again unseen.
    """
    oldest = time.time_ns() - RACY_NS
    try:
        stats = [os.stat(path), os.stat(path + "-wal")]
    except OSError:
        return None
    if max(stat.st_mtime_ns for stat in stats) >= oldest:
        return None
    # Opening it changes the ctime of the log.  A connection is nothing that a process may hand down to a child.
    return ((os.getpid(),), *((stat.st_ino, stat.st_size, stat.st_mtime_ns) for stat in stats))


def open_writing(path: str, page_bytes: int, seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection that may write; the file is made where there is none.

    Raises sqlite3.OperationalError or OSError where none can.
    """
    is_new = not os.path.exists(path)
    if is_new:
        make_database(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=seconds)
    try:
        # Of a new file only.
        connection.execute(f"PRAGMA page_size = {page_bytes}")
        if not is_new:
            refuse_programs(connection)
            # What is appended to a new file stands in no journal, but would be written to a WAL and copied from it.
            use_wal(connection, seconds)
        connection.execute("PRAGMA synchronous = NORMAL")
        # Fails here, not in the middle, where the file or its folder cannot be written.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def refuse_programs(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError for a file with views or triggers that are not ours: they may run without end."""
    for (statement,) in connection.execute("SELECT sql FROM sqlite_master WHERE type IN ('trigger', 'view')"):
        if statement not in TABLES:
            raise sqlite3.DatabaseError("a database with such views or triggers is none of ours")


def make_database(path: str) -> None:
    """Make an empty file for a new database, with the permissions of any new file, which its side files take as well.

    SQLite's own are never for a group to write.  Raises OSError where it cannot be made.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o666))


def use_wal(connection: sqlite3.Connection, seconds: float = BUSY_SECONDS) -> None:
    """Switch to WAL.  Unlike other statements this one does not wait for a lock by itself."""
    until = time.monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as err:
            if not is_busy(err) or time.monotonic() > until:
                raise
            time.sleep(0.01)


def is_busy(err: sqlite3.Error) -> bool:
    return "locked" in str(err) or "busy" in str(err)


def quoted_path(path: str) -> str:
    """A path inside a URI.  urllib would cost a cold question 5 ms."""
    if os.name == "nt":
        path = "/" + path.replace("\\", "/")
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def remove_database(path: str) -> None:
    """Delete a database with its side files."""
    for suffix in SIDE_FILES:
        try:
            os.unlink(path + suffix)
        except FileNotFoundError:
            continue
