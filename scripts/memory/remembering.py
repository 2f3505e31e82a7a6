"""Keeping what was said: turns appended to the session note of the day, each with a block id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import DataError, UsageError
from ..named_tuple import NamedTuple
from ..pages.hygiene import inspect_names, inspect_text, redact
from ..pages.names import normalize_name
from ..pages.rendering import property_text
from ..pages.turns import Turn, clean_speaker, clean_turn, format_turn, parse_turn, turn_id
from ..store.operations import Change
from .session_notes import BYTES, TURNS, SessionNote, note_head, note_title, session_notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..pages.hygiene import Finding
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


class Kept(NamedTuple):
    """What became of it."""

    state: str
    """new, known (the same words of the same speaker in this session, on this day), or refused."""
    link: str
    """`page#^block`; "" where it was refused."""
    path: str
    speaker: str
    findings: tuple[Finding, ...]


class RememberReceipt(NamedTuple):
    session: str
    date: str
    turns: tuple[Kept, ...]


def plan_turns(ws: Workspace, said: Sequence[Said], *, session: str = "", secrets: str = REFUSE) -> Plan:
    """The session notes with these turns added, in their order.

    The same words of the same speaker are kept once for a session and day, so that repeating a call changes nothing.
    Only the beginning of a note is logged; each call is an operation that can be undone.
    Raises UsageError for a turn without words, DataError for one that is a document.
    """
    if secrets not in (REFUSE, REDACT, KEEP):
        raise UsageError(f"secrets cannot be {secrets!r}", hint=f"one of {REFUSE}, {REDACT}, {KEEP}")
    kept = redact if secrets == REDACT else str
    # Whoever is told that a secret is refused is not told the secret.
    told = str if secrets == KEEP else redact
    named, session = session, property_text(told(session))
    now = ws.clock()
    writing = _Notes(ws, session, now[:10])
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
            receipts.append(Kept("refused", "", "", told(each.speaker), findings))
            continue
        text, tags = kept(text), " ".join("#" + _tag(kept(tag)) for tag in each.tags)
        turn = Turn(clean_speaker(kept(each.speaker)) or "agent", now[11:16], f"{text}\n{tags}" if tags else text)
        receipts.append(writing.add(turn, findings))
    begun = [note.id for note in writing.begun]
    return (
        writing.changes(),
        f"begun: {', '.join(begun)}" if begun else "",
        RememberReceipt(writing.session, now[:10], tuple(receipts)),
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

    def __init__(self, ws: Workspace, session: str, date: str) -> None:
        found = [note for note in session_notes(ws, date=date) if _is_same(note.session, session)]
        self._there = sorted(found, key=lambda note: (note.part, note.path))
        self.session = self._there[-1].session if self._there else session
        """As the day's notes spell it."""
        self._ws, self._date = ws, date
        self._drafts: list[_Draft] = []
        self._said: dict[str, tuple[_Draft, Turn]] = {}
        """The turns of this call, by block id."""
        self.begun: list[SessionNote] = []

    def changes(self) -> list[Change]:
        return [draft.change() for draft in self._drafts if draft.written]

    def add(self, turn: Turn, findings: tuple[Finding, ...]) -> Kept:
        """Add a turn, unless it is there."""
        for length in range(6, 64):
            block = turn_id(self.session, turn.speaker, turn.text, length)
            known = self._find(block)
            if known is None:
                break
            note, said = known
            if said.text == turn.text and _is_same(said.speaker, turn.speaker):
                return Kept("known", f"{note.id}#^{block}", note.path, turn.speaker, findings)
        draft = self._draft()
        draft.append(format_turn(turn, block))
        self._said[block] = draft, turn
        return Kept("new", f"{draft.note.id}#^{block}", draft.note.path, turn.speaker, findings)

    def _find(self, block: str) -> tuple[SessionNote, Turn] | None:
        """The turn with this block id, and where it is."""
        if block in self._said:
            draft, turn = self._said[block]
            return draft.note, turn
        for note in self._there:
            row = self._ws.reader.passage_at(note.id, block)
            if row is not None:
                return note, parse_turn(row.text)
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
        from ..pages.sections import leaves_open

        if not self._there:
            return None
        note = self._there[-1]
        file, data = self._ws.vault.read(note.path), self._ws.before(note.path)
        if data is None or not file.is_utf8 or leaves_open(file.text):
            return None
        end = file.text.replace("\r\n", "\n")
        return _Draft(note, data, "" if end.endswith("\n\n") else "\n" if end.endswith("\n") else "\n\n")

    def _new(self) -> _Draft:
        part = max((note.part for note in [*self._there, *self.begun]), default=0) + 1
        title = note_title(self._date, self.session, part)
        taken = frozenset(note.id for note in self.begun)
        path = self._ws.new_path("sessions", title, taken=taken, suffix="session")
        note = SessionNote(path, path.rpartition("/")[2][:-3], title, self._date, self.session, part, 0, 0)
        self.begun.append(note)
        return _Draft(note, None, note_head(title, date=self._date, session=self.session, part=part))
