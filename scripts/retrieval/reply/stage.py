"""One stage of an explanation: a plain sentence and a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Cell = str | int | float
"""A float is a score and is shown with three places; an int is a count."""


class Stage(NamedTuple):
    """What one stage did."""

    name: str
    says: str
    """What is decided here, and what came of it."""
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: int
    """Rows there were beside these."""


def stage(
    name: str,
    says: str,
    columns: tuple[str, ...] = (),
    rows: Sequence[tuple[Cell, ...]] = (),
    limit: int = 0,
    beyond: int = 0,
) -> Stage:
    """The first limit rows, the others counted; beyond: how many were never listed."""
    told = tuple(tuple(round(cell, 3) if isinstance(cell, float) else cell for cell in row) for row in rows[:limit])
    return Stage(name, says, columns, told, len(rows) - len(told) + beyond)
