"""Find in a document what its reader does not see or should not keep: secrets, hidden characters, hidden text.

Findings are reported, never acted on: only `redact`, when asked for, changes text, and only secrets.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from .escaping import hidden_characters
from .spans import Lines, Spans

_UNSHOWN = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
"""A backslash that Markdown does not show."""
_NAMES = (
    r"pass(?:word|wd|phrase)|(?<![a-z])(?:pwd|secret(?:[_-](?:access[_-])?key)?|(?:api|access|auth|bearer)[ _-]?token"
    r"|(?:api|access|auth|private|signing|encryption)[ _-]?key)"
)
_PLACEHOLDER = r"(?!(?:your|example)[-_]|changeme\b|redacted|vault:|/|[a-z_][\w.]{0,60}[(\[])"
# Every repetition is bounded, so that no document can make the search slow.
_KEYS = {
    "private key": r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,20000}-----END "
    r"[A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:[ \t\r\n\\n]{0,9}[A-Za-z0-9+/=]{16,200}){1,400})",
    "AWS access key": r"(?<![A-Za-z0-9_-])(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])",
    "GitHub token": r"(?<![A-Za-z0-9_-])(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})",
    "OpenAI or Anthropic key": r"(?<![A-Za-z0-9_-])sk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,255}",
}
_GUESSES = {
    "JSON web token": r"(?<![\w-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}",
    "password in an address": r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"]{0,100}:(?!\$|\{|<)[^\s/@\"]{3,100}@[^\s/]",
    "password or key": rf"""(?i)(?:{_NAMES})["'*_`]{{0,3}}[ \t]{{0,5}}[:=]["'*_`]{{0,3}}[ \t]{{0,5}}["'*_`]{{0,3}}"""
    rf"""{_PLACEHOLDER}(?=\S{{0,200}}\d)(?=\S{{0,200}}[a-z])(?P<secret>[^\s"'`<>{{}}$*|]{{10,200}})""",
}
# Secrets that a document may show as an example, and a session has no need of.
_STRICT = {
    "key file": r"(?:-----)?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?:-----)?"
    r"(?:\s{0,4}[A-Za-z0-9+/=]{16,200}){0,400}|PuTTY-User-Key-File-\d",
    "JSON web token": r"eyJ[\w=-]{1,2000}\.[\w=-]{1,4000}(?:\.[\w.+/=-]{0,1000})?",
    "password in an address": r"://[^:/?#\[\]@!$&'()*+,;=\s]{1,100}:(?P<secret>[^:/?#\[\]@!$&'()*+,;=\s]{1,100})@",
    "Artifactory credentials": r"(?<![A-Za-z0-9])(?:AKC[A-Za-z0-9]{10,200}|AP[0-9A-F][A-Za-z0-9]{8,200})",
    "npm token": r"_authToken=\s{0,99}(?P<secret>\S{1,200})",
    "password or key": rf"""(?i)(?:{_NAMES})["']?\s{{0,5}}(?::|=|=>|:=|==)\s{{0,5}}"""
    r"""(?P<quote>["'`])(?P<secret>[^"'`\s]{4,200})(?P=quote)""",
}
# Detectors of detect-secrets that are left out: those above, public things, and any word in capitals from AP on.
_LEFT_OUT = ("Basic Auth Credentials", "JSON Web Token", "Private Key", "Public IP (ipv4)", "Artifactory Credentials")


class Shape(NamedTuple):
    """The pattern of a kind of secret: its group `secret` where there is one, else all of the match."""

    name: str
    pattern: re.Pattern[str]
    is_refused: bool


@cache
def _shapes(*, is_strict: bool = False) -> tuple[Shape, ...]:
    if is_strict:
        return *_shapes(), *(Shape(name, re.compile(pattern), True) for name, pattern in _STRICT.items())
    # Loaded late: it takes as long as all else.  Its detectors by entropy and keyword report hashes as secrets.
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.plugins.base import RegexBasedDetector

    detectors: dict[str, Any] = get_mapping_from_secret_type_to_class()
    vendors = [
        Shape(name, pattern, True)
        for name, detector in sorted(detectors.items())
        if issubclass(detector, RegexBasedDetector) and name not in _LEFT_OUT
        for pattern in detector().denylist
        # On a line of ten megabytes a pattern that searches to its end from every offset never returns.
        if ".*" not in pattern.pattern and ".+" not in pattern.pattern
    ]
    own = [Shape(name, re.compile(pattern), name in _KEYS) for name, pattern in (_KEYS | _GUESSES).items()]
    return *own, *vendors


