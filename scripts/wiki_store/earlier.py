"""The journal of a vault that was moved, or only named before it was adopted: found by what it wrote into the log.

It lies in the state folder under the vault's old path.  Nothing is taken from there: what undo needs is copied.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

from ..errors import ReadOnlyError
from .journal import JOURNAL, OBJECTS, PASSING, Journal
from .locks import make_graph_folder
from .swap import bytes_of, write_durably

PLACE = "place"
"""File beside a graph folder in the state folder: the path of its vault."""
_USAGE = "usage.jsonl"


def note_place(graph: str, state: str, vault: str) -> None:
    """Keep beside a graph folder in the state folder which vault it is of.  Raises ReadOnlyError."""
    folder = os.path.dirname(graph)
    path = os.path.join(folder, PLACE)
    if state and os.path.dirname(folder) == state and os.path.isdir(folder) and not os.path.exists(path):
        try:
            write_durably(path, os.fsencode(vault))
        except OSError as err:
            raise ReadOnlyError(path, err.strerror or str(err)) from err


def take_over_journal(graph: str, state: str, vault: str, log: bytes | None, op: str = "") -> bool:
    """Copy the earlier journal of this vault, with its copies of pages, into its graph folder; tell if there is one.

    log: the vault's log, by whose lines it knows its journal.  op: only a journal with this operation, or a beginning
    of it.  A log goes along with each copy of a vault, so that one of a vault that is where it was is left alone: its
    earlier versions are nobody else's.  The caller holds the lock.  Raises ReadOnlyError.
    """
    if log is None or not state:
        return False
    # Of some operations the log tells nothing.
    lines = {line.decode("utf-8", "replace") for line in log.splitlines()} - {""}
    found = sorted(each for each in _journals_of(state, graph, lines, op) if _has_gone_to(vault, each[-1]))
    if not found:
        return False
    try:
        _copy_journal(found[-1][-1], graph)
    except OSError as err:
        raise ReadOnlyError(graph, err.strerror or str(err)) from err
    return True


def _has_gone_to(vault: str, graph: str) -> bool:
    """Tell whether the vault of a graph folder may be this one now: it is, or nothing stands in its place any more."""
    place = os.fsdecode(bytes_of(os.path.join(os.path.dirname(graph), PLACE)) or b"")
    return bool(place) and (place == vault or not os.path.lexists(place))


def graph_folders(state: str, own: str) -> list[str]:
    """Return the graph folders of vaults that were only named, but this one."""
    try:
        names = sorted(os.listdir(state))
    except OSError:
        return []
    # The key and the tokens lie there, too.
    folders = [os.path.join(state, name, "graph") for name in names if os.path.isdir(os.path.join(state, name))]
    return [folder for folder in folders if os.path.realpath(folder) != os.path.realpath(own)]


def _journals_of(state: str, own: str, lines: set[str], op: str) -> Iterator[tuple[int, int, str]]:
    """Yield (operations that the log tells of, time of the last one, folder) of each journal that wrote its lines."""
    for folder in graph_folders(state, own):
        path = os.path.join(folder, JOURNAL)
        if not os.path.isfile(path):
            continue
        operations = Journal(folder).operations()
        told = sum(record.log_line in lines for record in operations)
        if told and any(record.op.startswith(op) for record in operations):
            yield told, os.stat(path).st_mtime_ns, folder


def _copy_journal(earlier: str, graph: str) -> None:
    """Add an earlier journal to this one, after its copies of pages: what stands in a journal can be undone."""
    make_graph_folder(graph)
    if os.path.isdir(os.path.join(earlier, OBJECTS)):
        left_out = shutil.ignore_patterns(os.path.basename(PASSING))
        shutil.copytree(
            os.path.join(earlier, OBJECTS), os.path.join(graph, OBJECTS), ignore=left_out, dirs_exist_ok=True
        )
    marks = os.path.join(earlier, _USAGE)
    if os.path.exists(marks) and not os.path.exists(os.path.join(graph, _USAGE)):
        shutil.copyfile(marks, os.path.join(graph, _USAGE))
    own = _lines(os.path.join(graph, JOURNAL))
    before = [line for line in _lines(os.path.join(earlier, JOURNAL)) if line not in set(own)]
    if before:
        write_durably(os.path.join(graph, JOURNAL), b"".join(before + own))


def _lines(path: str) -> list[bytes]:
    return [line.rstrip(b"\n") + b"\n" for line in (bytes_of(path) or b"").splitlines(keepends=True)]
