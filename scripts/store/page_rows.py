"""A page's rows in the index: gathered and written many at a time, taken away again one page at a time."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..homes import parse_json
from ..pages.linking.resolution import link_key
from ..pages.page_facts import questions_of, stem_of, text_value
from ..pages.text.names import series_number, short_title
from ..pages.text.speakers import speaker_name
from ..pages.text.words import indexed_text
from ..pages.yaml.property_passage import property_text
from .ids import node_id
from .name_rows import NameRows
from .page_texts import pack_text, packer_of, sample_of, stored_sample, text_of
from .schema import ALIAS, LONG_PASSAGE, QUESTION, SHORT, STEM, TITLE, words_table
from .statement_rows import STATE, statement_rows

if TYPE_CHECKING:
    from ..pages.page_model import Issue, Page, PlacedClaim
    from .link_targets import LinkTargets
    from .page_texts import Claims, Passages

_LAST = """SELECT f.id, coalesce(h.passage_count, 0) FROM files f LEFT JOIN heads h ON h.id = f.id
    ORDER BY f.id DESC LIMIT 1"""
_HUMPED = re.compile(r"(?=.*[a-z][A-Z])[A-Za-z][A-Za-z0-9]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Where words meet in a name without blanks: `ClusterOperatorDegraded`, `KubeAPIDown`."""
_FLUSH_AT = 400
"""Pages that are held before they are written: enough to pay for a statement, few enough for the memory."""

_TABLES = {
    "files": "INSERT INTO files VALUES (?, ?, ?, ?)",
    "heads": "INSERT INTO heads VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    "about": "INSERT INTO about VALUES (?, ?, ?, ?, ?)",
    # A page that is read again keeps its node's degree: the edges of others to it stand.
    "nodes": """INSERT INTO nodes(id, name, page, label) VALUES (?, ?, ?, ?)
        ON CONFLICT(id) DO UPDATE SET name = excluded.name, page = excluded.page, label = excluded.label""",
    "words": "INSERT INTO words(rowid, text, heading, title, names) VALUES (?, ?, ?, ?, ?)",
    "derived_words": "INSERT INTO derived_words(rowid, text, heading, title, names) VALUES (?, ?, ?, ?, ?)",
    "texts": "INSERT INTO texts VALUES (?, ?)",
    "long_passages": "INSERT INTO long_passages VALUES (?)",
    "links": "INSERT INTO links VALUES (?, ?, ?, ?, ?)",
    "statements": STATE,
    "quoted_links": "INSERT INTO quoted_links VALUES (?, ?)",
    "issues": "INSERT INTO issues VALUES (?, ?, ?, ?)",
}


