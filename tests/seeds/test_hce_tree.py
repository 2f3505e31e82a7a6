"""The tree: grown one leaf at a time it finds what looking at every leaf would find."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.seeds.hce import (
    SearchResult,
    SemanticTree,
    cosine_similarity,
    default_vectorizer,
    hierarchical_relevance_search,
)

VOCABULARY = ("red", "green", "blue", "cat", "dog", "sun", "moon", "the", "of", "to", "leak", "cache")
WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=8)
TEXTS = st.lists(WORDS.map(" ".join), max_size=40)


def grown(texts: list[str], branch_factor: int = 3, **how: object) -> SemanticTree:
    tree = SemanticTree(branch_factor=branch_factor, **how)  # type: ignore[arg-type]
    for at, text in enumerate(texts):
        tree.add_interaction(text, {"turn": at}, timestamp=float(at))
    return tree


def looked_at_all(tree: SemanticTree, query: str, threshold: float) -> list[tuple[str, float]]:
    weights = tree.query_vector(query)
    every = [(f"leaf_{at}", tree.bound(0, at, weights)) for at in range(tree.leaf_count)]
    return sorted(
        ((id_, score) for id_, score in every if score > 0 and score >= threshold),
        key=lambda each: (-each[1], int(each[0][5:])),
    )


@given(TEXTS, WORDS.map(" ".join), st.integers(2, 5), st.floats(0, 1), st.integers(1, 8))
def test_no_branch_is_left_out_that_holds_an_answer(
    texts: list[str], query: str, branches: int, threshold: float, top: int
):
    tree = grown(texts, branches)
    found = hierarchical_relevance_search(tree, query, threshold, top)
    assert [(each.node_id, each.score) for each in found] == looked_at_all(tree, query, threshold)[:top]
    assert all(0 < each.score <= 1 + 1e-9 for each in found)


@given(TEXTS, st.integers(2, 4))
def test_every_node_has_its_children_and_its_parent(texts: list[str], branches: int):
    tree = grown(texts, branches)
    assert [leaf.content for leaf in tree.get_leaves()] == texts
    seen, waiting = 0, [tree.root_id] if tree.root_id else []
    while waiting:
        node = tree.get_node(waiting.pop())
        seen += 1
        assert node is not None
        assert node.is_leaf == (not node.children_ids)
        for child in node.children_ids:
            below = tree.get_node(child)
            assert below is not None
            assert below.parent_id == node.node_id
        waiting += node.children_ids
    assert seen == tree.node_count


@given(TEXTS)
def test_saved_and_loaded_it_is_the_same(tmp_path_factory: pytest.TempPathFactory, texts: list[str]):
    path = tmp_path_factory.mktemp("tree") / "tree.json"
    tree = grown(texts)
    tree.save(path)
    loaded = SemanticTree.load(path)
    assert loaded.get_leaves() == tree.get_leaves()
    assert loaded.node_count == tree.node_count
    assert hierarchical_relevance_search(loaded, "red leak cache") == hierarchical_relevance_search(
        tree, "red leak cache"
    )


@pytest.mark.parametrize(("leaves", "branches", "nodes"), [(0, 2, 0), (1, 2, 1), (2, 2, 3), (3, 2, 5), (4, 2, 7)])
def test_the_shape_is_that_of_the_seed(leaves: int, branches: int, nodes: int):
    tree = grown(["text"] * leaves, branches)
    assert (tree.leaf_count, tree.node_count) == (leaves, nodes)
    assert tree.root_id == (None if not leaves else "leaf_0" if leaves == 1 else f"node_{tree.height}_0")


def test_what_is_asked_comes_first_and_rare_words_count_more():
    tree = grown(
        [
            "Python is great for data science and machine learning",
            "JavaScript is used for web development",
            "CSS styles web pages with colors",
            "HTML gives web pages their structure",
            "The Python in the zoo eats once a week",
        ]
    )
    found = hierarchical_relevance_search(tree, "python for data science", threshold=0.0)
    assert found[0] == SearchResult("leaf_0", found[0].score, tree.get_leaves()[0].content, {"turn": 0})
    assert hierarchical_relevance_search(tree, "web colors")[0].metadata["turn"] == 2
    assert hierarchical_relevance_search(tree, "quantum", threshold=0.0) == []
    assert len(hierarchical_relevance_search(tree, "web", top_k=2, threshold=0.0)) == 2


def test_vectors_of_ones_own_may_be_dense_and_negative():
    def turned(text: str) -> list[float]:
        return [len(text) - 3.0, text.count("a") - 1.0, -1.0]

    tree = grown(["a", "aa", "b", "bbbb", "aaaaa", "ab"], 2, vectorizer=turned)
    found = hierarchical_relevance_search(tree, "aab", 0.0, 6)
    assert [(each.node_id, each.score) for each in found] == looked_at_all(tree, "aab", 0.0)
    assert cosine_similarity([1.0, 0.0], [0.0, 1.0]) == cosine_similarity([0.0], [1.0]) == 0.0
    assert cosine_similarity(default_vectorizer("red cat"), default_vectorizer("cats red")) == pytest.approx(1.0)


def test_adding_touches_the_way_to_the_root_alone(monkeypatch: pytest.MonkeyPatch):
    from scripts.seeds.hce import semantic_tree

    tree = grown([f"turn {number} of many words" for number in range(600)], 8)
    covered = []
    monkeypatch.setattr(semantic_tree._Bounds, "cover", lambda *touched: covered.append(touched))
    tree.add_interaction("one more")
    assert len(covered) == tree.height


def test_a_saved_tree_is_its_leaves(tmp_path: Path):
    grown(["one", "two", "three"]).save(tmp_path / "t.json")
    assert '"leaf_ids": ["leaf_0", "leaf_1", "leaf_2"]' in (tmp_path / "t.json").read_text("utf-8")
