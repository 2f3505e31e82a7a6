"""The vault as one operation will leave it: a planner reads and changes it in memory.  Writes nothing.

A planner is given one, changes it, and returns a Plan; transaction.py then writes all of its changes or none.  The
bytes that a planner read are kept: a file that somebody saves in between is noticed when the changes are written.
"""

from __future__ import annotations

import difflib
import os
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise, zip_longest
from typing import Generic, NamedTuple, TypeVar

from ..errors import DataError, NameTakenError, PageChangedError, PageNotFoundError, UnsoundPageError
from ..model import Page
from ..text.escaping import safe_line
from ..text.kept import property_text
from ..text.links import Resolver, basename_key
from ..text.names import (
    GENERATED_NAMES,
    category_of,
    check_file_name,
    is_safe_file_name,
    marked_slug,
    normalize_name,
    plain_slug,
    stem_of,
)
from ..text.page import fault_of, read_page
from .files import TRASH, is_note, list_files, place_of, read_bytes
from .operations import Change, OperationRecord
from .writing import sha256

R = TypeVar("R")

_MOST_NAMESAKES = 100


class CatalogNames(NamedTuple):
    """Vault paths of the two generated pages."""

    catalog: str
    log: str


@dataclass(frozen=True)
class Plan(Generic[R]):
    """A planner's report on the changes that it made to its working copy."""

    receipt: R
    note: str = ""
    """The operation in a few words; "" where the receipt is enough."""
    reverts: tuple[OperationRecord, ...] = ()
    """The operations that are undone."""
    is_in_log: bool = True
    """Whether the operation also gets a line in the log page."""


@dataclass(frozen=True)
class Outcome(Generic[R]):
    """The result of a writing verb, or with dry_run the one that it would have.

    Invalid items of a bundle, and documents and turns with a secret, are refused without an exception, so that the
    receipt can list all of them.
    """

    op: str
    """Id of the operation, for `undo`; "" when nothing was written."""
    dry_run: bool
    receipt: R
    generated: tuple[str, ...] = ()
    """Vault paths of the catalog and the log, where the operation makes them; the receipt has the other files."""
    diff: str = ""
    """The changes of a dry run, without the generated pages; see format_diff."""


