"""All writing to the vault: several files as one operation, under the lock, undoable, safe beside a person.

The order makes a crash harmless: copies of the old and new bytes first, then a note of intent, then the renames, then
the journal line, then the intent goes.  Whoever comes next finds the intent and finishes the operation.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..errors import DataError, PageChangedError, ReadOnlyError, UnsafePathError
from ..homes import PENDING
from .files import remove_quietly, write_durably
from .forgotten_names import finish_forgetting
from .journal import FileChange, Journal, OperationRecord
from .objects import ObjectStore
from .quiet import wait_until_quiet
from .recovery import Recovery, recover
from .replacing import Replacement, Target
from .undoable import FORGET, changed_since, find_undoable
from .vault import Vault, bytes_of, sha256

TRASH = ".trash"


class Change(NamedTuple):
    """One file as it was read (None: no file) and as it shall be (None: no file)."""

    path: str
    before: bytes | None
    after: bytes | None
    mode: int = 0
    """Permissions of the file that is made; 0 for those that new files have."""


class Operations:
    """Commits changes to one vault.  The caller holds the home's lock."""

    def __init__(
        self,
        vault: Vault,
        graph_dir: str,
        *,
        quiet_seconds: float,
        remade: frozenset[str] = frozenset(),
        is_ours: Callable[[str], bool] = lambda _: True,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """is_ours: whether the folder of this file goes with its last file; a person's stays, as in Obsidian.

        remade: files that undo makes anew, so that no copy of what we wrote there is kept.  The catalog and the log are
        written by nearly every operation and grow: their copies would soon be larger than the home itself.
        tell: is given a line where a writer waits.
        """
        self.vault, self.graph_dir, self.quiet_seconds, self.remade = vault, graph_dir, quiet_seconds, remade
        self.journal, self.objects = Journal(graph_dir), ObjectStore(graph_dir)
        self.is_ours, self.tell = is_ours, tell
        self._passing = ObjectStore(graph_dir, passing=True)
        self._pending = os.path.join(graph_dir, PENDING)

    def commit(
        self,
        changes: Sequence[Change],
        *,
        verb: str,
        actor: str,
        now: str,
        note: str = "",
        log: Callable[[OperationRecord], tuple[Change, str]] | None = None,
        undoes: str = "",
    ) -> OperationRecord | None:
        """Make all changes or none; return the record, or None when nothing would change.

        log gets the operation without its changes, and returns that of the log file and the line added to it.  FORGET
        keeps no copy and no name of what goes, writes its line though no page changes, and deletes the index.
        Raises PageChangedError when a file is not what was read, ReadOnlyError when the disk refuses.
        """
        real = [change for change in changes if change.before != change.after]
        if not real and verb != FORGET:
            return None
        record = OperationRecord(self._new_id(now, real), now, verb, actor, (), note)
        if log is not None:
            log_change, line = log(record)
            record = record._replace(log_line=line)
            real.append(log_change)
        self._check_paths(real)
        leaving = [self.absolute(change.path) for change in real if change.after is None]
        for change in real:
            # Where the file system does not tell `a.md` from `A.md`, the new name of a page is there before it.
            if change.before is not None or not _is_one_of(self.absolute(change.path), leaving):
                self._check_unchanged(change)
        self.wait_until_quiet(real)
        targets = [self._target(change) for change in real]
        hashed = tuple(FileChange(each.path, _sha(each.before), _sha(each.after), each.mode) for each in targets)
        record = record._replace(changes=hashed)
        try:
            self._keep_copies(real, forgets=verb == FORGET)
            self._write_pending(record, undoes)
        except OSError as err:
            raise ReadOnlyError(self.graph_dir, err.strerror or str(err)) from err
        self._replace(targets, record, undoes)
        return record

    def _replace(self, targets: Sequence[Target], record: OperationRecord, undoes: str) -> None:
        replacement = Replacement(self.vault.root, self._check_unchanged)
        try:
            try:
                replacement.run(targets)
                self.note(record, undoes)
            except BaseException:
                replacement.roll_back()
                replacement.settle(record.time)
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
                self.drop_pending()
            raise
        is_settled = replacement.settle(record.time)
        replacement.remove_emptied(lambda path: bool(undoes) or self.is_ours(path))
        if not is_settled:
            # Recovery finds the operation done and noted, and clears up.
            return
        # The operation is done and noted: an intent that cannot be removed is found out by recovery.
        with suppress(OSError):
            self.drop_pending(record)

    def _keep_copies(self, changes: Sequence[Change], *, forgets: bool) -> None:
        """Store what undo needs, and what recovery needs for as long as the operation lasts."""
        self._passing.remove_all()
        ours = self.journal.last_writes() if self.remade else {}
        kept, passing = list[bytes](), list[bytes]()
        for path, before, after, _ in changes:
            is_remade = forgets or path in self.remade
            # What somebody else wrote there is theirs, and kept.
            if before is not None and not forgets and not (is_remade and ours.get(path) == _sha(before)):
                kept.append(before)
            if after is not None:
                (passing if is_remade else kept).append(after)
        self.objects.put_all(kept)
        self._passing.put_all(passing)

    def copy_of(self, sha: str) -> bytes:
        """The bytes with this hash that an operation wrote or writes.  Raises DataError when they are not stored."""
        try:
            return self._passing.get(sha)
        except DataError:
            return self.objects.get(sha)

    def drop_pending(self, done: OperationRecord | None = None) -> None:
        """The operation is done: its intent goes, then the copies that only finishing it would have needed."""
        if done is not None and done.verb == FORGET:
            finish_forgetting(self.graph_dir, self.vault.root, done, trash=TRASH)
        remove_quietly(self._pending)
        self._passing.remove_all()

    def _target(self, change: Change) -> Target:
        """A change with its place; what goes is noted with its permissions, so that it can come back with them."""
        is_new, full = change.before is None, self.absolute(change.path)
        mode = change.mode if is_new else 0 if change.after is not None else os.stat(full).st_mode & 0o7777
        return Target(change.path, full, change.before, change.after, mode)

    def _new_id(self, now: str, changes: Sequence[Change]) -> str:
        """Time and a hash of the changes; longer where the journal has that id already."""
        lines = "\n".join(f"{c.path}\t{_sha(c.before)}\t{_sha(c.after)}" for c in changes)
        digest = sha256(lines.encode("utf-8", "surrogatepass"))
        stem = now.replace("-", "").replace(":", "").rstrip("Z") + "-"
        # Undone ones too: what recovery asks is whether the journal has this very operation.
        known = {event.get("op") for event in self.journal.events(tail=True) if event.get("event") == "operation"}
        return next(stem + digest[:n] for n in range(4, 65) if stem + digest[:n] not in known)

    def _check_paths(self, changes: Sequence[Change]) -> None:
        paths = [change.path for change in changes]
        twice = sorted({path for path in paths if paths.count(path) > 1}) if len(set(paths)) < len(paths) else []
        if twice:
            raise DataError("changed twice in one operation", path=twice[0])

    def _write_pending(self, record: OperationRecord, undoes: str) -> None:
        facts = {**record.to_facts(), "undoes": undoes}
        write_durably(self._pending, json.dumps(facts, ensure_ascii=False).encode("utf-8"))

    def note(self, record: OperationRecord, undoes: str) -> None:
        """Write the journal line of an operation, or that it undoes another."""
        if undoes:
            changes = [change.to_row() for change in record.changes]
            self.journal.append("undo", record.time, op=undoes, actor=record.actor, changes=changes)
        else:
            self.journal.append_operation(record)

    def absolute(self, path: str) -> str:
        """Where a vault path lies, the trash included.  Raises UnsafePathError."""
        if not path.startswith(TRASH + "/"):
            return self.vault.absolute(path)
        trash = os.path.join(self.vault.root, TRASH)
        full = os.path.join(trash, *self._safe_parts(path))
        if not os.path.realpath(full).startswith(os.path.join(os.path.realpath(self.vault.root), TRASH) + os.sep):
            raise UnsafePathError(path, "it leads out of the vault through a link", hint=f"look at {trash}")
        return full

    def is_noted(self, record: OperationRecord, undoes: str) -> bool:
        """Whether its journal line is written."""
        kind, op = ("undo", undoes) if undoes else ("operation", record.op)
        told = ((event.get("event"), event.get("op"), event.get("time")) for event in self.journal.events())
        return (kind, op, record.time) in told

    def _safe_parts(self, path: str) -> list[str]:
        inner = path[len(TRASH) + 1 :]
        self.vault.absolute(inner)
        return inner.split("/")

    def current(self, path: str) -> bytes | None:
        """The bytes of a file now; None where there is none."""
        try:
            return bytes_of(self.absolute(path))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as err:
            raise DataError(f"cannot read: {err.strerror}", path=path, hint="check its permissions") from err

    def _check_unchanged(self, change: Change | Target) -> None:
        found = self.current(change.path)
        if found != change.before:
            raise PageChangedError(change.path, _sha(change.before), _sha(found), is_ours=True)

    def wait_until_quiet(self, changes: Sequence[Change]) -> None:
        """Let a person finish typing in any of the pages."""
        if self.quiet_seconds <= 0:
            return
        ours = self.journal.last_writes()
        for change in changes:
            if change.before is None or ours.get(change.path) == _sha(change.before):
                continue
            wait_until_quiet(self.absolute(change.path), change.path, self.quiet_seconds, self.tell)
            self._check_unchanged(change)

    def has_pending(self) -> bool:
        """Whether an operation was interrupted."""
        return os.path.exists(self._pending)

    def put_pending_aside(self) -> str:
        """Give an intent that nobody can read a name of its own, so that writing can go on; return the name."""
        aside = self._pending + ".unreadable"
        os.replace(self._pending, aside)
        return aside

    def recover(self) -> Recovery | None:
        """Finish an interrupted operation; see recovery.recover."""
        return recover(self, self._pending)

    def find_operation(self, op: str) -> OperationRecord:
        """The operation with this id if it can still be undone; see undoable.find_undoable."""
        return find_undoable(self.journal, op)

    def undo_changes(self, record: OperationRecord, *, leave: frozenset[str] = frozenset()) -> list[Change]:
        """The changes that take an operation back, without the paths in leave.

        Raises UndoRefusedError with every page that changed since.
        """
        since, changes = dict[str, bool](), list[Change]()
        there = [self.absolute(change.path) for change in record.changes if change.after]
        for change in record.changes:
            if change.path in leave:
                continue
            is_renamed = not change.after and _is_one_of(self.absolute(change.path), there)
            current = None if is_renamed else self.current(change.path)
            if _sha(current) != change.after:
                since[change.path] = current is not None
                continue
            before = self.objects.get(change.before) if change.before else None
            changes.append(Change(change.path, current, before, change.mode))
        if since:
            raise changed_since(self.journal, record, since)
        # What goes makes room: of two names that differ in case, the file system may know one only.
        return sorted(changes, key=lambda change: change.after is not None)


def _is_one_of(path: str, others: Sequence[str]) -> bool:
    """Whether a path means the same file as another of these, by a name that differs in case."""
    same = [other for other in others if other != path and other.lower() == path.lower()]
    return any(os.path.exists(path) and os.path.samefile(path, other) for other in same)


def _sha(data: bytes | None) -> str:
    return "" if data is None else sha256(data)
