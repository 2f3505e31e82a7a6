"""The way to a passage: which name or claim led from where to where, and what is claimed of it."""

from __future__ import annotations

from scripts.pages.model import Edge
from scripts.retrieval.answer import answer
from scripts.retrieval.answer_values import AnswerOptions
from scripts.retrieval.budget.tokens import counter
from scripts.retrieval.reply.document import answer_document
from scripts.retrieval.search.steps import Step
from tests.retrieval.memory_graph import ClaimIn, MemoryGraph, PageIn
from tests.retrieval.test_ranking import CHAIN, FILLER

QUESTION = "In what year did the company that bought Calair stop?"
RANK = PageIn("rank-organisation", "Rank Organisation", (), "entities")
BOUGHT = ClaimIn("rank-organisation", "acquired", "calair", 0.9, "novair", "p0", "bought by the Rank Organisation")
ENDED = ClaimIn("rank-organisation", "ended_in", "year-1995", 0.95, "rank-history", "p0", "dissolved in 1995")


def steps(claims, question=QUESTION, pages=(*CHAIN, RANK, *FILLER), **options):
    found = answer(MemoryGraph(pages, claims), question, AnswerOptions(go_on=True, **options))
    return {each.page: each.steps for each in found.passages}


def test_a_step_tells_the_claim_on_the_name_that_rests_on_the_passage_of_departure():
    (step,) = steps([BOUGHT, ENDED])["rank-history"]
    assert step[:6] == ("novair", "p0", "Rank Organisation", "mention", "rank-history", "p0")
    assert step[6:] == (Edge("rank-organisation", "acquired", "calair", 0.9), "novair#^p0", "summaries/made.md", 1)


def test_else_the_claim_that_rests_on_the_passage_of_arrival():
    (step,) = steps([ENDED])["rank-history"]
    assert (step.claim, step.cite) == (Edge("rank-organisation", "ended_in", "year-1995", 0.95), "rank-history#^p0")


def test_claims_are_looked_up_for_the_way_that_is_read_and_once():
    asked = []

    class Counting(MemoryGraph):
        def edges_citing(self, page, block, **options):
            asked.append(page)
            return super().edges_citing(page, block, **options)

    found = answer(Counting([*CHAIN, RANK, *FILLER], [ENDED]), QUESTION, AnswerOptions(go_on=True))
    ways = {each.page: each.steps for each in found.passages}
    assert (len(ways["rank-history"]), asked) == (1, [])
    assert [step.claim for step in ways["rank-history"]] == [ways["rank-history"][-1].claim]
    assert asked == ["novair", "rank-history"]


def test_a_claim_below_the_threshold_or_of_another_relation_is_not_told():
    weak = BOUGHT._replace(confidence=0.5)
    assert [step.claim for step in steps([weak])["rank-history"]] == [None]
    assert [step.claim for step in steps([BOUGHT], relations=("causes",))["rank-history"]] == [None]


def test_a_name_that_nobody_knows_leads_on_without_a_claim():
    assert steps([], pages=(*CHAIN, *FILLER))["rank-history"] == (
        Step("novair", "p0", "Rank Organisation", "guess", "rank-history", "p0"),
    )


def test_a_line_that_retells_a_passage_is_named_with_its_claim():
    source = PageIn("log", "Log", ("She took it back to the shop on Monday.",))
    line = PageIn("made", "Log (summary)", ("[[trombone]] returned by Anna [[log#^p0]]",), "summaries")
    claim = ClaimIn("trombone", "returned_by", "anna", 0.8, "log", "p0", "took it back")
    (step,) = steps([claim], "who returned the trombone", (source, line, *FILLER))["log"]
    assert (step.from_page, step.name, step.how, step.to_page) == ("made", "", "claim", "log")


def test_of_several_claims_on_a_name_the_one_the_question_asks_for_is_told():
    aside = ClaimIn("rank-organisation", "admired", "flute", 0.99, "novair", "p0", "the Rank Organisation")
    (step,) = steps([aside, BOUGHT])["rank-history"]
    assert step.claim == Edge("rank-organisation", "acquired", "calair", 0.9)


def test_json_tells_each_step_and_leaves_the_claims_out_where_the_budget_is_short():
    graph = MemoryGraph([*CHAIN, RANK, *FILLER], [BOUGHT])

    def via(budget):
        found = answer(graph, QUESTION, AnswerOptions(go_on=True, budget_tokens=budget))
        document, _, _ = answer_document(found, home="h", count=counter("pieces"))
        return {each["cite"]: each["via"] for each in document["evidence"]}.get("rank-history#^p0")

    plain = {"from": "novair#^p0", "how": "mention", "name": "Rank Organisation"}
    told = {**plain, "claim": ["rank-organisation", "acquired", "calair", 0.9], "cite": "novair#^p0"}
    assert via(2000) == [told]
    assert [plain] in [via(budget) for budget in range(600, 720, 20)]
