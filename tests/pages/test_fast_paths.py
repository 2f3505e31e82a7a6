"""What is read at once by one pattern is what the careful reading, step by step, makes of it."""

import re
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.knowledge import claim_line
from scripts.pages.markdown import blocks, inline
from scripts.pages.page import read_page

NOTHING = re.compile(r"(?!)")
CAREFUL = [
    mock.patch.object(blocks, "TOP", re.compile(r"(?:[ \t]*\n)*").match),
    mock.patch.object(blocks, "PLAIN_ITEM", NOTHING.match),
    mock.patch.object(blocks, "PLAIN_COMMENT", NOTHING.match),
    mock.patch.object(inline, "_EXTERNAL", NOTHING),
    # All of a link at once, and nothing of its parts.
    mock.patch.object(inline, "_PARTS", re.compile(rf"\[\[(?!\[)(?:(?!)()()()|{inline._CONTENT})\]\]")),
    mock.patch.object(claim_line, "_USUAL", NOTHING),
]
LINES = (
    "Plain words.",
    "[[a#b|c]] ![[d]] [[ e # f ]] [[g\t]] [[|]] [[]] [[h]i]] [[j\u00a0k#^l ]] [[#m#n]] [[[o]]]",
    "two  ",
    "*bold* text ^id",
    "# Head #tag",
    "## Claims",
    "## Relations #",
    "###",
    "#tag",
    "---",
    "===",
    "- item",
    "- ",
    "-  two [[a]]",
    "1. one",
    "2) [[b|c]]",
    "    code",
    "\ttab",
    "> quote",
    "> - [[q]]",
    "> ^id",
    "^id",
    "| a | b |",
    "|---|---|",
    "| [[x|y]] | ![e](http://e.f) |",
    "```",
    "$$",
    "$x$ [[m]]",
    "`[[code]]`",
    "%% note [[n]] %%",
    "%%",
    "%%%%",
    "%%    [[deep]]%%",
    "%% # head %% ",
    "  %% two %%",
    "%% %x%%",
    "%%- [[i]]%%",
    "%% a %% b",
    "<!-- hidden [[h]] -->",
    "<!-->",
    "<!-- open > [[k]]",
    "-->",
    "<!-- x --> rest",
    "  <!-- in -->",
    "<div>",
    "</div>",
    "<b>x</b>",
    "[shown](https://e.f/#part)",
    "![img](http://e.f/a_(b).png)",
    "[a [b](x:yz) c](note.md)",
    "[#t](ab:c) #u [[v#w]]",
    "[t](<u:v>)",
    "[a](bb:c #kk d)",
    "[![i](aa:b)](note.md)",
    "![a](b:c)[d](ee:f 'title')",
    "[x](aa:b\\)c)",
    "[[ [y](zz:w) ]]",
    "[o",
    "](cc:d)",
    '- [[a|b]] causes [[c]] (0.9, [[s#^p1|p1]] "said \\"so\\"")',
    "- uses [[c |d ]] (1)",
    "* [[a]] to [[b]]",
    "- causes [[d]] (0.5, [[s#^x]])",
    "- causes [[d]] (2)",
    '- [[a\u00a0b]] uses [[\u00e9|]] (0.25, [[t#^q|z]] "")',
    "- causes [[a\\|b]] (1.0, seen)",
    "+ [[x]] likes [[y]]",
    "- [[  |l]] uses [[d#^e]] (0)",
    "- is a [[e]] (0.30) ^id",
    "by:: [[f]]",
    "- on:: [[g]] (0.5)",
)
TEXTS = st.lists(
    st.sampled_from(LINES) | st.just("") | st.text('ab#%[]()|<!->-$`^*: \\"\u00a0', max_size=12), max_size=9
)


@given(TEXTS.map("\n".join), st.sampled_from(("notes/a.md", "entities/a.md")))
def test_patterns_of_many_lines_find_what_reading_each_with_care_finds(text, path):
    at_once = read_page(path, text)
    for patch in CAREFUL:
        patch.start()
    try:
        assert at_once == read_page(path, text)
    finally:
        for patch in CAREFUL:
            patch.stop()
