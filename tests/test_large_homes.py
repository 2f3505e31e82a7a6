"""Large homes on a small scale: every verb says and does the right thing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.large.__main__ import Reply, measure
from benchmarks.large.homes import BEDS
from tests.running import run


@pytest.mark.parametrize(("name", "size"), [("links", 4_000), ("note", 100_000), ("pages", 60)])
def test_every_verb_is_right_on_a_large_home_and_changes_no_page_that_it_is_not_to_change(
    tmp_path: Path, name: str, size: int
) -> None:
    def called(argv: Sequence[str]) -> Reply:
        return Reply(run(*argv).document, 0.0, 0.0)

    wrong = [each.verb for each in measure(BEDS[name](tmp_path / name, size), called) if not each.is_right]
    assert wrong == []
