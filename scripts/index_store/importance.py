"""PageRank of the nodes of the graph: a prior of how much a page matters, whatever is asked.

Brin and Page, The Anatomy of a Large-Scale Hypertextual Web Search Engine, 1998.  networkx has it too, but for that
needs scipy, which is ten times the size of everything else that is needed here.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..model import LINKS_TO

DAMPING = 0.85
TOLERANCE = 1e-8
"""Change of all ranks together below which they count as settled."""
MAX_ROUNDS = 100

LINK_WEIGHT = 0.5
"""Of an untyped link, against a claim of confidence 1."""


def page_rank(edges: Iterable[tuple[str, str, str, float]]) -> dict[str, float]:
    """Return the share of time that a random surfer spends at each node, divided by the largest.

    edges: source, relation, target, confidence.  The surfer follows them in proportion to their confidence, and jumps
    anywhere where nothing leads on.  Depends on the edges only, not on their order.  Cost: some 40 rounds over them.
    """
    ordered = sorted(edges)
    nodes = sorted({node for source, _, target, _ in ordered for node in (source, target)})
    if not nodes:
        return {}
    places = {node: place for place, node in enumerate(nodes)}
    leading: list[list[tuple[int, float]]] = [[] for _ in nodes]
    for source, relation, target, confidence in ordered:
        strength = confidence * (LINK_WEIGHT if relation == LINKS_TO else 1.0)
        if strength > 0:
            leading[places[source]].append((places[target], strength))
    steps = []
    for row in leading:
        total = sum(strength for _, strength in row)
        steps.append([(target, strength / total) for target, strength in row])
    ranks = _settled(steps)
    largest = max(ranks)
    return {node: round(rank / largest, 6) for node, rank in zip(nodes, ranks)}


def _settled(steps: list[list[tuple[int, float]]]) -> list[float]:
    count = len(steps)
    ranks = [1 / count] * count
    for _ in range(MAX_ROUNDS):
        stuck = sum(rank for rank, row in zip(ranks, steps) if not row)
        after = [(1 - DAMPING + DAMPING * stuck) / count] * count
        for rank, row in zip(ranks, steps):
            passed = DAMPING * rank
            for target, share in row:
                after[target] += passed * share
        moved = sum(abs(new - old) for new, old in zip(after, ranks))
        ranks = after
        if moved < TOLERANCE:
            break
    return ranks
