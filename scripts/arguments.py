"""What a program hands over, checked where it comes in, by the annotations of the function that is called.

    @checked()
    def search(query: str, *, limit: int | None = None) -> list[str]: ...

What cannot be raises UsageError, naming the argument, what it was and what it may be.  One text (or path) where several
are meant is one of them.  The command line checks its own words and does not come here; what a folder, a name or a
bundle means is the business of those who look.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache, partial, wraps
from math import inf
from operator import index
from threading import get_ident
from typing import TYPE_CHECKING, Any

from .errors import UsageError, shortened
from .named_tuple import NamedTuple
from .settings import RANGES

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    F = TypeVar("F", bound=Callable[..., Any])
    Range = tuple[float, float]
    Path = str | os.PathLike[str]
    """Annotates what names a file or a folder."""

_LIMIT = RANGES["search_limit"]
_RANGES: Mapping[str, Range] = {
    "budget_tokens": RANGES["budget_tokens"],
    "context_budget": RANGES["budget_tokens"],
    "depth": RANGES["max_graph_depth"],
    "last_n": _LIMIT,
    "limit": _LIMIT,
    "max_focus_entries": _LIMIT,
    "max_nodes": RANGES["max_nodes"],
    "min_confidence": RANGES["min_confidence"],
    "min_relevance": (0, 1),
    "n_recent": _LIMIT,
    "offset": (0, _LIMIT[1]),
    "polarity": (-1, 1),
}
"""What a number of this name may be; those of a setting are the setting's."""
_ANY = (-inf, inf)
_NONE = (inf, -inf)
"""The range of a number that the function looks at itself."""
_FOLDERS = ("home", "graph", "vault", "cwd", "folder")
"""Arguments whose text names a folder, which os.PathLike may stand for."""
_CHOICES = {"direction": ("out", "in", "both")}
_WRONG = object()
"""Told of a value that is not of the kind."""


class _Argument(NamedTuple):
    name: str
    kinds: tuple[str, ...]
    """The parts of its annotation."""
    range: Range


def checked(**ranges: Range | None) -> Callable[[F], F]:
    """Decorate a function so that what it is given is checked; what has no annotation is left alone.

    ranges: by argument, where the usual one does not hold; None leaves the number to the function.
    """

    def decorate(function: F) -> F:
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        kinds = {name: _kinds(name, annotation) for name, annotation in function.__annotations__.items()}
        wanted = {
            name: _Argument(name, kinds[name], ranges.get(name, _RANGES.get(name, _ANY)) or _NONE)
            for name in names
            if name in kinds
        }

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            given = [_read(wanted[name], value) if name in wanted else value for name, value in zip(names, args)]
            # Too many, or unknown ones, are for the function itself to refuse.
            named = {name: _read(wanted[name], value) if name in wanted else value for name, value in kwargs.items()}
            return function(*given, *args[len(names) :], **named)

        return call  # type: ignore[return-value]  # wraps keeps the signature, which no type can say

    return decorate


def checking(cls: Any, **folders: object) -> Any:
    """The same class, of which every public method checks what it is given, and that it is called in one thread.

    folders: see check_folders.
    """
    check_folders(**folders)
    return _checking(cls)


def check_folders(**folders: object) -> None:
    """Raise UsageError for what cannot name a folder; None and "" name none."""
    for name, value in folders.items():
        _read(_Argument(name, ("Path", "None"), _ANY), value)


def listed_paths(paths: Path | Iterable[Path]) -> tuple[str, ...]:
    """Paths as texts; one alone is one, and is not taken letter by letter.  Raises UsageError."""
    found: tuple[str, ...] = _read(_Argument("paths", ("Sequence[Path]",), _ANY), paths)
    return found


def _kinds(name: str, annotation: str) -> tuple[str, ...]:
    kinds = annotation.split(" | ")
    return tuple("Path" if kind == "str" and name in _FOLDERS else kind for kind in kinds)


@cache
def _checking(cls: Any) -> Any:
    public = {name: each for name, each in vars(cls).items() if name[0] != "_" and hasattr(each, "__code__")}
    methods = {name: _in_one_thread(checked()(method)) for name, method in public.items()}
    return type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__, **methods})


