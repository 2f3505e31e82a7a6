"""Texts that are pasted in as a question: reports, logs, stack traces."""

from __future__ import annotations

import pytest

from scripts.retrieval.answer import answer
from scripts.retrieval.answer_values import AnswerOptions
from scripts.retrieval.language.message_lines import message_lines
from scripts.retrieval.language.pasted import MAX_READ, read_part
from scripts.retrieval.language.question import MAX_TERMS, parse_question
from tests.retrieval.memory_graph import MemoryGraph, PageIn

PYTHON = """Traceback (most recent call last):
  File "/srv/app/main.py", line 88, in fetch
    results = await gather(urls)
              ^^^^^^^^^^^^^^^^^
  File "/srv/venv/orders.py", line 12, in map_all
    raise mapped from exc
orders.PoolTimeout: no bed is free
"""
JAVA = """java.lang.IllegalStateException: no bed is free
\tat org.orders.Pool.take(Pool.java:17)
\tat org.orders.Main.main(Main.java:3)
\t... 7 more
"""
SCRIPT = """TypeError: no bed is free
    at take (/srv/orders/pool.js:17:5)
    at async /srv/orders/main.js:3:1
"""
GREETING = " ".join(f"greeting{number}" for number in range(50))
REPORT = f"{GREETING}. The saffron cache of the bakery forgets its keys after each restart of the large oven in winter."
GRAPH = MemoryGraph(
    [
        PageIn(
            "n7",
            "Notes of May",
            (
                "In winter the saffron cache of a bakery forgets its keys when the large oven has a restart.",
                "It bakes.",
            ),
        ),
        PageIn("frames", "Frames", ("Traceback (most recent call last): File main.py, line 3, in map.",)),
        PageIn("beds", "Beds", ("It says no bed is free when the ward is full.", "A bed is free, no doubt: no is no.")),
    ]
)


@pytest.mark.parametrize("trace", [PYTHON, JAVA, SCRIPT])
def test_of_a_stack_trace_the_message_is_read(trace: str) -> None:
    assert " ".join(read_part(trace).split()).endswith(": no bed is free")
    assert not {"srv", "pool", "line", "at"} & {term.text for term in parse_question(trace).terms}


def test_frames_alone_are_read() -> None:
    assert "main" in {term.text for term in parse_question("    at main (a.js:1:2)\n    at b (a.js:3:4)\n").terms}


def test_of_a_very_long_text_both_ends_are_read_each_word_where_it_stands() -> None:
    text = f"first {'word ' * MAX_READ} last"
    question = parse_question(text)
    assert {text[term.start : term.end] for term in question.terms} == {"first", "word", "last"}


def test_what_stood_behind_the_first_words_was_not_asked() -> None:
    terms = {term.text for term in parse_question(REPORT).terms[MAX_TERMS:]}
    assert {"saffron", "cache", "bakery", "restart"} <= terms


def test_a_report_was_answered_with_nothing() -> None:
    """No passage says a third of what a hundred words say."""
    found = answer(GRAPH, REPORT, AnswerOptions(budget_tokens=600))
    assert [each.page for each in found.passages][:1] == ["n7"]


def test_a_line_that_stands_in_a_passage_word_for_word_leads_to_it() -> None:
    log = "[INFO] Worker 31 exits\nNo bed is free when\n[INFO] Worker 32 boots"
    assert "no bed is free when" in message_lines(log)
    found = answer(GRAPH, log, AnswerOptions(budget_tokens=600, go_on=True))
    assert found.passages[0].text.startswith("It says no bed is free")
