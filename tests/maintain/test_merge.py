"""The law of merging; cases of it stand in tests/fixtures/merge.yaml."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.maintain.merge import plan_merge
from scripts.verbs import changing
from tests.maintain.opened import Opened

WORDS = (*("plain", "[[a]]", "[[b]]", "[[c|x]]", "[m](b.md)", "[[a#Part]]", "- causes [[c]]"), "- [[a]] uses [[b]]")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=6).map("\n\n".join)
# With a heading in both, and a link to it, there is no merge.
HEADED = st.lists(st.sampled_from((*WORDS, "# Part")), max_size=6).map("\n\n".join)


@settings(max_examples=30)
@given(st.fixed_dictionaries({"a.md": HEADED, "b.md": TEXTS, "c.md": HEADED}))
def test_law_a_merge_keeps_every_edge_but_loops_and_undo_restores_all(files):
    with tempfile.TemporaryDirectory() as home, Opened(Path(home), files, folder="commonplace") as vault:
        before, bytes_before = vault.edges(), vault.tree()
        outcome = vault.write(lambda copy, reader: plan_merge(copy, reader, "a", "b"))
        after = vault.edges()
        pairs = {(p, link[4]) for p, links in before.items() for link in links}
        expected = {("b.md" if p == "a.md" else p, "b.md" if t == "a.md" else t) for p, t in pairs}
        found = {(p, link[4]) for p, links in after.items() for link in links}
        assert found <= expected
        assert {(p, t) for p, t in expected - found if p != t} <= {("c.md", "b.md")}
        assert (
            ("c.md", "b.md") in found
            or any(place.path == "c.md" for place in outcome.receipt.dropped)
            or (("c.md", "b.md") not in expected)
        )
        changing.undo(vault.kb, outcome.op)
        assert vault.tree() == bytes_before
