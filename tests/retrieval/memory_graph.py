"""A small GraphReader in memory, for tests: plain pages and claims in, the port out."""

from __future__ import annotations

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from math import log, sqrt
from typing import Any, NamedTuple

from scripts.pages.model import (
    LINKS_TO,
    SECOND_HAND,
    Edge,
    EvidenceItem,
    NameHit,
    Node,
    PageHead,
    PassageRow,
    SimilarHit,
    WordHit,
)
from scripts.pages.text.names import fold_name
from scripts.pages.text.speakers import speaker_name
from scripts.retrieval.language.stems import stems
from scripts.semantic.embedders import Embedder
from scripts.store.kept import Shelf
from scripts.store.schema import LONG_PASSAGE

K1, B, TITLE = 0.9, 0.6, 3
LINK_WEIGHT = 0.5


class PageIn(NamedTuple):
    id: str
    title: str
    passages: tuple[str, ...] = ()
    """Texts; their blocks are p0, p1, … in order."""
    category: str = "sources"
    aliases: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    summary: str = ""
    type: str = ""


class ClaimIn(NamedTuple):
    subject: str
    relation: str
    object: str
    confidence: float = 0.9
    source: str = ""
    block: str = ""
    quote: str = ""


class MemoryGraph:
    """GraphReader over pages and claims; a subject or object without a page is a node of its own name."""

    def __init__(
        self, pages: Sequence[PageIn], claims: Sequence[ClaimIn] = (), embedder: Embedder | None = None
    ) -> None:
        self._embedder = embedder
        self._nodes: dict[str, Node] = {}
        self._names: dict[str, list[NameHit]] = defaultdict(list)
        self._rows: list[PassageRow] = []
        self._of_page: dict[str, list[int]] = defaultdict(list)
        self._tokens: list[list[str]] = []
        self._postings: dict[str, dict[int, int]] = defaultdict(dict)
        self._lengths: list[int] = []
        self.calls: Counter[str] = Counter()
        self.notes: Shelf[Any] = Shelf(1000)
        for page in pages:
            self._add_page(page)
        self._link(pages, claims)

    def nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        return {id: self._nodes[id] for id in ids if id in self._nodes}

    def labels(self, ids: Iterable[str]) -> dict[str, str]:
        return {id: self._nodes[id].name if id in self._nodes else id for id in ids}

    def edges_at(
        self,
        ids: Sequence[str],
        *,
        min_confidence: float,
        direction: str = "both",
        relations: Sequence[str] = (),
        limit: int = 64,
    ) -> dict[str, list[Edge]]:
        self.calls["edges_at"] += len(ids)
        found = {}
        for id in ids:
            edges = [
                edge for edge in self._at(id, min_confidence, direction) if not relations or edge.relation in relations
            ]
            if edges:
                found[id] = edges[:limit]
        return found

    def edges_into(self, ids: Sequence[str], relation: str, *, min_confidence: float) -> dict[str, list[Edge]]:
        found = self.edges_at(ids, min_confidence=min_confidence, direction="in", relations=(relation,))
        return {id: sorted(edges, key=lambda edge: (-edge.confidence, edge.source)) for id, edges in found.items()}

    def edge_counts(
        self, ids: Sequence[str], *, min_confidence: float, most: int, direction: str = "both"
    ) -> dict[str, int]:
        return {id: min(most, len(self._at(id, min_confidence, direction))) for id in ids}

    def evidence(self, edges: Sequence[Edge], *, min_confidence: float = 0.0) -> dict[Edge, list[EvidenceItem]]:
        found = {}
        for edge in edges:
            items = self._evidence.get((edge.source, edge.relation, edge.target), [])
            kept = [item for item in items if item.confidence >= min_confidence]
            if kept:
                found[edge] = sorted(kept, key=lambda item: (-item.confidence, item.source, item.line))
        return found

    def checked(self, items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
        return list(items)

    def edges_citing(self, page: str, block: str, *, min_confidence: float) -> list[Edge]:
        edges = {
            edge for id in self._nodes for edge in self._at(id, min_confidence, "out") if edge.relation != LINKS_TO
        }
        wanted = (page, block.lower())
        citing = [
            edge
            for edge in edges
            if any(
                (item.source, item.block.lower()) == wanted and item.confidence >= min_confidence
                for item in self._evidence[(edge.source, edge.relation, edge.target)]
            )
        ]
        return sorted(citing, key=lambda edge: (-edge.confidence, edge)) if block else []

    def search(
        self, terms: Sequence[str], *, limit: int, pages_only: bool = False, hand: str = "any", holding: str = ""
    ) -> list[WordHit]:
        self.calls["search"] += 1
        scores: dict[int, float] = defaultdict(float)
        mean = sum(self._lengths) / max(1, len(self._lengths))
        kept = set(self._holders(holding)) if holding else set(range(len(self._rows)))
        kept &= {id for term in terms for id in self._holders(term)}
        for term in dict.fromkeys([*terms, holding] if holding else terms):
            holders = {id: count for id, count in self._holders(term).items() if id in kept}
            if not holders:
                continue
            idf = log(1 + (len(self._rows) - len(holders) + 0.5) / (len(holders) + 0.5))
            for passage, count in holders.items():
                norm = K1 * (1 - B + B * self._lengths[passage] / mean)
                scores[passage] += idf * count * (K1 + 1) / (count + norm)
        hits = [WordHit(id, self._rows[id].page, score, self._rows[id].category) for id, score in scores.items()]
        if hand != "any":
            hits = [hit for hit in hits if (hit.category in SECOND_HAND) == (hand == "second")]
        hits.sort(key=lambda hit: (-hit.score, hit.page, self._rows[hit.passage].ordinal))
        if pages_only:
            best: dict[str, WordHit] = {}
            for hit in hits:
                best.setdefault(hit.page, hit)
            hits = list(best.values())
        return hits[:limit]

    def holders(self, terms: Sequence[str], *, limit: int) -> dict[str, list[int]]:
        self.calls["holders"] += len(terms)
        found = {}
        for term in terms:
            ids = sorted(self._holders(term))
            found[term] = [id for id in ids if self._rows[id].category not in SECOND_HAND][:limit]
        return found

    def holding(self, terms: Sequence[str], among: Sequence[int], *, hand: str) -> list[int]:
        ids = {id for term in terms for id in self._holders(term)} & {*among}
        return sorted(id for id in ids if (self._rows[id].category in SECOND_HAND) == (hand == "second"))

    def long_holders(self, terms: Sequence[str], *, limit: int) -> list[int]:
        ids = (id for term in terms for id in sorted(self._of_hand(self._holders(term))))
        return [id for id in dict.fromkeys(ids) if len(self._rows[id].text) >= LONG_PASSAGE][:limit]

    def similar_passages(self, text: str, *, limit: int) -> list[SimilarHit]:
        if self._embedder is None:
            return []
        rows = [row for row in self._rows if row.category not in SECOND_HAND]
        wanted, *vectors = self._embedder.vectors([text, *(f"{row.title}\n{row.text}" for row in rows)])
        hits = [SimilarHit(row.id, row.page, _cosine(wanted, vector)) for row, vector in zip(rows, vectors)]
        hits.sort(key=lambda hit: (-hit.cosine, hit.page, self._rows[hit.passage].ordinal))
        return [hit for hit in hits if hit.cosine > 0][:limit]

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        return {term: len(self._of_hand(self._holders(term))) for term in terms}

    def passage_count(self) -> int:
        return len(self._of_hand(range(len(self._rows))))

    def _of_hand(self, ids: Iterable[int]) -> list[int]:
        ids = list(ids)
        return [id for id in ids if self._rows[id].category not in SECOND_HAND] or ids

    def passages(self, ids: Sequence[int]) -> dict[int, PassageRow]:
        self.calls["passages"] += len(ids)
        return {id: self._rows[id] for id in ids if 0 <= id < len(self._rows)}

    def heads(self, ids: Iterable[int]) -> dict[int, PageHead]:
        return {id: self.heads_of([self._rows[id].page])[self._rows[id].page] for id in ids}

    def heads_of(self, pages: Sequence[str]) -> dict[str, PageHead]:
        found = {}
        for page in pages:
            rows = self.passages_of(page)
            if rows:
                turns = any(speaker_name(row.text) for row in rows)
                found[page] = PageHead(rows[0].id, page, rows[0].title, rows[0].category, turns, len(rows))
        return found

    def expect(self, *, passages: Sequence[int] = (), pages: Sequence[str] = ()) -> None:
        pass

    def passages_of(self, page: str) -> list[PassageRow]:
        return [self._rows[id] for id in self._of_page.get(page, ())]

    def passage_at(self, page: str, block: str) -> PassageRow | None:
        return next((row for row in self.passages_of(page) if row.block.lower() == block.lower()), None)

    def names(self, keys: Sequence[str]) -> Mapping[str, list[NameHit]]:
        self.calls["names"] += len(keys)
        return {key: self._names[key] for key in keys if key in self._names}

    def names_beginning(self, words: Sequence[str]) -> dict[str, str]:
        self.calls["names_beginning"] += len(words)
        begun = {word: [key for key in self._names if f"{key} ".startswith(f"{word} ")] for word in words}
        return {word: "\n".join(["", *keys, ""]) if len(keys) < 3 else "" for word, keys in begun.items() if keys}

    def similar_names(self, name: str, *, limit: int = 10) -> list[NameHit]:
        self.calls["similar_names"] += 1
        wanted = fold_name(name)
        best: dict[str, NameHit] = {}
        for key, hits in self._names.items():
            likeness = SequenceMatcher(None, wanted, key).ratio()
            for hit in hits if likeness >= 0.6 else ():
                if hit.node not in best or best[hit.node].score < likeness:
                    best[hit.node] = hit._replace(how="fuzzy", score=likeness)
        return sorted(best.values(), key=lambda hit: (-hit.score, hit.node))[:limit]

    def similar_terms(self, term: str, *, limit: int = 3) -> list[str]:
        wanted = (stems(term) or [term])[0]
        close = [
            (-len(self._postings[t]), t) for t in self._postings if SequenceMatcher(None, wanted, t).ratio() >= 0.8
        ]
        return [word for _, word in sorted(close)][:limit]

    def _add_page(self, page: PageIn) -> None:
        assert page.id not in self._nodes, page.id
        path = f"{page.category}/{page.id}.md"
        self._nodes[page.id] = Node(page.id, page.title, path, page.category, page.type, page.aliases, page.summary)
        self._name(page.title, page.id, "exact")
        self._name(page.id, page.id, "exact")
        for alias in page.aliases:
            self._name(alias, page.id, "alias")
        named = stems(page.title) + [word for alias in page.aliases for word in stems(alias)]
        for ordinal, text in enumerate(page.passages):
            id = len(self._rows)
            row = PassageRow(
                id, page.id, path, page.title, page.category, ordinal, f"p{ordinal}", "", ordinal + 3, text
            )
            self._rows.append(row)
            self._of_page[page.id].append(id)
            tokens = [*named, "\n", *stems(text)]
            self._tokens.append(tokens)
            counts = Counter(tokens[len(named) + 1 :])
            for word in named:
                counts[word] += TITLE
            for word, count in counts.items():
                self._postings[word][id] = count
            self._lengths.append(sum(counts.values()))

    def _link(self, pages: Sequence[PageIn], claims: Sequence[ClaimIn]) -> None:
        self._evidence: dict[tuple[str, str, str], list[EvidenceItem]] = defaultdict(list)
        linked = {(page.id, "links_to", target) for page in pages for target in page.links}
        for line, claim in enumerate(claims, start=1):
            key = (claim.subject, claim.relation, claim.object)
            source = claim.source or claim.subject
            item = EvidenceItem("summaries/made.md", line, source, claim.block, claim.quote, claim.confidence)
            self._evidence[key].append(item)
        edges = [Edge(*key, 1.0, 1, LINK_WEIGHT) for key in linked]
        for key, items in self._evidence.items():
            confidence = max(item.confidence for item in items)
            edges.append(Edge(*key, confidence, len({item.source for item in items})))
        self._edges: dict[str, list[tuple[tuple[float, str, str], Edge]]] = defaultdict(list)
        for edge in edges:
            for node, other in dict.fromkeys([(edge.source, edge.target), (edge.target, edge.source)]):
                if node not in self._nodes:
                    self._nodes[node] = Node(node, node, "", "", "")
                    self._name(node, node, "exact")
                insort(self._edges[node], ((-edge.confidence * edge.weight, edge.relation, other), edge))

    def _name(self, name: str, node: str, how: str) -> None:
        hits = self._names[fold_name(name)]
        if all(hit.node != node for hit in hits):
            hits.append(NameHit(node, name, how, 1.0))
            hits.sort(key=lambda hit: hit.node)

    def _at(self, id: str, min_confidence: float, direction: str) -> list[Edge]:
        ends = {"out": (True, False), "in": (False, True), "both": (True, True)}[direction]
        return [
            edge
            for _, edge in self._edges.get(id, ())
            if edge.confidence >= min_confidence
            and ((ends[0] and edge.source == id) or (ends[1] and edge.target == id))
        ]

    def _holders(self, term: str) -> dict[int, int]:
        """Passages that hold a term, and how often."""
        wanted = stems(term)
        if len(wanted) < 2:
            return self._postings.get(wanted[0], {}) if wanted else {}
        common = set(self._postings.get(wanted[0], {}))
        for word in wanted[1:]:
            common &= set(self._postings.get(word, {}))
        counts = {id: self._phrase_count(self._tokens[id], wanted) for id in common}
        return {id: count for id, count in counts.items() if count}

    def _phrase_count(self, tokens: list[str], wanted: list[str]) -> int:
        size, first = len(wanted), wanted[0]
        return sum(tokens[at] == first and tokens[at : at + size] == wanted for at in range(len(tokens) - size + 1))


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    dot, lengths = (sum(a * b for a, b in zip(one, other)), [sum(a * a for a in each) for each in (one, other)])
    return round(dot / sqrt(lengths[0] * lengths[1]), 6) if all(lengths) else 0.0
