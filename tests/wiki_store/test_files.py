"""Which files a vault has, and how one is read, in a vault that may be a stranger's."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

from scripts.errors import DataError
from scripts.wiki_store.files import list_files, read_text


def names(root: Path) -> list[str]:
    return list_files(str(root))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault" / "sub").mkdir(parents=True)
    (tmp_path / "vault" / "a.md").write_text("alpha", encoding="utf-8")
    (tmp_path / "vault" / "sub" / "b.md").write_text("beta", encoding="utf-8")
    (tmp_path / "outside.md").write_text("secret", encoding="utf-8")
    return tmp_path / "vault"


def test_hidden_files_and_folders_are_outside_the_vault(vault: Path) -> None:
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian" / "c.md").write_text("x", encoding="utf-8")
    (vault / ".d.md").write_text("x", encoding="utf-8")
    assert names(vault) == ["a.md", "sub/b.md"]


def test_the_machine_s_folder_of_a_home_is_outside_its_vault(vault: Path) -> None:
    (vault / "graph").mkdir()
    (vault / "graph" / "events.jsonl").write_text("x", encoding="utf-8")
    assert "graph/events.jsonl" in names(vault)
    (vault / "graph" / "home.json").write_text("{}", encoding="utf-8")
    assert names(vault) == ["a.md", "sub/b.md"]


def test_a_pipe_is_neither_listed_nor_read(vault: Path) -> None:
    os.mkfifo(vault / "pipe.md")
    assert names(vault) == ["a.md", "sub/b.md"]
    with pytest.raises(DataError, match="no regular file"):
        read_text(str(vault), "pipe.md", 100)


def test_a_link_to_a_file_inside_is_read_and_one_that_leads_out_is_not(vault: Path) -> None:
    (vault / "inner.md").symlink_to("sub/b.md")
    (vault / "outer.md").symlink_to("../outside.md")
    (vault / "device.md").symlink_to("/dev/zero")
    (vault / "broken.md").symlink_to("nowhere.md")
    (vault / "loop.md").symlink_to("loop.md")
    assert names(vault) == ["a.md", "inner.md", "sub/b.md"]
    assert read_text(str(vault), "inner.md", 100).text == "beta"
    for path in ("outer.md", "device.md", "loop.md"):
        with pytest.raises(DataError):
            read_text(str(vault), path, 100)


def test_a_linked_folder_is_not_walked_and_leads_nowhere_outside(vault: Path, tmp_path: Path) -> None:
    (vault / "out").symlink_to(tmp_path)
    (vault / "self").symlink_to(vault)
    assert names(vault) == ["a.md", "sub/b.md"]
    with pytest.raises(DataError, match="leads out"):
        read_text(str(vault), "out/outside.md", 100)


@pytest.mark.parametrize(
    "path", ["../outside.md", "/etc/passwd", "sub/../a.md", ".hidden.md", "", "a\0.md", "sub//b.md"]
)
def test_no_path_leaves_the_vault(vault: Path, path: str) -> None:
    with pytest.raises(DataError):
        read_text(str(vault), path, 100)


def test_a_file_that_is_gone_is_not_taken_for_an_unreadable_one(vault: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_text(str(vault), "gone.md", 100)


def test_a_large_file_is_cut_between_characters_with_an_issue(vault: Path) -> None:
    (vault / "a.md").write_text("é" * 10, encoding="utf-8")
    file = read_text(str(vault), "a.md", 7)
    assert file.text == "ééé"
    assert [issue.rule for issue in file.issues] == ["page-size"]


def test_bytes_that_are_not_utf8_are_an_issue(vault: Path) -> None:
    (vault / "a.md").write_bytes(b"caf\xe9")
    file = read_text(str(vault), "a.md", 100)
    assert file.text == "caf\ufffd"
    assert [issue.rule for issue in file.issues] == ["not-utf8"]


def test_a_name_that_is_not_utf8_is_told_by_its_escapes(vault: Path) -> None:
    Path(os.fsdecode(bytes(vault) + b"/caf\xe9.md")).write_text("x", encoding="utf-8")
    assert "caf\\udce9.md" in names(vault)


def test_a_vault_that_is_gone_or_no_folder_is_an_error(vault: Path) -> None:
    with pytest.raises(DataError, match="not there"):
        list_files(str(vault / "gone"))
    with pytest.raises(DataError, match="cannot read the folder"):
        list_files(str(vault / "a.md"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_folder_is_an_error_and_not_an_empty_one(vault: Path) -> None:
    (vault / "sub").chmod(0)
    with pytest.raises(DataError, match="cannot read the folder"):
        list_files(str(vault))
    (vault / "sub").chmod(0o700)


@given(st.text(max_size=20), st.integers(0, 40))
def test_a_cut_text_is_a_beginning_of_the_whole(
    tmp_path_factory: pytest.TempPathFactory, text: str, limit: int
) -> None:
    root = tmp_path_factory.getbasetemp()
    (root / "cut.md").write_bytes(text.encode("utf-8"))
    assert text.startswith(read_text(str(root), "cut.md", limit).text)
