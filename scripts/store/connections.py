"""What opening a SQLite file takes beyond sqlite3.connect."""

from __future__ import annotations

import os
import time

from .sqlite import sqlite3

BUSY_SECONDS = 30.0
"""How long a connection waits for another process, and how long that may write nothing before it is given up."""
TOLD_AFTER = 1.0
"""Seconds of waiting after which whoever waits is told for what."""
SIDE_FILES = ("", "-wal", "-shm", "-journal")
"""What stands behind the name of a database in the names of its files."""


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
