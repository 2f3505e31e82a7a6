"""What a program hands over, checked where it comes in.

What cannot be raises UsageError, naming the argument, what it was and what it may be.  What a folder, a name or a
bundle means is for those to say who look at it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from .errors import UsageError, shortened
from .settings import RANGES

Folder = str | os.PathLike[str]
"""What names a file or a folder."""

DIRECTIONS = ("out", "in", "both")
"""How a walk may follow claims."""
CATEGORIES = ("sources", "summaries", "entities", "topics", "sessions", "notes")
"""What kinds of pages there are."""
BY = ("changed", "created")
"""What a filter by time may be about."""
SORTS = ("path", "title", "changed", "created", "links")
"""By path and title rising; by change, creation and the number of links that lead there falling."""

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
"""What a number of this name may be; those of a setting are the setting's."""
_FRACTIONS = ("min_confidence", "min_relevance", "polarity")
_OPTIONAL = ("budget_tokens", "depth", "limit", "max_nodes", "min_confidence")
"""None leaves these to the settings."""
_SHOWN = 80
"""Characters of a value that a message quotes."""


def check_numbers(**numbers: object) -> None:
    """Raise UsageError for a number that is none, or out of the range that its name has."""
    for name, value in numbers.items():
        if value is None and name in _OPTIONAL:
            continue
        low, high = NUMBERS[name]
        is_whole = name not in _FRACTIONS
        is_number = isinstance(value, int if is_whole else (int, float)) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:  # type: ignore[operator]  # it is a number
            wanted = f"a {'whole ' * is_whole}number from {low:,} to {high:,}"
            raise UsageError(f"{name} {_shown(value)}", hint=f"give {wanted}")


def check_size(name: str, size: int, most: int, setting: str, *, unit: str = "characters") -> None:
    """Raise UsageError for what is larger than a setting allows, which the error names."""
    if size > most:
        raise UsageError(f"{name}: {size:,} {unit}; at most {most:,}", hint=f"give less, or raise {setting}")


def check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Raise UsageError for what is none of the choices."""
    if value not in choices:
        raise UsageError(f"no {name} {_shown(value)}", hint="one of " + ", ".join(choices))


def read_texts(given: str | Iterable[str]) -> tuple[str, ...]:
    """Return texts in their order, those of a set sorted; one alone is one, and is not taken letter by letter."""
    if isinstance(given, str):
        return (given,)
    return tuple(sorted(given)) if isinstance(given, AbstractSet) else tuple(given)


def read_paths(name: str, given: Folder | Iterable[Folder]) -> tuple[str, ...]:
    """Return paths as texts; one alone is one.  Raises UsageError for what cannot name a file."""
    return tuple(read_path(name, path) for path in ((given,) if isinstance(given, (str, os.PathLike)) else given))


def read_path(name: str, given: Folder) -> str:
    """Return a path as text.  Raises UsageError for what cannot name a file."""
    path = os.fspath(given) if isinstance(given, (str, os.PathLike)) else None
    if not isinstance(path, str):
        raise UsageError(f"{name} is {_shown(given)}; it must be a path", hint="give the name of a file or folder")
    try:
        is_name = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        raise UsageError(f"{name} {_shown(path)} cannot name a file", hint="check the path")
    return path


def whole(number: Any) -> Any:
    """Return 2000.0 as 2000: R has no other numbers.  Anything else is for check_numbers to refuse."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _shown(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 64:
        return "is too large"
    return shortened(repr(value), most=_SHOWN)
