"""The cards of a canvas that follow a page: JSON edited by span, so that key order and unknown keys stay."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import EditRefusedError
from ..pages.obsidian.canvas import CARD_VALUE, file_nodes, read_canvas, text_nodes

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .link_shift import Shift


def move_nodes(text: str, path: str, shift: Shift, follow: Callable[[str], tuple[str, int]]) -> tuple[str, int]:
    """The canvas with its cards following the moved pages, and how many links did.

    follow gives the text of a card with its links following, and how many did.  A canvas that is empty or no JSON has
    no cards.  Raises EditRefusedError if more than the cards would change, and what follow raises.
    """
    canvas = read_canvas(text)
    if canvas is None:
        return text, 0
    count = 0
    for node in file_nodes(canvas):
        new = _moved(node["file"], shift)
        count += new != node["file"]
        node["file"] = new
    texts: dict[str, str] = {}
    for node in text_nodes(canvas):
        old = node["text"]
        node["text"], links = follow(old)
        texts[old], count = node["text"], count + links
    if not count:
        return text, 0

    def replace(match: re.Match[str]) -> str:
        key, old = match[1], json.loads(f'"{match[3]}"', strict=False)
        new = _moved(old, shift) if key == "file" else texts.get(old, old)
        return match[0] if new == old else f'"{key}"{match[2]}{_string(new, match[3])}'

    changed = CARD_VALUE.sub(replace, text)
    if read_canvas(changed) != canvas:
        raise EditRefusedError("more than its cards would change", path=path)
    return changed, count


def file_cards(text: str) -> list[str]:
    """The vault paths on the file cards of a canvas."""
    canvas = read_canvas(text)
    return [node["file"] for node in file_nodes(canvas)] if canvas else []


def canvas_paths(ws: Workspace) -> list[str]:
    """Vault paths of all canvases, sorted."""
    return [path for path in ws.paths() if path[-7:].lower() == ".canvas"]


def _moved(written: str, shift: Shift) -> str:
    found = shift.before.exact(written)
    return written if found is None or found not in shift.moves else shift.moves[found]


def _string(value: str, like: str) -> str:
    """value as JSON, escaped as much as the string it replaces."""
    written = json.dumps(value, ensure_ascii="\\u" in like)
    return written.replace("/", "\\/") if "\\/" in like else written
