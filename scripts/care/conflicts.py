"""A write that meets a page somebody changed: the page stays as it is, and the text of the caller is kept beside it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..errors import PageChangedError
from ..pages.obsidian.conflict_copies import free_copy_path
from ..store.operations import Change
from .catalog import log_change

if TYPE_CHECKING:
    from ..store.workspace import Workspace


def keep_version(ws: Workspace, err: PageChangedError, *, verb: str, actor: str) -> PageChangedError:
    """Write the caller's version as a conflict copy beside the page; return the error that names it.

    The same version is kept once.  The caller holds the home's lock.
    """
    now, data = ws.clock(), err.text.encode("utf-8")
    path = free_copy_path(err.path, now, lambda path: ws.before(path) is not None)
    beginning = path[: path.rindex(" (") + 2]
    copies = [other for other in ws.paths() if other.startswith(beginning) and ws.before(other) == data]
    if copies:
        return PageChangedError(err.path, err.expected, err.found, kept=copies[0])
    changes = [Change(path, None, data)]
    note, log = f"{err.path} changed since it was read", partial(log_change, ws, changes)
    ws.operations.commit(changes, verb=verb, actor=actor, now=now, note=note, log=log)
    ws.refresh()
    return PageChangedError(err.path, err.expected, err.found, kept=path)
