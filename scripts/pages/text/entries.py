"""Entries of a log, a chat or a transcript: a line with a time or a name at its beginning, and those that go on with
it, as a stack trace or a message of several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

FEWEST = 4
"""Entries of a text that has any."""
STAMPED, NAMED = 0.25, 0.6
"""Part of the lines that begin with a time, or with a name, where they are entries."""
LONGEST = 12
"""Lines of an entry that stay together."""
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_STAMP = re.compile(
    r"(?:[A-Z]{3,8} +)?[^\w\s]{0,3}(?:[A-Z][a-z][a-z],? )?(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d\d"
    rf"|{_MONTH} [ \d]?\d\b|\d{{1,2}}[ /-]{_MONTH}\b)"
).match
_NAME = re.compile(r"([^\W\d_a-z][\w'’.-]*(?: [^\W\d_a-z][\w'’.-]*){0,3}):\s").match


def entries(lines: Sequence[str]) -> list[str]:
    """The entries of a text, lines joined that belong to one; none where the text has no entries.

    Names tell only where they come back: each line with another one is a list of properties.
    """
    filled = sum(not line.isspace() for line in lines if line)
    starts = [at for at, line in enumerate(lines) if _STAMP(line)]
    if len(starts) < max(FEWEST, STAMPED * filled):
        named = [(at, found[1]) for at, line in enumerate(lines) if (found := _NAME(line))]
        if len(named) < max(FEWEST, NAMED * filled) or 2 * len({name for _, name in named}) > len(named):
            return []
        starts = [at for at, _ in named]
    joined = list(lines[: starts[0]])
    for start, end in pairwise([*starts, len(lines)]):
        joined += ["\n".join(lines[start : min(end, start + LONGEST)]), *lines[start + LONGEST : end]]
    return joined
