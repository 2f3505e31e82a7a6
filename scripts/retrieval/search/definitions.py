"""Code that defines what a question names, before the code that only uses it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..language.stems import stem

if TYPE_CHECKING:
    from ..extracts.coverage import Asked
    from .scores import Scores

FENCE = "```"
"""What a passage of code begins with."""
MOST_OF_IT = 0.5
"""Share of the question from which on a plain word may be the name of what is asked for."""
DEFINES = 1.0
"""What a definition gains, as a share of the best score: it goes first."""
NAMES = 16
"""Most names: who pastes code asks for none of them."""

_WORD = re.compile(r"[^\W\d]\w{2,}")
_LIKE_CODE = re.compile(r"\w_\w|[a-z][A-Z]")
_ASKS_FOR_USES = re.compile(
    r"\b(?:calls?|called|callers?|uses?|used|usages?|users?|imports?|imported)\b", re.IGNORECASE
)
_NAMED = re.compile(r"\b(?:function|method|class|struct|enum|trait|interface|type|macro|table|view) `?([^\W\d]\w{2,})")
_KEYWORDS = (
    "def|class|function|fn|func|fun|sub|proc|struct|enum|interface|trait|type|typedef|record|module|namespace|macro"
    "|const|let|var|val|static|#define|create table|create view|create index|create function"
)


def prefer_definitions(asked: Asked, scores: Scores, ids: Iterable[int]) -> None:
    """Lift the passages of code among these that define a word of the question; not where its uses are asked for."""
    if _ASKS_FOR_USES.search(asked.question.text):
        return
    text = asked.question.text
    named = dict.fromkeys(
        [*_NAMED.findall(text), *(word for word in _WORD.findall(text) if _may_be_defined(word, asked))]
    )
    if not 0 < len(named) <= NAMES:
        return
    alternatives = "|".join(map(re.escape, named))
    # Between the keyword and the name of a method may stand its receiver, as in Go.
    defines = re.compile(
        rf"^[ \t]*(?:[a-z()]+[ \t]+)*?(?:{_KEYWORDS})\*?[ \t]+(?:\([^()\n]*\)[ \t]*)?(?:{alternatives})\b"
        rf"|^[ \t]*(?:[\w.]+\.)?(?:{alternatives})[ \t]*(?:[:=][ \t]*)+(?:async\b[ \t]*)?(?:function\b|\(|lambda\b)",
        re.IGNORECASE | re.MULTILINE,
    )
    best = max(scores.total.values(), default=0.0)
    for id in ids:
        if scores.rows[id].text.startswith(FENCE) and defines.search(scores.rows[id].text):
            scores.add(id, scores.page[id], DEFINES * best, "words")


def _may_be_defined(word: str, asked: Asked) -> bool:
    return bool(_LIKE_CODE.search(word)) or asked.share({stem(word.lower())} & asked.shares.keys()) >= MOST_OF_IT
