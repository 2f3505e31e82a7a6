"""The tree: grown one leaf at a time it finds what looking at every leaf would find."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.seeds import hce_tree
from scripts.seeds.hce_tree import SearchResult, SemanticTree, hierarchical_relevance_search

VOCABULARY = ("red", "green", "blue", "cat", "dog", "sun", "moon", "the", "of", "to", "leak", "cache")
WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=8)
TEXTS = st.lists(WORDS.map(" ".join), max_size=40)


def grown(texts: list[str], branch_factor: int = 3, vectorizer: hce_tree.Vectorizer | None = None) -> SemanticTree:
    tree = SemanticTree(vectorizer, branch_factor)
    for number, text in enumerate(texts):
        tree.add_interaction(text, {"turn": number})
    return tree


def every_leaf(tree: SemanticTree, query: str, threshold: float) -> list[tuple[str, float]]:
    weights = tree.query_weights(query)
    scores = [(f"leaf_{number}", tree.bound(0, number, weights)) for number in range(tree.leaf_count)]
    return sorted(
        ((node, score) for node, score in scores if score > 0 and score >= threshold),
        key=lambda pair: (-pair[1], int(pair[0][5:])),
    )


@given(TEXTS, WORDS.map(" ".join), st.integers(2, 5), st.floats(0, 1), st.integers(1, 8))
def test_no_branch_is_left_out_that_holds_an_answer(
    texts: list[str], query: str, branches: int, threshold: float, top: int
):
    tree = grown(texts, branches)
    results = hierarchical_relevance_search(tree, query, threshold, top)
    assert [(each.node_id, each.score) for each in results] == every_leaf(tree, query, threshold)[:top]
    assert all(0 < each.score <= 1 + 1e-9 for each in results)


def test_vectors_of_ones_own_may_be_dense_and_negative():
    def turned(text: str) -> list[float]:
        return [len(text) - 3.0, text.count("a") - 1.0, -1.0]

    tree = grown(["a", "aa", "b", "bbbb", "aaaaa", "ab"], 2, turned)
    results = hierarchical_relevance_search(tree, "aab", 0.0, 6)
    assert [(each.node_id, each.score) for each in results] == every_leaf(tree, "aab", 0.0)


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
    results = hierarchical_relevance_search(tree, "python for data science", threshold=0.0)
    assert results[0] == SearchResult("leaf_0", results[0].score, tree.leaves[0].content, {"turn": 0})
    assert hierarchical_relevance_search(tree, "web colors")[0].metadata["turn"] == 2
    assert hierarchical_relevance_search(tree, "quantum", threshold=0.0) == []
    assert len(hierarchical_relevance_search(tree, "web", top_k=2, threshold=0.0)) == 2


def test_adding_touches_the_way_to_the_root_alone(monkeypatch: pytest.MonkeyPatch):
    tree = grown([f"turn {number} of many words" for number in range(600)], 8)
    covered = []
    monkeypatch.setattr(hce_tree, "_cover", lambda *touched: covered.append(touched))
    tree.add_interaction("one more")
    assert len(covered) == tree.height
