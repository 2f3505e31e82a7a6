"""Sections that the tools keep on a page: evidence, claims, mentions.  A page has each of them once.  Text to text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .kept_lines import kept_name
from .markdown.sections import append_under, remove_spans
from .page import headings_of

if TYPE_CHECKING:
    from .page_model import Heading

_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]")


class Section(NamedTuple):
    """What stands from a heading of level 2 to the next one of level 2 or 1."""

    name: str
    """Its heading; of a section that the tools keep, as they write it."""
    start: int
    end: int
    line: int
    body: str
    """Without the heading and the blank lines around it."""


def sections_of(text: str) -> tuple[Section, ...]:
    """The sections of level 2, in text order."""
    headings = headings_of(text)
    return tuple(_section(text, heading, headings) for heading in headings if heading.level == 2)


def doubled_headings(headings: Sequence[Heading]) -> list[tuple[Heading, int]]:
    """Headings of kept sections that stand above them already under the same heading of level 1, and on which line.

    Below another one stands another page, which a person put there: what it keeps is not of the first.
    """
    first: dict[str, int] = {}
    doubled = []
    for heading in headings:
        if heading.level == 1:
            first.clear()
        name = kept_name(heading.text) if heading.level == 2 else ""
        if name and first.setdefault(name, heading.line) != heading.line:
            doubled.append((heading, first[name]))
    return doubled


def doubled_sections(text: str) -> tuple[Section, ...]:
    """What stands below such headings."""
    headings = headings_of(text)
    return tuple(_section(text, heading, headings) for heading, _ in doubled_headings(headings))


def join_doubled(text: str) -> str:
    """The text with each kept section once: the first has the lines of the others, each item once."""
    doubled = doubled_sections(text)
    joined = remove_spans(text, ((section.start, section.end) for section in doubled))
    if doubled and text[-1:] == "\n":
        joined = joined.rstrip("\r\n") + ("\r\n" if text.endswith("\r\n") else "\n")
    for section in doubled:
        joined = with_items(joined, section.name, section.body.splitlines())
    return joined


def with_items(text: str, name: str, lines: Sequence[str]) -> str:
    """The text with these lines in a section, but for the items that stand in it."""
    there = {line for section in sections_of(text) if section.name == name for line in section.body.splitlines()}
    new = [line for line in lines if not (_ITEM.match(line) and line in there)]
    return append_under(text, name, new, headings=headings_of(text)) if any(line.strip() for line in new) else text


def _section(text: str, heading: Heading, headings: Sequence[Heading]) -> Section:
    after = (other.start for other in headings if other.start > heading.start and other.level <= 2)
    end = next(after, len(text))
    body = text[heading.end : end].strip("\r\n")
    return Section(kept_name(heading.text) or heading.text, heading.start, end, heading.line, body)
