"""What proved useful: one event a line in graph/usage.jsonl, and what a question is to be told of them.

Events are only appended: a mark says which passages or pages helped with which question, an amendment gives earlier
marks another polarity.  The file is private to this machine, may be deleted at any time, and no answer needs it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..clock import days_between
from ..homes import parse_json
from .files import write_durably
from .journal import Journal
from .workspace import USAGE

USAGE_INDEX = "usage.sqlite"
USAGE_ASIDE = "usage.damaged"


class StoredMark(NamedTuple):
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
    """Appends and reads the events of one home."""

    def __init__(self, graph_dir: str) -> None:
        self._journal = Journal(graph_dir, USAGE)
        self.path = self._journal.path
        self.index_path = os.path.join(graph_dir, USAGE_INDEX)

    def size(self) -> int:
        """Bytes of the file; 0 where there is none."""
        try:
            return os.stat(self.path).st_size
        except FileNotFoundError:
            return 0

    def read(self, start: int, size: int = -1) -> bytes:
        """Bytes of the file from here, all or at most size."""
        try:
            with open(self.path, "rb") as file:
                file.seek(start)
                return file.read(size)
        except FileNotFoundError:
            return b""

    def append_mark(self, mark: StoredMark, *, actor: str) -> None:
        """Add a mark, durably.  Raises ReadOnlyError."""
        self._journal.append(
            "useful",
            mark.time,
            id=mark.id,
            question=mark.question,
            targets=list(mark.targets),
            polarity=mark.polarity,
            actor=actor,
        )

    def amend(self, ids: Sequence[str], polarity: float, *, time: str) -> None:
        """Give earlier marks another polarity."""
        self._journal.append("polarity", time, of=list(ids), polarity=polarity)

    def marks(self) -> list[StoredMark]:
        """All marks as amended, oldest first."""
        found: dict[str, StoredMark] = {}
        for event in self._journal.events():
            mark = read_mark(event)
            if mark is not None:
                found[mark.id] = mark
            for id_, polarity in read_amendments(event):
                if id_ in found:
                    found[id_] = found[id_]._replace(polarity=polarity)
        return list(found.values())

    def damaged(self) -> int:
        """How many lines are no events: torn by a crash, or edited."""
        return sum(line.strip() != b"" and not _is_event(line) for line in self.read(0).split(b"\n"))

    def set_damaged_aside(self) -> str:
        """Move the lines that are no events into a file beside it, and return its name.  Hold the home's lock.

        Raises OSError.
        """
        lines = [line for line in self.read(0).split(b"\n") if line.strip()]
        aside = os.path.join(os.path.dirname(self.path), USAGE_ASIDE)
        with open(aside, "ab") as file:
            file.writelines(line + b"\n" for line in lines if not _is_event(line))
            file.flush()
            os.fsync(file.fileno())
        # It knows where in the file a mark stands.
        remove_usage_index(self.index_path)
        write_durably(self.path, b"".join(line + b"\n" for line in lines if _is_event(line)))
        return USAGE_ASIDE

    def forget(self, keep: Callable[[StoredMark], bool]) -> int:
        """Delete the marks that are not to be kept, for good; return how many.  Hold the home's lock."""
        forgotten: set[str] = set()
        lines = []
        for event in self._journal.events():
            mark = read_mark(event)
            if mark is not None and not keep(mark):
                forgotten.add(mark.id)
                continue
            if event.get("event") == "polarity":
                event["of"] = [id_ for id_, _ in read_amendments(event) if id_ not in forgotten]
                if not event["of"]:
                    continue
            lines.append(json.dumps(event, ensure_ascii=False, sort_keys=True) + "\n")
        if forgotten:
            remove_usage_index(self.index_path)
            if lines:
                write_durably(self.path, "".join(lines).encode("utf-8", "backslashreplace"))
            else:
                os.unlink(self.path)
        return len(forgotten)


def _is_event(line: bytes) -> bool:
    try:
        return isinstance(parse_json(line), dict)
    except ValueError:
        return False


def read_mark(event: dict[str, Any]) -> StoredMark | None:
    """A mark out of its JSON object; None when it is none, or was edited into none."""
    if event.get("event") != "useful":
        return None
    targets, polarity = event.get("targets"), event.get("polarity")
    texts = [event.get(name) for name in ("id", "time", "question")]
    if not isinstance(targets, list) or not all(isinstance(each, str) for each in (*targets, *texts)):
        return None
    if not isinstance(polarity, (int, float)) or not -1 <= polarity <= 1:
        return None
    id_, time, question = map(str, texts)
    try:
        days_between(time, time)
    except ValueError:
        return None
    return StoredMark(id_, time, question, tuple(targets), float(polarity))


def read_amendments(event: dict[str, Any]) -> list[tuple[str, float]]:
    """Ids of earlier marks with the polarity that an event gives them."""
    ids, polarity = event.get("of"), event.get("polarity")
    if event.get("event") != "polarity" or not isinstance(ids, list) or not isinstance(polarity, (int, float)):
        return []
    return [(id_, float(polarity)) for id_ in ids if isinstance(id_, str) and -1 <= polarity <= 1]


def remove_usage_index(path: str) -> None:
    """Delete the index that earlier versions made of the events."""
    for suffix in ("", "-journal"):
        with suppress(FileNotFoundError):
            os.unlink(path + suffix)
