"""Passages over the index: found by words, read by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import PassageRow, SimilarHit, WordHit
from ..pages.words import words
from .page_texts import text_of
from .schema import HEADING_WEIGHT, NAMES_WEIGHT, TEXT_WEIGHT, TITLE_WEIGHT, words_table

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from .page_texts import Claims, Passages

TABLES = {"first": ("words",), "second": ("derived_words",), "any": ("words", "derived_words")}
"""The tables of words for each hand."""

LARGE = 20
"""Rows from which on it says something that a word is in most of them."""
COUNT_ROWS = "SELECT category, sum(max(passage_count, 1)) FROM pages GROUP BY category"
"""A page without text has a row in the word index all the same."""

_WEIGHTS = f"{TEXT_WEIGHT}, {HEADING_WEIGHT}, {TITLE_WEIGHT}, {NAMES_WEIGHT}"


class PassageSearch:
    """Word search and passages over an open connection; keeps what it has unpacked for the next call."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._run = connection.execute
        self._pages: dict[int, int] = {}
        self._heads: dict[int, tuple[str, str, str, str]] = {}
        self._texts: dict[int, tuple[Passages, Claims]] = {}
        self._row_counts: dict[str, int] = {}
        self._frequencies: dict[tuple[str, str], int] = {}

    def search(self, terms: Sequence[str], *, limit: int, pages_only: bool, hand: str, holding: str) -> list[WordHit]:
        """Passages that hold any of the terms, best BM25 first; see the port."""
        found: list[WordHit] = []
        must = match_expression([holding])
        for table in TABLES[hand]:
            query = match_expression(self._telling(table, terms))
            if query and (must or not holding):
                found += self._hits(table, f"{must} AND ({query})" if must else query, limit, pages_only)
        found.sort(key=lambda hit: (-hit.score, hit.page, hit.passage))
        return found[:limit]

    def _hits(self, table: str, query: str, limit: int, pages_only: bool) -> list[WordHit]:
        if limit <= 0:
            return []
        hits: list[tuple[float, int]] = []
        seen: set[int] = set()
        # Ties at the cut are read to their end, so that the order in which files were indexed never decides.
        for rowid, score in self._run(
            f"SELECT rowid, bm25({table}, {_WEIGHTS}) FROM {table} WHERE {table} MATCH ? ORDER BY 2, 1", (query,)
        ):
            rounded = round(-score, 9)
            if len(hits) >= limit and rounded < hits[limit - 1][0]:
                break
            if pages_only:
                page = self._page_of(rowid)
                if page in seen:
                    continue
                seen.add(page)
            hits.append((rounded, rowid))
        found = []
        for score, rowid in hits:
            head = self._head(self._page_of(rowid))
            found.append(WordHit(rowid, head[0], score, head[3]))
        return found

    def holders(self, terms: Sequence[str], *, limit: int) -> dict[str, list[int]]:
        """First-hand passages that hold each term, unranked; see the port."""
        found: dict[str, list[int]] = {}
        for term in dict.fromkeys(terms):
            query = match_expression([term])
            rows = self._run("SELECT rowid FROM words WHERE words MATCH ? LIMIT ?", (query, limit)) if query else ()
            found[term] = [row[0] for row in rows]
        return found

    def similar_hits(self, found: Sequence[tuple[int, float]]) -> list[SimilarHit]:
        """Passages with their cosines as hits, ties by page id then ordinal."""
        hits = [SimilarHit(id_, self._head(self._page_of(id_))[0], cosine) for id_, cosine in found]
        return sorted(hits, key=lambda hit: (-hit.cosine, hit.page, hit.passage))

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many passages each term occurs; see the port."""
        return {
            term: self._frequency_of("words", term) or self._frequency_of("derived_words", term)
            for term in dict.fromkeys(terms)
        }

    def _telling(self, table: str, terms: Sequence[str]) -> list[str]:
        """The terms without single words that more than half of the rows hold, where others are left.

        BM25 gives such a word next to no weight: it would only make the question slow.
        """
        if len(terms) < 2 or self._rows_in(table) < LARGE:
            return list(terms)
        half = self._rows_in(table) // 2
        telling = [term for term in terms if " " in term.strip() or self._frequency_of(table, term) <= half]
        return telling if any(self._frequency_of(table, term) for term in telling) else list(terms)

    def _rows_in(self, table: str) -> int:
        if not self._row_counts:
            self._row_counts = dict.fromkeys(TABLES["any"], 0)
            for category, rows in self._run(COUNT_ROWS):
                self._row_counts[words_table(category)] += rows
        return self._row_counts[table]

    def _frequency_of(self, table: str, term: str) -> int:
        found = self._frequencies.get((table, term))
        if found is None:
            query = match_expression([term])
            select = f"SELECT count(*) FROM {table} WHERE {table} MATCH ?"
            found = self._run(select, (query,)).fetchone()[0] if query else 0
            self._frequencies[table, term] = found
        return found

    def passage_count(self) -> int:
        """How many first-hand passages there are; all of them where there is none."""
        return self._rows_in("words") or self._rows_in("derived_words")

    def passage(self, id_: int) -> PassageRow | None:
        """One passage by id; a page without text has one empty passage."""
        file_id = self._page_of(id_)
        if not file_id:
            return None
        ordinal = id_ - file_id
        (name, path, title, category), rows = self._head(file_id), self.rows(file_id)
        if ordinal >= len(rows):
            return PassageRow(id_, name, path, title, category, 0, "", "", 1, "") if not (rows or ordinal) else None
        block, heading, line, text = rows[ordinal]
        return PassageRow(id_, name, path, title, category, ordinal, block, heading, line, text)

    def unpacked(self) -> list[int]:
        """File ids of the pages whose passages were read."""
        return list(self._texts)

    def rows(self, file_id: int) -> Passages:
        """The passages of a page."""
        return self._text(file_id)[0]

    def claims(self, file_id: int) -> Claims:
        """The claims of a page as written."""
        return self._text(file_id)[1]

    def _text(self, file_id: int) -> tuple[Passages, Claims]:
        text = self._texts.get(file_id)
        if text is None:
            text = self._texts[file_id] = text_of(self._connection, file_id)
        return text

    def _page_of(self, passage: int) -> int:
        """The id of the page that a passage is of: that of its first passage; 0 where there is none."""
        page = self._pages.get(passage)
        if page is None:
            row = self._run("SELECT max(id) FROM pages WHERE id <= ?", (passage,)).fetchone()
            page = self._pages[passage] = row[0] or 0
        return page

    def _head(self, file_id: int) -> tuple[str, str, str, str]:
        """Node name, path, title, category of a page."""
        head = self._heads.get(file_id)
        if head is None:
            head = self._run(
                """SELECT n.name, f.path, p.title, p.category FROM pages p
                   JOIN files f ON f.id = p.id JOIN nodes n ON n.id = p.node WHERE p.id = ?""",
                (file_id,),
            ).fetchone()
            self._heads[file_id] = head
        return head


def match_expression(terms: Sequence[str]) -> str:
    """An FTS5 query for any of the terms; a term of several words is a phrase.

    Nothing of a question reaches FTS5 unquoted, so that its operators are words here.
    """
    phrases = [" ".join(found) for found in map(words, terms) if found]
    return " OR ".join(f'"{phrase}"' for phrase in dict.fromkeys(phrases))
