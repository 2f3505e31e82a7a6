"""The body of a page: blocks, headings, links, tags and block ids, with exact offsets and in linear time.

The parser is markdown-it-py with the plugin in `obsidian`; this module turns its lines into offsets.  Properties are
read by `frontmatter`, passages are cut by `page`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..model import Block, BlockId, Heading, Issue, Link
from .characters import unescape
from .links import parse_link_text, percent_decode, split_target
from .obsidian import WIKILINK, InlineLink, obsidian, text_up_to
from .plain_text import MAX_NESTING, visible_text
from .spans import Spans, Splice, splice

_CALLOUT = re.compile(r"[ \t>]*\[![^\]\n]+\][+-]?")
_BLOCK_ID = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*\Z")
_BAR = re.compile(r"(?<!\\)\|")
_WORTH_READING = re.compile(r"[\[\]\\`<$#]|!(?=\[)")
_ITEM_MARK = re.compile(r"[-*+]|\d{1,9}[.)]")
_BLANKS = " \t\r\f\v"
_MERGE_MARK = re.compile(r"^(?:<<<<<<< |=======|>>>>>>>)", re.MULTILINE)
_BAR_MESSAGE = "the bar of a link in a table must be written \\|"


class Body(NamedTuple):
    """The parts of a page's body, each kind in the order of the text."""

    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...]
    """Headings outside of lists and quotations."""
    links: tuple[Link, ...]
    tags: tuple[str, ...]
    """Without `#`, each once in its first form."""
    block_ids: tuple[BlockId, ...]
    id_spans: tuple[tuple[int, int], ...]
    """Spans of the markers `^id`, one for each block id."""
    issues: tuple[Issue, ...]


class _InlineRun(NamedTuple):
    """The inline text of a paragraph, of a heading or of a row of a table."""

    content: str
    line: int
    """Index of its first line in the body."""
    starts: tuple[int, ...]
    """Where each of its lines begins in the content."""
    offsets: tuple[int, ...]
    """Where each of its lines begins in the page, less the blanks that the parser makes of a tab."""
    kind: str
    block: int
    """Index of its block; of the quotation or comment around it where that is the block."""

    def offset(self, pos: int) -> int:
        """Return the offset in the page of a place in the content."""
        at = bisect_right(self.starts, pos) - 1 if len(self.starts) > 1 else 0
        return self.offsets[at] + pos - self.starts[at]


# An edit asks for the same text, before and after it, in each of its checks.
@lru_cache(maxsize=3)
def read_body(text: str, body_start: int = 0) -> Body:
    """Read the text from body_start on.  Any text can be read; nothing is raised.  The last three are cached."""
    # As the parser replaces a null character; otherwise the offsets that it returns would be wrong.
    text, merges = _hide_merge_markers(unify_line_breaks(text).replace("\0", "\ufffd"))
    outline = _Outline(text, body_start, text.count("\n", 0, body_start) + 1)
    outline.read()
    links: list[Link] = []
    tags: dict[str, str] = {}
    ids: list[tuple[BlockId, tuple[int, int]]] = []
    issues = _merge_issues(text, merges, outline.blocks)
    for run in outline.runs:
        content = run.content
        first = len(links)
        if "[" in content or "#" in content:
            _read_run(run, outline.first_line, links, tags, issues)
        if "^" in content and run.kind == "paragraph" and outline.blocks[run.block].kind != "comment":
            found = _read_block_id(text, outline, run, links[first:])
            if found:
                ids.append(found)
    return Body(
        tuple(outline.blocks),
        tuple(_make_heading(outline.blocks[index], level, run) for index, level, run in outline.headings),
        tuple(links),
        tuple(tags.values()),
        tuple(block_id for block_id, _ in ids),
        tuple(span for _, span in ids),
        tuple(issues),
    )


def unify_line_breaks(text: str) -> str:
    """Return the text with each line break as one newline and every offset as it was."""
    if "\r" in text:
        return text.replace("\r\n", " \n").replace("\r", "\n")
    return text


def _hide_merge_markers(text: str) -> tuple[str, list[int]]:
    """Return the text with git's merge markers replaced by letters, and the offset of each merge.

    Else the line between them would make a heading of the first side, and the last one open quotations.
    """
    merges: list[list[int]] = []
    opened: list[int] = []
    for mark in _MERGE_MARK.finditer(text) if "<<<<<<< " in text else ():
        if mark[0][0] == "<=>"[len(opened)]:
            opened.append(mark.start())
        if len(opened) == len("<=>"):
            merges.append(opened)
            opened = []
    marks = [Splice(at, at + len("merging"), "merging") for merge in merges for at in merge]
    return splice(text, marks), [merge[0] for merge in merges]


