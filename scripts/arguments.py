"""What a program hands over, checked where it comes in, by the annotations of the function that is called.

    @checked()
    def search(query: str, *, limit: int | None = None) -> list[str]: ...

What cannot be raises UsageError, naming the argument, what it was and what it may be.  One text (or path) where several
are meant is one of them.  The command line checks its own words and does not come here; what a folder, a name or a
bundle means is the business of those who look.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from .argument_kinds import ANY, OWN, RANGES_BY_NAME, Argument, kinds_of, read_argument

if TYPE_CHECKING:
    from .argument_kinds import Range

    F = TypeVar("F", bound=Callable[..., Any])
    Path = str | os.PathLike[str]
    """Annotates what names a file or a folder."""


def checked(**ranges: Range | None) -> Callable[[F], F]:
    """Decorate a function so that what it is given is checked; what has no annotation is left alone.

    ranges: by argument, where the usual one does not hold; None leaves the number, or the text, to the function.
    """

    def decorate(function: F) -> F:
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        kinds = {name: kinds_of(name, annotation) for name, annotation in function.__annotations__.items()}
        wanted = {
            name: Argument(name, kinds[name], ranges.get(name, RANGES_BY_NAME.get(name, ANY)) or OWN)
            for name in names
            if name in kinds
        }

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            given = [
                read_argument(wanted[name], value) if name in wanted else value for name, value in zip(names, args)
            ]
            # Too many, or unknown ones, are for the function itself to refuse.
            named = {
                name: read_argument(wanted[name], value) if name in wanted else value for name, value in kwargs.items()
            }
            return function(*given, *args[len(names) :], **named)

        return call  # type: ignore[return-value]  # wraps keeps the signature, which no type can say

    return decorate


def listed_paths(paths: Path | Iterable[Path]) -> tuple[str, ...]:
    """Paths as texts; one alone is one, and is not taken letter by letter.  Raises UsageError."""
    found: tuple[str, ...] = read_argument(Argument("paths", ("Sequence[Path]",), ANY), paths)
    return found
