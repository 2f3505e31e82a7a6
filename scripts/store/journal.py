"""The append-only journal: which operation wrote what, what was asked in vain, what proved useful.

One JSON object a line in graph/journal.jsonl.  Never needed for a correct answer; undo reads it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

from ..errors import ReadOnlyError
from ..homes import parse_json
from .files import sync_folder

JOURNAL = "journal.jsonl"
_TAIL_BYTES = 1 << 18
_HEX = frozenset("0123456789abcdef")


class FileChange(NamedTuple):
    """One file of an operation: hashes of its bytes before and after; "" where there was or is no file."""

    path: str
    before: str
    after: str
    mode: int = 0
    """Permissions of a file that was removed, or that the new file gets; 0 for those that new files have."""

    def to_row(self) -> list[str | int]:
        """As it stands in the journal."""
        return [*self] if self.mode else [*self[:3]]


class OperationRecord(NamedTuple):
    """One operation as the journal keeps it."""

    op: str
    time: str
    verb: str
    actor: str
    changes: tuple[FileChange, ...]
    note: str = ""
    log_line: str = ""
    forgotten: bool = False
    """Whether a text that it wrote or changed was forgotten since: then it cannot be undone."""

    def to_facts(self) -> dict[str, Any]:
        """As it stands in the journal."""
        facts = self._asdict()
        facts["changes"] = [change.to_row() for change in self.changes]
        if not self.forgotten:
            del facts["forgotten"]
        return facts


class Journal:
    """Reads and appends events; a torn last line (a crash while appending) is passed over."""

    def __init__(self, graph_dir: str, name: str = JOURNAL) -> None:
        self.path = os.path.join(graph_dir, name)

    def append(self, event: str, time: str, **facts: Any) -> None:
        """Add one event, durably.  Raises ReadOnlyError."""
        line = json.dumps({"event": event, "time": time, **facts}, ensure_ascii=False, sort_keys=True) + "\n"
        # A lone surrogate (an argument that was no UTF-8) becomes the JSON escape of itself.
        data = line.encode("utf-8", "backslashreplace")
        try:
            is_new = not os.path.exists(self.path)
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
            try:
                if is_new:
                    # Before the line is there: a name that is not synced is lost in a power cut, with the line.
                    sync_folder(os.path.dirname(self.path))
                _append_whole(handle, data)
            finally:
                os.close(handle)
        except OSError as err:
            raise ReadOnlyError(self.path, err.strerror or str(err)) from err

    def events(self, *, tail: bool = False) -> Iterator[dict[str, Any]]:
        """All events, oldest first; with tail those in the last quarter of a megabyte, and at least the last one.

        A line that is no event (torn by a crash, or edited) is passed over.
        """
        try:
            file = open(self.path, "rb")  # noqa: SIM115 closed below, where the generator ends
        except FileNotFoundError:
            return
        with file:
            if tail:
                _seek_tail(file)
            for line in file:
                try:
                    event = parse_json(line)
                except ValueError:
                    continue
                if isinstance(event, dict):
                    yield event

    def append_operation(self, record: OperationRecord) -> None:
        """Add an operation."""
        facts = record.to_facts()
        time = facts.pop("time")
        self.append("operation", time, **facts)

    def operations(self, *, tail: bool = False) -> list[OperationRecord]:
        """Operations that have not been undone, oldest first."""
        kept: dict[str, OperationRecord] = {}
        for event in self.events(tail=tail):
            if event.get("event") == "operation":
                record = read_record(event)
                if record is not None:
                    kept[record.op] = record
            elif event.get("event") == "undo":
                kept.pop(event.get("op", ""), None)
        return list(kept.values())

    def has_operations(self) -> bool:
        """Whether it tells of any operation, be it undone; a question that found nothing leaves a line, too."""
        return any(event.get("event") == "operation" for event in self.events())

    def own_versions(self, path: str) -> frozenset[str]:
        """Hashes of the versions of this path that are ours alone.

        A version is ours when we made the page, or wrote it over a version that was ours: after an edit by a person
        everything we write holds words of that person.
        """
        rows = (change for event in self.events() for change in changes_of(event) if change.path == path)
        return frozenset(own_versions_in(rows).get(path, ()))

    def last_writes(self) -> dict[str, str]:
        """Hash of what we last wrote, by vault path, as far as the recent journal tells."""
        found: dict[str, str] = {}
        for event in self.events(tail=True):
            for change in changes_of(event):
                found[change.path] = change.after
        return found


def own_versions_in(changes: Iterable[FileChange]) -> dict[str, set[str]]:
    """The versions that are ours alone, as own_versions tells them, by path."""
    ours: dict[str, set[str]] = {}
    for change in changes:
        versions = ours.setdefault(change.path, set())
        if change.after and (not change.before or change.before in versions):
            versions.add(change.after)
    return ours


def read_record(event: dict[str, Any]) -> OperationRecord | None:
    """An operation out of its JSON object; None when it is none."""
    names = ("op", "time", "verb", "actor", "note", "log_line")
    facts = {name: event.get(name, "") for name in names}
    if not facts["op"] or not all(isinstance(fact, str) for fact in facts.values()):
        return None
    if "/" in facts["time"] or "\\" in facts["time"]:
        # A conflict copy has it in its name.
        return None
    return OperationRecord(changes=tuple(changes_of(event)), forgotten=event.get("forgotten") is True, **facts)


def changes_of(event: dict[str, Any]) -> list[FileChange]:
    """The files of an event.

    The journal may be a stranger's: a hash is one, since a stored copy is named by it, and no file gets a mode that
    lets others run it as its owner.
    """
    rows = event.get("changes")
    return [
        FileChange(*row[:3], *(mode & 0o777 for mode in row[3:]))
        for row in (rows if isinstance(rows, list) else ())
        if isinstance(row, list)
        and len(row) in (3, 4)
        and all(isinstance(part, str) for part in row[:3])
        and _HEX.issuperset(row[1] + row[2])
        and all(isinstance(part, int) for part in row[3:])
    ]


def _append_whole(handle: int, data: bytes) -> None:
    """Write a line at the end, synced; all of it or nothing of it."""
    size = os.lseek(handle, 0, os.SEEK_END)
    try:
        if size:
            os.lseek(handle, -1, os.SEEK_END)
            if os.read(handle, 1) != b"\n":
                # The last writer died in the middle of its line.
                data = b"\n" + data
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)
    except OSError:
        os.ftruncate(handle, size)
        raise


def _seek_tail(file: BinaryIO) -> None:
    """Go to the start of a line near the end, so that at least one whole line follows."""
    size, window = os.fstat(file.fileno()).st_size, _TAIL_BYTES
    while window < size:
        file.seek(size - window)
        file.readline()
        if file.tell() < size:
            return
        window *= 4
    file.seek(0)
