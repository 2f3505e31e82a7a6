"""Session notes of what was said in the past, as clients of agents keep it: see stores.py.

A note names its client, its project and the file it comes from; the block id of a turn has the line in that file
(`t120-3f9c1e`), and so a session that grew costs what it grew by: what stands above the last line is there.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from ..errors import UsageError
from ..index_store.port import IndexReader
from ..text.hygiene import redact
from ..text.kept import property_text
from ..text.templates import property_value
from ..text.turns import Turn, clean_speaker
from ..wiki_store.working_copy import Plan, WorkingCopy
from .remembering import SessionWriter, turns_of
from .session_notes import session_notes
from .stores import Session, Spoken

EVERY = "all"
"""The word of consent: every project."""

_LINE = re.compile(r"t(\d+)-")


class ProjectRead(NamedTuple):
    """What was read, or would be, of the sessions of one client in one project."""

    client: str
    project: str
    """"" where nothing tells."""
    sessions: int
    turns: int
    characters: int
    secrets: int
    """Turns in which something was replaced."""


class SessionsReceipt(NamedTuple):
    """What became of past sessions."""

    read: tuple[ProjectRead, ...]
    """Where something is new, by client and project."""
    known: int
    """Sessions that hold nothing new."""
    notes: tuple[str, ...]
    """Paths of the notes that were begun."""
    not_named: tuple[str, ...] = ()
    """Projects that have sessions and were not named."""


def plan_sessions(
    copy: WorkingCopy, reader: IndexReader, sessions: Iterable[Session], *, projects: Sequence[str], now: str
) -> Plan[SessionsReceipt]:
    """Add what is new of past sessions to the notes of the days on which it was said.

    projects: folders, whose sessions and those of folders below are read, or EVERY; an export was named itself.
    now: the local time, for what has none.  Secrets are replaced before anything is kept.
    """
    notes = {
        page.id: origin
        for page in reader.pages(category="sessions")
        if (origin := property_text(page.properties, "origin"))
    }
    every, last = session_notes(reader), _last_lines(reader, notes)
    wanted = [os.path.realpath(os.path.expanduser(project)) for project in projects]
    counted: dict[tuple[str, str], Counter[str]] = {}
    begun: list[str] = []
    known, left = 0, set()
    for session in sessions:
        is_named = any(session.folder and _is_below(session.folder, folder) for folder in wanted)
        if not (is_named or session.is_export or EVERY in projects):
            left.add(session.folder or f"none ({session.client})")
            continue
        new = [spoken for spoken in session.spoken if spoken.line > last.get(session.origin, 0)]
        known += not new
        count = counted.setdefault((session.client, session.folder), Counter()) if new else Counter()
        count["sessions"] += 1
        own = [note for note in every if notes.get(note.page) == session.origin]
        for day, spoken in groupby(new, key=lambda said: said.moment[:10] or now[:10]):
            writer = SessionWriter(copy, reader, _name(session), day, notes=own, properties=_properties(session))
            for said in spoken:
                _add(writer, said, count)
            begun += writer.begun
    read = tuple(
        ProjectRead(client, project, *(count[name] for name in ("sessions", "turns", "characters", "secrets")))
        for (client, project), count in sorted(counted.items())
    )
    receipt = SessionsReceipt(read, known, tuple(begun), tuple(sorted(left)))
    told = f"{sum(part.turns for part in read)} turns of {sum(part.sessions for part in read)} sessions"
    return Plan(receipt, told, is_in_log=bool(read))


def _add(writer: SessionWriter, said: Spoken, count: Counter[str]) -> None:
    text = redact(said.text, is_strict=True)
    count["secrets"] += text != said.text
    for part in turns_of(text, said.who):
        writer.add(Turn(clean_speaker(said.who), said.moment[11:16], part.text.strip()), (), again=True, line=said.line)
        count["turns"] += 1
        count["characters"] += len(part.text)


def _last_lines(reader: IndexReader, notes: Mapping[int, str]) -> dict[str, int]:
    """Return of each file that was read before the last line that is kept; notes: their files."""
    last: dict[str, int] = {}
    for page, origin in notes.items():
        lines = [int(line[1]) for row in reader.passages(pages=[page]) if (line := _LINE.match(row.block))]
        last[origin] = max(last.get(origin, 0), *lines, 0)
    return last


def _is_below(folder: str, wanted: str) -> bool:
    folder = os.path.realpath(folder)
    return folder == wanted or folder.startswith(wanted.rstrip(os.sep) + os.sep)


def _name(session: Session) -> str:
    """Return what a session is called: client, project or title, and the end of its id; its beginning is a date."""
    parts = (session.client, os.path.basename(session.folder) or session.title, session.id[-8:])
    return property_value(redact(" ".join(filter(None, parts)), is_strict=True))


def _properties(session: Session) -> dict[str, str]:
    project = os.path.basename(session.folder.rstrip("/\\"))
    values = {"client": session.client, "project": project, "folder": session.folder, "origin": session.origin}
    return {name: property_value(redact(value, is_strict=True)) for name, value in values.items() if value}


def check_clients(clients: Sequence[str], known: Sequence[str]) -> None:
    """Raise UsageError for what is neither a client nor a file."""
    for client in clients:
        if client not in known and client != EVERY and not os.path.isfile(client):
            raise UsageError(
                f"no client is called {client!r}", hint=f"{', '.join(known)}, {EVERY}, or an export's file"
            )