def _merge_issues(text: str, merges: Sequence[int], blocks: Sequence[Block]) -> list[Issue]:
    """Return an issue for each merge outside of code."""
    code = Spans((block.start, block.end) for block in blocks if block.kind == "code") if merges else ()
    message = "git left both sides of a merge here"
    return [Issue("merge-markers", message, line=text.count("\n", 0, at) + 1) for at in merges if at not in code]


@cache
def _link_parser() -> MarkdownIt:
    """Return the parser that finds blocks, links and tags: marks of emphasis are text to it."""
    md = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table").use(obsidian)
    md.disable(["inline", "text_join", "emphasis", "entity", "newline", "comment", "mark"])
    md.inline.ruler.at("text", text_up_to(_WORTH_READING))
    return md


def _read_run(run: _InlineRun, first_line: int, links: list[Link], tags: dict[str, str], issues: list[Issue]) -> None:
    md = _link_parser()
    if run.kind != "row":
        _collect_links(md.inline.parse(run.content, md, {}, []), run, 0, first_line, links, tags)
        return
    bars = [bar.start() for bar in _BAR.finditer(run.content)]
    crossed: list[int] = []
    if len(bars) > 1 and "[[" in run.content:
        # A wikilink reaches beyond its cell; nothing else does.
        spans = [match.span() for match in WIKILINK.finditer(run.content)]
        crossed = [bar for bar in bars if any(start < bar < end for start, end in spans)] if len(spans) < 200 else []
    # With the bar before it: a character directly behind a bar begins no tag.
    cells = [0, *(bar for bar in bars if bar not in crossed), len(run.content)]
    for left, right in pairwise(cells):
        content = run.content[left:right]
        if "[" not in content and "#" not in content:
            continue
        first = len(links)
        _collect_links(md.inline.parse(content, md, {}, []), run, left, first_line, links, tags)
        for link in links[first:] if crossed else ():
            if any(link.start < run.offset(bar) < link.end for bar in crossed):
                issues.append(Issue("table-bar", _BAR_MESSAGE, line=link.line))


def _collect_links(
    tokens: Sequence[Token], run: _InlineRun, base: int, first_line: int, links: list[Link], tags: dict[str, str]
) -> None:
    """Add the links and tags of a piece of a run that begins at base."""
    own: list[Link] = []
    labels: list[tuple[int, int]] = []
    names: list[tuple[int, str]] = []
    for token in tokens:
        link: InlineLink | None = token.meta.get("link")
        if link:
            if link.kind != "external":
                own.append(_make_link(link, run, base, first_line))
            if link.kind != "wikilink":
                labels.append((link.start, link.end))
        elif token.type == "tag":
            names.append((token.meta["start"], token.content[1:]))
    if len(own) > 1:
        own.sort(key=lambda link: link.start)
    links += own
    # A `#` in the text of a Markdown link begins no tag.
    labels.sort()
    index, reach = 0, -1
    for start, name in names:
        while index < len(labels) and labels[index][0] < start:
            reach = max(reach, labels[index][1])
            index += 1
        if start >= reach:
            tags.setdefault(name.lower(), name)


def _make_link(link: InlineLink, run: _InlineRun, base: int, first_line: int) -> Link:
    display: str | None
    if link.kind == "wikilink":
        path, subpath, display = parse_link_text(link.target)
    else:
        path, subpath = split_target(percent_decode(unescape(link.target)))
        display = link.label
    start, end = base + link.start, base + link.end
    line = first_line + run.line + (bisect_right(run.starts, start) - 1 if len(run.starts) > 1 else 0)
    return Link(link.kind, link.is_embed, path, subpath, display, run.offset(start), run.offset(end - 1) + 1, line)


def _read_block_id(
    text: str, outline: _Outline, run: _InlineRun, links: Sequence[Link]
) -> tuple[BlockId, tuple[int, int]] | None:
    """Return the id at the end of a paragraph, and its span: behind a blank, directly behind an embed, or alone."""
    pos = run.content.rindex("^")
    match = _BLOCK_ID.match(run.content, pos)
    if not match:
        return None
    start, is_alone = run.offset(pos), pos == 0
    follows_embed = bool(links) and links[-1].is_embed and links[-1].end == start
    if not is_alone and not follows_embed and run.content[pos - 1] not in " \t\n":
        return None
    first, block = run.offset(0), outline.blocks[run.block]
    if not text[block.start : first].strip():
        # The parser strips ideographic and no-break blanks from the beginning of a paragraph.
        first = block.start
    run_span = first, start + len(match[0].rstrip())
    named = _named_span(outline.blocks, run, run_span, is_alone=is_alone)
    if named is None:
        return None
    block_start, block_end = named
    if block_start < start <= block_end <= run_span[1]:
        is_quote = outline.blocks[run.block].kind in ("quote", "callout")
        block_end = block_start + len(text[block_start:start].rstrip(" \t\n>" if is_quote else " \t\n"))
        if block_end == block_start:
            return None
    line = outline.first_line + run.line + len(run.starts) - 1
    return BlockId(match[1], line, block_start, block_end), (start, start + 1 + len(match[1]))


