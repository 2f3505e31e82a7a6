"""Files written outside the vault on request: whole folders, and single files.  Never in a vault or a graph folder."""

from __future__ import annotations

import os

from ..errors import DataError
from .files import write_durably


def inner_path(root: str, path: str) -> str | None:
    """The path of a file below root, with slashes; None when it lies elsewhere.  Links are followed."""
    return _below(os.path.realpath(root), os.path.realpath(path))


def _below(base: str, full: str) -> str | None:
    if full == base or not full.startswith(base.rstrip(os.sep) + os.sep):
        return None
    return os.path.relpath(full, base).replace(os.sep, "/")


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
