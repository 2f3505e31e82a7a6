"""Tables, those of commas too, and properties as they are sent: no padding, and of many rows those that answer.

A row is a fact of its own, so that the others need not be sent with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .snippets import ELLIPSIS

if TYPE_CHECKING:
    from ..answer_values import PassageShown
    from .coverage import Asked

FEWEST = 3
"""Fewer rows are sent together."""
MOST = 8
"""Rows that are sent of a longer table."""
NEAR = 0.7
"""Part of what the best row covers from which on another is sent with it."""
SHORTER = 0.999999
"""What a shorter form keeps of the worth of a longer one that says as much: where there is room, the longer is sent."""

_RULE = frozenset("|:- >\t\r")
"""Signs of the line below the head of a table, which may stand in a quote."""
_BLANK = " >\t\r"
_PROPERTY = re.compile(r"[^\W_][^\n:|>*`\"\[]{0,59}: ")
"""How a line of properties begins."""
_SENTENCE = re.compile(r"[.?!…]['\"»”)]*$")
BAR = "|"
_ESCAPED = re.compile(r"\\.")
_CELL = re.compile(r"[^\s,;|][^,;|\n]{0,59}[,;\t]|[,;]|sep=")
"""How a line of names of columns begins."""
_IN_QUOTES = re.compile(r'"[^"\n]*"')
FENCES = ("```", "~~~")
"""What a block of code begins and ends with."""


def above(passage: PassageShown) -> str:
    """What stands above a passage: its title and its headings."""
    return f"{passage.title}\n{passage.heading}"


class Table(NamedTuple):
    """A text as rows below the names of their columns."""

    head: Sequence[str]
    """The lines above the rows: the head of the table, with what leads to it."""
    rows: Sequence[str]
    separator: str = ""
    """What parts the cells of a row; "" where nothing does that could be told."""
    foot: Sequence[str] = ()
    """What closes the table."""


class Rows(NamedTuple):
    """Rows of a text that answer."""

    table: Table
    """The table with these rows alone."""
    share: float
    """Of the question, what they cover together with what stands above, 0 to 1."""

    @property
    def text(self) -> str:
        """The rows below their head."""
        return "\n".join((*self.table.head, *self.table.rows, *self.table.foot))


def matching_rows(text: str, above: str, asked: Asked) -> Rows | None:
    """The rows that have words of the question, in their order, below the head of the table; without any its first.

    above: what stands above the text, its title and headings: what no row says may be answered by any.
    None for other texts, for few rows, and for properties without such words.  Cost: one look at each row.
    """
    table = head_and_rows(text)
    if table is None:
        return None
    head, rows = table[:2]
    said = asked.covered("\n".join((above, *head)))
    found = asked.covered(text)
    held = [asked.covered(row, found) - said for row in rows]
    shares = [asked.share(each) for each in held]
    best = max(shares)
    near = [at for at, share in enumerate(shares) if share >= NEAR * best] if best or head else []
    chosen = sorted(sorted(near, key=lambda at: (-shares[at], at))[:MOST])
    if not chosen or len(chosen) == len(rows):
        return None
    covered = said.union(*(held[at] for at in chosen))
    return Rows(table._replace(rows=[rows[at] for at in chosen]), asked.share(covered))


def matching_columns(found: Rows, asked: Asked) -> tuple[str, float] | None:
    """The same rows with the first column, those whose names have words of the question, and those that say more of it.

    Returned with the same share.  Other cells are an ellipsis, one for those side by side.  None where all columns
    would stay.
    """
    (head, rows, separator, foot), share = found
    if not (head and separator):
        return None
    is_table = separator == BAR
    at = len(head) - 1 - is_table
    cells = [_cells(line, separator) for line in (*head[at:], *rows)]
    kept = {0, *(column for column, name in enumerate(cells[0]) if asked.covered(name))}
    for line in cells[1:]:
        held = asked.covered("\n".join([cell for column, cell in enumerate(line) if column in kept]))
        for column, cell in enumerate(line):
            if not asked.covered(cell) <= held:
                kept.add(column)
                held |= asked.covered(cell)
    if len(kept) >= len(cells[0]):
        return None
    narrow = [_with_columns(line, kept, separator) for line in cells]
    return "\n".join((*head[:at], *narrow, *foot)), share * SHORTER


def head_and_rows(text: str) -> Table | None:
    """The head of a text of rows, with what leads to it, and its rows; None where it is none, or a short one."""
    if "<" in text and ("<tr" in text or "<TR" in text):
        from .tables import html_table  # for some vaults only

        found = html_table(text)
        if found:
            return Table(*found)
    if text.count("\n") < FEWEST - 1:
        return None
    if _PROPERTY.match(text):
        lines = text.split("\n")
        return Table((), lines) if _are_properties(lines) else None
    if _may_be_in_code(text):
        from .tables import fenced_table

        found = fenced_table(text)
        return found and Table(*found)
    if _may_be_of_commas(text):
        from .tables import comma_table

        found = comma_table(text.split("\n"))
        if found:
            return Table(*found)
    lines = _lines(text)
    rule = _rule_at(lines)
    rows = lines[rule + 1 :]
    if not rule or len(rows) < FEWEST or not all("|" in row for row in rows[:FEWEST]) or _rule_at(rows):
        return None
    # What stands behind the table may answer as well as a row of it.
    told = [row if "|" in row else f"\n{row}" for row in rows if row.strip(_BLANK)]
    return Table(lines[: rule + 1], told, BAR)


def _may_be_in_code(text: str) -> bool:
    """Whether the first lines of a block of code may be those of a table."""
    fence = text.find("```")
    line = text.find("\n", fence) + 1
    return 0 <= fence < line and (_inserts(text) or _may_be_of_commas(text, line))


def _inserts(text: str) -> bool:
    return "VALUES\n" in text or "values\n" in text or " stdin;\n" in text


def _may_be_of_commas(text: str, at: int = 0) -> bool:
    """Whether a sign parts the first two lines from a place of a text on into as many cells."""
    if not _CELL.match(text, at):
        return False
    end = text.find("\n", at)
    second = text[end + 1 : text.find("\n", end + 1)]
    # In quotes it parts nothing.
    if '"' in second or text.startswith("sep=", at):
        return True
    return any(0 < text.count(sign, at, end) == second.count(sign) for sign in ",;\t")


def _are_properties(lines: Sequence[str]) -> bool:
    """Whether each line is a key of its own with a value; sentences behind names are a conversation."""
    keys = {line.partition(": ")[0].casefold() for line in lines if _PROPERTY.match(line)}
    sentences = [line for line in lines if _SENTENCE.search(line.rstrip())]
    return len(keys) == len(lines) > 2 * len(sentences)


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a row as they are written, blanks around them left out."""
    line = line.strip()
    if separator == BAR:
        line = line.lstrip(_BLANK).removeprefix(BAR)
    signs = (_ESCAPED if separator == BAR else _IN_QUOTES).sub(lambda found: "x" * len(found[0]), line)
    ends = [at for at, sign in enumerate(signs) if sign == separator]
    if separator != BAR or not signs.endswith(BAR):
        ends.append(len(line))
    return [line[start:end].strip(" ") for start, end in zip([0, *(end + 1 for end in ends)], ends)]


def _with_columns(cells: Sequence[str], kept: set[int], separator: str) -> str:
    """A row with some of its cells, an ellipsis for those between."""
    is_rule = _RULE.issuperset("".join(cells)) and separator == BAR
    shown: list[str] = []
    before = -1
    for column, cell in enumerate(cells):
        if column in kept:
            shown.append(cell)
        elif before in kept:
            shown.append("---" if is_rule else ELLIPSIS)
        before = column
    return f"| {' | '.join(shown)} |" if separator == BAR else separator.join(shown)


def _lines(text: str) -> list[str]:
    """The lines of a text that may hold a table; none for code, whose blanks mean something."""
    may = "|" in text and "-" in text and not any(fence in text for fence in FENCES)
    return text.split("\n") if may else []


def _rule_at(lines: Sequence[str]) -> int:
    """The line that parts the head of a table from its rows; 0 where there is none."""
    for at in range(1, len(lines)):
        line = lines[at]
        if "-" in line and "|" in line and "|" in lines[at - 1] and _RULE.issuperset(line):
            return at
    return 0
