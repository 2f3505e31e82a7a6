"""Claim lines: the round trip, what is prose, and the forms that are read leniently."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scripts.errors import DataError
from scripts.model import Claim, Evidence, Premise
from scripts.text.claims import clean_claim, format_claim, parse_claims, words_key
from scripts.text.page import read_page

FORMAT = (Path(__file__).resolve().parents[2] / "instructions" / "page-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^(`{3,})(\S+)\n(.*?)\n\1$", FORMAT, re.DOTALL | re.MULTILINE)


def examples(kind: str) -> list[str]:
    return [line for _, name, body in EXAMPLES if name == kind for line in body.split("\n")]


def claim(
    subject: str, relation: str, object_: str, confidence: float = 1.0, *evidence: Evidence, note: str = ""
) -> Claim:
    return Claim(subject, subject, relation, object_, object_, 1, 0, 0, confidence, evidence, note)


def placed(written: Claim, line: str) -> Claim:
    return written._replace(end=len(line))


PATHS = st.one_of(
    st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,5}){0,2}", fullmatch=True),
    st.text(alphabet="aZé日 .-_()'&+,/!%", min_size=1, max_size=12).filter(
        lambda p: p == " ".join(p.split()) and "%%" not in p and not p.startswith("/")
    ),
)
LABELS = st.text(max_size=12) | st.sampled_from(["C#", "x #tag", "a|b", "`x`", "$5", "]]", "50%% off", "<!-- a -->"])
TYPES = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
CONFIDENCES = st.floats(0, 1) | st.sampled_from([0.0, 0.1, 0.9, 1.0, 1e-9])
SIGNS = [
    *"()|,`$#%'\\\"\n\u2028\u202e",
    "%%",
    "``",
    "$$",
    "::",
    "==",
    "~~~",
    "C#",
    "\\#t",
    "”",
    "日本",
    "مرحبا",
    "e\u0301",
]
OPENERS = ["]]", "[[x]]", "![[x]]", "[t](x.md)", "<!--", "-->", "<b>", "#tag", " #tag", "^p3f9c1e", " ^id", "[^1]"]
LOOKALIKES = ["0.5", "confidence: 2", "- ", "key:: [[x]]", "&amp;", "https://x.org/#a"]
QUOTES = st.text(max_size=30) | st.lists(st.sampled_from([*SIGNS, *OPENERS, *LOOKALIKES, "a", " "]), max_size=8).map(
    "".join
)
BLOCKS = st.just("") | st.from_regex(r"p[0-9a-f]{6}", fullmatch=True)
EVIDENCE = st.builds(Evidence, PATHS, BLOCKS, QUOTES)
NOTES = st.sampled_from(
    ["", "seen twice", "a, b", "a,b", "2019", "see Smith (2019), p. 3", '"odd', "0.3", "[[x]] says so"]
)
ONE = st.just(1)
EVIDENCES = st.lists(EVIDENCE, max_size=3).map(tuple)
NO_TEXT, IS_LINK = st.just(""), st.just(False)
PREMISES = (
    st.builds(Premise, PATHS, LABELS, NO_TEXT, NO_TEXT, NO_TEXT, IS_LINK, NO_TEXT)
    | st.builds(Premise, PATHS, LABELS, TYPES, PATHS, LABELS, IS_LINK, NO_TEXT)
    | st.builds(Premise, PATHS, LABELS, NO_TEXT, NO_TEXT, NO_TEXT, IS_LINK, st.just("p3f9c1e"))
)
CLAIMS = st.builds(
    Claim,
    *(PATHS, LABELS, TYPES, PATHS, LABELS, ONE, st.just(0), ONE, CONFIDENCES, EVIDENCES, NOTES, st.just("claim")),
    *(IS_LINK, IS_LINK),
    st.lists(PREMISES, max_size=2).map(tuple),
)


@given(CLAIMS)
def test_a_claim_is_read_back_as_it_was_written(written: Claim) -> None:
    try:
        line = format_claim(written)
    except DataError:
        assume(False)
    assert parse_claims(line) == (placed(clean_claim(written), line),)
    assert format_claim(parse_claims(line)[0]) == line


@given(CLAIMS)
def test_a_claim_about_the_page_is_read_back_without_its_subject(written: Claim) -> None:
    try:
        line = format_claim(written._replace(subject="", subject_label="Page"))
    except DataError:
        assume(False)
    assert line.startswith(f"- {written.relation} [[")
    expected = placed(clean_claim(written), line)._replace(subject="", subject_label="Page")
    assert parse_claims(line, page_label="Page") == (expected,)


@given(EVIDENCE)
def test_any_evidence_with_any_quote_can_be_written(evidence: Evidence) -> None:
    written = clean_claim(claim("a", "causes", "b", 0.5, evidence))
    line = format_claim(written)
    assert parse_claims(line) == (placed(written, line),)


@given(st.text(alphabet='[]()|#^%`$<>!"\\,.-*_:= \tab0é日“”', max_size=60))
def test_no_line_breaks_the_reader(text: str) -> None:
    for line in (text, "- " + text, "- causes [[x]] (" + text + ")", "- causes [[x]] (0.5, [[y]] " + text):
        try:
            claims = parse_claims(line, is_loose=True)
        except DataError:
            continue
        assert all(0 <= found.confidence <= 1 for found in claims)


@pytest.mark.parametrize("line", examples("claim"))
def test_a_documented_claim_line_is_read_and_written_again_the_same(line: str) -> None:
    assert [format_claim(found) for found in parse_claims(line, page_label="This page")] == [line]


@pytest.mark.parametrize("line", examples("prose"))
def test_documented_prose_is_no_claim(line: str) -> None:
    assert parse_claims(line) == ()


@pytest.mark.parametrize(
    "refused",
    [
        claim("a", "Is Part Of", "b"),
        claim("a", "and", "b"),
        claim("a", "causes", ""),
        claim("a", "causes", "b]]"),
        claim("a", "causes", "b|c"),
        claim("a", "causes", "b#c"),
        claim("a", "causes", "b\nc"),
        claim("a", "causes", "b", 1.01),
        claim("a", "causes", "b", float("nan")),
        claim("a", "causes", "b", 0.5, Evidence("s", "no id")),
        claim("a", "causes", "b", 0.5, note="[[s#^c3]]"),
    ],
)
def test_what_a_line_cannot_hold_is_refused(refused: Claim) -> None:
    with pytest.raises(DataError):
        format_claim(refused)


def test_a_claim_stands_where_its_line_stands() -> None:
    text = "# T\r\n\r\n- causes [[x]]\r\n  - part_of [[y]] ^id\r\n- prose\r\n"
    claims = read_page("Page.md", text).claims
    assert [text[found.start : found.end] for found in claims] == ["- causes [[x]]", "- part_of [[y]] ^id"]
    assert [found.line for found in claims] == [3, 4]


@pytest.mark.parametrize("words", ['a "b" [c] \\ $d$ `e` <f> #g %%h%% | i', "4.12 m, 1:200", "x"])
def test_an_end_in_words_keeps_its_signs(words: str) -> None:
    evidence = (Evidence("s", "b", "q"),)
    for kinds in ((False, True), (True, False)):
        claim = Claim("a", "a", "because", "o", words, 0, 0, 0, 0.9, evidence, "", "claim", False, True)
        if kinds[0]:
            claim = Claim("o", words, "because", "a", "a", 0, 0, 0, 0.9, evidence, "", "claim", True, False)
        claim = claim._replace(**{"subject" if kinds[0] else "object": words_key(words)})
        (read,) = parse_claims(format_claim(claim))
        assert (read.subject_is_text, read.object_is_text) == kinds
        assert words in (read.subject_label, read.object_label)


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


def claims(text: str) -> list[tuple[str, str, str]]:
    return [(p.relation, p.object, p.note) for p in read_page("coffee.md", text).claims]


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


def test_a_plain_vault_note_is_read_as_it_is():
    text = (
        "Daily note\r\n==========\r\n\r\n> [!tip] Idea\r\n> See [[Project X#Goals|goals]].\r\n\r\n"
        "- [ ] ask [[Ann]]\r\n\r\nstatus:: open\r\nproject:: [[Project X]]\r\n"
    )
    page = read_page("Daily/2024-01-02.md", text)
    assert (page.title, page.category, page.type) == ("Daily note", "notes", "")
    assert [link.path for link in page.links] == ["Project X", "Ann", "Project X"]
    assert claims(text) == []
