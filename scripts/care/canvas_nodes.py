"""The file cards of a canvas: JSON edited by span, so that key order, indentation and unknown keys stay."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ..errors import EditRefusedError
from ..pages.canvas import FILE_VALUE, file_nodes, read_canvas

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .link_shift import Shift


def move_nodes(text: str, path: str, shift: Shift) -> tuple[str, int]:
    """The canvas with its file cards following the moved pages, and how many did.

    A canvas that is empty or no JSON has no cards.  Raises EditRefusedError if more than the cards would change.
    """
    canvas = read_canvas(text)
    if canvas is None:
        return text, 0
    count = 0
    for node in file_nodes(canvas):
        new = _moved(node["file"], shift)
        count += new != node["file"]
        node["file"] = new
    if not count:
        return text, 0

    def replace(match: re.Match[str]) -> str:
        old = json.loads(f'"{match[2]}"')
        new = _moved(old, shift)
        return match[0] if new == old else f'"file"{match[1]}{_string(new, match[2])}'

    changed = FILE_VALUE.sub(replace, text)
    if read_canvas(changed) != canvas:
        raise EditRefusedError("more than its file cards would change", path=path)
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
