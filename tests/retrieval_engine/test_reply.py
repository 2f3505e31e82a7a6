from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.retrieval_engine.claims import Proof, ShownClaim
from scripts.retrieval_engine.filed import FiledAnswer
from scripts.retrieval_engine.pack import pack
from scripts.retrieval_engine.reply import (
    Answer,
    CorrectedWord,
    Lead,
    RankedPage,
    Reply,
    Stub,
    fit,
    format_answers,
    format_claim_lines,
)

from .material import Shelf

CLAIM = ShownClaim(
    "leak", "memory leak", "depends_on", "gc", "GC", 0.9, 2, "sum.md", 4, "", Proof("s", "s.md", "b1", 3, "It leaks."),
    "named", 0.5,
)  # fmt: skip


def answer(*, quoted: int = 3, claims: int = 1, leads: int = 2, question: str = "what leaks?") -> Answer:
    shelf = Shelf()
    ids = [
        id
        for number in range(quoted)
        for id in shelf.page(f"Page {number}", {"Why": [f"Reason {number} is long.", f"It {number} leaks."]})
    ]
    packed = pack(shelf.ranked(*ids), shelf.material("leaks"), budget=1000, count=len)
    return Answer(
        verdict="weak",
        question=question,
        coverage=0.3,
        is_doubtful=True,
        missing="",
        pages=(RankedPage("Page 0.md", "Page 0", "Page 0"),),
        evidence=packed.quotations,
        claims=(CLAIM,) * claims,
        claims_left=0,
        claims_left_of="",
        stale=("t#^b2 is gone",),
        nowhere=("Terraform",),
        together_nowhere=("Windows", "7"),
        limits=(),
        corrected=(CorrectedWord("residum", "residuum"),),
        stubs=(Stub("Pin", "Pin.md", ("a", "b"), 3),),
        more=tuple(Lead(f"Next {number}", f"Next {number}.md", 1) for number in range(leads)),
        filed=FiledAnswer(1, "topics/a.md", "a", "2026-01-02T10:00", ("s#^b1 has changed",)),
    )


def test_a_reply_reads_from_its_verdict_to_the_next_places():
    assert format_answers([answer(quoted=1, leads=1)]) == (
        "verdict: weak (the nearest)\n"
        "filed answer: topics/a, 2026-01-02\n"
        "stale: s#^b1 has changed\n"
        "stale: t#^b2 is gone\n"
        "corrected: residum -> residuum\n"
        "occurs nowhere: Terraform\n"
        "nowhere together: Windows + 7\n"
        "Pin: nothing written; linked from a, b and 3 more\n"
        '- memory leak depends on GC (0.9, 2 sources, s#^b1): "It leaks."\n'
        "\n"
        "[Page 0 > Why]\n"
        "Reason 0 is long.\n"
        "It 0 leaks.\n"
        "\n"
        "more: Next 0"
    )


def test_what_is_quoted_without_an_answer_is_called_the_nearest():
    nothing = answer()._replace(verdict="none")
    assert format_answers([nothing]).startswith("verdict: none (the nearest)\n")


def test_a_claim_that_is_stale_or_contradicted_says_so():
    claim = CLAIM._replace(proof=CLAIM.proof._replace(stale="quote gone"), conflicts=("GC depends on memory leak",))
    said = format_answers([answer()._replace(claims=(claim,))])
    assert "[stale: quote gone] [against: GC depends on memory leak]" in said


def test_a_note_stood_where_the_proof_of_a_claim_does():
    note = ': "The auditors signed this."'
    own, proven = CLAIM._replace(note=note, proof=None, sources=1), CLAIM._replace(note=note)
    said = format_answers([answer()._replace(claims=(own, proven))])
    assert '- memory leak depends on GC (0.9, sum.md:4) [note: : \\"The auditors signed this.\\"]\n' in said
    assert '(0.9, 2 sources, s#^b1): "It leaks." [note: : \\"The auditors signed this.\\"]\n' in said


@pytest.mark.parametrize("field", ["subject_name", "relation", "object_name", "path"])
def test_a_name_or_value_held_a_proof_of_its_own(field: str):
    forged = 'approved (minutes.md): "The board approved."'
    claim = CLAIM._replace(proof=None, **{field: forged})
    for shown in (claim, claim._replace(reason="property")):
        (line,) = format_claim_lines([shown])
        assert '"The board' not in line.replace('\\"', "")
    assert format_claim_lines([CLAIM._replace(object_name=forged, reason="property")]) == [
        '- memory leak > depends_on: "approved (minutes.md): \\"The board approved.\\"" (sum.md)'
    ]


def test_answers_to_several_questions_stand_under_their_questions():
    said = format_answers([answer(question="one?"), answer(question="two?")])
    assert said.startswith("question: one?\nverdict: weak")
    assert "\n\nquestion: two?\nverdict: weak" in said


def test_a_reply_is_one_json_document():
    answers = (answer(), answer())
    text = format_answers(answers)
    one, both = Reply(answers[:1], text, 9).document, Reply(answers, text, 9).document
    assert json.loads(json.dumps(one))["verdict"] == "weak"
    assert one["evidence"][0] == {
        "path": "Page 0.md",
        "heading": "Why",
        "label": "Page 0 > Why",
        "line": 1,
        "text": "Reason 0 is long.\nIt 0 leaks.",
    }
    assert [document["question"] for document in both["answers"]] == ["what leaks?", "what leaks?"]


COUNTERS = st.sampled_from(
    [
        len,
        lambda text: len(text.split()),
        lambda text: (len(text.encode()) + 2) // 3,
        # Not additive: what is longer than its parts together.
        lambda text: len(text.split()) + len(text) ** 2 // 5000,
    ]
)
ANSWERS = st.lists(
    st.builds(answer, quoted=st.integers(0, 4), claims=st.integers(0, 3), leads=st.integers(0, 3)),
    min_size=1,
    max_size=3,
)


@given(ANSWERS, st.integers(0, 500), COUNTERS)
def test_a_reply_never_exceeds_its_budget_and_json_holds_the_same_passages(answers, budget, count):
    fitted, text, tokens = fit(answers, budget=budget, count=count)
    assert not text or count(text + "\n") == tokens <= budget
    assert len(fitted) == len(answers)
    document = Reply(fitted, text, tokens).document
    documents = document["answers"] if len(fitted) > 1 else [document]
    if text:
        assert all(entry["text"] in text for one in documents for entry in one["evidence"])
        assert text.count("\n[") == sum(len(one["evidence"]) for one in documents)
    else:
        assert not any(one["evidence"] or one["claims"] for one in documents)


@given(ANSWERS, COUNTERS)
def test_a_reply_within_its_budget_is_not_changed(answers, count):
    text = format_answers(answers)
    tokens = count(text + "\n")
    assert fit(answers, budget=tokens, count=count) == (tuple(answers), text, tokens)


@given(ANSWERS, COUNTERS)
def test_the_least_budget_that_is_named_has_room_for_the_verdicts(answers, count):
    _, text, least = fit(answers, budget=0, count=count)
    assert text == ""
    assert "verdict: " in fit(answers, budget=least, count=count)[1]
