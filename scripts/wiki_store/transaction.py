"""All writing to the vault: several files as one operation, under the lock, undoable, safe beside a person.

First the copies that undo needs and a temporary file beside each target are written and synced: a crash leaves only
garbage.  Then the file of the operation is written, as pending.  Then each file changes places with its temporary one,
which now holds the old version and is checked.  When all have, the operation is done; the old versions are removed
last.  So names show the state after a crash: without a file of the operation nothing was changed, with a pending one
the rest is to be changed, with one that is done the old versions are to be removed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import NamedTuple

from ..errors import DataError, PageChangedError, ReadOnlyError, UnsafePathError
from .files import place_of
from .operations import PENDING, Change, FileChange, ObjectStore, OperationRecord, Operations
from .writing import (
    hash_of,
    make_folders,
    move,
    origin_of,
    remove_empty_folders,
    remove_quietly,
    repair_exchange,
    settle,
    sha256,
    slot_of,
    sync,
    write_beside,
)

_LEFT = "the next command that writes finishes what was interrupted"
_PATIENCE = 1.0
"""Seconds of waiting that are not reported."""
_RECENT = 100
"""Operations that are searched for the last one that wrote a page."""


class Recovery(NamedTuple):
    """The files of an interrupted operation that were finished, and those that were not."""

    op: str
    finished: tuple[str, ...]
    conflicts: tuple[str, ...]
    """Paths that somebody wrote in between, left as they are; the operation's version is in graph/objects."""
    forgets: bool = False
    """Whether it was to leave no trace of the files that it removed."""


class _StagedFile(NamedTuple):
    """One file of an operation: its real path, and the temporary file beside it."""

    change: FileChange
    real: str
    slot: str


