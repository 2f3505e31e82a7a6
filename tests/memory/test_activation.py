"""Spreading activation: the same over every kind of graph, in any order, and within bounds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.tools.memory import EdgeType, EntityGraph, NodeType, spreading_activation
from tests.retrieval.memory_graph import ClaimIn, MemoryGraph, PageIn

NODES = "abcdefgh"
EDGES = st.dictionaries(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)).filter(lambda ends: ends[0] < ends[1]),
    st.floats(0.05, 1),
    max_size=16,
)
CHAIN = {"a": ["b"], "b": ["c"], "c": ["d"], "d": []}


def scores(graph: object, seeds: object, **how: object) -> dict[str, float]:
    return {each.node_id: each.score for each in spreading_activation(graph, seeds, **how)}


def entity_graph(edges: dict[tuple[str, str], float]) -> EntityGraph:
    graph = EntityGraph()
    for node in NODES:
        graph.add_node(node, NodeType.CONCEPT)
    for (start, end), weight in edges.items():
        graph.add_edge(start, end, EdgeType.RELATES_TO, weight)
    return graph


def mapping(edges: dict[tuple[str, str], float]) -> dict[str, dict[str, float]]:
    return {node: {end: weight for (start, end), weight in edges.items() if start == node} for node in NODES}


def test_it_fades_with_distance():
    found = scores(CHAIN, ["a"], decay=0.5)
    assert found == {"a": 1.0, "b": 0.625, "c": 0.25, "d": 0.125}
    assert list(found) == ["a", "b", "c", "d"]


def test_several_ways_add_up():
    found = scores({"s": ["m", "n"], "m": ["t"], "n": ["t"]}, {"s": 1.0}, decay=0.5, max_iterations=2)
    assert found["t"] == found["m"] == 0.5


@given(EDGES, st.randoms(use_true_random=False), st.integers(0, 4), st.floats(0.1, 1))
def test_neither_the_kind_of_graph_nor_any_order_changes_it(
    edges: dict[tuple[str, str], float], shuffled: random.Random, steps: int, decay: float
):
    networkx = pytest.importorskip("networkx")
    listed = list(edges.items())
    shuffled.shuffle(listed)
    drawn = networkx.DiGraph() if shuffled.random() < 0.5 else networkx.Graph()
    drawn.add_nodes_from(shuffled.sample(NODES, len(NODES)))
    for ends, weight in listed:
        drawn.add_edge(*ends, weight=weight)
    seeds = {"a": 1.0, "e": 0.6}
    how = {"decay": decay, "max_iterations": steps, "top_n": 99}
    wanted = spreading_activation(entity_graph(edges), seeds, **how)
    turned = dict(reversed(seeds.items()))
    shown = [(each.node_id, each.score) for each in wanted]
    for graph in (entity_graph(dict(listed)), mapping(dict(listed)), drawn, networkx.to_dict_of_dicts(drawn)):
        assert [(each.node_id, each.score) for each in spreading_activation(graph, turned, **how)] == shown
    assert all(0 < score <= 1.0 for _, score in shown)
    assert [score for _, score in shown] == sorted((score for _, score in shown), reverse=True)
    assert spreading_activation(entity_graph(edges), seeds, **{**how, "top_n": 2}) == wanted[:2]


def test_it_runs_over_the_port():
    pages = [PageIn(name, name.upper(), ("Text.",), "entities") for name in "abc"]
    graph = MemoryGraph(pages, [ClaimIn("a", "causes", "b", 0.8), ClaimIn("b", "causes", "c", 0.5)])
    found = spreading_activation(graph, ["a"], decay=0.5)
    assert [(each.node_id, each.label, round(each.score, 3)) for each in found][:2] == [
        ("a", "A", 1.0),
        ("b", "B", 0.425),
    ]


def test_numbers_and_names_may_stand_side_by_side():
    assert [*scores({"a": [2, "b", 10, ("c", 1)]}, ["a"], max_iterations=1)] == ["a", 2, 10, "b", ("c", 1)]


def test_an_unknown_seed_is_told():
    with pytest.raises(KeyError, match="Seed node 'x' does not exist"):
        spreading_activation(CHAIN, ["x"])


def test_a_hub_passes_on_to_the_closest_only():
    hub = {"hub": {f"n{number:04}": 1 - number / 10_000 for number in range(5000)}}
    assert len(scores(hub, ["hub"], top_n=9999)) == 65
