"""What claims and passages are worth beside each other: who has little room reads what answers."""

from __future__ import annotations

import json

import pytest

from scripts.retrieval.budget.claim_worths import claim_worths, conflict_worths
from scripts.retrieval.budget.tokens import estimate_tokens
from scripts.retrieval.budget.worth import passage_worths
from scripts.retrieval.reply.document import answer_document
from scripts.retrieval.search.claim_paths import replaced_things
from tests.retrieval.memory_graph import ClaimIn, MemoryGraph, PageIn
from tests.retrieval.samples import CLAIMS, PAGES
from tests.retrieval.test_answer import ask, text_of

OLD, NEW = "gateway limit of 2024", "gateway limit of 2025"
LIMITS = MemoryGraph(
    [
        PageIn("chat", "Chat", ("The gateway limit is 300.", "Now it is 600 for all.", "Fish and chips.")),
        PageIn("rules", "Gateway rules", ("Ask before you raise a limit.", "The gateway restarts at night.")),
        *(PageIn(id, id, ("A limit of the gateway.",), "entities") for id in (OLD, NEW)),
    ],
    [
        ClaimIn(OLD, "has_value", "300 a minute", 0.95, "chat", "p0", "limit is 300"),
        ClaimIn(NEW, "has_value", "600 a minute", 0.9, "chat", "p1", "Now it is 600"),
        ClaimIn(NEW, "replaces", OLD, 0.9, "chat", "p1", "Now"),
    ],
)


def worth_of(found, relation):
    return {
        each.edge.source: worth
        for each, worth in zip(found.claims, claim_worths(found))
        if each.edge.relation == relation
    }


def test_a_conflict_beside_the_question_does_not_take_the_room_of_an_answer():
    told = [
        ClaimIn("memory-leak", "occurred on", "monday", 1.0, "incident-report", "p1", "on Monday"),
        ClaimIn("memory-leak", "occurred on", "tuesday", 1.0, "incident-report", "p1", "on Tuesday"),
        ClaimIn("memory-leak", "was found by", "kim", 1.0, "incident-report", "p1", "found by Kim"),
    ]
    graph = MemoryGraph(PAGES, [*CLAIMS, *told])
    worths = {
        q: conflict_worths(ask(q, graph))[:1] for q in ("who found the memory leak?", "when did a memory leak occur?")
    }
    assert all(worths.values())
    beside, asked = (each[0] for each in worths.values())
    assert beside < asked / 5


def test_a_claim_that_is_a_quoted_line_of_properties_is_told_last():
    line = ClaimIn("vase", "material", "clay", 1.0, "vase", "", "")
    graph = MemoryGraph(
        [PageIn("vase", "Vase", ("material: clay\nyear: 1900", "It is blue.")), PageIn("clay", "Clay", ("Mud.",))],
        [line],
    )
    found = ask("what material is the vase?", graph)
    line = found.passages[0]._replace(block="", text="material: [[Clay]]\nyear: 1900")
    other = line._replace(text="colour: blue\nyear: 1900")
    worths = [claim_worths(found._replace(passages=(each,)))[0] for each in (line, other)]
    assert worths[0] < worths[1] / 10


def test_a_claim_that_says_all_that_is_asked_of_a_thing_goes_before_passages_alike():
    texts = tuple(f"The harbour has berth {number}." for number in range(9))
    claim = ClaimIn("ida", "owns", "harbour", 0.95, "deeds", "p0", "Ida holds the harbour")
    graph = MemoryGraph([PageIn("deeds", "Deeds", ("Ida holds it.",)), PageIn("harbour", "Harbour", texts)], [claim])
    owns = max(claim_worths(ask("who owns the harbour?", graph)))
    needs = max(claim_worths(ask("who paints the harbour?", graph)))
    assert owns == pytest.approx(0.95**5)
    assert owns > 5 * needs
    assert "ida -owns[0.95]-> Harbour" in text_of(ask("who owns the harbour?", graph), 120)


WORKSHOP = MemoryGraph(
    [
        PageIn("talk", "Talk", ("It runs on a winch.", "Ida Thurn did that one.", "Rust is on the boom.")),
        PageIn("crane", "harbor crane", ("A machine.",), "entities", aliases=("old lifter",)),
        PageIn("winch", "K2", ("A winch.",), "entities"),
        PageIn("boom", "boom", ("An arm.",), "entities"),
        PageIn("ida", "Ida Thurn", ("A smith.",), "entities"),
    ],
    [
        ClaimIn("crane", "uses", "winch", 0.9, "talk", "p0", "It runs on a winch"),
        ClaimIn("ida", "created", "winch", 0.9, "talk", "p1", "Ida Thurn did that one"),
        ClaimIn("crane", "contains", "boom", 0.9, "talk", "p2", "on the boom"),
    ],
)


def test_two_claims_that_answer_together_go_before_one_beside_the_question():
    found = ask("who created what the harbor crane uses?", WORKSHOP)
    worths = worth_of(found, "created") | worth_of(found, "uses")
    assert min(worths.values()) > 5 * worth_of(found, "contains")["crane"]
    assert worth_of(ask("who created the harbor?", WORKSHOP), "created").get("ida", 0.0) < worths["ida"] / 10


def test_a_claim_says_also_what_the_question_calls_its_thing():
    by_name, by_alias = (ask(f"what does the {name} use?", WORKSHOP) for name in ("harbor crane", "old lifter"))
    assert worth_of(by_alias, "uses") == pytest.approx(worth_of(by_name, "uses"), rel=0.3)


