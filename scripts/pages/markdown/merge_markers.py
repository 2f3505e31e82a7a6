"""What git leaves in a page that two people changed in one place: both sides, until somebody chooses."""

from __future__ import annotations

import re
from bisect import bisect_right

from .blocks import read_blocks

_MARKER = re.compile(r"^(?:<{7} .*|={7}|>{7} .*)\r?$", re.MULTILINE)
_NEXT = {"": "<", "<": "=", "=": ">"}


def unmerged_lines(text: str, body_start: int = 0) -> tuple[int, ...]:
    """The lines, from 1, at which the two sides of a merge begin, in the properties too; in code there are none."""
    if "\n=======" not in text or "<<<<<<< " not in text:
        return ()
    code = [block for block in read_blocks(text, body_start) if block.kind in ("fence", "code")]
    starts = [block.start for block in code]
    found: list[int] = []
    line, counted = 1, 0
    begun, seen = 0, ""
    for marker in _MARKER.finditer(text):
        block = bisect_right(starts, marker.start()) - 1
        if block >= 0 and marker.start() < code[block].end:
            continue
        sign = marker[0][0]
        if sign == "<":
            begun, seen = marker.start(), sign
        elif sign == _NEXT.get(seen):
            seen = sign
        if seen == ">":
            line, counted = line + text.count("\n", counted, begun), begun
            found.append(line)
            seen = ""
    return tuple(found)
