"""The process of one call ends with all that it said and with its exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, python, write

CODE = "import sys; from scripts.one_call import run; sys.exit(run(sys.argv[1:]))"


def test_a_call_says_everything_and_keeps_its_exit_code(tmp_path: Path) -> None:
    done("init", tmp_path / "home")
    said = python(CODE, "ask", "why is the sky blue", "--home", tmp_path / "home", "--json", "--fail-empty")
    assert (said.code, said.document["question"]) == (1, "why is the sky blue")
    wrong = python(CODE, "ask", "why", "--no-such-option")
    assert wrong.code == 2
    assert wrong.err.startswith("commonplace: unrecognized arguments")


OPEN = """
import os, sys
from scripts.cli import main
main(sys.argv[2:], ends=sys.argv[1] == "ends")
print("open:", sum("index.sqlite" in os.readlink(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd")[:-1]))
"""


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files are told there")
def test_only_a_process_that_ends_leaves_its_index_open(tmp_path: Path) -> None:
    done("init", tmp_path / "home")
    assert python(OPEN, "goes on", "status", "--home", tmp_path / "home").out.endswith("open: 0\n")
    assert not python(OPEN, "ends", "status", "--home", tmp_path / "home").out.endswith("open: 0\n")


@pytest.mark.parametrize(
    "locale",
    [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "latin-1"}],
    ids=["C", "latin-1"],
)
def test_the_installed_command_took_utf8_for_something_else(tmp_path: Path, locale: dict[str, str]) -> None:
    home = write(tmp_path, {"wiki/notes/café.md": "Das Café in 日本 öffnet um acht.\n"})
    done("init", home)
    said = python(CODE, "search", "café 日本", "--home", home, **locale)
    assert (said.code, said.err) == (0, "")
    assert "Das Café in 日本 öffnet" in said.out

