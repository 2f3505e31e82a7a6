"""A verb is declared once: its function takes what is declared, and the front ends are loops over the declaration."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from scripts.cli import parse
from scripts.mcp_tools import parse_call
from scripts.verbs import FAMILIES, load, load_all
from scripts.verbs.declaration import Verb
from tests.running import check_document, done


@pytest.mark.parametrize("verb", load_all(), ids=lambda verb: verb.name)
def test_the_function_of_a_verb_takes_what_is_declared(verb: Verb):
    signature = inspect.signature(verb.run).parameters
    declared = {each.argument for each in verb.parameters if each.part == "arguments"}
    # One that hands the rest on is checked by what it hands them to.
    assert declared <= {*signature} or inspect.Parameter.VAR_KEYWORD in {each.kind for each in signature.values()}


def test_every_tool_that_writes_has_a_dry_run():
    writing = [verb for verb in load_all() if not (verb.reads_only or verb.no_tool)]
    assert [verb.name for verb in writing if "--dry-run" not in {each.name for each in verb.parameters}] == []


def test_a_call_is_the_same_from_the_command_line_and_from_a_client():
    words = ["search", "token", "budget", "--limit", "3", "--tag", "a", "--tag", "b", "--since", "7d"]
    arguments = {"words": "token budget", "limit": 3, "filter": {"tag": ["a", "b"], "since": "7d"}}
    assert parse(words)[0] == parse_call(load("search"), arguments)


@pytest.mark.parametrize("verb", FAMILIES)
def test_a_verb_tells_the_form_of_its_document_without_its_arguments(verb: str) -> None:
    schema = json.loads(done(verb, "--json-schema").out)
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == f"{verb} --json"


def test_a_document_that_is_a_text_is_json_all_the_same(handbook: Path) -> None:
    assert done("index", "--print-roles", "--json", home=handbook).document.startswith("CREATE ROLE ")


def test_a_field_that_lacks_or_is_new_or_of_another_kind_is_no_such_document(handbook: Path) -> None:
    document = done("status", "--json", home=handbook).document
    assert document["pages"]
    wrong = [{**document, "more": 1}, {**document, "pages": []}, {k: v for k, v in document.items() if k != "pages"}]
    for changed in wrong:
        with pytest.raises(ValidationError):
            check_document("status", changed)


def test_what_may_be_repeated_is_joined():
    asked, _ = parse(["ask", "why?", "--terms", "a,b", "--terms", "c", "--tag", "x", "--tag", "y"])
    assert (asked.arguments["terms"], asked.filters["tags"]) == (("a", "b", "c"), ["x", "y"])