class WorkingCopy:
    """The vault as one operation will leave it."""

    def __init__(
        self,
        root: str,
        *,
        folder: str = "",
        max_page_bytes: int = 1 << 24,
        own_versions: Callable[[], Mapping[str, Collection[str]]] = dict,
    ) -> None:
        """own_versions: called once, returns the hashes of the versions of pages without a person's words, by path."""
        self.root, self.folder, self.max_page_bytes = root, folder, max_page_bytes
        self.catalog = catalog_names(folder)
        self._own_versions = cache(own_versions)
        self._on_disk: dict[str, bytes | None] = {}
        """Bytes as they were read, by path."""
        self._after: dict[str, bytes | None] = {}
        self._modes: dict[str, int] = {}
        self._pages: dict[str, Page] = {}
        self._listed: frozenset[str] | None = None
        self._by_name: dict[str, set[str]] | None = None
        """Paths as the operation leaves them, by basename_key."""

    def paths(self) -> tuple[str, ...]:
        """Return the paths of all files, as the operation leaves them, sorted."""
        paths = set(self._paths_on_disk())
        for path, data in self._after.items():
            if path.startswith("."):
                continue
            if data is None:
                paths.discard(path)
            else:
                paths.add(path)
        return tuple(sorted(paths))

    def exists(self, path: str) -> bool:
        """Report whether a file exists, as the operation leaves it."""
        if path in self._after:
            return self._after[path] is not None
        return path in self._paths_on_disk() if not path.startswith(".") else self.data(path) is not None

    def is_link(self, path: str) -> bool:
        """Report whether a file is a symbolic link: writing to it writes to its target."""
        return os.path.islink(os.path.join(self.root, *path.split("/")))

    def data(self, path: str) -> bytes | None:
        """Return the bytes of a file as the operation leaves it; None where there is none.

        Raises UnsafePathError, and DataError where it cannot be read.
        """
        return self._after[path] if path in self._after else self.original(path)

    def read(self, path: str) -> str:
        """Return the text of a file as the operation leaves it; bytes that are not UTF-8 become U+FFFD.

        Raises PageNotFoundError.
        """
        return self._existing_data(path).decode("utf-8", "replace")

    def editable(self, path: str) -> str:
        """Return the text of a page that will be edited.  Raises PageNotFoundError, DataError if it is not UTF-8."""
        try:
            return self._existing_data(path).decode("utf-8")
        except UnicodeDecodeError as err:
            raise DataError("not UTF-8, so it is not written", path=path, hint="save it as UTF-8 first") from err

    def sound(self, path: str) -> str:
        """Return the text of a page that will be added to, as editable() does.

        Raises UnsoundPageError where its properties cannot be read, or git left a merge in it.
        """
        text = self.editable(path)
        _refuse_unsound(path, text)
        return text

    def page(self, path: str) -> Page:
        """Return a page as it is read, cached until the file changes.  Raises PageNotFoundError."""
        if path not in self._pages:
            self._pages[path] = read_page(path, self.read(path), folder=self.folder)
        return self._pages[path]

    def original(self, path: str) -> bytes | None:
        """Return the bytes of a file before the operation; None where there was none."""
        if path not in self._on_disk:
            self._on_disk[path] = read_bytes(self.root, path)
        return self._on_disk[path]

    def is_changed(self, path: str) -> bool:
        """Report whether the operation has changed a file so far."""
        return path in self._after

    def resolver(self) -> Resolver:
        """Return the resolver of links for the vault before the operation."""
        return Resolver(sorted(self._paths_on_disk()))

    def sha(self, path: str) -> str:
        """Return the SHA-256 of the bytes on disk as hex; "" where there is no file."""
        return sha256(self.original(path))

    def expect(self, path: str, sha: str) -> None:
        """Raise PageChangedError unless the hash of the bytes on disk begins with sha, of at least twelve digits."""
        found = self.sha(path)
        # A shorter beginning may be that of any page.
        if len(sha) < 12 or not found.startswith(sha):
            raise PageChangedError(path, sha, found)

    def is_ours(self, path: str) -> bool:
        """Report whether every byte on disk is ours; False when a person ever edited it, or no operation shows it."""
        return self.original(path) is not None and self.sha(path) in self._own_versions().get(path, ())

    def put(self, path: str, text: str, *, mode: int = 0) -> None:
        """Give a file this text.  Raises UnsafePathError."""
        self.put_data(path, text.encode("utf-8", "surrogatepass"), mode=mode)

    def put_data(self, path: str, data: bytes, *, mode: int = 0) -> None:
        """Give a file these bytes.  mode: permissions of a new file; 0 for the usual ones."""
        self._set_data(path, data)
        self._modes[path] = mode

    def set_change(self, change: Change) -> None:
        """Adopt a change as it is, with the bytes that it was made from."""
        self._on_disk[change.path] = change.before
        self._set_data(change.path, change.after)
        self._modes[change.path] = change.mode

    def revert(self) -> None:
        """Drop all changes: the operation leaves the vault as it is."""
        self._after.clear()
        self._modes.clear()
        self._pages.clear()
        self._by_name = None

    def remove(self, path: str) -> None:
        """Remove the file for good; see trash.  Raises PageNotFoundError."""
        self._existing_data(path)
        self._set_data(path, None)

    def move(self, path: str, new: str) -> None:
        """Give a file another path, with its bytes and permissions.  Raises PageNotFoundError, NameTakenError."""
        data, mode = self._existing_data(path), self.mode(path)
        is_respelled = new not in self.paths() and new.lower() == path.lower()
        if is_respelled:
            # Where the file system does not distinguish `a.md` from `A.md`, the new name finds the old file.
            self._on_disk.setdefault(new, None)
        elif self.exists(new):
            raise NameTakenError(new, "another file")
        self._set_data(path, None)
        self._set_data(new, data)
        self._modes[new] = mode

    def trash(self, path: str) -> str:
        """Move a file to `.trash` and return its new path: its own, with a number where that is taken."""
        stem, dot, suffix = path.rpartition(".")
        for number in range(1, 10_000):
            place = f"{TRASH}/{path}" if number == 1 else f"{TRASH}/{stem} {number}{dot}{suffix}"
            is_taken = os.path.lexists(os.path.join(self.root, *place.split("/")))
            if not is_taken and self._after.get(place) is None:
                self.move(path, place)
                return place
        raise NameTakenError(path, "ten thousand files in .trash", hint="empty it")

    def path_in(self, category: str, slug: str) -> str:
        """Return the vault path of a page of this category and slug."""
        return "/".join(part for part in (self.folder, category, slug + ".md") if part)

    def new_path(
        self, category: str, title: str, *, suffix: str = "", linked_as: str = "", taken: Collection[str] = ()
    ) -> str:
        """Return the path for a new page: the readable slug, else one that no file of the vault has.

        Where a page of the same title exists, `-<suffix>` is appended, then a number.
        linked_as: the name under which the vault already links such a page (look.lookup.linked_as): a link to it
        leads to the new page only when its file is called so.  taken: stems that it must not have.
        Raises NameTakenError for a page of the same category that has this name and another title, UnsoundPageError
        for one that may be the same.
        """
        is_linked = linked_as and is_safe_file_name(linked_as + ".md")
        plain, marked = linked_as if is_linked else plain_slug(title), marked_slug(title)
        check_file_name(plain + ".md")
        owner = self._owner(plain)
        if owner:
            is_rival = category_of(owner, self.folder) == category
            # A heading does not identify a page: its author need not have meant it as a name.
            properties = self.page(owner).properties if is_note(owner) else None
            owned = "" if properties is None else property_text(properties, "title") or stem_of(owner)
            if is_rival and normalize_name(owned) in map(normalize_name, (title, plain)):
                # A page whose properties cannot be read may be this one.
                _refuse_unsound(owner, self.read(owner))
            if normalize_name(owned) != normalize_name(title):
                if owned and plain_slug(owned) == plain:
                    # Two titles have the same slug (`a, b` and `a b`): the later one gets its own mark.
                    plain = marked
                elif is_rival:
                    raise NameTakenError(plain, f"{owner} ({owned!r})")
        named = [f"{plain}-{suffix}"] if suffix else []
        for stem in [plain, *named, *(f"{plain}-{n}" for n in range(2, _MOST_NAMESAKES)), marked]:
            if stem not in GENERATED_NAMES and stem not in taken and not self._owner(stem):
                return self.path_in(category, stem)
        raise NameTakenError(plain, "a hundred pages")

    def is_named_in(self, category: str, title: str) -> bool:
        """Report whether a page of this category has the readable slug of a title."""
        owner = self._owner(plain_slug(title))
        return bool(owner) and category_of(owner, self.folder) == category

    def changes(self) -> tuple[Change, ...]:
        """Return the changes that differ from the files on disk, in the order in which they were made first."""
        return tuple(
            Change(path, self.original(path), data, self._modes.get(path, 0))
            for path, data in self._after.items()
            if self.original(path) != data
        )

    def _paths_on_disk(self) -> frozenset[str]:
        if self._listed is None:
            self._listed = frozenset(list_files(self.root))
        return self._listed

    def _existing_data(self, path: str) -> bytes:
        data = self.data(path)
        if data is None:
            raise PageNotFoundError(path)
        return data

    def _set_data(self, path: str, data: bytes | None) -> None:
        place_of(self.root, path)
        self.original(path)
        self._pages.pop(path, None)
        self._after[path] = data
        if self._by_name is not None:
            paths = self._by_name.setdefault(basename_key(path), set())
            if data is None:
                paths.discard(path)
            elif not path.startswith("."):
                paths.add(path)

    def mode(self, path: str) -> int:
        """Return the permissions that a file has or gets; 0 for those that new files have."""
        if path in self._modes:
            return self._modes[path]
        try:
            return os.stat(place_of(self.root, path)).st_mode & 0o7777
        except OSError:
            return 0

    def _owner(self, stem: str) -> str:
        """Return the first path of the files with this base name; "" where there is none."""
        if self._by_name is None:
            self._by_name = {}
            for path in self.paths():
                self._by_name.setdefault(basename_key(path), set()).add(path)
        return min(self._by_name.get(basename_key(stem), ()), default="")


