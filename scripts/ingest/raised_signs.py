"""Figures that a document raises or lowers, as signs that are so by themselves: 10⁶ is not 106."""

from __future__ import annotations

import re

_SUPERSCRIPTS = str.maketrans(
    "0123456789+-\u2212=()n",
    "\u2070\xb9\xb2\xb3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b\u207b\u207c\u207d\u207e\u207f",
)
_SUBSCRIPTS = str.maketrans(
    "0123456789+-\u2212=()",
    "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u208a\u208b\u208b\u208c\u208d\u208e",
)
_RAISED = {"sup": _SUPERSCRIPTS, "sub": _SUBSCRIPTS}
DRAWN_RAISED = re.compile(f"[{''.join(map(chr, (*_SUPERSCRIPTS.values(), *_SUBSCRIPTS.values())))}]+")
_NOTE_MARK = re.compile(r"\[[^\[\]]{1,12}\]|\(\w{1,3}\)")
_ORDINALS = frozenset(("st", "nd", "rd", "th", "e", "er", "re", "o", "a", "tm", "r", "me", "mes", "nde", "eme"))
"""What is raised behind a number or a name and is no power of it."""


def raised(said: str, kind: str) -> str:
    """Return what is raised (kind `sup`) or lowered (`sub`) as signs that are so by themselves, else behind `^` or `_`.

    Ordinals, what has no letter or digit, and the number of a note in brackets stay as they are.
    """
    drawn = said.translate(_RAISED[kind])
    if all(old != new for old, new in zip(said, drawn)):
        return drawn
    if said.casefold() in _ORDINALS or not re.search(r"\w", said) or _NOTE_MARK.fullmatch(said):
        return said
    return ("^" if kind == "sup" else "_") + (said if re.fullmatch(r"[+-]?\w+", said) else f"({said})")


def raised_figures(said: str) -> str:
    """Return raised figures as such signs; what is anything else as it is."""
    drawn = said.translate(_SUPERSCRIPTS)
    return drawn if re.search(r"\d", said) and all(old != new for old, new in zip(said, drawn)) else said
