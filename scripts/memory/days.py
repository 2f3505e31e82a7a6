"""Days and moments as people write them: `2026-05-12`, `12 May`, `12.5.26`, `yesterday`, `2026-05-12 10:42`."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..errors import UsageError
from ..retrieval.language.figures import other_forms
from .session_notes import is_date, written_day

_MOMENT = re.compile(r"(?P<day>.*\S)[T ]\s*(?P<time>\d\d?:\d\d)(?::\d\d(?:[.,]\d+)?)?\s?(?P<zone>Z|[+-]\d\d:?\d\d)?")
_SHORT_YEAR = re.compile(r"(\d\d?)\.\s?(\d\d?)\.\s?(\d\d)")
_NO_YEAR = re.compile(r"(\d\d?)\.\s?(\d\d?)\.?")
_TODAY_WORDS = """
today heute aujourd'hui aujourd’hui hoy oggi hoje vandaag сегодня сьогодні dziś bugün 今日 今天 오늘 اليوم היום
"""
_YESTERDAY_WORDS = "yesterday gestern hier ayer ieri ontem gisteren вчера вчора wczoraj dün 昨日 昨天 어제 أمس אתמול"
_TODAY, _YESTERDAY = frozenset(_TODAY_WORDS.split()), frozenset(_YESTERDAY_WORDS.split())
_FORM = re.compile(r"(\d{4}) (\d\d) (\d\d)")
_NAMED = (
    re.compile(
        r"(?<![\w.])(?P<day>\d\d?)(?:st|nd|rd|th|\.)? (?:of |de )?(?P<month>[^\W\d_]{3,})(?P<year>)(?!\w|,? \d{4})"
    ),
    # A capital: `may 5 people come?` names no day.
    re.compile(r"(?<!\w)(?P<month>[A-Z][a-z]{2,8})\.? (?P<day>\d\d?)(?:st|nd|rd|th)?(?P<year>)(?!\w|,? \d{4}|[.:]\d)"),
    re.compile(r"(?<![\w.])(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d\d)?(?!\w)"),
)


def read_day(text: str, now: str) -> str:
    """A day as YYYY-MM-DD; one without a year is the last such day up to now.  Raises UsageError for what is none."""
    text = " ".join(text.split())
    if is_date(text):
        return text
    today = now[:10]
    if text.casefold() in _TODAY:
        return today
    if text.casefold() in _YESTERDAY:
        from datetime import date, timedelta

        return (date.fromisoformat(today) - timedelta(days=1)).isoformat()
    short = _SHORT_YEAR.fullmatch(text)
    if short:
        text = f"{short[1]}.{short[2]}.20{short[3]}"
    bare = _NO_YEAR.fullmatch(text)
    stem = f"{bare[1]}.{bare[2]}." if bare else f"{text} "
    years = [int(today[:4]), int(today[:4]) - 1]
    for found in (_iso(text), *(day for year in years if (day := _iso(f"{stem}{year}")) <= today)):
        if found:
            return found
    raise UsageError(f"no day of the calendar: {text!r}", hint="give it as YYYY-MM-DD, 12 May 2026 or 12.5.2026")


def read_moment(text: str, now: str) -> tuple[str, str]:
    """A day, and the time as HH:MM, "" where none is told; a moment of another time zone as the local one.

    Raises UsageError for what is no day of the calendar, and no time of a day.
    """
    from datetime import datetime

    found = _MOMENT.fullmatch(text.strip())
    day, time = (read_day(found["day"], now), found["time"]) if found else (read_day(text, now), "")
    zone = (found["zone"] or "") if found else ""
    try:
        moment = datetime.fromisoformat(f"{day}T{time.rjust(5, '0') if time else '00:00'}:00{_written(zone)}")
    except ValueError as err:
        raise UsageError(f"no day and time: {text!r}", hint="give it as YYYY-MM-DD or YYYY-MM-DD HH:MM") from err
    told = (moment.astimezone() if zone else moment).strftime("%Y-%m-%d %H:%M")
    return told[:10], told[11:] if time else ""


def with_years(question: str, days: Collection[str]) -> str:
    """A question in which a day without its whole year is the last of these days (YYYY-MM-DD) that it can mean."""
    for pattern in _NAMED:
        question = pattern.sub(lambda found: _meant(found, days) or found[0], question)
    return question


def _meant(found: re.Match[str], days: Collection[str]) -> str:
    month = found["month"]
    if month == "may":
        return ""  # How many of the 12 may come?
    named = _iso(f"{found['day']}.{month}.2000" if month.isdigit() else f"{found['day']} {month} 2000")
    year = f"20{found['year']}" if found["year"] else ""
    meant = max((day for day in days if named and day[4:] == named[4:] and day.startswith(year)), default="")
    return written_day(meant) if meant else ""


def _iso(text: str) -> str:
    """A day with a year, in whatever language, as YYYY-MM-DD; "" for anything else."""
    for form in other_forms(text):
        found = _FORM.fullmatch(form.text)
        if found and (form.start, form.end) == (0, len(text)):
            return "-".join(found.groups())
    return ""


def _written(zone: str) -> str:
    """A zone as Python 3.10 reads it."""
    return "+00:00" if zone == "Z" else zone if ":" in zone or not zone else f"{zone[:3]}:{zone[3:]}"
