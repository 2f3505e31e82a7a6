"""What links mean before and after pages move, and how each is to be written to mean the same.

Paths only: the text around a link is `rewriting`'s.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..pages.linking.resolution import VaultNames, link_key, resolve
from ..pages.page_facts import stem_of
from ..store.page_rows import base_of
from ..store.vault import is_note


class Followed(NamedTuple):
    """What becomes of one link."""

    source: str | None
    """What it leads to before the move."""
    target: str | None
    """What it leads to after the move; None where it leads nowhere."""
    stays: bool = True
    """It is right as it is written."""
    ways: tuple[str, ...] = ()
    """Paths that lead there, in order of preference, for one that does not stay."""

    @property
    def is_gained(self) -> bool:
        """Whether it led nowhere, and leads to a page now."""
        return self.source is None and self.target is not None


_UNTOUCHED = Followed(None, None)


class Shift:
    """A vault before and after some pages moved.

    moves: old vault path to new vault path; a new path that exists already takes in the old page (a merge).
    """

    def __init__(self, paths: Iterable[str], moves: Mapping[str, str]) -> None:
        self.moves = dict(moves)
        self.before, self.after = VaultNames(paths), VaultNames(paths)
        for old in self.moves:
            self.after.remove(old)
        for new in self.moves.values():
            self.after.add(new)
        self._bases = frozenset(self.bases())

    def moved(self, path: str) -> str:
        """Where a page lies after the move."""
        return self.moves.get(path, path)

    def bases(self) -> tuple[str, ...]:
        """Folded file names whose links may mean something else after the move."""
        paths = [*self.moves, *self.moves.values()]
        # A final sigma folds differently with and without the extension behind it.
        return tuple(sorted({base_of(name) for path in paths for name in (path, stem_of(path))}))

    def follow(self, path: str, source: str) -> Followed:
        """What becomes of a link with this path, standing in the page that lies at source before the move.

        One that no move touches is not looked up: it stays, and what it leads to is left open.
        """
        if path and source not in self.moves and base_of(path) not in self._bases:
            return _UNTOUCHED
        target = resolve(path, source, self.before)
        here = self.moved(source)
        now = resolve(path, here, self.after) if path else here
        if target is None:
            return Followed(None, now)
        wanted = self.moved(target)
        if now == wanted and not self._is_outdated(path, target, wanted):
            return Followed(target, wanted)
        ways = (way for way in self._ways(path, target, source) if resolve(way, here, self.after) == wanted)
        return Followed(target, wanted, False, tuple(dict.fromkeys(ways)))

    def _is_outdated(self, path: str, target: str, wanted: str) -> bool:
        """Whether a link that still leads there is written anew: for another name, an old place, a new namesake."""
        if not path:
            return False
        if "/" not in path:
            if stem_of(target) != stem_of(wanted):
                return True
            return len(self.before.candidates(path)) == 1 and len(self.after.candidates(path)) > 1
        return target != wanted and _is_whole(path, target)

    def _ways(self, path: str, target: str, source: str) -> Iterator[str]:
        """Paths to the moved target in the style of the one written, then ever more explicit ones."""
        wanted, here = self.moved(target), self.moved(source)
        whole = wanted if path[-3:].lower() == ".md" or not is_note(wanted) else wanted[:-3]
        folder = here.rpartition("/")[0]
        beside = posixpath.relpath("/" + whole, "/" + folder)
        if path.startswith("/"):
            yield "/" + whole
        elif path.startswith(("./", "../")):
            yield beside if beside.startswith("../") else "./" + beside
        elif "/" in path and not _is_whole(path, target):
            if _is_whole(posixpath.join(source.rpartition("/")[0], path), target):
                yield beside
            else:
                yield "/".join(whole.split("/")[-1 - path.count("/") :])
        elif "/" not in path:
            name = whole.rpartition("/")[2]
            if self.after.candidates(name) == [wanted]:
                yield name
        yield from (whole, wanted, "/" + wanted)


def _is_whole(path: str, target: str) -> bool:
    """Whether a link path is the vault path of target."""
    return link_key(target) in (link_key(path), link_key(path + ".md"))
