"""Whether what a page rests on is still there: claims and quotes by the block they cite, answers by the hashes they
keep."""

from __future__ import annotations

from .. import regex as re
from ..digests import sha256
from ..named_tuple import NamedTuple
from ..pages.link_text import parse_link_text
from ..quick_json import loads
from ..store.page_texts import text_of
from ..store.vault import is_note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from ..model import Passage, PassageRow
    from ..retrieval.port import GraphReader
    from ..store.workspace import Workspace

HASH_LENGTH = 12
EVIDENCE, HASHES = "evidence", "evidence_hashes"
"""Properties of a filed answer: what it cites, and the hash of each as it was then."""
ADDED, FILED = "added", "filed"
"""Properties with a moment: when the vault first had a source, when an answer was filed last."""


_MOMENT = "YYYY-MM-DDTHH:MM:SS"

LISTED = ("Evidence", "Mentions")
"""Headings under which pages of ours quote what speaks of a thing."""
LISTING = ("entities", "summaries")
"""Categories of such pages; a filed answer keeps hashes of what it lists."""
_LISTED = re.compile(
    r"[ \t]*[-*+][ \t]+(?:\[\[[^\[\]]*\]\][ \t]+)?\[\[([^\[\]|#]+)#\^([A-Za-z0-9-]+)(?:\\?\|[^\[\]]*)?\]\]"
    r'(?:[ \t]*"(.*)")?[ \t]*'
)
_ESCAPED = re.compile(r"\\(?=[^\w\s])")


class Listed(NamedTuple):
    """A line of evidence."""

    line: int
    page: str
    """By link path."""
    block: str
    quote: str
    """As the source has it; "" for a line without one."""


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


def staleness(ws: Workspace) -> Callable[[str, str], bool]:
    """What tells of a page id, and of words of it that are shown, whether they rest on what is gone or has changed."""
    reader: GraphReader = ws.reader

    def is_stale(page: str, shown: str) -> bool:
        query = """SELECT p.category, p.facts FROM nodes n JOIN pages p ON p.id = n.page
                   WHERE n.name = ? AND p.category IN ('topics', 'entities', 'summaries')"""
        row = ws.index.connection().execute(query, (page,)).fetchone()
        if row is None:
            return False
        if row[0] == "topics":
            return bool(stale_reasons(reader, loads(row[1])["properties"]))
        return _is_gone(reader, [each for each in _listed_in(reader.passages_of(page)) if each.quote], shown)

    return is_stale


def written(ws: Workspace) -> Callable[[str], str]:
    """What tells of a page id when an answer was filed last, and when any other page was said or made first: a day, or
    a moment as `local_time`; "" where its properties do not tell."""

    def moment(page: str) -> str:
        query = "SELECT p.category, p.facts FROM nodes n JOIN pages p ON p.id = n.page WHERE n.name = ?"
        row = ws.index.connection().execute(query, (page,)).fetchone()
        values = loads(row[1])["properties"] if row else {}
        names = (FILED, "updated") if row and row[0] == "topics" else ("date", ADDED, "created")
        told = (str(values.get(name) or "") for name in names)
        return next((each[: len(_MOMENT)] for each in told if each[:4].isdigit() and each[4:5] == "-"), "")

    return moment


def gone_evidence(reader: GraphReader, page: str) -> list[Listed]:
    """The lines of evidence on a page of ours whose passage is gone, or says what is quoted no more."""
    rows = reader.passages_of(page)
    listing = rows[0].category in LISTING if rows else False
    return [line for line in _listed_in(rows) if not _stands(reader, line)] if listing else []


def _listed_in(rows: Sequence[PassageRow]) -> list[Listed]:
    return [each for row in rows for each in _lines(row.heading, row.line, row.text)]


def _lines(heading: str, first: int, text: str) -> Iterator[Listed]:
    """The evidence in a passage of a page of ours."""
    if heading.rpartition(" > ")[2] in LISTED:
        for number, line in enumerate(text.split("\n"), first):
            found = _LISTED.fullmatch(line)
            if found:
                yield Listed(number, found[1], found[2], _ESCAPED.sub("", found[3] or ""))


def _is_gone(reader: GraphReader, listed: Sequence[Listed], shown: str) -> bool:
    """Whether a quote that the words shown are of or hold is gone, or nothing that the page quotes is left."""
    words = " ".join(_ESCAPED.sub("", shown).split()).strip("… ")
    quotes = [" ".join(line.quote.split()) for line in listed]
    told = [line for line, quote in zip(listed, quotes) if words and (words in quote or quote in words)]
    if told:
        return not all(_stands(reader, line) for line in told)
    return bool(listed) and not any(_stands(reader, line) for line in listed)


def _stands(reader: GraphReader, listed: Listed) -> bool:
    row = reader.passage_at(listed.page, listed.block)
    return row is not None and _says(row.text, listed.quote)


def _says(text: str, quote: str) -> bool:
    if " ".join(quote.split()) in " ".join(text.split()):
        return True
    # A person may quote loosely; our own quotes are the source's words.
    from ..pages.quotes import has_words, locate_quote

    return not has_words(quote) or locate_quote(quote, text) is not None


def citations(ws: Workspace, path: str) -> list[Citation]:
    """Every claim line and filed answer that cites a block of the page at this path, by path and line."""
    db = ws.index.connection()
    found: set[Citation] = set()
    for page, where, written in _links_to(ws, path):
        for line, *_, evidence in text_of(db, page)[1]:
            found.update(Citation(where, line, *item[1:]) for item in evidence if item[0] == written)
        facts = loads(db.execute("SELECT facts FROM pages WHERE id = ?", (page,)).fetchone()[0])
        found.update(Citation(where, 1, block) for block in _answer_blocks(facts["properties"], written))
    return sorted(found)


def listed_citations(ws: Workspace, path: str) -> list[Citation]:
    """Every quote on a page of ours that cites a block of the page at this path, by path and line."""
    db = ws.index.connection()
    found: set[Citation] = set()
    for page, where, written in _links_to(ws, path):
        if db.execute("SELECT category FROM heads WHERE id = ?", (page,)).fetchone()[0] in LISTING:
            for _, heading, line, text in text_of(db, page)[0]:
                listed = (each for each in _lines(heading, line, text) if each.page == written and each.quote)
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
    cited = properties.get(EVIDENCE)
    if not isinstance(cited, list):
        return []
    parsed = [parse_link_text(str(link).removeprefix("[[").removesuffix("]]")) for link in cited]
    return [subpath.removeprefix("#^") for path, subpath, _ in parsed if path == written]


def lost_citations(cited: Iterable[Citation], passages: Sequence[Passage]) -> list[Citation]:
    """Those whose block, or whose quoted words in it, are not among these passages."""
    texts = {passage.block.lower(): passage.text for passage in passages}
    return [
        each
        for each in cited
        if each.block and (each.block.lower() not in texts or not _says(texts[each.block.lower()], each.quote))
    ]


def linking_pages(ws: Workspace, path: str) -> list[str]:
    """Pages with a link to this one, sorted; sources have none that count."""
    query = """SELECT DISTINCT f.path FROM files t JOIN pages p ON p.id = t.id
               JOIN links l ON l.base = t.base AND l.target = p.node JOIN files f ON f.id = l.page
               WHERE t.path = ? ORDER BY f.path"""
    return [row[0] for row in ws.index.connection().execute(query, (path,)) if is_note(row[0])]
