"""Settings of the owner's Obsidian: excluded files, the folder of new notes, names of daily notes, templates.

They are read anew for each use, with the app's defaults for values that are missing or of another type.  The files may
be a stranger's: a caller checks that a path from them stays in the vault.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from ..clock import LANGUAGES_OF_DAYS
from ..errors import DataError
from ..homes import settings_text
from ..model import TaskStatus
from ..text.language import question_words, word_lists

_MOST_FILTERS, _MOST_PATTERNS = 200, 50
"""Filters that are read, and those of them that may be patterns, which take longer."""
_MOST_CHARACTERS = 300
"""Length of a filter or of the format of a date: a person writes no longer one."""
_LONGEST_SEARCHED = 400
"""Characters of a path in which a pattern is searched: with one repeat its time grows with their square."""
_MOST_PLACES = 1_000
"""Placeholders of a template that are filled."""
# As in momentjs.com/docs/#/displaying/format: text in brackets, a character behind a backslash, tokens.
_TOKEN = re.compile(r"\[([^\[]*)\]|\\(.)|(([A-Za-z])\4*o?|.)", re.DOTALL)
_COMPUTED = frozenset("ADEGHLMNQSWXYZadeghklmswxyz")
"""Letters of tokens; every other letter is text."""
_WORDS_OF_DATES = re.compile(r"MMM|ddd?|[DMQWwd]o|[Aaew]|gg")
_DAYS_BACK = 60
_TASKS = "plugins/obsidian-tasks-plugin/data"
_PLACEHOLDER = re.compile(r"\{\{\s*(title|date|time)\s*(?::([^{}]*))?\}\}", re.IGNORECASE)


class DailyNotes(NamedTuple):
    """The settings of the vault's daily notes."""

    folder: str
    format: str
    template: str
    """Vault path of a note, with or without `.md`; "" for none."""


class Templates(NamedTuple):
    """The folder of the vault's templates, and their formats of dates and times."""

    folder: str
    date_format: str
    time_format: str


def read_settings(root: str, name: str) -> dict[str, Any]:
    """Return a file of settings of the vault's Obsidian (`app`, `daily-notes`, …); empty where there is none."""
    values: Any = None
    with suppress(OSError, UnicodeDecodeError, ValueError, RecursionError):
        values = json.loads(settings_text(os.path.join(root, ".obsidian", name + ".json")))
    return values if isinstance(values, dict) else {}


def excluded_files(root: str) -> tuple[str, ...]:
    """Return filters for files that are no notes: `userIgnoreFilters` (beginnings of paths, and patterns between
    slashes) and the templates."""
    filters = read_settings(root, "app").get("userIgnoreFilters")
    own = limited_filters([text for text in (filters if isinstance(filters, list) else ()) if isinstance(text, str)])
    templater = _get_path(read_settings(root, "plugins/templater-obsidian/data"), "templates_folder")
    folders = (f"{folder}/" for folder in (templates(root).folder, templater) if folder)
    daily = daily_notes(root).template.removesuffix(".md")
    return (*own, *dict.fromkeys(folders), *([f"{daily}.md"] if daily else []))


def limited_filters(texts: Sequence[str]) -> tuple[str, ...]:
    """Return a person's filters without those that are too many or too long."""
    kept = [text for text in texts[:_MOST_FILTERS] if 0 < len(text) <= _MOST_CHARACTERS]
    patterns = [place for place, text in enumerate(kept) if text.startswith("/")]
    return tuple(text for place, text in enumerate(kept) if place not in patterns[_MOST_PATTERNS:])


def is_excluded(path: str, filters: Sequence[str]) -> bool:
    """Report whether a path begins with a filter, or matches one that is `/a pattern/`, case aside."""
    return any(pattern.search(path, 0, _LONGEST_SEARCHED) for pattern in map(_pattern, filters))


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Return a filter as a pattern; one that is invalid, or could take for ever, matches nothing."""
    if not (len(text) > 2 and text.startswith("/") and text.endswith("/")):
        return re.compile(r"\A" + re.escape(text), re.IGNORECASE)
    with suppress(re.error, OverflowError, RecursionError):
        # A search finds the same without `.*` at the beginning and at the end.
        pattern = re.sub(r"\A\^?(?:\.\*)+(?![?+*{])|(?<!\\)(?:\.\*)+\$?\Z", "", text[1:-1])
        bare = re.sub(r"\\.", "", pattern)
        repeats, choices = len(re.findall(r"[*+{]", bare)), len(re.findall(r"[?|]", bare))
        if repeats < 2 and choices <= (2 if repeats else 6) and not re.search(r"\)[*+{]", bare):
            return re.compile(pattern, re.IGNORECASE)
    return re.compile(r"(?!)")


def new_note_folder(root: str) -> str:
    """Return the folder of a new note; "" for the root, also where Obsidian puts it beside the open note."""
    settings = read_settings(root, "app")
    return _get_path(settings, "newFileFolderPath") if settings.get("newFileLocation") == "folder" else ""


def daily_notes(root: str) -> DailyNotes:
    """Return the settings of the vault's daily notes."""
    settings = read_settings(root, "daily-notes")
    return DailyNotes(_get_path(settings, "folder"), _get_format(settings, "format"), _get_path(settings, "template"))