def catalog_names(folder: str) -> CatalogNames:
    """Return the paths of the generated pages.

    An adopted vault may have its own pages `index` and `log`, now or later.
    """
    prefix = f"{folder}/{folder.rpartition('/')[2]}-" if folder else ""
    return CatalogNames(prefix + "index.md", prefix + "log.md")


def _refuse_unsound(path: str, text: str) -> None:
    fault = fault_of(text)
    if fault is not None:
        raise UnsoundPageError(path, fault.line, fault.message)


MOST_LINES, MOST_CHARACTERS = 40, 140
"""Size of a diff, and of one of its lines."""
_BEFORE = 40
"""Characters of a longer line that are shown before the difference."""
_MOST_COMPARED = 2_000
"""Lines of a file; those of a longer one are only counted, since difflib's time grows with their square."""


def format_diff(
    changes: Sequence[Change], *, without: Collection[str] = (), most: int = MOST_LINES, with_new: bool = False
) -> str:
    """Return the difference of files: their number and that of their lines, then the diffs by path, as far as they fit.

    New and removed files are only counted, since a receipt names them; with_new: new ones are shown as well.  without:
    paths that are left out, as the catalog and the log.
    """
    shown = sorted((change for change in changes if change.path not in without), key=lambda change: change.path)
    lines, added, removed, left = list[str](), 0, 0, 0
    for change in shown:
        old, new = _diff_lines(change.before), _diff_lines(change.after)
        before, after = Counter(old), Counter(new)
        came, went = (after - before).total(), (before - after).total()
        if (with_new or change.before is not None) and change.after is not None:
            is_compared = len(lines) < most and max(len(old), len(new)) <= _MOST_COMPARED
            path = safe_line(change.path)
            rows = [*difflib.unified_diff(old, new, path, path, lineterm="", n=1)] if is_compared else []
            left += max(0, len(rows) - (most - len(lines))) if rows else came + went
            lines += rows[: most - len(lines)]
        added, removed = added + came, removed + went
    kinds = [f"{sum(change.before is None for change in shown)} new", f"{sum(c.after is None for c in shown)} gone"]
    some = ", ".join(kind for kind in kinds if kind[0] != "0")
    files = f"{len(shown)} file{'s' * (len(shown) > 1)}{f' ({some})' if some else ''}: +{added} -{removed} lines"
    more = [f"… {left} more lines of the difference"] if left else []
    return "\n".join([files, *_shorten_lines(lines), *more]) if shown else ""


def _shorten_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines of a diff, shortened; a removed line and the one in its place show where they differ."""
    shown = list(lines)
    kinds = [[*group] for _, group in groupby(range(len(lines)), key=lambda at: lines[at][:1])]
    for went, came in pairwise(kinds):
        for pair in zip(went, came) if lines[went[0]][:1] + lines[came[0]][:1] == "-+" else ():
            both = zip_longest(*(lines[at][1:] for at in pair))
            alike = next((place for place, (one, other) in enumerate(both) if one != other), 0)
            for at in pair:
                if alike > _BEFORE and len(lines[at]) > MOST_CHARACTERS:
                    shown[at] = f"{lines[at][0]}…{lines[at][1 + alike - _BEFORE :]}"
    return [line if len(line) <= MOST_CHARACTERS else line[: MOST_CHARACTERS - 1] + "…" for line in shown]


def _diff_lines(data: bytes | None) -> list[str]:
    """Return the lines of a file without their breaks; a last line without one is marked."""
    text = (data or b"").decode("utf-8", "replace")
    lines = [safe_line(line.removesuffix("\r")) for line in text.split("\n")]
    if lines[-1] == "":
        return lines[:-1]
    lines[-1] += "  (no line break at the end)"
    return lines
