"""The HCE seed's own verification: import, end to end, budget, wrapped chat, save and load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import DataError, ReadOnlyError, UsageError
from scripts.knowledge_base import KnowledgeBase
from scripts.memory.session_notes import all_turns
from scripts.seeds.hce import (
    ContextCandidate,
    FocusEntry,
    HCEPipeline,
    SlidingFocusBuffer,
    context_budgeting,
    estimate_tokens,
    vault_pipeline,
)
from scripts.text.tokens import counter
from scripts.wiki_store.locks import writing
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


def test_what_is_saved_is_saved_whole_or_not_at_all(tmp_path: Path):
    told().save(tmp_path)
    before = tree(tmp_path)
    more = told()
    more.take_in("Something else.", {"when": object()})
    with pytest.raises(DataError, match=r"hce\.json: cannot be written as JSON"):
        more.save(tmp_path)
    assert tree(tmp_path) == before
    (tmp_path / "file").touch()
    with pytest.raises(ReadOnlyError, match="cannot write"):
        more.save(tmp_path / "file" / "no-folder")


def test_what_is_not_what_was_saved_is_told_by_its_file(tmp_path: Path):
    told().save(tmp_path)
    file = tmp_path / "hce.json"
    text = file.read_text("utf-8")
    for wrong, said in (
        (text[:40], "not what save writes"),
        ("", "not what save writes"),
        ("[]", "not what save writes"),
        ("{}", "not what save writes"),
        (text.replace('"max_focus_entries": 10', '"max_focus_entries": -1'), "not what save writes"),
        (text.replace('"schema_version": 2', '"schema_version": 99'), "written by another version"),
    ):
        assert wrong != text
        file.write_text(wrong, encoding="utf-8")
        with pytest.raises(DataError, match=f"hce.json: {said}"):
            HCEPipeline.load(tmp_path)
    file.unlink()
    with pytest.raises(DataError, match=r"hce\.json: cannot be read"):
        HCEPipeline.load(tmp_path)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: HCEPipeline(context_budget="9"), "context_budget '9'; give a whole number"),
        (lambda: HCEPipeline(max_focus_entries=-1), "max_focus_entries -1; give a whole number"),
        (lambda: HCEPipeline(token_estimator=5), "token_estimator 5; give"),
        (lambda: HCEPipeline().update(None, "x"), "user_query is a NoneType; give a text"),
        (lambda: HCEPipeline().update("x", b"x"), "ai_response is a bytes; give a text"),
    ],
)
def test_what_cannot_be_is_refused_where_it_comes_in(call: Callable[[], object], said: str):
    with pytest.raises(UsageError) as caught:
        call()
    assert str(caught.value).startswith(said)


def test_a_pipeline_over_the_vault_keeps_to_its_home(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    done("init", tmp_path / "other")
    monkeypatch.chdir(home)
    found, named = vault_pipeline(), vault_pipeline("../home")
    monkeypatch.chdir(tmp_path / "other")
    found.update("Where is the key?", "Behind the door.")
    named.update("Where is the lamp?", "On the table.")
    said = done("recall", home=home).out
    assert "Behind the door." in said
    assert "On the table." in said
    assert "nothing" in done("recall", home=tmp_path / "other").out


def test_the_buffer_keeps_the_last_entries():
    buffer = SlidingFocusBuffer(max_size=3, clock=lambda: 7.0)
    for number in range(5):
        buffer.add("user" if number % 2 else "assistant", f"said {number}")
    assert (buffer.size, buffer.max_size, SlidingFocusBuffer().max_size) == (3, 3, 10)
    assert buffer.get_recent(1) == [FocusEntry("assistant", "said 4", 7.0)]
    assert [len(buffer.get_recent(n)) for n in (None, 0, 2, 9)] == [3, 0, 2, 3]
    assert buffer.to_text() == "Assistant: said 2\nUser: said 3\nAssistant: said 4"
    assert SlidingFocusBuffer.from_list(buffer.to_list(), 3).get_recent() == buffer.get_recent()
    buffer.clear()
    assert (buffer.size, buffer.to_text()) == (0, "")


def test_what_is_cheap_and_useful_is_chosen_first():
    cheap = ContextCandidate("cheap and good", "tree", 1.0, 5)
    dear = ContextCandidate("dear", "graph", 1.0, 50)
    assert context_budgeting([dear, cheap], 54) == [cheap]
    assert context_budgeting([dear, cheap], 55) == [cheap, dear]
    assert context_budgeting([cheap], 0) == context_budgeting([], 100) == []


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


def test_a_graph_of_ones_own_is_told_as_facts():
    graph = networkx.Graph()
    graph.add_node("main.py", label="main.py", type="file", lang="python")
    graph.add_node("run", label="run", type="function", since="3.10")
    graph.add_edge("main.py", "run")
    assert "> [function] run (since: 3.10)" in HCEPipeline(graph=graph).retrieve_context("what is in main.py?")


def test_an_interaction_is_sent_once():
    pipeline = HCEPipeline()
    pipeline.update("The launch is on Thursday", "Noted: Thursday.")
    assert pipeline.build_prompt("When is the launch?").count("Noted: Thursday.") == 1


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


def test_half_a_character_in_a_talk_is_saved_and_comes_back(tmp_path: Path):
    pipeline = HCEPipeline()
    pipeline.update("Ask Alice Brown, I said, about the \ud83d venue", "Asked, as I was told.")
    pipeline.save(tmp_path)
    assert HCEPipeline.load(tmp_path).retrieve_context("Alice Brown") == pipeline.retrieve_context("Alice Brown")
    assert HCEPipeline.load(tmp_path).focus.get_recent() == pipeline.focus.get_recent()


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


def test_turns_of_two_sessions_of_a_day_are_taken_in_as_they_were_said(home: Path):
    for session, hour in (("work", "08"), ("family", "21"), ("work", "22")):
        now = f"2025-03-04T{hour}:00:00Z"
        done("remember", f"It is {hour}.", "--session", session, home=home, COMMONPLACE_NOW=now)
    with KnowledgeBase.open(str(home), environ=environment()) as kb:
        assert [turn.text for turn in kb.query(all_turns)] == ["It is 08.", "It is 21.", "It is 22."]


def test_an_answer_that_cannot_be_kept_now_is_returned_told_and_kept_with_the_next(
    home: Path, monkeypatch: pytest.MonkeyPatch
):
    for name, value in environment(COMMONPLACE_LOCK_SECONDS="0.1").items():
        monkeypatch.setenv(name, value)
    prompts: list[str] = []
    chat = vault_pipeline(str(home)).wrap_chat(lambda prompt: prompts.append(prompt) or f"Answer {len(prompts)}.")
    with (
        writing(str(home / "graph"), seconds=5),
        pytest.warns(RuntimeWarning, match="1 answers are not kept yet: .*lock"),
    ):
        assert chat("Where is the archive key?") == "Answer 1."
    assert chat("And the other key?") == "Answer 2."
    assert "Answer 1." in prompts[1]
    turns = done("recall", "--json", home=home).document["turns"]
    assert [turn["text"] for turn in reversed(turns)][-4:] == [
        "Where is the archive key?",
        "Answer 1.",
        "And the other key?",
        "Answer 2.",
    ]


@pytest.mark.parametrize("answer", ["", " \n", " ".join(map(str, range(8000))), "\n" * 20_100 + "so much"])
def test_an_answer_of_any_size_is_remembered_and_returned(home: Path, monkeypatch: pytest.MonkeyPatch, answer: str):
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    assert vault_pipeline(str(home)).wrap_chat(lambda _: answer)("Tell me all.") == answer
    turns = done("recall", "--json", "--budget", "40000", "--limit", "9", home=home).document["turns"]
    said = [turn["text"] for turn in reversed(turns) if turn["speaker"] == "assistant"]
    assert "".join("".join(said).split()) == "".join(answer.split())


def test_a_secret_is_replaced_though_a_turn_ends_in_it(home: Path, monkeypatch: pytest.MonkeyPatch):
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    vault_pipeline(str(home)).update("x" * 19_979 + "\n" + token, "Noted.")
    assert token[:25] not in "".join(note.read_text("utf-8") for note in (home / "wiki/sessions").iterdir())
