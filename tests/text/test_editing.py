from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import EditRefusedError
from scripts.text.editing import append_under, close_end, leaves_open, remove_spans


def appended(text: str, *lines: str, under: str = "Claims") -> str:
    return append_under(text, under, lines)


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("## Claims\n\n- a\n", "## Claims\n\n- a\n- new\n"),
        ("## Claims\n\n- a\n\n## Next\n", "## Claims\n\n- a\n- new\n\n## Next\n"),
        ("## Claims\n- a\n## Next\n", "## Claims\n- a\n- new\n\n## Next\n"),
        ("## Claims\n", "## Claims\n\n- new\n"),
        ("## Claims", "## Claims\n\n- new"),
        ("## Claims\n\n", "## Claims\n\n- new\n"),
        ("## Claims\r\n\r\n", "## Claims\r\n\r\n- new\r\n"),
        ("## Claims\n\n\n## Next\n", "## Claims\n\n- new\n\n## Next\n"),
        ("## Claims\n\n## Next\n", "## Claims\n\n- new\n\n## Next\n"),
        ("## Claims\n## Next\n", "## Claims\n\n- new\n\n## Next\n"),
        ("## Claims\n\nText.\n", "## Claims\n\nText.\n\n- new\n"),
        ("## Claims\n\n- a", "## Claims\n\n- a\n- new"),
        ("## Claims\n\n- a  \n\n\n", "## Claims\n\n- a  \n- new\n\n\n"),
        ("## Claims\n\n- a\n  more\n", "## Claims\n\n- a\n  more\n- new\n"),
        ("## Claims\n\n1. a\n", "## Claims\n\n1. a\n- new\n"),
        ("## Claims\n\n- a\n\n### Deeper\n\ntext\n", "## Claims\n\n- a\n- new\n\n### Deeper\n\ntext\n"),
        ("# claims \r\n\r\n- a\r\n\r\nx", "# claims \r\n\r\n- a\r\n\r\nx\r\n\r\n- new"),
        ("## Claims\r\n\r\n- a\r\n## Next\r\n", "## Claims\r\n\r\n- a\r\n- new\r\n\r\n## Next\r\n"),
        ("x\r\n\n## Claims\n\n- a\n", "x\r\n\n## Claims\n\n- a\n- new\n"),
        ("## Claims\n\n- a\u2028\n", "## Claims\n\n- a\u2028\n- new\n"),
        ("## Claims\n\n- a\n\n> ## Quoted\n", "## Claims\n\n- a\n\n> ## Quoted\n\n- new\n"),
        ("> ## Claims\n", "> ## Claims\n\n## Claims\n\n- new\n"),
        ("## Claims\n\n- a\n\n## Claims\n\n- b\n", "## Claims\n\n- a\n- new\n\n## Claims\n\n- b\n"),
        ("", "## Claims\n\n- new\n"),
        ("\ufeff", "\ufeff## Claims\n\n- new\n"),
        ("text", "text\n\n## Claims\n\n- new"),
        ("text\n", "text\n\n## Claims\n\n- new\n"),
        ("text\n\n", "text\n\n## Claims\n\n- new\n"),
        ("text\r\n", "text\r\n\r\n## Claims\r\n\r\n- new\r\n"),
        ("---\na: 1\n---", "---\na: 1\n---\n\n## Claims\n\n- new"),
    ],
)
def test_a_line_is_added_at_the_end_of_its_section(text: str, edited: str) -> None:
    assert appended(text, "- new") == edited


def test_a_text_and_a_list_are_kept_apart() -> None:
    assert appended("## Claims\n\n- a\n", "Text.") == "## Claims\n\n- a\n\nText.\n"


def test_nothing_to_add_changes_nothing() -> None:
    assert appended("text\n") == "text\n"


def test_a_new_heading_is_one_of_a_section() -> None:
    assert append_under("x\n", "Log", ["- a", "- b"]) == "x\n\n## Log\n\n- a\n- b\n"


PARTS = st.sampled_from(["## Claims", "## Next", "### Deeper", "# Top", "text", "- item", "", "  ", "> ## Quoted"])
TEXTS = st.builds(
    lambda lines, newline, ended: newline.join(lines) + (newline if ended else ""),
    st.lists(PARTS, max_size=8),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)


