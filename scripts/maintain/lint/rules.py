"""The rules of lint, the form of a finding, and the context that rules read."""

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
    # The content is in doubt, or attacks its reader.
    ("contradiction",),
    # The content has lost its evidence, or cannot be read.
    (
        *("claim-syntax", "open", "stale-answer", "stale-claim", "stale-evidence", "ungrounded-quote"),
        *("unknown-source", "merge-markers", "moved-folder", "not-read", "not-utf8", "page-size"),
        "unreadable-frontmatter",
    ),
    # Links lead nowhere, or not where they should.
    (
        *("alias-link", "broken-link", "missing-block", "missing-heading"),
        "table-bar",
    ),
    # Pages may be one thing, cannot be distinguished, or are not linked.
    ("alias-clash", "clashing-name", "duplicate-page", "near-duplicate", "orphan"),
    ("unanswered-question",),
)
"""The rules, which instructions/lint.md explains, the gravest first; findings of a group are listed together."""
RULES = tuple(rule for group in GROUPS for rule in group)

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
CACHED_SOURCES = 8
"""Sources whose passages are cached: a page may cite a few in turn."""


class LintFinding(NamedTuple):
    """Something that needs attention."""

    rule: str
    path: str
    """Vault path; "" for a finding about no page."""
    line: int
    """From 1; 0 for the file as a whole."""
    message: str
    fix: str = ""
    """A command line that fixes it, or helps to; "" if there is none."""
    since: str = ""
    """Day since which it may hold, YYYY-MM-DD; "" if unknown."""


class OpenQuestion(NamedTuple):
    """A question for which little or nothing was found."""

    question: str
    """Its latest wording."""
    times: int
    time: str
    """When it was asked last."""


def gravity(rule: str) -> int:
    """Return the position of a rule's findings in the list: 0 for the gravest; questions come last."""
    return next(at for at, group in enumerate(GROUPS) if rule in group)


def command(verb: str, *words: str) -> str:
    """Return a command line of this tool; "" for words that are unsafe in a terminal."""
    if any(_UNSHOWN.search(word) for word in words):
        return ""
    # A page may be called `--force`.
    guard = ("--",) if any(word.startswith("-") for word in words) else ()
    return join(("commonplace", verb, *guard, *words))


class LintContext:
    """The vault as the rules read it: from the index, and from a page where the index has too little.

    paths: the files, folders and page names to check; () for all.  questions: those that found nothing and still find
    nothing.
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
        """Raises PageNotFoundError for a path that does not exist."""
        self.copy, self.reader, self.questions, self.today = copy, reader, questions, today
        self.files = copy.paths()
        self.resolver = copy.resolver()
        every = reader.pages(everything=True)
        self.pages = {page.path: page for page in every if is_note(page.path) and page.path not in copy.catalog}
        self.is_limited = bool(paths)
        self.selected: Collection[str] = self._select(paths) if paths else frozenset(self.files)
        self.called = cache(partial(pages_called, reader))
        """Returns the pages that have the name of a link that leads to no file."""
        self._blocks = lru_cache(maxsize=CACHED_SOURCES)(
            lambda path: frozenset(block_key(block.id) for block in copy.page(path).block_ids)
        )
        self._passages = lru_cache(maxsize=CACHED_SOURCES)(
            lambda page: frozenset(row.block.lower() for row in reader.passages(pages=[page]))
        )
        self._headings = lru_cache(maxsize=CACHED_SOURCES)(lambda path: HeadingIndex(copy.page(path).headings))

    def notes(self) -> Iterable[PageRow]:
        """Return the selected notes, by path."""
        return (page for path, page in self.pages.items() if path in self.selected)

    def has_heading(self, page: PageRow, subpath: str) -> bool:
        """Whether a page has the heading that `#A#B` leads to."""
        return self._headings(page.path).find(subpath) is not None

    def is_quoted(self, page: PageRow) -> bool:
        """Whether a page is a document or a session, so that its text is quoted."""
        return page.category == "sources" or page.properties.get("type") == "session"

    def has_passage(self, page: PageRow, block: str) -> bool:
        """Whether a passage of a page has this block id: a block may be a part of a passage."""
        return bool(block) and block.lower() in self._passages(page.id)

    def has_block(self, page: PageRow, block: str) -> bool:
        """Whether a page has a block of this id; cached, since a source may be cited thousands of times."""
        return block_key(block.lstrip("^")) in self._blocks(page.path)

    @cached_property
    def linked(self) -> frozenset[str]:
        """The files that another file links."""
        return frozenset(link.target for link in self.reader.links() if link.target and link.target != link.path)

    def _select(self, paths: Sequence[str]) -> frozenset[str]:
        """Return the files at these paths, in these folders, and of pages with these names."""
        selected: set[str] = set()
        for given in paths:
            folder = given.strip("/")
            below = {path for path in self.files if folder and (path == folder or path.startswith(folder + "/"))}
            selected |= below or {find_page(self.reader, given).path}
        return frozenset(selected)
