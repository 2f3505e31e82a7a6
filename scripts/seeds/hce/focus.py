"""Short-term memory: the last turns of a conversation."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

_NAMES = {"user": "User", "assistant": "Assistant"}


class FocusEntry(NamedTuple):
    """One thing said."""

    role: str
    """user, assistant, or anybody's name."""
    content: str
    timestamp: float = 0.0


class SlidingFocusBuffer:
    """The last max_size entries; a further one pushes the oldest out."""

    def __init__(self, max_size: int = 10, *, clock: Callable[[], float] = time.time) -> None:
        self._entries: deque[FocusEntry] = deque(maxlen=max_size)
        self._max_size, self._clock = max_size, clock

    @property
    def size(self) -> int:
        return len(self._entries)

    @property
    def max_size(self) -> int:
        return self._max_size

    def add(self, role: str, content: str) -> None:
        """Add an entry at the end, with the time."""
        self._entries.append(FocusEntry(role, content, self._clock()))

    def get_recent(self, n: int | None = None) -> list[FocusEntry]:
        """The last n entries, oldest first; all of them without n."""
        entries = list(self._entries)
        return entries if n is None else entries[max(0, len(entries) - n) :] if n > 0 else []

    def clear(self) -> None:
        """Forget all of them."""
        self._entries.clear()

    def to_text(self) -> str:
        """The entries as a script, a speaker in front of each."""
        return "\n".join(said_by(entry.role, entry.content) for entry in self._entries)

    def to_list(self) -> list[dict[str, Any]]:
        """The entries as plain dicts."""
        return [entry._asdict() for entry in self._entries]

    @classmethod
    def from_list(cls, rows: Iterable[Mapping[str, Any]], max_size: int = 10) -> SlidingFocusBuffer:
        """The buffer that to_list was called on."""
        made = cls(max_size)
        made._entries.extend(FocusEntry(row["role"], row["content"], row.get("timestamp", 0.0)) for row in rows)
        return made


def said_by(role: str, content: str) -> str:
    """One entry of a script."""
    return f"{_NAMES.get(role, role)}: {content}"
