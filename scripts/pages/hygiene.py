"""What a document may carry that its reader does not see or should not keep: secrets, hidden signs, hidden text.

Findings are reported, never acted on: only `redact`, when asked for, changes text, and only secrets.
"""

from __future__ import annotations

import re

from ..named_tuple import NamedTuple

SHOWN = 6
"""Characters of a secret that a finding shows."""

_SECRETS = (
    ("private key", r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"),
    ("AWS access key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    ("GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b"),
    ("GitLab token", r"\bglpat-[A-Za-z0-9_-]{20,64}\b"),
    ("Slack token", r"\bxox[abposr]-[A-Za-z0-9-]{10,250}\b"),
    ("Google API key", r"\bAIza[0-9A-Za-z_-]{35}\b"),
    ("Stripe key", r"\b[rs]k_live_[0-9a-zA-Z]{16,255}\b"),
    ("OpenAI or Anthropic key", r"\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,255}\b"),
    ("JSON web token", r"\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}\b"),
    ("password in an address", r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,100}:(?!\$|\{|<)[^\s/@]{3,100}@[^\s/]"),
    (
        "password or key",
        r"""(?i)\b(?:password|passwd|secret|api[_-]?key|access[_-]?token)["']?[ \t]{0,5}[:=][ \t]{0,5}"""
        r"""["']?(?=[^\s"'<>{}$]*\d)(?=[^\s"'<>{}$]*[a-z])[^\s"'<>{}$]{10,200}""",
    ),
)
_SECRET_PATTERNS = tuple((name, re.compile(pattern, re.DOTALL)) for name, pattern in _SECRETS)

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")
# U+200C and U+200D join letters in Persian, Indic scripts and emoji: hidden only between ASCII letters.
_ZERO_WIDTH = re.compile("[\u200b\u2060-\u2064\u00ad\ufeff]|(?<=[!-~])[\u200c\u200d](?=[!-~])|[\U000e0000-\U000e007f]")
_HIDDEN_HTML = re.compile(
    r"<!--(?=.{0,2000}?\w)|<[a-z][^>]{0,500}(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden"
    r"|font-size\s{0,3}:\s{0,3}0|\bhidden\b)",
    re.IGNORECASE | re.DOTALL,
)
_ADDRESSED = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s{1,4}(?:(?:all|any|the|your|these|those|my|of)\s{1,4}){0,3}"
    r"(?:previous|prior|above|earlier|preceding|other)\s{1,4}(?:instruction|prompt|rule|message|context|direction)"
    r"|\byou\s{1,4}are\s{1,4}now\s{1,4}(?:a|an|the|in)\b.{0,40}\b(?:assistant|mode|agent|model|ai)\b"
    r"|\b(?:reveal|print|repeat|show)\s{1,4}(?:your|the)\s{1,4}(?:system|hidden|initial)\s{1,4}(?:prompt|instruction)"
    r"|<\|?(?:im_start|system|assistant)\|?>|\[/?INST\]"
    r"|\b(?:as|dear)\s{1,4}(?:an?\s{1,4})?(?:ai|llm|language model|assistant|agent)\b[^.\n]{0,40}"
    r"\byou\s{1,4}(?:must|should|will)\b",
    re.IGNORECASE,
)


class Finding(NamedTuple):
    """Something in a document that a person should know of before it is kept."""

    rule: str
    """secret, bidi, zero-width, hidden-html or addresses-reader."""
    line: int
    message: str


def inspect_text(text: str) -> list[Finding]:
    """Everything of these kinds in a text, by line; at most one finding a rule and line."""
    found: dict[tuple[int, str], Finding] = {}

    def add(rule: str, position: int, message: str) -> None:
        line = text.count("\n", 0, position) + 1
        found.setdefault((line, rule), Finding(rule, line, message))

    for name, start, end in _secret_spans(text):
        add("secret", start, f"looks like a {name}: {text[start:end][:SHOWN]!r}… ({end - start} characters)")
    if not text.isascii():
        for match in _BIDI.finditer(text):
            add("bidi", match.start(), f"changes the reading direction: U+{ord(match.group()):04X}")
        for match in _ZERO_WIDTH.finditer(text):
            add("zero-width", match.start(), f"a sign that is not seen: U+{ord(match.group()):04X}")
    for match in _HIDDEN_HTML.finditer(text):
        add("hidden-html", match.start(), f"text a reader does not see: {match.group()[:20]!r}")
    for match in _ADDRESSED.finditer(text):
        add("addresses-reader", match.start(), f"speaks to the reader as a command: {match.group()[:50]!r}")
    return [found[key] for key in sorted(found)]


def redact(text: str) -> str:
    """The text with every secret replaced by `[redacted: kind]`."""
    for name, start, end in reversed(_secret_spans(text)):
        text = f"{text[:start]}[redacted: {name}]{text[end:]}"
    return text


def _secret_spans(text: str) -> list[tuple[str, int, int]]:
    """(kind, start, end) of secrets, by position; of overlapping ones the first."""
    spans = sorted(
        (match.start(), -match.end(), name) for name, pattern in _SECRET_PATTERNS for match in pattern.finditer(text)
    )
    kept: list[tuple[str, int, int]] = []
    for start, end, name in spans:
        if not kept or start >= kept[-1][2]:
            kept.append((name, start, -end))
    return kept
