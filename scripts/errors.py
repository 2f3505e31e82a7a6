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
        ├── UnsoundPageError    a person must repair the page first
        ├── ClaimError
        ├── BundleError
        ├── SourceError
        ├── MissingExtraError
        ├── UndoRefusedError
        ├── LockedError
        ├── ReadOnlyError
        └── IndexUnavailableError

An error takes facts and builds its message: what, where (path:line), what to do next.
"""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

_USEFUL = 300
"""Tokens beyond the frame of a reply that hold a passage or two."""


def shortened(text: str, *, most: int = 1000) -> str:
    """Return the text, or its beginning and end with the number of characters between them."""
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

    def __str__(self) -> str:
        place = shortened(self.path) + (f":{self.line}: " if self.line else ": ") if self.path else ""
        return place + shortened(self.what, most=self.longest) + (f"; {shortened(self.hint)}" if self.hint else "")


class UsageError(CommonplaceError):
    """The call itself is wrong: an unknown option, a value out of range."""

    exit_code = 2


class NoHomeError(UsageError):
    """No knowledge base was named, and none is found from the working directory upwards."""

    def __init__(self, searched_from: str, *, named_by: str = "") -> None:
        named = f"{named_by} names {searched_from}, which is no knowledge base"
        super().__init__(
            named if named_by else f"no knowledge base at or above {searched_from}",
            hint="make one with `commonplace init DIR`, or name one with --home DIR, --vault DIR or COMMONPLACE_HOME",
        )


class NoRoomError(UsageError):
    """The budget does not hold even the frame of a reply; least is the smallest that does, in tokens."""

    def __init__(self, what: str, budget_tokens: int, least: int) -> None:
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
    """No page has this name.

    nearest: pages with similar names.  users: pages that link to the name.  block: the id that an existing page lacks.
    """

    def __init__(
        self,
        name: str,
        nearest: Sequence[str] = (),
        *,
        users: Sequence[str] = (),
        block: str | None = None,
    ) -> None:
        self.nearest = tuple(nearest)
        hint = "did you mean " + ", ".join(nearest) + "?" if nearest else "look with `commonplace search WORDS`"
        if users:
            more = f" and {len(users) - 3} more" if len(users) > 3 else ""
            hint = f"the name is used in {', '.join(users[:3])}{more}; if its page was deleted, bring it back"
        what = f"no block ^{block} in {name!r}" if block is not None else f"no page {name!r}"
        super().__init__(what, hint=hint)


class OperationNotFoundError(DataError):
    """No operation that can be undone has this id; nearest lists the latest ones, the newest last."""

    def __init__(self, op: str, nearest: Sequence[str] = ()) -> None:
        self.nearest = tuple(nearest)
        before = f", before it {', '.join(self.nearest[-2::-1])}" if self.nearest[1:] else ""
        hint = f"the newest is {self.nearest[-1]} (`undo last`){before}" if nearest else "nothing can be undone"
        super().__init__(f"no operation {op!r}", hint=hint)


class AmbiguousPageError(DataError):
    """Several pages have this name."""

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"{name!r} names several pages: {', '.join(candidates)}", hint="give the path")


class PageChangedError(DataError):
    """The page was changed since it was read, and is not written.

    is_ours: whether the call itself read it, not its caller.
    """

    def __init__(self, path: str, expected: str, found: str, *, is_ours: bool = False) -> None:
        self.expected, self.found, self.is_ours = expected, found, is_ours
        if is_ours:
            again = "somebody writes it just now: repeat the call"
        elif found:
            again = f"read it again with `commonplace show {quote(path)}` and repeat with its hash"
        else:
            again = "the page is gone: leave its hash out to make it anew"
        super().__init__(
            f"changed since it was read (expected {expected[:12] or 'no file'}, found {found[:12] or 'no file'})",
            path=path,
            hint=again,
        )


class NameTakenError(DataError):
    """A new page may not take a name that a page with another title has."""

    def __init__(self, name: str, owner: str, *, hint: str = "choose another title, or merge the two") -> None:
        super().__init__(f"the name {name!r} belongs to {owner}", hint=hint)


class UnsafePathError(DataError):
    """A path leaves the vault, follows a link out of it, or cannot be a file name."""

    def __init__(self, path: str, reason: str, *, hint: str = "use a plain name inside the vault") -> None:
        super().__init__(f"unsafe path {path!r}: {reason}", hint=hint)


class EditRefusedError(DataError):
    """An edit would touch bytes it must not, so nothing was changed."""

    def __init__(self, reason: str, *, path: str = "", line: int = 0, hint: str = "edit it by hand") -> None:
        super().__init__(f"edit refused: {reason}", path=path, line=line, hint=hint)


class UnsoundPageError(DataError):
    """A person must repair a page before it is written, or another one made in its place."""

    def __init__(self, path: str, line: int, what: str) -> None:
        super().__init__(f"{what}, so it is not written", path=path, line=line, hint="mend it, then repeat the call")


class ClaimError(DataError):
    """A claim cannot be written or read."""

    def __init__(self, reason: str, *, path: str = "", line: int = 0, hint: str = "") -> None:
        hint = hint or "see instructions/page-format.md"
        super().__init__(f"not a claim: {reason}", path=path, line=line, hint=hint)


class BundleError(DataError):
    """A bundle is not of the published form, or items of it were rejected."""

    longest = 100_000
    """Every rejected item is reported."""


class SourceError(DataError):
    """A document cannot be registered."""


class MissingExtraError(DataError):
    """An optional library is needed and absent."""

    def __init__(self, what: str, library: str, extra: str) -> None:
        # Without the dot it is a name of a registry, and may be somebody else's project.
        by_pip = f"`pip install '.[{extra}]'` from the project folder"
        super().__init__(
            f"{what} needs the library {library}",
            hint=f"start the launcher with `--extras {extra}` before the verb, or {by_pip}",
        )


class UndoRefusedError(DataError):
    """An operation cannot be undone; blockers lists why, one reason each."""

    def __init__(self, operation: str, blockers: Sequence[str], *, hint: str) -> None:
        self.blockers = tuple(blockers)
        super().__init__(f"cannot undo {operation}: {'; '.join(blockers)}", hint=hint)


class LockedError(DataError):
    """Another process holds the home."""

    def __init__(self, path: str, seconds: float) -> None:
        super().__init__(
            f"another process is writing (waited {seconds:g} s)", path=path, hint="try again when it has finished"
        )


class ReadOnlyError(DataError):
    """The home cannot be written."""

    def __init__(self, path: str, reason: str, *, left: str = "nothing was changed") -> None:
        super().__init__(f"cannot write: {reason}", path=path, hint=f"check permissions and free space; {left}")
        self.reason = reason


class IndexUnavailableError(DataError):
    """The index cannot be built or read here."""


class EditingPage:
    """Adds the path of the edited page to an error of ours that has none."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, err: object, trace: object) -> None:
        if isinstance(err, CommonplaceError) and not err.path:
            err.path = self.path
