"""The HCE seed's own verification: import, end to end, budget, wrapped chat, save and load."""

from __future__ import annotations

import random
from pathlib import Path

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import DataError
from scripts.seeds.hce import (
    ContextCandidate,
    EntityExtractor,
    FocusEntry,
    HCEPipeline,
    SearchResult,
    SemanticTree,
    SlidingFocusBuffer,
    context_budgeting,
    estimate_tokens,
    hierarchical_relevance_search,
    spreading_activation,
    vault_pipeline,
)
from scripts.text.tokens import counter
from scripts.wiki_store.writing import write_lock
from tests.running import done, environment, tree

MARGIN = 1.25
"""The real count over the estimate, at most."""
NOISE_MARGIN = 2.25
"""The same of signs in no order."""

HOSTILE = st.one_of(
    st.text(max_size=120),
    st.text(st.sampled_from("\n> #`|^=~-"), max_size=80),
    st.lists(st.sampled_from(["word", "memory leak", "中文字", "🙂", "\u202e", "```", "a" * 40]), max_size=30).map(
        " ".join
    ),
)


def told() -> HCEPipeline:
    pipeline = HCEPipeline(context_budget=2000)
    pipeline.update("Alice told me that the venue is booked", "The venue is booked for Tuesday.")
    pipeline.update("Bob Carter explained neural networks", "Neural networks are inspired by the brain.")
    pipeline.update("What do I need for data science?", "Python with libraries like pandas.")
    for number in range(6):
        pipeline.update(f"Small talk number {number}", f"Indeed, {number}.")
    return pipeline


def test_the_buffer_keeps_the_last_entries():
    buffer = SlidingFocusBuffer(max_size=3)
    for number in range(5):
        buffer.add("user" if number % 2 else "assistant", f"said {number}", 7.0)
    assert (buffer.size, buffer.max_size, SlidingFocusBuffer().max_size) == (3, 3, 10)
    assert buffer.get_recent(1) == [FocusEntry("assistant", "said 4", 7.0)]
    assert [len(buffer.get_recent(n)) for n in (None, 0, 2, 9)] == [3, 0, 2, 3]
    assert buffer.to_text() == "Assistant: said 2\nUser: said 3\nAssistant: said 4"
    buffer.clear()
    assert (buffer.size, buffer.to_text()) == (0, "")


@given(st.lists(st.tuples(HOSTILE, st.floats(0, 1), st.integers(0, 30)), max_size=12), st.integers(0, 120))
def test_the_joined_text_is_within_the_budget_whatever_the_costs_say(rows: list[tuple[str, float, int]], budget: int):
    candidates = [ContextCandidate(text, "tree", utility, cost) for text, utility, cost in rows]
    chosen = context_budgeting(candidates, budget)
    assert estimate_tokens("\n".join(each.content for each in chosen)) <= budget
    assert sum(each.token_cost for each in chosen) <= budget


@given(st.lists(st.tuples(HOSTILE, HOSTILE), max_size=8), HOSTILE, st.integers(0, 200))
def test_a_context_is_within_its_budget_headings_included(said: list[tuple[str, str]], query: str, budget: int):
    pipeline = HCEPipeline(context_budget=budget)
    for user, assistant in said:
        pipeline.update(user, assistant)
    context = pipeline.retrieve_context(query)
    assert estimate_tokens(context) <= budget
    assert all(line.startswith((">", "## ")) or not line for line in context.split("\n"))
    pytest.importorskip("bpe_openai", reason="bpe-openai is absent: the real counts are not checked")
    counted = counter("o200k")(context)
    assert counted <= NOISE_MARGIN * budget + 2
    if all(text.isascii() and " " in text and text.replace(" ", "").isalpha() for pair in said for text in pair):
        assert counted <= MARGIN * budget + 2


def test_what_was_said_long_ago_comes_back_when_it_matters():
    context = told().retrieve_context("When is the venue booked?")
    past, _, recent = context.partition("## Recent Conversation")
    assert "Tuesday" in past
    assert "Small talk number 5" in recent
    assert recent.index("Small talk number 4") < recent.index("Small talk number 5")


