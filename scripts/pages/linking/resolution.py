"""Which file a link means: Obsidian's resolution over the paths of a vault.

Paths only: whether a heading or block exists in the file found is asked of `links`.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from unicodedata import normalize

from ...errors import UnsafePathError

_BLANKS = str.maketrans({"\u00a0": " ", "\u202f": " "})


def link_key(name: str) -> str:
    """The form in which paths are compared: NFC, no-break spaces as spaces, lower case."""
    if name.isascii():
        return name.lower()
    return normalize("NFC", name).translate(_BLANKS).lower()


class VaultNames:
    """The paths of a vault, ready to be asked which of them a link may mean.

    Paths with a hidden component are outside the vault and are ignored.  Of paths that differ only in case or
    Unicode composition the first in sorted order is kept; `twins` lists them.  Adding and removing cost O(log n).
    """

    __slots__ = ("_by_key", "_by_name", "_by_path", "_twins")

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._by_path: dict[str, str] = {}
        self._by_name: dict[str, list[tuple[int, str, str]]] = {}
        self._by_key: dict[str, list[tuple[str, int, str]]] = {}
        self._twins: dict[str, list[str]] = {}
        for path in paths:
            self.add(path)

    def __contains__(self, path: str) -> bool:
        return self._by_path.get(link_key(path)) == path

    def __len__(self) -> int:
        return len(self._by_path)

    def add(self, path: str) -> None:
        """Take in a path; one that is hidden or already known changes nothing."""
        if path.startswith(".") or "/." in path:
            return
        key = link_key(path)
        shown = self._by_path.get(key)
        if shown is None:
            self._show(key, path)
        elif shown != path:
            twins = self._twins.setdefault(key, [shown])
            if path not in twins:
                insort(twins, path)
            self._reshow(key, shown, twins[0])

    def remove(self, path: str) -> None:
        """Forget a path; an unknown one changes nothing."""
        key = link_key(path)
        shown = self._by_path.get(key)
        twins = self._twins.get(key)
        if twins is None:
            if shown == path:
                self._hide(key, path)
            return
        if path in twins:
            twins.remove(path)
            self._reshow(key, shown or path, twins[0])
        if len(twins) == 1:
            del self._twins[key]

    def candidates(self, link_path: str) -> list[str]:
        """The files whose name a link path may mean, shortest path first; folders in the link are not looked at."""
        return [path for _, path, _ in self._candidates(link_path)[1]]

    def exact(self, path: str) -> str | None:
        """The file at this vault path, compared as links are; the extension must be there."""
        return self._by_path.get(link_key(path))

    def twins(self) -> tuple[tuple[str, ...], ...]:
        """Groups of paths that no link can tell apart, each with the one that links reach first."""
        return tuple(tuple(group) for _, group in sorted(self._twins.items()))

    def _candidates(self, link_path: str) -> tuple[str, list[tuple[int, str, str]]]:
        """The key under which the link is looked up, and the entries with that file name."""
        if "." in link_path.rpartition("/")[2]:
            key = link_key(link_path)
            entries = self._by_name.get(key.rpartition("/")[2])
            if entries:
                return key, entries
        # The extension goes on before lower-casing: a sigma is final only at the end of a word.
        key = link_key(link_path + ".md")
        return key, self._by_name.get(key.rpartition("/")[2]) or []

    def _nearest(self, name: str, folder: str) -> str | None:
        """The shortest of the paths with this file name that start with folder."""
        # Thousands of folders may each have their README: they are kept by path, too, once somebody asks.
        by_key = self._by_key.get(name)
        if by_key is None:
            by_key = self._by_key[name] = sorted((key, length, path) for length, path, key in self._by_name[name])
        first = bisect_left(by_key, (folder,))
        last = bisect_left(by_key, (folder + "\U0010ffff",), first)
        return min(((length, path) for _, length, path in by_key[first:last]), default=(0, None))[1]

    def _show(self, key: str, path: str) -> None:
        self._by_path[key] = path
        entry = (_length(path), path, key)
        name = key.rpartition("/")[2]
        entries = self._by_name.setdefault(name, [])
        if entries:
            self._by_key.pop(name, None)
            insort(entries, entry)
        else:
            entries.append(entry)

    def _hide(self, key: str, path: str) -> None:
        del self._by_path[key]
        name = key.rpartition("/")[2]
        self._by_key.pop(name, None)
        entries = self._by_name[name]
        entries.remove((_length(path), path, key))
        if not entries:
            del self._by_name[name]

    def _reshow(self, key: str, old: str, new: str) -> None:
        if old != new:
            self._hide(key, old)
            self._show(key, new)


def resolve(path: str, source: str, names: VaultNames) -> str | None:
    """The file that a link with this path, standing in source, leads to; None if there is none.

    path is a link path as `parse_link_text` gives it, source the vault path of the note that holds the link.
    """
    if not path:
        return source
    key, entries = names._candidates(path)
    if not entries:
        return None
    if "/" not in key and len(entries) == 1:
        return entries[0][1]
    folder = link_key(source.rpartition("/")[0])
    if key.startswith(("./", "../")):
        key = _against(folder, key)
    rooted = key.startswith("/")
    key = key[1:] if rooted else key
    found = names._by_path.get(key)
    if found is not None or rooted:
        return found
    if "/" not in key and folder:
        return names._nearest(key, folder) or entries[0][1]
    # Entries stand shortest first.  The app compares bare strings, without regard to the slash, and so do we.
    best = None
    for _, candidate, candidate_key in entries:
        if candidate_key.endswith(key):
            if candidate_key.startswith(folder):
                return candidate
            best = best or candidate
    return best


def other_candidates(path: str, target: str, names: VaultNames) -> list[str]:
    """Other files that a link with this path may mean beside the target it resolves to, shortest path first.

    None when the link gives a whole path, or one relative to its note.
    """
    key, note_key = link_key(path), link_key(path + ".md")
    if not key or key.startswith(("/", "./", "../")):
        return []
    others = [candidate for candidate in names.candidates(path) if candidate != target]
    if "/" not in key or not others:
        # A file at the root has its bare name as its whole path, and is still not the only one of that name.
        return others
    if link_key(target) in (key, note_key):
        return []
    return [candidate for candidate in others if link_key(candidate).endswith((f"/{key}", f"/{note_key}"))]


def shortest_link(target_path: str, source_path: str, names: VaultNames) -> str:
    """The link path to write in source for target: its bare name if only one file has it, else its vault path.

    Raises UnsafePathError when no link path leads from source to target, as when names does not hold target.
    """
    bare = target_path[:-3] if target_path[-3:].lower() == ".md" else target_path
    name = bare.rpartition("/")[2]
    if names.candidates(name) == [target_path]:
        return name
    for path in (bare, target_path, "/" + target_path):
        if resolve(path, source_path, names) == target_path:
            return path
    raise UnsafePathError(target_path, f"no link in {source_path} can lead to it")


def _against(folder: str, key: str) -> str:
    """A relative path seen from folder; above the root is the root."""
    parts = folder.split("/") if folder else []
    for part in key.split("/"):
        if part == "..":
            del parts[-1:]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _length(path: str) -> int:
    """Length as the app counts it: UTF-16 units of the composed form."""
    if path.isascii():
        return len(path)
    return len(normalize("NFC", path).encode("utf-16-le", "surrogatepass")) // 2


def is_same_text(one: str, other: str) -> bool:
    """Whether two texts are the same signs, however composed: macOS takes the accents in names of files apart."""
    if one.isascii() or other.isascii():
        return one == other
    return normalize("NFC", one) == normalize("NFC", other)
