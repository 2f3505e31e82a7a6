"""What each entry of an answer is worth to its reader: how likely it is to hold the answer, on one scale for all kinds.

A score is relative to the best one of its kind, and its chance falls much faster than the score itself.  Measured on
conversations and encyclopedia articles: among passages with half of the best score the answer stands about a tenth as
often as in the best, among those with a quarter about one in eighty; claims by relevance fall off faster still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pages.text.words import size
from ..search.lead_ins import leads

if TYPE_CHECKING:
    from ..answer_values import Answer, PageHit, PassageShown

STEEPNESS = 3
"""Power of the score that follows those measurements."""
LEAST = 0.05
"""Score below which all are alike: what is sent where there is room for it."""
SHORT_BYTES = 200
"""A passage shorter than this says less in proportion: thanks and questions back are cheap, and seldom the answer."""
POINTS = 0.4
"""What the line of a page that the question names is worth beside a passage, or of a filed answer with words of the
question: it leads to what answers."""
NAMED = 0.5
"""Least score of such a page: however common its name, whoever names it may want to read it."""
SHARES_WORDS = 0.1
"""The same for a page that only has words of the question: the passages with those words are sent themselves."""
QUOTED = 5
"""Passages that are sent unless the budget is very small."""
BARE = 0.5
"""What is left of that without the quotation."""
CUT = 0.8
"""What a shortened passage keeps of its worth beside what it covers: its reader lacks the sentences around."""
LABEL = 1.0
"""What the label of the best passage is worth alone, where no form of it finds room: who knows its name can read it."""
LEAD_IN = 0.2
"""What a passage that ends with a colon keeps beside what it leads to: alone it says little."""
ALIKE = 0.5
"""How much passages that are here for the title of their page lose from each to the next: which of them answers, no
word tells."""
READ_ON = 0.1
"""How much the passages of a page that answers by itself lose from each to the next: it is read from the top."""


def worth(score: float, steepness: int = STEEPNESS) -> float:
    """Worth of a score in [0, 1], itself in (0, 1]."""
    return min(1.0, max(score, LEAST)) ** steepness


def passage_worths(answer: Answer) -> list[float]:
    """The best one is worth more than all others together: no budget that holds it sends them in its place."""
    passages = answer.passages
    there = {(each.page, each.first) for each in passages}
    worths = []
    for at, (each, before) in enumerate(zip(passages, _told_by_title(answer))):
        value = worth(each.score) * _length(each) / (1 + ALIKE * before)
        if (each.page, each.last + 1) in there and leads(each):
            value *= LEAD_IN
        worths.append(value / (1 + READ_ON * at) if each.why == "page" else value)
    if worths:
        worths[0] = BEST
    return worths


def _told_by_title(answer: Answer) -> list[int]:
    """Of each passage that says no more of the question than its page's title, how many such come before it; else 0."""
    met: dict[str, int] = {}
    told = []
    pages: dict[str, int] = {}
    for each in answer.passages:
        pages[each.page] = pages.get(each.page, 0) + 1
    covered = answer.asked.covered
    titles: dict[str, frozenset[str]] = {}
    rows = {(each.row.page, each.row.ordinal): each.row for each in answer.ranked}
    for each in answer.passages:
        page, title = each.page, each.title
        alike = False
        # One alone yields to none: it need not be looked at.
        if pages[page] > 1 and each.why not in ("beside", "page"):
            if title not in titles:
                titles[title] = covered(title)
            row = rows.get((page, each.first))
            if row is not None and row.text == each.text and answer.asked.phrases is None:
                # What the ranking saw, its title too: but for phrases nothing goes on from one line to the next.
                alike = answer.asked.covered_by(row) <= titles[title]
            else:
                alike = covered(f"{each.heading}\n{each.text}") <= titles[title]
        told.append(met.get(page, 0) if alike else 0)
        if alike:
            met[page] = met.get(page, 0) + 1
    return told


def _length(passage: PassageShown) -> float:
    """What a passage is worth by its length alone; one that stands beside another is there for that one."""
    return 1.0 if passage.why == "beside" else min(1.0, size(passage.text) / SHORT_BYTES)


BEST = 1000.0
"""Worth of the best passage: above any sum of the others."""


def page_worths(answer: Answer) -> list[float]:
    """A page that is quoted under Evidence needs no line of its own, unless something else is to be said of it."""
    quoted = {each.page for each in answer.passages}
    named = answer.verdict.page
    return [0.0 if is_quoted(hit, quoted) else 1.0 if hit.id == named else _page_worth(hit) for hit in answer.pages]


def _page_worth(hit: PageHit) -> float:
    if hit.why == "words" and hit.category != "topics":
        return SHARES_WORDS * worth(hit.score)
    return POINTS * worth(max(hit.score, NAMED))


def is_quoted(hit: PageHit, quoted: set[str]) -> bool:
    """Whether the passages of these pages say all that the page's own line would."""
    return hit.id in quoted and not hit.stale
