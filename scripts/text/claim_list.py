"""The list of claims that the tools keep on the page of a thing, for people: put in, written anew, taken out.

It stands between two marks.  Nothing reads it back, and what stands outside of the marks is not touched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .editing import headings_of, leaves_open
from .frontmatter import split
from .kept_lines import EVIDENCE, kept_name
from .markdown import read_body
from .obsidian import LISTED_FROM, LISTED_TO

_BEGINS = re.compile(rf"^{re.escape(LISTED_FROM)}[ \t]*\r?$", re.MULTILINE)
_HEADING = "## What the sources say"


def claim_list_span(text: str) -> tuple[int, int] | None:
    """Return where the list of a page stands, its marks included; None where it has none."""
    if LISTED_FROM not in text:
        return None
    blocks = read_body(text, split(text).body_start).blocks
    own = (block for block in blocks if block.kind == "comment" and text.startswith(LISTED_FROM, block.start))
    return next(((block.start, block.end) for block in own if text.endswith(LISTED_TO, 0, block.end)), None)


def unclosed_list(text: str) -> int:
    """Return the line on which a list begins that has lost its last mark, and may end anywhere; 0 for none."""
    begins = _BEGINS.search(text) if claim_list_span(text) is None else None
    return text.count("\n", 0, begins.start()) + 1 if begins else 0


def bare_page(data: bytes) -> str:
    """Return the text of a page without its list."""
    return with_claim_list(data.decode("utf-8", "replace"), ())


def description_span(text: str) -> tuple[int, int]:
    """Return where a page says what it is about: below its title or properties, up to the list or the first heading."""
    headings = headings_of(text)
    title = next((heading for heading in headings if heading.level == 1), None)
    start = title.end if title else split(text).body_start
    listed = claim_list_span(text)
    ends = [heading.start for heading in headings if heading.start > start] + ([listed[0]] if listed else [])
    return start, min(ends, default=len(text))


def with_claim_list(text: str, lines: Sequence[str], lead: str = "") -> str:
    """Return the page with these lines as its list, above its evidence where it had none yet; no lines take it out.

    lead: stands above the list, in place of a description, and alone where there are no lines.  A page that ends in
    code or a comment which nothing closes stays as it is: the list would be part of that.  So does one whose list has
    lost its last mark.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    top, below = [lead, ""] if lead else [], [_HEADING, "", *lines, ""] if lines else []
    is_wanted = bool(lines or lead)
    made = newline.join([LISTED_FROM, *top, *below, LISTED_TO])
    span = claim_list_span(text)
    if span is not None:
        return text[: span[0]] + made + text[span[1] :] if is_wanted else _without(text, span, newline)
    if not is_wanted or unclosed_list(text) or leaves_open(text):
        return text
    evidence = (item.start for item in headings_of(text) if item.level == 2 and kept_name(item.text) == EVIDENCE)
    at = next(evidence, len(text))
    before, after = text[:at], text[at:]
    while before and not before.endswith(newline * 2):
        before += newline
    return f"{before}{made}{newline}" + (newline + after if after else "")


def _without(text: str, span: tuple[int, int], newline: str) -> str:
    """Return the page without its list, and without the blank line that was written with it."""
    before, after = text[: span[0]], text[span[1] :].removeprefix(newline)
    if after:
        return before + after.removeprefix(newline)
    return before.removesuffix(newline) if before.endswith(newline * 2) else before
