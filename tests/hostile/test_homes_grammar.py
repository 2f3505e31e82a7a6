"""A sample of the homes of tests/hostile/homes.py; all of it by `python -m tests.hostile.homes --count 10000`."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from .homes import attack, findings, make_base

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("grammar") / "base"
    make_base(folder)
    return folder


@pytest.mark.parametrize("mutations", [False, True])
@pytest.mark.parametrize("seed", range(1000, 1012))
def test_no_verb_ends_badly_or_changes_what_it_must_not(base: Path, tmp_path: Path, seed: int, mutations: bool) -> None:
    shapes, found = attack(base, tmp_path / "work", seed, mutations=mutations)
    assert not found, (seed, shapes, found)


def test_what_goes_wrong_is_found(base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write_outside(words: tuple[str, ...], home: Path) -> str:
        (home.parent / "outside/secret.md").write_text("changed")
        return "a crash" if words[0] == "status" else ""

    work = shutil.copytree(base, tmp_path / "work")
    monkeypatch.setattr("tests.hostile.homes._call", write_outside)
    assert [*findings(work)] == ["status: a crash", "status: something outside changed"]
