"""What was asked in vain and what proved useful: one event a line in graph/events.jsonl.

Events are only appended: a question that found little, a mark that says which passages or pages helped with which
question, an amendment that gives earlier marks another polarity.  The file is private to this machine, may be deleted
at any time, and no answer needs it.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import date
from typing import Any, NamedTuple

from ..errors import DataError, ReadOnlyError
from ..homes import parse_json
from .files import open_own
from .swap import sync, write_durably, writing

EVENTS = "events.jsonl"
_MOST_BYTES = 1 << 28
_MOST_SECONDS = 5.0
"""Longest wait for somebody who writes an event, or rewrites them."""
_APPENDING = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


class Events:
    """The events of one graph folder.  Who appends and who rewrites wait for each other, and for nobody else."""

    def __init__(self, graph: str) -> None:
        self.graph, self.path = graph, os.path.join(graph, EVENTS)

    def exists(self) -> bool:
        return os.path.lexists(self.path)

    def _held(self) -> AbstractContextManager[object]:
        return writing(self.graph, seconds=_MOST_SECONDS, name="events.lock")

    def append(self, event: str, time: str, **facts: Any) -> None:
        """Add one event, durably.  Raises ReadOnlyError, LockedError."""
        data = format_event({"event": event, "time": time, **facts})
        with self._held():
            try:
                is_new = not os.path.lexists(self.path)
                if not is_new and not stat.S_ISREG(os.lstat(self.path).st_mode):
                    raise ReadOnlyError(self.path, "it is no regular file")
                handle = os.open(self.path, _APPENDING, 0o666)
                try:
                    if is_new:
                        # Before the line is there: a name that is not synced is lost in a power cut, with the line.
                        sync([os.path.dirname(self.path)])
                    _append_whole(handle, data)
                finally:
                    os.close(handle)
            except OSError as err:
                raise ReadOnlyError(self.path, err.strerror or str(err)) from err

    def read(self) -> Iterator[dict[str, Any]]:
        """Yield all events, oldest first.

        A line that is no event (torn by a crash, or edited) is passed over.  Raises DataError for what is no file, or
        too large.
        """
        yield from filter(None, map(read_event, self.lines()))

    def lines(self) -> list[bytes]:
        """Return the lines, each with its end.  Raises DataError."""
        try:
            with open_own(self.path, _MOST_BYTES) as file:
                return file.read().splitlines(keepends=True)
        except FileNotFoundError:
            return []
        except OSError as err:
            raise DataError(f"cannot read: {err.strerror}", path=self.path, hint="look where it came from") from err

    def rewrite(self, change: Callable[[list[bytes]], list[bytes]]) -> None:
        """Replace the lines by what change makes of them.  Raises ReadOnlyError, LockedError, DataError."""
        with self._held():
            lines = self.lines()
            kept = change(lines)
            try:
                if kept and kept != lines:
                    write_durably(self.path, b"".join(kept))
                elif lines and not kept:
                    os.unlink(self.path)
            except OSError as err:
                raise ReadOnlyError(self.path, err.strerror or str(err)) from err


def read_event(line: bytes) -> dict[str, Any] | None:
    """Return the event of a line; None for one that is torn or was edited into none."""
    try:
        event = parse_json(line)
    except ValueError:
        return None
    is_event = isinstance(event, dict) and all(isinstance(event.get(key, ""), str) for key in ("event", "op"))
    return event if is_event else None


def format_event(event: dict[str, Any]) -> bytes:
    """Return an event as it stands in the file; a lone surrogate becomes the JSON escape of itself."""
    return (json.dumps(event, ensure_ascii=False, sort_keys=True) + "\n").encode("utf-8", "backslashreplace")


def _append_whole(handle: int, data: bytes) -> None:
    """Write a line at the end, synced; all of it or nothing of it."""
    size, written = os.lseek(handle, 0, os.SEEK_END), 0
    try:
        if size:
            os.lseek(handle, -1, os.SEEK_END)
            if os.read(handle, 1) != b"\n":
                # The last writer died in the middle of its line.
                data = b"\n" + data
        while written < len(data):
            written += os.write(handle, data[written:])
        os.fsync(handle)
    except OSError:
        os.ftruncate(handle, size)
        raise


# --- What proved useful -----------------------------------------------------------------------------------------------


class Mark(NamedTuple):
    """That some passages or pages helped, or did not."""

    id: str
    time: str
    question: str
    """What it was given for; "" for no question in particular."""
    targets: tuple[str, ...]
    """Node ids of pages, and passages as `page#^block`."""
    polarity: float
    """From -1, it misled, to 1, it helped; as amended last."""


class UsageLog(Events):
    """The marks of one home among its events."""

    def __init__(self, graph: str, *, is_read_only: bool = False) -> None:
        super().__init__(graph)
        self._is_read_only = is_read_only

    def marks(self) -> list[Mark]:
        """Return all marks as amended, oldest first."""
        marks: dict[str, Mark] = {}
        for event in self.read():
            mark = read_mark(event)
            if mark is not None:
                marks[mark.id] = mark
            for id_, polarity in _read_amendments(event):
                if id_ in marks:
                    marks[id_] = marks[id_]._replace(polarity=polarity)
        return list(marks.values())

    def append_mark(self, mark: Mark, *, actor: str) -> None:
        """Add a mark, durably.  Raises ReadOnlyError, LockedError."""
        self._require_writable()
        facts = {"id": mark.id, "question": mark.question, "targets": list(mark.targets), "polarity": mark.polarity}
        self.append("useful", mark.time, **facts, actor=actor)

    def amend(self, ids: Sequence[str], polarity: float, *, time: str) -> None:
        """Give earlier marks another polarity.  Raises ReadOnlyError, LockedError."""
        self._require_writable()
        self.append("polarity", time, of=list(ids), polarity=polarity)

    def forget(self, keep: Callable[[Mark], bool]) -> int:
        """Delete the marks that are not to be kept, for good; return how many.  Raises ReadOnlyError, LockedError."""
        self._require_writable()
        before = len(self.marks())
        self.rewrite(lambda lines: lines_without(lines, lambda mark: not keep(mark)))
        return before - len(self.marks())

    def _require_writable(self) -> None:
        if self._is_read_only:
            raise ReadOnlyError(self.graph, "this home is only read")


def lines_without(lines: Sequence[bytes], is_gone: Callable[[Mark], bool]) -> list[bytes]:
    """Return the lines of events without these marks, and without what amends nothing else."""
    forgotten, kept = set[str](), list[bytes]()
    for line in lines:
        event = read_event(line) or {}
        mark = read_mark(event)
        if mark is not None and is_gone(mark):
            forgotten.add(mark.id)
        elif event.get("event") == "polarity":
            ids = [id_ for id_, _ in _read_amendments(event) if id_ not in forgotten]
            kept += [format_event({**event, "of": ids})] if ids else []
        else:
            kept.append(line)
    return kept


def read_mark(event: dict[str, Any]) -> Mark | None:
    """Return the mark of an event; None when it is none, or was edited into none."""
    targets, polarity = event.get("targets"), event.get("polarity")
    id_, time, question = (event.get(name) for name in ("id", "time", "question"))
    is_mark = (
        event.get("event") == "useful"
        and isinstance(targets, list)
        and all(isinstance(text, str) for text in (*targets, id_, time, question))
        and isinstance(polarity, (int, float))
        and -1 <= polarity <= 1
    )
    try:
        date.fromisoformat(str(time)[:10])
    except ValueError:
        return None
    return Mark(str(id_), str(time), str(question), tuple(targets or ()), float(polarity or 0)) if is_mark else None


def _read_amendments(event: dict[str, Any]) -> list[tuple[str, float]]:
    """Return the ids of earlier marks with the polarity that an event gives them."""
    ids, polarity = event.get("of"), event.get("polarity")
    if event.get("event") != "polarity" or not isinstance(ids, list) or not isinstance(polarity, (int, float)):
        return []
    return [(id_, float(polarity)) for id_ in ids if isinstance(id_, str) and -1 <= polarity <= 1]
