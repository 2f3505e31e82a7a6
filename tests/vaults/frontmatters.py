"""Frontmatter read a second time: by PyYAML with the types of YAML 1.2 core, and cut into properties by lines."""

from __future__ import annotations

import re
from typing import Any, ClassVar, NamedTuple

import yaml

_OPEN = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSE = re.compile(r"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_KEY = re.compile(
    r"(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\s#\-\[\]{},&*!|>'\"%@`][^\n]*?|-[^\s][^\n]*?)[ \t]*:(?=\s|\Z)"
)


class Cut(NamedTuple):
    """One property in the text of its page."""

    start: int
    """Of its first line."""
    end: int
    """Behind its last line that is neither blank nor a comment."""


class CoreLoader(yaml.SafeLoader):
    """Only null, true, false, whole numbers and floats are more than text."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


for _tag, _pattern in {
    "null": r"|~|null|Null|NULL",
    "bool": r"true|True|TRUE|false|False|FALSE",
    "int": r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
    "float": r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
}.items():
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"(?:{_pattern})\\Z"), None)


def _whole_number(_: yaml.SafeLoader, node: yaml.ScalarNode) -> int:
    digits = node.value
    base = {"0o": 8, "0x": 16}.get(digits[:2], 10)
    return int(digits[2:] if base != 10 else digits, base)


CoreLoader.add_constructor("tag:yaml.org,2002:int", _whole_number)


def body_start(text: str) -> int:
    """Where the body begins; 0 or behind the BOM without frontmatter."""
    opening = _OPEN.match(text)
    closing = _CLOSE.search(text, opening.end()) if opening else None
    return closing.end() if closing else int(text.startswith("\ufeff"))


def values(text: str) -> dict[str, Any] | None:
    """The properties of a page, names as text; None for what PyYAML cannot read, such as a template's `{{title}}`."""
    opening = _OPEN.match(text)
    closing = _CLOSE.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return {}
    try:
        found = yaml.load(text[opening.end() : closing.start()], CoreLoader) or {}
    except (yaml.YAMLError, ValueError):
        return None
    if not isinstance(found, dict):
        return None
    return {key if isinstance(key, str) else repr(key): value for key, value in found.items()}


def cuts(text: str) -> dict[str, Cut] | None:
    """The lines of each property, by name; None for a block whose names do not all begin their lines."""
    opening = _OPEN.match(text)
    closing = _CLOSE.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return {}
    found: dict[str, Cut] = {}
    at, name = opening.end(), ""
    is_literal = False
    for line in re.findall(r"[^\n]*\n", text[at : closing.start()]):
        key = _KEY.match(line)
        if key:
            name = str(yaml.load(key[1], CoreLoader)) if key[1][0] in "'\"" else key[1]
            is_literal = bool(re.match(r"[ \t]*[|>]", line[key.end() :]))
            if name in found:
                return None
            found[name] = Cut(at, at + len(line))
        elif line.strip(" \t\r\n") and (is_literal or not line.lstrip(" \t").startswith("#")):
            if not name:
                return None
            found[name] = found[name]._replace(end=at + len(line))
        at += len(line)
    return found
