"""The last step of forgetting, which recovery can do as well: names leave the journal, and the index goes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from ..homes import PENDING, parse_json
from .connections import remove_database
from .files import remove_quietly, temporaries_of, write_durably
from .index import INDEX
from .journal import JOURNAL, changes_of, read_record

if TYPE_CHECKING:
    from .journal import OperationRecord


def finish_forgetting(graph_dir: str, root: str, done: OperationRecord, *, trash: str) -> None:
    """After the pages of an operation went: their names leave the journal, and the index is deleted.

    An operation with a page of these cannot be undone then.  Doing it again changes nothing.  root: of the vault.
    Raises OSError.  The caller holds the lock.
    """
    gone = [row.path for row in done.changes if not row.after and not row.path.startswith(trash + "/")]
    names = {path for page in gone for path in paths_of(graph_dir, page, lambda path: _is_file(root, path))}
    names |= {f"{trash}/{name}" for name in names}
    before = read_bytes(os.path.join(graph_dir, JOURNAL))
    after = b"".join(_nameless(line, names) for line in before.splitlines(keepends=True))
    if before != after:
        rewrite(graph_dir, before, after)
    remove_torn(graph_dir)
    # Its free pages hold what was taken out of it.
    remove_database(os.path.join(graph_dir, INDEX))


def remove_torn(graph_dir: str) -> None:
    """Remove what writers of the journal and of an intent left when they were killed: it has names, too."""
    for name in (JOURNAL, PENDING):
        for path in temporaries_of(os.path.join(graph_dir, name)):
            remove_quietly(path)


def rewrite(graph_dir: str, before: bytes, after: bytes) -> None:
    """Write the journal anew, with what was appended since it was read: a question waits for no lock."""
    path = os.path.join(graph_dir, JOURNAL)
    write_durably(path, after + read_bytes(path)[len(before) :])


def paths_of(graph_dir: str, path: str, is_there: Callable[[str], bool]) -> frozenset[str]:
    """Every vault path that a page had, as far as the journal tells.

    is_there: whether a path is that of a page now; of an earlier path it is another page's.
    """
    found = {path}
    events = map(read_event, read_bytes(os.path.join(graph_dir, JOURNAL)).splitlines())
    records = [record for event in events if event is not None and (record := read_record(event)) is not None]
    for record in reversed([record for record in records if record.verb == "rename"]):
        if any(change.path in found and not change.before for change in record.changes):
            found.update(row.path for row in record.changes if not row.after and not is_there(row.path))
    return frozenset(found)


def _nameless(line: bytes, names: Collection[str]) -> bytes:
    event = read_event(line)
    changes = changes_of(event or {})
    rows = [change.to_row() for change in changes if change.path not in names]
    if event is None or len(rows) == len(changes):
        return line
    words: dict[str, str] = {key: "" for key in ("note", "log_line") if key in event}
    return line_of({**event, **words, "changes": rows, "forgotten": True})


def _is_file(root: str, path: str) -> bool:
    return os.path.lexists(os.path.join(root, *path.split("/")))


def line_of(event: dict[str, Any]) -> bytes:
    """An event as it stands in the journal."""
    return (json.dumps(event, ensure_ascii=False, sort_keys=True) + "\n").encode("utf-8", "backslashreplace")


def read_event(line: bytes) -> dict[str, Any] | None:
    """The event of a line; None for one that is torn or was edited."""
    try:
        event = parse_json(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None


def read_bytes(path: str) -> bytes:
    """What a file holds; nothing where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""
