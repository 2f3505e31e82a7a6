"""What a word that occurs nowhere was meant to be: one of the vault, as it is written there, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.knowledge_base import KnowledgeBase
from scripts.verbs import writing
from tests.running import done, write

NOTES = """# Ops

The trace sampling is 5 %, going northward.

The currency of all amounts is EUR; it brings them together.

A refused message is received again, and what he collects is a memory.

A sabbatical is a long vacation, which is healthy.  Nobody else may print with a lock on.
"""
CASES = """
what is the current sampling? | | current
how is the training | | training
is there a bridge | | bridge
the samplling rate | sampling | rate
what is recieved | received |
the ammounts | amounts |
which curency | currency |
how long is a sabatical | sabbatical |
when is my vacaton | vacation |
is it halthy | healthy |
who has a flock | | flock
is it a sprint | | sprint
an asbbatical | sabbatical |
"""
ASKED = [tuple(map(str.strip, line.split("|"))) for line in CASES.strip().splitlines()]


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("spelling"), {"ops.md": NOTES})


@pytest.mark.parametrize(("question", "meant", "gap"), ASKED)
def test_a_word_is_corrected_to_one_that_is_like_it_and_written_so(vault, question, meant, gap):
    told = done("ask", question, "--budget", 2000, "--json", "--vault", vault).document
    assert [word["used"] for word in told["corrected"]] == ([meant] if meant else [])
    assert told["nowhere"] == [*filter(None, [gap]), *(word["written"] for word in told["corrected"])]


DATES = {
    "a.md": "The trigger was the change of 30 May (change CHG-2219).",
    "b.md": "2025-05-30 11:00: CHG-2219 rolled out.",
    "c.md": "Until 30 June 2025 nothing changed, from 1 July 2025 on all.",
    "d.md": "In May 2025, at 30 degrees, it changed.",
    "e.md": "Rain on 2 June 2025.",
}


@pytest.mark.parametrize("day", ["30 May 2025", "May 30, 2025", "2025-05-30", "the 30th of May 2025"])
def test_a_date_is_found_in_other_forms_and_without_its_year(tmp_path, day):
    told = done("ask", f"what changed on {day}?", "--json", "--budget", 900, "--vault", write(tmp_path, DATES)).document
    assert {"a.md", "b.md"} <= {each["path"] for each in told["evidence"]}


def test_a_soft_hyphen_parts_no_word(tmp_path):
    text = "Das Ersatz\u00adlager liegt in Busan."
    told = done("ask", "Ersatzlager", "--json", "--vault", write(tmp_path, {"a.md": text, "b.md": "No."})).document
    assert ([each["path"] for each in told["evidence"]], told["nowhere"]) == (["a.md"], [])


def test_an_ending_behind_an_apostrophe_hides_no_word(tmp_path):
    vault = write(tmp_path, {"a.md": "Iğdır Belediyesi boruları yeniledi.", "b.md": "No."})
    told = done("ask", "Iğdır’da ne oldu?", "--json", "--vault", vault).document
    assert [each["path"] for each in told["evidence"]] == ["a.md"]


def test_an_ordinal_that_occurs_nowhere_is_its_number(tmp_path):
    told = done("ask", "rain on June 2nd 2025", "--json", "--vault", write(tmp_path, DATES)).document
    assert told["nowhere"] == []


TITLES = ("Kubernetes cluster", "Grafana dashboard", "Postgres", "Redis", "Java", "Bear", "INC-4310", "Mill 7")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Entities with pages that say nothing: their names are all there is."""
    home = str(tmp_path_factory.mktemp("names") / "home")
    KnowledgeBase.create(home)
    with KnowledgeBase.open(home) as kb:
        writing.apply(
            kb, {"pages": [{"category": "entities", "title": title, "content": "\n## Evidence\n"} for title in TITLES]}
        )
    return home


SLIPS = """
postgress | postgres
postgras | postgres
rdis | redis
jawa | java
jvaa | java
kuberntes | kubernetes-cluster
grafanna | grafana-dashboard
dashbord | grafana-dashboard
what runs on the dashbord? | grafana-dashboard
"""
SLIPPED = [tuple(map(str.strip, line.split("|"))) for line in SLIPS.strip().splitlines()]


@pytest.mark.parametrize(("slip", "meant"), SLIPPED)
def test_one_slip_in_a_name_or_in_a_word_of_it_finds_the_entity(names, slip, meant):
    assert done("search", slip, "--json", home=names).document["hits"][0]["id"] == meant


@pytest.mark.parametrize("words", ["who drinks beer?", "are there bars?", "INC-4311", "Mill 8", "4311", "jars"])
def test_a_code_a_number_or_another_word_is_no_slip(names, words):
    assert done("search", words, "--json", home=names).document["corrected"] == []
