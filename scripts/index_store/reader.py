"""The port over SQL: the queries of retrieval on an index.

The tables are strict, so a value has its column's type.  The connection sees one state of the index, since its opener
began a transaction, so counts are cached here.

SqlReader has the statements that both engines share; SqliteReader the rest for SQLite, team/postgres.py for
PostgreSQL.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from ..errors import IndexUnavailableError
from ..model import (
    ClaimRow,
    Edge,
    EvidenceRow,
    Hit,
    Issue,
    LinkRow,
    Mention,
    Name,
    PageFilter,
    PageRow,
    PassageRow,
    SectionRow,
    Statistics,
    VectorRow,
)
from .database import (
    PAGE_BITS,
    PAGE_WEIGHTS,
    PLACE_BITS,
    decode_term,
    decode_words,
    encode_term,
    encode_words,
    match_expression,
)
from .port import NAME_KINDS, NOT_READ, IndexDamagedError, Level, is_meant

MAX_SUBQUERIES = 300
"""Subqueries of one statement: SQLite joins at most 500 by UNION, and often has a limit of 999 values."""

MAX_TERMS = 500
"""Terms of one search, the rarest ones of a section: a pasted document has thousands, and each costs a scan."""

TOO_COMMON = 0.5
"""The share of all sections from which on a word is left out of a search: see port.IndexReader.search."""

STATISTICS = "statistics"
"""The key in the table meta of the numbers of rows, as format_statistics writes them."""

VECTOR_MODEL = "vectors"
"""The key in the table meta of the model whose vectors are stored."""

SMALL = 10_000
"""Sections of an index in which all words are listed in less than a tenth of a second."""

EVERY = 1 << 30
"""More words than an index has, and more letters than a word."""

_PLACES = 1 << PLACE_BITS

_GIVEN = "SELECT value FROM {values} AS w"
# The rows of a page have consecutive ids, which begin with the page's.
_ON_PAGES = (
    "SELECT t.id FROM {{values}} AS w JOIN {table} AS t"
    f" ON t.id BETWEEN w.value << {PLACE_BITS} AND (w.value + 1 << {PLACE_BITS}) - 1"
)

_COUNTS = " UNION ALL ".join(
    [
        *(f"SELECT '{table}', count(*) FROM {table}" for table in ("files", "pages", "sections", "passages", "links")),
        "SELECT 'claims', count(*) FROM claims WHERE form <> 'premise'",
        "SELECT 'premises', count(*) FROM claims WHERE form = 'premise'",
    ]
)

_LANGUAGES = (
    "SELECT language, count(*) AS pages FROM pages WHERE language <> '' GROUP BY language ORDER BY pages DESC, language"
)

_COUNTS_WITHIN = " UNION ALL ".join(
    [
        *(f"SELECT '{name}', count(*) FROM pages WHERE id IN {{values}}" for name in ("files", "pages")),
        *(
            f"SELECT '{name}', count(*) FROM ({_ON_PAGES.format(table=table)}) AS here"
            for name, table in (
                *(("sections", "sections"), ("passages", "passages")),
                ("claims", "(SELECT id FROM claims WHERE form <> 'premise')"),
                ("premises", "(SELECT id FROM claims WHERE form = 'premise')"),
            )
        ),
        "SELECT 'links', count(*) FROM links WHERE page IN {values}",
    ]
)

_LANGUAGES_WITHIN = _LANGUAGES.replace("WHERE", "WHERE id IN {values} AND")

_SEARCH = {
    level: f"SELECT rowid, -bm25({table}{weights}) AS score FROM {table} WHERE {table} MATCH ?"
    f" AND (? IS NULL OR rowid >> {shift} IN {{values}})"
    " ORDER BY score DESC, rowid LIMIT ?"
    for level, table, weights, shift in (
        ("pages", "page_words", "".join(f", {weight}" for weight in PAGE_WEIGHTS), 0),
        ("sections", "section_words", "", PLACE_BITS),
        ("passages", "passage_words", "", PLACE_BITS),
    )
}

_PAGES = (
    "SELECT id, path, node, title, category, type, description, language, aliases, tags, properties, changed, tokens"
    " FROM pages"
)

_FILTERED = "SELECT id, path, category, changed, tags, properties FROM pages ORDER BY id"

# A row whose page or section is gone is left out: ranking looks them up.
_SECTIONS = (
    "SELECT s.id, s.page, s.heading, s.above, s.level, s.part, s.line, s.end_line,"
    " coalesce(w.title, ''), coalesce(w.heading, ''), coalesce(w.above, ''), coalesce(w.text, '')"
    " FROM sections AS s JOIN pages AS p ON p.id = s.page LEFT JOIN section_words AS w ON w.rowid = s.id"
    " WHERE s.id IN ({ids})"
)

_PASSAGES = (
    "SELECT p.id, p.page, p.section, p.kind, p.line, p.end_line, p.block, p.text, p.is_boilerplate"
    " FROM passages AS p JOIN sections AS s ON s.id = p.section AND s.page = p.page"
    " JOIN pages AS g ON g.id = p.page WHERE p.id IN ({ids})"
)

# DISTINCT keeps SQLite from counting a name's mentions once more for each of its rows.
_NAMES = (
    "WITH wanted (key) AS (SELECT value FROM {values} AS w), counted (key, sections) AS (SELECT DISTINCT key,"
    " (SELECT count(*) FROM mentions AS m WHERE m.name = wanted.key) FROM wanted)"
    " SELECT n.text, n.key, n.kind, n.node, n.page, c.sections, p.path"
    " FROM counted AS c JOIN names AS n ON n.key = c.key LEFT JOIN pages AS p ON p.id = n.page"
)

_MENTIONS = (
    "WITH chosen (name, section, role) AS (SELECT name, section, role FROM mentions WHERE {column} IN {values}),"
    " counted (name, sections) AS (SELECT name, (SELECT count(*) FROM mentions AS m WHERE m.name = c.name)"
    " FROM (SELECT DISTINCT name FROM chosen) AS c)"
    " SELECT name, section, role, sections FROM chosen JOIN counted USING (name)"
)

_LAST = "\U0010ffff"

_TERMS = "(SELECT term, doc AS sections FROM section_terms)"

_NAME_FORMS = (
    "SELECT DISTINCT key, folded FROM names WHERE key >= ? AND key < ? AND length(folded) BETWEEN ? AND ?"
    " ORDER BY key, folded"
)

_WORDS = (
    "SELECT term, sections FROM {terms} AS t WHERE term >= ? AND term < ? AND length(term) >= ?"
    " ORDER BY sections DESC, term LIMIT ?"
)
_WORD_COUNTS = "SELECT term, sections FROM {terms} AS t WHERE term IN {values}"

_EDGES = (
    "SELECT source, relation, target, confidence, sources, is_claim FROM edges WHERE node = ? AND confidence >= ?"
    " ORDER BY is_claim DESC, confidence DESC, source, relation, target LIMIT ?"
)

_CLAIMS = (
    "SELECT c.id, c.page, p.path, c.line, c.subject, c.subject_name, c.relation, c.object, c.object_name, c.confidence,"
    " c.note, c.form, e.place, e.source, coalesce(q.path, ''), e.block, e.quote, s.id, coalesce(s.text, ''),"
    " coalesce(s.line, 0), coalesce(s.block, '') FROM claims AS c JOIN pages AS p ON p.id = c.page"
    " LEFT JOIN evidence AS e ON e.claim = c.id LEFT JOIN pages AS q ON q.id = e.page"
    " LEFT JOIN passages AS s ON s.id = e.passage WHERE c.form <> 'premise' AND "
)
_PLACE = 12
"""The column of these with the place of a piece of evidence; the columns before it are the claim's."""
# Both indexes: by OR the table would be scanned.
_AT_NODES = (
    "SELECT id FROM claims WHERE subject IN {values}"
    " UNION SELECT id FROM claims WHERE object IN {values} AND form <> 'premise'"
)
_PREMISES = _CLAIMS.replace("<> 'premise'", "= 'premise'")

