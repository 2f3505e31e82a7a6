"""Reading many rows by one statement."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

_SIZES = (1, 4, 16, 64, 128, 256)


def batches(values: Sequence[Any]) -> Iterator[list[Any]]:
    """The values some at a time, each batch filled up with NULL, which is equal to nothing, to one of a few sizes.

    SQLite prepares a statement once for each text it has, and Python keeps those prepared: a few texts, not hundreds.
    """
    if not values:
        return
    for start in range(0, len(values), _SIZES[-1]):
        batch = list(values[start : start + _SIZES[-1]])
        size = next(size for size in _SIZES if size >= len(batch))
        yield batch + [None] * (size - len(batch))


def marks(values: Sequence[Any]) -> str:
    """A placeholder for each value."""
    return ",".join("?" * len(values))


def rows_of(values: Sequence[Any], columns: int = 1) -> str:
    """A row with so many placeholders for each value."""
    return ",".join([f"({marks(range(columns))})"] * len(values))
