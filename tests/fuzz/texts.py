"""Hostile texts for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from .pieces import ODD, PIECES


def hostile_texts(target: str) -> st.SearchStrategy[str]:
    """Texts of the pieces that this reader looks for, with odd signs and runs of one piece among them."""
    piece = st.sampled_from((*PIECES[target], *ODD))
    run = st.builds(lambda text, times: text * times, piece, st.integers(2, 40))
    parts = st.one_of(piece, piece, piece, run, st.text(max_size=5))
    return st.lists(parts, max_size=40).map("".join)
