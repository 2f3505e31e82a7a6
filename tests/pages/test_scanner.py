from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.linking.link_text import parse_link_text, percent_decode
from scripts.pages.markdown.scanner import scan

WORDS = "a [[b]] [[c#D|e]] ![[f.png|100]] [g](h%20i.md) ![j](k.png) #tag `code` $x$ <b> \\ [ ] ( ) ! | é ^id %%"
PIECES = [
    *WORDS.split(),
    *(" ", "\n", "\n\n", "\n> ", "\n- ", "\n| a |\n|---|\n| ", "`", "$", "<!-- ", " -->", "[[", "]]", "# "),
]
pages = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def targets(text: str) -> list[str]:
    return [link.path + link.subpath for link in scan(text).links]


def tags(text: str) -> list[str]:
    return [tag.name for tag in scan(text).tags]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[[a]] ![[b]] [c](d.md) ![e](f.png)", ["a", "b", "d.md", "f.png"]),
        ("[[Sq]uare]] [[a[b]]", ["Sq]uare", "a[b"]),
        ("[[x]]] [[[y]]]", ["x", "y"]),
        ("[[Nested [[Inner]] x]]", ["Inner"]),
        ("[[a\nb]] [[]]", []),
        ("\\[[a]] \\[\\[b\\]\\] \\![[c]]", ["c"]),
        ("`[[a]]` ``[[b]]` [[c]]`` [[d]]", ["d"]),
        ("`` [[a]] `", ["a"]),
        ("a `b\nc [[d]]` e", []),
        ("$[[a]]$ $5 [[b]] $6\n\n\\$[[c]]$", ["b", "c"]),
        ("$$[[a]]$$ $$[[b]]", ["b"]),
        ("x <!-- [[a]] --> <!-- [[b]]", ["b"]),
        ("<a href='[[a]]'>[[b]]</a> <https://x.y/[[c]]>", ["b"]),
        ("x %% [[a]] %%", ["a"]),
        ("%%\n[[a]]\n```\n[[b]]\n```\n%%", ["a"]),
        ("> a [[b]] `c\n> [[d]]` [[e]]", ["b", "e"]),
        ("[a](b c.md) [a](<b c.md>) [a](b.md 'T')", ["b c.md", "b.md"]),
        ("[a](b(c).md) [a](b\\(c.md) [a](b(c)", ["b(c).md", "b(c.md"]),
        ("[a](https://x.y) [a](mailto:a@b.c) [a]() [a](<>)", []),
        ("[a [[b]] c](d.md)", ["b"]),
        ("[a [b](c.md) d](e.md)", ["c.md"]),
        ("[![a](b.png)](c.md)", ["c.md", "b.png"]),
        ("![a [[b]]](c.png)", ["c.png", "b"]),
        ("[a](100%.md) [a](%FF.md) [a](a%23b)", ["100%.md", "%FF.md", "a#b"]),
        ("[a][b]\n\n[b]: c.md", []),
        ("# [[a]]\n[[b]]\n===\n- [ ] [[c]]\n\n[^1]: [[d]]", ["a", "b", "c", "d"]),
        ("<div>\n[[a]]\n</div>\n\n[[b]]", ["b"]),
        ("| [[a\\|b]] | `|` [[c]] |\n|-|-|-|\n| [[d]] | ` | [[e]] `", ["a", "c", "d", "e"]),
    ],
)
def test_these_links_count(text: str, links: list[str]) -> None:
    assert targets(text) == links


def test_a_mark_directly_before_a_link_makes_it_an_embed() -> None:
    text = "![[a]] ! [[b]] \\![[c]] `x!`[[d]] ![e](f.png) !![[g]]"
    assert [link.path for link in scan(text).links if link.embed] == ["a", "f.png", "g"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#a b #c/d\n#e", ["a", "c/d", "e"]),
        ("a#b ：#c (#d) **#e**", []),
        ("#1 #1a #2024-01", ["1a", "2024-01"]),
        ("#été #日本 #a—b #a…", ["été", "日本", "a", "a"]),
        ("\\#a \\*#b", ["b"]),
        ("# Heading #a\n## #b", ["a", "b"]),
        ("[[x #a]] [x #b](c.md) `#c` $ #d $ <!-- #e -->", ["d"]),
        ("[x #a](https://y.z) [x #b]", ["b"]),
        ("> #a\n>#b", ["a", "b"]),
        ("| #a | [[b]] |\n|---|---|\n|#c| #d |", ["a", "d"]),
        ("%% #a %%", ["a"]),
    ],
)
def test_these_tags_count(text: str, names: list[str]) -> None:
    assert tags(text) == names


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("first\n\nsecond ^id", "second"),
        ("a\nb ^id  \n", "a\nb"),
        ("a\n^id", "a"),
        ("- a\n- b ^id\n- c", "- b"),
        ("- a ^id\n  - b\n", "- a ^id\n  - b"),
        ("- a\n\n  b ^id\n", "b"),
        ("- a\n- b\n\n^id\n", "- a\n- b"),
        ("text\n\n- a\n  - b\n\n1. c\n\n^id", "1. c"),
        ("> a\n> b\n\n^id", "> a\n> b"),
        ("> [!note] a\n> b\n^id", "> [!note] a\n> b"),
        ("> a\n> b ^id", "> a\n> b"),
        ("> a\n>\n> ^id", "> a"),
        ("> a ^id\n>\n> b", "a"),
        ("| a |\n|---|\n| b |\n\n^id", "| a |\n|---|\n| b |"),
        ("```\na\n```\n^id", "```\na\n```"),
        ("![[a.png]]^id", "![[a.png]]"),
        ("- a\n\n  > b\n\n  ^id", "> b"),
    ],
)
def test_a_block_id_names_this_block(text: str, named: str) -> None:
    (block,) = scan(text).block_ids
    assert (block.id, text[block.start : block.end]) == ("id", "^id")
    assert text[block.block_start : block.block_end] == named


