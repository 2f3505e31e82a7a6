"""Rows that depend on several pages: targets of links, ends and evidence of claims, edges, mentions."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..model import LINKS_TO
from ..text.links import Resolver, block_key, missing_node
from ..text.quotes import quote_words, says
from .database import PLACE_BITS, decode_words
from .port import PREMISE


def places(page: int) -> tuple[int, int]:
    """Return the range of the ids of a page's rows: the first one, and the first after them."""
    return page << PLACE_BITS, (page + 1) << PLACE_BITS


class _Holder(NamedTuple):
    """A passage that may hold a quote."""

    passage: int
    section: int
    block: str
    text: str


class Resolution:
    """Resolves the links, claims and evidence of pages, and writes their targets."""

    def __init__(self, db: sqlite3.Connection, resolver: Resolver) -> None:
        self._db, self._resolver = db, resolver
        self._known: dict[tuple[str, str], tuple[str, int | None, str, str]] = {}
        self._read: tuple[int, list[_Holder]] = (-1, [])
        """The page that was read last, since a summary cites one source, and its passages."""
        self._words: list[frozenset[str]] = []
        """Words of these passages, which rule out most of them; empty until needed."""

    def write(self, page: int, path: str, node: str) -> None:
        """Resolve the links and claims of one page."""
        run, many, here = self._db.execute, self._db.executemany, places(page)
        rows = run("SELECT link, place FROM links WHERE page = ?", (page,)).fetchall()
        links = [(*self._resolve_target(link.partition("#")[0], path)[:3], page, place) for link, place in rows]
        many("UPDATE links SET target = ?, target_page = ?, node = ? WHERE page = ? AND place = ?", links)
        query = "SELECT id, line, subject_link, object_link, subject_label, object_label, form FROM claims"
        claims, lines = [], {}
        for claim, line, subject, object_, subject_label, label, form in run(
            query + " WHERE id >= ? AND id < ?", here
        ).fetchall():
            last, name = self._end(object_, label, path)
            claims.append((*self._end(subject, subject_label, path), last, label if form == PREMISE else name, claim))
            lines[claim] = line
        many("UPDATE claims SET subject = ?, subject_name = ?, object = ?, object_name = ? WHERE id = ?", claims)
        evidence = []
        query = "SELECT claim, place, link, block, quote FROM evidence WHERE claim >= ? AND claim < ?"
        for claim, place, link, block, quote in run(query, here).fetchall():
            _, number, source, _ = self._resolve_target(link, path) if link else (path, page, node, "")
            passage = None
            if not link:
                passage = self._passage_at_line(page, lines[claim])
            elif number is not None:
                passage = self._passage_of(number, block, quote)
            evidence.append((source, number, *(passage or (None, None)), claim, place))
        many(
            "UPDATE evidence SET source = ?, page = ?, passage = ?, section = ? WHERE claim = ? AND place = ?", evidence
        )

    def _resolve_target(self, link: str, source: str) -> tuple[str, int | None, str, str]:
        """Return path, page, node and title of a link's target; "" and None where there is none."""
        key = (link, source.rpartition("/")[0] if link else source)
        if key not in self._known:
            target = self._resolver.resolve(link, source)
            row = self._db.execute("SELECT id, node, title FROM pages WHERE path = ?", (target,)).fetchone()
            self._known[key] = (target, *(row or (None, "" if target else missing_node(link), "")))
        return self._known[key]

    def _end(self, link: str, label: str, source: str) -> tuple[str, str]:
        """Return node and name of an end of a claim; the node of a file that is no page is its path."""
        target, page, node, title = self._resolve_target(link, source)
        return (node or target, label or link.rpartition("/")[2] or link) if page is None else (node, title)

    def _passage_of(self, page: int, block: str, quote: str) -> tuple[int, int] | None:
        """Return the passage that has the quoted words, and its section: one of the block, else any of the page.

        For a quote over two passages that were cut from one block it is the first; without words it is the block's.
        """
        if page != self._read[0]:
            query = "SELECT id, section, block, text FROM passages WHERE id >= ? AND id < ? ORDER BY id"
            self._read, self._words = (page, [_Holder(*row) for row in self._db.execute(query, places(page))]), []
        rows = self._read[1]
        of_block = [row for row in rows if block and block_key(row.block) == block_key(block)]
        if not quote:
            return of_block[0][:2] if of_block else None
        found = next((row for row in of_block if says(row.text, quote)), None)
        if found is None:
            self._words = self._words or [quote_words(row.text) for row in rows]
            wanted, there = quote_words(quote), [*zip(rows, self._words)]
            found = next((row for row, words in there if wanted <= words and says(row.text, quote)), None)
            for (row, words), (after, further) in pairwise(there if found is None else ()):
                is_one_block = row.block and row.block == after.block
                if is_one_block and wanted <= words | further and says(f"{row.text}\n{after.text}", quote):
                    found = row
                    break
        return found[:2] if found else None

    def _passage_at_line(self, page: int, line: int) -> tuple[int, int] | None:
        query = "SELECT id, section FROM passages WHERE id >= ? AND id < ? AND line <= ? AND end_line >= ?"
        # Not in a list of claims, which only repeats the claims that are stored.
        query += " AND hash != '' ORDER BY id"
        row = self._db.execute(query, (*places(page), line, line)).fetchone()
        return (row[0], row[1]) if row else None


