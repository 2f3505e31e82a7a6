"""What a reader sees of a passage, and the words of its links."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.text.plain_text import link_words, reader_text

KINDS = ("paragraph", "list", "table", "code", "quote", "callout", "math", "html", "metadata")


@given(st.sampled_from(KINDS), st.text(alphabet="ab `*_~=[]()!|<>&;%$#^\\\n-1.:/", max_size=60))
def test_any_text_can_be_cleaned(kind: str, text: str) -> None:
    assert isinstance(reader_text(text, kind), str)
    assert isinstance(link_words(text), str)


@given(st.lists(st.sampled_from(["alpha", "beta,", "Gamma.", "1,5", "né", "会话"]), max_size=12).map(" ".join))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert reader_text(text, "paragraph") == text
