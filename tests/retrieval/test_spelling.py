"""What a word that occurs nowhere was meant to be: one of the vault, as it is written there, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.knowledge_base import KnowledgeBase
from scripts.tools import index_store
from tests.running import done, write

NOTES = """# Ops

The trace sampling is 5 %, going northward.

The currency of all amounts is EUR; it brings them together.

A refused message is received again, and what he collects is a memory.

A sabbatical is a long vacation, which is healthy.
"""
CASES = """
what is the current sampling? | |
is nothing wrong with the sampling today? | |
how is the training done | | training
is there a bridge | | bridge
the samplling rate | sampling | rate
what is recieved | received |
what was collceted | collects |
the ammounts | amounts |
which curency | currency |
who refuesd it | refused |
how long is a sabatical | sabbatical |
when is my vacaton | vacation |
is it halthy | healthy |
"""
ASKED = [tuple(map(str.strip, line.split("|"))) for line in CASES.strip().splitlines()]


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("spelling"), {"ops.md": NOTES})


@pytest.mark.parametrize(("question", "meant", "gap"), ASKED)
def test_a_word_is_corrected_to_one_that_is_like_it_and_written_so(vault, question, meant, gap):
    told = done("ask", question, "--budget", 2000, "--json", "--vault", vault).document
    assert [correction for _, correction in told["corrected"]] == ([meant] if meant else [])
    assert told["gaps"] == ([gap] if gap else [])


@pytest.mark.parametrize("question", ["who owns payments?", "what does Bea Castellanos own?", "is it owned by Bea"])
def test_who_owns_a_thing_asks_for_its_owner(tmp_path, question):
    notes = {"a.md": "Bea is the owner of payments.", "b.md": "The owner was Karl.", "c.md": "A clock of its own."}
    told = done("ask", question, "--explain", "--vault", write(tmp_path, notes)).out
    (searched,) = [line for line in told.splitlines() if "BM25 for:" in line]
    assert "owner" in searched


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
    assert {each["cite"] for each in told["evidence"][:2]} == {"a", "b"}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("令和6年7月9日に誰が来た？", "会合は2024年7月9日に開かれた。"),
        ("2019年5月1日", "令和元年5月1日に開かれた。"),
        ("Was geschah am 12.3.2025?", "In der Nacht vom 11. auf den 12. März 2025 fiel der Strom aus."),
        ("12.3.2025", "Отчёт от 12 марта 2025 года."),
        ("1.1.2024", "הישיבה תיערך ב־1 בינואר 2024."),
        ("28 يناير 2024", "توقفت في ٢٨ يناير ٢٠٢٤ المحطة."),
        ("45,000 रुपये", "मरम्मत का खर्च ४५,००० रुपये आया।"),
        ("2024년 6월 11일", "점검일은 2024년 6월 11일이다."),
    ],
)
def test_a_date_and_a_number_are_found_in_the_digits_and_words_of_other_languages(tmp_path, question, text):
    told = done(
        "ask", question, "--json", "--vault", write(tmp_path, {"a.md": text, "b.md": "# Other\n\nNo."})
    ).document
    assert ([each["text"] for each in told["evidence"]], told["gaps"]) == ([text], [])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("8月17日怎么了？", "2024年8月17日，大坝下游坡脚出现了浑水，值班员立即报告了情况。"),
        ("8월 17일은 어땠나요?", "2024년 8월 17일에는 서비스가 여섯 시간 동안 멈추어 학생들이 불편했다."),
    ],
)
def test_a_day_without_its_year_is_found_before_its_numbers(tmp_path, question, text):
    vault = write(tmp_path, {"a.md": "8月17号门，17日8月。8월 17명, 17일 8월.", "b.md": text, "c.md": "No."})
    told = done("ask", question, "--json", "--vault", vault).document
    assert told["evidence"][0]["cite"] == "b"


def test_a_soft_hyphen_parts_no_word(tmp_path):
    text = "Das Ersatz\u00adlager liegt in Busan."
    told = done("ask", "Ersatzlager", "--json", "--vault", write(tmp_path, {"a.md": text, "b.md": "No."})).document
    assert ([each["cite"] for each in told["evidence"]], told["gaps"]) == (["a"], [])


def test_an_ending_behind_an_apostrophe_hides_no_word(tmp_path):
    vault = write(tmp_path, {"a.md": "Iğdır Belediyesi boruları yeniledi.", "b.md": "No."})
    told = done("ask", "Iğdır’da ne oldu?", "--json", "--vault", vault).document
    assert (told["corrected"], [each["cite"] for each in told["evidence"]]) == ([["Iğdır’da", "igdir"]], ["a"])


def test_an_ordinal_that_occurs_nowhere_is_its_number(tmp_path):
    told = done("ask", "rain on June 2nd 2025", "--json", "--vault", write(tmp_path, DATES)).document
    assert (told["corrected"], told["gaps"]) == ([["2nd", "2"]], [])


TITLES = ("Kubernetes cluster", "Grafana dashboard", "Postgres", "Redis", "Java", "Bear", "INC-4310", "Mill 7")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Entities with pages that say nothing: their names are all there is."""
    home = str(tmp_path_factory.mktemp("names") / "home")
    KnowledgeBase.create(home)
    with KnowledgeBase.open(home) as kb:
        kb.apply(
            {"pages": [{"category": "entities", "title": title, "content": "\n## Evidence\n"} for title in TITLES]}
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
    assert [(each["id"], each["how"]) for each in index_store.explain(slip, home=names)][:1] == [(meant, "fuzzy")]
    assert done("search", slip, "--json", home=names).document["hits"][0]["id"] == meant


@pytest.mark.parametrize("words", ["who drinks beer?", "are there bars?", "INC-4311", "Mill 8", "4311", "jars"])
def test_a_code_a_number_or_another_word_is_no_slip(names, words):
    assert [each for each in index_store.explain(words, home=names) if each["how"] == "fuzzy"] == []
    assert done("search", words, "--json", home=names).document["corrected"] == []