def write_edges(db: sqlite3.Connection) -> None:
    """Make the edges at the nodes in the table `touched` anew, merged from claims and links.

    A claim whose cited sources are all gone adds no edge.  A link in a claim about its page adds only that claim, and a
    link to a premise adds none: a page with many dependents would be a hub of plain links.
    """
    nodes = db.execute("SELECT node FROM touched WHERE node <> '' ORDER BY node").fetchall()
    db.execute("DELETE FROM edges WHERE node IN (SELECT node FROM touched)")
    insert = (
        "INSERT OR REPLACE INTO edges"
        " SELECT :node, 1, max(c.confidence), c.subject, c.relation, c.object, count(DISTINCT e.source) FROM claims c"
        " CROSS JOIN evidence e ON e.claim = c.id AND e.page IS NOT NULL WHERE c.id IN (SELECT id FROM claims"
        f" WHERE subject = :node UNION SELECT id FROM claims WHERE object = :node AND form <> '{PREMISE}')"
        " GROUP BY c.subject, c.relation, c.object"
        f" UNION ALL SELECT :node, 0, 1.0, source, '{LINKS_TO}', target, 1 FROM (SELECT p.id AS page, p.node AS source,"
        " l.node AS target FROM pages p CROSS JOIN links l ON l.page = p.id WHERE p.node = :node UNION ALL SELECT p.id,"
        " p.node, l.node FROM links l CROSS JOIN pages p ON p.id = l.page WHERE l.node = :node) AS x"
        " WHERE x.target NOT IN ('', x.source) AND NOT EXISTS (SELECT 1 FROM claims c"
        f" WHERE c.id >= x.page << {PLACE_BITS} AND c.id < (x.page + 1) << {PLACE_BITS}"
        " AND ((c.subject = x.source AND c.object = x.target) OR (c.subject = x.target AND c.object = x.source)"
        f" OR (c.form = '{PREMISE}' AND c.object = x.target)))"
    )
    db.executemany(insert, [{"node": node} for (node,) in nodes])


# Names of one word with three letters or fewer occur everywhere by chance; names of more than eight words are
# sentences.  Both are names, but are not searched in text.
MAX_WORDS = 8
SHORT_WORD = 3

KINDS = "('title', 'stem', 'alias', 'short', 'missing')"
"""Kinds of names that are searched in text: all but the questions of filed answers."""

_FIRST_UNSPACED = "\u2e80"
"""From this character on, scripts are mostly written without blanks: there a word is a pair of characters."""

