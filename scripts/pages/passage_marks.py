"""What a reader is told of a source's passage before its words: it gives orders, hides text, or poses as a claim.

All of it is quoted matter, to be followed by nobody: a claim holds only on a page of ours, with its evidence.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

# As text, all: re compiles them when a passage has a tag or two links, which in most answers none has.
_HIDDEN_TEXT = (
    # Comments of HTML, blocks that are never shown, definitions of links that lead nowhere, comments of Obsidian.
    r"<!--(?=.{0,2000}?\w)|<(?:template|script|style)\b"
    r"|(?:^|(?<=\n))[ \t]{0,3}\[[^\]\n]{1,99}\]:[ \t]{0,3}(?:#|<#?>)[ \t]"
    r"|(?<![\d%])%%(?!%)[^%]{0,2000}?\w[^%]{0,2000}%%"
)
_TAG = r"<[a-z][^>]{0,500}"
_HIDDEN_TAG = (
    r"display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0(?![.\d])"
    r"|left\s{0,3}:\s{0,3}-\d{3}|\bhidden\b|(?<![-\w])color\s{0,3}[:=]\s{0,3}[\"']?(?:white\b|#fff(?:fff)?\b|transparent\b)"
    r"(?!.{0,500}background)"
)
_CODE_COMMENT = r"/\*.{0,200}?\*/"
_FLAGS = re.IGNORECASE | re.DOTALL
_HIDING = ("<", "]:", "%%")


def hidden_text(text: str) -> list[tuple[int, str]]:
    """Place and beginning of what Markdown or HTML keeps from a reader: comments and markup, in no order.

    Code shows what it holds, in a line and in a block.
    """
    found = list(_hidden_text(text))
    if not found:
        return []
    from .markdown.scanner import scan

    code = [block for block in scan(text).blocks if block.kind in ("fence", "code")]
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
            from html import unescape

            tag = unescape(tag)
        if re.search(_HIDDEN_TAG, re.sub(_CODE_COMMENT, "", tag, flags=_FLAGS), _FLAGS):
            yield found.start(), found[0]
