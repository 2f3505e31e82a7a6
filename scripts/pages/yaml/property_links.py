"""Links as property values: a string that is one wikilink or one Markdown link, and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..linking.link_text import SCHEME, parse_link_text, percent_decode, split_link_text
from ..linking.links import is_balanced
from ..page_model import Link

if TYPE_CHECKING:
    from .simple_yaml import Quoted

_MARKDOWN = re.compile(r"\[((?:[^\[\]\\\n]|\\.|\[[^\[\]\n]*\])*)\]\((<[^<>\n]*>|[^\s<]\S*)\)\Z")


def read_property_link(text: str, quoted: Quoted, line: int) -> Link | None:
    """The link that a property's string is; None if it is something else."""
    value = quoted.value
    if value.startswith("[[") and value.endswith("]]"):
        return _wikilink(text, quoted, line)
    return _markdown_link(text, quoted, line)


def _wikilink(text: str, quoted: Quoted, line: int) -> Link | None:
    inner = quoted.value[2:-2]
    if not inner or "[[" in inner or "]]" in inner or "\n" in inner:
        return None
    return _link(text, quoted, line, parse_link_text(inner), split_link_text(inner)[0], 2)


def _markdown_link(text: str, quoted: Quoted, line: int) -> Link | None:
    match = _MARKDOWN.match(quoted.value)
    if match is None:
        return None
    target, offset = match[2], match.start(2)
    if target.startswith("<"):
        target, offset = target[1:-1], offset + 1
    elif not is_balanced(target):
        return None
    if not target or SCHEME.match(target):
        return None
    path, mark, rest = percent_decode(target).partition("#")
    return _link(text, quoted, line, (path.strip(), (mark + rest).rstrip(), match[1]), target, offset)


def _link(text: str, quoted: Quoted, line: int, parsed: tuple[str, str, str | None], target: str, offset: int) -> Link:
    """The link whose raw target stands at offset in the value, unless escapes in the text shift it."""
    path, subpath, display = parsed
    raw = target.split("#", 1)[0]
    path_start = path_end = -1
    # With the character behind it: an escape that the target ends with would show there.
    if text.startswith(quoted.value[: offset + len(target) + 1], quoted.start):
        path_start = quoted.start + offset + len(raw) - len(raw.lstrip())
        path_end = path_start + len(raw.strip())
    span = quoted.start, quoted.end
    return Link("property", False, path, subpath, display, *span, path_start, path_end, line, quoted.key)
