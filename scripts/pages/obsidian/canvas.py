"""Reading a canvas (JSON Canvas 1.0): the files that its cards show, and the text that stands on them.

For the index only file cards are links of the vault; links in the text of a card follow a rename all the same.
"""

from __future__ import annotations

import json
import re
from typing import Any

CARD_VALUE = re.compile(r'"(file|text)"(\s*:\s*)"((?:[^"\\]|\\.)*)"')


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