def find_secrets(text: str, *, is_strict: bool = False) -> list[tuple[Shape, int, int]]:
    """Return secrets with start and end, by position; those that overlap are one, of the kind of the first.

    is_strict: also what may be an example.
    They are looked for as Markdown shows them: each punctuation character may be escaped with a backslash.
    """
    shown = _UNSHOWN.sub("", text) if "\\" in text else text
    escapes = [match.start() for match in _UNSHOWN.finditer(text)] if shown != text else []
    # The offset of each escape in the shown text, which lacks one character for each escape before it.
    places = [at - number for number, at in enumerate(escapes)]
    found = []
    for order, shape in enumerate(_shapes(is_strict=is_strict)):
        for match in shape.pattern.finditer(shown):
            span = match.span("secret" if "secret" in shape.pattern.groupindex else 0)
            start, end = (at + bisect_left(places, at) for at in span)
            found.append((start, -end, order, shape))
    kept: list[tuple[Shape, int, int]] = []
    for start, end, _, shape in sorted(found):
        if kept and start < kept[-1][2]:
            kept[-1] = (*kept[-1][:2], max(kept[-1][2], -end))
        else:
            kept.append((shape, start, -end))
    return kept


def redact(text: str, *, is_strict: bool = False) -> str:
    """Return the text with every secret replaced by `[redacted: kind]`; is_strict: also what may be an example."""
    # Text behind a secret may look like one only when that is replaced.
    for _ in range(5):
        pieces, done = [], 0
        for shape, start, end in find_secrets(text, is_strict=is_strict):
            pieces += [text[done:start], f"[redacted: {shape.name}]"]
            done = end
        text = "".join([*pieces, text[done:]])
        if not done:
            break
    return text


SHOWN = 6
"""Characters of a secret that a finding shows."""
REFUSE, REDACT, KEEP = "refuse", "redact", "keep"
"""How to treat a document, or a turn with its speaker, tags and session, that has a secret in it."""
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
    """Something in a document that a person should know of before it is stored."""

    rule: str
    """secret (a vendor's key), password (what may be one), bidi, zero-width, hidden-html, page-size (too long to
    search), left-out (words that a conversion lost), title (given for a source that has one), or by-hand (a person's
    words in the note that a revision removes)."""
    line: int
    """0 for a text beside the document."""
    message: str


def inspect_text(text: str) -> list[Finding]:
    """Return the findings in a text, by line; at most one for each rule on a line."""
    found: dict[tuple[int, str], Finding] = {}
    lines = Lines(text)

    def add(rule: str, position: int, message: str) -> None:
        line = lines.number(position)
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
    """Return the findings in the texts beside a document, given by their kind (title, speaker), all with line 0."""
    found = ((kind, finding) for kind, text in names.items() for finding in inspect_text(text))
    return [Finding(each.rule, 0, f"the {kind} {each.message}") for kind, each in found if each.rule != HIDDEN]


def _hidden_text(text: str) -> list[tuple[int, str]]:
    """Return place and words of comments and of markup that shows nothing; code is shown."""
    bare = _INLINE_CODE.sub(lambda code: " " * len(code[0]), text)
    found = [(match.start(), match[0]) for match in _HIDDEN_TEXT.finditer(bare)]
    if not found:
        return []
    # Imported only now: most texts have nothing of the kind and need no parser of Markdown.
    from .frontmatter import split
    from .markdown import read_body

    blocks = read_body(text, split(text).body_start).blocks
    code = Spans((block.start, block.end) for block in blocks if block.kind == "code")
    return [each for each in found if each[0] not in code]
