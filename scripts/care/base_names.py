"""Bases that name a page which moves.  They stay as they are: a formula may mean the old name in more than one way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import DataError
from ..pages.base_links import names_in_base
from ..pages.resolution import resolve

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .link_shift import Shift


def bases_left(ws: Workspace, shift: Shift) -> tuple[str, ...]:
    """Vault paths of the bases whose formulas no longer lead to a page once it has moved, sorted."""
    return tuple(path for path in ws.paths() if path[-5:].lower() == ".base" and _is_left(ws, path, shift))


def _is_left(ws: Workspace, path: str, shift: Shift) -> bool:
    try:
        names = names_in_base(ws.vault.read(path).text)
    except DataError:
        # Nothing is written into it, so it need not be readable.
        return False
    targets = [(name, resolve(name, path, shift.before)) for name in names]
    # A whole path may be compared with that of a file, which no link's search makes good.
    return any(
        shift.moved(target) != target and (name == target or resolve(name, path, shift.after) != shift.moved(target))
        for name, target in targets
        if target is not None
    )
