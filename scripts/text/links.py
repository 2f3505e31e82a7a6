"""Links as Obsidian reads them: their parts, the file of a vault that a link leads to, and the place in that file.

Only paths and texts are looked at here, never files.  Aliases and titles are no link targets.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

from ..model import BlockId, Heading
from .characters import normal_form

_NO_BREAK_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " "})
_DEEPEST = 6
"""Level of the deepest headings."""
_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_HEADING_PUNCTUATION = str.maketrans(dict.fromkeys('!"#$%&()*+,.:;<=>?@^`{|}~/[]\\\r\n', " "))
_NOT_IN_HEADING_LINKS = re.compile(r"[#:|^\\\r\n]|%%|\[\[|\]\]")


def parse_link_text(text: str) -> tuple[str, str, str | None]:
    """Return path, subpath and display text of the text between `[[` and `]]`.

    >>> parse_link_text("Note#Part|shown")
    ('Note', '#Part', 'shown')
    """
    target, display = split_display(text)
    return *split_target(target), display


def split_target(target: str) -> tuple[str, str]:
    """Return path and subpath of a link's target, which the first `#` parts."""
    if not target.isascii():
        target = target.translate(_NO_BREAK_SPACES)
    path, mark, rest = target.partition("#")
    return path.strip(), (mark + rest).rstrip()


def split_display(text: str) -> tuple[str, str | None]:
    """Return the text before and behind the first bar that is not at the start, without the `\\` of a table's `\\|`."""
    bar = text.find("|", 1)
    if bar < 0:
        return text, None
    return text[:bar].removesuffix("\\"), text[bar + 1 :]


def default_display(target: str) -> str:
    """Return the text that Obsidian shows for a target without display text: `Note > Part` for `Note#Part`."""
    return target.removeprefix("#").replace("#", " > ")


def percent_decode(text: str) -> str:
    """Decode `%20` and its like; a text with an incomplete escape or with bytes that are no UTF-8 stays as it is."""
    if "%" not in text or _PERCENT.search(text):
        return text
    try:
        return unquote(text, errors="strict")
    except UnicodeError:
        return text


def path_key(path: str) -> str:
    """Return the form in which paths are compared: NFC, no-break spaces as spaces, lower case."""
    if path.isascii():
        return path.lower()
    return normal_form("NFC", path).translate(_NO_BREAK_SPACES).lower()


def basename_key(path: str) -> str:
    """Return the key that a link path shares with each file that it may lead to: the folded base name.

    A file that appears or vanishes can change the target of a link only if both have the same key.
    "" for a link to the page itself.
    """
    # A capital sigma is lowered in one way before `.md` and in another at the end of a word.
    name = path_key(path.rpartition("/")[2]).replace("ς", "σ")
    while name.endswith(".md"):
        name = name[:-3]
    return name


def missing_node(link_path: str) -> str:
    """Return the node id of a page that is linked to and does not exist: the folded link path without `.md`."""
    key = path_key(link_path if link_path[-3:].lower() == ".md" else link_path + ".md")
    return key[:-3] if len(key) > 3 else key


