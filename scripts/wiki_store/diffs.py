"""What an operation changes, as a unified diff for a person to look at: bounded, and nothing hidden in it."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence

from ..text.escaping import safe_line
from .working_copy import Change

MOST_LINES, MOST_CHARACTERS = 40, 140
"""Of a diff, and of one of its lines."""
_CONTEXT = 1
"""Lines around a change."""
_MOST_COMPARED = 20_000
"""Lines of a file beyond which it is counted and not compared: difflib takes quadratic time."""


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
        old, new = _lines(change.before), _lines(change.after)
        came, went, rows = len(new), len(old), list[str]()
        if change.before is not None and change.after is not None and max(came, went) <= _MOST_COMPARED:
            path = safe_line(change.path)
            rows = list(difflib.unified_diff(old, new, path, path, lineterm="", n=_CONTEXT))
            came, went = (sum(row.startswith(sign) for row in rows[2:]) for sign in "+-")
        added, removed, left = added + came, removed + went, left + max(0, len(rows) - max(0, most - len(lines)))
        lines += rows[: max(0, most - len(lines))]
    kinds = [f"{sum(change.before is None for change in shown)} new", f"{sum(c.after is None for c in shown)} gone"]
    some = ", ".join(kind for kind in kinds if kind[0] != "0")
    files = f"{len(shown)} file{'s' * (len(shown) > 1)}{f' ({some})' if some else ''}: +{added} -{removed} lines"
    cut = [line if len(line) <= MOST_CHARACTERS else line[: MOST_CHARACTERS - 1] + "…" for line in lines]
    return "\n".join([files, *cut, *([f"… {left} more lines of the difference"] if left else [])])


def _lines(data: bytes | None) -> list[str]:
    """Return the lines of a file without their breaks; that the last one has none is said."""
    text = (data or b"").decode("utf-8", "replace")
    lines = [safe_line(line.removesuffix("\r")) for line in text.split("\n")]
    if lines[-1] == "":
        return lines[:-1]
    lines[-1] += "  (no line break at the end)"
    return lines
