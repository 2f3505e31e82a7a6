"""Reading a canvas (JSON Canvas 1.0): the files that its cards show, and the text that stands on them.

For the index only file cards are links of the vault; links in the text of a card follow a rename all the same.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

# Inside a JSON string the quotes of these would be escaped, so a match is a key and its value.
FILE_VALUE = re.compile(r'"file"(\s*:\s*)"((?:[^"\\]|\\.)*)"')

CARD_VALUE = re.compile(r'"(file|text)"(\s*:\s*)"((?:[^"\\]|\\.)*)"')


class PlacedCard(NamedTuple):
    """A file card, and where its path stands in the text."""

    file: str
    subpath: str
    """"", "#Heading" or "#^block"."""
    start: int
    """Span of the path as written, without its quotes."""
    end: int
    line: int


def read_canvas(text: str) -> dict[str, Any] | None:
    """The canvas as JSON; None for one that is empty or no JSON object."""
    try:
        canvas = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return canvas if isinstance(canvas, dict) else None


def file_nodes(canvas: dict[str, Any]) -> list[dict[str, Any]]:
    """The nodes of a canvas that show a file, in their order."""
    return _cards(canvas, "file")


def text_nodes(canvas: dict[str, Any]) -> list[dict[str, Any]]:
    """The nodes of a canvas with text that may hold a link, in their order."""
    return [card for card in _cards(canvas, "text") if "[[" in card["text"] or "](" in card["text"]]


def _cards(canvas: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The nodes of a kind that hold what it is named after."""
    nodes = canvas.get("nodes")
    cards = [node for node in nodes if isinstance(node, dict)] if isinstance(nodes, list) else []
    return [card for card in cards if card.get("type") == kind and isinstance(card.get(kind), str)]


def placed_cards(text: str) -> tuple[PlacedCard, ...]:
    """The file cards of a canvas in text order; none for a canvas that cannot be read."""
    canvas = read_canvas(text)
    if canvas is None:
        return ()
    found, line, counted = [], 1, 0
    values = FILE_VALUE.finditer(text)
    for node in file_nodes(canvas):
        place = next((match for match in values if json.loads(f'"{match[2]}"', strict=False) == node["file"]), None)
        if place is None:
            # A key written with escapes: the card is there, its place cannot be told.
            break
        line, counted = line + text.count("\n", counted, place.start(2)), place.start(2)
        subpath = node.get("subpath")
        shown = subpath if isinstance(subpath, str) else ""
        found.append(PlacedCard(node["file"], shown, place.start(2), place.end(2), line))
    return tuple(found)
