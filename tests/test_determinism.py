"""Same vault, same question, same bytes: whatever the hash seed, the order of the files on disk, or the time of day."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.acceptance.story import BUNDLES, DOCUMENTS, build_story
from tests.running import done, page, python, tree, write

SEEDS = ("0", "1", "4242")

_READ_ALL = """
import sys
from scripts.cli import main
for argv in (
    ["ask", "why did the checkout crash and what did it lead to?", "--evidence"],
    ["ask", "pump valve ship", "--evidence", "--json"],
    ["search", "memory leak crash"],
    ["graph"],
    ["graph", "memory-leak", "--json"],
    ["graph", "memory-leak", "--format", "graphml"],
    ["lint"],
    ["status"],
    ["show", "memory-leak"],
):
    main([*argv, "--home", sys.argv[1]])
"""

_WRITE_ALL = """
import json, sys
from tests.acceptance.story import build_story
from pathlib import Path
from scripts.cli import main
home = str(build_story(Path(sys.argv[1])))
for argv in (
    ["rename", "memory-leak", "RAM drip", "--home", home],
    ["merge", "refund-backlog", "checkout-crash", "--home", home],
    ["retract", "notes", "--home", home],
):
    main(argv)
"""


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The story among notes with equal scores, clashing names, dead links and ties everywhere."""
    home = build_story(tmp_path_factory.mktemp("order"))
    files = {
        f"notes/{word}/same.md": page("Same", f"pump valve ship [[dead {word}]] [[memory-leak]]") for word in "cabd"
    }
    files |= {f"entities/e{n}.md": page(f"pump {n}", "## Claims\n\n- causes [[memory-leak]] (0.8)") for n in range(30)}
    write(home / "wiki", files)
    return home


def test_every_reading_command_prints_the_same_for_every_hash_seed(vault: Path) -> None:
    printed = [python(_READ_ALL, vault, PYTHONHASHSEED=seed) for seed in SEEDS]
    assert printed[0].err == ""
    assert len(printed[0].out) > 5000
    assert printed[1:] == printed[:1] * (len(SEEDS) - 1)


def test_every_writing_command_writes_the_same_bytes_for_every_hash_seed(tmp_path: Path) -> None:
    trees = []
    for seed in SEEDS:
        (tmp_path / seed).mkdir()
        ran = python(_WRITE_ALL, tmp_path / seed, PYTHONHASHSEED=seed)
        assert (ran.code, ran.err) == (0, "")
        trees.append(tree(tmp_path / seed / "home"))
    assert len(trees[0]) > 20
    assert trees[1:] == trees[:1] * (len(SEEDS) - 1)


def _answers(vault: Path, home: Path, *, seed: int, piecemeal: bool = False) -> list[str]:
    """What a copy of the vault answers whose files were made in another order, at once or over many questions.

    The copy always lies in the same place, because an answer names its home.
    """
    shutil.rmtree(home, ignore_errors=True)
    done("init", home)
    paths = [path.relative_to(vault).as_posix() for path in sorted((vault / "wiki").rglob("*.md"))]
    random.Random(seed).shuffle(paths)
    for number, path in enumerate(paths):
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(vault / path, home / path)
        if piecemeal and number % 5 == 0:
            done("status", home=home)
    return [done(*argv, home=home).out for argv in _QUESTIONS]


def test_the_order_in_which_files_were_made_does_not_matter(vault: Path, tmp_path: Path) -> None:
    answers = [_answers(vault, tmp_path / "home", seed=seed) for seed in range(3)]
    assert all(answers[0])
    assert answers[1:] == answers[:1] * 2


def test_an_index_that_grew_piece_by_piece_answers_as_one_made_at_once(vault: Path, tmp_path: Path) -> None:
    whole = _answers(vault, tmp_path / "home", seed=0)
    assert _answers(vault, tmp_path / "home", seed=1, piecemeal=True) == whole
    assert _answers(vault, tmp_path / "home", seed=2, piecemeal=True) == whole


_QUESTIONS = [
    ("ask", "why did the checkout crash?", "--evidence"),
    ("ask", "pump valve ship", "--evidence", "--json"),
    ("search", "pump"),
    ("graph",),
    ("graph", "memory-leak", "--json"),
    ("status",),
]


def test_documents_may_be_added_in_any_order(tmp_path: Path) -> None:
    made = []
    for order in (list(DOCUMENTS), list(DOCUMENTS)[::-1]):
        folder = tmp_path / str(len(made))
        write(folder, DOCUMENTS)
        done("init", folder / "home")
        done("add", *(folder / name for name in order), home=folder / "home")
        made.append(tree(folder / "home" / "wiki"))
    assert len(made[0]) == len(BUNDLES) + 2
    assert {name: sha for name, sha in made[0].items() if name != "log.md"} == {
        name: sha for name, sha in made[1].items() if name != "log.md"
    }


def test_the_clock_can_be_frozen_and_nothing_but_the_clock_tells_the_time(tmp_path: Path) -> None:
    texts = []
    for now in ("2025-03-04T05:06:07Z", "2031-12-31T23:59:59Z"):
        home = tmp_path / now[:4]
        done("init", home)
        done("add", "-", home=home, stdin="The pump failed.", COMMONPLACE_NOW=now)
        log = (home / "wiki/log.md").read_text("utf-8")
        assert f"- {now} {now[:4]}" in log
        assert f"created: {now[:10]}" in next((home / "wiki/sources").iterdir()).read_text("utf-8")
        pages = {path.name: path.read_text("utf-8") for path in (home / "wiki").rglob("the-*.md")}
        texts.append({name: text.replace(now[:-1], "NOW").replace(now[:10], "DAY") for name, text in pages.items()})
    assert texts[0] == texts[1]
