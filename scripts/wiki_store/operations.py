"""The operations of a home, each one immutable file, and the copies of pages that undo needs.

ops/2026-11/<id>.json lists the files that an operation changed, with the hash of their bytes before and after; while it
is carried out the same file is called <id>.pending.  Names sort in the order of the operations.  objects/ holds the
bytes by their hash.  Neither is needed for a correct answer, and both may have come with a stranger's home: files that
are no operation are passed over.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from ..errors import DataError, OperationNotFoundError, UndoRefusedError
from ..homes import open_regular, parse_json
from .files import MOST_FILE_BYTES
from .writing import remove_quietly, sha256, sync, write_all

OPERATIONS, OBJECTS = "ops", "objects"
NEWEST = "last"
"""The name of the newest operation."""
DONE, PENDING = ".json", ".pending"

_MOST_BYTES = 1 << 26
_NAME = re.compile(r"(\d{8}T\d{6}-[0-9a-f]+)(?:\.json|\.pending)")
_MONTH = re.compile(r"\d{4}-\d\d")
_HEX = frozenset("0123456789abcdef")
_LOST = "put the file back from a backup; without it the operation cannot be undone"


class Change(NamedTuple):
    """One file as it was read and as it will be; None for no file."""

    path: str
    before: bytes | None
    after: bytes | None
    mode: int = 0
    """Permissions of the file that is made; 0 for those that new files have."""


class FileChange(NamedTuple):
    """One file of an operation: hashes of its bytes before and after; "" where there was or is no file."""

    path: str
    before: str
    after: str
    mode: int = 0
    """Permissions of a file that was removed, or that the new file gets; 0 for those that new files have."""


class OperationRecord(NamedTuple):
    """One operation as it is stored in its file."""

    op: str
    time: str
    verb: str
    actor: str
    changes: tuple[FileChange, ...] = ()
    note: str = ""
    reverts: tuple[str, ...] = ()
    """Ids of the operations that it undoes."""
    generated: tuple[FileChange, ...] = ()
    """Pages that are made from others: written with the operation, but not undone with it."""
    forgotten: bool = False
    """Whether copies and names that it needs were deleted for good: it cannot be undone."""

    def to_json(self) -> bytes:
        """Return the operation as the JSON of its file."""
        facts = {name: fact for name, fact in self._asdict().items() if fact}
        # A lone surrogate, as a path may have on disk, is written as its JSON escape.
        return (json.dumps(facts, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


class Operations:
    """The operations of one graph folder."""

    def __init__(self, graph: str) -> None:
        self.root = os.path.join(graph, OPERATIONS)

    def newest_first(self) -> Iterator[OperationRecord]:
        """Yield the operations that are done, the newest first."""
        for name in self._names():
            if name.endswith(DONE):
                record = self._read_file(name)
                if record is not None:
                    yield record

    def standing(self) -> Iterator[OperationRecord]:
        """Yield the operations that are neither undone nor undo another one, the newest first."""
        reverted = set[str]()
        for record in self.newest_first():
            reverted.update(record.reverts)
            if not record.reverts and record.op not in reverted:
                yield record

    def pending(self) -> OperationRecord | None:
        """Return the operation that was begun and is not done.  Raises DataError where its file cannot be read."""
        name = next(self._names(), "")
        if not name.endswith(PENDING):
            return None
        record = self._read_file(name)
        if record is None:
            hint = "delete it: the pages stay as they are"
            raise DataError("it says of no operation what was begun", path=self.path_of(name), hint=hint)
        return record

    def get(self, op: str) -> OperationRecord | None:
        """Return the operation with this id; None where it is not done, or unknown."""
        return self._read_file(op + DONE) if _NAME.fullmatch(op + DONE) else None

    def damaged(self) -> list[str]:
        """Return the names of files that cannot be read as an operation."""
        return [name for name in self._names() if self._read_file(name) is None]

    def path_of(self, name: str) -> str:
        """Return the full path of the file with this name."""
        return os.path.join(self.root, f"{name[:4]}-{name[4:6]}", name)

    def _names(self) -> Iterator[str]:
        """Yield the names of the files, the newest operation first."""
        for month in sorted(filter(_MONTH.fullmatch, _list_names(self.root)), reverse=True):
            names = (_NAME.fullmatch(name) for name in _list_names(os.path.join(self.root, month)))
            # One second may have more operations than two digits can number.
            ordered = sorted(filter(None, names), key=lambda name: (name[1][:15], len(name[1]), name[1]), reverse=True)
            yield from (name[0] for name in ordered if self.path_of(name[0]).startswith(os.path.join(self.root, month)))

    def _read_file(self, name: str) -> OperationRecord | None:
        try:
            with open_regular(self.path_of(name), _MOST_BYTES) as file:
                record = read_record(parse_json(file.read()))
        except (OSError, ValueError):
            return None
        return record if record is not None and record.op == name.rpartition(".")[0] else None

    def next_id(self, time: str, digest: str) -> str:
        """Return the id of a new operation, with the first two digits of digest."""
        return next_id(next(self._names(), "").partition(".")[0], time, digest)

    def add_all(self, records: Iterable[OperationRecord]) -> None:
        """Store operations as done.  Raises OSError."""
        write_all((self.path_of(record.op + DONE), record.to_json()) for record in records)

    def begin(self, record: OperationRecord) -> None:
        """Store an operation as pending, durably.  Raises OSError."""
        write_all([(self.path_of(record.op + PENDING), record.to_json())])

    def finish(self, record: OperationRecord) -> None:
        """Turn a pending operation into one that is done.  Raises OSError."""
        path = self.path_of(record.op + PENDING)
        os.rename(path, self.path_of(record.op + DONE))
        # A power cut that takes the name back leaves a pending operation, which is finished again.
        with suppress(OSError):
            sync([os.path.dirname(path)])

    def abandon(self, record: OperationRecord) -> None:
        """Delete an operation, whether it is stored as pending or as done already.  Raises OSError."""
        path = self.path_of(record.op + PENDING)
        remove_quietly(self.path_of(record.op + DONE))
        remove_quietly(path)
        sync([os.path.dirname(path)])

    def cut(self, record: OperationRecord, paths: Iterable[str], note: str = "") -> None:
        """Remove some paths, the note and the generated pages from an operation that is done.  Raises OSError."""
        gone = {*paths}
        changes = tuple(change for change in record.changes if change.path not in gone)
        kept = record._replace(changes=changes, note=note, generated=(), forgotten=True)
        if not (kept.changes or kept.note or kept.reverts):
            remove_quietly(self.path_of(record.op + DONE))
        elif kept != record:
            self.add_all([kept])

    def find_undoable(self, op: str) -> OperationRecord:
        """Return the operation that find returns.  Raises also UndoRefusedError where it is undone."""
        if self.get(op) is not None and all(record.op != op for record in self.standing()):
            raise UndoRefusedError(op, ["it is undone already, or is an undo"], hint="`log` lists what can be undone")
        return self.find(op)

    def find(self, op: str) -> OperationRecord:
        """Return the operation with this id, a unique beginning of it, or the NEWEST; only one of standing().

        Raises OperationNotFoundError for none or several.
        """
        standing = self.standing()
        if op == NEWEST and (newest := next(standing, None)):
            return newest
        known = [*standing]
        matches = [record for record in known if op and record.op.startswith(op)]
        if len(matches) != 1:
            raise OperationNotFoundError(op, [record.op for record in known[2::-1]])
        return matches[0]

    def own_versions(self) -> dict[str, set[str]]:
        """Return the hashes of the versions of pages that hold no words of a person, by path.

        A version is ours when we made the page, or wrote it over a version that was ours: after an edit by a person
        everything we write holds words of that person.  A rename and a merge carry a person's words to another page.
        Versions that undo restores were judged when they were written first.  An operation of which something was
        forgotten may have carried such words.
        """
        ours: dict[str, set[str]] = {}
        for record in [*self.newest_first()][::-1]:
            if record.reverts:
                continue
            gone = [change for change in record.changes if change.before and not change.after]
            is_carrying = record.forgotten or any(change.before not in ours.get(change.path, ()) for change in gone)
            for change in record.changes:
                versions = ours.setdefault(change.path, set())
                has_them = is_carrying and record.verb == ("merge" if change.before else "rename")
                if change.after and not has_them and (not change.before or change.before in versions):
                    versions.add(change.after)
        return ours


def read_record(facts: Any) -> OperationRecord | None:
    """Return the operation of a JSON object; None when it is none.

    The home may be a stranger's.  So hashes, which name stored copies, are checked, no file gets a mode that lets it be
    run, and the time, which is part of a conflict copy's name, holds no path separator.
    """
    try:
        texts = {name: facts.get(name, "") for name in ("op", "time", "verb", "actor", "note")}
        changes, generated = (
            tuple(FileChange(*row[:3], *(mode & 0o666 for mode in row[3:])) for row in facts.get(name, ()))
            for name in ("changes", "generated")
        )
        is_forgotten, reverts = facts.get("forgotten") is True, tuple(facts.get("reverts", ()))
        record = OperationRecord(**texts, changes=changes, reverts=reverts, generated=generated, forgotten=is_forgotten)
        changes += generated
        is_sound = all(_HEX.issuperset(change.before + change.after) for change in changes)
    except (AttributeError, TypeError):
        return None
    is_text = all(isinstance(text, str) for text in (*texts.values(), *reverts, *(change.path for change in changes)))
    is_sound = is_sound and is_text and not {"/", "\\"}.intersection(record.time)
    return record if is_sound and _NAME.fullmatch(record.op + DONE) else None


def next_id(last: str, time: str, digest: str) -> str:
    """Return the id of an operation that follows another one, also where the clock went back."""
    stamp, number = time.replace("-", "").replace(":", "").rstrip("Z"), 0
    if last[:15] >= stamp:
        stamp, number = last[:15], int(last[16:-2] or "0", 16) + 1
    return f"{stamp}-{number:02x}{digest[:2]}"


def _list_names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as err:
        raise DataError(f"cannot read: {err.strerror}", path=folder, hint="check its permissions") from err


class ObjectStore:
    """Compressed copies, named by the SHA-256 of the content.  Nothing is stored twice."""

    def __init__(self, graph: str) -> None:
        self.root = os.path.join(graph, OBJECTS)

    def path_of(self, sha: str) -> str:
        """Return the full path of the copy with this hash."""
        return os.path.join(self.root, sha[:2], sha[2:])

    def put_all(self, contents: Iterable[bytes]) -> None:
        """Store contents.  A copy that exists already is checked by its hash.  Raises OSError."""
        new = (data for data in contents if not self._has_copy(sha256(data)))
        write_all((self.path_of(sha256(data)), zlib.compress(data)) for data in new)

    def _has_copy(self, sha: str) -> bool:
        with suppress(DataError):
            self.get(sha)
            return True
        return False

    def get(self, sha: str) -> bytes:
        """Return the bytes with this hash.  Raises DataError when they are missing or damaged."""
        path = self.path_of(sha)
        try:
            with open_regular(path, MOST_FILE_BYTES) as file:
                # The limit holds when it is unpacked: a megabyte of a stranger's could become a gigabyte.
                data = zlib.decompressobj().decompress(file.read(), MOST_FILE_BYTES)
        except (OSError, zlib.error) as err:
            raise DataError(f"the stored copy {sha[:12]} cannot be read: {err}", path=path, hint=_LOST) from err
        if sha256(data) != sha:
            raise DataError(f"the stored copy {sha[:12]} is damaged", path=path, hint=_LOST)
        return data
