"""What the owner's Obsidian is set to: what is ignored, where new notes go, what a daily note is called, templates.

Read anew where it is needed, with the app's defaults for what is missing or of another type.  The files may be a
stranger's: who follows a path that they name checks first that it stays in the vault.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from ..homes import settings_text
from ..model import TaskStatus

_MOST_FILTERS = 200
_MOST_CHARACTERS = 300
"""Of a filter or the format of a date: what takes longer to read is none that a person wrote."""
_MOST_PATTERNS = 50
"""Of the filters so many may be patterns, which take longer."""
_MOST_CHOICES, _MOST_BESIDE_REPEAT = 6, 2
"""Choices (`?`, `|`) in a pattern, and in one that has a repeat."""
_LONGEST_SEARCHED = 400
"""Characters of a path in which a pattern with a repeat is looked for, since its time grows with their square."""
# Tokens of momentjs.com/docs/#/displaying/format, and text in brackets; what else stands in a format stays as it is.
_TOKEN = re.compile(
    r"\[([^\[\]]*)\]|YYYY|YY|GGGG|gggg|Qo|Q|MMMM|MMM|MM|Mo|M|DDDD|DDDo|DDD|DD|Do|D|dddd|ddd|dd|do|d|E"
    r"|WW|Wo|W|ww|wo|w|HH|H|hh|h|mm|m|ss|s|A|a"
)
_REPEAT = re.compile(r"[*+{]")
_PLACEHOLDER = re.compile(r"\{\{\s*(title|date|time)\s*(?::([^{}]*))?\}\}", re.IGNORECASE)


class DailyNotes(NamedTuple):
    """How the vault's daily notes are made."""

    folder: str
    format: str
    template: str
    """Vault path of a note, with or without `.md`; "" for none."""


class Templates(NamedTuple):
    """Where the vault's templates lie, and how they write a date and a time."""

    folder: str
    date_format: str
    time_format: str


def read_settings(root: str, name: str) -> dict[str, Any]:
    """Return a file of settings of the vault's Obsidian (`app`, `daily-notes`, …); empty where there is none."""
    values: Any = None
    with suppress(OSError, UnicodeDecodeError, ValueError, RecursionError):
        values = json.loads(settings_text(os.path.join(root, ".obsidian", name + ".json")).removeprefix("\ufeff"))
    return values if isinstance(values, dict) else {}


def excluded_files(root: str) -> tuple[str, ...]:
    """Return what the vault excludes (`userIgnoreFilters`): beginnings of paths, and patterns between slashes."""
    filters = read_settings(root, "app").get("userIgnoreFilters")
    return limited_filters([text for text in (filters if isinstance(filters, list) else ()) if isinstance(text, str)])


def limited_filters(texts: Sequence[str]) -> tuple[str, ...]:
    """Return filters that somebody wrote, without those that are too many or too long."""
    kept = [text for text in texts[:_MOST_FILTERS] if 0 < len(text) <= _MOST_CHARACTERS]
    patterns = [place for place, text in enumerate(kept) if text.startswith("/")]
    return tuple(text for place, text in enumerate(kept) if place not in patterns[_MOST_PATTERNS:])


def is_excluded(path: str, filters: Sequence[str]) -> bool:
    """Tell whether a path begins with one of some filters, or one that is `/a pattern/` matches it, case aside."""
    return any(pattern.search(path[:longest]) for pattern, longest in map(_pattern, filters))


@cache
def _pattern(text: str) -> tuple[re.Pattern[str], int | None]:
    """Return a filter as a pattern, and in how much of a path it is looked for; None for all of it.

    One that cannot be read, or could take for ever, matches nothing.
    """
    if len(text) > 2 and text.startswith("/") and text.endswith("/"):
        with suppress(re.error, OverflowError, RecursionError):
            # A search finds the same without `.*` at the beginning and at the end.
            pattern = re.sub(r"\A\^?(?:\.\*)+(?![?+*{])|(?<!\\)(?:\.\*)+\$?\Z", "", text[1:-1])
            bare = re.sub(r"\\.", "", pattern)
            if not _may_backtrack(bare):
                return re.compile(pattern, re.IGNORECASE), _LONGEST_SEARCHED if _REPEAT.search(bare) else None
        return re.compile(r"(?!)"), None
    return re.compile(r"\A" + re.escape(text), re.IGNORECASE), None


def _may_backtrack(bare: str) -> bool:
    """Tell whether a pattern, less what is escaped, has so many repeats and choices that a name could keep it busy."""
    repeats, choices = len(_REPEAT.findall(bare)), len(re.findall(r"[?|]", bare))
    most = _MOST_BESIDE_REPEAT if repeats else _MOST_CHOICES
    return repeats > 1 or choices > most or re.search(r"\)[*+{]", bare) is not None


def new_note_folder(root: str) -> str:
    """Return where the vault puts a new note; "" for its root, as where it is told to lie beside the open one."""
    settings = read_settings(root, "app")
    return _path(settings, "newFileFolderPath") if settings.get("newFileLocation") == "folder" else ""


def daily_notes(root: str) -> DailyNotes:
    """Return how the vault's daily notes are made."""
    settings = read_settings(root, "daily-notes")
    format_ = settings.get("format")
    named = format_ if isinstance(format_, str) and 0 < len(format_.strip()) <= _MOST_CHARACTERS else "YYYY-MM-DD"
    return DailyNotes(_path(settings, "folder"), named, _path(settings, "template"))


