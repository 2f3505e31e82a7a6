"""What lint can find: the rules, the form of a finding, and what a rule looks at."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache
from shlex import join
from typing import NamedTuple

from ...index_store.port import IndexReader
from ...look.lookup import find_page
from ...model import Heading, LinkRow, PageRow, PassageRow
from ...text.links import HeadingIndex, block_key
from ...wiki_store.files import is_note
from ...wiki_store.working_copy import WorkingCopy

RULES: dict[str, str] = {
    # What is said is in doubt, or what reads it is attacked.
    "contradiction": "Claims that cannot well hold together: two objects where one can be, opposites, both directions.",
    # What is said has lost its ground, or cannot be read.
    "claim-syntax": "A line under `Claims` is not of the claim form, its confidence is wrong, or a callout hides it.",
    "open": "What a claim, a page or a filed answer rests on has changed.",
    "stale-answer": "A passage that a filed answer rests on is gone or has changed.",
    "stale-claim": "The passage that a claim cites is gone.",
    "stale-evidence": "The passage that a page quotes as evidence is gone, or says something else.",
    "ungrounded-quote": "The quoted words of a claim do not stand in the passage it cites.",
    "unknown-source": "A claim cites a note that does not exist, or that is no evidence.",
    "merge-markers": "Both sides of a merge that git left stand in the page, and both are read.",
    "moved-folder": "Sources or filed answers lie in another folder than ours, and are read as plain notes.",
    "not-read": "The file is no page: a second version that a sync client left, or one that cannot be read.",
    "not-utf8": "The file is not UTF-8: it is read as well as may be, and never written.",
    "page-size": "The page is larger than MAX_PAGE_BYTES: only its beginning is indexed.",
    "unreadable-frontmatter": "The properties cannot be read; the body is still searched.",
    # What leads nowhere, or not where it should.
    "alias-link": "A link names a page by its title or alias: search finds it, Obsidian does not follow it.",
    "ambiguous-link": "Several files answer to the link; Obsidian takes the nearest or shortest path.",
    "broken-link": "A link leads to no file.",
    "duplicate-block-id": "Two blocks of a page have the same id: links reach only the first.",
    "missing-block": "The page a link leads to has no block of this id.",
    "missing-heading": "The page a link leads to has no such heading.",
    "table-bar": "The bar of a link in a table is not escaped, so it ends the cell.",
    # What may be one thing, what cannot be told apart, what nobody reaches.
    "alias-clash": "An alias of the page is also the name or an alias of another page of its kind and type.",
    "clashing-name": "Several notes have the same file name, so that a bare link cannot tell them apart.",
    "duplicate-page": "Two pages of one kind and type have the same name, or two sources the same bytes.",
    "illegal-name": "The file name breaks links, or cannot be created on every system.",
    "near-duplicate": "Two pages of one kind and type have nearly the same name.",
    "no-evidence": "An entity has no evidence and no claims: its source was revised or retracted.",
    "orphan": "Nothing leads to the page; daily notes and those of an inbox are none.",
    "unanswered-question": "A question that found little or nothing, then and now, and has no filed answer.",
}
"""Each rule with the sentence that explains it."""

_FIRST_OF_GRAVITY = ("claim-syntax", "alias-link", "alias-clash")
"""The rules with which the groups above begin: findings of a group are listed together."""
_LAST = "unanswered-question"

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
CACHED_SOURCES = 8
"""Sources whose passages are kept: a page may cite a few by turns."""

FIXABLE = frozenset({"alias-link", "table-bar"})
"""Rules whose findings can be mended without judgment, where the finding says how."""
FIX = "commonplace lint --fix"


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
    if rule == _LAST:
        return len(RULES)
    names = list(RULES)
    return sum(names.index(rule) >= names.index(first) for first in _FIRST_OF_GRAVITY)


def command(verb: str, *words: str) -> str:
    """Return a command line of this tool; "" for words that no terminal should be shown."""
    if any(_UNSHOWN.search(word) for word in words):
        return ""
    # A page may be called `--force`.
    guard = ("--",) if any(word.startswith("-") for word in words) else ()
    return join(("commonplace", verb, *guard, *words))


class LintContext:
    """The vault as the rules look at it: from the index, with a page read where that says too little.

    paths: files, folders and pages by name that are looked at; all where none is given.
    """

    def __init__(
        self,
        copy: WorkingCopy,
        reader: IndexReader,
        *,
        paths: Sequence[str] = (),
        questions: Iterable[OpenQuestion] = (),
        today: str = "",
    ) -> None:
        """Raises PageNotFoundError for a path that is nothing."""
        self.copy, self.reader, self.questions, self.today = copy, reader, tuple(questions), today
        self.files = copy.paths()
        self.resolver = copy.resolver()
        every = reader.pages(everything=True)
        self.pages = {page.path: page for page in every if is_note(page.path) and page.path not in copy.catalog}
        self.is_limited = bool(paths)
        self.selected: Collection[str] = self._select(paths) if paths else frozenset(self.files)
        self._passages = lru_cache(maxsize=CACHED_SOURCES)(lambda page: reader.passages(pages=[page]))
        self._block_keys = lru_cache(maxsize=CACHED_SOURCES)(
            lambda page: frozenset(block_key(row.block) for row in self._passages(page) if row.block)
        )
        self._page_block_keys = lru_cache(maxsize=CACHED_SOURCES)(
            lambda path: frozenset(block_key(block.id) for block in self.copy.page(path).block_ids)
        )
        self._headings = lru_cache(maxsize=CACHED_SOURCES)(lambda page: HeadingIndex(self._read_headings(page)))

    def notes(self) -> Iterable[PageRow]:
        """Return the notes that were asked for, by path."""
        return (page for path, page in self.pages.items() if path in self.selected)

    def links(self, page: PageRow) -> list[LinkRow]:
        return self.reader.links(pages=[page.id])

    def passages(self, page: PageRow) -> list[PassageRow]:
        return self._passages(page.id)

    def headings(self, page: PageRow) -> tuple[Heading, ...]:
        """Return the headings of a page, in text order; where each stands in the text is not told."""
        return self._read_headings(page.id)

    def has_heading(self, page: PageRow, subpath: str) -> bool:
        """Tell whether a page has the heading that `#A#B` leads to."""
        return self._headings(page.id).find(subpath) is not None

    def is_quoted(self, page: PageRow) -> bool:
        """Tell whether a page is a document or a talk: what stands in it is quoted matter."""
        return page.category == "sources" or page.properties.get("type") == "session"

    def has_block(self, page: PageRow, block: str) -> bool:
        """Tell whether a page has a block of this id; a source may be cited thousands of times."""
        if block_key(block) in self._block_keys(page.id):
            return True
        # A list item within another has an id of its own, and is no passage.
        return block_key(block.lstrip("^")) in self._page_block_keys(page.path)

    @cached_property
    def linked(self) -> frozenset[str]:
        """The pages to which another one leads."""
        return frozenset(
            link.target
            for page in self.pages.values()
            for link in self.links(page)
            if link.target and link.target != page.path
        )

    def _read_headings(self, page: int) -> tuple[Heading, ...]:
        sections = self.reader.sections(pages=[page])
        return tuple(Heading(row.level, row.heading, 0, 0, row.line) for row in sections if row.level and not row.part)

    def _select(self, paths: Sequence[str]) -> frozenset[str]:
        """Return the files of the vault as given, all in a folder as given, or a page by name."""
        selected: set[str] = set()
        for given in paths:
            folder = given.strip("/")
            below = {path for path in self.files if folder and (path == folder or path.startswith(folder + "/"))}
            selected |= below or {find_page(self.reader, given).path}
        return frozenset(selected)
