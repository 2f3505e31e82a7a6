"""What an operation changes, as a unified diff for a person to look at: bounded, and nothing hidden in it."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import groupby, pairwise, zip_longest

from ..text.escaping import safe_line
from .operations import Change

MOST_LINES, MOST_CHARACTERS = 40, 140
"""Of a diff, and of one of its lines."""
_BEFORE = 40
"""Characters of a longer line that are shown before what differs."""
_MOST_COMPARED = 2_000
"""Lines of a file; those of a longer one are counted: difflib's time grows with the square of them."""


def format_diff(changes: Sequence[Change], *, without: Collection[str] = (), most: int = MOST_LINES) -> str:
    """Return how files differ: how many do and by how many lines, then those that change, by path, as far as they fit.

    Files that come and go are counted: a receipt names them.  without: paths that are left out, as the catalog and the
    log.
    """
    shown = sorted((change for change in changes if change.path not in without), key=lambda change: change.path)
    lines, added, removed, left = list[str](), 0, 0, 0
    for change in shown:
        old, new = _lines(change.before), _lines(change.after)
        before, after = Counter(old), Counter(new)
        came, went = (after - before).total(), (before - after).total()
        if change.before is not None and change.after is not None:
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
    return "\n".join([files, *_shortened(lines), *more]) if shown else ""


def _shortened(lines: Sequence[str]) -> list[str]:
    """Return the lines as long as they may be: of one that went, and the one in its place, what differs is shown."""
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


def _lines(data: bytes | None) -> list[str]:
    """Return the lines of a file without their breaks; that the last one has none is said."""
    text = (data or b"").decode("utf-8", "replace")
    lines = [safe_line(line.removesuffix("\r")) for line in text.split("\n")]
    if lines[-1] == "":
        return lines[:-1]
    lines[-1] += "  (no line break at the end)"
    return lines
