"""Tasks: list items with a box, with the day and priority that the plugins Tasks and Dataview write behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..model import TaskStatus
from .frontmatter import split
from .markdown import read_body
from .spans import Lines, Spans

_TASK = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\r\n\]])\][ \t]+([^\r\n]*)", re.MULTILINE)
_FENCED = ("```", "~~~")
_HIDING = frozenset({"html", "math", "comment"})
DUE = re.compile(r"(?:[📅📆🗓]\ufe0f?[ \t]*|[\[(][ \t]*due[ \t]*::[ \t]*)(\d{4}-\d{2}-\d{2})")
_PRIORITY = re.compile(r"[\[(][ \t]*priority[ \t]*::[ \t]*(highest|high|medium|normal|low|lowest)[ \t]*[\])]")
_PRIORITY_EMOJI = {"🔺": "highest", "⏫": "high", "🔼": "medium", "🔽": "low", "⏬": "lowest"}
PRIORITIES = ("highest", "high", "medium", "", "low", "lowest")
"""From the most urgent to the least; "" is a task without a priority, which Tasks ranks above a low one."""


STATUSES: Mapping[str, TaskStatus] = {
    " ": TaskStatus("todo"),
    "x": TaskStatus("done", is_open=False),
    "X": TaskStatus("done", is_open=False),
    "-": TaskStatus("cancelled", is_open=False),
    ">": TaskStatus("forwarded", is_open=False),
    "/": TaskStatus("in progress"),
    "!": TaskStatus("important"),
}
"""Statuses that Tasks and the themes for Obsidian agree on; any other character is an open status of its own."""


class Task(NamedTuple):
    """One task as written."""

    mark: str
    """The character in its box: a blank, or that of its status."""
    text: str
    """Behind the box, to the end of the line."""
    line: int
    at: int
    """Offset of the mark."""
    end: int
    """Offset behind the text."""
    status: TaskStatus

    @property
    def due(self) -> str:
        """The day by which it is due, YYYY-MM-DD; "" for none."""
        found = DUE.search(self.text)
        return found[1] if found else ""

    @property
    def priority(self) -> str:
        """One of PRIORITIES."""
        found = _PRIORITY.search(self.text)
        named = found[1].replace("normal", "") if found else ""
        return named or next((name for emoji, name in _PRIORITY_EMOJI.items() if emoji in self.text), "")


def read_tasks(text: str, own: Mapping[str, TaskStatus] = STATUSES) -> Iterator[Task]:
    """Yield the tasks of a page, or of a part of one, in text order; fenced code, HTML, math and comments hold none.

    own: the statuses that a vault has of its own.
    """
    if not _TASK.search(text):
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
            status = own.get(match[1]) or STATUSES.get(match[1]) or TaskStatus(f"[{match[1]}]")
            words, at = match[2].rstrip(), match.start(1)
            yield Task(match[1], words, lines.number(at), at, match.start(2) + len(words), status)
