"""New pages read back as what they were made from, whatever the names and quotes hold."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from scripts.model import Claim, Evidence
from scripts.text.claims import format_claim
from scripts.text.page import read_page
from scripts.text.templates import (
    MAX_SUMMARY,
    CatalogRow,
    CitedPassage,
    entity_page,
    first_sentence,
    index_page,
    log_line,
    log_page,
    plain_page,
    property_value,
    source_page,
    summary_page,
    topic_page,
)

DAY = {"today": "2026-11-20"}
NASTY = [
    "C#",
    "C++",
    "a | b",
    "[[trap]]",
    "x]] and [[trap",
    "# not a heading",
    "- [[a]] causes [[b]]",
    "1. one",
    "line\nbreak\n## Claims\n- [[a]] causes [[b]]",
    "`code",
    "<!-- hidden",
    "%% hidden %%",
    "$x$ $$",
    "#tag and \u202ebidi\u202c",
    "---",
    "title: x",
    "end #",
    "\\",
    '"quoted"',
    "> quote",
    "```",
    "会话存储",
]
hostile = st.sampled_from(NASTY) | st.text(min_size=1, max_size=30).filter(lambda text: text.strip())
CLAIM = Claim(
    "memory-leak", "leak", "causes", "system-crash", "crash", 0, 0, 0, 0.9, (Evidence("report", "p3f9c1e", "due to"),)
)


def one(text):
    return property_value(text)


@given(hostile, hostile)
def test_a_source_page_holds_the_text_untouched(title, origin):
    text = source_page(title, origin=origin, sha256="ab" * 32, revision=2, body="Body\r\n  ^p1\n", **DAY)
    page = read_page("sources/s.md", text)
    assert text.endswith("---\nBody\r\n  ^p1\n")
    assert (page.properties["source"], page.properties["revision"], page.type) == (one(origin), 2, "source")
    assert page.issues == ()


@given(hostile)
def test_d29_a_summary_links_its_source_and_has_its_claims(title):
    text = summary_page(
        f"{title} (summary)",
        source_slug="report",
        source_title=title,
        prose="The first. The second.",
        claim_lines=[format_claim(CLAIM)],
        **DAY,
    )
    page = read_page("summaries/report-summary.md", text)
    assert [claim._replace(line=0, start=0, end=0) for claim in page.claims] == [CLAIM]
    assert [link.path for link in page.links] == ["report", "memory-leak", "system-crash", "report"]
    assert page.description == "The first."
    assert [heading.level for heading in page.headings] == [1, 2]


@given(hostile, hostile, hostile, hostile)
@example("Memory leak", "leak", "- [[a]] causes [[b]]", "crashes")
def test_an_entity_page_cannot_be_made_to_claim_or_link(name, alias, description, quote):
    text = entity_page(
        name,
        type="concept",
        aliases=[alias],
        description=description,
        evidence=[Evidence("report", "p3f9c1e", quote), Evidence("report", "p3f9c1e", quote)],
        **DAY,
    )
    page = read_page("entities/e.md", text)
    assert [(link.path, link.subpath) for link in page.links] == [("report", "#^p3f9c1e")]
    assert (page.claims, page.issues, page.tags) == ((), (), ("entity",))
    assert [heading.text for heading in page.headings][1:] == ["Evidence"]
    assert len(page.headings) == 2


@given(hostile, hostile, hostile)
def test_a_topic_page_keeps_question_evidence_and_hashes(title, question, passage):
    cites = [CitedPassage("report#^p3f9c1e", title, passage, "h1"), CitedPassage("other", "Other", "", "h2")]
    text = topic_page(
        title,
        questions=[question],
        answer="Because it leaks. See there.",
        cites=cites,
        created="2026-11-20",
        updated="2026-11-21",
    )
    page = read_page("topics/t.md", text)
    assert page.properties["question"] == one(question)
    assert page.properties["evidence"] == ["[[report#^p3f9c1e]]", "[[other]]"]
    assert page.properties["evidence_hashes"] == ["h1", "h2"]
    assert [link.path for link in page.links] == ["report", "other"] * 2
    assert page.description == "Because it leaks."


@given(hostile)
def test_a_plain_page_has_one_title(title):
    page = read_page("topics/t.md", plain_page(title, type="topic", content="One. Two.", **DAY))
    assert [heading.level for heading in page.headings] == [1]
    assert page.description == "One."


@given(st.lists(st.builds(CatalogRow, st.sampled_from(["a", "b", "c-d"]), hostile, hostile.map(str.strip), hostile)))
def test_d08_the_catalog_has_one_line_and_one_link_for_each_page(rows):
    text = index_page([row._replace(category="topics") for row in rows])
    page = read_page("index.md", text)
    assert sorted(link.path for link in page.links) == sorted(row.link for row in rows)
    assert text.count("\n- ") == len(rows)
    assert len(page.headings) == (2 if rows else 1)


def test_the_catalog_is_sorted_by_category_then_title():
    rows = [
        CatalogRow("z", "Zebra", "topics", "last"),
        CatalogRow("a", "apple", "topics", ""),
        CatalogRow("s", "Source", "sources", "x"),
    ]
    assert index_page(rows) == index_page(reversed(rows))
    assert index_page(rows).split("\n\n", 2)[2] == (
        "## Sources\n\n- [[s|Source]]: x\n\n## Topics\n\n- [[a|apple]]\n- [[z|Zebra]]: last\n"
    )


@given(hostile, hostile, hostile)
def test_d10_a_log_line_is_one_line_whatever_its_fields_hold(actor, change, note):
    line = log_line(time="2026-11-20T12:00:00Z", op="op1", verb="apply", actor=actor, changes=[change], note=note)
    assert len((line + "x").splitlines()) == 1
    page = read_page("log.md", log_page() + line + "\n")
    assert (page.links, page.tags, len(page.headings)) == ((), (), 1)


def test_a_long_summary_without_blanks_was_cut_within_a_word():
    clause = "第三工場のPostgreSQLを移し、"
    summary = first_sentence(clause * 40 + "。")
    assert summary == (clause * (MAX_SUMMARY // len(clause))).removesuffix("、") + "…"


@given(st.text(max_size=600))
def test_a_summary_is_one_short_line(text):
    summary = first_sentence(text)
    assert len(summary) <= MAX_SUMMARY
    assert len((summary + "x").splitlines()) == 1
