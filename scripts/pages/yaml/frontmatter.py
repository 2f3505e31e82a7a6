"""The properties of a page: finding the frontmatter block and reading it.

Reads YAML 1.2 core as Obsidian does.  Never writes: that is `properties.py`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from ..page_model import Issue, Link
from .property_links import read_property_link
from .scalars import key_text
from .simple_yaml import Quoted, read_simple

_OPEN = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSE = re.compile(r"---[ \t]*\r?(?:\n|\Z)")
# As text: hardly any page needs it.  What begins so is no rule above a paragraph.
_BEGUN = r"\ufeff?---[ \t]*\r?\n[a-z][\w-]*:(?=\s)"
# Every character that cannot stand in a tag (Obsidian's own list), and white space.
_NO_TAG = re.compile("[\\s\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\\[\\]\\\\]")


class Properties(NamedTuple):
    """What the frontmatter of a page says."""

    values: dict[str, Any]
    links: tuple[Link, ...]
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    body_start: int
    issue: Issue | None
    """Why the block cannot be read: values is empty then, and the body still counts."""


def split(text: str) -> tuple[int, int, int] | None:
    """Start and end of the YAML between the fences, and where the body starts; None without frontmatter."""
    opening = _OPEN.match(text)
    if opening is None:
        return None
    start = opening.end()
    at = start
    while True:
        closing = _CLOSE.match(text, at)
        if closing is not None:
            return start, at, closing.end()
        at = text.find("\n---", at) + 1
        if at == 0:
            return None


def read_properties(text: str) -> Properties:
    """Read the frontmatter of a page; a block that cannot be read becomes an issue, never an error."""
    spans = split(text)
    if spans is None:
        return Properties({}, (), (), (), 1 if text.startswith("\ufeff") else 0, None)
    start, end, body_start = spans
    simple = read_simple(text, start, end)
    if simple is None:
        values, strings, issue = _read_any(text, start, end, body_start)
    else:
        values, strings = simple
        issue = None
    links = tuple(_links(text, strings)) if strings else ()
    tags, aliases = _tags_and_aliases(values)
    return Properties(values, links, tags, aliases, body_start, issue)


def unclosed(text: str) -> Issue | None:
    """What a person has to mend where properties begin and never end: for Obsidian, too, they are plain text then."""
    if not text.startswith(("---", "\ufeff---")) or split(text) is not None or not re.match(_BEGUN, text):
        return None
    return Issue("unreadable-frontmatter", "properties never end: the line `---` below them is missing", "", 1)


def _read_any(text: str, start: int, end: int, body_start: int) -> tuple[dict[str, Any], list[Quoted], Issue | None]:
    # Imported late: most blocks are simple, and the YAML library is the dearest import of a cold command.
    from .yaml_core import UnreadableError, read_block

    try:
        values, strings = read_block(text, start, end, body_start)
    except UnreadableError as err:
        line = text.count("\n", 0, start + err.offset) + 1
        return {}, [], Issue("unreadable-frontmatter", f"properties cannot be read: {err.reason}", "", line)
    return values, strings, None


def _links(text: str, strings: list[Quoted]) -> list[Link]:
    line, at = 1, 0
    links = []
    for quoted in strings:
        line += text.count("\n", at, quoted.start)
        at = quoted.start
        link = read_property_link(text, quoted, line)
        if link is not None:
            links.append(link)
    return links


def _tags_and_aliases(values: dict[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    tags: dict[str, str] = {}
    aliases: dict[str, None] = {}
    for key, value in values.items():
        if len(key) == 4 and key.lower() == "tags":
            for name in _strings(value):
                name = name.lstrip("#")
                if is_tag_name(name):
                    tags.setdefault(name.lower(), name)
        elif len(key) == 7 and key.lower() == "aliases":
            aliases.update(dict.fromkeys(_strings(value)))
    return tuple(tags.values()), tuple(aliases)


@lru_cache(maxsize=4096)
def is_tag_name(name: str) -> bool:
    """Whether Obsidian takes it for a tag: no blanks or punctuation, not only digits."""
    return bool(name) and not _NO_TAG.search(name) and not name.isdigit()


def _strings(value: Any) -> list[str]:
    """The texts of a list, or of a single value; what is empty or nested is none."""
    items = value if isinstance(value, list) else [value]
    texts = [key_text(item).strip() for item in items if not isinstance(item, (list, dict))]
    return [text for text in texts if text]
