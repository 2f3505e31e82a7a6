"""`revised` of a source: which passages came with which revision, an item each, `MOMENT ^id ^id …`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

REVISED = "revised"
"""The property of a source."""


def revised_items(listed: Any) -> list[Any]:
    """Return the items of the property, none of them nested, however a person left it."""
    return [_plain(item) for item in (listed if isinstance(listed, list) else [] if listed is None else [listed])]


def _plain(item: Any) -> Any:
    """Return what a link or a colon without quotes meant, which YAML reads as a nested list or a mapping."""
    if isinstance(item, dict):
        return ", ".join(f"{key}: {_plain(value)}" for key, value in item.items())
    if isinstance(item, list):
        return f"[[{', '.join(str(_plain(each)).removeprefix('[[').removesuffix(']]') for each in item)}]]"
    return item


def standing_items(items: list[Any], stands: Callable[[str], bool]) -> list[Any]:
    """Return the items without the ids of passages that are gone; one that names no passage is a person's, and stays.

    stands: whether a passage with this block id, as it is written, is there.
    """
    kept = []
    for item in items:
        first, *ids = str(item).split() or [""]
        standing = [id for id in ids if stands(id.removeprefix("^"))]
        if standing or not any(id.startswith("^") for id in ids):
            kept.append(" ".join([first, *standing]) if standing else item)
    return kept