class Resolver:
    """Resolves links to the paths of a vault's files.

    Paths with a hidden component are ignored.  Of paths that differ only in case or Unicode composition links reach the
    first in sorted order.
    """

    __slots__ = ("_by_key", "_by_name")

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._by_key: dict[str, str] = {}
        self._by_name: dict[str, list[tuple[int, str, str]]] = {}
        """By the key of a file name: length, path and key of the paths that links reach, shortest first."""
        for path in paths:
            if not path.startswith(".") and "/." not in path:
                key = path_key(path)
                self._by_key[key] = min(path, self._by_key.get(key, path))
        for key, path in self._by_key.items():
            self._by_name.setdefault(key.rpartition("/")[2], []).append((_utf16_length(path), path, key))
        for entries in self._by_name.values():
            entries.sort()

    def __contains__(self, path: str) -> bool:
        return self.at(path) == path

    def resolve(self, link_path: str, source_path: str) -> str:
        """Return the path of the file that a link in source_path leads to; "" where it leads nowhere.

        link_path is without subpath, decoded; an empty one is the source itself.
        """
        if not link_path:
            return source_path
        key, entries = self._entries(link_path)
        if not entries:
            return ""
        if "/" not in key and len(entries) == 1:
            return entries[0][1]
        folder = path_key(source_path.rpartition("/")[0])
        if key.startswith(("./", "../")):
            key = _join_paths(folder, key)
        is_rooted = key.startswith("/")
        key = key[1:] if is_rooted else key
        exact = self._by_key.get(key, "")
        if exact or is_rooted:
            return exact
        if "/" not in key:
            near = (path for _, path, entry_key in entries if folder and entry_key.startswith(folder))
            return next(near, entries[0][1])
        # Obsidian compares bare strings, without regard to the slash: `b/note` also fits `ab/note.md`.
        candidates = [(path, entry_key) for _, path, entry_key in entries if entry_key.endswith(key)]
        own = [path for path, entry_key in candidates if entry_key.startswith(folder)]
        return own[0] if own else candidates[0][0] if candidates else ""

    def at(self, path: str) -> str:
        """Return the file at a vault path, compared as links are, extension included; "" where there is none."""
        return self._by_key.get(path_key(path), "")

    def candidates(self, link_path: str) -> tuple[str, ...]:
        """Return the files with the name that a link path ends in, shortest path first."""
        return tuple(path for _, path, _ in self._entries(link_path)[1])

    def _entries(self, link_path: str) -> tuple[str, list[tuple[int, str, str]]]:
        """Return the key of a link path, extension included, and the entries with that file name."""
        if "." in link_path.rpartition("/")[2]:
            key = path_key(link_path)
            entries = self._by_name.get(key.rpartition("/")[2])
            if entries:
                return key, entries
        # The extension goes on before lowering: a sigma is final only at the end of a word.
        key = path_key(link_path + ".md")
        return key, self._by_name.get(key.rpartition("/")[2], [])


def _join_paths(folder: str, relative: str) -> str:
    """Return the vault path of a path relative to a folder; above the root is the root."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part == "..":
            del parts[-1:]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _utf16_length(path: str) -> int:
    """Return the length of a path as Obsidian counts it: UTF-16 units of the composed form."""
    if path.isascii():
        return len(path)
    return len(normal_form("NFC", path).encode("utf-16-le", "surrogatepass")) // 2


def heading_key(text: str) -> str:
    """Return the form in which headings are compared: no punctuation, single spaces, lower case."""
    text = text.translate(_HEADING_PUNCTUATION)
    return " ".join((text if text.isascii() else normal_form("NFC", text)).split()).lower()


def find_heading(headings: Sequence[Heading], subpath: str) -> Heading | None:
    """Return the heading that `#A#B` leads to: the first A, then the first deeper B behind it.

    None for a block's subpath, and where no heading fits.
    """
    return HeadingIndex(headings).find(subpath)


class HeadingIndex:
    """The headings of one page, for many links: a heading is found without scanning all of them."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        self._headings = tuple(headings)
        self._places: dict[tuple[str, int], list[int]] = {}
        for place, heading in enumerate(self._headings):
            self._places.setdefault((heading_key(heading.text), heading.level), []).append(place)

    def find(self, subpath: str) -> Heading | None:
        """Return the heading that `#A#B` leads to; see find_heading."""
        keys = [heading_key(part) for part in subpath.split("#") if part.strip()]
        if not keys or subpath.lstrip("#").startswith("^"):
            return None
        level, place = 0, -1
        for key in keys:
            places = [self._places.get((key, deeper), []) for deeper in range(level + 1, _DEEPEST + 1)]
            behind = [each[at] for each in places if (at := bisect_right(each, place)) < len(each)]
            if not behind:
                return None
            place = min(behind)
            level = self._headings[place].level
        return self._headings[place]


def find_block(block_ids: Sequence[BlockId], subpath: str) -> BlockId | None:
    """Return the first block with this id, compared without case; a leading `#^` or `^` is no part of the id."""
    wanted = block_key(subpath)
    return next((block for block in block_ids if block.id.lower() == wanted), None)


def block_key(subpath: str) -> str:
    """Return the form in which block ids are compared."""
    return subpath.lstrip("#").removeprefix("^").lower()


def heading_subpath(heading: str) -> str:
    """Return the subpath that leads to a heading with this text."""
    # A bracket at the end would be taken for the end of the link; headings are compared without brackets.
    return "#" + " ".join(_NOT_IN_HEADING_LINKS.sub(" ", heading).rstrip("] ").split())
