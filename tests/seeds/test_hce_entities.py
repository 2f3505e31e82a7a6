"""Names in what is said: known ones in any case, others only where they are written like names."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.seeds.hce import EdgeType, Entity, EntityExtractor, EntityGraph, NodeType


def named(text: str, *known: str) -> list[str]:
    return [each.text for each in EntityExtractor(known).extract(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I met John Smith at the conference", ["John Smith"]),
        ("Please ask Dr. Alice Brown about it", ["Alice Brown"]),
        ("The quick brown fox jumps over the lazy dog.", []),
        ("We discussed 'machine learning' today", ["machine learning"]),
        ("She talked about Python for hours", ["Python"]),
        ("Rust is a language. Rust has a borrow checker.", ["Rust"]),
        ("What is it? Yes. Thanks for that!", []),
        ("The fault is in scripts/cli.py, in main()", ["scripts/cli.py", "main"]),
        ('He said "' + "a" * 60 + '" then', []),
        ("", []),
        ("Вчера Анна Иванова сказала, что этот сервер этот упал", ["Вчера Анна Иванова"]),
        ("오늘 서버가 죽었다. 서버가 또 죽었다", []),
        ("Wir sprachen mit Jörg Müller über alles", ["Jörg Müller"]),
    ],
)
def test_what_is_written_like_a_name_is_one(text: str, names: list[str]):
    assert named(text) == names


def test_a_known_name_is_found_however_it_is_written_and_the_longest_wins():
    assert named("is the token budgets page stale?", "Token budget", "budget") == ["token budgets"]
    assert EntityExtractor({"Session store": "store"}).extract("the session store")[0].id == "store"


@pytest.mark.parametrize(
    "text",
    [
        "오늘 Redis 서버가 죽었다",
        "Мы используем Redis и больше ничего",
        "我们 使用 Redis 来 缓存",
        "היום Redis נפל שוב",
    ],
)
def test_a_known_name_is_found_in_every_script(text: str):
    assert named(text, "Redis") == ["Redis"]


def test_an_entity_is_told_once():
    text = "Later Alice Brown met John Smith. John Smith called Alice Brown."
    assert sorted(named(text)) == ["Alice Brown", "John Smith"]


def test_what_stands_together_is_linked_and_counted():
    extractor, graph = EntityExtractor(), EntityGraph()
    graph.add_node("turn_1", NodeType.EVENT)
    for _ in range(2):
        ids = extractor.update_graph("I saw Alice Carter and Bob Davis", graph, interaction_id="turn_1")
    assert ids == ["alice_carter", "bob_davis"]
    assert graph.get_node("alice_carter")["metadata"]["mentions"] == 2  # type: ignore[index]
    assert graph.weights_at("bob_davis")["alice_carter"] == pytest.approx(2 / 3)
    near = graph.get_neighbors("bob_davis", EdgeType.RELATES_TO, "out")
    assert [id_ for id_, _ in near] == ["turn_1"]
    assert extractor.extract("what does alice carter want?")[0].id == "alice_carter"


def test_somebody_elses_recognizer_takes_its_place():
    extractor = EntityExtractor(ner_func=lambda text: [Entity("x", NodeType.CONCEPT, 0, len(text))])
    assert [each.text for each in extractor.extract("Any Text")] == ["x"]


def test_a_graph_keeps_its_rules_and_comes_back_from_a_file(tmp_path: Path):
    graph = EntityGraph()
    graph.add_node("a", NodeType.FILE, "a.py", {"lang": "python"})
    graph.add_node("b", NodeType.FUNCTION)
    graph.add_edge("a", "b", EdgeType.PART_OF, 0.8)
    graph.add_edge("a", "b", EdgeType.CALLS, 0.3)
    with pytest.raises(ValueError, match="cannot change"):
        graph.add_node("a", NodeType.CONCEPT)
    with pytest.raises(KeyError, match="does not exist"):
        graph.add_edge("a", "missing", EdgeType.CALLS)
    graph.save(tmp_path / "g.json")
    loaded = EntityGraph.load(tmp_path / "g.json")
    assert (loaded.node_count, loaded.edge_count, loaded.weights_at("b")) == (2, 2, {"a": 0.8})
    assert loaded.find_nodes("A.P", NodeType.FILE, {"lang": "python"}) == ["a"]
    assert loaded.subgraph(["a"]).edge_count == 0
    loaded.remove_edge("a", "b")
    assert (loaded.edge_count, loaded.weights_at("a")) == (0, {})
    loaded.remove_node("a")
    assert loaded.get_nodes_by_type(NodeType.FILE) == []
