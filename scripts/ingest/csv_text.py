"""A long table of commas as runs of rows, each below the names of its columns: a new row leaves the others alone."""

from __future__ import annotations

from .. import regex as re
from .code_text import runs_of

ENDINGS = frozenset((".csv", ".tsv"))
LONG_TABLE = 2000
"""Characters up to which a table stays whole: a reader sees all of it at once, and it costs no more than a page."""
_SEPARATORS = ",;\t"
_IN_QUOTES = re.compile(r'"(?:[^"\n]|"")*"')


def csv_in_runs(text: str) -> str:
    """The text with blank lines between its runs; as it is where it is short, or no table below names of columns."""
    lines = text.rstrip("\n").split("\n")
    if len(text) <= LONG_TABLE or not _is_table(lines):
        return text
    return "\n\n".join("\n".join((lines[0], *run)) for run in runs_of(lines[1:])) + "\n"


def _is_table(lines: list[str]) -> bool:
    """Whether each line has as many cells as the first, which holds no figures alone."""
    bare = [_IN_QUOTES.sub("", line) for line in lines]
    separator = next((sign for sign in bare[0] if sign in _SEPARATORS), "")
    if not separator or '"' in "".join(bare):
        return False
    cells = bare[0].count(separator)
    names = all(any(map(str.isalpha, cell)) for cell in lines[0].split(separator))
    return names and all(line.count(separator) == cells for line in bare)
