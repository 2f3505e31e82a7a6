"""The journal of a home and the copies that undo needs.

journal.jsonl: one JSON object a line, only appended: which operation wrote what, what was asked in vain.  objects/: the
bytes of pages before and after, by their hash.  Neither is needed for a correct answer, and both may have come with a
stranger's home: what is no event of ours is passed over.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, BinaryIO, NamedTuple

from ..errors import DataError, OperationNotFoundError, ReadOnlyError, UndoRefusedError
from ..homes import parse_json
from .files import MOST_FILE_BYTES, open_own
from .swap import remove_quietly, sync_files, sync_folder, sync_folders, write_unsynced

JOURNAL = "journal.jsonl"
OBJECTS = "objects"
PASSING = os.path.join(OBJECTS, "passing")
"""Copies of one operation, which go when it is done."""
NEWEST = "last"
"""What names the newest operation."""
FORGET = "forget"
"""The verb of an operation that keeps nothing of what was there before."""

MOST_JOURNAL_BYTES = 1 << 29
_TAIL_BYTES = 1 << 18
_HEX = frozenset("0123456789abcdef")
_LEVEL, _FASTEST = 6, 1
_LOST = "put the file back from a backup; without it the operation cannot be undone"
_APPENDING = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


class FileChange(NamedTuple):
    """One file of an operation: hashes of its bytes before and after; "" where there was or is no file."""

    path: str
    before: str
    after: str
    mode: int = 0
    """Permissions of a file that was removed, or that the new file gets; 0 for those that new files have."""

    def to_row(self) -> list[str | int]:
        """Return it as it stands in the journal."""
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
    signature: str = ""
    """By which this user knows it again, see signing.py; "" where no key could be kept."""

    def signed(self) -> list[Any]:
        """Return what the MAC is of: what was changed, when and by whom."""
        return [self.op, self.time, self.verb, self.actor, [change.to_row() for change in self.changes]]

    def to_facts(self) -> dict[str, Any]:
        """Return it as it stands in the journal."""
        facts = self._asdict()
        facts["changes"] = [change.to_row() for change in self.changes]
        return {name: fact for name, fact in facts.items() if fact or name not in ("forgotten", "signature")}


class Journal:
    """Reads and appends events; a torn last line (a crash while appending) is passed over."""

    def __init__(self, graph: str, name: str = JOURNAL) -> None:
        self.path = os.path.join(graph, name)

    def append(self, event: str, time: str, **facts: Any) -> None:
        """Add one event, durably.  Raises ReadOnlyError."""
        line = json.dumps({"event": event, "time": time, **facts}, ensure_ascii=False, sort_keys=True) + "\n"
        # A lone surrogate (an argument that was no UTF-8) becomes the JSON escape of itself.
        data = line.encode("utf-8", "backslashreplace")
        try:
            is_new = not os.path.lexists(self.path)
            if not is_new and not stat.S_ISREG(os.lstat(self.path).st_mode):
                raise ReadOnlyError(self.path, "it is no regular file")
            handle = os.open(self.path, _APPENDING, 0o666)
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
        """Yield all events, oldest first; with tail those in the last quarter of a megabyte, and at least the last one.

        A line that is no event (torn by a crash, or edited) is passed over.  Raises DataError for what is no file, or
        too large for a journal of ours.
        """
        for line in self._lines(tail=tail):
            event = read_event(line)
            if event is not None:
                yield event

    def _lines(self, *, tail: bool = False) -> Iterator[bytes]:
        try:
            file = open_own(self.path, MOST_JOURNAL_BYTES)
        except FileNotFoundError:
            return
        except OSError as err:
            raise DataError(f"cannot read: {err.strerror}", path=self.path, hint="look where it came from") from err
        with file:
            if tail:
                _seek_tail(file)
            yield from file

    def damaged_lines(self) -> tuple[int, int]:
        """Return how many lines are events, and how many are not.  Raises DataError as events does."""
        whole = torn = 0
        for line in self._lines():
            if read_event(line) is not None:
                whole += 1
            elif line.strip():
                torn += 1
        return whole, torn

    def append_operation(self, record: OperationRecord) -> None:
        """Add an operation."""
        facts = record.to_facts()
        time = facts.pop("time")
        self.append("operation", time, **facts)

    def operations(self, *, tail: bool = False) -> list[OperationRecord]:
        """Return the operations that have not been undone, oldest first."""
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
        """Tell whether it tells of any operation, be it undone; a question that found nothing leaves a line, too."""
        return any(event.get("event") == "operation" for event in self.events())

    def own_versions(self) -> dict[str, set[str]]:
        """Return the hashes of the versions of pages that are ours alone, by path.

        A version is ours when we made the page, or wrote it over a version that was ours: after an edit by a person
        everything we write holds words of that person.  The words of a page that is renamed are in a new one then, and
        those of one that is merged in another.  What undo brings back was judged when it was there first.  Of an
        operation of which something was forgotten nobody knows any more what it carried.
        """
        ours: dict[str, set[str]] = {}
        for event in self.events():
            if event.get("event") != "operation":
                continue
            changes, verb = changes_of(event), event.get("verb")
            gone = [change for change in changes if change.before and not change.after]
            is_carrying = event.get("forgotten") is True or any(
                change.before not in ours.get(change.path, ()) for change in gone
            )
            for change in changes:
                versions = ours.setdefault(change.path, set())
                has_them = is_carrying and verb == ("merge" if change.before else "rename")
                if change.after and not has_them and (not change.before or change.before in versions):
                    versions.add(change.after)
        return ours

    def last_writes(self) -> dict[str, str]:
        """Return the hash of what we last wrote, by vault path, as far as the recent journal tells."""
        return {change.path: change.after for event in self.events(tail=True) for change in changes_of(event)}

    def writes(self) -> dict[str, set[str]]:
        """Return the hashes of all that operations wrote, by vault path; what undo brought back may be a person's."""
        written: dict[str, set[str]] = {}
        for event in self.events():
            if event.get("event") == "operation":
                for change in changes_of(event):
                    written.setdefault(change.path, set()).add(change.after)
        return written

    # --- Which operation is meant, and whether it can be undone -------------------------------------------------------

    def find_undoable(self, op: str) -> OperationRecord:
        """Return the operation with this id, or a unique beginning of it, or NEWEST.

        Raises OperationNotFoundError, UndoRefusedError where it is undone, or where what undo needs was forgotten.
        """
        known = self.operations()
        matches = known[-1:] if op == NEWEST else [record for record in known if record.op == op]
        if not matches and any(e.get("event") == "undo" and e.get("op") == op for e in self.events()):
            raise UndoRefusedError(op, ["it is undone already"], hint="`status` names the last operation")
        matches = matches or [record for record in known if op and record.op.startswith(op)]
        if not matches:
            raise OperationNotFoundError(op, [record.op for record in known][-3:])
        if len(matches) > 1:
            raise UndoRefusedError(op, ["several operations begin so"], hint="give the whole id, as in log.md")
        found = matches[0]
        if found.verb == FORGET:
            reason = "what was forgotten is gone for good"
            raise UndoRefusedError(found.op, [reason], hint="an earlier operation is undone by its id")
        if found.forgotten:
            reason = "a text that it wrote or replaced was forgotten"
            raise UndoRefusedError(found.op, [reason], hint="edit the pages by hand")
        return found

    def changed_since(self, record: OperationRecord, files: Mapping[str, bool]) -> UndoRefusedError:
        """Return why an operation cannot be undone: files that are no more as it left them.

        files: whether each of them is there at all.
        """
        blockers = [f"{path} {'changed' if there else 'was moved or deleted'} since" for path, there in files.items()]
        last = {change.path: other.op for other in self.operations() for change in other.changes}
        later = dict.fromkeys(last[path] for path in files if last.get(path, record.op) != record.op)
        by_hand = "no operation did that: take back by hand what was changed, undo, and change it again"
        first = f"undo {', then '.join(reversed(later))} first, or mend by hand"
        return UndoRefusedError(record.op, blockers, hint=first if later else by_hand)


