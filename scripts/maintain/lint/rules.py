"""What lint can find: the rules, the form of a finding, and what a rule looks at."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache, cached_property, lru_cache, partial
from shlex import join
from typing import NamedTuple

from ...index_store.port import IndexReader
from ...look.lookup import find_page, pages_called
from ...model import PageRow
from ...text.links import HeadingIndex, block_key
from ...wiki_store.files import is_note
from ...wiki_store.working_copy import WorkingCopy

GROUPS = (
    # What is said is in doubt, or what reads it is attacked.
    ("contradiction",),
    # What is said has lost its ground, or cannot be read.
    (
        *("claim-syntax", "open", "stale-answer", "stale-claim", "stale-evidence", "ungrounded-quote"),
        *("unknown-source", "merge-markers", "moved-folder", "not-read", "not-utf8", "page-size"),
        "unreadable-frontmatter",
    ),
    # What leads nowhere, or not where it should.
    (
        *("alias-link", "broken-link", "missing-block", "missing-heading"),
        "table-bar",
    ),
    # What may be one thing, what cannot be told apart, what nobody reaches.
    ("alias-clash", "clashing-name", "duplicate-page", "near-duplicate", "orphan"),
    ("unanswered-question",),
)
"""The rules, which instructions/lint.md explains, the gravest first; findings of a group are listed together."""
RULES = tuple(rule for group in GROUPS for rule in group)

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
CACHED_SOURCES = 8
"""Sources whose passages are kept: a page may cite a few by turns."""


class LintFinding(NamedTuple):
    """Something that wants a hand."""

    rule: str
    path: str
    """Vault path; "" for what concerns no page."""
    line: int
    """From 1; 0 for the file as a whole."""
    message: str
    fix: str = ""
    """A command line that mends it, or helps to; "" where there is none."""
    since: str = ""
    """Day since which it may be so, YYYY-MM-DD; "" where that is not known."""


class OpenQuestion(NamedTuple):
    """A question for which little or nothing was found."""

    question: str
    """As it was asked last."""
    times: int
    time: str
    """When it was asked last."""


def gravity(rule: str) -> int:
    """Return how far behind others the findings of a rule are listed: 0 for the gravest; questions come last."""
    return next(at for at, group in enumerate(GROUPS) if rule in group)


def command(verb: str, *words: str) -> str:
    """Return a command line of this tool; "" for words that no terminal should be shown."""
    if any(_UNSHOWN.search(word) for word in words):
        return ""
    # A page may be called `--force`.
    guard = ("--",) if any(word.startswith("-") for word in words) else ()
    return join(("commonplace", verb, *guard, *words))


class LintContext:
    """The vault as the rules look at it: from the index, with a page read where that says too little.

    paths: files, folders and pages by name that are looked at; all where none is given.  questions: those that found
    nothing and find nothing now.
    """

    def __init__(
        self,
        copy: WorkingCopy,
        reader: IndexReader,
        *,
        paths: Sequence[str] = (),
        questions: Sequence[OpenQuestion] = (),
        today: str = "",
    ) -> None:
        """Raises PageNotFoundError for a path that is nothing."""
        self.copy, self.reader, self.questions, self.today = copy, reader, questions, today
        self.files = copy.paths()
        self.resolver = copy.resolver()
        every = reader.pages(everything=True)
        self.pages = {page.path: page for page in every if is_note(page.path) and page.path not in copy.catalog}
        self.is_limited = bool(paths)
        self.selected: Collection[str] = self._select(paths) if paths else frozenset(self.files)
        self.called = cache(partial(pages_called, reader))
        """Returns the pages that a link names which leads to no file."""
        self._blocks = lru_cache(maxsize=CACHED_SOURCES)(
            lambda path: frozenset(block_key(block.id) for block in copy.page(path).block_ids)
        )
        self._passages = lru_cache(maxsize=CACHED_SOURCES)(
            lambda page: frozenset(row.block.lower() for row in reader.passages(pages=[page]))
        )
        self._headings = lru_cache(maxsize=CACHED_SOURCES)(lambda path: HeadingIndex(copy.page(path).headings))

    def notes(self) -> Iterable[PageRow]:
        """Return the notes that were asked for, by path."""
        return (page for path, page in self.pages.items() if path in self.selected)

    def has_heading(self, page: PageRow, subpath: str) -> bool:
        """Tell whether a page has the heading that `#A#B` leads to."""
        return self._headings(page.path).find(subpath) is not None

    def is_quoted(self, page: PageRow) -> bool:
        """Tell whether a page is a document or a talk: what stands in it is quoted matter."""
        return page.category == "sources" or page.properties.get("type") == "session"

    def has_passage(self, page: PageRow, block: str) -> bool:
        """Tell whether a passage of a page has this block id: a block may be a part of one."""
        return bool(block) and block.lower() in self._passages(page.id)

    def has_block(self, page: PageRow, block: str) -> bool:
        """Tell whether a page has a block of this id; a source may be cited thousands of times."""
        return block_key(block.lstrip("^")) in self._blocks(page.path)

    @cached_property
    def linked(self) -> frozenset[str]:
        """The files to which another one leads."""
        return frozenset(link.target for link in self.reader.links() if link.target and link.target != link.path)

    def _select(self, paths: Sequence[str]) -> frozenset[str]:
        """Return the files of the vault as given, all in a folder as given, or a page by name."""
        selected: set[str] = set()
        for given in paths:
            folder = given.strip("/")
            below = {path for path in self.files if folder and (path == folder or path.startswith(folder + "/"))}
            selected |= below or {find_page(self.reader, given).path}
        return frozenset(selected)
