"""Labels of footnotes and reference links: two texts put together go on meaning what they meant."""

from __future__ import annotations

import pytest

from scripts.errors import EditRefusedError
from scripts.pages.markdown.labels import part_labels


@pytest.mark.parametrize(
    ("text", "other", "parted"),
    [
        ("a.[^1] b.[^1]\n\n[^1]: x\n", "c.[^1]\n\n[^1]: x\n[^7]: y\n", "a.[^8] b.[^8]\n\n[^8]: x\n"),
        ("[^a] [^b]\n\n[^A]: x\n[^b]: y", "[^a]: z\n\n[^a-2]: z", "[^a-3] [^b]\n\n[^a-3]: x\n[^b]: y"),
        ("[x][s] [s] [S][] ![s]\n\n[s]: a", "[s]: b", "[x][s-2] [s][s-2] [S][s-2] ![s][s-2]\n\n[s-2]: a"),
        ("[s] [x](s)\r\n\r\n> [s]: a\r\n", "[s]: b", "[s][s-2] [x](s)\r\n\r\n> [s-2]: a\r\n"),
        ("[s]\n\n[s]: a  'T'", "[s]:\n a 'T'\n", "[s]\n\n[s]: a  'T'"),
        ("[t]\n\n[t]: a", "words [t]", "[t][t-2]\n\n[t-2]: a"),
        ("`[s]` \\[s] [[s]] <!-- [s] --> $[s]$ [s](x)\n\n[s]: a", "[s]: b", None),
        ("- [x] done\n- see [x]\n\n[x]: a", "[x]: b", "- [x] done\n- see [x][x-2]\n\n[x-2]: a"),
        ("[^1]\n\n[^1]: x", "none", "[^1]\n\n[^1]: x"),
    ],
)
def test_a_label_that_the_other_text_has_is_changed_wherever_it_stands(text: str, other: str, parted: str | None):
    assert part_labels(text, other).text == (text.replace("[s]: a", "[s-2]: a") if parted is None else parted)


def test_the_labels_that_were_changed_are_told():
    assert part_labels("[^1] [x][s]\n\n[^1]: x\n\n[s]: a", "[^1]: y\n\n[s]: b").renamed == (("^1", "^2"), ("s", "s-2"))


@pytest.mark.parametrize("text", ["a\n\nb [s]", "a\n\nb [x][S]", "a\n\nb[^1]"])
def test_a_label_that_only_the_other_text_defines_is_refused(text: str):
    with pytest.raises(EditRefusedError) as refused:
        part_labels(text, "[s]: b\n\n[^1]: c\n")
    assert refused.value.line == 3
