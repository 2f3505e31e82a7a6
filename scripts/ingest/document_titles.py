"""What a document is called: by its properties, by a heading that stands for a title, or by its file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..pages.frontmatter import read_properties
from ..pages.page import headings_of
from ..pages.page_facts import text_value
from .converter import CONVERTERS

if TYPE_CHECKING:
    from .documents import Document

LONGEST = 200
_WITH_HEADINGS = frozenset({"", ".md", ".markdown", ".mdown", ".txt", ".text", ".rst", *CONVERTERS})
"""Endings of files in which `# ` begins a heading; in YAML, CSV or a configuration it begins a comment."""


def title_of_document(text: str, document: Document) -> str:
    """The title of a document whose text is this, of at most LONGEST characters."""
    named = text_value(read_properties(text).values, "title")
    if not named and _has_headings(document):
        named = _heading(text, alone=bool(document.name))
    if not named and document.name:
        # A hyphen may be part of a code: `inc-4310`.
        named = document.name.replace("_", " ").strip()
    return (named or " ".join(text.split()[:8]))[:LONGEST]


def _has_headings(document: Document) -> bool:
    """Whether `# ` can be a heading in it: not in a file of another kind."""
    is_file = not document.id and "://" not in document.origin
    return not is_file or os.path.splitext(document.origin)[1].lower() in _WITH_HEADINGS


def _heading(text: str, *, alone: bool) -> str:
    """The first heading of the highest level there is; "" for none.

    alone: below the first level only one that has no other beside it, which would be a section like it.
    """
    headings = [heading for heading in headings_of(text) if heading.text]
    highest = min((heading.level for heading in headings), default=0)
    titles = [heading.text for heading in headings if heading.level == highest]
    return "" if not titles or (alone and highest > 1 and len(titles) > 1) else titles[0]
