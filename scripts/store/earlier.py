"""The journal of a vault that was moved, or only named before it was adopted: found by what it wrote into the log.

It lies in the state folder under the vault's old path.  Nothing is taken from there: what undo needs is copied.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import ReadOnlyError
from .files import write_durably
from .graph_folder import make_graph_folder
from .journal import JOURNAL, Journal
from .objects import OBJECTS, PASSING
from .workspace import USAGE

if TYPE_CHECKING:
    from .workspace import Workspace


def take_over(ws: Workspace, state: str, op: str = "") -> bool:
    """Copy the earlier journal of this vault, with its copies of pages, into its graph folder; whether there is one.

    The vault knows its journal by the lines of the log.  op: only a journal with this operation, or a beginning of it.
    The caller holds the lock.  Raises ReadOnlyError.
    """
    log = ws.before(ws.catalog.log) if ws.folder else None
    if log is None:
        return False
    # Of some operations the log tells nothing.
    lines = {line.decode("utf-8", "replace") for line in log.splitlines()} - {""}
    found = sorted(_journals_of(state, ws.location.graph, lines, op))
    if not found:
        return False
    try:
        copy_journal(found[-1][-1], ws.location.graph)
    except OSError as err:
        raise ReadOnlyError(ws.location.graph, err.strerror or str(err)) from err
    return True


def graph_folders(state: str, own: str) -> list[str]:
    """The graph folders of vaults that were only named, but this one."""
    try:
        names = os.listdir(state)
    except OSError:
        return []
    folders = [os.path.join(state, name, "graph") for name in names]
    return [folder for folder in folders if os.path.realpath(folder) != os.path.realpath(own)]


def copy_journal(earlier: str, graph: str) -> None:
    """Add an earlier journal to this one, after its copies of pages: what stands in a journal can be undone."""
    objects = os.path.join(graph, OBJECTS)
    make_graph_folder(graph)
    if os.path.isdir(os.path.join(earlier, OBJECTS)):
        left_out = shutil.ignore_patterns(os.path.basename(PASSING))
        shutil.copytree(os.path.join(earlier, OBJECTS), objects, ignore=left_out, dirs_exist_ok=True)
    marks = os.path.join(earlier, USAGE)
    if os.path.exists(marks) and not os.path.exists(os.path.join(graph, USAGE)):
        shutil.copyfile(marks, os.path.join(graph, USAGE))
    own = _lines(os.path.join(graph, JOURNAL))
    known = set(own)
    before = [line for line in _lines(os.path.join(earlier, JOURNAL)) if line not in known]
    if before:
        write_durably(os.path.join(graph, JOURNAL), b"".join(before + own))


def _journals_of(state: str, own: str, lines: set[str], op: str) -> Iterator[tuple[int, int, str]]:
    """(operations that the log tells of, time of the last one, folder) of each journal that wrote some of its lines."""
    for folder in graph_folders(state, own):
        path = os.path.join(folder, JOURNAL)
        if not os.path.isfile(path):
            continue
        operations = Journal(folder).operations()
        told = sum(record.log_line in lines for record in operations)
        if told and any(record.op.startswith(op) for record in operations):
            yield told, os.stat(path).st_mtime_ns, folder


def _lines(path: str) -> list[bytes]:
    try:
        with open(path, "rb") as file:
            return [line.rstrip(b"\n") + b"\n" for line in file]
    except FileNotFoundError:
        return []
