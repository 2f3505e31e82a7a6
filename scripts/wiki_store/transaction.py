"""All writing to the vault: several files as one operation, under the lock, undoable, safe beside a person.

The order makes a crash harmless: copies of the old and new bytes first, then a note of intent, then the renames, then
the journal line, then the intent goes.  Who began it finishes it with the next write; see recovery.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import PurePath

from ..errors import DataError, PageChangedError, ReadOnlyError, UnsafePathError
from ..text.claim_list import bare_page
from ..text.obsidian import LISTED_FROM
from .files import place_of, read_bytes
from .forgotten import finish_forgetting
from .intent import Intent, IntentNote
from .journal import FORGET, FileChange, Journal, ObjectStore, OperationRecord, sha256
from .signing import is_signed, sign
from .swap import Replacement, Target
from .swap import wait_until_quiet as rest
from .working_copy import Change


class Transaction:
    """Commits changes to one vault.  The caller holds the home's lock."""

    def __init__(
        self,
        root: str,
        graph: str,
        *,
        state: str,
        quiet_seconds: float = 0.0,
        remade: Collection[str] = (),
        is_ours: Callable[[str], bool] = lambda _: True,
        tell: Callable[[str], None] = lambda _: None,
        drop_index: Callable[[], None] = lambda: None,
    ) -> None:
        """state: this user's folder, "" for none; see intent.py.

        remade: files that undo makes anew, so that no copy of what we wrote there is kept.  The catalog and the log are
        written by nearly every operation and grow: their copies would soon be larger than the home itself.
        is_ours: whether the folder of this file goes with its last file; a person's stays, as in Obsidian.
        tell: takes a line where a writer waits.  drop_index: deletes what else holds the text of pages, when some are
        forgotten.
        """
        self.root, self.graph, self.quiet_seconds = root, graph, quiet_seconds
        self.remade, self.is_ours = frozenset(remade), is_ours
        self.journal, self.objects = Journal(graph), ObjectStore(graph)
        self.intent, self._state = IntentNote(graph, root, state), state
        self._passing = ObjectStore(graph, is_passing=True)
        self._tell, self._drop_index = tell, drop_index

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
        may_keep: Callable[[bytes], bool] = lambda _: False,
    ) -> OperationRecord | None:
        """Make all changes or none; return the record, or None when nothing would change.

        log gets the operation without its changes, and returns that of the log file and the line added to it.  FORGET
        keeps no copy and no name of what goes, writes its line though no page changes, and deletes the index.
        may_keep: whether FORGET keeps these bytes of somebody else, which stood where the catalog goes.
        Raises PageChangedError when a file is not what was read, ReadOnlyError when the disk refuses.
        """
        real = [change for change in changes if change.before != change.after]
        if not real and verb != FORGET:
            return None
        check_root(self.root, [change.path for change in real])
        if self.intent.exists():
            # Another note in its place, and what it tells could never be finished.
            raise DataError("an interrupted operation is not finished", path=self.intent.path, hint="call doctor")
        record = OperationRecord(self._new_id(now, real), now, verb, actor, (), note)
        if log is not None:
            log_change, line = log(record)
            record = record._replace(log_line=line)
            real.append(log_change)
        _check_paths(real)
        leaving = [place_of(self.root, change.path) for change in real if change.after is None]
        for change in real:
            # Where the file system does not tell `a.md` from `A.md`, the new name of a page is there before it.
            if change.before is not None or not _is_one_of(place_of(self.root, change.path), leaving):
                self._check_unchanged(change)
        self.wait_until_quiet(real)
        targets = [self._target(change) for change in real]
        hashed = tuple(FileChange(each.path, sha256(each.before), sha256(each.after), each.mode) for each in targets)
        record = record._replace(changes=hashed)
        record = record._replace(signature=sign(self._state, record.signed()))
        try:
            self._keep_copies(real, forgets=verb == FORGET, may_keep=may_keep)
            self.intent.write(Intent(record, undoes))
        except OSError as err:
            raise ReadOnlyError(self.graph, err.strerror or str(err)) from err
        self._replace(targets, record, undoes)
        return record

    def undo_changes(
        self, record: OperationRecord, *, leave: Collection[str] = (), undone: Mapping[str, bytes | None] | None = None
    ) -> list[Change]:
        """Return the changes that take an operation back, without the paths in leave.

        A page of which we changed only the list of claims since can go back, too.
        undone: what files will hold by then, where later operations are taken back first.
        Raises UndoRefusedError with every page that changed otherwise.
        """
        since, changes, written = dict[str, bool](), list[Change](), cache(self.journal.writes)
        there = [place_of(self.root, change.path) for change in record.changes if change.after]
        for change in record.changes:
            if change.path in leave:
                continue
            is_renamed = not change.after and _is_one_of(place_of(self.root, change.path), there)
            if undone and change.path in undone:
                current = undone[change.path]
            else:
                current = None if is_renamed else read_bytes(self.root, change.path)
            if sha256(current) != change.after and not self._is_relisted(change, current, written):
                since[change.path] = current is not None
                continue
            before = self.objects.get(change.before) if change.before else None
            changes.append(Change(change.path, current, before, change.mode))
        if since:
            raise self.journal.changed_since(record, since)
        # What goes makes room: of two names that differ in case, the file system may know one only.
        return sorted(changes, key=lambda change: change.after is not None)

    def _is_relisted(
        self, change: FileChange, current: bytes | None, written: Callable[[], Mapping[str, Collection[str]]]
    ) -> bool:
        """Tell whether a page differs from what an operation wrote in its list of claims alone, as a later one made it.

        written: returns the hashes of what operations wrote, by path.
        """
        if current is None or LISTED_FROM.encode() not in current or not change.after:
            return False
        if sha256(current) not in written().get(change.path, ()):
            return False
        with suppress(DataError):
            return bare_page(current) == bare_page(self.objects.get(change.after))
        return False

    def is_own(self, record: OperationRecord) -> bool:
        """Tell whether this user recorded an operation, on this machine."""
        return is_signed(self._state, record.signed(), record.signature)

    def copy_of(self, sha: str) -> bytes:
        """Return the bytes with this hash that an operation wrote or writes.  Raises DataError if they are not kept."""
        try:
            return self._passing.get(sha)
        except DataError:
            return self.objects.get(sha)

    def note(self, record: OperationRecord, undoes: str) -> None:
        """Write the journal line of an operation, or that it undoes another."""
        if undoes:
            changes = [change.to_row() for change in record.changes]
            self.journal.append("undo", record.time, op=undoes, actor=record.actor, changes=changes)
        else:
            self.journal.append_operation(record)

    def drop_intent(self, done: OperationRecord | None = None) -> None:
        """Let the intent go, since the operation is done or undone, then the copies that only finishing it needed."""
        if done is not None and done.verb == FORGET:
            finish_forgetting(self.graph, self.root, done)
            self._drop_index()
        self.intent.remove()
        self._passing.remove_all()

    def _replace(self, targets: Sequence[Target], record: OperationRecord, undoes: str) -> None:
        replacement = Replacement(self.root, self._check_unchanged)
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
                path=err.filename or self.root,
                hint="the next command that writes finishes the operation",
            ) from err
        except BaseException:
            # Where putting back was interrupted the intent stays, and recovery finishes the operation.
            if replacement.is_undone:
                self.drop_intent()
            raise
        is_settled = replacement.settle(record.time)
        replacement.remove_emptied(lambda path: bool(undoes) or self.is_ours(path))
        if not is_settled:
            # Recovery finds the operation done and noted, and clears up.
            return
        # The operation is done and noted: an intent that cannot be removed is found out by recovery.
        with suppress(OSError):
            self.drop_intent(record)

    def _keep_copies(self, changes: Sequence[Change], *, forgets: bool, may_keep: Callable[[bytes], bool]) -> None:
        """Store what undo needs, and what recovery needs for as long as the operation lasts."""
        self._passing.remove_all()
        ours = self.journal.last_writes() if self.remade else {}
        kept, passing = list[bytes](), list[bytes]()
        for path, before, after, _ in changes:
            is_remade = forgets or path in self.remade
            is_ours = path in self.remade and ours.get(path) == sha256(before)
            # What somebody else wrote there is theirs, and kept.
            if before is not None and not is_ours and (not forgets or (path in self.remade and may_keep(before))):
                kept.append(before)
            if after is not None:
                (passing if is_remade else kept).append(after)
        self.objects.put_all(kept)
        self._passing.put_all(passing)

    def _target(self, change: Change) -> Target:
        """Return a change with its place; what goes is noted with its permissions, to come back with them."""
        is_new, full = change.before is None, place_of(self.root, change.path)
        mode = change.mode if is_new else 0 if change.after is not None else os.stat(full).st_mode & 0o7777
        return Target(change.path, full, change.before, change.after, mode)

    def _new_id(self, now: str, changes: Sequence[Change]) -> str:
        """Return time and a hash of the changes; longer where the journal has that id already."""
        lines = "\n".join(f"{c.path}\t{sha256(c.before)}\t{sha256(c.after)}" for c in changes)
        digest = sha256(lines.encode("utf-8", "surrogatepass"))
        stem = now.replace("-", "").replace(":", "").rstrip("Z") + "-"
        # Undone ones too: what recovery asks is whether the journal has this very operation.
        known = {event.get("op") for event in self.journal.events(tail=True) if event.get("event") == "operation"}
        return next(stem + digest[:n] for n in range(4, 65) if stem + digest[:n] not in known)

    def _check_unchanged(self, change: Change | Target) -> None:
        found = read_bytes(self.root, change.path)
        if found != change.before:
            raise PageChangedError(change.path, sha256(change.before), sha256(found), is_ours=True)

    def wait_until_quiet(self, changes: Sequence[Change]) -> None:
        """Let a person finish typing in any of the pages."""
        if self.quiet_seconds <= 0:
            return
        ours = self.journal.last_writes()
        for change in changes:
            if change.before is None or ours.get(change.path) == sha256(change.before):
                continue
            rest(place_of(self.root, change.path), change.path, self.quiet_seconds, self._tell)
            self._check_unchanged(change)


