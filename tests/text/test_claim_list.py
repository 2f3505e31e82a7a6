"""The list of claims on a page: put in and taken out, it leaves every other byte; nothing in it is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.text.claim_list import claim_list_span, with_claim_list
from scripts.text.claims import parse_claims
from scripts.text.page import read_page

LINES = ["- **causes** [[crash]] ([[report#^p1|Report]])", "- [[cache]] **contains** leak"]
BLOCKS = (
    "A line.",
    '## Evidence\n\n- [[report#^p1]] "leak"',
    "- item\n- more",
    "# leak",
    "---",
    "%% note %%",
    "> said",
)
pages = st.lists(st.sampled_from(BLOCKS), max_size=5).map("\n\n".join).map(lambda text: text + "\n")


@given(pages, st.booleans())
def test_a_list_that_is_taken_out_leaves_the_page_as_it_was(text: str, is_crlf: bool) -> None:
    text = text.replace("\n", "\r\n") if is_crlf else text
    listed = with_claim_list(text, LINES)
    assert with_claim_list(listed, LINES) == listed
    assert with_claim_list(listed, ()) == text


@given(pages)
def test_a_list_written_anew_changes_nothing_outside_of_its_marks(text: str) -> None:
    listed = with_claim_list(text, LINES)
    other = with_claim_list(listed, LINES[:1])
    outside = []
    for page in (listed, other):
        span = claim_list_span(page)
        assert span is not None
        outside.append((page[: span[0]], page[span[1] :]))
    assert outside[0] == outside[1]


def test_nothing_in_a_list_is_read() -> None:
    listed = with_claim_list("# leak\n", LINES)
    page = read_page("entities/leak.md", listed)
    assert (page.claims, page.links, page.issues) == ((), (), ())
    assert [heading.text for heading in page.headings] == ["leak"]
    assert not [passage for section in page.sections for passage in section.passages]


def test_a_list_without_its_end_is_text_and_still_makes_no_claim() -> None:
    listed = with_claim_list("# leak\n", LINES).partition("%% end")[0]
    assert claim_list_span(listed) is None
    assert read_page("entities/leak.md", listed).claims == ()
    assert [parse_claims(line) for line in LINES] == [(), ()]


def test_a_page_that_ends_in_open_code_gets_no_list() -> None:
    assert with_claim_list("# leak\n\n```\ncode\n", LINES) == "# leak\n\n```\ncode\n"
