"""Keeping what was said: turns appended to the session note of the day, each with a block id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..clock import local_time
from ..errors import DataError, UsageError
from ..pages.hygiene import inspect_names, inspect_text
from ..pages.rendering import property_text
from ..pages.text.names import normalize_name
from ..text.secrets import redact
from ..pages.turns import Turn, clean_speaker, clean_turn, format_turn, parse_turn, turn_id
from ..store.operations import Change
from .session_notes import BYTES, TURNS, SessionNote, note_head, note_title, session_notes

if TYPE_CHECKING:
    from ..pages.hygiene import Finding
    from ..pages.model import PassageRow
    from ..store.workspace import Plan, Workspace

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
    ws: Workspace,
    said: Sequence[Said],
    *,
    session: str = "",
    secrets: str = REFUSE,
    again: bool = False,
    date: str = "",
) -> Plan:
    """The session notes with these turns added, in their order.

    The same words of the same speaker are kept once for a session and day, so that repeating a call changes nothing;
    as often as they are given where they are given several times.  again: they are kept anew.
    date: when it was said, a day or a moment (days.py), in place of now; at another moment it was said again.
    Only the beginning of a note is logged; each call is an operation that can be undone.
    Raises UsageError for a turn without words, DataError for one that is a document.
    """
    if secrets not in (REFUSE, REDACT, KEEP):
        raise UsageError(f"secrets cannot be {secrets!r}", hint=f"one of {REFUSE}, {REDACT}, {KEEP}")
    kept = redact if secrets == REDACT else str
    # Whoever is told that a secret is refused is not told the secret.
    told = str if secrets == KEEP else redact
    named, session = session, property_text(told(session))
    day, _, time = local_time(ws.clock)[: len("2026-03-12T10:42")].partition("T")
    if date:
        from .days import read_moment

        day, time = read_moment(date, day)
    writing = _Notes(ws, session, day, at=time if date else "", is_single=len(said) == 1)
    receipts = []
    for each in said:
        text = clean_turn(each.text)
        if not text.strip():
            raise UsageError("there is nothing to remember", hint='say it in words, e.g. remember "we use Postgres"')
        if len(text) > MAX_TURN:
            raise DataError(f"{len(text)} characters are a document, not a turn", hint="register it with `add`")
        beside = {"session": named, "speaker": each.speaker, "tag": "\n".join(each.tags)}
        findings = (*inspect_names(beside), *inspect_text(text))
        if secrets == REFUSE and any(finding.rule == "secret" for finding in findings):
            receipts.append(TurnReceipt("refused", "", "", told(each.speaker), findings))
            continue
        text, tags = kept(text), " ".join("#" + _tag(kept(tag)) for tag in each.tags)
        turn = Turn(clean_speaker(kept(each.speaker)) or "agent", time, f"{text}\n{tags}" if tags else text)
        receipts.append(writing.add(turn, findings, again=again))
    begun = [note.id for note in writing.begun]
    return (
        writing.changes(),
        f"begun: {', '.join(begun)}" if begun else "",
        RememberReceipt(writing.session, day, tuple(receipts)),
    )


def turns_of(text: str, speaker: str) -> list[Said]:
    """What was said as turns that can be kept: none for no words, several for what is too long for one.

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
    """A tag as Obsidian reads it: letters, digits, `_`, `-` and `/`, not of digits alone."""
    tag = "".join(sign if sign.isalnum() or sign in "_-/" else "-" for sign in text.strip().removeprefix("#")).strip(
        "-/"
    )
    if not tag:
        raise UsageError(f"no tag: {text!r}", hint="a tag has letters")
    return tag + "_" if tag.isdigit() else tag


def _is_same(name: str, other: str) -> bool:
    """Whether two spellings are of one session or speaker."""
    return normalize_name(name) == normalize_name(other)


class _Draft:
    """A note as it will be: what is there, and the turns to add."""

    def __init__(self, note: SessionNote, before: bytes | None, opening: str) -> None:
        self.note, self.before, self.opening = note, before, opening
        self.written: list[str] = []
        self.size, self.turns = len(before or b"") + len(opening), note.passages

    @property
    def is_full(self) -> bool:
        return self.turns >= TURNS or self.size >= BYTES

    def append(self, written: str) -> None:
        self.written.append(written)
        self.size, self.turns = self.size + len(written.encode("utf-8")), self.turns + 1

    def change(self) -> Change:
        added = self.opening + "\n".join(self.written)
        if b"\r\n" in (self.before or b""):
            # In a note with a person's line breaks ours are like them.
            added = added.replace("\n", "\r\n")
        return Change(self.note.path, self.before, (self.before or b"") + added.encode("utf-8"))


