"""The file of an index: made, opened, and not believed unless it is exactly what this version makes."""

from __future__ import annotations

import os
import sqlite3
import sys

from .schema import SCHEMA_VERSION, TABLES

SIDE_FILES = ("-journal", "-wal", "-shm")

BUSY_SECONDS = 30.0
"""How long SQLite waits for another process's lock.  Writers wait for each other elsewhere, and longer."""

MAX_VALUE_BYTES = 256 * 1024 * 1024
"""Of one value in the index: an answer to a crafted length that asks for gigabytes."""

_CACHE_KIB = 32 * 1024
_HASH_BYTES = 16 * 1024 * 1024
"""What FTS5 gathers before it writes; it asks for a megabyte by itself."""

_INDEX = "CREATE INDEX "
_TRIGGER = "CREATE TRIGGER "

_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name, type"


class OtherVersionError(Exception):
    """The file is an index that another version of this package made."""


def create_database(path: str) -> sqlite3.Connection:
    """Make the tables of an index, without indexes and triggers, in a new file, or in memory for ":memory:".

    Until finish_database() nothing is durable: a file that is left behind is none.
    """
    connection = _connect(path)
    connection.execute("PRAGMA page_size = 4096")
    connection.execute("PRAGMA journal_mode = OFF" if path != ":memory:" else "PRAGMA journal_mode = MEMORY")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    for statement in TABLES:
        if not statement.startswith((_INDEX, _TRIGGER)):
            connection.execute(statement)
    for table in ("page_words", "section_words", "passage_words"):
        connection.execute(f"INSERT INTO {table}({table}, rank) VALUES ('hashsize', {_HASH_BYTES})")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    return connection


def create_indexes(connection: sqlite3.Connection) -> None:
    """Make the indexes of tables that have none yet: after their rows, which is faster than row by row."""
    known = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    for statement in TABLES:
        if statement.startswith(_INDEX) and statement.split(" ")[2] not in known:
            connection.execute(statement)


def create_triggers(connection: sqlite3.Connection) -> None:
    """Make the triggers, once the first rows are written: from then on what is written is noted in `changed`."""
    for statement in TABLES:
        if statement.startswith(_TRIGGER):
            connection.execute(statement)


def finish_database(connection: sqlite3.Connection, path: str) -> None:
    """Make a new database durable and close it."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def open_database(path: str) -> sqlite3.Connection:
    """Open the index in a file.

    Raises FileNotFoundError where there is none, OtherVersionError, and sqlite3.DatabaseError where it is none of ours.
    """
    if not os.path.exists(path):
        raise FileNotFoundError(path)
    if os.path.isfile(path):
        with open(path, "rb") as file:
            # Of another format SQLite would only read, and the index could never be brought up to date.
            if file.read(20)[18:] not in (b"\1\1", b"\2\2"):
                raise sqlite3.DatabaseError("the index is none that this version makes")
    connection = _connect(path)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, SCHEMA_VERSION):
            raise OtherVersionError
        if version != SCHEMA_VERSION or connection.execute(_SCHEMA).fetchall() != _expected_schema():
            raise sqlite3.DatabaseError("the index is none that this version makes")
        connection.execute("PRAGMA synchronous = NORMAL")
    except UnicodeDecodeError as err:
        # SQLite quotes a damaged schema in its message.
        connection.close()
        raise sqlite3.DatabaseError("the index holds text that is no UTF-8") from err
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
    # A row that is replaced is deleted: a trigger sees that, too.
    connection.execute("PRAGMA recursive_triggers = ON")
    if sys.version_info >= (3, 11):
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    if sys.version_info >= (3, 12):
        # No statement writes what SQLite itself keeps: the schema, the tables behind FTS5.
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    return connection


def _expected_schema() -> list[tuple[str, str, str, str | None]]:
    """Return the schema that this version makes with this SQLite, whose FTS5 adds tables of its own."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for statement in TABLES:
            connection.execute(statement)
        return connection.execute(_SCHEMA).fetchall()
    finally:
        connection.close()
