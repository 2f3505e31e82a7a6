"""The three rooms by the names that programs of the seeds call: guessable functions over one knowledge base."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import index_store, retrieval_engine, wiki_store
from scripts.errors import PageNotFoundError, UsageError
from tests.running import python

NOTES = {
    "entities/memory-leak.md": "---\ntitle: Memory leak\naliases: [Speicherleck]\ndescription: It grows.\n---\n"
    "It leaks.\n\n- causes [[crash]] (0.9)\n",
    "entities/crash.md": "---\ntitle: Crash\ntype: event\n---\nThe service fell over.\n\n- causes [[refund]] (0.8)\n",
    "entities/refund.md": "---\ntitle: Refund\n---\nMoney goes back.\n\n- causes [[sorrow]] (0.3)\n",
    "topics/crash.md": "---\ntitle: About crashes\n---\nA topic on falling over.\r\n",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COMMONPLACE_CACHE", str(tmp_path / "cache"))
    for path, text in NOTES.items():
        file = tmp_path / "home" / "wiki" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    return str(tmp_path / "home")


@pytest.mark.parametrize("room", [wiki_store, index_store, retrieval_engine])
def test_each_name_of_a_room_is_a_function_with_a_sentence(room: object) -> None:
    for name in room.__all__:  # type: ignore[attr-defined]
        assert getattr(room, name).__doc__.strip().endswith(".")
    with pytest.raises(AttributeError, match="has no attribute 'magic'"):
        room.magic  # type: ignore[attr-defined]  # noqa: B018


def test_importing_a_room_imports_nothing_above_it() -> None:
    program = (
        "import sys; from scripts import wiki_store, index_store, retrieval_engine;"
        "print([name for name in sys.modules if name.startswith('scripts.') and name.count('.') > 0])"
    )
    assert "knowledge_base" not in python(program).out


def test_pages_are_searched_listed_and_read(home: str) -> None:
    hit = wiki_store.search_wiki("what leaks memory?", home=home)[0]
    assert (hit["slug"], hit["category"], hit["path"]) == ("memory-leak", "entities", "entities/memory-leak.md")
    rows = wiki_store.list_pages("entity", home=home)
    assert [row["path"] for row in rows] == sorted(path for path in NOTES if path.startswith("entities"))
    assert rows[1] == {
        "slug": "memory-leak",
        "category": "entities",
        "path": "entities/memory-leak.md",
        "title": "Memory leak",
        "type": "entity",
        "summary": "It grows.",
        "updated": "",
    }


def test_a_page_is_read_byte_for_byte_by_category_and_title_or_by_slug(home: str) -> None:
    text = wiki_store.read_page("topic", "About crashes", home=home)
    assert text == NOTES["topics/crash.md"]
    assert wiki_store.read_page_by_slug("topics/crash", home=home) == text
    assert wiki_store.read_page_by_slug("memory leak", home=home) == NOTES["entities/memory-leak.md"]


def test_what_is_not_there_or_not_one_is_an_error(home: str) -> None:
    with pytest.raises(PageNotFoundError, match="memory-leak"):
        wiki_store.read_page_by_slug("memory leek", home=home)
    with pytest.raises(PageNotFoundError):
        wiki_store.read_page("topic", "Memory leak", home=home)
    with pytest.raises(UsageError, match="no category 'thing'"):
        wiki_store.list_pages("thing", home=home)


def test_a_walk_is_two_hops_deep_and_crosses_no_unsure_claim(home: str) -> None:
    reached = retrieval_engine.retrieve(["memory-leak"], home=home)
    assert reached == ["memory-leak", "entities/crash", "refund"]
    assert retrieval_engine.retrieve(["memory-leak"], depth=1, home=home) == reached[:2]
    assert retrieval_engine.retrieve(["refund"], direction="out", home=home) == ["refund"]
    walked = retrieval_engine.walk_paths(["Memory leak", "nowhere"], home=home)
    assert [node["path_confidence"] for node in walked["nodes"]] == [1.0, 0.9, 0.72]
    assert (walked["unknown"], walked["depth"], walked["min_confidence"]) == (["nowhere"], 2, 0.6)
