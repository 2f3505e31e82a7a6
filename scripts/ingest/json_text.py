"""JSON as lines that can be quoted: a record a line is a piece of its own, and what is one long line is broken."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

LONG_LINE = 300
"""Characters of a line from which on it is broken; a person who writes JSON breaks it long before."""
_SHORT = 80
"""Characters up to which the innermost list or object stays on its line."""
_DEEPEST = 20
"""Levels up to which deeper parts are indented more: what is nested a thousand deep would be blanks."""

_TOKEN = re.compile(
    r"""(?P<inner>[\[{][^\[\]{}"]{0,80}(?:"(?:[^"\\]|\\.){0,80}"[^\[\]{}"]{0,80}){0,8}[\]}])"""
    r"""|(?P<text>"(?:[^"\\]|\\.)*")|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>,)|[^"\[\]{},\s]+|\s+"""
)


def broken_json(text: str) -> list[list[str]]:
    """The lines of each record: of a text that is one value, all of them.  No sign is changed but white space."""
    records: list[list[str]] = []
    for line in text.split("\n"):
        begins = line[:1] in ("{", "[") and bool(records) and records[-1][-1][-1:] in ("}", "]")
        if begins or not records:
            records.append([])
        records[-1] += _broken(line)
        if not line.strip() and len(records[-1]) > 1 and records[-1][-2][:1] in ("}", "]"):
            # Blank lines between records.
            records[-1].pop()
    return records


def _broken(line: str) -> list[str]:
    """A line, or the lines it is broken into where it is a long value."""
    if len(line) < LONG_LINE:
        return [line]
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return [line]
    return "".join(_tokens(line)).split("\n")


def _tokens(line: str) -> Iterator[str]:
    depth, at = 0, 0
    while at < len(line):
        token = _TOKEN.match(line, at)
        if token is None or (token.lastgroup == "inner" and len(token[0]) > _SHORT):
            sign, kind = line[at], "open"
        else:
            sign, kind = token[0], token.lastgroup or ""
        at += len(sign)
        depth += {"open": 1, "close": -1}.get(kind, 0)
        new_line = "\n" + "  " * min(depth, _DEEPEST)
        if kind == "open":
            yield sign + new_line
        elif kind == "close":
            yield new_line + sign
        elif kind == "comma":
            yield sign + new_line
        elif not sign.isspace():
            yield sign
        elif kind == "":
            yield " " if line[at - len(sign) - 1] == ":" else ""
