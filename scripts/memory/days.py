"""Days and moments as people write them: `2026-05-12`, `12 May`, `12.5.26`, `yesterday`, `2026-05-12 10:42`."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date, datetime, timedelta
from functools import cache

from ..errors import UsageError
from ..text.analyzer import LANGUAGES
from ..text.word_lists import word_lists

_MOMENT = re.compile(r"(?P<day>.*\S)[T ]\s*(?P<time>\d\d?:\d\d)(?::\d\d(?:[.,]\d+)?)?\s?(?P<zone>Z|[+-]\d\d:?\d\d)?")
_MONTH = r"(?P<month>[^\W\d_][^\s\d.,;:!?()]{2,})\.?"
_DAY = r"(?P<day>\d\d?)(?:st|nd|rd|th|er|º|\.)?"
_DAYS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"),
    re.compile(r"(?P<day>\d\d?)\.\s?(?P<month>\d\d?)\.(?:\s?(?P<year>\d{4}|\d\d))?|(?P<d>\d\d?)\.(?P<m>\d\d?)"),
    re.compile(r"(?:(?P<year>\d{4})\s?[年년]\s?)?(?P<month>\d\d?)\s?[月월]\s?(?P<day>\d\d?)\s?[日号號일]"),
    re.compile(rf"{_DAY} ?(?:of |de |d['’])?{_MONTH}(?:,? (?:de |del )?(?P<year>\d{{4}}))?"),
    re.compile(rf"{_MONTH} {_DAY}(?:,? (?P<year>\d{{4}}))?"),
)
_TODAY_WORDS = """
today heute aujourd'hui aujourd’hui hoy oggi hoje vandaag сегодня сьогодні dziś bugün 今日 今天 오늘 اليوم היום
"""
_YESTERDAY_WORDS = "yesterday gestern hier ayer ieri ontem gisteren вчера вчора wczoraj dün 昨日 昨天 어제 أمس אתמול"
_TODAY, _YESTERDAY = frozenset(_TODAY_WORDS.split()), frozenset(_YESTERDAY_WORDS.split())
_IN_QUESTIONS = (
    re.compile(r"(?<![\w.])\d\d?(?:st|nd|rd|th|\.)? (?:of |de )?[^\W\d_]{3,}(?!\w|,? \d{4})"),
    # A capital: `may 5 people come?` names no day.
    re.compile(r"(?<!\w)[A-Z][a-z]{2,8}\.? \d\d?(?:st|nd|rd|th)?(?!\w|,? \d{4}|[.:]\d)"),
    re.compile(r"(?<![\w.])\d\d?\.\d\d?\.(?:\d\d)?(?!\w)"),
)


def read_day(text: str, now: str) -> str:
    """Return a day as YYYY-MM-DD; one without a year is the last such day up to now.

    Raises UsageError for what is no day.
    """
    text = " ".join(text.split())
    today = now[:10]
    if text.casefold() in _TODAY:
        return today
    if text.casefold() in _YESTERDAY:
        return (date.fromisoformat(today) - timedelta(days=1)).isoformat()
    year, month, day = _read(text)
    this_year = int(today[:4])
    for possible in [year] if year else [this_year, this_year - 1]:
        found = _iso(possible, month, day)
        if found and (year or found <= today):
            return found
    raise UsageError(f"no day of the calendar: {text!r}", hint="give it as YYYY-MM-DD, 12 May 2026 or 12.5.2026")


def read_moment(text: str, now: str) -> tuple[str, str]:
    """Return a day, and the time as HH:MM, "" where there is none; a moment of another time zone as the local one.

    Raises UsageError for what is no day of the calendar, and no time of a day.
    """
    match = _MOMENT.fullmatch(text.strip())
    day, time = (read_day(match["day"], now), match["time"]) if match else (read_day(text, now), "")
    zone = (match["zone"] or "") if match else ""
    try:
        moment = datetime.fromisoformat(f"{day}T{time.rjust(5, '0') if time else '00:00'}:00{_zone(zone)}")
    except ValueError as err:
        raise UsageError(f"no day and time: {text!r}", hint="give it as YYYY-MM-DD or YYYY-MM-DD HH:MM") from err
    written = (moment.astimezone() if zone else moment).strftime("%Y-%m-%d %H:%M")
    return written[:10], written[11:] if time else ""


def with_years(question: str, days: Collection[str]) -> str:
    """Return a question in which a day without its whole year is the last of these days (YYYY-MM-DD) that it can mean.

    Any other day stays as it is written.
    """

    def last(match: re.Match[str]) -> str:
        year, month, day = (0, 0, 0) if "may" in match[0].split() else _read(match[0])
        ending = f"-{month:02}-{day:02}"
        meant = [known for known in days if known.endswith(ending) and (not year or known.startswith(str(year)))]
        return max(meant) if month and meant else match[0]

    if any(map(str.isdigit, question)):
        for pattern in _IN_QUESTIONS:
            question = pattern.sub(last, question)
    return question


def _read(text: str) -> tuple[int, int, int]:
    """Return year (0 where there is none), month and day of a day as it is written; zeros for anything else."""
    for pattern in _DAYS:
        match = pattern.fullmatch(text)
        if match:
            parts = match.groupdict()
            written = parts["month"] or parts["m"]
            month = int(written) if written.isdecimal() else _months().get(written.casefold(), 0)
            year = int(parts["year"] or 0)
            return (2000 + year if 0 < year < 100 else year), month, int(parts["day"] or parts["d"])
    return 0, 0, 0


@cache
def _months() -> dict[str, int]:
    """Return the number of each month by its names in all languages that are known."""
    numbers: dict[str, int] = {}
    for language in ("en", *LANGUAGES):
        for number, names in enumerate(word_lists(language).months, 1):
            for name in names:
                numbers.setdefault(name, number)
    # Hebrew writes `in` together with the month.
    return numbers | {f"ב{name}": number for name, number in numbers.items() if "א" <= name[0] <= "ת"}


def _iso(year: int, month: int, day: int) -> str:
    """Return a day as YYYY-MM-DD; "" where the calendar has none."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _zone(zone: str) -> str:
    """Return a zone as Python 3.10 reads it."""
    return "+00:00" if zone == "Z" else zone if ":" in zone or not zone else f"{zone[:3]}:{zone[3:]}"
