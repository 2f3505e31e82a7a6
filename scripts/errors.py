"""Every error this package raises on purpose.

    CommonplaceError
    ├── UsageError              the call is wrong; exit 2
    │   ├── NoHomeError
    │   ├── NoRoomError         the budget is smaller than the smallest reply
    │   └── SettingError
    └── DataError               the vault, a source or a bundle is wrong; exit 3
        ├── PageNotFoundError
        ├── OperationNotFoundError
        ├── AmbiguousPageError
        ├── PageChangedError    somebody wrote the page since it was read
        ├── NameTakenError
        ├── UnsafePathError
        ├── EditRefusedError
        ├── UnsoundPageError    a person must mend the page first
        ├── ClaimError
        ├── BundleError
        ├── SourceError
        ├── MissingExtraError
        ├── UndoRefusedError
        ├── LockedError
        ├── ReadOnlyError
        └── IndexUnavailableError

An error takes facts and builds its message: what, where (path:line), what to do next.  To make a class takes as long as
to read a small module, so here stand those that every question needs; unanswered.py has those that a question can end
with, refusals.py the others.
"""

from __future__ import annotations

from typing import Any


def shortened(text: str, *, most: int = 1000) -> str:
    """The text, or its beginning and its end with the number of characters between them."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end]} … {len(text) - most:,} characters more … {text[-end:]}"


class CommonplaceError(Exception):
    """Base of all errors; carries the place (path relative to the home, line from 1) when there is one."""

    exit_code = 3
    longest = 1000
    """Characters of the message beside place and hint: what was quoted may be as long as a document."""

    def __init__(self, what: str, *, path: str = "", line: int = 0, hint: str = "") -> None:
        self.what, self.path, self.line, self.hint = what, path, line, hint
        super().__init__(what, path, line, hint)

    def __reduce__(self) -> tuple[Any, ...]:
        # What `args` holds is not what the class takes: a pool of processes hands errors over by pickling them.
        return _remade, (type(self), self.args), vars(self)

    def __str__(self) -> str:
        place = shortened(self.path) + (f":{self.line}: " if self.line else ": ") if self.path else ""
        return place + shortened(self.what, most=self.longest) + (f"; {shortened(self.hint)}" if self.hint else "")


def _remade(kind: type[CommonplaceError], args: tuple[object, ...]) -> CommonplaceError:
    """An error of a kind without its own facts, which follow."""
    return kind.__new__(kind, *args)


class UsageError(CommonplaceError):
    """The call itself is wrong: an unknown option, a value out of range."""

    exit_code = 2


class DataError(CommonplaceError):
    """Something in the vault, a source or a bundle is wrong."""


class IndexUnavailableError(DataError):
    """The index cannot be built or read here."""
