from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.markdown.blocks import read_blocks, read_outline

WORDS = "word - * 1. > >> ``` ~~~ # <div> <!-- --> --- === | $$ %% ^id [!note] [[a]] é"
PIECES = [*WORDS.split(), "\n", "\n\n", " ", "  ", "    ", "\t", "- ", "> ", "1. ", "# ", "|a|b|\n|-|-|\n"]
pages = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def shown(text: str, start: int = 0) -> list[tuple[str, str, int]]:
    return [(block.kind, text[block.start : block.end], block.depth) for block in read_blocks(text, start)]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a\nb\n\nc", ["paragraph", "paragraph"]),
        ("# A\ntext\n## B ##", ["heading", "paragraph", "heading"]),
        ("A\n===\nB\n---\n", ["heading", "heading"]),
        ("#tag at the start", ["paragraph"]),
        ("a\n\n---\n***\n_ _ _\n", ["paragraph", "rule", "rule", "rule"]),
        ("```py\n# a\n```\n~~~\n```\n~~~", ["fence", "fence"]),
        ("    code\n\n    code\ntext", ["code", "paragraph"]),
        ("<div>\n# a\n\ntext", ["html", "paragraph"]),
        ("<!-- a\n\nb -->\ntext", ["html", "paragraph"]),
        ("text\n<b>\n", ["paragraph"]),
        ("    code\n   text", ["code", "paragraph"]),
        ("a | b\n- | -", ["paragraph", "item", "paragraph"]),
        ("$$\na\n\nb\n$$\ntext", ["math", "paragraph"]),
        ("$$ a $$\n", ["math"]),
        ("$$ a $$ is it\n", ["paragraph"]),
        ("$$ never closed\n", ["paragraph"]),
        ("%%\na\n\nb\n%%\ntext", ["comment", "paragraph"]),
        ("%% a %%", ["comment"]),
        ("%% a %% and text", ["paragraph"]),
        ("text\n%%\nhidden\n%%", ["paragraph", "comment"]),
        ("%% never closed", ["paragraph"]),
        ("> a\n> b\nlazy\n\nc", ["quote", "paragraph"]),
        ("> [!TIP]- Title\n> text", ["callout"]),
        ("> [!note]\n> a\n^id", ["callout", "paragraph"]),
        ("| a | b |\n|---|---|\n| c | d |\n\ntext", ["table", "paragraph"]),
        ("intro\n| a |\n| - |\n- x", ["paragraph", "table", "item", "paragraph"]),
        ("a | b\nno table", ["paragraph"]),
        ("a\n2. b", ["paragraph"]),
        ("a\n1. b", ["paragraph", "item", "paragraph"]),
        ("\ufeff# A", ["heading"]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_a_page_is_cut_into_these_kinds(text: str, kinds: list[str]) -> None:
    assert [block.kind for block in read_blocks(text)] == kinds


def test_an_item_covers_its_children_and_they_follow_it() -> None:
    text = "- a\n  more\n\n  second\n  - deep\n- b\n"
    assert shown(text) == [
        ("item", "- a\n  more\n\n  second\n  - deep", 0),
        ("paragraph", "a\n  more", 1),
        ("paragraph", "second", 1),
        ("item", "- deep", 1),
        ("paragraph", "deep", 2),
        ("item", "- b", 0),
        ("paragraph", "b", 1),
    ]


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("- a\n- b\n* c\n", [2, 1]),
        ("- a\n\n- b\n\n\n- <br>\n- c\n", [4]),
        ("1. a\n2. b\n3) c\n", [2, 1]),
        ("- a\n  - b\n  - c\n- d\n", [2, 2]),
        ("- a\n\ntext\n\n- b\n", [1, 1]),
        ("-\n\n- b\n", [2]),
    ],
)
def test_the_items_of_one_list_share_a_group(text: str, sizes: list[int]) -> None:
    groups = [block.group for block in read_blocks(text) if block.kind == "item"]
    assert [groups.count(group) for group in dict.fromkeys(groups)] == sizes
    assert all(groups)


