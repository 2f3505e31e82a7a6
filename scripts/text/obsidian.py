"""The plugin for markdown-it-py that adds Obsidian's syntax to CommonMark.

Inline: wikilinks, embeds, Markdown links with exact spans, tags, `$` math, `%%` comments, footnotes, `==` marks.
Blocks: `$$` math, `%%` comments.  Callouts are quotations to the parser.

The construct that starts first wins: markup inside code, math and HTML is text.  All rules take linear time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, blockquote, reference
from markdown_it.rules_inline import StateInline

# No `[[` and no `]]` in the content, overlapping ones included; single brackets may occur.
WIKILINK = re.compile(r"\[\[(?!\[)([^\[\]\n]*(?:(?:\](?!\])|\[(?!\[))[^\[\]\n]*)*)\]\]")
TAG = re.compile(r"#([^\s\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\]+)")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_FOOTNOTE_MARK = re.compile(r"\[\^[^\s\[\]]+\](?![(:])")
_MATH_END = re.compile(r"(?<![\s\\$])\$(?![\d$])")
_ANGLED = re.compile(r"<((?:[^<>\\\n]|\\.)*)>")
_DESTINATION_STOP = re.compile(r"\\[!-/:-@\[-`{-~]|[()\s\x00-\x1f]")
_TITLE = re.compile(
    r"(?:[ \t\n]+(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?[ \t\n]*\)", re.DOTALL
)
_MAX_QUOTE_LEVEL = 12
"""Nesting from which on no quotation begins; a quotation counts one, an item two."""
_MOST_PENDING = 4096
"""Characters of plain text that are gathered before they are a token."""
_MAX_PARENTHESES = 32
"""Depth of parentheses in a destination, as in CommonMark."""


class InlineLink(NamedTuple):
    """A link or an image in a run of inline text; offsets are those of the run.  Kept in the meta of its token."""

    kind: str
    """wikilink, markdown, or external for one out of the vault."""
    is_embed: bool
    target: str
    """The text between the brackets of a wikilink, else the destination, as written."""
    label: str
    """The text of a Markdown link, as written."""
    start: int
    end: int


def obsidian(md: MarkdownIt) -> None:
    """Add the rules to a parser.  Each run of inline text needs an `env` of its own."""
    md.inline.ruler.at("link", _open_bracket)
    md.inline.ruler.at("image", _close_bracket)
    md.inline.ruler.after("backticks", "math", _inline_math)
    md.inline.ruler.after("math", "comment", _inline_comment)
    md.inline.ruler.after("comment", "mark", _mark)
    md.inline.ruler.after("mark", "tag", _tag)
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.block.ruler.before("code", "math_block", _math_block, interrupts)
    md.block.ruler.before("math_block", "comment_block", _comment_block, interrupts)
    md.block.ruler.at("blockquote", _blockquote, interrupts)
    md.block.ruler.at("reference", _reference)


def text_up_to(worth: re.Pattern[str]) -> Callable[[StateInline, bool], bool]:
    """Return a rule that takes text up to the next character at which another rule may find something."""

    def take(state: StateInline, silent: bool) -> bool:
        if not silent and len(state.pending) > _MOST_PENDING:
            # The parser copies all of it for each character that begins nothing.
            state.pushPending()
        found = worth.search(state.src, state.pos)
        end = found.start() if found else state.posMax
        if end == state.pos:
            return False
        if not silent:
            state.pending += state.src[state.pos : end]
        state.pos = end
        return True

    return take


class _Brackets:
    """The brackets of a run that may still open a link."""

    __slots__ = ("dead", "open")

    def __init__(self) -> None:
        self.open: list[tuple[int, int, bool]] = []
        """Index of the token, offset, and whether it opens an embed."""
        self.dead = 0
        """Brackets below this index have a link inside: only an image may still begin there."""

    def bar_links(self, *, is_embed: bool) -> None:
        """Note that a link ends here: no link may be inside another one."""
        if not is_embed:
            self.dead = len(self.open)


def _brackets(state: StateInline) -> _Brackets:
    brackets: _Brackets = state.env.setdefault("brackets", _Brackets())
    return brackets


def _open_bracket(state: StateInline, silent: bool) -> bool:
    """Take a wikilink, an embed or a footnote mark as a whole, and note any other bracket that may open a link."""
    src, start = state.src, state.pos
    is_embed = src[start] == "!"
    pos = start + is_embed
    if silent or not src.startswith("[", pos):
        return False
    wikilink = WIKILINK.match(src, pos)
    footnote = None if wikilink else _FOOTNOTE_MARK.match(src, pos)
    if wikilink and wikilink[1]:
        link = InlineLink("wikilink", is_embed, wikilink[1], "", start, wikilink.end())
        _push(state, "wikilink", "", link)
        state.pos = wikilink.end()
        _brackets(state).bar_links(is_embed=is_embed)
    elif footnote and not is_embed:
        _push(state, "footnote_mark", "", None).markup = footnote[0]
        state.pos = footnote.end()
    else:
        _push(state, "text", src[start : pos + 1], None)
        _brackets(state).open.append((len(state.tokens) - 1, start, is_embed))
        state.pos = pos + 1
    return True


def _close_bracket(state: StateInline, silent: bool) -> bool:
    """Take the end of a Markdown link or image: its bracket and its destination."""
    if silent or state.src[state.pos] != "]":
        return False
    brackets = _brackets(state)
    if not brackets.open:
        return False
    opener, start, is_embed = brackets.open.pop()
    is_live = is_embed or len(brackets.open) >= brackets.dead
    brackets.dead = min(brackets.dead, len(brackets.open))
    if not is_live or not state.src.startswith("](", state.pos):
        return False
    target, end = read_destination(state.src, state.pos + 1)
    if not target:
        return False
    label = state.src[start + 1 + is_embed : state.pos]
    kind = "external" if SCHEME.match(target) else "markdown"
    token = _push(state, "link_end", "", InlineLink(kind, is_embed, target, label, start, end))
    token.info = str(opener)
    state.tokens[opener].type = "image_start" if is_embed else "link_start"
    state.tokens[opener].content = ""
    state.pos = end
    brackets.bar_links(is_embed=is_embed)
    return True


def read_destination(text: str, pos: int) -> tuple[str, int]:
    """Return the destination in the parentheses at pos and their end; ("", 0) if there is none."""
    pos += 1
    while text.startswith((" ", "\t", "\n"), pos):
        pos += 1
    if text.startswith("<", pos):
        angled = _ANGLED.match(text, pos)
        title = _TITLE.match(text, angled.end()) if angled else None
        return (angled[1], title.end()) if angled and title else ("", 0)
    depth = 0
    for mark in _DESTINATION_STOP.finditer(text, pos):
        char = mark[0]
        if char == "(":
            depth += 1
            if depth > _MAX_PARENTHESES:
                break
        elif char == ")" and depth:
            depth -= 1
        elif char[0] != "\\":
            title = None if depth else _TITLE.match(text, mark.start())
            return (text[pos : mark.start()], title.end()) if title else ("", 0)
    return "", 0


def _inline_math(state: StateInline, silent: bool) -> bool:
    src, pos = state.src, state.pos
    if silent or src[pos] != "$":
        return False
    if src.startswith("$$", pos):
        close = _find(state, "$$", pos + 2)
        end = close + 2
    elif not src[pos + 1 : pos + 2].strip() or "$" in _unclosed(state):
        return False
    else:
        found = _MATH_END.search(src, pos + 1)
        if not found:
            _unclosed(state).add("$")
            return False
        close, end = found.start(), found.end()
    if close < 0:
        # Two dollars that close nothing do not open math either, not even the second alone.
        _push(state, "text", "$$", None)
        state.pos = pos + 2
        return True
    _push(state, "math", src[pos:end].strip("$"), None).markup = src[pos:end]
    state.pos = end
    return True


def _inline_comment(state: StateInline, silent: bool) -> bool:
    if silent or not state.src.startswith("%%", state.pos):
        return False
    close = _find(state, "%%", state.pos + 2)
    if close < 0:
        return False
    _push(state, "comment", "", None).markup = state.src[state.pos : close + 2]
    state.pos = close + 2
    return True


def _mark(state: StateInline, silent: bool) -> bool:
    """Take the marks around `==highlighted==` text."""
    src, pos = state.src, state.pos
    if silent or not src.startswith("==", pos) or src.startswith("=", pos + 2) or src[max(pos - 1, 0)] == "=":
        return False
    if not src[pos + 2 : pos + 3].strip() and not src[max(pos - 1, 0) : pos].strip():
        return False
    _push(state, "mark", "", None).markup = "=="
    state.pos = pos + 2
    return True


def _tag(state: StateInline, silent: bool) -> bool:
    src, pos = state.src, state.pos
    if silent or src[pos] != "#":
        return False
    tag = TAG.match(src, pos)
    if not tag:
        return False
    last = state.tokens[-1] if state.tokens else None
    is_escaped = last is not None and not state.pending and (last.type, last.info) == ("text_special", "escape")
    is_tag = is_tag_name(tag[1]) and (pos == 0 or src[pos - 1].isspace() or is_escaped)
    token = _push(state, "tag" if is_tag else "text", tag[0], None)
    token.meta = {"start": pos, "end": tag.end()}
    state.pos = tag.end()
    return True


def is_tag_name(name: str) -> bool:
    """Report whether a name without `#` is a tag to Obsidian: no blanks or punctuation, not only digits."""
    tag = TAG.fullmatch("#" + name)
    return bool(tag) and not (name.isascii() and name.isdigit())


def _push(state: StateInline, kind: str, content: str, link: InlineLink | None) -> Any:
    token = state.push(kind, "", 0)
    token.content = content
    if link:
        token.meta = {"link": link}
    return token


def _unclosed(state: StateInline) -> set[str]:
    """Return the marks that do not occur again in this run, so that each is searched only once."""
    marks: set[str] = state.env.setdefault("unclosed", set())
    return marks


def _find(state: StateInline, mark: str, pos: int) -> int:
    if mark in _unclosed(state):
        return -1
    at = state.src.find(mark, pos)
    if at < 0:
        _unclosed(state).add(mark)
    return at


def _math_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take `$$` math, which must be closed, with nothing behind the closing dollars."""
    last = _last_line(state, start_line, end_line, "$$", is_interrupting=silent)
    if last < 0:
        return False
    if not silent:
        token = state.push("math_block", "", 0)
        token.map = [start_line, last + 1]
        state.line = last + 1
    return True


