from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from scripts.model import LINKS_TO, Edge
from scripts.retrieval_engine.walk import LINK_WEIGHT, Pruned, best_first, edge_worth


def place_of(edge: Edge) -> tuple[bool, float, str, str, str]:
    return edge.relation == LINKS_TO, -edge.confidence, edge.source, edge.relation, edge.target


class Graph:
    """Edges held in memory, read as the port reads them."""

    def __init__(self, *edges: Edge) -> None:
        self.edges = sorted(edges, key=place_of)
        self.reads = 0

    def edges_at(self, nodes: Sequence[str], *, min_confidence: float, limit: int) -> list[Edge]:
        self.reads += 1
        found: dict[Edge, None] = {}
        for node in nodes:
            at = [e for e in self.edges if node in (e.source, e.target) and e.confidence >= min_confidence]
            found.update(dict.fromkeys(at[:limit]))
        return list(found)


def claim(source: str, target: str, confidence: float = 0.9) -> Edge:
    return Edge(source, "causes", target, confidence)


def walk(graph: Graph, *seeds: str, depth: int = 2, min_confidence: float = 0.6, max_nodes: int = 50):
    return best_first(graph.edges_at, seeds, depth=depth, min_confidence=min_confidence, max_nodes=max_nodes)


def test_a_path_is_told_from_its_seed_as_it_is_claimed():
    first, second = claim("b", "a", 0.8), claim("b", "c", 0.9)
    reached = walk(Graph(first, second), "a").reached
    assert [(place.node, place.hop, place.path) for place in reached] == [
        ("a", 0, ()),
        ("b", 1, (first,)),
        ("c", 2, (first, second)),
    ]
    assert reached[2].score == 0.8 * 0.9


def test_a_third_hop_is_not_taken():
    nodes = [place.node for place in walk(Graph(claim("a", "b"), claim("b", "c"), claim("c", "d")), "a").reached]
    assert nodes == ["a", "b", "c"]


def test_a_claim_below_the_threshold_is_counted_and_not_crossed():
    result = walk(Graph(claim("a", "b", 0.5), claim("a", "c", 0.6)), "a")
    assert [place.node for place in result.reached] == ["a", "c"]
    assert result.pruned == Pruned(below_confidence=1)


def test_nodes_without_room_are_counted_and_the_surest_kept():
    graph = Graph(claim("a", "b", 0.7), claim("a", "c", 0.9), claim("c", "d", 0.9), claim("a", "e", 0.8))
    result = walk(graph, "a", max_nodes=3)
    assert [place.node for place in result.reached] == ["a", "c", "e"]
    assert result.pruned.beyond_nodes == 2


def test_the_first_hop_is_whole_before_the_second_begins():
    graph = Graph(claim("a", "b", 0.7), claim("a", "c", 0.9), claim("c", "d", 0.9))
    assert [place.node for place in walk(graph, "a", max_nodes=4).reached] == ["a", "c", "b", "d"]


def test_a_hub_does_not_push_out_the_only_neighbor_of_another_seed():
    spokes = [claim("hub", f"n{number}", 0.9) for number in range(9)]
    lone = claim("lone", "only", 0.6)
    for graph in (Graph(*spokes, lone), Graph(*spokes, lone, claim("hub", "only", 0.65))):
        for seeds in (("hub", "lone"), ("lone", "hub")):
            result = walk(graph, *seeds, max_nodes=6)
            assert [place.node for place in result.reached][2:] == ["n0", "n1", "n2", "only"]
            assert result.pruned.beyond_nodes == 6


def test_a_link_weighs_less_than_a_claim():
    graph = Graph(Edge("a", LINKS_TO, "b", 1.0), claim("a", "c", 0.6))
    assert [(place.node, place.score) for place in walk(graph, "a").reached[1:]] == [("c", 0.6), ("b", LINK_WEIGHT)]


def test_direction_and_relations_limit_the_walk():
    graph = Graph(claim("a", "b"), claim("c", "a"), Edge("a", "contains", "d", 0.9))
    options = {"depth": 1, "min_confidence": 0.6, "max_nodes": 9}
    out = best_first(graph.edges_at, ["a"], direction="out", relations=("causes",), **options)
    into = best_first(graph.edges_at, ["a"], direction="in", **options)
    assert [place.node for place in out.reached] == ["a", "b"]
    assert [place.node for place in into.reached] == ["a", "c"]


def test_the_question_leads_the_walk():
    graph = Graph(claim("a", "b", 0.9), claim("a", "c", 0.8))
    result = best_first(
        graph.edges_at,
        ["a"],
        depth=1,
        min_confidence=0.6,
        max_nodes=2,
        score=lambda _, node: 1.0 if node == "c" else 0.5,
    )
    assert [place.node for place in result.reached] == ["a", "c"]


EDGES = st.lists(
    st.builds(
        Edge,
        st.sampled_from("abcdefgh"),
        st.sampled_from(["causes", "contains", LINKS_TO]),
        st.sampled_from("abcdefgh"),
        st.sampled_from([0.3, 0.6, 0.7, 0.9, 1.0]),
    ),
    max_size=30,
    unique_by=lambda edge: (edge.source, edge.relation, edge.target),
)


@given(EDGES, st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=3), st.integers(0, 3), st.integers(1, 9))
def test_each_path_joins_seed_and_node_in_as_many_edges_as_hops(edges, seeds, depth, max_nodes):
    result = walk(graph := Graph(*edges), *seeds, depth=depth, max_nodes=max_nodes)
    assert graph.reads <= depth
    assert len(result.reached) <= max_nodes
    for place in result.reached:
        at, score = place.seed, 1.0
        for edge in place.path:
            assert at in (edge.source, edge.target)
            assert edge.relation == LINKS_TO or edge.confidence >= 0.6
            at = edge.target if at == edge.source else edge.source
            score *= edge_worth(edge)
        assert (at, len(place.path), score) == (place.node, place.hop, place.score)
        assert place.hop <= depth
    order = [(place.hop, -place.score, place.node) for place in result.reached if place.hop]
    assert order == sorted(order)


@given(EDGES, st.integers(1, 9))
def test_a_smaller_walk_is_the_beginning_of_a_larger_one(edges, max_nodes):
    graph = Graph(*edges)
    whole = walk(graph, "a", max_nodes=100).reached
    assert walk(graph, "a", max_nodes=max_nodes).reached == whole[:max_nodes]