def check_root(root: str, paths: Iterable[str] = ()) -> None:
    """Raise UnsafePathError where a vault is, or lies in, the folder of a git repository: a file there may be run.

    paths: what is to be written, which lies in no such folder, either.
    """
    parts = [part.lower() for part in os.path.realpath(root).split(os.sep)]
    # The second is its short name on Windows.
    is_git = ".git" in parts or "git~1" in parts
    for folder in sorted({root}.union(os.path.join(root, above) for path in paths for above in PurePath(path).parents)):
        if is_git or (os.path.isfile(os.path.join(folder, "HEAD")) and os.path.isdir(os.path.join(folder, "objects"))):
            hint = "name the folder that has the notes"
            raise UnsafePathError(folder, "it is the folder of a git repository", hint=hint)


def _check_paths(changes: Sequence[Change]) -> None:
    paths = [change.path for change in changes]
    if len(set(paths)) < len(paths):
        raise DataError("changed twice in one operation", path=min(path for path in paths if paths.count(path) > 1))


def _is_one_of(path: str, others: Sequence[str]) -> bool:
    """Tell whether a path means the same file as another of these, by a name that differs in case."""
    same = [other for other in others if other != path and other.lower() == path.lower()]
    return any(os.path.exists(path) and os.path.samefile(path, other) for other in same)
