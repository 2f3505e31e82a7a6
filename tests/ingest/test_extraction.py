"""Applying an extraction: prose can neither hide nor double what stands below it, and no claim is a plain link."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scripts.ingest.evidence import Quote, Remarks, SourceText
from scripts.model import Quotable
from scripts.text.block_ids import block_hash
from scripts.text.characters import has_words
from scripts.text.quotes import locate_quote
from tests.acceptance.story import relation
from tests.running import done, run, tree

QUOTE = "The crash was caused by a memory leak in the session cache."


def _apply(home: Path, **bundle: Any) -> dict[str, Any]:
    ran = run("apply", "-", "--json", home=home, stdin=json.dumps({"source": "incident-report", **bundle}))
    receipt: dict[str, Any] = ran.document["receipt"]
    return receipt


@pytest.mark.parametrize("prose", ["Text\n\n```\ncode", "Text\n\n<!-- a note", "~~~", "<script>\nx"])
def test_prose_that_would_hide_the_claims_below_it_is_refused(prose: str, home: Path) -> None:
    before = tree(home)
    receipt = _apply(home, summary=prose)
    assert [(each["item"], "never closed" in each["reason"]) for each in receipt["rejected"]] == [("summary", True)]
    page = {"category": "topics", "title": "New", "content": prose}
    assert [each["item"] for each in _apply(home, pages=[page])["rejected"]] == ["pages[0].content"]
    assert tree(home) == before


def test_a_summary_with_sections_of_its_own_is_replaced_whole(home: Path) -> None:
    path = home / "wiki" / "summaries" / "incident-report-summary.md"
    _apply(home, summary="One.\n\n## Part\n\nSource: a rumor\n\nOld words.")
    first = path.read_text("utf-8")
    assert _apply(home, summary="One.\n\n## Part\n\nSource: a rumor\n\nOld words.")["updated"] == []
    _apply(home, summary="One.\n\n## Part\n\nNew words.")
    assert path.read_text("utf-8") == first.replace("Source: a rumor\n\nOld words.", "New words.")


@pytest.mark.parametrize(
    ("relation", "told"), [("cuases", ["cuases"]), ("caused by", []), ("links_to", []), ("causes,xyz", ["xyz"])]
)
def test_a_relation_that_no_claim_has_is_told(relation: str, told: list[str], home: Path) -> None:
    for argv in (("graph", "memory-leak"), ("graph",)):
        out = done(*argv, "--relation", relation, home=home).out
        lines = [line.split() for line in out.splitlines() if line.startswith("no edge here is")]
        assert [line[-1] for line in lines] == told


def _shown(home: Path, name: str) -> tuple[str, str]:
    shown = done("show", name, "--json", home=home).document
    return shown["text"].partition("---\n")[2].partition("---\n")[2], shown["sha"]


def test_a_page_sent_back_with_its_evidence_has_it_once(home: Path) -> None:
    body, sha = _shown(home, "memory-leak")
    mended = body.replace("Memory that is taken", "Memory of the service that is taken")
    page = {"category": "entities", "title": "memory leak", "content": mended, "expect_sha": sha}
    assert _apply(home, pages=[page])["updated"] == ["memory-leak"]
    assert _shown(home, "memory-leak")[0] == mended
    assert body.count("## Evidence") == 1


def test_what_is_written_against_a_page_that_is_gone_makes_none(home: Path) -> None:
    _, sha = _shown(home, "memory-leak")
    before = tree(home / "wiki")
    page = {"category": "topics", "title": "Gone", "content": "Mine.\n", "expect_sha": sha}
    (rejected,) = _apply(home, pages=[page])["rejected"]
    assert "there is no topics/gone.md: leave it out" in rejected["reason"]
    asked = ("--question", "why?", "--title", "Gone", "--cites", "incident-report", "--expect-sha", sha)
    told = run("file", "-", *asked, home=home, stdin="Because.\n")
    assert (told.code, "found no file" in told.err) == (3, True)
    assert tree(home / "wiki") == before


def test_a_section_that_the_tools_keep_stays_and_one_that_the_content_changes_is_refused(home: Path) -> None:
    body, sha = _shown(home, "memory-leak")
    _, heading, evidence = body.partition("## Evidence")
    page = {"category": "entities", "title": "memory leak", "content": "# memory leak\n\nNew.\n", "expect_sha": sha}
    _apply(home, pages=[page])
    body, sha = _shown(home, "memory-leak")
    assert body == "# memory leak\n\nNew.\n\n" + heading + evidence
    longer = page | {"content": "# memory leak\n\nNew.\n\n## EVIDENCE\n\n- more\n", "expect_sha": sha}
    (rejected,) = _apply(home, pages=[longer])["rejected"]
    assert "`## Evidence` is not as the page has it: leave it out" in rejected["reason"]


def test_a_page_that_the_bundle_also_names_as_an_entity_is_not_replaced_without_its_hash(home: Path) -> None:
    path = home / "wiki/entities/memory-leak.md"
    path.write_text(path.read_text("utf-8") + "\n## Mine\n\nA person's words.\n", "utf-8")
    page = {"category": "entities", "title": "memory leak", "content": "New.\n\n## Mine\n"}
    entity = {"name": "memory leak", "type": "problem", "supporting_text": QUOTE}
    assert [each["item"] for each in _apply(home, entities=[entity], pages=[page])["rejected"]] == ["pages[0]"]
    assert "A person's words." in path.read_text("utf-8")


@pytest.mark.parametrize("hiding", ["```\n{}\n```", "%%\n{}\n%%", "> {}", "`{}`"])
def test_a_line_that_was_hidden_became_a_claim_with_the_next_bundle(hiding: str, home: Path) -> None:
    claim = "- [[session-cache]] owns [[checkout-crash]] (0.99)"
    page = {"category": "topics", "title": "Minutes"}
    assert _apply(home, pages=[{**page, "content": hiding.format(claim)}])["rejected"] == []
    sha = hashlib.sha256((home / "wiki/topics/minutes.md").read_bytes()).hexdigest()
    (rejected,) = _apply(home, pages=[{**page, "content": claim, "expect_sha": sha}])["rejected"]
    assert "would be a claim without evidence" in rejected["reason"]


def test_evidence_that_a_page_brings_is_refused(home: Path) -> None:
    """It was printed as evidence by `ask`, though no source says it."""
    block = re.findall(r" \^(p\w+)", (home / "wiki/sources/incident-report.md").read_text(encoding="utf-8"))[0]
    quote = "The leak was harmless."
    lines = f'Leaks.\n\n## Evidence\n\n- [[incident-report#^{block}|{block}]] "{quote}"\n'
    (rejected,) = _apply(home, pages=[{"category": "topics", "title": "Leaks", "content": lines}])["rejected"]
    assert "`## Evidence` is not as the page has it" in rejected["reason"]
    (rejected,) = _apply(home, summary=lines)["rejected"]
    assert (rejected["item"], "`## Evidence` is not as" in rejected["reason"]) == ("summary", True)
    for form in (
        "1. {}",
        "- [ ] {}",
        "{}",
        "* [x](../sources/incident-report.md#^" + block + ') "{}"',
        "### More\n\n- {}",
    ):
        written = form.format(f'[[incident-report#^{block}]] "{quote}"')
        for heading in ("## Evidence", "## evidence ##"):
            page = {"category": "topics", "title": "Leaks", "content": f"Leaks.\n\n{heading}\n\n{written}\n"}
            assert len(_apply(home, pages=[page])["rejected"]) == 1, written
            assert len(_apply(home, summary=page["content"])["rejected"]) == 1, written


def test_claims_that_a_page_has_already_stay_when_it_is_written_anew(home: Path) -> None:
    own = "- owns [[checkout-crash]] (0.9)\n\n(hides:: [[checkout-crash]])\n"
    (home / "wiki/topics").mkdir(exist_ok=True)
    text = f"---\napproves: '[[session-cache]]'\n---\n# Minutes\n\n{own}"
    (home / "wiki/topics/minutes.md").write_text(text, "utf-8")
    done("status", home=home)
    sha = hashlib.sha256((home / "wiki/topics/minutes.md").read_bytes()).hexdigest()
    page = {"category": "topics", "title": "Minutes", "content": f"New.\n\n{own}", "expect_sha": sha}
    assert _apply(home, pages=[page])["rejected"] == []


def test_an_entity_without_a_relation_is_linked_from_the_summary_and_is_no_orphan(home: Path) -> None:
    entities = [{"name": name, "type": "thing", "supporting_text": QUOTE} for name in ("Heap, the", "crash")]
    claim = relation("crash", "memory leak", QUOTE)
    _apply(home, entities=entities, relations=[claim])
    summary = home / "wiki/summaries/incident-report-summary.md"
    before = summary.read_text("utf-8")
    assert before.endswith("## Mentions\n\n- [[heap-the|Heap, the]] [[incident-report#^p426463|p426463]]\n")
    assert _apply(home, entities=entities)["updated"] == []
    assert summary.read_text("utf-8") == before
    assert "orphan" not in run("lint", home=home).out
    assert "incident-report-summary" in done("links", "heap-the", "--backlinks", home=home).out


def _describe(home: Path, description: str) -> dict[str, Any]:
    """The receipt of a bundle that describes the memory leak, in other words than the quote it rests on."""
    entity = {"name": "memory leak", "type": "problem", "supporting_text": QUOTE, "description": description}
    return _apply(home, entities=[entity])


def test_a_new_description_takes_the_place_of_the_one_we_wrote_and_says_so(home: Path) -> None:
    path = home / "wiki/entities/memory-leak.md"
    notices = _describe(home, "Memory that is given back late. It costs 5 euros.")["notices"]
    assert [each["message"] for each in notices] == [
        "description of [[memory-leak]] replaced, it was: Memory that is taken and never given back."
    ]
    text = path.read_text("utf-8")
    assert "# memory leak\n\nMemory that is given back late. It costs 5 euros.\n\n## Evidence\n" in text
    assert "summary: Memory that is given back late.\n" in text
    assert "never given back" not in text
    assert _describe(home, "Memory that is given back late. It costs 5 euros.")["notices"] == []
    assert path.read_text("utf-8") == text


def test_a_description_that_a_person_changed_stays(home: Path) -> None:
    path = home / "wiki/entities/memory-leak.md"
    path.write_text(path.read_text("utf-8").replace("never given back.", "lost, says Kim."), "utf-8")
    bundle = {"name": "memory leak", "type": "problem", "supporting_text": QUOTE, "description": "Other words."}
    told = run("apply", "-", home=home, stdin=json.dumps({"source": "incident-report", "entities": [bundle]})).out
    assert "note, entities[0]: description of [[memory-leak]] kept, differs from yours: to replace it, send" in told
    assert "taken and lost, says Kim." in path.read_text("utf-8")


def test_one_sentence_does_not_take_the_place_of_a_page_that_an_agent_wrote(home: Path) -> None:
    sha = done("show", "memory-leak", "--json", home=home).document["sha"]
    page = {"category": "entities", "title": "memory leak", "content": "One.\n\nTwo.\n", "expect_sha": sha}
    _apply(home, pages=[page])
    assert "kept" in _describe(home, "Other words.")["notices"][0]["message"]
    assert "One.\n\nTwo.\n" in (home / "wiki/entities/memory-leak.md").read_text("utf-8")


def test_a_refused_quote_is_told_with_what_the_source_says_there(home: Path, tmp_path: Path) -> None:
    life = "Ida Thurn, in many letters called Louise, of an old and widely branched family by the upper Danube. "
    file = tmp_path / "thurn.md"
    file.write_text(f"# Thurn\n\n{life * 2}She was born on 14. September 1802 as a third daughter. {life}", "utf-8")
    done("add", file, home=home)
    entity = {"name": "Ida Thurn", "type": "person", "supporting_text": "born on 14. Sept. 1802 as a third daughter"}
    told = run("apply", "-", home=home, stdin=json.dumps({"source": "thurn", "entities": [entity]})).out
    assert ": …She was born on 14. September 1802 as a third daughter.\n" in told + "\n"


LINKED = (
    "by **Tim** Cole, creator of [`isort`](https://example.org/a_(b)) and [the **old** docs](d.md), "
    "see [[leak|the leak report]], as *A* &amp; `B`"
)
SEEN = "by Tim Cole, creator of isort and the old docs, see the leak report, as A & B"


@given(st.integers(0, 16), st.integers(1, 17))
def test_words_of_half_a_link_are_found_again_where_they_were_quoted(first: int, number: int) -> None:
    passage = Quotable("p", "", 0, len(LINKED), 1, LINKED)
    quote = " ".join(SEEN.split()[first : first + number])
    told = SourceText("sources/s.md", "s", "S", (passage,)).prove("item", Quote(quote), Remarks())
    assume(has_words(quote))
    assert told is not None
    assert locate_quote(told.quote, LINKED) is not None
    assert not any(told.quote.count(mark) % 2 for mark in ("`", "**"))


TWICE = "# Plan\n\n## Alder\n\nThe board approved it.\n\n## Birch\n\nThe board approved it.\n"


@pytest.fixture
def plan(home: Path) -> Path:
    done("add", "-", "--title", "Plan", home=home, stdin=TWICE)
    return home


def _approved(home: Path, name: str, **block: str) -> tuple[list[str], dict[str, Any]]:
    """The blocks that the claim about a proposal cites, and the receipt."""
    quote = {"supporting_text": "The board approved it.", **block}
    names = ({"name": name, "type": "proposal", **quote}, {"name": "board", "type": "body", **quote})
    claim = {"source": "board", "target": name, "type": "approved", "confidence": 0.9, **quote}
    receipt = _apply(home, source="plan", entities=names, relations=[claim])
    return re.findall(r"plan#\^([\w-]+)", done("show", "plan-summary", home=home).out), receipt


def test_of_passages_with_the_same_words_the_one_below_the_heading_of_the_thing_is_cited_and_told(plan: Path) -> None:
    cited, receipt = _approved(plan, "Birch")
    assert [block.partition("-")[2] for block in cited] == ["2"]
    told = {notice["item"]: notice["message"] for notice in receipt["notices"]}
    assert f"quote taken from ^{cited[0]}, also stands in ^{cited[0][:-2]}" in told["relations[0]"]


def test_an_item_names_the_passage_that_its_quote_is_from(plan: Path) -> None:
    second = block_hash("The board approved it.") + "-2"
    cited, receipt = _approved(plan, "Alder", block=f"^{second}")
    assert (cited, receipt["rejected"]) == ([second], [])
    assert not any("block" in notice["message"] for notice in receipt["notices"])


def test_a_passage_that_is_not_there_or_says_something_else_is_refused(plan: Path) -> None:
    thing = {"name": "board", "type": "body", "supporting_text": "The board approved it."}
    refused = _apply(plan, source="plan", entities=[{**thing, "block": "pffffff"}])["rejected"]
    assert [(each["item"], each["reason"]) for each in refused] == [
        ("entities[0].block", "[[plan]] has no passage ^pffffff")
    ]
    done("add", "-", "--title", "Else", home=plan, stdin="# Else\n\nA boat.\n\nThe board approved it.\n")
    refused = _apply(plan, source="else", entities=[{**thing, "block": block_hash("A boat.")}])["rejected"]
    assert "quote not found in ^" in refused[0]["reason"]
