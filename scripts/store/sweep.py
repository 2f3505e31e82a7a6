"""What has changed in the vault since the index was written, found without reading a file.

A file is unchanged when size, mtime, ctime and inode all are as they were.  A file written within two seconds of being
indexed could change again within the same tick of a coarse clock: its stamp is kept as "unsure", and the next sweep
reads it (git's racy rule).
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..homes import parse_json
from .connections import RACY_NS
from .schema import META

if TYPE_CHECKING:
    from .vault import Stamp, Vault

_UNSURE = -1


Key = tuple[str, str]
"""A part of a folder: the folder's path and the part's first name."""


class Sweep(NamedTuple):
    """The difference between vault and index."""

    changed: dict[str, Stamp]
    """New files and files whose stamp differs, by path."""
    removed: tuple[str, ...]
    parts: dict[Key, dict[str, Stamp]]
    """The files of every part of a folder that differs, for the next sweep to compare with."""
    gone_parts: tuple[Key, ...]
    at_ns: int
    """When the sweep began."""
    times: dict[str, int]
    """mtime_ns of every folder."""
    doubted: tuple[str, ...] = ()
    """Of the changed files those that have the stamp which they were indexed with, but had it too lately."""

    @property
    def is_clean(self) -> bool:
        return not (self.changed or self.removed or self.parts or self.gone_parts)

    @property
    def is_doubt_alone(self) -> bool:
        """Whether nothing differs but stamps that cannot be trusted yet: stored again, they would be no surer."""
        return (
            0 < len(self.doubted) == len(self.changed)
            and not (self.removed or self.gone_parts)
            and all(_is_fresh(stamp, self.at_ns) for stamp in self.changed.values())
        )


class OutrunError(Exception):
    """Since a sweep another process has written the index that it was compared with."""


def sweep(vault: Vault, connection: sqlite3.Connection) -> Sweep:
    """Compare the vault with the stamps in the index.  Cost: one stat per file."""
    at_ns = time.time_ns()
    known: dict[tuple[bytes, bytes], str] = {
        (path, first): text for path, first, text in connection.execute("SELECT path, first, stamps FROM folders")
    }
    parts: dict[Key, dict[str, Stamp]] = {}
    times: dict[str, int] = {}
    for part in vault.parts():
        times[part.folder] = part.mtime_ns
        key = _encoded((part.folder, part.first))
        # Comparing all files of a part as text is what makes an unchanged one nearly free.
        if known.get(key) == _dumps(part.files):
            del known[key]
        else:
            parts[part.folder, part.first] = part.files
    stale = {_decoded(key): _loads(text) for key, text in known.items()}
    changed, removed, doubted = _compare(_by_folder(stale), _by_folder(parts))
    gone = stale.keys() - parts.keys()
    if not (changed or removed) and {key[0] for key in stale} == {key[0] for key in parts}:
        # Only listed in another order, or kept in other parts by who was told of single names.
        parts, gone = {}, set()
    return Sweep(changed, tuple(sorted(removed)), parts, tuple(sorted(gone)), at_ns, times, tuple(doubted))


def _by_folder(parts: Mapping[Key, dict[str, Stamp]]) -> dict[str, dict[str, Stamp]]:
    folders: dict[str, dict[str, Stamp]] = {}
    for (folder, _), files in parts.items():
        folders.setdefault(folder, {}).update(files)
    return folders


def _compare(
    before: Mapping[str, dict[str, Stamp]], now: Mapping[str, dict[str, Stamp]]
) -> tuple[dict[str, Stamp], list[str], list[str]]:
    """What is new or differs, what is gone, and what differs by doubt alone."""
    changed: dict[str, Stamp] = {}
    removed: list[str] = []
    doubted: list[str] = []
    for folder in {**before, **now}:
        prefix, old, new = _prefix(folder), before.get(folder, {}), now.get(folder, {})
        for name, stamp in new.items():
            if old.get(name) != stamp:
                changed[prefix + name] = stamp
                if old.get(name) == _doubted(stamp):
                    doubted.append(prefix + name)
        removed += [prefix + name for name in old if name not in new]
    return changed, removed, doubted


def store_stamps(connection: sqlite3.Connection, found: Sweep, *, unread: frozenset[str] = frozenset()) -> None:
    """Write the stamps of the parts that differ, marking those that are too fresh to be trusted.

    unread: paths that could not be read; they are tried again each time.
    """
    connection.executemany(
        "DELETE FROM folders WHERE path = ? AND first = ?", [_encoded(key) for key in found.gone_parts]
    )
    # A stamp that is as it was stored was sure then: of thousands of files in a folder, only the changed are looked at.
    unsure: dict[str, dict[str, Stamp]] = {}
    for path, stamp in found.changed.items():
        if _is_fresh(stamp, found.at_ns) or path in unread:
            folder, _, name = path.rpartition("/")
            unsure.setdefault(folder, {})[name] = _doubted(stamp)
    rows = []
    for key, files in found.parts.items():
        doubted = unsure.get(key[0], {})
        rows.append((*_encoded(key), _dumps({**files, **{name: doubted[name] for name in doubted.keys() & files}})))
    connection.executemany("INSERT OR REPLACE INTO folders VALUES (?, ?, ?)", rows)
    times = {path: _UNSURE if at > found.at_ns - RACY_NS else at for path, at in found.times.items()}
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('folders', ?)", (json.dumps(times),))


def has_same_names(vault: Vault, connection: sqlite3.Connection) -> bool:
    """Whether no file came, went or was replaced by another since the stamps were written.  Cost: one stat per folder.

    A file that was written to in place has its old name, and is not noticed.  A name that came and went again looks
    like a change until the stamps are written the next time.
    """
    times = _folder_times(connection)
    return times is not None and all(vault.folder_time(path) == at for path, at in times.items())


def written_at(db: sqlite3.Connection) -> int:
    """When the index was last written, in nanoseconds; later than any write before."""
    row = db.execute(META, ("written",)).fetchone()
    at = row[0] if row else 0
    if not isinstance(at, int):
        raise sqlite3.DatabaseError(f"{at!r} is no time")
    return at


def _is_fresh(stamp: Stamp, at_ns: int) -> bool:
    """Whether the file could change again without its stamp telling.

    An mtime far in the future says nothing: any edit moves it, and what sets it back moves the ctime.
    """
    oldest = at_ns - RACY_NS
    return stamp[2] > oldest or oldest < stamp[1] <= at_ns + RACY_NS


def _doubted(stamp: Stamp) -> Stamp:
    """A stamp as it is kept while the file could change again without its stamp telling."""
    return (_UNSURE, *stamp[1:])


def _encoded(key: Key) -> tuple[bytes, bytes]:
    return _bytes(key[0]), _bytes(key[1])


def _decoded(key: tuple[bytes, bytes]) -> Key:
    return _text(key[0]), _text(key[1])


def _bytes(name: str) -> bytes:
    """A name as bytes: it need not be UTF-8."""
    return name.encode("utf-8", "surrogatepass")


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogatepass")


def _prefix(folder: str) -> str:
    return folder + "/" if folder else ""


def _folder_times(connection: sqlite3.Connection) -> dict[str, int] | None:
    """mtime_ns of every folder, as stored."""
    row = connection.execute(META, ("folders",)).fetchone()
    if row is None:
        return None
    times = _mapping(row[0])
    if not all(isinstance(at, int) for at in times.values()):
        raise sqlite3.DatabaseError("damaged times of folders")
    return times


def _dumps(stamps: dict[str, Stamp]) -> str:
    return json.dumps(stamps, separators=(",", ":"))


def _loads(text: str) -> dict[str, Stamp]:
    stamps: dict[str, Stamp] = {}
    for name, numbers in _mapping(text).items():
        if not (isinstance(numbers, list) and len(numbers) == 4 and all(isinstance(number, int) for number in numbers)):
            raise sqlite3.DatabaseError("damaged stamps")
        size, mtime_ns, ctime_ns, inode = numbers
        stamps[name] = (size, mtime_ns, ctime_ns, inode)
    return stamps


def _mapping(text: str) -> dict[str, Any]:
    """The object that a text in JSON holds.  Raises sqlite3.DatabaseError for anything else: it may be a stranger's."""
    try:
        found = parse_json(text)
    except (ValueError, TypeError) as err:
        raise sqlite3.DatabaseError("damaged stamps") from err
    if not isinstance(found, dict):
        raise sqlite3.DatabaseError("damaged stamps")
    return found
