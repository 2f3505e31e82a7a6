"""What a document may carry that its reader does not see or should not keep: secrets, hidden characters, hidden text.

Findings are reported, never acted on: only `secrets.redact`, when asked for, changes text, and only secrets.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from .escaping import hidden_characters
from .secrets import find_secrets

SHOWN = 6
"""Characters of a secret that a finding shows."""
SECRET, HIDDEN = "secret", "hidden-html"
"""Rules of a finding: a vendor's key, for which a text is refused; text that a reader does not see."""

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")
_HIDDEN_TEXT = re.compile(
    r"(?<!\\)(?:<!--(?=.{0,2000}?\w)|<(?:template|script|style)\b)|(?<![\d%])%%(?!%)[^%]{0,2000}?\w[^%]{0,2000}%%"
    r"|<[a-z][^>]{0,500}(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden)",
    re.IGNORECASE | re.DOTALL,
)
_INLINE_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)[^`\n]{1,500}\1(?!`)")


class Finding(NamedTuple):
    """Something in a document that a person should know of before it is kept."""

    rule: str
    """secret (a vendor's key), password (what may be one), bidi, zero-width, hidden-html, page-size (too long to
    search), left-out (words that a conversion lost), title (given for a source that has one), or by-hand (a person's
    words in the note that a revision takes out)."""
    line: int
    """0 for what is written beside the text."""
    message: str


def inspect_text(text: str) -> list[Finding]:
    """Return everything of these kinds in a text, by line; at most one finding for each rule on a line."""
    found: dict[tuple[int, str], Finding] = {}
    breaks = [match.start() for match in re.finditer("\n", text)]

    def add(rule: str, position: int, message: str) -> None:
        line = bisect_right(breaks, position - 1) + 1
        found.setdefault((line, rule), Finding(rule, line, message))

    for shape, start, end in find_secrets(text):
        article = "an" if shape.name[0] in "AEIO" else "a"
        what = f"looks like {article} {shape.name}: {text[start:end][:SHOWN]!r}… ({end - start} characters)"
        add(SECRET if shape.is_refused else "password", start, what)
    for position, character in hidden_characters(text):
        if _BIDI.match(character):
            add("bidi", position, f"changes the reading direction: U+{ord(character):04X}")
        elif not character.isspace():
            add("zero-width", position, f"a character that is not seen: U+{ord(character):04X}")
    for position, words in _hidden_text(text):
        add(HIDDEN, position, f"text a reader does not see: {words[:20]!r}")
    return [found[key] for key in sorted(found)]


def inspect_names(names: Mapping[str, str]) -> list[Finding]:
    """Return what is to be told of what is written beside a text, by what it is called (title, speaker); their line
    is 0.
    """
    found = ((what, finding) for what, text in names.items() for finding in inspect_text(text))
    return [Finding(each.rule, 0, f"the {what} {each.message}") for what, each in found if each.rule != HIDDEN]


def _hidden_text(text: str) -> list[tuple[int, str]]:
    """Return place and words of comments and of markup that shows nothing; code shows what it holds."""
    bare = _INLINE_CODE.sub(lambda code: " " * len(code[0]), text)
    found = [(match.start(), match[0]) for match in _HIDDEN_TEXT.finditer(bare)]
    if not found:
        return []
    # A text that has nothing of the kind waits for no reader of Markdown.
    from .frontmatter import split
    from .markdown import read_body

    code = [block for block in read_body(text, split(text).body_start).blocks if block.kind == "code"]
    starts = [block.start for block in code]
    before = [bisect_right(starts, place) - 1 for place, _ in found]
    return [each for each, at in zip(found, before) if at < 0 or each[0] >= code[at].end]
