"""Claim lines: the round trip, what is prose, and the forms that are read leniently."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scripts.errors import ClaimError
from scripts.pages.knowledge.claim_line import clean_claim, format_claim, parse_claim, parse_claims
from scripts.pages.knowledge.claims import read_claims
from scripts.pages.markdown.scanner import scan
from scripts.pages.page_model import Claim, Evidence
from scripts.pages.yaml.frontmatter import read_properties

FORMAT = (Path(__file__).resolve().parents[2] / "instructions" / "page-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^(`{3,})(\S+)\n(.*?)\n\1$", FORMAT, re.DOTALL | re.MULTILINE)


def examples(kind):
    return [line for _, name, body in EXAMPLES if name == kind for line in body.split("\n")]


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
    "a",
    " ",
]
OPENERS = [
    "]]",
    "[[x]]",
    "![[x]]",
    "[t](x.md)",
    "<!--",
    "-->",
    "<b>",
    "#tag",
    " #tag",
    "^p3f9c1e",
    " ^id",
    "[^1]",
    "^[x]",
]
LOOKALIKES = ["0.5", "confidence: 2", "- ", "key:: [[x]]", "&amp;", "https://x.org/#a"]
HOSTILE = st.sampled_from([*SIGNS, *OPENERS, *LOOKALIKES])
QUOTES = st.text(max_size=30) | st.lists(HOSTILE, max_size=8).map("".join)
BLOCKS = st.just("") | st.from_regex(r"p[0-9a-f]{6}", fullmatch=True)
EVIDENCE = st.builds(Evidence, PATHS, BLOCKS, QUOTES)
NOTES = st.sampled_from(
    ["", "seen twice", "a, b", "a,b", "2019", "see Smith (2019), p. 3", '"odd', "0.3", "[[x]] says so"]
)
CLAIMS = st.builds(
    Claim, PATHS, LABELS, TYPES, PATHS, LABELS, CONFIDENCES, st.lists(EVIDENCE, max_size=3).map(tuple), NOTES
)


def writable(claim):
    """The claim as a line holds it, when one can."""
    try:
        format_claim(claim)
    except ClaimError:
        assume(False)
    return clean_claim(claim)


@given(CLAIMS)
def test_a_claim_is_read_back_as_it_was_written(claim):
    claim = writable(claim)
    line = format_claim(claim)
    assert parse_claim(line, page="p", page_label="P") == claim
    assert format_claim(parse_claim(line, page="p", page_label="P")) == line


@given(CLAIMS)
def test_a_claim_about_the_page_is_read_back_without_its_subject(claim):
    claim = writable(claim)
    line = format_claim(claim, page=claim.subject)
    assert line.startswith(f"- {claim.relation} [[")
    assert parse_claim(line, page=claim.subject, page_label=claim.subject_label) == claim


@given(EVIDENCE)
def test_any_evidence_with_any_quote_can_be_written(evidence):
    claim = clean_claim(Claim("a", "A", "causes", "b", "B", 0.5, (evidence,)))
    assert parse_claim(format_claim(claim), page="", page_label="") == claim


@given(CLAIMS, st.sampled_from(["", "## Claims\n\n", "text\n\n"]))
def test_a_claim_line_holds_the_links_of_the_claim_and_nothing_else(claim, before):
    claim = writable(claim)._replace(note="")
    found = scan(f"{before}{format_claim(claim)}\n")
    ends = [claim.subject, claim.object]
    assert [link.path for link in found.links] == [*ends, *(e.source for e in claim.evidence)]
    assert [link.subpath for link in found.links[2:]] == [f"#^{e.block}" if e.block else "" for e in claim.evidence]
    assert found.tags == ()
    assert found.block_ids == ()
    assert not any(link.embed for link in found.links)
    assert {block.kind for block in found.blocks} <= {"heading", "paragraph", "item"}


@given(st.text(alphabet='[]()|#^%`$<>!"\\,.-*_:= \tab0é日', max_size=60))
def test_no_line_breaks_the_reader(text):
    for line in (text, "- " + text, "- causes [[x]] (" + text + ")", "- causes [[x]] (0.5, [[y]] " + text):
        try:
            claims = parse_claims(line, page="p", page_label="P", loose=True)
        except ClaimError:
            continue
        assert all(0 <= claim.confidence <= 1 for claim in claims)


@pytest.mark.parametrize("quote", [*SIGNS, *OPENERS, *LOOKALIKES])
def test_nothing_in_a_quote_is_active(quote):
    evidence = (Evidence("s", "p1", f"{quote} a{quote} {quote}{quote} {quote}b"), Evidence("t", "p2", quote))
    line = format_claim(Claim("a", "A", "causes", "b", "B", 0.5, evidence))
    found = scan(f"{line}\n\n[[end]] $x$ `y` %% z %% <!-- -->\n")
    assert [link.path for link in found.links] == ["a", "b", "s", "t", "end"]
    assert "%%" not in line
    assert "<" not in line.replace("\\<", "")
    assert found.tags == ()


@given(CONFIDENCES)
def test_a_confidence_is_written_as_short_as_it_reads_back(confidence):
    line = format_claim(Claim("a", "a", "causes", "b", "b", confidence, note="n"))
    assert parse_claim(line, page="", page_label="").confidence == confidence


def test_the_written_form_is_the_documented_one():
    evidence = Evidence("incident-report", "p3f9c1e", "crashes due to memory leaks")
    claim = Claim("memory-leak", "memory leak", "causes", "system-crash", "system crash", 0.9, (evidence,))
    assert format_claim(claim) == examples("claim")[0]
    assert format_claim(claim._replace(subject=""), page="") == examples("claim")[2]


@pytest.mark.parametrize("line", examples("claim"))
def test_a_documented_claim_line_is_read_and_written_again_the_same(line):
    claim = parse_claim(line, page="", page_label="This page")
    assert claim is not None
    assert format_claim(claim) == line


def test_a_documented_quote_holds_what_was_quoted():
    claim = parse_claim(examples("claim")[4], page="", page_label="")
    assert claim.evidence == (Evidence("style-guide", "", 'write [[x]], `code`, $5, #tag and "so", not C#'),)


@pytest.mark.parametrize("line", examples("prose"))
def test_documented_prose_is_no_claim(line):
    assert parse_claims(line, page="p", page_label="P") == ()
    assert claims_of(line)[0] == []


def claims_of(text, title="Page"):
    placed, issues = read_claims(
        text,
        path="a.md",
        title=title,
        scan=scan(text, body_start=read_properties(text).body_start),
        properties=read_properties(text),
    )
    return [p.claim for p in placed], list(issues), placed


def shown(claim):
    evidence = "".join(f" {e.source}#{e.block}" for e in claim.evidence)
    note = f" ({claim.note})" if claim.note else ""
    return f"{claim.relation} {claim.object} {claim.confidence:g}{evidence}{note}"


def test_the_documented_page_makes_the_documented_claims():
    claims, issues, _ = claims_of("\n".join(examples("page")), title="Session store")
    assert [shown(claim) for claim in claims] == examples("claims-of-page")
    assert {(claim.subject, claim.subject_label) for claim in claims} == {("", "Session store")}
    assert issues == []


def test_the_documented_slugs_are_the_slugs():
    from scripts.text.slugs import slugify

    rows = [row.split(" -> ") for row in examples("slug")]
    assert [slugify(title) for title, _ in rows] == [slug for _, slug in rows]
    assert len(rows) > 5


def test_a_claim_stands_where_its_line_stands():
    text = "# T\r\n\r\n- causes [[x]]\r\n  - part_of [[y]] ^id\r\n- prose\r\n"
    _, _, placed = claims_of(text)
    assert [text[p.start : p.end] for p in placed] == ["- causes [[x]]", "- part_of [[y]] ^id"]
    assert [(p.line, p.form) for p in placed] == [(3, "claim"), (4, "claim")]


@pytest.mark.parametrize(
    "text",
    [
        "```\n- causes [[x]]\n```",
        "~~~\n- causes [[x]]\n~~~",
        "    - causes [[x]]",
        "<!--\n- causes [[x]]\n-->",
        "%%\n- causes [[x]]\n%%",
        "<div>\n- causes [[x]]\n</div>",
        "> - causes [[x]]",
        "> [!note]\n> - causes [[x]]",
        "$$\n- causes [[x]]\n$$",
        "`key:: [[x]]`",
        "- text `[key:: [[x]]]`",
        "- text `[key:: [[x]]]` and [[y]]",
        "- [x] 2024-01-01 10:30 #tag",
        "- note: at 10:30:15 #done [link](https://example.org)",
        "Time:: 10:30",
        "- std::vector uses [[x]] a lot",
    ],
)
def test_code_comments_quotes_and_small_talk_are_no_claims(text):
    assert claims_of(text) == ([], [], ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("key:: [[X]]", ["key X 1"]),
        ("**Depends on**:: [[X]], [[Y]]", ["depends_on X 1", "depends_on Y 1"]),
        ("- depends_on:: [[X]] (0.9, [[s#^c3]])", ["depends_on X 0.9 s#c3"]),
        ("text [part of:: [[X]]] and (uses:: [[Y]])", ["part_of X 1", "uses Y 1"]),
        ("- [a:: [[X]]] [confidence:: 0.9] [source:: [[s#^c3]]]", ["a X 0.9 s#c3"]),
        ("source:: [[X]]", []),
        ("key:: some [[X]]", []),
        ("one\nkey:: [[X]]\nkey:: [[Y]]", ["key X 1", "key Y 1"]),
        ("- item\n\n  key:: [[X]]", ["key X 1"]),
        ("- key:: [[X]]", ["key X 1"]),
    ],
)
def test_dataview_fields_are_read(text, expected):
    assert [shown(claim) for claim in claims_of(text)[0]] == expected


def test_property_links_are_read_but_not_those_about_the_note_itself():
    text = '---\ndepends on: "[[a/X|the x]]"\nevidence:\n  - "[[Y]]"\naliases: "[[Z]]"\nup:\n  - "[[U]]"\n---\n'
    claims, _, placed = claims_of(text)
    assert [shown(claim) for claim in claims] == ["depends_on a/X 1", "up U 1"]
    assert claims[0].object_label == "the x"
    assert {p.form for p in placed} == {"property"}


def test_a_relation_of_several_words_is_read_only_under_relations():
    line = "- Is used by [[X]] (context)"
    assert claims_of(line)[0] == []
    assert claims_of(f"## Claims\n{line}")[0] == []
    assert [shown(c) for c in claims_of(f"## Relations\n### Old\n{line}")[0]] == ["is_used_by X 1 (context)"]
    assert claims_of("## Relations\n- this one is far too long [[X]]")[0] == []
    assert claims_of(f"## Relations\n## Other\n{line}")[0] == []


def test_a_bad_line_under_claims_is_reported_with_its_place():
    _, issues, _ = claims_of("# T\n\n## Claims\n\n- causes [[x]]\n- nonsense\n\n## Other\n\n- prose\n")
    assert [(i.rule, i.path, i.line) for i in issues] == [("claim-syntax", "a.md", 6)]
    assert "nonsense" in issues[0].message


@pytest.mark.parametrize("tail", ["1.5", "-0.1", "confidence: 7, x", "2, [[s#^c3]]", "0,9", "1e9"])
def test_d21_a_confidence_out_of_range_is_reported_and_the_claim_not_read(tail):
    claims, issues, _ = claims_of(f"text\n\n- causes [[x]] ({tail})\n- causes [[y]]\n")
    assert [claim.object for claim in claims] == ["y"]
    assert [(i.rule, i.line) for i in issues] == [("claim-syntax", 3)]
    with pytest.raises(ClaimError):
        parse_claim(f"- causes [[x]] ({tail})", page="p", page_label="P")


@pytest.mark.parametrize(
    ("tail", "confidence", "evidence", "note"),
    [
        ("0.9", 0.9, (), ""),
        ("confidence: 0.9", 0.9, (), ""),
        (".5, maybe", 0.5, (), "maybe"),
        ("maybe, 0.5", 0.5, (), "maybe"),
        ("0.5, 0.6", 0.5, (), "0.6"),
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
def test_a_tail_is_confidence_evidence_and_note(tail, confidence, evidence, note):
    claim = parse_claim(f"- causes [[x]] ({tail})", page="p", page_label="P")
    assert (claim.confidence, claim.evidence, claim.note) == (confidence, evidence, note)


def test_one_line_with_several_objects_makes_several_claims():
    line = "* [[a|A]] causes [[b]], [[c/d]] (0.7)"
    assert parse_claim(line, page="", page_label="") is None
    assert parse_claims(line, page="", page_label="") == (
        Claim("a", "A", "causes", "b", "b", 0.7),
        Claim("a", "A", "causes", "c/d", "d", 0.7),
    )


@pytest.mark.parametrize(
    "claim",
    [
        Claim("a", "a", "Is Part Of", "b", "b"),
        Claim("a", "a", "and", "b", "b"),
        Claim("a", "a", "causes", "", "b"),
        Claim("a", "a", "causes", "b]]", "b"),
        Claim("a", "a", "causes", "b|c", "b"),
        Claim("a", "a", "causes", "b#c", "b"),
        Claim("a", "a", "causes", "b\nc", "b"),
        Claim("a", "a", "causes", "b", "b", 1.01),
        Claim("a", "a", "causes", "b", "b", float("nan")),
        Claim("a", "a", "causes", "b", "b", 0.5, (Evidence("s", "no id"),)),
        Claim("a", "a", "causes", "b", "b", 0.5, (), "[[s#^c3]]"),
    ],
)
def test_what_a_line_cannot_hold_is_refused(claim):
    with pytest.raises(ClaimError):
        format_claim(claim)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("- [[a]] causes [[b] (0.8)", "a link lacks one of its brackets"),
        ("- [[a]] Causes [[b]]", "a relation is one word in small letters, as `causes`"),
        ("- [[a]] makes dirty [[b]] (0.7)", "a relation is one word in small letters, as `makes_dirty`"),
        ("- Part of [[b]]", "it is written `- [[subject]] relation [[object]] (0.9)`"),
        ("- [[a]] causes [[b]] 0.9", "what follows the links stands in parentheses"),
        ("- [[a]] causes b (0.9)", "it is written `- [[subject]] relation [[object]] (0.9)`"),
        ("- [ ] [[a]] causes [[b]]", "a task is no claim"),
        ("1. [[a]] causes [[b]]", "a claim begins with `- `"),
        ("- [[a]] causes [[b]] (0.9 [[s#^p1]])", "a comma is missing behind the confidence"),
    ],
)
def test_a_line_that_is_no_claim_was_told_without_what_is_wrong_with_it(line: str, why: str) -> None:
    text = f"## Claims\n\n{line}\n"
    claims, issues = read_claims(text, path="a.md", title="A", scan=scan(text), properties=read_properties(text))
    assert (claims, why in issues[0].message) == ((), True)


CLAIM = '- [[leak]] causes [[crash]] (0.9, [[report#^p1|p1]] "leaks")'


@pytest.mark.parametrize(
    ("hidden", "line", "kind"),
    [
        (f"> [!note]- Folded\n> {CLAIM}", 4, "a callout"),
        (f"> {CLAIM}", 3, "a quote"),
        (f"%%\n{CLAIM}\n%%", 4, "a comment"),
        (f"%% {CLAIM} %%", 3, "a comment"),
        (f"<!--\n\n{CLAIM}\n-->", 5, "an HTML comment"),
        (f"<details>\n{CLAIM}\n</details>", 4, "HTML"),
        (f"<!-- {CLAIM} -->", 3, "an HTML comment"),
    ],
)
@pytest.mark.parametrize("heading", ["## Claims", "Text."])
def test_a_claim_in_a_callout_or_comment_stopped_counting_without_a_word(hidden, line, kind, heading):
    text = f"{heading}\n\n{hidden}\n"
    claims, issues = read_claims(text, path="a.md", title="A", scan=scan(text), properties=read_properties(text))
    assert claims == ()
    assert [(i.rule, i.line) for i in issues] == [("claim-syntax", line)]
    assert issues[0].message == f"a claim in {kind} does not count: {CLAIM!r}; put it outside, or delete it"


@pytest.mark.parametrize(
    "quoted",
    [
        "> - see [[a]]",
        "> - part_of [[a]]",
        "%% - uses [[a]] %%",
        "> [!note] [[a]] uses [[b]]",
        f"> [!tip] A claim is\n> ```\n> {CLAIM}\n> ```",
    ],
)
def test_a_quote_of_a_person_is_not_told_as_a_hidden_claim(quoted):
    assert read_claims(quoted, path="a.md", title="A", scan=scan(quoted), properties=read_properties(quoted)) == (
        (),
        (),
    )
