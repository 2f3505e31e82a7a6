"""The kinds of arguments that our functions have: what is taken for each, as what it is handed on, and what is said.

A kind is a part of an annotation, as it is written there.  What has no reader here is a class of ours, known by name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from math import inf
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import UsageError, shortened
from .settings import RANGES

if TYPE_CHECKING:
    Range = tuple[float, float]

_LIMIT = RANGES["search_limit"]
RANGES_BY_NAME: Mapping[str, Range] = {
    "budget_tokens": RANGES["budget_tokens"],
    "context_budget": RANGES["budget_tokens"],
    "depth": RANGES["max_graph_depth"],
    "last_n": _LIMIT,
    "limit": _LIMIT,
    "line": (1, 2**31),
    "max_focus_entries": _LIMIT,
    "max_nodes": RANGES["max_nodes"],
    "min_confidence": RANGES["min_confidence"],
    "min_relevance": (0, 1),
    "n_recent": _LIMIT,
    "offset": (0, _LIMIT[1]),
    "polarity": (-1, 1),
}
"""What a number of this name may be; those of a setting are the setting's."""
ANY = (-inf, inf)
OWN = (inf, -inf)
"""The range of what the function looks at itself."""
_FOLDERS = ("home", "graph", "vault", "cwd", "folder")
"""Arguments whose text names a folder, which os.PathLike may stand for."""
_CHOICES = {"direction": ("out", "in", "both")}
_WRONG = object()
"""Told of a value that is not of the kind."""


class Argument(NamedTuple):
    """One argument of a function."""

    name: str
    kinds: tuple[str, ...]
    """The parts of its annotation."""
    range: Range


def read_argument(argument: Argument, value: Any) -> Any:
    """The value as the function wants it.  Raises UsageError, naming the argument, what it is and what it may be."""
    if value is None and "None" in argument.kinds:
        return None
    for kind in argument.kinds:
        found = _READERS[kind](argument, value) if kind in _READERS else _of_class(kind, value)
        if found is not _WRONG:
            return found
    raise UsageError(f"{argument.name} {_shown(value)}", hint=f"give {_wanted(argument.kinds, argument.range)}")


def kinds_of(name: str, annotation: str) -> tuple[str, ...]:
    """The kinds that an annotation allows an argument of this name."""
    kinds = annotation.split(" | ")
    return tuple("Path" if kind == "str" and name in _FOLDERS else kind for kind in kinds)


def _of_class(kind: str, value: Any) -> Any:
    """A value of a class of ours, known by its name: importing it for the check would cost every call."""
    kind = kind.partition("[")[0]
    if kind == "Callable":
        return value if callable(value) else _WRONG
    if not any(each.__name__ == kind for each in type(value).__mro__):
        return _WRONG
    if not isinstance(value, tuple):
        return value
    # A NamedTuple has its annotations as references.
    annotations: dict[str, Any] = type(value).__annotations__
    fields = [
        Argument(
            name, kinds_of(name, kind if isinstance(kind, str) else kind.__forward_arg__), RANGES_BY_NAME.get(name, ANY)
        )
        for name, kind in annotations.items()
    ]
    return type(value)(*(read_argument(field, getattr(value, field.name)) for field in fields))


def _text(argument: Argument, value: Any) -> Any:
    if not isinstance(value, str):
        return _WRONG
    if argument.range == OWN:
        return value
    fault = ""
    if "\0" in value:
        fault = f"a null character at {value.index(chr(0))}"
    elif not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as err:
            fault = f"half of a surrogate pair at {err.start}"
    if fault:
        raise UsageError(f"{argument.name} holds {fault}", hint="give text that a file can hold")
    choices = _CHOICES.get(argument.name)
    if choices and value not in choices:
        raise UsageError(f"no {argument.name} {_shown(value)}", hint="one of " + ", ".join(choices))
    return value


def _path(argument: Argument, value: Any) -> Any:
    if not isinstance(value, (str, os.PathLike)):
        return _WRONG
    path = os.fspath(value)
    try:
        if not isinstance(path, str) or b"\0" in os.fsencode(path):
            raise ValueError
    except ValueError:
        raise UsageError(f"{argument.name} {_shown(path)} cannot name a file", hint="check the path") from None
    return path