def _named_span(
    blocks: Sequence[Block], run: _InlineRun, run_span: tuple[int, int], *, is_alone: bool
) -> tuple[int, int] | None:
    """Return the span that an id at the end of this paragraph names, the id itself included."""
    block = blocks[run.block]
    if block.kind in ("quote", "callout"):
        return (block.start, block.end) if block.end <= run_span[1] else run_span
    before = blocks[run.block - 1] if run.block else None
    if before and before.kind == "item" and before.depth < block.depth:
        return before.start, before.end
    return _span_before(blocks, run.block) if is_alone else run_span


def _span_before(blocks: Sequence[Block], index: int) -> tuple[int, int] | None:
    """Return the span of the block, or of the whole list, before the block with this index at the same depth."""
    depth = blocks[index].depth
    index -= 1
    while index >= 0 and blocks[index].depth > depth:
        index -= 1
    if index < 0 or blocks[index].depth < depth:
        return None
    start, end, group = blocks[index].start, blocks[index].end, blocks[index].list
    while group and index >= 0 and blocks[index].depth >= depth:
        if blocks[index].depth == depth:
            if blocks[index].list != group:
                break
            start = blocks[index].start
        index -= 1
    return start, end


class _Outline:
    """Blocks and runs of inline text in the making, from the parser's tokens."""

    def __init__(self, text: str, start: int, first_line: int) -> None:
        self.text = text
        self.first_line = first_line
        self.blocks: list[Block] = []
        self.runs: list[_InlineRun] = []
        self.headings: list[tuple[int, int, _InlineRun | None]] = []
        """Index of the block, its level, and its text unless it is empty."""
        self._body = text[start:]
        self._lines = self._body.split("\n")
        self._offsets = list(accumulate((len(line) + 1 for line in self._lines), initial=start))
        self._items: list[tuple[int, int]] = []
        """The open items: index of their block, and that of their last line plus one."""
        self._lists: list[int] = []
        self._list_count = 0
        self._quote = -1
        self._quotes = 0

    def read(self) -> None:
        # Without a line break at the end the parser reads one character too far in HTML at the end of a quotation.
        tokens = _link_parser().parse(self._body + "\n")
        index, size = 0, len(tokens)
        while index < size:
            token = tokens[index]
            kind = token.type
            if kind == "paragraph_open":
                self._add_paragraph(token, tokens[index + 1].content)
                index += 2
            elif kind == "heading_open":
                self._add_heading(token, tokens[index + 1].content)
                index += 2
            elif kind == "table_open":
                while tokens[index].type != "table_close":
                    index += 1
                self._add_table(token)
            elif kind.endswith(("_open", "_close")):
                self._take_container(token)
            elif kind == "comment_block":
                self._add_comment(token)
            else:
                self._add_block(_KINDS[kind], token)
            index += 1

    def _take_container(self, token: Token) -> None:
        kind = token.type
        if kind == "blockquote_open":
            if not self._quotes:
                first = self._lines[_lines_of(token)[0]]
                name = "callout" if _CALLOUT.match(first, first.find(">")) else "quote"
                self._quote = self._add_block(name, token)
            self._quotes += 1
        elif kind == "blockquote_close":
            self._quotes -= 1
        elif self._quotes:
            return
        elif kind == "list_item_open":
            self._open_item(token)
        elif kind == "list_item_close":
            self._items.pop()
        elif kind.endswith("list_open"):
            self._list_count += 1
            self._lists.append(self._list_count)
        else:
            self._lists.pop()

    def _open_item(self, token: Token) -> None:
        line = _lines_of(token)[0]
        # Several items may begin on one line: `- - text`.
        outer = self.blocks[self._items[-1][0]] if self._items else None
        begin = self._offsets[line]
        if outer and outer.start >= begin:
            mark = _ITEM_MARK.match(self.text, outer.start)
            begin = mark.end() if mark else outer.start + 1
        index = self._add_block("item", token, start=_skip_blanks(self.text, begin), list_number=self._lists[-1])
        self._items.append((index, line))

    def _add_block(self, kind: str, token: Token, *, start: int = -1, list_number: int = 0) -> int:
        """Add a block; return its index, or that of the quotation around it."""
        if self._quotes:
            return self._quote
        first, last = _lines_of(token)
        if start < 0:
            start = self._content_start(first, keep_indent=token.type == "code_block")
        last = max(last - 1, first)
        while last > first and not self._lines[last].strip(_BLANKS):
            last -= 1
        end = self._offsets[last] + len(self._lines[last].rstrip(_BLANKS))
        number = self.first_line + first
        self.blocks.append(Block(kind, start, max(start, end), number, len(self._items), list_number))
        return len(self.blocks) - 1

    def _content_start(self, line: int, *, keep_indent: bool = False) -> int:
        """Return the offset of a line's content, behind the mark of an item that begins on it."""
        begin = self._offsets[line]
        if self._items and self._items[-1][1] == line:
            outer = self.blocks[self._items[-1][0]]
            mark = _ITEM_MARK.match(self.text, outer.start)
            begin = mark.end() if mark else outer.start
        return begin if keep_indent and not self._items else _skip_blanks(self.text, begin)

    def _add_paragraph(self, token: Token, content: str) -> None:
        index = self._add_block("paragraph", token)
        if content:
            self.runs.append(self._make_run(content, _lines_of(token), "paragraph", index))

    def _add_heading(self, token: Token, content: str) -> None:
        first, _ = _lines_of(token)
        index = self._add_block("heading", token)
        run = None
        if content:
            if token.markup[0] == "#":
                hashes = self._lines[first].find(token.markup)
                pos = self._lines[first].find(content, hashes + len(token.markup))
                run = _InlineRun(content, first, (0,), (self._offsets[first] + max(pos, 0),), "heading", index)
            else:
                run = self._make_run(content, _lines_of(token), "heading", index)
            self.runs.append(run)
        if not self._quotes and not self._items:
            self.headings.append((index, int(token.tag[1]), run))

    def _add_table(self, token: Token) -> None:
        index = self._add_block("table", token)
        first, last = _lines_of(token)
        for line in range(first, last):
            content = self._lines[line]
            if line != first + 1 and ("[" in content or "#" in content):
                self.runs.append(_InlineRun(content, line, (0,), (self._offsets[line],), "row", index))

    def _add_comment(self, token: Token) -> None:
        """Add a comment with the texts in it: links and tags in comments count, their blocks and headings do not."""
        index = self._add_block("comment", token)
        start = self._offsets[0] + token.meta["start"]
        inner = self.text[start : self._offsets[0] + token.meta["end"]]
        if "[" not in inner and "#" not in inner:
            return
        line = _lines_of(token)[0]
        outline = _Outline(self.text[: start + len(inner)], start, 0)
        outline.read()
        self.runs += [
            _InlineRun(run.content, line + run.line, run.starts, run.offsets, run.kind, index) for run in outline.runs
        ]

    def _make_run(self, content: str, lines: tuple[int, int], kind: str, index: int) -> _InlineRun:
        """Return a run with the offsets of its lines: the parser cut text off before them, or blanks."""
        starts, offsets = [], []
        # The parser cuts off lines with a form feed alone, too.
        beginning = content.partition("\n")[0].strip()
        first = next((line for line in range(*lines) if self._lines[line].rstrip().endswith(beginning)), lines[0])
        pos = 0
        for number, line in enumerate(content.split("\n"), first):
            source, bare = self._lines[number], line.lstrip(" ")
            # From the end: the text before it is the mark of a quotation or of an item.
            at = source.rfind(bare) if bare else len(source)
            starts.append(pos)
            offsets.append(self._offsets[number] + at - (len(line) - len(bare)))
            pos += len(line) + 1
        return _InlineRun(content, first, tuple(starts), tuple(offsets), kind, index)


_KINDS = {
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "math_block": "math",
    "hr": "rule",
}


def _lines_of(token: Token) -> tuple[int, int]:
    first, last = token.map or (0, 1)
    return first, last


def _skip_blanks(text: str, pos: int) -> int:
    while text.startswith((" ", "\t"), pos):
        pos += 1
    return pos


def _make_heading(block: Block, level: int, run: _InlineRun | None) -> Heading:
    text = " ".join(visible_text(run.content).split()) if run else ""
    return Heading(level, text, block.start, block.end, block.line)
