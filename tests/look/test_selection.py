"""Some pages of an index are read as if there were no others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scripts.index_store.port import IndexReader
from scripts.look.lookup import similar_words
from scripts.look.selection import AsOf, PageSelection
from tests.index_store.contract import NODES, SEEDS, WORDS, answers, random_index


@pytest.fixture(params=SEEDS, scope="module")
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexReader]:
    with random_index(tmp_path_factory.mktemp("selection"), request.param) as index:
        yield index.reader


def test_a_selection_of_all_pages_is_the_index(reader: IndexReader) -> None:
    found = answers(PageSelection(reader, [page.id for page in reader.pages(everything=True)]))
    # Files that are no pages are on none.
    expected = {kind: answer for kind, answer in answers(reader).items() if kind not in ("statistics", "issues")}
    assert [kind for kind, answer in expected.items() if found[kind] != answer] == []


def test_nothing_of_another_page_is_found(reader: IndexReader) -> None:
    pages = [page.id for page in reader.pages(everything=True)]
    chosen, others = pages[::2], pages[1::2]
    selection = PageSelection(reader, chosen)
    keys = [key for key, _ in reader.name_forms("", lengths=(0, 99))]
    assert not selection.pages(ids=others)
    assert not selection.sections(pages=others)
    assert not selection.passages(pages=others)
    assert {name.page for name in selection.names(keys)} <= {*chosen, None}
    assert {mention.page for mention in selection.mentions(names=keys)} <= {*chosen}
    ids = {section.id for section in selection.sections(pages=chosen)}
    assert {hit.id for hit in selection.search("sections", WORDS, limit=99)} <= ids
    assert all(0 <= count <= len(ids) for count in selection.document_counts(WORDS).values())
    assert all(count for _, _, count in similar_words(selection, "leek", limit=5))


@pytest.mark.parametrize("of_day", [False, True])
def test_the_limit_of_a_hub_counts_what_is_selected(reader: IndexReader, of_day: bool) -> None:
    """A filter on a hub of 260 claims looked at its 200 surest, and none of them was of the folder."""
    pages = reader.pages(everything=True)
    chosen = [page.id for page in pages][::2]
    selection = AsOf(reader, chosen, "2030-01-01") if of_day else PageSelection(reader, chosen)
    for node in NODES:
        edges = selection.edges_at([node], min_confidence=0.0, limit=99)
        for limit in range(4):
            assert selection.edges_at([node], min_confidence=0.0, limit=limit) == edges[:limit]
