from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import UnsafePathError
from scripts.pages.linking.link_text import display_text, parse_link_text, percent_decode
from scripts.pages.linking.links import format_markdown_link, format_wikilink
from scripts.pages.linking.resolution import VaultNames, link_key, resolve, shortest_link
from scripts.pages.linking.subpaths import find_block, find_heading, heading_subpath
from scripts.pages.markdown.scanner import scan

names = st.text("abAB.é ßΣς日(", min_size=1, max_size=4).map(str.strip).filter(lambda name: name.strip("."))
paths = st.lists(names, min_size=1, max_size=3).map(lambda parts: "/".join(parts) + ".md")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Note", ("Note", "", None)),
        (" Note #H |a|b", ("Note", "#H", "a|b")),
        ("|x", ("|x", "", None)),
        ("|x|y", ("|x", "", "y")),
        ("a\\|b", ("a", "", "b")),
        ("\\|x", ("|x", "", None)),
        ("#a||b", ("", "#a", "|b")),
        ("pa#th/x#y", ("pa", "#th/x#y", None)),
        ("a\u00a0b\u202fc", ("a b c", "", None)),
        ("a|", ("a", "", "")),
    ],
)
def test_a_link_text_is_taken_apart(text: str, parts: tuple[str, str, str | None]) -> None:
    assert parse_link_text(text) == parts


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[[Note#H]]", "Note > H"),
        ("[[#A#B]]", "A > B"),
        ("[[#^id]]", "^id"),
        ("[[r#^c3]]", "r > ^c3"),
        ("[[a|b]]", "b"),
        ("[a](b.md)", "a"),
    ],
)
def test_a_reader_sees_this_text(text: str, shown: str) -> None:
    assert display_text(scan(text).links[0]) == shown


@pytest.mark.parametrize(
    ("files", "source", "link", "target"),
    [
        (["a/y.md", "y.md"], "a/b/x.md", "../y", "a/y.md"),
        (["a/y.md", "y.md"], "a/x.md", "/y", "y.md"),
        (["a/y.md", "b/y.md"], "c/x.md", "./y", None),
        (["ab/Note.md", "c/Note.md"], "x.md", "b/Note", "ab/Note.md"),
        (["ab/Note.md", "c/Note.md"], "a/x.md", "Note", "ab/Note.md"),
        (["b/N.md", "a/N.md"], "x.md", "N", "a/N.md"),
        (["aaa/N.md", "😀😀/N.md"], "x.md", "N", "aaa/N.md"),
        (["v2.0 Release.md"], "x.md", "v2.0 Release", "v2.0 Release.md"),
        (["a.png", "a.png.md"], "x.md", "a.png", "a.png"),
        (["a.png.md"], "x.md", "a.png", "a.png.md"),
        (["a.png"], "x.md", "a", None),
        (["ΟΔΟΣ.md"], "x.md", "ΟΔΟΣ", "ΟΔΟΣ.md"),
        (["a/ΟΔΟΣ.md"], "x.md", "οδοσ", "a/ΟΔΟΣ.md"),
        (["a b.md"], "x.md", "a\u00a0b", "a b.md"),
        ([".a/b.md", "c/.d.md"], "x.md", "b", None),
        (["a/b.md"], "x.md", "c/b", None),
        ([], "x.md", "", "x.md"),
    ],
)
def test_a_link_leads_to_this_file(files: list[str], source: str, link: str, target: str | None) -> None:
    assert resolve(link, source, VaultNames(files)) == target


def test_of_twins_the_first_in_sorted_order_is_reached_and_all_are_reported() -> None:
    vault = VaultNames(["tips.md", "TIPS.md", "a/Tips.md"])
    assert resolve("tips", "x.md", vault) == "TIPS.md"
    assert vault.twins() == (("TIPS.md", "tips.md"),)
    vault.remove("TIPS.md")
    assert resolve("tips", "x.md", vault) == "tips.md"
    assert vault.twins() == ()


@given(st.lists(paths, max_size=12), st.lists(paths, max_size=12), st.randoms(use_true_random=False))
def test_adding_and_removing_is_the_same_as_building(kept: list[str], gone: list[str], random: object) -> None:
    gone = [path for path in gone if path not in kept]
    order = [*kept, *gone]
    random.shuffle(order)  # type: ignore[attr-defined]
    changed = VaultNames(order)
    for path in gone:
        changed.remove(path)
    built = VaultNames(kept)
    assert changed.twins() == built.twins()
    assert [changed.candidates(path) for path in order] == [built.candidates(path) for path in order]
    assert [path in changed for path in order] == [path in built for path in order]
    assert len(changed) == len({link_key(path) for path in kept if not path.startswith(".") and "/." not in path})


folders = st.lists(st.sampled_from(["a", "ab", "É", "b c"]), max_size=3).map(
    lambda parts: "".join(f"{p}/" for p in parts)
)


@given(st.lists(folders.filter(bool), min_size=2, max_size=8, unique=True), folders)
def test_a_bare_name_leads_near_the_source_then_to_the_shortest_path(homes: list[str], folder: str) -> None:
    files = [home + "N.md" for home in homes]
    near = [path for path in files if link_key(path).startswith(link_key(folder.rstrip("/")))]
    assert resolve("n", folder + "x.md", VaultNames(files)) == min(near or files, key=lambda path: (len(path), path))


