"""What a program hands over: one item that is several, numbers and texts that cannot be, and who is told."""

from __future__ import annotations

import inspect
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any, get_type_hints

import pytest

from scripts.contextgraph import ContextGraphSkill
from scripts.errors import PageNotFoundError, UsageError
from scripts.knowledge_base import KnowledgeBase
from scripts.tools import (
    documents_store,
    graph_store,
    hce,
    index_store,
    ontology_store,
    retrieval_engine,
    rrlmgraph,
    wiki_store,
)
from scripts.verbs import FAMILIES, adding, changing, load, looking
from scripts.verbs.asking import ask
from scripts.verbs.looking import show
from tests.running import done

NAN, INF = float("nan"), float("inf")
MODULES = (documents_store, graph_store, index_store, ontology_store, retrieval_engine, wiki_store)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> str:
    home = tmp_path_factory.mktemp("arguments") / "home"
    done("init", home)
    graph_store.add_node("Redis", "system", home=str(home))
    graph_store.add_node("Session cache", "system", home=str(home))
    graph_store.add_edge("Session cache", "Redis", "uses", home=str(home))
    graph_store.add_edge("Redis", "Session cache", "part of", home=str(home))
    return str(home)


def _own(module: object) -> list[Any]:
    return [
        each
        for name, each in vars(module).items()
        if inspect.isfunction(each) and name[0] != "_" and each.__module__ == getattr(module, "__name__", "")
    ]


def test_type_hints_can_be_evaluated_where_the_functions_are_used():
    functions = [each for module in MODULES for each in _own(module)]
    functions += [hce.vault_pipeline]
    functions += [each for name, each in vars(ContextGraphSkill).items() if name[0] != "_"]
    assert [each.__name__ for each in functions if "return" not in get_type_hints(each)] == []


def test_one_path_is_one_path(home: str, tmp_path: Path):
    file = tmp_path / "a.md"
    file.write_text("Pumps fail.\n", encoding="utf-8")
    with KnowledgeBase.open(home) as kb:
        for given in (str(file), file, [file]):
            assert [each.title for each in adding.add(kb, given, dry_run=True).receipt.sources] == ["a"]


def test_one_text_is_one_item(home: str):
    uses = retrieval_engine.retrieve(["session-cache"], relations=["uses"], home=home)
    assert retrieval_engine.retrieve("session-cache", relations="uses", home=home) == uses == ["session-cache", "redis"]
    assert list(graph_store.get_subgraph("redis", home=home)["nodes"]) == ["redis"]
    with KnowledgeBase.open(home) as kb, pytest.raises(PageNotFoundError, match="no page 'nowhere'"):
        changing.file(kb, question="q?", title="T", answer="x", cites="nowhere", dry_run=True)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"budget_tokens": 0}, "budget_tokens 0; give a whole number from 1 to 2,147,483,648"),
        ({"budget_tokens": INF}, "budget_tokens inf; give a whole number from 1 to 2,147,483,648"),
    ],
    ids=str,
)
def test_what_cannot_be_is_named_with_what_may_be(home: str, wrong: dict[str, Any], said: str):
    with KnowledgeBase.open(home) as kb, pytest.raises(UsageError) as caught:
        ask(kb, **{"question": "what is redis?", **wrong})
    assert str(caught.value) == said


def of(home: str, method: str, *given: object, **named: object) -> object:
    with KnowledgeBase.open(home) as kb:
        call = partial(load(method).run, kb) if method in FAMILIES else getattr(kb, method)
        return call(*given, **named)


@pytest.mark.parametrize(
    "call",
    [
        lambda home: wiki_store.get_log(-1, home=home),
        lambda home: wiki_store.search_wiki("redis", limit=-1, home=home),
        lambda home: index_store.search("redis", limit=0, home=home),
        lambda home: documents_store.search_chunks("redis", limit=-1, home=home),
        lambda home: of(home, "recall", "redis", limit=NAN),
        lambda home: graph_store.get_subgraph(["redis"], min_confidence=-5, home=home),
        lambda home: retrieval_engine.walk_paths(["redis"], max_nodes=NAN, home=home),
        lambda home: retrieval_engine.walk_paths(["redis"], depth=10**30, home=home),
        lambda home: rrlmgraph.query_context(None, "x", budget_tokens=10**30, home=home),
        lambda home: rrlmgraph.query_context(None, "x", weights={"semantic": NAN}, home=home),
        lambda home: rrlmgraph.update_task_polarity(None, {}, 0.5, home=home),
        lambda home: of(home, "links", limit=-3),
        lambda home: of(home, "show", "redis", budget_tokens=-1),
        lambda home: of(home, "log", limit=-1),
        lambda home: of(home, "page_filter", category="thing"),
        lambda home: of(home, "graph", "redis", limit=NAN),
        lambda home: KnowledgeBase.open(home + "\0"),
        lambda _: wiki_store.list_pages(home=5),
        lambda home: wiki_store.list_pages(home=home.encode()),
    ],
)
def test_numbers_and_paths_that_cannot_be_are_errors_of_ours(home: str, call: Any):
    with pytest.raises(UsageError):
        call(home)


def test_calls_of_several_threads_wait_for_each_other(home: str):
    with KnowledgeBase.open(home) as kb, ThreadPoolExecutor(4) as others:
        answers = {asked.result().text for asked in [others.submit(ask, kb, "what is redis?") for _ in range(8)]}
        assert answers == {ask(kb, "what is redis?").text}


def test_a_handle_is_closed_when_the_call_of_another_thread_has_ended(home: str):
    kb = KnowledgeBase.open(home)
    begun, go_on = Event(), Event()
    with ThreadPoolExecutor(2) as others:
        reading = others.submit(
            kb.query, lambda reader: (begun.set(), go_on.wait(9), len(reader.pages(nodes=["redis"])))[2]
        )
        begun.wait(9)
        others.submit(lambda: (sleep(0.05), go_on.set()))
        kb.close()
        assert reading.result() == 1


def test_a_closed_handle_answers_no_more_and_may_be_closed_again(home: str):
    with KnowledgeBase.open(home) as kb:
        looking.status(kb)
    kb.close()
    with pytest.raises(UsageError, match=r"^this KnowledgeBase is closed; open another one$"):
        looking.status(kb)


def test_an_error_quotes_the_beginning_and_the_end_of_what_is_long(home: str):
    with pytest.raises(PageNotFoundError, match=r"^no page 'xx+ … 999,010 characters more … x+'; ") as caught:
        wiki_store.read_page_by_slug("x" * 1_000_000, home=home)
    assert len(str(caught.value)) < 1_200


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"overrides": {"token_counter": "guess"}},
            "option --counter is 'guess'; it must be one of",
        ),
        ({"vault": "."}, "--home and --vault name two knowledge bases; give one of them"),
        ({"vault": 5}, "vault is 5; it must be a path"),
    ],
    ids=str,
)
def test_what_open_refuses_is_said_in_terms_of_its_arguments(home: str, given: dict[str, Any], said: str):
    with pytest.raises(UsageError) as caught:
        KnowledgeBase.open(home, **given)
    assert str(caught.value).startswith(said)


def test_a_blank_relation_is_none_and_a_page_begins_at_its_first_line(home: str):
    with KnowledgeBase.open(home) as kb, pytest.raises(UsageError, match="line 0; give a whole number from 1 to"):
        show(kb, "redis", line=0)
    everything = retrieval_engine.retrieve("session-cache", home=home)
    assert retrieval_engine.retrieve("session-cache", relations="", home=home) == everything
