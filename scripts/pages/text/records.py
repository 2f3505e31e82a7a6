"""Tables of commas: what parts their cells, and whether their first line names the columns.

A wrong head is worse than none, since it would stand above every row that is shown: a line that may be a row is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

FEWEST = 4
"""Lines of a table, its head included; what is shorter may be anything."""
RAGGED = 0.2
"""Part of the rows that may have another number of cells: files written by hand lack the last ones."""
LONGEST_NAME = 60
LOOKED_AT = 200
"""Rows that tell what the cells of a column look like."""
_SEPARATORS = "\t;,"
_DECLARED = re.compile(r"sep=([,;\t|])\r?").fullmatch
"""What a spreadsheet puts above a table."""
_IN_QUOTES = re.compile(r'"(?:[^"]|"")*"')
_SENTENCE = re.compile(r"[.?!…]['\"»”)]*$")
_YEAR = re.compile(r"(?:19|20)\d\d(?:[/-]\d\d)?").fullmatch
_NEAR_YEAR = re.compile(r"(?:1[5-9]|20)\d\d(?:[/-]\d\d)?").fullmatch
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{4}-\d\d").fullmatch
_LETTERS, _DIGITS = re.compile(r"[^\W\d_]+"), re.compile(r"\d+")


class Records(NamedTuple):
    """A text read as a table of commas."""

    separator: str
    rows: Sequence[str]
    """Its rows, the head first; one that has line ends in quotes is one row of several lines."""
    head: int
    """How many of them stand above the others: 0 where nothing names the columns."""


def read_records(lines: Sequence[str]) -> Records | None:
    """The rows of a table of commas, semicolons or tabs; None for any other text.  Cost: linear."""
    declared = _DECLARED(lines[0]) if lines else None
    rows = _joined(lines[1:] if declared else lines)
    if len(rows) < FEWEST:
        return None
    bare = [_IN_QUOTES.sub("", row).strip("\r") for row in rows] if '"' in "".join(rows) else rows
    separator = declared[1] if declared else next((each for each in _SEPARATORS if _parts(bare, each)), "")
    if not separator or not _parts(bare, separator):
        return None
    cells = [cells_of(row, separator) for row in rows[:LOOKED_AT]]
    head = int(_are_names([*zip(*(row for row in cells if len(row) == len(cells[0])))]))
    return Records(separator, [lines[0], *rows], head + 1) if declared else Records(separator, rows, head)


def cells_of(row: str, separator: str) -> list[str]:
    """The cells of a row, without blanks and quotes around them."""
    signs = _IN_QUOTES.sub(lambda found: "x" * len(found[0]), row) if '"' in row else row
    ends = [at for at, sign in enumerate(signs) if sign == separator]
    return [row[start:end].strip(' "\r') for start, end in zip([0, *(end + 1 for end in ends)], [*ends, len(row)])]


def _joined(lines: Sequence[str]) -> list[str]:
    """Lines, those joined that stand in one pair of quotes; none where a quote stays open."""
    rows: list[str] = []
    is_open = False
    for line in lines:
        if is_open:
            rows[-1] += f"\n{line}"
        else:
            rows.append(line)
        is_open ^= bool(line.count('"') % 2)
    while rows and not rows[-1].strip():
        rows.pop()
    return [] if is_open else rows


def _parts(bare: Sequence[str], separator: str) -> bool:
    """Whether a sign parts each row into as many cells, nearly: a comma in prose has a blank behind it."""
    cells = bare[0].count(separator)
    if not cells or bare[1].count(separator) != cells:
        return False
    others = sum(row.count(separator) != cells for row in bare)
    if others > RAGGED * len(bare) or not all(separator in row for row in bare):
        return False
    spaced = f"{separator} "
    return spaced not in bare[0] and not (
        any(spaced in row for row in bare) and any(_SENTENCE.search(row) for row in bare)
    )


def _are_names(columns: Sequence[Sequence[str]]) -> bool:
    """Whether the first of the cells in each column names it.

    Cells may be empty, and may be years or dates in a row where those below are none.
    """
    heads = [column[0] for column in columns]
    named = [cell for cell in heads if any(map(str.isalpha, cell))]
    if not named or sum(map(bool, heads)) * 2 < len(heads) or any(len(cell) > LONGEST_NAME for cell in heads):
        return False
    if any(_is_like(column[0], column[1:]) for column in columns if column[0] and not _YEAR(column[0])):
        return False
    # Counts may look like years, but not in every column.
    years = [column[1:] for column in columns if _YEAR(column[0])]
    if years and _most(years, [_most(cells, (_NEAR_YEAR(cell) is not None for cell in cells)) for cells in years]):
        return False
    times = [cell for cell in heads if cell and _is_figure(cell)]
    return len({*times}) == len(times) and (times in (sorted(times), sorted(times, reverse=True)) or _are_dates(times))


def _is_like(first: str, others: Sequence[str]) -> bool:
    """Whether the first cell of a column may be one like the others: it says the same or has the form of most."""
    if first in others:
        return True
    filled = [cell for cell in others if cell]
    if _is_figure(first):
        return not _DATE(first) or _most(filled, (_DATE(cell) is not None for cell in filled))
    if not any(map(str.isdigit, first)):
        return False
    form = _form(first)
    return _most(filled, (_form(cell) == form for cell in filled))


def _most(cells: Sequence[object], told: Iterable[bool]) -> bool:
    return bool(cells) and 2 * sum(told) > len(cells)


def _are_dates(cells: Iterable[str]) -> bool:
    # As text, `9/1/20` comes behind `10/1/20`.
    return all(map(_DATE, cells))


def _is_figure(cell: str) -> bool:
    return any(map(str.isdigit, cell)) and not any(map(str.isalpha, cell))


def _form(cell: str) -> str:
    """A cell with `a` for each run of letters and `9` for each of digits."""
    return _DIGITS.sub("9", _LETTERS.sub("a", cell))
