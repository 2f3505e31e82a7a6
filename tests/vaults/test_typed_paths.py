"""Paths as they are typed in a terminal: seen from the current folder, whole, or completed by a shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, run, write

FILES = {"Note.md": "at the root\n", "Areas/Note.md": "in the areas\n", "Areas/Other.md": "other\n", "v/In.md": "in\n"}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write(tmp_path / "v", FILES)
    return tmp_path / "v"


def shown(page: object, vault: Path) -> str:
    return str(done("show", page, "--json", "--vault", vault).document["path"])


@pytest.mark.parametrize(
    ("folder", "typed", "path"),
    [
        ("v/Areas", "./Note.md", "Areas/Note.md"),
        ("v/Areas", "./Note", "Areas/Note.md"),
        ("v/Areas", "../Note.md", "Note.md"),
        ("v/Areas", "Areas/Note.md", "Areas/Note.md"),
        ("", "v/Areas/Note.md", "Areas/Note.md"),
        ("", "./v/Areas/Note.md", "Areas/Note.md"),
        ("", "v/In.md", "v/In.md"),
        ("", "./Areas/Note.md", "Areas/Note.md"),
    ],
)
def test_a_page_is_named_by_its_path_from_the_current_folder(vault, monkeypatch, folder: str, typed: str, path: str):
    monkeypatch.chdir(vault.parent / folder)
    assert shown(typed, vault) == path


def test_a_page_is_named_by_its_whole_path_also_through_a_link_to_the_vault(vault, tmp_path):
    (tmp_path / "link").symlink_to(vault)
    assert shown(vault / "Areas/Note.md", vault) == "Areas/Note.md"
    assert shown(tmp_path / "link/Areas/Note", vault) == "Areas/Note.md"


def test_what_is_not_in_the_current_folder_is_not_looked_for_elsewhere(vault, monkeypatch):
    monkeypatch.chdir(vault / "v")
    ran = run("rename", "./Note.md", "Gone", "--vault", vault)
    assert (ran.code, (vault / "Note.md").exists(), (vault / "Areas/Note.md").exists()) == (3, True, True)


def test_links_and_lint_take_such_paths(vault, monkeypatch):
    monkeypatch.chdir(vault / "Areas")
    assert done("links", "./Note.md", "--json", "--vault", vault).document["note"] == "Areas/Note.md"
    found = run("lint", ".", "--rule", "orphan", "--json", "--vault", vault).document["findings"]
    assert [finding["path"] for finding in found] == ["Areas/Note.md", "Areas/Other.md"]


@pytest.mark.parametrize(
    ("text", "new", "title"), [("x\n", "Foo.md", "Foo"), ("---\ntitle: Other\n---\n", "README.md", "README.md")]
)
def test_the_extension_of_a_file_is_no_part_of_its_title(vault, text: str, new: str, title: str):
    (vault / "Areas/other.md").write_text(text, encoding="utf-8")
    (vault / "Areas/Other.md").unlink()
    renamed = done("rename", "Areas/other", new, "--json", "--dry-run", "--vault", vault).document["receipt"]
    assert renamed["title"] == title
    assert not renamed["new"].endswith(".md.md")
