"""Whether what a page rests on is still there: claims by the block they cite, answers by the hashes they keep."""

from __future__ import annotations

from ..digests import sha256
from ..named_tuple import NamedTuple
from ..pages.links import parse_link_text
from ..quick_json import loads
from ..store.page_texts import text_of
from ..store.vault import is_note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..model import Passage
    from ..retrieval.port import GraphReader
    from ..store.workspace import Workspace

HASH_LENGTH = 12
EVIDENCE, HASHES = "evidence", "evidence_hashes"
"""Properties of a filed answer: what it cites, and the hash of each as it was then."""


class Citation(NamedTuple):
    """A place that rests on a passage of a source."""

    path: str
    line: int
    block: str
    quote: str = ""


class StaleReason(NamedTuple):
    """One cited passage that is not what it was."""

    cited: str
    reason: str
    """gone or changed."""


def content_hash(text: str) -> str:
    """Hash of a passage's words: line breaks and indentation do not count."""
    return sha256(" ".join(text.split()).encode("utf-8")).hexdigest()[:HASH_LENGTH]


def cited_text(reader: GraphReader, cited: str) -> str | None:
    """The text that a citation `page#^block` or `page` means now; None when there is no such thing."""
    path, subpath, _ = parse_link_text(cited.strip().removeprefix("[[").removesuffix("]]"))
    if subpath.startswith("#^"):
        row = reader.passage_at(path, subpath[2:])
        return row.text if row else None
    rows = reader.passages_of(path)
    return "\n".join(row.text for row in rows) if rows else None


def stale_reasons(reader: GraphReader, properties: Mapping[str, Any]) -> tuple[StaleReason, ...]:
    """What a filed answer cites that is gone or changed since; empty for a fresh answer and for any other page."""
    cited, hashes = properties.get(EVIDENCE), properties.get(HASHES)
    if not isinstance(cited, list) or not isinstance(hashes, list):
        return ()
    reasons = []
    for link, known in zip(cited, hashes):
        text = cited_text(reader, str(link))
        shown = str(link).removeprefix("[[").removesuffix("]]").partition("|")[0]
        if text is None:
            reasons.append(StaleReason(shown, "gone"))
        elif content_hash(text) != known:
            reasons.append(StaleReason(shown, "changed"))
    return tuple(reasons)


def citations(ws: Workspace, path: str) -> list[Citation]:
    """Every claim line and filed answer that cites a block of the page at this path, by path and line."""
    db = ws.index.connection()
    run = db.execute
    row = run("SELECT f.base, p.node FROM files f JOIN pages p ON p.id = f.id WHERE f.path = ?", (path,)).fetchone()
    if row is None:
        return []
    found: set[Citation] = set()
    links = run(
        "SELECT l.page, f.path, l.path FROM links l JOIN files f ON f.id = l.page WHERE l.base = ? AND l.target = ?",
        row,
    ).fetchall()
    for page, where, written in links:
        for line, *_, evidence in text_of(db, page)[1]:
            found.update(Citation(where, line, *item[1:]) for item in evidence if item[0] == written)
        facts = loads(run("SELECT facts FROM pages WHERE id = ?", (page,)).fetchone()[0])
        found.update(Citation(where, 1, block) for block in _answer_blocks(facts["properties"], written))
    return sorted(found)


def _answer_blocks(properties: Mapping[str, Any], written: str) -> list[str]:
    cited = properties.get(EVIDENCE)
    if not isinstance(cited, list):
        return []
    parsed = [parse_link_text(str(link).removeprefix("[[").removesuffix("]]")) for link in cited]
    return [subpath.removeprefix("#^") for path, subpath, _ in parsed if path == written]


def lost_citations(ws: Workspace, path: str, passages: Sequence[Passage]) -> list[Citation]:
    """Citations of the page whose block, or whose quoted words in it, are not among these passages."""
    from ..pages.quotes import locate_quote

    texts = {passage.block.lower(): passage.text for passage in passages}
    return [
        citation
        for citation in citations(ws, path)
        if citation.block
        and (
            citation.block.lower() not in texts
            or (citation.quote and locate_quote(citation.quote, texts[citation.block.lower()]) is None)
        )
    ]


def linking_pages(ws: Workspace, path: str) -> list[str]:
    """Pages with a link to this one, sorted; sources have none that count."""
    query = """SELECT DISTINCT f.path FROM files t JOIN pages p ON p.id = t.id
               JOIN links l ON l.base = t.base AND l.target = p.node JOIN files f ON f.id = l.page
               WHERE t.path = ? ORDER BY f.path"""
    return [row[0] for row in ws.index.connection().execute(query, (path,)) if is_note(row[0])]
