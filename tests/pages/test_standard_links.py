"""Pages as every Markdown reader knows them, and as concepts of the Open Knowledge Format."""

from __future__ import annotations

import pytest
import yaml
from markdown_it import MarkdownIt

from scripts.pages.markdown.scanner import scan
from scripts.pages.obsidian.standard_links import heading_anchors, relative_url, standard_links
from scripts.pages.okf import Facts, Listed, Provenance, bundle_path, concept, index_text, log_text, type_of
from scripts.pages.yaml.frontmatter import read_properties


def rewritten(text: str, url: str = "x.md") -> str:
    properties = read_properties(text)
    body = scan(text, body_start=properties.body_start)
    comments = [block for block in body.blocks if block.kind == "comment"]
    return standard_links(text, (*properties.links, *body.links), body.block_ids, lambda _: url, comments)


def properties_of(text: str) -> dict[str, object]:
    return yaml.safe_load(text.split("\n---\n", 1)[0].removeprefix("---\n"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[Note]]", "[Note](x.md)"),
        ("[[Note|shown]] and `[[code]]`", "[shown](x.md) and `[[code]]`"),
        ("[[Note#A#B]]", "[Note > A > B](x.md)"),
        ("[[Note|a [b] c]]", r"[a \[b\] c](x.md)"),
        ("| a |\n|---|\n| [[Note\\|b]] |", "| a |\n|---|\n| [b](x.md) |"),
        ("![[pic.png|100]]", "![pic](x.md)"),
        ("![[Note]]", "[Note](x.md)"),
        ("![[paper.pdf#page=3]]", "[paper.pdf > page=3](x.md)"),
        ('[as *it* was](Note.md#h "title")', '[as *it* was](x.md "title")'),
        ("[t](<a b.md#c d>)", "[t](<x.md>)"),
        ("![alt](pic.png)", "![alt](x.md)"),
        ("%% see [[Note]] %%\n", "<!-- see [Note](x.md) -->\n"),
        ("%%\na\n\nb\n%%\ntext", "<!--\na\n\nb\n-->\ntext"),
        ("%% a --> b %%", "%% a --> b %%"),
        ("`%%` x\n\n```\n%% y %%\n```", "`%%` x\n\n```\n%% y %%\n```"),
        ("text ^block-1", 'text <a id="block-1"></a>'),
        ("---\nup: \"[[Note]]\"\nb: '[[N]]'\n---\n", "---\nup: \"[Note](x.md)\"\nb: '[N](x.md)'\n---\n"),
    ],
)
def test_a_link_becomes_a_standard_link(text, expected):
    assert rewritten(text) == expected


def test_a_link_without_a_destination_stays():
    assert standard_links("[[Note]]", scan("[[Note]]").links, (), lambda _: None) == "[[Note]]"


@pytest.mark.parametrize(
    ("target", "source", "anchor", "expected"),
    [
        ("a/b.md", "a/c.md", "", "b.md"),
        ("a/b.md", "c.md", "p1", "a/b.md#p1"),
        ("b.md", "x/y/c.md", "", "../../b.md"),
        ("a/b.md", "a/b.md", "h", "#h"),
        ("a b (c)#?.md", "x.md", "", "a%20b%20%28c%29%23%3F.md"),
        ("Q: why.md", "x.md", "", "Q%3A%20why.md"),
        ("日本/語.md", "日本/x.md", "", "語.md"),
    ],
)
def test_a_url_is_relative_and_encoded(target, source, anchor, expected):
    assert relative_url(target, source, anchor) == expected


@pytest.mark.parametrize("name", ["a b", "a)b(", "100%", "a&lt;b", "`x`", "<y>", "[z]", "a|b", 'q"q', "a:b", "é ü"])
def test_every_url_is_one_destination_for_a_markdown_reader(name):
    (token,) = MarkdownIt("commonmark").parseInline(f"[t]({relative_url(name + '.md', 'x.md')})")
    assert [child.type for child in token.children or ()] == ["link_open", "text", "link_close"]


def test_heading_anchors_are_those_of_the_renderers():
    text = "# What's *new* in `v2.0`?\n## See [[Other|that]]\n# Same\n# Same\n# Äpfel & Birnen\n"
    headings = scan(text).headings
    assert [*heading_anchors(headings).values()] == ["whats-new-in-v20", "see-that", "same", "same-1", "äpfel--birnen"]