def templates(root: str) -> Templates:
    """Return the settings of the vault's templates."""
    settings = read_settings(root, "templates")
    date, time = _get_format(settings, "dateFormat"), _get_format(settings, "timeFormat", "HH:mm")
    return Templates(_get_path(settings, "folder"), date, time)


def done_mark(root: str, task: str, today: str) -> str:
    """Return the mark that the plugin Tasks writes behind a done task; "" without the plugin, or if it writes none.

    task: its text, which has the plugin's filter, where one is set.
    """
    settings = read_settings(root, _TASKS)
    is_there = os.path.isdir(os.path.join(root, ".obsidian", posixpath.dirname(_TASKS)))
    if not is_there or settings.get("setDoneDate") is False or str(settings.get("globalFilter", "")) not in task:
        return ""
    return f" [completion:: {today}]" if settings.get("taskFormat") == "dataview" else f" ✅ {today}"


def task_statuses(root: str) -> dict[str, TaskStatus]:
    """Map the characters in boxes of tasks to the statuses that the vault's plugin Tasks gives them."""
    lists = read_settings(root, _TASKS).get("statusSettings")
    own = [
        status
        for entries in (lists.values() if isinstance(lists, dict) else ())
        if isinstance(entries, list)
        for status in entries
        if isinstance(status, dict)
    ]
    named = [(status.get("symbol"), status.get("name"), status.get("type")) for status in own[:_MOST_FILTERS]]
    return {
        symbol: TaskStatus(name.lower(), is_open=kind in ("TODO", "IN_PROGRESS", "ON_HOLD"))
        for symbol, name, kind in named
        if isinstance(symbol, str) and isinstance(name, str) and symbol and 0 < len(name) <= _MOST_CHARACTERS
    }


def _get_path(settings: dict[str, Any], name: str) -> str:
    value = settings.get(name)
    return value.strip().strip("/") if isinstance(value, str) else ""


def _get_format(settings: dict[str, Any], name: str, usual: str = "YYYY-MM-DD") -> str:
    value = settings.get(name)
    return value if isinstance(value, str) and value.strip() and len(value) <= _MOST_CHARACTERS else usual


def fill_template(text: str, *, title: str, now: str, formats: Templates, language: str = "en") -> str:
    """Fill a template as Obsidian does: title, date and time, with or without a format.

    Other text in double braces stays, since it may be another plugin's.  language: of months and weekdays; English is
    used for a format with other words.
    """
    usual = {"date": formats.date_format, "time": formats.time_format}

    def value(match: re.Match[str]) -> str:
        name = match[1].lower()
        pattern = (match[2] or "").strip() or usual.get(name, "")
        if name == "title":
            return title
        with suppress(DataError):
            return format_moment(now, pattern, language)
        return format_moment(now, pattern)

    return _PLACEHOLDER.sub(value, text, _MOST_PLACES)


def format_moment(now: str, pattern: str, language: str = "en") -> str:
    """Return a time (YYYY-MM-DDTHH:MM:SS) in a format of the library Moment.

    Languages other than English have only months and weekdays.  Raises DataError for a token that is not known.

    >>> format_moment("2026-03-02T09:05:00", "YYYY/MM-MMMM/[day] Do, H:mm")
    '2026/03-March/day 2nd, 9:05'
    """
    values = _token_values(datetime.fromisoformat(now), language)

    def value(match: re.Match[str]) -> str:
        bracketed, escaped, token, letter = match.groups()
        if token is None or letter not in _COMPUTED:
            return bracketed or escaped or token or ""
        if token not in values:
            what = f"{token!r} in {pattern!r}, a format of dates, is not known here"
            raise DataError(what, path=".obsidian", hint="name the note, or change the format in Obsidian")
        return values[token]

    return _TOKEN.sub(value, pattern)


