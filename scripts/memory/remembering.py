"""Keeping what was said: turns appended to the session note of the day, each with a block id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import DataError, UsageError
from ..index_store.port import IndexReader
from ..look.lookup import linked_as
from ..model import PassageRow
from ..text.editing import leaves_open
from ..text.hygiene import SECRET, Finding, inspect_names, inspect_text
from ..text.names import normalize_name, stem_of
from ..text.secrets import redact
from ..text.templates import property_value
from ..text.turns import Turn, clean_speaker, clean_turn, format_turn, parse_turn, turn_id
from ..wiki_store.working_copy import Plan, WorkingCopy
from .session_notes import BYTES, TURNS, SessionNote, note_head, note_title, read_moment, session_notes

MAX_TURN = 20_000
"""Characters of a turn; what is longer is a document."""
REFUSE, REDACT, KEEP = "refuse", "redact", "keep"
"""What becomes of a turn with a secret in it, its speaker, tags or session, as in `add`."""


class Said(NamedTuple):
    """What is to be remembered."""

    text: str
    speaker: str = "agent"
    tags: tuple[str, ...] = ()


class TurnReceipt(NamedTuple):
    """What became of it."""

    state: str
    """new, known (the same words of the same speaker in this session, on this day), or refused."""
    link: str
    """`page#^block`; "" where it was refused."""
    path: str
    speaker: str
    findings: tuple[Finding, ...]
    time: str = ""
    """When what is known was said, HH:MM."""
    later: int = 0
    """Turns of the session and day that stand behind what is known."""


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

    The same words of the same speaker are kept once for a session and day, so that repeating a call changes nothing;
    as often as they are given where they are given several times.  again: they are kept anew.
    now: the local time, YYYY-MM-DDTHH:MM.  date: when it was said (read_moment), in place of now; at another moment it
    was said again.  Only the beginning of a note is logged; each call is an operation that can be undone.
    Raises UsageError for a turn without words, DataError for one that is a document.
    """
    if secrets not in (REFUSE, REDACT, KEEP):
        raise UsageError(f"secrets cannot be {secrets!r}", hint=f"one of {REFUSE}, {REDACT}, {KEEP}")
    kept = redact if secrets == REDACT else str
    # Whoever is told that a secret is refused is not told the secret.
    reported = str if secrets == KEEP else redact
    named, session = session, property_value(reported(session))
    day, time = read_moment(date, now) if date else (now[:10], now[11:16])
    notes = _Notes(copy, reader, session, day, at=time if date else "", is_single=len(said) == 1)
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
        text, tags = kept(text), " ".join("#" + _tag(kept(tag)) for tag in item.tags)
        turn = Turn(clean_speaker(kept(item.speaker)) or "agent", time, f"{text}\n{tags}" if tags else text)
        receipts.append(notes.add(turn, findings, again=again))
    begun = notes.write()
    receipt = RememberReceipt(notes.session, day, tuple(receipts))
    states = [receipt.state for receipt in receipts]
    # A log page with every turn of a conversation would be copied whole for each of them.
    counts = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    return Plan(receipt, f"begun: {', '.join(begun)}" if begun else counts, is_in_log=bool(begun))


def turns_of(text: str, speaker: str) -> list[Said]:
    """Return what was said as turns that can be kept: none for no words, several for what is too long for one.

    Secrets are replaced before it is cut: half of one would look like none.
    """
    rest = clean_turn(text)
    rest = redact(rest) if len(rest) > MAX_TURN else rest
    parts = []
    while rest.strip():
        # Behind the last line or word that fits.
        end = len(rest) if len(rest) <= MAX_TURN else 1 + max(rest.rfind(sign, 1, MAX_TURN) for sign in ("\n", " "))
        end = end or MAX_TURN
        if rest[:end].strip():
            parts.append(Said(rest[:end], speaker))
        rest = rest[end:]
    return parts


def _tag(text: str) -> str:
    """Return a tag as Obsidian reads it: letters, digits, `_`, `-` and `/`, not of digits alone."""
    signs = (sign if sign.isalnum() or sign in "_-/" else "-" for sign in text.strip().removeprefix("#"))
    tag = "".join(signs).strip("-/")
    if not tag:
        raise UsageError(f"no tag: {text!r}", hint="a tag has letters")
    return tag + "_" if tag.isdigit() else tag


def _is_same(name: str, other: str) -> bool:
    """Return whether two spellings are of one session or speaker."""
    return normalize_name(name) == normalize_name(other)


class _Place(NamedTuple):
    """Where a turn stands already."""

    note: int
    position: int
    row: PassageRow


class _Draft:
    """A note as it will be: what is there, and the turns to add."""

    def __init__(self, node: str, path: str, before: str, opening: str, turns: int) -> None:
        self.node, self.path, self._before, self._opening = node, path, before, opening
        self._added: list[str] = []
        self._size, self._turns = len((before + opening).encode("utf-8")), turns

    @property
    def is_full(self) -> bool:
        return self._turns >= TURNS or self._size >= BYTES

    def append(self, written: str) -> None:
        self._added.append(written)
        self._size, self._turns = self._size + len(written.encode("utf-8")), self._turns + 1

    def text(self) -> str:
        """Return the text of the note, "" where nothing is added."""
        added = self._opening + "\n".join(self._added)
        # In a note with a person's line breaks ours are like them.
        return self._before + (added.replace("\n", "\r\n") if "\r\n" in self._before else added) if self._added else ""


