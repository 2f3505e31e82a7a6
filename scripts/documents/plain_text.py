"""Texts that are no Markdown, as the Markdown that their source notes hold: prose, source code, tables.

Words and their order stay.  No structure is guessed: what heads a part is known where Markdown or a bookmark says so.
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
"""What is read from standard input, given by a program or converted is taken for."""
_MARKDOWN = frozenset({MARKDOWN, ".markdown", ".mdown", ".mdx", ".mkd", ".qmd", ".rmd"})
_PROSE = frozenset({"", ".txt", ".text"})
_DELIMITERS = {".csv": ",;\t", ".tsv": "\t"}
_CODE_NAMES = ("dockerfile", "makefile")


def as_markdown(text: str, path: str) -> str:
    """Return the text of a file of this name as Markdown.

    Endings that are not known are taken for code: a fence shows every sign as it is.
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
"""Where a backslash keeps a sign of the page from being one of Markdown; a number in front keeps its own."""


def prose(text: str, *, is_drawn: bool = False) -> str:
    """Return plain text as Markdown in which each word is seen, and each paragraph is one.

    is_drawn: the signs are those of a page, and none of them is meant as Markdown.
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
        # Of one line a row of signs makes a heading, as its writer meant; of a paragraph it would, too.
        if is_drawn or part.strip("\n").count("\n") > 1:
            part = _UNDERLINE.sub("\n", part)
        parts[at] = _MARK.sub(_escape, part) if is_drawn else part
    return safe_markdown("".join(parts))


def _escape(found: re.Match[str]) -> str:
    # In front of a line only: elsewhere `2. ` is a number at the end of a sentence.
    line = found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()]
    return "\\" if not line or line.strip().isdigit() else ""


def safe_markdown(text: str) -> str:
    """Return Markdown in which nothing is hidden, and nothing passes for the name of a passage; code stays as it is.

    Long tables are cut.
    """
    pieces: list[str] = []
    done = 0
    for block in _FENCED.finditer(text):
        pieces += [_made_visible(text[done : block.start()]), block[0]]
        done = block.end()
    return _TABLE.sub(_cut_table, "".join([*pieces, _made_visible(text[done:])]))


def _made_visible(text: str) -> str:
    return LIKE_BLOCK_ID.sub(r"\1\\^", _SEEN.sub(lambda found: "\\" + found[0], text))


_MOST_LINES = 60
"""A longer piece is cut into runs."""
_LEAST_RUN, _MOST_RUN = 500, 6000
"""Characters of a run; the first line behind the least that is one of _ONE_IN begins the next."""
_ONE_IN = 8
_CLOSERS = tuple(")]}")
_BLANK_LINE = re.compile(r"^[ \t]+$", re.MULTILINE)
_PIECE_END = re.compile(r"(?<!\n)\n{2,}(?=[^\s)\]}])")
"""But before a line that is indented, or closes a bracket with what is above."""
_TICKS = re.compile(r"`{3,}")


def code(text: str, language: str) -> str:
    """Return the text in fences, cut where a blank line stands before one at the margin, long pieces by lines."""
    pieces = (piece.split("\n") for piece in _PIECE_END.split(_BLANK_LINE.sub("", text).strip("\n")) if piece)
    runs = (run for piece in pieces for run in (runs_of(piece) if _is_long(piece) else [piece]))
    return "\n\n".join(fenced("\n".join(run), language) for run in runs) + "\n"


def fenced(text: str, language: str) -> str:
    """Return a block of code; the fence is longer than any run of backticks in it."""
    fence = "`" * max([3, *(len(found[0]) + 1 for found in _TICKS.finditer(text))])
    return f"{fence}{language}\n{text}\n{fence}"


def runs_of(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield lines cut into runs, each where the words of a line say so.

    A line that comes in between moves no other cut than those beside it, so that passages keep their ids when a log
    grows or a table gets a row.
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
"""A reader of Markdown takes a kilobyte for each."""


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows, of which the first is the head, as tables, each run of rows below the head.

    A long table is several: a new row leaves the ids of the others alone.  Raises ValueError for too many cells.
    """
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    width = max(map(len, filled), default=0)
    if len(filled) * width > _MOST_CELLS:
        raise ValueError(f"a table of more than {_MOST_CELLS:,} cells: split it")
    if not width:
        return ""
    head, *lines = (_row(row, width) for row in filled)
    return _below_head(head, "|" + " --- |" * width, lines) + "\n"


def _below_head(head: str, rule: str, lines: Sequence[str]) -> str:
    runs = runs_of(lines) if _is_long(lines) else [lines]
    return "\n\n".join("\n".join((head, rule, *run)) for run in runs)


def _cut_table(found: re.Match[str]) -> str:
    """Return a table without the blanks that align its columns, which a longer cell would change in each row."""
    head, rule, *lines = (_ALIGNING.sub(" ", line) for line in found[0].split("\n"))
    return _below_head(head, re.sub("-{3,}", "---", rule).replace("|---", "| ---").replace("---|", "--- |"), lines)


def _row(cells: Sequence[str], width: int) -> str:
    shown = (_made_visible(" ".join(cell.split()).replace("\\", "\\\\")).replace("|", "\\|") for cell in cells)
    return "| " + " | ".join([*shown, *[""] * (width - len(cells))]) + " |"


def _delimited(text: str, delimiters: str) -> str:
    """Return a table; for what is none, as where its cells cannot be read, code."""
    first = text.lstrip("\n").partition("\n")[0]
    # The sign that parts most of the first line: a semicolon stands between values that have decimal commas.
    delimiter = max(delimiters, key=lambda sign: (first.count(sign), sign == ";"))
    if delimiter not in first:
        return code(text, "")
    try:
        return table(csv.reader(io.StringIO(text), delimiter=delimiter, strict=True))
    except (csv.Error, ValueError):
        return code(text, "")
