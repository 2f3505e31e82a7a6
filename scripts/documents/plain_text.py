"""Turns texts of other kinds into the Markdown of their source notes: prose, source code, tables.

Words and their order stay.  No structure is guessed: headings come from Markdown or bookmarks alone.
"""

from __future__ import annotations

import csv
import io
import os
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from zlib import crc32

from ..text.escaping import LIKE_BLOCK_ID

MARKDOWN = ".md"
"""The ending of texts from standard input, from a program, or from a conversion."""
_MARKDOWN = frozenset({MARKDOWN, ".markdown", ".mdown", ".mdx", ".mkd", ".qmd", ".rmd"})
_PROSE = frozenset({"", ".txt", ".text"})
_DELIMITERS = {".csv": ",;\t", ".tsv": "\t"}
_CODE_NAMES = ("dockerfile", "makefile")


def as_markdown(text: str, path: str) -> str:
    """Return the text of a file of this name as Markdown.

    Unknown endings are taken for code: a fence shows every character as it is.
    """
    name = os.path.basename(path).lower()
    stem, suffix = os.path.splitext(name)
    if suffix in _MARKDOWN:
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if suffix in _PROSE and not (not suffix and (stem in _CODE_NAMES or text.startswith("#!"))):
        return prose(text)
    if suffix in _DELIMITERS:
        return _delimited(text, _DELIMITERS[suffix])
    return code(text, suffix[1:] or stem * (stem in _CODE_NAMES))


