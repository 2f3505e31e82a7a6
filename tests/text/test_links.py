"""Links: what they say, and where Obsidian would lead."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.model import Heading
from scripts.text.links import Resolver, basename_key, find_heading, heading_subpath, path_key

names = st.text("abAB.é ßΣσς日(", min_size=1, max_size=4).map(str.strip).filter(lambda name: name.strip("."))
paths = st.lists(names, min_size=1, max_size=3).map(lambda parts: "/".join(parts) + ".md")
folders = st.lists(st.sampled_from(["a", "ab", "É", "b c"]), max_size=3).map(
    lambda parts: "".join(f"{part}/" for part in parts)
)


def heading(level: int, text: str, start: int = 0) -> Heading:
    return Heading(level, text, start, start + 1, 1)


@given(st.lists(folders.filter(bool), min_size=2, max_size=8, unique=True), folders)
def test_a_bare_name_leads_near_the_source_then_to_the_shortest_path(homes: list[str], folder: str) -> None:
    files = [home + "N.md" for home in homes]
    near = [path for path in files if path_key(path).startswith(path_key(folder.rstrip("/")))]
    expected = min(near or files, key=lambda path: (len(path), path))
    assert Resolver(files).resolve("n", folder + "x.md") == expected


def test_of_twins_the_first_in_sorted_order_is_reached() -> None:
    assert Resolver(["tips.md", "TIPS.md", "a/Tips.md"]).resolve("tips", "x.md") == "TIPS.md"


@given(st.lists(paths, max_size=12))
def test_the_order_of_the_paths_does_not_count(paths: list[str]) -> None:
    one, other = Resolver(paths), Resolver(reversed(paths))
    assert [one.candidates(path) for path in paths] == [other.candidates(path) for path in paths]
    assert [path in one for path in paths] == [path in other for path in paths]


links = st.builds(
    lambda path, prefix, has_extension: prefix + (path if has_extension else path[:-3]),
    paths,
    st.sampled_from(["", "/", "./", "../"]),
    st.booleans(),
)


@given(st.lists(paths, max_size=8), paths, links, paths)
def test_a_new_file_changes_only_links_with_its_basename_key(
    files: list[str], new: str, link: str, source: str
) -> None:
    before, after = Resolver(files), Resolver([*files, new])
    if before.resolve(link, source) != after.resolve(link, source):
        assert basename_key(link) == basename_key(new)


@given(st.lists(paths, max_size=8), links, paths)
def test_a_link_and_its_file_have_the_same_basename_key(files: list[str], link: str, source: str) -> None:
    target = Resolver(files).resolve(link, source)
    assert not target or basename_key(target) == basename_key(link)


@given(st.text("ab #:|^\\[]%\n", max_size=12).map(lambda text: " ".join(text.split())))
def test_the_subpath_of_a_heading_leads_to_it(text: str) -> None:
    subpath = heading_subpath(text)
    if any(sign in text for sign in "ab"):
        found = find_heading((heading(1, "x"), heading(2, text)), subpath)
        assert found is not None
        assert found.text == text