class _Notes:
    """The notes of one session and day, and what one call adds to them."""

    def __init__(
        self, copy: WorkingCopy, reader: IndexReader, session: str, day: str, *, at: str, is_single: bool
    ) -> None:
        """at: the time that the call names; what was said at another is not it.  is_single: a call of one turn."""
        self._copy, self._reader, self._day, self._at, self._is_single = copy, reader, day, at, is_single
        ours = (note for note in session_notes(reader) if note.is_ours and note.date == day)
        notes = (note for note in ours if _is_same(note.session, session))
        self._notes: list[SessionNote] = sorted(notes, key=lambda note: (note.part, note.path))
        self._rows = [reader.passages(pages=[note.page]) for note in self._notes]
        self._standing = {
            row.block.lower(): _Place(number, position, row)
            for number, rows in enumerate(self._rows)
            for position, row in enumerate(rows)
            if row.block
        }
        self.session = self._notes[-1].session if self._notes else session
        """As the day's notes spell it."""
        self._drafts: list[_Draft] = []
        self._begun: list[str] = []
        self._met, self._added = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        """How often this call has each turn, and how often it adds it."""
        self._blocks: set[str] = set()
        """Ids of what this call adds."""

    def add(self, turn: Turn, findings: tuple[Finding, ...], *, again: bool) -> TurnReceipt:
        """Add a turn, unless it is there; again: in any case.

        What is said several times in one call is there where it stands as many times: else a second `yes` to another
        question would be lost.  Of what is said once, the last place is told.
        """
        words = (normalize_name(turn.speaker), turn.text)
        self._met[words] += 1
        places = self._places(turn)
        same = [place for place in places if not self._at or parse_turn(place.row.text).time == self._at]
        if self._met[words] <= len(same) and not again:
            return self._known(same[-1 if self._is_single else self._met[words] - 1], turn, findings)
        self._added[words] += 1
        block, _ = self._block(turn, len(places) + self._added[words])
        draft = self._draft()
        draft.append(format_turn(turn, block))
        self._blocks.add(block)
        return TurnReceipt("new", f"{draft.node}#^{block}", draft.path, turn.speaker, findings)

    def write(self) -> list[str]:
        """Put the notes into the working copy; return the nodes of those that are new."""
        for draft in self._drafts:
            text = draft.text()
            if text:
                self._copy.put(draft.path, text)
        return self._begun

    def _known(self, place: _Place, turn: Turn, findings: tuple[Finding, ...]) -> TurnReceipt:
        note = self._notes[place.note]
        later = sum(map(len, self._rows[place.note :])) - place.position - 1
        time = parse_turn(place.row.text).time
        return TurnReceipt("known", f"{note.node}#^{place.row.block}", note.path, turn.speaker, findings, time, later)

    def _places(self, turn: Turn) -> list[_Place]:
        """Return where the words of a turn stood before this call, each time they were said."""
        places: list[_Place] = []
        while True:
            _, place = self._block(turn, len(places) + 1)
            if place is None:
                return places
            places.append(place)

    def _block(self, turn: Turn, time: int) -> tuple[str, _Place | None]:
        """Return the block id of what is said for the how many-th time, and where it stands; None where it does not."""
        block = ""
        for length in range(6, 65):
            block = turn_id(self.session, turn.speaker, turn.text, time=time, length=length)
            place = self._standing.get(block)
            if place is None and block not in self._blocks:
                break
            said = parse_turn(place.row.text) if place else Turn("", "", "")
            if place and said.text == turn.text and _is_same(said.speaker, turn.speaker):
                return block, place
        return block, None

    def _draft(self) -> _Draft:
        """Return the note to add to."""
        if not self._drafts:
            last = self._last()
            if last is not None:
                self._drafts.append(last)
        if not self._drafts or self._drafts[-1].is_full:
            self._drafts.append(self._new())
        return self._drafts[-1]

    def _last(self) -> _Draft | None:
        """Return the last note that is there; None where it cannot be written, or ends in what swallows a turn."""
        if not self._notes:
            return None
        note = self._notes[-1]
        try:
            text = self._copy.editable(note.path)
        except DataError:
            return None
        if leaves_open(text):
            return None
        self._copy.sound(note.path)
        end = text.replace("\r\n", "\n")
        opening = "" if end.endswith("\n\n") else "\n" if end.endswith("\n") else "\n\n"
        return _Draft(note.node, note.path, text, opening, len(self._rows[-1]))

    def _new(self) -> _Draft:
        part = max((note.part for note in self._notes), default=0) + len(self._begun) + 1
        title = note_title(self._day, self.session, part)
        path = self._copy.new_path("sessions", title, suffix="session", linked_as=linked_as(self._reader, title))
        head = note_head(title, date=self._day, session=self.session, part=part)
        # So that the next one gets another name.
        self._copy.put(path, head)
        self._begun.append(stem_of(path))
        return _Draft(self._begun[-1], path, "", head, 0)