class Transaction:
    """Commits changes to one vault.  The caller holds the home's lock."""

    def __init__(
        self,
        root: str,
        graph: str,
        *,
        quiet_seconds: float = 0.0,
        is_ours: Callable[[str], bool] = lambda _: True,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """is_ours: whether the folder of this file is removed with its last file; a person's stays, as in Obsidian.

        tell: takes a line where a writer waits.
        """
        self.root, self.graph, self.quiet_seconds = root, graph, quiet_seconds
        self.is_ours, self._tell = is_ours, tell
        self.operations, self.objects = Operations(graph), ObjectStore(graph)

    def commit(
        self,
        changes: Sequence[Change],
        *,
        verb: str,
        actor: str,
        now: str,
        note: str = "",
        reverts: Sequence[str] = (),
        generate: Callable[[OperationRecord], Sequence[Change]] = lambda _: (),
        forgets: bool = False,
    ) -> OperationRecord | None:
        """Make all changes or none; return the record, or None when nothing would change.

        generate: takes the record, and returns the changes of pages that are made from others.
        forgets: keep no copies, and in the end no names of removed files.
        Raises PageChangedError when a file is not as it was read, ReadOnlyError when the disk refuses.
        """
        real = [change for change in changes if change.before != change.after]
        rows = tuple(map(self._hash_change, real))
        digest = sha256("\n".join(f"{row.path}\t{row.after}" for row in rows).encode("utf-8", "surrogatepass"))
        op = self.operations.next_id(now, digest)
        record = OperationRecord(op, now, verb, actor, rows, note=note, reverts=tuple(reverts), forgotten=forgets)
        files = [*real, *(change for change in generate(record) if change.before != change.after)]
        if not files and not note:
            return None
        self._check_paths([change.path for change in files])
        self._wait_until_quiet(files)
        record = record._replace(generated=tuple(map(self._hash_change, files[len(real) :])))
        places = self._stage_files(record)
        kept = () if forgets else (data for change in real for data in (change.before, change.after))
        try:
            self.objects.put_all(data for data in kept if data is not None)
            self._write_slots(places, files)
            self.operations.begin(record)
        except BaseException as err:
            with suppress(OSError):
                for place in places:
                    remove_quietly(place.slot)
                self.operations.abandon(record)
            if isinstance(err, OSError):
                raise ReadOnlyError(err.filename or self.graph, err.strerror or str(err)) from err
            raise
        self._carry_out(record, places)
        return record if _is_recorded(record) else None

    def recover(self) -> Recovery | None:
        """Finish the operation that was interrupted.  A file that somebody wrote in between is left as it is.

        Raises ReadOnlyError when the disk refuses, DataError when the file of the operation cannot be read.
        """
        record = self.operations.pending()
        try:
            if record is None:
                self._settle_newest()
                return None
            places = self._stage_files(record)
            conflicts = [place.change.path for place in places if not self._change_file(place, record.time, [])]
            sync(_folders(places))
            self._end_operation(record)
            self._clean_up(record, places)
        except UnsafePathError as err:
            hint = "look where it came from, then delete it: the pages stay as they are"
            path = self.operations.path_of(record.op + PENDING) if record else self.root
            raise DataError(f"an operation that is not carried out: {err}", path=path, hint=hint) from err
        except OSError as err:
            raise ReadOnlyError(err.filename or self.graph, err.strerror or str(err), left=_LEFT) from err
        finished = (change.path for change in (*record.changes, *record.generated) if change.path not in conflicts)
        return Recovery(record.op, tuple(finished), tuple(conflicts), record.forgotten)

    def clear(self, temporary: str, now: str) -> None:
        """Remove a temporary file that a writer left; nothing is pending.  Raises OSError.

        Where its operation is done, a version that somebody wrote becomes a conflict copy; without one it is garbage.
        """
        folder, name = os.path.split(temporary)
        original, op = origin_of(name)
        record = self.operations.get(op)
        if record is None:
            remove_quietly(temporary)
        else:
            known = [sha for change in record.changes for sha in change[1:3]]
            settle(temporary, os.path.join(folder, original), known, now)

    def _wait_until_quiet(self, changes: Sequence[Change]) -> None:
        """Wait until a person has finished typing in the pages; no wait for one that we wrote last, or from the future.

        An editor saves two seconds after a keystroke, and merges versions that it did not expect.
        """
        last_writes = cache(self._last_writes)
        for path, before, _, _ in changes:
            with suppress(FileNotFoundError):
                age = time.time() - os.stat(place_of(self.root, path)).st_mtime
                left = self.quiet_seconds - age
                if age < 0 or left <= 0 or last_writes().get(path) == sha256(before):
                    continue
                if left > _PATIENCE:
                    what = f"{path} was saved {age:.0f} s ago, and may be open in an editor"
                    self._tell(f"waiting: {what}; {left:.0f} s to go")
                time.sleep(left)

    def _check_paths(self, paths: Sequence[str]) -> None:
        if len(set(paths)) < len(paths):
            path = min(path for path in paths if paths.count(path) > 1)
            raise DataError("changed twice in one operation", path=path)
        if self.operations.pending() is not None:
            raise DataError("an interrupted operation is not finished", path=self.operations.root, hint="call doctor")

    def _last_writes(self) -> dict[str, str]:
        """Return the hashes of the versions that the newest operations wrote last, by path."""
        recent = [*islice(self.operations.newest_first(), _RECENT)]
        return {row.path: row.after for record in recent[::-1] for row in (*record.changes, *record.generated)}

    def _hash_change(self, change: Change) -> FileChange:
        """Return the hashes of a change; with the permissions of a file that is removed, so that undo restores them."""
        mode = change.mode if change.before is None else 0
        if change.after is None:
            with suppress(FileNotFoundError):
                mode = os.stat(place_of(self.root, change.path)).st_mode & 0o7777
        return FileChange(change.path, sha256(change.before), sha256(change.after), mode)

    def _stage_files(self, record: OperationRecord) -> list[_StagedFile]:
        """Return the real paths and temporary files of an operation's files.  Raises UnsafePathError.

        Resolved once: a file that becomes a link between the check and the change is not followed.
        """
        places, root = list[_StagedFile](), os.path.realpath(self.root)
        for number, change in enumerate((*record.changes, *record.generated)):
            full = place_of(self.root, change.path)
            folder, name = os.path.split(full)
            # The target of a link is written, but the link itself is removed.
            real = os.path.realpath(full) if change.after else os.path.join(os.path.realpath(folder), name)
            if not real.startswith(os.path.join(root, "")):
                raise UnsafePathError(change.path, "it leads out of the vault through a link")
            places.append(_StagedFile(change, real, slot_of(real, record.op, number, root)))
        return places

    def _write_slots(self, places: Sequence[_StagedFile], files: Sequence[Change]) -> None:
        for place, change in zip(places, files):
            if change.after is not None:
                write_beside(place.real, place.slot, change.after, mode=place.change.mode)
        sync([place.slot for place in places if place.change.after])
        sync(sorted({os.path.dirname(place.slot) for place in places}))

    def _change_file(self, place: _StagedFile, when: str, made: list[str]) -> bool:
        """Make one change, if it is still to be made; False when somebody wrote the file, or the copy is lost.

        made: gets the folders that were missing.
        """
        change, real, slot = place
        repair_exchange(slot, real)
        found = hash_of(real)
        if found == change.after:
            return True
        if found != change.before:
            return False
        if change.after and hash_of(slot) != change.after:
            settle(slot, real, (change.before, change.after), when)
            try:
                data = self.objects.get(change.after)
            except DataError:
                return False
            write_beside(real, slot, data, mode=change.mode)
            sync([slot])
        made.extend(make_folders(os.path.dirname(real)))
        return move(slot, real, change.before)

    def _carry_out(self, record: OperationRecord, places: Sequence[_StagedFile]) -> None:
        tried, made = list[_StagedFile](), list[str]()
        try:
            try:
                for place in places:
                    tried.append(place)
                    if not self._change_file(place, record.time, made):
                        tried.pop()
                        path, before, *_ = place.change
                        raise PageChangedError(path, before, hash_of(place.real), is_ours=True)
                sync(sorted({*_folders(places), *map(os.path.dirname, made)}))
                self._end_operation(record)
            except BaseException:
                self._walk_back(record, places, tried, made)
                raise
        except OSError as err:
            raise ReadOnlyError(err.filename or self.root, err.strerror or str(err)) from err
        # The operation is done: if the disk refuses the clean-up, the next writer does it.
        try:
            self._clean_up(record, places)
        except OSError as err:
            if record.forgotten:
                what = f"the pages are gone, and their names are still in operations: {err.strerror}"
                raise DataError(what, path=err.filename or self.graph, hint="`doctor` takes them out") from err

    def _walk_back(
        self, record: OperationRecord, places: Sequence[_StagedFile], tried: Sequence[_StagedFile], made: Sequence[str]
    ) -> None:
        """Restore the files that were changed; those that somebody wrote since stay.

        Raises DataError where the disk refuses that, too: the operation is still pending then.
        """
        try:
            for change, real, slot in reversed(tried):
                repair_exchange(slot, real)
                if hash_of(real) == change.after:
                    if not change.before:
                        # A new file may have two names.
                        remove_quietly(slot)
                    move(slot, real, change.after)
            for folder in reversed(made):
                remove_empty_folders(folder, os.path.dirname(folder))
            sync(_folders(places))
            self._settle_files(record, places)
            self.operations.abandon(record)
        except OSError as err:
            what = f"cannot write, nor put back what was written: {err.strerror}"
            raise DataError(what, path=err.filename or self.root, hint=_LEFT) from err

    def _end_operation(self, record: OperationRecord) -> None:
        if _is_recorded(record):
            self.operations.finish(record)
        else:
            self.operations.abandon(record)

    def _clean_up(self, record: OperationRecord, places: Sequence[_StagedFile]) -> None:
        """Remove old versions, folders that are empty now, and names that are to be forgotten."""
        self._settle_files(record, places)
        if record.forgotten:
            # A removed file that comes back after a power cut would have no operation any more.
            sync(_folders(places))
        for place in places:
            if not place.change.after and (record.reverts or self.is_ours(place.change.path)):
                remove_empty_folders(os.path.dirname(place.real), os.path.realpath(self.root))
        gone = {change.path for change in record.changes if not change.after} if record.forgotten else set[str]()
        if gone:
            for other in [*self.operations.newest_first()]:
                if other.op != record.op and any(change.path in gone for change in other.changes):
                    self.operations.cut(other, gone)
            self.operations.cut(record, gone, record.note)

    def _settle_newest(self) -> None:
        """Clean up after a writer that died when its operation was done."""
        last = next(self.operations.newest_first(), None)
        with suppress(UnsafePathError):
            if last is not None:
                self._clean_up(last, self._stage_files(last))

    def _settle_files(self, record: OperationRecord, places: Sequence[_StagedFile]) -> None:
        for place in places:
            settle(place.slot, place.real, (place.change.before, place.change.after), record.time)


def _is_recorded(record: OperationRecord) -> bool:
    """Report whether an operation leaves a file: one that only changes generated pages does not."""
    return bool(record.changes or record.note)


def _folders(places: Sequence[_StagedFile]) -> list[str]:
    folders = {os.path.dirname(path) for place in places for path in (place.real, place.slot)}
    return sorted(filter(os.path.isdir, folders))
