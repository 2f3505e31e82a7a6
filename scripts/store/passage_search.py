"""Passages over the index: found by words, read by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import PassageRow, WordHit
from ..pages.words import words
from .passage_rows import unpack_passages
from .schema import HEADING_WEIGHT, NAMES_WEIGHT, PASSAGE_BITS, TEXT_WEIGHT, TITLE_WEIGHT

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

SECOND_HAND = ("summaries", "entities", "topics")
"""Categories of pages that rest on sources."""

COUNT_PASSAGES = "SELECT coalesce(sum(passage_count), 0) FROM pages"
COUNT_ROWS = "SELECT coalesce(sum(max(passage_count, 1)), 0) FROM pages"
"""A page without text has a row in the word index all the same."""

_WEIGHTS = f"{TITLE_WEIGHT}, {NAMES_WEIGHT}, {HEADING_WEIGHT}, {TEXT_WEIGHT}"
_ORDINALS = (1 << PASSAGE_BITS) - 1


class PassageSearch:
    """Word search and passages over an open connection; keeps what it has unpacked for the next call."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection.execute
        self._heads: dict[int, tuple[str, str, str, str]] = {}
        self._rows: dict[int, list[tuple[str, str, int, str]]] = {}
        self._count: int | None = None
        self._row_count: int | None = None
        self._frequencies: dict[str, int] = {}

    def search(self, terms: Sequence[str], *, limit: int, pages_only: bool, first_hand: bool) -> list[WordHit]:
        """Passages that hold any of the terms, best BM25 first; see the port."""
        query = match_expression(self._telling(terms))
        if not query or limit <= 0:
            return []
        hits: list[tuple[float, int]] = []
        seen: set[int] = set()
        # Ties at the cut are read to their end, so that the order in which files were indexed never decides.
        for rowid, score in self._run(
            f"SELECT rowid, bm25(words, {_WEIGHTS}) FROM words WHERE words MATCH ? ORDER BY 2, 1", (query,)
        ):
            rounded = round(-score, 9)
            if len(hits) >= limit and rounded < hits[limit - 1][0]:
                break
            file_id = rowid >> PASSAGE_BITS
            if (first_hand and self._head(file_id)[3] in SECOND_HAND) or (pages_only and file_id in seen):
                continue
            seen.add(file_id)
            hits.append((rounded, rowid))
        found = []
        for score, rowid in hits:
            head = self._head(rowid >> PASSAGE_BITS)
            found.append(WordHit(rowid, head[0], score, head[3]))
        found.sort(key=lambda hit: (-hit.score, hit.page, hit.passage & _ORDINALS))
        return found[:limit]

    def holders(self, terms: Sequence[str], *, limit: int, first_hand: bool) -> dict[str, list[int]]:
        """Passages that hold each term, unranked; see the port."""
        found: dict[str, list[int]] = {}
        for term in dict.fromkeys(terms):
            rows: list[int] = []
            query = match_expression([term])
            for (rowid,) in self._run("SELECT rowid FROM words WHERE words MATCH ?", (query,)) if query else ():
                if first_hand and self._head(rowid >> PASSAGE_BITS)[3] in SECOND_HAND:
                    continue
                rows.append(rowid)
                if len(rows) >= limit:
                    break
            found[term] = rows
        return found

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many passages each term occurs."""
        return {term: self._frequency_of(term) for term in dict.fromkeys(terms)}

    def _telling(self, terms: Sequence[str]) -> list[str]:
        """The terms without single words that more than half of the rows hold, where others are left.

        BM25 gives such a word next to no weight: it would only make the question slow.
        """
        if len(terms) < 2:
            return list(terms)
        if self._row_count is None:
            self._row_count = int(self._run(COUNT_ROWS).fetchone()[0])
        half = self._row_count // 2
        telling = [term for term in terms if " " in term.strip() or self._frequency_of(term) <= half]
        return telling if any(map(self._frequency_of, telling)) else list(terms)

    def _frequency_of(self, term: str) -> int:
        found = self._frequencies.get(term)
        if found is None:
            query = match_expression([term])
            select = "SELECT count(*) FROM words WHERE words MATCH ?"
            found = self._frequencies[term] = self._run(select, (query,)).fetchone()[0] if query else 0
        return found

    def passage_count(self) -> int:
        """How many passages there are."""
        if self._count is None:
            self._count = int(self._run(COUNT_PASSAGES).fetchone()[0])
        return self._count

    def passage(self, id_: int) -> PassageRow | None:
        """One passage by id; a page without text has one empty passage."""
        file_id, ordinal = id_ >> PASSAGE_BITS, id_ & _ORDINALS
        if not self._exists(file_id):
            return None
        (name, path, title, category), rows = self._head(file_id), self.rows(file_id)
        if ordinal >= len(rows):
            return PassageRow(id_, name, path, title, category, 0, "", "", 1, "") if not (rows or ordinal) else None
        block, heading, line, text = rows[ordinal]
        return PassageRow(id_, name, path, title, category, ordinal, block, heading, line, text)

    def unpacked(self) -> list[int]:
        """File ids of the pages whose passages were read."""
        return list(self._rows)

    def rows(self, file_id: int) -> list[tuple[str, str, int, str]]:
        """The passages of a page: (block, heading, line, text) each."""
        rows = self._rows.get(file_id)
        if rows is None:
            blob = self._run("SELECT passages FROM pages WHERE id = ?", (file_id,)).fetchone()[0]
            rows = self._rows[file_id] = unpack_passages(blob)
        return rows

    def _exists(self, file_id: int) -> bool:
        return file_id in self._heads or bool(self._run("SELECT 1 FROM pages WHERE id = ?", (file_id,)).fetchone())

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
