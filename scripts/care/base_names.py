"""Bases that name a page which moves.  They stay as they are: a formula may mean the old name in more than one way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ..errors import DataError
from ..pages.linking.resolution import resolve
from ..pages.obsidian.base_links import bases_in_note, names_in_base
from ..pages.yaml.frontmatter import read_properties
from ..store.vault import is_note
from .rewriting import touched_notes

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .link_shift import Shift


def bases_left(ws: Workspace, shift: Shift, texts: Mapping[str, str]) -> tuple[str, ...]:
    """The bases whose formulas no longer lead to a page once it has moved, sorted.

    Vault paths, with the line for one that is a code block of a note, as they are after the move.  texts: the new
    texts of notes, by old path.
    """
    files = (path for path in ws.paths() if path[-5:].lower() == ".base" and _is_left(_text(ws, path), path, shift))
    return tuple(sorted((*files, *_blocks_left(ws, shift, texts))))


def _blocks_left(ws: Workspace, shift: Shift, texts: Mapping[str, str]) -> Iterator[str]:
    for path in sorted({*touched_notes(ws, shift, ()), *filter(is_note, texts)}):
        if path in shift.moves and path not in texts:
            # What it says stands in the page that took it in.
            continue
        text = texts.get(path) or _text(ws, path)
        for line, base in bases_in_note(text, body_start=read_properties(text).body_start):
            if _is_left(base, path, shift):
                yield f"{shift.moved(path)}:{line}"


def _text(ws: Workspace, path: str) -> str:
    try:
        return ws.vault.read(path).text
    except DataError:
        # Nothing is written into it, so it need not be readable.
        return ""


def _is_left(base: str, path: str, shift: Shift) -> bool:
    here = shift.moved(path)
    targets = [(name, resolve(name, path, shift.before)) for name in names_in_base(base)]
    # A whole path may be compared with that of a file, which no link's search makes good.
    return any(
        shift.moved(target) != target and (name == target or resolve(name, here, shift.after) != shift.moved(target))
        for name, target in targets
        if target is not None
    )
