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
from functools import cache, wraps
from threading import RLock, get_ident
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from .argument_kinds import ANY, OWN, RANGES_BY_NAME, Argument, kinds_of, read_argument
from .errors import UsageError

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


def checking(cls: Any, overrides: object = None, **folders: object) -> Any:
    """The same class, of which every public method checks what it is given, that it is called in one thread and open.

    What a subclass of the caller's adds or puts in the place of ours is left alone.  overrides: settings, which are
    looked at where they are read.  folders: see check_folders.
    """
    check_folders(**folders)
    if folders.get("home") and folders.get("vault"):
        raise UsageError("home and vault name two knowledge bases", hint="give one of them")
    read_argument(Argument("overrides", ("Mapping[str, Any]", "None"), ANY), overrides)
    return _checking(cls)


def check_folders(**folders: object) -> None:
    """Raise UsageError for what cannot name a folder; None and "" name none."""
    for name, value in folders.items():
        read_argument(Argument(name, ("Path", "None"), ANY), value)


def listed_paths(paths: Path | Iterable[Path]) -> tuple[str, ...]:
    """Paths as texts; one alone is one, and is not taken letter by letter.  Raises UsageError."""
    found: tuple[str, ...] = read_argument(Argument("paths", ("Sequence[Path]",), ANY), paths)
    return found


@cache
def _checking(cls: Any) -> Any:
    # Inherited ones, too; none that need no handle.
    public = {name: (base, each) for base in cls.__mro__[::-1] for name, each in vars(base).items() if name[0] != "_"}
    methods = {
        name: _while_open(checked()(each))
        for name, (base, each) in public.items()
        if isinstance(each, FunctionType) and base.__module__.startswith(f"{__package__}.")
    }
    own = {"__init__": _with_use(cls.__init__), "__exit__": _after_body(cls.__exit__), **methods}
    return type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__, **own})


class _Use:
    """In which thread a handle was made, whether it is closed, and the lock that a call of it holds."""

    def __init__(self) -> None:
        self.maker, self.is_closed, self.lock = get_ident(), False, RLock()


def _with_use(init: Callable[..., None]) -> Callable[..., None]:
    @wraps(init)
    def call(self: Any, *args: Any, **kwargs: Any) -> None:
        self._use = _Use()
        init(self, *args, **kwargs)

    return call


def _after_body(leave: Callable[..., None]) -> Callable[..., None]:
    """Not to be closed here is told only where nothing went wrong inside: that is what the caller must see."""

    @wraps(leave)
    def call(self: Any, kind: object, *rest: object) -> None:
        try:
            leave(self, kind, *rest)
        except UsageError:
            if kind is None:
                raise

    return call


def _while_open(method: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse a call of a closed handle, and from another thread than the first one: SQLite would, and what was open is
    lost with that.  close() is also for the thread that made the handle, and waits there for a call to end.
    """
    is_close = method.__name__ == "close"

    @wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        use: _Use = self._use
        if not (is_close and get_ident() == use.maker) and vars(self).setdefault("_thread", get_ident()) != get_ident():
            raise UsageError(f"this {type(self).__name__} belongs to another thread", hint="open one in each thread")
        with use.lock:
            if use.is_closed and not is_close:
                raise UsageError(f"this {type(self).__name__} is closed", hint="open another one")
            use.is_closed = is_close or use.is_closed
            return method(self, *args, **kwargs)

    return call