def templates(root: str) -> Templates:
    """Return where the vault's templates lie."""
    settings = read_settings(root, "templates")
    formats = [settings.get(name) for name in ("dateFormat", "timeFormat")]
    date, time = (
        value if isinstance(value, str) and 0 < len(value) <= _MOST_CHARACTERS else usual
        for value, usual in zip(formats, ("YYYY-MM-DD", "HH:mm"))
    )
    return Templates(_path(settings, "folder"), date, time)


def task_statuses(root: str) -> dict[str, TaskStatus]:
    """Return what the signs in the boxes of tasks say, as far as the vault's plugin Tasks has it."""
    lists = read_settings(root, "plugins/obsidian-tasks-plugin/data").get("statusSettings")
    own = [status for entries in (lists.values() if isinstance(lists, dict) else ()) for status in _dicts(entries)]
    named = {status.get("symbol"): (status.get("name"), status.get("type")) for status in own[:_MOST_FILTERS]}
    return {
        symbol: TaskStatus(name.lower(), is_open=kind in ("TODO", "IN_PROGRESS", "ON_HOLD"))
        for symbol, (name, kind) in named.items()
        if isinstance(symbol, str) and isinstance(name, str) and symbol and 0 < len(name) <= _MOST_CHARACTERS
    }


def _dicts(entries: object) -> list[dict[str, Any]]:
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _path(settings: dict[str, Any], name: str) -> str:
    value = settings.get(name)
    return value.strip().strip("/") if isinstance(value, str) else ""


def fill_template(text: str, *, title: str, now: str, formats: Templates, most: int) -> str:
    """Return a template with its places filled as Obsidian fills them: title, date and time, with or without a format.

    What else stands in double braces stays: other plugins have their own.  Raises ValueError for what would become
    longer than most, in characters: a template and a title that came with a vault may be long, and multiply.
    """
    usual = {"date": formats.date_format, "time": formats.time_format}
    moments: dict[str, str] = {}
    room = most - len(text)

    def value(match: re.Match[str]) -> str:
        nonlocal room
        name = match[1].lower()
        pattern = (match[2] or "").strip() or usual.get(name, "")
        if name != "title" and pattern not in moments:
            moments[pattern] = format_moment(now, pattern)
        filled = title if name == "title" else moments[pattern]
        room -= len(filled) - len(match[0])
        if room < 0:
            raise ValueError(f"more than {most:,} characters")
        return filled

    return _PLACEHOLDER.sub(value, text)


def format_moment(now: str, pattern: str) -> str:
    """Return a time (YYYY-MM-DDTHH:MM:SS) in a format of the library Moment, in English.

    >>> format_moment("2026-03-02T09:05:00", "YYYY/MM-MMMM/[day] Do, H:mm")
    '2026/03-March/day 2nd, 9:05'
    """
    time = datetime.fromisoformat(now)
    return _TOKEN.sub(lambda match: match[1] if match[1] is not None else _TOKENS[match[0]](time), pattern)


def _ordinal(number: int) -> str:
    return f"{number}{'th' if number % 100 // 10 == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _week(time: datetime) -> tuple[int, int]:
    """Return year and number of a week as Moment counts in English: from Sunday on, the first one has 1 January."""
    saturday = time + timedelta(days=6 - time.isoweekday() % 7)
    return saturday.year, (saturday.timetuple().tm_yday - 1) // 7 + 1


_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"),
    "December",
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TOKENS: dict[str, Callable[[datetime], str]] = {
    "YYYY": lambda t: f"{t.year:04}",
    "YY": lambda t: f"{t.year % 100:02}",
    "GGGG": lambda t: f"{t.isocalendar()[0]:04}",
    "gggg": lambda t: str(_week(t)[0]),
    "Q": lambda t: str((t.month + 2) // 3),
    "Qo": lambda t: _ordinal((t.month + 2) // 3),
    "MMMM": lambda t: _MONTHS[t.month - 1],
    "MMM": lambda t: _MONTHS[t.month - 1][:3],
    "MM": lambda t: f"{t.month:02}",
    "Mo": lambda t: _ordinal(t.month),
    "M": lambda t: str(t.month),
    "DDDD": lambda t: f"{t.timetuple().tm_yday:03}",
    "DDDo": lambda t: _ordinal(t.timetuple().tm_yday),
    "DDD": lambda t: str(t.timetuple().tm_yday),
    "DD": lambda t: f"{t.day:02}",
    "Do": lambda t: _ordinal(t.day),
    "D": lambda t: str(t.day),
    "dddd": lambda t: _DAYS[t.weekday()],
    "ddd": lambda t: _DAYS[t.weekday()][:3],
    "dd": lambda t: _DAYS[t.weekday()][:2],
    "do": lambda t: _ordinal(t.isoweekday() % 7),
    "d": lambda t: str(t.isoweekday() % 7),
    "E": lambda t: str(t.isoweekday()),
    "WW": lambda t: f"{t.isocalendar()[1]:02}",
    "Wo": lambda t: _ordinal(t.isocalendar()[1]),
    "W": lambda t: str(t.isocalendar()[1]),
    "ww": lambda t: f"{_week(t)[1]:02}",
    "wo": lambda t: _ordinal(_week(t)[1]),
    "w": lambda t: str(_week(t)[1]),
    "HH": lambda t: f"{t.hour:02}",
    "H": lambda t: str(t.hour),
    "hh": lambda t: f"{(t.hour + 11) % 12 + 1:02}",
    "h": lambda t: str((t.hour + 11) % 12 + 1),
    "mm": lambda t: f"{t.minute:02}",
    "m": lambda t: str(t.minute),
    "ss": lambda t: f"{t.second:02}",
    "s": lambda t: str(t.second),
    "A": lambda t: "AM" if t.hour < 12 else "PM",
    "a": lambda t: "am" if t.hour < 12 else "pm",
}