def test_a_name_brings_back_what_shares_no_other_word():
    pipeline = told()
    pipeline.update("Give this to Bob Carter and to Carol Dean", "Carol Dean has the key of the archive.")
    for number in range(6):
        pipeline.update(f"More talk {number}", "Yes.")
    assert "the key of the archive" in pipeline.retrieve_context("what about bob carter?")


def test_a_wrapped_chat_is_enriched_and_stored():
    prompts: list[str] = []

    def model(prompt: str) -> str:
        """Answers."""
        prompts.append(prompt)
        return f"Answer {len(prompts)}."

    pipeline = HCEPipeline(context_budget=2000)
    chat = pipeline.wrap_chat(model)
    answers = [chat("What is Python?"), chat("Tell me more about Python"), chat("And Rust?")]
    assert answers == ["Answer 1.", "Answer 2.", "Answer 3."]
    assert prompts[0] == "## Current Query\nWhat is Python?"
    assert "Answer 1." in prompts[1]
    assert prompts[1].endswith("## Current Query\nTell me more about Python")
    assert (pipeline.focus.size, pipeline.tree.leaf_count, chat.__doc__) == (6, 3, "Answers.")


def test_saved_and_loaded_it_answers_the_same(tmp_path: Path):
    pipeline = told()
    pipeline.save(tmp_path / "state")
    loaded = HCEPipeline.load(tmp_path / "state")
    for query in ("When is the venue booked?", "what about Bob Carter?", "pandas", ""):
        assert loaded.build_prompt(query) == pipeline.build_prompt(query)
    loaded.save(tmp_path / "again")
    assert tree(tmp_path / "again") == tree(tmp_path / "state")


def test_a_pipeline_over_the_vault_remembers_there(home: Path, monkeypatch: pytest.MonkeyPatch):
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    done("remember", "The archive key hangs behind the door.", "--speaker", "Carol", home=home)
    prompts: list[str] = []
    chat = vault_pipeline(str(home)).wrap_chat(lambda prompt: prompts.append(prompt) or "Behind the door.")
    chat("Where is the archive key?")
    assert "hangs behind the door" in prompts[0]
    assert "user" in done("recall", "where is the archive key", home=home).out
    assert "Where is the archive key?" in vault_pipeline(str(home)).build_prompt("archive key")


def test_an_answer_that_cannot_be_kept_is_returned_with_a_warning(home: Path, monkeypatch: pytest.MonkeyPatch):
    for name, value in environment(COMMONPLACE_LOCK_SECONDS="0.1").items():
        monkeypatch.setenv(name, value)
    chat = vault_pipeline(str(home)).wrap_chat(lambda _: "Behind the door.")
    with (
        write_lock(str(home / "graph"), seconds=5),
        pytest.warns(RuntimeWarning, match="the answer is not kept: .*lock"),
    ):
        assert chat("Where is the archive key?") == "Behind the door."


def test_what_save_did_not_write_is_an_error_that_names_the_file(tmp_path: Path):
    told().save(tmp_path)
    file = tmp_path / "hce.json"
    text = file.read_text("utf-8")
    for wrong in (text[:40], "", "[]", "{}", text.replace('"schema_version": 3', '"schema_version": 99')):
        file.write_text(wrong, encoding="utf-8")
        with pytest.raises(DataError, match=r"hce\.json: "):
            HCEPipeline.load(tmp_path)


def named(text: str, *known: str) -> list[str]:
    return [each.text for each in EntityExtractor(known).extract(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I met John Smith at the conference on Monday", ["John Smith"]),
        ("Please ask Dr. Alice Brown about it", ["Alice Brown"]),
        ("The quick brown fox jumps over the lazy dog.", []),
        ("We discussed 'machine learning' today", ["machine learning"]),
        ("She talked about Python for hours", ["Python"]),
        ("What is it? Yes. Thanks for that!", []),
        ("The fault is in scripts/cli.py, in main()", ["scripts/cli.py", "main"]),
        ("Вчера Анна Иванова сказала, что этот сервер этот упал", ["Вчера Анна Иванова"]),
        ("오늘 서버가 죽었다. 서버가 또 죽었다", []),
        ("Wir sprachen mit Jörg Müller über alles", ["Jörg Müller"]),
        ("Alice Brown met John Smith. John Smith called Alice Brown.", ["Alice Brown", "John Smith"]),
    ],
)
def test_what_is_written_like_a_name_is_one_and_once(text: str, names: list[str]):
    assert named(text) == names


