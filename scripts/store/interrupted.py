"""An operation that was interrupted before its vault was moved or adopted: its intent lies under the vault's old path.

It is known by the pages: some are what it made of them.  Nothing is taken from there: what it needs is copied.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from ..errors import DataError, LockedError, ReadOnlyError
from ..homes import PENDING, parse_json
from .earlier import copy_journal, graph_folders
from .files import temporaries_of, write_durably
from .journal import read_record
from .locks import writing
from .objects import PASSING
from .vault import sha256

if TYPE_CHECKING:
    from .journal import OperationRecord
    from .workspace import Workspace


def take_over_intent(ws: Workspace, state: str) -> str:
    """Copy an intent of another path, with all that finishing it needs, into this graph folder; recovery does the rest.

    Returns the path of one that stays where it is, since somebody changed pages of it since; "" for none.
    The caller holds the lock and has finished its own.  Raises ReadOnlyError.
    """
    for graph, is_whole in _intents(ws, state):
        if not is_whole:
            return os.path.join(graph, PENDING)
        try:
            # Whoever holds it is at work there, on this very vault by another name: nothing was interrupted.
            with writing(graph, seconds=0):
                if _state_of(ws, graph):
                    _copy(graph, ws.location.graph)
                    return ""
        except LockedError:
            continue
        except OSError as err:
            raise ReadOnlyError(ws.location.graph, err.strerror or str(err)) from err
    return ""


def intent_elsewhere(ws: Workspace, state: str) -> str:
    """The path of an intent of this vault that lies under another path; "" for none."""
    return next((os.path.join(graph, PENDING) for graph, _ in _intents(ws, state)), "")


def _intents(ws: Workspace, state: str) -> list[tuple[str, bool]]:
    """(graph folder, whether each page is as before or after) of operations this vault is half of; such come first."""
    folders = graph_folders(state, ws.location.graph) if ws.folder else ()
    found = [(folder, state) for folder in folders if (state := _state_of(ws, folder))]
    return sorted(((folder, state == "whole") for folder, state in found), key=lambda each: (not each[1], each[0]))


def _state_of(ws: Workspace, graph: str) -> str:
    """whole: every page is as before or after, and some are as after; changed: others are neither; "": not ours.

    Where all are as before nothing is half done: it never began, or it is another vault's.
    """
    found = _read(os.path.join(graph, PENDING))
    if found is None or ws.operations.is_noted(*found):
        return ""
    is_made = is_removed = is_changed = has_bytes = False
    for change in found[0].changes:
        try:
            data = ws.operations.current(change.path)
        except DataError:
            is_changed = True
            continue
        sha = "" if data is None else sha256(data)
        is_as_meant = sha in (change.before, change.after)
        is_changed = is_changed or not is_as_meant
        has_bytes = has_bytes or (is_as_meant and bool(sha))
        is_made = is_made or (sha == change.after and bool(sha))
        is_removed = is_removed or sha == change.after == ""
    # That a file is not there can be said of many a vault: all else must be as the operation found or made it.
    if not is_changed:
        return "whole" if is_made or (is_removed and has_bytes) else ""
    # Two vaults may have a page in common; what is half done has temporary files beside it, too.
    return "changed" if is_made and _has_temporaries(ws, found[0]) else ""


def _has_temporaries(ws: Workspace, record: OperationRecord) -> bool:
    try:
        return any(temporaries_of(ws.operations.absolute(change.path)) for change in record.changes)
    except (DataError, OSError):
        return False


def _read(pending: str) -> tuple[OperationRecord, str] | None:
    try:
        with open(pending, encoding="utf-8") as file:
            facts = parse_json(file.read())
    except (OSError, ValueError):
        return None
    record = read_record(facts) if isinstance(facts, dict) else None
    return (record, str(facts.get("undoes", ""))) if record is not None else None


def _copy(earlier: str, graph: str) -> None:
    """The intent comes last: where it is, there is all that it needs."""
    copy_journal(earlier, graph)
    passing = os.path.join(earlier, PASSING)
    if os.path.isdir(passing):
        shutil.copytree(passing, os.path.join(graph, PASSING), dirs_exist_ok=True)
    with open(os.path.join(earlier, PENDING), "rb") as file:
        write_durably(os.path.join(graph, PENDING), file.read())
