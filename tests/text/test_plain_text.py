"""What a reader sees of a passage, and the words of its links."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.plain_text import link_words, reader_text

KINDS = ("paragraph", "list", "table", "code", "quote", "callout", "math", "html", "metadata")


@pytest.mark.parametrize(
    ("kind", "text", "seen"),
    [
        ("paragraph", "plain words, 5 * 3, snake_case_name", "plain words, 5 * 3, snake_case_name"),
        ("paragraph", "**bold** *it* __b__ _i_ ~~gone~~ ==lit== `a_b *c*`", "bold it b i gone lit a_b *c*"),
        ("paragraph", "[[Note]] [[Note#Part]] [[Note|shown]] ![[a.png]] ![[Other]]", "Note Note > Part shown  Other"),
        ("paragraph", "[text *here*](a/b.md 'T') ![alt](c.png) [x](<d e.md>)", "text here alt x"),
        ("paragraph", "see https://a.b/c?d=e_f and <https://g.h> or www.i.j.", "see  and  or"),
        ("paragraph", "a %%hidden [[x]]%% b <!-- no --> c", "a  b  c"),
        ("paragraph", '<span class="footer">Edit</span> a<br/>b&nbsp;&amp; &lt;c', "Edit a b\u00a0& <c"),
        ("paragraph", "a claim[^1] and $x_1$ and \\*no\\* #tag", "a claim and x_1 and *no* #tag"),
        ("paragraph", "array[i][j] and [ ] stay", "array[i][j] and [ ] stay"),
        ("list", "To do:\n\n- [x] *one*\n  goes on\n- [[a|b]]\n  1. two", "To do:\none\ngoes on\nb\ntwo"),
        ("list", "- a `x\n- b` c", "a `x\nb` c"),
        ("quote", "> a **b**\n> > c", "a b\nc"),
        ("callout", "> [!warning]- Take *care*\n> text", "Take care\ntext"),
        ("table", "| a | **b** |\n|---|:-:|\n| [[x\\|y]] | `p\\|q` |", "a  b\ny  p\\  q"),
        ("code", "Run *this*:\n\n```sh\nmake *.o # x\n```", "Run this:\n\nmake *.o # x"),
        ("code", "```\nfirst part", "first part"),
        ("code", "- no list\n", "- no list"),
        ("code", "last part\n```", "last part"),
        ("math", "$$\nx^2\n$$", "x^2"),
        ("html", '<div id="x"><!-- no --><b>T &amp; U</b><script>no</script></div>', "T & U"),
        ("metadata", "**Status:** open\nBy: [[a|b]]", "Status: open\nBy: b"),
    ],
)
def test_a_reader_sees(kind: str, text: str, seen: str) -> None:
    assert reader_text(text, kind).split() == seen.split()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing [[Note]] here", ""),
        ("[[Note#Part|shown]] ![[a.png]]", "Note#Part a.png"),
        ("[t](../a%20b.md#c) [t](<d e.md>) [t](https://www.x.org/y)", "../a b.md#c d e.md x.org/y"),
        ("see https://a.b/c. and <http://d.e/>", "a.b/c d.e"),
        ("[same](a.md) [same](a.md)", "a.md"),
    ],
)
def test_words_of_links_are_what_a_reader_does_not_see(text: str, words: str) -> None:
    assert link_words(text) == words


@given(st.sampled_from(KINDS), st.text(alphabet="ab `*_~=[]()!|<>&;%$#^\\\n-1.:/", max_size=60))
def test_any_text_can_be_cleaned(kind: str, text: str) -> None:
    assert isinstance(reader_text(text, kind), str)
    assert isinstance(link_words(text), str)


@given(st.lists(st.sampled_from(["alpha", "beta,", "Gamma.", "1,5", "né", "会话"]), max_size=12).map(" ".join))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert reader_text(text, "paragraph") == text
