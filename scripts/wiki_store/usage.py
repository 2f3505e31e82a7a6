"""What proved useful: one event a line in graph/usage.jsonl.

Events are only appended: a mark says which passages or pages helped with which question, an amendment gives earlier
marks another polarity.  The file is private to this machine, may be deleted at any time, and no answer needs it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, NamedTuple

from ..errors import ReadOnlyError
from .files import open_own
from .journal import Journal, format_event, read_event
from .locks import writing
from .swap import write_durably

USAGE, USAGE_ASIDE = "usage.jsonl", "usage.damaged"
"""The events, and the lines that were none."""
_MOST_BYTES = 1 << 28


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


class UsageLog:
    """The events of one home.  What writes takes the home's lock: whoever forgets writes the file anew."""

    def __init__(
        self,
        graph: str,
        *,
        is_read_only: bool = False,
        lock_seconds: float = 5.0,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """tell is given a line while another process writes."""
        self._graph, self._is_read_only, self._lock_seconds, self._tell = graph, is_read_only, lock_seconds, tell
        self._journal = Journal(graph, USAGE)
        self.path = self._journal.path

    def exists(self) -> bool:
        return os.path.lexists(self.path)

    def marks(self) -> list[Mark]:
        """Return all marks as amended, oldest first."""
        marks: dict[str, Mark] = {}
        for event in self._journal.events():
            mark = _read_mark(event)
            if mark is not None:
                marks[mark.id] = mark
            for id_, polarity in _read_amendments(event):
                if id_ in marks:
                    marks[id_] = marks[id_]._replace(polarity=polarity)
        return list(marks.values())

    def append_mark(self, mark: Mark, *, actor: str) -> None:
        """Add a mark, durably.  Raises ReadOnlyError, LockedError."""
        facts = {"id": mark.id, "question": mark.question, "targets": list(mark.targets), "polarity": mark.polarity}
        self._append("useful", mark.time, facts | {"actor": actor})

    def amend(self, ids: Sequence[str], polarity: float, *, time: str) -> None:
        """Give earlier marks another polarity.  Raises ReadOnlyError, LockedError."""
        self._append("polarity", time, {"of": list(ids), "polarity": polarity})

    def forget(self, keep: Callable[[Mark], bool]) -> int:
        """Delete the marks that are not to be kept, for good; return how many.  Raises ReadOnlyError, LockedError."""
        self._require_writable()
        with writing(self._graph, seconds=self._lock_seconds, tell=self._tell):
            forgotten: set[str] = set()
            lines = []
            for event in self._journal.events():
                mark = _read_mark(event)
                if mark is not None and not keep(mark):
                    forgotten.add(mark.id)
                    continue
                if event.get("event") == "polarity":
                    event["of"] = [id_ for id_, _ in _read_amendments(event) if id_ not in forgotten]
                    if not event["of"]:
                        continue
                lines.append(format_event(event))
            if forgotten and lines:
                write_durably(self.path, b"".join(lines))
            elif forgotten:
                os.unlink(self.path)
        return len(forgotten)

    # --- Damage, for `doctor` -----------------------------------------------------------------------------------------

    def damaged_lines(self) -> int:
        """Return how many lines are no events: torn by a crash, or edited."""
        return sum(read_event(line) is None for line in self._lines())

    def set_damaged_aside(self) -> str:
        """Move the lines that are no events into a file beside it; return its name.  Hold the home's lock.

        Raises OSError.
        """
        lines = self._lines()
        with open(os.path.join(self._graph, USAGE_ASIDE), "ab") as file:
            file.writelines(line + b"\n" for line in lines if read_event(line) is None)
            file.flush()
            os.fsync(file.fileno())
        write_durably(self.path, b"".join(line + b"\n" for line in lines if read_event(line) is not None))
        return USAGE_ASIDE

    def _lines(self) -> list[bytes]:
        try:
            with open_own(self.path, _MOST_BYTES) as file:
                return [line for line in file.read().split(b"\n") if line.strip()]
        except FileNotFoundError:
            return []

    def _append(self, event: str, time: str, facts: dict[str, Any]) -> None:
        self._require_writable()
        with writing(self._graph, seconds=self._lock_seconds, tell=self._tell):
            self._journal.append(event, time, **facts)

    def _require_writable(self) -> None:
        if self._is_read_only:
            raise ReadOnlyError(self._graph, "this home is only read")


def _read_mark(event: dict[str, Any]) -> Mark | None:
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
