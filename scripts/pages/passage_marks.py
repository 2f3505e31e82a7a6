"""What a reader is told of a source's passage before its words: it gives orders, or is written like a claim.

Both are quoted matter, to be followed by nobody: a claim holds only on a page of ours, with its evidence.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .addressing import addressed

TOLD = {"addresses-reader": "addresses its reader", "claim-line": "written like a claim, is none"}
"""Each mark, as a label says it."""

# As text: re compiles it when two links stand in a passage, which in most answers is never.
_CLAIM = (
    r"(?:\A|\n)[ \t]{0,9}(?:[-*+][ \t]{1,9})?\[\[[^\[\]\n]{1,200}\]\][ \t]{1,9}[^\W\d_][\w \t-]{0,60}"
    r"\[\[[^\[\]\n]{1,200}\]\][ \t]{1,9}\((?:confidence\s{0,3}[:=]\s{0,3})?[01](?:\.\d{1,9})?[,)]"
)


@lru_cache(maxsize=2048)
def marks_of(text: str, category: str) -> tuple[str, ...]:
    """The marks of a passage in a page of this category; a person's own notes have none."""
    if category != "sources":
        return ()
    is_claim = text.count("[[") > 1 and re.search(_CLAIM, text)
    return tuple(mark for mark, found in (("addresses-reader", addressed(text)), ("claim-line", is_claim)) if found)
