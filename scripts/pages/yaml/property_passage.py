"""The properties of a note as one passage, so that what a person keeps there is found and quoted like the text below.

Many vaults keep facts nowhere else: the body shows them by inline queries (`= this.Effect`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

UNTOLD = frozenset(("title", "aliases", "alias", "cssclass", "cssclasses", "publish"))
"""Properties that are names, are indexed as such, or are for display."""
TAGS = frozenset(("tags", "tag"))
MOST_CHARACTERS = 4000
"""Longer properties are data of some program, not what a reader would quote."""


def property_text(properties: dict[str, Any], names: Collection[str] = ()) -> str:
    """A line `key: value` for each property that says more than these names of the note, `#tag` for tags; or ""."""
    lines = []
    for key, value in properties.items():
        told = "" if key.lower() in UNTOLD else _told(value)
        if told and key.lower() in TAGS:
            # As in the text: `tags` is no word of the note.
            lines.append(" ".join(f"#{tag.removeprefix('#')}" for tag in told.replace(",", " ").split()))
        elif told and told not in names:
            lines.append(f"{' '.join(key.split())}: {told}")
    return "\n".join(lines)[:MOST_CHARACTERS]


def _told(value: Any) -> str:
    if isinstance(value, dict):
        pairs = ((" ".join(str(key).split()), _told(each)) for key, each in value.items())
        return "; ".join(f"{key} {told}" for key, told in pairs if told)
    if isinstance(value, (list, tuple)):
        return ", ".join(filter(None, map(_told, value)))
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else " ".join(str(value).split())
