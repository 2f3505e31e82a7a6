"""Names in what is said: known ones in any case, others only where they are written like names."""

from __future__ import annotations

import networkx
import pytest

from scripts.seeds.hce import Entity, EntityExtractor


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
    extractor, graph = EntityExtractor(), networkx.Graph()
    for turn in range(2):
        nodes = extractor.update_graph("I saw Alice Carter and Bob Davis", graph, turn=turn)
    assert nodes == ["alice_carter", "bob_davis"]
    assert graph.nodes["alice_carter"] == {"label": "Alice Carter", "type": "person", "mentions": 2, "turns": [0, 1]}
    assert graph.edges["bob_davis", "alice_carter"]["weight"] == pytest.approx(2 / 3)
    assert extractor.extract("what does alice carter want?")[0].id == "alice_carter"


def test_somebody_elses_recognizer_takes_its_place():
    extractor = EntityExtractor(ner_func=lambda text: [Entity("x", "concept", 0, len(text))])
    assert [entity.text for entity in extractor.extract("Any Text")] == ["x"]