def test_nothing_continues_an_item_that_begins_with_a_blank_line() -> None:
    assert shown("-\n\n  a") == [("item", "-", 0), ("paragraph", "a", 0)]


def test_blocks_end_before_the_blanks_at_the_end_of_their_line() -> None:
    assert shown("- a  \n\n# b \t\n--- \nc  ") == [
        ("item", "- a", 0),
        ("paragraph", "a", 1),
        ("heading", "# b", 0),
        ("rule", "---", 0),
        ("paragraph", "c", 0),
    ]


def test_a_quote_ends_with_its_last_marker() -> None:
    assert shown("> a\n>\n\n- > b\n  >\n")[:2] == [("quote", "> a\n>", 0), ("item", "- > b\n  >", 0)]


def test_a_fence_in_an_item_is_a_block_of_its_own() -> None:
    assert shown("- a\n  ```\n  x\n\n  y\n  ```\n- b")[2] == ("fence", "```\n  x\n\n  y\n  ```", 1)


def test_what_is_hidden_in_a_quote_is_told_apart_from_its_text() -> None:
    text = "> a\n> ```\n> b\n> ```\n> c\n"
    outline = read_outline(text)
    assert [text[start:end] for start, end in outline.hidden] == ["```\n> b\n> ```"]
    assert [text[run.start : run.end] for run in outline.texts] == ["a", "c"]


def test_reading_starts_behind_the_frontmatter() -> None:
    text = "---\na: b\n---\n# T\n"
    assert [(block.kind, block.start, block.line) for block in read_blocks(text, 13)] == [("heading", 13, 4)]


def test_the_title_of_a_heading_keeps_its_markup_and_loses_the_closing_hashes() -> None:
    titles = [heading.text for heading in read_outline("# See [[Other]] ##\n## C#\n###\n#### a \\#\n").headings]
    assert titles == ["See [[Other]]", "C#", "", "a \\#"]


def test_headings_in_lists_and_quotes_are_no_headings_of_the_page() -> None:
    assert read_outline("- # a\n> # b\n# c\n").headings == (
        read_outline("\n\n# c").headings[0]._replace(start=12, end=15),
    )


@given(pages)
def test_blocks_are_in_text_order_and_nested_by_depth(text: str) -> None:
    open_items = []
    before = 0
    for block in read_blocks(text):
        del open_items[block.depth :]
        assert before <= block.start < block.end <= (open_items[-1].end if open_items else len(text))
        assert block.depth == len(open_items)
        assert block.line == text.count("\n", 0, block.start) + 1
        assert bool(block.group) == (block.kind == "item")
        before = block.start if block.kind == "item" else block.end
        if block.kind == "item":
            open_items.append(block)


@given(pages)
def test_no_word_of_a_page_stands_outside_its_blocks(text: str) -> None:
    rest = list(text)
    for block in read_blocks(text):
        rest[block.start : block.end] = " " * (block.end - block.start)
    assert not "".join(rest).strip()


@given(pages)
def test_line_breaks_of_windows_change_nothing_but_offsets(text: str) -> None:
    kinds = [(block.kind, block.line, block.depth, block.group) for block in read_blocks(text)]
    windows = text.replace("\n", "\r\n")
    assert [(block.kind, block.line, block.depth, block.group) for block in read_blocks(windows)] == kinds
    assert all(windows[block.end - 1] not in "\r\n" for block in read_blocks(windows))


@given(pages)
def test_what_stands_behind_a_blank_line_and_a_heading_does_not_depend_on_it(text: str) -> None:
    before = "# Before\n\n"
    shifted = [
        block._replace(start=block.start + len(before), end=block.end + len(before), line=block.line + 2)
        for block in read_blocks(text)
    ]
    assert list(read_blocks(before + text)[1:]) == shifted
