"""Lists of pages and links over a real index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scripts.errors import PageNotFoundError
from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import open_index
from scripts.look.listing import links_of, list_pages
from scripts.look.lookup import find_page
from scripts.say import link_list_text, page_list_text
from tests.running import done, run, tree, write


@contextmanager
def index_of(root: Path, files: dict[str, str]) -> Iterator[IndexReader]:
    for path, text in files.items():
        (root / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "vault" / path).write_text(text, encoding="utf-8")
    with open_index(str(root / "vault"), environ={"COMMONPLACE_CACHE": str(root / "cache")}) as index:
        yield index.reader


FILES = {
    "a/Note.md": "---\ntags: [red]\naliases: [The note]\n---\n# A note\n\n## Part\n\nText. ^one\n",
    "b/Note.md": "Other.",
    "b/User.md": '---\nup: "[[a/Note]]"\n---\n[[Note]] and [[a/Note#Part|part]] ![[pic.png]]\n',
    "Index.md": "[[The note]] [[x/Note]] [[Missing page]] [[User#Nowhere]] [[a/Note#^one]]\n",
    "pic.png": "",
}


def test_pages_are_listed_by_path_with_their_kind_and_tags(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader:
        pages = list_pages(reader, limit=2, offset=1)
        text = page_list_text(pages)
    assert [page.path for page in pages.pages] == ["a/Note.md", "b/Note.md"]
    assert text.startswith("a/Note.md  A note  (notes, #red, ")
    assert text.endswith("omitted: 1 pages; --offset 3 goes on\n4 pages")


def test_links_of_a_note_lead_where_obsidian_leads(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader:
        found = links_of(reader, "b/User")
    assert [(link.link, link.target) for link in found.links] == [
        ("a/Note", "a/Note.md"),
        ("Note", "b/Note.md"),
        ("a/Note#Part", "a/Note.md"),
        ("pic.png", "pic.png"),
    ]
    assert (found.found, found.unresolved) == (4, 0)


def test_links_that_lead_nowhere_say_why(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader:
        found = links_of(reader, unresolved=True)
        text = link_list_text(found)
    assert "Index.md:1: wikilink The note -> unresolved (no such file; it is a title or alias, which" in text
    assert "does not follow: a/Note.md)" in text
    assert "x/Note -> unresolved (no such file at this path; the name is elsewhere: a/Note.md, b/Note.md)" in text
    assert text.endswith("3 unresolved links in the vault (held by 1 file)")


@pytest.mark.parametrize(
    ("note", "count"), [("a/Note", 3), ("The note", 3), ("pic.png", 1), ("Missing page", 1), ("missing page", 1)]
)
def test_backlinks_of_pages_files_and_missing_pages(tmp_path: Path, note: str, count: int) -> None:
    with index_of(tmp_path, FILES) as reader:
        assert links_of(reader, note, backlinks=True).found == count


def test_links_beyond_the_limit_are_counted(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader:
        found = links_of(reader, limit=2)
        text = link_list_text(found)
    assert (len(found.links), found.found, found.omitted) == (2, 9, 7)
    assert "omitted: 7 links; --limit 9 lists all" in text


def test_links_of_a_note_that_is_not_there_are_refused(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader, pytest.raises(PageNotFoundError):
        links_of(reader, "Nobody")


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ("a/Note.md", "a/Note.md"),
        ("a/Note", "a/Note.md"),
        ("A/note", "a/Note.md"),
        ("The note", "a/Note.md"),
        ("the NOTE", "a/Note.md"),
        ("A note", "a/Note.md"),
        ("user", "b/User.md"),
        ("[[User]]", "b/User.md"),
        ("[[User|shown]]", "b/User.md"),
        (" Index ", "Index.md"),
    ],
)
def test_a_page_is_found_by_path_link_title_and_alias(tmp_path: Path, wanted: str, path: str) -> None:
    with index_of(tmp_path, FILES) as reader:
        assert find_page(reader, wanted).path == path


def test_a_folder_or_note_that_is_a_link_out_of_the_vault_is_told_and_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"v/.obsidian/app.json": "{}", "v/In.md": "[[Outer]]\n", "ext/Outer.md": "zirconium\n"})
    (tmp_path / "v/Ext").symlink_to(tmp_path / "ext")
    (tmp_path / "v/One.md").symlink_to(tmp_path / "ext/Outer.md")
    (tmp_path / "v/Alias.md").symlink_to("In.md")
    told = "not read, a link out of the vault (2): Ext; One.md"
    assert told in done("status", "--vault", tmp_path / "v").out
    assert told in done("links", "--unresolved", "--vault", tmp_path / "v").out


def test_a_link_into_a_folder_that_a_setting_names_is_followed_once_and_never_written(tmp_path: Path) -> None:
    outer = {"ext/Outer.md": "zirconium\n", "ext/a/In.md": "hafnium\n", "ext/.x/Hidden.md": "niobium\n"}
    write(tmp_path, {"v/.obsidian/app.json": "{}", "v/In.md": "see [[Outer]]\n", "other/No.md": "osmium\n", **outer})
    for name, target in (("Ext", "ext"), ("Again", "ext"), ("Other", "other"), ("One.md", "ext/Outer.md")):
        (tmp_path / "v" / name).symlink_to(tmp_path / target)
    (tmp_path / "ext/a/loop").symlink_to(tmp_path / "ext")
    call, allowed = ("--vault", tmp_path / "v"), {"COMMONPLACE_LINKED_FOLDERS": str(tmp_path / "ext")}
    paths = [page["path"] for page in done("list", "--json", *call, **allowed).document["pages"]]
    assert len(paths) == 4
    assert {path.rpartition("/")[2] for path in paths} == {"In.md", "Outer.md", "One.md"}
    assert "zirconium" in done("ask", "zirconium", *call, **allowed).out
    hafnium = done("search", "hafnium", "--json", *call, **allowed).document["hits"][0]
    assert "hafnium" in done("show", hafnium["path"], *call, **allowed).out
    assert "not read, a link out of the vault (1): Other" in done("status", *call, **allowed).out
    before = tree(tmp_path)
    assert "leads out of the vault" in run("edit", hafnium["path"], "--append", "x", *call, **allowed).err
    assert tree(tmp_path) == before
