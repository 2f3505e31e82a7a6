"""Session notes of what was said in the past, as clients of agents keep it: see stores.py.

A note names its client, its project and the file it comes from; the block id of a turn has the line in that file
(`t120-3f9c1e`), and so a session that grew costs what it grew by: what stands above the last line is there.
What people said in them and is worth keeping is found without a model: offered, never made a claim.
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
    copy: WorkingCopy, reader: IndexReader, sessions: Iterable[ClientSession], *, projects: Sequence[str], now: str
) -> Plan[SessionsReceipt]:
    """Add what is new of past sessions to the notes of the days on which it was said.

    projects: folders, whose sessions and those of folders below are read, or EVERY; an export was named itself.
    now: the local time, for what has none.  Secrets are replaced before anything is kept.
    """
    notes = _notes_read(reader)
    last = _last_lines(reader, notes)
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
        if not new:
            known += 1
            continue
        count = counted.setdefault((session.client, session.folder), Counter())
        count["sessions"] += 1
        own = [note for note in notes if note.origin == session.origin]
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


def _notes_read(reader: IndexReader) -> list[SessionNote]:
    """Return the notes of past sessions, by path."""
    return [note for note in session_notes(reader) if note.origin]


def _last_lines(reader: IndexReader, notes: Iterable[SessionNote]) -> dict[str, int]:
    """Return of each file that was read before the last line that is kept."""
    last: dict[str, int] = {}
    for note in notes:
        lines = [int(line[1]) for row in reader.passages(pages=[note.page]) if (line := _LINE.match(row.block))]
        last[note.origin] = max(last.get(note.origin, 0), *lines, 0)
    return last


def _is_below(folder: str, wanted: str) -> bool:
    folder = os.path.realpath(folder)
    return folder == wanted or folder.startswith(wanted.rstrip(os.sep) + os.sep)


def _name(session: ClientSession) -> str:
    """Return what a session is called: client, project or title, and the end of its id; its beginning is a date."""
    parts = (session.client, os.path.basename(session.folder) or session.title, session.id[-8:])
    return property_value(redact(" ".join(filter(None, parts)), is_strict=True))


def _properties(session: ClientSession) -> dict[str, str]:
    project = os.path.basename(session.folder.rstrip("/\\"))
    values = {"client": session.client, "project": project, "folder": session.folder, "origin": session.origin}
    return {name: property_value(redact(value, is_strict=True)) for name, value in values.items() if value}


NOTES = 20
"""Notes that are looked through: what is older was not missed."""

MOST_RECALLED = 5
"""Turns of which it is looked what in them was rejected."""

RARE = 10
"""Sections in which a word may stand that tells what a command or an edit is about."""
LENGTH = 4
"""Letters of such a word: a shorter one is a file's ending, or an option."""

MOST_LOOKED_AT, LONGEST = 2000, 300
"""Characters of a turn, and of a sentence that may be kept: what is longer was pasted."""

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
"""How people say it in English; of a sentence of two kinds the first counts."""


class Offer(NamedTuple):
    """Something that a person said in a past session and that may be worth keeping: to be confirmed, never a claim."""

    link: str
    """`page#^block`."""
    kind: str
    text: str
    """The sentence."""


def offers(reader: IndexReader, marked: Collection[str], *, most: int) -> list[Offer]:
    """Return what of past sessions is worth keeping and nobody has kept or marked yet, the newest first.

    marked: links that were marked as useful or misleading: what was looked at is not offered again.
    """
    found: list[Offer] = []
    notes = sorted(_notes_read(reader), key=lambda note: (note.date, note.path), reverse=True)
    for note in notes[:NOTES]:
        cited = {link.link.partition("#^")[2].lower() for link in reader.links(targets=[note.path])}
        for row in reversed(reader.passages(pages=[note.page])):
            link = f"{note.node}#^{row.block}"
            turn = parse_turn(row.text)
            if turn.speaker != PERSON or row.block.lower() in cited or link in marked:
                continue
            found += [Offer(link, *kept) for kept in worth_keeping(turn.text)][:1]
        if len(found) >= most:
            break
    return found[:most]


def rejections(reader: IndexReader, text: str) -> list[str]:
    """Return what was rejected in a past talk in a sentence that shares a rare word with a command or edit."""
    found = find_turns(reader, text, Wanted(MOST_RECALLED), now="")
    rare = (
        {term.term for term in found.query.terms if 0 < term.sections <= RARE and len(term.text) >= LENGTH}
        if found.query
        else set()
    )
    kept = ((hit, *each) for hit in found.hits for each in worth_keeping(hit.text))
    return [
        f'"{sentence}" ({hit.date})'
        for hit, kind, sentence in kept
        if kind == "rejected" and found.query and not rare.isdisjoint(analyze(sentence, found.query.language))
    ]


def worth_keeping(text: str) -> Iterator[tuple[str, str]]:
    """Give what sentences of a text do (decide, reject, wish, promise, correct), and the sentences."""
    for sentence in sentences(text[:MOST_LOOKED_AT]):
        sentence = " ".join(sentence.split())
        if len(sentence) <= LONGEST and not sentence.endswith("?"):
            yield from ((kind, sentence) for kind, pattern in KINDS.items() if pattern.search(sentence))
