from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.model import PassageRow
from scripts.retrieval_engine.cutting import GAP
from scripts.retrieval_engine.pack import format_quotation, is_link_list, is_links, pack

from .material import Shelf, words


def count(text: str) -> int:
    return len(words(text))


def packed(shelf: Shelf, *ids: int, budget: int = 100, asked: tuple[str, ...] = ()):
    return pack(shelf.ranked(*ids), shelf.material(*asked), budget=budget, count=count).quotations


def texts(quotations) -> list[tuple[str, str]]:
    return [(quotation.label, quotation.text) for quotation in quotations]


def test_adjacent_passages_of_a_section_are_one_quotation():
    shelf = Shelf()
    first, second = shelf.page("Harbor", {"Lease": ["It runs until March.", "It costs 900."]})
    assert texts(packed(shelf, second, first)) == [("Harbor > Lease", "It runs until March.\nIt costs 900.")]


def test_a_gap_between_passages_of_a_section_is_shown():
    shelf = Shelf()
    first, _, third = shelf.page("Harbor", {"Lease": ["It runs until March.", "word " * 20, "It costs 900."]})
    assert texts(packed(shelf, third, first, budget=20)) == [
        ("Harbor > Lease", f"It runs until March.\n{GAP}\nIt costs 900.")
    ]


def test_quotations_stand_in_the_order_of_the_ranking():
    shelf = Shelf()
    (one,) = shelf.page("One", {"": ["First."]})
    (two,) = shelf.page("Two", {"": ["Second."]})
    assert [quotation.label for quotation in packed(shelf, two, one)] == ["Two", "One"]


def test_a_line_that_leads_in_goes_with_what_follows():
    shelf = Shelf()
    lead, listed = shelf.page("Fixes", {"": ["There are two ways:", ("list", "- one\n- two")]})
    assert texts(packed(shelf, lead)) == [("Fixes", "There are two ways:\n- one\n- two")]
    assert texts(packed(shelf, listed)) == [("Fixes", "There are two ways:\n- one\n- two")]


def test_a_line_that_leads_in_is_not_quoted_without_what_follows():
    shelf = Shelf()
    lead, _ = shelf.page("Fixes", {"": ["There are two ways:", ("list", "- " + "long " * 90)]})
    (other,) = shelf.page("Other", {"": ["A way."]})
    assert [quotation.label for quotation in packed(shelf, other, lead, budget=30)] == ["Other"]


def test_the_section_that_is_quoted_first_is_quoted_whole():
    shelf = Shelf()
    state, _ = shelf.page("Elm Mill", {"": ["status: reading", ("list", "- finished 2026-02-01")]})
    assert texts(packed(shelf, state)) == [("Elm Mill", "status: reading\n- finished 2026-02-01")]


def test_a_page_s_own_words_are_told_from_a_list_of_links():
    def is_list(text: str) -> bool:
        return is_link_list(PassageRow(1, 1, 1, "list", 1, 1, "", text))

    assert is_list("- [Kiln](https://example.org) - a tool\n- [Loom](https://example.org)\n- Mine.")
    assert not is_list("- I use [Kiln](https://example.org).\n- [[Loom]] is slow.")


def test_parts_of_one_table_share_its_head():
    shelf = Shelf()
    head = "| name | value |\n|---|---|\n"
    first, second = shelf.page("Fees", {"": [("table", f"{head}| a | 1 |"), ("table", f"{head}| b | 2 |")]})
    assert texts(packed(shelf, first, second)) == [("Fees", f"{head}| a | 1 |\n| b | 2 |")]


def test_metadata_comes_behind_text_of_its_page():
    shelf = Shelf()
    meta, text = shelf.page("Plan", {"": [("metadata", "Author: Lena"), "The plan is simple."]})
    assert texts(packed(shelf, meta, text, budget=6)) == [("Plan", "The plan is simple.")]
    assert texts(packed(shelf, meta, text)) == [("Plan", "Author: Lena\nThe plan is simple.")]


def test_a_quotation_that_is_less_than_its_section_says_so():
    shelf = Shelf()
    first, second = shelf.page("Launch", {"": ["The launch failed for days.", "The cause was a broken valve. " * 3]})
    (part,) = packed(shelf, first, budget=20)
    assert part.part is not None
    assert part.part[0] < part.part[1]
    (whole,) = packed(shelf, first, second)
    assert whole.part is None


def test_a_passage_of_links_alone_comes_last():
    shelf = Shelf()
    (links,) = shelf.page("Index", {"": [("list", "- [[Harbor]]\n- [Lease](lease.md)\n- #harbor")]})
    (text,) = shelf.page("Harbor", {"": ["The harbor lease runs."]})
    assert [quotation.label for quotation in packed(shelf, links, text)] == ["Harbor", "Index"]


def test_what_notes_of_one_template_say_of_themselves_is_quoted_once():
    shelf = Shelf()
    (hound,) = shelf.page("Ash Hound", {"": ["When the ash hound would be dazed, it may ignore it."]})
    (heron,) = shelf.page("Bog Heron", {"": ["When the bog heron would be dazed, it may ignore it."]})
    (other,) = shelf.page("Dazed", {"": ["A dazed creature may crawl."]})
    assert [quotation.label for quotation in packed(shelf, hound, heron, other)] == ["Ash Hound", "Dazed"]