@given(st.lists(paths, min_size=1, max_size=12, unique_by=link_key), paths)
def test_the_shortest_link_leads_to_its_target(files: list[str], source: str) -> None:
    vault = VaultNames(files)
    for target in files:
        if target in vault:
            written = format_wikilink(shortest_link(target, source, vault))
            assert resolve(scan(written).links[0].path, source, vault) == target


def test_the_bare_name_is_written_only_if_it_is_the_only_one() -> None:
    vault = VaultNames(["a/b.md", "c/b.md", "d/e.md", "f.png"])
    assert [shortest_link(path, "x.md", vault) for path in ("a/b.md", "d/e.md", "f.png")] == ["a/b", "e", "f.png"]


def test_a_path_that_no_link_leads_to_is_refused() -> None:
    with pytest.raises(UnsafePathError):
        shortest_link("new.md", "x.md", VaultNames(["other.md"]))


@pytest.mark.parametrize(
    ("path", "subpath", "display", "written"),
    [
        ("note", "", None, "[[note]]"),
        ("note", "", "Note", "[[note|Note]]"),
        ("Note", "", "Note", "[[Note]]"),
        ("a/note", "", None, "[[a/note|note]]"),
        ("a/note", "#H", None, "[[a/note#H|note > H]]"),
        ("note", "#^p1", "p1", "[[note#^p1|p1]]"),
        ("note", "#A: [[b]] | c%%", None, "[[note#A b c]]"),
        ("note", "#A [0]", None, "[[note#A [0]]"),
        ("note", "#A#B", None, "[[note#A#B]]"),
        ("note", "Part", None, "[[note#Part]]"),
        ("note", "", "a\nb  c", "[[note|a b c]]"),
        ("note", "", "x[i[0]]", "[[note|x[i[0] ] ]]"),
        ("", "#H", None, "[[#H]]"),
    ],
)
def test_a_wikilink_is_written_so(path: str, subpath: str, display: str | None, written: str) -> None:
    assert format_wikilink(path, subpath=subpath, display=display) == written


@pytest.mark.parametrize("path", ["", "a#b", "a|b", "a[[b", "a]]b", "a]", "[a", "a\nb", " a", "a\u00a0b"])
def test_a_name_that_a_wikilink_would_change_is_refused(path: str) -> None:
    with pytest.raises(UnsafePathError):
        format_wikilink(path)


@given(st.text("ab#|[]^\\% \n\u00a0é", max_size=8), st.text("ab:#|[]^\\% \n\u00a0é", max_size=8))
def test_what_is_written_is_read_as_one_link(heading: str, display: str) -> None:
    subpath = heading_subpath(heading) if heading.strip() else ""
    text = format_wikilink("note", subpath=subpath, display=display)
    (link,) = scan(text).links
    assert (link.path, link.start, link.end) == ("note", 0, len(text))


@given(paths, st.text("ab[]\\ \n", max_size=6))
def test_a_markdown_link_is_read_as_it_was_meant(path: str, display: str) -> None:
    text = format_markdown_link(path, display=display)
    (link,) = scan(f"x {text} y").links
    assert (link.path, link.start, link.end) == (path, 2, len(text) + 2)


@pytest.mark.parametrize("path", ["", "a#b.md", "a<b.md", "https:x.md", "a\nb.md"])
def test_a_name_that_a_markdown_link_would_change_is_refused(path: str) -> None:
    with pytest.raises(UnsafePathError):
        format_markdown_link(path)


@pytest.mark.parametrize(
    ("text", "decoded"),
    [("a%20b", "a b"), ("%C3%A9", "é"), ("é%20%C3%A9", "é é"), ("100%", "100%"), ("%zz%20", "%zz%20"), ("%ff", "%ff")],
)
def test_percent_escapes_are_decoded_whole_or_not_at_all(text: str, decoded: str) -> None:
    assert percent_decode(text) == decoded


HEADINGS = scan("# A\n## `x()`, y!\n### B\n# C\n## A\n### B\n#### B\n").headings


@pytest.mark.parametrize(
    ("subpath", "line"),
    [
        ("#a", 1),
        ("#X Y", 2),
        ("#B", 3),
        ("#C#B", 6),
        ("#C#A#B", 6),
        ("#B#B", 7),
        ("##A", 1),
        ("#x#A", None),
        ("#D", None),
        ("#^a", None),
        ("", None),
    ],
)
def test_a_subpath_leads_to_this_heading(subpath: str, line: int | None) -> None:
    found = find_heading(HEADINGS, subpath)
    assert (found and found.line) == line


def test_a_link_written_to_any_heading_finds_it() -> None:
    titles = ["C# & F#: a | b", "50 % [[x|y]]", "a^2 \\ b", "See `c()`", "Was? Ja!"]
    headings = scan("".join(f"# {title}\n" for title in titles)).headings
    assert [find_heading(headings, heading_subpath(title)) for title in titles] == list(headings)


def test_a_block_is_found_without_regard_to_case() -> None:
    ids = scan("a ^One\n\nb ^two\n\nc ^ONE\n").block_ids
    assert [find_block(ids, wanted) for wanted in ("#^one", "^TWO", "ONE", "#^three")] == [ids[0], ids[1], ids[0], None]


@given(st.text(max_size=6))
def test_the_key_of_a_name_does_not_depend_on_its_composition(name: str) -> None:
    assert link_key(normalize("NFD", name)) == link_key(normalize("NFC", name))
