"""Write property values as YAML, as Obsidian writes them.

Obsidian's library leaves some strings plain that YAML 1.1 readers take for booleans, numbers or merge keys (`yes`,
`12:30`, `<<`): those are quoted here, so that all readers agree.  Dates stay plain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from .frontmatter import read_scalar

Scalar: TypeAlias = "str | int | float | bool | None"
Value: TypeAlias = "Scalar | Sequence[Scalar]"

# When the npm package `yaml` quotes a string of one line; and any line break, tab or control character.
_NEEDS_QUOTES = re.compile(
    r"[ ,\[\]{}#&*!|>'\"%@`]|[?-](?:[ ]|\Z)|---|\.\.\.|[\s\S]*?(?::[ ]|[ ]#|[ :-]\Z|[^\x20-\x7e\xa0-\U0010ffff]"
    r"|[\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff])"
)
_MISREAD = re.compile(  # by YAML 1.1
    r"(?:[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|<<|="
    r"|[-+]?0b[01_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?[0-9][0-9_]*"
    r"|[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"
)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_ESCAPED = re.compile('[\\\\"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]')


def yaml_scalar(value: Scalar, *, in_flow: bool = False) -> str:
    """Return one value on one line; links are always in double quotes.

    in_flow: it stands inside `[…]`, where None is `null`; elsewhere it is the empty text.
    """
    if value is None:
        return "null" if in_flow else ""
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return _number(value)
    if value.startswith("[[") or (value.startswith("[") and value.endswith(")")):
        return _double_quoted(value)
    if not _is_plain(value, in_flow):
        if '"' in value and "'" not in value and not _ESCAPED.search(value.replace('"', "").replace("\\", "")):
            return f"'{value}'"
        return _double_quoted(value)
    return value


def format_properties(values: Mapping[str, Value], *, newline: str = "\n") -> str:
    """Return a frontmatter block with its fences; lists as block lists, indented by two spaces."""
    lines = ["---"]
    for name, value in values.items():
        lines += property_lines(name, value)
    return newline.join([*lines, "---", ""])


def property_lines(name: str, value: Value, *, indent: str = "", dash: str = "  - ") -> list[str]:
    """Return the lines of one property, without line breaks; dash stands before an item, indent before the name."""
    head = f"{indent}{yaml_scalar(name)}:"
    if isinstance(value, (list, tuple)):
        return [head, *(item_line(item, indent + dash) for item in value)] if value else [head + " []"]
    return [f"{head} {yaml_scalar(value)}".rstrip(" ")]  # type: ignore[arg-type]


def item_line(item: Scalar, dash: str) -> str:
    """Return the line of one list item."""
    return (dash + yaml_scalar(item)).rstrip(" ")


def _is_plain(text: str, in_flow: bool) -> bool:
    if not text or _NEEDS_QUOTES.match(text) or _MISREAD.match(text):
        return False
    if in_flow and re.search(r"[\[\]{},]|:\Z|\?", text):
        return False
    return isinstance(read_scalar(text), str)


def _number(value: float) -> str:
    if value != value:
        return ".nan"
    if value in (float("inf"), float("-inf")):
        return ".inf" if value > 0 else "-.inf"
    return repr(value)


def _double_quoted(text: str) -> str:
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return _ESCAPES.get(char) or (f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}")
