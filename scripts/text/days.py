"""Days: as they are written in digits, and as people mean them in a question."""

from __future__ import annotations

import re
from calendar import monthrange

_YEAR_FIRST = re.compile(r"([0-9]{4})([-._/])([0-9]{1,2})\2([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})([-._/])([0-9]{1,2})\2([0-9]{4})")


def day_in_digits(text: str) -> str:
    """Return the day that digits write, as 2026-01-05; "" where they write none.

    `2026-1-5`, `30.06.2027`; with dots a year stands first only before two digits each: `2026.1.5` is a version.  The
    day stands before the month, unless there are not that many months.
    """
    if found := _YEAR_FIRST.fullmatch(text):
        if found[2] == "." and len(text) < len("2026.01.05"):
            return ""
        return _iso(found[1], found[3], found[4])
    if found := _DAY_FIRST.fullmatch(text):
        return _iso(found[4], found[3], found[1]) or _iso(found[4], found[1], found[3])
    return ""


def _iso(year: str, month: str, day: str) -> str:
    is_day = 1 <= int(month) <= 12 and 1 <= int(day) <= monthrange(int(year), int(month))[1]
    return f"{year}-{month:0>2}-{day:0>2}" if is_day else ""
