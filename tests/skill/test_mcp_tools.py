"""The tools a client is offered, without the protocol: each verb is one or is left out on purpose; all are cheap."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scripts.errors import NoHomeError, UsageError
from scripts.mcp_tools import INSTRUCTIONS, description, input_schema, message_of, parse_call, tools
from scripts.text.tokens import counter
from scripts.verbs import load, load_all
from scripts.verbs.writing import BUNDLE
from tests.running import ROOT

MOST_TOKENS = 3_000
"""Of the descriptions and schemas of all tools, which every session reads; those of a popular peer cost 11,600."""


def test_read_only_leaves_the_writing_tools_out() -> None:
    reading = {*tools(read_only=True)}
    assert reading == {name for name, verb in tools().items() if verb.reads_only}
    assert not reading & {verb.name for verb in load_all() if "dry_run" in input_schema(verb)["properties"]}


def test_all_tools_together_cost_a_quarter_of_what_the_peers_cost() -> None:
    listed = [
        {"name": name, "description": description(verb), "inputSchema": input_schema(verb)}
        for name, verb in tools().items()
    ]
    assert counter("pieces")(json.dumps(listed, ensure_ascii=False)) <= MOST_TOKENS


def _schemas(schema: object) -> Iterator[dict]:
    if isinstance(schema, dict):
        yield schema
        for inner in (schema.get("items"), *schema.get("properties", {}).values()):
            yield from _schemas(inner)


@pytest.mark.parametrize("tool", tools())
def test_a_schema_has_one_type_everywhere_and_items_in_each_list(tool: str) -> None:
    # Gemini's service refuses all tools of a request for a list of types or an enum without one, OpenAI's for no items.
    schemas = [*_schemas(input_schema(load(tool)))]
    refused = [one for one in schemas if not isinstance(one.get("type"), str)]
    refused += [one for one in schemas if one.get("type") == "array" and "items" not in one]
    assert refused == []


def test_the_schema_of_file_says_all_that_it_needs() -> None:
    assert input_schema(load("file"))["required"] == ["answer", "question", "title", "cites"]


@given(st.sampled_from([*tools()]), st.data())
def test_a_call_that_a_validator_of_json_schema_allows_is_allowed(tool: str, data: st.DataObject) -> None:
    schema = input_schema(load(tool))
    names = st.sampled_from([*schema["properties"]] or ["_"])
    # No null, which is as good as none here; no object with members, which the verb checks.
    # Bounds of numbers are no part of a schema.
    value = st.booleans() | st.integers(1, 9) | st.floats(0, 1) | st.sampled_from(["", "out", "text"]) | st.just({})
    arguments = data.draw(st.dictionaries(names, value | st.lists(value, max_size=2), max_size=4))
    if Draft202012Validator(schema).is_valid(arguments) and tool != "add" and "_" not in arguments:
        parse_call(load(tool), arguments)


@pytest.mark.parametrize(
    ("verb", "arguments", "expected"),
    [
        ("ask", {"question": "q", "terms": "renderer"}, {"terms": ("renderer",)}),
        ("ask", {"question": '["a b?", "c d?"]'}, {"question": ["a b?", "c d?"]}),
        ("ask", {"question": "[sic] what?"}, {"question": ["[sic] what?"]}),
        ("lint", {"rule": "orphan"}, {"rules": ("orphan",)}),
    ],
)
def test_one_text_is_a_list_of_one_or_the_list_that_it_writes(verb: str, arguments: dict, expected: dict) -> None:
    call = parse_call(load(verb), arguments)
    assert {name: call.arguments[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("verb", "arguments", "expected"),
    [
        ("ask", {"question": "-x why?", "terms": ["a", "b"]}, {"question": ["-x why?"], "terms": ("a", "b")}),
        ("ask", {"question": "why?", "evidence": False, "budget": None}, {"question": ["why?"]}),
        ("merge", {"into": "a", "page": "--b"}, {"page": "--b", "into": "a"}),
        ("apply", {"bundle": {"source": "s"}, "partial": True}, {"bundle": '{"source": "s"}', "partial": True}),
        ("add", {"text": "Words.", "title": "T"}, {"text": "Words.", "title": ["T"]}),
        ("lint", {"paths": ["a", "b"], "rule": ["orphan"]}, {"paths": ["a", "b"], "rules": ("orphan",)}),
        ("ask", {"question": "why?", "budget": 300.0}, {"question": ["why?"], "budget_tokens": 300}),
        ("remember", {"text": "- x", "speaker": "Ada"}, {"text": ["- x"], "speaker": ["Ada"]}),
        ("list", {"filter": {"tag": "w", "folder": "P"}}, {"tags": ["w"], "folder": ["P"]}),
        ("list", {"filter": {"property": ["a", "b<2"], "since": "7d"}}, {"properties": ["a", "b<2"], "since": "7d"}),
        ("edit", {"note": "n", "tag": "x", "set": ["a=1"]}, {"note": "n", "tags": ["x"], "properties": ["a=1"]}),
    ],
)  # fmt: skip
def test_arguments_become_the_options_of_the_verb(verb: str, arguments: dict, expected: dict) -> None:
    call = parse_call(load(verb), arguments)
    assert {**call.arguments, **call.filters, **call.settings} == expected


def test_a_client_gives_the_text_where_the_command_line_names_a_file() -> None:
    assert parse_call(load("apply"), {"bundle": {"source": "ä"}}).arguments["bundle"] == '{"source": "ä"}'
    assert parse_call(load("apply"), {"bundle": '{"source": "s"}'}).arguments["bundle"] == '{"source": "s"}'
    filed = {"answer": "A.", "question": "q", "title": "t", "cites": ["s"]}
    assert parse_call(load("file"), filed).arguments["answer"] == "A."


@pytest.mark.parametrize(
    ("verb", "arguments", "message"),
    [
        ("ask", {}, "ask: 'question' is a required property; it takes question, terms"),
        ("merge", {"page": None}, "merge: 'page' is a required property; 'into' is a required property"),
        ("ask", {"question": "x", "home": "/etc"}, "('home' was unexpected); it takes question, terms"),
        ("graph", {"page": "x", "depth": "deep"}, "graph: depth 'deep' is not of type 'integer'"),
        ("ask", {"question": "x", "budget": 2.5}, "budget 2.5 is not of type 'integer'"),
        ("ask", {"question": "x", "budget": True}, "budget True is not of type 'integer'"),
        (
            "ask",
            {"question": "x", "filter": {"colour": "red"}},
            "filter Additional properties are not allowed ('colour'",
        ),
        ("ask", {"question": "x", "filter": {"by": "size"}}, "filter.by 'size' is not one of ['changed', 'created']"),
        ("ask", {"question": "x", "filter": "[1]"}, "filter '[1]' is not of type 'object'"),
        ("search", {"words": ["a", "b"]}, "words ['a', 'b'] is not of type 'string'"),
        ("ask", {"question": "x", "terms": ["a", 5]}, "terms[1] 5 is not of type 'string'"),
        ("graph", {"page": "x" * 99, "depth": "y" * 999}, "characters more … yyyy' is not of type 'integer'"),
        ("graph", {"format": "svg"}, "format 'svg' is not one of ['text', 'mermaid']"),
        ("remember", {"text": {"a": 1}}, "text {'a': 1} is not of type 'array'"),
        ("apply", {"bundle": []}, "bundle [] is not of type 'object', 'string'"),
    ],
)
def test_a_wrong_call_says_what_is_right(verb: str, arguments: dict, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_call(load(verb), arguments)
    assert message in str(caught.value)


def test_no_message_of_a_missing_home_holds_a_command_for_a_shell() -> None:
    said = message_of(NoHomeError("/nowhere"))
    assert "`" not in said
    assert "--" not in said


def test_a_client_is_told_of_all_that_a_bundle_may_hold_and_that_talks_are_kept() -> None:
    schema = json.loads((ROOT / "instructions" / "bundle.schema.json").read_text("utf-8"))
    assert {*BUNDLE["properties"]} == {*schema["properties"]}
    assert "recall" in INSTRUCTIONS
    assert "remember" in INSTRUCTIONS
