"""A file read as a page."""

from __future__ import annotations

from scripts.text.page import read_page

CLAIM = "- [[a]] causes [[b]] (0.9)\n"


def test_the_text_of_a_source_claims_nothing() -> None:
    assert len(read_page("summaries/a.md", CLAIM).claims) == 1
    assert read_page("sources/a.md", CLAIM).claims == ()


def test_a_filed_answer_claims_nothing() -> None:
    assert read_page("topics/a.md", "---\nquestion: why?\n---\n" + CLAIM).claims == ()


def test_links_of_properties_come_first_and_tags_are_compared_without_case() -> None:
    page = read_page("a.md", '---\ntags: [One, "#two"]\nup: "[[Home]]"\n---\n#TWO #three [[b]] <!-- #four -->\n')
    assert [(link.kind, link.path, link.line) for link in page.links] == [("property", "Home", 3), ("wikilink", "b", 5)]
    assert page.tags == ("One", "two", "three")


def test_a_page_with_broken_properties_is_read_with_an_issue_and_without_them() -> None:
    page = read_page("f/a.md", "---\na: b: c\n---\n# T\n\n[[x]]\n")
    assert [(issue.rule, issue.path, issue.line) for issue in page.issues] == [("unreadable-frontmatter", "f/a.md", 2)]
    assert (page.properties, page.title, len(page.links)) == ({}, "T", 1)


def test_the_description_is_the_property_of_that_name_or_the_summary() -> None:
    assert read_page("a.md", "---\nsummary: s\n---\n").description == "s"
    assert read_page("a.md", "---\nsummary: s\ndescription: d\n---\n").description == "d"


def test_both_sides_of_a_merge_are_text_and_an_issue() -> None:
    page = read_page("rent.md", "# Rent\n<<<<<<< HEAD\nRent is 900.\n=======\nRent is 950.\n>>>>>>> phone\n\n## More\n")
    assert [heading.text for heading in page.headings] == ["Rent", "More"]
    (passage,) = page.sections[0].passages
    assert passage.text == "<<<<<<< HEAD\nRent is 900.\n=======\nRent is 950.\n>>>>>>> phone"
    assert [(issue.rule, issue.line) for issue in page.issues] == [("merge-markers", 2)]


def test_a_merge_that_code_shows_is_none_and_seven_signs_below_a_line_still_make_a_heading() -> None:
    page = read_page("git.md", "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n```\n\nBecause\n=======\n\ntext\n")
    assert page.issues == ()
    assert [heading.text for heading in page.headings] == ["Because"]
