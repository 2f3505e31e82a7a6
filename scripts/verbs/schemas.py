"""JSON Schemas of the documents that `--json` prints, made from the types of the values themselves.

A verb's `run` says in its annotation which value it returns, `document` which document is printed of it where that is
not the value as it is.  A type that a module imports for the type checker alone is found by its name.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import sys
import types
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from ..team.postgres_reader import IndexState
from . import VERBS, implementation

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NOT_IMPORTED = ("__main__", "commonplace", "mcp_server", "mcp_http")
"""Modules that run a program or need an extra; no document holds a value of theirs."""
_PLAIN: Mapping[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    None: {"type": "null"},
    Any: {},
    object: {},
}


def json_schema(verb: str) -> dict[str, Any]:
    """Return the JSON Schema of the document that a verb prints with `--json` where it does not fail."""
    row = implementation(verb)
    if row.document is not None:
        printed = _hints(row.document)["return"]
    else:
        printed, _ = get_args(_hints(row.run)["return"])
    definitions: dict[str, Any] = {}
    schema = _schema(printed, definitions, {})
    if "index" in VERBS[verb].folders:
        # Where a team's index was asked, the document says which state of it.
        state = _schema(IndexState, definitions, {})
        for part in schema.get("anyOf", [schema]):
            definitions[part["$ref"].rpartition("/")[2]]["properties"]["index"] = state
    return {"$schema": DIALECT, "title": f"{verb} --json", **schema, **({"$defs": definitions} if definitions else {})}


def _schema(hint: Any, definitions: dict[str, Any], variables: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the schema of a type; those of classes go into definitions, under their names."""
    hint = variables.get(hint, hint) if isinstance(hint, TypeVar) else hint
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)

    def of(part: Any) -> dict[str, Any]:
        return _schema(part, definitions, variables)

    if origin in (Union, types.UnionType):
        return {"anyOf": [of(part) for part in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple and arguments[-1] is not ...:
        size = len(arguments)
        return {"type": "array", "prefixItems": [of(part) for part in arguments], "minItems": size, "maxItems": size}
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": of(arguments[1])}
    if inspect.isclass(origin) and issubclass(origin, Collection):
        return {"type": "array", "items": of(arguments[0])}
    cls = origin or hint
    name = "".join(part.__name__ for part in (cls, *arguments))
    if name not in definitions:
        # It may hold itself.
        definitions[name] = {}
        parameters = dict(zip(getattr(cls, "__parameters__", ()), arguments))
        definitions[name] = _object(cls, definitions, parameters)
    return {"$ref": f"#/$defs/{name}"}


def _object(cls: Any, definitions: dict[str, Any], variables: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the schema of a class with fields: a named tuple, a data class or a typed dictionary."""
    fields = _hints(cls)
    if not (is_typeddict(cls) or dataclasses.is_dataclass(cls) or hasattr(cls, "_fields")):
        raise TypeError(f"{cls} has no fields that a document could show")
    absent = _may_be_absent(cls)
    required = [name for name in fields if name not in absent]
    properties = {name: _schema(hint, definitions, variables) for name, hint in fields.items()}
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _may_be_absent(cls: Any) -> set[str]:
    """Return the fields that a document leaves out where they say nothing, as plain.to_plain does."""
    if is_typeddict(cls):
        return {*cls.__optional_keys__}
    if dataclasses.is_dataclass(cls):
        return {field.name for field in dataclasses.fields(cls) if field.default is None}
    return {name for name, default in cls._field_defaults.items() if default is None}


def _hints(thing: Any) -> dict[str, Any]:
    """Return the types of a function or class, those too that its module imports for the type checker alone."""
    return get_type_hints(thing, {**_classes(), **vars(sys.modules[thing.__module__])})


@cache
def _classes() -> dict[str, Any]:
    """Return every class of the package by its name, but for names that two classes have."""
    package = __package__.rpartition(".")[0]
    found: dict[str, Any] = {}
    twice = set()
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        if module.name.rpartition(".")[2] not in _NOT_IMPORTED:
            for name, value in vars(importlib.import_module(module.name)).items():
                if inspect.isclass(value) and value.__module__ == module.name:
                    twice.update({name} & found.keys())
                    found[name] = value
    return {name: value for name, value in found.items() if name not in twice}