FEW_SECTIONS = 500
"""Sections up to which the names in them are fetched word by word rather than all at once."""

Names = Mapping[str, Sequence[int]]
"""First words of names, and how many words those names have, longest first."""


def is_sought(key: str) -> bool:
    """Report whether a name with this key is searched in text."""
    words = key.count(" ") + 1
    return words <= MAX_WORDS and (words > 1 or len(key) > SHORT_WORD or (len(key) > 1 and key >= _FIRST_UNSPACED))


def names_in(words: Sequence[str], keys: Collection[str], lengths: Names) -> Iterator[str]:
    """Yield the keys that occur in a text, from left to right; where several begin at one word, the longest."""
    place = 0
    while place < len(words):
        step = 1
        for length in lengths.get(words[place], ()):
            key = " ".join(words[place : place + length]) if length > 1 else words[place]
            if key in keys and length <= len(words) - place:
                yield key
                step = length
                break
        place += step


def lengths_of(keys: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Map the first word of each key to the numbers of words of such keys, longest first."""
    found: dict[str, set[int]] = {}
    for key in keys:
        found.setdefault(key.partition(" ")[0], set()).add(key.count(" ") + 1)
    return {word: tuple(sorted(lengths, reverse=True)) for word, lengths in found.items()}


def write_mentions(db: sqlite3.Connection, sections: Sequence[int]) -> None:
    """Make the mentions of these sections anew."""
    rows = [(section,) for section in sections]
    db.executemany("DELETE FROM mentions WHERE section = ?", rows)
    # The weakest role first: later ones replace it.
    db.executemany("INSERT OR REPLACE INTO mentions VALUES (?, ?, 'text')", _names_in_text(db, sections))
    for role, query in (("claim", _CLAIM_ROLES), ("title", _TITLE_ROLES)):
        db.executemany(f"INSERT OR REPLACE INTO mentions SELECT n.key, s.id, '{role}' {query}", rows)


_CLAIM_ROLES = (
    "FROM sections s CROSS JOIN evidence e ON e.section = s.id CROSS JOIN claims k ON k.id = e.claim"
    f" CROSS JOIN names n ON n.node IN (k.subject, k.object) WHERE s.id = ? AND n.kind IN {KINDS}"
)
# A page has its name only in its first section, so that the name leads to one place.
_TITLE_ROLES = (
    f"FROM sections s CROSS JOIN names n ON n.page = s.page WHERE s.id = ? AND n.kind IN {KINDS}"
    f" AND s.id & {(1 << PLACE_BITS) - 1} = 0"
)


def _names_in_text(db: sqlite3.Connection, sections: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Yield each name that occurs in the headings and texts of sections, with the section."""
    query = "SELECT heading, text FROM section_words WHERE rowid = ?"
    texts: Iterable[tuple[int, list[str]]] = (
        (section, decode_words(column).split(" "))
        for section in sections
        for row in db.execute(query, (section,))
        for column in row
    )
    if len(sections) < FEW_SECTIONS:
        texts = [*texts]
        keys = _names_beginning_with(db, {word for _, words in texts for word in words})
    else:
        keys = {key for (key,) in db.execute(f"SELECT DISTINCT key FROM names WHERE kind IN {KINDS}")}
    keys = set(filter(is_sought, keys))
    lengths = lengths_of(keys)
    for section, words in texts:
        for key in names_in(words, keys, lengths):
            yield key, section


def _names_beginning_with(db: sqlite3.Connection, words: Iterable[str]) -> set[str]:
    query = f"SELECT DISTINCT key FROM names WHERE (key = ? OR (key > ? AND key < ?)) AND kind IN {KINDS}"
    found: set[str] = set()
    for word in words:
        # Keys that begin with the word and a blank sort before the word and `!`.
        found.update(row[0] for row in db.execute(query, (word, word + " ", word + "!")))
    return found
