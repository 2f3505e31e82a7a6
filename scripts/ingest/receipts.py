"""What `apply` reports of an agent's items: what was taken, what was not, and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ..errors import UnsoundPageError


class Rejection(NamedTuple):
    """One item that was not taken."""

    item: str
    """Where it stands in the bundle, e.g. `relations[2]`."""
    reason: str
    nearest: tuple[str, ...] = ()
    """The nearest valid things: known names, passages, values."""


class Notice(NamedTuple):
    """Something the agent should look at; nothing was refused."""

    item: str
    message: str


class Dropped(NamedTuple):
    """What the source said once and says no more, and so is cited no more."""

    page: str
    claim: str
    """What rested on it, as `A causes B`; "" for words that a page only quoted."""
    quote: str


class ApplyReceipt(NamedTuple):
    """What `apply` did, or would have done."""

    source: str
    written: bool
    created: tuple[str, ...]
    """Ids of new pages."""
    updated: tuple[str, ...]
    claims_added: int
    claims_updated: int
    claims_unchanged: int
    claims_dropped: int
    """Claims of an earlier revision whose words the source no longer has."""
    rejected: tuple[Rejection, ...]
    notices: tuple[Notice, ...]
    claims_withdrawn: int = 0
    """Claims that the bundle took back."""
    claims_ended: int = 0
    """Claims whose place another one took, or that have ended."""
    claims_led: int = 0
    """Claims of an earlier revision whose words stand in another passage now, which they cite."""
    dropped: tuple[Dropped, ...] = ()
    """The words that were cited and are gone: of claims first."""


class Remarks:
    """What is to be said of the items of a bundle, gathered so that all of it is told at once."""

    def __init__(self) -> None:
        self.rejected: list[Rejection] = []
        self.notices: list[Notice] = []

    def reject(self, item: str, reason: str, nearest: tuple[str, ...] = ()) -> None:
        """Note an item that is not taken."""
        self.rejected.append(Rejection(item, reason, nearest))

    def notice(self, item: str, message: str) -> None:
        """Note something to look at."""
        self.notices.append(Notice(item, message))

    @contextmanager
    def rejecting(self, item: str) -> Iterator[None]:
        """Reject an item whose page a person has to mend first."""
        try:
            yield
        except UnsoundPageError as err:
            self.reject(item, str(err))
