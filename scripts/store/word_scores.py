"""What BM25 gives each passage for one word, kept: a process that lives on meets most words of its questions again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .schema import WEIGHTS

if TYPE_CHECKING:
    from .kept import Kept

_ROUNDING = 1e-8
"""More than scores may differ that are equal when they are told."""


class WordScores:
    """Scores as SQLite has them: negative, the best first.  FTS5 adds up what each phrase of a query gives a row, in
    the order of the phrases, and what one gives depends on no other: kept and added up here it is the same number."""

    def __init__(self, run: Callable[..., Iterable[Any]], kept: Kept) -> None:
        self._run = run
        self._kept = kept

    def best(self, table: str, phrases: Sequence[str], must: str, limit: int) -> list[tuple[int, float]]:
        """Rows that hold any of the phrases, and must where it is given, best first, ties by row.

        At least limit, with all that tie with the last when rounded; 0: all.
        """
        totals = self._totals(table, phrases, must)
        if 0 < limit < len(totals):
            least = sorted(totals.values())[limit - 1] + _ROUNDING
            totals = {row: score for row, score in totals.items() if score <= least}
        return sorted(totals.items(), key=lambda item: (item[1], item[0]))

    def _totals(self, table: str, phrases: Sequence[str], must: str) -> dict[int, float]:
        each = [self.of(table, phrase) for phrase in phrases]
        if must:
            whole = self.of(table, must)
            held = [whole.keys() & scores.keys() for scores in each]
            totals = {row: whole[row] for row in set().union(*held)}
            for scores, rows in zip(each, held):
                for row in rows:
                    totals[row] += scores[row]
            return totals
        totals = dict(each[0]) if each else {}
        known = totals.get
        for scores in each[1:]:
            for row, score in scores.items():
                totals[row] = known(row, 0.0) + score
        return totals

    def of(self, table: str, phrase: str) -> Mapping[int, float]:
        """The rows that hold a phrase, ascending, with the score of each."""
        found = self.known(table, phrase)
        if found is None:
            select = f"SELECT rowid, bm25({table}, {WEIGHTS}) FROM {table} WHERE {table} MATCH ?"
            found = dict(self._run(select, (phrase,)))
            self._kept.scores.put((table, phrase), found, 1 + len(found))
        return found

    def known(self, table: str, phrase: str) -> Mapping[int, float] | None:
        """The same without a look at the index; None where what is kept does not tell."""
        found = self._kept.scores.get((table, phrase))
        return {} if found is None and self._is_nowhere(table, phrase) else found

    def _is_nowhere(self, table: str, phrase: str) -> bool:
        """Whether those words of a phrase that are kept tell that no row holds all of it."""
        words = phrase[1:-1].split(" ") if phrase.endswith('"') else ()
        if len(words) < 2:
            return False
        kept = [self._kept.scores.get((table, f'"{word}"')) for word in dict.fromkeys(words)]
        held = sorted([scores.keys() for scores in kept if scores is not None], key=len)
        return bool(held) and not set(held[0]).intersection(*held[1:])
