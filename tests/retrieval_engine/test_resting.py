"""What rests on something that changed is open: as a recursion has it, over any number of steps, and cycles end."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from scripts.look.resting import Item, Resting
from tests.retrieval_engine.conftest import ReadVault
from tests.running import done, run

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


PLAN = "The importer is due on 1 March.\n\nThe viewer is due on 20 March.\n\nThe discount is 10 percent.\n"
DELAY = "The importer is due on 10 March instead of 1 March.\n\nThere is no discount any more.\n"


def _claim(name: str, value: str, quote: str = "", **more: object) -> dict[str, object]:
    claim = {"source": name, "type": "has_value", "target": value, "as_text": True, "confidence": 0.9}
    return {**claim, **({"supporting_text": quote} if quote else {}), **more}


def _on(name: str, value: str) -> dict[str, object]:
    return {"rests_on": [{"source": name, "type": "has_value", "target": value}]}


def _told(home: Path, title: str, day: str, text: str, **bundle: object) -> str:
    done("add", "-", "--title", title, home=home, stdin=f"---\ndate: {day}\n---\n# {title}\n\n{text}")
    return done("apply", "-", home=home, stdin=json.dumps({"source": title, **bundle})).out


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which the importer was delayed and the discount ended."""
    home = tmp_path_factory.mktemp("resting") / "home"
    done("init", home)
    names = ("importer", "viewer", "launch party", "discount")
    entities = [{"name": name, "type": "fact", "supporting_text": "The viewer is due"} for name in names]
    relations = [
        _claim("importer", "1 March", "The importer is due on 1 March."),
        _claim("viewer", "20 March", "The viewer is due on 20 March.", **_on("importer", "1 March")),
        _claim("launch party", "25 March", **_on("viewer", "20 March")),
        _claim("discount", "10 percent", "The discount is 10 percent."),
    ]
    _told(home, "plan", "2026-03-01", PLAN, entities=entities, relations=relations)
    question = ("--question", "when do we start?", "--title", "Start", "--cites")
    done("file", *question, _cite(home, "importer"), "-", home=home, stdin="With the importer.\n")
    ended = {
        "source": "discount",
        "type": "has_value",
        "target": "10 percent",
        "supporting_text": "There is no discount",
    }
    new = _claim("importer", "10 March", "The importer is due on 10 March", replaces="1 March")
    _told(home, "delay", "2026-03-10", DELAY, relations=[new], withdraw=[ended])
    return home


def _cite(home: Path, word: str) -> str:
    text = (home / "wiki" / "sources" / "plan.md").read_text("utf-8")
    return "plan#^" + next(line.rpartition("^")[2] for line in text.splitlines() if word in line)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("when is the importer due?", "importer has value 10 March"),
        ("when is the importer due?", "[was: 1 March until 2026-03-10]"),
        (
            "when is the importer due?",
            "[rested on it and is open: viewer has value 20 March; launch party has value 25 March]",
        ),
        ("when is the viewer due?", "[open: importer has value 1 March held until 2026-03-10, replaced by delay#^"),
        ("when is the launch party?", "(0.9, conclusion, "),
        ("when is the launch party?", "[open: importer has value 1 March held"),
        ("what is the discount?", "- no longer (until 2026-03-10, ended by delay#^"),
        ("when do we start?", "stale: importer has value 1 March held until 2026-03-10"),
    ],
)
def test_ask_tells_what_changed_and_what_fell_with_it(question: str, says: str, plan: Path) -> None:
    assert says in done("ask", question, home=plan).out


def test_a_passage_that_is_quoted_is_told_open_though_the_question_names_nothing_of_it(tmp_path: Path) -> None:
    # It was left out, too: it has the words of the claim that ended.
    home = tmp_path / "home"
    done("init", home)
    tours = "Mira shows visitors around for as long as the warden is Ilvar Roos."
    warden = "The warden is Ilvar Roos."
    entities = [{"name": name, "type": "fact", "supporting_text": warden} for name in ("guide", "warden")]
    relations = [
        _claim("warden", "Ilvar Roos", warden),
        _claim("guide", "Mira", tours, **_on("warden", "Ilvar Roos")),
    ]
    _told(home, "guild", "2026-03-01", f"{warden}\n\n{tours}\n", entities=entities, relations=relations)
    assert "is open" not in done("ask", "who shows visitors around?", home=home).out
    new = "The warden is now Tove Berg."
    change = [_claim("warden", "Tove Berg", new, replaces="Ilvar Roos")]
    _told(home, "election", "2026-03-10", f"{new}\n", relations=change)
    reply = done("ask", "who shows visitors around?", home=home).out
    assert tours in reply
    assert "stale: guide has value Mira is open: warden has value Ilvar Roos held until 2026-03-10" in reply
    assert "verdict: sufficient" not in reply


def test_on_an_earlier_day_the_earlier_value_held(plan: Path) -> None:
    told = done("ask", "when is the importer due?", "--as-of", "2026-03-05", home=plan).out
    assert "importer has value 1 March (" in told
    assert "10 March" not in told


