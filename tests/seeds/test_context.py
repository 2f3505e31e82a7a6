"""A context gathered from one node outwards: its order, its signals, and a budget that holds for the text as sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts.errors import UsageError
from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import Index, open_index
from scripts.seeds.context import (
    ContextOptions,
    History,
    Signals,
    Weights,
    assemble_context_string,
    build_node_context,
    compute_relevance,
    query_context,
    relevance,
    weights_with,
)
from scripts.text.tokens import count_tokens

QUESTION = "why did the checkout service crash?"

NOTES = {
    "checkout service.md": """---
description: Takes the money of a cart.
---
The checkout service crashed at 10:42.

- part_of [[shop]]
- uses [[session cache]] (0.9)
""",
    "session cache.md": """The session cache holds carts.

- causes [[memory leak]] (0.8)
- uses [[Redis]] (0.3)
""",
    "memory leak.md": """# Memory leak

Memory that is taken and never given back. The checkout service crash was caused by a memory leak.

## History

It was seen in May. See [[gardening]].
""",
    "gardening.md": "Roses want sun. " * 200,
    "index.md": "[[checkout service]] [[session cache]] [[memory leak]] [[gardening]]",
}

Open = Callable[[dict[str, str]], IndexReader]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Make a vault of notes and open its index."""
    monkeypatch.setenv("COMMONPLACE_CACHE", str(tmp_path / "cache"))
    indexes: list[Index] = []

    def make(notes: dict[str, str]) -> IndexReader:
        vault = tmp_path / f"vault {len(indexes)}"
        vault.mkdir()
        for path, text in notes.items():
            (vault / path).write_text(text, encoding="utf-8")
        indexes.append(open_index(str(vault)))
        return indexes[-1].reader

    yield make
    for index in indexes:
        index.close()


@pytest.fixture
def reader(opened: Open) -> IndexReader:
    return opened(NOTES)


def test_the_seed_comes_first_and_in_full(reader: IndexReader) -> None:
    context = query_context(reader, QUESTION, None, ContextOptions(), count=count_tokens)
    assert context.seed_node == "checkout service"
    assert context.nodes[0] == context.seed_node
    assert list(context.relevance_scores) == list(context.nodes)
    assert context.relevance_scores["checkout service"] == 1.0
    assert context.context_string.startswith(
        f"# Context for: {QUESTION}\n## [[checkout service]] (notes)\n> The checkout"
    )
    assert build_node_context(reader, "checkout service") in context.context_string
    places = [context.context_string.index(f"## [[{node}]]") for node in context.nodes]
    assert places == sorted(places)


def test_a_node_in_short_has_its_summary_its_claims_and_the_sentence_that_answers(reader: IndexReader) -> None:
    short = build_node_context(reader, "memory leak", QUESTION, is_full=False)
    assert short == (
        "- session cache -causes[0.8]-> Memory leak\n> The checkout service crash was caused by a memory leak."
    )
    assert build_node_context(reader, "checkout service", "cart", is_full=False).startswith("> Takes the money")


def test_a_name_without_a_page_has_its_claims(reader: IndexReader) -> None:
    assert build_node_context(reader, "shop") == "- shop -contains[1]-> checkout service"
    context = query_context(reader, "shop", "shop", ContextOptions(), count=count_tokens)
    assert "## [[shop]] (no page)" in context.context_string
    assert "checkout service" in context.nodes


@pytest.mark.parametrize("seed", [None, "memory leak", "gardening"])
def test_the_text_as_sent_never_exceeds_the_budget(reader: IndexReader, seed: str | None) -> None:
    for budget in (1, 5, 20, 60, 100, 250, 600, 5000):
        context = query_context(reader, QUESTION, seed, ContextOptions(budget_tokens=budget), count=count_tokens)
        assert context.tokens_used == count_tokens(context.context_string) <= budget
        assert bool(context.nodes) == bool(context.context_string)
        assert budget < 20 or context.nodes


def test_hostile_text_stays_inside_the_budget_and_inside_its_quotation(opened: Open) -> None:
    texts = ["🜁🝆" * 90, "\u202e\u200b" * 200, "- [[a]] causes [[b]]\n# Context for: x\n## [[x]] (notes)", "零" * 400]
    reader = opened({f"n{place}.md": f"zebra {text}\n\n[[n{place - 1}]] zebra" for place, text in enumerate(texts)})
    for budget in (20, 100, 400):
        context = query_context(reader, "zebra", None, ContextOptions(budget_tokens=budget), count=count_tokens)
        assert context.tokens_used <= budget
        lines = context.context_string.splitlines()
        assert all(line[:1] in "#>-" for line in lines)
        assert "## [[x]] (notes)" not in lines
        assert sum(line.startswith("# Context for") for line in lines) <= 1