def _in_one_thread(method: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse a call from another thread than the first one: SQLite would, and what was open is lost with that."""

    @wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if vars(self).setdefault("_thread", get_ident()) != get_ident():
            raise UsageError(f"this {type(self).__name__} belongs to another thread", hint="open one in each thread")
        return method(self, *args, **kwargs)

    return call


def _read(argument: _Argument, value: Any) -> Any:
    """The value as the function wants it.  Raises UsageError."""
    if value is None and "None" in argument.kinds:
        return None
    for kind in argument.kinds:
        found = _READERS[kind](argument, value) if kind in _READERS else _of_class(kind, value)
        if found is not _WRONG:
            return found
    raise UsageError(f"{argument.name} {_shown(value)}", hint=f"give {_wanted(argument)}")


def _of_class(kind: str, value: Any) -> Any:
    """A value of a class of ours, known by its name: importing it for the check would cost every call."""
    kind = kind.partition("[")[0]
    if kind == "Callable":
        return value if callable(value) else _WRONG
    if not any(each.__name__ == kind for each in type(value).__mro__):
        return _WRONG
    if not isinstance(value, tuple):
        return value
    annotations: Mapping[str, str] = type(value).__annotations__
    fields = [_Argument(name, _kinds(name, kinds), _RANGES.get(name, _ANY)) for name, kinds in annotations.items()]
    return type(value)(*(_read(field, getattr(value, field.name)) for field in fields))


def _text(argument: _Argument, value: Any) -> Any:
    if not isinstance(value, str):
        return _WRONG
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


def _path(argument: _Argument, value: Any) -> Any:
    if not isinstance(value, (str, os.PathLike)):
        return _WRONG
    path = os.fspath(value)
    try:
        if not isinstance(path, str) or b"\0" in os.fsencode(path):
            raise ValueError
    except ValueError:
        raise UsageError(f"{argument.name} {_shown(path)} cannot name a file", hint="check the path") from None
    return path


def _whole(argument: _Argument, value: Any) -> Any:
    if isinstance(value, bool):
        return _WRONG
    try:
        # R has no other numbers than 2000.0.
        number = int(value) if isinstance(value, float) and value.is_integer() else index(value)
    except TypeError:
        return _WRONG
    return number if _is_within(number, argument) else _WRONG


def _number(argument: _Argument, value: Any) -> Any:
    if isinstance(value, (bool, str, bytes)) or not hasattr(type(value), "__float__"):
        return _WRONG
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return _WRONG
    return number if _is_within(number, argument) else _WRONG


def _is_within(number: float, argument: _Argument) -> bool:
    low, high = argument.range
    # Not a number is within nothing.
    return argument.range == _NONE or (low <= number <= high and abs(number) != inf)


def _flag(_: _Argument, value: Any) -> Any:
    return bool(value) if isinstance(value, int) and value in (0, 1) else _WRONG


def _several(argument: _Argument, value: Any, *, read: Callable[[_Argument, Any], Any]) -> Any:
    """Items in their order, those of a set sorted; one alone stands for itself, and is not taken letter by letter."""
    if isinstance(value, (str, os.PathLike)):
        value = (value,)
    if isinstance(value, (bytes, bytearray, Mapping)) or not isinstance(value, Iterable):
        return _WRONG
    items = tuple(read(argument, item) for item in value)
    if any(item is _WRONG for item in items):
        return _WRONG
    return tuple(sorted(items)) if isinstance(value, AbstractSet) else items


def _mapping(argument: _Argument, value: Any, *, read: Callable[[_Argument, Any], Any]) -> Any:
    if not isinstance(value, Mapping):
        return _WRONG
    named = {
        _text(argument, name): read(argument._replace(name=f"{argument.name} {_shown(name)}"), item)
        for name, item in value.items()
    }
    return _WRONG if any(part is _WRONG for pair in named.items() for part in pair) else named


def _anything(_: _Argument, value: Any) -> Any:
    return value


_READERS: Mapping[str, Callable[[_Argument, Any], Any]] = {
    "Any": _anything,
    "Path": _path,
    "Sequence[Path]": partial(_several, read=_path),
    "Sequence[dict[str, Any]]": partial(_several, read=partial(_mapping, read=_anything)),
    "Sequence[str]": partial(_several, read=_text),
    "tuple[str, ...]": partial(_several, read=_text),
    "Mapping[str, Any]": partial(_mapping, read=_anything),
    "Mapping[str, float]": partial(_mapping, read=_number),
    "bool": _flag,
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
    "str": "a text",
}


def _wanted(argument: _Argument) -> str:
    return " or ".join(_NAMES.get(kind) or _wanted_number(kind, argument.range) for kind in argument.kinds)


def _wanted_number(kind: str, range: Range) -> str:
    if kind not in ("int", "float"):
        return f"a {kind.partition('[')[0]}"
    low, high = range
    between = f" from {low:,} to {high:,}" if low < high and range != _ANY else ""
    return ("a whole number" if kind == "int" else "a number") + between


def _shown(value: Any) -> str:
    """A value as a message can show it: a text or a number as written, of anything else its type."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "is too large"
    return shortened(repr(value), most=80) if isinstance(value, (str, int, float)) else f"is a {type(value).__name__}"
