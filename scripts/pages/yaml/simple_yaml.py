"""Frontmatter blocks of the common plain form, read without a YAML library.

`key: scalar`, scalars in quotes without escapes, block lists and one-line flow lists of such scalars, whole-line
comments.  Anything else, and anything doubtful, is left to `yaml_core`: where this reader answers, its answer is the
library's (a law in the tests).  It exists because importing a YAML library costs a cold command more than the rest
of the work.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from .scalars import read_plain

# A plain scalar starts with no indicator; ":" before a blank and "#" after one would end it.
_PLAIN = r"(?:-(?=\w)|[^\s\-?:,\[\]{}#&*!|>'\"%@`])[^\r\n:#]*(?:(?::(?!\s)|(?<! )#)[^\r\n:#]*)*"
_LINE = re.compile(
    r"(?:"
    r"(?:([^\W\d][\w\-./ ]{0,99})(?<! ):|( *)-)"
    rf"(?: +(?:\"([^\"\\\r\n]*)\"|'([^'\r\n]*)'|\[([^\r\n]*)\]|({_PLAIN})))?"
    r" *|( *(?:\#[^\r\n]*)?)"
    r")\r?\n"
)
_KEY, _ITEM, _DOUBLE, _SINGLE, _FLOW, _BARE, _OTHER = range(1, 8)

_FLOW_ITEM = re.compile(
    r" *(?:\"([^\"\\]*)\"|'([^']*)'|([^\s\-?:,\[\]{}#&*!|>'\"%@`][^?:,\[\]{}#]*?)) *(?:,|\Z)",
)
# A key of these names would be null or a boolean.
_NO_KEYS = frozenset(("null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE"))


class Quoted(NamedTuple):
    """A string that may be a link: the property it belongs to, its value, its span inside the quotes."""

    key: str
    value: str
    start: int
    end: int


def read_simple(text: str, start: int, end: int) -> tuple[dict[str, Any], list[Quoted]] | None:
    """Values and possible links of the block text[start:end], or None where a YAML library is needed.

    The block is empty or ends with a line break.
    """
    block = text[start:end]
    plain_lines = block.replace("\n", "")
    # Also refuses tabs, no-break spaces and whatever the library takes for a line break or an error.
    if not (plain_lines.replace("\r", "") if "\r" in plain_lines else plain_lines).isprintable():
        return None
    values: dict[str, Any] = {}
    strings: list[Quoted] = []
    linked = "[[" in block or "](" in block
    match_line = _LINE.match
    key, items, indent = "", None, -1
    open_key = False
    at = start
    # One loop, longer than a screen would like: a call for each line would cost as much again.
    while at < end:
        match = match_line(text, at, end)
        if match is None:
            return None
        at = match.end()
        name, item, double, single, flow, bare, other = match.groups()
        if other is not None:
            continue
        if name is not None:
            if name in values or name in _NO_KEYS:
                return None
            key, items = name, None
            open_key = bare is None and double is None and single is None and flow is None
        elif not open_key:
            return None
        if bare is not None:
            value = read_plain(bare.rstrip(" "))
        elif double is not None or single is not None:
            value = double if double is not None else single
            if linked and value[:1] == "[":
                strings.append(Quoted(key, value, *match.span(_DOUBLE if double is not None else _SINGLE)))
        elif flow is not None:
            value = _flow_items(flow, key, match.start(_FLOW), strings)
            if value is None:
                return None
        else:
            value = None
        if name is not None:
            values[key] = value
        elif items is None:
            items, indent = [value], len(item)
            values[key] = items
        elif len(item) == indent:
            items.append(value)
        else:
            return None
    return values, strings


def _flow_items(content: str, key: str, offset: int, strings: list[Quoted]) -> list[Any] | None:
    """The scalars of `[content]`; None where it is not a simple list of them."""
    items: list[Any] = []
    stop = len(content.rstrip(" "))
    at = 0
    while at < stop:
        match = _FLOW_ITEM.match(content, at, stop)
        if match is None:
            return None
        at = match.end()
        group = match.lastindex or 0
        value = match[group]
        if group == 3:
            items.append(read_plain(value))
            continue
        items.append(value)
        if value[:1] == "[":
            strings.append(Quoted(key, value, offset + match.start(group), offset + match.end(group)))
    return items
