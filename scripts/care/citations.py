"""Who cites a passage of a source: claims, filed answers and quotes on pages, found by the links to its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..homes import parse_json
from ..store.page_texts import text_of
from ..store.vault import is_note
from .cited_answers import cited_parts
from .freshness import LISTING, listed_lines, says
from .saying import blocks_saying

if TYPE_CHECKING:
    from ..pages.page_model import Passage
    from ..store.workspace import Workspace


class Citation(NamedTuple):
    """A place that rests on a passage of a source."""

    path: str
    line: int
    block: str
    quote: str = ""
    now: str = ""
    """Of one that is lost: the block in which its quoted words stand now; "" for none."""


def citations(ws: Workspace, path: str) -> list[Citation]:
    """Every claim line and filed answer that cites a block of the page at this path, by path and line."""
    db = ws.index.connection()
    found: set[Citation] = set()
    for page, where, written in _links_to(ws, path):
        for line, *_, evidence in text_of(db, page)[1]:
            found.update(Citation(where, line, *item[1:]) for item in evidence if item[0] == written)
        facts = parse_json(db.execute("SELECT facts FROM pages WHERE id = ?", (page,)).fetchone()[0])
        found.update(Citation(where, 1, block) for block in _answer_blocks(facts["properties"], written))
    return sorted(found)


def listed_citations(ws: Workspace, path: str) -> list[Citation]:
    """Every quote on a page of ours that cites a block of the page at this path, by path and line."""
    db = ws.index.connection()
    found: set[Citation] = set()
    for page, where, written in _links_to(ws, path):
        if db.execute("SELECT category FROM heads WHERE id = ?", (page,)).fetchone()[0] in LISTING:
            for _, heading, line, text in text_of(db, page)[0]:
                listed = (each for each in listed_lines(heading, line, text) if each.page == written and each.quote)
                found.update(Citation(where, each.line, each.block, each.quote) for each in listed)
    return sorted(found)


def _links_to(ws: Workspace, path: str) -> list[tuple[int, str, str]]:
    """Id and path of each page with a link to this one, and the link path as written."""
    run = ws.index.connection().execute
    row = run("SELECT f.base, p.node FROM files f JOIN pages p ON p.id = f.id WHERE f.path = ?", (path,)).fetchone()
    if row is None:
        return []
    return run(
        "SELECT l.page, f.path, l.path FROM links l JOIN files f ON f.id = l.page WHERE l.base = ? AND l.target = ?",
        row,
    ).fetchall()


def _answer_blocks(properties: Mapping[str, Any], written: str) -> list[str]:
    return [subpath.removeprefix("#^") for path, subpath in cited_parts(properties) if path == written]


def lost_citations(cited: Iterable[Citation], passages: Sequence[Passage]) -> list[Citation]:
    """Those whose block, or whose quoted words in it, are not among these passages, and where these words stand."""
    texts = {passage.block.lower(): passage.text for passage in passages}
    lost = [
        each
        for each in cited
        if each.block and (each.block.lower() not in texts or not says(texts[each.block.lower()], each.quote))
    ]
    if not lost:
        return []
    now = blocks_saying(passages)
    return [each._replace(now=now(each.quote)) for each in lost]


def linking_pages(ws: Workspace, path: str) -> list[str]:
    """Pages with a link to this one, sorted; sources have none that count."""
    query = """SELECT DISTINCT f.path FROM files t JOIN pages p ON p.id = t.id
               JOIN links l ON l.base = t.base AND l.target = p.node JOIN files f ON f.id = l.page
               WHERE t.path = ? ORDER BY f.path"""
    return [row[0] for row in ws.index.connection().execute(query, (path,)) if is_note(row[0])]