def daily_note_path(paths: Sequence[str], settings: DailyNotes, now: str) -> str:
    """Return the path of today's note, with words of a date in the language that Obsidian is set to.

    The notes of the last days show the language.  Raises DataError where it is none of the known ones.
    """
    notes = {path for path in paths if path.startswith(settings.folder and settings.folder + "/")}
    today = datetime.fromisoformat(now)
    moments = [(today - timedelta(days=back)).isoformat() for back in range(_DAYS_BACK)]

    def named(moment: str, language: str) -> str:
        return posixpath.join(settings.folder, format_moment(moment, settings.format, language) + ".md")

    english = named(now, "en")
    if not notes or not _WORDS_OF_DATES.search(_TOKEN.sub(lambda match: match[3] or "", settings.format)):
        return english
    for language in LANGUAGES_OF_DAYS:
        with suppress(DataError):
            if any(named(moment, language) in notes for moment in moments):
                return named(now, language)
    # A note of one of these days in a language that is not known.
    digits = [re.sub(r"[^\W\d]+", r"[^\\d/]+", re.escape(named(moment, "en"))) for moment in moments]
    if other := next((note for note in notes if any(re.fullmatch(day, note) for day in digits)), ""):
        what = "its name is in a language whose days are not known here, so today's cannot be told"
        raise DataError(what, path=other, hint="name today's note")
    return english


def language_of_days(template: str, settings: DailyNotes, now: str, text_of: Callable[[str], str]) -> str:
    """Return the language of the dates that the last days' notes have from their template; English without any.

    Obsidian writes them in its own language, which no file of the vault names.  text_of: returns a note's text, "" for
    a missing note.
    """
    formats = [(match[2] or "").strip() for match in _PLACEHOLDER.finditer(template)]
    formats = [pattern for pattern in formats if _WORDS_OF_DATES.search(pattern)]
    for back in range(1, _DAYS_BACK) if formats else ():
        moment = (datetime.fromisoformat(now) - timedelta(days=back)).isoformat()
        for language in LANGUAGES_OF_DAYS:
            with suppress(DataError):
                name = format_moment(moment, settings.format, language)
                text = text_of(posixpath.join(settings.folder, name + ".md"))
                if any(format_moment(moment, pattern, language) in text for pattern in formats):
                    return language
    return "en"


def _token_values(time: datetime, language: str) -> dict[str, str]:
    """Map the tokens of Moment to their texts for a time."""
    month = word_lists(language).months[time.month - 1][0]
    day = question_words(language).weekdays[time.weekday()][0]
    if language in ("en", "de"):
        month, day = month.title(), day.title()
    iso_year, iso_week, _ = time.isocalendar()
    # Weeks begin on Sunday, and the first one has 1 January.
    weekday, year_day = time.isoweekday() % 7, time.timetuple().tm_yday
    saturday = time + timedelta(days=6 - weekday)
    week = (saturday.timetuple().tm_yday - 1) // 7 + 1
    numbers = {"M": time.month, "D": time.day, "W": iso_week, "w": week, "m": time.minute, "s": time.second}
    numbers |= {"H": time.hour, "h": (time.hour + 11) % 12 + 1}
    values = {token * 2: f"{number:02}" for token, number in numbers.items()}
    numbers |= {"Q": (time.month + 2) // 3, "d": weekday, "DDD": year_day}
    values |= {token: str(number) for token, number in numbers.items()}
    for letter, year in (("Y", time.year), ("G", iso_year), ("g", saturday.year)):
        values |= {letter * 4: f"{year:04}", letter * 2: f"{year % 100:02}"}
    values |= {"DDDD": f"{year_day:03}", "MMMM": month, "dddd": day, "Y": str(time.year)}
    if language == "en":
        noon = "AM" if time.hour < 12 else "PM"
        values |= {f"{token}o": _ordinal(numbers[token]) for token in ("M", "D", "DDD", "Q", "W", "w", "d")}
        return values | {"MMM": month[:3], "ddd": day[:3], "dd": day[:2], "A": noon, "a": noon.lower()}
    # Where weeks begin on Monday, Moment counts them in another way.
    return {token: value for token, value in values.items() if token.strip("wg")}


def _ordinal(number: int) -> str:
    return f"{number}{'th' if number % 100 // 10 == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
