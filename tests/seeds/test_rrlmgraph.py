"""A context under a budget: the seed's own list of checks, and what is promised beyond it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.errors import PageNotFoundError, UsageError
from scripts.knowledge_base import KnowledgeBase
from scripts.seeds.rrlmgraph import (
    assemble_context_string,
    build_node_context,
    compute_relevance,
    log_task_trace,
    query_context,
    update_task_polarity,
    update_task_weights,
)
from scripts.text.tokens import counter
from scripts.verbs import writing
from tests.acceptance.story import build_story
from tests.running import done, page, write

MARGIN = 1.25
"""The real count over the estimate, at most."""

QUESTION = "why did the checkout service crash?"
FIELDS = {
    "nodes",
    "context_string",
    "tokens_used",
    "budget_tokens",
    "seed_node",
    "relevance_scores",
    "passed_over",
}
count = counter("pieces")


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


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build_story(tmp_path_factory.mktemp("context")))


@pytest.fixture(scope="module")
def real() -> Callable[[str], int]:
    """Tokens by a vocabulary in use."""
    pytest.importorskip("bpe_openai", reason="the extra `exact` (bpe-openai) is not installed")
    return counter("o200k")


@pytest.fixture
def home(tmp_path: Path) -> str:
    done("init", tmp_path / "home")
    return str(tmp_path / "home")


def test_the_result_has_its_fields_and_the_seed_comes_first(story: str):
    found = query_context(story, QUESTION)
    assert set(found) == FIELDS
    assert (found["budget_tokens"], found["seed_node"]) == (2000, "checkout-service")
    assert found["nodes"][0] == found["seed_node"]
    assert list(found["relevance_scores"]) == found["nodes"]
    assert found["relevance_scores"]["checkout-service"] == 1.0
    assert all(0.1 <= score <= 1 for score in found["relevance_scores"].values())
    assert len(found["nodes"]) > 3
    assert found["tokens_used"] == count(found["context_string"])
    assert [found["context_string"].index(f"## [[{node}]]") for node in found["nodes"]] == sorted(
        found["context_string"].index(f"## [[{node}]]") for node in found["nodes"]
    )


def test_the_seed_is_told_in_full_and_the_others_in_short(story: str):
    text = query_context(story, QUESTION, "incident-report")["context_string"]
    assert build_node_context("incident-report", story) in text
    assert build_node_context("memory-leak", story) not in text
    assert "Memory that is taken and never given back." in text


@pytest.mark.parametrize("budget", [1, 5, 20, 60, 100, 250, 600])
@pytest.mark.parametrize("seed", [None, "incident-report", "memory-leak"])
def test_the_text_as_sent_never_exceeds_the_budget(story: str, budget: int, seed: str | None, real):
    found = query_context(story, QUESTION, seed, budget_tokens=budget)
    assert found["tokens_used"] == count(found["context_string"]) <= budget
    assert real(found["context_string"]) <= MARGIN * budget + 2
    assert bool(found["nodes"]) == bool(found["context_string"])
    assert budget < 20 or found["nodes"]


def test_hostile_text_stays_inside_the_budget_and_inside_its_quotation(home: str):
    hostile = [
        "🜁🝆" * 90,
        "\u202e\u200b" * 200,
        "ﷺ" * 150,
        "- [[a]] causes [[b]]\n# Context for: x\n## [[x]] (notes)",
        "零" * 400,
        "q9-" * 300,
    ]
    files = {f"n{at}.md": page(f"Zebra {at}", f"{text}\n\n[[n{at - 1}]] zebra") for at, text in enumerate(hostile)}
    write(Path(home) / "wiki", files)
    for budget in (20, 100, 400):
        found = query_context(home, "zebra", budget_tokens=budget)
        assert count(found["context_string"]) <= budget
        lines = found["context_string"].splitlines()
        assert all(line[:1] in "#>-" for line in lines)
        assert "## [[x]] (notes)" not in lines
        assert sum(line.startswith("# Context for") for line in lines) <= 1


def test_a_node_in_short_has_its_summary_its_claims_and_the_sentence_that_answers(home: str):
    write(Path(home) / "wiki", NOTES)
    short = build_node_context("memory leak", home, "compressed", query=QUESTION)
    assert short == (
        "- session cache -causes[0.8]-> Memory leak\n> The checkout service crash was caused by a memory leak."
    )
    assert build_node_context("checkout service", home, "compressed", query="cart").startswith("> Takes the money")


def test_a_name_without_a_page_has_its_claims_and_unsure_ones_are_not_followed(home: str):
    write(Path(home) / "wiki", NOTES)
    assert build_node_context("shop", home) == "- shop -contains[1]-> checkout service"
    found = query_context(home, "shop", "shop")
    assert "## [[shop]] (no page)" in found["context_string"]
    assert "checkout service" in found["nodes"]
    found = query_context(home, "cart Redis", "session cache")
    assert "Redis" not in found["nodes"]
    assert "- session cache -uses" not in found["context_string"]


def test_an_empty_question_without_a_seed_is_refused(story: str):
    for question in ("", "  ?"):
        with pytest.raises(UsageError, match="the question holds no word"):
            query_context(story, question)
    assert query_context(story, "", "memory-leak")["seed_node"] == "memory-leak"


def test_what_does_not_fit_is_passed_over_and_the_next_best_is_tried(home: str):
    long = "The zebra grazes here among many other animals of the plain. " * 40
    notes = {f"big{at}.md": page(f"Zebra zebra {at}", long.replace(". ", f" {at}; ")) for at in range(3)}
    notes["hub.md"] = page("Hub", "A zebra. " + " ".join(f"[[{name[:-3]}]]" for name in (*notes, "small.md")))
    notes["small.md"] = page("Small", "One zebra.")
    write(Path(home) / "wiki", notes)
    found = query_context(home, "zebra", "hub", budget_tokens=90)
    assert set(found["passed_over"]) == {"big0", "big1", "big2"}
    assert found["nodes"] == ["hub", "small"]


def test_an_unknown_seed_is_an_error_that_names_what_comes_near(story: str):
    with pytest.raises(PageNotFoundError, match="did you mean memory-leak"):
        query_context(story, QUESTION, "memory-leek")


def test_meaning_counts_where_a_model_compares_it(home: str, monkeypatch: pytest.MonkeyPatch):
    notes = {
        "far.md": page("References", "References of a book, and what a book is about. References again."),
        "near.md": page("Counting", "A cycle of references is never dropped from the heap by counting."),
    }
    write(Path(home) / "wiki", notes)
    asked = "how is a loop of references freed?"
    monkeypatch.setenv("COMMONPLACE_EMBEDDER", "none")
    with pytest.raises(UsageError, match="finds no model"):
        query_context(home, asked, method="dense")
    by_words = compute_relevance("near", asked, graph=home)
    monkeypatch.setenv("COMMONPLACE_EMBEDDER", "tests.retrieval_engine.test_meaning:concepts")
    assert compute_relevance("near", asked, graph=home, method="words") == by_words
    assert compute_relevance("near", asked, graph=home, method="dense") > by_words


def test_an_empty_home_gives_an_empty_context(home: str):
    found = query_context(home, QUESTION)
    assert (found["nodes"], found["context_string"], found["tokens_used"], found["seed_node"]) == ([], "", 0, None)
    assert found["relevance_scores"] == {}


def test_limits_are_kept(story: str):
    assert len(query_context(story, QUESTION, max_nodes=2)["nodes"]) == 3
    assert query_context(story, QUESTION, max_nodes=0)["nodes"] == ["checkout-service"]
    assert query_context(story, QUESTION, min_relevance=1.0)["nodes"] == ["checkout-service"]


def test_weights_of_the_call_go_before_the_usual_ones(story: str):
    only = {"semantic": 0.0, "pagerank": 1.0, "task_trace": 0.0, "cochange": 0.0}
    by_rank = [
        compute_relevance(node, QUESTION, graph=story, weights=only) for node in ("memory-leak", "session-cache")
    ]
    assert all(0 < score <= 1 for score in by_rank)
    assert compute_relevance("memory-leak", QUESTION, graph=story, weights=dict.fromkeys(only, 0.0)) == 0.0


def test_what_helped_is_more_relevant_next_time_and_being_shown_is_not(home: str):
    story = str(build_story(Path(home).parent / "again"))
    before = query_context(story, QUESTION)
    assert query_context(story, QUESTION) == before
    assert update_task_weights(story) == {}
    event = log_task_trace(QUESTION, before["nodes"], story)
    assert (event["polarity"], query_context(story, QUESTION)) == (0.0, before)
    assert update_task_polarity(story, before, 1.0) == 1
    after = query_context(story, QUESTION)
    assert after["relevance_scores"][after["nodes"][1]] == pytest.approx(
        before["relevance_scores"][after["nodes"][1]] + 0.25, abs=0.1
    )
    assert update_task_weights(story)[before["nodes"][0]] == 1.0
    assert update_task_polarity(story, before, -1.0) == 1
    assert update_task_weights(story) == {}
    assert update_task_polarity(story, before, 0.0) == 1
    assert update_task_weights(story, ["memory-leak"]) == {"memory-leak": 1.0}


def test_a_text_is_assembled_from_any_nodes_and_a_graph_may_be_an_open_home(story: str):
    with KnowledgeBase.open(story) as kb:
        text = assemble_context_string(["incident-report", "memory-leak"], kb, QUESTION)
        assert text.startswith(f"# Context for: {QUESTION}\n## [[incident-report]]")
        assert build_node_context("memory-leak", kb, "compressed", query=QUESTION) in text
        assert assemble_context_string([], kb) == ""
        with pytest.raises(UsageError, match="no mode 'half'"):
            build_node_context("memory-leak", kb, "half")


def test_pages_of_one_operation_are_relevant_to_each_other(home: str):
    names = ("alpha", "beta", "gamma", "delta")
    pages = [{"category": "topics", "title": name, "content": "See [[alpha]]."} for name in names]
    with KnowledgeBase.open(home) as kb:
        writing.apply(kb, {"pages": pages[:2]})
        writing.apply(kb, {"pages": pages[2:3]})
    alone = compute_relevance("beta", "delta", ["gamma"], home)
    assert compute_relevance("beta", "delta", ["alpha"], home) == pytest.approx(alone + 0.10)