def test_a_concept_keeps_its_own_properties_and_gets_what_is_missing():
    text = "---\n# mine\naliases: [A]   # kept\ncreated: 2024-01-02\n---\nBody\n"
    facts = Facts("concept", "Redis", "A store.", sources=(Provenance("r", "../sources/r.md", "R: one"),))
    made = concept(text, facts._replace(generated_by="commonplace/1", generated_at="2024-01-02T00:00:00Z"))
    assert "# mine\naliases: [A]   # kept\ncreated: 2024-01-02\n" in made
    assert properties_of(made) | {"created": "", "generated": ""} == {
        "aliases": ["A"],
        "created": "",
        "generated": "",
        "type": "concept",
        "title": "Redis",
        "description": "A store.",
        "sources": [{"id": "r", "resource": "../sources/r.md", "title": "R: one"}],
    }
    assert made.endswith("---\nBody\n")


def test_what_a_page_says_of_itself_is_not_said_again():
    text = "---\ntitle: Mine\ntype: person\ndescription: Own\nsources: []\n---\n"
    assert concept(text, Facts("person", "Other", "Other", sources=(Provenance("r", "r.md", "R"),))) == text


@pytest.mark.parametrize(
    "block",
    [
        "a: b: c",
        "- a\n- b",
        "@x",
        "date: {{date}}",
        "k: 1\nk: 2",
        "a: &x 1\ntype: [x]",
        '{"a": 1}',
        "fence: |\n  ```",
        'k: "a\x7fb"',
    ],
)
def test_properties_that_cannot_be_read_or_added_to_move_into_the_body(block):
    made = concept(f"---\n{block}\n---\nBody\n", Facts("note", "T"))
    found = properties_of(made)
    assert (found["type"], found["title"]) == ("note", "T")
    assert made.endswith("Body\n")
    assert block in made


def test_a_page_without_properties_gets_some():
    assert concept("# Hello\n", Facts("note", "Hello")) == "---\ntype: note\ntitle: Hello\n---\n# Hello\n"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("person", "person"),
        ("[[Books|book]]", "book"),
        (["[[refs/Book]]", "x"], "Book"),
        ([], "note"),
        (None, "note"),
        ({"a": 1}, "note"),
        (3, "3"),
        (" ", "note"),
    ],
)
def test_the_type_of_a_concept_is_one_text(value, expected):
    assert type_of(value, "note") == expected


def test_a_listing_has_concepts_then_folders_and_no_properties_but_at_the_root():
    concepts = [Listed("b.md", "B [x]", "Second."), Listed("a.md", "a", "")]
    assert index_text("", concepts, [("z", 1), ("y", 2)]) == (
        '---\nokf_version: "0.2"\n---\n\n# Concepts\n\n* [a](a.md)\n* [B \\[x\\]](b.md) - Second.\n\n'
        "# Folders\n\n* [y](y/) - 2 concepts\n* [z](z/) - 1 concept\n"
    )
    assert index_text("y", [Listed("y/c d.md", "c", "")], []) == "# y\n\n* [c](c%20d.md)\n"


def test_the_log_is_grouped_by_day_newest_first():
    log = (
        "# Log\n\n- 2024-01-01T10:00:00Z op-1 add by agent: created a.md\n"
        "- 2024-01-01T11:00:00Z op-2 apply by agent: updated b.md; note\n- 2024-01-02T09:00:00Z op-3 file by me: x\n"
    )
    assert log_text(log) == (
        "# Log\n\n## 2024-01-02\n\n* **File** (op-3) by me: x\n\n"
        "## 2024-01-01\n\n* **Apply** (op-2) by agent: updated b.md; note\n* **Add** (op-1) by agent: created a.md\n"
    )
    assert log_text("# Log\n") == ""


def test_reserved_names_are_changed_and_never_to_one_that_is_taken():
    assert bundle_path("a/Index.md", []) == "a/Index-page.md"
    assert bundle_path("LOG.md", ["log-page.md"]) == "LOG-page1.md"
    assert bundle_path("a/indexes.md", []) == "a/indexes.md"
