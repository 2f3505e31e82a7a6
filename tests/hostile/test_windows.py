"""What a stranger's folder could start or call on Windows, as far as another system can tell."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from scripts.commonplace import _installing
from scripts.errors import UsageError
from scripts.install import MARK, hook_command
from tests.running import done, write

LAUNCHER = r"C:\u\commonplace.py"


@pytest.mark.parametrize("name", ["notes&calc", "%X%", "my $(calc)", "a`calc`", "a|calc", "a^b", "!X!", "a\ncalc"])
def test_a_folder_whose_name_a_shell_of_windows_would_run_gets_no_hook(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "name", "nt")
    with pytest.raises(UsageError, match="a shell would run"):
        hook_command(LAUNCHER, "C:\\dl\\" + name)


def test_other_names_of_folders_stand_in_quotation_marks_in_a_hook_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "nt")
    command = hook_command(LAUNCHER, r"C:\it's (mine)")
    assert command == rf"""python3 "{LAUNCHER}" ask --hook --vault "C:\it's (mine)" """.rstrip()
    assert all(mark in command for mark in MARK)


@pytest.mark.parametrize(("found", "is_run"), [(r".\uv.EXE", False), ("/bin/uv", True)])
def test_a_program_of_the_working_directory_is_none_of_the_path(
    found: str, is_run: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As shutil.which answers on Windows, which looks there first.
    monkeypatch.setattr(shutil, "which", lambda _: found)
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    assert (_installing("env", ["x"])[0][0] == found) == is_run


@pytest.mark.parametrize("place", ["//evil.example/share/x", r"\\evil.example\share\x", "/net/evil.example/x"])
def test_add_looks_at_no_place_of_another_machine_that_a_page_names(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, lion = tmp_path / "home", write(tmp_path, {"lion.md": "The lion sleeps tonight.\n"}) / "lion.md"
    done("init", home)
    done("add", lion, home=home)
    page = home / "wiki/sources/lion.md"
    lines = [f"source: {place}" if line.startswith("source:") else line for line in page.read_text("utf-8").split("\n")]
    page.write_text("\n".join(lines), "utf-8")
    looked = []
    stat, exists = os.stat, os.path.exists
    monkeypatch.setattr(os, "stat", lambda path, *rest, **more: looked.append(str(path)) or stat(path, *rest, **more))
    monkeypatch.setattr(os.path, "exists", lambda path: looked.append(str(path)) or exists(path))
    done("add", lion, home=home)
    assert looked
    assert not [path for path in looked if "evil.example" in path]
