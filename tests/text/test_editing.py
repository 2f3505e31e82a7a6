from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import EditRefusedError
from scripts.text.editing import append_under


def appended(text: str, *lines: str, under: str = "Claims") -> str:
    return append_under(text, under, lines)


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
