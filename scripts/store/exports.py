"""Files written outside the vault on request: whole folders, and single files.  Never in a vault or a graph folder."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from ..errors import DataError, UnsafePathError, UsageError
from .files import write_durably


def inner_path(root: str, path: str) -> str | None:
    """The path of a file below root, with slashes; None when it lies elsewhere.  Links are followed."""
    return _below(os.path.realpath(root), os.path.realpath(path))


def _below(base: str, full: str) -> str | None:
    if full == base or not full.startswith(base.rstrip(os.sep) + os.sep):
        return None
    return os.path.relpath(full, base).replace(os.sep, "/")


def check_folder(folder: str, *, keep_out: Sequence[str], force: bool) -> int:
    """Make sure that a folder may be written into; return how many entries it has.

    keep_out: folders that may neither hold it nor lie in it.  Raises UnsafePathError, and UsageError for a folder
    with files in it unless force.
    """
    full = os.path.realpath(folder)
    for other in map(os.path.realpath, keep_out):
        if full == other or inner_path(other, full) is not None or inner_path(full, other) is not None:
            raise UnsafePathError(
                folder, "an export may not lie in the knowledge base, nor around it", hint="give another place"
            )
    if not os.path.lexists(folder):
        return 0
    if not os.path.isdir(folder):
        raise UsageError(f"{folder} is no folder", hint="give a new folder")
    entries = len(os.listdir(folder))
    if entries and not force:
        raise UsageError(f"{folder} is not empty", hint="give a new folder, or --force to write over what is there")
    return entries


def write_folder(folder: str, files: Mapping[str, bytes]) -> None:
    """Write files by their paths below folder.  What else is there stays.

    Raises UnsafePathError for a path that leads out of the folder, as through a link, DataError when the disk refuses.
    """
    base = os.path.realpath(folder)
    for path in files:
        if _below(base, os.path.realpath(os.path.join(base, path))) != path:
            raise UnsafePathError(path, f"it leads out of {folder}")
    for path, data in files.items():
        full = os.path.join(folder, path)
        with _Writing(full), open(full, "wb") as file:
            file.write(data)


def write_file(path: str, data: bytes, *, over: bool) -> None:
    """Write one file, whole or not at all.  Raises DataError when the disk refuses.

    over: write over what is there, a device or a pipe as it is; else the file is new, whatever came there since a look.
    """
    with _Writing(path):
        if over and os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as file:
                file.write(data)
            return
        if not over:
            open(path, "xb").close()
        try:
            write_durably(path, data)
        except BaseException:
            if not over:
                os.unlink(path)
            raise


class _Writing:
    """Makes the folders of a file, and tells an error of the disk with its path."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        try:
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
        except OSError as err:
            raise self._told(err) from err

    def __exit__(self, kind: object, err: object, trace: object) -> None:
        if isinstance(err, OSError):
            raise self._told(err) from err

    def _told(self, err: OSError) -> DataError:
        return DataError(f"cannot write: {err.strerror}", path=self.path, hint="give another place")
