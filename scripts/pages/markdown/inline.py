"""Links and tags in one run of inline text: whichever construct starts first wins.

Code, math, HTML comments and tags hide what stands in them.  External links are no links of the vault: they are
read, so that nothing inside them counts, and left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

from ..linking.link_text import percent_decode, split_link_text, split_target
from ..page_model import Issue, Link, Tag
from .hiding import Hider, visible_spans

_make = tuple.__new__

# No `[[` and no `]]` in the content, overlapping ones included; a bracket may stand alone.
_CONTENT = r"[^\[\]\n]*(?:(?:\](?!\])|\[(?!\[))[^\[\]\n]*)*"
_WIKILINK = re.compile(rf"\[\[(?!\[)({_CONTENT})\]\]")
# The same, with path, subpath and display text of a link in which nothing needs a closer look.
_PLAIN = r"[^\[\]\n|\\\u00a0\u202f"
_PARTS = re.compile(rf"\[\[(?!\[)(?:({_PLAIN}#]+)(#{_PLAIN}]*)?(?:\|([^\[\]\n]*))?|{_CONTENT})\]\]")
_TAG = re.compile(r"#([^\s\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\]+)")
_SPECIAL = re.compile(r"[\[\]\\`<$#]")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_BAR = re.compile(r"(?<!\\)\|")
_ANGLED = re.compile(r"<((?:[^<>\\\n]|\\.)*)>")
_DESTINATION_STOP = re.compile(r"\\[!-/:-@\[-`{-~]|[()\s\x00-\x1f]")
_TITLE = re.compile(
    r"(?:[ \t\n]+(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?[ \t\n]*\)", re.DOTALL
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
# A link out of the vault in which nothing needs a closer look: what _read_all would skip in a dozen steps.
_EXTERNAL = re.compile(r"\[[^\[\]\\`<$#]*\]\([A-Za-z][A-Za-z0-9+.-]+:[^()\s\\\x00-\x1f]*\)")
_SUBPATH = re.compile(r"#|%23")
_MAX_PARENTHESES = 32
_BAR_MESSAGE = "the bar of a link in a table must be written \\|"


class InlineReader:
    """Collects the links, tags and issues of one page, run by run."""

    __slots__ = (
        "_base",
        "_counted",
        "_end",
        "_is_multiline",
        "_is_unordered",
        "_line",
        "_start",
        "_text",
        "_visible",
        "issues",
        "links",
        "tags",
    )

    def __init__(self) -> None:
        self.links: list[Link] = []
        self.tags: list[Tag] = []
        self.issues: list[Issue] = []
        self._text = ""
        self._start = self._end = self._base = self._line = self._counted = 0
        self._is_multiline = self._is_unordered = False
        self._visible: list[tuple[int, int]] | None = None

    def read(self, text: str, start: int, end: int, line: int, base: int = 0) -> None:
        """Read a paragraph or heading: text from start to end, which begins in this line of the page.

        base is the offset in the page of the first character of text, where that is not the page itself.
        """
        self._text, self._start, self._end, self._base = text, start, end, base
        self._line, self._counted = line, start
        body = text[start:end]
        self._is_multiline = "\n" in body
        has_brackets = "[" in body
        if "`" in body or "$" in body or "\\" in body or "<" in body or (has_brackets and "](" in body):
            self._read_all(start, end)
            return
        first = len(self.links)
        if has_brackets:
            self._read_wikilinks()
        if "#" in body:
            self._read_tags(first)

    def read_row(self, text: str, start: int, end: int, line: int) -> None:
        """Read one row of a table: nothing but a wikilink reaches beyond its cell."""
        self._text, self._start, self._end, self._base = text, start, end, 0
        self._line, self._counted, self._is_multiline = line, start, False
        self._visible = None
        cells = [start, *(bar.end() for bar in _BAR.finditer(text, start, end)), end + 1]
        done = start
        for begin, following in pairwise(cells):
            if done < following - 1:
                done = self._read_all(max(begin, done), following - 1)

    def sort_links(self) -> None:
        """Put the links in text order; an image inside a link is found before the link around it."""
        if self._is_unordered:
            self.links.sort(key=lambda link: link.start)
            self._is_unordered = False

    def _read_wikilinks(self) -> None:
        """Read the links of a run without anything that hides one."""
        # This runs for nearly every link of a vault: what _add_wikilink would make of it is made without calls.
        text, first, base, line, add = self._text, self._start, self._base, self._line, self.links.append
        for found in _PARTS.finditer(text, first, self._end):
            path, subpath, display = found.groups()
            start, end = found.span()
            if path is None or path != path.strip() or (subpath and subpath != subpath.rstrip()):
                # Empty is what leads nowhere.
                if end - start > 4:
                    self._add_wikilink(text[start + 2 : end - 2], start, end, first)
                continue
            if self._is_multiline:
                line = self._line_at(start)
            is_embed = start > first and text[start - 1] == "!"
            start, end = start + base, end + base
            span = (start - is_embed, end, start + 2, start + 2 + len(path), line, "")
            add(_make(Link, ("wikilink", is_embed, path, subpath or "", display, *span)))

    def _read_tags(self, index: int) -> None:
        """Read the tags of a run whose links, from this index on, are known and hold no tags."""
        text, start, base, links = self._text, self._start, self._base, self.links
        for found in _TAG.finditer(text, start, self._end):
            pos = found.start()
            while index < len(links) and links[index].end <= pos + base:
                index += 1
            is_in_link = index < len(links) and links[index].start <= pos + base
            if not is_in_link and (pos == start or text[pos - 1].isspace()):
                self._add_tag(found)

    def _read_all(self, start: int, end: int) -> int:
        """Read from left to right; returns end, or where the wikilink ends that reaches beyond it."""
        text = self._text
        hider = Hider(text, end)
        openers: list[tuple[int, bool]] = []
        dead = 0  # Openers below this index have a link inside: only an image may still begin there.
        pos = floor = start
        escaped_end = -1
        while True:
            special = _SPECIAL.search(text, pos, end)
            if not special:
                return max(pos, end)
            pos = special.start()
            char = text[pos]
            if char == "[":
                is_embed = pos > floor and text[pos - 1] == "!"
                wikilink = _WIKILINK.match(text, pos, self._end)
                if wikilink and wikilink.end() > end and self._is_hidden(pos):
                    return wikilink.end()
                if wikilink and wikilink[1]:
                    self._add_wikilink(wikilink[1], *wikilink.span(), floor)
                    pos = floor = wikilink.end()
                    if pos > end:
                        self.issues.append(Issue("table-bar", _BAR_MESSAGE, line=self.links[-1].line))
                        return pos
                    dead = dead if is_embed else len(openers)
                elif external := _EXTERNAL.match(text, pos, end):
                    pos = floor = external.end()
                    dead = dead if is_embed else len(openers)
                else:
                    openers.append((pos - is_embed, is_embed))
                    pos += 1
            elif char == "]":
                pos += 1
                if not openers:
                    continue
                begin, is_embed = openers.pop()
                is_live = is_embed or len(openers) >= dead
                dead = min(dead, len(openers))
                stop = 0
                if is_live and text.startswith("(", pos):
                    stop = self._add_markdown_link(begin, is_embed, pos, end)
                if stop:
                    pos = floor = stop
                    dead = dead if is_embed else len(openers)
            elif char == "#":
                tag = _TAG.match(text, pos, end)
                if tag and (pos in (self._start, escaped_end) or text[pos - 1].isspace()):
                    self._add_tag(tag)
                pos = tag.end() if tag else pos + 1
            elif char == "\\":
                escape = _ESCAPE.match(text, pos, end)
                pos = escape.end() if escape else pos + 1
                if escape:
                    floor = escaped_end = pos
            else:
                pos = floor = hider.skip(char, pos)

    def _is_hidden(self, pos: int) -> bool:
        """Whether what stands here is code to the row as a whole, whose cells part at the bar within it."""
        if self._visible is None:
            self._visible = list(visible_spans(self._text, self._start, self._end))
        at = bisect_right(self._visible, (pos, self._end))
        return not at or pos >= self._visible[at - 1][1]

    def _add_wikilink(self, content: str, start: int, end: int, floor: int) -> None:
        base, begin = self._base, start + 2 + self._base
        is_embed = start > floor and self._text[start - 1] == "!"
        target, display = split_link_text(content)
        path, subpath, path_start = target, "", begin
        if "#" in target or " " in target or not target.isascii():
            raw = target.partition("#")[0]
            path, subpath = split_target(target)
            path_start += len(raw) - len(raw.lstrip())
        path_end = path_start + len(path)
        if target[0] == "|" and content[0] != "|":
            path_start = path_end = -1
        span = (start + base - is_embed, end + base, path_start, path_end, self._line_at(start), "")
        self.links.append(_make(Link, ("wikilink", is_embed, path, subpath, display, *span)))

    def _add_markdown_link(self, begin: int, is_embed: bool, pos: int, end: int) -> int:
        """Add the link whose brackets open at begin and close before pos; 0 if no destination follows, else its end."""
        text, base = self._text, self._base
        raw_start, raw_end, stop = _read_destination(text, pos, end)
        raw = text[raw_start:raw_end]
        if not raw:
            return 0
        while self.tags and self.tags[-1].start > begin + base:
            self.tags.pop()
        if _SCHEME.match(raw):
            return stop
        if self.links and self.links[-1].start > begin + base:
            self._is_unordered = True
        path, subpath = split_target(percent_decode(_ESCAPE.sub(r"\1", raw)))
        mark = _SUBPATH.search(raw)
        path_end = raw_start + mark.start() if mark else raw_end
        display = text[begin + 1 + is_embed : pos - 1]
        span = (begin + base, stop + base, raw_start + base, path_end + base, self._line_at(begin), "")
        self.links.append(_make(Link, ("markdown", is_embed, path, subpath, display, *span)))
        return stop

    def _add_tag(self, found: re.Match[str]) -> None:
        name = found[1]
        if not (name.isascii() and name.isdigit()):
            span = (found.start() + self._base, found.end() + self._base, self._line_at(found.start()))
            self.tags.append(_make(Tag, (name, *span)))

    def _line_at(self, pos: int) -> int:
        if pos < self._counted:
            return self._line - self._text.count("\n", pos, self._counted)
        self._line += self._text.count("\n", self._counted, pos)
        self._counted = pos
        return self._line


def _read_destination(text: str, pos: int, end: int) -> tuple[int, int, int]:
    """Span of the destination in the parentheses that open at pos, and where they end; empty if it is none."""
    pos += 1
    while pos < end and text[pos] in " \t\n":
        pos += 1
    angled = _ANGLED.match(text, pos, end) if text.startswith("<", pos) else None
    if angled:
        start, stop = angled.span(1)
        title = _TITLE.match(text, stop + 1, end)
        return (start, stop, title.end()) if title else (0, 0, 0)
    if text.startswith("<", pos):
        return 0, 0, 0
    depth = 0
    for mark in _DESTINATION_STOP.finditer(text, pos, end):
        char = mark[0]
        if char == "(":
            depth += 1
            if depth > _MAX_PARENTHESES:
                break
        elif char == ")" and depth:
            depth -= 1
        elif char[0] != "\\":
            title = _TITLE.match(text, mark.start(), end) if not depth else None
            return (pos, mark.start(), title.end()) if title else (0, 0, 0)
    return 0, 0, 0
