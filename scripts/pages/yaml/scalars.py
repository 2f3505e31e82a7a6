"""Plain YAML scalars of the 1.2 core schema, as Obsidian reads and writes them.

Only null, booleans and numbers are special.  Dates, times, `yes` and `on` are strings.
"""

from __future__ import annotations

import re
from typing import Any

_SPECIAL_FIRST = frozenset("+-.0123456789nNtTfF~")
_CONSTANTS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_INFINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")

# Python refuses to convert between text and integers of more than 4,300 digits, when reading and when printing.
_LONGEST_NUMBER = 300


def read_plain(text: str) -> Any:
    """The value of an unquoted scalar: None, a boolean, a number, or the text itself."""
    if text and text[0] not in _SPECIAL_FIRST:
        return text
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if len(text) > _LONGEST_NUMBER:
        return text
    if _INTEGER.match(text):
        return int(text)
    if _BASED.match(text):
        return int(text, 0)
    if _FLOAT.match(text):
        return float(text)
    if _INFINITE.match(text):
        return float(text.replace(".", "", 1))
    return text


def key_text(value: Any) -> str:
    """The property name that a scalar key has: as JavaScript prints the value, since Obsidian's keys are strings."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return str(value)
