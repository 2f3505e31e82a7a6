"""Questions as people type them, on a small vault read through the real index."""

from __future__ import annotations

import pytest

from scripts.retrieval.answer import AnswerOptions, answer
from scripts.store.index import Index, IndexOptions
from scripts.store.reader import SqliteReader
from scripts.store.vault import Vault

NOTES = {
    "Payment gateway": "It refuses cards from abroad. Customers get refunds within a week.",
    "Shop window": "What the shop shows to customers who walk by.",
    "Template for reviews": "A template has headings and no text.",
    "Database of birds": "Each release of the database is larger.",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hard")
    (folder / "graph").mkdir()
    for name, text in NOTES.items():
        path = folder / "wiki" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    index = Index(Vault(str(folder / "wiki")), str(folder / "graph"), IndexOptions())
    index.refresh()
    yield SqliteReader(index.connection())
    index.close()


def ask(graph, question):
    return answer(graph, question, AnswerOptions())


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("what is refuesd?", "Payment gateway"),
        ("who gets reufnds?", "Payment gateway"),
        ("a temlpate without text", "Template for reviews"),
        ("how large is each releaes?", "Database of birds"),
    ],
)
def test_the_page_that_was_meant_comes_first(graph, question, page):
    assert [hit.id for hit in ask(graph, question).pages[:1]] == [page]


def test_a_misspelled_word_is_told_with_what_was_searched(graph):
    assert ask(graph, "a temlpate without text").corrected == (("temlpate", "template"),)
