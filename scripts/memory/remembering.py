"""Session notes: conversations turn by turn, one note for each day and session and a further one when it is full.

Text is only appended to a note, so that the ten thousandth turn costs no more than the hundredth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import count
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from ..arguments import check_choice
from ..clock import in_zone, utc_of
from ..errors import DataError, UsageError
from ..index_store.port import IndexReader
from ..look.lookup import linked_as
from ..model import PassageRow
from ..text.editing import leaves_open
from ..text.escaping import first_few
from ..text.frontmatter import format_properties
from ..text.hygiene import KEEP, REDACT, REFUSE, SECRET, Finding, inspect_names, inspect_text, redact
from ..text.kept import property_text
from ..text.language import word_lists
from ..text.names import normalize_name, stem_of
from ..text.templates import escape_inline, property_value
from ..text.turns import Turn, clean_speaker, clean_turn, format_turn, parse_turn, turn_id
from ..wiki_store.working_copy import Plan, WorkingCopy

TURNS = 100
"""Most turns of a note, after which the next note begins."""
BYTES = 64_000
"""Most bytes of a note, likewise."""
_NEAR = 3
"""Sessions that an error lists for an unknown one."""
Moment = tuple[str, str, int, int, str]
"""Date, time, part of the session, place in the note, path: sorts turns by when they were said."""
MAX_TURN = 20_000
"""Most characters of a turn; a longer text is a document."""


class SessionNote(NamedTuple):
    """A note of a conversation, ours or a person's."""

    path: str
    node: str
    """The path of a link to it."""
    date: str
    """YYYY-MM-DD; "" if the note has none."""
    session: str
    """Name of the session; "" for the one without a name."""
    part: int
    page: int = 0
    """Its id in the index."""
    language: str = ""
    is_ours: bool = True
    """Its type is session; any other note in the folder is a person's, and is only read."""
    origin: str = ""
    """Path of the client's file that it was read from; "" for notes of `remember`."""


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
    """Return the notes of a session ("" for all) from one day to another (YYYY-MM-DD; "" for no limit).

    Raises UsageError for an unknown session.
    """
    notes = session_notes(reader)
    key = normalize_name(session)
    if key and notes:
        names = {normalize_name(note.session): note.session for note in notes if note.session}
        if key not in names:
            hint = (
                f"there is {first_few([*map(repr, names.values())], _NEAR)}"
                if names
                else "leave it out: no session has a name"
            )
            raise UsageError(f"no session is called {session!r}", hint=hint)
        notes = [note for note in notes if normalize_name(note.session) == key]
    # A note without a valid date is of no day.
    return [note for note in notes if since <= note.date and (not until or "" < note.date <= until)]


def _date_of(values: Mapping[str, Any]) -> str:
    for name in ("date", "created", "updated"):
        with suppress(ValueError):
            return date.fromisoformat(property_text(values, name)[:10]).isoformat()
    return ""


def read_days(text: str, now: str) -> tuple[str, str]:
    """Return the first and the last day of a text, as clock.utc_of parses it.

    now: the local time, beginning with YYYY-MM-DD.  Raises UsageError.
    """
    given, clock = " ".join(text.split()), lambda: f"{now[:10]}T00:00:00Z"
    return utc_of(given, clock)[:10], utc_of(given, clock, is_end=True)[:10]


def read_moment(text: str, now: str) -> tuple[str, str]:
    """Return the day and the time (HH:MM, "" for none) of a text; a moment in another time zone becomes local.

    Raises UsageError for an invalid day or time.
    """
    named, _, time = re.sub(r"(?<=\d)T", " ", " ".join(text.split())).partition(" ")
    day = "" if ":" in named else read_days(named, now)[0]
    try:
        # Python 3.10 does not parse Z.
        moment = datetime.fromisoformat(f"{day}T{time.replace('Z', '+00:00') or '00:00':0>5}")
    except ValueError as err:
        raise UsageError(f"no day and time: {text!r}", hint="give it as YYYY-MM-DD or YYYY-MM-DD HH:MM") from err
    written = (in_zone(moment) if moment.tzinfo else moment).isoformat()
    return written[:10], written[11:16] if time else ""


def note_title(day: str, session: str, part: int) -> str:
    """Return the title of a note: never a date alone, which is the name of a daily note in Obsidian."""
    name = session if any(map(str.isalnum, session)) else f"session {session}".rstrip()
    return f"{day} {name}" + (f" part {part}" if part > 1 else "")


