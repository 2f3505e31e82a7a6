"""What every line of a page is, by us and by the block parser of markdown-it-py.

`$$` and `%%` mean nothing to CommonMark: both sides read the page with letters in their place, so that no page and
no line is left out for them; how many such marks there are is counted.  The differences that are known
(tests/pages/test_scanner_oracle.py) do not occur in notes that people wrote, so nothing is left out for them either.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

from scripts.pages.markdown.blocks import read_outline
from scripts.pages.yaml.frontmatter import read_properties
from tests.vaults.figures import Figures, figures
from tests.vaults.notes import note_paths, read

if TYPE_CHECKING:
    from pathlib import Path

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
_OPAQUE = {"fence", "code", "html"}
_DEFINITION = re.compile(r"[ \t>*+-]*\[[^\]]+\]:")


def check_block_lines(vault: Path) -> Figures:
    """The kind of every line of every note, compared."""
    result = figures("blocks", vault.name)
    for path in note_paths(vault):
        text = read(vault, path)
        if text is not None:
            _compare(path, text, plain_body(text), result)
    return result


def plain_body(text: str) -> str:
    """The body as CommonMark alone sees it: newlines unified, marks of math and comments as letters."""
    body = text[read_properties(text).body_start :].replace("\r\n", "\n").replace("\r", "\n")
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


def kinds_by_us(text: str) -> dict[int, str]:
    """The same from the scanner's blocks."""
    found: dict[int, str] = {}
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    for block in read_outline(text).blocks:
        if block.kind == "item":
            continue
        kind = "quote" if block.kind == "callout" else block.kind
        line = block.line - 1
        while line < len(starts) and starts[line] < block.end:
            found[line] = kind
            line += 1
    return found


def _compare(path: str, source: str, body: str, result: Figures) -> None:
    lines = body.split("\n")
    theirs, ours = kinds_by_markdown_it(body), kinds_by_us(body)
    differing = [
        number
        for number, line in enumerate(lines)
        if line.strip(" \t>")
        and ours.get(number) != theirs.get(number)
        # A definition of a link is a paragraph to us and nothing to it.
        and not (ours.get(number) == "paragraph" and number not in theirs and _is_definition(lines, number))
    ]
    result.count("lines", len(lines))
    result.count("marks read as letters", source.count("$$") + source.count("%%"))
    result.count("opaque lines", sum(kind in _OPAQUE for kind in theirs.values()))
    for number in differing:
        what = f"{ours.get(number)} to us, {theirs.get(number)} to markdown-it"
        result.faults.append(f"{path} body line {number + 1} {lines[number]!r}: {what}")


def _is_definition(lines: list[str], number: int) -> bool:
    """Whether this line, or the one it goes on, begins a definition."""
    return any(_DEFINITION.match(lines[at]) for at in range(max(0, number - 2), number + 1))
