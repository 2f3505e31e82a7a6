"""A long table of commas as runs of rows, each below the names of its columns: a new row leaves the others alone."""

from __future__ import annotations

from ..pages.text.records import read_records
from .code_text import runs_of

ENDINGS = frozenset((".csv", ".tsv"))
LONG_TABLE = 2000
"""Characters up to which a table stays whole: a reader sees all of it at once, and it costs no more than a page."""


def csv_in_runs(text: str) -> str:
    """The text with blank lines between its runs; as it is where it is short, or no table below names of columns."""
    if len(text) <= LONG_TABLE:
        return text
    records = read_records(text.rstrip("\n").split("\n"))
    # A cell with a blank line in it is no part of one passage.
    if records is None or not records.head or any(_parts(row) for row in records.rows):
        return text
    head, rows = records.rows[: records.head], records.rows[records.head :]
    return "\n\n".join("\n".join((*head, *run)) for run in runs_of(rows)) + "\n"


def _parts(row: str) -> bool:
    return "\n" in row and any(not line.strip() for line in row.split("\n"))
