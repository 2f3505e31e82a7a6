"""One defect vault for each rule, and a clean vault in which everything is used: findings exactly as expected."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.errors import PageNotFoundError, UsageError
from scripts.maintain.lint import FIXABLE, RULES, LintFinding, LintReport, command
from scripts.retrieval_engine.filed import content_hash
from scripts.verbs import checking
from scripts.verbs.checking import WORK, listed
from scripts.wiki_store.events import Events
from tests.maintain.opened import Opened

Open = Callable[..., Opened]

REPORT = """\
---
title: Incident report
type: source
sha256: aa
---
The store crashes due to memory leaks. ^p1

It took an hour. ^p2
"""
SUMMARY = """\
---
title: Incident report (summary)
type: summary
---
# Incident report (summary)

Source: [[incident-report|Incident report]]

## Claims

"""
LEAK = """\
---
title: memory leak
aliases:
  - leak
type: concept
---
# memory leak

## Evidence

- [[incident-report#^p1|p1]] "memory leaks"
"""
CAUSES = "- [[memory-leak]] causes [[system-crash]]"
PROOF = '[[incident-report#^p1|p1]] "crashes due to memory leaks"'
BASE = {
    "index.md": "# Index\n\n- [[nowhere]]\n",
    "log.md": "# Log\n\n- [[nowhere]]\n",
    "sources/incident-report.md": REPORT,
    "summaries/incident-report-summary.md": f"{SUMMARY}{CAUSES} (0.9, {PROOF})\n",
    "entities/memory-leak.md": LEAK,
    "entities/system-crash.md": "---\ntitle: system crash\ntype: concept\n---\nSee [[memory-leak]].\n",
}


def lint(vault: Opened, **options: Any) -> LintReport:
    return checking.lint(vault.kb, **options)


def places(vault: Opened, **options: Any) -> list[tuple[str, str, int]]:
    return [finding[:3] for finding in lint(vault, **options).findings]


def only(vault: Opened, rule: str) -> list[LintFinding]:
    """The findings, all of which must be of one rule."""
    findings = lint(vault).findings
    assert {finding.rule for finding in findings} <= {rule, "orphan"}, findings
    return [finding for finding in findings if finding.rule == rule]


ANSWER = f"""\
---
title: Why it crashed
type: topic
question: Why did the store crash?
evidence:
  - "[[incident-report#^p1]]"
evidence_hashes:
  - {content_hash("The store crashes due to memory leaks.")}
---
# Why it crashed

Because of [[memory-leak|a leak]].

- [[incident-report#^p1|Incident report]]
"""
QUOTED = """\
---
title: Second
sha256: bb
---
[[quoted matter]] [x](nope.md) ![[no.png]]

- [[a]] causes [[b]]

|a|
|-|
|[[a|b]]|
"""
CLEAN = {
    **BASE,
    "topics/why-it-crashed.md": ANSWER,
    "sources/second.md": QUOTED,
    "summaries/second-summary.md": "---\ntitle: Second (summary)\n---\nSource: [[second]]\n",
    "entities/mercury.md": "---\ntitle: Mercury\ntype: planet\n---\n[[mercury-element]] [[c-sharp|C#]] [[c]] [[x1]]\n",
    "entities/mercury-element.md": "---\ntitle: Mercury\ntype: element\naliases: [quicksilver]\n---\n[[mercury]]\n",
    "entities/c.md": "---\ntitle: C\ntype: language\n---\n[[Ordner/Über uns#Größe (in m²)]]\n",
    "entities/c-sharp.md": "---\ntitle: 'C#'\ntype: language\n---\n- part_of [[C]]\n",
    "entities/x1.md": "---\ntitle: Vitamin B1\ntype: vitamin\n---\n[[x2]]\n",
    "entities/x2.md": "---\ntitle: Vitamin B2\ntype: vitamin\n---\n",
    "Ordner/Über uns.md": "# Größe (in m²)\n\nText. ^x\n\n> quote\n\n^q1\n\n[[#Größe in m²]] [[#^q1]] [[über UNS]]\n",
    "Ordner/bild.png": b"\x89PNG",
    "v2.0 Release.md": (
        "---\nup: '[[Ordner/Über uns]]'\nrelated: ['[[C-Sharp|c]]']\n---\n![[bild.png|100]] ![[Über uns#^X]] "
        "[ü](Ordner/%C3%9Cber%20uns.md#gr%C3%B6%C3%9Fe%20in%20m%C2%B2)\n\n"
        "[ü](Ordner/%C3%9Cber%20uns.md) [out](https://x.y/z.md) [[bild.png]]\n\n"
        "| a | b |\n|---|---|\n| [[mercury\\|M]] | [[c]] |\n\n"
        "`[[code]]` <!-- [[comment]] --> $[[math]]$\n\n```\n[[fence]]\n```\n\n    [[indented]]\n\n\\[[escaped]]\n"
    ),
    "plan.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "v2.0 Release.md"}]}',
    "empty.canvas": "",
}


def test_a_clean_vault_has_no_findings(open_vault: Open):
    report = lint(open_vault(CLEAN))
    assert report.findings == ()
    assert report.checked_pages == 15


def test_an_empty_vault_has_no_findings(open_vault: Open, tmp_path: Path):
    (tmp_path / "wiki").mkdir()
    assert lint(open_vault({})) == ((), 0, 0, 0, ())


# Links ---------------------------------------------------------------------------------------------------------------


def test_d28_only_real_dead_links_are_reported_with_their_lines(open_vault: Open):
    vault = open_vault(
        {
            **BASE,
            "topics/guide.md": "# Guide\n\n[[memory-leak|alias]] [[memory-leak#Evidence]] [[entities/memory-leak]]\n"
            "![[memory-leak]] `[[in-code]]` ![[picture.png]]\n\n```\n[[fenced]]\n```\n\n[[real-missing]]\n\n"
            "[good](../entities/memory-leak.md) [bad](../entities/nope.md)\n",
            "picture.png": b"",
        }
    )
    assert lint(vault).findings == (
        LintFinding("broken-link", "topics/guide.md", 10, "[[real-missing]] leads to no file", ""),
        LintFinding("broken-link", "topics/guide.md", 12, "(../entities/nope.md) leads to no file", ""),
    )


def test_d28_pages_nothing_leads_to_are_reported(open_vault: Open):
    vault = open_vault({**BASE, "entities/lonely.md": "---\ntitle: lonely\n---\n[[memory-leak]] [[lonely]]\n"})
    assert places(vault) == [("orphan", "entities/lonely.md", 0)]


def test_d43_a_link_by_title_or_alias_is_dead_in_obsidian_and_is_reported_with_its_remedy(open_vault: Open):
    vault = open_vault(
        {**BASE, "topics/t.md": "[[Memory Leak]] is no file,\n[[leak]] neither, but [[MEMORY-LEAK]] is.\n"}
    )
    found = only(vault, "alias-link")
    assert [(f.line, f.fix) for f in found] == [(1, "commonplace lint --fix"), (2, "commonplace lint --fix")]
    assert "entities/memory-leak.md" in found[0].message


def test_a_broken_link_names_what_is_near(open_vault: Open):
    text = "[[memroy-leak]]\n[[../Systm crash.md]]\n[[leaks in memory]]\n"
    found = only(open_vault({**BASE, "topics/t.md": text}), "broken-link")
    assert [f.message for f in found] == [
        "[[memroy-leak]] leads to no file; near: [[memory-leak]]",
        "[[../Systm crash.md]] leads to no file; near: [[system-crash]]",
        "[[leaks in memory]] leads to no file",
    ]


def test_a_name_of_several_pages_is_reported_without_a_remedy(open_vault: Open):
    vault = open_vault(
        {
            **CLEAN,
            "topics/t.md": "[[quicksilver]] [[Mercury ]] [[Vitamin  b1]]\n",
            "entities/m3.md": "---\ntitle: QuickSilver\ntype: person\n---\n[[m3]]",
        }
    )
    found = [f for f in lint(vault).findings if f.rule == "alias-link"]
    assert [(f.fix, f.message.partition(":")[0]) for f in found] == [
        ("commonplace lint --fix", "[[Vitamin  b1]] is a name of entities/x1.md, not its file name"),
        ("", "[[quicksilver]] is a name of several pages"),
    ]


def test_d07_a_file_name_used_twice_is_reported_and_so_are_links_by_it(open_vault: Open):
    vault = open_vault(
        {"a/plan.md": "[[b/plan]] [[a/plan]]\n", "b/plan.md": "x\n", "c/note.md": "[[plan]]\n[[note]]\n[[b/plan]]\n"}
    )
    assert places(vault) == [
        ("ambiguous-link", "c/note.md", 1),
        ("clashing-name", "b/plan.md", 0),
        ("orphan", "c/note.md", 0),
    ]


def test_a_file_at_the_root_is_not_the_only_one_of_its_name(open_vault: Open):
    vault = open_vault({"plan.md": "x", "a/plan.md": "x", "c/t.md": "[[plan]]\n[[/plan]]\n"})
    assert places(vault, rules=["ambiguous-link"]) == [("ambiguous-link", "c/t.md", 1)]


def test_a_whole_path_is_not_ambiguous_and_the_end_of_two_paths_is(open_vault: Open):
    vault = open_vault({"b/plan.md": "x", "a/b/plan.md": "x", "c/b/plan.md": "x", "t.md": "[[b/plan]]\n"})
    assert places(vault, rules=["ambiguous-link"]) == []
    vault = open_vault({"b/plan.md": "x", "a/q/n.md": "x", "c/q/n.md": "x", "t.md": "[[q/n]]\n"})
    assert places(vault, rules=["ambiguous-link"]) == [("ambiguous-link", "t.md", 1)]


def test_an_attachment_of_two_folders_is_ambiguous_too(open_vault: Open):
    vault = open_vault(
        {"a/x.png": b"", "b/x.png": b"", "home.md": "![[x.png]]\n![[b/x.png]]\n", "back.md": "[[home]] [[back]]"}
    )
    assert [(f.rule, f.line) for f in lint(vault, paths=["home.md"]).findings] == [("ambiguous-link", 1)]


def test_a_part_of_a_page_that_is_not_there_is_reported(open_vault: Open):
    vault = open_vault(
        {
            **BASE,
            "topics/t.md": "[[incident-report#^p1]]\n[[incident-report#^p9]]\n[[memory-leak#Proof]]\n"
            "[[#Here]]\n# Here\n",
        }
    )
    assert places(vault) == [("missing-block", "topics/t.md", 2), ("missing-heading", "topics/t.md", 3)]


def test_a_bare_bar_in_a_table_is_reported(open_vault: Open):
    vault = open_vault({**BASE, "topics/t.md": "| a |\n|---|\n| [[memory-leak|x]] |\n| [[memory-leak\\|x]] |\n"})
    assert [(f.line, f.fix) for f in only(vault, "table-bar")] == [(3, "commonplace lint --fix")]


# Names ---------------------------------------------------------------------------------------------------------------


def entity(title: str, type: str = "concept", more: str = "") -> str:
    return f"---\ntitle: {title}\ntype: {type}\n{more}---\n[[one]] [[two]] [[three]]\n"


def test_d32_near_duplicates_are_proposed_for_a_merge(open_vault: Open):
    vault = open_vault(
        {
            "entities/one.md": entity("memory leak"),
            "entities/two.md": entity("Memory leaks"),
            "entities/three.md": entity("kubernetes cluster"),
            "entities/kubernets-cluster.md": entity("kubernets cluster"),
            "topics/t.md": "[[kubernets-cluster]]",
        }
    )
    assert [(f.path, f.fix) for f in only(vault, "near-duplicate")] == [
        ("entities/three.md", "commonplace merge three kubernets-cluster"),
        ("entities/two.md", "commonplace merge two one"),
    ]


def test_d32_homonyms_of_different_types_are_no_duplicates(open_vault: Open):
    vault = open_vault(
        {"entities/one.md": entity("Mercury", "planet"), "entities/two.md": entity("mercury", "element")}
    )
    assert {f.rule for f in lint(vault).findings} <= {"broken-link"}


def test_pages_of_one_name_are_duplicates(open_vault: Open):
    vault = open_vault(
        {
            "entities/one.md": entity("Café"),
            "entities/two.md": entity("CAFÉ"),
            "topics/t.md": "[[three]]",
            "entities/three.md": entity("x"),
        }
    )
    assert [(f.path, f.fix) for f in only(vault, "duplicate-page")] == [
        ("entities/two.md", "commonplace merge two one")
    ]


def test_a_page_without_a_type_may_be_any(open_vault: Open):
    vault = open_vault(
        {
            "entities/one.md": entity("tea"),
            "entities/two.md": "---\ntitle: Tea\n---\n[[one]]\n",
            "entities/three.md": entity("x"),
        }
    )
    assert [f.path for f in only(vault, "duplicate-page")] == ["entities/two.md"]


def test_an_alias_that_is_another_pages_name_is_a_clash(open_vault: Open):
    vault = open_vault(
        {
            "entities/one.md": entity("tea", more="aliases: [chai, char]\n"),
            "entities/two.md": entity("Chai"),
            "entities/three.md": entity("cha", more="aliases: [Char]\n"),
        }
    )
    assert [(f.path, f.fix) for f in only(vault, "alias-clash")] == [
        ("entities/one.md", "commonplace merge one two"),
        ("entities/three.md", "commonplace merge three one"),
    ]


@pytest.mark.parametrize("claim", ["- different_from [[two]]\n", ""])
def test_pages_that_somebody_told_apart_are_no_duplicates(claim: str, open_vault: Open):
    vault = open_vault(
        {"entities/one.md": entity("Checkout service") + claim, "entities/two.md": entity("Checkout services")}
    )
    assert bool(lint(vault, rules=("near-duplicate",)).findings) == (not claim)


def test_a_page_of_which_nothing_is_left_is_told_once(open_vault: Open):
    vault = open_vault({"entities/one.md": "---\ntitle: one\n---\n# one\n\n## Evidence\n"})
    assert [finding.rule for finding in lint(vault).findings] == ["no-evidence"]


def test_an_entity_whose_evidence_went_and_of_which_nothing_is_claimed_is_told(open_vault: Open):
    cited = "## Evidence\n\n- [[report#^p1|p1]]\n"
    vault = open_vault(
        {
            "sources/report.md": "---\ntitle: Report\n---\nGone days.\n\n^p1\n",
            "entities/one.md": "---\ntitle: one\n---\n# one\n\n## Evidence\n",
            "entities/claimed.md": "---\ntitle: claimed\n---\n# claimed\n\n## Evidence\n",
            "summaries/s.md": "---\ntitle: s\n---\n## Claims\n\n- [[two]] uses [[claimed]] (0.9, [[report#^p1]])\n",
            "entities/two.md": f"---\ntitle: two\n---\n# two\n\n{cited}",
            "entities/three.md": "---\ntitle: three\n---\n# three\n\nA person's own page.\n",
        }
    )
    assert [found[:3] for found in only(vault, "no-evidence")] == [("no-evidence", "entities/one.md", 6)]


def test_a_first_name_that_two_share_is_no_reason_to_merge_them(open_vault: Open):
    vault = open_vault(
        {
            "entities/one.md": entity("Tom Keller", more="aliases: [Tom]\n"),
            "entities/two.md": entity("Tom Lindqvist", more="aliases: [Tom]\n"),
            "entities/three.md": entity("Redis", more="aliases: [the cache]\n"),
            "entities/four.md": entity("Valkey", more="aliases: [the cache]\n"),
        }
    )
    assert [(f.path, f.fix) for f in only(vault, "alias-clash")] == [
        ("entities/three.md", "commonplace merge three four"),
        ("entities/two.md", ""),
    ]


def test_two_pages_are_reported_once_by_the_strongest_rule(open_vault: Open):
    vault = open_vault(
        {
            "entities/one.md": entity("tea", more="aliases: [infusion]\n"),
            "entities/two.md": entity("Tea", more="aliases: [infusion]\n"),
            "entities/three.md": entity("x"),
        }
    )
    assert places(vault) == [("duplicate-page", "entities/two.md", 1)]


def test_two_sources_of_the_same_bytes_are_duplicates(open_vault: Open):
    vault = open_vault({**BASE, "sources/again.md": REPORT, "summaries/again-summary.md": "[[again]]"})
    assert [(f.path, f.fix) for f in only(vault, "duplicate-page")] == [
        ("sources/incident-report.md", "commonplace retract incident-report")
    ]


def test_a_file_name_that_breaks_links_is_illegal(open_vault: Open):
    vault = open_vault({"a#b [c].md": "x"})
    assert [(f.path, f.fix) for f in only(vault, "illegal-name")] == [
        ("a#b [c].md", "commonplace rename 'a#b [c].md' 'a b c'")
    ]


def test_joiners_of_persian_names_are_no_fault(open_vault: Open):
    assert [f for f in places(open_vault({"یادداشت\u200cها.md": "x"})) if f[0] != "orphan"] == []


@pytest.mark.parametrize(("word", "shown"), [("--force", "commonplace merge -- --force b"), ("a\x1b[2J", "")])
def test_a_remedy_never_carries_an_option_or_a_control_character(word: str, shown: str):
    assert command("merge", word, "b") == shown


@pytest.mark.skipif(os.path.normcase("A") == "a", reason="this file system has no case twins")
def test_paths_that_differ_in_case_only_are_twins(open_vault: Open, tmp_path: Path):
    vault = open_vault({"TIPS.md": "[[home]]", "tips.md": "[[home]]", "home.md": "[[TIPS]] [[tips]]"})
    if len(os.listdir(tmp_path / "wiki")) < 3:
        pytest.skip("this file system has no case twins")
    assert [f for f in places(vault) if f[0] != "orphan"] == [("clashing-name", "tips.md", 0)]


def test_copies_that_sync_clients_leave_are_reported(open_vault: Open):
    name = "entities/memory-leak (Conflicted copy phone 202501020304).md"
    assert places(open_vault({**BASE, name: "x"})) == [("not-read", name, 0)]


# Claims --------------------------------------------------------------------------------------------------------------


def summary(*lines: str) -> dict[str, str]:
    return {**BASE, "summaries/incident-report-summary.md": SUMMARY + "".join(f"{line}\n" for line in lines)}


@pytest.mark.parametrize(
    ("tail", "rule"),
    [
        ('(0.9, [[incident-report#^p1]] "memory leaks")', None),
        ('(0.9, [[incident-report]] "crashes ... leaks")', None),
        ('(0.9, [[incident-report]] "crashes due ... It took")', "ungrounded-quote"),
        ("(0.9, [[incident-report#^p1]])", None),
        ('(0.9, [[incident-report#^p1]] "leaks prevent")', "ungrounded-quote"),
        ('(0.9, [[incident-report]] "leaks prevent")', "ungrounded-quote"),
        ('(0.9, [[incident-report#^p7]] "memory leaks")', "stale-claim"),
        ('(0.9, [[other-report#^p1]] "memory leaks")', "unknown-source"),
        ("(1.9)", "claim-syntax"),
    ],
)
def test_a_claim_owes_its_evidence(open_vault: Open, tail: str, rule: str | None):
    found = [f for f in lint(open_vault(summary(f"{CAUSES} {tail}"))).findings if f.rule != "broken-link"]
    assert [(f.rule, f.line) for f in found] == ([] if rule is None else [(rule, 11)])


def test_a_quote_that_stands_in_another_passage_says_which(open_vault: Open):
    found = only(open_vault(summary(f'{CAUSES} (0.9, [[incident-report#^p1]] "an hour")')), "ungrounded-quote")
    assert found[0].message == '"an hour" does not stand in [[incident-report#^p1]]; it stands in ^p2'


def test_a_claim_whose_passage_is_gone_says_where_its_words_stand_now(open_vault: Open):
    told = only(open_vault(summary(f'{CAUSES} (0.9, [[incident-report#^p7]] "memory leaks")')), "stale-claim")
    assert told[0].message == "[[incident-report]] has no passage ^p7 any more; its words stand in ^p1 now"
    told = only(open_vault(summary(f'{CAUSES} (0.9, [[incident-report#^p7]] "no such words")')), "stale-claim")
    assert told[0].message == "[[incident-report]] has no passage ^p7 any more"


def test_a_filed_answer_is_no_evidence(open_vault: Open):
    vault = open_vault(
        {
            **CLEAN,
            "entities/x3.md": "---\ntitle: x3\n---\n- causes [[x1]] (0.9, [[why-it-crashed]])\n",
            "topics/u.md": "[[x3]]",
        }
    )
    assert places(vault) == [("unknown-source", "entities/x3.md", 4)]


def test_a_line_under_claims_that_is_no_claim_is_reported(open_vault: Open):
    assert places(open_vault(summary(CAUSES, "- leaks are bad"))) == [
        ("claim-syntax", "summaries/incident-report-summary.md", 12)
    ]


@pytest.mark.parametrize(
    ("lines", "lines_found"),
    [
        ([CAUSES, "- [[memory-leak]] prevents [[system-crash]]"], [12]),
        (["- [[system-crash]] part_of [[memory-leak]]", "- [[system-crash]] contains [[memory-leak]]"], [12]),
        (["- [[memory-leak]] born_in [[system-crash]]", "- [[memory-leak]] born_in [[incident-report]]"], [12]),
        ([CAUSES, "- [[system-crash]] causes [[memory-leak]]"], []),
        ([CAUSES, "- [[memory-leak]] prevents [[system-crash]]", "- [[memory-leak]] prevents [[system-crash]]"], [12]),
        (["- [[memory-leak]] part_of [[memory-leak]]"], []),
        ([CAUSES, CAUSES, "- [[memory-leak]] part_of [[system-crash]]"], []),
        (["- [[memory-leak]] similar_to [[system-crash]]", "- [[system-crash]] similar_to [[memory-leak]]"], []),
        (["- [[system-crash]] different_from [[memory-leak]]", "- [[memory-leak]] same_as [[system-crash]]"], [12]),
    ],
)
def test_claims_that_cannot_hold_together_are_reported_once_at_the_later(open_vault: Open, lines, lines_found):
    assert [f.line for f in only(open_vault(summary(*lines)), "contradiction")] == lines_found


def test_a_contradiction_shows_both_claims(open_vault: Open):
    vault = open_vault(summary(CAUSES, "- [[system-crash]] prevented_by [[memory-leak]]"))
    assert only(vault, "contradiction")[0].message == (
        "[[memory-leak]] prevents [[system-crash]], but summaries/incident-report-summary.md:11 says "
        "[[memory-leak]] causes [[system-crash]]: the two are opposites"
    )


# Pages ---------------------------------------------------------------------------------------------------------------


def test_a_source_without_summary_and_citation_is_an_orphan(open_vault: Open):
    assert places(open_vault({**BASE, "sources/new.md": "Text.\n"})) == [("orphan", "sources/new.md", 0)]


def test_daily_notes_and_the_inbox_are_no_orphans(open_vault: Open):
    assert places(open_vault({"2025-03-04.md": "Rain.\n", "Inbox.md": "x\n", "00 Inbox/idea.md": "x\n"})) == []
    days = {".obsidian/daily-notes.json": '{"folder": "Days"}', "Days/4 March.md": "x\n", "2025-03-04.md": "x\n"}
    assert places(open_vault(days)) == [("orphan", "2025-03-04.md", 0)]


def test_summaries_answers_and_sessions_are_no_orphans(open_vault: Open):
    vault = open_vault(
        {**BASE, "sessions/2025-01-01.md": "x", "topics/t.md": "x", "summaries/s.md": "[[incident-report]]"}
    )
    assert places(vault) == []


def test_properties_that_cannot_be_read_are_reported_with_their_line(open_vault: Open):
    vault = open_vault({**BASE, "topics/t.md": "---\nok: 1\na: b: c\n---\n[[memory-leak]]\n"})
    assert places(vault) == [("unreadable-frontmatter", "topics/t.md", 3)]


def test_a_block_id_used_twice_is_reported_also_in_a_source(open_vault: Open):
    vault = open_vault({**BASE, "sources/incident-report.md": REPORT + "\nAgain. ^P1\n"})
    assert places(vault) == [("duplicate-block-id", "sources/incident-report.md", 10)]


def test_a_page_over_size_is_reported(open_vault: Open):
    assert places(open_vault({**BASE, "topics/t.md": "x" * 3000}, max_page_bytes=2000)) == [
        ("page-size", "topics/t.md", 0)
    ]


def test_a_page_in_another_encoding_is_reported(open_vault: Open):
    assert places(open_vault({**BASE, "topics/t.md": "Größe".encode("latin-1")})) == [("not-utf8", "topics/t.md", 0)]


@pytest.mark.parametrize(("body", "said"), [("It crashed once. ^p1", "has changed"), ("It is gone.", "is gone")])
def test_an_answer_whose_evidence_changed_is_stale(open_vault: Open, body: str, said: str):
    vault = open_vault(
        {
            **CLEAN,
            "sources/incident-report.md": body,
            "summaries/incident-report-summary.md": "[[incident-report]]",
            "entities/memory-leak.md": CLEAN["entities/system-crash.md"],
        }
    )
    found = [f for f in lint(vault).findings if f.path.startswith("topics")]
    assert [(f.rule, f.line, f.fix) for f in found] == [
        ("stale-answer", 6, "commonplace ask 'Why did the store crash?'")
    ]
    assert found[0].message == f"incident-report#^p1 {said}"


def test_a_canvas_that_is_gone_stops_nothing(open_vault: Open, tmp_path: Path):
    vault = open_vault({"Home.md": "x", "plan.canvas": "{}"})
    (tmp_path / "wiki" / "plan.canvas").unlink()
    assert places(vault) == [("orphan", "Home.md", 0)]


MERGE = "<<<<<<< HEAD\n- causes [[b]]\n=======\n- prevents [[b]]\n>>>>>>> theirs\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"One.\n\n{MERGE}\n{MERGE}", [3, 9]),
        (MERGE.replace("\n", "\r\n"), [1]),
        (MERGE.replace("=======", "||||||| base\n- uses [[b]]\n======="), [1]),
        ("---\n<<<<<<< HEAD\ntype: a\n=======\ntype: b\n>>>>>>> c\n---\nBody.\n", [2]),
        (f"```text\n{MERGE}```\n", []),
        ("A title\n=======\n\n<<<<<<< HEAD\n\n>>>>>>> b\n", []),
    ],
)
def test_what_git_could_not_merge_is_found(open_vault: Open, text, lines):
    vault = open_vault({"a.md": text, "b.md": "[[a]]"})
    assert places(vault, rules=["merge-markers"]) == [("merge-markers", "a.md", line) for line in lines]


def test_a_merge_in_the_properties_is_told_once_with_what_it_hides(open_vault: Open):
    vault = open_vault({"a.md": f"---\n{MERGE}---\n{MERGE}", "b.md": "[[a]]"})
    found = lint(vault, rules=["merge-markers", "unreadable-frontmatter"]).findings
    told = [(finding.line, finding.message.partition(":")[0]) for finding in found]
    here = "git left both sides of a merge here"
    assert told == [(2, f"{here}, and none of the properties is read"), (8, f"{here}, and both are read")]


# Questions -----------------------------------------------------------------------------------------------------------


def test_questions_asked_in_vain_are_listed_until_they_are_answered(open_vault: Open):
    vault = open_vault(CLEAN)
    asked = ["What is tea?", "why did the STORE crash", "what is tea", "Who?\n- [[forged]]"]
    for day, question in enumerate(asked):
        Events(vault.kb.location.graph).append("unanswered", f"2025-01-0{day + 1}T00:00:00Z", question=question)
    Events(vault.kb.location.graph).append("unanswered", "2025", question=7)
    found = lint(vault).findings
    assert {(f.rule, f.path, f.line) for f in found} == {("unanswered-question", "", 0)}
    assert [(f.message, f.fix) for f in found] == [
        (
            "asked 2 times and little found, last 2025-01-03: what is tea",
            "commonplace ask 'what is tea', and `file` what answers; else commonplace add FILE",
        ),
        (
            "asked once and little found, last 2025-01-04: Who? - [[forged]]",
            "commonplace ask 'Who? - [[forged]]', and `file` what answers; else commonplace add FILE",
        ),
    ]
    assert lint(vault, paths=["topics"]).findings == ()


def test_the_gravest_come_first_and_questions_last_the_most_asked_first(open_vault: Open):
    vault = open_vault(
        {"b.md": "- born_in [[Rome]]\n- born_in [[Bonn]]\n", "a.md": "[[nowhere]]", "Rome.md": "", "Bonn.md": ""}
    )
    for question in ["what is a zeppelin?", "who flew it?", "who flew it?"]:
        Events(vault.kb.location.graph).append("unanswered", "2025-01-01", question=question)
    found = lint(vault).findings
    rules = [finding.rule for finding in found]
    assert rules == ["contradiction", "broken-link", "orphan", "orphan", "unanswered-question", "unanswered-question"]
    assert found[-2].message.startswith("asked 2 times")


@pytest.mark.parametrize(
    ("limit", "rule", "printed", "told"),
    [
        (50, (), 6, ["unanswered-question: 3 more; --rule unanswered-question lists them"]),
        (
            2,
            (),
            2,
            [
                "omitted: 4 findings; --limit 6 prints all",
                "unanswered-question: 3 more; --rule unanswered-question lists them",
            ],
        ),
        (50, ("unanswered-question",), 9, []),
    ],
)
def test_beyond_five_questions_are_printed_as_a_count(limit: int, rule: tuple[str, ...], printed: int, told: list[str]):
    questions = tuple(LintFinding("unanswered-question", "", 0, f"question {number}") for number in range(8))
    report = LintReport((LintFinding("contradiction", "a.md", 1, "two fathers"), *questions), 1)
    lines = WORK["lint"].text(listed(report, limit=limit, rules=rule), {}).splitlines()
    assert lines[0] == "a.md:1: contradiction: two fathers"
    assert lines[printed:] == [*told, "1 pages, 9 findings"]


def test_pages_that_nothing_leads_to_hide_no_question():
    lonely = [LintFinding("orphan", f"{number}.md", 0, "no page links here") for number in range(200)]
    question = LintFinding("unanswered-question", "", 0, "what can be deleted?")
    report = listed(LintReport((*lonely, question), 200), limit=50, rules=())
    lines = WORK["lint"].text(report, {}).splitlines()
    assert lines[5:] == [
        "(no page): unanswered-question: what can be deleted?",
        "orphan: 195 more; --rule orphan lists them",
        "200 pages, 201 findings",
    ]


# The whole -----------------------------------------------------------------------------------------------------------

DEFECTS = {
    **BASE,
    "topics/a.md": "[[real-missing]]\n\n[[leak]]\n\nx ^q\n\ny ^q\n",
    "entities/b.md": "---\ntitle: Memory leaks\ntype: concept\n---\n[[a]]",
}


def test_findings_come_by_gravity_path_line_and_rule(open_vault: Open):
    vault = open_vault(DEFECTS)
    assert places(vault) == [
        ("broken-link", "topics/a.md", 1),
        ("alias-link", "topics/a.md", 3),
        ("duplicate-block-id", "topics/a.md", 7),
        ("orphan", "entities/b.md", 0),
        ("near-duplicate", "entities/memory-leak.md", 1),
    ]
    assert lint(vault) == lint(vault)


def test_only_the_rules_asked_for_are_reported(open_vault: Open):
    assert places(open_vault(DEFECTS), rules=["alias-link", "orphan"]) == [
        ("alias-link", "topics/a.md", 3),
        ("orphan", "entities/b.md", 0),
    ]


def test_an_unknown_rule_is_an_error(open_vault: Open):
    with pytest.raises(UsageError, match="broken-link"):
        lint(open_vault(BASE), rules=["dead-link"])


@pytest.mark.parametrize("path", ["topics", "topics/", "topics/a.md", "a"])
def test_only_the_paths_asked_for_are_reported(open_vault: Open, path: str):
    report = lint(open_vault(DEFECTS), paths=[path])
    assert [f[:3] for f in report.findings] == [
        ("broken-link", "topics/a.md", 1),
        ("alias-link", "topics/a.md", 3),
        ("duplicate-block-id", "topics/a.md", 7),
    ]
    assert report.checked_pages == 1


def test_a_path_that_is_nothing_is_an_error(open_vault: Open):
    with pytest.raises(PageNotFoundError):
        lint(open_vault(BASE), paths=["nowhere"])


def test_in_an_adopted_vault_notes_of_people_are_looked_at_and_the_catalog_is_not(open_vault: Open):
    files = {
        f"commonplace/{path}" if "/" in path else f"commonplace/commonplace-{path}": text for path, text in BASE.items()
    }
    vault = open_vault(
        {**files, "sources/mine.md": "[[nope]]\n", "Home.md": "[[mine]] [[Home]]\n"}, folder="commonplace"
    )
    assert places(vault) == [("broken-link", "sources/mine.md", 1), ("orphan", "Home.md", 0)]


def test_every_rule_is_explained_and_in_the_instructions(root: Path):
    text = (root / "instructions" / "lint.md").read_text(encoding="utf-8")
    missing = [rule for rule in RULES if f"| `{rule}` |" not in text]
    assert missing == []
    assert len(text.splitlines()) < 120
    assert set(RULES) >= FIXABLE


@pytest.mark.parametrize(
    ("report", "hint"),
    [
        (REPORT.replace(" ^p1", ""), "its words stand on line 6, which lost its block id: write ` ^p1` at its end"),
        (
            REPORT.replace("memory leaks. ^p1", "soot. ^p1\n\nThe store crashes due to memory leaks. ^p1"),
            "its words stand on line 8 now, without a block id of their own",
        ),
    ],
)
def test_a_block_id_that_a_person_took_out_or_pasted_twice_is_told_with_its_line(open_vault: Open, report, hint):
    vault = open_vault({**BASE, "sources/incident-report.md": report})
    told = [each.message for each in lint(vault).findings if each.rule in ("stale-claim", "ungrounded-quote")]
    assert [hint in message for message in told] == [True]
    quotes = [each.message for each in lint(vault).findings if each.rule == "stale-evidence"]
    assert {hint in message for message in quotes} == {True}


def test_a_symbolic_link_to_a_note_was_to_be_merged_with_it(open_vault: Open, tmp_path):
    vault = open_vault({"Home.md": "---\naliases:\n  - Start\n---\n"})
    (tmp_path / "wiki/Way home.md").symlink_to("Home.md")

    assert [each for each in lint(vault).findings if each.rule == "alias-clash"] == []


def test_twins_that_look_the_same_are_told_with_how_they_differ(open_vault: Open):
    vault = open_vault({"Caf\u00e9.md": "", "Cafe\u0301.md": ""})
    told = [each.message for each in lint(vault).findings if each.rule == "clashing-name"]
    assert [message.endswith("or in how accents are stored") for message in told] == [True]
