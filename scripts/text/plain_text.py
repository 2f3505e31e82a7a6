"""Markdown as a reader sees it in Obsidian, and the place of each character in the source.

No marks of emphasis, lists, quotations and tables, no link targets, comments, tags of HTML and block ids; entities are
decoded.  Code and math stay as written, so do the texts of links and the alternative texts of images.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from .links import default_display, parse_link_text, percent_decode

if TYPE_CHECKING:
    # A question does not load markdown-it-py.
    from markdown_it import MarkdownIt

    from .obsidian import InlineLink

Piece = tuple[str, int, int]
"""A shown text, and start and end of its source: character by character where both are as long."""

URL = re.compile(r"\b(?:https?|ftp|file|obsidian)://[^\s<>|\"]+|\bwww\.[^\s<>|\"]+")
MAX_NESTING = 40
"""Quotations count one, lists two.  Deeper links are not read, since each level multiplies the time."""
_MARKUP = re.compile(r"[\[\\`<$*_]|&[A-Za-z#]|~~|==|%%")
_WORTH_READING = re.compile(r"[\[\]\\`<$*_~=%#\n]|&(?=[A-Za-z#])|!(?=\[)")
_LINE_MARKS = re.compile(r"[ \t]*(?:>[ \t]?|[-*+][ \t]+(?:\[[^\]\n]\][ \t]+)?|#{1,6}[ \t]+)*")
"""Marks of quotations, list items, tasks and headings; numbers of items are seen."""
_CALLOUT = re.compile(r"\[![\w-]+\][+-]?[ \t]*")
_NUMBER = re.compile(r"^[ \t]*\d{1,9}[.)][ \t]+(?:\[.\][ \t]+)?", re.MULTILINE)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})[^`\n]*\Z")
_BLOCK_ID = re.compile(r"(?:\A|[ \t]+)\^(?!\d+[ \t]*\Z)[A-Za-z0-9-]+[ \t]*\Z")
_BAR = re.compile(r"[ \t]*\|[ \t]*")
_PARTING_TAG = re.compile(r"</?(?:br|p|td|th|tr|li|ul|ol|hr|img|div|h\d)\b", re.IGNORECASE)
"""HTML tags that part words: `a<br>b`."""
_IN_LINE = re.compile(r"[^\n]+|\n")
_DIGIT = re.compile(r"[-\u2212]?\d")
_WIDTHS = {"link_start": 1, "image_start": 2, "link_open": 1, "link_close": 1}
"""Lengths in the source of tokens that do not carry their own text."""
_UNREAD_TAG = re.compile(r"<(/?)(?:script|style)\b", re.IGNORECASE)
_IMAGE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|bmp|avif)\Z", re.IGNORECASE)
_TARGET = re.compile(
    r"!\[\[([^\[\]|\n]+)\]\]|\[\[([^\[\]|\n]+)\|[^\[\]\n]*\]\]|\]\(<([^<>\n]+)>|\]\(([^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)"
    rf"|({URL.pattern})"
)
"""Targets of links, as an index needs them: no code is left out."""
_URL_START = re.compile(r"(?<![a-z])[a-z]+://(?:www\.)?|mailto:|\Awww\.")


class Plain(NamedTuple):
    """A plain text, and start and end in the source for each of its characters."""

    text: str
    starts: array[int]
    ends: array[int]


def read_plain(text: str) -> Plain:
    """Return the text that a reader sees of some Markdown, with its places."""
    shown: list[str] = []
    starts, ends = array("l"), array("l")
    for piece, start, end in _pieces(text):
        shown.append(piece)
        if len(piece) == end - start:
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
        else:
            starts.extend([start] * len(piece))
            ends.extend([end] * len(piece))
    return Plain("".join(shown), starts, ends)


def hidden_words(text: str) -> tuple[str, ...]:
    """Return the parts that are not seen though they hold words: link targets, HTML tags, comments, footnote labels."""
    gaps, at = [], 0
    for piece, start, end in (*_pieces(text), ("", len(text), len(text))):
        gaps.append(text[at:start])
        at = max(at, end) if piece else at
    return tuple(gap for gap in gaps if any(map(str.isalnum, gap)))


def reader_text(passage_text: str, kind: str) -> str:
    """Return the words of a passage for the index, without URLs and the numbers of items.  kind is Passage.kind."""
    if kind == "paragraph":
        return URL.sub("", visible_text(passage_text)).strip()
    if kind == "math":
        return passage_text.replace("$$", "").strip()
    blocks = (("\n".join([line for line, _ in lines]), is_code) for lines, is_code in _text_blocks(passage_text, kind))
    shown = "\n".join([block if is_code else visible_text(block) for block, is_code in blocks])
    if kind == "code":
        return shown
    if kind == "table":
        shown = _BAR.sub("  ", shown)
    elif kind == "list":
        shown = _NUMBER.sub("", shown)
    return (shown if kind == "html" else URL.sub("", shown)).strip()


def visible_text(content: str) -> str:
    """Return the text that a reader sees of inline text."""
    if not _MARKUP.search(content):
        return content
    return "".join([piece for piece, _, _ in _shown_pieces(content)])


def link_words(passage_text: str) -> str:
    """Return the targets of links and the URLs in a passage, parted by blanks, each once; "" where there are none.

    The target of a wikilink that shows its target is left out: the text has it.
    """
    if "[" not in passage_text and "://" not in passage_text and "www." not in passage_text:
        return ""
    words: dict[str, None] = {}
    for match in _TARGET.finditer(passage_text):
        target = next(group for group in match.groups() if group is not None)
        words[_URL_START.sub("", percent_decode(target)).rstrip(").,;:!?'*_]/\\")] = None
    return " ".join(word for word in words if word)


_Line = tuple[str, int]
"""A line without the marks before it, and its place."""


def _text_blocks(text: str, kind: str = "") -> Iterator[tuple[list[_Line], bool]]:
    """Yield the lines of each paragraph, item, row and line of code, and whether they are code."""
    fence = "?" if kind == "code" and _begins_in_code(text) else ""
    block: list[_Line] = []
    at = 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        mark = _FENCE.match(line) if "``" in line or "~~" in line else None
        if mark and (not fence or fence == "?" or (mark[1].startswith(fence) and not line.strip(" \t>" + fence[0]))):
            fence = "" if fence else mark[1]
            begin, bare = 0, ""
        elif fence:
            yield [(line, start)], True
            continue
        else:
            begin, end = _text_bounds(line, is_first=not block)
            bare = line[begin:end]
        if block and (
            not bare.strip() or line[:begin].strip(" \t>") or bare[0] == "|" or kind == "table" or _NUMBER.match(bare)
        ):
            yield block, False
            block = []
        if bare.strip():
            block.append((bare, start + begin))
    if block:
        yield block, False


def _text_bounds(line: str, *, is_first: bool) -> tuple[int, int]:
    """Return start and end of a line's text; is_first: of its block."""
    if "|" in line and "-" in line and not line.strip("|:- \t>"):
        return 0, 0
    marks = _LINE_MARKS.match(line)
    begin = marks.end() if marks else 0
    callout = _CALLOUT.match(line, begin) if is_first and line.startswith("[!", begin) else None
    begin = callout.end() if callout else begin
    id = _BLOCK_ID.search(line, begin) if "^" in line else None
    return begin, id.start() if id else len(line)


