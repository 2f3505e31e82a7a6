"""Putting what one page holds into another: names, tags, properties, managed lists and prose.  Text to text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..pages.kept_lines import kept_name
from ..pages.linking.resolution import is_same_text
from ..pages.markdown.sections import append_under
from ..pages.model import EVIDENCE_KEY, HASHES_KEY
from ..pages.page import headings_of
from ..pages.page_facts import TYPES
from ..pages.rendering import escape
from ..pages.text.names import normalize_name
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import add_to_list, set_property
from .freshness import ADDED, FILED, REVISED

if TYPE_CHECKING:
    from ..pages.page_model import Heading

# What a page says of itself alone, unless it is a link.
_OWN = frozenset(
    (
        *("title", "aliases", "tags", "type", "category", "created", "updated", ADDED, FILED, REVISED),
        *("summary", "question", "source", "sha256", "revision"),
    )
)
_PAIRED = (EVIDENCE_KEY, HASHES_KEY)


def join_pages(staying: str, moving: str, *, title: str, names: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The staying page with everything of the moving one, and the properties that could not move.

    title: of the moving page, for the heading above its prose.  names: aliases the staying page gets.
    """
    # The body comes first, so that a place in it that is told is one of the file.
    text = staying
    prose, lists = _taken_apart(moving, title)
    for heading, items in lists.items():
        new = [item for item in items if item not in _items(text)]
        text = append_under(text, heading, new, headings=headings_of(text))
    if prose:
        text = append_under(text, _heading_above(title), prose.split("\n"), headings=headings_of(text))
    text = _with_names(text, names)
    kinds = set(TYPES.values())
    for tag in (tag for tag in read_properties(moving).tags if tag not in kinds):
        if tag.lower() not in {known.lower() for known in read_properties(text).tags}:
            text = add_to_list(text, "tags", tag)
    return _with_properties(text, moving)


def title_heading(text: str, title: str, staying: str) -> tuple[Heading, str] | None:
    """The heading of a moving page that shows its title, and the one that stands for it in the joined page.

    None where it has no such heading, or nothing will stand for it.
    """
    first = _title_heading(headings_of(text), title)
    if first is None:
        return None
    if _taken_apart(text, title)[0]:
        return first, _heading_above(title)
    own = next((heading.text for heading in headings_of(staying) if heading.level == 1), "")
    return (first, own) if own else None


def _heading_above(title: str) -> str:
    return f"From {escape(title)}"


def _title_heading(headings: Sequence[Heading], title: str) -> Heading | None:
    first = headings[0] if headings else None
    if first is None or first.level != 1:
        return None
    return first if any(is_same_text(first.text, name) for name in (title, escape(title))) else None


def _with_names(text: str, names: Iterable[str]) -> str:
    for name in names:
        known = {normalize_name(alias) for alias in read_properties(text).aliases}
        if normalize_name(name) not in known:
            text = add_to_list(text, "aliases", name)
    return text


def _with_properties(text: str, moving: str) -> tuple[str, tuple[str, ...]]:
    old = read_properties(moving)
    linking = {link.key for link in old.links}
    left: list[str] = []
    for key, value in old.values.items():
        if (key.lower() in _OWN and key not in linking) or key in _PAIRED or value is None:
            continue
        known = read_properties(text).values
        name = next((name for name in known if name.lower() == key.lower()), None)
        if not _is_plain(value):
            left += [key] if name is None or repr(known[name]) != repr(value) else []
        elif name is None or known[name] is None:
            text = set_property(text, key, value)
        elif isinstance(value, list) or isinstance(known[name], list) or key in linking:
            for item in value if isinstance(value, list) else [value]:
                text = add_to_list(text, key, item)
        elif repr(known[name]) != repr(value):
            left.append(key)
    return _with_citations(text, old.values, left)


def _with_citations(text: str, moving: dict[str, Any], left: list[str]) -> tuple[str, tuple[str, ...]]:
    """What a filed answer rests on moves to another filed answer, each with its hash."""
    theirs = _pairs(moving)
    ours = _pairs(read_properties(text).values)
    if theirs and ours:
        new = [pair for pair in theirs if pair not in ours]
        for key, index in zip(_PAIRED, (0, 1)):
            text = set_property(text, key, [pair[index] for pair in (*ours, *new)])
    else:
        left += [key for key in _PAIRED if key in moving]
    return text, tuple(left)


def _pairs(values: dict[str, Any]) -> list[tuple[str, str]]:
    lists = [values.get(key) for key in _PAIRED]
    if not all(isinstance(found, list) for found in lists) or len({len(found or ()) for found in lists}) != 1:
        return []
    return [(str(one), str(other)) for one, other in zip(*(found or () for found in lists))]


def _is_plain(value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return all(item is None or isinstance(item, (str, int, float)) for item in items)


def _taken_apart(text: str, title: str) -> tuple[str, dict[str, list[str]]]:
    """The prose of a page without its title, and the items of its managed sections."""
    body_start = read_properties(text).body_start
    headings = headings_of(text)
    lists: dict[str, list[str]] = {}
    cuts: list[tuple[int, int]] = []
    first = _title_heading(headings, title)
    if first is not None:
        cuts.append((first.start, first.end))
    for index, heading in enumerate(headings):
        name = kept_name(heading.text) if heading.level == 2 else ""
        end = headings[index + 1].start if index + 1 < len(headings) else len(text)
        items = _listed(text[heading.end : end]) if name else None
        if name and items is not None:
            lists.setdefault(name, []).extend(items)
            cuts.append((heading.start, end))
    pieces, done = [], body_start
    for start, end in cuts:
        pieces.append(text[done:start])
        done = end
    prose = "".join([*pieces, text[done:]]).replace("\r\n", "\n")
    return re.sub(r"\A(?:[ \t]*\n)+", "", prose).rstrip(), lists


def _listed(section: str) -> list[str] | None:
    """The items of a section that is one list; None for anything else."""
    items: list[str] = []
    for line in section.replace("\r\n", "\n").strip("\n").split("\n"):
        if line.startswith("- "):
            items.append(line)
        elif items and line[:1] in (" ", "\t") and line.strip():
            items[-1] += "\n" + line
        elif line.strip():
            return None
    return items


def _items(text: str) -> set[str]:
    """The list items of all managed sections."""
    headings = headings_of(text)
    found: set[str] = set()
    for index, heading in enumerate(headings):
        if kept_name(heading.text):
            end = headings[index + 1].start if index + 1 < len(headings) else len(text)
            found.update(_listed(text[heading.end : end]) or ())
    return found
