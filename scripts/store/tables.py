"""Making the tables of the index anew; a question on an index that is there needs none of it."""

from __future__ import annotations

import sqlite3

from ..errors import IndexUnavailableError
from .schema import TABLES

_WORDS_IN_MEMORY = 1 << 24


def require_fts5(db: sqlite3.Connection) -> None:
    """Raise IndexUnavailableError when this Python's SQLite cannot do full-text search, or has no JSON."""
    # Used, not looked up in the list of modules: SQLite lists some of its own only once they have been used.
    for use, called in (("SELECT fts5_source_id()", "FTS5"), ("SELECT value FROM json_each('[1]')", "JSON")):
        try:
            db.execute(use).fetchall()
        except sqlite3.OperationalError as err:
            raise IndexUnavailableError(
                f"this Python's SQLite ({sqlite3.sqlite_version}) has no {called}",
                hint="use a Python whose sqlite3 has it, such as one from python.org, uv or your distribution",
            ) from err


def needs_tables(db: sqlite3.Connection, version: str) -> bool:
    """Whether the tables are absent or those of another version; unfinished ones of this version can be filled."""
    try:
        row = db.execute("SELECT value FROM meta WHERE key IN ('version', 'unfinished')").fetchone()
    except sqlite3.OperationalError:
        return True
    return row is None or row[0] != version


def is_unfinished(db: sqlite3.Connection) -> bool:
    """Whether the tables were never full: made a moment ago, or by a build that was interrupted."""
    return db.execute("SELECT 1 FROM meta WHERE key = 'unfinished'").fetchone() is not None


def has_files(db: sqlite3.Connection) -> bool:
    """Whether anything is in the tables."""
    return db.execute("SELECT 1 FROM files LIMIT 1").fetchone() is not None


def make_tables(db: sqlite3.Connection, version: str, *, link_weight: float) -> None:
    """Drop whatever tables there are and make ours, empty and marked as unfinished.

    Raises IndexUnavailableError without FTS5.
    """
    require_fts5(db)
    # Virtual tables first: dropping one takes its shadow tables along.
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'").fetchall():
        db.execute(f'DROP TABLE IF EXISTS "{name}"')
    for (name,) in db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall():
        db.execute(f'DROP TABLE IF EXISTS "{name}"')
    for statement in TABLES.split(";\n"):
        if statement.strip():
            db.execute(statement)
    # One segment for most vaults: the default of 1 MB is merged many times over, and ends larger.
    for table in ("words", "derived_words"):
        db.execute(f"INSERT INTO {table}({table}, rank) VALUES ('hashsize', ?)", (_WORDS_IN_MEMORY,))
    db.executemany("INSERT INTO meta VALUES (?, ?)", [("unfinished", version), ("link_weight", link_weight)])
