"""The way to a passage, step by step: which name or claim led from where to where, and what is claimed of it.

Claims are looked up for passages that are shown, never while passages are ranked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ...pages.model import Edge, EvidenceItem, PassageRow
    from ..extracts.coverage import Asked
    from ..port import GraphReader
    from .bridge import Leg


class Step(NamedTuple):
    """One step of a way from passage to passage."""

    from_page: str
    from_block: str
    """"" where the passage has none: a line of a summary."""
    name: str
    """The name that stands in both passages; "" where a claim cites the passage."""
    how: str
    """title, mention or guess, as the name stands where the step arrives; claim, where a claim or an answer cites the
    passage."""
    to_page: str
    to_block: str
    claim: Edge | None = None
    """What is claimed of the name in one of the two passages, or the claim that cites the passage."""
    cite: str = ""
    """The passage that the claim rests on, `page#^block`."""
    claimed_in: str = ""
    """Path of the page with the line that led on."""
    line: int = 0


class Way:
    """The steps of one path, looked up when they are first read: of the passages found few are shown with theirs."""

    __slots__ = ("_claims", "_path", "_steps")

    def __init__(self, path: Sequence[Leg], claims: _Claims) -> None:
        self._path, self._claims = path, claims
        self._steps: tuple[Step, ...] | None = None

    def _found(self) -> tuple[Step, ...]:
        if self._steps is None:
            self._steps = tuple(_step(leg, self._claims) for leg in self._path)
        return self._steps

    def __len__(self) -> int:
        return len(self._path)

    def __iter__(self) -> Iterator[Step]:
        return iter(self._found())

    def __getitem__(self, at: int) -> Step:
        return self._found()[at]

    def __eq__(self, other: object) -> bool:
        return self._found() == tuple(other) if isinstance(other, (Way, tuple)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._found())


class _Claims:
    """What rests on passages, each looked up once."""

    def __init__(self, graph: GraphReader, asked: Asked, min_confidence: float, relations: frozenset[str]) -> None:
        self._graph, self._asked, self._min_confidence, self._relations = graph, asked, min_confidence, relations
        self._edges: dict[tuple[str, str], list[Edge]] = {}

    def resting_on(self, row: PassageRow) -> list[Edge]:
        """The edges that a passage is evidence for, the surest first."""
        key = row.page, row.block
        if key not in self._edges:
            edges = self._graph.edges_citing(row.page, row.block, min_confidence=self._min_confidence)
            self._edges[key] = [edge for edge in edges if not self._relations or edge.relation in self._relations]
        return self._edges[key]

    def told_first(self, edges: list[Edge]) -> list[Edge]:
        """What says most of the question first; the surest come first, and sorting keeps their order among equals."""
        return sorted(edges, key=lambda edge: -self._told(edge)) if len(edges) > 1 else edges

    def _told(self, edge: Edge) -> float:
        """Share of the question that a claim's words cover: the ids of nodes are made of their names."""
        words = f"{edge.source} {edge.relation} {edge.target}".replace("-", " ")
        return self._asked.share(self._asked.covered(words))

    def evidence(self, edge: Edge, row: PassageRow) -> list[EvidenceItem]:
        """The lines that claim an edge and cite a passage."""
        items = self._graph.evidence([edge], min_confidence=self._min_confidence).get(edge, [])
        return [each for each in items if each.source == row.page and each.block.lower() == row.block.lower()]


def _step(leg: Leg, claims: _Claims) -> Step:
    step = Step(leg.departed.page, leg.departed.block, leg.name, leg.how, leg.landed.page, leg.landed.block)
    return _cited(step, leg, claims) if leg.how == "claim" else _joined(step, leg, claims)


def _joined(step: Step, leg: Leg, claims: _Claims) -> Step:
    """With what the passage of departure claims of the name; else with what the passage of arrival does."""
    for row in (leg.departed, leg.landed) if leg.nodes else ():
        of_name = [edge for edge in claims.resting_on(row) if edge.source in leg.nodes or edge.target in leg.nodes]
        for edge in claims.told_first(of_name):
            told = claims.evidence(edge, row)
            if told:
                return step._replace(claim=edge, cite=_cite(row), claimed_in=told[0].claimed_in, line=told[0].line)
    return step


def _cited(step: Step, leg: Leg, claims: _Claims) -> Step:
    """With the claim on the line that led to the passage; a line of an answer or of mentions claims nothing."""
    line = leg.departed
    step = step._replace(claimed_in=line.path, line=line.line)
    last = line.line + line.text.count("\n")
    for edge in claims.told_first(claims.resting_on(leg.landed)):
        for item in claims.evidence(edge, leg.landed):
            if item.claimed_in == line.path and line.line <= item.line <= last:
                return step._replace(claim=edge, cite=_cite(leg.landed), line=item.line)
    return step


def _cite(row: PassageRow) -> str:
    return f"{row.page}#^{row.block}"
