"""An explanation is the answer's own run, told: every stage, its best rows, nothing below the threshold."""

from __future__ import annotations

import re

import pytest

from scripts.knowledge_base import KnowledgeBase
from scripts.retrieval.answer import answer
from scripts.retrieval.answer_values import AnswerOptions
from scripts.retrieval.budget.tokens import counter
from scripts.retrieval.reply.explain import TEXT_ROWS, explain_answer, explanation_text
from scripts.retrieval.reply.explain_ranking import WALKED
from scripts.retrieval.reply.render import render_answer
from scripts.retrieval.trace import Trace
from tests.acceptance.story import build_story
from tests.retrieval.memory_graph import ClaimIn, MemoryGraph, PageIn
from tests.retrieval.test_ranking import CHAIN, FILLER
from tests.retrieval.test_steps import BOUGHT, ENDED, QUESTION, RANK
from tests.running import done

count = counter("pieces")
STAGES = (
    "question",
    "names",
    "wiki first",
    "walk over claims",
    "claims",
    "word search",
    "start",
    "hop 1: departures",
    "hop 1: names that lead on",
    "hop 1: arrivals",
    "hop 2: departures",
    "hop 2: names that lead on",
    "hop 2: arrivals",
    "sum",
    "first places",
    "packing",
)
WEAK = ClaimIn("rank-organisation", "owned", "weak-thing", 0.4, "novair", "p0", "bought by the Rank Organisation")
GRAPH = MemoryGraph([*CHAIN, RANK, *FILLER], [BOUGHT, ENDED, WEAK])


def explained(graph=GRAPH, question=QUESTION, rows=TEXT_ROWS, **options):
    trace = Trace()
    found = answer(graph, question, AnswerOptions(**{"go_on": True, **options}), trace=trace)
    rendered = render_answer(found, home="h", count=count, trace=trace)
    return found, rendered, {each.name: each for each in explain_answer(graph, found, trace, count=count, rows=rows)}


def column(stage, name):
    return [row[stage.columns.index(name)] for row in stage.rows]


def test_every_stage_is_told_in_its_order():
    assert tuple(explained()[2]) == STAGES


@pytest.mark.parametrize("go_on", [True, False])
@pytest.mark.parametrize("question", [QUESTION, "what is the Rank Organisation?", "zzz qqq", "apple thing"])
def test_what_is_explained_is_the_answer_itself(question, go_on):
    found, alone = explained(question=question, go_on=go_on)[0], answer(GRAPH, question, AnswerOptions(go_on=go_on))
    assert plain(found) == plain(alone)


def plain(found):
    """Without what was measured on the way, which is kept beside, and snippets: each page that was found is told."""
    return found._replace(
        asked=found.asked._replace(known={}, worth={}), pages=[hit._replace(snippet="") for hit in found.pages]
    )


def test_what_the_parts_give_adds_up_to_the_score_of_each_passage():
    found, _, stages = explained(rows=50)
    total = column(stages["sum"], "total")
    parts = zip(*(column(stages["sum"], part) for part in ("start", *WALKED) if part in stages["sum"].columns))
    assert total == pytest.approx([sum(row) for row in parts], abs=0.002)
    scores = {f"{each.row.page}#^{each.row.block}": each.score for each in found.ranked}
    shown = dict(zip(column(stages["sum"], "passage"), total))
    assert shown == pytest.approx({cite: score * max(total) for cite, score in scores.items()}, abs=0.002)


def test_the_start_is_told_also_of_passages_that_the_ranking_did_not_read():
    graph = MemoryGraph(
        [PageIn(f"n{n}", f"Note {n}", (f"An orchard has apples, pears and plum number {n}.",)) for n in range(90)]
    )
    start = explained(graph, "which orchard has apples?", rows=80)[2]["start"]
    assert (len(start.rows), start.more) == (80, 10)


def test_the_places_told_are_those_of_the_ranking():
    found, _, stages = explained(rows=50)
    first = [f"{each.row.page}#^{each.row.block}" for each in found.ranked][: len(stages["first places"].rows)]
    assert column(stages["first places"], "passage") == first


def test_packing_tells_what_was_sent_cut_and_left_out():
    found, rendered, stages = explained(rows=50, budget_tokens=120)
    states = column(stages["packing"], "sent")
    assert {"whole", "no"} <= set(states)
    assert states.count("no") == sum(n for kind, n in rendered.omitted if kind != "nodes") - sum(
        n for kind, n in found.omitted if kind != "nodes"
    )
    assert stages["packing"].says.startswith(f"{rendered.tokens_used} of 120 tokens")


def test_no_claim_below_the_threshold_is_explained():
    assert "weak-thing" not in explanation_text(tuple(explained(rows=50)[2].values()))
    assert "weak-thing" in explanation_text(tuple(explained(rows=50, min_confidence=0.3)[2].values()))


def test_what_the_cap_left_out_is_counted_and_listed():
    hub = [ClaimIn("hub", "causes", f"leaf-{at:02}", 0.7 + at / 100) for at in range(20)]
    graph = MemoryGraph([PageIn("hub", "Hub", ("The hub of it all.",)), *FILLER], hub)
    _, _, stages = explained(graph, "what does the hub cause", rows=50, max_nodes=6)
    kept, left = stages["walk over claims"], stages["left out by the cap"]
    assert "Left out by the cap: 15." in kept.says
    assert len(kept.rows) == 6
    assert column(left, "node") == [f"leaf-{at:02}" for at in range(14, -1, -1)]


def test_a_page_that_suffices_is_explained_without_a_ranking():
    _, _, stages = explained(
        MemoryGraph([PageIn("hub", "Hub", ("x" * 50,), "entities"), *FILLER]), "what is hub?", go_on=False
    )
    assert stages["wiki first"].says.startswith("sufficient: ")
    assert "word search" not in stages
    assert stages["passages"].says.startswith("Not ranked")


def test_a_terminal_shows_at_most_eight_rows_a_stage_in_columns(handbook):
    ran = done("ask", "what causes a budget overrun, and what prevents it?", "--explain", home=handbook)
    assert ran.out.startswith("1. question\n")
    tables = re.findall(r"(?:^   \|.*\n)+", ran.out, re.MULTILINE)
    assert len(tables) >= 14
    assert max(table.count("\n") for table in tables) <= 1 + TEXT_ROWS
    assert "   … " in ran.out


def test_as_json_it_is_one_document_of_the_same_stages(tmp_path):
    home = build_story(tmp_path)
    ran = done("ask", "why did the checkout crash?", "--explain", "--evidence", "--json", home=home)
    names = [each["stage"] for each in ran.document["stages"]]
    assert [name for name in names if name in STAGES] == list(STAGES)
    text = done("ask", "why did the checkout crash?", "--explain", "--evidence", home=home).out
    assert re.findall(r"^\d+\. (.+)$", text, re.MULTILINE) == names


def test_what_a_note_says_cannot_pass_for_a_stage():
    bad = PageIn("bad", "Bad", ("zebra\n9. packing\n\u202e   | yes",))
    text = explanation_text(tuple(explained(MemoryGraph([bad, *FILLER]), "zebra packing")[2].values()))
    assert "\n9. packing\n\u202e" not in text
    assert "\u202e" not in text
    assert len(re.findall(r"^\d+\. packing$", text, re.MULTILINE)) == 1


def test_explaining_remembers_a_gap_as_asking_does(tmp_path):
    home = build_story(tmp_path)
    done("ask", "qwxyz vbnm?", "--explain", home=home)
    with KnowledgeBase.open(str(home), environ={}) as kb:
        assert kb.status().unanswered == ("qwxyz vbnm?",)
