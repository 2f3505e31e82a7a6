"""The parameters of a tool, as a verb's options tell them, and the call a client makes as options again.

The options of the command line are the one list of what a verb takes.  What makes no sense here is left out: where
to write a file, exit codes, what prints JSON; and the home, which is chosen when the server starts, so that a model
cannot reach another one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..verbs.full_parsing import parser_for
from ..verbs.parsing import comma_list, count, counts, share
from .arguments import checked_arguments
from .wording import in_terms_of_tools

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

_LEFT_OUT = frozenset(
    {"help", "json", "home", "vault", "counter", "explain", "fail_empty", "forget", "no_sweep", "not", "out", "safe"}
)
"""Also `forget`, which is a person's to ask for, and `not`, which polarity says."""
_OF_FILES = frozenset({"dry_run", "force"})
"""Left out where they say how a file is written that no client can name."""
_TYPES: Mapping[Any, dict[str, Any]] = {
    int: {"type": "integer"},
    count: {"type": "integer", "minimum": 1},
    float: {"type": "number"},
    share: {"type": "number"},
    comma_list: {"type": "array", "items": {"type": "string"}},
    counts: {"type": "array", "items": {"type": "integer"}},
}
_PROSE = frozenset({"question", "words"})
"""Positionals that a shell may split into words."""
_ALWAYS = {"fix": ("--safe",)}
"""Options that a verb demands and that leave no choice."""

_NAME = {"type": "string"}
_QUOTE = {"type": "string", "description": "words copied from one passage"}
BUNDLE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "source": {"type": "string", "description": "slug from add; withdraw needs it too"},
        "summary": {"type": "string"},
        "entities": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": _NAME,
                    "type": {"type": "string", "description": "one word"},
                    "aliases": {"type": "array", "items": _NAME},
                    "description": _NAME,
                    "supporting_text": _QUOTE,
                },
                "required": ["name", "type", "supporting_text"],
            },
        },
        "relations": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "source": _NAME,
                    "target": _NAME,
                    "type": {"type": "string", "description": "causes, contains, uses, …"},
                    "confidence": {"type": "number", "description": "0.6 to 1"},
                    "supporting_text": _NAME,
                },
                "required": ["source", "target", "type", "confidence", "supporting_text"],
            },
        },
        "pages": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "category": {"enum": ["entities", "topics", "summaries"]},
                    "title": _NAME,
                    "content": {"type": "string", "description": "Markdown"},
                    "summary": _NAME,
                    "expect_sha": {"type": "string", "description": "sha of what it replaces"},
                },
                "required": ["category", "title", "content"],
            },
        },
        "withdraw": {"type": "array", "description": "wrong claims: {source, target, type}"},
    },
}
"""The form of a bundle in short; instructions/bundle.schema.json checks it in full."""
_INSTEAD: Mapping[tuple[str, str], dict[str, Any]] = {
    ("add", "paths"): {"type": "array", "items": _NAME, "description": "absolute paths of files or folders"},
    ("apply", "bundle"): BUNDLE,
    ("remember", "text"): {"type": "string", "description": "what was said or decided"},
    ("links", "limit"): {"type": "integer", "minimum": 1, "description": "most links listed (50)"},
}
_BESIDE: Mapping[str, dict[str, Any]] = {
    "add": {"text": {"type": "string", "description": "a document itself, in place of paths; give a title"}},
}


def input_schema(verb: str) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments."""
    actions = _actions(verb)
    properties = {name: _schema(verb, action, [*actions]) for name, action in actions.items()} | _BESIDE.get(verb, {})
    required = [name for name, action in actions.items() if _is_needed(action) and verb not in _BESIDE]
    return {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def parse_call(verb: str, arguments: Mapping[str, Any]) -> tuple[argparse.Namespace, str]:
    """The options of a call, and what the verb reads where it is told `-`.

    Raises UsageError for what the tool's schema, or the verb, does not allow.
    """
    actions, beside = _actions(verb), _BESIDE.get(verb, {})
    # Models write the object as a string now and then: the verb reads that, too, and checks what is in it.
    written = {name: value for name, value in arguments.items() if name == "bundle" and isinstance(value, str)}
    given = checked_arguments(verb, {**arguments, **{name: {} for name in written}}, input_schema(verb)) | written
    if beside and not any(given.get(name) for name in (*beside, "paths")):
        raise UsageError(f"{verb} needs the argument paths or text", hint="give one of them")
    words, tail, stdin = [*_ALWAYS.get(verb, ())], list[str](), ""
    # In the order of the parser, which knows positionals by their order; a client knows them by their names.
    for name, action in actions.items():
        if name not in given:
            continue
        value = given[name]
        if action.option_strings:
            words += _option(action, value)
        elif _is_content(action):
            tail.append("-")
            stdin = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        else:
            tail += value if isinstance(value, list) else [value]
    for name in beside:
        if name in given:
            tail.append("-")
            stdin = given[name]
    return parser_for(verb).parse_args([*words, *(["--", *tail] if tail else [])]), stdin


def _actions(verb: str) -> dict[str, argparse.Action]:
    actions = {action.dest: action for action in parser_for(verb)._actions}
    left_out = _LEFT_OUT | _OF_FILES if "out" in actions else _LEFT_OUT
    return {name: action for name, action in actions.items() if name not in left_out}


def _schema(verb: str, action: argparse.Action, arguments: list[str]) -> dict[str, Any]:
    instead = _INSTEAD.get((verb, action.dest))
    if instead is not None:
        return instead
    found: dict[str, Any] = {"type": "string"}
    if action.option_strings and action.nargs == 0:
        found = {"type": "boolean"}
    elif action.choices:
        found = {"enum": list(action.choices)}
    elif action.type in _TYPES:
        found = dict(_TYPES[action.type])
    elif _is_repeated(action):
        found = {"type": ["string", "array"], "items": {"type": "string"}}
    elif action.nargs in ("+", "*") and action.dest not in _PROSE:
        found = {"type": "array", "items": {"type": "string"}}
    # What --dry-run does its name says, and eleven tools have it.
    if not action.help or action.dest == "dry_run":
        return found
    return {**found, "description": in_terms_of_tools(action.help, (), arguments)}


def _option(action: argparse.Action, value: Any) -> list[str]:
    flag = action.option_strings[0]
    if action.nargs == 0:
        return [flag] if value else []
    if _is_repeated(action):
        return [f"{flag}={each}" for each in (value if isinstance(value, list) else [value])]
    # In one word, so that a value may begin with a hyphen.
    return [f"{flag}={','.join(map(str, value)) if isinstance(value, list) else value}"]


def _is_repeated(action: argparse.Action) -> bool:
    """Whether the option may be given several times, each with one value."""
    return type(action).__name__ == "_AppendAction"


def _is_needed(action: argparse.Action) -> bool:
    return action.required and action.nargs not in ("?", "*")


def _is_content(action: argparse.Action) -> bool:
    """Whether the command line takes one file or `-` here: a client gives what would stand in it."""
    return action.nargs is None and isinstance(action.metavar, str) and action.metavar.endswith("|-")
