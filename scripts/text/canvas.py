"""A canvas (JSON Canvas 1.0) as Markdown: the text of its cards, groups and arrows is read like a note.

Places and colors are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

CANVAS_SUFFIX = ".canvas"

_HEADING = re.compile(r"^ {0,3}#{1,6}\s", re.MULTILINE)
_NO_LINK_TEXT = re.compile(r"[\[\]|#^\n]")


def is_canvas(path: str) -> bool:
    """Report whether a path is that of a canvas."""
    return path.lower().endswith(CANVAS_SUFFIX)


def canvas_markdown(text: str) -> str | None:
    """Return the text of a canvas, a paragraph for each label and card; None if the text is no canvas.

    Cards with headings come last, so that no other card falls below their headings.
    """
    if not text.strip("\ufeff \t\r\n"):
        # A new canvas is an empty file.
        return ""
    canvas = read_canvas(text)
    if canvas is None:
        return None
    pieces = [piece for piece in _pieces(canvas) if piece.strip()]
    pieces.sort(key=lambda piece: _HEADING.search(piece) is not None)
    # The blank line keeps a card from being taken for properties.
    return "".join(f"\n{piece}\n" for piece in pieces)


def read_canvas(text: str) -> dict[str, Any] | None:
    """Return a canvas as JSON; None for one that is empty or no JSON object."""
    try:
        canvas = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return canvas if isinstance(canvas, dict) else None


def cards(canvas: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """Return the nodes of a kind, file or text, that have a text under the key of that name, in their order."""
    nodes = _objects(canvas, "nodes")
    return [node for node in nodes if node.get("type") == kind and isinstance(node.get(kind), str)]


def _pieces(canvas: dict[str, Any]) -> Iterator[str]:
    for node in _objects(canvas, "nodes"):
        for key in ("label", "text"):
            if isinstance(node.get(key), str):
                yield node[key].replace("\r\n", "\n").strip("\n")
        if isinstance(node.get("file"), str):
            subpath = node.get("subpath")
            yield _embed(node["file"], subpath if isinstance(subpath, str) else "")
        if isinstance(node.get("url"), str):
            yield f"<{node['url']}>"
    for edge in _objects(canvas, "edges"):
        if isinstance(edge.get("label"), str):
            yield edge["label"]


def _objects(canvas: dict[str, Any], key: str) -> list[dict[str, Any]]:
    values = canvas.get(key)
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def _embed(path: str, subpath: str) -> str:
    if _NO_LINK_TEXT.search(path):
        return f"![]({quote(path, errors='replace')}{quote(subpath, safe='#^/', errors='replace')})"
    return f"![[{path}{subpath}]]"
