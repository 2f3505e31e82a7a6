"""Symbolic links in the vault, which no move takes along: what they lead to stays where it is."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..errors import DataError

if TYPE_CHECKING:
    from ..store.workspace import Workspace


def is_file_link(ws: Workspace, path: str) -> bool:
    """Whether what stands at this vault path is a symbolic link: what is written there is written to its page."""
    return os.path.islink(_full(ws, path))


def check_file_links(ws: Workspace, leaving: Iterable[str]) -> None:
    """Raise DataError for a page about to leave its path that is a symbolic link, or that one in the vault leads to."""
    links = [path for path in ws.paths() if is_file_link(ws, path)]
    targets = {os.path.realpath(_full(ws, path)): path for path in reversed(links)}
    for path in leaving if links else ():
        real = os.path.realpath(_full(ws, path))
        if path in links:
            root = os.path.realpath(ws.vault.root)
            raise DataError(
                f"it is a symbolic link to {os.path.relpath(real, root).replace(os.sep, '/')}",
                path=path,
                hint="name the page that it leads to, or move the link with your file manager",
            )
        if real in targets:
            raise DataError(
                f"the symbolic link {targets[real]} leads to it, and would lead nowhere",
                path=path,
                hint="delete that link first, and make it again afterwards",
            )


def _full(ws: Workspace, path: str) -> str:
    return os.path.join(ws.vault.root, *path.split("/"))