_FENCED = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_SEEN = re.compile(r"(?<!\\)<(?=[a-zA-Z/!?](?![\w+.-]*:|[^\s<>]*@))|(?<=%)(?=%)")
"""A tag, and the place between two percent signs, around which Obsidian hides what is between them."""
_UNDERLINE = re.compile(r"(?<=\n)(?=(?:=+|-+)[ \t]*$)", re.MULTILINE)
_BLANK_LINES = re.compile(r"(\n(?:[ \t]*\n)+)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_MARK = re.compile(r"^(?= {0,3}(?:#{1,6}[ \t]|>|[-+*][ \t]|`{3}|~{3}))|(?<=\d)(?=[.)][ \t])", re.MULTILINE)
"""Where a backslash keeps a character from being Markdown, e.g. behind a number at the beginning."""


def prose(text: str, *, is_drawn: bool = False) -> str:
    """Return plain text as Markdown in which every word is visible and paragraphs stay paragraphs.

    is_drawn: the text comes from a drawn page, and none of its characters is Markdown.
    """
    parts = _BLANK_LINES.split(text.strip("\n") + "\n")
    in_list = False
    for at in range(0, len(parts), 2):
        part = parts[at]
        if _ITEM.match(part):
            in_list = True
        elif part[:1].strip():
            in_list = False
        if not in_list and part.startswith(("    ", "\t", "   \t", " \t", "  \t")):
            # Indented prose would be code.
            part = textwrap.dedent(part).lstrip(" \t")
        # Below one line a row of dashes makes the heading that its writer meant; below a paragraph it must not.
        if is_drawn or part.strip("\n").count("\n") > 1:
            part = _UNDERLINE.sub("\n", part)
        parts[at] = _MARK.sub(_escape, part) if is_drawn else part
    return safe_markdown("".join(parts))


def _escape(found: re.Match[str]) -> str:
    # In front of a line only: elsewhere `2. ` is a number at the end of a sentence.
    line = found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()]
    return "\\" if not line or line.strip().isdigit() else ""


def safe_markdown(text: str) -> str:
    """Return Markdown in which nothing is hidden, and nothing looks like a block id; code stays as it is.

    Long tables are cut.
    """
    pieces: list[str] = []
    done = 0
    for block in _FENCED.finditer(text):
        pieces += [_make_visible(text[done : block.start()]), block[0]]
        done = block.end()
    return _TABLE.sub(_cut_table, "".join([*pieces, _make_visible(text[done:])]))


def _make_visible(text: str) -> str:
    return LIKE_BLOCK_ID.sub(r"\1\\^", _SEEN.sub(lambda found: "\\" + found[0], text))


_MOST_LINES = 60
"""A longer piece is cut into runs."""
_LEAST_RUN, _MOST_RUN = 500, 6000
"""Characters of a run; after the least, a line whose hash is one of _ONE_IN begins the next."""
_ONE_IN = 8
_CLOSERS = tuple(")]}")
_BLANK_LINE = re.compile(r"^[ \t]+$", re.MULTILINE)
_PIECE_END = re.compile(r"(?<!\n)\n{2,}(?=[^\s)\]}])")
"""Blank lines before a line that is neither indented nor closes a bracket."""
_TICKS = re.compile(r"`{3,}")


def code(text: str, language: str) -> str:
    """Return the text in fences, cut at blank lines before a line at the margin, long pieces by lines."""
    pieces = (piece.split("\n") for piece in _PIECE_END.split(_BLANK_LINE.sub("", text).strip("\n")) if piece)
    runs = (run for piece in pieces for run in (runs_of(piece) if _is_long(piece) else [piece]))
    return "\n\n".join(fenced("\n".join(run), language) for run in runs) + "\n"


def fenced(text: str, language: str) -> str:
    """Return a block of code; the fence is longer than any run of backticks in it."""
    fence = "`" * max([3, *(len(found[0]) + 1 for found in _TICKS.finditer(text))])
    return f"{fence}{language}\n{text}\n{fence}"


def runs_of(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the lines in runs, cut where the hash of a line decides.

    An inserted line moves only the cuts beside it, so that passages keep their ids when a log grows or a table gets a
    row.
    """
    start = size = 0
    for at, line in enumerate(lines):
        is_deeper = line.startswith((" ", "\t")) or line.startswith(_CLOSERS)
        is_end = size >= _LEAST_RUN and not crc32(line.strip().encode("utf-8", "surrogatepass")) % _ONE_IN
        if size >= _MOST_RUN or (is_end and not is_deeper):
            yield lines[start:at]
            start, size = at, 0
        size += len(line) + 1
    yield lines[start:]


def _is_long(lines: Sequence[str]) -> bool:
    return len(lines) > _MOST_LINES or sum(map(len, lines)) > _MOST_RUN


_TABLE = re.compile(r"^\|[^\n]*\|\n\|(?:[ ]?-+[ ]?\|)+(?:\n\|[^\n]*\|)+$", re.MULTILINE)
_ALIGNING = re.compile(" {2,}")
_MOST_CELLS = 300_000
"""A parser of Markdown takes a kilobyte for each."""


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as tables, each run of rows below the head, which is the first row.

    A long table is several: a new row leaves the ids of the others alone.  Raises ValueError for too many cells.
    """
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    width = max(map(len, filled), default=0)
    if len(filled) * width > _MOST_CELLS:
        raise ValueError(f"a table of more than {_MOST_CELLS:,} cells: split it")
    if not width:
        return ""
    head, *lines = (_format_row(row, width) for row in filled)
    return _below_head(head, "|" + " --- |" * width, lines) + "\n"


def _below_head(head: str, rule: str, lines: Sequence[str]) -> str:
    runs = runs_of(lines) if _is_long(lines) else [lines]
    return "\n\n".join("\n".join((head, rule, *run)) for run in runs)


def _cut_table(found: re.Match[str]) -> str:
    """Return a table without blanks that align columns, as a longer cell would change them in each row."""
    head, rule, *lines = (_ALIGNING.sub(" ", line) for line in found[0].split("\n"))
    return _below_head(head, re.sub("-{3,}", "---", rule).replace("|---", "| ---").replace("---|", "--- |"), lines)


def _format_row(cells: Sequence[str], width: int) -> str:
    escaped = (_make_visible(" ".join(cell.split()).replace("\\", "\\\\")).replace("|", "\\|") for cell in cells)
    return "| " + " | ".join([*escaped, *[""] * (width - len(cells))]) + " |"


def _delimited(text: str, delimiters: str) -> str:
    """Return the text as a table; as code if it is none, or if its cells cannot be read."""
    first = text.lstrip("\n").partition("\n")[0]
    # The most frequent in the first line: a semicolon separates values that have decimal commas.
    delimiter = max(delimiters, key=lambda mark: (first.count(mark), mark == ";"))
    if delimiter not in first:
        return code(text, "")
    try:
        return table(csv.reader(io.StringIO(text), delimiter=delimiter, strict=True))
    except (csv.Error, ValueError):
        return code(text, "")
