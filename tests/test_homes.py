"""Homes: which one is found, and what is refused."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from scripts.errors import CommonplaceError, DataError, NoHomeError, UsageError
from scripts.homes import (
    HomeLocation,
    find_home,
    format_marker,
    handbook_notice,
    state_folder,
    user_folder,
)


def _home(folder: Path, marker: str | None = None) -> Path:
    (folder / "wiki").mkdir(parents=True)
    (folder / "graph").mkdir()
    (folder / "graph" / "home.json").write_text(format_marker() if marker is None else marker, encoding="utf-8")
    return folder


def test_the_nearest_home_above_the_working_directory_is_found(tmp_path: Path):
    outer = _home(tmp_path / "outer")
    inner = _home(outer / "wiki" / "inner")
    (inner / "deep" / "deeper").mkdir(parents=True)
    found = find_home(environ={}, cwd=str(inner / "deep" / "deeper"))
    assert found == HomeLocation(str(inner), str(inner / "wiki"), str(inner / "graph"), "", "directory")


def test_an_argument_beats_the_environment_beats_the_directory(tmp_path: Path):
    by_option, by_variable, here = (_home(tmp_path / name) for name in "abc")
    notes = tmp_path / "notes"
    notes.mkdir()
    everything = {"COMMONPLACE_HOME": str(by_variable), "COMMONPLACE_VAULT": str(notes)}
    only_vault = {"COMMONPLACE_VAULT": str(notes), "COMMONPLACE_HOME": ""}
    cwd = str(here)
    assert find_home(home=str(by_option), environ=everything, cwd=cwd).found_by == "--home"
    assert find_home(vault=str(notes), environ=everything, cwd=cwd).found_by == "--vault"
    assert find_home(environ=everything, cwd=cwd).home == str(by_variable)
    assert find_home(environ=only_vault, cwd=cwd).vault == str(notes)
    assert find_home(environ={}, cwd=cwd).home == str(here)


def test_d01_the_skill_is_no_home_unless_it_is_only_read(tmp_path: Path):
    skill, here = _home(tmp_path / "skill"), tmp_path / "project"
    here.mkdir()
    environ = {"COMMONPLACE_STATE": str(tmp_path / "state")}
    with pytest.raises(NoHomeError, match="init"):
        find_home(environ=environ, cwd=str(here))
    found = find_home(environ=environ, cwd=str(here), handbook=str(skill))
    assert found.read_only
    assert found.vault == str(skill / "wiki")
    assert found.graph.startswith(str(tmp_path / "state"))
    notice = handbook_notice(found)
    assert str(skill) in notice
    assert "init" in notice
    assert "\n" not in notice
    assert not find_home(environ=environ, cwd=str(skill / "wiki"), handbook=str(skill)).read_only
    assert not find_home(home=str(skill), environ=environ, cwd=str(here)).read_only


def test_a_foreign_vault_gets_its_graph_outside(tmp_path: Path):
    vault = tmp_path / "My Notes é"
    vault.mkdir()
    environ = {"COMMONPLACE_STATE": str(tmp_path / "state")}
    found = find_home(vault="My Notes é", environ=environ, cwd=str(tmp_path))
    assert (found.home, found.vault, found.folder, found.read_only) == (str(vault), str(vault), "commonplace", False)
    assert Path(found.graph).parts[:-2] == Path(tmp_path / "state").parts
    assert Path(found.graph).parts[-2].startswith("My Notes é-")
    assert os.listdir(vault) == []
    assert find_home(vault=str(vault), environ=environ, cwd="/").graph == found.graph


def test_a_named_vault_that_belongs_to_a_home_is_that_home(tmp_path: Path):
    home = _home(tmp_path / "home")
    for named in (home, home / "wiki"):
        found = find_home(vault=str(named), environ={}, cwd="/")
        assert (found.home, found.vault, found.folder) == (str(home), str(home / "wiki"), "")
    (home / "wiki" / "entities").mkdir()
    assert find_home(vault=str(home / "wiki" / "entities"), environ={}, cwd="/").folder == "commonplace"


def test_a_named_home_survives_the_deletion_of_its_graph(tmp_path: Path):
    home = _home(tmp_path / "home")
    (home / "graph" / "home.json").unlink()
    (home / "graph").rmdir()
    assert find_home(home=str(home), environ={}, cwd="/").vault == str(home / "wiki")


@pytest.mark.parametrize(("option", "error"), [("home", NoHomeError), ("vault", UsageError)])
def test_a_named_folder_that_is_absent_is_a_usage_error(tmp_path: Path, option: str, error: type[CommonplaceError]):
    with pytest.raises(error, match="none") as caught:
        find_home(environ={}, cwd=str(tmp_path), **{option: "none"})
    assert caught.value.exit_code == 2


def test_an_adopted_vault_can_be_a_home_of_its_own(tmp_path: Path):
    home = _home(tmp_path / "home", format_marker(".", "commonplace"))
    found = find_home(environ={}, cwd=str(home))
    assert (found.vault, found.folder) == (str(home), "commonplace")


@pytest.mark.parametrize(
    "marker",
    [
        "",
        "{",
        "[]",
        '{"format": 2}',
        '{"format": 1, "vault": "../other"}',
        '{"format": 1, "vault": "/etc"}',
        '{"format": 1, "vault": ""}',
        '{"format": 1, "vault": 3}',
        '{"format": 1, "folder": "a/../../b"}',
    ],
)
def test_a_marker_that_is_damaged_or_leads_out_is_an_error_with_its_path(tmp_path: Path, marker: str):
    home = _home(tmp_path / "home", marker)
    with pytest.raises(DataError, match=r"home\.json"):
        find_home(environ={}, cwd=str(home))


def test_the_state_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.platform", "linux")
    assert state_folder({"COMMONPLACE_STATE": str(tmp_path)}) == str(tmp_path)
    assert state_folder({"XDG_STATE_HOME": str(tmp_path)}) == str(tmp_path / "commonplace")
    assert state_folder({"HOME": str(tmp_path)}) == str(tmp_path / ".local" / "state" / "commonplace")
    monkeypatch.setattr("sys.platform", "darwin")
    assert state_folder({"HOME": str(tmp_path)}) == str(tmp_path / "Library/Application Support/commonplace")
    monkeypatch.setattr("sys.platform", "win32")
    assert state_folder({"LOCALAPPDATA": str(tmp_path)}) == str(tmp_path / "commonplace")


@pytest.mark.skipif(sys.platform == "win32", reason="HOME means nothing there")
def test_an_empty_home_is_none_and_not_the_root_of_the_file_system(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", "")
    assert user_folder({"HOME": "/elsewhere"}) == "/elsewhere"
    assert user_folder({"HOME": ""}) == user_folder({}) == ""
    with pytest.raises(UsageError, match="COMMONPLACE_STATE"):
        state_folder({"HOME": ""})
