"""Passages over the index, found by words."""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from ..pages.model import SimilarHit, WordHit
from ..pages.text.words import begins_pairs, words
from .schema import WEIGHTS

if TYPE_CHECKING:
    from .kept import Kept
    from .passage_texts import PassageTexts
    from .word_scores import WordScores

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

_FEW = 30
"""Searches of one question at most, about: a process that makes more lives on."""


class PassageSearch:
    """Word search over an open connection; keeps what it has counted for the next call."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        texts: PassageTexts,
        kept: Kept,
        within: Sequence[tuple[int, int]] = (),
    ) -> None:
        """within: spans of passage ids, ends exclusive, ascending, to which word search of sources and notes keeps, and
        the counts by which a word is rare or stands nowhere."""
        self._run = connection.execute
        self._texts = texts
        self._kept = kept
        self._starts, self._ends = [start for start, _ in within], [end for _, end in within]

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
        # Spans are of whole pages: the best passage of a page is within when the page is.
        narrow = bool(self._starts) and table == "words"
        # Ties at the cut are read to their end, so that the order in which files were indexed never decides.
        ranked = self._ranked(table, phrases, must, 0 if narrow or pages_only else limit)
        for rowid, score in self._best_of_pages(ranked) if pages_only else ranked:
            rounded = round(-score, 9)
            if len(hits) >= limit and rounded < hits[limit - 1][0]:
                break
            if narrow and not self._is_within(rowid):
                continue
            hits.append((rounded, rowid))
        heads = self._texts.heads([rowid for _, rowid in hits])
        headed = [(score, rowid, heads[rowid]) for score, rowid in hits]
        return [_make(WordHit, (rowid, head.name, score, head.category)) for score, rowid, head in headed]

    def _ranked(self, table: str, phrases: Sequence[str], must: str, limit: int) -> Iterator[tuple[int, float]]:
        """Rows and their scores, best first, ties by row: at least limit, and those that tie with the last; 0: all."""
        self._kept.searches += 1
        scores = self._scores()
        if scores is not None:
            return iter(scores.best(table, phrases, must, limit))
        query = " OR ".join(phrases)
        select = f"SELECT rowid, bm25({table}, {WEIGHTS}) FROM {table} WHERE {table} MATCH ? ORDER BY 2, 1"
        return self._run(select, (f"{must} AND ({query})" if must else query,))

    def _scores(self) -> WordScores | None:
        """What words score where, kept; None in a process that may end with this question: one query is cheaper."""
        if self._kept.searches <= _FEW:
            return None
        from .word_scores import WordScores  # where questions follow each other

        return WordScores(self._run, self._kept)

    def _known(self, table: str, phrase: str) -> Mapping[int, float] | None:
        scores = self._scores()
        return scores.known(table, phrase) if scores is not None else None

    def _rows(self, phrase: str) -> Iterable[int]:
        """First-hand passages that hold a phrase, ascending."""
        known = self._known("words", phrase)
        if known is not None or not phrase:
            return known or ()
        return (row[0] for row in self._run("SELECT rowid FROM words WHERE words MATCH ?", (phrase,)))

    def _best_of_pages(self, ranked: Iterator[tuple[int, float]]) -> Iterator[tuple[int, float]]:
        seen: set[int] = set()
        while chunk := list(islice(ranked, _CHUNK)):
            heads = self._texts.heads([rowid for rowid, _ in chunk])
            for rowid, score in chunk:
                page = heads[rowid].page
                if page not in seen:
                    seen.add(page)
                    yield rowid, score

    def holders(self, terms: Sequence[str], *, limit: int) -> dict[str, list[int]]:
        """First-hand passages that hold each term, unranked; see the port."""
        found: dict[str, list[int]] = {}
        for term in terms:
            rows = self._kept.holders.get((term, limit))
            if rows is None:
                held = self._rows(_phrase(term))
                rows = list(islice(filter(self._is_within, held) if self._starts else held, limit))
                self._kept.holders.put((term, limit), rows, 1 + len(rows))
            found[term] = rows
        return found

    def holding(self, terms: Sequence[str], among: Sequence[int], hand: str) -> list[int]:
        """Those of these passages of one hand that hold any of the terms; see the port."""
        phrases = _phrases(terms)
        if not phrases:
            return []
        asked = (hand, *phrases, *among)
        rows = self._kept.holders.get(asked)
        if rows is None:
            (table,) = TABLES[hand]
            known = [each for phrase in phrases if (each := self._known(table, phrase)) is not None]
            if len(known) == len(phrases):
                return [id for id in among if any(id in each for each in known)]
            # With the plus the rows of the terms are read once; without it SQLite would search anew for each passage.
            select = f"SELECT rowid FROM {table} WHERE {table} MATCH ? AND +rowid IN (SELECT value FROM json_each(?))"
            rows = [row[0] for row in self._run(select, (" OR ".join(phrases), json.dumps(among)))]
            self._kept.holders.put(asked, rows, len(asked) + len(rows))
        return list(rows)

    def long_holders(self, terms: Sequence[str], *, limit: int) -> list[int]:
        """Long first-hand passages that hold one of the terms, those of the first terms first; see the port."""
        long = self._kept.long
        if long is None:
            long = self._kept.long = frozenset(row[0] for row in self._run("SELECT passage FROM long_passages"))
        found: dict[int, None] = {}
        for term in terms if long else ():
            held = self._rows(_phrase(term))
            found.update(dict.fromkeys(id for id in held if id in long and (not self._starts or self._is_within(id))))
            if len(found) >= limit:
                break
        return list(found)[:limit]

    def _is_within(self, passage: int) -> bool:
        at = bisect_right(self._starts, passage) - 1
        return at >= 0 and passage < self._ends[at]

    def similar_hits(self, found: Sequence[tuple[int, float]]) -> list[SimilarHit]:
        """Passages with their cosines as hits, ties by page id then ordinal."""
        heads = self._texts.heads([id_ for id_, _ in found])
        hits = [SimilarHit(id_, heads[id_].name, cosine) for id_, cosine in found]
        return sorted(hits, key=lambda hit: (-hit.cosine, hit.page, hit.passage))

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many passages each term occurs, of those within; see the port."""
        # Counting rows one by one is for the home that holds others, too.
        if self._starts and self.passage_count() < self._rows_in("words"):
            return {term: self._frequency_within(term) for term in dict.fromkeys(terms)}
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

    def _frequency_within(self, term: str) -> int:
        found = self._kept.counts.get(("within", term))
        if found is None:
            phrase = _phrase(term)
            between = (phrase, self._starts[0], self._ends[-1])
            select = "SELECT rowid FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ?"
            count = sum(self._is_within(row[0]) for row in self._run(select, between)) if phrase else 0
            found = self._kept.counts.put(("within", term), count)
        return found

    def passage_count(self) -> int:
        """How many first-hand passages there are, of those within; all of them where there is none."""
        if self._starts:
            return sum(self._ends) - sum(self._starts)
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