def read_event(line: bytes) -> dict[str, Any] | None:
    """Return the event of a line; None for one that is torn or was edited into none."""
    try:
        event = parse_json(line)
    except ValueError:
        return None
    is_event = isinstance(event, dict) and all(isinstance(event.get(key, ""), str) for key in ("event", "op"))
    return event if is_event else None


def format_event(event: dict[str, Any]) -> bytes:
    """Return an event as it stands in the journal."""
    return (json.dumps(event, ensure_ascii=False, sort_keys=True) + "\n").encode("utf-8", "backslashreplace")


def read_record(event: dict[str, Any]) -> OperationRecord | None:
    """Return an operation out of its JSON object; None when it is none."""
    names = ("op", "time", "verb", "actor", "note", "log_line", "signature")
    facts = {name: event.get(name, "") for name in names}
    if not facts["op"] or not all(isinstance(fact, str) for fact in facts.values()):
        return None
    if "/" in facts["time"] or "\\" in facts["time"]:
        # A conflict copy has it in its name.
        return None
    return OperationRecord(changes=tuple(changes_of(event)), forgotten=event.get("forgotten") is True, **facts)


def changes_of(event: dict[str, Any]) -> list[FileChange]:
    """Return the files of an event.

    The journal may be a stranger's: a hash is one, since a stored copy is named by it, and no file gets a mode that
    lets it be run.
    """
    rows = event.get("changes")
    return [
        FileChange(*row[:3], *(mode & 0o666 for mode in row[3:]))
        for row in (rows if isinstance(rows, list) else ())
        if isinstance(row, list)
        and len(row) in (3, 4)
        and all(isinstance(part, str) for part in row[:3])
        and _HEX.issuperset(row[1] + row[2])
        and all(isinstance(part, int) for part in row[3:])
    ]


