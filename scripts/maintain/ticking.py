"""Ticking a task off and opening it again, with the dates and the next task that the plugin Tasks would write."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from ..text.tasks import DUE, Task

_DAY = r"(\d{4}-\d{2}-\d{2})"
_DATED = (
    DUE,
    re.compile(rf"(?:[⏳⌛]\ufe0f?[ \t]*|[\[(][ \t]*scheduled[ \t]*::[ \t]*){_DAY}"),
    re.compile(rf"(?:🛫\ufe0f?[ \t]*|[\[(][ \t]*start[ \t]*::[ \t]*){_DAY}"),
)
"""Due, scheduled and start: a repetition is counted from the first of them that a task has."""
_DONE = re.compile(
    rf"[ \t]*(?:[✅❌]\ufe0f?[ \t]*{_DAY}|[\[(][ \t]*(?:completion|cancelled)[ \t]*::[ \t]*{_DAY}[ \t]*[\])])"
)
_OF_ONE = re.compile(r"[ \t]*(?:🆔\ufe0f?[ \t]*[\w-]+|⛔\ufe0f?[ \t]*[\w-]+(?:, ?[\w-]+)*|[ \t]\^[\w-]+[ \t]*\Z)")
"""Ids that belong to one task: its successor gets none of them."""
_BLOCK_ID = re.compile(r"(?:[ \t]\^[\w-]+)?\Z")
_REPEAT = re.compile(r"🔁\ufe0f?[ \t]*([A-Za-z0-9, \t]+)|[\[(][ \t]*repeat[ \t]*::[ \t]*([^\])]*)[\])]")
_WEEKDAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_NAMED = rf"(?P<named>(?:{_WEEKDAYS})(?:(?:, ?| and )(?:{_WEEKDAYS}))*)"
_NTH = r"(?:the )?(?P<nth>[1-9]\d?(?:st|nd|rd|th)|first|second|third|last)"
_NUMERALS = {"first": 1, "second": 2, "third": 3}
_RULES = [
    re.compile(rf"every {rule}(?P<when_done> when done)?")
    for rule in (
        r"(?:(?P<count>[1-9]\d{0,2}) )?(?P<unit>day|week|month|year)s?",
        r"(?P<weekdays>weekdays?)",
        rf"(?:(?:(?P<count>[1-9]\d{{0,2}}) )?(?P<unit>week)s? on )?{_NAMED}",
        rf"(?:(?:(?P<count>[1-9]\d{{0,2}}) )?(?P<unit>month)s?|(?P<month>{_MONTHS})) on {_NTH}"
        rf"(?: (?P<of>{_WEEKDAYS}))?",
    )
]
_FURTHEST = 36_525
"""Most days to the next date: a hundred years."""


def repeats(task: Task) -> bool:
    """Whether another task follows when this one is done."""
    return bool(_REPEAT.search(task.text))


def open_again(text: str, task: Task) -> str:
    """Return the page with a task open again, without the day on which it was done or cancelled."""
    return f"{text[: task.at]} {_DONE.sub('', text[task.at + 1 : task.end])}{text[task.end :]}"


def tick_off(text: str, task: Task, today: str, mark: str = "") -> str:
    """Return the page with a task ticked off.  mark: the text that the vault's plugin writes behind a done task.

    A task that repeats gets the day behind it and its successor above it, as the plugin Tasks does it.  Raises
    ValueError for a repetition that cannot be parsed.
    """
    line, repeat = text[task.at + 1 : task.end], _REPEAT.search(task.text)
    if repeat:
        mark = f" ✅ {today}" if repeat[1] else f" [completion:: {today}]"
    bare = _DONE.sub("", line) if mark else line
    at = _BLOCK_ID.search(bare).start()  # type: ignore[union-attr]
    ticked = f"x{bare[:at]}{mark}{bare[at:]}{text[task.end :]}"
    if not repeat:
        return text[: task.at] + ticked
    following = _next_task(line, (repeat[1] or repeat[2]).strip(), today)
    begun = text[: task.at].rpartition("\n")[2]
    newline = "\r\n" if text[task.end :].partition("\n")[0].endswith("\r") else "\n"
    return f"{text[: task.at]} {following}{newline}{begun}{ticked}"


def _next_task(line: str, repetition: str, today: str) -> str:
    """Return the line of a repeating task's successor: its dates are moved by as many days as the first of them."""
    text = " ".join(repetition.casefold().split())
    rule = next((match.groupdict() for pattern in _RULES if (match := pattern.fullmatch(text))), None)
    if rule is None:
        raise ValueError(repetition)
    dated = next((match for pattern in _DATED if (match := pattern.search(line))), None)
    named = date.fromisoformat(dated[1]) if dated else date.fromisoformat(today)
    day = _next_day(date.fromisoformat(today) if rule["when_done"] else named, rule)
    if day is None:
        raise ValueError(repetition)
    for pattern in _DATED:
        if match := pattern.search(line):
            moved = date.fromisoformat(match[1]) + (day - named)
            line = line[: match.start(1)] + moved.isoformat() + line[match.end(1) :]
    return _OF_ONE.sub("", _DONE.sub("", line)).rstrip()


def _next_day(day: date, rule: Mapping[str, Any]) -> date | None:
    """Return the first day after another that fits a rule; None if there is none."""
    count, unit = int(rule.get("count") or 1), rule.get("unit")
    if not {"weekdays", "named", "nth"} & rule.keys():
        return _add_units(day, count, unit)
    days = (day + timedelta(days=offset) for offset in range(1, _FURTHEST))
    return next((later for later in days if _fits(later, rule) and _units_between(day, later, unit) % count == 0), None)


def _add_units(day: date, count: int, unit: str | None) -> date:
    """Return the day `count` units later; the last day of a month that is too short."""
    if unit in ("day", "week"):
        return day + timedelta(days=count * (7 if unit == "week" else 1))
    months = day.month - 1 + count * (12 if unit == "year" else 1)
    year, month = day.year + months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _units_between(day: date, later: date, unit: str | None) -> int:
    """Return the number of weeks, from Monday on, or months between two days."""
    if unit == "month":
        return 12 * (later.year - day.year) + later.month - day.month
    return (later.toordinal() - 1) // 7 - (day.toordinal() - 1) // 7


def _fits(day: date, rule: Mapping[str, Any]) -> bool:
    """Whether a day fits a rule by its weekday, or as the nth or last day, or weekday, of its month."""
    weekday, month = _WEEKDAYS.split("|")[day.weekday()], _MONTHS.split("|")[day.month - 1]
    if "nth" not in rule:
        return weekday in re.split(", ?| and ", rule["named"]) if "named" in rule else day.weekday() < 5
    if rule["month"] not in (None, month) or rule["of"] not in (None, weekday):
        return False
    step = 7 if rule["of"] else 1
    if rule["nth"] == "last":
        return day.day + step > monthrange(day.year, day.month)[1]
    return (day.day - 1) // step + 1 == (_NUMERALS.get(rule["nth"]) or int(rule["nth"][:-2]))
