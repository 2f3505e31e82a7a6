"""Words by which a sentence tells that one thing gives way to another.  English only."""

from __future__ import annotations

import re

_CHANGE = re.compile(
    r"\b(?:no longer|not any ?more|instead(?: of)?|rather than|from now on|moves?|moved|moving|takes? over|took over"
    r"|taken over|hands? over|handed over|replac(?:e|es|ed|ing)|switch(?:es|ed)?|chang(?:e|es|ed)|postpon(?:e|es|ed)"
    r"|cancel(?:s|ed|led)?|drop(?:s|ped)?|g[ia]ves? up|given up|leaves?|left|becom(?:e|es)|became|succeed(?:s|ed)?"
    r"|rais(?:e|es|ed)|lower(?:s|ed)?|ended|stop(?:s|ped)?|revert(?:s|ed)?)\b",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b(?:did|was|were|had|has been|have been)\b|\bwhy\b", re.IGNORECASE)
_BEHIND = re.compile(r"(?:\s+(?:the|a|an|my|our|your|his|her|its|their))?\s+(\w+)", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:(who|whom|whose)|(where)|(when|how (?:many|much|long|often|old|far)|what (?:time|day|date|year))"
    r"|what|which|how)\b",
    re.IGNORECASE,
)
_NAME, _FIGURE = r"\b[^\W\d_a-z]\w+", r"\d+(?:[.,:]\d+)*"
_GOAL = r"\b(?:mov|chang|switch|postpon)\w+ to\b"
_OVER = r"\b(?:is|are|was|were|been) (?:cancel|stop|end|drop)\w+"
_VALUES = tuple(
    re.compile("|".join(each)) for each in ((_NAME, _OVER), (_NAME, _OVER, _GOAL), (_NAME, _OVER, _GOAL, _FIGURE))
)
NAMES = re.compile(f"{_NAME}|{_FIGURE}")
"""What begins with a capital, and figures."""


def change_words(text: str) -> str:
    """The words of a text that tell a change; "" where none does."""
    return " ".join(match.group() for match in _CHANGE.finditer(text))


def changed_words(text: str) -> list[str]:
    """The words right behind those that tell a change: what is left, dropped or replaced."""
    return [behind[1] for match in _CHANGE.finditer(text) if (behind := _BEHIND.match(text, match.end()))]


def asks_what_was(question: str) -> bool:
    """Whether a question asks for what happened, or for reasons: what came later leaves that as it is."""
    return bool(_PAST.search(question))


def values_asked_for(question: str) -> re.Pattern[str] | None:
    """What tells another answer to a question: a name for who, one or where to for where, figures, too, for when, or
    that it is over; None where anything may."""
    asked = _ASKED.search(question)
    return _VALUES[asked.lastindex - 1] if asked and asked.lastindex else None
