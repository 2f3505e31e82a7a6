"""Where the links of pages lead: to the node of a page, to that of a missing one, or to a file that is no page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..pages.linking.resolution import resolve
from .ids import missing_key, node_id

if TYPE_CHECKING:
    from ..pages.linking.resolution import VaultNames


class LinkTargets:
    """Nodes of link paths, each looked up once for all pages of a folder: they mean the same by it."""

    def __init__(self, names: VaultNames, is_page: Callable[[str], bool]) -> None:
        """is_page: whether the file at a path is a page, and has a node."""
        self._names, self._is_page = names, is_page
        self._known: dict[str, dict[str, int]] = {}
        self.missing: dict[int, str] = {}
        """Keys of the missing pages that were met, by node."""

    def of_page(self, source: str, paths: Iterable[str]) -> list[int]:
        """The nodes that these link paths lead to from the page at source; 0 for a file that is no page."""
        known = self._known.setdefault(source.rpartition("/")[0], {})
        nodes = []
        for path in paths:
            node = known.get(path)
            if node is None:
                node = known[path] = self._resolve(path, source)
            nodes.append(node)
        return nodes

    def has_page(self, node: int) -> bool:
        """Whether there is a page behind a node that a link was found to lead to."""
        return node not in self.missing

    def _resolve(self, path: str, source: str) -> int:
        found = resolve(path, source, self._names)
        if found is not None:
            return node_id("p:" + found) if self._is_page(found) else 0
        key = missing_key(path)
        node = node_id("m:" + key)
        self.missing[node] = key
        return node
