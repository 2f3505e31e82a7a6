"""What a word that occurs nowhere was meant to be: one of the vault, as it is written there, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, write

NOTES = """# Ops

The trace sampling is 5 %, going northward.

The currency of all amounts is EUR; it brings them together.

A refused message is received again, and what he collects is a memory.
"""
CASES = """
what is the current sampling? | |
is nothing wrong with the sampling today? | |
how is the training done | | training
is there a bridge | | bridge
the samplling rate | sampling | rate
what is recieved | received |
what was collceted | collects |
the ammounts | amounts |
which curency | currency |
who refuesd it | refused |
"""
ASKED = [tuple(map(str.strip, line.split("|"))) for line in CASES.strip().splitlines()]


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("spelling"), {"ops.md": NOTES})


@pytest.mark.parametrize(("question", "meant", "gap"), ASKED)
def test_a_word_is_corrected_to_one_that_is_like_it_and_written_so(vault, question, meant, gap):
    told = done("ask", question, "--budget", 2000, "--json", "--vault", vault).document
    assert [correction for _, correction in told["corrected"]] == ([meant] if meant else [])
    assert told["gaps"] == ([gap] if gap else [])


@pytest.mark.parametrize("question", ["who owns payments?", "what does Bea Castellanos own?", "is it owned by Bea"])
def test_who_owns_a_thing_asks_for_its_owner(tmp_path, question):
    notes = {"a.md": "Bea is the owner of payments.", "b.md": "The owner was Karl.", "c.md": "A clock of its own."}
    told = done("ask", question, "--explain", "--vault", write(tmp_path, notes)).out
    (searched,) = [line for line in told.splitlines() if "BM25 for:" in line]
    assert "owner" in searched
