"""When turns were said, and their places in a talk: where a note goes on with another, so do the places.

A session that grows too long for a note, or goes on the next day, is one talk in several notes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..clock import days_between
from ..pages.text.names import normalize_name
from ..pages.turns import parse_turn

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from .session_notes import SessionNote

    Moment = tuple[str, str, int, int, str]
    """Date, time, part of the session, place in the note, path."""


class Talks:
    """The places of the turns of some notes."""

    def __init__(self, notes: Sequence[SessionNote], *, apart: int) -> None:
        """apart: how far turns at least stand apart that are of different talks."""
        ordered = sorted(notes, key=lambda note: (normalize_name(note.session), note.date, note.part, note.path))
        self._notes = ordered
        self._starts: list[int] = []
        place = 0
        for at, note in enumerate(ordered):
            place += apart if at and not _goes_on(ordered[at - 1], note) else 0
            self._starts.append(place)
            place += note.passages
        self._start_of = {note.id: start for note, start in zip(ordered, self._starts)}

    def place(self, note: SessionNote, ordinal: int) -> int:
        """Of a turn among all turns."""
        return self._start_of[note.id] + ordinal

    def passage(self, place: int) -> int | None:
        """Id of the passage at a place; None where no turn is."""
        at = bisect_right(self._starts, place) - 1
        if at < 0:
            return None
        note, ordinal = self._notes[at], place - self._starts[at]
        return note.first + ordinal if ordinal < note.passages else None


def moments(note: SessionNote, rows: Iterable[PassageRow]) -> list[tuple[Moment, PassageRow]]:
    """When each turn of a note was said, for sorting: what has no time was said after what stands above it.

    A note whose date is none is older than all others.
    """
    found, time = [], ""
    for row in rows:
        time = parse_turn(row.text).time or time
        found.append(((note.date, time, note.part, row.ordinal, note.path), row))
    return found


def _goes_on(before: SessionNote, note: SessionNote) -> bool:
    """Whether a note is the next one of the same session: a further part of a day, or the first of the day behind."""
    if normalize_name(before.session) != normalize_name(note.session) or not (before.date and note.date):
        return False
    if before.date == note.date:
        return note.part == before.part + 1
    return note.part == 1 and _is_next_day(before.date, note.date)


def _is_next_day(date: str, other: str) -> bool:
    try:
        return days_between(date, other) == 1
    except ValueError:
        return False  # A person wrote the 31st of a month that has none.