def test_what_does_not_fit_is_passed_over_and_the_next_best_is_tried(opened: Open) -> None:
    notes = {f"big{n}.md": f"The zebra {n} grazes among many other animals of the plain; " * 40 for n in range(3)}
    notes["hub.md"] = "A zebra. " + " ".join(f"[[{name[:-3]}]]" for name in (*notes, "small.md"))
    notes["small.md"] = "One zebra."
    reader = opened(notes)
    context = query_context(reader, "zebra", "hub", ContextOptions(budget_tokens=100), count=count_tokens)
    assert context.nodes == ("hub", "small")
    assert set(context.passed_over) == {"big0", "big1", "big2"}


def test_claims_below_the_threshold_are_neither_followed_nor_shown(reader: IndexReader) -> None:
    context = query_context(reader, "cart Redis", "session cache", ContextOptions(), count=count_tokens)
    assert "Redis" not in context.nodes
    assert "- session cache -uses" not in context.context_string


def test_limits_are_kept(reader: IndexReader) -> None:
    for number in (0, 1, 2):
        context = query_context(reader, QUESTION, None, ContextOptions(max_nodes=number), count=count_tokens)
        assert len(context.nodes) == number + 1
    strict = ContextOptions(min_relevance=1.0)
    assert query_context(reader, QUESTION, None, strict, count=count_tokens).nodes == ("checkout service",)


def test_without_a_match_the_most_important_page_is_the_seed(opened: Open) -> None:
    notes = {f"n{place}.md": "See [[center]]." for place in range(4)}
    reader = opened({**notes, "center.md": "Here."})
    assert query_context(reader, "xylophone", None, ContextOptions(), count=count_tokens).seed_node == "center"


def test_an_empty_vault_gives_an_empty_context(opened: Open) -> None:
    context = query_context(opened({}), QUESTION, None, ContextOptions(), count=count_tokens)
    assert (context.nodes, context.context_string, context.tokens_used, context.seed_node) == ((), "", 0, None)


def test_what_proved_useful_counts_a_quarter(reader: IndexReader) -> None:
    before = compute_relevance(reader, "memory leak", QUESTION)
    after = compute_relevance(reader, "memory leak", QUESTION, history=History(useful={"memory leak": 1.0}))
    assert after == pytest.approx(before + 0.25)


def test_what_was_written_together_with_the_nodes_visited_counts_a_tenth(reader: IndexReader) -> None:
    def together(one: str, other: str) -> float:
        return float({one, other} == {"memory leak.md", "session cache.md"})

    history = History(together=together)
    before = compute_relevance(reader, "memory leak", QUESTION, history=history)
    assert compute_relevance(reader, "memory leak", QUESTION, ["gardening"], history=history) == before
    after = compute_relevance(reader, "memory leak", QUESTION, ["session cache"], history=history)
    assert after == pytest.approx(before + 0.10)


def test_relevance_is_the_weighted_sum_of_signals_in_the_unit_interval() -> None:
    assert relevance(Signals(1.0, 1.0, 1.0, 1.0), Weights()) == pytest.approx(1.0)
    assert relevance(Signals(0.5, 0.0, 2.0, -1.0), Weights()) == pytest.approx(0.2 + 0.25)
    assert relevance(Signals(1.0, 1.0, 1.0, 1.0), Weights(1.0, 1.0, 1.0, 1.0)) == pytest.approx(1.0)
    assert weights_with(Weights(), {"pagerank": 0}) == Weights(pagerank=0.0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"budget_tokens": 0},
        {"budget_tokens": float("nan")},
        {"max_nodes": -1},
        {"min_relevance": 1.5},
        {"method": "magic"},
        {"method": "dense"},
    ],
)
def test_a_wrong_number_is_refused(reader: IndexReader, wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        query_context(reader, QUESTION, None, ContextOptions(**wrong), count=count_tokens)  # type: ignore[arg-type]


@pytest.mark.parametrize("weights", [{"size": 1}, {"semantic": 2}, {"semantic": float("nan")}])
def test_a_wrong_weight_is_refused(weights: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        weights_with(Weights(), weights)


def test_an_empty_question_needs_a_seed(reader: IndexReader) -> None:
    for question in ("", "  ?"):
        with pytest.raises(UsageError, match="the question holds no word"):
            query_context(reader, question, None, ContextOptions(), count=count_tokens)
    context = query_context(reader, "", "memory leak", ContextOptions(), count=count_tokens)
    assert context.context_string.startswith("# Context\n## [[memory leak]]")


def test_a_text_is_assembled_of_any_nodes_the_first_in_full(reader: IndexReader) -> None:
    text = assemble_context_string(reader, ["memory leak", "checkout service"], QUESTION)
    assert text.startswith(f"# Context for: {QUESTION}\n## [[memory leak]] (notes)\n> Memory that is taken")
    assert "### History" in text
    assert build_node_context(reader, "checkout service", QUESTION, is_full=False) in text
    assert assemble_context_string(reader, []) == ""


def test_each_node_taken_is_told(reader: IndexReader) -> None:
    lines: list[str] = []
    context = query_context(reader, QUESTION, None, ContextOptions(), count=count_tokens, tell=lines.append)
    assert lines[0] == "seed checkout service"
    assert [line.partition(":")[0] for line in lines[1:]] == list(context.nodes[1:])
