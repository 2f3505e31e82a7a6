"""Makes and refreshes a team's index: the rows of this machine's own index of the vault, copied to PostgreSQL.

What rows a vault has is decided once, in update.py; so both engines hold equal ones.  A unit is written anew if its
rows have another digest than those in the database.  All is one transaction, so that nobody reads half of it.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
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

BATCH_KEYS = 2000
"""Nodes or files that are written at once."""

_LOCK = "SELECT pg_try_advisory_lock(hashtext('commonplace index ' || coalesce(current_schema()::text, ''))::bigint)"
_MARK = "an index of commonplace"
"""The comment on each table: one without it is somebody else's, and is not dropped."""
_MODULUS = 1 << 63
"""Digests are sums of hashes of rows, whatever their order: a unit's of its own, a revision of all.  A bigint of
PostgreSQL holds them."""

_Rows = list[tuple[Any, ...]]


class Unit(NamedTuple):
    """What is written at once: a page with all that stands on it, a node with its edges, or a file."""

    kind: str
    """page, node or file."""
    key: int | str


class _Table(NamedTuple):
    """A table of which units have rows."""

    name: str
    columns: str
    kind: str
    """Of the units."""
    of_one: str
    """Which rows are of one unit; by its key, or by the two limits of a page's places."""
    at: int = 0
    """The column that tells the key."""
    shift: int = 0
    """Bits by which that is shifted: an id of a section begins with the page's."""
    all: str = ""
    """Which rows are of any unit of the kind; "" for every row."""


