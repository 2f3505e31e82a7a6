"""What an operation changes, as a unified diff for a person to look at: bounded, and nothing hidden in it."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby, pairwise, takewhile

from ..text.escaping import safe_line
from .operations import Change

MOST_LINES, MOST_CHARACTERS = 40, 140
"""Of a diff, and of one of its lines."""
_BEFORE = 40
"""Characters of a longer line that are shown before what differs."""
_CONTEXT = 1
"""Lines around a change."""
_MOST_COMPARED = 2_000
"""Lines of a file; those of a longer one are counted: difflib's time grows with the square of them."""
_MOST_BYTES = 1 << 23
"""Of a file whose lines are looked at, and not only counted."""


def format_diff(changes: Sequence[Change], *, without: Collection[str] = (), most: int = MOST_LINES) -> str:
    """Return how files differ: how many do and by how many lines, then those that change, by path, as far as they fit.

    Files that come and go are counted: a receipt names them.  without: paths that are left out, as the catalog and the
    log.
    """
    shown = sorted((change for change in changes if change.path not in without), key=lambda change: change.path)
    if not shown:
        return ""
    lines, added, removed, left = list[str](), 0, 0, 0
    for change in shown:
        if max(len(change.before or b""), len(change.after or b"")) > _MOST_BYTES:
            came, went = ((data or b"").count(b"\n") for data in (change.after, change.before))
            added, removed, left = added + came, removed + went, left + came + went
            continue
        old, new = _lines(change.before), _lines(change.after)
        came, went, rows = len(new), len(old), list[str]()
        room = most - len(lines)
        if change.before is not None and change.after is not None:
            # What is not shown is counted, which takes no time.
            rows = _compared(safe_line(change.path), old, new) if room > 0 else []
            signs = [row[0] for row in rows[2:]]
            came, went = (signs.count("+"), signs.count("-")) if rows else _counted(old, new)
            left += max(0, len(rows) - room) if rows else came + went
        added, removed, lines = added + came, removed + went, lines + rows[: max(0, room)]
    kinds = [f"{sum(change.before is None for change in shown)} new", f"{sum(c.after is None for c in shown)} gone"]
    some = ", ".join(kind for kind in kinds if kind[0] != "0")
    files = f"{len(shown)} file{'s' * (len(shown) > 1)}{f' ({some})' if some else ''}: +{added} -{removed} lines"
    return "\n".join([files, *_shortened(lines), *([f"… {left} more lines of the difference"] if left else [])])


def _compared(path: str, old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return the unified diff of two files; empty where one has too many lines."""
    if max(len(old), len(new)) > _MOST_COMPARED:
        return []
    return [*difflib.unified_diff(old, new, path, path, lineterm="", n=_CONTEXT)]


def _shortened(lines: Sequence[str]) -> list[str]:
    """Return the lines as long as they may be: of one that went, and the one in its place, what differs is shown."""
    shown = list(lines)
    kinds = [[*group] for _, group in groupby(range(len(lines)), key=lambda at: lines[at][:1])]
    for went, came in pairwise(kinds):
        for pair in zip(went, came) if lines[went[0]][:1] + lines[came[0]][:1] == "-+" else ():
            alike = _equal(zip(*(lines[at][1:] for at in pair)))
            for at in pair:
                if alike > _BEFORE and len(lines[at]) > MOST_CHARACTERS:
                    shown[at] = f"{lines[at][0]}…{lines[at][1 + alike - _BEFORE :]}"
    return [line if len(line) <= MOST_CHARACTERS else line[: MOST_CHARACTERS - 1] + "…" for line in shown]


def _equal(pairs: Iterable[tuple[str, str]]) -> int:
    """Return how many pairs from the first on are of equal lines."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _counted(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return how many lines came and went, wherever they stand."""
    before, after = Counter(old), Counter(new)
    return (after - before).total(), (before - after).total()


def _lines(data: bytes | None) -> list[str]:
    """Return the lines of a file without their breaks; that the last one has none is said."""
    text = (data or b"").decode("utf-8", "replace")
    lines = [safe_line(line.removesuffix("\r")) for line in text.split("\n")]
    if lines[-1] == "":
        return lines[:-1]
    lines[-1] += "  (no line break at the end)"
    return lines
