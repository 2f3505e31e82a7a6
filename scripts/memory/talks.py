"""Turns as they follow each other: a session that grows too long for a note, or goes on the next day, is one talk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..clock import days_between
from ..index_store.port import IndexReader
from ..model import PassageRow
from ..pages.turns import Turn, parse_turn
from ..text.names import normalize_name
from .session_notes import SessionNote

Moment = tuple[str, str, int, int, str]
"""Date, time, part of the session, place in the note, path: sorts turns by when they were said."""


class Spot(NamedTuple):
    """Where a turn stands: spots sort in the order of reading."""

    note: int
    position: int


class Talks:
    """The turns of some notes, each note read when it is first asked for."""

    def __init__(self, reader: IndexReader, notes: Sequence[SessionNote]) -> None:
        self.notes = sorted(notes, key=lambda note: (normalize_name(note.session), note.date, note.part, note.path))
        self._reader = reader
        self._place = {note.page: place for place, note in enumerate(self.notes)}
        self._rows: dict[int, list[PassageRow]] = {}

    def rows(self, note: int) -> list[PassageRow]:
        """Return the turns of a note in their order."""
        if note not in self._rows:
            self._rows[note] = self._reader.passages(pages=[self.notes[note].page])
        return self._rows[note]

    def row(self, spot: Spot) -> PassageRow:
        return self.rows(spot.note)[spot.position]

    def spot(self, row: PassageRow) -> Spot:
        """Return where a turn of these notes stands."""
        note = self._place[row.page]
        return Spot(note, row.id - self.rows(note)[0].id)

    def following(self, spot: Spot) -> Spot | None:
        """Return the spot of the next turn, which may be the first one of another note; None at the end of a talk."""
        note, position = spot
        if position + 1 < len(self.rows(note)):
            return Spot(note, position + 1)
        goes_on = note + 1 < len(self.notes) and _goes_on(self.notes[note], self.notes[note + 1])
        return Spot(note + 1, 0) if goes_on and self.rows(note + 1) else None

    def preceding(self, spot: Spot) -> Spot | None:
        """Return the spot of the turn before; None at the beginning of a talk."""
        note, position = spot
        if position:
            return Spot(note, position - 1)
        went_on = note > 0 and _goes_on(self.notes[note - 1], self.notes[note])
        return Spot(note - 1, len(self.rows(note - 1)) - 1) if went_on and self.rows(note - 1) else None


def moments(note: SessionNote, rows: Iterable[PassageRow]) -> list[tuple[Moment, Turn]]:
    """Return when each turn of a note was said: one without a time was said after what stands above it.

    A note whose date is none is older than all others.
    """
    found, time = [], ""
    for row in rows:
        turn = parse_turn(row.text)
        time = turn.time or time
        found.append(((note.date, time, note.part, row.id, note.path), turn))
    return found


def _goes_on(before: SessionNote, note: SessionNote) -> bool:
    """Return whether a note is the next one of a session: a further part of a day, or the first of the day behind."""
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
