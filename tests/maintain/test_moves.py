"""What a move does to links, looked up only where it can do anything."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.maintain.link_rewriting import Moves

NAMES = st.sampled_from(["a", "b", "A", "a.md", "c", "ς", "Σ"])
PATHS = st.builds(lambda folders, name: "/".join([*folders, name + ".md"]), st.lists(NAMES, max_size=2), NAMES)
LINKS = st.builds(
    lambda start, folders, name, end: start + "/".join([*folders, name]) + end,
    st.sampled_from(["", "/", "./", "../"]),
    st.lists(NAMES, max_size=2),
    NAMES,
    st.sampled_from(["", ".md", ".MD", "/"]),
)


@given(st.lists(PATHS, min_size=2, max_size=6, unique=True), PATHS, st.lists(LINKS, max_size=8))
def test_a_link_that_is_not_looked_up_means_the_same_before_and_after(
    paths: list[str], new: str, links: list[str]
) -> None:
    moves = Moves(paths, {paths[0]: new})
    for link in links:
        for source in paths[1:]:
            if moves.follow(link, source).target is None:
                assert moves.before.resolve(link, source) == moves.after.resolve(link, source)
