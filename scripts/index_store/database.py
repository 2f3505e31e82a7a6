"""The file of an index: where it lies, how it is made, opened and removed.

It lies in the cache folder of whoever asks, never in a home or a vault, which may be a stranger's: what lies there was
made by this user on this machine, so that SQLite never opens a file that somebody else wrote.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import stat
import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ..homes import cache_folder
from .schema import SCHEMA_VERSION, TABLES

INDEX_NAME = "index.sqlite"
LOCK_NAME = "index.lock"
SIDE_FILES = ("-journal", "-wal", "-shm")

BUSY_SECONDS = 30.0
"""How long SQLite waits for another process's lock.  Writers wait for each other elsewhere, and longer."""

MAX_VALUE_BYTES = 256 * 1024 * 1024
"""Of one value in the index: an answer to a crafted length that asks for gigabytes."""

_CACHE_KIB = 32 * 1024
_HASH_BYTES = 16 * 1024 * 1024
"""What FTS5 gathers before it writes; it asks for a megabyte by itself."""

_INDEX = "CREATE INDEX "


class OtherVersionError(Exception):
    """The file is no index that this version of the package made."""


def create_database(path: str) -> sqlite3.Connection:
    """Make the tables of an index, without indexes, in a new file.

    Until finish_database() nothing is durable: a file that is left behind is none.
    """
    connection = _connect(path)
    connection.execute("PRAGMA page_size = 4096")
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    for statement in TABLES:
        if not statement.startswith(_INDEX):
            connection.execute(statement)
    for table in ("page_words", "section_words", "passage_words"):
        connection.execute(f"INSERT INTO {table}({table}, rank) VALUES ('hashsize', {_HASH_BYTES})")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    return connection


def create_indexes(connection: sqlite3.Connection) -> None:
    """Make the indexes of tables that have none yet: after their rows, which is faster than row by row."""
    for statement in TABLES:
        if statement.startswith(_INDEX):
            connection.execute(statement.replace(_INDEX, f"{_INDEX}IF NOT EXISTS ", 1))


def finish_database(connection: sqlite3.Connection, path: str) -> None:
    """Make a new database durable and close it."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def open_database(path: str) -> sqlite3.Connection:
    """Open the index in a file.

    Raises FileNotFoundError where there is none, OtherVersionError, and sqlite3.DatabaseError where it is no database.
    """
    if not os.path.exists(path):
        raise FileNotFoundError(path)
    connection = _connect(path)
    try:
        if connection.execute("PRAGMA user_version").fetchone()[0] != SCHEMA_VERSION:
            raise OtherVersionError
        connection.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        connection.close()
        raise
    return connection


def remove_database(path: str) -> None:
    """Delete the file of an index with its side files."""
    for suffix in ("", *SIDE_FILES):
        try:
            os.unlink(path + suffix)
        except FileNotFoundError:
            continue


def is_busy(error: sqlite3.Error) -> bool:
    """Tell whether an error says that another process holds the database."""
    return "locked" in str(error) or "busy" in str(error)


def _connect(path: str) -> sqlite3.Connection:
    # A server hands one index from thread to thread; it never uses it in two at once.
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    connection.execute("PRAGMA temp_store = MEMORY")
    if sys.version_info >= (3, 11):
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    return connection


def foreign_rows(path: str, sql: str) -> list[tuple[Any, ...]]:
    """Return what a database of another program answers, which is only read; nothing where it has other tables."""
    with contextlib.closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)) as connection:
        try:
            return connection.execute(sql).fetchall()
        except sqlite3.Error:
            return []


# --- Where it lies ----------------------------------------------------------------------------------------------------


def index_folder(vault: str, environ: Mapping[str, str]) -> str | None:
    """Make and return the folder for the index of a vault; None where this user can write nowhere.

    It is named after the vault's real path, device and inode: another vault in the same place has another index.  Where
    the cache folder cannot be used, it lies below the system's folder for temporary files.
    """
    name = _vault_key(vault)
    base = cache_folder(environ)
    folder = _make_private(base, "indexes", name) if base else None
    if folder is None:
        import tempfile  # a dozen modules that are hardly ever needed

        folder = _make_private(tempfile.gettempdir(), f"commonplace-{_user_name()}", name)
    return folder


def _vault_key(vault: str) -> str:
    real = os.path.realpath(vault)
    found = os.stat(real)
    key = f"{real}\0{found.st_dev}\0{found.st_ino}"
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _make_private(base: str, group: str, name: str) -> str | None:
    """Return base/group/name, both of the last of which nobody but this user can enter; None where that cannot be."""
    folder = base
    try:
        os.makedirs(base, mode=0o700, exist_ok=True)
        for part in (group, os.path.join(group, name)):
            folder = os.path.join(base, part)
            with contextlib.suppress(FileExistsError):
                os.mkdir(folder, 0o700)
            if not _is_private(folder):
                return None
    except OSError:
        return None
    return folder if _is_writable(folder) else None


def _is_private(folder: str) -> bool:
    """Tell whether a folder is this user's own, and close it to others where it is open."""
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        return False
    if not hasattr(os, "geteuid"):
        # Windows gives the folders of a user's profile to that user alone.
        return True
    if found.st_uid != os.geteuid():
        return False
    if found.st_mode & 0o077:
        os.chmod(folder, 0o700)
    return True


def _is_writable(folder: str) -> bool:
    """Tell whether the lock's file can be opened for writing: a read-only file system says so only then."""
    try:
        os.close(os.open(os.path.join(folder, LOCK_NAME), os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
    except OSError:
        return False
    return True


def _user_name() -> str:
    return str(os.geteuid()) if hasattr(os, "geteuid") else os.environ.get("USERNAME", "user")
