"""The claims that a walk crossed or found between the nodes it reached, chosen by what they say of the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...pages.knowledge.ontology import wordings
from ...pages.model import DAY, LINKS_TO, REPLACES, Edge, EvidenceItem

if TYPE_CHECKING:
    from ...pages.model import Node
    from ..answer_values import AnswerOptions
    from ..extracts.coverage import Asked
    from ..lookup.matching import Match
    from ..port import GraphReader, Written
    from ..trace import Trace
    from .walk import Walk

MOST_REPLACED = 8
"""Times that one thing after the other took its place, as far as is looked."""
CLAIM_FLOOR = 0.15
"""Claims below this part of the best one's relevance are beside the question."""
CLAIM_TOKENS = 120
"""Tokens of the budget for each claim whose evidence is read: three times what a claim takes, for passages go first."""
FEWEST_CLAIMS, MOST_CLAIMS = 8, 60
"""Bounds of that; where the question is put to certain relations, it is the claims that are asked for."""


class ClaimShown(NamedTuple):
    """A claim that the walk crossed or found between two nodes it reached."""

    edge: Edge
    source_name: str
    target_name: str
    hop: int
    """Hops from the nearest seed to the farther end; 1 between seeds."""
    path_confidence: float
    path: tuple[str, ...]
    """Node ids from the seed on, the claim's farther end last."""
    evidence: Evidence | tuple[EvidenceItem, ...]
    rests_on: tuple[EvidenceItem, ...]
    """The same evidence, without whether it is stale."""
    relevance: float
    """Path confidence, raised by what the claim covers of the question: what is sent first."""
    walked: tuple[Edge, ...] = ()
    """The edges of the path before this one."""


class Evidence:
    """Evidence with whether it is stale, which is looked up when it is read: of the claims found few are sent."""

    __slots__ = ("_graph", "_items")

    def __init__(self, graph: GraphReader, items: tuple[EvidenceItem, ...]) -> None:
        self._graph, self._items = graph, items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[EvidenceItem]:
        return map(self.__getitem__, range(len(self._items)))

    def __getitem__(self, at: int) -> EvidenceItem:
        return self._graph.checked([self._items[at]])[0]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, (Evidence, tuple)) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))


class Replaced(NamedTuple):
    """A thing that something took the place of."""

    id: str
    newest: str
    """What holds its place now: where that was replaced in turn, the last."""
    newest_name: str
    claim: Edge
    """That the newest took the place: of the thing itself, or of what came after it."""


class _Way(NamedTuple):
    """How the walk came to a claim."""

    hop: int
    confidence: float
    path: tuple[str, ...]
    walked: tuple[Edge, ...]


def shown_claims(
    graph: GraphReader,
    walk: Walk,
    asked: Asked,
    matches: Iterable[Match],
    options: AnswerOptions,
    *,
    trace: Trace | None = None,
) -> tuple[tuple[ClaimShown, ...], int]:
    """The claims of the walk that say most of the question, in its order, with their evidence; and how many are left.

    The graph has to be open when the evidence is read, for whether it is stale.
    """
    limit = MOST_CLAIMS if options.relations else options.budget_tokens // CLAIM_TOKENS
    limit = min(MOST_CLAIMS, max(FEWEST_CLAIMS, limit))
    drafts: dict[Edge, _Way] = {}
    reached = {each.id: each for each in walk.reached}
    place = {each.id: at for at, each in enumerate(walk.reached)}
    for each in walk.reached:
        if each.path:
            way = _Way(each.depth, each.path_confidence, _ids(each.seed, each.path), each.path[:-1])
            drafts.setdefault(each.path[-1], way)
    for edge in walk.between:
        ends = reached[edge.source], reached[edge.target]
        nearer = max(ends, key=lambda end: (end.path_confidence, -place[end.id]))
        hop = max(1, max(end.depth for end in ends))
        confidence = nearer.path_confidence * edge.confidence * edge.weight
        drafts.setdefault(edge, _Way(hop, confidence, _ids(nearer.seed, (*nearer.path, edge)), nearer.path))
    # Untyped links help to find pages; they are no claims and are not shown as such.
    kept = [edge for edge in drafts if edge.relation != LINKS_TO]
    labels = graph.labels(dict.fromkeys(end for edge in kept for end in (edge.source, edge.target)))
    called = names_asked(matches)
    told = {edge: words_of(edge, labels[edge.source], labels[edge.target], called) for edge in kept}
    likely = kept
    if len(kept) > limit:
        likely = sorted(kept, key=lambda edge: (-_relevance(told[edge], drafts[edge].confidence, asked), edge))[:limit]
    evidence = graph.evidence(likely, min_confidence=options.min_confidence)
    rests_on = {edge: tuple(evidence.get(edge, ())) for edge in likely}
    relevance = {}
    for edge in likely:
        quotes = " ".join(item.quote for item in rests_on[edge][:2])
        relevance[edge] = _relevance(f"{told[edge]} {quotes}", drafts[edge].confidence, asked)
    floor = CLAIM_FLOOR * max(relevance.values(), default=0.0)
    chosen = [edge for edge in likely if relevance[edge] >= floor]
    chosen.sort(key=lambda edge: (drafts[edge].hop, -drafts[edge].confidence, edge))
    shown = tuple(
        ClaimShown(
            edge,
            labels[edge.source],
            labels[edge.target],
            drafts[edge].hop,
            drafts[edge].confidence,
            drafts[edge].path,
            Evidence(graph, rests_on[edge]),
            rests_on[edge],
            relevance[edge],
            drafts[edge].walked,
        )
        for edge in chosen
    )
    if trace is not None:
        left = [edge for edge in kept if edge not in chosen]
        found = [(edge, relevance.get(edge, _relevance(told[edge], drafts[edge].confidence, asked))) for edge in left]
        trace.claims_left_out = tuple(sorted(found, key=lambda each: (-each[1], each[0])))
    return shown, len(kept) - len(chosen)


