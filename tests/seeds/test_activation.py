"""Spreading activation: the same over every kind of graph, in any order, and within bounds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.index_store.reader import SqliteReader
from scripts.model import LINKS_TO, Edge
from scripts.seeds.activation import spreading_activation
from tests.index_store.tables import TABLES, Row, reader_of

NODES = "abcdefgh"
EDGES = st.dictionaries(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)).filter(lambda ends: ends[0] < ends[1]),
    st.floats(0.05, 1),
    max_size=16,
)
CHAIN: dict[str, list[str]] = {"a": ["b"], "b": ["c"], "c": ["d"], "d": []}

Weighted = Mapping[tuple[str, str], float]


def scores(graph: object, seeds: Any, **how: Any) -> dict[Any, float]:
    return {active.node_id: active.score for active in spreading_activation(graph, seeds, **how)}


def mapping(edges: Weighted) -> dict[str, dict[str, float]]:
    return {node: {end: weight for (start, end), weight in edges.items() if start == node} for node in NODES}


def index(edges: Sequence[Edge], titles: Mapping[str, str]) -> SqliteReader:
    tables: dict[str, list[Row]] = {name: [] for name in TABLES}
    for number, (node, title) in enumerate(titles.items()):
        facts = dict.fromkeys(("category", "description", "language", "changed"), "") | {"type": "thing"}
        page: Row = {"id": number, "path": f"{node}.md", "node": node, "title": title, "tokens": 0, "importance": 0.0}
        tables["pages"].append({**page, **facts, "aliases": "[]", "tags": "[]", "properties": "{}"})
    for edge in edges:
        row: Row = {
            "is_claim": int(edge.relation != LINKS_TO),
            "confidence": edge.confidence,
            "source": edge.source,
            "relation": edge.relation,
            "target": edge.target,
            "sources": 1,
        }
        tables["edges"] += [{"node": node, **row} for node in (edge.source, edge.target)]
    return reader_of(tables)


def test_it_fades_with_distance() -> None:
    found = scores(CHAIN, ["a"], decay=0.5)
    assert found == {"a": 1.0, "b": 0.625, "c": 0.25, "d": 0.125}
    assert list(found) == ["a", "b", "c", "d"]


def test_several_ways_add_up() -> None:
    found = scores({"s": ["m", "n"], "m": ["t"], "n": ["t"]}, {"s": 1.0}, decay=0.5, max_iterations=2)
    assert found["t"] == found["m"] == 0.5


@given(EDGES, st.randoms(use_true_random=False), st.integers(0, 4), st.floats(0.1, 1))
def test_neither_the_kind_of_graph_nor_any_order_changes_it(
    edges: dict[tuple[str, str], float], shuffled: random.Random, steps: int, decay: float
) -> None:
    import networkx

    listed = list(edges.items())
    shuffled.shuffle(listed)
    drawn: Any = networkx.DiGraph() if shuffled.random() < 0.5 else networkx.Graph()
    drawn.add_nodes_from(shuffled.sample(NODES, len(NODES)))
    for ends, weight in listed:
        drawn.add_edge(*ends, weight=weight)
    claims = index([Edge(start, "causes", end, weight) for (start, end), weight in listed], dict.fromkeys(NODES, ""))
    how = {"decay": decay, "max_iterations": steps, "top_n": 99}
    expected = list(scores(mapping(edges), {"a": 1.0, "e": 0.6}, **how).items())
    for graph in (mapping(dict(listed)), drawn, networkx.to_dict_of_dicts(drawn), claims):
        assert list(scores(graph, {"e": 0.6, "a": 1.0}, **how).items()) == expected
    assert all(0 < score <= 1.0 for _, score in expected)
    assert [score for _, score in expected] == sorted((score for _, score in expected), reverse=True)


def test_over_an_index_a_link_counts_half_and_claims_below_the_threshold_nothing() -> None:
    edges = [Edge("a", "causes", "b", 0.8), Edge("a", LINKS_TO, "c", 1.0), Edge("a", "uses", "d", 0.3)]
    found = spreading_activation(index(edges, {"a": "A", "b": "B"}), ["a"], max_iterations=1, min_confidence=0.6)
    assert [(active.node_id, active.label, round(active.score, 3)) for active in found] == [
        ("a", "A", 1.0),
        ("b", "B", 0.4),
        ("c", "c", 0.25),
    ]


def test_numbers_and_names_may_stand_side_by_side() -> None:
    assert [*scores({"a": [2, "b", 10, ("c", 1)]}, ["a"], max_iterations=1)] == ["a", 2, 10, "b", ("c", 1)]


@pytest.mark.parametrize("graph", [CHAIN, index([], {})])
def test_an_unknown_seed_is_an_error(graph: object) -> None:
    with pytest.raises(KeyError, match="Seed node 'x' does not exist"):
        spreading_activation(graph, ["x"])


def test_a_hub_passes_on_to_the_closest_only() -> None:
    hub = {"hub": {f"n{number:04}": 1 - number / 10_000 for number in range(5000)}}
    assert len(scores(hub, ["hub"], top_n=9999)) == 65
