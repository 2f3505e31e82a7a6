"""Finishing an operation whose process died: its intent tells which files it changes, the stored copies their bytes."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import DataError, ReadOnlyError
from ..homes import parse_json
from ..pages.obsidian.conflict_copies import free_copy_path
from .files import remove_quietly, temporaries_of
from .journal import FileChange, read_record
from .locks import locked
from .replacing import Target, make_change, remove_empty_folders
from .vault import sha256

if TYPE_CHECKING:
    from .operations import Operations
    from .workspace import Workspace


class Recovery(NamedTuple):
    """What an interrupted operation left, and what became of it."""

    op: str
    finished: tuple[str, ...]
    conflicts: tuple[str, ...]
    """Paths somebody wrote in between: left as they are; the operation's version is in graph/objects."""


def recover(operations: Operations, pending: str) -> Recovery | None:
    """Finish the operation whose intent lies at pending.  A file that somebody wrote in between is left as it is.

    Raises ReadOnlyError when the disk refuses (the intent stays), DataError when the intent cannot be read.
    """
    facts = _read_pending(pending)
    if facts is None:
        return None
    record, undoes = read_record(facts), str(facts.get("undoes", ""))
    if record is None:
        raise DataError("not the note of an operation", path=pending, hint="`commonplace doctor` puts it aside")
    finished: list[str] = []
    conflicts: list[str] = []
    for change in record.changes:
        (finished if _finish(operations, change, record.time, undoes) else conflicts).append(change.path)
    if not operations.is_noted(record, undoes):
        operations.note(record, undoes)
    try:
        operations.drop_pending(record)
    except OSError as err:
        raise ReadOnlyError(err.filename or pending, err.strerror or str(err)) from err
    return Recovery(record.op, tuple(finished), tuple(conflicts))


def try_to_recover(ws: Workspace) -> None:
    """Finish under the lock what can be finished: the vault can be read all the same, every write tells what cannot."""
    with suppress(DataError), locked(ws):
        ws.operations.recover()


def _read_pending(pending: str) -> dict[str, Any] | None:
    try:
        with open(pending, encoding="utf-8") as file:
            facts = parse_json(file.read())
    except FileNotFoundError:
        return None
    except ValueError as err:
        raise DataError(f"unreadable ({err})", path=pending, hint="`commonplace doctor` puts it aside") from err
    return facts if isinstance(facts, dict) else {}


def _finish(operations: Operations, change: FileChange, time: str, undoes: str) -> bool:
    """Make one change if it is still to be made; False when somebody wrote the file, or the copy is lost."""
    try:
        full = operations.absolute(change.path)
        current = operations.current(change.path)
        found = sha256(current) if current is not None else ""
        # What is written already needs no copy: it may be gone, where the intent came back after a power cut.
        data = None if not change.after else current if found == change.after else operations.copy_of(change.after)
    except DataError:
        return False
    try:
        for folder in sorted({os.path.dirname(full), os.path.dirname(os.path.realpath(full))}):
            _clear_temporaries(os.path.join(folder, os.path.basename(full)), change, data, time)
        if found not in (change.before, change.after):
            return False
        is_made = found == change.after or make_change(Target(change.path, full, current, data, change.mode))
        if not change.after and (undoes or operations.is_ours(change.path)):
            remove_empty_folders(os.path.dirname(full), operations.vault.root)
    except OSError as err:
        raise ReadOnlyError(full, err.strerror or str(err)) from err
    return is_made


def _clear_temporaries(full: str, change: FileChange, after: bytes | None, time: str) -> None:
    """Remove what the dead writer left beside a file; what a person saved in its last moment becomes a copy."""
    for temporary in temporaries_of(full):
        with open(temporary, "rb") as file:
            data = file.read()
        # Its own new version, perhaps torn, or the old one, which is stored.
        is_known = sha256(data) == change.before or (after or b"").startswith(data)
        if is_known:
            remove_quietly(temporary)
        else:
            os.replace(temporary, free_copy_path(full, time, os.path.lexists))
