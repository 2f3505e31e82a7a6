"""What rests on something that changed is open: as a recursion has it, over any number of steps, and cycles end."""

from __future__ import annotations

import random

import pytest

from scripts.look.resting import Item, Resting
from tests.retrieval_engine.conftest import ReadVault

THINGS = [f"t{number}" for number in range(7)]
ENDED = ", replaced by [[memo]]"


def _line(thing: str, on: list[str], ended: str = "") -> str:
    premises = "".join(f', rests on [[{other}]] has_value "v {other}"' for other in on)
    return f'- [[{thing}]] has_value "v {thing}" (0.9, [[memo]]{premises}{ended})\n'


def _reachable(graph: dict[str, list[str]], start: str) -> set[str]:
    reached, left = set[str](), [start]
    while left:
        for other in graph[left.pop()]:
            if other not in reached:
                reached.add(other)
                left.append(other)
    return reached


@pytest.mark.parametrize("seed", range(12))
def test_open_is_what_leads_to_something_that_changed(seed: int, read_vault: ReadVault) -> None:
    chance = random.Random(seed)
    graph = {thing: chance.sample(THINGS, chance.randint(0, 3)) for thing in THINGS}
    changed = chance.sample(THINGS, chance.randint(0, 2))
    lines = "".join(_line(thing, on, ENDED if thing in changed else "") for thing, on in graph.items())
    reader = read_vault({"memo.md": "Words.\n", "facts.md": f"# Facts\n\n## Claims\n\n{lines}"})
    items = {thing: Item(thing, f"has_value v {thing}") for thing in THINGS}
    expected = [item for thing, item in items.items() if _reachable(graph, thing) & {*changed}]
    assert [*Resting(reader, "2026-01-01").why_open(items.values())] == expected
    # All at once, or one by one: it is the same.
    alone = [item for item in items.values() if Resting(reader, "2026-01-01").why_open([item])]
    assert alone == expected


def test_a_chain_of_a_thousand_steps_is_followed(read_vault: ReadVault) -> None:
    lines = "".join(_line(f"s{n}", [f"s{n + 1}"]) for n in range(1000)) + _line("s1000", [], ENDED)
    reader = read_vault({"memo.md": "Words.\n", "facts.md": f"# Facts\n\n## Claims\n\n{lines}"})
    assert [*Resting(reader, "2026-01-01").why_open([Item("s0", "has_value v s0")])]


MEMO = "---\ndate: 2026-01-01\n---\nThe ferry leaves at nine.\n"
NEWS = "---\ndate: 2026-02-01\n---\nThe ferry leaves at ten.\n"
FERRY = '[[ferry]] has_value "nine" (0.9, [[memo]]'
TOUR = '[[tour]] has_value "half past nine" (0.9, [[memo]], rests on [[ferry]] has_value "nine")'
TOUR_AS_A_THING = "[[tour]] rests_on [[ferry]] (0.9, [[memo]])"


@pytest.mark.parametrize(
    ("lines", "opened"),
    [
        ([TOUR], ["tour has value half past nine: ferry has value … was removed"]),
        ([TOUR, FERRY + ")"], []),
        (
            [TOUR, '[[ferry]] has_value "nine" (0.9, [[memo#^p12345]] "leaves at eight")'],
            ["tour has value half past nine: the words of ferry has value nine are gone"],
        ),
        (
            [TOUR, FERRY + ")", '[[ferry]] has_value "ten" (0.9, [[news]])'],
            ["tour has value half past nine: ferry has value ten, as a later source has it, not nine"],
        ),
        ([TOUR, '[[ferry]] has_value "nine" (0.9, [[news]])', '[[ferry]] has_value "eight" (0.9, [[memo]])'], []),
        (
            [TOUR, FERRY + ", until 2026-01-31)"],
            ["tour has value half past nine: ferry has value nine held until 2026-01-31"],
        ),
        ([TOUR, FERRY + ", until 2026-12-31)"], []),
        (
            ['[[tour]] has_value "half past nine" (0.9, [[memo]], rests on [[memo#^p12345]])'],
            ["tour has value half past nine: memo#^p12345 is gone"],
        ),
        (
            [TOUR_AS_A_THING, FERRY + ", ended by [[news]])"],
            ["tour rests on ferry: ferry has value nine held until 2026-02-01, ended by news"],
        ),
        (["[[tour]] depends_on [[ferry]] (0.9, [[memo]])", FERRY + ", ended by [[news]])"], []),
        (
            [
                TOUR_AS_A_THING,
                '[[tour]] has_value "half past nine" (0.9, [[memo]])',
                '[[lunch]] has_value "noon" (0.9, [[memo]], rests on [[tour]] has_value "half past nine")',
                "[[boat]] replaces [[ferry]] (0.9, [[news]])",
            ],
            ["tour rests on ferry: ferry was replaced by boat", "lunch has value noon: ferry was replaced by boat"],
        ),
    ],
)
def test_each_way_in_which_something_changes(lines: list[str], opened: list[str], read_vault: ReadVault) -> None:
    facts = "# Facts\n\n## Claims\n\n" + "".join(f"- {line}\n" for line in lines)
    reader = read_vault({"memo.md": MEMO, "news.md": NEWS, "facts.md": facts})
    found = Resting(reader, "2026-03-01").everything(reader.pages(everything=True))
    assert [f"{item.words}: {item.change.words}" for item in found] == opened


def test_a_note_that_its_owner_calls_superseded_opens_what_rests_on_it(read_vault: ReadVault) -> None:
    notes = {
        "old.md": "---\nstatus: superseded\n---\nRedis keeps sessions.\n",
        "older.md": "Files keep sessions.\n",
        "new.md": '---\nsupersedes: "[[older]]"\n---\nPostgres keeps sessions.\n',
        "backup.md": '---\nrests_on: "[[old]]"\n---\nWe copy Redis at night.\n',
        "quota.md": '---\ndepends_on: "[[older]]"\n---\nTen files for each user.\n',
        "hall.md": '---\nrests_on: "[[new]]"\n---\nThe hall stays.\n',
    }
    reader = read_vault(notes)
    opened = Resting(reader, "2026-01-01").everything(reader.pages(everything=True))
    assert {(item.path, item.change.words) for item in opened} == {
        ("backup.md", "old is superseded"),
        ("quota.md", "older was replaced by new"),
    }
