"""Passages and sections: pieces of the page in the order of the text, as a reader would quote them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.model import Passage, Section
from scripts.text.page import SECTION_TOKENS, read_page, token_estimate

WORDS = "word " * 30
LONG_LIST = "".join(f"- item {number} {'word ' * 20}\n" for number in range(10))
TABLE = "| a | b |\n|---|---|\n" + "".join(f"| {number} | {'word ' * 15}|\n" for number in range(30))
PIECES = [
    "# Heading",
    "## A deeper one",
    "Setext\n======",
    "A plain paragraph.",
    "Two lines\nof one paragraph.",
    "ends with spaces  ",
    "an id already ^old-1",
    "^own",
    "As follows:",
    "- a\n- b",
    "- a ^first\n- b",
    "- a\n\n  second paragraph\n  - nested ^inner\n- [ ] task",
    "1. one\n2. two\n\n   more",
    "- ```\n  code\n  ```\n- text",
    LONG_LIST,
    LONG_LIST.replace("\n", "\n  - child ^kid\n", 2),
    TABLE,
    "> quoted\n> twice ^q",
    "> [!note] Title\n> body",
    "```python\ncode ^notanid\n\nmore\n```",
    "```\n" + f"{WORDS}\n\n" * 20 + "```",
    "    indented code\n\n    more",
    "$$\nx^2\n$$",
    "<div>visible</div>",
    "<!-- hidden -->",
    "%%\nhidden\n%%",
    "---",
    "[ref]: https://example.org",
    "Key: value\nOther: value",
    "- Feature Name: x\n- Start Date: y ^d",
    "One sentence. " * 200,
    "会话存储失去了法定人数。" * 100,
]
documents = st.builds(
    lambda head, pieces, gap, tail, newline: (head + gap.join(pieces) + tail).replace("\n", newline),
    head=st.sampled_from(["", "---\ntitle: x\n---\n", "\n\n", "\ufeff", "# Title\n\n"]),
    pieces=st.lists(st.sampled_from(PIECES), max_size=7),
    gap=st.sampled_from(["\n\n", "\n", "\n \n"]),
    tail=st.sampled_from(["", "\n", "\n\n```\nnever closed", "\n\n<!-- never", "\n\n%% never"]),
    newline=st.sampled_from(["\n", "\n", "\r\n"]),
)
hostile = st.text(alphabet="ab: \n\n\n-*>#`~|$%<!->[]:^1.\\\t\r()=", max_size=80)


def sections_of(text: str) -> tuple[Section, ...]:
    return read_page("a.md", text).sections


def passages_of(text: str) -> list[Passage]:
    return [passage for section in sections_of(text) for passage in section.passages]


def texts_of(text: str) -> list[str]:
    return [passage.text for passage in passages_of(text)]


# Laws


@given(documents | hostile)
def test_passages_stand_in_order_and_do_not_overlap(text: str) -> None:
    passages = passages_of(text)
    assert all(before.end <= after.start for before, after in pairwise(passages))
    assert all(passage.start < passage.end <= len(text) for passage in passages)


@given(documents | hostile)
def test_a_passage_is_what_stands_there_without_ids_of_blocks_and_with_the_head_of_its_table(text: str) -> None:
    page = read_page("a.md", text)
    ids = {"^" + block_id.id for block_id in page.block_ids}
    for passage in (passage for section in page.sections for passage in section.passages):
        written = text[passage.start : passage.end]
        own = passage.text[-len(written) :] if passage.kind == "table" else passage.text
        for marker in ids:
            written = written.replace(" " + marker, "").replace(marker, "")
        assert own == text[passage.start : passage.end] or own.split() == written.split()


@given(documents | hostile)
def test_lines_count_from_the_top_and_include_the_last(text: str) -> None:
    for passage in passages_of(text):
        before = text[: passage.start].replace("\r\n", "\n").replace("\r", "\n")
        inside = text[passage.start : passage.end].replace("\r\n", "\n").replace("\r", "\n")
        assert passage.line == before.count("\n") + 1
        assert passage.end_line == passage.line + inside.count("\n")


@given(documents)
def test_every_heading_has_a_section_and_sections_hold_about_the_tokens_that_ranking_wants(text: str) -> None:
    page = read_page("a.md", text)
    firsts = [section for section in page.sections if section.level and not section.part]
    assert [section.line for section in firsts] == [heading.line for heading in page.headings]
    assert [section.heading for section in firsts] == [heading.text for heading in page.headings]
    for section in page.sections:
        size = sum(token_estimate(passage.text) for passage in section.passages)
        assert size <= SECTION_TOKENS or len(section.passages) == 1


@given(documents)
def test_no_passage_is_longer_than_twice_the_tokens_of_a_section(text: str) -> None:
    assert all(token_estimate(passage.text) <= 2.2 * SECTION_TOKENS for passage in passages_of(text))


@given(documents)
def test_line_breaks_of_windows_change_no_cut(text: str) -> None:
    plain = text.replace("\r\n", "\n")
    windows = plain.replace("\n", "\r\n")
    assert [p.replace("\r\n", "\n") for p in texts_of(windows)] == texts_of(plain)


# What a reader would quote


def test_a_list_begins_with_the_line_that_introduces_it() -> None:
    assert texts_of("First.\n\nYou need:\n\n- a\n- b\n\nLast.") == ["First.", "You need:\n\n- a\n- b", "Last."]


def test_the_last_item_of_a_list_stays_with_the_one_before() -> None:
    """It was cut from what was quoted, and nothing said so."""
    items = [f"- step {number} {'word ' * 22}" for number in range(5)] + ["- else leave it"]
    (section,) = read_page("a.md", "\n".join(items)).sections
    assert [passage.text.count("\n") for passage in section.passages] == [5]


def test_a_long_list_is_cut_before_items_and_only_its_first_group_is_introduced() -> None:
    passages = passages_of("You need:\n\n" + LONG_LIST)
    assert passages[0].text.startswith("You need:\n\n- item 0")
    assert len(passages) > 1
    assert all(passage.text.startswith("- item ") for passage in passages[1:])
    assert {passage.kind for passage in passages} == {"list"}


def test_a_long_item_is_cut_before_the_items_in_it() -> None:
    text = "- outer\n" + "".join(f"  - inner {number} {'word ' * 20}\n" for number in range(10))
    passages = texts_of(text)
    assert len(passages) > 1
    assert all(passage.startswith("- inner") for passage in passages[1:])


def test_code_stands_with_the_line_that_introduces_it() -> None:
    text = "Some text.\nRun this:\n\n```sh\nmake\n```\n"
    assert texts_of(text) == ["Some text.", "Run this:\n\n```sh\nmake\n```"]


def test_the_parts_of_a_long_table_begin_with_its_head() -> None:
    passages = passages_of(TABLE)
    assert len(passages) > 1
    assert all(passage.text.startswith("| a | b |\n|---|---|\n| ") for passage in passages)
    assert "".join(TABLE[passage.start : passage.end] + "\n" for passage in passages) == TABLE


def test_a_table_a_quotation_and_a_callout_stand_with_the_line_that_introduces_them() -> None:
    table = "| a |\n|---|\n| b |"
    assert texts_of(f"So:\n\n{table}\n\nAnd:\n\n> c\n") == [f"So:\n\n{table}", "And:\n\n> c"]


def test_a_table_padded_with_blanks_is_not_cut_for_them() -> None:
    table = "| a |\n|---|\n" + "".join(f"| row {number}{' ' * 200}|\n" for number in range(8))
    assert len(passages_of(table)) == 1


def test_a_long_text_without_paragraphs_is_cut_at_the_ends_of_sentences() -> None:
    text = "".join(f"This is sentence number {number} of a talk. " for number in range(400))
    passages = passages_of(text)
    assert all(passage.text.endswith(".") for passage in passages)
    assert all(token_estimate(passage.text) <= SECTION_TOKENS for passage in passages)


def test_lines_of_keys_under_the_title_are_metadata() -> None:
    text = "# Title\n\n![badge](b.svg)\n\n- Feature Name: x\n- Start Date: y\n\nText.\n\nA: b\nC: d\n"
    assert [passage.kind for passage in passages_of(text)] == ["paragraph", "metadata", "paragraph", "paragraph"]


def test_one_line_with_a_colon_is_no_metadata() -> None:
    assert [passage.kind for passage in passages_of("# Title\n\nNote: this is prose.\n")] == ["paragraph"]


def test_each_item_with_an_id_is_a_passage_of_its_own() -> None:
    passages = passages_of("- a ^one\n- b\n- c\n- d ^two\n")
    assert [(passage.text, passage.block) for passage in passages] == [("- a", "one"), ("- b\n- c", ""), ("- d", "two")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("text ^id", "paragraph"),
        ("- a\n- b\n\n^id", "list"),
        ("| a |\n|---|\n| b |\n\n^id", "table"),
        ("> a\n> b ^id", "quote"),
        ("> [!tip] a\n> b\n\n^id", "callout"),
        ("```\na\n```\n\n^id", "code"),
    ],
)
def test_a_passage_has_the_id_that_names_it(text: str, kind: str) -> None:
    (passage,) = passages_of(text)
    assert (passage.kind, passage.block) == (kind, "id")
    assert "^" not in passage.text


def test_each_part_of_a_long_paragraph_has_its_id() -> None:
    assert {passage.block for passage in passages_of("One sentence of some words. " * 100 + "^id")} == {"id"}


def test_sections_know_the_headings_above_them() -> None:
    text = "top\n\n# A\n\n## B\n\nb\n\n### C\n```\n# no\n```\n\nD\n---\n\nd\n"
    assert [(s.heading, s.above, s.level, s.line, len(s.passages)) for s in sections_of(text)] == [
        ("", (), 0, 1, 1),
        ("A", (), 1, 3, 0),
        ("B", ("A",), 2, 5, 1),
        ("C", ("A", "B"), 3, 9, 1),
        ("D", ("A",), 2, 14, 1),
    ]


def test_a_turn_of_a_talk_is_one_passage_however_long_it_is():
    turn = "> Ada (09:00): So.\n" + "> The rain does not stop, and the gutter leaks.\n" * 60
    text = f"# 4 March 2025\n\n{turn}> And more.\n\n^t1\n\n> Bob (09:01): Fine.\n\n^t2\n"
    passages = [passage for section in read_page("sessions/a.md", text).sections for passage in section.passages]
    assert [(passage.block, passage.kind) for passage in passages] == [("t1", "quote"), ("t2", "quote")]
    assert len(read_page("a.md", text).sections) > 2
