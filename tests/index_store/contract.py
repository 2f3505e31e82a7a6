"""What every implementation of the port must do.

A subclass gives `pair`: an implementation, another one over equal tables (tables.py) that was made on another way, and
the tables.
"""

from __future__ import annotations

from random import Random

import pytest

from scripts.index_store.port import IndexReader, Level
from scripts.look.lookup import similar_names, similar_words, words_beginning
from scripts.model import PageFilter, PropertyTest
from tests.index_store.tables import NODES, RARE, WORDS, Tables

SEEDS = range(4)
LEVELS: tuple[Level, ...] = ("pages", "sections", "passages")

FILTERS = (
    PageFilter(),
    PageFilter(categories=("topics", "notes"), folders=("Topics", "Nowhere")),
    PageFilter(tags=("LEAK",)),
    PageFilter(tags=("crash", "日本")),
    PageFilter(properties=(PropertyTest("N", "<", "4"),)),
    PageFilter(properties=(PropertyTest("n", "!=", "4"), PropertyTest("ä", ""))),
    PageFilter(since="2024-01-01T00:00:00Z", excluded=("ENT",)),
    PageFilter(until="2023-12-31"),
)

Pair = tuple[IndexReader, IndexReader, Tables]


class Contract:
    """The suite: pytest collects it in each subclass that gives `pair`."""

    def test_the_statistics_count_rows_and_pages_of_each_language(self, pair: Pair) -> None:
        reader, plain, _ = pair
        assert reader.statistics() == plain.statistics()

    def test_a_term_is_counted_once_for_each_section_that_holds_it(self, pair: Pair) -> None:
        reader, plain, _ = pair
        terms = [*WORDS, *RARE, "leak memori", "the the the", "nowhere", "nowhere leak", "leak"]
        assert reader.document_counts(terms) == plain.document_counts(terms)

    def test_a_filter_gives_the_pages_that_a_plain_look_gives(self, pair: Pair) -> None:
        reader, plain, _ = pair
        for where in FILTERS:
            assert reader.matching(where) == plain.matching(where), where

    def test_a_text_stands_in_the_same_passages(self, pair: Pair) -> None:
        reader, plain, _ = pair
        for text in ("leak", "日本", "c+", "nowhere", "ß"):
            assert reader.passages(holding=text) == plain.passages(holding=text)

    @pytest.mark.parametrize("level", LEVELS)
    def test_hits_fall_by_their_scores(self, pair: Pair, level: Level) -> None:
        reader, plain, _ = pair
        random = Random(level)
        for _ in range(20):
            terms = [
                " ".join(random.choices(WORDS, k=random.choice((1, 1, 1, 2, 3)))) for _ in range(random.randint(1, 5))
            ]
            hits, expected = reader.search(level, terms, limit=1000), plain.search(level, terms, limit=1000)
            assert {hit.id: pytest.approx(hit.score, abs=1e-9) for hit in expected} == {h.id: h.score for h in hits}
            assert hits == sorted(hits, key=lambda hit: (-hit.score, hit.id))
            assert reader.search(level, terms, limit=3) == hits[:3]

    @pytest.mark.parametrize("level", LEVELS)
    def test_a_search_without_terms_finds_nothing(self, pair: Pair, level: Level) -> None:
        reader, _, _ = pair
        for terms in ([], [""], [" "], ["nowhere"], ['"'], ["nowhere OR leak*"]):
            assert reader.search(level, terms, limit=10) == []
        assert reader.search(level, ["leak"], limit=0) == []

    @pytest.mark.parametrize("level", LEVELS)
    def test_a_word_of_more_than_half_of_the_sections_is_searched_only_by_itself(
        self, pair: Pair, level: Level
    ) -> None:
        reader, plain, _ = pair
        assert reader.search(level, ["the", "residuum"], limit=99) == reader.search(level, ["residuum"], limit=99)
        ids = [hit.id for hit in plain.search(level, ["the"], limit=1000)]
        assert [hit.id for hit in reader.search(level, ["the"], limit=1000)] == ids

    def test_thousands_of_terms_are_searched(self, pair: Pair) -> None:
        reader, _, _ = pair
        # More than the 999 values that a statement of older versions may have.
        terms = [f"nowhere{number}" for number in range(1100)]
        assert reader.search("pages", [*terms, "residuum"], limit=5) == reader.search("pages", ["residuum"], limit=5)
        assert sum(reader.document_counts(terms).values()) == 0

    def test_pages_come_by_path(self, pair: Pair) -> None:
        reader, plain, tables = pair
        rows = tables["pages"]
        ids, paths = [row["id"] for row in rows[::2]], [row["path"] for row in rows[1::3]]
        assert reader.pages(everything=True) == plain.pages(everything=True)
        found = reader.pages(ids=[*ids, 17, *ids], paths=[*paths, "gone.md", "\ud800"])
        assert found == plain.pages(ids=ids, paths=paths)
        nodes = [row["node"] for row in rows[::2]]
        assert reader.pages(nodes=[*nodes, "gone"], ids=ids[:1]) == plain.pages(nodes=nodes, ids=ids[:1])
        assert reader.pages() == []

    def test_pages_of_a_category_are_all_that_have_it(self, pair: Pair) -> None:
        reader, plain, _ = pair
        for category in {page.category for page in plain.pages(everything=True)}:
            assert reader.pages(category=category) == plain.pages(category=category)
        assert reader.pages(category="none of these") == []

    def test_what_some_pages_hold_is_counted_and_searched_alone(self, pair: Pair) -> None:
        reader, plain, _ = pair
        chosen = [page.id for page in plain.pages(everything=True)][::2]
        assert reader.statistics(pages=chosen) == plain.statistics(pages=chosen)
        assert reader.statistics(pages=[]).pages == 0
        for level in LEVELS:
            hits = reader.search(level, WORDS, limit=1000, pages=chosen)
            assert [hit.id for hit in hits] == [hit.id for hit in plain.search(level, WORDS, limit=1000, pages=chosen)]
            assert {*hits} <= {*reader.search(level, WORDS, limit=1000)}
            assert reader.search(level, WORDS, limit=1000, pages=[]) == []

    def test_ids_that_no_index_has_are_passed_over(self, pair: Pair) -> None:
        reader, _, _ = pair
        strange = [-1, 0, 1 << 63, 1 << 200]
        assert not reader.pages(ids=strange)
        assert not reader.sections(ids=strange, pages=strange)
        assert not reader.passages(ids=strange, sections=strange, pages=strange)
        assert not reader.mentions(sections=strange)
        assert not reader.claims(sections=strange, pages=strange)
        assert reader.links(pages=strange) == []

    def test_vectors_come_by_section_from_the_model_that_made_them(self, pair: Pair) -> None:
        reader, plain, tables = pair
        sections = [row["id"] for row in tables["sections"]][::-1]
        assert reader.vectors("a model", sections=sections) == plain.vectors("a model", sections=sections)
        assert reader.vectors("a model") == reader.vectors("a model", sections=sections)
        assert reader.vectors("another model", sections=sections) == reader.vectors("another model") == []

    def test_sections_come_by_place_with_their_words(self, pair: Pair) -> None:
        reader, plain, tables = pair
        ids = [row["id"] for row in tables["sections"][::3]]
        pages = [row["id"] for row in tables["pages"][::2]]
        assert reader.sections(ids=ids, pages=pages) == plain.sections(ids=ids, pages=pages)
        assert reader.sections(ids=ids) == plain.sections(ids=ids)

    def test_passages_come_by_place(self, pair: Pair) -> None:
        reader, plain, tables = pair
        ids = [row["id"] for row in tables["passages"][::3]]
        sections = [row["id"] for row in tables["sections"][1::3]]
        pages = [row["id"] for row in tables["pages"][::2]]
        for chosen in ({"ids": ids}, {"sections": sections}, {"pages": pages}, {"ids": ids, "pages": pages}):
            assert reader.passages(**chosen) == plain.passages(**chosen)

    def test_more_values_than_one_statement_may_have_are_read(self, pair: Pair) -> None:
        reader, plain, tables = pair
        ids = [row["id"] for row in tables["passages"]]
        nodes = [f"nowhere {number}" for number in range(3000)]
        assert reader.passages(ids=[*range(40_000), *ids]) == plain.passages(ids=ids)
        assert reader.names([*nodes, "leak"]) == plain.names(["leak"])
        assert reader.claims(nodes=[*nodes, "leak"]) == plain.claims(nodes=["leak"])
        found = reader.edges_at([*nodes, "leak"], min_confidence=0, limit=9)
        assert found == plain.edges_at(["leak"], min_confidence=0, limit=9)

    def test_names_come_by_key_kind_and_path(self, pair: Pair) -> None:
        reader, plain, _ = pair
        assert reader.names(WORDS + RARE) == plain.names(WORDS + RARE)
        assert reader.names(["residuum", "residuum"]) == plain.names(["residuum"])

    def test_mentions_come_by_section_and_name(self, pair: Pair) -> None:
        reader, plain, tables = pair
        sections = [row["id"] for row in tables["sections"][::2]]
        assert reader.mentions(sections=sections) == plain.mentions(sections=sections)
        assert reader.mentions(names=WORDS[:4]) == plain.mentions(names=WORDS[:4])
        assert reader.mentions(sections=sections, names=["leak"]) == plain.mentions(sections=sections, names=["leak"])

    @pytest.mark.parametrize("limit", [0, 1, 3, 100])
    def test_edges_are_claims_before_links_and_surest_first(self, pair: Pair, limit: int) -> None:
        reader, plain, _ = pair
        for least in (0.0, 0.6, 1.0):
            edges = reader.edges_at([*NODES, NODES[0]], min_confidence=least, limit=limit)
            assert edges == plain.edges_at(NODES, min_confidence=least, limit=limit)

    def test_claims_come_by_path_and_line_with_their_evidence(self, pair: Pair) -> None:
        reader, plain, tables = pair
        sections = [row["id"] for row in tables["sections"][::2]]
        pages = [row["id"] for row in tables["pages"][::3]]
        assert reader.claims(nodes=NODES[:2]) == plain.claims(nodes=NODES[:2])
        assert reader.claims(sections=sections) == plain.claims(sections=sections)
        assert reader.claims(pages=pages, nodes=["crash"]) == plain.claims(pages=pages, nodes=["crash"])
        assert reader.claims() == []

    def test_links_come_by_path_and_place(self, pair: Pair) -> None:
        reader, plain, tables = pair
        pages = [row["id"] for row in tables["pages"][::2]]
        paths = [row["path"] for row in tables["pages"][::3]]
        assert reader.links() == plain.links()
        assert reader.links(unresolved=True) == plain.links(unresolved=True)
        assert reader.links(pages=pages, targets=paths) == plain.links(pages=pages, targets=paths)
        assert reader.links(targets=paths) == plain.links(targets=paths)

    def test_a_misspelled_word_finds_the_one_that_was_meant(self, pair: Pair) -> None:
        reader, plain, tables = pair
        for slip in ("residum", "rseiduum", "esiduum", "memry", "cras", "mmori"):
            found = similar_words(reader, slip, limit=3)
            assert found[0][0] in ("residuum", "memori", "crash") if tables["pages"] else not found
            assert found[:1] == similar_words(plain, slip, limit=1)
            assert all(0 <= likeness <= 1 for _, likeness, _ in found)
        assert similar_words(reader, "", limit=3) == similar_words(reader, "leak", limit=0) == []

    def test_issues_come_by_path_and_line(self, pair: Pair) -> None:
        reader, plain, _ = pair
        assert reader.issues() == plain.issues()

    def test_the_words_that_begin_so_come_by_how_often_they_stand(self, pair: Pair) -> None:
        reader, plain, _ = pair
        for beginning in ("r", "re", "leak", "c+", "zz", "é", "\ud800", ""):
            for limit in (0, 2, 50):
                found = reader.words(beginning, limit=limit)
                assert found == plain.words(beginning, limit=limit)
                assert words_beginning(reader, beginning, limit=limit) == (found if beginning else [])
                some = reader.words(beginning, lengths=(2, 4), limit=limit)
                assert some == plain.words(beginning, lengths=(2, 4), limit=limit)

    def test_the_forms_of_names_that_begin_so_come_by_key(self, pair: Pair) -> None:
        reader, plain, _ = pair
        for beginning in ("r", "leak", "日", "c+", "zz", "\ud800", ""):
            found = reader.name_forms(beginning, lengths=(1, 10))
            assert found == plain.name_forms(beginning, lengths=(1, 10))

    def test_a_misspelled_name_finds_the_one_that_was_meant(self, pair: Pair) -> None:
        reader, plain, _ = pair
        for slip in ("Memory Laek", "leak memory", "emory leak", "Résidum", "memoryleak"):
            found = similar_names(reader, slip, limit=50)
            assert [likeness for _, likeness in found] == sorted((share for _, share in found), reverse=True)
            assert found[:1] == similar_names(plain, slip, limit=1)
        assert similar_names(reader, "", limit=3) == similar_names(reader, "leak", limit=0) == []
