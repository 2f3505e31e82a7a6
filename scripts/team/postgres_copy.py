"""Makes and refreshes a team's index: the rows of this machine's own index of the vault, copied to PostgreSQL.

update.py alone decides which rows a vault has, so both engines hold equal ones.  A page with all its rows, and a table
that belongs to no page, is written again if its digest differs from that in the database.  All is one transaction, so
that nobody reads half of it.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import DataError, IndexUnavailableError
from ..index_store.database import PLACE_BITS
from ..index_store.database import TABLES as DATABASE_TABLES
from ..index_store.reader import STATISTICS, VECTOR_MODEL
from ..settings import masked
from .postgres import (
    COLUMNS,
    POSTGRES_VERSION,
    WEIGHTS,
    connect,
    database_errors,
    statements,
    storable,
)

if TYPE_CHECKING:
    import psycopg

BATCH_PAGES = 200
"""Pages that are written at once."""

_LOCK = "SELECT pg_try_advisory_lock(hashtext('commonplace index ' || coalesce(current_schema()::text, ''))::bigint)"
_MARK = "an index of commonplace"
"""The comment on each table: one without it is somebody else's, and is not dropped."""
_MODULUS = 1 << 63
"""Digests are sums of hashes of rows, independent of their order: of a unit's rows, or of all rows for a revision.  A
bigint of PostgreSQL holds them."""

Unit = int | str
"""A unit of writing: a page by its id, or a table that is written whole, as `all edges`."""

_Rows = list[tuple[Any, ...]]


class _Table(NamedTuple):
    """A table whose rows are copied: those of a page at once, or all of them at once."""

    name: str
    page: str = ""
    """The column with the id of the page; "" for a table that is written whole."""
    shift: int = 0
    """Bits below the page's id in that column: a section's id begins with the page's."""
    source: str = ""
    """The rows, as SQL names them after FROM; "" for all of the table of this name."""
    rest: str = ""
    """The condition of the rows that are written whole; "" for all."""

    @property
    def select(self) -> str:
        return f"SELECT {'rowid, ' if self.page == 'rowid' else ''}* FROM {self.source or self.name}"


_OF_PAGES = (
    _Table("pages", "id"),
    *(_Table(name, "id", PLACE_BITS) for name in ("sections", "passages", "claims")),
    *(_Table(f"{name}_words", "rowid", bits) for name, bits in zip(COLUMNS, (0, PLACE_BITS, PLACE_BITS))),
    *(_Table(name, "section", PLACE_BITS) for name in ("mentions", "vectors")),
    _Table("evidence", "claim", PLACE_BITS),
    *(_Table(name, "page") for name in ("names", "links")),
)
_TEXTS = _Table("texts", "id", source="(SELECT id, hash FROM pages JOIN files USING (path))")
"""For digests of the texts of pages: not each change of a text changes a row."""
_WHOLE = (
    # Sizes and times of files belong to this machine.
    _Table("files", source="(SELECT path, problem FROM files)"),
    _Table("edges"),
    _Table("names", source="names WHERE page IS NULL", rest=" WHERE page IS NULL"),
    _Table("terms", source="(SELECT term, doc FROM section_terms)"),
)
_INDEXED = frozenset(("path", "key", "node", "name", "subject", "object", "source", "target", "basename"))
"""Columns of text that have an index, or are compared with one that has."""
_SHARED = ("meta", "edges", *(table.name for table in _OF_PAGES if table.page != "rowid"))
"""Tables whose statements differ from those for SQLite in the names of types only."""
TABLES = (
    *(*_SHARED, *(f"{level}_{kind}" for level in COLUMNS for kind in ("words", "postings"))),
    *("files", "terms", "units", "texts", "levels"),
)
"""All tables that are made in the database."""
_TYPES = {"TEXT": 'text COLLATE "C"', "INTEGER": "bigint", "REAL": "double precision", "BLOB": "bytea"}


def _schema() -> str:
    """Return the statements that make the tables: those of SQLite in PostgreSQL's words, then those of its own.

    Without keys of several columns: a row of an index has at most some 2,700 bytes.
    """
    adapted = []
    for statement in DATABASE_TABLES:
        if re.match(rf"CREATE (TABLE|INDEX \w+ ON) ({'|'.join(_SHARED)}) ", statement):
            plain = re.sub(r",\s+PRIMARY KEY \([^()]*\)(?=\))| STRICT\b,?| WITHOUT ROWID", "", statement)
            adapted.append(re.sub(r"\b(TEXT|INTEGER|REAL|BLOB)\b", lambda match: _TYPES[match[0]], plain))
    return "; ".join([*adapted, statements()["tables"]])


class VaultFiles(NamedTuple):
    """The parts of a vault that the copy needs beside its index."""

    read: Callable[[str], tuple[bytes, str]]
    """Takes a path and returns the file's bytes, as far as pages are read, and their hash as the index has it."""
    excluded: Sequence[str]
    """The files that the vault's own settings exclude."""
    now: str
    """UTC, `YYYY-MM-DDTHH:MM:SSZ`."""