def _append_whole(handle: int, data: bytes) -> None:
    """Write a line at the end, synced; all of it or nothing of it."""
    size, written = os.lseek(handle, 0, os.SEEK_END), 0
    try:
        if size:
            os.lseek(handle, -1, os.SEEK_END)
            if os.read(handle, 1) != b"\n":
                # The last writer died in the middle of its line.
                data = b"\n" + data
        while written < len(data):
            written += os.write(handle, data[written:])
        os.fsync(handle)
    except OSError:
        # A question waits for no lock: what another process wrote meanwhile stays.
        if os.lseek(handle, 0, os.SEEK_END) == size + written:
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


# --- Copies of pages --------------------------------------------------------------------------------------------------


class ObjectStore:
    """Compressed copies, named by the SHA-256 of the content.  Nothing is stored twice."""

    def __init__(self, graph: str, *, is_passing: bool = False) -> None:
        """is_passing: the copies of one operation, which go when it is done."""
        self.root = os.path.join(graph, PASSING if is_passing else OBJECTS)
        self._level = _FASTEST if is_passing else _LEVEL
        self._has_folders = not is_passing

    def _path(self, sha: str) -> str:
        return os.path.join(self.root, sha[:2], sha[2:]) if self._has_folders else os.path.join(self.root, sha)

    def put_all(self, contents: Iterable[bytes]) -> None:
        """Store many: all are written, then synced, then renamed, and each folder is synced once."""
        folders: set[str] = set()
        waiting: dict[str, str] = {}
        try:
            for data in contents:
                path = self._path(sha256(data))
                if path in waiting or os.path.exists(path):
                    continue
                folder = os.path.dirname(path)
                if folder not in folders:
                    if os.path.islink(folder):
                        raise NotADirectoryError(20, "it is a link, and the copies stay in the home", folder)
                    if not os.path.isdir(folder):
                        os.makedirs(folder, exist_ok=True)
                        folders.add(os.path.dirname(folder))
                    folders.add(folder)
                waiting[path] = write_unsynced(path, zlib.compress(data, self._level))
            sync_files([*waiting.values()])
            for path, temporary in waiting.items():
                os.replace(temporary, path)
        except BaseException:
            with suppress(OSError):
                for temporary in waiting.values():
                    remove_quietly(temporary)
            raise
        sync_folders(sorted(folders))

    def remove_all(self) -> None:
        """Let go of all copies of an operation.  What cannot be removed goes with the next ones."""
        with suppress(OSError):
            for name in os.listdir(self.root) if not os.path.islink(self.root) else ():
                os.unlink(os.path.join(self.root, name))

    def get(self, sha: str) -> bytes:
        """Return the bytes with this hash.  Raises DataError when they are missing or damaged."""
        path = self._path(sha)
        try:
            with open_own(path, MOST_FILE_BYTES) as file:
                # No more than that when it is unpacked: a megabyte of a stranger's could become a gigabyte.
                unpacker = zlib.decompressobj()
                data = unpacker.decompress(file.read(), MOST_FILE_BYTES)
        except (OSError, zlib.error) as err:
            raise DataError(f"the stored copy {sha[:12]} cannot be read: {err}", path=path, hint=_LOST) from err
        if sha256(data) != sha:
            raise DataError(f"the stored copy {sha[:12]} is damaged", path=path, hint=_LOST)
        return data


def sha256(data: bytes | None) -> str:
    """Return the hash of a file's bytes as hex; "" for no file."""
    return "" if data is None else hashlib.sha256(data).hexdigest()
