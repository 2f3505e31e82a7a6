"""Replacing several files so that a failure leaves all of them as they were."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..errors import ReadOnlyError
from ..named_tuple import NamedTuple
from .files import remove_quietly, sync_files, sync_folder, write_durably, write_unsynced

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Target(NamedTuple):
    """One file to replace or remove: where it is, and its bytes before and after (None: no file)."""

    path: str
    full: str
    before: bytes | None
    after: bytes | None


class Replacement:
    """One set of files.  current tells the bytes of a vault path now; check raises when they are not as expected."""

    def __init__(self, root: str, current: Callable[[str], bytes | None], check: Callable[[Target], None]) -> None:
        self.root, self._current, self._check = root, current, check
        self._made_folders: list[str] = []
        self._done: list[Target] = []

    def run(self, targets: Sequence[Target]) -> None:
        """Write all, sync all, rename all, sync the folders once.

        Raises ReadOnlyError when the disk refuses, and whatever check raises; roll_back() then puts everything back.
        """
        temporaries: dict[str, str] = {}
        try:
            for target in targets:
                if target.after is not None:
                    real = os.path.realpath(target.full)
                    self._make_folders(os.path.dirname(real))
                    temporaries[target.path] = write_unsynced(real, target.after)
            sync_files([*temporaries.values()])
            for target in targets:
                self._check(target)
                self._done.append(target)
                if target.after is None:
                    os.unlink(target.full)
                else:
                    # The target of a link is replaced, not the link.
                    os.replace(temporaries[target.path], os.path.realpath(target.full))
            for folder in sorted({os.path.dirname(target.full) for target in targets} | self._parents()):
                sync_folder(folder)
        except OSError as err:
            raise ReadOnlyError(err.filename or self.root, err.strerror or str(err)) from err
        finally:
            for temporary in temporaries.values():
                remove_quietly(temporary)

    def roll_back(self) -> None:
        """Put back what was replaced; what somebody wrote since stays.  OSError passes: the intent is still noted."""
        while self._done:
            target = self._done[-1]
            if self._current(target.path) == target.after and target.after != target.before:
                if target.before is None:
                    remove_quietly(target.full)
                else:
                    write_durably(target.full, target.before)
            self._done.pop()
        for folder in reversed(self._made_folders):
            remove_empty_folders(folder, os.path.dirname(folder))
        self._made_folders.clear()

    @property
    def is_undone(self) -> bool:
        """Whether nothing of this is left, or ever was."""
        return not self._done

    def remove_emptied(self) -> None:
        """Take away the folders that the removed files leave empty."""
        for target in self._done:
            if target.after is None:
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


def remove_empty_folders(folder: str, root: str) -> None:
    """Remove folder and those above it as long as they are empty, never root itself."""
    while folder != root and folder.startswith(root + os.sep):
        try:
            os.rmdir(folder)
        except OSError:
            return
        folder = os.path.dirname(folder)
