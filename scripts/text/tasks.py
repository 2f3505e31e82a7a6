"""Tasks: list items with a box, and what the plugins Tasks and Dataview write behind them about day and priority."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .frontmatter import split
from .markdown import read_body
from .spans import Lines, Spans

_TASK = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\r\n\]])\][ \t]+([^\r\n]*)", re.MULTILINE)
_FENCED = ("```", "~~~")
_HIDING = frozenset({"html", "math", "comment"})
_DUE = re.compile(r"(?:[📅📆🗓]\ufe0f?[ \t]*|[\[(][ \t]*due[ \t]*::[ \t]*)(\d{4}-\d{2}-\d{2})")
_PRIORITY = re.compile(r"[\[(][ \t]*priority[ \t]*::[ \t]*(highest|high|medium|normal|low|lowest)[ \t]*[\])]")
_PRIORITY_SIGNS = {"🔺": "highest", "⏫": "high", "🔼": "medium", "🔽": "low", "⏬": "lowest"}
PRIORITIES = ("highest", "high", "medium", "", "low", "lowest")
"""From the most urgent to the least; "" is a task without a priority, which Tasks ranks above a low one."""


class Task(NamedTuple):
    """One task as written."""

    mark: str
    """What stands in its box: a blank while it is open, else a sign."""
    text: str
    """Behind the box, to the end of the line."""
    line: int
    at: int
    """Offset of the mark."""

    @property
    def is_open(self) -> bool:
        """Whether nothing stands in its box."""
        return self.mark == " "

    @property
    def due(self) -> str:
        """The day by which it is due, YYYY-MM-DD; "" for none."""
        found = _DUE.search(self.text)
        return found[1] if found else ""

    @property
    def priority(self) -> str:
        """One of PRIORITIES."""
        found = _PRIORITY.search(self.text)
        named = found[1].replace("normal", "") if found else ""
        return named or next((name for sign, name in _PRIORITY_SIGNS.items() if sign in self.text), "")


def read_tasks(text: str) -> Iterator[Task]:
    """Yield the tasks of a page, or of a part of one, in text order; fenced code, HTML, math and comments hold none."""
    if "[" not in text:
        return
    body_start = split(text).body_start
    hidden = Spans(
        (block.start, block.end)
        for block in read_body(text, body_start).blocks
        if block.kind in _HIDING or (block.kind == "code" and text.startswith(_FENCED, block.start))
    )
    lines = Lines(text)
    for match in _TASK.finditer(text, body_start):
        if match.start(1) not in hidden:
            yield Task(match[1], match[2].rstrip(), lines.number(match.start(1)), match.start(1))
