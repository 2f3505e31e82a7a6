"""Which lines are code or HTML, compared with the block parser of markdown-it-py."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from scripts.pages.markdown.blocks import read_outline
from scripts.pages.yaml.frontmatter import read_properties

PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
OPAQUE = {"fence", "code_block", "html_block"}
WORDS = (
    "a|b c|\n|\n|\n|\n\n|- |-|* |1. |2) |10. |+ |> |>|    |  | |\t|```|~~~|````|# |## x|<div>|</div>|<!--|-->|<b>|<pre>"
    "|</pre>|<?|?>|---|***|===|`|[x]|\\|<a href='x'>|<![CDATA[|]]>|<!X|_ _ _|^id"
)
PIECES = [*WORDS.split("|"), "|", "|a|b|", "|-|-|", "| --- |"]


def lines_by_markdown_it(text: str) -> set[int]:
    tokens: list[Any] = []
    PARSER.block.parse(text, PARSER, {}, tokens)
    return {line for token in tokens if token.type in OPAQUE for line in range(*token.map)}


def lines_by_us(text: str) -> set[int]:
    outline = read_outline(text)
    spans = [(block.start, block.end) for block in outline.blocks if block.kind in ("fence", "code", "html")]
    return {
        line
        for start, end in [*spans, *outline.hidden]
        for line in range(text.count("\n", 0, start), text.count("\n", 0, end) + 1)
    }


def assert_same(text: str) -> None:
    lines = text.split("\n")
    filled = {number for number, line in enumerate(lines) if line.strip(" \t>")}
    assert lines_by_us(text) & filled == lines_by_markdown_it(text) & filled


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_generated_lines_are_hidden_as_by_markdown_it(text: str) -> None:
    # It looks for the head of a table before all else, so `<div>|` can be one; GFM itself says otherwise.
    assume(not re.search(r"[<`~#].*\||\|.*[<`~#]", text))
    # It lets deeply indented lines end a paragraph, which CommonMark calls lazy, or go on in a quote.
    assume(not re.search(r"\S.*\n(?: {4}| *\t)[ \t]*[^\sa-z]", text))
    # A block id directly after a quote is no part of it, as in Obsidian.
    assume("^id" not in text or ">" not in text)
    assert_same(text)


def test_the_lines_of_our_own_pages_are_hidden_as_by_markdown_it(root: Path) -> None:
    pages = [path for path in sorted(root.rglob("*.md")) if "/." not in path.as_posix()]
    compared = 0
    for path in pages:
        text = path.read_text(encoding="utf-8")
        body = text[read_properties(text).body_start :]
        if "$$" not in body and "%%" not in body:
            assert_same(body)
            compared += 1
    assert compared
