"""Makes and refreshes a team's index: the rows of this machine's own index of the vault, copied to PostgreSQL.

What rows a vault has is decided once, in update.py; so both engines hold equal ones.  A unit is what is copied at once:
a page with all that stands on it, or what belongs to some nodes or files.  A unit whose rows have another digest than
those in the database is written anew.  The first build commits batch by batch, and goes on where it was killed; a later
refresh is one transaction, so that nobody reads half of it.  Cost: every row here is read, what differs is written.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from ..errors import IndexUnavailableError
from .postgres_reader import COLUMNS, POSTGRES_VERSION, WEIGHTS, connect, masked, statements, storable, telling
from .reader import STATISTICS, VECTOR_MODEL
from .schema import PLACE_BITS

if TYPE_CHECKING:
    import psycopg

BUCKETS = 1024
"""Units of nodes and files: one edit writes those of a few, and a unit of 100,000 nodes has a hundred."""

BATCH_PAGES = 200
"""Pages that are written at once; the first build is committed so often."""

BATCH_BUCKETS = 256
"""Buckets that are gathered in one pass over their tables."""

_LOCK = "SELECT pg_try_advisory_lock(hashtext('commonplace index ' || current_schema()))"
_PLACES = 1 << PLACE_BITS

_Rows = list[tuple[Any, ...]]


class _Table(NamedTuple):
    """A table that is copied."""

    name: str
    columns: str
    of_page: str
    """Which rows are of a page; by the two limits of its places, or by its id.  "" for none."""
    page_at: int = 0
    """The column that tells the page."""
    shift: int = 0
    """Bits by which that is shifted: an id of a section begins with the page's."""
    has_unit: bool = False
    """Whether the last column there is the unit, since no other tells it."""


