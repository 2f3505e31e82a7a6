"""One Markdown file read as a page, in one pass.  Any text can be read: a person's mistake becomes an issue.

A page is cut into passages, which a reader would quote, and sections, which ranking compares with a question.  Every
passage is a piece of the page as it is written, in the order of the text; none overlaps another.  A later part of a
table has the table's head before it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..model import Block, Heading, Issue, Page, Passage, Section
from .canvas import is_canvas
from .claims import fields_in, find_claims
from .frontmatter import read_scalar, split
from .kept import property_text, property_texts
from .markdown import Body, read_body, unify_line_breaks
from .names import TYPES, category_of, stem_of
from .obsidian import is_tag_name
from .sentences import sentences
from .spans import Lines

MOST_VALUES = 100
"""The most values of one inline field, and the most fields of one page."""
_NO_FIELDS = frozenset({"code", "math", "html", "comment"})
_BOX = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[.\][ \t]")
_CODE = re.compile(r"(`+)[^`].*?\1")
_LINK = r"\[\[[^\[\]]+\]\]"
_LINKS = re.compile(f"{_LINK}(?:, ?{_LINK})*")


def read_page(path: str, text: str, *, folder: str = "") -> Page:
    """Read a note; nothing is raised, whatever its text.

    folder is the part of the vault that holds machine-written notes, "" for the whole vault.
    """
    front = split(text)
    properties = front.properties
    body = read_body(text, front.body_start)
    category = category_of(path, folder)
    title = property_text(properties, "title") or _first_title(text, front.body_start, body.headings) or stem_of(path)
    links = (*front.links, *body.links)
    # The text of a source is a quotation, and a filed answer is no evidence.
    is_claimless = category == "sources" or (category == "topics" and property_text(properties, "question"))
    claims, claim_issues = (
        ((), ())
        if is_claimless
        else find_claims(text, title=title, blocks=body.blocks, headings=body.headings, links=links)
    )
    return Page(
        path=path,
        title=title,
        aliases=property_texts(properties, "aliases"),
        tags=_merge_tags(properties, body.tags),
        category=category,
        type=property_text(properties, "type") or TYPES.get(category, "canvas" if is_canvas(path) else ""),
        description=property_text(properties, "description") or property_text(properties, "summary"),
        properties=properties,
        headings=body.headings,
        sections=cut_sections(text, body, has_turns=category == "sessions"),
        links=links,
        block_ids=body.block_ids,
        claims=claims,
        issues=tuple(issue._replace(path=path) for issue in (*front.issues, *body.issues, *claim_issues)),
    )


def inline_fields(page: Page) -> dict[str, Any]:
    """Return the inline fields in a note's text as the plugin Dataview reads them, several values as a list.

    Fields of tasks are left out, and code has none.
    """
    fields: dict[str, list[Any]] = {}
    passages = [passage for section in page.sections for passage in section.passages if "::" in passage.text]
    for passage in passages if page.category == "notes" else ():
        for line in passage.text.splitlines() if passage.kind not in _NO_FIELDS else ():
            if _BOX.match(line):
                continue
            for _, key, value in fields_in(_CODE.sub("", line)):
                values = re.findall(_LINK, value) if _LINKS.fullmatch(value) else [read_scalar(value)]
                known = fields.setdefault(key, [])
                known += values if value and len(known) < MOST_VALUES else ()
    chosen = [(key, values) for key, values in fields.items() if values][:MOST_VALUES]
    return {key: values[0] if len(values) == 1 else values for key, values in chosen}


def fault_of(text: str) -> Issue | None:
    """Return the fault that a person has to repair before a page can be written to; None for most pages.

    It is a merge with both sides, else properties that cannot be read: text added to one side is lost when the other is
    chosen, and text added to a list that cannot be read may become part of it.
    """
    issues = read_body(text).issues if "<<<<<<< " in text else ()
    merges = [issue for issue in issues if issue.rule == "merge-markers"]
    return next(iter((*merges, *split(text).issues)), None)


def _first_title(text: str, body_start: int, headings: tuple[Heading, ...]) -> str:
    """Return the text of the heading of level 1 at the start of the body; "" for none."""
    first = headings[0] if headings else None
    if first is None or first.level != 1 or text[body_start : first.start].strip("\ufeff \t\r\n"):
        return ""
    return first.text


def _merge_tags(properties: dict[str, Any], in_text: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tags of properties and text, each once in its first form: tags are compared without case."""
    tags: dict[str, str] = {}
    for name in (*(tag.lstrip("#") for tag in property_texts(properties, "tags")), *in_text):
        if is_tag_name(name):
            tags.setdefault(name.lower(), name)
    return tuple(tags.values())


