"""Finishing an operation whose process died: its intent tells which files it changes, the stored copies their bytes."""

from __future__ import annotations

import os
from typing import NamedTuple

from ..errors import DataError, ReadOnlyError
from .files import place_of, read_bytes
from .intent import Intent
from .journal import FileChange, sha256
from .swap import Target, bytes_of, free_copy_path, make_change, remove_empty_folders, remove_quietly, temporaries_of
from .transaction import Transaction, check_root

_LEFT = "the next command that writes finishes what was interrupted"


class Recovery(NamedTuple):
    """What an interrupted operation left, and what became of it."""

    op: str
    finished: tuple[str, ...]
    conflicts: tuple[str, ...]
    """Paths somebody wrote in between: left as they are; the operation's version is in graph/objects."""


def recover(transaction: Transaction) -> Recovery | None:
    """Finish the operation that was interrupted.  A file that somebody wrote in between is left as it is.

    Raises ReadOnlyError when the disk refuses (the intent stays), IntentRefusedError, DataError when the intent
    cannot be read.  The caller holds the lock.
    """
    intent = transaction.intent.read()
    if intent is None:
        return None
    check_root(transaction.root)
    record, undoes = intent
    noted = _noted_after(transaction, intent)
    if noted:
        # Nothing is written before an interrupted operation is finished: this one was, and its intent was put back.
        transaction.drop_intent(record)
        return None
    finished: list[str] = []
    conflicts: list[str] = []
    try:
        for change in record.changes:
            is_made = _finish(transaction, change, record.time, may_remove_folder=bool(undoes))
            (finished if is_made else conflicts).append(change.path)
        if noted is None:
            transaction.note(record, undoes)
        transaction.drop_intent(record)
    except ReadOnlyError as err:
        raise ReadOnlyError(err.path, err.what.removeprefix("cannot write: "), left=_LEFT) from err
    except OSError as err:
        path = err.filename or transaction.intent.path
        raise ReadOnlyError(path, err.strerror or str(err), left=_LEFT) from err
    return Recovery(record.op, tuple(finished), tuple(conflicts))


def _noted_after(transaction: Transaction, intent: Intent) -> int | None:
    """Return how many operations and undoings the journal has after this one; None where it lacks this one."""
    record, undoes = intent
    wanted = ("undo" if undoes else "operation", undoes or record.op, record.time)
    events = [
        (event.get("event"), event.get("op"), event.get("time"))
        for event in transaction.journal.events()
        if event.get("event") in ("operation", "undo")
    ]
    return events[::-1].index(wanted) if wanted in events else None


def _finish(transaction: Transaction, change: FileChange, time: str, *, may_remove_folder: bool) -> bool:
    """Make one change if it is still to be made; False when somebody wrote the file, or the copy is lost."""
    root = transaction.root
    try:
        full, current = place_of(root, change.path), read_bytes(root, change.path)
        found = sha256(current)
        # What is written already needs no copy: it may be gone, where the intent came back after a power cut.
        is_there = not change.after or found == change.after
        data = (current if change.after else None) if is_there else transaction.copy_of(change.after)
    except DataError:
        return False
    for folder in sorted({os.path.dirname(full), os.path.dirname(os.path.realpath(full))}):
        _clear_temporaries(os.path.join(folder, os.path.basename(full)), change, data, time)
    if found not in (change.before, change.after):
        return False
    is_made = found == change.after or make_change(Target(change.path, full, current, data, change.mode))
    if not change.after and (may_remove_folder or transaction.is_ours(change.path)):
        remove_empty_folders(os.path.dirname(full), root)
    return is_made


def _clear_temporaries(full: str, change: FileChange, after: bytes | None, time: str) -> None:
    """Remove what the dead writer left beside a file; what a person saved in its last moment becomes a copy."""
    for temporary in temporaries_of(full):
        data = bytes_of(temporary) or b""
        # Its own new version, perhaps torn, or the old one, which is stored.
        is_known = sha256(data) == change.before or (after or b"").startswith(data)
        if is_known:
            remove_quietly(temporary)
        else:
            os.replace(temporary, free_copy_path(full, time, os.path.lexists))
