"""Every implementation of the port keeps its contract."""

from __future__ import annotations

import sqlite3

from scripts.index_store.port import IndexReader
from scripts.index_store.reader import STATISTICS, SqliteReader, format_statistics
from scripts.index_store.schema import TABLES
from scripts.index_store.words import encode_words
from scripts.text.names import fold_name
from tests.index_store.contract import Contract
from tests.index_store.memory_reader import MemoryReader, Tables


def sqlite_reader(tables: Tables) -> IndexReader:
    """Put tables into a new database in memory."""
    connection = sqlite3.connect(":memory:")
    for statement in TABLES:
        connection.execute(statement)
    for table, rows in tables.items():
        for row in rows:
            if table.endswith("_words"):
                values = {"rowid": row["id"], **{c: encode_words(v.split()) for c, v in row.items() if c != "id"}}
            else:
                values = default_values(connection, table) | dict(row)
            if table == "names":
                values["folded"] = fold_name(row["text"])
            marks = ", ".join("?" * len(values))
            columns = ", ".join(values)
            connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(values.values()))
    return SqliteReader(connection)


def default_values(connection: sqlite3.Connection, table: str) -> dict[str, object]:
    """Return a value for each column that may not be empty."""
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    return {name: "" if type_ == "TEXT" else 0 for _, name, type_, not_null, _, _ in columns if not_null}


def sqlite_reader_with_statistics(tables: Tables) -> IndexReader:
    reader = sqlite_reader(tables)
    assert isinstance(reader, SqliteReader)
    stored = format_statistics(reader.count_rows())
    reader._connection.execute("INSERT INTO meta VALUES (?, ?)", (STATISTICS, stored))
    return reader


class TestSqlite(Contract):
    reader_of = staticmethod(sqlite_reader_with_statistics)


class TestMemory(Contract):
    reader_of = staticmethod(MemoryReader)