def note_head(title: str, *, date: str, session: str, part: int, more: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the properties of a new note, and its heading with the date in words, since questions name months."""
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
    """Return the turns of notes in the order in which they were said; one without a time follows the turn above it.

    Notes without a date come first.
    """
    turns = []
    for note in notes:
        time = ""
        for row in reader.passages(pages=[note.page]):
            time = parse_turn(row.text).time or time
            turns.append((moment_of(note, row, time), note, row))
    return sorted(turns, key=itemgetter(0))


def moment_of(note: SessionNote, row: PassageRow, time: str) -> Moment:
    return note.date, time, note.part, row.id, note.path


def all_turns(reader: IndexReader) -> list[Turn]:
    """Return every stored turn, the oldest first."""
    return [parse_turn(row.text) for _, _, row in in_order(reader, session_notes(reader))]


class Said(NamedTuple):
    """A text to remember."""

    text: str
    speaker: str = "agent"
    tags: tuple[str, ...] = ()


class TurnReceipt(NamedTuple):
    """The result for one turn."""

    state: str
    """new, known (the same words of the same speaker in this session, on this day), or refused."""
    link: str
    """`page#^block`; "" if it was refused."""
    path: str
    speaker: str
    findings: tuple[Finding, ...]


class RememberReceipt(NamedTuple):
    session: str
    date: str
    turns: tuple[TurnReceipt, ...]


def plan_turns(
    copy: WorkingCopy,
    reader: IndexReader,
    said: Sequence[Said],
    *,
    now: str,
    session: str = "",
    secrets: str = REFUSE,
    again: bool = False,
    date: str = "",
) -> Plan[RememberReceipt]:
    """Add turns, in their order, to the session notes.

    Words that the speaker said before this call in the session and on the day are not stored again, so that repeating a
    call changes nothing.  again: they are stored again.
    now: the local time, YYYY-MM-DDTHH:MM.  date: when it was said (read_moment), in place of now; the same words at
    another moment are stored.  Only a new note is logged; each call is an operation that can be undone.
    Raises UsageError for a turn without words, DataError for one that is a document.
    """
    check_choice("secrets", secrets, (REFUSE, REDACT, KEEP))
    stored = redact if secrets == REDACT else str
    # The receipt of a refused secret does not contain the secret.
    reported = str if secrets == KEEP else redact
    named, session = session, property_value(reported(session))
    day, time = read_moment(date, now) if date else (now[:10], now[11:16])
    notes = SessionWriter(copy, reader, session, day, at=time if date else "")
    receipts = []
    for item in said:
        text = clean_turn(item.text)
        if not text.strip():
            raise UsageError("there is nothing to remember", hint='say it in words, e.g. remember "we use Postgres"')
        if len(text) > MAX_TURN:
            raise DataError(f"{len(text)} characters are a document, not a turn", hint="register it with `add`")
        beside = {"session": named, "speaker": item.speaker, "tag": "\n".join(item.tags)}
        findings = (*inspect_names(beside), *inspect_text(text))
        if secrets == REFUSE and any(finding.rule == SECRET for finding in findings):
            receipts.append(TurnReceipt("refused", "", "", reported(item.speaker), findings))
            continue
        text, tags = stored(text), " ".join("#" + _tag(stored(tag)) for tag in item.tags)
        turn = Turn(clean_speaker(stored(item.speaker)) or "agent", time, f"{text}\n{tags}" if tags else text)
        receipts.append(notes.add(turn, findings, again=again))
    receipt = RememberReceipt(notes.session, day, tuple(receipts))
    states = [receipt.state for receipt in receipts]
    # If every turn were logged, each would copy the whole log.
    counts = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    return Plan(receipt, f"begun: {', '.join(notes.begun)}" if notes.begun else counts, is_in_log=bool(notes.begun))


def turns_of(text: str, speaker: str) -> list[Said]:
    """Return a text as turns: none for a text without words, several for one that is too long.

    Secrets are replaced before it is cut, since half of a secret would not be recognized.
    """
    rest = clean_turn(text)
    rest = redact(rest) if len(rest) > MAX_TURN else rest
    parts = []
    while rest.strip():
        # Behind the last line or word that fits.
        end = len(rest) if len(rest) <= MAX_TURN else 1 + max(rest.rfind(blank, 1, MAX_TURN) for blank in ("\n", " "))
        end = end or MAX_TURN
        if rest[:end].strip():
            parts.append(Said(rest[:end], speaker))
        rest = rest[end:]
    return parts


def _tag(text: str) -> str:
    """Return a tag that Obsidian accepts: letters, digits, `_`, `-` and `/`, not digits alone."""
    tag = "".join(c if c.isalnum() or c in "_-/" else "-" for c in text.strip().removeprefix("#")).strip("-/")
    if not tag:
        raise UsageError(f"no tag: {text!r}", hint="a tag has letters")
    return tag + "_" if tag.isdigit() else tag


class SessionWriter:
    """The notes of one session and day, and the turns that one call adds to them."""

    def __init__(
        self,
        copy: WorkingCopy,
        reader: IndexReader,
        session: str,
        day: str,
        *,
        at: str = "",
        notes: Sequence[SessionNote] | None = None,
        properties: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """at: the time that the call names; turns of another time are not the same.  notes: all of the vault, if they
        are known.  properties: further properties of a new note.
        """
        self._copy, self._reader, self._day, self._properties = copy, reader, day, properties
        key = normalize_name(session)
        notes = session_notes(reader) if notes is None else notes
        ours = (note for note in notes if note.is_ours and note.date == day)
        same = (note for note in ours if normalize_name(note.session) == key)
        self._notes: list[SessionNote] = sorted(same, key=lambda note: (note.part, note.path))
        self._blocks, self._said = set[str](), dict[tuple[str, str], tuple[SessionNote, str]]()
        """Ids that are taken; and for each speaker and text the last note and block before this call."""
        for note in self._notes:
            for row in reader.passages(pages=[note.page]):
                turn = parse_turn(row.text)
                self._blocks.add(row.block.lower())
                if row.block and at in ("", turn.time):
                    self._said[normalize_name(turn.speaker), turn.text] = (note, row.block)
        self.session = self._notes[-1].session if self._notes else session
        """Name of the session, as the day's notes spell it."""
        self._path, self._turns = "", 0
        """Path of the note that turns are added to, and the number of its turns."""
        self.begun: list[str] = []
        """Nodes of the new notes."""

    def add(self, turn: Turn, findings: tuple[Finding, ...], *, again: bool, line: int = 0) -> TurnReceipt:
        """Add a turn, unless it is stored already; again: in any case.  line: its line in the client's file."""
        if (known := self._said.get((normalize_name(turn.speaker), turn.text))) and not again:
            note, block = known
            return TurnReceipt("known", f"{note.node}#^{block}", note.path, turn.speaker, findings)
        ids = (turn_id(self.session, turn.speaker, turn.text, time=time) for time in count(1))
        ids = (f"t{line}-{id[1:]}" for id in ids) if line else ids
        block = next(id for id in ids if id not in self._blocks)
        path = self._open_note()
        text, written = self._copy.editable(path), format_turn(turn, block)
        end = text.replace("\r\n", "\n")
        written = ("" if end.endswith("\n\n") else "\n" if end.endswith("\n") else "\n\n") + written
        # The note keeps its kind of line breaks.
        self._copy.put(path, text + (written.replace("\n", "\r\n") if "\r\n" in text else written))
        self._turns += 1
        self._blocks.add(block)
        return TurnReceipt("new", f"{stem_of(path)}#^{block}", path, turn.speaker, findings)

    def _open_note(self) -> str:
        """Return the path of the note to add to: the last one, if it has room and no open block, or a new one."""
        last = self._notes[-1] if self._notes else None
        if not self._path and last and not leaves_open(self._copy.sound(last.path)):
            self._path, self._turns = last.path, len(self._reader.passages(pages=[last.page]))
        if self._path and self._turns < TURNS and len(self._copy.data(self._path) or b"") < BYTES:
            return self._path
        part = max((note.part for note in self._notes), default=0) + len(self.begun) + 1
        title = note_title(self._day, self.session, part)
        self._path = self._copy.new_path("sessions", title, suffix="session", linked_as=linked_as(self._reader, title))
        self._turns = 0
        head = note_head(title, date=self._day, session=self.session, part=part, more=self._properties)
        self._copy.put(self._path, head)
        self.begun.append(stem_of(self._path))
        return self._path
