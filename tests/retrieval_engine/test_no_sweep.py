"""A question without a sweep: what it notices, and what it may miss."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import Ran, done, page, python, run, write


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pages about a reactor and a garden, indexed long ago."""
    folder = tmp_path / "home"
    done("init", folder)
    pages = {f"reactor {n}.md": page(f"reactor {n}", f"The reactor {n} melts at {n}00 degrees.") for n in range(3)}
    pages |= {f"garden {n}.md": page(f"garden {n}", "Tulips want shade.") for n in range(40)}
    write(folder / "wiki", pages)
    monkeypatch.setattr("scripts.wiki_store.files.RACY_NS", 0)
    done("doctor", home=folder)
    return folder


def ask(home: Path) -> Ran:
    return run("ask", "--no-sweep", "when does the reactor melt?", home=home)


def edit(path: Path, old: str, new: str) -> None:
    """Write in place: the folder's own time stays."""
    with open(path, "r+", encoding="utf-8") as file:
        text = file.read().replace(old, new)
        file.seek(0)
        file.write(text)
        file.truncate()


def test_it_answers_as_a_call_that_sweeps_when_nothing_changed(home: Path) -> None:
    assert ask(home) == run("ask", "when does the reactor melt?", home=home)


def test_it_misses_an_edit_until_the_next_sweep(home: Path) -> None:
    edit(home / "wiki" / "garden 7.md", "Tulips want shade.", "The reactor melts at 555 degrees.")
    assert "555 degrees" not in ask(home).out
    done("status", home=home)
    assert "555 degrees" in ask(home).out


@pytest.mark.parametrize("damage", [None, b"", b"no database" * 999])
def test_it_needs_no_index_to_be_there(home: Path, damage: bytes | None) -> None:
    expected = ask(home)
    for path in (home / "graph").glob("index.sqlite*"):
        path.unlink()
    if damage is not None:
        (home / "graph" / "index.sqlite").write_bytes(damage)
    assert ask(home) == expected


LISTINGS = """
import sys
listed = []
# The graph folder is looked at for links, whatever is asked: its few entries do not grow with the vault.
ours = ("/graph", "/graph/objects", "/graph/ops")
sys.addaudithook(lambda event, of: event == "os.scandir" and not str(of[0]).endswith(ours) and listed.append(event))
from scripts.cli import main
code = main(sys.argv[1:])
print(len(listed), file=sys.stderr)
sys.exit(code)
"""


def test_it_lists_no_folder(home: Path) -> None:
    asked = ("when does the reactor melt?", "--home", home)
    assert python(LISTINGS, "ask", *asked).err == "1\n"
    assert python(LISTINGS, "ask", "--no-sweep", *asked).err == "0\n"
