"""All writing to the vault: several files as one operation, under the lock, undoable, safe beside a person.

The order makes a crash harmless: copies of the old and new bytes first, then a note of intent, then the renames, then
the journal line, then the intent goes.  Whoever comes next finds the intent and finishes the operation.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..errors import DataError, OperationNotFoundError, PageChangedError, ReadOnlyError, UndoRefusedError
from ..named_tuple import NamedTuple
from .files import remove_quietly, remove_temporaries, sync_folder, write_durably
from .journal import FileChange, Journal, OperationRecord, read_record
from .locks import PENDING
from .objects import ObjectStore
from .replacing import Replacement, Target, remove_empty_folders
from .vault import Vault, sha256

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TRASH = ".trash"


class Change(NamedTuple):
    """One file as it was read (None: no file) and as it shall be (None: no file)."""

    path: str
    before: bytes | None
    after: bytes | None


class Recovery(NamedTuple):
    """What an interrupted operation left, and what became of it."""

    op: str
    finished: tuple[str, ...]
    conflicts: tuple[str, ...]
    """Paths somebody wrote in between: left as they are; the operation's version is in graph/objects."""


class Operations:
    """Commits changes to one vault.  The caller holds the home's lock."""

    def __init__(self, vault: Vault, graph_dir: str, *, quiet_seconds: float) -> None:
        self.vault, self.graph_dir, self.quiet_seconds = vault, graph_dir, quiet_seconds
        self.journal, self.objects = Journal(graph_dir), ObjectStore(graph_dir)
        self._pending = os.path.join(graph_dir, PENDING)

    def commit(
        self,
        changes: Sequence[Change],
        *,
        verb: str,
        actor: str,
        now: str,
        note: str = "",
        log: Callable[[str], tuple[Change, str]] | None = None,
        undoes: str = "",
    ) -> OperationRecord | None:
        """Make all changes or none; return the record, or None when nothing would change.

        log gets the operation's id and returns the change of the log file and the line added to it.
        Raises PageChangedError when a file is not what was read, ReadOnlyError when the disk refuses.
        """
        real = [change for change in changes if change.before != change.after]
        if not real:
            return None
        op = self._new_id(now, real)
        log_line = ""
        if log is not None:
            log_change, log_line = log(op)
            real.append(log_change)
        self._check_paths(real)
        for change in real:
            self._check_unchanged(change)
        self._wait_until_quiet(real)
        targets = [Target(change.path, self._absolute(change.path), change.before, change.after) for change in real]
        hashed = tuple(FileChange(change.path, _sha(change.before), _sha(change.after)) for change in real)
        record = OperationRecord(op, now, verb, actor, hashed, note, log_line)
        try:
            self.objects.put_all(data for change in real for data in change[1:] if data is not None)
            self._write_pending(record, undoes)
        except OSError as err:
            raise ReadOnlyError(self.graph_dir, err.strerror or str(err)) from err
        self._replace(targets, record, undoes)
        return record

    def _replace(self, targets: Sequence[Target], record: OperationRecord, undoes: str) -> None:
        replacement = Replacement(self.vault.root, self._current, self._check_unchanged)
        try:
            try:
                replacement.run(targets)
                self._write_journal(record, undoes)
            except BaseException:
                replacement.roll_back()
                raise
        except OSError as err:
            raise DataError(
                f"cannot write, nor put back what was written: {err.strerror}",
                path=err.filename or self.vault.root,
                hint="the next command finishes the operation",
            ) from err
        except BaseException:
            # Where putting back was interrupted the intent stays, and recovery finishes the operation.
            if replacement.is_undone:
                remove_quietly(self._pending)
            raise
        replacement.remove_emptied()
        # The operation is done and noted: an intent that cannot be removed is found out by recovery.
        with suppress(OSError):
            remove_quietly(self._pending)

    def _new_id(self, now: str, changes: Sequence[Change]) -> str:
        """Time and a hash of the changes; longer where the journal has that id already."""
        lines = "\n".join(f"{c.path}\t{_sha(c.before)}\t{_sha(c.after)}" for c in changes)
        digest = sha256(lines.encode("utf-8", "surrogatepass"))
        stem = now.replace("-", "").replace(":", "").rstrip("Z") + "-"
        known = {record.op for record in self.journal.operations(tail=True)}
        return next(stem + digest[:n] for n in range(4, 65) if stem + digest[:n] not in known)

    def _check_paths(self, changes: Sequence[Change]) -> None:
        paths = [change.path for change in changes]
        twice = sorted({path for path in paths if paths.count(path) > 1}) if len(set(paths)) < len(paths) else []
        if twice:
            raise DataError("changed twice in one operation", path=twice[0])

    def _write_pending(self, record: OperationRecord, undoes: str) -> None:
        facts = {**record._asdict(), "changes": [list(change) for change in record.changes], "undoes": undoes}
        write_durably(self._pending, json.dumps(facts, ensure_ascii=False).encode("utf-8"))

    def _write_journal(self, record: OperationRecord, undoes: str) -> None:
        if undoes:
            changes = [list(change) for change in record.changes]
            self.journal.append("undo", record.time, op=undoes, actor=record.actor, changes=changes)
        else:
            self.journal.append_operation(record)

    def _absolute(self, path: str) -> str:
        if path.startswith(TRASH + "/"):
            return os.path.join(os.path.dirname(self.vault.absolute("x")), TRASH, *self._safe_parts(path))
        return self.vault.absolute(path)

    def _safe_parts(self, path: str) -> list[str]:
        inner = path[len(TRASH) + 1 :]
        self.vault.absolute(inner)
        return inner.split("/")

    def _current(self, path: str) -> bytes | None:
        try:
            with open(self._absolute(path), "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as err:
            raise DataError(f"cannot read: {err.strerror}", path=path, hint="check its permissions") from err

    def _check_unchanged(self, change: Change | Target) -> None:
        found = self._current(change.path)
        if found != change.before:
            raise PageChangedError(change.path, _sha(change.before), _sha(found))

    def _wait_until_quiet(self, changes: Sequence[Change]) -> None:
        """Let a person finish typing: the app saves two seconds after a keystroke and merges what it did not expect."""
        if self.quiet_seconds <= 0:
            return
        ours = self.journal.last_writes()
        for change in changes:
            if change.before is None or ours.get(change.path) == _sha(change.before):
                continue
            try:
                age = time.time() - os.stat(self._absolute(change.path)).st_mtime
            except FileNotFoundError:
                age = -1.0
            if 0 <= age < self.quiet_seconds:
                time.sleep(self.quiet_seconds - age)
            self._check_unchanged(change)

    def has_pending(self) -> bool:
        """Whether an operation was interrupted."""
        return os.path.exists(self._pending)

    def recover(self) -> Recovery | None:
        """Finish an interrupted operation.  A file that somebody wrote in between is left as it is.

        Raises ReadOnlyError when the disk refuses (the intent stays), DataError when the intent cannot be read.
        """
        facts = self._read_pending()
        if facts is None:
            return None
        record, undoes = read_record(facts), str(facts.get("undoes", ""))
        if record is None:
            raise DataError("not the note of an operation", path=self._pending, hint="move it away by hand")
        finished: list[str] = []
        conflicts: list[str] = []
        for change in record.changes:
            (finished if self._finish(change) else conflicts).append(change.path)
        if not self._is_known(record, undoes):
            self._write_journal(record, undoes)
        remove_quietly(self._pending)
        return Recovery(record.op, tuple(finished), tuple(conflicts))

    def _read_pending(self) -> dict[str, Any] | None:
        try:
            with open(self._pending, encoding="utf-8") as file:
                facts = json.load(file)
        except FileNotFoundError:
            return None
        except ValueError as err:
            raise DataError(f"unreadable ({err})", path=self._pending, hint="move it away by hand") from err
        return facts if isinstance(facts, dict) else {}

    def _is_known(self, record: OperationRecord, undoes: str) -> bool:
        """Whether the journal line was written before the interruption."""
        kind, op = ("undo", undoes) if undoes else ("operation", record.op)
        told = ((event.get("event"), event.get("op"), event.get("time")) for event in self.journal.events(tail=True))
        return (kind, op, record.time) in told

    def _finish(self, change: FileChange) -> bool:
        """Make one change if it is still to be made; False when somebody wrote the file, or the copy is lost."""
        try:
            full = self._absolute(change.path)
            found = _sha(self._current(change.path))
            data = self.objects.get(change.after) if change.after and found == change.before else None
        except DataError:
            return False
        if found not in (change.before, change.after):
            return False
        try:
            if change.after:
                remove_temporaries(os.path.realpath(full))
            if found != change.after and data is not None:
                os.makedirs(os.path.dirname(full), exist_ok=True)
                write_durably(full, data)
            elif found != change.after:
                remove_quietly(full)
                sync_folder(os.path.dirname(full))
            if not change.after:
                remove_empty_folders(os.path.dirname(full), self.vault.root)
        except OSError as err:
            raise ReadOnlyError(full, err.strerror or str(err)) from err
        return True

    def find_operation(self, op: str) -> OperationRecord:
        """The operation with this id (or a unique beginning of it), if it can still be undone."""
        known = self.journal.operations()
        matches = [record for record in known if record.op == op] or [r for r in known if op and r.op.startswith(op)]
        if not matches and any(e.get("event") == "undo" and e.get("op") == op for e in self.journal.events()):
            raise UndoRefusedError(op, ["it is undone already"], hint="`status` names the last operation")
        if len(matches) != 1:
            nearest = [record.op for record in known][-3:]
            if not matches:
                raise OperationNotFoundError(op, nearest)
            raise UndoRefusedError(op, ["several operations begin so"], hint="give the whole id, as in log.md")
        return matches[0]

    def undo_changes(self, record: OperationRecord, *, leave: frozenset[str] = frozenset()) -> list[Change]:
        """The changes that take an operation back, without the paths in leave.

        Raises UndoRefusedError with every page that changed since.
        """
        blockers, changes = [], []
        for change in record.changes:
            if change.path in leave:
                continue
            current = self._current(change.path)
            if _sha(current) != change.after:
                blockers.append(f"{change.path} changed since")
                continue
            changes.append(Change(change.path, current, self.objects.get(change.before) if change.before else None))
        if blockers:
            raise UndoRefusedError(record.op, blockers)
        return changes


def _sha(data: bytes | None) -> str:
    return "" if data is None else sha256(data)
