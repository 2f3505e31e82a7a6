"""Checks of the arguments that programs pass to the verbs.

A wrong argument raises UsageError, which names the argument, its value and the allowed values.  What a folder, a name
or a bundle refers to is not checked here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from .errors import UsageError, shortened
from .settings import RANGES

Folder = str | os.PathLike[str]
"""The path of a file or a folder."""

DIRECTIONS = ("out", "in", "both")
"""The directions in which a walk follows claims."""
CATEGORIES = ("sources", "summaries", "entities", "topics", "sessions", "notes")
"""The kinds of pages."""
BY = ("changed", "created")
"""The times that a filter can compare."""
SORTS = ("path", "title", "changed", "created", "links")
"""Orders of pages: path and title ascending; change, creation and number of incoming links descending."""

_LIMIT = RANGES["search_limit"]
NUMBERS: Mapping[str, tuple[float, float]] = {
    **RANGES,
    "depth": RANGES["max_graph_depth"],
    "last_n": _LIMIT,
    "limit": _LIMIT,
    "line": (1, 2**31),
    "min_relevance": (0, 1),
    "n_recent": _LIMIT,
    "offset": (0, _LIMIT[1]),
    "polarity": (-1, 1),
}
"""The range of each argument that is a number; one with a setting's name has the setting's range."""
_FRACTIONS = ("min_confidence", "min_relevance", "polarity")
_OPTIONAL = ("budget_tokens", "depth", "limit", "max_nodes", "min_confidence")
"""For these, None means the value of the setting."""
_QUOTED = 80
"""Characters of a value that a message quotes."""


def check_numbers(**numbers: object) -> None:
    """Raise UsageError for a value that is no number or outside the range of its name."""
    for name, value in numbers.items():
        if value is None and name in _OPTIONAL:
            continue
        low, high = NUMBERS[name]
        is_whole = name not in _FRACTIONS
        is_number = isinstance(value, int if is_whole else (int, float)) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:  # type: ignore[operator]  # it is a number
            wanted = f"a {'whole ' * is_whole}number from {low:,} to {high:,}"
            raise UsageError(f"{name} {_quote(value)}", hint=f"give {wanted}")


def check_size(name: str, size: int, most: int, setting: str, *, unit: str = "characters") -> None:
    """Raise UsageError for a size above the limit of a setting, which the error names."""
    if size > most:
        raise UsageError(f"{name}: {size:,} {unit}; at most {most:,}", hint=f"give less, or raise {setting}")


def check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Raise UsageError for a value that is none of the choices."""
    if value not in choices:
        raise UsageError(f"no {name} {_quote(value)}", hint="one of " + ", ".join(choices))


def read_texts(given: str | Iterable[str]) -> tuple[str, ...]:
    """Return the texts as a tuple, in order; a set is sorted, and a single string is one text."""
    if isinstance(given, str):
        return (given,)
    return tuple(sorted(given)) if isinstance(given, AbstractSet) else tuple(given)


def read_paths(name: str, given: Folder | Iterable[Folder]) -> tuple[str, ...]:
    """Return the paths as strings; a single path is one.  Raises UsageError for a value that cannot name a file."""
    return tuple(read_path(name, path) for path in ((given,) if isinstance(given, (str, os.PathLike)) else given))


def read_path(name: str, given: Folder) -> str:
    """Return a path as a string.  Raises UsageError for a value that cannot name a file."""
    path = os.fspath(given) if isinstance(given, (str, os.PathLike)) else None
    if not isinstance(path, str):
        raise UsageError(f"{name} is {_quote(given)}; it must be a path", hint="give the name of a file or folder")
    try:
        is_name = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        raise UsageError(f"{name} {_quote(path)} cannot name a file", hint="check the path")
    return path


def whole(number: Any) -> Any:
    """Return 2000.0 as 2000, since R has floats only, and any other value as it is, for check_numbers."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _quote(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 64:
        return "is too large"
    return shortened(repr(value), most=_QUOTED)
