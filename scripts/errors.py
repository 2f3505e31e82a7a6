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

An error takes facts and builds its message: what, where (path:line), what to do next.  Those that no question raises
stand in refusals.py: to make a class takes as long as to read a small module.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


_USEFUL = 300
"""Tokens beyond the frame of a reply that hold a passage or two."""


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


class NoHomeError(UsageError):
    """No knowledge base was named, and none is found from the working directory upwards."""

    def __init__(self, searched_from: str, *, named_by: str = "", below: str = "") -> None:
        """below: the one knowledge base that is a folder of this one, by its name."""
        named = f"{named_by} names {searched_from}, which is no knowledge base"
        if below:
            from .shell_words import shell_word

            below = f"the one in it is --home {shell_word(below)}; else "
        super().__init__(
            named if named_by else f"no knowledge base at or above {searched_from}",
            hint=f"{below}make one with `commonplace init DIR`, "
            "or name one with --home DIR, --vault DIR or COMMONPLACE_HOME",
        )


class NoRoomError(UsageError):
    """The budget does not hold even the frame of a reply; least is the smallest that does, in tokens."""

    def __init__(self, what: str, budget_tokens: int, least: int) -> None:
        self.least = least
        super().__init__(
            f"a budget of {budget_tokens} leaves no room for {what}",
            hint=f"give at least `--budget {least}`, and {_USEFUL} more for what is found",
        )


class SettingError(UsageError):
    """A setting has a value that it cannot have."""

    def __init__(self, name: str, value: object, wanted: str, *, where: str) -> None:
        place = where if where.startswith("option ") else f"setting {name} from {where}"
        super().__init__(f"{place} is {value!r}; it must be {wanted}")


class DataError(CommonplaceError):
    """Something in the vault, a source or a bundle is wrong."""


class PageNotFoundError(DataError):
    """No page answers to this name.

    nearest lists the pages that come close, users those that link to the name; kind is what has it instead.  block is
    what a page that is there lacks.
    """

    def __init__(
        self,
        name: str,
        nearest: Sequence[str] = (),
        *,
        users: Sequence[str] = (),
        kind: str = "",
        block: str | None = None,
    ) -> None:
        self.nearest, self.users, self.kind = tuple(nearest), tuple(users), kind
        hint = "did you mean " + ", ".join(nearest) + "?" if nearest else "look with `commonplace search WORDS`"
        if users:
            more = f" and {len(users) - 3} more" if len(users) > 3 else ""
            hint = f"the name is used in {', '.join(users[:3])}{more}"
        if kind:
            hint = "only pages are shown, renamed and merged here; Obsidian renames it and what leads to it"
        what = f"no block ^{block} in {name!r}" if block is not None else f"no page {name!r}"
        super().__init__(what + (f": it is {kind}" if kind else ""), hint=hint)


class UnsafePathError(DataError):
    """A path leaves the vault, follows a link out of it, or cannot be a file name."""

    def __init__(self, path: str, reason: str, *, hint: str = "use a plain name inside the vault") -> None:
        super().__init__(f"unsafe path {path!r}: {reason}", hint=hint)


class ReadOnlyError(DataError):
    """The home cannot be written."""

    def __init__(self, path: str, reason: str, *, left: str = "nothing was changed") -> None:
        super().__init__(f"cannot write: {reason}", path=path, hint=f"check permissions and free space; {left}")


class IndexUnavailableError(DataError):
    """The index cannot be built or read here."""
