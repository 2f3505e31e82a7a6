"""Properties that nobody edits safely: their links stay as they are when a page moves, and are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import EditRefusedError
from ..pages.yaml.frontmatter import split
from ..pages.yaml.property_block import read_draft
from ..pages.yaml.simple_yaml import read_simple

# In a block that cannot be read: what looks like a wikilink is all there is to go by.
_WIKILINK = re.compile(r"\[\[([^\[\]|#\n]{1,400})[^\[\]\n]{0,400}\]\]")


class NotFollowed(NamedTuple):
    """A link that goes on naming a page by what it was called, and why."""

    path: str
    line: int
    text: str
    reason: str


def why_kept(text: str) -> str:
    """Why the properties of a page are not edited: they are JSON, have anchors, cannot be read; "" where they are."""
    spans = split(text)
    if spans is None or read_simple(text, spans[0], spans[1]) is not None:
        return ""
    try:
        read_draft(text)
    except EditRefusedError as err:
        return err.what.removeprefix("edit refused: ")
    return ""


def wikilinks_in_unreadable(text: str, body_start: int) -> Iterator[tuple[str, int, str]]:
    """Path, line and text of each link in properties that cannot be read."""
    for found in _WIKILINK.finditer(text, 0, body_start):
        yield found[1].strip(), text.count("\n", 0, found.start()) + 1, found[0]
