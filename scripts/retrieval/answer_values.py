"""What an answer is: what it was asked with, the passages in it, and all that goes with them, as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .search.steps import Step, Way


class PassageShown(NamedTuple):
    """A passage of a source, as it stands."""

    page: str
    path: str
    title: str
    category: str
    heading: str
    block: str
    line: int
    text: str
    score: float
    why: str
    """words, meaning, title, beside, claim, bridge, useful, page (the page that suffices), or newer (it may
    outdate that page)."""
    steps: Way | tuple[Step, ...] = ()
    """What led to it from where, for a bridge or a claim."""
    first: int = 0
    last: int = 0
    """Its places among the passages of its page; two where it was joined with what it leads to."""
    day: str = ""
    """YYYY-MM-DD, where what says as much of the question is of another day."""