SECTION_TOKENS = 150
"""Size of a section, and of the parts of a long block: 80, 250 and 400 find fewer answers (ranking.md)."""
_MAX_PARAGRAPH = 2 * SECTION_TOKENS
"""Tokens up to which a paragraph stays whole."""
_TAIL = 40
"""Tokens at the end of a list that stay with the items before: a last item alone is hardly ever found."""
_INTRODUCTION = 160
"""Characters of a line that goes with the list, the code or the table below it."""

_KEY_VALUE = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?[*_`]{0,2}[^\W\d_][\w ()/'’.-]{0,40}[*_`]{0,2}(?:::?|：)[*_`]{0,2}(?:[ \t]+\S|[ \t]*\Z)"
)
_RUN = re.compile(r"(?<=  ) +|(?<=--)-+")
_TAG = re.compile(r"<[^<>]*>")
_HTML_COMMENT = re.compile(r"<!--(?:(?!-->).)*(?:-->|\Z)", re.DOTALL)
_PICTURES = re.compile(r"\[?!\[[^\[\]\n]*\]\([^()\n]*\)(?:\]\([^()\n]*\))?")


class _PassageDraft(NamedTuple):
    """A passage in the making."""

    kind: str
    start: int
    end: int
    block: str = ""
    head: tuple[int, int] = (0, 0)
    """Span of the head that a later part of a table repeats."""


def cut_sections(text: str, body: Body, *, has_turns: bool = False) -> tuple[Section, ...]:
    """Cut a page into its sections.  Cost: linear.

    has_turns: it is a session, whose quotations are turns and are not cut.
    """
    cutter = _Cutter(text, body, has_turns=has_turns)
    lines = Lines(unify_line_breaks(text))
    sections: list[Section] = []
    path: list[Heading] = []
    at = 0
    headings = body.headings
    pieces = cutter.pieces(headings[0].start if headings and headings[0].level == 1 else -1)
    bounds = [*(heading.start for heading in headings), len(text) + 1]
    for heading, bound in zip((None, *headings), bounds):
        below: list[Passage] = []
        while at < len(pieces) and pieces[at].start < bound:
            passage = cutter.passage(pieces[at], lines)
            below += [passage] if passage else []
            at += 1
        while heading and path and path[-1].level >= heading.level:
            path.pop()
        if heading or below:
            sections += _sections_below(heading, tuple(outer.text for outer in path if outer.text), below)
        path += [heading] if heading else []
    return tuple(sections)


def shows_text(html: str) -> bool:
    """Report whether a block of HTML shows any text."""
    return bool(_TAG.sub("", _HTML_COMMENT.sub("", html)).strip())


def without_ids(text: str, kind: str, start: int, end: int, id_spans: Sequence[tuple[int, int]]) -> tuple[int, str]:
    """Return the end and the text of a block or a part of one, without ids and without blanks at its end."""
    end = start + len(text[start:end].rstrip())
    markers = [*id_spans[bisect_left(id_spans, (start,)) : bisect_left(id_spans, (end,))]]
    while markers and markers[-1][1] >= end:
        bare = text[start : markers.pop()[0]]
        end = start + len(bare.rstrip(" \t\r\n>" if kind in ("quote", "callout") else None))
    pieces = []
    for left, right in markers:
        pieces.append(text[start : left - 1 if text[left - 1] in " \t" else left])
        start = right
    return end, "".join([*pieces, text[start:end]])


def token_estimate(text: str) -> float:
    """Return a rough number of tokens: a fourth of a text's bytes, which are three for a Chinese character.

    A run of blanks or dashes, which fills the cells of many tables, counts as two characters.
    """
    if "   " in text or "---" in text:
        text = _RUN.sub("", text)
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return (size - text.count("\r")) / 4


def _sections_below(heading: Heading | None, above: tuple[str, ...], passages: Sequence[Passage]) -> Iterator[Section]:
    """Yield the sections under one heading; one without passages where there are none."""
    text, level = (heading.text, heading.level) if heading else ("", 0)
    groups: list[list[Passage]] = [[]]
    size = 0.0
    for passage in passages:
        tokens = token_estimate(passage.text)
        if groups[-1] and size + tokens > SECTION_TOKENS:
            groups.append([])
            size = 0.0
        groups[-1].append(passage)
        size += tokens
    for part, group in enumerate(groups):
        line = heading.line if heading and not part else group[0].line
        yield Section(text, above, level, line, group[-1].end_line if group else line, part, tuple(group))


class _Cutter:
    """Cuts the blocks of one page."""

    def __init__(self, text: str, body: Body, *, has_turns: bool) -> None:
        self._text, self._blocks = text, body.blocks
        self._uncut = ("math", "quote") if has_turns else ("math",)
        self._markers = sorted(body.id_spans)
        self._names: dict[int, str] = {}
        """Id of a block by its start; an id that occurred above is no name here."""
        taken: set[str] = set()
        for block_id in body.block_ids:
            if block_id.id.lower() not in taken:
                taken.add(block_id.id.lower())
                self._names.setdefault(block_id.block_start, block_id.id)

    def pieces(self, title_start: int) -> list[_PassageDraft]:
        """Return the pieces of the page in the order of the text.  title_start: of the heading that is the title."""
        pieces: list[_PassageDraft] = []
        is_top = True
        key_lines = 0
        for group in self._groups():
            block = group[0]
            end = group[-1].end if block.kind != "item" else max(inner.end for inner in group)
            if block.kind == "heading":
                is_top = is_top and block.start == title_start
            elif block.kind not in ("rule", "comment") and self._is_visible(block):
                before = len(pieces)
                self._cut_block(block, group, end, pieces)
                lines = self._key_lines(block, end) if is_top else 0
                if lines:
                    key_lines += lines
                    pieces[before:] = [piece._replace(kind="metadata") for piece in pieces[before:]]
                elif not self._is_pictures(block):
                    is_top = False
        if key_lines == 1:
            # A single line of this form is content.
            pieces = [p._replace(kind="paragraph") if p.kind == "metadata" else p for p in pieces]
        return pieces

    def _groups(self) -> Iterator[Sequence[Block]]:
        """Yield the blocks outside of lists, one by one, and whole lists with all that is in them."""
        blocks = self._blocks
        index, size = 0, len(blocks)
        while index < size:
            start, number = index, blocks[index].list
            index += 1
            while index < size and (blocks[index].depth or (number and blocks[index].list == number)):
                index += 1
            yield blocks[start:index]

    def passage(self, piece: _PassageDraft, lines: Lines) -> Passage | None:
        """Return the passage that a piece becomes; None where it holds nothing but an id."""
        end, text = without_ids(self._text, piece.kind, piece.start, piece.end, self._markers)
        if end <= piece.start:
            return None
        head = self._text[piece.head[0] : piece.head[1]]
        span = (piece.start, end, lines.number(piece.start), lines.number(end))
        return Passage(piece.kind, *span, head + text, piece.block)

    def _is_visible(self, block: Block) -> bool:
        return block.kind != "html" or shows_text(self._text[block.start : block.end])

    def _key_lines(self, block: Block, end: int) -> int:
        """Return the number of lines of a block of `Key: value` lines; 0 for a block with other lines."""
        if block.kind not in ("paragraph", "item"):
            return 0
        text = self._text[block.start : end].rstrip()
        lines = text.splitlines()
        if block.kind == "paragraph" and text.endswith((":", "：")):
            return 0  # It introduces what follows.
        return len(lines) if len(lines) <= 60 and all(_KEY_VALUE.match(line) for line in lines) else 0

    def _is_pictures(self, block: Block) -> bool:
        """Report whether a paragraph consists of images alone, as the badges under a title do."""
        text = self._text[block.start : block.end]
        return block.kind == "paragraph" and text.startswith(("![", "[![")) and not _PICTURES.sub("", text).strip()

    def _cut_block(self, block: Block, group: Sequence[Block], end: int, pieces: list[_PassageDraft]) -> None:
        """Add the pieces of a block, or of a whole list."""
        name = self._names.get(block.start, "")
        if block.kind == "paragraph":
            pieces += self._cut_sentences("paragraph", block.start, end, name)
        elif block.kind == "item":
            start = self._take_introduction(pieces, block.start)
            pieces += self._cut_list(group, start, end)
        else:
            start = self._take_introduction(pieces, block.start, is_code=block.kind == "code")
            if block.kind == "table":
                first, *later = self._cut_table(block, name)
                pieces += [first._replace(start=start), *later]
            else:
                pieces += self._cut_lines(block.kind, start, end, name)

    def _take_introduction(self, pieces: list[_PassageDraft], start: int, *, is_code: bool = False) -> int:
        """Return the start of a block including the line that introduces it, which is taken off the last piece.

        Such a line ends in a colon; above code it may be a paragraph of one line.
        """
        last = pieces[-1] if pieces else None
        if last is None or last.kind != "paragraph" or last.block or self._text[last.end : start].strip():
            return start
        bare_end = last.start + len(self._text[last.start : last.end].rstrip())
        line_start = max(last.start, self._text.rfind("\n", last.start, bare_end) + 1)
        line = self._text[line_start:bare_end]
        introduces = line.rstrip("*_ ").endswith((":", "：")) or (is_code and line_start == last.start)
        if not introduces or len(line) > _INTRODUCTION:
            return start
        pieces.pop()
        if line_start > last.start:
            pieces.append(last._replace(end=line_start))
        return line_start

    def _cut_sentences(self, kind: str, start: int, end: int, name: str) -> Iterator[_PassageDraft]:
        """Yield running text whole, or where it is long in parts of whole sentences."""
        body = self._text[start:end]
        parts = [body] if token_estimate(body) <= _MAX_PARAGRAPH else _short_pieces(body)
        return (_PassageDraft(kind, begin, stop, name) for begin, stop in self._pack_parts(start, parts))

    def _cut_lines(self, kind: str, start: int, end: int, name: str) -> Iterator[_PassageDraft]:
        """Yield a block without sentences whole; a long one in parts of whole lines, if possible at blank lines."""
        body = self._text[start:end]
        is_whole = kind in self._uncut or token_estimate(body) <= _MAX_PARAGRAPH
        parts = [body] if is_whole else body.splitlines(keepends=True)
        packed = self._pack_parts(start, parts, breaks_at="> \t\r\n")
        return (_PassageDraft(kind, begin, stop, name) for begin, stop in packed)

    def _pack_parts(
        self, start: int, parts: Iterable[str], *, head: float = 0, breaks_at: str | None = None
    ) -> Iterator[tuple[int, int]]:
        """Yield start and end of groups of parts that make a section each.

        head: tokens that each group but the first begins with.  breaks_at: a part of these characters alone ends a
        group that is half full.
        """
        begin = at = start
        size = 0.0
        for part in parts:
            is_break = breaks_at is not None and size > SECTION_TOKENS / 2 and not part.strip(breaks_at)
            tokens = token_estimate(part)
            if at > begin and (is_break or size + tokens > SECTION_TOKENS):
                yield begin, at
                begin, size = at, head
            at += len(part)
            size += tokens
        if at > begin:
            yield begin, at

    def _cut_list(self, group: Sequence[Block], start: int, end: int) -> Iterator[_PassageDraft]:
        """Yield a list whole, or in groups of whole items; an item with an id of its own is a piece of its own."""
        own = [block for block in group if block.kind == "item"]
        # An id behind a list names the list, which begins where its first item does.
        named_items = [b for b in own if b.start in self._names and self._holds_marker(b)]
        list_name = "" if named_items else self._names.get(group[0].start, "")
        if not named_items and token_estimate(self._text[start:end]) <= SECTION_TOKENS:
            yield _PassageDraft("list", start, end, list_name)
            return
        units = list(self._list_units(group, end))
        units[0] = (start, *units[0][1:])
        begin, size, is_alone = start, 0.0, False
        name = list_name
        for unit_start, unit_end, unit_name in units:
            tokens = token_estimate(self._text[unit_start:unit_end])
            is_full = size + tokens > SECTION_TOKENS and token_estimate(self._text[unit_start:end]) > _TAIL
            if unit_start > begin and (is_alone or unit_name or is_full):
                yield from self._cut_sentences("list", begin, unit_start, name)
                begin, size = unit_start, 0.0
            is_alone = bool(unit_name)
            name = unit_name or list_name
            size += tokens
        yield from self._cut_sentences("list", begin, end, name)

    def _list_units(self, group: Sequence[Block], end: int) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and id of the units of a list: its items, and those inside of long or named items."""
        items = [block for block in group if block.kind == "item"]
        starts: list[tuple[int, str]] = []
        open_until = -1
        for index, item in enumerate(items):
            following = items[index + 1] if index + 1 < len(items) else None
            name = self._names.get(item.start, "") if self._holds_marker(item) else ""
            if item.start < open_until and not name:
                continue
            starts.append((item.start, name))
            has_children = following is not None and following.start < item.end and following.start > item.start
            is_long = token_estimate(self._text[item.start : item.end]) > SECTION_TOKENS
            if not (is_long and has_children):
                open_until = max(open_until, item.end)
        bounds = [*(start for start, _ in starts[1:]), end]
        for (start, name), stop in zip(starts, bounds):
            yield start, stop, name

    def _holds_marker(self, item: Block) -> bool:
        at = bisect_left(self._markers, (item.start, 0))
        return at < len(self._markers) and self._markers[at][0] < item.end

    def _cut_table(self, block: Block, name: str) -> Iterator[_PassageDraft]:
        """Yield a table whole, or in parts of whole rows, each with the table's head."""
        body = self._text[block.start : block.end]
        rows = re.findall(r"[^\n]+\n?", body)
        is_whole = len(rows) < 3 or token_estimate(body) <= SECTION_TOKENS
        head = "".join(rows[:2])
        span = (block.start, block.start + len(head))
        parts = [body] if is_whole else [head + rows[2], *rows[3:]]
        for begin, end in self._pack_parts(block.start, parts, head=token_estimate(head)):
            yield _PassageDraft("table", begin, end, name, (0, 0) if begin == block.start else span)


def _short_pieces(text: str) -> Iterator[str]:
    """Yield the sentences of a text; one that is longer than a passage is cut at blanks."""
    limit = 4 * SECTION_TOKENS
    for sentence in sentences(text):
        while len(sentence) > 2 * limit:
            at = sentence.rfind(" ", limit // 2, limit) + 1 or limit
            yield sentence[:at]
            sentence = sentence[at:]
        yield sentence
