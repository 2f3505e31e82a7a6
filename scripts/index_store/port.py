"""What retrieval asks of an index: the one interface between an engine that stores and code that ranks.

Everything is values in, values out, in a stated order.  Tokens arrive analyzed (text/analyzer.py): an implementation
folds and stems nothing.  `tests/index_store/contract.py` runs over every implementation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from ..errors import DataError
from ..model import (
    ClaimRow,
    Edge,
    Hit,
    Issue,
    LinkRow,
    Mention,
    Name,
    PageFilter,
    PageRow,
    PassageRow,
    SectionRow,
    Statistics,
    VectorRow,
)

Level = Literal["pages", "sections", "passages"]

NOT_READ = "not-read"
"""Rule of an issue that says why a note is no page."""

PREMISE = "premise"
"""Form of the rows that say what a claim of the same page and line rests on.  Their object is the thing, or the page of
the passage; object_name says the premise in words; the note is its key."""

NAME_KINDS = ("title", "stem", "alias", "question", "short", "missing")
"""In the order in which names of one key are given."""


class IndexDamagedError(DataError):
    """What is stored cannot be believed: a value of the wrong type, JSON that is none, or a broken file.

    Whoever opened the index drops it, makes it again from the vault and asks once more.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"the index is damaged: {reason}", hint="make it again with `doctor --rebuild`")


class IndexReader(Protocol):
    """One consistent state of the index of one vault.  Every method raises IndexDamagedError."""

    def statistics(self, *, pages: Sequence[int] | None = None) -> Statistics:
        """Return what the index holds, or what it holds of some pages (of which each is one file)."""

    def issues(self) -> list[Issue]:
        """Return what is wrong with the vault's files, by path and line: notes that could not be read and why (rule
        `not-read`), and what was found on pages."""

    def document_counts(self, terms: Sequence[str]) -> dict[str, int]:
        """Return in how many sections each term (a word or a phrase) stands; 0 for a term that stands nowhere."""

    def search(
        self, level: Level, terms: Sequence[str], *, limit: int, pages: Sequence[int] | None = None
    ) -> list[Hit]:
        """Return what holds any of the terms, by falling BM25 (k1 1.2, b 0.75, the level's column weights), ties by id.

        A term of several words parted by blanks is a phrase, and each term counts once.  Empty without terms.  A word
        that stands in more than half of all sections is left out unless all that stand anywhere do: its idf would be
        next to nothing, and to score all that holds it is what a search costs most.

        pages: only what stands on these; what is common and the scores stay those of the whole index.
        """

    def pages(
        self,
        *,
        ids: Sequence[int] = (),
        paths: Sequence[str] = (),
        nodes: Sequence[str] = (),
        category: str = "",
        everything: bool = False,
    ) -> list[PageRow]:
        """Return the pages asked for that exist, those of a category, or everything; by path."""

    def matching(self, where: PageFilter) -> list[int]:
        """Return the ids of the pages that a filter means, in rising order."""

    def sections(self, *, ids: Sequence[int] = (), pages: Sequence[int] = ()) -> list[SectionRow]:
        """Return sections by their ids, or all of some pages, by id (which is by page and place)."""

    def passages(
        self, *, ids: Sequence[int] = (), sections: Sequence[int] = (), pages: Sequence[int] = (), holding: str = ""
    ) -> list[PassageRow]:
        """Return passages by ids, or all of some sections or pages, by id (which is by page and place).

        holding: those in which this text stands as well, letter for letter.
        """

    def names(self, keys: Sequence[str]) -> list[Name]:
        """Return the names with one of these keys: by key, then title, stem, alias, question, short, missing, path."""

    def name_forms(self, beginning: str, *, lengths: tuple[int, int]) -> list[tuple[str, str]]:
        """Return key and folded form of the names whose key begins so, with that many letters; by both, each once."""

    def words(self, beginning: str, *, lengths: tuple[int, int] | None = None, limit: int) -> list[tuple[str, int]]:
        """Return indexed terms that begin so, with the sections they stand in: most first, ties by term.

        lengths: the fewest and most letters.  An empty beginning is that of every term in a small index, and of none in
        one where it costs a scan to list them.
        """

    def mentions(self, *, sections: Sequence[int] = (), names: Sequence[str] = ()) -> list[Mention]:
        """Return the names that stand in some sections, or the sections in which some names stand; by section, name."""

    def edges_at(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        """Return the edges that begin or end at any of the nodes: claims before links, by falling confidence, ties by
        source, relation, target; at most limit for each node."""

    def claims(
        self, *, nodes: Sequence[str] = (), sections: Sequence[int] = (), pages: Sequence[int] = ()
    ) -> list[ClaimRow]:
        """Return claims that have one of the nodes as an end, that rest on one of the sections, or that stand on one of
        the pages; by path and line."""

    def premises(
        self, *, of: Sequence[str] = (), on: Sequence[tuple[str, str]] = (), everything: bool = False, limit: int = 0
    ) -> list[ClaimRow]:
        """Return what the claims about some nodes rest on, or all that rests on others, as rows of the form PREMISE.

        on: nodes with the key of a premise: at most limit rows for each.  By id, without evidence.
        """

    def links(
        self,
        *,
        pages: Sequence[int] = (),
        targets: Sequence[str] = (),
        basenames: Sequence[str] = (),
        unresolved: bool = False,
    ) -> list[LinkRow]:
        """Return the links on some pages, or those that lead to some paths, or that lead nowhere; by path and place.

        basenames: of those whose path ends in one of these (links.basename_key), wherever they lead.

        Without any argument all links.
        """

    def vectors(self, model: str, *, sections: Sequence[int] | None = None) -> list[VectorRow]:
        """Return what some sections mean, or all, as far as this model was asked; by section."""
