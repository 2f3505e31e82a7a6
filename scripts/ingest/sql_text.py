"""Dumps of a database: the rows of a long statement in runs, each below the statement with its table and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .code_text import fenced, part_as_markdown, runs_of, signs

LONG_STATEMENT = 2000
"""Characters up to which a statement stays whole."""
FEWEST = 4
"""Rows below which it does."""
_NAME = r"(?:[`\"\[]?[\w$]+[`\"\]]?\.)?[`\"\[]?([\w$ ]{1,99}?)[`\"\]]?"
_INSERT = re.compile(
    rf"^[ \t]*(?:INSERT|REPLACE)\b[\w \t]{{0,40}}?\bINTO\s+{_NAME}\s*(\([^()]{{1,9999}}\)\s*)?VALUES\b",
    re.IGNORECASE | re.MULTILINE,
)
_COPY = re.compile(r"^COPY [^\n]{1,9999} FROM stdin[^\n]*;\n", re.IGNORECASE | re.MULTILINE)
_END_OF_COPY = "\n\\."
_CREATE = re.compile(rf"\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?{_NAME}\s*\(", re.IGNORECASE)
_COLUMN = re.compile(r"\s*(?:--[^\n]*\n\s*)*([`\"\[]?)([\w$]+)")
_NO_COLUMNS = frozenset(
    ("check", "constraint", "exclude", "foreign", "fulltext", "index", "key", "like", "primary", "spatial", "unique")
)


def sql_as_markdown(text: str) -> str:
    """The text in fences, as code is; what a long statement inserts is one block for each run of its rows.

    A statement that does not name its columns has them in a comment, where the text makes the table.
    """
    at = 0
    parts: list[str] = []
    for start, end, head, rows in _statements(text):
        parts += [
            part_as_markdown(text[at:start], "sql"),
            *(fenced("\n".join((head, *run)), "sql") for run in runs_of(rows)),
        ]
        at = end
    return "\n\n".join(filter(None, (*parts, part_as_markdown(text[at:], "sql")))) + "\n"


def _statements(text: str) -> Iterator[tuple[int, int, str, list[str]]]:
    """Where each long statement begins and ends, its words above the rows, and the rows."""
    columns = _columns(text)
    behind = 0
    found = [*_INSERT.finditer(text), *_COPY.finditer(text)]
    for match in sorted(found, key=lambda each: each.start()):
        if match.start() < behind:
            continue
        is_copy = match.re is _COPY
        rows, behind = _lines_of_copy(text, match.end()) if is_copy else _rows(text, match.end())
        if len(rows) < FEWEST or behind - match.start() <= LONG_STATEMENT:
            continue
        head = " ".join(match[0].split())
        if not (is_copy or match[2]) and (names := columns.get(match[1].casefold())):
            head = f"{head[: -len('VALUES')]}/* {', '.join(names)} */ VALUES"
        yield match.start(), behind, head, rows


def _rows(text: str, start: int) -> tuple[list[str], int]:
    """The rows of values from a place of a text on, and where their statement ends; none where nothing ends it."""
    rows: list[str] = []
    depth, at = 0, start
    for sign, end in signs(text, start):
        depth = max(0, depth + (sign in "([{") - (sign in ")]}"))
        if depth == 0 and sign in ",;":
            rows.append(text[at:end].strip())
            at = end
            if sign == ";":
                return rows, at
    return [], len(text)


def _lines_of_copy(text: str, start: int) -> tuple[list[str], int]:
    end = text.find(_END_OF_COPY, start)
    end = end if end >= 0 else len(text.rstrip("\n"))
    return text[start:end].split("\n"), min(end + len(_END_OF_COPY), len(text))


def _columns(text: str) -> dict[str, list[str]]:
    """The columns of each table that the text makes, by its name."""
    found: dict[str, list[str]] = {}
    for match in _CREATE.finditer(text):
        names: list[str] = []
        depth, at = 1, match.end()
        for sign, end in signs(text, match.end()):
            depth += (sign in "([{") - (sign in ")]}")
            if depth == 0 or (depth == 1 and sign == ","):
                name = _COLUMN.match(text, at, end)
                if name and (name[1] or name[2].lower() not in _NO_COLUMNS):
                    names.append(name[2])
                at = end
            if depth == 0:
                break
        if depth:
            # What this one opens nothing closes, nor what stands behind it.
            break
        found[match[1].casefold()] = names
    return found
