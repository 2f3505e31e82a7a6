"""What a document may carry that its reader does not see or should not keep: secrets, hidden signs, hidden text.

Findings are reported, never acted on: only `secret_shapes.redact`, when asked for, changes text, and only secrets.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from .passage_marks import hidden_text
from .text.addressing import addressed
from .text.hidden_signs import JOINING_SIGNS, SIGNS, is_seen
from ..text.secrets import secret_spans

if TYPE_CHECKING:
    from ..text.secrets import Shape

SHOWN = 6
"""Characters of a secret that a finding shows."""

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")
# Of the controls those that end a line or a page are in many a text.
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


class Finding(NamedTuple):
    """Something in a document that a person should know of before it is kept."""

    rule: str
    """secret, bidi, zero-width, lookalike, hidden-html, addresses-reader, page-size: too long to search, or by-hand: a
    person's words in the note that a revision takes out."""
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
        add("hidden-html", position, f"text a reader does not see: {said[:20]!r}")
    for line, words in addressed(text):
        found.setdefault((line, "addresses-reader"), Finding("addresses-reader", line, _commands(words)))
    return [found[key] for key in sorted(found)]


def inspect_names(names: Mapping[str, str], more: Sequence[Shape] = ()) -> list[Finding]:
    """Secrets in what is written beside a text, by what it is called (title, speaker); their line is 0."""
    found = ((what, finding) for what, text in names.items() for finding in inspect_text(text, more))
    return [Finding("secret", 0, f"the {what} {each.message}") for what, each in found if each.rule == "secret"]


def _unseen(text: str) -> Iterator[tuple[int, str]]:
    """Signs that nobody sees, with their places; where they belong to what stands beside them they are seen."""
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


def _commands(words: str) -> str:
    return f"speaks to the reader as a command: {words[:50]!r}"