class Copied(NamedTuple):
    """The result of a refresh."""

    database: str
    """Address of the database, without a password."""
    revision: str
    pages: int
    """In the vault."""
    written: int
    """Pages that were written."""
    removed: int
    skipped: tuple[str, ...] = ()
    """Pages whose files were changed while they were read: the next refresh writes them."""


def copy_index(db: sqlite3.Connection, url: str, vault: VaultFiles, progress: Callable[[int, int], None]) -> Copied:
    """Bring the index in a database up to date with the tables of one state of a vault's index; make it if need be.

    Raises IndexUnavailableError where the database cannot be reached, or another process does the same, and DataError
    for a replica.
    """
    connection = connect(url, read_only=False)
    try:
        # The server reports this when a connection begins.
        if connection.info.parameter_status("in_hot_standby") == "on":
            message = "the database can only be read: it is a replica"
            raise DataError(message, path=masked(url), hint="give the address of the server that it follows")
        with database_errors(url):
            if connection.execute(_LOCK).fetchone() != (True,):
                message = "another process refreshes this index"
                raise IndexUnavailableError(message, path=masked(url), hint="let it end, or stop it")
            connection.commit()
            return _Copy(db, connection, vault, progress).run(masked(url))
    finally:
        connection.close()


class _Copy:
    """One refresh."""

    def __init__(
        self,
        db: sqlite3.Connection,
        connection: psycopg.Connection[Any],
        vault: VaultFiles,
        progress: Callable[[int, int], None],
    ) -> None:
        self._db, self._pg, self._vault, self._progress = db, connection, vault, progress
        self._known: dict[Unit, int] = {}
        """The digests of the units in the database."""
        self._skipped: list[str] = []

    def run(self, address: str) -> Copied:
        is_first = self._prepare(address)
        wanted, levels = self._digests()
        rows = self._pg.execute("SELECT key, digest FROM units").fetchall()
        self._known = {int(key) if key.isdecimal() else key: digest for key, digest in rows}
        changed = {unit for unit, digest in wanted.items() if self._known.get(unit) != digest}
        gone = sorted(unit for unit in self._known.keys() - wanted.keys() if isinstance(unit, int))
        pages = sorted(unit for unit in changed if isinstance(unit, int))
        if pages:
            self._progress(0, len(pages))
        for batch in _batches(gone):
            self._remove(batch)
        done = 0
        for batch in _batches(pages):
            self._replace(batch, wanted)
            done += len(batch)
            self._progress(done, len(pages))
        for table in _WHOLE:
            if f"all {table.name}" in changed:
                self._pg.execute(f"DELETE FROM {table.name}{table.rest}")
                self._copy_rows(table, self._db.execute(table.select))
                self._record_digests({f"all {table.name}": wanted[f"all {table.name}"]})
        self._pg.execute("DELETE FROM levels")
        self._copy("levels", [(name, *counts) for name, counts in levels.items()])
        # After the first rows: sorting at once is faster than row by row.
        self._pg.execute(statements()["indexes"])
        revision = f"{sum(self._known.values()) % _MODULUS:016x}"
        self._write_meta(revision)
        self._pg.commit()
        if is_first:
            # Until the pages of postings are known to be visible to all, each one is fetched from its table, too.
            self._pg.autocommit = True
            self._pg.execute(f"VACUUM (ANALYZE) {', '.join(TABLES)}")
        total = self._db.execute("SELECT count(*) FROM pages").fetchone()[0]
        return Copied(address, revision, total, len(pages) - len(self._skipped), len(gone), tuple(self._skipped))

    def _prepare(self, address: str) -> bool:
        """Make the tables where there are none of this version; return whether there were none.

        Raises DataError where tables of these names are somebody else's.
        """
        there = dict(self._pg.execute(statements()["marks"], {"tables": list(TABLES)}).fetchall())
        others = sorted(name for name, mark in there.items() if mark != _MARK)
        if others:
            message = f"its schema has tables that were not made here: {', '.join(others)}"
            raise DataError(message, path=address, hint="give the index a schema of its own: `index --print-roles`")
        if len(there) == len(TABLES):
            version = self._pg.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
            if version == (POSTGRES_VERSION,):
                return False
        if there:
            # Made by another version, or damaged: everything in it is made again from the vault.
            self._pg.execute(f"DROP TABLE {', '.join(there)}")
        self._pg.execute(_schema())
        self._pg.execute("; ".join(f"COMMENT ON TABLE {name} IS '{_MARK}'" for name in TABLES))
        return True

    def _digests(self) -> tuple[dict[Unit, int], dict[str, tuple[int, int]]]:
        """Return the digest of each unit, and how many rows and words each words table has."""
        digests: dict[Unit, int] = {f"all {table.name}": 0 for table in _WHOLE}
        levels = dict.fromkeys(COLUMNS, (0, 0))
        for table in (*_OF_PAGES, _TEXTS, *_WHOLE):
            at = self._columns(table).index(table.page) if table.page else 0
            level = table.name.removesuffix("_words")
            for row in self._db.execute(table.select):
                if table.page and row[at] is None:
                    # A name of no page.
                    continue
                unit = row[at] >> table.shift if table.page else f"all {table.name}"
                data = repr((table.name, row)).encode()
                digest = int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big")
                digests[unit] = (digests.get(unit, 0) + digest) % _MODULUS
                if level in levels:
                    rows, words = levels[level]
                    levels[level] = (rows + 1, words + sum(column.count(" ") + 1 for column in row[1:] if column))
        return digests, levels

    def _text_of(self, page: int) -> bytes | None:
        """Return the text of a page's file; None if the file changed since it was indexed."""
        query = "SELECT p.path, f.hash FROM pages AS p JOIN files AS f ON f.path = p.path WHERE p.id = ?"
        path, indexed = self._db.execute(query, (page,)).fetchone() or ("", None)
        content, digest = self._vault.read(path)
        if digest == indexed:
            return content
        self._skipped.append(path)
        return None

    def _replace(self, pages: Sequence[int], wanted: Mapping[Unit, int]) -> None:
        """Replace the rows of pages."""
        found = ((page, self._text_of(page)) for page in pages)
        texts = [(page, content) for page, content in found if content is not None]
        self._remove([page for page, _ in texts if page in self._known])
        for table in _OF_PAGES:
            where = f"{table.page} >= ? AND {table.page} < ?"
            rows: _Rows = []
            for page, _ in texts:
                here = (page << table.shift, (page + 1) << table.shift)
                rows += self._db.execute(f"{table.select} WHERE {where}", here)
            level = table.name.removesuffix("_words")
            if level in COLUMNS:
                postings = [posting for row in rows for posting in postings_of(level, row)]
                self._copy(f"{level}_postings", postings)
            self._copy_rows(table, rows)
        self._copy("texts", texts)
        self._record_digests({page: wanted[page] for page, _ in texts})

    def _record_digests(self, digests: Mapping[Unit, int]) -> None:
        """Record the digests of written units."""
        keys = [str(unit) for unit in digests]
        self._pg.execute("DELETE FROM units WHERE key = ANY(%s)", (keys,))
        self._copy("units", zip(keys, digests.values()))
        self._known.update(digests)

    def _remove(self, pages: Sequence[int]) -> None:
        for level, columns in COLUMNS.items():
            bits = 0 if level == "page" else PLACE_BITS
            here = f"rowid >= u << {bits} AND rowid < (u + 1) << {bits}"
            sql = f"SELECT rowid, {', '.join(columns)} FROM unnest(%s::bigint[]) AS u JOIN {level}_words ON {here}"
            rows = self._pg.execute(sql, (pages,)).fetchall()
            postings = [posting for row in rows for posting in postings_of(level, row)]
            values = {"terms": [row[0] for row in postings], "ids": [row[1] for row in postings]}
            self._pg.execute(statements()["remove_postings"].replace("{level}", level), values)
        for table in (*_OF_PAGES, _Table("texts", "page")):
            here = f"t.{table.page} >= u << {table.shift} AND t.{table.page} < (u + 1) << {table.shift}"
            self._pg.execute(f"DELETE FROM {table.name} AS t USING unnest(%s::bigint[]) AS u WHERE {here}", (pages,))
        self._pg.execute("DELETE FROM units WHERE key = ANY(%s)", ([str(page) for page in pages],))
        for page in pages:
            del self._known[page]

    def _write_meta(self, revision: str) -> None:
        query = "SELECT key, value FROM meta WHERE key IN (?, ?)"
        values = dict(self._db.execute(query, (STATISTICS, VECTOR_MODEL)).fetchall())
        values |= {"version": POSTGRES_VERSION, "revision": revision, "made": self._vault.now}
        values["excluded"] = "\n".join(text for text in self._vault.excluded if "\n" not in text)
        self._pg.execute("DELETE FROM meta")
        self._copy("meta", sorted(values.items()))

    def _columns(self, table: _Table) -> list[str]:
        return [column for column, *_ in self._db.execute(f"{table.select} LIMIT 0").description]

    def _copy_rows(self, table: _Table, rows: Iterable[Sequence[Any]]) -> None:
        """Copy rows of a table of SQLite, texts that have an index so that they fit into it."""
        is_key = [name in _INDEXED for name in self._columns(table)]
        self._copy(table.name, ([storable(v) if key else v for key, v in zip(is_key, row)] for row in rows))

    def _copy(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        with self._pg.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def postings_of(level: str, row: Sequence[Any]) -> list[tuple[str, int, float, int]]:
    """Return term, id, weighted frequency and length of a row of a words table: its id, then its columns."""
    frequency: dict[str, float] = {}
    length = 0
    for weight, column in zip(WEIGHTS[level], row[1:]):
        words = column.split(" ") if column else ()
        length += len(words)
        for word in words:
            frequency[word] = frequency.get(word, 0.0) + weight
    return [(term, row[0], count, length) for term, count in frequency.items()]


def _batches(pages: Sequence[int]) -> Iterator[Sequence[int]]:
    return (pages[start : start + BATCH_PAGES] for start in range(0, len(pages), BATCH_PAGES))
