"""What stands around the entries of an answer: the verdict on the wiki, what differs from the usual, what is missing.

Every token of it is paid for by evidence, so it repeats nothing that the reader knows or sees below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..answer_values import WORDS_ONLY
from .escaping import inline

if TYPE_CHECKING:
    from ..answer_values import Answer

MAX_NAME = 80
HEAD_SHARE = 0.08
"""Part of the budget that the head may take; where that is not enough, it leaves out the home, then the reason."""
REASON_SHARE = 0.12
"""The same for a reason in few words: how near a filed answer comes, the answer itself does not say."""
MISSING_SHARE = 0.15
"""The same for what occurs nowhere and what was searched in its place: no passage says that."""
FEWER = (5, 2, 1)
"""Of what occurs nowhere so many are told where all take too much."""
ECHO = 600
"""Budget from which on the home is named, where something was found in it."""
KINDS = ("pages", "nodes", "claims", "conflicts", "passages")
BRIEF = 600
"""Budget below which only entries are sent, without the titles of sections: each says by its form what it is."""
ONE_NUMBER = 300
"""Budget below which what was left out is one number."""


class Frame(NamedTuple):
    head: str
    brief: bool
    """Whether there are no titles of sections, and no ways to passages."""
    one_number: bool
    """Whether what was left out is one number."""

    def tail(self, omitted: Mapping[str, int]) -> str:
        """The last line; "" where nothing was left out."""
        if self.one_number:
            total = sum(omitted.values())
            return f"omitted: {total}" if total else ""
        counts = ", ".join(f"{omitted[kind]} {kind}" for kind in KINDS if omitted.get(kind))
        return f"omitted: {counts}" if counts else ""


def frames(answer: Answer, home: str, budget_tokens: int, count: Callable[[str], int]) -> Iterator[Frame]:
    """Frames that suit the budget, the fullest first; the last one is as small as can be."""
    verdict = answer.verdict
    # The first thing to check when nothing is found: was it the right home?
    echo = f"home: {inline(home)} | " if answer.is_empty or budget_tokens >= ECHO else ""
    level = f"wiki: {verdict.level}" + (f": [[{inline(verdict.page)}]]" if verdict.page else "")
    shorter = [f"wiki: {verdict.level}: {inline(each)}" for each in verdict.brief]
    level = shorter[-1] if shorter else level
    settings, corrected, gaps = _settings(answer), correction_lines(answer.corrected), gap_lines(answer.gaps)
    brief, one_number = budget_tokens < BRIEF, budget_tokens < ONE_NUMBER
    said = verdict.reason.removeprefix(WORDS_ONLY).removeprefix("; ") if brief else verdict.reason
    heads = [f"{echo}wiki: {verdict.level}: {inline(said)}", f"wiki: {verdict.level}: {inline(said)}"] if said else []
    around = [[head, *settings] for head in dict.fromkeys((*heads, *shorter, echo + level, level))] + [[level]]
    for missing in (
        [*corrected, *gaps],
        gaps,
        *(gap_lines(answer.gaps, most) for most in FEWER if most < len(answer.gaps)),
        [],
    ):
        for lines in around:
            if answer.is_empty or (
                count("\n".join(lines)) <= (REASON_SHARE if lines[0] in shorter else HEAD_SHARE) * budget_tokens
                and (not missing or count("\n".join(missing)) <= MISSING_SHARE * budget_tokens)
            ):
                yield Frame("\n".join([*lines, *missing]), brief, one_number)
    yield Frame(level, brief, one_number)
    yield _smallest(verdict.level)


def smallest(level: str, omitted: Mapping[str, int]) -> str:
    """The text of an answer for the smallest budget: nothing that was found is in it."""
    frame = _smallest(level)
    return "\n".join(filter(None, (frame.head, frame.tail(omitted))))


def _smallest(level: str) -> Frame:
    return Frame(f"wiki: {level}", True, True)


def _settings(answer: Answer) -> list[str]:
    """The settings in force, where they are not the usual ones and had a part in the answer."""
    options, verdict = answer.options, answer.verdict
    if verdict.level == "sufficient" and not options.go_on and not answer.claims:
        return []
    usual = type(options)()
    told = ("depth", "min_confidence", "max_nodes", "direction", "relations")
    if all(getattr(options, name) == getattr(usual, name) for name in told):
        return []
    return [
        f"asked with: depth {options.depth}, confidence >= {options.min_confidence:g}, "
        f"at most {options.max_nodes} nodes, direction {options.direction}"
        + (f", relations {', '.join(map(inline, options.relations))}" if options.relations else "")
        + f", budget {options.budget_tokens} tokens",
        *map(inline, options.unheld),
    ]


def correction_lines(corrected: Iterable[tuple[str, str]]) -> list[str]:
    """What was searched beside words that occur nowhere: pairs of such a word and its correction."""
    return [
        f"corrected: {inline(word)} occurs nowhere, searched also: {inline(correction)}"
        for word, correction in corrected
    ]


def gap_lines(gaps: Sequence[str], most: int = 1000) -> list[str]:
    """The line that tells what occurs nowhere, the first so many of it; none where nothing does."""
    words = ", ".join(inline(word, MAX_NAME) for word in gaps[:most])
    more = f" and {len(gaps) - most} more" if len(gaps) > most else ""
    return [f"gaps: occurs nowhere: {words}{more}"] if words else []