def test_a_known_name_is_found_however_it_is_written_and_the_longest_wins():
    assert named("is the token budgets page stale?", "Token budget", "budget") == ["token budgets"]
    assert named("오늘 Redis 서버가 죽었다", "Redis") == named("我们 使用 Redis 来 缓存", "Redis") == ["Redis"]
    assert EntityExtractor({"Session store": "store"}).extract("the session store")[0].id == "store"


def test_what_stands_together_is_linked_and_counted():
    extractor, graph = EntityExtractor(), networkx.Graph()
    for turn in range(2):
        nodes = extractor.update_graph("I saw Alice Carter and Bob Davis", graph, turn=turn)
    assert nodes == ["alice_carter", "bob_davis"]
    assert graph.nodes["alice_carter"] == {"label": "Alice Carter", "type": "person", "mentions": 2, "turns": [0, 1]}
    assert graph.edges["bob_davis", "alice_carter"]["weight"] == pytest.approx(2 / 3)
    assert extractor.extract("what does alice carter want?")[0].id == "alice_carter"


def test_what_is_asked_comes_first_and_rare_words_count_more():
    tree = SemanticTree()
    for text in (
        "Python is great for data science and machine learning",
        "CSS styles web pages with colors",
        "HTML gives web pages their structure",
    ):
        tree.add_interaction(text, {"about": text[:4]})
    results = hierarchical_relevance_search(tree, "python for data science", threshold=0.0)
    assert results == [SearchResult("leaf_0", results[0].score, tree.leaves[0].content, {"about": "Pyth"})]
    assert [each.node_id for each in hierarchical_relevance_search(tree, "web colors")] == ["leaf_1", "leaf_2"]
    assert len(hierarchical_relevance_search(tree, "web", top_k=1, threshold=0.0)) == 1
    assert hierarchical_relevance_search(tree, "quantum", threshold=0.0) == []


NODES = "abcdefgh"
EDGES = st.dictionaries(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)).filter(lambda ends: ends[0] < ends[1]),
    st.floats(0.05, 1),
    max_size=16,
)


def active(graph: networkx.Graph, seeds: object, **how: float) -> dict[object, float]:
    return {each.node_id: each.score for each in spreading_activation(graph, seeds, **how)}  # type: ignore[arg-type]


@given(EDGES, st.randoms(use_true_random=False), st.integers(0, 4), st.floats(0.1, 1))
def test_activation_is_the_same_in_any_order_sorted_and_never_above_its_seeds(
    edges: dict[tuple[str, str], float], shuffled: random.Random, steps: int, decay: float
):
    found = []
    for kind in (networkx.Graph, networkx.DiGraph):
        graph, listed = kind(), list(edges.items())
        shuffled.shuffle(listed)
        graph.add_nodes_from(shuffled.sample(NODES, len(NODES)))
        graph.add_weighted_edges_from((*ends, weight) for ends, weight in listed)
        found.append(active(graph, {"a": 1.0, "e": 0.6}, decay=decay, max_iterations=steps, top_n=99))
    assert list(found[0].items()) == list(found[1].items())
    assert [*found[0].values()] == sorted(found[0].values(), reverse=True)
    assert all(0 < score <= 1.0 for score in found[0].values())


def test_activation_fades_with_distance():
    assert active(networkx.path_graph(4), [0]) == {0: 1.0, 1: 0.625, 2: 0.25, 3: 0.125}
    with pytest.raises(KeyError, match="Seed node 'x' does not exist"):
        spreading_activation(networkx.Graph(), ["x"])
