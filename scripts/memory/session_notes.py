"""The notes that hold what was said: one for each date and session, and a further one when it is full.

A note is only ever added to at its end.  What it costs to write and index one turn depends on that note alone, so the
ten thousandth turn costs what the hundredth did.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError
from ..index_store.port import IndexReader
from ..pages.page_facts import text_value
from ..text.names import normalize_name
from ..text.word_lists import word_lists

if TYPE_CHECKING:
    from ..store.workspace import Workspace

TURNS = 100
"""Turns of a note, after which the next one is begun."""
BYTES = 64_000
"""The same by size."""
NEAR = 3
"""Sessions named where the one that is wanted is none."""


class SessionNote(NamedTuple):
    """One note of conversation, ours or a person's."""

    path: str
    id: str
    """Of its node: what a link to it says."""
    title: str
    date: str
    """YYYY-MM-DD; "" where the note does not tell."""
    session: str
    """"" for the one that was not named."""
    part: int
    passages: int = 0
    """How many it has, in the store of the writing verbs."""
    page: int = 0
    """Its id in the index."""
    language: str = ""


def session_notes(ws: Workspace, *, date: str = "") -> Iterator[SessionNote]:
    """The notes of the vault that hold conversations, by path; date: those of this day (YYYY-MM-DD), ours alone."""
    query = """SELECT f.path, n.name, p.title, p.facts, p.passage_count FROM pages p
               JOIN files f ON f.id = p.id JOIN nodes n ON n.id = p.node WHERE p.category = 'sessions'"""
    arguments: list[str] = []
    ours = ws.path_in("sessions", date)[: -len(".md")]
    if date:
        # A note that a person has renamed still says its day.
        query, arguments = query + " AND (f.path GLOB ? OR instr(p.facts, ?))", [ours + "*", date]
    for path, id_, title, facts, passages in ws.index.connection().execute(query + " ORDER BY f.path", arguments):
        values = json.loads(facts)["properties"]
        day = day_of(values)
        if date and (day != date or not (path.startswith(ours) or text_value(values, "type") == "session")):
            continue
        yield SessionNote(path, id_, title, day, text_value(values, "session"), _part(values), passages)


def all_notes(reader: IndexReader) -> list[SessionNote]:
    """Return the notes of the vault that hold conversations, by path."""
    return [
        SessionNote(
            page.path,
            page.node,
            page.title,
            day_of(dict(page.properties)),
            text_value(dict(page.properties), "session"),
            _part(dict(page.properties)),
            page=page.id,
            language=page.language,
        )
        for page in reader.pages(category="sessions")
    ]


def notes_within(reader: IndexReader, *, session: str, since: str, until: str) -> list[SessionNote]:
    """Return the notes of a session, "" for all, of these days and those between (YYYY-MM-DD; "" for no end).

    Raises UsageError for a session that is none.
    """
    there = all_notes(reader)
    key = normalize_name(session)
    if key and there:
        named = {normalize_name(note.session): note.session for note in there}
        if key not in named:
            raise _no_session(session, named)
        there = [note for note in there if normalize_name(note.session) == key]
    # A note whose date is none is of no day.
    return [note for note in there if since <= note.date and (not until or "" < note.date <= until)]


def _no_session(name: str, named: dict[str, str]) -> UsageError:
    """named: sessions by their keys."""
    from difflib import get_close_matches

    keys = sorted(filter(None, named))
    near = get_close_matches(normalize_name(name), keys, NEAR, 0.5)
    some = ", ".join(repr(named[key]) for key in near or keys[:NEAR])
    hint = f"did you mean {some}?" if near else f"there is {some}" if some else "leave it out: no session has a name"
    return UsageError(f"no session is called {name!r}", hint=hint)


def day_of(values: dict[str, Any]) -> str:
    """The date of a note as its properties tell it; "" where what they tell is none."""
    days = [text_value(values, name)[:10] for name in ("date", "created", "updated")]
    return next(filter(is_date, days), "")


def is_date(text: str) -> bool:
    """Whether a text is YYYY-MM-DD."""
    parts = text.split("-")
    if [len(part) for part in parts] != [4, 2, 2] or not all(part.isdigit() and part.isascii() for part in parts):
        return False
    # Days are not counted by month: one too many is a date between two others.
    return 1 <= int(parts[1]) <= 12 and 1 <= int(parts[2]) <= 31


def _part(values: dict[str, Any]) -> int:
    part = values.get("part")
    return part if isinstance(part, int) else 1


def note_title(date: str, session: str, part: int) -> str:
    """What a note is called: never a date alone, which is the name of a person's daily note in Obsidian."""
    name = session if any(map(str.isalnum, session)) else f"session {session}".rstrip()
    return f"{date} {name}" + (f" part {part}" if part > 1 else "")


def note_head(title: str, *, date: str, session: str, part: int) -> str:
    """The properties of a new note, and its date in words as its heading: a question names a month, not a number."""
    from ..pages.rendering import escape, property_text
    from ..pages.yaml.yaml_format import format_properties

    values: dict[str, str | int | list[str]] = {"title": property_text(title), "tags": ["session"], "type": "session"}
    values["date"] = date
    if session:
        values["session"] = property_text(session)
    if part > 1:
        values["part"] = part
    head = format_properties(values | {"created": date, "updated": date})
    return f"{head}# {written_day(date)}{', ' + escape(session) if session else ''}\n\n"


def written_day(date: str) -> str:
    """A date in words: `12 March 2026`."""
    year, month, day = date.split("-")
    return f"{int(day)} {word_lists('en').months[int(month) - 1][0].capitalize()} {year}"