def replaced_ends(
    graph: GraphReader, claims: Sequence[ClaimShown], *, written: Written | None, min_confidence: float
) -> tuple[Replaced, ...]:
    """What of the ends of these claims was replaced."""
    ends = {end for each in claims for end in (each.edge.source, each.edge.target)}
    return replaced_things(graph, ends, written=written, min_confidence=min_confidence) if ends else ()


def replaced_things(
    graph: GraphReader, ids: Iterable[str], *, written: Written | None = None, min_confidence: float
) -> tuple[Replaced, ...]:
    """Which of these nodes were replaced, by id; of things that are said to replace each other none.

    Where several took the place of one thing, the last that was said to do so, by days, holds it; of those of one day,
    and where a day is not known, the surest.
    Cost: one edges_into for all of them, one for each further step where some were, and the evidence of rivals.
    """
    asked = sorted(set(ids))
    into: dict[str, list[Edge]] = {}
    reading, read = asked, set(asked)
    for _ in range(MOST_REPLACED):
        met = graph.edges_into(reading, REPLACES, min_confidence=min_confidence)
        into.update(met)
        reading = sorted({edge.source for edges in met.values() for edge in edges} - read)
        read.update(reading)
        if not reading:
            break
    if written is not None:
        into = {id: _latest_first(graph, edges, written, min_confidence) for id, edges in into.items()}
    found = {id: claim for id in asked if into.get(id) and (claim := _last(id, into))}
    nodes = graph.nodes(sorted({claim.source for claim in found.values()})) if found else {}
    return tuple(Replaced(id, claim.source, _name(claim.source, nodes), claim) for id, claim in found.items())


def _latest_first(graph: GraphReader, rivals: list[Edge], written: Written, min_confidence: float) -> list[Edge]:
    if len(rivals) < 2:
        return rivals
    evidence = graph.evidence(rivals, min_confidence=min_confidence)
    days = {
        edge: max((written(each.source, each.block)[:DAY] for each in evidence[edge]), default="") for edge in rivals
    }
    return sorted(rivals, key=days.__getitem__, reverse=True) if all(days.values()) else rivals


def _last(id: str, into: Mapping[str, list[Edge]]) -> Edge | None:
    """The claim by which the newest thing came into the place of this one; None where they go round in a ring."""
    passed, claim, at = {id}, None, id
    while edge := next(iter(into.get(at, ())), None):
        if edge.source in passed:
            return None
        passed.add(edge.source)
        claim, at = edge, edge.source
    return claim


def relevance_of(share: float, confidence: float) -> float:
    """What a claim says of the question counts for most; how surely it is reached and held decides among the rest."""
    return confidence * (0.2 + 0.8 * share)


def _ids(seed: str, path: Iterable[Edge]) -> tuple[str, ...]:
    ids = [seed]
    for edge in path:
        ids.append(edge.target if edge.source == ids[-1] else edge.source)
    return tuple(ids)


def _name(id: str, nodes: Mapping[str, Node]) -> str:
    return nodes[id].name if id in nodes else id


def names_asked(matches: Iterable[Match]) -> dict[str, str]:
    """The nodes that a question names, and what it calls them."""
    return {match.node: match.mention for match in matches if match.how != "keyword"}


def words_of(edge: Edge, source: str, target: str, called: Mapping[str, str]) -> str:
    """A claim in words: the names of its ends, also as the question calls them, and the wordings of its relation."""
    ends = f"{source} {called.get(edge.source, '')} {target} {called.get(edge.target, '')}"
    return f"{ends} {wordings(edge.relation)}"


def _relevance(text: str, confidence: float, asked: Asked) -> float:
    return relevance_of(asked.share(asked.covered(text)), confidence)
