"""Notes that other tools wrote: observations are no claims, relations are, and a plain vault is read as it is."""

from __future__ import annotations

import pytest

from scripts.text.page import read_page

NOTE = """---
title: Coffee brewing
type: note
permalink: coffee/brewing
tags:
  - coffee
---
# Coffee brewing

## Observations

- [method] Pour over shows more flavor #brewing (learned at a workshop)
- [tip] Medium grind suits [[Aeropress]] best #grind
- [fact] Water at 96 °C #temperature (see [[Water]])
- [decision] uses [[Paper filter]] (0.9)
- [ ] buy beans

## Relations

- relates_to [[Coffee beans]]
- requires [[Burr grinder]] (for an even grind)
- inspired by [[James]] (a talk)
- part_of [[Morning routine|the routine]]
- contrasts with [[Espresso]]
"""


def claims(text: str, path: str = "coffee.md") -> list[tuple[str, str, str]]:
    return [(p.relation, p.object, p.note) for p in read_page(path, text).claims]


def test_relations_are_claims_of_the_note_with_their_context():
    assert claims(NOTE) == [
        ("relates_to", "Coffee beans", ""),
        ("requires", "Burr grinder", "for an even grind"),
        ("inspired_by", "James", "a talk"),
        ("part_of", "Morning routine", ""),
        ("contrasts_with", "Espresso", ""),
    ]


def test_observations_are_no_claims_but_their_links_and_tags_count():
    page = read_page("coffee.md", NOTE)
    assert not [claim for claim in page.claims if claim.line < NOTE[: NOTE.index("## Relations")].count("\n") + 1]
    assert page.issues == ()
    assert {link.path for link in page.links} >= {"Aeropress", "Water", "Paper filter"}
    assert page.tags == ("coffee", "brewing", "grind", "temperature")


def test_the_properties_of_the_note_are_no_claims():
    page = read_page("coffee.md", NOTE.replace("permalink: coffee/brewing", 'permalink: "[[x]]"'))
    assert (page.title, page.type, "permalink" in page.properties) == ("Coffee brewing", "note", True)
    assert "permalink" not in {claim.relation for claim in page.claims}


@pytest.mark.parametrize(
    "line",
    [
        "- [tech] Redis uses [[Memory]] #db (fast)",
        "- [idea] #tag",
        "- #tag only (context)",
        "- 12:30 met [[Ann]] about [[Budget]]",
        "- [x] call [[Ann]]",
        "- **Bold** [[Link]]",
        "- [[One]], [[Two]]",
        "- https://example.org [[x]]",
        "- [link](https://example.org) causes pain",
        "%% - causes [[Hidden]] %%",
    ],
)
def test_a_line_of_an_ordinary_note_is_no_claim(line):
    page = read_page("n.md", f"# N\n\n## Observations\n\n{line}\n\n## Notes\n\n{line}\n")
    assert (page.claims, page.issues) == ((), ())


def test_prose_in_a_list_under_relations_is_no_claim_either():
    text = (
        "## Relations\n\n- This is a longer sentence that mentions [[X]] and goes on\n- see [[Y]]\n- [[A]] and [[B]]\n"
    )
    assert claims(text) == []


def test_a_year_as_the_context_of_a_relation_is_no_confidence():
    page = read_page("n.md", "## Relations\n\n- founded_in [[Paris]] (1998)\n")
    assert [(p.object, p.confidence, p.note) for p in page.claims] == [("Paris", 1.0, "1998")]
    assert page.issues == ()


def test_a_plain_vault_note_is_read_as_it_is():
    text = (
        "Daily note\r\n==========\r\n\r\n> [!tip] Idea\r\n> See [[Project X#Goals|goals]].\r\n\r\n"
        "- [ ] ask [[Ann]]\r\n\r\nstatus:: open\r\nproject:: [[Project X]]\r\n"
    )
    page = read_page("Daily/2024-01-02.md", text)
    assert (page.title, page.category, page.type) == ("Daily note", "notes", "")
    assert [link.path for link in page.links] == ["Project X", "Ann", "Project X"]
    assert claims(text) == []
