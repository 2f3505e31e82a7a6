"""Shorter texts to send in place of a log, of code, or of one endless sentence: lines around what answers.

Such texts have no sentences to cut at; what a line means stands in the lines beside it, and above it, further left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...pages.text.entries import entries
from ...pages.text.words import fold_text
from ..language.stems import BETWEEN
from .coverage import FLOOR, rarity
from .rows import FENCES, SHORTER
from .snippets import ELLIPSIS, best_window

if TYPE_CHECKING:
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
MOST_IN_BLOCK = 40
"""Lines of an object, or of a block, that is sent whole."""
MOST_BEFORE = 10
"""Lines before a block of code that stay with it."""
PHRASE = 1.0
"""What a phrase of the question is worth beside the whole of its words."""
PIECE = 240
"""Characters of the piece that is cut from the midst of a line where nothing shorter is left."""

_QUOTED = re.compile(r"[ \t]{0,3}>[ ]?(.*)").fullmatch
_NAMES_IT = re.compile(r"""[ \t]*["']?(?:id|name|title|key|slug|label|\w+_(?:id|name)|\w+(?:Id|Name))["']?[ \t]*:""")


def line_windows(text: str, asked: Asked) -> list[tuple[str, float]]:
    """Windows of whole lines, widest first, each with the share of the text's coverage that it keeps.

    The fences of a block of code stay around each, and the marks of a quote before its lines.  Cost: a look at each
    line.
    """
    if text.startswith(">") and (bare := _unquoted(text)) != text:
        return [
            ("\n".join([f"> {line}" for line in each.split("\n")]), share) for each, share in line_windows(bare, asked)
        ]
    lines = text.split("\n")
    found = asked.covered(text)
    first, last = _within_fences(lines)
    told = entries(lines[first:last])
    if told:
        lines, last = [*lines[:first], *told, *lines[last:]], first + len(told)
    if last - first < FEWEST or not found:
        return []
    held = [asked.covered(line, found) for line in lines[first:last]]
    above = asked.covered("\n".join(lines[:first]), found)
    worths = _worths([each | _phrases_in(line, each, asked) for line, each in zip(lines[first:last], held)], asked)
    best = max(worths)
    near = sorted((at for at in range(len(held)) if worths[at] >= NEAR * best), key=lambda at: (-worths[at], at))
    windows: dict[str, float] = {}
    for step, kept in enumerate(_ways(lines[first:last], near[:MOST])):
        if len(kept) < last - first:
            share = asked.share(above.union(*(held[at] for at in kept))) / asked.share(found)
            shown = _joined(lines[first:last], kept)
            windows.setdefault("\n".join((*lines[:first], *shown, *lines[last:])), share * SHORTER**step)
    return list(windows.items())


def _unquoted(text: str) -> str:
    """The lines of a quote without its marks, so that how far each is indented tells; another text as it is."""
    lines = text.split("\n")
    return "\n".join([_QUOTED(line)[1] for line in lines]) if all(map(_QUOTED, lines)) else text  # type: ignore[index]


def piece(text: str, asked: Asked, most: int = PIECE) -> tuple[str, float]:
    """A few words of a text around those of the question, and the share of the text's coverage that they keep.

    most: its characters.
    """
    found = best_window(text, [term.text for term in asked.question.content], max_characters=most)
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


def _ways(lines: Sequence[str], hits: Sequence[int]) -> list[list[int]]:
    """The places of the lines of each window, for the lines that answer, best first."""
    ways = [*((hits, reach) for reach in REACHES), (hits[:1], REACHES[1]), (hits[:1], REACHES[2])]
    blocks = {hit: block for hit in hits if (block := _block(lines, hit))}
    found = []
    for whole in (hits, hits[:1]):
        # The best one's object goes before a few lines of each: those beside its own may be another's.
        if any(hit in blocks for hit in whole):
            own = [at for hit in whole for at in blocks.get(hit, _around(lines, [hit], REACHES[0]))]
            found.append(sorted({*own, *_around(lines, hits, REACHES[-1])}))
    return [*found, *(_around(lines, some, reach) for some, reach in ways)]


def _block(lines: Sequence[str], hit: int) -> range:
    """The object or block that a line stands in, or that it opens, from its opening line to its closing one.

    A value of several lines is a part of the object around it, where that is not too long.  Empty where there is none,
    for a long one, and for one that says no more than the lines beside.
    """
    found = range(0)
    opening = hit if _is_deeper(lines, hit + 1, _margin(lines[hit])) else next(iter(_above(lines, hit)), -1)
    while opening >= 0:
        end = _end(lines, opening)
        if end - opening > MOST_IN_BLOCK:
            break
        found = range(opening, end)
        line = lines[opening].strip()
        opening = next(iter(_above(lines, opening)), -1) if len(line) > 1 and line.endswith(("{", "[")) else -1
    return found if len(found) > 2 * REACHES[0] + 1 else range(0)


def _end(lines: Sequence[str], opening: int) -> int:
    """Where the block ends that a line opens: behind the line that closes it, else behind its last deeper one."""
    margin = _margin(lines[opening])
    end = opening + 1
    for at in range(end, min(len(lines), opening + MOST_IN_BLOCK + 2)):
        if lines[at].strip() and _margin(lines[at]) <= margin:
            is_closing = _margin(lines[at]) == margin and lines[at].lstrip().startswith(("}", "]", ")"))
            return at + 1 if is_closing else end
        end = at + 1 if lines[at].strip() else end
    return end


def _is_deeper(lines: Sequence[str], at: int, margin: int) -> bool:
    return at < len(lines) and _margin(lines[at]) > margin


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
            if lines[at].strip() == "{":
                # No key stands above: which one it is, a line of the object itself says.
                found += _naming(lines, at)
    return found


def _naming(lines: Sequence[str], opening: int) -> list[int]:
    """The line that names an object without a key: its id, name or title, else its first value."""
    inside = [at for at in range(opening + 1, min(len(lines), opening + MOST_IN_BLOCK)) if lines[at].strip()]
    margin = _margin(lines[inside[0]]) if inside else 0
    own: list[int] = []
    for at in inside:
        if _margin(lines[at]) < margin:
            break
        if _margin(lines[at]) == margin and not lines[at].rstrip().endswith(("{", "[")):
            own.append(at)
    return next(([at] for at in own if _NAMES_IT.match(lines[at])), own[:1])


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
