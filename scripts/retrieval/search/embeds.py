"""A passage that is an embed of a note, followed by what it shows: a reader of the note sees the text there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...pages.linking.subpaths import block_key, heading_key
from ...pages.text.names import fold_name
from ..extracts.windows import says_something
from .ranking import Ranked

if TYPE_CHECKING:
    from ...pages.model import PassageRow
    from ..extracts.coverage import Asked
    from ..port import GraphReader

MOST = 5
"""Passages that are shown of one embed: the first of the note or section."""
_EMBED = re.compile(r"!\[\[([^\[\]|#^]*?)(?:\.md)?(#[^\[\]|]*)?(?:\|[^\[\]]*)?\]\]")


def open_embeds(graph: GraphReader, asked: Asked, found: Sequence[Ranked], best: int) -> list[Ranked]:
    """Passages that say something, and of so many best those that embed a note, each followed by what it shows.

    Cost: a look at names and at a page for each of these embeds.
    """
    opened: list[Ranked] = []
    met: set[int] = set()
    for at, each in enumerate(found):
        if each.row.id in met:
            continue
        embed = _EMBED.fullmatch(each.row.text.strip()) if at < best and "![[" in each.row.text else None
        shown = [row for row in _shown(graph, each.row, *embed.groups("")) if row.id not in met] if embed else []
        if shown or says_something(each.row.text, asked):
            opened += [each, *(Ranked(row, each.score, "beside") for row in shown)]
            met.update(row.id for row in (each.row, *shown))
    return opened


def _shown(graph: GraphReader, row: PassageRow, target: str, subpath: str) -> list[PassageRow]:
    """What an embed in a passage shows; nothing where no note, or more than one, has that name."""
    page = row.page
    if target:
        key = fold_name(target.rpartition("/")[2])
        pages = {hit.node for hit in graph.names([key]).get(key, ()) if hit.how == "exact"}
        if len(pages) != 1:
            return []
        (page,) = pages
    last = subpath.rpartition("#")[2]
    if last.startswith("^"):
        block = graph.passage_at(page, block_key(last))
        return [block] if block is not None else []
    rows = graph.passages_of(page)
    if last:
        wanted = heading_key(last)
        rows = [each for each in rows if wanted in map(heading_key, each.heading.split(" > "))]
    return [each for each in rows if each.id != row.id and says_something(each.text)][:MOST]