def _comment_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take a `%%` comment of whole lines, not in lists and quotations."""
    if state.level or state.blkIndent:
        return False
    last = _last_line(state, start_line, end_line, "%%", is_interrupting=silent)
    if last < 0:
        return False
    if not silent:
        start = state.bMarks[start_line] + state.tShift[start_line]
        token = state.push("comment_block", "", 0)
        token.map = [start_line, last + 1]
        token.meta = {"start": start + 2, "end": state.src.find("%%", start + 2)}
        state.line = last + 1
    return True


def _last_line(state: StateBlock, start_line: int, end_line: int, mark: str, *, is_interrupting: bool) -> int:
    """Return the line that closes the block of whole lines that a mark opens here; -1 if there is none."""
    start = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith(mark, start) or state.is_code_block(start_line):
        return -1
    close = state.src.find(mark, start + 2)
    # A block that is closed on its own line is part of a paragraph.
    if close < 0 or (is_interrupting and close < state.eMarks[start_line]):
        return -1
    line = start_line
    while state.eMarks[line] < close:
        line += 1
        if line >= end_line or (state.sCount[line] < state.blkIndent and not state.isEmpty(line)):
            return -1
    return -1 if state.src[close + 2 : state.eMarks[line]].strip() else line


def _blockquote(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take a quotation, unless it is nested too deep: each level reads all lines that may belong to it."""
    return state.level < _MAX_QUOTE_LEVEL and blockquote(state, start_line, end_line, silent)


def _reference(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take the definition of a reference link; footnotes and lines with a wikilink are text."""
    start = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("[", start) or state.src.startswith(("[^", "[["), start):
        return False
    if state.src.find("[[", start, state.eMarks[start_line]) >= 0:
        return False
    return reference(state, start_line, end_line, silent)
