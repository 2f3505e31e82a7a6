"""Unicode's normal forms in linear time."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

_MOST_MARKS = 30
"""Combining marks in a row, by the Stream-Safe Text Format of Unicode Standard Annex 15: no language has so many."""
_MARKS = re.compile(rf"(?:[^\x00-\u02ff\w\s]|[\uff9e\uff9f]){{{_MOST_MARKS + 1},}}")
"""A run in which there may be more: two letters become marks, too."""


def normal_form(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """Return a text in a normal form, without the marks behind the thirtieth in a row.

    They are put in order on the way, which takes the square of their number.
    """
    if len(text) > _MOST_MARKS and not text.isascii():
        text = _MARKS.sub(_without_excess, text)
    return unicodedata.normalize(form, text)


def _without_excess(run: re.Match[str]) -> str:
    kept, marks = [], 0
    for sign in run[0]:
        # What is none by itself may be made of some.
        marks = marks + 1 if unicodedata.combining(unicodedata.normalize("NFKD", sign)[0]) else 0
        if marks <= _MOST_MARKS:
            kept.append(sign)
    return "".join(kept)
