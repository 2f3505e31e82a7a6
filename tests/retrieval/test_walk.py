"""Laws of the walk: nothing below the threshold, never beyond the cap, nearest and surest first, fair, repeatable."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.retrieval.search.walk import best_first
from tests.retrieval.memory_graph import ClaimIn, MemoryGraph, PageIn

NODES = [f"n{at:02}" for at in range(12)]
CLAIMS = st.lists(
    st.builds(
        ClaimIn,
        st.sampled_from(NODES),
        st.sampled_from(["causes", "contains"]),
        st.sampled_from(NODES),
        st.integers(0, 100).map(lambda percent: percent / 100),
    ),
    max_size=50,
)


def graph_of(claims, links=()):
    pages = [PageIn(name, name.title(), links=tuple(b for a, b in links if a == name)) for name in NODES]
    return MemoryGraph(pages, claims)


def walk(graph, seeds, **options):
    return best_first(graph, seeds, **{"depth": 2, "min_confidence": 0.6, "max_nodes": 50, **options})


def ids(found):
    return [each.id for each in found.reached]


def star(center, size, confidence, relation="causes"):
    return [ClaimIn(center, relation, f"{center}-{at:03}", confidence) for at in range(size)]


@given(CLAIMS, st.lists(st.sampled_from(NODES), max_size=4), st.integers(0, 12), st.integers(0, 3))
def test_laws_of_every_walk(claims, seeds, cap, depth):
    graph = graph_of(claims)
    found = walk(graph, seeds, max_nodes=cap, depth=depth)
    reached = found.reached
    assert len(reached) <= cap
    assert len({each.id for each in reached}) == len(reached)
    assert ids(found)[: len(set(seeds))] == list(dict.fromkeys(seeds))[:cap]
    assert all(edge.confidence >= 0.6 for each in reached for edge in (*each.path, *found.between))
    assert [each.depth for each in reached] == sorted(each.depth for each in reached)
    assert all(each.depth == len(each.path) <= depth for each in reached)
    for one, next_one in pairwise(reached):
        if one.depth == next_one.depth > 0:
            assert (-one.rank, one.id) < (-next_one.rank, next_one.id)


@given(CLAIMS, st.lists(st.sampled_from(NODES), min_size=1, max_size=3), st.integers(1, 12))
def test_a_path_leads_from_its_seed_to_its_node_over_claims_as_they_stand(claims, seeds, cap):
    graph = graph_of(claims)
    for each in walk(graph, seeds, max_nodes=cap).reached:
        at, confidence = each.seed, 1.0
        for edge in each.path:
            assert edge in graph.edges_at([at], min_confidence=0.0)[at]
            assert at in (edge.source, edge.target)
            at = edge.target if edge.source == at else edge.source
            confidence *= edge.confidence * edge.weight
        assert at == each.id
        assert each.path_confidence == pytest.approx(confidence)


@given(CLAIMS, st.lists(st.sampled_from(NODES), min_size=1, max_size=3), st.integers(1, 12))
def test_each_node_expanded_is_read_once(claims, seeds, cap):
    graph = graph_of(claims)
    found = walk(graph, seeds, max_nodes=cap)
    assert graph.calls["edges_at"] <= len(found.reached)


@given(CLAIMS, st.lists(st.sampled_from(NODES), min_size=1, max_size=3), st.integers(1, 12), st.randoms())
def test_the_order_of_claims_does_not_matter(claims, seeds, cap, shuffler):
    mixed = list(claims)
    shuffler.shuffle(mixed)
    assert ids(walk(graph_of(claims), seeds, max_nodes=cap)) == ids(walk(graph_of(mixed), seeds, max_nodes=cap))


@given(CLAIMS, st.sampled_from(NODES))
def test_without_a_cap_the_walk_reaches_all_within_depth(claims, seed):
    """The same as plain breadth-first search over the claims at or above the threshold."""
    near = {seed}
    for _ in range(2):
        sure = [claim for claim in claims if claim.confidence >= 0.6]
        near |= {c.object for c in sure if c.subject in near} | {c.subject for c in sure if c.object in near}
    assert set(ids(walk(graph_of(claims), [seed]))) == near


def test_d13_the_cap_counts_the_seeds():
    graph = MemoryGraph([], [*star("a", 40, 0.9), *star("b", 40, 0.9)])
    assert len(walk(graph, ["a", "b"], max_nodes=10).reached) == 10
    assert ids(walk(graph, ["a", "b"], max_nodes=1)) == ["a"]
    assert walk(graph, ["a", "b"], max_nodes=1).pruned >= 1


def test_d14_sure_neighbors_are_kept_and_weak_ones_pruned_and_counted():
    sure = [ClaimIn("hub", "causes", f"sure-{at:02}", 0.99) for at in range(20)]
    claims = [*star("hub", 200, 0.61), *sure]
    for seed in range(20):
        random.Random(seed).shuffle(claims)
        found = walk(MemoryGraph([], claims), ["hub"], max_nodes=21)
        assert ids(found) == ["hub", *(f"sure-{at:02}" for at in range(20))]
        assert found.pruned == 200


def test_d14_a_surer_way_round_does_not_come_before_a_nearer_one():
    claims = [ClaimIn("a", "causes", "b", 0.99), ClaimIn("b", "causes", "c", 0.99), ClaimIn("a", "causes", "c", 0.7)]
    found = walk(MemoryGraph([], claims), ["a"])
    assert [(each.id, each.depth, each.path_confidence) for each in found.reached[1:]] == [
        ("b", 1, 0.99),
        ("c", 1, 0.7),
    ]


def test_d15_no_seed_starves():
    claims = [*star("loud", 60, 0.99), *star("quiet", 5, 0.7)]
    reached = ids(walk(MemoryGraph([], claims), ["loud", "quiet"], max_nodes=20))
    assert sum(id.startswith("quiet-") for id in reached) == 5
    assert sum(id.startswith("loud-") for id in reached) == 13


@pytest.mark.parametrize("cap", [6, 10, 20])
@pytest.mark.parametrize("seeds", [["hub", "poor"], ["poor", "hub"]])
def test_a_seed_is_not_starved_when_a_hub_reaches_its_only_neighbor_by_a_better_path(seeds, cap):
    claims = [*star("hub", 30, 0.99), ClaimIn("poor", "uses", "far", 0.97), ClaimIn("far", "causes", "hub", 0.98)]
    assert "far" in ids(walk(MemoryGraph([], claims), seeds, max_nodes=cap))


def test_d15_the_first_hop_comes_before_the_second():
    claims = [ClaimIn("a", "causes", "b", 0.99), *star("b", 30, 0.99), *star("a", 10, 0.6)]
    depths = [each.depth for each in walk(MemoryGraph([], claims), ["a"], max_nodes=15).reached]
    assert depths == [0] + [1] * 11 + [2] * 3


def test_d15_the_surest_of_the_second_hop_are_kept_whatever_node_they_hang_on():
    parents = [ClaimIn("a", "causes", f"parent-{at:02}", 0.99 - at / 100) for at in range(20)]
    weak = [ClaimIn(f"parent-{at:02}", "causes", f"weak-{at:02}", 0.61) for at in range(20)]
    sure = [ClaimIn("parent-15", "causes", "sure", 0.99), ClaimIn("parent-19", "causes", "surer", 1.0)]
    found = walk(MemoryGraph([], [*parents, *weak, *sure]), ["a"], max_nodes=24)
    assert ids(found)[21:] == ["sure", "surer", "weak-00"]


def test_d17_the_effects_of_a_cause_do_not_include_another_cause():
    claims = [ClaimIn("a", "causes", "effect", 0.9), ClaimIn("c", "causes", "effect", 0.9)]
    graph = MemoryGraph([], claims)
    assert ids(walk(graph, ["a"], direction="out")) == ["a", "effect"]
    assert ids(walk(graph, ["effect"], direction="in")) == ["effect", "a", "c"]
    assert ids(walk(graph, ["a"], direction="both")) == ["a", "effect", "c"]


def test_d17_only_wanted_relations_are_crossed():
    claims = [ClaimIn("a", "causes", "b", 0.9), ClaimIn("a", "contains", "c", 0.9)]
    assert ids(walk(MemoryGraph([], claims), ["a"], relations=["contains"])) == ["a", "c"]


def test_d17_each_node_carries_depth_path_and_path_confidence():
    claims = [ClaimIn("a", "causes", "b", 0.9), ClaimIn("c", "contains", "b", 0.8)]
    last = walk(MemoryGraph([], claims), ["a"]).reached[-1]
    told = [(edge.source, edge.relation, edge.target) for edge in last.path]
    assert told == [("a", "causes", "b"), ("c", "contains", "b")]
    assert (last.id, last.depth, last.path_confidence) == ("c", 2, pytest.approx(0.72))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_d38_nothing_below_the_threshold_is_crossed_or_told(depth):
    claims = [ClaimIn("a", "causes", "b", 0.59), ClaimIn("a", "causes", "c", 0.6), ClaimIn("c", "causes", "b", 0.3)]
    found = walk(MemoryGraph([], claims), ["a"], depth=depth)
    assert ids(found) == ["a", "c"]
    assert found.between == ()


def test_a_claim_between_two_seeds_is_told():
    found = walk(MemoryGraph([], [ClaimIn("a", "causes", "b", 0.9)]), ["a", "b"])
    assert [(edge.source, edge.target) for edge in found.between] == [("a", "b")]


def test_an_untyped_link_counts_less_than_a_claim():
    graph = graph_of([ClaimIn("n00", "causes", "n02", 0.6)], links=[("n00", "n01")])
    assert ids(walk(graph, ["n00"])) == ["n00", "n02", "n01"]


def test_a_question_may_prefer_some_edges():
    claims = [ClaimIn("a", "causes", "b", 0.9), ClaimIn("a", "contains", "c", 0.8)]
    liked = walk(MemoryGraph([], claims), ["a"], score=lambda _, node: 1.0 if node == "c" else 0.5)
    assert ids(liked) == ["a", "c", "b"]


def test_unknown_and_repeated_seeds_are_ignored():
    graph = MemoryGraph([], [ClaimIn("a", "causes", "b", 0.9)])
    assert ids(walk(graph, ["nobody", "a", "a"])) == ["a", "b"]
    assert walk(graph, []).reached == ()
