"""The notes that hold what was said: one for each day and session, and a further one when it is full.

A note is only ever added to at its end, so that the ten thousandth turn costs what the hundredth did.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from ..clock import in_zone, utc_of
from ..errors import UsageError
from ..index_store.port import IndexReader
from ..model import PassageRow
from ..text.kept import property_text
from ..text.language import word_lists
from ..text.names import close_matches, normalize_name
from ..text.properties import format_properties
from ..text.templates import escape_inline, property_value
from ..text.turns import Turn, parse_turn

TURNS = 100
"""Turns of a note, after which the next one is begun."""
BYTES = 64_000
"""The same by size."""
_NEAR = 3
"""Sessions named where the one that is wanted is none."""
Moment = tuple[str, str, int, int, str]
"""Date, time, part of the session, place in the note, path: sorts turns by when they were said."""


class SessionNote(NamedTuple):
    """One note of conversation, ours or a person's."""

    path: str
    node: str
    """What a link to it says."""
    date: str
    """YYYY-MM-DD; "" where the note does not tell."""
    session: str
    """"" for the one that was not named."""
    part: int
    page: int = 0
    """Its id in the index."""
    language: str = ""
    is_ours: bool = True
    """It says that it is a session; any other note in the folder is a person's, and is only read."""
    origin: str = ""
    """Path of the client's file that it was read from; "" for what was remembered."""


def session_notes(reader: IndexReader) -> list[SessionNote]:
    """Return the notes of the vault that hold conversations, by path."""
    return [
        SessionNote(
            page.path,
            page.node,
            _date_of(page.properties),
            property_text(page.properties, "session"),
            part if isinstance(part := page.properties.get("part"), int) else 1,
            page.id,
            page.language,
            property_text(page.properties, "type") == "session",
            property_text(page.properties, "origin"),
        )
        for page in reader.pages(category="sessions")
    ]


def notes_within(reader: IndexReader, *, session: str, since: str, until: str) -> list[SessionNote]:
    """Return the notes of a session, "" for all, of these days and those between (YYYY-MM-DD; "" for no end).

    Raises UsageError for a session that is none.
    """
    notes = session_notes(reader)
    key = normalize_name(session)
    if key and notes:
        names = {normalize_name(note.session): note.session for note in notes}
        if key not in names:
            known = sorted(filter(None, names))
            near = [repr(names[name]) for name in close_matches(key, known, _NEAR) or known[:_NEAR]]
            hint = f"there is {', '.join(near)}" if near else "leave it out: no session has a name"
            raise UsageError(f"no session is called {session!r}", hint=hint)
        notes = [note for note in notes if normalize_name(note.session) == key]
    # A note whose date is none is of no day.
    return [note for note in notes if since <= note.date and (not until or "" < note.date <= until)]


def _date_of(values: Mapping[str, Any]) -> str:
    for name in ("date", "created", "updated"):
        with suppress(ValueError):
            return date.fromisoformat(property_text(values, name)[:10]).isoformat()
    return ""


def read_days(text: str, now: str) -> tuple[str, str]:
    """Return the first and the last day that a text names, as clock.utc_of reads it.

    now: the local time, YYYY-MM-DD and more.  Raises UsageError.
    """
    given, clock = " ".join(text.split()), lambda: f"{now[:10]}T00:00:00Z"
    return utc_of(given, clock)[:10], utc_of(given, clock, is_end=True)[:10]


def read_moment(text: str, now: str) -> tuple[str, str]:
    """Return a day, and the time as HH:MM, "" where there is none; a moment of another time zone as the local one.

    Raises UsageError for what is no day of the calendar, and no time of a day.
    """
    named, _, time = re.sub(r"(?<=\d)T", " ", " ".join(text.split())).partition(" ")
    day = "" if ":" in named else read_days(named, now)[0]
    try:
        # Python 3.10 reads no Z.
        moment = datetime.fromisoformat(f"{day}T{time.replace('Z', '+00:00') or '00:00':0>5}")
    except ValueError as err:
        raise UsageError(f"no day and time: {text!r}", hint="give it as YYYY-MM-DD or YYYY-MM-DD HH:MM") from err
    written = (in_zone(moment) if moment.tzinfo else moment).isoformat()
    return written[:10], written[11:16] if time else ""


def note_title(day: str, session: str, part: int) -> str:
    """Return what a note is called: never a date alone, which is the name of a person's daily note in Obsidian."""
    name = session if any(map(str.isalnum, session)) else f"session {session}".rstrip()
    return f"{day} {name}" + (f" part {part}" if part > 1 else "")


def note_head(title: str, *, date: str, session: str, part: int, more: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the properties of a new note, and its heading with the date in words: a question names a month."""
    values: dict[str, str | int | list[str]] = {"title": property_value(title), "tags": ["session"], "type": "session"}
    values["date"] = date
    if session:
        values["session"] = property_value(session)
    if part > 1:
        values["part"] = part
    head = format_properties({**values, **more, "created": date, "updated": date})
    year, month, day = date.split("-")
    heading = f"{int(day)} {word_lists('en').months[int(month) - 1][0].capitalize()} {year}"
    return f"{head}# {heading}{', ' + escape_inline(session) if session else ''}\n\n"


def in_order(reader: IndexReader, notes: Iterable[SessionNote]) -> list[tuple[Moment, SessionNote, PassageRow]]:
    """Return the turns of notes as they were said: one without a time was said after what stands above it.

    A note whose date is none is older than all others.
    """
    said = []
    for note in notes:
        time = ""
        for row in reader.passages(pages=[note.page]):
            time = parse_turn(row.text).time or time
            said.append((moment_of(note, row, time), note, row))
    return sorted(said, key=itemgetter(0))


def moment_of(note: SessionNote, row: PassageRow, time: str) -> Moment:
    return note.date, time, note.part, row.id, note.path


def all_turns(reader: IndexReader) -> list[Turn]:
    """Return every turn that was remembered, the oldest first."""
    return [parse_turn(row.text) for _, _, row in in_order(reader, session_notes(reader))]
