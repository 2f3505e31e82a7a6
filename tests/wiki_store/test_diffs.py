"""What an operation changes, shown to a person: right line numbers, and never slow."""

from __future__ import annotations

from random import Random

import pytest

from scripts.wiki_store.operations import Change
from scripts.wiki_store.working_copy import format_diff


def rows(old: list[str], new: list[str]) -> list[str]:
    before, after = ("".join(f"{line}\n" for line in lines).encode() for lines in (old, new))
    return format_diff([Change("a.md", before, after)], most=10_000).split("\n")[1:]


@pytest.mark.parametrize("seed", range(300))
def test_it_makes_the_one_of_the_other_wherever_the_change_stands(seed: int) -> None:
    random = Random(seed)
    old = [random.choice("abcdefgh") for _ in range(random.randrange(1, 30))]
    new = list(old)
    for _ in range(random.randrange(1, 4)):
        at = random.randrange(len(new) + 1)
        new[at : at + random.randrange(3)] = [random.choice("xyza") for _ in range(random.randrange(3))]
    assert applied(old, rows(old, new)) == new


def applied(old: list[str], diff: list[str]) -> list[str]:
    """Return what a unified diff makes of some lines, by its line numbers."""
    made, at = list[str](), 0
    for row in diff[2:]:
        if row.startswith("@@"):
            first, _, count = row.split()[1][1:].partition(",")
            start = int(first) - (count != "0")
            made, at = made + old[at:start], start
        elif row[0] == "+":
            made.append(row[1:])
        else:
            assert old[at] == row[1:]
            made, at = made + [old[at]] * (row[0] == " "), at + 1
    return made + old[at:]


def test_of_long_lines_what_differs_is_shown() -> None:
    """A paragraph whose link changed far behind its beginning was shown twice alike."""
    begin, end = "word " * 60, " word" * 60
    old, new = (f"{begin}[[{name}]]{end}" for name in ("Rust", "Rust language"))
    went, came = rows([old], [new])[3:]
    assert (went[:2], came[:2], len(went), len(came)) == ("-…", "+…", 140, 140)
    assert ("[[Rust]]" in went, "[[Rust language]]" in came) == (True, True)
