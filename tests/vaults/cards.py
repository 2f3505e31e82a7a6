"""The file cards of a canvas with their places, found in its text."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from scripts.text.canvas import cards, read_canvas

# Inside a JSON string the quotes of these would be escaped, so a match is a key and its value.
_FILE_VALUE = re.compile(r'"file"(\s*:\s*)"((?:[^"\\]|\\.)*)"')


class PlacedCard(NamedTuple):
    """A file card, and where its path stands in the text."""

    file: str
    subpath: str
    """"", "#Heading" or "#^block"."""
    start: int
    """Span of the path as written, without its quotes."""
    end: int
    line: int


def placed_cards(text: str) -> tuple[PlacedCard, ...]:
    """Return the file cards of a canvas in text order; none for a canvas that cannot be read."""
    canvas = read_canvas(text)
    if canvas is None:
        return ()
    found, line, counted = [], 1, 0
    values = _FILE_VALUE.finditer(text)
    for node in cards(canvas, "file"):
        place = next((match for match in values if json.loads(f'"{match[2]}"', strict=False) == node["file"]), None)
        if place is None:
            # A key written with escapes: the card is there, its place cannot be told.
            break
        line, counted = line + text.count("\n", counted, place.start(2)), place.start(2)
        subpath = node.get("subpath")
        shown = subpath if isinstance(subpath, str) else ""
        found.append(PlacedCard(node["file"], shown, place.start(2), place.end(2), line))
    return tuple(found)
