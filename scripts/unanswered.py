"""Errors that a question can end with, and none meets that is answered: each is imported where it is raised.

The tree of all is in errors.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from .errors import DataError, UsageError

_USEFUL = 300
"""Tokens beyond the frame of a reply that hold a passage or two."""


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