@pytest.mark.parametrize(
    "text",
    [
        "a^id",
        "[[a]]^id",
        "a ^id b",
        "a ^i_d",
        "`a ^id`",
        "```\n^id\n```",
        "a \\^id",
        "| a |\n|---|\n| b ^id |",
        "^id",
        "> ^id",
    ],
)
def test_what_only_looks_like_a_block_id_is_none(text: str) -> None:
    assert scan(text).block_ids == ()


def test_a_link_is_known_part_by_part() -> None:
    text = "> x\n> ![[ Folder/Note #Part|shown]]"
    (link,) = scan(text).links
    assert (link.kind, link.embed, link.path, link.subpath, link.display, link.line) == (
        "wikilink", True, "Folder/Note", "#Part", "shown", 2,
    )  # fmt: skip
    assert text[link.start : link.end] == "![[ Folder/Note #Part|shown]]"
    assert text[link.path_start : link.path_end] == "Folder/Note"


def test_the_path_of_a_markdown_link_is_found_as_it_is_written() -> None:
    text = "[a *b*](<../c d.md#E> 'T') and [f](g%20h.md#i)"
    links = scan(text).links
    assert [(link.path, link.subpath, link.display) for link in links] == [
        ("../c d.md", "#E", "a *b*"),
        ("g h.md", "#i", "f"),
    ]
    assert [text[link.path_start : link.path_end] for link in links] == ["../c d.md", "g%20h.md"]


def test_a_bar_in_a_table_that_is_not_escaped_is_reported() -> None:
    found = scan("| a | b |\n|---|---|\n| x | [[n|m]] |\n| [[o\\|p]] | |\n")
    assert [(issue.rule, issue.line) for issue in found.issues] == [("table-bar", 3)]
    assert [(link.path, link.display) for link in found.links] == [("n", "m"), ("o", "p")]


@given(pages)
def test_what_is_found_stands_where_it_is_said_to_stand(text: str) -> None:
    found = scan(text)
    for link in found.links:
        written = text[link.start : link.end]
        assert written.startswith("!") == link.embed
        opening, closing = ("[[", "]]") if link.kind == "wikilink" else ("[", ")")
        assert written.removeprefix("!").startswith(opening)
        assert written.endswith(closing)
        assert link.line == text.count("\n", 0, link.start) + 1
        raw = text[link.path_start : link.path_end]
        assert (raw if link.kind == "wikilink" else percent_decode(raw)) == link.path
        if link.kind == "wikilink":
            content = written.removeprefix("!")[2:-2]
            assert parse_link_text(content) == (link.path, link.subpath, link.display)
    for tag in found.tags:
        assert text[tag.start : tag.end] == "#" + tag.name
        assert tag.line == text.count("\n", 0, tag.start) + 1
    for block_id in found.block_ids:
        assert text[block_id.start : block_id.end] == "^" + block_id.id
        assert 0 <= block_id.block_start < block_id.block_end
    starts = [link.start for link in found.links]
    assert starts == sorted(starts)


@given(pages)
def test_line_breaks_of_windows_change_nothing_but_offsets(text: str) -> None:
    found, windows = scan(text), scan(text.replace("\n", "\r\n"))
    assert [(*link[:4], link.line) for link in windows.links] == [(*link[:4], link.line) for link in found.links]
    assert [(tag.name, tag.line) for tag in windows.tags] == [(tag.name, tag.line) for tag in found.tags]
    assert [(id.id, id.line) for id in windows.block_ids] == [(id.id, id.line) for id in found.block_ids]


@given(pages)
def test_nothing_in_code_counts(text: str) -> None:
    fenced = "````````\n" + text + "\n````````\n\n[[after]]"
    assert targets(fenced) == ["after"]
    assert tags(fenced) == []


@pytest.mark.parametrize(
    "opener",
    ["[[", "[", "](", "[a](", "[a](b(", "<!--", "`", "`a``", "$", "$a ", "%%", "%% a\n", ">", "> \n", "- ", "- \n",
     "<", "<a x='", "![", "![[", "|", "|-\n", "![a](b)", "[![a](b)](c)", "\\", "#", "- a\n\n^b\n\n", "~~~\n", "<!--\n",
     "$$ a\n"],
)  # fmt: skip
def test_repetition_is_read_in_linear_time(opener: str) -> None:
    started = time.process_time()
    scan(("x [[a]] " + opener) * 5_000 + opener * 10_000)
    assert time.process_time() - started < 1, "a linear pass takes a tenth of that"


def test_blank_lines_under_a_deep_list_are_read_in_linear_time() -> None:
    started = time.process_time()
    scan("- " * 20_000 + "\n" * 20_000 + ">" * 20_000 + "\na" * 20_000)
    assert time.process_time() - started < 2
