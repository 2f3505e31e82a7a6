"""What a document may carry that its reader does not see or should not keep: secrets, hidden signs, hidden text.

Findings are reported, never acted on: only `redact`, when asked for, changes text, and only secrets.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from .. import regex as re
from ..named_tuple import NamedTuple
from .addressing import addressed
from .passage_marks import HIDDEN_FLAGS, HIDDEN_HTML
from .secret_shapes import redact, secret_spans

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .secret_shapes import Shape

__all__ = ["Finding", "inspect_names", "inspect_text", "redact"]

SHOWN = 6
"""Characters of a secret that a finding shows."""

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")
# U+200C and U+200D join letters in Persian, Indic scripts and emoji: hidden only between ASCII letters.
_ZERO_WIDTH = re.compile("[\u200b\u2060-\u2064\u00ad\ufeff]|(?<=[!-~])[\u200c\u200d](?=[!-~])|[\U000e0000-\U000e007f]")
# A Latin and a Cyrillic letter side by side in one word: nobody types that, and it reads as another word.
_CYRILLIC = "[\u0410-\u044f\u0455\u0456\u0458]"
_LOOKALIKE = re.compile(f"[A-Za-z]{_CYRILLIC}|{_CYRILLIC}[A-Za-z]")


class Finding(NamedTuple):
    """Something in a document that a person should know of before it is kept."""

    rule: str
    """secret, bidi, zero-width, lookalike, hidden-html or addresses-reader."""
    line: int
    """0 for what is written beside the text."""
    message: str


def inspect_text(text: str, more: Sequence[Shape] = ()) -> list[Finding]:
    """Everything of these kinds in a text, by line; at most one finding a rule and line.

    more: shapes of secrets beside our own.
    """
    found: dict[tuple[int, str], Finding] = {}
    breaks = [match.start() for match in re.finditer("\n", text)]

    def add(rule: str, position: int, message: str) -> None:
        line = bisect_right(breaks, position - 1) + 1
        found.setdefault((line, rule), Finding(rule, line, message))

    for name, start, end in secret_spans(text, more):
        add("secret", start, f"looks like a {name}: {text[start:end][:SHOWN]!r}… ({end - start} characters)")
    if not text.isascii():
        for match in _BIDI.finditer(text):
            add("bidi", match.start(), f"changes the reading direction: U+{ord(match.group()):04X}")
        for match in _ZERO_WIDTH.finditer(text):
            add("zero-width", match.start(), f"a sign that is not seen: U+{ord(match.group()):04X}")
        for match in _LOOKALIKE.finditer(text):
            add("lookalike", match.start(), f"letters of two scripts in one word: {match.group()!a}")
    for match in re.finditer(HIDDEN_HTML, text, HIDDEN_FLAGS):
        add("hidden-html", match.start(), f"text a reader does not see: {match.group()[:20]!r}")
    for line, words in addressed(text):
        found.setdefault((line, "addresses-reader"), Finding("addresses-reader", line, _commands(words)))
    return [found[key] for key in sorted(found)]


def inspect_names(names: Mapping[str, str], more: Sequence[Shape] = ()) -> list[Finding]:
    """Secrets in what is written beside a text, by what it is called (title, speaker); their line is 0."""
    found = ((what, finding) for what, text in names.items() for finding in inspect_text(text, more))
    return [Finding("secret", 0, f"the {what} {each.message}") for what, each in found if each.rule == "secret"]


def _commands(words: str) -> str:
    return f"speaks to the reader as a command: {words[:50]!r}"
