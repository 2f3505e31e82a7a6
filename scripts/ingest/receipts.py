"""What writing verbs report of an agent's items: what was taken, what was not, and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UnsoundPageError
from ..pages.page import read_page
from ..pages.page_facts import stem_of

if TYPE_CHECKING:
    from ..pages.page_model import Page
    from ..store.workspace import Workspace


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
    claims_led: int = 0
    """Claims of an earlier revision whose words stand in another passage now, which they cite."""
    dropped: tuple[Dropped, ...] = ()
    """The words that were cited and are gone: of claims first."""


class Draft:
    """The pages one operation writes, as text: read once, changed in memory, written together."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.before: dict[str, bytes | None] = {}
        self.rejected: list[Rejection] = []
        self.notices: list[Notice] = []
        self._stems: set[str] = set()

    def new_path(self, ws: Workspace, category: str, title: str, *, suffix: str) -> str:
        """The path for a new page: a name that nothing in the vault has, and nothing in this draft.

        Raises NameTakenError for a page of the same category whose title is another one.
        """
        path = ws.new_path(category, title, suffix=suffix)
        if stem_of(path) not in self._stems:
            return path
        return ws.new_path(category, title, taken=frozenset(self._stems), suffix=suffix)

    def page(self, ws: Workspace, path: str) -> Page:
        """A page as this draft leaves it, or as it stands in the vault."""
        text = self.texts.get(path)
        return ws.page(path) if text is None else read_page(path, text, folder=ws.folder)

    def reject(self, item: str, reason: str, nearest: tuple[str, ...] = ()) -> None:
        """Note an item that is not taken."""
        self.rejected.append(Rejection(item, reason, nearest))

    @contextmanager
    def rejecting(self, item: str) -> Iterator[None]:
        """Reject an item whose page a person has to mend first."""
        try:
            yield
        except UnsoundPageError as err:
            self.reject(item, str(err))

    def notice(self, item: str, message: str) -> None:
        """Note something to look at."""
        self.notices.append(Notice(item, message))

    def put(self, path: str, text: str, before: bytes | None) -> None:
        """Set the new text of a page; before is what the file holds, kept from the first time."""
        self.before.setdefault(path, before)
        self.texts[path] = text
        self._stems.add(stem_of(path))
