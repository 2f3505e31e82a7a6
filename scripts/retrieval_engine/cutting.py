"""Cutting a passage that is too long: around the words of the question, never inside a sentence, item or row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..text.sentences import sentences

Counter = Callable[[str], int]
"""Returns the number of tokens in a text."""

WordsOf = Callable[[str], Sequence[str]]
"""Returns the analyzed words of a text."""

GAP = "…"
"""Marks a place where text of a source is left out."""

_FENCE = re.compile(r"\s*(?:>\s*)*(?:`{3,}|~{3,})")
_RULE = re.compile(r"[>|:\s-]+")
"""The line below a table's head."""
_CLAUSE = re.compile(r"(?<=[,;:，；、：])\s+|(?<=[，；、：])")
_CLAUSE_WORDS = 12
"""Words of a piece where a sentence has no punctuation to cut at."""


class PassageCut(NamedTuple):
    """The part of a passage that is shown."""

    text: str
    tokens: int
    whole: int
    """Tokens of the whole passage."""

    @property
    def is_whole(self) -> bool:
        return self.tokens >= self.whole


def cut_passage(
    text: str,
    kind: str,
    *,
    limit: int,
    count: Counter,
    words: WordsOf,
    weights: Mapping[str, float],
    opening: bool = False,
) -> PassageCut | None:
    """Return the whole passage where it costs at most limit tokens, else the run of its sentences, items, rows or lines
    that fits and holds the most of the weighted words; None where not even one fits.

    The head of a table and the fences of a code block stay; with opening the first sentence stays, too: a definition.
    """
    whole = count(text)
    if whole <= limit:
        return PassageCut(text, whole, whole)
    front, middle, back = _split_frame(text, kind, opening)
    if opening and not middle:
        front, middle, back = _split_frame(text, kind, False)
    room = limit - count("".join((*front, *back))) - 2 * count(f"{GAP}\n")
    if room <= 0 and opening:
        return cut_passage(text, kind, limit=limit, count=count, words=words, weights=weights)
    pieces = [piece for unit in middle for piece in _cut_unit(unit, room, count)]
    sizes = [count(piece) for piece in pieces]
    start, end = _best_run(pieces, sizes, room, words, weights)
    if start == end:
        return None
    # An answer follows the words of a question more often than it precedes them.
    while end < len(sizes) and sum(sizes[start : end + 1]) <= room:
        end += 1
    while start > 0 and sum(sizes[start - 1 : end]) <= room:
        start -= 1
    while end - start > 1 and end < len(pieces) and leads_in(pieces[end - 1]):
        end -= 1
    # A counter need not be additive, so the pieces are counted together.
    while end > start:
        shown = _join_with_gaps(front, pieces, start, end, back)
        tokens = count(shown)
        if tokens <= limit:
            return PassageCut(shown, tokens, whole)
        end = min(end - 1, start + (end - start) * limit // tokens)
    return None


def best_sentence(text: str, kind: str, *, words: WordsOf, weights: Mapping[str, float]) -> str:
    """Return the sentence, item, row or line that holds the most of the weighted words; of equal ones the first."""
    _, units, _ = _split_frame(text, kind, False)
    best = max(units, key=lambda unit: _sum_weights(words(unit), weights), default="")
    return best.strip()


def table_head(lines: Sequence[str]) -> int:
    """Return the number of lines in the head of a table, with a line that introduces it and the rule below."""
    return next((place for place, line in enumerate(lines, 1) if "-" in line and _RULE.fullmatch(line.strip())), 0)


def leads_in(text: str) -> bool:
    """Whether a text ends in a colon, so that it introduces what follows."""
    return text.rstrip().rstrip("*_").endswith((":", "："))


def _sum_weights(found: Sequence[str], weights: Mapping[str, float]) -> float:
    return sum(weights.get(word, 0.0) for word in dict.fromkeys(found))


def _split_frame(text: str, kind: str, opening: bool) -> tuple[list[str], list[str], list[str]]:
    """Return the units that must stay in front, those that may be cut, and those that must stay behind; joined they are
    the text."""
    if kind == "table":
        rows = text.splitlines(keepends=True)
        head = table_head(rows)
        return rows[:head], rows[head:], []
    if kind == "code":
        lines = text.splitlines(keepends=True)
        fences = [place for place, line in enumerate(lines) if _FENCE.match(line)]
        if len(fences) < 2 or fences[-1] != len(lines) - 1:
            return lines[: fences[0] + 1] if fences else [], lines[fences[0] + 1 :] if fences else lines, []
        return lines[: fences[0] + 1], lines[fences[0] + 1 : -1], lines[-1:]
    units = list(sentences(text))
    return (units[:1], units[1:], []) if opening else ([], units, [])


def _cut_unit(unit: str, room: int, count: Counter) -> list[str]:
    """Return a unit, or its clauses where it exceeds the room, or runs of words where a clause does."""
    if count(unit) <= room:
        return [unit]
    clauses = _split(unit, [match.end() for match in _CLAUSE.finditer(unit)])
    pieces = []
    for clause in clauses:
        if count(clause) <= room:
            pieces.append(clause)
            continue
        blanks = [match.end() for match in re.finditer(r"\s+", clause)]
        pieces += _split(clause, blanks[_CLAUSE_WORDS - 1 :: _CLAUSE_WORDS])
    return pieces


def _split(text: str, places: Sequence[int]) -> list[str]:
    bounds = [0, *(place for place in places if 0 < place < len(text)), len(text)]
    return [text[start:end] for start, end in pairwise(bounds) if end > start]


def _best_run(
    pieces: Sequence[str], sizes: Sequence[int], room: int, words: WordsOf, weights: Mapping[str, float]
) -> tuple[int, int]:
    """Return the shortest run that fits and holds the most weight; of equal ones the first."""
    held = [[word for word in dict.fromkeys(words(piece)) if weights.get(word, 0.0) > 0] for piece in pieces]
    best, best_key = (0, 0), (-1.0, 0)
    for start in range(len(pieces)):
        if not held[start] and best_key[0] >= 0:
            continue
        covered: set[str] = set()
        weight, size = 0.0, 0
        for end in range(start + 1, len(pieces) + 1):
            size += sizes[end - 1]
            if size > room:
                break
            for word in held[end - 1]:
                if word not in covered:
                    covered.add(word)
                    weight += weights[word]
            if (weight, -size) > best_key:
                best, best_key = (start, end), (weight, -size)
    return best


def _join_with_gaps(front: Sequence[str], pieces: Sequence[str], start: int, end: int, back: Sequence[str]) -> str:
    shown = "".join(pieces[start:end])
    head, tail = "".join(front), "".join(back)
    if start > 0:
        on_line = pieces[start - 1].endswith("\n")
        shown = f"{GAP}\n{shown}" if on_line else f"{GAP} {shown}"
    if end < len(pieces):
        shown = f"{shown}{GAP}\n" if shown.endswith("\n") else f"{shown.rstrip()} {GAP}"
    if tail and not shown.endswith("\n"):
        shown += "\n"
    return f"{head}{shown}{tail}".rstrip()
