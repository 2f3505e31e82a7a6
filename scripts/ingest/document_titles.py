"""What a document is called: by its properties, by a heading that stands for a title, or by its file."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from ..pages.page import headings_of
from ..pages.page_facts import text_value
from ..pages.text.headings import shown_heading
from ..pages.yaml.frontmatter import read_properties
from ..text.slugs import slugify

if TYPE_CHECKING:
    from .documents import Document

LONGEST = 200
_PLAIN = frozenset({"", ".txt", ".text", ".log"})
"""Endings of files in which `# ` may begin a heading, or a comment in a script that the text quotes."""
_WITH_HEADINGS = frozenset({".md", ".markdown", ".mdown", ".mdx", ".rst", ".org", *_PLAIN})
"""In all others it begins a comment."""
_NAMED = re.compile(
    r"\A\s*(?:%[ \t]+(?P<pandoc>[^\n]+)"
    r"|\+\+\+[ \t]*\n(?:(?!\+\+\+|\[)[^\n]*\n)*?title[ \t]*=[ \t]*(['\"])(?P<toml>[^\n]+?)\2[ \t]*\n)"
)
_TITLES = {
    ".org": re.compile(r"^#\+title:[ \t]*(\S[^\n]*)", re.IGNORECASE | re.MULTILINE),
    ".tex": re.compile(r"^[ \t]*\\title(?:\[[^\]\n]{0,200}\])?\{([^{}\\\n]{1,200})\}", re.MULTILINE),
}
"""How a text of these endings says what it is called."""


def title_of_document(text: str, document: Document) -> str:
    """The title of a document whose text, as Markdown, is this; of at most LONGEST characters."""
    named = text_value(read_properties(text).values, "title") or _declared(text, document.suffix)
    if not named and document.suffix in _WITH_HEADINGS:
        named = shown_heading(_heading(text, document))
    if not named and document.name:
        # A hyphen may be part of a code: `inc-4310`.
        named = document.name.replace("_", " ").strip()
    return (named or " ".join(text.split()[:8]))[:LONGEST]


def told_apart_by(document: Document) -> str:
    """What is put behind the name of a source whose title another source has: the folder of its file, else `source`.

    Each project has a changelog, a readme and a quickstart: the folder says whose.
    """
    folder = os.path.basename(os.path.dirname(os.path.abspath(document.origin))) if document.is_file else ""
    return slugify(folder) if any(map(str.isalnum, folder)) else "source"


def _declared(text: str, suffix: str) -> str:
    """What the first lines say that it is called, as Pandoc, Hugo, Org mode and TeX have it; "" for nothing."""
    if suffix in _TITLES:
        found = _TITLES[suffix].search(text)
        return found[1].strip() if found else ""
    named = _NAMED.match(text) if suffix == ".md" else None
    return (named["pandoc"] or named["toml"]).strip() if named else ""


def _heading(text: str, document: Document) -> str:
    """The heading of the highest level there is, which is the first; what the file says elsewhere that it is called
    where that level has several; "" for none.

    Below the first level of a file only one that has no other beside it, which would be a section like it; in plain
    text only one that has nothing above it.
    """
    headings = [heading for heading in headings_of(text) if heading.text]
    highest = min((heading.level for heading in headings), default=0)
    titles = [heading for heading in headings if heading.level == highest]
    if document.title and (highest != 1 or len(titles) > 1):
        return document.title
    if not titles or (document.name and highest > 1 and len(titles) > 1):
        return ""
    if document.suffix in _PLAIN and text[: titles[0].start].strip():
        return document.title
    return titles[0].text
