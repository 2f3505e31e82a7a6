"""Session notes of past conversations, as the clients of agents store them: see stores.py.

A note names its client, its project and its file; the block id of a turn has the line in that file (`t120-3f9c1e`), so
only lines after the last known one are read.  Sentences of people that are worth keeping are found without a model:
they are offered, never made a claim.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..text.analyzer import analyze
from ..text.hygiene import redact
from ..text.sentences import sentences
from ..text.templates import property_value
from ..text.turns import Turn, clean_speaker, parse_turn
from ..wiki_store.working_copy import Plan, WorkingCopy
from .recalling import Wanted, find_turns
from .remembering import SessionNote, SessionWriter, session_notes, turns_of
from .stores import PERSON, ClientSession, Spoken

EVERY = "all"
"""The value that allows to read every project."""

_LINE = re.compile(r"t(\d+)-")


class ProjectRead(NamedTuple):
    """How much was read, or would be, of the sessions of one client in one project."""

    client: str
    project: str
    """"" if unknown."""
    sessions: int
    turns: int
    characters: int
    secrets: int
    """Turns in which a secret was replaced."""


class SessionsReceipt(NamedTuple):
    """The result of reading past sessions."""

    read: tuple[ProjectRead, ...]
    """The new parts, by client and project."""
    known: int
    """Sessions without anything new."""
    notes: tuple[str, ...]
    """Paths of the new notes."""
    not_named: tuple[str, ...] = ()
    """Projects with sessions that were not named."""


def plan_sessions(
    copy: WorkingCopy, reader: IndexReader, sessions: Iterable[ClientSession], *, projects: Sequence[str], now: str
) -> Plan[SessionsReceipt]:
    """Add the new turns of past sessions to the notes of their days.

    projects: folders whose sessions are read, with the folders below, or EVERY; exports are read in any case.
    now: the local time, for turns without a time.  Secrets are replaced before anything is stored.
    """
    notes = _past_notes(reader)
    last_lines = _last_lines(reader, notes)
    wanted = [os.path.realpath(os.path.expanduser(project)) for project in projects]
    counted: dict[tuple[str, str], Counter[str]] = {}
    begun: list[str] = []
    known, left = 0, set()
    for session in sessions:
        is_named = any(session.folder and _is_below(session.folder, folder) for folder in wanted)
        if not (is_named or session.is_export or EVERY in projects):
            left.add(session.folder or f"none ({session.client})")
            continue
        new = [spoken for spoken in session.spoken if spoken.line > last_lines.get(session.origin, 0)]
        if not new:
            known += 1
            continue
        count = counted.setdefault((session.client, session.folder), Counter())
        count["sessions"] += 1
        own = [note for note in notes if note.origin == session.origin]
        for day, of_day in groupby(new, key=lambda spoken: spoken.moment[:10] or now[:10]):
            name, properties = _session_name(session), _properties(session)
            writer = SessionWriter(copy, reader, name, day, notes=own, properties=properties)
            for spoken in of_day:
                _add_spoken(writer, spoken, count)
            begun += writer.begun
    read = tuple(
        ProjectRead(client, project, *(count[name] for name in ("sessions", "turns", "characters", "secrets")))
        for (client, project), count in sorted(counted.items())
    )
    receipt = SessionsReceipt(read, known, tuple(begun), tuple(sorted(left)))
    note = f"{sum(part.turns for part in read)} turns of {sum(part.sessions for part in read)} sessions"
    return Plan(receipt, note, is_in_log=bool(read))


def _add_spoken(writer: SessionWriter, spoken: Spoken, count: Counter[str]) -> None:
    text = redact(spoken.text, is_strict=True)
    count["secrets"] += text != spoken.text
    for part in turns_of(text, spoken.who):
        turn = Turn(clean_speaker(spoken.who), spoken.moment[11:16], part.text.strip())
        writer.add(turn, (), again=True, line=spoken.line)
        count["turns"] += 1
        count["characters"] += len(part.text)


def _past_notes(reader: IndexReader) -> list[SessionNote]:
    return [note for note in session_notes(reader) if note.origin]


def _last_lines(reader: IndexReader, notes: Iterable[SessionNote]) -> dict[str, int]:
    """Map each file that was read before to its last stored line."""
    last: dict[str, int] = {}
    for note in notes:
        lines = [int(line[1]) for row in reader.passages(pages=[note.page]) if (line := _LINE.match(row.block))]
        last[note.origin] = max(last.get(note.origin, 0), *lines, 0)
    return last


def _is_below(folder: str, wanted: str) -> bool:
    folder = os.path.realpath(folder)
    return folder == wanted or folder.startswith(wanted.rstrip(os.sep) + os.sep)


def _session_name(session: ClientSession) -> str:
    """Return the name of a session: client, project or title, and the end of its id, which begins with a date."""
    parts = (session.client, os.path.basename(session.folder) or session.title, session.id[-8:])
    return property_value(redact(" ".join(filter(None, parts)), is_strict=True))


def _properties(session: ClientSession) -> dict[str, str]:
    project = os.path.basename(session.folder.rstrip("/\\"))
    values = {"client": session.client, "project": project, "folder": session.folder, "origin": session.origin}
    return {name: property_value(redact(value, is_strict=True)) for name, value in values.items() if value}


NOTES = 20
"""Newest notes that are searched for offers: nobody missed older ones."""

MOST_RECALLED = 5
"""Turns that are searched for rejections."""

RARE = 10
"""Most sections in which a word may occur to count as the subject of a command or an edit."""
LENGTH = 4
"""Fewest letters of such a word: a shorter one is a file's ending, or an option."""

