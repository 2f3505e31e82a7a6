"""The part of a link behind its path: the headings and the block that it points at, written and found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    from ..page_model import BlockId, Heading

_NOT_IN_KEYS = str.maketrans(dict.fromkeys('!"#$%&()*+,.:;<=>?@^`{|}~/[]\\\r\n', " "))
_NOT_IN_HEADING_LINKS = re.compile(r"[:|^\\\r\n]|%%|\[\[|\]\]")


def heading_subpath(heading: str) -> str:
    """The subpath that leads to a heading with this text."""
    # A bracket at the end would be taken for the end of the link; headings are compared without brackets.
    return "#" + " ".join(_NOT_IN_HEADING_LINKS.sub(" ", heading.replace("#", " ")).rstrip("] ").split())


def heading_key(text: str) -> str:
    """The form in which heading texts are compared: no punctuation, single spaces, lower case."""
    text = text.translate(_NOT_IN_KEYS)
    if not text.isascii():
        text = normalize("NFC", text)
    return " ".join(text.split()).lower()


def find_heading(headings: Sequence[Heading], subpath: str) -> Heading | None:
    """The heading that `#A#B` leads to: the first A, then the first deeper B behind it; None for a block or none."""
    parts = [heading_key(part) for part in subpath.split("#") if part.strip()]
    if not parts or subpath.lstrip("#").startswith("^"):
        return None
    level, wanted = 0, 0
    for heading in headings:
        if heading.level > level and heading_key(heading.text) == parts[wanted]:
            level, wanted = heading.level, wanted + 1
            if wanted == len(parts):
                return heading
    return None


def find_block(block_ids: Sequence[BlockId], id: str) -> BlockId | None:
    """The first block with this id, compared without case; a leading `#^` or `^` is not part of the id."""
    wanted = block_key(id)
    return next((block for block in block_ids if block.id.lower() == wanted), None)


def block_key(id: str) -> str:
    """What a block id is compared by."""
    return id.lstrip("#").removeprefix("^").lower()
