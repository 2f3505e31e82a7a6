"""Replacing several files so that a failure leaves all of them as they were."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..errors import ReadOnlyError, UnsafePathError
from ..pages.obsidian.conflict_copies import free_copy_path
from .files import remove_quietly, sync_file, sync_files, sync_folder, write_unsynced
from .swapping import bytes_of, remove_if, replace_if


class Target(NamedTuple):
    """One file to replace or remove: where it is, and its bytes before and after (None: no file)."""

    path: str
    full: str
    before: bytes | None
    after: bytes | None
    mode: int = 0
    """Permissions of the file where it is made anew, before or after."""

    def turned(self) -> Target:
        """The same, taken back."""
        return self._replace(before=self.after, after=self.before)


class Replacement:
    """One set of files.  check raises when one is not as expected."""

    def __init__(self, root: str, check: Callable[[Target], None]) -> None:
        self.root, self._check = root, check
        self._made_folders: list[str] = []
        self._done: list[Target] = []
        self._replaced: list[tuple[str, Target]] = []
        """Versions that were replaced, kept until the end: an editor that has one open may write into it."""

    def run(self, targets: Sequence[Target]) -> None:
        """Write all, sync all, put all in place, sync the folders once.

        Raises ReadOnlyError when the disk refuses, and whatever check raises; roll_back() then puts everything back.
        """
        temporaries: dict[str, str] = {}
        # Looked up once: what becomes a link between the check and the change is not followed.
        reals = {target.path: os.path.realpath(target.full) for target in targets}
        root = os.path.join(os.path.realpath(self.root), "")
        for path, real in reals.items():
            if not real.startswith(root):
                raise UnsafePathError(path, "it leads out of the vault through a link")
        try:
            for target in targets:
                if target.after is not None:
                    real = reals[target.path]
                    self._make_folders(os.path.dirname(real))
                    temporaries[target.path] = write_unsynced(real, target.after, new_mode=target.mode)
            sync_files([*temporaries.values()])
            for target in targets:
                self._check(target)
                self._done.append(target)
                if not change_if(target, temporaries.get(target.path, ""), reals[target.path]):
                    self._done.pop()
                    # Somebody saved it after the look.
                    self._check(target)
                    raise ReadOnlyError(target.full, "the file keeps changing")
                if target.before is not None and target.path in temporaries:
                    self._replaced.append((temporaries.pop(target.path), target))
            for folder in sorted({os.path.dirname(target.full) for target in targets} | self._parents()):
                sync_folder(folder)
        except OSError as err:
            raise ReadOnlyError(err.filename or self.root, err.strerror or str(err)) from err
        finally:
            # A temporary file that cannot be removed is found by `doctor`; it must not hide what went wrong.
            with suppress(OSError):
                for temporary in temporaries.values():
                    remove_quietly(temporary)

    def roll_back(self) -> None:
        """Put back what was replaced; what somebody wrote since stays.  OSError passes: the intent is still noted."""
        while self._done:
            target = self._done[-1].turned()
            if target.before != target.after and bytes_of(target.full) == target.before:
                make_change(target)
            self._done.pop()
        for folder in reversed(self._made_folders):
            remove_empty_folders(folder, os.path.dirname(folder))
        self._made_folders.clear()

    def settle(self, time: str) -> bool:
        """Let go of the versions that were replaced; one that somebody wrote into meanwhile becomes a conflict copy.

        False where the disk refuses: a temporary file is still there.
        """
        waiting, self._replaced = self._replaced, []
        for temporary, target in waiting:
            try:
                if bytes_of(temporary) in (None, target.before):
                    remove_quietly(temporary)
                else:
                    os.replace(temporary, free_copy_path(os.path.realpath(target.full), time, os.path.lexists))
            except OSError:
                self._replaced.append((temporary, target))
        return not self._replaced

    @property
    def is_undone(self) -> bool:
        """Whether nothing of this is left, or ever was."""
        return not self._done

    def remove_emptied(self, may_go: Callable[[str], bool]) -> None:
        """Take away the folders that removed files leave empty, where the folder of that file may go."""
        for target in self._done:
            if target.after is None and may_go(target.path):
                remove_empty_folders(os.path.dirname(target.full), self.root)

    def _make_folders(self, folder: str) -> None:
        missing = []
        while not os.path.isdir(folder):
            missing.append(folder)
            folder = os.path.dirname(folder)
        for path in reversed(missing):
            os.mkdir(path)
            self._made_folders.append(path)

    def _parents(self) -> set[str]:
        return {os.path.dirname(folder) for folder in self._made_folders}


def change_if(target: Target, temporary: str, real: str) -> bool:
    """Make one change, from a temporary file with the bytes after; False where the bytes before are no longer there.

    real: where the path led when the temporary file was written beside it.
    """
    if target.after is None:
        return target.before is None or remove_if(target.full, target.before)
    # The target of a link is replaced, not the link.
    return replace_if(temporary, real, target.before)


def make_change(target: Target) -> bool:
    """Make one change by itself, durably; False where the bytes before are no longer there."""
    real, temporary = os.path.realpath(target.full), ""
    try:
        if target.after is not None:
            os.makedirs(os.path.dirname(real), exist_ok=True)
            temporary = write_unsynced(real, target.after, new_mode=target.mode)
            sync_file(temporary)
        is_made = change_if(target, temporary, real)
    finally:
        with suppress(OSError):
            if temporary:
                remove_quietly(temporary)
    if os.path.isdir(os.path.dirname(real)):
        sync_folder(os.path.dirname(real))
    return is_made


def remove_empty_folders(folder: str, root: str) -> None:
    """Remove folder and those above it as long as they are empty, never root itself."""
    while folder != root and folder.startswith(root + os.sep):
        try:
            os.rmdir(folder)
        except FileNotFoundError:
            # Whoever was killed here had begun.
            pass
        except OSError:
            return
        folder = os.path.dirname(folder)