_LINKS = (
    "SELECT l.page, p.path, l.line, l.kind, l.is_embed, l.link, l.display, l.target, l.target_page, l.property, l.place"
    " FROM links AS l JOIN pages AS p ON p.id = l.page"
)

T = TypeVar("T")


class SqlReader:
    """One consistent state of an index, read by statements that have a `?` for each value."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._statistics: Statistics | None = None

    def _run(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Run one statement.  Raises IndexDamagedError, IndexUnavailableError."""
        raise NotImplementedError

    def _table(self, values: Sequence[Any]) -> tuple[str, Any]:
        """Return the SQL of a table of one column, `value`, with some values, and its one parameter."""
        raise NotImplementedError

    def _phrase_count(self, words: Sequence[str]) -> int:
        raise NotImplementedError

    def _find(self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None) -> list[Hit]:
        raise NotImplementedError

    def statistics(self, *, pages: Sequence[int] | None = None) -> Statistics:
        if pages is not None:
            # No page has this id: without pages the counts are 0.
            ids = _valid(pages, PAGE_BITS) or [-1]
            counts = dict(self._rows_for(_COUNTS_WITHIN, ids))
            return Statistics(languages=tuple(self._rows_for(_LANGUAGES_WITHIN, ids)), **counts)
        if self._statistics is None:
            stored = self._run("SELECT value FROM meta WHERE key = ?", (STATISTICS,))
            if not stored:
                raise IndexDamagedError("nobody counted its rows")
            self._statistics = _parse_statistics(_parse_json(stored[0][0]))
        return self._statistics

    def count_rows(self) -> Statistics:
        """Count the rows of the tables.  Cost: 50 ms for 100,000 pages, so each update stores the result."""
        counts = dict(self._run(_COUNTS, ()))
        return Statistics(languages=tuple(self._run(_LANGUAGES, ())), **counts)

    def issues(self) -> list[Issue]:
        unread = self._run("SELECT path, problem FROM files WHERE problem <> ''", ())
        found = [Issue(NOT_READ, problem, path) for path, problem in unread]
        for path, text in self._run("SELECT path, issues FROM pages WHERE issues <> '[]'", ()):
            found += [Issue(rule, message, path, line) for rule, message, line in _parse_json(text)]
        return sorted(found, key=lambda issue: (issue.path, issue.line, issue.rule))

    def document_counts(self, terms: Sequence[str]) -> dict[str, int]:
        wanted = [term for term in dict.fromkeys(terms) if term not in self._counts]
        words = {encode_term(term): term for term in wanted if len(term.split()) == 1}
        self._counts.update((words[token], count) for token, count in self._rows_for(_WORD_COUNTS, [*words]))
        for term in wanted:
            if term not in self._counts:
                phrase = term.split()
                self._counts[term] = self._phrase_count(phrase) if len(phrase) > 1 else 0
        return {term: self._counts[term] for term in dict.fromkeys(terms)}

    def search(
        self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None = None
    ) -> list[Hit]:
        if limit < 1:
            return []
        return self._find(level, self._limit_terms(terms), limit=limit, pages=pages)

    def pages(
        self,
        *,
        ids: Sequence[int] = (),
        paths: Sequence[str] = (),
        nodes: Sequence[str] = (),
        category: str = "",
        everything: bool = False,
    ) -> list[PageRow]:
        if everything:
            rows = self._run(_PAGES, ())
        else:
            rows = self._rows_for(_PAGES + " WHERE id IN {values}", _valid(ids))
            rows += self._rows_for(_PAGES + " WHERE path IN {values}", _texts(paths))
            rows += self._rows_for(_PAGES + " WHERE node IN {values}", _texts(nodes))
            rows += self._rows_for(_PAGES + " WHERE category IN {values}", [category] if category else [])
        found = {row[0]: _page_row(row) for row in rows}
        return sorted(found.values(), key=lambda page: page.path)

    def matching(self, where: PageFilter) -> list[int]:
        needs = where.tags or where.properties or where.as_of or where.by == "created"
        rows = self._run(_FILTERED if needs else _FILTERED.replace("tags, properties", "'[]', '{}'"), ())
        return [id_ for id_, *facts in rows if is_meant(where, *facts)]

    def sections(self, *, ids: Sequence[int] = (), pages: Sequence[int] = ()) -> list[SectionRow]:
        here = _ON_PAGES.format(table="sections")
        rows = self._rows_of_any(_SECTIONS, (_GIVEN, _valid(ids)), (here, _valid(pages, PAGE_BITS)))
        return _by_id(rows, _section_row)

    def passages(
        self,
        *,
        ids: Sequence[int] = (),
        beside: Sequence[int] = (),
        sections: Sequence[int] = (),
        pages: Sequence[int] = (),
        holding: str = "",
    ) -> list[PassageRow]:
        in_sections = "SELECT id FROM passages WHERE section IN {values}"
        here = _ON_PAGES.format(table="passages")
        around = in_sections.replace("{values}", "(SELECT section FROM passages WHERE id IN {values})")
        rows = self._rows_of_any(
            _PASSAGES,
            *((_GIVEN, _valid(ids)), (around, _valid(beside)), (in_sections, _valid(sections))),
            (here, _valid(pages, PAGE_BITS)),
        )
        if holding and _has_utf8(holding):
            # A text that replace changes holds it; SQLite and PostgreSQL have different functions for its place.
            where = "SELECT id FROM passages WHERE replace(text, ?, '') <> text"
            rows += self._run(_PASSAGES.replace("{ids}", where), (holding,))
        return _by_id(rows, _passage_row)

    def names(self, keys: Sequence[str]) -> list[Name]:
        found = [(Name(*row[:-1]), row[-1] or row[3]) for row in self._rows_for(_NAMES, _texts(keys))]
        found.sort(key=lambda pair: (pair[0].key, NAME_KINDS.index(pair[0].kind), pair[1], pair[0].text))
        return [name for name, _ in found]

    def name_forms(self, beginning: str, *, lengths: tuple[int, int]) -> list[tuple[str, str]]:
        if not _has_utf8(beginning):
            return []
        return self._run(_NAME_FORMS, (beginning, beginning + _LAST, *lengths))

    def words(self, beginning: str, *, lengths: tuple[int, int] | None = None, limit: int) -> list[tuple[str, int]]:
        if limit < 1 or not _has_utf8(beginning) or (not beginning and self.statistics().sections > SMALL):
            return []
        start = encode_term(beginning)
        least, most = lengths or (0, EVERY)
        rows = self._run(_WORDS, (start, start + _LAST, least, limit if lengths is None else EVERY))
        words = [(decode_term(token), count) for token, count in rows]
        return [word for word in words if least <= len(word[0]) <= most][:limit]

    def mentions(self, *, sections: Sequence[int] = (), names: Sequence[str] = ()) -> list[Mention]:
        rows = self._rows_for(_MENTIONS.replace("{column}", "section"), _valid(sections))
        rows += self._rows_for(_MENTIONS.replace("{column}", "name"), _texts(names))
        found = {Mention(name, section, section >> PLACE_BITS, role, count) for name, section, role, count in rows}
        return sorted(found, key=lambda mention: (mention.section, mention.name))

    def edges_at(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        queries = [(node, min_confidence, max(0, limit)) for node in _texts(nodes)]
        found = {Edge(*row[:-1]): row[-1] for row in self._rows_of_each(_EDGES, queries)}
        return sorted(found, key=lambda edge: (-found[edge], -edge.confidence, edge.source, edge.relation, edge.target))

    def claims(
        self, *, nodes: Sequence[str] = (), sections: Sequence[int] = (), pages: Sequence[int] = ()
    ) -> list[ClaimRow]:
        by_evidence = "SELECT claim FROM evidence WHERE section IN {values}"
        here = _ON_PAGES.format(table="claims")
        chosen = ((_AT_NODES, _texts(nodes)), (by_evidence, _valid(sections)), (here, _valid(pages, PAGE_BITS)))
        rows = self._rows_of_any(_CLAIMS + "c.id IN ({ids})", *chosen)
        return sorted(_claim_rows(rows), key=lambda claim: (claim.path, claim.line, claim.id))

    def premises(self, *, of: Sequence[str] = (), on: Sequence[tuple[str, str]] = (), limit: int = 0) -> list[ClaimRow]:
        rows = self._rows_for(_PREMISES + "c.subject IN {values}", _texts(of))
        queries = [(node, key, limit) for node, key in dict.fromkeys(on) if _has_utf8(node + key)]
        sql = _PREMISES + "c.object = ? AND c.note = ? ORDER BY c.object, c.note, c.id LIMIT ?"
        rows += self._rows_of_each(sql, queries)
        return _claim_rows(rows)

    def links(
        self,
        *,
        pages: Sequence[int] = (),
        targets: Sequence[str] = (),
        basenames: Sequence[str] = (),
        unresolved: bool = False,
    ) -> list[LinkRow]:
        if pages or targets or basenames or unresolved:
            rows = self._rows_for(_LINKS + " WHERE l.page IN {values}", _valid(pages))
            rows += self._rows_for(_LINKS + " WHERE l.target IN {values}", _texts(targets))
            rows += self._rows_for(_LINKS + " WHERE l.basename IN {values}", _texts(basenames))
            rows += self._run(f"{_LINKS} WHERE l.target = ''", ()) if unresolved else []
        else:
            rows = self._run(_LINKS, ())
        rows = sorted({(row[0], row[-1]): row for row in rows}.values(), key=lambda row: (row[1], row[-1]))
        return [_link_row(row) for row in rows]

    def vectors(self, model: str, *, sections: Sequence[int] | None = None) -> list[VectorRow]:
        sql = (
            "SELECT v.section, v.digest, v.vector FROM meta AS m CROSS JOIN vectors AS v"
            f" WHERE m.key = '{VECTOR_MODEL}' AND m.value = ?"
        )
        parameters: list[Any] = [model]
        if sections is not None:
            table, given = self._table(_valid(sections) or [-1])
            sql, parameters = f"{sql} AND v.section IN {table}", [model, given]
        return [VectorRow(*row) for row in sorted(self._run(sql, parameters))]

    def _limit_terms(self, terms: Sequence[str]) -> list[str]:
        """Return the terms to search: without too common words, and only the rarest of many."""
        distinct = [term for term in dict.fromkeys(terms) if term.strip()]
        counts = self.document_counts([term for term in distinct if len(term.split()) == 1])
        most = self.statistics().sections * TOO_COMMON
        rare = [term for term in distinct if counts.get(term, 0) <= most]
        if not any(counts.get(term, 1) for term in rare):
            # All terms that occur are common.
            rare = distinct
        if len(rare) <= MAX_TERMS:
            return rare
        # A term in no section (a phrase is one here) may still occur in another column of a page.
        return sorted(rare, key=lambda term: (not counts.get(term), counts.get(term, 0), term))[:MAX_TERMS]

    def _rows_for(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement with a table of values for `{values}`; none without values."""
        if not values:
            return []
        table, given = self._table(values)
        return self._run(sql.replace("{values}", table), [given] * sql.count("{values}"))

    def _rows_of_any(self, sql: str, *chosen: tuple[str, Sequence[Any]]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement with `{ids}` for the ids that any of some queries gives for its values."""
        queries, parameters = [], []
        for query, values in chosen:
            if values:
                table, given = self._table(values)
                queries.append(query.replace("{values}", table))
                parameters += [given] * query.count("{values}")
        return self._run(sql.replace("{ids}", " UNION ".join(queries)), parameters) if queries else []

    def _rows_of_each(self, sql: str, queries: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Return the rows that a statement with a limit of its own gives for each tuple of values."""
        rows: list[tuple[Any, ...]] = []
        for start in range(0, len(queries), MAX_SUBQUERIES):
            chunk = queries[start : start + MAX_SUBQUERIES]
            parts = " UNION ALL ".join([f"SELECT * FROM ({sql}) AS e"] * len(chunk))
            rows += self._run(parts, [value for values in chunk for value in values])
        return rows


class SqliteReader(SqlReader):
    """One consistent state of an index in SQLite: the port's first implementation."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._connection = connection

    def _find(self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None) -> list[Hit]:
        expression = match_expression(terms)
        if not expression:
            return []
        table, within = self._table(_valid(pages or (), PAGE_BITS))
        sql, within = _SEARCH[level].replace("{values}", table), None if pages is None else within
        return [Hit(*row) for row in self._run(sql, (expression, within, within, limit))]

    def _phrase_count(self, words: Sequence[str]) -> int:
        sql = "SELECT count(*) FROM section_words WHERE section_words MATCH ?"
        return int(self._run(sql, (f'"{encode_words(words)}"',))[0][0])

    def _table(self, values: Sequence[Any]) -> tuple[str, Any]:
        return "(SELECT value FROM json_each(?))", json.dumps(values)

    def _run(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql.replace("{terms}", _TERMS), parameters).fetchall()
        except sqlite3.ProgrammingError:
            # A closed connection or a wrong statement: our own fault, not the file's.
            raise
        except sqlite3.DatabaseError as err:
            if "locked" in str(err):
                raise IndexUnavailableError(f"the index cannot be read now: {err}") from err
            raise IndexDamagedError(str(err)) from err
        except UnicodeDecodeError as err:
            # SQLite quotes a damaged schema in its message.
            raise IndexDamagedError("text that is no UTF-8") from err


def format_statistics(statistics: Statistics) -> str:
    """Return statistics in the form in which an index stores them."""
    return json.dumps(statistics._asdict(), sort_keys=True)


def _parse_statistics(value: dict[str, Any]) -> Statistics:
    languages = value.pop("languages")
    return Statistics(languages=tuple((language, count) for language, count in languages), **value)


def _page_row(row: tuple[Any, ...]) -> PageRow:
    id_, path, node, title, category, type_, description, language, aliases, tags, properties, *rest = row
    facts = (id_, path, node, title, category, type_, description, language)
    return PageRow(*facts, _parse_strings(aliases), _parse_strings(tags), _parse_json(properties), *rest)


def _section_row(row: tuple[Any, ...]) -> SectionRow:
    id_, page, heading, above, level, part, line, end_line, *columns = row
    words = " ".join(decode_words(column) for column in columns if column)
    return SectionRow(id_, page, id_ % _PLACES, heading, _parse_strings(above), level, part, line, end_line, words)


def _passage_row(row: tuple[Any, ...]) -> PassageRow:
    id_, page, section, kind, line, end_line, block, text, is_boilerplate = row
    return PassageRow(id_, page, section, kind, line, end_line, block, text, bool(is_boilerplate))


def _claim_rows(rows: Iterable[tuple[Any, ...]]) -> list[ClaimRow]:
    """Return the claims of rows with a piece of evidence each, by id."""
    found: dict[tuple[Any, ...], list[EvidenceRow]] = {}
    for row in sorted(set(rows), key=lambda row: (row[0], row[_PLACE] or 0)):
        evidence = found.setdefault(row[:_PLACE], [])
        if row[_PLACE] is not None:
            piece = EvidenceRow(*row[_PLACE + 1 :])
            is_lost = piece.passage is None and bool(piece.block or piece.quote)
            evidence.append(piece._replace(is_gone=is_lost or not piece.path))
    return [ClaimRow(*(*claim, tuple(evidence))) for claim, evidence in found.items()]


def _link_row(row: tuple[Any, ...]) -> LinkRow:
    page, path, line, kind, is_embed, link, display, target, target_page, property_, _ = row
    return LinkRow(page, path, line, kind, bool(is_embed), link, display, target, target_page, property_)


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as err:
        raise IndexDamagedError(f"text that is no JSON: {text[:200]!r}") from err


def _parse_strings(text: str) -> tuple[str, ...]:
    if text == "[]":
        return ()
    return tuple(_parse_json(text))


def _by_id(rows: Sequence[tuple[Any, ...]], make: Callable[[tuple[Any, ...]], T]) -> list[T]:
    distinct = {row[0]: row for row in rows}
    return [make(distinct[id_]) for id_ in sorted(distinct)]


def _valid(ids: Sequence[int], bits: int = PAGE_BITS + PLACE_BITS) -> list[int]:
    """Return distinct ids that the index could have: SQLite takes no larger numbers as parameters."""
    return [id_ for id_ in dict.fromkeys(ids) if 0 <= id_ < 1 << bits]


def _texts(values: Sequence[str]) -> list[str]:
    """Return distinct texts that SQLite can take: one with a lone surrogate has no UTF-8 form and occurs nowhere."""
    return [value for value in dict.fromkeys(values) if value.isascii() or _has_utf8(value)]


def _has_utf8(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
