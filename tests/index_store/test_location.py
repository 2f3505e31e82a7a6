"""Where an index lies: in a folder that is this user's alone, and never in a vault."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from scripts.homes import cache_folder
from scripts.index_store.database import index_folder


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault"


def test_the_folder_is_closed_to_others_even_where_it_was_open(vault: Path, tmp_path: Path) -> None:
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache")}
    folder = index_folder(str(vault), environ)
    assert folder is not None
    os.chmod(folder, 0o777)
    os.chmod(os.path.dirname(folder), 0o755)
    assert index_folder(str(vault), environ) == folder
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(os.path.dirname(folder)).st_mode) == 0o700


def test_two_ways_to_a_vault_share_an_index_and_two_vaults_have_two(vault: Path, tmp_path: Path) -> None:
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache")}
    (tmp_path / "link").symlink_to(vault)
    first = index_folder(str(vault), environ)
    assert index_folder(str(tmp_path / "link"), environ) == first
    vault.rename(tmp_path / "moved")
    vault.mkdir()
    assert index_folder(str(vault), environ) != first


def test_a_folder_that_is_a_link_is_not_used(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "cache").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache" / "indexes").symlink_to(tmp_path / "elsewhere")
    folder = index_folder(str(vault), {"COMMONPLACE_CACHE": str(tmp_path / "cache")})
    assert folder is not None
    assert folder.startswith(str(tmp_path / "temporary"))
    assert os.listdir(tmp_path / "elsewhere") == []


def test_a_folder_of_another_user_is_not_used(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name == "nt" or os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "cache" / "indexes").mkdir(parents=True)
    os.chown(tmp_path / "cache" / "indexes", 12345, 12345)
    folder = index_folder(str(vault), {"COMMONPLACE_CACHE": str(tmp_path / "cache")})
    assert folder is not None
    assert folder.startswith(str(tmp_path / "temporary"))


def test_where_nothing_can_be_written_there_is_no_folder(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file" / "temporary"))
    assert index_folder(str(vault), {"COMMONPLACE_CACHE": str(tmp_path / "file" / "cache")}) is None


def test_without_a_home_folder_there_is_no_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "")
    assert cache_folder({"HOME": ""}) == ""
    assert cache_folder({"COMMONPLACE_CACHE": "/x/y", "HOME": ""}) == os.path.abspath("/x/y")