def test_what_took_the_place_of_something_goes_before_it():
    found = ask("what is the gateway limit?", LIMITS)
    values = worth_of(found, "has_value")
    assert values[NEW] > values[OLD]
    line = next(line for line in text_of(found).splitlines() if "300 a minute" in line)
    assert f"(replaced by {NEW})" in line
    document, _, _ = answer_document(found, home="", count=estimate_tokens)
    told = {path["target"]: path.get("replaced_by") for path in document["paths"]}
    assert told == {"300 a minute": NEW, "600 a minute": None, OLD: None}, json.dumps(told)


def test_who_asks_of_a_replaced_thing_by_its_name_is_told_first_that_it_was():
    assert max(worth_of(ask(f"is the {OLD} still true?", LIMITS), "replaces").values()) == pytest.approx(0.9)


def test_two_things_that_replace_each_other_are_both_told_as_they_are():
    both = [ClaimIn("a tin", "replaces", "a jar", 0.9), ClaimIn("a jar", "replaces", "a tin", 0.9)]
    graph = MemoryGraph(PAGES, [*both, ClaimIn("a tin", "has_value", "4 coins", 0.9)])
    assert "(replaced by" not in text_of(ask("what is the value of a tin and a jar?", graph))


MOVES = MemoryGraph(
    [
        PageIn("chat", "Chat", ("Nora lives in Elm Road.", "She moved to Oak Road.", "Now it is Ash Road.")),
        *(PageIn(id, id, (f"{id} is a street.",), "entities") for id in ("nora", "elm road", "oak road", "ash road")),
    ],
    [
        ClaimIn("nora", "located_in", "elm road", 0.95, "chat", "p0", "lives in Elm Road"),
        ClaimIn("nora", "located_in", "ash road", 0.8, "chat", "p2", "it is Ash Road"),
        ClaimIn("oak road", "replaces", "elm road", 0.9, "chat", "p1", "moved to Oak Road"),
        ClaimIn("ash road", "replaces", "oak road", 0.9, "chat", "p2", "it is Ash Road"),
    ],
)


@pytest.mark.parametrize("relations", [(), ("located_in",)])
def test_a_claim_whose_object_was_replaced_says_by_what_holds_now(relations):
    found = ask("where does Nora live?", MOVES, relations=relations)
    line = next(line for line in text_of(found).splitlines() if "-> elm road" in line and line.startswith("nora"))
    assert "(elm road replaced by ash road)" in line
    document, _, _ = answer_document(found, home="", count=estimate_tokens)
    told = {path["target"]: path.get("target_replaced_by") for path in document["paths"] if path["source"] == "nora"}
    assert told == {"elm road": "ash road", "ash road": None}
    lives = {each.edge.target: worth for each, worth in zip(found.claims, claim_worths(found)) if "nora" in each.edge}
    assert lives["ash road"] > lives["elm road"]


def test_what_took_the_place_of_a_thing_and_was_replaced_itself_says_so():
    line = next(line for line in text_of(ask("what is elm road?", MOVES)).splitlines() if "oak road -replaces" in line)
    assert line.startswith("oak road -replaces[0.9]-> elm road (replaced by ash road)")


def test_things_that_replace_each_other_in_a_ring_are_told_as_they_are():
    ring = [ClaimIn(*ends, 0.9) for ends in (("a", "replaces", "b"), ("b", "replaces", "c"), ("c", "replaces", "a"))]
    assert replaced_things(MemoryGraph(PAGES, ring), ["a", "b", "c"], min_confidence=0.6) == ()


def rivals(days):
    """What holds the place of the bed, of which a jar says by the surer claim that it took it, and a tin."""
    claims = [
        ClaimIn("a jar", "replaces", "a bed", 0.9, "jars", "p0", "a jar"),
        ClaimIn("a tin", "replaces", "a bed", 0.8, "tins", "p0", "a tin"),
    ]
    pages = [PageIn("jars", "Jars", ("Here is a jar.",)), PageIn("tins", "Tins", ("Here is a tin.",))]
    graph = MemoryGraph(pages, claims)
    (found,) = replaced_things(graph, ["a bed"], written=lambda page, _: days[page], min_confidence=0.6)
    return found.newest


@pytest.mark.parametrize(
    ("jars", "tins", "newest"),
    [
        ("2026-01-02", "2026-03-01T10:00:00", "a tin"),
        ("2026-03-01", "2026-01-02", "a jar"),
        ("2026-01-02", "2026-01-02T10:00:00", "a jar"),
        ("", "2026-03-01", "a jar"),
    ],
)
def test_of_two_that_took_one_place_the_later_holds_it_and_the_surer_where_days_do_not_tell(jars, tins, newest):
    assert rivals({"jars": jars, "tins": tins}) == newest


def shown(found, *texts):
    """The answer with these texts, one behind the other on a page called Oak, as its passages."""
    row = found.passages[0]
    return found._replace(
        passages=tuple(
            row._replace(page="oak", title="Oak", heading="", text=text, score=0.9, first=at, last=at, why="words")
            for at, text in enumerate(texts)
        )
    )


def test_of_passages_that_say_no_more_than_the_title_each_adds_less():
    found = ask("which oak leaks memory?")
    _, one, two, three, more = passage_worths(shown(found, *(text * 20 for text in (*["An oak."] * 4, "It leaks."))))
    assert one > two > three
    assert more > one


def test_a_lead_in_beside_what_it_leads_to_is_worth_little():
    found = ask("which oak leaks memory?")
    texts = "Any oak.", "It leaks:", "memory"
    alone, beside = (passage_worths(shown(found, *given))[1] for given in (texts[:2], texts))
    assert beside == pytest.approx(alone / 5)