def _whole(argument: Argument, value: Any) -> Any:
    if isinstance(value, bool):
        return _WRONG
    try:
        # R has no other numbers than 2000.0.
        number = int(value) if isinstance(value, float) and value.is_integer() else index(value)
    except TypeError:
        return _WRONG
    return number if _is_within(number, argument) else _WRONG


def _number(argument: Argument, value: Any) -> Any:
    if isinstance(value, (bool, str, bytes)) or not hasattr(type(value), "__float__"):
        return _WRONG
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return _WRONG
    return number if _is_within(number, argument) else _WRONG


def _is_within(number: float, argument: Argument) -> bool:
    low, high = argument.range
    # Not a number is within nothing.
    return argument.range == OWN or (low <= number <= high and abs(number) != inf)


def _flag(_: Argument, value: Any) -> Any:
    return bool(value) if isinstance(value, int) and value in (0, 1) else _WRONG


def _several(argument: Argument, value: Any, *, kind: str) -> Any:
    """Items in their order, those of a set sorted; one alone stands for itself, and is not taken letter by letter."""
    if isinstance(value, (str, os.PathLike)):
        value = (value,)
    if isinstance(value, (bytes, bytearray, Mapping)) or not isinstance(value, Iterable):
        return _WRONG
    items = tuple(_part(argument, at, item, kind) for at, item in enumerate(value))
    return tuple(sorted(items)) if isinstance(value, AbstractSet) else items


def _mapping(argument: Argument, value: Any, *, kind: str) -> Any:
    if not isinstance(value, Mapping):
        return _WRONG
    return {_part(argument, "a key", key, "str"): _part(argument, key, item, kind) for key, item in value.items()}


def _part(argument: Argument, at: int | str, value: Any, kind: str) -> Any:
    """One item of several.  Raises UsageError, naming it."""
    found = _READERS[kind](argument, value)
    if found is _WRONG:
        raise UsageError(
            f"{argument.name}[{_shown(at)}] {_shown(value)}", hint=f"give {_wanted((kind,), argument.range)}"
        )
    return found


def _anything(_: Argument, value: Any) -> Any:
    return value


_READERS: Mapping[str, Callable[[Argument, Any], Any]] = {
    "Any": _anything,
    "Path": _path,
    "Sequence[Path]": partial(_several, kind="Path"),
    "Sequence[dict[str, Any]]": partial(_several, kind="dict[str, Any]"),
    "Sequence[str]": partial(_several, kind="str"),
    "tuple[str, ...]": partial(_several, kind="str"),
    "Mapping[str, Any]": partial(_mapping, kind="Any"),
    "Mapping[str, float]": partial(_mapping, kind="float"),
    "bool": _flag,
    "dict[str, Any]": partial(_mapping, kind="Any"),
    "float": _number,
    "int": _whole,
    "str": _text,
}
_NAMES = {
    "None": "None",
    "Path": "a path",
    "Sequence[Path]": "a list of paths",
    "Sequence[dict[str, Any]]": "a list of dicts",
    "Sequence[str]": "a list of texts",
    "tuple[str, ...]": "a list of texts",
    "Mapping[str, Any]": "a dict",
    "Mapping[str, float]": "a dict of numbers",
    "bool": "True or False",
    "dict[str, Any]": "a dict",
    "str": "a text",
}


def _wanted(kinds: tuple[str, ...], range: Range) -> str:
    return " or ".join(_NAMES.get(kind) or _wanted_number(kind, range) for kind in kinds)


def _wanted_number(kind: str, range: Range) -> str:
    if kind not in ("int", "float"):
        return f"a {kind.partition('[')[0]}"
    low, high = range
    between = f" from {low:,} to {high:,}" if low < high and range != ANY else ""
    return ("a whole number" if kind == "int" else "a number") + between


def _shown(value: Any) -> str:
    """A value as a message can show it: a text or a number as written, of anything else its type."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "is too large"
    return shortened(repr(value), most=80) if isinstance(value, (str, int, float)) else f"is a {type(value).__name__}"
