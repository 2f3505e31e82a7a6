"""A plain call means to the quick reader what it means to argparse, and what is not plain is left to argparse."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import UsageError
from scripts.verbs.full_parsing import parser_for
from scripts.verbs.plain_arguments import PlainArguments
from scripts.verbs.table import VERBS, fill

WORDS = (
    "a",
    "b c",
    "",
    "3",
    "0.5",
    "-1",
    "-",
    "--",
    "-h",
    "--help",
    "both",
    "json",
    "okf",
    "speed",
    "--no-such",
    "--ho",
)


full = cache(parser_for)


def words_for(verb: str) -> st.SearchStrategy[tuple[str, list[str]]]:
    """A verb and words of which most are options that it has."""
    flags = [flag for action in full(verb)._actions for flag in action.option_strings]
    some = st.sampled_from([*flags, *(flag + "=a" for flag in flags), *WORDS, *WORDS])
    return st.tuples(st.just(verb), st.lists(some, max_size=7))


@given(st.one_of([words_for(verb) for verb in sorted(VERBS)]))
def test_a_plain_call_is_read_as_argparse_reads_it(call: tuple[str, list[str]]) -> None:
    verb, words = call
    plain = PlainArguments()
    fill(plain, verb)
    found = plain.parse(words)
    if found is not None:
        assert vars(found) == vars(full(verb).parse_args(words))


@pytest.mark.parametrize(
    "words",
    [
        ["why", "so?"],
        ["--budget", "300", "why", "--json", "--relation", "causes,uses", "--no-sweep"],
        ["--direction", "in", "why"],
    ],
)
def test_a_usual_question_needs_no_argparse(words: list[str]) -> None:
    plain = PlainArguments()
    fill(plain, "ask")
    assert plain.parse(words) is not None


@pytest.mark.parametrize("verb", sorted({*VERBS} - {"bench", "install"}))
def test_every_verb_has_plain_calls(verb: str) -> None:
    plain = PlainArguments()
    fill(plain, verb)
    assert plain._is_understood


def test_a_wrong_call_is_told_by_argparse() -> None:
    with pytest.raises(UsageError, match="'many' is not a whole number"):
        parser_for("ask").parse_args(["--budget", "many", "why"])
    plain = PlainArguments()
    fill(plain, "ask")
    assert plain.parse(["--budget", "many", "why"]) is None
