"""Blocks, links, tags and block ids of a page, with their exact places."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from scripts.text.frontmatter import split
from scripts.text.links import Resolver, find_block, find_heading, heading_key, parse_link_text
from scripts.text.markdown import read_body

WORDS = "a [[b]] [[c#D|e]] ![[f.png|100]] [g](h%20i.md) ![j](k.png) #tag `code` $x$ <b> \\ [ ] ( ) ! | é ^id %%"
PIECES = [
    *WORDS.split(),
    *(" ", "\n", "\n\n", "\n> ", "\n- ", "\n| a |\n|---|\n| ", "`", "$", "<!-- ", " -->", "[[", "]]", "# "),
]
pages = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)

LINES = (
    "a|b c|\n|\n|\n|\n\n|- |-|* |1. |2) |10. |+ |> |>|    |  | |\t|```|~~~|````|# |## x|<div>|</div>|<!--|-->|<b>|<pre>"
    "|</pre>|<?|?>|---|***|===|`|[x]|\\|<a href='x'>|<![CDATA[|]]>|<!X|_ _ _"
)
BLOCKS = st.lists(st.sampled_from([*LINES.split("|"), "|", "|a|b|", "|-|-|", "| --- |"]), max_size=30).map("".join)
COMMONMARK = MarkdownIt("commonmark", {"maxNesting": 40}).enable("table")
KINDS = {
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "table_open": "table",
    "list_item_open": "item",
    "hr": "rule",
}


@given(BLOCKS)
def test_blocks_are_those_of_commonmark_with_tables(text: str) -> None:
    expected, quotes = [], 0
    for token in COMMONMARK.parse(text):
        if token.type in ("blockquote_open", "blockquote_close"):
            expected += [("quote", token.map[0] + 1)] if token.map and not quotes else []
            quotes += token.nesting
        elif token.type in KINDS and token.map and not quotes:
            expected.append((KINDS[token.type], token.map[0] + 1))
    blocks = [(block.kind, block.line) for block in read_body(text).blocks]
    assert [("quote", line) if kind == "callout" else (kind, line) for kind, line in blocks] == expected


@given(BLOCKS)
def test_blocks_stand_in_order_and_children_inside_of_their_item(text: str) -> None:
    blocks = read_body(text).blocks
    assert all(0 <= block.start <= block.end <= len(text) for block in blocks)
    assert [block.start for block in blocks] == sorted(block.start for block in blocks)
    top = [block for block in blocks if not block.depth]
    assert all(before.end <= after.start for before, after in pairwise(top))


def test_a_markdown_link_is_decoded_and_keeps_its_text_as_written() -> None:
    links = read_body("[a *b*](<../c d.md#E> 'T') and [f](g%20h.md#i)").links
    assert [(link.path, link.subpath, link.display) for link in links] == [
        ("../c d.md", "#E", "a *b*"),
        ("g h.md", "#i", "f"),
    ]


def test_a_bar_in_a_table_that_is_not_escaped_is_reported() -> None:
    body = read_body("| a | b |\n|---|---|\n| x | [[n|m]] |\n| [[o\\|p]] | |\n")
    assert [(issue.rule, issue.line) for issue in body.issues] == [("table-bar", 3)]
    assert [(link.path, link.display) for link in body.links] == [("n", "m"), ("o", "p")]


def test_headings_in_code_quotes_lists_and_comments_are_no_headings_of_the_page() -> None:
    text = "# A [[b|c]] *d* `e`\n```\n# no\n```\n> # no\n\n- # no\n\n%%\n# no\n%%\n\nSetext\nof two lines\n---\n#\n"
    assert [(heading.level, heading.text, heading.line) for heading in read_body(text).headings] == [
        (1, "A c d e", 1),
        (2, "Setext of two lines", 13),
        (1, "", 16),
    ]


@given(pages)
def test_what_is_found_stands_where_it_is_said_to_stand(text: str) -> None:
    body = read_body(text)
    for link in body.links:
        written = text[link.start : link.end]
        assert written.startswith("!") == link.is_embed
        opening, closing = ("[[", "]]") if link.kind == "wikilink" else ("[", ")")
        assert written.removeprefix("!").startswith(opening)
        assert written.endswith(closing)
        assert link.line == text.count("\n", 0, link.start) + 1
        if link.kind == "wikilink":
            assert parse_link_text(written.removeprefix("!")[2:-2]) == (link.path, link.subpath, link.display)
    for block_id, (start, end) in zip(body.block_ids, body.id_spans):
        assert text[start:end] == "^" + block_id.id
        assert 0 <= block_id.block_start < block_id.block_end
    starts = [link.start for link in body.links]
    assert starts == sorted(starts)


@given(pages)
def test_line_breaks_of_windows_change_nothing_but_offsets(text: str) -> None:
    body, windows = read_body(text), read_body(text.replace("\n", "\r\n"))
    assert [(link.kind, link.path, link.subpath, link.display, link.line) for link in windows.links] == [
        (link.kind, link.path, link.subpath, link.display, link.line) for link in body.links
    ]
    assert windows.tags == body.tags
    assert [(block_id.id, block_id.line) for block_id in windows.block_ids] == [
        (block_id.id, block_id.line) for block_id in body.block_ids
    ]


@given(pages)
def test_nothing_in_code_counts(text: str) -> None:
    body = read_body("````````\n" + text + "\n````````\n\n[[after]]")
    assert [link.path for link in body.links] == ["after"]
    assert body.tags == ()


# The published vectors of Obsidian's links


def answer(vector: dict[str, Any]) -> dict[str, Any]:
    """Return what we make of a vector, in the terms of its own fields."""
    files, source = vector["files"], vector["source"]
    contents = files if isinstance(files, dict) else dict.fromkeys(files, "")
    text = contents[source] if vector["link"] is None else vector["link"]
    resolver = Resolver([*contents, source])
    properties = split(text)
    links = [*properties.links, *read_body(text, properties.body_start).links]
    found: dict[str, Any] = {"expected": [resolver.resolve(link.path, source) or "unresolved" for link in links]}
    if not links:
        return found
    link = links[0]
    target = read_body(contents.get(found["expected"][0], ""))
    heading = find_heading(target.headings, link.subpath)
    return found | {
        "display": link.display,
        "subpath": link.subpath,
        "embed": link.is_embed,
        "link_text": link.path + link.subpath,
        # Obsidian keeps the heading as written, we as a reader sees it: they are the same to a link.
        "heading": heading and heading_key(heading.text),
        "heading_offset": heading and heading.start,
        "block_exists": find_block(target.block_ids, link.subpath) is not None,
    }


def wanted(vector: dict[str, Any]) -> dict[str, Any]:
    facts = {name: value for name, value in vector.items() if name in answer({**vector, "link": "[[x]]"})}
    if facts.get("heading"):
        facts["heading"] = heading_key(facts["heading"])
    expected = vector["expected"]
    facts["expected"] = [] if expected == "not-a-link" else [expected] if isinstance(expected, str) else expected
    return facts


def test_every_vector_is_answered_as_obsidian_answers_it(shared: Path) -> None:
    vectors = json.loads((shared / "obsidian" / "vectors.json").read_text(encoding="utf-8"))["vectors"]
    wrong = []
    for vector in vectors:
        found = answer(vector)
        differing = {name: found.get(name) for name, value in wanted(vector).items() if found.get(name) != value}
        if differing:
            wrong.append((vector["id"], vector["why"], differing))
    assert vectors
    assert wrong == []
