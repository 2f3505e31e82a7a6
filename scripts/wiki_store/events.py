"""Questions that found little, and passages that helped: one event a line in graph/events.jsonl.

Events are only appended: a question that found little, a mark that says which passages or pages helped with which
question.  The file is private to this machine, may be deleted at any time, and no answer needs it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, NamedTuple

from ..errors import DataError, ReadOnlyError
from ..homes import open_regular, parse_json
from .writing import sync, write_durably, write_lock

EVENTS = "events.jsonl"
_MOST_BYTES = 1 << 28
_MOST_SECONDS = 5.0
"""Longest wait for somebody who writes an event, or rewrites them."""


class Events:
    """The events of one graph folder.  Writers wait for each other, and for nobody else."""

    def __init__(self, graph: str, *, is_read_only: bool = False) -> None:
        self.path = os.path.join(graph, EVENTS)
        self._graph, self._is_read_only = graph, is_read_only

    def exists(self) -> bool:
        return os.path.lexists(self.path)

    def append(self, event: str, time: str, **facts: Any) -> None:
        """Add one event, durably.  Raises ReadOnlyError, LockedError."""
        line = json.dumps({"event": event, "time": time, **facts}, ensure_ascii=False, sort_keys=True) + "\n"
        # A lone surrogate becomes the JSON escape of itself.
        data = line.encode("utf-8", "backslashreplace")
        with self._writing():
            is_new = not self.exists()
            with open(self.path, "a+b") as file:
                if is_new:
                    # Before the line is there: a name that is not synced is lost in a power cut, with the line.
                    sync([self._graph])
                if file.tell():
                    file.seek(-1, os.SEEK_END)
                    # The last writer may have died in the middle of its line.
                    data = data if file.read(1) == b"\n" else b"\n" + data
                file.write(data)
                file.flush()
                os.fsync(file.fileno())

    def read(self) -> Iterator[dict[str, Any]]:
        """Yield all events, oldest first.

        A line that is no event (torn by a crash, or edited) is passed over.  Raises DataError for a file that is too
        large, or no regular file.
        """
        yield from filter(None, map(read_event, self.lines()))

    def lines(self) -> list[bytes]:
        """Return the lines, each with its end.  Raises DataError."""
        try:
            with open_regular(self.path, _MOST_BYTES) as file:
                return file.read().splitlines(keepends=True)
        except FileNotFoundError:
            return []
        except OSError as err:
            raise DataError(f"cannot read: {err.strerror}", path=self.path, hint="look where it came from") from err

    def rewrite(self, keep: Callable[[dict[str, Any], bytes], bool]) -> None:
        """Remove the lines for which keep returns False, for good.  Raises ReadOnlyError, LockedError, DataError.

        keep: takes the event of a line, empty for a line that is none, and the line.
        """
        if not self.exists():
            return
        with self._writing():
            lines = self.lines()
            kept = [line for line in lines if keep(read_event(line) or {}, line)]
            if not kept:
                os.unlink(self.path)
            elif kept != lines:
                write_durably(self.path, b"".join(kept))

    def marks(self) -> list[Mark]:
        """Return all marks, oldest first; of one that was given again the last version."""
        marks = {mark.id: mark for mark in map(read_mark, self.read()) if mark is not None}
        return list(marks.values())

    def append_mark(self, mark: Mark, *, actor: str) -> None:
        """Add a mark, or another polarity of one that is there, durably.  Raises ReadOnlyError, LockedError."""
        facts = {"id": mark.id, "question": mark.question, "targets": list(mark.targets), "polarity": mark.polarity}
        self.append("useful", mark.time, **facts, actor=actor)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        if self._is_read_only:
            raise ReadOnlyError(self._graph, "this home is only read")
        try:
            with write_lock(self._graph, seconds=_MOST_SECONDS, name="events.lock"):
                yield
        except OSError as err:
            raise ReadOnlyError(self.path, err.strerror or str(err)) from err


class Mark(NamedTuple):
    """A mark that some passages or pages helped, or did not."""

    id: str
    time: str
    question: str
    """The question that they were marked for; "" for none in particular."""
    targets: tuple[str, ...]
    """Node ids of pages, and passages as `page#^block`."""
    polarity: float
    """From -1, it misled, to 1, it helped."""


def read_event(line: bytes) -> dict[str, Any] | None:
    """Return the event of a line; None for one that is torn or was edited into none."""
    try:
        event = parse_json(line)
    except ValueError:
        return None
    is_event = isinstance(event, dict) and all(isinstance(event.get(key, ""), str) for key in ("event", "op"))
    return event if is_event else None


def read_mark(event: dict[str, Any]) -> Mark | None:
    """Return the mark of an event; None when it is none, or was edited into none."""
    try:
        texts = (event["id"], event["time"], event["question"])
        mark = Mark(*texts, tuple(event["targets"]), float(event["polarity"]))
        date.fromisoformat(mark.time[:10])
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    is_mark = event.get("event") == "useful" and all(isinstance(text, str) for text in (*texts, *mark.targets))
    return mark if is_mark and -1 <= mark.polarity <= 1 else None
