"""The laws of the readers on hostile texts, in short; `python -m tests.fuzz TARGET --seconds N` does it in long."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .laws import LAWS
from .pieces import PIECES, hostile_texts


@pytest.mark.parametrize("target", sorted(PIECES))
@settings(max_examples=50)
@given(data=st.data())
def test_it_holds(target: str, data: st.DataObject) -> None:
    LAWS[target](data.draw(hostile_texts(target)))


@pytest.mark.parametrize(
    ("target", "text"),
    [
        # A private key directly behind what looks like another secret was left in place.
        ("untrusted", "sk-" + "AKIA" * 6 + "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC"),
        # What stood behind a secret looked like one only once that was gone.
        ("untrusted", "-----BEGIN PRIVATE KEY-----" + "sk-" * 12),
        # A link to `$.md` was read as math, one to a backtick as code.
        ("links", "$.md"),
        ("links", "`.md\na`b.md"),
        # A label that begins with a caret and has an escaped bracket was read as that of a footnote.
        ("links", "^.]"),
        # Brackets that pair in number but not in order ended the destination.
        ("links", ")a("),
        # A link without a label was written with none, read as its path, and then written with that as a label.
        ("claims", "- is [\0](y\x15)"),
        # HTML at the very end of a quotation let the parser look one sign too far.
        ("markdown", "> !\n>- <!--!\n>- <!--!r--K<!\n>"),
        # A null character, which the parser replaces, put a link before the beginning of the text.
        ("markdown", "[[\0[][]]"),
        # A line with a form feed alone, which the parser cuts off, put links before the beginning, or a line too early.
        ("markdown", "\f\n [[ab]]"),
        ("markdown", "> \x1c\n> \f\n>  [[ab]]\n\n[[c]]"),
        # A list that ends in an open bracket was read beyond the end of the text.
        ("markdown", "1. ["),
        # Two properties whose names differ in case alone: the one of that very name is meant.
        ("frontmatter", "---\nSummary: b\nsummary: c\n---\n"),
    ],
)
def test_what_a_fuzzer_found_holds_too(target: str, text: str) -> None:
    LAWS[target](text)