_HERE = "{0} >= ? AND {0} < ?"
_NAME = "key, kind, node, text, folded, page"
_COPIED = (
    _Table(
        "pages",
        "id, path, node, title, category, type, description, language, aliases, tags, properties, changed, tokens,"
        " issues",
        "page",
        "id = ?",
    ),
    _Table("sections", "id, page, heading, above, level, part, line, end_line", "page", _HERE.format("id"), 1),
    _Table(
        "passages",
        "id, page, section, kind, line, end_line, block, is_boilerplate, text",
        "page",
        _HERE.format("id"),
        1,
    ),
    *(
        _Table(f"{name}_words", f"rowid, {', '.join(columns)}", "page", _HERE.format("rowid"), 0, bits)
        for (name, columns), bits in zip(COLUMNS.items(), (0, PLACE_BITS, PLACE_BITS))
    ),
    _Table("names", _NAME, "page", "page = ?", 5, all="page IS NOT NULL"),
    _Table("mentions", "name, section, role", "page", _HERE.format("section"), 1, PLACE_BITS),
    _Table(
        "claims",
        "id, page, line, subject, subject_name, relation, object, object_name, confidence, note, form",
        "page",
        _HERE.format("id"),
        1,
    ),
    _Table(
        "evidence",
        "claim, place, source, page, block, quote, passage, section",
        "page",
        _HERE.format("claim"),
        0,
        PLACE_BITS,
    ),
    _Table(
        "links",
        "page, place, line, kind, is_embed, link, display, property, basename, target, target_page",
        "page",
        "page = ?",
    ),
    _Table("vectors", "section, digest, vector", "page", _HERE.format("section"), 0, PLACE_BITS),
    _Table("names", _NAME, "node", "node = ? AND page IS NULL", 2, all="page IS NULL"),
    _Table("edges", "node, is_claim, confidence, source, relation, target, sources", "node", "node = ?"),
    _Table("files", "path, problem", "file", "path = ?"),
)
_TEXTS = _Table("pages JOIN files USING (path)", "id, hash", "page", "id = ?")
"""By what the texts of pages are told apart: not each change of one changes a row."""
_INDEXED = {
    "files": ("path",),
    "pages": ("path", "node"),
    "names": ("key", "node"),
    "mentions": ("name",),
    "claims": ("subject", "object"),
    "edges": ("node", "source", "target"),
    "links": ("basename", "target"),
}
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
        self._is_first = False
        """Whether there is no index yet: what it counts and sorts is made at the end, at once."""
        self._digest = 0
        """Of all rows that are there."""
        self._skipped: list[str] = []
        self._terms: Counter[str] = Counter()

    def run(self, address: str) -> Copied:
        self._prepare(address)
        wanted = self._digests()
        rows = self._pg.execute("SELECT kind, key, digest FROM units").fetchall()
        known = {Unit(kind, int(key) if kind == "page" else key): digest for kind, key, digest in rows}
        self._digest = sum(known.values())
        changed = sorted(unit for unit, digest in wanted.items() if known.get(unit) != digest)
        gone = sorted(known.keys() - wanted.keys())
        pages = [unit for unit in changed if unit.kind == "page"]
        keys = [unit for unit in changed if unit.kind != "page"]
        if self._is_first or pages:
            self._progress(0, len(pages))
        for batch in _batches(gone, BATCH_PAGES):
            self._replace(batch, known, {})
        done = 0
        for batch in _batches(pages, BATCH_PAGES):
            self._replace(batch, known, wanted)
            done += len(batch)
            self._progress(done, len(pages))
        for batch in _batches(keys, BATCH_KEYS):
            self._replace(batch, known, wanted)
        revision = f"{self._digest % _MODULUS:016x}"
        if self._is_first:
            self._pg.execute(statements()["finish"])
        else:
            self._count_terms()
        self._write_meta(revision)
        self._pg.commit()
        if self._is_first:
            # Until the pages of postings are known to be visible to all, each one is fetched from its table, too.
            self._pg.autocommit = True
            self._pg.execute(f"VACUUM (ANALYZE) {', '.join(TABLES)}")
        total = self._db.execute("SELECT count(*) FROM pages").fetchone()[0]
        removed = sum(unit.kind == "page" for unit in gone)
        return Copied(address, revision, total, len(pages) - len(self._skipped), removed, tuple(self._skipped))

    def _prepare(self, address: str) -> None:
        """Make the tables where there are none of this version.

        Raises DataError where tables of these names are somebody else's.
        """
        there = dict(self._pg.execute(statements()["marks"], {"tables": list(TABLES)}).fetchall())
        others = sorted(name for name, mark in there.items() if mark != _MARK)
        if others:
            what = f"its schema has tables that were not made here: {', '.join(others)}"
            raise DataError(what, path=address, hint="give the index a schema of its own: `index --print-roles`")
        meta: dict[str, str] = {}
        if "meta" in there:
            meta = dict(self._pg.execute("SELECT key, value FROM meta").fetchall())
        if len(there) < len(TABLES) or meta.get("version") != POSTGRES_VERSION:
            if there:
                # Made by another version, or damaged: everything in it is made again from the vault.
                self._pg.execute(f"DROP TABLE {', '.join(there)}")
            self._pg.execute(statements()["tables"])
            self._pg.execute("; ".join(f"COMMENT ON TABLE {name} IS '{_MARK}'" for name in TABLES))
            meta = {}
        self._is_first = "made" not in meta

    # --- What is here ------------------------------------------------------------------------------------------------

    def _digests(self) -> dict[Unit, int]:
        """Return the digest of each unit."""
        digests: dict[Unit, int] = {}
        for table in (*_COPIED, _TEXTS):
            select = f"SELECT {table.columns} FROM {table.name}"
            for row in self._db.execute(f"{select} WHERE {table.all}" if table.all else select):
                key = row[table.at]
                unit = Unit(table.kind, key >> table.shift if table.kind == "page" else key)
                digest = int.from_bytes(
                    hashlib.blake2b(repr((table.name, row)).encode(), digest_size=8).digest(), "big"
                )
                digests[unit] = (digests.get(unit, 0) + digest) % _MODULUS
        return digests

    def _rows(self, table: _Table, units: Sequence[Unit]) -> _Rows:
        """Return the rows of some units in a table."""
        bits = PLACE_BITS if table.name != "page_words" else 0
        rows: _Rows = []
        for unit in units:
            if unit.kind == table.kind:
                here: tuple[int | str, ...] = (unit.key,)
                if isinstance(unit.key, int) and table.of_one.count("?") == 2:
                    here = (unit.key << bits, (unit.key + 1) << bits)
                rows += self._db.execute(f"SELECT {table.columns} FROM {table.name} WHERE {table.of_one}", here)
        return rows

    # --- What is there -----------------------------------------------------------------------------------------------

    def _replace(self, units: Sequence[Unit], known: Mapping[Unit, int], wanted: Mapping[Unit, int]) -> None:
        """Write units anew, or take those away that are not wanted."""
        texts: _Rows = []
        read = set()
        for unit in units:
            if unit.kind != "page" or unit not in wanted:
                read.add(unit)
            elif (content := self._text_of(unit.key)) is not None:
                read.add(unit)
                texts.append((unit.key, content))
        units = [unit for unit in units if unit in read]
        before = [unit for unit in units if unit in known]
        if before:
            self._remove(before)
        after = [unit for unit in units if unit in wanted]
        self._write(after)
        self._copy("texts", "page, content", texts)
        self._copy("units", "kind, key, digest", [(unit.kind, str(unit.key), wanted[unit]) for unit in after])
        self._digest += sum(wanted[unit] for unit in after) - sum(known[unit] for unit in before)

    def _text_of(self, page: int | str) -> bytes | None:
        """Return the text of a page's file; None where it is not the one that was indexed any more."""
        query = "SELECT p.path, f.hash FROM pages AS p JOIN files AS f ON f.path = p.path WHERE p.id = ?"
        path, indexed = self._db.execute(query, (page,)).fetchone() or ("", None)
        content, digest = self._vault.read(path)
        if digest == indexed:
            return content
        self._skipped.append(path)
        return None

    def _remove(self, units: Sequence[Unit]) -> None:
        pages = [unit.key for unit in units if unit.kind == "page"]
        if pages:
            for level in COLUMNS:
                bits = 0 if level == "page" else PLACE_BITS
                columns = ", ".join(COLUMNS[level])
                here = f"rowid >= u << {bits} AND rowid < (u + 1) << {bits}"
                sql = f"SELECT rowid, {columns} FROM unnest(%s::bigint[]) AS u JOIN {level}_words ON {here}"
                rows = self._pg.execute(sql, (pages,)).fetchall()
                postings = [posting for row in rows for posting in postings_of(level, row)]
                values = {"terms": [row[0] for row in postings], "ids": [row[1] for row in postings]}
                self._pg.execute(statements()["remove_postings"].replace("{level}", level), values)
                self._count(level, rows, postings, -1)
            self._pg.execute("DELETE FROM texts WHERE page = ANY(%s)", (pages,))
        for table in _COPIED:
            keys = [unit.key for unit in units if unit.kind == table.kind]
            if keys:
                column = table.columns.split(", ")[table.at]
                here = f"t.{column} >= u << {table.shift} AND t.{column} < (u + 1) << {table.shift}"
                where = here if table.kind == "page" else f"t.{column} = u"
                if table.all:
                    where += f" AND t.{table.all}"
                of_type = "bigint" if table.kind == "page" else "text"
                sql = f"DELETE FROM {table.name} AS t USING unnest(%s::{of_type}[]) AS u WHERE {where}"
                self._pg.execute(sql, ([storable(key) for key in keys],))
        self._pg.execute(statements()["remove_units"], _columns_of(units))

    def _write(self, units: Sequence[Unit]) -> None:
        for table in _COPIED:
            rows = self._rows(table, units)
            level = table.name.removesuffix("_words")
            if level in COLUMNS:
                postings = [posting for row in rows for posting in postings_of(level, row)]
                self._copy(f"{level}_postings", "term, id, frequency, length", postings)
                self._count(level, rows, postings, 1)
            self._copy(table.name, table.columns, rows)

    def _count(self, level: str, rows: _Rows, postings: Sequence[tuple[Any, ...]], sign: int) -> None:
        lengths = {row[1]: row[3] for row in postings}
        counts = {"documents": sign * len(rows), "words": sign * sum(lengths.values()), "level": level}
        self._pg.execute(statements()["take_level"], counts)
        if level == "section" and not self._is_first:
            for row in postings:
                self._terms[row[0]] += sign

    def _count_terms(self) -> None:
        terms = sorted(term for term, count in self._terms.items() if count)
        counts = [self._terms[term] for term in terms]
        if terms:
            self._pg.execute(statements()["take_terms"], {"terms": terms, "counts": counts})
            self._pg.execute(statements()["remove_terms"], {"terms": terms})

    def _write_meta(self, revision: str) -> None:
        query = "SELECT key, value FROM meta WHERE key IN (?, ?)"
        values = dict(self._db.execute(query, (STATISTICS, VECTOR_MODEL)).fetchall())
        values |= {"version": POSTGRES_VERSION, "revision": revision, "made": self._vault.now}
        values["excluded"] = "\n".join(text for text in self._vault.excluded if "\n" not in text)
        self._pg.execute("DELETE FROM meta")
        self._copy("meta", "key, value", sorted(values.items()))

    def _copy(self, table: str, columns: str, rows: Sequence[Sequence[Any]]) -> None:
        if rows:
            keys = {at for at, name in enumerate(columns.split(", ")) if name in _INDEXED.get(table, ())}
            with self._pg.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(
                        [storable(each) if at in keys else each for at, each in enumerate(row)] if keys else row
                    )


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


def _batches(units: Sequence[Unit], size: int) -> Iterator[Sequence[Unit]]:
    return (units[start : start + size] for start in range(0, len(units), size))


def _columns_of(units: Iterable[Unit]) -> dict[str, list[str]]:
    """Return units as the statements take them."""
    units = list(units)
    return {"kinds": [unit.kind for unit in units], "keys": [str(unit.key) for unit in units]}
