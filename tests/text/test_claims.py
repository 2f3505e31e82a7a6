"""Claim lines: the round trip, what is prose, and the forms that are read leniently."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scripts.errors import DataError
from scripts.model import Claim, Evidence, Issue, Premise
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


@pytest.mark.parametrize("tail", ["1.5", "-0.1", "confidence: 7, x", "2, [[s#^c3]]", "0,9", "1e9", "0.9 [[s]]"])
def test_a_confidence_that_is_none_is_refused(tail: str) -> None:
    with pytest.raises(DataError):
        parse_claims(f"- causes [[x]] ({tail})")


@pytest.mark.parametrize(
    ("tail", "confidence", "evidence", "note"),
    [
        ("0.9", 0.9, (), ""),
        ("confidence: 0.9", 0.9, (), ""),
        (".5, maybe", 0.5, (), "maybe"),
        ("maybe, 0.5", 0.5, (), "maybe"),
        ("0.5, 0.6", 0.5, (), "0.6"),
        ("1998", 1.0, (), "1998"),
        ("[[s#^c3]]", 1.0, (Evidence("s", "c3"),), ""),
        ("[[s#^c3|c3]], [[t#Heading]]", 1.0, (Evidence("s", "c3"), Evidence("t", "")), ""),
        ("[[#^c3]]", 1.0, (Evidence("", "c3"),), ""),
        ("[c3](s.md#^c3) “a, b”", 1.0, (Evidence("s.md", "c3", "a, b"),), ""),
        ('0.9, [[s#^c3]] "a) b, [\\[x\\]]"', 0.9, (Evidence("s", "c3", "a) b, [[x]]"),), ""),
        ("see [[s#^c3]], p. 3", 1.0, (), "see [[s#^c3]], p. 3"),
        ('[[s#^c3]] "never closed', 1.0, (), '[[s#^c3]] "never closed'),
        ("a, [[s#^c3]], b", 1.0, (Evidence("s", "c3"),), "a, b"),
        ("since (about) 2019, or so", 1.0, (), "since (about) 2019, or so"),
    ],
)
def test_a_tail_is_confidence_evidence_and_note(
    tail: str, confidence: float, evidence: tuple[Evidence, ...], note: str
) -> None:
    line = f"- causes [[x]] ({tail})"
    assert parse_claims(line) == (placed(claim("", "causes", "x", confidence, *evidence, note=note), line),)


def test_one_line_with_several_objects_makes_several_claims() -> None:
    found = parse_claims("* [[a|A]] causes [[b]], [[c/d]] (0.7)")
    assert [(c.subject, c.subject_label, c.object, c.object_label, c.confidence) for c in found] == [
        ("a", "A", "b", "b", 0.7),
        ("a", "A", "c/d", "d", 0.7),
    ]


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


def find(text: str, properties: dict[str, str] | None = None) -> tuple[tuple[Claim, ...], tuple[Issue, ...]]:
    lines = "".join(f'{name}: "[[{path}]]"\n' for name, path in (properties or {}).items())
    page = read_page("Page.md", f"---\n{lines}---\n{text}" if lines else text)
    return page.claims, page.issues


def shown(found: Claim) -> str:
    evidence = "".join(f" {e.source}#{e.block}" for e in found.evidence)
    note = f" ({found.note})" if found.note else ""
    return f"{found.relation} {found.object} {found.confidence:g}{evidence}{note}"


def test_a_property_link_is_a_claim_where_its_name_is_a_relation() -> None:
    properties = {"depends on": "X", "author": "Ann", "created": "2024-01-01", "up": "U", "source": "S", "teaches": "T"}
    claims, _ = find("", properties)
    assert [shown(found) for found in claims] == ["depends_on X 1", "author Ann 1", "teaches T 1"]
    assert {found.form for found in claims} == {"property"}
    assert {found.subject_label for found in claims} == {"Page"}


def test_a_claim_stands_where_its_line_stands() -> None:
    text = "# T\r\n\r\n- causes [[x]]\r\n  - part_of [[y]] ^id\r\n- prose\r\n"
    claims, _ = find(text)
    assert [text[found.start : found.end] for found in claims] == ["- causes [[x]]", "- part_of [[y]] ^id"]
    assert [found.line for found in claims] == [3, 4]


@pytest.mark.parametrize("line", ["- call [[Ada]]", "- never [[smoke]]", "- buy [[x]], [[y]]", "- meet [[Ben]] (10)"])
def test_what_somebody_has_to_do_is_no_claim(line: str) -> None:
    assert find(f"# Monday\n{line}") == ((), ())
    assert find(f"## Claims\n{line}") != ((), ())


def test_a_relation_of_several_words_is_read_only_under_relations() -> None:
    line = "- Is used by [[X]] (context)"
    assert find(line)[0] == ()
    assert [shown(found) for found in find(f"## Relations\n### Old\n{line}")[0]] == ["is_used_by X 1 (context)"]
    assert find(f"## Relations\n## Other\n{line}")[0] == ()
    assert find("## Relations\n- this one is far too long [[X]]")[0] == ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("- [[a]] causes [[b] (0.8)", "it is written `- [[subject]] relation [[object]] (0.9)`"),
        ("- [[a]] makes dirty [[b]] (0.7)", "it is written `- [[subject]] relation [[object]] (0.9)`"),
        ("- [[a]] causes b (0.9)", "it is written `- [[subject]] relation [[object]] (0.9)`"),
        ("- [ ] [[a]] causes [[b]]", "it is written `- [[subject]] relation [[object]] (0.9)`"),
        ("- [[a]] causes [[b]] (0.9 [[s#^p1]])", "a confidence is written as in (0.9, [[source]])"),
        ("- [[a]] causes [[b]] (7)", "confidence 7 is not between 0 and 1"),
    ],
)
def test_a_line_under_claims_that_is_none_is_reported_with_what_to_change(line: str, why: str) -> None:
    claims, issues = find(f"## Claims\n\n{line}\n\n## Other\n\n- prose\n")
    assert claims == ()
    assert [(issue.rule, issue.line) for issue in issues] == [("claim-syntax", 3)]
    assert why in issues[0].message


CITED = '(0.9, [[s#^b|b]] "q")'


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


@pytest.mark.parametrize(
    "line",
    [
        '- [[Bob]] said "hello"',
        '- [[Bob]] said "hello" (yesterday)',
        f'- said "hello" {CITED}',
        f'- "a" because "b" {CITED}',
        f'- [[a]] because "b {CITED}',
        f'- [[a]] because "[]" {CITED}',
    ],
)
def test_what_somebody_said_is_no_claim(line: str) -> None:
    assert parse_claims(line, page_label="p") == ()
