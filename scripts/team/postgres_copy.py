"""Makes and refreshes a team's index: the rows of this machine's own index of the vault, copied to PostgreSQL.

What rows a vault has is decided once, in update.py; so both engines hold equal ones.  A page with all that stands on
it, and a table that belongs to no page, is written anew if its rows have another digest than those in the database.
All is one transaction, so that nobody reads half of it.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import DataError, IndexUnavailableError
from ..index_store.database import PLACE_BITS
from ..index_store.reader import STATISTICS, VECTOR_MODEL
from ..settings import masked
from .postgres_reader import (
    COLUMNS,
    POSTGRES_VERSION,
    WEIGHTS,
    connect,
    statements,
    storable,
    telling,
)

if TYPE_CHECKING:
    import psycopg

BATCH_PAGES = 200
"""Pages that are written at once."""

_LOCK = "SELECT pg_try_advisory_lock(hashtext('commonplace index ' || coalesce(current_schema()::text, ''))::bigint)"
_MARK = "an index of commonplace"
"""The comment on each table: one without it is somebody else's, and is not dropped."""
_MODULUS = 1 << 63
"""Digests are sums of hashes of rows, whatever their order: a unit's of its own, a revision of all.  A bigint of
PostgreSQL holds them."""

Unit = int | str
"""What is written at once: a page by its id, or a table that is written whole, as `all edges`."""

_Rows = list[tuple[Any, ...]]


class _Table(NamedTuple):
    """A table of which rows are copied: those of a page at once, or all of them at once."""

    name: str
    columns: str
    page: str = ""
    """The column that tells the page; "" for a table that is written whole."""
    shift: int = 0
    """Bits by which that is shifted: an id of a section begins with the page's."""
    source: str = ""
    """Where the rows come from, and which of them; "" for all of the table of this name."""
    rest: str = ""
    """Which rows are written whole; "" for all."""

    @property
    def select(self) -> str:
        return f"SELECT {self.columns} FROM {self.source or self.name}"


_NAME = "key, kind, node, text, folded, page"
_OF_PAGES = (
    _Table(
        "pages",
        "id, path, node, title, category, type, description, language, aliases, tags, properties, changed, tokens,"
        " issues",
        "id",
    ),
    _Table("sections", "id, page, heading, above, level, part, line, end_line", "id", PLACE_BITS),
    _Table("passages", "id, page, section, kind, line, end_line, block, is_boilerplate, text", "id", PLACE_BITS),
    *(
        _Table(f"{name}_words", f"rowid, {', '.join(columns)}", "rowid", bits)
        for (name, columns), bits in zip(COLUMNS.items(), (0, PLACE_BITS, PLACE_BITS))
    ),
    _Table("names", _NAME, "page"),
    _Table("mentions", "name, section, role", "section", PLACE_BITS),
    _Table(
        "claims",
        "id, page, line, subject, subject_name, relation, object, object_name, confidence, note, form",
        "id",
        PLACE_BITS,
    ),
    _Table("evidence", "claim, place, source, page, block, quote, passage, section", "claim", PLACE_BITS),
    _Table(
        "links", "page, place, line, kind, is_embed, link, display, property, basename, target, target_page", "page"
    ),
    _Table("vectors", "section, digest, vector", "section", PLACE_BITS),
)
_TEXTS = _Table("texts", "id, hash", "id", source="pages JOIN files USING (path)")
"""By what the texts of pages are told apart: not each change of one changes a row."""
_WHOLE = (
    _Table("files", "path, problem"),
    _Table("edges", "node, is_claim, confidence, source, relation, target, sources"),
    _Table("names", _NAME, source="names WHERE page IS NULL", rest=" WHERE page IS NULL"),
    _Table("terms", "term, sections", source="(SELECT term, doc AS sections FROM section_terms)"),
)
_INDEXED = frozenset(("path", "key", "node", "name", "subject", "object", "source", "target", "basename"))
"""Columns of text that have an index, or are compared with one that has."""
TABLES = (
    *("meta", "units", "files", "pages", "texts", "sections", "passages", "names", "mentions", "claims"),
    *("evidence", "edges", "links", "vectors", "terms", "levels", "page_words", "section_words", "passage_words"),
    *("page_postings", "section_postings", "passage_postings"),
)
"""All that are made in the database."""


