"""What a document may carry that its reader does not see or should not keep: secrets, hidden signs, hidden text.

Findings are reported, never acted on: only `secrets.redact`, when asked for, changes text, and only secrets.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import NamedTuple

from .names import INVISIBLE_LETTERS
from .orders import find_orders
from .secrets import Shape, secret_spans

ADDRESSES_READER = "addresses its reader"
HIDDEN_TEXT = "holds text that readers do not see"
CLAIM_LINE = "written like a claim, is none"
"""Marks of a quotation: what a reader should know of it before its words."""

SHOWN = 6
"""Characters of a secret that a finding shows."""

SIGNS = (
    INVISIBLE_LETTERS + "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb"
    "\U000e0000-\U000e0fff"
)
"""All of them, as they stand in a class of a pattern: with soft hyphen, marks of direction, zero-width, tags."""

JOINING_SIGNS = "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
"""What joins shorthand and notes of music, and is drawn as nothing."""

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")
# Without \\t to \\r, which many texts have.
_UNSEEN = re.compile(f"[\x00-\x08\x0e-\x1b\x7f{SIGNS}{JOINING_SIGNS}]")
# Chinese characters have variants, Mongolian letters forms, and a flag is spelled by tags: one sign or few.
_BELONGS = re.compile(
    "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    "|[\u1820-\u18aa][\u180b-\u180f]|[\u1100-\u11ff][\u115f\u1160]|[\u115f\u1160](?=[\u1100-\u11ff])"
    "|\U0001f3f4[\U000e0030-\U000e007a]{3,6}\U000e007f"
)
# A sign that is written as an entity, which a program that shows the text turns into the sign.
_ENTITY = re.compile(r"&(?:#x?[0-9a-f]{1,6}|[a-z]{2,24});", re.IGNORECASE)
# A Latin and a Cyrillic letter side by side in one word: nobody types that, and it reads as another word.
_CYRILLIC = "[\u0410-\u044f\u0455\u0456\u0458]"
_LOOKALIKE = re.compile(f"[A-Za-z]{_CYRILLIC}|{_CYRILLIC}[A-Za-z]")


_HIDDEN_TEXT = (
    # Comments of HTML, blocks that are never shown, definitions of links that lead nowhere, comments of Obsidian.
    r"(?:(?<!\\)|(?<=\\\\))(?:<!--(?=.{0,2000}?\w)|<(?:template|script|style)\b)"
    r"|(?:^|(?<=\n))[ \t]{0,3}\[[^\]\n]{1,99}\]:[ \t]{0,3}(?:#|<#?>)[ \t]"
    r"|(?<![\d%])%%(?!%)[^%]{0,2000}?\w[^%]{0,2000}%%"
)
_TAG = r"<[a-z][^>]{0,500}"
_HIDDEN_TAG = (
    r"display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0(?!\.?\d)|opacity\s{0,3}:\s{0,3}0(?![.\d])"
    r"|(?<![-\w])left\s{0,3}:\s{0,3}-\d{3}|\bhidden\b|(?<![-\w])color\s{0,3}[:=]\s{0,3}[\"']?(?:white\b|#fff(?:fff)?\b|transparent\b)"
    r"(?!.{0,500}background)"
)
_CODE_COMMENT = r"/\*.{0,200}?\*/"
_FLAGS = re.IGNORECASE | re.DOTALL
_HIDING = ("<", "]:", "%%")

_CLAIM = (
    r"(?:^|\n)[ \t]{0,9}(?:[-*+][ \t]{1,9})?\[\[[^\[\]\n]{1,200}\]\][ \t]{1,9}[^\W\d_][\w \t-]{0,60}"
    r"\[\[[^\[\]\n]{1,200}\]\][ \t]{1,9}\((?:confidence\s{0,3}[:=]\s{0,3})?[01](?:\.\d{1,9})?[,)]"
)

_STYLES, _JOINERS = "\ufe0e\ufe0f", "\u200c\u200d"
# Signs that a style turns into a picture, and of which joiners make one: arrows, symbols, pictures, tones of skin.
_PICTURE = re.compile(
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
# Letters, marks and digits of scripts that are written with joiners: Arabic to Mandaic, those of India, Tibet, Burma,
# Cambodia and Mongolia, and the forms of Arabic letters.
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]")


HIDDEN = "hidden-html"
"""Rule of a finding of text that a reader does not see."""


class Finding(NamedTuple):
    """Something in a document that a person should know of before it is kept."""

    rule: str
    """secret, bidi, zero-width, lookalike, hidden-html, addresses-reader, page-size (too long to search), left-out
    (words that a conversion lost), moved (a cited passage, to another heading), or by-hand (a person's words in the
    note that a revision takes out)."""
    line: int
    """0 for what is written beside the text."""
    message: str


def inspect_text(text: str, more: Sequence[Shape] = ()) -> list[Finding]:
    """Return everything of these kinds in a text, by line; at most one finding for each rule on a line.

    more: shapes of secrets beside our own.
    """
    found: dict[tuple[int, str], Finding] = {}
    breaks = [match.start() for match in re.finditer("\n", text)]

    def add(rule: str, position: int, message: str) -> None:
        line = bisect_right(breaks, position - 1) + 1
        found.setdefault((line, rule), Finding(rule, line, message))

    for name, start, end in secret_spans(text, more):
        article = "an" if name[0] in "AEIO" else "a"
        add("secret", start, f"looks like {article} {name}: {text[start:end][:SHOWN]!r}… ({end - start} characters)")
    if not text.isascii():
        for match in _BIDI.finditer(text):
            add("bidi", match.start(), f"changes the reading direction: U+{ord(match.group()):04X}")
        for match in _LOOKALIKE.finditer(text):
            add("lookalike", match.start(), f"letters of two scripts in one word: {match.group()!a}")
    for position, sign in _unseen(text):
        add("zero-width", position, f"a sign that is not seen: U+{ord(sign):04X}")
    for position, said in hidden_text(text):
        add(HIDDEN, position, f"text a reader does not see: {said[:20]!r}")
    for order in find_orders(text):
        message = f"speaks to the reader as a command: {order.words[:50]!r}"
        found.setdefault((order.line, "addresses-reader"), Finding("addresses-reader", order.line, message))
    return [found[key] for key in sorted(found)]


def order_marks(text: str) -> tuple[str, ...]:
    """Return what a reader should know of quoted text before its words; () for most."""
    marks = [ADDRESSES_READER] if find_orders(text) else []
    if hidden_text(text):
        marks.append(HIDDEN_TEXT)
    if text.count("[[") > 1 and re.search(_CLAIM, text):
        marks.append(CLAIM_LINE)
    return tuple(marks)


def inspect_names(names: Mapping[str, str], more: Sequence[Shape] = ()) -> list[Finding]:
    """Return what is to be told of what is written beside a text, by what it is called (title, speaker); their line
    is 0.
    """
    found = ((what, finding) for what, text in names.items() for finding in inspect_text(text, more))
    return [Finding(each.rule, 0, f"the {what} {each.message}") for what, each in found if each.rule != HIDDEN]


def _unseen(text: str) -> Iterator[tuple[int, str]]:
    """Yield signs that nobody sees, with their places; where they belong to what stands beside them they are seen."""
    if _UNSEEN.search(text):
        belonging = {at for found in _BELONGS.finditer(text) for at in range(found.start(), found.end())}
        for found in _UNSEEN.finditer(text):
            at = found.start()
            if at not in belonging and not _BIDI.match(found[0]) and not is_seen(text, at):
                yield at, found[0]
    if "&" in text:
        for found in _ENTITY.finditer(text):
            sign = unescape(found[0])
            if _UNSEEN.fullmatch(sign):
                yield found.start(), sign


def hidden_text(text: str) -> list[tuple[int, str]]:
    """Place and beginning of what Markdown or HTML keeps from a reader: comments and markup, in no order.

    Code shows what it holds, in a line and in a block.
    """
    found = list(_hidden_text(text))
    if not found:
        return []
    # A question that meets nothing of the kind waits for no reader of Markdown.
    from .frontmatter import split
    from .markdown import read_body

    code = [block for block in read_body(text, split(text).body_start).blocks if block.kind == "code"]
    starts = [block.start for block in code]
    before = [bisect_right(starts, place) - 1 for place, _ in found]
    return [each for each, at in zip(found, before) if at < 0 or each[0] >= code[at].end]


def _hidden_text(text: str) -> Iterator[tuple[int, str]]:
    if not any(map(text.__contains__, _HIDING)):
        return
    if "`" in text:
        text = re.sub(r"(?<!`)(`{1,3})(?!`)[^`\n]{1,500}\1(?!`)", lambda code: " " * len(code[0]), text)
    for found in re.finditer(_HIDDEN_TEXT, text, _FLAGS):
        yield found.start(), found[0]
    if "<" not in text:
        return
    for found in re.finditer(_TAG, text, _FLAGS):
        tag = found[0]
        if "&" in tag:
            tag = unescape(tag)
        if re.search(_HIDDEN_TAG, re.sub(_CODE_COMMENT, "", tag, flags=_FLAGS), _FLAGS):
            yield found.start(), found[0]


def is_seen(text: str, at: int) -> bool:
    """Return whether the character makes an emoji of its neighbors, or stands in a word of a script that has it."""
    sign, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if sign in _STYLES:
        is_keycap = before in tuple("0123456789#*") and after == "\u20e3"
        return is_keycap or _PICTURE.match(before) is not None
    if sign not in _JOINERS:
        return False
    if _is_joined(before) and _is_joined(after):
        return True
    of_picture = text[at - 2 : at - 1] if before == "\ufe0f" else before
    return sign == "\u200d" and bool(_PICTURE.match(of_picture) and _PICTURE.match(after))


def _is_joined(sign: str) -> bool:
    if not _JOINING.match(sign):
        return False
    return unicodedata.category(sign)[0] in "LMN"
