"""What a process has read of one state of the index, kept for its next question.

Nothing here is truth: whatever is not kept is read again.  A process that answers one question keeps what its stages
share, and nothing is read before it is asked for.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Generic, TypeVar

    from ..pages.model import Edge, EvidenceItem, NameHit, Node, PageHead, PassageRow, WordHit
    from .page_texts import Claims, Passages

    Value = TypeVar("Value")
else:
    # At run time a shelf has no base: typing would be imported for this alone.
    Value, Generic = 0, (object,)


Place = tuple[int, int, int, str]
"""Key of a node in the tables, its page, how many edges it has, and its label."""


class Shelf(Generic[Value]):
    """Values by key, emptied when it is full: what is asked for again comes back at once."""

    def __init__(self, most: int) -> None:
        self._most, self._size, self._counted = most, 0, 0
        self._values: dict[Hashable, Value] = {}
        # The dictionary's own: it is asked some thousand times a question.
        self.get: Callable[[Hashable], Value | None] = self._values.get

    def put(self, key: Hashable, value: Value, size: int = 1) -> Value:
        """Keep a value for a key that has none, and return it; size is what it takes of the room."""
        if self._size + size > self._most:
            self._values.clear()
            self._size = self._counted = 0
        self._values[key] = value
        self._size += size
        return value

    def new_letters(self) -> int:
        """How many letters the keys have that came since this was asked, each a text or a tuple with some."""
        new = list(islice(reversed(self._values), len(self._values) - self._counted))
        self._counted = len(self._values)
        parts = [part for key in new for part in (key if type(key) is tuple else (key,))]
        return sum([len(part) for part in parts if type(part) is str])


class Kept:
    """Shelves for one state of the index.  Full, all of them together take some 180 MB."""

    def __init__(self, state: object = None) -> None:
        self.state = state
        self.heads: Shelf[PageHead] = Shelf(50_000)
        """By passage."""
        self.texts: Shelf[tuple[str, Passages, Claims]] = Shelf(48_000_000)
        """Path and what is said there, by page; in characters."""
        self.sample: bytes | None = None
        """What texts are compressed behind; None before it was read."""
        self.blocks: Shelf[dict[str, int]] = Shelf(100_000)
        """Ordinals of the passages of a page by block id in lower case, by page."""
        self.passages: Shelf[PassageRow] = Shelf(30_000)
        """By id; their texts are those of texts."""
        self.counts: Shelf[int] = Shelf(50_000)
        """Passages that hold a phrase, by table and phrase; rows by table; edges at a node, by all that was asked."""
        self.hits: Shelf[list[WordHit]] = Shelf(100_000)
        """What a word search found, by all it was given: the same is asked again with another budget, or for JSON."""
        self.highest: float | None = None
        """The logarithm of the most edges at a node; None before it was read."""
        self.nodes: Shelf[Node] = Shelf(30_000)
        """By name."""
        self.places: Shelf[Place] = Shelf(50_000)
        """What the tables have of a node by its name, with 0 for the key and the page that it has not."""
        self.node_names: Shelf[str] = Shelf(50_000)
        """By key."""
        self.edges: Shelf[list[Edge]] = Shelf(100_000)
        """At a node, by its name and all that was asked."""
        self.evidence: Shelf[tuple[list[EvidenceItem], list[int]]] = Shelf(50_000)
        """Of an edge, and the pages whose claims it is, by that and the least confidence."""
        self.names: Shelf[list[NameHit]] = Shelf(100_000)
        """Nodes by folded key, none for a key that is no name."""
        self.similar: Shelf[list[NameHit]] = Shelf(20_000)
        """Nodes with a name close to a folded one, by that and how many were asked for."""
        self.beginnings: Shelf[str] = Shelf(100_000)
        """The names that begin with these words, as the port has them; a line end for none."""

    def new_letters(self) -> int:
        """How many letters the words and names have that were looked up since this was asked."""
        asked = (self.counts, self.hits, self.names, self.similar, self.beginnings)
        return sum([shelf.new_letters() for shelf in asked])
