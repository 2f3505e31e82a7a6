"""A call's arguments, checked against the schema that its client was given.

Of JSON Schema this knows what our tools' schemas use: type, enum, minimum, items, and of the arguments as a whole
properties, required and that there are no others.  What is in an object is left to the verb that takes it.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from ..errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SHOWN = 60
"""Characters of a wrong value that an error has."""


def _is_number(value: Any) -> bool:
    # Neither infinite nor NaN, nor an int that is too long to be a float.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


_IS: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "number": _is_number,
    # As JSON Schema has it: 300.0 is one.
    "integer": lambda value: _is_number(value) and value == int(value),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def checked_arguments(tool: str, given: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call by name; null is as good as none, and a whole number is an int.

    Raises UsageError for the first that the schema does not allow.
    """
    known = schema["properties"]
    takes = f"it takes {', '.join(known)}" if known else "it takes none"
    for name in given:
        if name not in known:
            raise UsageError(f"{tool} has no argument {_shown(name)}", hint=takes)
    found = {name: _checked(name, value, known[name]) for name, value in given.items() if value is not None}
    missing = [name for name in schema.get("required", ()) if name not in found]
    if missing:
        raise UsageError(f"{tool} needs the argument{'s' * (len(missing) > 1)} {', '.join(missing)}", hint=takes)
    return found


def _checked(place: str, value: Any, schema: Mapping[str, Any]) -> Any:
    kinds = schema.get("type", ())
    kinds = (kinds,) if isinstance(kinds, str) else kinds
    if kinds and not any(_IS[kind](value) for kind in kinds):
        raise _wrong(place, value, f"is no {' or '.join(kinds)}")
    if "enum" in schema and value not in schema["enum"]:
        raise _wrong(place, value, "is none of " + ", ".join(map(str, schema["enum"])))
    if "minimum" in schema and value < schema["minimum"]:
        raise _wrong(place, value, f"is less than {schema['minimum']}")
    if isinstance(value, list) and "items" in schema:
        return [_checked(f"{place}[{number}]", each, schema["items"]) for number, each in enumerate(value)]
    return int(value) if "integer" in kinds else value


def _wrong(place: str, value: Any, why: str) -> UsageError:
    return UsageError(f"argument {place}: {_shown(value)} {why}", hint="see the tool's schema")


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