def _begins_in_code(text: str) -> bool:
    """Report whether a piece of code begins behind its first fence, as a later part of a long one does."""
    fences = [number for number, line in enumerate(text.split("\n")) if _FENCE.match(line)]
    return not fences or (len(fences) == 1 and fences[0] == text.rstrip("\n").count("\n") > 0)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    from .obsidian import obsidian, text_up_to

    md = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("strikethrough").use(obsidian)
    md.inline.ruler.at("text", text_up_to(_WORTH_READING))
    return md


def _pieces(text: str) -> Iterator[Piece]:
    """Yield the shown pieces of a text, in order."""
    for lines, is_code in _text_blocks(text):
        yield from ((line, start, start + len(line)) for line, start in lines) if is_code else _inline_pieces(lines)
        end = lines[-1][1] + len(lines[-1][0])
        yield "\n", end, end + 1


def _inline_pieces(lines: Sequence[_Line]) -> Iterator[Piece]:
    content = "\n".join([line for line, _ in lines])
    begins = list(accumulate((len(line) + 1 for line, _ in lines), initial=0))

    def place(at: int) -> int:
        number = bisect_right(begins, at) - 1
        return lines[number][1] + at - begins[number]

    pieces = _shown_pieces(content) if _MARKUP.search(content) else [(content, 0, len(content))]
    for shown, start, end in pieces:
        if len(shown) != end - start:
            yield shown, place(start), place(end - 1) + 1
            continue
        # Code and math, and words without any markup, go on in the next line.
        for part in _IN_LINE.finditer(content, start, end):
            first = place(part.start())
            yield shown[part.start() - start : part.end() - start], first, first + len(part[0])


