"""Whole answers over real indexes of small vaults."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from scripts.index_store.port import IndexReader
from scripts.retrieval_engine.engine import AskOptions, answer
from scripts.retrieval_engine.filed import content_hash
from tests.retrieval_engine.conftest import ReadVault

STATEMENTS = 32


class Counting:
    """A reader that counts what is asked of it."""

    def __init__(self, reader: IndexReader) -> None:
        self.reader, self.calls = reader, 0

    def __getattr__(self, name: str):
        self.calls += 1
        return getattr(self.reader, name)


BEASTS = {
    f"{name}.md": f"# {name}\n\n## Traits\n\n**Heavy Swing.** A traveller hit by the tail suffers the dazed"
    " condition until the next bell. The dazed condition ends early if a friend helps.\n\n## Reactions\n\n"
    f"**Stubborn.** The {name.lower()} can use its reaction to ignore the dazed condition.\n"
    for name in ("Ash Hound", "Bog Heron", "Cave Stork")
}
DAZED = (
    "# Dazed\n\n## Description\n\n- The creature may crawl but not walk.\n- Its own attacks are made at minus two.\n"
)
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


def filed(question: str) -> str:
    known = content_hash("The service crashes due to memory leaks.")
    return (
        f'---\ntitle: Crashes\nquestion: "{question}"\nfiled: 2026-01-02T10:00\nevidence:\n  - "[[incident#^b1]]"\n'
        f'evidence_hashes:\n  - "{known}"\n---\n\n# Crashes\n\nLeaks crash the service.\n'
    )


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
