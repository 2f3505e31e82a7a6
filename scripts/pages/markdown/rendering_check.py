"""Prove with another Markdown reader that block ids changed nothing but themselves."""

from __future__ import annotations

import re

from ..yaml.frontmatter import split
from .blocks import read_blocks

# An id alone in its paragraph, and an id behind text: as markdown-it renders what `block_marks` inserts.
_OWN = re.compile(r"<p>\^[A-Za-z0-9-]+</p>\n?")
_INLINE = re.compile(r" \^[A-Za-z0-9-]+(?=[ \t]*(?:\n|<|\Z))")

_TRAILING = re.compile(r"(?<!\s)[^\S\n]+(?=\n|</|\Z)")
_END_OF_CODE = re.compile(r"(?<!\n)\n*(?=</code></pre>)")


def same_structure(before: str, after_with_ids: str) -> bool:
    """Whether the rendered HTML of the text with ids is that of the text without, but for the ids themselves.

    Cost: markdown-it-py is imported here, and both texts are rendered: not for a hot path.
    """
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return _strip(markdown.render(_body(before))) == _strip(markdown.render(_body(after_with_ids)))


def _body(text: str) -> str:
    """The text behind the properties, with Obsidian's math and comments as constructs that CommonMark has."""
    found = split(text)
    start = found[2] if found else 0
    pieces = []
    for block in read_blocks(text, start):
        if block.kind == "math":
            pieces += [text[start : block.start], "```\n", text[block.start : block.end].strip("$"), "\n```"]
        elif block.kind == "comment":
            pieces += [text[start : block.start], "<!-- -->"]
        else:
            continue
        start = block.end
    return "".join([*pieces, text[start:]])


def _strip(html: str) -> str:
    # Blanks that end a paragraph, empty lines that end code which its list leaves open, and the line break behind HTML
    # that ends the text: they show only where an id follows.
    without_ids = _OWN.sub("", _INLINE.sub("", html))
    return _END_OF_CODE.sub("\n", _TRAILING.sub("", without_ids)).rstrip("\n")
