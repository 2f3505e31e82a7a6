"""What every line of a page is, by the block parser of markdown-it-py without any plugin."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt

from scripts.text.frontmatter import split

PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
# Lines without an entry are blank, the definition of a link, or the marker of an empty item.
_LEAVES = {
    "fence": "fence",
    "code_block": "code",
    "html_block": "html",
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "table_open": "table",
    "hr": "rule",
}


def plain_body(text: str) -> str:
    """The body as CommonMark alone sees it: newlines unified, marks of math and comments as letters."""
    body = text[split(text).body_start :].replace("\r\n", "\n").replace("\r", "\n")
    return body.replace("\0", "\ufffd").replace("$$", "SS").replace("%%", "QQ")


def kinds_by_markdown_it(text: str) -> dict[int, str]:
    """Line number from 0 to the kind of leaf there; all of a quote is `quote`."""
    tokens: list[Any] = []
    PARSER.block.parse(text, PARSER, {}, tokens)
    found: dict[int, str] = {}
    quote_end = 0
    for token in tokens:
        if token.type == "blockquote_open" and token.map[0] >= quote_end:
            quote_end = token.map[1]
            found.update(dict.fromkeys(range(*token.map), "quote"))
        elif token.type in _LEAVES and token.map[0] >= quote_end:
            found.update(dict.fromkeys(range(*token.map), _LEAVES[token.type]))
    return found