def _shown_pieces(content: str) -> Iterator[Piece]:
    """Yield the shown pieces of inline text; each token begins where the one before it ended."""
    at, last, is_unread = 0, "", False
    for token in _parser().inline.parse(content, _parser(), {}, []):
        kind, shown, start = token.type, token.content, at
        link: InlineLink | None = token.meta.get("link")
        if kind in ("text", "tag"):
            # The address of an autolink is shown decoded.
            end = at = at + len(shown) if content.startswith(shown, at) else content.index(">", at)
        elif kind in ("softbreak", "hardbreak"):
            shown, start = "\n", content.index("\n", at)
            end = at = start + 1
            while content.startswith((" ", "\t"), at):
                at += 1
        elif kind == "code_inline":
            start += len(token.markup)
            is_padded = content[start : start + len(shown)].replace("\n", " ") != shown
            start += is_padded
            end = start + len(shown)
            at = end + is_padded + len(token.markup)
        elif kind == "math":
            start += token.markup.index(shown)
            end, at = start + len(shown), at + len(token.markup)
        elif link:
            end = at = link.end
            shown = _shown_by(link) if kind == "wikilink" else ""
            if content.startswith(shown, end - 2 - len(shown)):
                start, end = end - 2 - len(shown), end - 2
            elif len(shown) == end - start:  # by chance: it is shown as a whole
                start += 1
        elif kind == "html_inline":
            end = at = at + len(shown)
            tag = _UNREAD_TAG.match(shown)
            is_unread = not tag[1] if tag else is_unread
            shown = " " if _PARTING_TAG.match(shown) else ""
        else:
            end = at = at + _WIDTHS.get(kind, len(token.markup))
            shown = shown if kind == "text_special" else ""
        if (
            (last.isdigit() or last in (".", ","))
            and kind in ("html_inline", "link_start", "link_end")
            and _DIGIT.match(content, at)
        ):
            # 10<sup>6</sup> is not 106.
            shown = shown or ("^" if token.content[:4].lower() == "<sup" else " ")
        if shown and not is_unread:
            yield shown, start, end
            last = shown[-1]


def _shown_by(link: InlineLink) -> str:
    """Return the text that a reader sees for a wikilink; none for an image."""
    path, subpath, display = parse_link_text(link.target)
    # An image has its size where other embeds have their display text.
    has_text = bool(display and (not link.is_embed or display.strip("0123456789x ")))
    if link.is_embed and not has_text and _IMAGE.search(path):
        return ""
    return display if has_text and display else default_display(path + subpath)
