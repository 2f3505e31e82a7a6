"""Merging: all that one page holds moves to the other, links follow, what became a loop goes and is reported."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.errors import DataError, UsageError
from scripts.maintain.merge import MergeReceipt, plan_merge
from scripts.verbs import changing
from tests.maintain.opened import Opened

HOME = {
    "sources/report.md": "---\ntitle: Report\n---\nLeaks crash it. ^p1\n\nHeap. ^p2\n",
    "summaries/report-summary.md": (
        "---\ntitle: Report (summary)\n---\n# Report (summary)\n\n## Claims\n\n"
        '- [[heap-leak|heap leak]] causes [[crash]] (0.9, [[report#^p1|p1]] "Leaks crash it")\n'
        '- [[heap-leak|heap leak]] same_as [[memory-leak|memory leak]] (0.8, [[report#^p2|p2]] "Heap")\n'
    ),
    "entities/memory-leak.md": (
        "---\ntitle: memory leak\ntype: concept\naliases:\n  - leak\ntags: [entity]\n---\n# memory leak\n\nGrows.\n\n"
        '## Evidence\n\n- [[report#^p1|p1]] "Leaks"\n'
    ),
    "entities/heap-leak.md": (
        "---\ntitle: heap leak\ntype: concept\naliases:\n  - heap growth\n  - leak\ntags: [entity, heap]\n"
        'part_of: "[[crash]]"\nsee: "[[memory-leak]]"\n---\n'
        "# heap leak\n\nSee [[memory-leak|the other]] and [[#Cure]].\n"
        '\n## Cure\n\nRestart. ^cure\n\n## Evidence\n\n- [[report#^p1|p1]] "Leaks"\n- [[report#^p2|p2]] "Heap"\n'
    ),
    "entities/crash.md": (
        "---\ntitle: crash\n---\n- caused_by [[heap-leak]]\n\n![[heap-leak#^cure]] [x](heap-leak.md)\n"
    ),
    "map.canvas": '{"nodes": [{"type": "file", "file": "entities/heap-leak.md"}]}',
}

MERGED = (
    "---\ntitle: memory leak\ntype: concept\naliases:\n  - leak\n  - heap leak\n  - heap growth\ntags: [entity, heap]\n"
    'part_of: "[[crash]]"\nsee: "[[memory-leak]]"\n---\n# memory leak\n\nGrows.\n\n'
    '## Evidence\n\n- [[report#^p1|p1]] "Leaks"\n- [[report#^p2|p2]] "Heap"\n\n'
    "## From heap leak\n\nSee [[memory-leak|the other]] and [[#Cure]].\n\n## Cure\n\nRestart. ^cure\n"
)


def text_of(vault: Opened, path: str) -> str:
    return vault.text(path)


def merge(vault: Opened, source: str, into: str, **options: bool) -> MergeReceipt:
    return vault.write(lambda copy, reader: plan_merge(copy, reader, source, into, **options)).receipt


def test_d31_two_pages_become_one_with_all_that_both_held(open_vault):
    ws = open_vault(HOME)
    receipt = merge(ws, "heap leak", "memory leak")
    assert text_of(ws, "entities/memory-leak.md") == MERGED
    assert receipt.aliases == ("heap leak", "heap growth")
    assert ws.find("heap leak") == "entities/memory-leak.md"
    assert ws.tree()[".trash/entities/heap-leak.md"].decode() == HOME["entities/heap-leak.md"]


def test_links_claims_embeds_and_cards_lead_to_the_page_that_stays(open_vault):
    ws = open_vault(HOME)
    merge(ws, "heap leak", "memory leak")
    assert text_of(ws, "entities/crash.md").endswith(
        "- caused_by [[memory-leak]]\n\n![[memory-leak#^cure]] [x](memory-leak.md)\n"
    )
    assert '- [[memory-leak|heap leak]] causes [[crash]] (0.9, [[report#^p1|p1]] "Leaks crash it")\n' in text_of(
        ws, "summaries/report-summary.md"
    )
    assert text_of(ws, "map.canvas") == '{"nodes": [{"type": "file", "file": "entities/memory-leak.md"}]}'


def test_claims_of_a_page_with_itself_go_and_are_reported(open_vault):
    ws = open_vault(HOME)
    receipt = merge(ws, "heap leak", "memory leak")
    assert "same_as" not in text_of(ws, "summaries/report-summary.md")
    assert [(place.path, place.line) for place in receipt.dropped] == [
        ("summaries/report-summary.md", 9),
    ]
    assert receipt.dropped[0].text.startswith("- [[heap-leak|heap leak]] same_as [[memory-leak|memory leak]]")


def test_the_graph_keeps_every_claim_of_both(open_vault):
    ws = open_vault(HOME)
    merge(ws, "heap leak", "memory leak")
    found = ws.kb.query(lambda reader: reader.edges_at(["memory-leak"], min_confidence=0, limit=99))
    assert {(edge.source, edge.relation, edge.target) for edge in found if edge.relation != "links_to"} == {
        ("memory-leak", "causes", "crash"),
        ("crash", "contains", "memory-leak"),
    }


def test_homonyms_are_not_merged_without_being_asked_to(open_vault):
    files = {
        "entities/mercury.md": "---\ntitle: Mercury\ntype: planet\n---\n",
        "entities/mercury-2.md": "---\ntitle: mercury\ntype: element\n---\nHg\n",
    }
    ws = open_vault(files)
    with pytest.raises(DataError, match=r"differ in type.*--force"):
        merge(ws, "entities/mercury-2.md", "entities/mercury.md")
    merge(ws, "entities/mercury-2.md", "entities/mercury.md", force=True)
    assert text_of(ws, "entities/mercury.md").endswith("## From mercury\n\nHg\n")


@pytest.mark.parametrize(
    ("path", "text", "told"),
    [
        ("entities/frost.md", "---\ntitle: Frost\ntype: condition\n---\n", "differ in type"),
        ("notes/My reading list.md", "Nobody is to read this.\n", "differ in kind"),
        ("topics/why.md", "---\ntitle: Why it froze\ntype: condition\n---\n", "differ in"),
    ],
)
def test_different_things_are_not_merged_without_being_asked_to(open_vault, path, text, told):
    ws = open_vault({"entities/ann.md": "---\ntitle: Ann\ntype: person\n---\nA smith.\n", path: text})
    for pair in ((path, "ann"), ("ann", path)):
        with pytest.raises(DataError, match=told + ".*--force"):
            merge(ws, *pair)
    merge(ws, path, "ann", force=True)
    assert "A smith." in text_of(ws, "entities/ann.md")


def test_a_source_its_summary_and_a_page_with_itself_are_not_merged(open_vault):
    ws = open_vault(HOME)
    for one, other in (("report", "crash"), ("crash", "report"), ("summaries/report-summary.md", "crash")):
        with pytest.raises(DataError, match="evidence of their own"):
            merge(ws, one, other)
    with pytest.raises(UsageError):
        merge(ws, "crash", "entities/crash.md")


WORDS = (
    *("plain", "[[a]]", "[[b]]", "[[c|x]]", "[m](b.md)", "[[a#Part]]", "- causes [[c]]"),
    "- [[a]] uses [[b]]",
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=6).map("\n\n".join)
# With a heading in both, and a link to it, there is no merge.
HEADED = st.lists(st.sampled_from((*WORDS, "# Part")), max_size=6).map("\n\n".join)


@settings(max_examples=30)
@given(st.fixed_dictionaries({"a.md": HEADED, "b.md": TEXTS, "c.md": HEADED}))
def test_law_a_merge_keeps_every_edge_but_loops_and_undo_restores_all(files):
    with tempfile.TemporaryDirectory() as home, Opened(Path(home), files, folder="commonplace") as vault:
        before, bytes_before = vault.edges(), vault.tree()
        outcome = vault.write(lambda copy, reader: plan_merge(copy, reader, "a", "b"))
        after = vault.edges()
        pairs = {(p, link[4]) for p, links in before.items() for link in links}
        expected = {("b.md" if p == "a.md" else p, "b.md" if t == "a.md" else t) for p, t in pairs}
        found = {(p, link[4]) for p, links in after.items() for link in links}
        assert found <= expected
        assert {(p, t) for p, t in expected - found if p != t} <= {("c.md", "b.md")}
        assert (
            ("c.md", "b.md") in found
            or any(place.path == "c.md" for place in outcome.receipt.dropped)
            or (("c.md", "b.md") not in expected)
        )
        changing.undo(vault.kb, outcome.op)
        assert vault.tree() == bytes_before
