"""Shorter texts to send in place of a log, of code, or of one endless sentence: lines around what answers.

Such texts have no sentences to cut at; what a line means stands in the lines beside it, and above it, further left.
"""

from __future__ import annotations

from ..pages.words import fold_text
from .coverage import FLOOR, rarity
from .rows import FENCES
from .snippets import ELLIPSIS, best_window
from .stems import BETWEEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .coverage import Asked

FEWEST = 4
"""A text of fewer lines has no lines to choose among."""
MOST = 4
"""Lines with words of the question that are sent of one text."""
NEAR = 0.7
"""Part of what the best line says from which on another is sent with it."""
REACHES = (2, 1, 0)
"""Lines kept on either side of each."""
MOST_ABOVE = 4
"""Lines above, each further left than the one before, that are kept: the keys that a line of code stands under."""
LESS = 0.999999
"""What a window keeps of the worth of a wider one that says as much: where there is room, the wider one is sent."""
MOST_BEFORE = 10
"""Lines before a block of code that stay with it."""
PHRASE = 1.0
"""What a phrase of the question is worth beside the whole of its words."""
PIECE = 240
"""Characters of the piece that is cut from the midst of a line where nothing shorter is left."""


def line_windows(text: str, asked: Asked) -> list[tuple[str, float]]:
    """Windows of whole lines, widest first, each with the share of the text's coverage that it keeps.

    The fences of a block of code stay around each.  Cost: a look at each line.
    """
    lines = text.split("\n")
    found = asked.covered(text)
    first, last = _within_fences(lines)
    if last - first < FEWEST or not found:
        return []
    held = [asked.covered(line, found) for line in lines[first:last]]
    above = asked.covered("\n".join(lines[:first]), found)
    worths = _worths([each | _phrases_in(line, each, asked) for line, each in zip(lines[first:last], held)], asked)
    best = max(worths)
    near = sorted((at for at in range(len(held)) if worths[at] >= NEAR * best), key=lambda at: (-worths[at], at))
    windows: dict[str, float] = {}
    ways = [*((near[:MOST], reach) for reach in REACHES), (near[:1], REACHES[1]), (near[:1], REACHES[2])]
    for step, (hits, reach) in enumerate(ways):
        kept = _around(lines[first:last], hits, reach)
        if len(kept) < last - first:
            share = asked.share(above.union(*(held[at] for at in kept))) / asked.share(found)
            shown = _joined(lines[first:last], kept)
            windows.setdefault("\n".join((*lines[:first], *shown, *lines[last:])), share * LESS**step)
    return list(windows.items())


def piece(text: str, asked: Asked) -> tuple[str, float]:
    """A few words of a text around those of the question, and the share of the text's coverage that they keep."""
    found = best_window(text, [term.text for term in asked.question.content], max_characters=PIECE)
    whole = asked.share(asked.covered(text))
    return found, asked.share(asked.covered(found)) / whole if whole > 0 else 0.0


def _phrases_in(line: str, held: frozenset[str], asked: Asked) -> frozenset[str]:
    """The codes, dates and quoted words of the question that stand in a line as a whole: `node-13` is no `node-130`."""
    if not (held and asked.question.phrases):
        return frozenset()
    words = f" {' '.join(BETWEEN.split(fold_text(line)))} "
    return frozenset(phrase for phrase in asked.question.phrases if f" {phrase} " in words)


def _worths(held: Sequence[frozenset[str]], asked: Asked) -> list[float]:
    """What each line says of the question: a word in every second line tells hardly one of them from the others."""
    counts: dict[str, int] = {}
    for each in held:
        for stem in each:
            counts[stem] = counts.get(stem, 0) + 1
    weights = {
        stem: asked.shares.get(stem, PHRASE) * (rarity(count, len(held)) ** 2 + FLOOR) for stem, count in counts.items()
    }
    return [sum([weights[stem] for stem in sorted(each)], 0.0) for each in held]


def _around(lines: Sequence[str], hits: Iterable[int], reach: int) -> list[int]:
    """Places of these lines, of those beside them, and of those that they stand under."""
    kept: set[int] = set()
    for hit in hits:
        kept.update(range(max(0, hit - reach), min(len(lines), hit + reach + 1)), _above(lines, hit))
    return sorted(kept)


def _above(lines: Sequence[str], hit: int) -> list[int]:
    found: list[int] = []
    margin = _margin(lines[hit])
    for at in range(hit - 1, -1, -1):
        if not margin or len(found) == MOST_ABOVE:
            break
        if lines[at].strip() and _margin(lines[at]) < margin:
            margin = _margin(lines[at])
            found.append(at)
    return found


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _joined(lines: Sequence[str], kept: Sequence[int]) -> list[str]:
    """The lines kept, with an ellipsis where some are left out."""
    shown: list[str] = []
    before = -1
    for at in kept:
        if at > before + 1:
            shown.append(ELLIPSIS)
        shown.append(lines[at])
        before = at
    return [*shown, ELLIPSIS] if before + 1 < len(lines) else shown


def _within_fences(lines: Sequence[str]) -> tuple[int, int]:
    """Where the lines begin and end that may go: those within the fences of a block of code, with what leads to it."""
    opening = next((at for at, line in enumerate(lines[: MOST_BEFORE + 1]) if _is_fence(line)), -1)
    if opening < 0:
        return 0, len(lines)
    return opening + 1, len(lines) - (opening + 1 < len(lines) and _is_fence(lines[-1]))


def _is_fence(line: str) -> bool:
    return line.lstrip().startswith(FENCES)
