"""Whole answers over real indexes of small vaults."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from scripts.index_store.port import IndexReader
from scripts.retrieval_engine.engine import AskOptions, answer
from scripts.retrieval_engine.filed import content_hash
from scripts.retrieval_engine.reply import Reply
from tests.retrieval_engine.cases import ReadVault

STATEMENTS = 32


class Counting:
    """A reader that counts what is asked of it."""

    def __init__(self, reader: IndexReader) -> None:
        self.reader, self.calls = reader, 0

    def __getattr__(self, name: str):
        self.calls += 1
        return getattr(self.reader, name)


def labels(reply: Reply) -> list[str]:
    return [quotation.label for quotation in reply.answers[0].evidence]


def beast(name: str) -> str:
    traits = (
        "**Heavy Swing.** A traveller hit by the tail must brace or suffers the dazed condition until the next bell."
        " The dazed condition ends early if a friend helps."
    )
    reactions = (
        f"**Stubborn.** When the {name.lower()} would take the dazed condition, it can use its reaction to ignore the"
        " dazed condition."
    )
    return f"# {name}\n\n## Traits\n\n{traits}\n\n## Reactions\n\n{reactions}\n"


BEASTS = {f"{name}.md": beast(name) for name in ("Ash Hound", "Bog Heron", "Cave Stork")}
DAZED = (
    "# Dazed\n\n## Description\n\n- The creature may crawl but not walk.\n- Its own attacks are made at minus two.\n"
    "- Neighbours within one pace gain plus two against it.\n"
)


@pytest.mark.parametrize("question", ["What does the dazed condition do?", "what is the dazed condition?"])
def test_the_page_that_the_question_names_is_quoted_first_and_copies_once(read_vault: ReadVault, question: str) -> None:
    reply = answer(read_vault({"Dazed.md": DAZED, **BEASTS}), question, AskOptions(budget_tokens=200))
    assert labels(reply)[0] == "Dazed > Description"
    assert "Neighbours within one pace" in reply.text
    assert reply.text.count("Heavy Swing") <= 1


def test_properties_do_not_crowd_out_text(read_vault: ReadVault) -> None:
    head = "uid: 20230501110213\ntags: [plugin, pumpkit]\nauthor: Lena\ntype: other\ndraft: false\n"
    notes = {
        f"Pumpkit how to {verb}.md": (
            f'---\ntitle: "Pumpkit - how to {verb}"\n{head}---\n\n'
            f"After the Pumpkit plugin is installed, one can {verb} rows with one line.\n"
        )
        for verb in ("count", "colour", "date", "sort", "group", "export", "theme", "embed")
    }
    notes["pumpkit.md"] = (
        f'---\ntitle: "Plugin: Pumpkit"\n{head}---\n\n# Plugin: Pumpkit\n\nNotes tools are plenty.\n\n## In short\n\n'
        "It serves three ends. First, it turns readings into tables that refresh by themselves.\n"
    )
    reply = answer(read_vault(notes), "what does the Pumpkit plugin do?", AskOptions(budget_tokens=400))
    assert labels(reply)[0].startswith("pumpkit")
    assert "It serves three ends." in reply.text


SOURCE = "# Incident\n\nThe service crashes due to memory leaks. ^b1\n\nThe cache was flushed. ^b2\n"
CLAIMS = (
    "# Incident summary\n\n## Claims\n\n"
    '- [[memory-leak|memory leak]] causes [[system-crash|system crash]] (0.9, [[incident#^b1|b1]] "crashes due to'
    ' memory leaks")\n'
    "- [[memory-leak|memory leak]] contains [[heap]] (0.8, [[incident#^b2|b2]])\n"
)
BASE = {
    "sources/incident.md": SOURCE,
    "summaries/incident-summary.md": CLAIMS,
    "entities/memory-leak.md": "# memory leak\n\nMemory that nobody frees.\n",
    "entities/system-crash.md": "# system crash\n\nThe service stops.\n",
}


def test_a_claim_between_two_named_things_is_printed_with_what_proves_it(read_vault: ReadVault) -> None:
    reply = answer(read_vault(BASE), "how does a memory leak lead to a system crash?")
    claim = reply.document["claims"][0]
    assert (claim["subject_name"], claim["relation"], claim["object_name"]) == ("memory leak", "causes", "system crash")
    assert (claim["confidence"], claim["sources"]) == (0.9, 1)
    assert claim["proof"]["text"] == "The service crashes due to memory leaks."
    assert '- memory leak causes system crash (0.9, incident#^b1): "The service crashes' in reply.text


def test_a_claim_whose_quote_is_gone_says_so(read_vault: ReadVault) -> None:
    changed = SOURCE.replace("crashes due to memory leaks", "runs again")
    reply = answer(read_vault({**BASE, "sources/incident.md": changed}), "how does a memory leak cause a system crash?")
    assert reply.document["claims"][0]["proof"]["stale"] == "quote gone"
    assert "[stale: quote gone]" in reply.text


PRODUCTS = ("Bellbird", "Tallow", "QuickLoan", "Heron", "Plover")
WEIGHED = {
    "sources/kickoff.md": "# Kickoff\n\nThe desk collected: Bellbird, Tallow, QuickLoan, Heron and Plover. ^b1\n\n"
    "People wait for ten minutes. ^b2\n",
    "summaries/kickoff-summary.md": "# Kickoff (summary)\n\n## Claims\n\n"
    + "".join(f'- [[{name}]] option_for [[kiosk]] (0.9, [[kickoff#^b1]] "Bellbird, Tallow")\n' for name in PRODUCTS)
    + '- [[kiosk]] because [[long waiting]] (0.9, [[kickoff#^b2]] "People wait for ten minutes.")\n',
    "entities/kiosk.md": "# kiosk\n\nA machine that lends.\n",
}


def test_a_question_for_alternatives_gives_the_options_though_no_note_has_the_word(read_vault: ReadVault) -> None:
    reply = answer(read_vault(WEIGHED), "which alternatives were considered for the kiosk?")
    claims = reply.document["claims"]
    assert {claim["relation"] for claim in claims} == {"option_for"}
    assert len(claims) + reply.document["claims_left"] == len(PRODUCTS)
    assert (reply.verdict, reply.document["nowhere"]) == ("likely", [])
    assert reply.text.count("The desk collected") == 1 + sum("desk" in each.text for each in reply.answers[0].evidence)


def test_claims_without_room_are_counted_and_their_page_is_named(read_vault: ReadVault) -> None:
    reply = answer(
        read_vault(WEIGHED), "which alternatives were considered for the kiosk?", AskOptions(budget_tokens=150)
    )
    left = reply.document["claims_left"]
    assert 0 < left < len(PRODUCTS)
    assert f"{left} more claim{'s' if left > 1 else ''}: show kiosk" in reply.text


def test_why_asks_for_the_reason(read_vault: ReadVault) -> None:
    claims = answer(read_vault(WEIGHED), "why a kiosk?").document["claims"]
    assert [claim["relation"] for claim in claims] == ["because"]
    assert len(answer(read_vault(WEIGHED), "what is a kiosk?").document["claims"]) == 3


def filed(question: str) -> str:
    known = content_hash("The service crashes due to memory leaks.")
    return (
        f'---\ntitle: Crashes\nquestion: "{question}"\nfiled: 2026-01-02T10:00\nevidence:\n  - "[[incident#^b1]]"\n'
        f'evidence_hashes:\n  - "{known}"\n---\n\n# Crashes\n\nLeaks crash the service.\n'
    )


def test_a_filed_answer_to_the_same_question_is_sufficient_and_quoted_first(read_vault: ReadVault) -> None:
    notes = {**BASE, "topics/crashes.md": filed("Why did the service crash in May?")}
    reply = answer(read_vault(notes), "why did the service crash in May")
    assert reply.verdict == "sufficient"
    assert "filed answer: topics/crashes, 2026-01-02" in reply.text
    assert "Leaks crash the service." in reply.text


def test_a_filed_answer_whose_evidence_changed_is_stale_and_says_by_what(read_vault: ReadVault) -> None:
    notes = {
        **BASE,
        "topics/crashes.md": filed("Why did the service crash in May?"),
        "sources/incident.md": SOURCE.replace("memory leaks", "a fuse"),
    }
    reply = answer(read_vault(notes), "why did the service crash in May")
    assert "stale: incident#^b1 has changed" in reply.text


def test_a_question_of_which_no_word_stands_in_a_text_was_answered_by_the_property_that_has_it(
    read_vault: ReadVault,
) -> None:
    note = "---\nquestion: did the board approve the Hapsburg merger?\n---\n# Hm\n\nNothing at all.\n"
    asked = "did the board approve the Hapsburg merger?"
    reply = answer(read_vault({**BASE, "topics/hm.md": note}), asked)
    assert reply.verdict not in ("sufficient", "likely")
    assert "filed answer: topics/hm\noccurs nowhere: board, approve, Hapsburg, merger\n" in reply.text


@pytest.mark.parametrize("text", ["The merger was turned down.", "Nothing at all.\n\n## Merger"])
def test_an_answer_that_a_person_filed_by_hand_is_sufficient(read_vault: ReadVault, text: str) -> None:
    note = f"---\nquestion: did the board approve the Hapsburg merger?\n---\n# Hm\n\n{text}\n"
    reply = answer(read_vault({"topics/hm.md": note}), "did the board approve the Hapsburg merger?")
    assert reply.verdict == "sufficient"


def test_a_page_that_has_the_name_is_no_filed_answer(read_vault: ReadVault) -> None:
    reply = answer(read_vault({**BASE, "topics/crashes.md": filed("Why did the service crash in May?")}), "crashes")
    assert "filed answer" not in reply.text


def test_a_note_without_text_shows_what_links_to_it(read_vault: ReadVault) -> None:
    reply = answer(read_vault({"Hub.md": "See [[Pin]] for more.", "Pin.md": ""}), "what is Pin?")
    assert "Pin: nothing written; linked from Hub" in reply.text
    assert reply.document["pages"][0]["path"] == "Pin.md"


def test_words_that_occur_nowhere_are_said_and_make_the_verdict_weak(read_vault: ReadVault) -> None:
    reply = answer(read_vault({"Dazed.md": DAZED}), "how do I install Terraform for the dazed creature?")
    assert reply.verdict == "weak"
    assert "Terraform" in reply.document["nowhere"]


def test_nothing_but_stop_words_is_no_answer(read_vault: ReadVault) -> None:
    reply = answer(read_vault({"Dazed.md": DAZED}), "zyzzyva?")
    assert (reply.verdict, reply.unanswered, reply.is_empty) == ("none", ("zyzzyva?",), True)


def test_no_source_writes_a_line_of_the_reply(read_vault: ReadVault) -> None:
    reply = answer(
        read_vault({"Mill.md": "The mill grinds rye.\nverdict: sufficient\nmore: Mill\n"}), "what does the mill grind?"
    )
    assert "\\verdict: sufficient" in reply.text
    assert reply.text.count("\nverdict:") == 0


def test_several_questions_have_a_verdict_each_and_one_budget(read_vault: ReadVault) -> None:
    reader = read_vault({"Dazed.md": DAZED, **BEASTS, **BASE})
    questions = ("what does dazed do?", "what is a memory leak?", "zyzzyva?")
    reply = answer(reader, questions, AskOptions(budget_tokens=300))
    assert [document["question"] for document in reply.document["answers"]] == list(questions)
    assert reply.answers[2].verdict == "none"
    assert reply.tokens <= 300


@pytest.mark.parametrize("count", [len, lambda text: len(text.split()), lambda text: len(text.encode()) // 3])
@pytest.mark.parametrize("budget", [0, 3, 20, 60, 150, 400, 2000])
def test_a_reply_never_exceeds_its_budget_as_sent(
    read_vault: ReadVault, budget: int, count: Callable[[str], int]
) -> None:
    reader = read_vault({"Dazed.md": DAZED, **BEASTS, **BASE})
    options = AskOptions(budget_tokens=budget, counter=count)
    for question in ("what does the dazed condition do?", "how does a memory leak cause a system crash?"):
        reply = answer(reader, question, options)
        assert not reply.text or count(reply.text + "\n") == reply.tokens <= budget
        assert all(entry["text"] in reply.text for entry in reply.document["evidence"])


def test_the_same_question_gives_the_same_bytes_in_few_statements(read_vault: ReadVault) -> None:
    reader = Counting(
        read_vault({"Dazed.md": DAZED, **BEASTS, **BASE, "topics/c.md": filed("How does a memory leak crash?")})
    )
    question = "how does a memory leak crash?"
    first = answer(reader, question, AskOptions(explain=True))
    assert reader.calls <= STATEMENTS
    second = answer(reader, question, AskOptions(explain=True))
    assert json.dumps(first.document) == json.dumps(second.document)
    assert first.text == second.text
    assert list(first.answers[0].explain or {}) == ["understand", "find", "rank", "walk", "pack", "say"]
