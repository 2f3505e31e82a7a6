"""What secrets look like: the shapes of keys and tokens by their value, and the words that stand before a password.

The shapes here are the floor that needs no library; `add` brings those of a maintained detector library where one is
installed.  Every repetition is bounded, so that no document can make the search slow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import regex as re

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_ROUNDS = 5

Shape = tuple[str, "re.Pattern[str]"]
"""What it is called, and what it looks like; the secret is its group of that name where it has one, else all of it."""

_START = r"(?<![A-Za-z0-9_-])"
_KEYS = (
    r"secret(?:[_-]?(?:access[_-]?)?key)?|(?:api|access|account|auth|private|signing|encryption)[_-]?key"
    r"|(?:api|access|auth|bearer|bot|refresh)[_-]?token"
)
"""Names of what is secret; letters may not stand right before them, as they may before `password` (PGPASSWORD)."""
_SHAPES = (
    # Up to the end mark; without one, what looks like the key and no prose behind it.
    (
        "private key",
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,20000}-----END [A-Z ]{0,40}"
        r"PRIVATE KEY(?: BLOCK)?-----|(?:[ \t\r\n\\n]{0,9}[A-Za-z0-9+/=]{16,200}){0,400})",
    ),
    ("AWS access key", _START + r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])"),
    ("GitHub token", _START + r"(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})"),
    ("GitLab token", _START + r"glpat-[A-Za-z0-9_-]{20,64}"),
    ("Slack token", _START + r"xox[abposr]-[A-Za-z0-9-]{10,250}"),
    ("Slack address", r"hooks\.slack\.com/services/T[A-Za-z0-9_]{6,20}/B[A-Za-z0-9_]{6,20}/[A-Za-z0-9_]{16,40}"),
    ("Google API key", _START + r"AIza[0-9A-Za-z_-]{35}"),
    ("Stripe key", _START + r"[rs]k_live_[0-9a-zA-Z]{16,255}"),
    ("OpenAI or Anthropic key", _START + r"sk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,255}"),
    ("Hugging Face token", _START + r"hf_[A-Za-z0-9]{34,60}(?![A-Za-z0-9])"),
    ("npm token", _START + r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
    ("PyPI token", _START + r"pypi-AgE[A-Za-z0-9_-]{50,255}"),
    ("SendGrid key", _START + r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    ("Azure storage key", r"AccountKey=[A-Za-z0-9+/]{86}=="),
    ("JSON web token", _START + r"eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}"),
    ("password in an address", r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"]{1,100}:(?!\$|\{|<)[^\s/@\"]{3,100}@[^\s/]"),
    (
        "password of a command",
        r"""\bcurl\b[^\n]{0,300}?[ \t](?:-u|--user)[ =]?(?P<secret>["']?[^\s:"'$<{]{1,100}:"""
        r"""(?!(?:pass(?:word|wd)?|secret|token|x+|\*+|\.+)(?:["'\s]|$))[^\s"'$<>{}*]{3,200}["']?)""",
    ),
    (
        "password or key",
        rf"(?i)(?:pass(?:word|wd|phrase)|(?<![a-z0-9])(?:{_KEYS}))"
        # What stands for a password, calls for one or says where it lies is none.
        r"""["']?[ \t]{0,5}[:=][ \t]{0,5}["']?"""
        r"""(?!(?:your|example)[-_]|changeme\b|redacted|vault:|op:|arn:|[a-z_][\w.]{0,60}[(\[][^\n)\]]{0,99}[)\]])"""
        r"""(?=[^\s"'<>{}$]{0,200}\d)(?=[^\s"'<>{}$]{0,200}[a-z])(?P<secret>[^\s"'<>{}$]{10,200})""",
    ),
)
_SIGNS = {
    "private key": ("PRIVATE KEY",),
    "AWS access key": ("AKIA", "ASIA"),
    "GitHub token": ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    "GitLab token": ("glpat-",),
    "Slack token": ("xox",),
    "Google API key": ("AIza",),
    "Stripe key": ("k_live_",),
    "OpenAI or Anthropic key": ("sk-",),
    "Hugging Face token": ("hf_",),
    "npm token": ("npm_",),
    "PyPI token": ("pypi-AgE",),
    "SendGrid key": ("SG.",),
    "JSON web token": ("eyJ",),
    "password in an address": ("://",),
    "password of a command": ("curl",),
}
"""Of a shape of ours, by its name: one of these stands in each such secret.  Looking for them takes a hundredth."""
SHAPES: tuple[Shape, ...] = tuple((name, re.compile(pattern)) for name, pattern in _SHAPES)


def redact(text: str, more: Sequence[Shape] = ()) -> str:
    """The text with every secret replaced by `[redacted: kind]`; more: shapes beside our own."""
    # What stands behind a secret may look like one only when that is gone.
    for _ in range(_MOST_ROUNDS):
        spans = secret_spans(text, more)
        if not spans:
            break
        pieces, done = [], 0
        for name, start, end in spans:
            pieces += [text[done:start], f"[redacted: {name}]"]
            done = end
        text = "".join([*pieces, text[done:]])
    return text


def secret_spans(text: str, more: Sequence[Shape] = ()) -> list[tuple[str, int, int]]:
    """(kind, start, end) of secrets, by position; those that overlap are one, called what the first is."""
    spans = sorted(
        (start, -end, order, name)
        for order, (name, pattern) in enumerate((*(shape for shape in SHAPES if _may_be_in(text, shape[0])), *more))
        for match in pattern.finditer(text)
        for start, end in [match.span("secret" if "secret" in pattern.groupindex else 0)]
        if end > start
    )
    kept: list[tuple[str, int, int]] = []
    for start, end, _, name in spans:
        if kept and start < kept[-1][2]:
            kept[-1] = (*kept[-1][:2], max(kept[-1][2], -end))
        else:
            kept.append((name, start, -end))
    return kept


def _may_be_in(text: str, name: str) -> bool:
    signs = _SIGNS.get(name)
    return signs is None or any(sign in text for sign in signs)
