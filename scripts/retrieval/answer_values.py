"""What an answer is: what it was asked with, the passages in it, and all that goes with them, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from .extracts.coverage import Asked
    from .lookup.matching import Match
    from .search.claim_paths import ClaimShown, Replaced
    from .search.conflicts import Conflict
    from .search.ranking import Ranked
    from .search.steps import Step, Way

WORDS_ONLY = "only words in common: no page is about what it names"
"""The reason that says least."""


class AnswerOptions(NamedTuple):
    """What a question is answered with; an answer repeats it."""

    depth: int = 2
    min_confidence: float = 0.6
    max_nodes: int = 50
    budget_tokens: int = 1200
    seed_limit: int = 8
    search_limit: int = 10
    direction: str = "both"
    relations: tuple[str, ...] = ()
    """As written; their canonical names are followed."""
    unheld: tuple[str, ...] = ()
    """What is to be told of those that no claim has; told by the caller."""
    terms: tuple[str, ...] = ()
    """The agent's own expansions."""
    go_on: bool = False
    """Look into graph and sources even where the wiki suffices."""
    without: frozenset[str] = frozenset()
    """Parts of the ranking to leave out, for measuring what each is worth; see ranking.PARTS."""


class PageHit(NamedTuple):
    """A page that may answer."""

    id: str
    title: str
    path: str
    category: str
    why: str
    """question (a filed answer to it), exact, alias, folded, short, fuzzy, words, or useful (it helped with a
    question like this one, and nothing else found it)."""
    score: float
    """0 to 1."""
    snippet: str
    """What is shown of the page; in an answer "" where passages of it say that."""
    stale: Stale | bool = False
    """What is shown of the page, or all it rests on, is gone or has changed; told by the caller."""


class Stale:
    """Whether a page is stale, which is looked up when it is read: of the pages found few are told."""

    __slots__ = ("_found", "_look_up")

    def __init__(self, look_up: Callable[[], bool | Sequence[str]]) -> None:
        self._look_up = look_up
        self._found: bool | Sequence[str] | None = None

    def __bool__(self) -> bool:
        if self._found is None:
            self._found = self._look_up()
        return bool(self._found)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What of that which it rests on is gone or changed, where that is known."""
        return () if not self or isinstance(self._found, bool) else tuple(self._found or ())

    def __eq__(self, other: object) -> bool:
        return bool(self) == bool(other) if isinstance(other, (Stale, bool)) else NotImplemented

    def __hash__(self) -> int:
        return hash(bool(self))


class Verdict(NamedTuple):
    """Whether the wiki answers the question by itself."""

    level: str
    """sufficient, partial or none."""
    reason: str
    page: str = ""
    """The page that suffices, or the filed answer that comes nearest: it is listed with what it says."""
    brief: tuple[str, ...] = ()
    """The reason in fewer words, the last of which a budget for anything at all can bear."""


class PassageShown(NamedTuple):
    """A passage of a source, as it stands."""

    page: str
    path: str
    title: str
    category: str
    heading: str
    block: str
    line: int
    text: str
    score: float
    why: str
    """words, meaning, title, beside, claim, bridge, useful, page (the page that suffices), or newer (it may
    outdate that page)."""
    steps: Way | tuple[Step, ...] = ()
    """What led to it from where, for a bridge or a claim."""
    first: int = 0
    last: int = 0
    """Its places among the passages of its page; two where it was joined with what it leads to."""
    day: str = ""
    """YYYY-MM-DD, where what says as much of the question is of another day."""


class Answer(NamedTuple):
    question: str
    options: AnswerOptions
    """The values in force."""
    verdict: Verdict
    pages: tuple[PageHit, ...]
    seeds: tuple[Match, ...]
    claims: tuple[ClaimShown, ...]
    """In the order walked."""
    passages: tuple[PassageShown, ...]
    ranked: tuple[Ranked, ...]
    """All passages considered, best first, of which those shown are the first that say something."""
    conflicts: tuple[Conflict, ...]
    corrected: tuple[tuple[str, str], ...]
    """Words that occur nowhere, and the word of the index that was searched beside each."""
    gaps: tuple[str, ...]
    """Words that occur nowhere and have no likely correction."""
    omitted: tuple[tuple[str, int], ...]
    """What was found and is not in this answer, counted: pages, nodes, claims, passages."""
    asked: Asked
    """The question as it was weighed, for shortening what does not fit."""
    replaced: tuple[Replaced, ...] = ()
    """Ends of the claims that something took the place of, whether or not the claim that says so is among them."""

    def is_stale(self, page: str) -> bool:
        """Whether a page is among those found and is stale, so that what is quoted of it is, too."""
        return any(hit.id == page and hit.stale for hit in self.pages)

    @property
    def is_empty(self) -> bool:
        """Nothing was found at all."""
        return not (self.pages or self.claims or self.passages)


def shown(row: PassageRow, score: float, why: str, steps: Way | tuple[Step, ...] = (), joined: int = 0) -> PassageShown:
    """A row as a passage of an answer; joined: how many rows that follow it are in it."""
    return PassageShown(
        row.page,
        row.path,
        row.title,
        row.category,
        row.heading,
        row.block,
        row.line,
        row.text,
        score,
        why,
        steps,
        row.ordinal,
        row.ordinal + joined,
    )