def is_inserted(before: str, after: str) -> bool:
    """Whether one run of characters was put into the text and nothing else happened."""
    grown = len(after) - len(before)
    return any(after[:at] + after[at + grown :] == before for at in range(len(before) + 1))


@given(TEXTS)
def test_adding_only_adds_and_keeps_the_line_ends(text: str) -> None:
    edited = appended(text, "- one", "- two")
    assert is_inserted(text, edited)
    assert edited.count("- one") == text.count("- one") + 1
    assert edited.endswith("\n") == (text.endswith("\n") or not text)
    if "\r\n" in text:
        assert edited.count("\n") == edited.count("\r\n")


@given(TEXTS)
def test_lines_added_twice_stand_together(text: str) -> None:
    newline = "\r\n" if "\r\n" in text else "\n"
    assert f"- one{newline}- two" in appended(appended(text, "- one"), "- two")


@pytest.mark.parametrize(
    ("text", "cut", "left"),
    [
        ("a\nb\nc\n", ["b"], "a\nc\n"),
        ("a\n  b  \nc\n", ["b"], "a\nc\n"),
        ("a\r\nb\r\nc", ["b"], "a\r\nc"),
        ("a b c\n", ["b "], "a c\n"),
        ("a\nb\nc", ["c"], "a\nb\n"),
        ("a\nb\nc\nd\n", ["c\n", "b\nc"], "a\nd\n"),
        ("a\nb\nc\nd\ne\n", ["b\nc\nd", "c"], "a\ne\n"),
        ("a\nb\n\nc\n", ["b\n"], "a\n\nc\n"),
        ("a\nb\n", [], "a\nb\n"),
    ],
)
def test_spans_go_and_lines_that_would_be_blank_go_with_them(text: str, cut: list[str], left: str) -> None:
    spans = [(text.index(part), text.index(part) + len(part)) for part in cut]
    assert remove_spans(text, spans) == left


@pytest.mark.parametrize("opened", ["```\ncode", "~~~ python\n\n", "<!-- hidden", "<pre>\n"])
@pytest.mark.parametrize("heading", ["# Claims\n\n", ""])
def test_nothing_is_appended_into_what_the_page_never_closes(opened: str, heading: str) -> None:
    with pytest.raises(EditRefusedError, match="never closed"):
        appended(f"{heading}text\n\n{opened}\n", "- a")


def test_lines_go_behind_code_that_is_closed_or_ends_with_its_item() -> None:
    assert appended("# Claims\n\n```\nx\n```\n", "a") == "# Claims\n\n```\nx\n```\n\na\n"
    assert appended("# Claims\n\n- ```\n  x\n", "a") == "# Claims\n\n- ```\n  x\n\na\n"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\n\n%%\nprivate\n", "a comment (%%)"),
        ("%% open\n\n`%%`\n", "a comment (%%)"),
        ("%%\na\n%%\n", ""),
        ("%% a %%\n%% b %% c\n", ""),
        ("50 %% off\n", ""),
        ("```\n%%\n```\n", ""),
        ("```\n%%\n", "code"),
    ],
)
def test_a_text_that_leaves_code_or_a_comment_open_is_known(text: str, left: str) -> None:
    assert leaves_open(text) == left


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("a\n\n```py\nb = 1\n", "a\n\n```py\nb = 1\n```\n"),
        ("````\n```\nb\n```", "````\n```\nb\n```\n````\n"),
        ("  ~~~\r\nb\r\n\r\n", "  ~~~\r\nb\r\n~~~\r\n"),
        ("<div>\n\n```\n", "<div>\n\n```\n```\n"),
        ("a\n\n<PRE class='x'>\nb\n\nc", "a\n\n<PRE class='x'>\nb\n\nc\n</PRE>\n"),
        ("```\na\n```\n", "```\na\n```\n"),
        ("```\na\n```\n\nb", "```\na\n```\n\nb"),
        ("- a\n\n  ```\n  b\n", "- a\n\n  ```\n  b\n"),
        ("a\n\n<!-- b\n", "a\n\n<!-- b\n"),
        ("a\n\n<script>\nb\n", "a\n\n<script>\nb\n"),
        ("", ""),
    ],
)
def test_what_a_text_leaves_open_at_its_end_is_closed(text: str, closed: str) -> None:
    assert (close_end(text), close_end(closed)) == (closed, closed)