class VaultFiles(NamedTuple):
    """What the copy needs of a vault beside its index."""

    read: Callable[[str], tuple[bytes, str]]
    """Takes a path and returns the file's bytes, as far as pages are read, and their hash as the index has it."""
    excluded: Sequence[str]
    """What the vault's own settings exclude."""
    now: str
    """UTC, `YYYY-MM-DDTHH:MM:SSZ`."""


class Copied(NamedTuple):
    """What a refresh did."""

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
        # The server says so itself when a connection begins.
        if connection.info.parameter_status("in_hot_standby") == "on":
            what = "the database can only be read: it is a replica"
            raise DataError(what, path=masked(url), hint="give the address of the server that it follows")
        with telling(url):
            if connection.execute(_LOCK).fetchone() != (True,):
                what = "another process refreshes this index"
                raise IndexUnavailableError(what, path=masked(url), hint="let it end, or stop it")
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
        """The digests of what is there."""
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
                self._copy(table.name, table.columns, self._db.execute(table.select))
                self._know({f"all {table.name}": wanted[f"all {table.name}"]})
        self._pg.execute("DELETE FROM levels")
        self._copy("levels", "level, documents, words", [(name, *counts) for name, counts in levels.items()])
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
            what = f"its schema has tables that were not made here: {', '.join(others)}"
            raise DataError(what, path=address, hint="give the index a schema of its own: `index --print-roles`")
        if len(there) == len(TABLES):
            version = self._pg.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
            if version == (POSTGRES_VERSION,):
                return False
        if there:
            # Made by another version, or damaged: everything in it is made again from the vault.
            self._pg.execute(f"DROP TABLE {', '.join(there)}")
        self._pg.execute(statements()["tables"])
        self._pg.execute("; ".join(f"COMMENT ON TABLE {name} IS '{_MARK}'" for name in TABLES))
        return True

    def _digests(self) -> tuple[dict[Unit, int], dict[str, tuple[int, int]]]:
        """Return the digest of each unit, and how many rows and words each words table has."""
        digests: dict[Unit, int] = {f"all {table.name}": 0 for table in _WHOLE}
        levels = dict.fromkeys(COLUMNS, (0, 0))
        for table in (*_OF_PAGES, _TEXTS, *_WHOLE):
            at = table.columns.split(", ").index(table.page) if table.page else 0
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
        """Return the text of a page's file; None where it is not the one that was indexed any more."""
        query = "SELECT p.path, f.hash FROM pages AS p JOIN files AS f ON f.path = p.path WHERE p.id = ?"
        path, indexed = self._db.execute(query, (page,)).fetchone() or ("", None)
        content, digest = self._vault.read(path)
        if digest == indexed:
            return content
        self._skipped.append(path)
        return None

    def _replace(self, pages: Sequence[int], wanted: Mapping[Unit, int]) -> None:
        """Write pages anew."""
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
                self._copy(f"{level}_postings", "term, id, frequency, length", postings)
            self._copy(table.name, table.columns, rows)
        self._copy("texts", "page, content", texts)
        self._know({page: wanted[page] for page, _ in texts})

    def _know(self, digests: Mapping[Unit, int]) -> None:
        """Note what was written."""
        keys = [str(unit) for unit in digests]
        self._pg.execute("DELETE FROM units WHERE key = ANY(%s)", (keys,))
        self._copy("units", "key, digest", [*zip(keys, digests.values())])
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
        for table in (*_OF_PAGES, _Table("texts", "", "page")):
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
        self._copy("meta", "key, value", sorted(values.items()))

    def _copy(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        is_key = [table not in ("meta", "units") and name in _INDEXED for name in columns.split(", ")]
        with self._pg.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row([storable(value) if key else value for key, value in zip(is_key, row)])


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