def test_status_counts_and_lint_lists_what_is_open_and_a_closed_claim_is_open_no_more(plan: Path) -> None:
    document = done("status", "--json", home=plan).document
    assert document["open"] == ["viewer has value 20 March", "launch party has value 25 March", "Start"]
    found = run("lint", "--rule", "open", home=plan).out
    assert "--stands 'viewer has value 20 March'" in found
    assert "replaced by delay" in found
    assert "; 3 rest on that" in found
    done("edit", "plan-summary", "--stands", "viewer has value 20 March", home=plan)
    assert '"20 March"' in (summary := (plan / "wiki" / "summaries" / "plan-summary.md").read_text("utf-8"))
    assert 'rests on [[importer]] has_value "10 March"' in summary
    assert done("status", "--json", home=plan).document["open"] == ["Start"]
    assert "open" not in done("ask", "when is the launch party?", home=plan).out
    done("undo", home=plan)


def test_what_held_once_is_not_quoted_as_if_it_held(plan: Path) -> None:
    assert "> The importer is due on 1 March." not in done("ask", "when is the importer due?", home=plan).out
    assert "due on 1 March" not in done("ask", "when is the importer due?", home=plan).out.partition("\n\n")[2]


def test_what_a_passage_told_that_is_left_out_is_said_in_words(plan: Path) -> None:
    reply = done("ask", "list all importers that were planned", home=plan).out
    assert "stale: importer has value 1 March held until 2026-03-10, replaced by delay#^" in reply


def test_what_rested_on_a_thing_that_was_replaced_is_named(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    notes = {
        "boat.md": '---\nreplaces: "[[ferry]]"\n---\n# boat\n\nIt is fast.\n',
        "ferry.md": "# ferry\n\nIt is slow.\n",
        "tour.md": '---\nrests_on: "[[ferry]]"\n---\n# tour\n\nAlong the coast.\n',
    }
    for name, text in notes.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert "[rested on it and is open: tour rests on ferry" in done("ask", "boat", "--vault", tmp_path).out


def test_a_value_of_an_earlier_document_replaces_nothing_and_a_day_ends_the_day_before(plan: Path) -> None:
    old = _claim("viewer", "1 May", "The viewer is due on 1 May.")
    told = _told(plan, "draft", "2026-01-10", "The viewer is due on 1 May.\n", relations=[old])
    assert "would end" not in told
    done("undo", home=plan)
    done("undo", home=plan)
    moved = _claim("viewer", "2 May", "The viewer is due on 2 May", replaces="20 March", valid_from="2026-04-01")
    _told(plan, "moved", "2026-03-25", "The viewer is due on 2 May from 1 April.\n", relations=[moved])
    assert "[was: 20 March until 2026-03-31]" in done("ask", "when is the viewer due?", home=plan).out
    done("undo", home=plan)


def test_the_receipt_proposes_what_a_later_value_would_replace(plan: Path) -> None:
    new = _claim("viewer", "30 March", "The viewer is due on 30 March.")
    new["supporting_text"] = "It slips to 30 March."
    told = _told(plan, "later", "2026-03-20", "The viewer: who knows.\n\nIt slips to 30 March.\n", relations=[new])
    assert '"replaces": "20 March" would end viewer has value 20 March (2026-03-01)' in told
    replies = done("ask", "when is the viewer due?", home=plan).out
    assert "viewer has value 30 March (0.9, 2026-03-20" in replies.splitlines()[1]
    assert "against: viewer has value 20 March, 2026-03-01" in replies
    done("undo", home=plan)


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


def test_a_premise_that_nobody_claims_is_refused(plan: Path) -> None:
    new = _claim("viewer", "20 March", **_on("importer", "7 May"))
    ran = run("apply", "-", home=plan, stdin=json.dumps({"source": "plan", "relations": [new]}))
    assert ran.code == 3
    assert "relations[0].rests_on[0]: no such claim: importer has value 7 May" in ran.out


def test_what_was_rejected_stands_beside_what_was_chosen_and_what_no_source_says_is_not_sufficient(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    done("init", home)
    text = "Sessions are kept in Postgres.\n\nRedis lost the sessions on restart, so it was not taken.\n"
    quotes = {"Postgres": "kept in Postgres", "Redis": "Redis lost", "session store": "Sessions are kept"}
    entities = [{"name": name, "type": "thing", "supporting_text": quote} for name, quote in quotes.items()]
    ends = {"target": "session store", "confidence": 0.9}
    chosen = {"source": "Postgres", "type": "option_for", "supporting_text": "Sessions are kept in Postgres."}
    rejected = {"source": "Redis", "type": "rejected_for", "supporting_text": "Redis lost the sessions on restart"}
    invented = "Postgres was paid for by the choir of Lyon."
    bundle = {"summary": invented, "entities": entities, "relations": [chosen | ends, rejected | ends]}
    _told(home, "choice", "2026-03-01", text, **bundle)
    assert "[rejected: Redis: Redis lost the sessions on restart]" in done("ask", "why Postgres?", home=home).out
    reply = done("ask", "was Postgres paid for by the choir of Lyon?", home=home).out
    assert "verdict: sufficient" not in reply