class PageRows:
    """Rows on their way into the tables; flush() before reading what was added."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.names = NameRows(db)
        self._rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _TABLES}
        last = db.execute(_LAST).fetchone()
        self._next = last[0] + max(1, last[1]) if last else 1
        """The first id that no file and no passage has."""
        self._packer = packer_of(stored_sample(db))
        self.foreseen: LinkTargets | None = None
        """Where links will lead, where that is known before the pages are there: they are written resolved, and the
        claims of their page stated."""

    def add_file(self, path: str, base: str, digest: bytes) -> int:
        """Register a file and return its id; add_page() for it comes before the next file."""
        file_id: int = self._next
        self._next += 1
        self._rows["files"].append((file_id, path, base, digest))
        return file_id

    def add_page(self, file_id: int, page: Page) -> None:
        """The rows of a page that has none: page, text, node, names, words, links."""
        node, stem, rows = node_id("p:" + page.path), stem_of(page.path), self._rows
        passages, claims = _said(page)
        facts: dict[str, Any] = {"aliases": page.aliases, "tags": page.tags, "properties": page.properties}
        has_turns = any(speaker_name(row[3]) for row in passages)
        counts = len(passages), len(claims)
        rows["heads"].append((file_id, node, stem, page.title, page.category, has_turns, *counts))
        updated = text_value(page.properties, "updated")
        rows["about"].append(
            (
                file_id,
                page.type,
                page.summary,
                updated,
                json.dumps(facts, ensure_ascii=False, separators=(",", ":"), default=str),
            )
        )
        rows["texts"].append((file_id, pack_text(passages, claims, self._packer)))
        self._next = file_id + max(1, len(passages))
        rows["nodes"].append((node, stem, file_id, page.title))
        self.names.add(node, page_names(page))
        table = words_table(page.category)
        rows[table] += _word_rows(file_id, page.title, " \n ".join((*page.aliases, stem)), passages)
        if table == "words":
            rows["long_passages"] += [(id,) for id, row in enumerate(passages, file_id) if len(row[3]) >= LONG_PASSAGE]
        paths = sorted({link.path for link in page.links} - {""})
        quoted = [*paths, *page.named] if page.category == "sources" else page.named
        rows["quoted_links"] += [(file_id, base) for base in sorted({base_of(path) for path in quoted})]
        if page.category != "sources":
            targets = self.foreseen.of_page(page.path, paths) if self.foreseen else [0] * len(paths)
            rows["links"] += [
                (file_id, part, path, base_of(path), target) for part, (path, target) in enumerate(zip(paths, targets))
            ]
            if self.foreseen and claims:
                ends = dict(zip(paths, targets))
                rows["statements"] += statement_rows(file_id, node, claims, ends, self.foreseen.has_page)
        if len(rows["heads"]) >= _FLUSH_AT:
            self.flush()

    def take_sample(self, pages: Iterable[Page]) -> None:
        """Compress texts behind the beginnings of these from now on; before the first page of an index."""
        sample = sample_of([_said(page) for page in pages])
        self._packer = packer_of(sample)
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('sample', ?)", (sample,))

    def add_issues(self, issues: Iterable[Issue]) -> None:
        """What reading a page found."""
        self._rows["issues"] += issues

    def flush(self) -> None:
        """Write everything gathered so far."""
        for table, insert in _TABLES.items():
            if self._rows[table]:
                self._db.executemany(insert, self._rows[table])
                self._rows[table].clear()
        self.names.flush()

    def remove_page(self, file_id: int, path: str) -> int | None:
        """Take away all rows of a written page except its file, its links and its node; return the node."""
        row = self._db.execute(
            "SELECT node, title, category, facts, passage_count FROM pages WHERE id = ?", (file_id,)
        ).fetchone()
        if row is None:
            return None
        node, title, category, facts, passage_count = row
        table = words_table(category)
        names_text = " \n ".join((*parse_json(facts)["aliases"], stem_of(path)))
        # A contentless FTS5 table forgets a row only when it is told again exactly what the row was.
        self._db.executemany(
            f"INSERT INTO {table}({table}, rowid, text, heading, title, names) VALUES ('delete', ?, ?, ?, ?, ?)",
            _word_rows(file_id, title, names_text, text_of(self._db, file_id)[0]),
        )
        self.names.remove(node)
        self._db.execute("DELETE FROM heads WHERE id = ?", (file_id,))
        self._db.execute("DELETE FROM about WHERE page = ?", (file_id,))
        self._db.execute("DELETE FROM texts WHERE page = ?", (file_id,))
        self._db.execute("DELETE FROM quoted_links WHERE page = ?", (file_id,))
        beyond = file_id + max(1, passage_count)
        self._db.execute("DELETE FROM long_passages WHERE passage >= ? AND passage < ?", (file_id, beyond))
        return int(node)


def page_names(page: Page) -> list[tuple[int, str]]:
    """The names a page answers to, as (kind, name)."""
    found = [(TITLE, page.title), (STEM, stem_of(page.path)), *((ALIAS, alias) for alias in page.aliases)]
    if short_title(page.title) != page.title:
        found.append((SHORT, page.title))
    told_apart = _HUMP.sub(" ", page.title) if _HUMPED.fullmatch(page.title) else ""
    found += [(SHORT, name) for name in (series_number(page.title), told_apart) if name]
    # Many people keep what a thing is called in a property, where file names must be unique.
    if page.category == "notes":
        called = text_value(page.properties, "name") or text_value(page.properties, "Name")
        if called:
            found.append((ALIAS, called))
    return [*found, *((QUESTION, question) for question in questions_of(page.properties))]


@lru_cache(maxsize=1 << 16)
def base_of(link_path: str) -> str:
    """The folded file name under which a link's target is looked up, without `.md`.

    Whatever a link may mean has the link's own base: the extension is put on before folding, as resolution does (a
    sigma is final only at the end of a word), and `a.md.md`, which `[[a.md]]` can mean, counts as `a`.
    """
    name = link_path.rpartition("/")[2]
    key = link_key(name if name[-3:].lower() == ".md" else name + ".md")
    while key.endswith(".md") and len(key) > 3:
        key = key[:-3]
    return key


def _said(page: Page) -> tuple[Passages, Claims]:
    """What is kept of a page's text."""
    passages = [(block, heading, line, text) for _, block, heading, _, _, line, text in page.passages]
    told = property_text(page.properties, (page.title, stem_of(page.path))) if page.category == "notes" else ""
    if told:
        passages.insert(0, ("", "", 1, told))
    return passages, [_claim_row(placed) for placed in page.claims]


def _claim_row(placed: PlacedClaim) -> tuple[int, str, str, str, float, list[tuple[str, str, str]]]:
    claim = placed.claim
    evidence = [(item.source, item.block, item.quote) for item in claim.evidence]
    return placed.line, claim.subject, claim.relation, claim.object, claim.confidence, evidence


def _word_rows(file_id: int, title: str, names_text: str, rows: Passages) -> list[tuple[int, str, str, str, str]]:
    title, names_text = indexed_text(title), indexed_text(names_text)
    if not rows:
        # A page without text is still found by its names.
        return [(file_id, "", "", title, names_text)]
    return [
        (file_id + at, indexed_text(row[3]), indexed_text(row[1]), title, "" if at else names_text)
        for at, row in enumerate(rows)
    ]
