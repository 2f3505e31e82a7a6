"""No page makes a verb slow: of four times as many things each call takes about four times the steps, never sixteen.

Steps are calls of functions, counted, so that a busy machine changes nothing; benchmarks/growth.py measures the time.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.growth import ALWAYS, SOURCE, THINGS, calls
from tests.running import run, write

COUNT = 150
MOST = 6
"""Steps for four times the things over steps for the things."""
EVERY_RUN = ("claims",)


def steps(folder: Path, thing: str, count: int) -> Counter[str]:
    home, text = folder / "home", THINGS[thing](count)
    run("init", home)
    run("add", "-", home=home, stdin=SOURCE)
    write(home / "wiki", {"other.md": ALWAYS, "big.md": text})
    write(folder, {"doc.md": text})
    counted: Counter[str] = Counter()
    for name, (words, stdin) in calls(folder):
        total = 0

        def step(_frame: object, event: str, _value: object) -> None:
            nonlocal total
            total += event == "call"

        sys.setprofile(step)
        try:
            run(*words, home=home, stdin=stdin)
        finally:
            sys.setprofile(None)
        counted[name.replace(str(folder), "")] = total
    return counted


@pytest.mark.parametrize(
    "thing", [pytest.param(thing, marks=[] if thing in EVERY_RUN else pytest.mark.long) for thing in THINGS]
)
def test_four_times_as_many_things_take_about_four_times_the_steps(thing: str, tmp_path: Path) -> None:
    few, many = (steps(tmp_path / name, thing, count) for name, count in (("few", COUNT), ("many", 4 * COUNT)))
    assert {name: (few[name], many[name]) for name in few if many[name] > MOST * few[name]} == {}
