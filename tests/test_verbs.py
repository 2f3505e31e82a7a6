"""A verb is declared once: its function takes what is declared, and the front ends are loops over the declaration."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from scripts.mcp_tools import parse_call
from scripts.settings import Settings
from scripts.verbs import VERBS
from scripts.verbs.command_line import parse
from scripts.verbs.declaration import Verb
from tests.running import run


@pytest.mark.parametrize("verb", VERBS.values(), ids=lambda verb: verb.name)
def test_the_function_of_a_verb_takes_what_is_declared(verb: Verb):
    signature = inspect.signature(verb.work().run).parameters
    declared = {each.argument for each in verb.parameters if not (each.setting or each.is_filter or each.is_of_front)}
    # One that hands the rest on is checked by what it hands them to.
    assert declared <= {*signature} or inspect.Parameter.VAR_KEYWORD in {each.kind for each in signature.values()}


def test_a_call_is_the_same_from_the_command_line_and_from_a_client():
    words = ["search", "token", "budget", "--limit", "3", "--tag", "a", "--tag", "b", "--since", "7d"]
    arguments = {"words": "token budget", "limit": 3, "filter": {"tag": ["a", "b"], "since": "7d"}}
    assert parse(words).call(Settings()) == parse_call("search", arguments)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("search", "x", "--limit", "3", "--limit", "4"), "--limit is given twice"),
        (("list", "--tasks", "--tags"), "--tasks and --tags exclude each other"),
        (("edit", "a", "--done", "--open"), "--done and --open exclude each other"),
        (("useful", "a", "--not", "--polarity", "1"), "--not and --polarity exclude each other"),
    ],
)
def test_of_two_that_say_one_thing_none_is_dropped(words: tuple[str, ...], said: str, handbook: Path):
    ran = run(*words, home=handbook)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_what_may_be_repeated_is_joined():
    asked = parse(["ask", "why?", "--terms", "a,b", "--terms", "c", "--tag", "x", "--tag", "y"]).call(Settings())
    assert (asked.arguments["terms"], asked.filters["tags"]) == (("a", "b", "c"), ["x", "y"])
