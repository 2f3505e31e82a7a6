"""Earlier and later bytes of pages, by their hash: what undo and crash recovery restore from."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from contextlib import suppress

from ..errors import DataError
from .files import remove_quietly, sync_files, sync_folders, write_unsynced
from .page_texts import unpacked
from .vault import sha256

OBJECTS = "objects"
PASSING = os.path.join(OBJECTS, "passing")
_LEVEL, _FASTEST = 6, 1
_LOST = "put the file back from a backup; without it the operation cannot be undone"


class ObjectStore:
    """Compressed copies under graph/objects, named by the SHA-256 of the content.  Nothing is stored twice."""

    def __init__(self, graph_dir: str, *, passing: bool = False) -> None:
        """passing: the copies of one operation, which go when it is done."""
        self.root = os.path.join(graph_dir, PASSING if passing else OBJECTS)
        self._level = _FASTEST if passing else _LEVEL
        self._has_folders = not passing

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
            for name in os.listdir(self.root):
                os.unlink(os.path.join(self.root, name))

    def get(self, sha: str) -> bytes:
        """The bytes with this hash.  Raises DataError when they are missing or damaged."""
        path = self._path(sha)
        try:
            with open(path, "rb") as file:
                data = unpacked(zlib.decompressobj(), file.read())
        except (OSError, ValueError, zlib.error) as err:
            raise DataError(f"the stored copy {sha[:12]} cannot be read: {err}", path=path, hint=_LOST) from err
        if sha256(data) != sha:
            raise DataError(f"the stored copy {sha[:12]} is damaged", path=path, hint=_LOST)
        return data
