"""Values as JSON has them, and the JSON Schema of each, made from the types of its fields.

What `--json`, the server's documents and the plain forms of the Python API are made of.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import types
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

DIALECT = "https://json-schema.org/draft/2020-12/schema"
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


def to_plain(value: Any) -> Any:
    """Turn data classes and named tuples into objects, other tuples into arrays.

    A field that is None by default and None now is left out: it says nothing here.  A value with a method `plain` is
    what this returns.
    """
    if hasattr(value, "plain"):
        value = value.plain()
    if fields := _fields(type(value)):
        members = {name: getattr(value, name) for name in fields}
        return {name: to_plain(item) for name, item in members.items() if not (item is None and fields[name])}
    if isinstance(value, Mapping):
        return {str(name): to_plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    return value


def _fields(cls: Any) -> dict[str, bool]:
    """Return the fields of a named tuple or a data class, and whether a document leaves each out if None."""
    if dataclasses.is_dataclass(cls):
        return {field.name: field.default is None for field in dataclasses.fields(cls)}
    return {name: cls._field_defaults.get(name, "") is None for name in getattr(cls, "_fields", ())}


def json_schema(title: str, printed: Any, *, own: Mapping[str, Any], beside: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a document.

    printed: the function whose value it is.  own: names that its module has for the type checker alone.
    beside: types of members that every document of this kind has as well.
    """
    definitions: dict[str, Any] = {}
    schema = _schema(_hints(printed, own)["return"], definitions, {})
    for name, hint in beside.items():
        member = _schema(hint, definitions, {})
        for part in schema.get("anyOf", [schema]):
            definitions[part["$ref"].rpartition("/")[2]]["properties"][name] = member
    return {"$schema": DIALECT, "title": title, **schema, **({"$defs": definitions} if definitions else {})}


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
    if hasattr(cls, "plain"):
        return of(_hints(cls.plain)["return"])
    name = "".join(part.__name__ for part in (cls, *arguments))
    if name not in definitions:
        # It may hold itself.
        definitions[name] = {}
        parameters = dict(zip(getattr(cls, "__parameters__", ()), arguments))
        definitions[name] = _object(cls, definitions, parameters)
    return {"$ref": f"#/$defs/{name}"}


def _object(cls: Any, definitions: dict[str, Any], variables: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the schema of a class with fields: a named tuple or a data class."""
    fields = _fields(cls)
    if not fields:
        raise TypeError(f"{cls} has no fields that a document could show")
    properties = {name: _schema(hint, definitions, variables) for name, hint in _hints(cls).items()}
    required = [name for name in properties if not fields[name]]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _hints(thing: Any, own: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    return get_type_hints(thing, {**own, **vars(sys.modules[thing.__module__])})