class _Notes:
    """The notes of one session and day."""

    def __init__(self, ws: Workspace, session: str, date: str, *, at: str, is_single: bool) -> None:
        """at: the time that the call names; what was said at another is not it.  is_single: a call of one turn."""
        self._at, self._is_single = at, is_single
        found = [note for note in session_notes(ws, date=date) if _is_same(note.session, session)]
        self._there = sorted(found, key=lambda note: (note.part, note.path))
        self.session = self._there[-1].session if self._there else session
        """As the day's notes spell it."""
        self._ws, self._date = ws, date
        self._drafts: list[_Draft] = []
        self._met, self._added = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        """How often this call has each turn, and how often it adds it."""
        self._blocks: set[str] = set()
        """Ids of what this call adds."""
        self.begun: list[SessionNote] = []

    def changes(self) -> list[Change]:
        return [draft.change() for draft in self._drafts if draft.written]

    def add(self, turn: Turn, findings: tuple[Finding, ...], *, again: bool) -> TurnReceipt:
        """Add a turn, unless it is there; again: in any case.

        What is said several times in one call is there where it stands as many times: else a second `yes` to another
        question would be lost.  Of what is said once, the last place is told.
        """
        words = (normalize_name(turn.speaker), turn.text)
        self._met[words] += 1
        there = self._standing(turn)
        same = [each for each in there if not self._at or parse_turn(each[2].text).time == self._at]
        if self._met[words] <= len(same) and not again:
            block, note, row = same[-1 if self._is_single else self._met[words] - 1]
            later = sum(other.passages for other in self._there[self._there.index(note) :]) - row.ordinal - 1
            time = parse_turn(row.text).time
            return TurnReceipt("known", f"{note.id}#^{block}", note.path, turn.speaker, findings, time, later)
        self._added[words] += 1
        block, _ = self._block(turn, len(there) + self._added[words])
        draft = self._draft()
        draft.append(format_turn(turn, block))
        self._blocks.add(block)
        return TurnReceipt("new", f"{draft.note.id}#^{block}", draft.note.path, turn.speaker, findings)

    def _standing(self, turn: Turn) -> list[tuple[str, SessionNote, PassageRow]]:
        """Where the words of a turn stood before this call, each time they were said."""
        found: list[tuple[str, SessionNote, PassageRow]] = []
        while True:
            block, place = self._block(turn, len(found) + 1)
            if place is None:
                return found
            found.append((block, *place))

    def _block(self, turn: Turn, time: int) -> tuple[str, tuple[SessionNote, PassageRow] | None]:
        """The block id of what is said for the how many-th time, and where it stands; None where it does not yet."""
        for length in range(6, 65):
            block = turn_id(self.session, turn.speaker, turn.text, time=time, length=length)
            place = self._find(block)
            if place is None and block not in self._blocks:
                break
            said = parse_turn(place[1].text) if place else Turn("", "", "")
            if place and said.text == turn.text and _is_same(said.speaker, turn.speaker):
                return block, place
        return block, None

    def _find(self, block: str) -> tuple[SessionNote, PassageRow] | None:
        for note in self._there:
            row = self._ws.reader.passage_at(note.id, block)
            if row is not None:
                return note, row
        return None

    def _draft(self) -> _Draft:
        """The note to add to."""
        if not self._drafts:
            last = self._last()
            if last is not None:
                self._drafts.append(last)
        if not self._drafts or self._drafts[-1].is_full:
            self._drafts.append(self._new())
        return self._drafts[-1]

    def _last(self) -> _Draft | None:
        """The last note that is there; None where it cannot be written or ends in what would swallow a turn."""
        from ..pages.markdown.sections import leaves_open
        from ..store.sound_pages import refuse_unsound

        if not self._there:
            return None
        note = self._there[-1]
        file, data = self._ws.vault.read(note.path), self._ws.before(note.path)
        if data is None or not file.is_utf8 or leaves_open(file.text):
            return None
        refuse_unsound(note.path, file.text)
        end = file.text.replace("\r\n", "\n")
        return _Draft(note, data, "" if end.endswith("\n\n") else "\n" if end.endswith("\n") else "\n\n")

    def _new(self) -> _Draft:
        part = max((note.part for note in [*self._there, *self.begun]), default=0) + 1
        title = note_title(self._date, self.session, part)
        taken = frozenset(note.id for note in self.begun)
        path = self._ws.new_path("sessions", title, taken=taken, suffix="session")
        note = SessionNote(path, path.rpartition("/")[2][:-3], title, self._date, self.session, part)
        self.begun.append(note)
        return _Draft(note, None, note_head(title, date=self._date, session=self.session, part=part))
