"""Tables that are not drawn with bars, as a head and rows: of commas, of HTML, of statements that fill a database."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...pages.text.records import read_records

if TYPE_CHECKING:
    Parts = tuple[Sequence[str], Sequence[str], str, Sequence[str]]
    """Head, rows, separator and foot of a table (see rows.py)."""

FEWEST = 3
"""Fewer rows are sent together."""
MOST_BEFORE = 10
"""Lines before a block of code that stay with it."""

_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_ROW_END = re.compile(r"</(?:tr|tbody|table)\s*>", re.IGNORECASE)
_HEAD_CELL, _CELL = re.compile(r"<th\b", re.IGNORECASE), re.compile(r"<td\b", re.IGNORECASE)
_BETWEEN_TAGS = re.compile(r"(?<=>)\s+(?=<)")
_OF_VALUES = re.compile(
    r"\s*(?:insert|replace)\b[^;]{0,9999}\bvalues\s*|copy .{1,9999} from stdin\b[^;]*;\s*", re.IGNORECASE
).fullmatch
_FENCES = ("```", "~~~")
_LANGUAGE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*(\w*)")
_OF_COMMAS = frozenset(("", "csv", "tsv", "text", "txt"))


def comma_table(lines: Sequence[str]) -> Parts | None:
    """A table of commas below the names of its columns."""
    records = read_records(lines)
    if records is None or not records.head:
        return None
    return records.rows[: records.head], records.rows[records.head :], records.separator, ()


def fenced_table(text: str) -> Parts | None:
    """The one that a block of code holds, with what leads to it: of commas, or rows of one statement of SQL."""
    lines = text.split("\n")
    opening = next((at for at, line in enumerate(lines[: MOST_BEFORE + 1]) if line.lstrip().startswith(_FENCES)), -1)
    named = _LANGUAGE.match(lines[opening]) if opening >= 0 else None
    if named is None:
        return None
    end = len(lines) - lines[-1].lstrip().startswith(_FENCES)
    inside = lines[opening + 1 : end]
    table = _values(inside) or (comma_table(inside) if named[1].lower() in _OF_COMMAS else None)
    if table is None:
        return None
    return [*lines[: opening + 1], *table[0]], table[1], table[2], lines[end:]


def _values(lines: Sequence[str]) -> Parts | None:
    """The rows that one statement inserts, or copies."""
    at = next((at for at, line in enumerate(lines[: MOST_BEFORE + 1]) if _OF_VALUES(line)), -1)
    if at < 0:
        return None
    is_copy = lines[at].rstrip().endswith(";")
    rows: list[str] = []
    for line in filter(str.strip, lines[at + 1 :]):
        if is_copy or line.lstrip().startswith("("):
            rows.append(line)
        elif rows:
            rows[-1] += f"\n{line}"
        else:
            return None
    return (lines[: at + 1], rows, "", ()) if len(rows) >= FEWEST else None


def html_table(text: str) -> Parts | None:
    """The one table of a text, its head the rows of `<th>` above the first other one; None where there are few rows."""
    starts = [found.start() for found in _ROW.finditer(text)]
    if len(starts) <= FEWEST or len(_TABLE.findall(text)) > 1:
        return None
    rows = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)])]
    ends = [*_ROW_END.finditer(rows[-1])]
    rows[-1] = rows[-1][: ends[0].end() if ends else None]
    first = next((at for at, row in enumerate(rows) if not _HEAD_CELL.search(row) or _CELL.search(row)), 0)
    told = [_BETWEEN_TAGS.sub("", row).strip() for row in rows]
    before = text[: starts[0]].strip()
    return [*filter(None, (before,)), *told[:first]], told[first:], "", ()
