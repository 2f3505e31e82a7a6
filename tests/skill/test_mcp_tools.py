"""The tools a client is offered, without the protocol: each verb is one or is left out on purpose; all are cheap."""

from __future__ import annotations

import json

import pytest

from scripts.errors import UsageError
from scripts.mcp_server.schemas import input_schema, parse_call
from scripts.mcp_server.tools import NOT_TOOLS, tools
from scripts.retrieval.tokens import counter
from scripts.verbs.table import VERBS

PEERS_TOKENS = 11_600
"""What the tool schemas of a popular peer cost."""


def test_every_verb_is_a_tool_or_left_out_for_a_reason() -> None:
    assert {tool.name for tool in tools()} | {*NOT_TOOLS} == {*VERBS}


def test_read_only_leaves_the_writing_tools_out() -> None:
    reading = {tool.name for tool in tools(read_only=True)}
    assert reading == {tool.name for tool in tools() if tool.is_reading}
    assert not reading & {verb for verb in VERBS if "dry_run" in input_schema(verb)["properties"]} - {"export"}


def test_all_tools_cost_a_third_of_what_the_peers_cost() -> None:
    listed = [{"name": tool.name, "description": tool.description, "inputSchema": tool.schema} for tool in tools()]
    assert counter("pieces")(json.dumps(listed, ensure_ascii=False)) <= PEERS_TOKENS / 3


@pytest.mark.parametrize(
    ("verb", "arguments", "expected"),
    [
        ("ask", {"question": "-x why?", "terms": ["a", "b"]}, {"question": ["-x why?"], "terms": ("a", "b")}),
        ("ask", {"question": "why?", "evidence": False, "budget": None}, {"evidence": False, "budget": None}),
        ("merge", {"into": "a", "page": "--b"}, {"page": "--b", "into": "a"}),
        ("apply", {"bundle": {"source": "s"}, "partial": True}, {"bundle": "-", "partial": True}),
        ("add", {"text": "Words.", "title": "T"}, {"paths": ["-"], "title": "T"}),
        ("lint", {"paths": ["a", "b"], "rule": ["orphan"]}, {"paths": ["a", "b"], "rule": ("orphan",)}),
        ("fix", {"dry_run": True}, {"safe": True, "dry_run": True}),
    ],
)  # fmt: skip
def test_arguments_become_the_options_of_the_verb(verb: str, arguments: dict, expected: dict) -> None:
    options, _ = parse_call(verb, arguments)
    assert {name: getattr(options, name) for name in expected} == expected
    assert options.json is False


def test_content_is_what_the_verb_reads_from_standard_input() -> None:
    assert parse_call("apply", {"bundle": {"source": "ä"}})[1] == '{"source": "ä"}'
    assert parse_call("apply", {"bundle": '{"source": "s"}'})[1] == '{"source": "s"}'
    assert parse_call("file", {"answer": "A.", "question": "q", "title": "t", "cites": ["s"]})[1] == "A."


@pytest.mark.parametrize(
    ("verb", "arguments", "message"),
    [
        ("ask", {}, "required: question"),
        ("ask", {"question": "x", "home": "/etc"}, "ask has no argument 'home'; it takes question, terms"),
        ("ask", {"question": "x", "depth": "deep"}, "argument --depth: invalid int value: 'deep'"),
        ("ask", {"question": "x", "evidence": "yes"}, "argument evidence: 'yes' is neither true nor false"),
        ("graph", {"page": "x", "out": "/tmp/x"}, "graph has no argument 'out'"),
        ("add", {}, "required: FILE|DIR|-"),
    ],
)
def test_a_wrong_call_says_what_is_right(verb: str, arguments: dict, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_call(verb, arguments)
    assert message in str(caught.value)
