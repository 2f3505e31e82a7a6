"""Links to headings of a page that goes into another: each leads to the same words afterwards, or the merge is refused.

Obsidian takes the first heading of a name, so of two pages with a `Goals` each only one can be reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError
from ..pages.kept_lines import kept_name
from ..pages.linking.resolution import resolve
from ..pages.linking.subpaths import find_heading, heading_key
from ..pages.markdown.definitions import local_definitions
from ..pages.markdown.scanner import scan
from ..pages.obsidian.canvas import file_nodes, read_canvas, text_nodes
from ..pages.page import headings_of
from ..pages.yaml.frontmatter import read_properties
from ..store.vault import is_note

if TYPE_CHECKING:
    from ..pages.page_model import Heading, Link
    from ..store.workspace import Workspace
    from .link_shift import Shift

_MOST_TOLD = 5


class _Section(NamedTuple):
    heading: Heading
    words: tuple[str, ...]
    """What stands under it, up to the next heading."""


def check_headings(
    ws: Workspace, shift: Shift, texts: Mapping[str, str], *, moving: str, joined: str, title: Heading | None
) -> None:
    """Raise DataError with the places whose heading would be another one in the joined page.

    texts: the files with their links following, by old path, not joined yet.  moving: the page that goes, as it is
    put into the other.  title: its heading that gets another text there.
    """
    ((old, new),) = shift.moves.items()
    headings = headings_of(ws.vault.read(old).text)
    before, after = _sections(moving), _sections(joined)
    refused = []
    for path, text in sorted(texts.items()):
        for where, was, subpath in _subpaths(ws.vault.read(path).text, text, path, old, shift):
            heading = find_heading(headings, was)
            if heading is None:
                continue
            found = find_heading([section.heading for section in after], subpath)
            kept = kept_name(heading.text)
            if found is None:
                refused.append(where)
            elif heading != title and not (kept and heading_key(found.text) == heading_key(heading.text)):
                section = next(section for section in after if section.heading == found)
                if section.words != before[headings.index(heading)].words:
                    refused.append(where)
    if refused:
        more = f" and {len(refused) - _MOST_TOLD} more" if len(refused) > _MOST_TOLD else ""
        raise DataError(
            f"links to headings of {old} would lead to other ones of {new}: {', '.join(refused[:_MOST_TOLD])}{more}",
            hint="give one of the two headings another name, in these links too, and merge again",
        )


def _sections(text: str) -> list[_Section]:
    headings = headings_of(text)
    ends = [after.start for _, after in pairwise(headings)] + [len(text)]
    return [_Section(heading, tuple(text[heading.end : end].split())) for heading, end in zip(headings, ends)]


def _subpaths(before: str, after: str, path: str, old: str, shift: Shift) -> Iterator[tuple[str, str, str]]:
    """Of each link in a file that leads to a part of old: its place, and its subpath before and after the move."""
    if is_note(path):
        for was, now in zip(_links(before), _links(after)):
            if was.subpath and resolve(was.path, path, shift.before) == old:
                yield f"{path}:{was.line} {before[was.start : was.end]}", was.subpath, now.subpath
        return
    canvases = read_canvas(before), read_canvas(after)
    if canvases[0] is None or canvases[1] is None:
        return
    for card in file_nodes(canvases[0]):
        subpath = card.get("subpath")
        if isinstance(subpath, str) and shift.before.exact(card["file"]) == old:
            yield f"{path} {card['file']}{subpath}", subpath, subpath
    for one, other in zip(text_nodes(canvases[0]), text_nodes(canvases[1])):
        for was, now in zip(_links(one["text"]), _links(other["text"])):
            if was.subpath and resolve(was.path, path, shift.before) == old:
                yield f"{path} {one['text'][was.start : was.end]}", was.subpath, now.subpath


def _links(text: str) -> list[Link]:
    properties = read_properties(text)
    body = scan(text, body_start=properties.body_start).links
    return [*properties.links, *body, *local_definitions(text, body_start=properties.body_start)]