MOST_LOOKED_AT, LONGEST = 2000, 300
"""Most characters of a turn that are searched, and of a sentence that is offered: longer ones are pasted."""

KINDS = {
    kind: re.compile(rf"(?i)\b(?:{'|'.join(words)})\b")
    for kind, words in {
        "correction": (
            "no, (?:not|we|it|that|the)",
            "that(?:'s| is) (?:wrong|not right)",
            "actually, (?:we|it|no|use)",
        ),
        "rejected": ("tried", "(?:did|does)(?:n't| not) work", "rejected?", "reverted", "gave up on", "no longer"),
        "decision": (
            "we(?:'ll| will)? use",
            "let(?:'s| us) (?:not|use|keep|go with)",
            "from now on",
            "decided",
            "agreed",
        ),
        "preference": ("I (?:prefer|don't (?:want|like)|want you to)", "(?:please )?(?:always|never)"),
        "promise": (
            "I(?:'ll| will) (?!see|be)",
            "remind me",
            "by (?:tomorrow|monday|tuesday|wednesday|thursday|friday)",
        ),
    }.items()
}
"""Patterns of English sentences for each kind; the first kind that matches counts."""


class Offer(NamedTuple):
    """Something that a person said in a past session and that may be worth keeping: to be confirmed, never a claim."""

    link: str
    """`page#^block`."""
    kind: str
    text: str
    """The sentence."""


def offers(reader: IndexReader, marked: Collection[str], *, most: int) -> list[Offer]:
    """Return the sentences of past sessions that are worth keeping and not yet cited or marked, the newest first.

    marked: links that were marked as useful or misleading, and are not offered again.
    """
    found: list[Offer] = []
    notes = sorted(_past_notes(reader), key=lambda note: (note.date, note.path), reverse=True)
    for note in notes[:NOTES]:
        cited = {link.link.partition("#^")[2].lower() for link in reader.links(targets=[note.path])}
        for row in reversed(reader.passages(pages=[note.page])):
            link = f"{note.node}#^{row.block}"
            turn = parse_turn(row.text)
            if turn.speaker != PERSON or row.block.lower() in cited or link in marked:
                continue
            found += [Offer(link, *pair) for pair in worth_keeping(turn.text)][:1]
        if len(found) >= most:
            break
    return found[:most]


def rejections(reader: IndexReader, text: str) -> list[str]:
    """Return the rejections in past conversations that share a rare word with a command or edit."""
    found = find_turns(reader, text, Wanted(MOST_RECALLED), now="")
    rare = (
        {term.term for term in found.query.terms if 0 < term.sections <= RARE and len(term.text) >= LENGTH}
        if found.query
        else set()
    )
    candidates = ((hit, *pair) for hit in found.hits for pair in worth_keeping(hit.text))
    return [
        f'"{sentence}" ({hit.date})'
        for hit, kind, sentence in candidates
        if kind == "rejected" and found.query and not rare.isdisjoint(analyze(sentence, found.query.language))
    ]


def worth_keeping(text: str) -> Iterator[tuple[str, str]]:
    """Yield the kind (decision, rejection, preference, promise, correction) and the text of such sentences."""
    for sentence in sentences(text[:MOST_LOOKED_AT]):
        sentence = " ".join(sentence.split())
        if len(sentence) <= LONGEST and not sentence.endswith("?"):
            yield from ((kind, sentence) for kind, pattern in KINDS.items() if pattern.search(sentence))
