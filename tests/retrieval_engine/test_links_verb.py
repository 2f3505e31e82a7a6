"""`links`: every link of a vault with its place and its target, or why it has none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.running import done, run, tree, write

CANVAS = {
    "nodes": [
        {"id": "1", "type": "file", "file": "Note.md", "subpath": "#Part", "x": 0, "y": 0, "width": 1, "height": 1},
        {"id": "2", "type": "file", "file": "Gone.md", "x": 0, "y": 0, "width": 1, "height": 1},
        {"id": "3", "type": "text", "text": "[[Note]]", "x": 0, "y": 0, "width": 1, "height": 1},
    ]
}
FILES = {
    "Note.md": "---\naliases: [Alias]\n---\n# Note\n\n## Part\n\ntext ^b1\n\n[[#Part]] [[#^B1]] [[#None]] [[#^none]]\n",
    "a/Twin.md": "twin\n",
    "b/Twin.md": "twin, [[Twin]]\n",
    "c/d/User.md": (
        '---\nup: "[[Note|top]]"\nlist:\n  - "[[Nowhere]]"\n---\n'
        "[[Twin]] ![[pic.png|100]] [md](Note.md#Part) [[Alias]] [[x/Note]] [[Planned page]]\n"
        "`[[code]]` <!-- [[html]] --> %% [[Note#Part]] %% [web](https://example.org)\n"
    ),
    "pic.png": "",
    "board.canvas": json.dumps(CANVAS, indent=1),
}


COUNTS = ("found", "files", "unresolved")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path / "vault", FILES)


def links(vault: Path, *arguments: str) -> dict[str, Any]:
    found = done("links", *arguments, "--json", "--vault", vault).document
    assert isinstance(found, dict)
    return found


def short(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(link["source"], link["link"], link["target"]) for link in found["links"]]


@pytest.mark.parametrize(
    "written",
    [
        "a/Twin",
        "b/Twin.md",
        "d/User",
        "c/d/User.md",
        "/c/d/User",
        "User.md",
        "[[d/User|shown]]",
        "Note#Part",
        "./Note#^b1",
    ],
)
def test_show_opens_a_path_that_a_link_may_have(vault, written: str):
    write(vault, {"Index.md": written if written.startswith("[[") else f"[[{written}]]"})
    shown = done("show", written, "--json", "--vault", vault).document
    assert [shown["path"]] == [target for *_, target in short(links(vault, "Index"))]


def test_a_path_without_folders_that_several_files_have_is_ambiguous(vault):
    assert "names several pages: a/Twin.md, b/Twin.md" in run("show", "Twin.md", "--vault", vault).err


def test_other_verbs_know_a_page_by_the_path_of_a_link(vault):
    assert done("rename", "d/User", "Person", "--dry-run", "--json", "--vault", vault).document["receipt"]["old"] == (
        "c/d/User.md"
    )
    assert links(vault, "d/User")["note"] == links(vault, "c/d/User.md")["note"]


def test_a_page_whose_name_holds_a_number_sign_is_not_taken_for_a_heading_of_another(tmp_path):
    write(tmp_path / "wiki", {"notes/C#.md": "See [[Go]].", "notes/Cxx.md": "---\ntitle: C\n---\n", "notes/Go.md": "x"})
    assert "C#.md" in done("links", "C#", home=tmp_path).out.split("\n")[0]


def test_every_link_is_listed_by_file_and_place(vault):
    found = links(vault)
    assert short(found) == [
        ("Note.md", "#Part", "Note.md"),
        ("Note.md", "#^B1", "Note.md"),
        ("Note.md", "#None", "Note.md"),
        ("Note.md", "#^none", "Note.md"),
        ("b/Twin.md", "Twin", "b/Twin.md"),
        ("board.canvas", "Note.md#Part", "Note.md"),
        ("board.canvas", "Gone.md", ""),
        ("board.canvas", "Note", "Note.md"),
        ("c/d/User.md", "Note", "Note.md"),
        ("c/d/User.md", "Nowhere", ""),
        ("c/d/User.md", "Twin", "a/Twin.md"),
        ("c/d/User.md", "pic.png", "pic.png"),
        ("c/d/User.md", "Note.md#Part", "Note.md"),
        ("c/d/User.md", "Alias", ""),
        ("c/d/User.md", "x/Note", ""),
        ("c/d/User.md", "Planned page", ""),
        ("c/d/User.md", "Note#Part", "Note.md"),
    ]
    assert (found["found"], found["unresolved"], found["files"]) == (17, 5, 4)


def test_the_link_stands_on_its_line(vault):
    for link in links(vault, "c/d/User.md")["links"]:
        assert link["link"] in FILES[link["source"]].splitlines()[link["line"] - 1]


def test_kind_embed_property_and_display_are_told(vault):
    found = links(vault)
    kinds = [(link["kind"], link["is_embed"], link["property"]) for link in found["links"]]
    assert kinds[4:14] == [
        ("wikilink", False, ""),
        ("wikilink", True, ""),
        ("wikilink", True, ""),
        ("wikilink", False, ""),
        ("property", False, "up"),
        ("property", False, "list"),
        ("wikilink", False, ""),
        ("wikilink", True, ""),
        ("markdown", False, ""),
        ("wikilink", False, ""),
    ]
    assert [link["display"] for link in found["links"][8:12]] == ["top", None, None, "100"]


def test_an_unresolved_link_says_why(vault):
    found = links(vault, "--unresolved")
    assert [(link["link"], link["reason"]) for link in found["links"]] == [
        ("Gone.md", "no such file"),
        ("Nowhere", "no such file"),
        ("Alias", "no such file; it is a title or alias, which Obsidian does not follow: Note.md"),
        ("x/Note", "no such file at this path; the name is elsewhere: Note.md"),
        ("Planned page", "no such file"),
    ]


@pytest.mark.parametrize("name", ["c/d/User.md", "c/d/User", "User", "[[User]]"])
def test_one_note_is_named_in_any_way(vault, name):
    found = links(vault, name)
    assert (found["note"], len(found["links"])) == ("c/d/User.md", 9)


def test_backlinks_are_the_links_that_lead_to_a_note(vault):
    assert short(links(vault, "Alias", "--backlinks")) == [link for link in short(links(vault)) if link[2] == "Note.md"]


@pytest.mark.parametrize("target", ["Note.md", "a/Twin.md", "b/Twin.md", "pic.png", "c/d/User.md"])
def test_backlinks_are_the_same_as_all_links_turned_around(vault, target):
    assert short(links(vault, target, "--backlinks")) == [link for link in short(links(vault)) if link[2] == target]


def test_backlinks_of_a_page_that_is_not_written_yet(vault):
    found = links(vault, "planned page", "--backlinks")
    assert short(found) == [("c/d/User.md", "Planned page", "")]
    assert run("links", "never named", "--backlinks", "--vault", vault).code == 3


def test_the_limit_counts_what_it_leaves_out(vault):
    found = links(vault, "--limit", "2")
    assert (len(found["links"]), found["omitted"], found["found"]) == (2, 15, 17)
    assert "omitted: 15 links; --limit 17 lists all" in done("links", "--limit", "2", "--vault", vault).out


def test_text_has_one_line_for_each_link(vault):
    out = done("links", "c/d/User.md", "--vault", vault).out.splitlines()
    assert out[0] == "c/d/User.md:2: property up Note|top -> Note.md"
    assert out[2] == ("c/d/User.md:6: wikilink Twin -> a/Twin.md")
    assert out[-1] == "9 links in c/d/User.md (held by 1 file), 4 unresolved"


def test_the_last_line_says_what_was_counted(tmp_path):
    vault = write(tmp_path / "one", {"A.md": "[[B]]", "B.md": ""})

    def last(*words: str) -> str:
        return done("links", *words, "--vault", vault).out.splitlines()[-1]

    assert last("A") == "1 link in A.md (held by 1 file), 0 unresolved"
    assert last("B") == "no link in B.md"
    assert last("--unresolved") == "no unresolved link in the vault"
    (vault / "B.md").write_text("[[C]] [[D]]", encoding="utf-8")
    assert last("--unresolved") == "2 unresolved links in the vault (held by 1 file)"


def test_a_note_that_is_not_utf8_or_a_broken_canvas_hides_no_other_links(vault):
    (vault / "latin.md").write_bytes(b"caf\xe9 [[Note]]")
    (vault / "broken.canvas").write_text("{")
    assert ("b/Twin.md", "Twin", "b/Twin.md") in short(links(vault))


def test_listing_links_changes_no_byte(vault):
    before = tree(vault)
    links(vault)
    assert tree(vault) == before


def test_definitions_of_reference_links_are_not_counted(tmp_path: Path):
    vault = write(tmp_path, {"a.md": "[it][r]\n\n[r]: b.md\n", "b.md": "x\n"})
    assert links(vault, "a")["found"] == 0


@pytest.mark.parametrize("asked", [(), ("--unresolved",), ("Note", "--backlinks")])
@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_a_limited_list_is_the_beginning_of_the_whole_with_the_counts_of_the_whole(
    asked: tuple[str, ...], limit: int, vault: Path
) -> None:
    whole = links(vault, *asked)
    cut = links(vault, *asked, "--limit", str(limit))
    assert cut["links"] == whole["links"][:limit]
    assert cut["omitted"] == len(whole["links"][limit:])
    assert [cut[name] for name in COUNTS] == [whole[name] for name in COUNTS]
