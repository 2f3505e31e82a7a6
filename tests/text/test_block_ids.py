"""Passages: what a reader would quote, and ids on them that change nothing else."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scripts.text.block_ids import SHORT_LIST, Earlier, block_hash, mark_quotables, quotables
from tests.fuzz.laws import has_only_ids_besides

LONG_LIST = "".join(f"- item {number} {'word ' * 20}\n" for number in range(10))
PIECES = [
    "# Heading",
    "## A deeper one",
    "Setext\n======",
    "A plain paragraph.",
    "Two lines\nof one paragraph.",
    "ends with spaces  ",
    "ends with a backslash\\",
    "an open `code span",
    "closed `code` at the end `x`",
    "a link [to](there.md) and [[Page#^abc|one]]",
    "an id already ^old-1",
    "on its own line below\n\n^own",
    "- a\n- b",
    "- a ^first\n- b",
    "- a\n\n  second paragraph\n  - nested ^inner\n- [ ] task",
    "1. one\n2. two\n\n   more",
    "* ",
    "- ```\n  code\n  ```\n- text",
    "- # heading in an item",
    LONG_LIST,
    LONG_LIST.replace("\n", "\n  - child ^kid\n", 2),
    "10. far\n\n   not inside",
    "> quoted\n> twice",
    "> quoted\nlazily",
    "> [!note] Title\n> body",
    "> ends empty\n> \n>",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "para before\n| a | b |\n|---|---|\n| 1 | 2 |",
    "```python\ncode ^notanid\n\nmore\n```",
    "~~~\ntilde\n~~~",
    "    indented code\n\n    more",
    "$$\nx^2\n$$",
    "<div>visible</div>",
    "<div>\n\ninside\n\n</div>",
    "<!-- hidden -->",
    "%%\nhidden\n%%",
    "---",
    "[ref]: https://example.org",
    "[^1]: Smith",
    "[^2]: A longer footnote.",
    "Text\n[^3]: Jones",
    "^lonely",
    "![[image.png]]",
    "会话存储失去了法定人数。",
    "https://example.org/x",
    "**bold** *and* ==marked==",
]
UNCLOSED = ["```\nnever closed", "~~~~\nnever", "<!-- never closed", "$$\nnever", "<script>\nnever", "%% never"]
documents = st.builds(
    lambda head, pieces, gap, tail, newline: (head + gap.join(pieces) + tail).replace("\n", newline),
    head=st.sampled_from(["", "---\ntitle: x\ntags:\n  - a\n---\n", "\n\n", "\ufeff"]),
    pieces=st.lists(st.sampled_from(PIECES), max_size=7),
    gap=st.sampled_from(["\n\n", "\n", "\n\n\n", "\n \n"]),
    tail=st.sampled_from(["", "\n", "  \n", "\n\n", *["\n\n" + piece for piece in UNCLOSED]]),
    newline=st.sampled_from(["\n", "\n", "\r\n"]),
)
hostile = st.text(alphabet="ab \n\n\n-*>#`~|$%<!->[]:^1.\\\t\r()=", max_size=60)


def with_block_ids(text):
    return mark_quotables(text)


def cut(text):
    return quotables(text)


def words(passages):
    return [(passage.text, passage.heading) for passage in passages]


@given(documents | hostile)
@example("- a\n- b")
@example("x\n\nx\n\nx")
@example("```\nnever closed")
def test_ids_leave_the_passages_as_they_were_and_name_each(text):
    marked = mark_quotables(text)
    after = cut(marked)
    assert words(after) == words(cut(text))


@given(documents | hostile)
def test_marking_twice_changes_nothing(text):
    once = with_block_ids(text)
    assert with_block_ids(once) == once


@given(documents | hostile)
def test_nothing_goes_and_nothing_comes_but_ids(text):
    assert has_only_ids_besides(text, with_block_ids(text))


@given(
    st.lists(st.sampled_from(PIECES), max_size=7).map("\n\n".join),
    st.sampled_from(["New paragraph.", "- new\n- list\n\nText", "# New heading", "> new quote\n\nText"]),
)
def test_ids_survive_an_insertion_above(text, above):
    old = [passage.block for passage in cut(with_block_ids(text))]
    new = [passage.block for passage in cut(above + "\n\n" + with_block_ids(text))]
    assert new[len(new) - len(old) :] == old


@pytest.mark.parametrize("piece", [piece for piece in PIECES if cut(piece)])
def test_a_passage_of_every_kind_can_have_an_id(piece):
    assert all(passage.block for passage in cut(with_block_ids(piece + "\n")))


@pytest.mark.parametrize("piece", ["```\nnever closed", "<!-- never closed", "<script>\nnever"])
def test_what_is_never_closed_keeps_its_text_and_is_reported(piece):
    marked = mark_quotables("before\n\n" + piece)
    assert marked.startswith("before ^p")
    assert marked.endswith("\n\n" + piece)


def test_a_long_list_has_an_id_at_the_end_of_the_first_paragraph_of_each_item():
    text = f"- one\n  goes on\n  - child\n- two {'x' * SHORT_LIST}\n"
    marked = with_block_ids(text)
    assert f"goes on ^{block_hash(cut(text)[0].text)}\n  - child\n" in marked
    assert len(cut(marked)) == 2


@pytest.mark.parametrize("odd", ["- ```\n  code\n  ```", "-", "- > quoted"])
def test_an_item_that_can_have_no_id_goes_with_the_one_before(odd: str) -> None:
    text = f"- one {'x' * SHORT_LIST}\n{odd}\n- [[two|Two]]:\n- three\n"
    marked = with_block_ids(text)
    assert [p.text for p in cut(marked)] == [f"- one {'x' * SHORT_LIST}\n{odd}", "- [[two|Two]]:", "- three"]
    assert all(p.block for p in cut(marked))


@pytest.mark.parametrize(
    "text",
    ["<" * 50_000, "<!--" * 20_000, "- a\n" * 20_000, "> " * 5_000, "^a " * 20_000, "x\n\n" * 10_000, "[" * 50_000],
)
def test_hostile_texts_are_cut_in_linear_time(text):
    assert len(cut(text)) <= len(text)


def _ids(text: str, before: str = "", taken: frozenset[str] = frozenset()) -> list[str]:
    earlier = Earlier(quotables(before), taken)
    marked = mark_quotables(text, earlier)
    return [p.block for p in quotables(marked)]


@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_a_text_marked_beside_itself_gets_the_same_ids(pieces: list[str]) -> None:
    text = "\n\n".join(pieces) + "\n"
    assert _ids(text, with_block_ids(text)) == _ids(text)


@pytest.mark.parametrize("blank", ["\u3000", "\u00a0", "\u2028", "\u2003"])
def test_a_paragraph_that_begins_with_a_blank_of_print_has_an_id(blank: str) -> None:
    """A Japanese or Chinese text, each paragraph of which begins so, had no passage that could be quoted."""
    text = "".join(f"{blank}Paragraph {number} says so.\n\n" for number in range(100))
    marked = mark_quotables(text)
    assert [bool(passage.block) for passage in cut(marked)] == [True] * 100
    assert mark_quotables(marked) == marked
