"""The time: the system's, or a moment frozen by COMMONPLACE_NOW so that a run can be repeated."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta, timezone
from typing import NamedTuple

from .errors import SettingError, UsageError
from .text.analyzer import day_in_digits
from .text.language import QuestionWords, question_words, word_lists

FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_LOCAL = FORMAT[:-1]
NO_DAY = "none"
"""The filter for tasks without a day."""


def utc_now() -> str:
    """Return the time, in UTC, to the second."""
    return time.strftime(FORMAT, time.gmtime())


def local_time(clock: Callable[[], str]) -> str:
    """Return local time, YYYY-MM-DDTHH:MM:SS; a clock that is set by COMMONPLACE_NOW is taken as it is."""
    return time.strftime(_LOCAL) if clock is utc_now else clock()[:19]


def local_time_of(mtime_ns: int) -> str:
    """Return the time at which a file was written, as `local_time`."""
    return time.strftime(_LOCAL, time.localtime(mtime_ns // 1_000_000_000))


def days_between(earlier: str, later: str) -> int:
    """Return whole days from one time to another, at least 0.  Raises ValueError for what is no time."""
    return max(0, (date.fromisoformat(later[:10]) - date.fromisoformat(earlier[:10])).days)


def clock_of(environ: Mapping[str, str]) -> Callable[[], str]:
    """Return the clock a call runs with.  Raises SettingError when COMMONPLACE_NOW is no time."""
    frozen = environ.get("COMMONPLACE_NOW", "")
    if not frozen:
        return utc_now
    try:
        time.strptime(frozen, FORMAT)
    except ValueError as err:
        raise SettingError("NOW", frozen, "a time such as 2026-03-12T10:42:00Z", where="COMMONPLACE_NOW") from err
    return lambda: frozen


WEEK = 7
LANGUAGES_OF_DAYS = ("en", "de", "es", "fr", "nl", "it", "pt")
_AGO = re.compile(r"(\d{1,5})([mhdw])")
_HOURS = {"m": 1 / 60, "h": 1, "d": 24, "w": 168}


def utc_of(text: str, clock: Callable[[], str], *, is_end: bool = False, is_ahead: bool = False) -> str:
    """Return the time, in UTC, that a text names: `2026-03-12`, `2026-03-12T10:30`, `10:30` of today, `7d` ago.

    Also `yesterday`, `last week`, `30.06.2027` or `June 30, 2027`: of several days the first.  Local, unless the clock
    is set by COMMONPLACE_NOW.  is_end: of a day its last second, and of a week its last day.
    is_ahead: `friday` is the next one, or today, in place of the last.  Raises UsageError.
    """
    given = text.strip()
    ago = _AGO.fullmatch(given)
    try:
        if ago:
            now = datetime.strptime(clock(), FORMAT)
            return _format_utc(now - timedelta(hours=int(ago[1]) * _HOURS[ago[2]]))
        given = _day_of_text(given, local_time(clock)[:10], is_end=is_end, is_ahead=is_ahead) or given
        if len(given) in (4, 5) and ":" in given:
            given = f"{local_time(clock)[:10]}T{given:0>5}"
        moment = datetime.fromisoformat(given.replace(" ", "T").removesuffix("Z"))
    except (ValueError, OverflowError) as err:
        hint = "give a day as 2026-03-12, a time as 10:30 or 2026-03-12T10:30, or how long ago as 7d or 2h"
        raise UsageError(f"{text!r} is no time", hint=hint) from err
    if len(given) == 10 and is_end:
        moment = moment.replace(hour=23, minute=59, second=59)
    if moment.tzinfo or (clock is utc_now and not text.strip().endswith("Z")):
        moment = in_zone(moment, timezone.utc)
    return _format_utc(moment)


def days_of(text: str, clock: Callable[[], str]) -> tuple[str, str]:
    """Return the first and the last day that a text names: `2026-03-12`, `<=next week`, `overdue`; "" is no bound.

    A weekday is the next one, or today.  Two days are separated by `..`; `none` is NO_DAY for both.  Raises UsageError.
    """
    if text == NO_DAY:
        return NO_DAY, NO_DAY
    if ".." in text:
        first, _, last = text.partition("..")
        return days_of(first, clock)[0], days_of(last, clock)[1]
    operator = re.match(r"[<>]=?|=?", text)[0]  # type: ignore[index]
    given = text[len(operator) :].strip()
    if given == "overdue":
        operator, given = "<", "today"
    first, last = (local_day(utc_of(given, clock, is_end=end, is_ahead=True), clock) for end in (False, True))
    if operator == "<":
        return "", (date.fromisoformat(first) - timedelta(days=1)).isoformat()
    if operator == ">":
        return (date.fromisoformat(last) + timedelta(days=1)).isoformat(), ""
    return ("" if operator == "<=" else first), ("" if operator == ">=" else last)


def _day_of_text(text: str, today: str, *, is_end: bool, is_ahead: bool) -> str:
    """Return the day that a text names in digits or in words; "" if the text is not just a day."""
    matches = [days for days in days_in(text, today, LANGUAGES_OF_DAYS) if (days.start, days.end) == (0, len(text))]
    if not matches:
        return day_in_digits(text)
    days = matches[0].days
    if len(days) == WEEK:
        return days[-1] if is_end else days[0]
    # A weekday gives both the last one and the next.
    return next(day for day in days if day >= today) if is_ahead and len(days) > 1 else days[0]


def in_zone(moment: datetime, zone: timezone | None = None) -> datetime:
    """Return a moment in a zone, by default the local one; unchanged at the ends of the calendar."""
    try:
        return moment.astimezone(zone)
    except (ValueError, OverflowError, OSError):
        return moment


def _format_utc(moment: datetime) -> str:
    # Not strftime, which writes a year before 1000 with less than four digits.
    return moment.replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def local_day(moment: str, clock: Callable[[], str]) -> str:
    """Return the local day of a time in UTC; its day in UTC where the clock is set by COMMONPLACE_NOW."""
    if clock is not utc_now:
        return moment[:10]
    return in_zone(datetime.strptime(moment, FORMAT).replace(tzinfo=timezone.utc)).isoformat()[:10]


class DaysMeant(NamedTuple):
    """Days that a question names, and their place in it."""

    start: int
    end: int
    days: tuple[str, ...]
    """Like 2026-03-12, likeliest first."""
    is_relative: bool
    """They depend on today."""


def days_in(question: str, today: str, languages: Sequence[str]) -> list[DaysMeant]:
    """Return the days that a question names, from left to right; `June 30` without a year is left as it is.

    today: its day; "" passes over `yesterday` and the like.
    """
    found: list[DaysMeant] = []
    for language in dict.fromkeys(languages):
        found += _written_days(question, language)
        if today:
            found += _relative_days(question, date.fromisoformat(today), question_words(language), language)
    found.sort(key=lambda days: (days.start, -days.end))
    return [days for place, days in enumerate(found) if all(days.start >= before.end for before in found[:place])]


def _written_days(question: str, language: str) -> Iterator[DaysMeant]:
    """Yield the days with slashes, and those with a month in words and a year."""
    for match in re.finditer(r"(?<![\w/])\d{1,4}/\d{1,2}/\d{1,4}(?![\w/])", question):
        if day := day_in_digits(match[0]):
            yield DaysMeant(*match.span(), (day,), is_relative=False)
    numbers = {name: number for number, names in enumerate(word_lists(language).months, 1) for name in names}
    if not numbers or "_" in "".join(numbers):
        return
    month = "|".join(sorted(map(re.escape, numbers), key=lambda name: -len(name)))
    month, year = rf"(?P<month>{month})\.?", r"(?P<year>\d{4})\b"
    day_first = rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.)? (?:of |de )?{month},? (?:del? )?{year}"
    month_first = rf"\b{month} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? {year}"
    for pattern in (day_first, month_first):
        for match in re.finditer(pattern, question, re.IGNORECASE):
            number = numbers.get(match["month"].casefold(), 0)
            if day := day_in_digits(f"{match['year']}-{number}-{match['day']}"):
                yield DaysMeant(*match.span(), (day,), is_relative=False)


def _relative_days(question: str, today: date, words: QuestionWords, language: str) -> Iterator[DaysMeant]:
    def days_at(match: re.Match[str], *offsets: int) -> DaysMeant:
        return DaysMeant(*match.span(), tuple((today + timedelta(offset)).isoformat() for offset in offsets), True)

    for phrase, offset in words.days.items():
        for match in re.finditer(rf"\b{re.escape(phrase)}\b", question, re.IGNORECASE):
            # Am Morgen is in the morning.
            if not (language == "de" and match.start() and match[0].istitle()):
                yield days_at(match, offset)
    for phrase, offset in words.weeks.items():
        for match in re.finditer(rf"\b{re.escape(phrase)}\b", question, re.IGNORECASE):
            monday = 7 * offset - today.weekday()
            yield days_at(match, *range(monday, monday + 7))
    last, following = "|".join(words.last), "|".join(words.next)
    for weekday, names in enumerate(words.weekdays):
        pattern = rf"\b(?:({last}|{following}) )?(?:{'|'.join(names)})\b(?: ({last}|{following})\b)?"
        for match in re.finditer(pattern, question, re.IGNORECASE):
            back = -((today.weekday() - weekday) % 7)
            named = (match[1] or match[2] or "").casefold()
            if named in words.last:
                yield days_at(match, back or -7)
            else:
                yield days_at(match, *((back + 7,) if named in words.next else (back, back + 7)))
