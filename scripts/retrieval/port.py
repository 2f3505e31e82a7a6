"""The narrow port through which every question reads the graph.

One implementation is store/reader.py over SQLite; a server database is another.  All ids are text: node ids as in
`model.Node`.  Implementations return plain values in the documented order and never write.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..pages.model import Edge, EvidenceItem, NameHit, Node, PageHead, PassageRow, SimilarHit, WordHit


class Notes(Protocol):
    """Where a store keeps what retrieval found out, for as long as the graph stays as it is and there is room."""

    def get(self, key: Hashable) -> Any:
        """What was put there; None where there is nothing."""

    def put(self, key: Hashable, value: Any, size: int = 1) -> Any:
        """Keep a value for a key that has none, and return it; size is what it takes of the room."""


class GraphReader(Protocol):
    """What retrieval may ask of a store."""

    @property
    def notes(self) -> Notes:
        """What retrieval found out, such as the names that stand in a text, by text."""

    def nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        """Nodes by id; unknown ids are left out."""

    def labels(self, ids: Iterable[str]) -> Mapping[str, str]:
        """What each of these nodes is called, without what else is known of it; the id of one that is not there."""

    def edges_at(
        self,
        ids: Sequence[str],
        *,
        min_confidence: float,
        direction: str = "both",
        relations: Sequence[str] = (),
        limit: int = 64,
    ) -> dict[str, list[Edge]]:
        """Edges around each node: by falling confidence times weight, then relation, then the other end.

        direction is `out` (the node is the source), `in` or `both`.  relations, when given, are canonical names to
        keep.  At most limit edges for each node, so that a hub costs what is asked of it.
        """

    def edges_into(self, ids: Sequence[str], relation: str, *, min_confidence: float) -> dict[str, list[Edge]]:
        """Claims of one relation, which is not symmetric, that lead to each node: by falling confidence, then source.

        Nodes without one are left out.  Cost: one look at the claims that lead to them, for all of them together.
        """

    def edge_counts(
        self, ids: Sequence[str], *, min_confidence: float, most: int, direction: str = "both"
    ) -> dict[str, int]:
        """How many edges there are in all at each node, for counting what was pruned; most where there are more, so
        that a hub costs no more than that."""

    def evidence(self, edges: Sequence[Edge], *, min_confidence: float = 0.0) -> dict[Edge, list[EvidenceItem]]:
        """Evidence of each edge: by falling confidence, then source, then line; none below min_confidence.

        Whether it is stale is not looked up.
        """

    def checked(self, items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
        """The same evidence with whether it is stale: whether each passage is there and says what is quoted."""

    def edges_citing(self, page: str, block: str, *, min_confidence: float) -> list[Edge]:
        """Edges that a passage is evidence for: by falling confidence, then source, relation and target.

        A claim below min_confidence makes none of them an edge, whatever others say of it.
        """

    def search(
        self, terms: Sequence[str], *, limit: int, pages_only: bool = False, hand: str = "any", holding: str = ""
    ) -> list[WordHit]:
        """Passages that hold any of the terms, best BM25 first, ties by page id then ordinal.

        A term is a word, or several words with blanks between them: a phrase.  Stemming and folding are the store's.
        pages_only keeps the best passage of each page.  hand is `second` for pages that rest on others (summaries,
        entities, topics), `first` for all the rest, or `any`.  Each hand has its own statistics, so that what is
        retold does not make the words of a source common.  holding keeps passages that also hold this word or phrase.
        """

    def holders(self, terms: Sequence[str], *, limit: int) -> dict[str, list[int]]:
        """First-hand passages that hold each term (a word or a phrase), unranked, at most limit of each.

        Which ones, where there are more than limit, is not promised: such a term is too common to lead anywhere.
        """

    def holding(self, terms: Sequence[str], among: Sequence[int], *, hand: str) -> list[int]:
        """Those of these passages, all of one hand (`first` or `second`), that hold any of the terms; see search.

        Cost: it grows with how many passages hold the terms, not with how many are asked about.
        """

    def long_holders(self, terms: Sequence[str], *, limit: int) -> list[int]:
        """First-hand passages so long that BM25 hardly counts a word in them (store.schema.LONG_PASSAGE) which hold one
        of the terms: those of the first term first, by id.

        Cost: next to none where there is no such passage; else the passages that hold the terms.
        """

    def similar_passages(self, text: str, *, limit: int) -> list[SimilarHit]:
        """First-hand passages that are like a text in meaning: by falling cosine, ties by page id then ordinal.

        Empty in a store that keeps no vectors: likeness is a further signal, and nothing needs it.
        """

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many first-hand passages each term occurs (after the store's stemming); where in none, in how many
        others."""

    def passage_count(self) -> int:
        """How many first-hand passages there are; all of them where there is none."""

    def passages(self, ids: Sequence[int]) -> dict[int, PassageRow]:
        """Passages by id; unknown ids are left out.  Passages of one page have consecutive ids in text order."""

    def heads(self, ids: Iterable[int]) -> Mapping[int, PageHead]:
        """The page of each of these passages, which exist; no text needs to be read to know it."""

    def heads_of(self, pages: Sequence[str]) -> Mapping[str, PageHead]:
        """The same of pages by node id; unknown ids, and nodes without a page, are left out."""

    def expect(self, *, passages: Sequence[int] = (), pages: Sequence[str] = ()) -> None:
        """What will be asked for next, passages by id or pages whole: a store may read it together, or do nothing."""

    def passages_of(self, page: str) -> list[PassageRow]:
        """All passages of a page in text order."""

    def passage_at(self, page: str, block: str) -> PassageRow | None:
        """The passage of a page with this block id, compared without case."""

    def names(self, keys: Sequence[str]) -> Mapping[str, list[NameHit]]:
        """Nodes whose title, alias or stem has one of these folded keys (names.fold_name)."""

    def names_beginning(self, words: Sequence[str]) -> Mapping[str, str]:
        """The folded names that begin with each of these folded words, or words with blanks between them, or are one:
        each name between line ends.

        Words with which none begins are left out.  Those with which more begin than a store likes to list have the
        empty text: who wants to know which asks again with the next word.
        """

    def similar_names(self, name: str, *, limit: int = 10) -> list[NameHit]:
        """Nodes whose names come close to this one (typos), best first; score in [0, 1]."""

    def similar_terms(self, term: str, *, limit: int = 3) -> list[str]:
        """Words, as search wants them, within one or two edits of one that does not occur: the likeliest first."""