def test_a_list_of_evidence_that_a_claim_quotes_is_left_out():
    shelf = Shelf()
    (listed,) = shelf.page("Leak", {"Evidence": [("list", '- [[incident#^b1|b1]] "crashes due to memory leaks"')]})
    (text,) = shelf.page("Heap", {"": ["The heap leaks."]})
    material = shelf.material()._replace(said=("The service crashes due to memory leaks.",))
    result = pack(shelf.ranked(listed, text), material, budget=100, count=count)
    assert [quotation.label for quotation in result.quotations] == ["Heap"]
    assert result.repeated == 1


def test_versions_that_differ_in_a_figure_are_both_quoted():
    shelf = Shelf()
    old, new = shelf.page("Rent", {"": ["Rent is 900 a month.", "Rent is 950 a month."]})
    assert texts(packed(shelf, old, new)) == [("Rent", "Rent is 900 a month.\nRent is 950 a month.")]


def test_the_last_words_of_a_passage_are_not_left_out():
    shelf = Shelf()
    (first,) = shelf.page("First", {"": ["The lease runs until March."]})
    (long,) = shelf.page("Talk", {"": [" ".join(f"Sentence {number} tells of it." for number in range(12))]})
    result = pack(shelf.ranked(first, long), shelf.material("lease"), budget=60, count=count, is_filled=False)
    assert result.quotations[1].part is None
    assert result.quotations[1].text.endswith("Sentence 11 tells of it.")


def test_a_long_passage_is_quoted_in_part_and_says_so():
    shelf = Shelf()
    filler = " ".join(f"Sentence number {number} says little." for number in range(40))
    (long,) = shelf.page("Talk", {"": [f"{filler} The lease runs until March. {filler}"]})
    (quotation,) = packed(shelf, long, budget=60, asked=("lease", "runs"))
    assert "The lease runs until March." in quotation.text
    shown, whole = quotation.part
    assert shown == count(quotation.text)
    assert whole == 405
    assert format_quotation(quotation).startswith(f"[Talk] (part: {shown} of 405 tokens)\n")


SENTENCES = st.sampled_from(["One thing is said.", "Others say:", "漢字を書く。", "It runs; it stops, at last.", "So."])
PASSAGES = st.one_of(
    st.lists(SENTENCES, min_size=1, max_size=9).map(" ".join),
    st.integers(1, 12).map(lambda n: ("list", "\n".join(f"{i}. step {i} of it" for i in range(1, n + 1)))),
    st.integers(1, 9).map(lambda n: ("table", "| a | b |\n|---|---|\n" + "\n".join(f"| {i} | v |" for i in range(n)))),
    st.integers(1, 9).map(lambda n: ("code", "Run:\n```\n" + "\n".join(f"x = {i}" for i in range(n)) + "\n```")),
    st.just(("metadata", "Author: Lena")),
)
VAULTS = st.lists(
    st.dictionaries(st.sampled_from(["", "Use", "Why"]), st.lists(PASSAGES, min_size=1, max_size=5), min_size=1),
    min_size=1,
    max_size=4,
)
COUNTERS = st.sampled_from([len, count, lambda text: len(text.encode()) // 3, lambda text: (len(text) + 3) // 4])


@given(VAULTS, st.integers(0, 400), COUNTERS, st.randoms(use_true_random=False))
def test_quotations_never_exceed_their_budget_by_an_additive_counter_and_stand_in_their_source(
    vault, budget, counter, random
):
    shelf = Shelf()
    ids = [id for place, parts in enumerate(vault) for id in shelf.page(f"Page {place}", parts)]
    random.shuffle(ids)
    result = pack(shelf.ranked(*ids), shelf.material("thing", "step"), budget=budget, count=counter)
    assert sum(counter("\n\n" + format_quotation(quotation)) for quotation in result.quotations) <= budget
    for quotation in result.quotations:
        for piece in quotation.pieces:
            source = " ".join(shelf.passages[piece.passage].text.split())
            assert all(" ".join(run.split()) in source for run in piece.text.split(GAP))
    quoted = [piece.passage for quotation in result.quotations for piece in quotation.pieces]
    assert len(quoted) == len(set(quoted))
    assert len({quotation.label for quotation in result.quotations}) == len(result.quotations)


def test_a_text_that_stands_on_two_pages_is_quoted_once_whatever_they_are_called():
    shelf = Shelf()
    (one,) = shelf.page("Closing", {"": ["The harbor is closing at nine."]})
    (two,) = shelf.page("Harbor", {"": ["The harbor is closing at nine."]})
    assert [quotation.label for quotation in packed(shelf, one, two)] == ["Closing"]


@pytest.mark.parametrize(
    ("text", "tells_nothing"),
    [
        ("Source: [[a|A b]]", True),
        ("[[a]], [[b]]", True),
        ("Source: Ada, [[a]]", False),
        ("Source: [[a]] c", False),
        ("- [Tarragon](https://example.org/tarragon)", True),
        ("- [Tarragon wants a dry bed, and is cut back to the ground in autumn.](https://example.org/t)", False),
    ],
)
def test_a_link_tells_nothing_unless_its_text_is_a_sentence(text: str, tells_nothing: bool) -> None:
    assert is_links(PassageRow(1, 1, 1, "paragraph", 1, 1, "", text)) is tells_nothing