_HERE = "{0} >= ? AND {0} < ?"
_PAGE_TABLES = (
    _Table(
        "pages",
        "id, path, node, title, category, type, description, language, aliases, tags, properties, changed, tokens,"
        " issues",
        "id = ?",
    ),
    _Table("sections", "id, page, heading, above, level, part, line, end_line", _HERE.format("id"), 1),
    _Table("passages", "id, page, section, kind, line, end_line, block, is_boilerplate, text", _HERE.format("id"), 1),
    *(
        _Table(f"{name}_words", f"rowid, {', '.join(columns)}", _HERE.format("rowid"), 0, bits)
        for (name, columns), bits in zip(COLUMNS.items(), (0, PLACE_BITS, PLACE_BITS))
    ),
    _Table("names", "key, kind, node, text, folded, page", "page = ?", 5, has_unit=True),
    _Table("mentions", "name, section, role", _HERE.format("section"), 1, PLACE_BITS),
    _Table(
        "claims",
        "id, page, line, subject, subject_name, relation, object, object_name, confidence, note, form",
        _HERE.format("id"),
        1,
    ),
    _Table(
        "evidence",
        "claim, place, source, page, block, quote, passage, section",
        _HERE.format("claim"),
        0,
        PLACE_BITS,
    ),
    _Table(
        "links",
        "page, place, line, kind, is_embed, link, display, property, basename, target, target_page",
        "page = ?",
    ),
    _Table("vectors", "section, digest, vector", _HERE.format("section"), 0, PLACE_BITS),
)
_BUCKET_TABLES = (
    _Table("names", "key, kind, node, text, folded, page", "", 2, has_unit=True),
    _Table("edges", "node, is_claim, confidence, source, relation, target, sources", "", 0, has_unit=True),
    _Table("files", "path, problem", "", 0, has_unit=True),
)
_ALL = (
    "meta, units, files, pages, texts, labels, sections, passages, page_words, section_words, passage_words, terms,"
    " page_postings, section_postings, passage_postings, levels, names, mentions, claims, evidence, edges, links,"
    " vectors"
)


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

    Raises IndexUnavailableError where the database cannot be reached, or another process does the same.
    """
    connection = connect(url, read_only=False)
    try:
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
        """Whether the index was never complete: then nobody reads it, and it is committed batch by batch."""
        self._hashes: dict[str, str] = {}
        self._skipped: list[str] = []
        self._terms: Counter[str] = Counter()

    def run(self, address: str) -> Copied:
        self._prepare()
        wanted = self._digests()
        known = dict(self._pg.execute("SELECT unit, digest FROM units").fetchall())
        changed = sorted(unit for unit, digest in wanted.items() if known.get(unit) != digest)
        gone = sorted(known.keys() - wanted.keys())
        self._hashes = dict(self._db.execute("SELECT path, hash FROM files"))
        pages = [unit for unit in changed if unit >= 0]
        if self._is_first or pages:
            self._progress(0, len(pages))
        for start in range(0, len(gone), BATCH_PAGES):
            self._replace(gone[start : start + BATCH_PAGES], known, {})
        for start in range(0, len(pages), BATCH_PAGES):
            self._replace(pages[start : start + BATCH_PAGES], known, wanted)
            self._progress(min(start + BATCH_PAGES, len(pages)), len(pages))
        buckets = [unit for unit in changed if unit < 0]
        for start in range(0, len(buckets), BATCH_BUCKETS):
            self._replace(buckets[start : start + BATCH_BUCKETS], known, wanted)
        self._write_importance()
        if self._is_first:
            self._pg.execute(statements()["finish"])
        else:
            self._count_terms()
        revision = hashlib.blake2b(repr(sorted(wanted.items())).encode(), digest_size=6).hexdigest()
        self._write_meta(revision)
        self._pg.commit()
        if self._is_first:
            self._pg.execute("ANALYZE")
            self._pg.commit()
        total = sum(unit >= 0 for unit in wanted)
        removed = sum(unit >= 0 for unit in gone)
        return Copied(address, revision, total, len(pages) - len(self._skipped), removed, tuple(self._skipped))

    def _prepare(self) -> None:
        """Make the tables where there are none of this version."""
        found = self._pg.execute("SELECT to_regclass(current_schema() || '.meta')").fetchone()
        meta: dict[str, str] = {}
        if found and found[0]:
            meta = dict(self._pg.execute("SELECT key, value FROM meta").fetchall())
        if meta.get("version") != POSTGRES_VERSION:
            if meta:
                # Made by another version: everything in it is made again from the vault.
                self._pg.execute(f"DROP TABLE IF EXISTS {_ALL}")
            self._pg.execute(statements()["tables"])
            self._pg.execute("INSERT INTO meta VALUES ('version', %s)", (POSTGRES_VERSION,))
            self._pg.commit()
        self._is_first = "made" not in meta or meta.get("version") != POSTGRES_VERSION

    # --- What is here ------------------------------------------------------------------------------------------------

    def _digests(self) -> dict[int, bytes]:
        """Return the digest of the rows of every unit."""
        hashes: dict[int, Any] = {}
        for table in _PAGE_TABLES:
            where = " WHERE page IS NOT NULL" if table.name == "names" else ""
            for row in self._db.execute(f"SELECT {table.columns} FROM {table.name}{where}"):
                _add(hashes, row[table.page_at] >> table.shift, row)
        for unit, _, row in self._bucket_rows():
            _add(hashes, unit, row)
        return {unit: digest.digest() for unit, digest in hashes.items()}

    def _bucket_rows(self) -> Iterator[tuple[int, _Table, tuple[Any, ...]]]:
        for table in _BUCKET_TABLES:
            where = " WHERE page IS NULL" if table.name == "names" else ""
            for row in self._db.execute(f"SELECT {table.columns} FROM {table.name}{where}"):
                yield -1 - crc32(row[table.page_at].encode("utf-8", "surrogateescape")) % BUCKETS, table, row

    # --- What is there -----------------------------------------------------------------------------------------------

    def _replace(self, units: Sequence[int], known: dict[int, bytes], wanted: dict[int, bytes]) -> None:
        """Write units anew, or take those away that are not wanted."""
        texts: _Rows = []
        for unit in [unit for unit in units if unit >= 0 and unit in wanted]:
            content = self._text_of(unit)
            if content is not None:
                texts.append((unit, content))
        read = {page for page, _ in texts}
        units = [unit for unit in units if unit < 0 or unit not in wanted or unit in read]
        before = [unit for unit in units if unit in known]
        if before:
            self._remove(before)
        self._write(texts, [unit for unit in units if unit in wanted])
        self._copy("units", "unit, digest", [(unit, wanted[unit]) for unit in units if unit in wanted])
        if self._is_first:
            self._pg.commit()

    def _text_of(self, page: int) -> bytes | None:
        """Return the text of a page's file; None where it is not the one that was indexed any more."""
        path = self._db.execute("SELECT path FROM pages WHERE id = ?", (page,)).fetchone()[0]
        content, digest = self._vault.read(path)
        if digest == self._hashes.get(path):
            return content
        self._skipped.append(path)
        return None

    def _remove(self, units: Sequence[int]) -> None:
        pages = [unit for unit in units if unit >= 0]
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
            for table in _PAGE_TABLES:
                column = "unit" if table.has_unit else table.columns.split(", ")[table.page_at]
                limits = f"t.{column} >= u << {table.shift} AND t.{column} < (u + 1) << {table.shift}"
                self._pg.execute(
                    f"DELETE FROM {table.name} AS t USING unnest(%s::bigint[]) AS u WHERE {limits}", (pages,)
                )
            for name in ("texts", "labels"):
                self._pg.execute(f"DELETE FROM {name} WHERE page = ANY(%s)", (pages,))
        buckets = [unit for unit in units if unit < 0]
        for table in _BUCKET_TABLES if buckets else ():
            self._pg.execute(f"DELETE FROM {table.name} WHERE unit = ANY(%s)", (buckets,))
        self._pg.execute("DELETE FROM units WHERE unit = ANY(%s)", (list(units),))

    def _write(self, texts: _Rows, units: Sequence[int]) -> None:
        pages = [unit for unit in units if unit >= 0]
        for table in _PAGE_TABLES if pages else ():
            rows: _Rows = []
            sql = f"SELECT {table.columns} FROM {table.name} WHERE {table.of_page}"
            for page in pages:
                bits = 0 if table.name == "page_words" else PLACE_BITS
                here = (page << bits, (page + 1) << bits) if sql.count("?") == 2 else (page,)
                found = self._db.execute(sql, here).fetchall()
                rows += [(*row, page) for row in found] if table.has_unit else found
            level = table.name.removesuffix("_words")
            if level in COLUMNS:
                postings = [posting for row in rows for posting in postings_of(level, row)]
                self._copy(f"{level}_postings", "term, id, frequency, length", postings)
                self._count(level, rows, postings, 1)
            columns = table.columns
            if table.name == "pages":
                # It hangs on all pages, and is written at the end.
                columns, rows = columns + ", importance", [(*row, 0.0) for row in rows]
                self._copy("labels", "page, kind, name", [label for row in rows for label in _labels(row)])
            self._copy(table.name, columns + (", unit" if table.has_unit else ""), rows)
        self._copy("texts", "page, content", texts)
        chosen = {unit for unit in units if unit < 0}
        if chosen:
            gathered: dict[_Table, _Rows] = {}
            for unit, table, row in self._bucket_rows():
                if unit in chosen:
                    gathered.setdefault(table, []).append((*row, unit))
            for table, rows in gathered.items():
                self._copy(table.name, f"{table.columns}, unit", rows)

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

    def _write_importance(self) -> None:
        known = dict(self._pg.execute("SELECT id, importance FROM pages").fetchall())
        ranks = self._db.execute("SELECT id, importance FROM pages").fetchall()
        changed = [(page, rank) for page, rank in ranks if known.get(page, rank) != rank]
        if changed:
            values = {"ids": [page for page, _ in changed], "ranks": [rank for _, rank in changed]}
            self._pg.execute(statements()["set_importance"], values)

    def _write_meta(self, revision: str) -> None:
        query = "SELECT key, value FROM meta WHERE key IN (?, ?)"
        values = dict(self._db.execute(query, (STATISTICS, VECTOR_MODEL)).fetchall())
        values |= {"version": POSTGRES_VERSION, "revision": revision, "made": self._vault.now}
        values["excluded"] = "\n".join(text for text in self._vault.excluded if "\n" not in text)
        self._pg.execute("DELETE FROM meta")
        self._copy("meta", "key, value", sorted(values.items()))

    def _copy(self, table: str, columns: str, rows: Sequence[Sequence[Any]]) -> None:
        if rows:
            with self._pg.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row([storable(value) for value in row])


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


def _labels(page: Sequence[Any]) -> Iterable[tuple[int, str, str]]:
    """Return the tags and the names of properties of a page, each once."""
    tags, properties = json.loads(page[9]), json.loads(page[10])
    names = {("tag", _whole(tag)) for tag in tags} | {("property", _whole(name)) for name in properties}
    return [(page[0], kind, name) for kind, name in sorted(names)]


def _whole(text: str) -> str:
    """Return a text that UTF-8 can hold: JSON can write half a character as an escape."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _add(hashes: dict[int, Any], unit: int, row: tuple[Any, ...]) -> None:
    if unit not in hashes:
        hashes[unit] = hashlib.blake2b(digest_size=16)
    hashes[unit].update(repr(row).encode())
