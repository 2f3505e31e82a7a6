"""`revised` of a source: which passages came with which revision, an item each, `MOMENT ^id ^id …`."""

from __future__ import annotations

from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import remove_property, set_property
from .freshness import REVISED, revised_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Set
    from typing import Any


def standing_items(items: list[Any], stands: Callable[[str], bool]) -> list[Any]:
    """The items without the ids of passages that are gone; one that names no passage is a person's, and stays.

    stands: whether a passage with this block id, as it is written, is there.
    """
    kept = []
    for item in items:
        first, *ids = str(item).split() or [""]
        standing = [id for id in ids if stands(id.removeprefix("^"))]
        if standing or not any(id.startswith("^") for id in ids):
            kept.append(" ".join([first, *standing]) if standing else item)
    return kept


def without_passages(text: str, gone: Set[str]) -> str:
    """A page without these block ids, in lower case, in `revised`.  Raises EditRefusedError as set_property does."""
    items = revised_items(read_properties(text).values)
    kept = standing_items(items, lambda id: id.lower() not in gone)
    if kept == items:
        return text
    return set_property(text, REVISED, kept) if kept else remove_property(text, REVISED)
