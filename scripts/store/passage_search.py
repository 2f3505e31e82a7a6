"""Passages over the index, found by words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from ..pages.model import SimilarHit, WordHit
from ..pages.text.words import begins_pairs, words
from .schema import WEIGHTS

if TYPE_CHECKING:
    from .kept import Kept
    from .passage_texts import PassageTexts

_make = tuple.__new__

TABLES = {"first": ("words",), "second": ("derived_words",), "any": ("words", "derived_words")}
"""The tables of words for each hand."""

LARGE = 20
"""Rows from which on it says something that a word is in most of them."""
_CHUNK = 256
"""Rows of which the pages are looked up together."""

_TOTALS = 1
"""Where FTS5 keeps how many rows it has, and behind that how many words in each column: the averages record of its file
format, for BM25.  Counting the rows would read the sizes of all of them."""


class PassageSearch:
    """Word search over an open connection; keeps what it has counted for the next call."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        texts: PassageTexts,
        kept: Kept,
    ) -> None:
        self._run = connection.execute
        self._texts = texts
        self._kept = kept

    def search(self, terms: Sequence[str], *, limit: int, pages_only: bool, hand: str, holding: str) -> list[WordHit]:
        """Passages that hold any of the terms, best BM25 first; see the port."""
        asked = (*terms, limit, pages_only, hand, holding)
        kept = self._kept.hits.get(asked)
        if kept is None:
            found = self._found(terms, limit, pages_only, hand, holding)
            kept = self._kept.hits.put(asked, found, 1 + len(found))
        return list(kept)

    def _found(self, terms: Sequence[str], limit: int, pages_only: bool, hand: str, holding: str) -> list[WordHit]:
        found: list[WordHit] = []
        must = match_expression([holding])
        for table in TABLES[hand]:
            phrases = _phrases(self._telling(table, terms))
            if phrases and (must or not holding):
                found += self._hits(table, phrases, must, limit, pages_only)
        found.sort(key=lambda hit: (-hit.score, hit.page, hit.passage))
        return found[:limit]

    def _hits(self, table: str, phrases: Sequence[str], must: str, limit: int, pages_only: bool) -> list[WordHit]:
        if limit <= 0:
            return []
        hits: list[tuple[float, int]] = []
        # Ties at the cut are read to their end, so that the order in which files were indexed never decides.
        ranked = self._ranked(table, phrases, must)
        for rowid, score in self._best_of_pages(ranked) if pages_only else ranked:
            rounded = round(-score, 9)
            if len(hits) >= limit and rounded < hits[limit - 1][0]:
                break
            hits.append((rounded, rowid))
        heads = self._texts.heads([rowid for _, rowid in hits])
        headed = [(score, rowid, heads[rowid]) for score, rowid in hits]
        return [_make(WordHit, (rowid, head.name, score, head.category)) for score, rowid, head in headed]

    def _ranked(self, table: str, phrases: Sequence[str], must: str) -> Iterator[tuple[int, float]]:
        """Rows and their scores, best first, ties by row."""
        query = " OR ".join(phrases)
        select = f"SELECT rowid, bm25({table}, {WEIGHTS}) FROM {table} WHERE {table} MATCH ? ORDER BY 2, 1"
        return self._run(select, (f"{must} AND ({query})" if must else query,))

    def _best_of_pages(self, ranked: Iterator[tuple[int, float]]) -> Iterator[tuple[int, float]]:
        seen: set[int] = set()
        while chunk := list(islice(ranked, _CHUNK)):
            heads = self._texts.heads([rowid for rowid, _ in chunk])
            for rowid, score in chunk:
                page = heads[rowid].page
                if page not in seen:
                    seen.add(page)
                    yield rowid, score

    def similar_hits(self, found: Sequence[tuple[int, float]]) -> list[SimilarHit]:
        """Passages with their cosines as hits, ties by page id then ordinal."""
        heads = self._texts.heads([id_ for id_, _ in found])
        hits = [SimilarHit(id_, heads[id_].name, cosine) for id_, cosine in found]
        return sorted(hits, key=lambda hit: (-hit.cosine, hit.page, hit.passage))

    def _telling(self, table: str, terms: Sequence[str]) -> list[str]:
        """The terms without single words that more than half of the rows hold, where others are left.

        BM25 gives such a word next to no weight: it would only make the question slow.
        """
        if len(terms) < 2 or self._rows_in(table) < LARGE:
            return list(terms)
        half = self._rows_in(table) // 2
        telling = [term for term in terms if " " in term.strip() or self._frequency_of(table, term) <= half]
        if len(telling) == len(terms) or any(self._frequency_of(table, term) for term in telling):
            return telling
        return list(terms)

    def _rows_in(self, table: str) -> int:
        found = self._kept.counts.get(table)
        if found is None:
            (totals,) = self._run(f"SELECT block FROM {table}_data WHERE id = {_TOTALS}").fetchone() or (b"",)
            found = self._kept.counts.put(table, _first_number(totals))
        return found

    def _frequency_of(self, table: str, term: str) -> int:
        found = self._kept.counts.get((table, term))
        if found is None:
            phrase = _phrase(term)
            select = f"SELECT count(*) FROM {table} WHERE {table} MATCH ?"
            count = self._run(select, (phrase,)).fetchone()[0] if phrase else 0
            found = self._kept.counts.put((table, term), count)
        return found

    def passage_count(self) -> int:
        """How many first-hand passages there are; all of them where there is none."""
        return self._rows_in("words") or self._rows_in("derived_words")


def _first_number(block: bytes) -> int:
    """The number at the beginning of a block, as SQLite writes it: seven bits a byte, the last without the eighth."""
    number = 0
    for byte in block[:8]:
        number = number << 7 | byte & 127
        if byte < 128:
            break
    return number


def match_expression(terms: Sequence[str]) -> str:
    """An FTS5 query for any of the terms; a term of several words is a phrase."""
    return " OR ".join(_phrases(terms))


def _phrases(terms: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(phrase for phrase in map(_phrase, terms) if phrase))


_MOST_WORDS = 64
"""Words of a term that are searched for."""


@lru_cache(maxsize=4096)
def _phrase(term: str) -> str:
    """A term in quotes: nothing of a question reaches FTS5 without, so that its operators are words here.

    Of a term without end its beginning: SQLite compares each word of a phrase with each place of a repeated one.
    A last word of one character is what a pair begins with: `7月9日` stands in `7月9日に`.
    """
    found = words(term)[:_MOST_WORDS]
    phrase = f'"{" ".join(found)}"' if found else ""
    return f"{phrase} *" if found and begins_pairs(found[-1]) else phrase
