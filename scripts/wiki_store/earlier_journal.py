"""The journal of versions up to November 2026, taken over once: its operations become files, its questions events.

To be deleted when homes of those versions are gone.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any

from ..errors import DataError, ReadOnlyError
from .events import Events, read_event
from .files import open_own
from .new_home import IGNORED
from .operations import OperationRecord, Operations, follows, next_id, read_record
from .swap import remove_quietly, write_durably

JOURNAL, _USAGE, _PENDING = "journal.jsonl", "usage.jsonl", "pending.json"
_MOST_BYTES = 1 << 29


def standing(graph: str) -> Iterator[OperationRecord]:
    """Yield the operations of a home that stand, the newest first, also before its journal is taken over."""
    earlier = [*_records(_lines(graph, JOURNAL))]
    undone = {op for record in earlier for op in record.reverts}
    yield from Operations(graph).standing()
    yield from (record for record in earlier[::-1] if not record.reverts and record.op not in undone)


def questions(graph: str) -> Iterator[dict[str, Any]]:
    """Yield the events of a home, the oldest first, also before its journal is taken over."""
    yield from filter(None, map(read_event, _lines(graph, JOURNAL)))
    yield from Events(graph).read()


def take_over_journal(graph: str, generated: Collection[str]) -> None:
    """Make files of the operations in a journal, and let it go.  generated: paths that belong to no operation.

    Raises DataError where an earlier version was interrupted, ReadOnlyError.
    """
    if not os.path.lexists(os.path.join(graph, JOURNAL)) and not os.path.lexists(os.path.join(graph, _USAGE)):
        return
    pending = os.path.join(graph, _PENDING)
    if os.path.lexists(pending):
        hint = "finish it with that version, or delete this file to leave the pages as they are"
        raise DataError("an operation of an earlier version was interrupted", path=pending, hint=hint)
    lines = _lines(graph, JOURNAL)
    records = [
        record._replace(
            changes=tuple(change for change in record.changes if change.path not in generated),
            generated=tuple(change for change in record.changes if change.path in generated),
        )
        for record in _records(lines)
    ]
    kept = [line for line in lines if (read_event(line) or {}).get("event") not in (None, "operation", "undo")]
    events = [*kept, *_lines(graph, _USAGE)]
    try:
        Operations(graph).add_all(records)
        Events(graph).rewrite(lambda own: [*(line for line in events if line not in own), *own])
        for name in (JOURNAL, _USAGE, "usage.damaged"):
            remove_quietly(os.path.join(graph, name))
        ignored = os.path.join(graph, ".gitignore")
        with suppress(FileNotFoundError), open_own(ignored, _MOST_BYTES) as file:
            write_durably(ignored, file.read() + IGNORED.encode("utf-8"))
    except OSError as err:
        raise ReadOnlyError(err.filename or graph, err.strerror or str(err)) from err


def _records(lines: list[bytes]) -> Iterator[OperationRecord]:
    """Yield the operations oldest first; one of the same second as that before it may get another id."""
    last, now_called = "", dict[str, str]()
    for event in filter(None, map(read_event, lines)):
        facts: dict[str, Any] = dict(event)
        old = str(event.get("op", ""))
        if event.get("event") == "undo":
            facts |= {"verb": "undo", "reverts": [now_called.get(old, old)]}
            facts["op"] = next_id(last, str(event.get("time")), "00")
        elif event.get("event") == "operation" and not follows(old, last):
            facts["op"] = next_id(last, str(event.get("time")), old[-2:])
        elif event.get("event") != "operation":
            continue
        record = read_record(facts)
        if record is not None:
            last = now_called[old] = record.op
            yield record


def _lines(graph: str, name: str) -> list[bytes]:
    path = os.path.join(graph, name)
    try:
        with open_own(path, _MOST_BYTES) as file:
            return [line.rstrip(b"\n") + b"\n" for line in file.read().splitlines(keepends=True)]
    except FileNotFoundError:
        return []
    except OSError as err:
        raise DataError(f"cannot read: {err.strerror}", path=path, hint="look where it came from") from err
