"""Merging: all that one page holds moves to the other, links follow, what became a loop goes and is reported."""

from __future__ import annotations

import re
import tempfile
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.errors import DataError, EditRefusedError, UnsoundPageError, UsageError
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


GOALS = "# {0}\n\nFell.\n\n## Goals\n\nof {0}\n\n## Notes of {0}\n\n"


@pytest.mark.parametrize(
    ("path", "text", "place"),
    [
        ("c.md", "x\n[[a#Goals]]\n", "c.md:2 a#Goals"),
        ("a.md", GOALS.format("a") + "![[#goals]]\n", "a.md:11 #goals"),
        ("c.md", "[x](a.md#Goals)", "c.md:1 a.md#Goals"),
        ("c.md", "[x](a.md#a)", "c.md:1 a.md#a"),
        ("c.canvas", '{"nodes": [{"type": "file", "file": "a.md", "subpath": "#Goals"}]}', "c.canvas a.md#Goals"),
        ("c.canvas", '{"nodes": [{"type": "text", "text": "[[a#Goals]]"}]}', "c.canvas a#Goals"),
    ],
)
def test_a_link_to_a_heading_that_both_pages_have_refuses_the_merge(open_vault, path: str, text: str, place: str):
    files = {"a.md": GOALS.format("a"), "b.md": GOALS.format("b"), path: text}
    ws = open_vault(files, folder="commonplace")
    with pytest.raises(DataError, match=f"would lead elsewhere: {re.escape(place)};.*another name"):
        merge(ws, "a", "b")


def test_equal_headings_without_links_and_links_to_the_page_that_stays_hinder_no_merge(open_vault):
    files = {"a.md": GOALS.format("a"), "b.md": GOALS.format("b"), "c.md": "[[b#Goals]] [[a]] [[a#None]]\n"}
    ws = open_vault(files, folder="commonplace")
    merge(ws, "a", "b")
    assert text_of(ws, "c.md") == "[[b#Goals]] [[b]] [[b#None]]\n"


@pytest.mark.parametrize(
    ("moving", "staying", "label"),
    [
        ("y[^1]\n\n[^1]: of a\n", "z[^1]\n\n[^1]: of b\n", r"\[\^1\]"),
        ("[it][s]\n\n[s]: https://a.example\n", "[it][s]\n\n[s]: https://b.example\n", r"\[s\]"),
    ],
)
def test_a_label_that_would_mean_what_the_other_page_defines_refuses_the_merge(open_vault, moving, staying, label):
    ws = open_vault({"a.md": moving, "b.md": staying}, folder="commonplace")
    with pytest.raises(EditRefusedError, match=rf"^a\.md: .*{label}"):
        merge(ws, "a", "b")


@pytest.mark.parametrize(("staying", "is_open"), [("%%\nprivate\n", True), ("%%\na\n%%\n50 %% off\n", False)])
def test_nothing_is_put_behind_a_comment_that_is_never_closed(open_vault, staying: str, is_open: bool):
    ws = open_vault({"a.md": "Important.\n", "b.md": "# b\n\n" + staying}, folder="commonplace")
    with pytest.raises(EditRefusedError, match=r"^b\.md:3: .*%%") if is_open else nullcontext():
        merge(ws, "a", "b")


def test_a_line_with_several_objects_loses_only_the_loop(open_vault):
    files = {"a.md": "", "b.md": "", "n.md": "* [[b]] uses [[a]], [[c]] (0.8)\n", "c.md": ""}
    ws = open_vault(files, folder="commonplace")
    merge(ws, "a", "b")
    assert text_of(ws, "n.md") == "* [[b]] uses [[c]] (0.8)\n"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a.md": "", "b.md": "x\n\n![[a]]\n"}, r"b\.md:3: .*embed the page in itself"),
        ({"a.md": "---\nevidence_hashes: [x]\n---\n", "b.md": ""}, "a filed answer is not merged"),
    ],
)
def test_what_could_be_joined_in_more_than_one_way_is_refused_with_its_place(open_vault, files, told):
    ws = open_vault(files, folder="commonplace")
    with pytest.raises(DataError, match=told):
        merge(ws, "a", "b")


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


def test_properties_that_say_something_else_are_left_in_the_trash_and_named(open_vault):
    files = {
        "a.md": "---\nstatus: open\nup: '[[x]]'\nn: {a: 1}\nk: 1\n---\n",
        "b.md": "---\nstatus: done\nup: '[[y]]'\n---\n",
    }
    ws = open_vault(files, folder="commonplace")
    receipt = merge(ws, "a", "b")
    assert receipt.left == ("status", "n")
    properties = ws.page("b.md").properties
    assert (properties["status"], properties["up"], properties["k"]) == ("done", ["[[y]]", "[[x]]"], 1)


def test_two_blocks_of_one_id_and_other_words_refuse_the_merge(open_vault):
    ws = open_vault({"a.md": "one ^x1\n", "b.md": "two ^X1\n", "n.md": "[[a#^x1]]"}, folder="commonplace")
    with pytest.raises(EditRefusedError, match=r"\^x1"):
        merge(ws, "a", "b")


def test_unreadable_properties_refuse_the_merge_and_name_the_page(open_vault):
    ws = open_vault({"a.md": "x", "b.md": "---\na: b: c\n---\n"}, folder="commonplace")
    for one, other in (("a", "b"), ("b", "a")):
        with pytest.raises(UnsoundPageError, match=r"b\.md:2: "):
            merge(ws, one, other)


def test_links_in_any_property_move(open_vault):
    staying = "---\nsource: '[[z]]'\n---\n"
    ws = open_vault({"a.md": "---\ntype: '[[Film]]'\nsource: ['[[x]]', '[[y]]']\n---\n", "b.md": staying}, folder="c")
    assert merge(ws, "a", "b").left == ()
    properties = ws.page("b.md").properties
    assert (properties["type"], properties["source"]) == ("[[Film]]", ["[[z]]", "[[x]]", "[[y]]"])


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
