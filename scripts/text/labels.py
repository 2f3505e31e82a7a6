"""Labels: how a reply names a page or a part of it, so that a reader can cite it and `show` accept it.

A label is `page` or `page > heading`, with as many of the headings above as make it the only one on its page.  What
people write is taken as well: `path#Heading`, `path#A#B`, `path#^block`, the same as a wikilink.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..model import Heading, PageRow, SectionRow
from .escaping import safe_line
from .links import HeadingIndex, heading_key
from .names import fold_name, is_opaque, stem_of
from .plain_text import visible_text

SEPARATOR = " > "
_NO_HEADING = "(no heading)"
_BEHIND = re.compile(r"\s*(?:¶|\{[ \t]*[#.:][^{}]*\})\s*\Z")
"""Marks that other tools write behind a heading: `Setup { #setup }`, `Setup ¶`."""


class LabelTarget(NamedTuple):
    """The page and the part of it that a label may name."""

    page: str
    """As written: a path, node id, title or alias; "" is the page at hand."""
    heading: str = ""
    """Headings, outermost first, parted by ` > `."""
    block: str = ""
    """Block id without caret."""


def page_label(page: PageRow, *, is_title_unique: bool = True) -> str:
    """Return the label of a page: its node id, or its title where the file name is an opaque id.

    is_title_unique: whether no other page has the title as a name; else only the node id finds the page.
    """
    title = safe_line(" ".join(page.title.split()))
    is_readable = not is_opaque(stem_of(page.path)) or not title or not is_title_unique
    return safe_line(page.node) if is_readable else title


def heading_labels(page: PageRow, sections: Sequence[SectionRow]) -> dict[int, str]:
    """Map the id of each section of a page to the part of its label behind the page; "" for the top of the page.

    No two headings have the same.  sections are all of the page, by id.
    """
    paths = {
        first: list(dict.fromkeys(SEPARATOR.join(path[at:]) for at in range(len(path) - 1, -1, -1)))
        for first, path in heading_paths(page, sections).items()
    }
    counts = Counter(suffix for suffixes in paths.values() for suffix in suffixes)
    numbers: Counter[str] = Counter()
    labels: dict[int, str] = {}
    given = {""}
    for first, suffixes in paths.items():
        label = next((suffix for suffix in suffixes if counts[suffix] == 1), "")
        if suffixes and not label:
            whole = suffixes[-1]
            # Equal headings are numbered; a label made so may be another heading's own.
            while not label or label in given or (numbers[whole] > 1 and label in counts):
                numbers[whole] += 1
                label = whole if numbers[whole] == 1 else f"{whole} ({numbers[whole]})"
        labels[first] = label
        given.add(label)
    label = ""
    for section in sections:
        # A later part of a section is named as the first.
        labels[section.id] = label = labels.get(section.id, label)
    return labels


def heading_paths(page: PageRow, sections: Sequence[SectionRow]) -> dict[int, tuple[str, ...]]:
    """Map the id of the first section under each heading to the headings above it, its own last.

    Empty for the top of the page and for a first heading that repeats the title.
    """
    paths = {}
    for number, section in enumerate(sections):
        if section.part and number:
            continue
        is_title = number == 0 and fold_name(section.heading) == fold_name(page.title)
        path = (*section.above, section.heading) if section.level and not is_title else ()
        paths[section.id] = tuple(_format_heading(name) or _NO_HEADING for name in path)
    return paths


def parse_label(text: str) -> tuple[LabelTarget, ...]:
    """Return the targets that a label may have, most likely first; the first whose page and part exist is the one.

    Titles and headings may hold any of the characters that part them, so nothing is ruled out here.
    """
    text = text.strip()
    is_link = text.startswith("[[")
    if is_link:
        # A heading may end with the brackets of a link of its own.
        text = text[2:].removesuffix("]]").strip()
    places = [LabelTarget(text)]
    places += [LabelTarget(page.strip(), heading=rest.strip()) for page, rest in _splits(text, ">") if page.strip()]
    for page, rest in _splits(text, "#"):
        block = rest.lstrip("#")
        if block.startswith("^"):
            places.append(LabelTarget(page.strip(), block=block[1:].partition("|")[0].strip()))
        elif rest.strip("# "):
            places.append(LabelTarget(page.strip(), heading=rest))
    if "|" in text and is_link:
        places += [place for place in parse_label(text[: text.index("|", 1)]) if place not in places]
    return tuple(dict.fromkeys(places))


def find_heading_section(page: PageRow, sections: Sequence[SectionRow], heading: str) -> int | None:
    """Return the id of the first section under a heading as a label or a link names it; None where there is none.

    Compared as written, then as Obsidian compares headings: without case and punctuation, `A#B` and `A > B` both for
    the first B somewhere below an A; then as a reader sees it, where the heading was copied with its links.
    """
    written = bare_heading(heading)
    ways = dict.fromkeys((safe_line(written), safe_line(visible_text(written))))
    return next((found for way in ways if (found := _section_under(page, sections, way)) is not None), None)


def _section_under(page: PageRow, sections: Sequence[SectionRow], wanted: str) -> int | None:
    labels = {section: label for section, label in heading_labels(page, sections).items() if label}
    exact = [section for section, label in labels.items() if label == wanted]
    key = heading_key(wanted)
    similar = exact or [section for section, label in labels.items() if key and heading_key(label) == key]
    if similar:
        return similar[0]
    firsts = (section for section in sections if section.part == 0)
    index = HeadingIndex([Heading(row.level, _format_heading(row.heading), row.id, row.id, row.line) for row in firsts])
    whole = wanted.replace("#", " ")
    found = (index.find("#" + path) for path in (whole, whole.replace(SEPARATOR, "#"), wanted))
    return next((heading.start for heading in found if heading), None)


def bare_heading(heading: str) -> str:
    """Return a heading as one line, without attributes and the mark of a permanent link behind it."""
    return " ".join((_BEHIND.sub("", heading) or heading).split())


def _format_heading(heading: str) -> str:
    return safe_line(bare_heading(heading))


def _splits(text: str, separator: str) -> list[tuple[str, str]]:
    """Return the texts before and behind each of the first ten separators in a text."""
    places: list[tuple[str, str]] = []
    at = text.find(separator)
    while at >= 0 and len(places) < _MAX_SPLITS:
        places.append((text[:at], text[at + 1 :]))
        at = text.find(separator, at + 1)
    return places


_MAX_SPLITS = 10
"""A name with more separators is found by its path."""
