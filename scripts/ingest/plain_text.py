"""Plain text as Markdown that reads as the text does: paragraphs stay paragraphs, each a passage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..pages.markdown.block_names import free_name
from ..pages.markdown.blocks import read_blocks
from ..pages.markdown.passages import passage_id
from ..pages.markdown.scanner import scan
from ..pages.text.entries import entries
from ..pages.yaml.frontmatter import read_properties
from ..text.splices import Splice, splice
from .code_text import entry_runs, indent_of

if TYPE_CHECKING:
    from ..pages.page_model import Block, Heading

_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_TILDES = re.compile(r"(?<=\n)~{4,}(?=[ \t]*$)", re.MULTILINE)
_ALONE = re.compile(r"[^\n]+\n(?:[ \t]*\n)+(?![ \t]*[#\n])(?=[^\n])")
_COMMENTS = re.compile(r"^#(?:[ \t][^\n]*)?\n#(?:[ \t][^\n]*)?$", re.MULTILINE)
_CLOSED = re.compile(r"\n[ \t>]*(?:`{3,}|~{3,})[ \t]*\Z")
_GOES_ON = re.compile(r"\n {0,3}\S").match
_LONG = 2000
"""Characters up to which a paragraph of entries stays one."""
_MOST_TRIES = 20
_SIGNS = re.compile(r"[ \t]*([^\w\s])\1{2,}[ \t]*").fullmatch


def plain_as_markdown(text: str) -> str:
    """The text with a blank line between a paragraph and the row of dashes or equals signs below it, and with an id
    between indented paragraphs.

    Without them Markdown has the paragraph for a heading, which nobody can quote, and the others for one block of code.
    Lines that begin with one `#` are comments where two of them follow each other, as above a script, but for those
    that stand alone above a text: a backslash keeps them from being headings.
    A row of signs above a heading of one line is left out; one of tildes below a line, as long as that, is one of
    dashes, and what opens code or HTML that nothing closes is a sign of the text: both would swallow what follows.
    """
    text = _without_open_ends(_TILDES.sub(_underlined, _without_comments(text)))
    headings = scan(text, body_start=read_properties(text).body_start).headings
    text = splice(text, (edit for heading in headings for edit in _parted(text, heading)))
    blocks = read_blocks(text, read_properties(text).body_start)
    text = splice(text, [edit for block in blocks if not block.depth for edit in _of_block(text, block)])
    return splice(text, _ids_in_indented(text))


def _without_comments(text: str) -> str:
    if not _COMMENTS.search(text):
        return text
    headings = scan(text, body_start=read_properties(text).body_start).headings
    starts = [each.start for each in headings if each.level == 1 and text[each.start] == "#"]
    ends = {text.find("\n", start) + 1 for start in starts}
    if not any(start in ends for start in starts):
        # They follow each other in code.
        return text
    return splice(text, [Splice(at, at, "\\") for at in starts if not _heads(text, at)])


def _heads(text: str, at: int) -> bool:
    """Whether a line stands alone above a text: a comment mostly stands right above what it is about."""
    return not text[:at].rpartition("\n")[0].rpartition("\n")[2].strip() and bool(_ALONE.match(text, at))


def _underlined(row: re.Match[str]) -> str:
    start = row.string.rfind("\n", 0, row.start() - 1) + 1
    line = row.string[start : row.start()].strip()
    return "-" * len(row[0]) if line and abs(len(line) - len(row[0])) <= 1 else row[0]


def _without_open_ends(text: str) -> str:
    """The text with a backslash before each fence and each tag that nothing closes, up to as many as a text has."""
    for _ in range(_MOST_TRIES):
        end = len(text.rstrip())
        # A tag that something closes does not go on over what is added.
        blocks = read_blocks(f"{text[:end]}\n\nEnd.\n", read_properties(text).body_start)
        starts = [each.start for each in blocks if _is_open(text, each, end)]
        if not starts:
            break
        text = splice(text, [Splice(at, at, "\\") for at in starts])
    return text


def _is_open(text: str, block: Block, end: int) -> bool:
    if block.kind == "fence":
        return block.end > end or not _CLOSED.search(text, block.start, block.end)
    return block.kind == "html" and block.end > end


def _parted(text: str, heading: Heading) -> Iterator[Splice]:
    """Edits after which a heading of several lines is none."""
    lines = text[heading.start : heading.end].split("\n")
    if len(lines) < 3:
        return
    end_of_first = heading.start + len(lines[0])
    if len(lines) == 3 and _SIGNS(lines[0]):
        yield Splice(heading.start, end_of_first, "")
        return
    # A row of equal signs would be a paragraph.
    yield Splice(heading.end - len(lines[-1]), heading.end, f"\n{'-' * len(lines[-1].rstrip())}\n")


def _of_block(text: str, block: Block) -> Iterator[Splice]:
    """Edits after which a paragraph with an indented first line is one, and a long conversation is several."""
    start, end = block.start, block.end
    if block.kind == "code" and _GOES_ON(text, end):
        # Its last lines belong to what follows; those above a blank one are paragraphs of their own.
        for gap in _BLANK_LINES.finditer(text, start, end):
            start = gap.end()
        for line in text[start:end].split("\n"):
            yield Splice(start, start + indent_of(line), "")
            start += len(line) + 1
    elif block.kind == "paragraph" and end - start > _LONG and (told := entries(text[start:end].split("\n"))):
        at = start
        for run in entry_runs(told):
            at += sum(len(entry) + 1 for entry in run)
            if at < end:
                yield Splice(at, at, "\n")


def _ids_in_indented(text: str) -> Iterator[Splice]:
    """An id behind each indented paragraph that another follows: what is not indented ends a block of code."""
    page = scan(text, body_start=read_properties(text).body_start)
    taken = {marker.id.lower() for marker in page.block_ids}
    counts: dict[str, int] = {}
    for block in page.blocks:
        if block.kind != "code" or block.depth:
            continue
        start = block.start
        for gap in _BLANK_LINES.finditer(text, block.start, block.end):
            name = free_name(passage_id(text[start : gap.start()]), taken, counts)
            yield Splice(gap.start(), gap.start(), f"\n\n^{name}")
            start = gap.end()
