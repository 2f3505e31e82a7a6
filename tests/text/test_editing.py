from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import EditRefusedError
from scripts.text.editing import append_under


def appended(text: str, *lines: str, under: str = "Claims") -> str:
    return append_under(text, under, lines)


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


@pytest.mark.parametrize("opened", ["```\ncode", "~~~ python\n\n", "<!-- hidden", "<pre>\n"])
@pytest.mark.parametrize("heading", ["# Claims\n\n", ""])
def test_nothing_is_appended_into_what_the_page_never_closes(opened: str, heading: str) -> None:
    with pytest.raises(EditRefusedError, match="never closed"):
        appended(f"{heading}text\n\n{opened}\n", "- a")


def test_lines_go_behind_code_that_is_closed_or_ends_with_its_item() -> None:
    assert appended("# Claims\n\n```\nx\n```\n", "a") == "# Claims\n\n```\nx\n```\n\na\n"
    assert appended("# Claims\n\n- ```\n  x\n", "a") == "# Claims\n\n- ```\n  x\n\na\n"
