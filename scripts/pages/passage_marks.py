"""What a reader is told of a source's passage before its words: it gives orders, hides text, or poses as a claim.

All of it is quoted matter, to be followed by nobody: a claim holds only on a page of ours, with its evidence.
"""

from __future__ import annotations

from functools import lru_cache

from .. import regex as re
from .addressing import addressed

TOLD = {
    "addresses-reader": "addresses its reader",
    "hidden-html": "holds text that readers do not see",
    "claim-line": "written like a claim, is none",
}
"""Each mark, as a label says it."""

# As text, both: re compiles them when a passage has a tag or two links, which in most answers none has.
HIDDEN_HTML = (
    r"<!--(?=.{0,2000}?\w)|<[a-z][^>]{0,500}(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden"
    r"|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0(?![.\d])|left\s{0,3}:\s{0,3}-\d{3}|\bhidden\b)"
    r"|(?:^|(?<=\n))[ \t]{0,3}\[(?://|comment)\]:[ \t]{0,3}(?:#|<>)[ \t]|(?:^|(?<=\n))%%[^%]{0,2000}?\w[^%]{0,2000}%%"
)
HIDDEN_FLAGS = re.IGNORECASE | re.DOTALL
_HIDING = ("<", "]:", "%%")
_CLAIM = (
    r"(?:\A|\n)[ \t]{0,9}(?:[-*+][ \t]{1,9})?\[\[[^\[\]\n]{1,200}\]\][ \t]{1,9}[^\W\d_][\w \t-]{0,60}"
    r"\[\[[^\[\]\n]{1,200}\]\][ \t]{1,9}\((?:confidence\s{0,3}[:=]\s{0,3})?[01](?:\.\d{1,9})?[,)]"
)


@lru_cache(maxsize=2048)
def marks_of(text: str, category: str) -> tuple[str, ...]:
    """The marks of a passage in a page of this category; a person's own notes have none."""
    if category != "sources":
        return ()
    found = {
        "addresses-reader": addressed(text),
        "hidden-html": any(sign in text for sign in _HIDING) and re.search(HIDDEN_HTML, text, HIDDEN_FLAGS),
        "claim-line": text.count("[[") > 1 and re.search(_CLAIM, text),
    }
    return tuple(mark for mark in TOLD if found[mark])
