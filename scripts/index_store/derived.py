"""What depends on several pages: where links lead, what claims say of which nodes, edges, mentions."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..model import LINKS_TO
from ..text.links import Resolver, block_key, missing_node
from ..text.quotes import quote_words, says
from .database import PLACE_BITS, decode_words, match_expression
from .port import PREMISE


class _Passage(NamedTuple):
    """A passage in which a quote may stand."""

    passage: int
    section: int
    block: str
    text: str


class Statements:
    """Writes where the links, claims and evidence of pages lead."""

    def __init__(self, db: sqlite3.Connection, resolver: Resolver) -> None:
        self._db, self._resolver = db, resolver
        self._known: dict[tuple[str, str], tuple[str, int | None, str]] = {}
        self._read: tuple[int, list[_Passage]] = (-1, [])
        self._words: Sequence[frozenset[str]] = ()

    def write(self, page: int) -> None:
        """Resolve the links and claims of one page."""
        path, node = self._db.execute("SELECT path, node FROM pages WHERE id = ?", (page,)).fetchone()
        changes = []
        for place, link in self._db.execute("SELECT place, link FROM links WHERE page = ?", (page,)).fetchall():
            target, number, target_node = self._target(link.partition("#")[0], path)
            changes.append((target, number, target_node, page, place))
        self._db.executemany(
            "UPDATE links SET target = ?, target_page = ?, node = ? WHERE page = ? AND place = ?", changes
        )
        here = (page << PLACE_BITS, (page + 1) << PLACE_BITS)
        query = "SELECT id, line, subject_link, object_link, subject_label, object_label, form FROM claims"
        query += " WHERE id >= ? AND id < ?"
        claims, own = [], {}
        for claim, line, subject, object_, subject_label, label, form in self._db.execute(query, here).fetchall():
            last, name = self._end(object_, label, path)
            claims.append((*self._end(subject, subject_label, path), last, label if form == PREMISE else name, claim))
            own[claim] = line
        self._db.executemany(
            "UPDATE claims SET subject = ?, subject_name = ?, object = ?, object_name = ? WHERE id = ?", claims
        )
        evidence = []
        query = "SELECT claim, place, link, block, quote FROM evidence WHERE claim >= ? AND claim < ?"
        for claim, place, link, block, quote in self._db.execute(query, here).fetchall():
            if link:
                _, number, source = self._target(link, path)
                passage = self._passage_of(number, block, quote) if number is not None else None
            else:
                number, source = page, node
                passage = self._passage_at_line(page, own[claim])
            evidence.append((source, number, *(passage or (None, None)), claim, place))
        self._db.executemany(
            "UPDATE evidence SET source = ?, page = ?, passage = ?, section = ? WHERE claim = ? AND place = ?", evidence
        )

    def _target(self, link: str, source: str) -> tuple[str, int | None, str]:
        """Return path, page and node that a link leads to; "" and None where there is none."""
        key = (link, source.rpartition("/")[0] if link else source)
        if key not in self._known:
            target = self._resolver.resolve(link, source)
            row = self._db.execute("SELECT id, node FROM pages WHERE path = ?", (target,)).fetchone()
            self._known[key] = (target, *(row or (None, "" if target else missing_node(link))))
        return self._known[key]

    def _end(self, link: str, label: str, source: str) -> tuple[str, str]:
        """Return node and name of an end of a claim; a file that is no page stands for itself, by its path."""
        target, page, node = self._target(link, source)
        if page is None:
            return node or target, label or link.rpartition("/")[2] or link
        title = self._db.execute("SELECT title FROM pages WHERE id = ?", (page,)).fetchone()[0]
        return node, title

    def _passage_of(self, page: int, block: str, quote: str) -> tuple[int, int] | None:
        """Return the passage that has the quoted words, and its section: one of the block, else any of the page.

        A quote may run over two that were cut from one block: then it is the first.  Without words the block counts.
        """
        rows = self._passages(page)
        of_block = [row for row in rows if block and block_key(row.block) == block_key(block)]
        if not quote:
            return (of_block[0].passage, of_block[0].section) if of_block else None
        found = next((row for row in of_block if says(row.text, quote)), None)
        if found is None:
            found = self._elsewhere(page, quote)
        return (found.passage, found.section) if found else None

    def _elsewhere(self, page: int, quote: str) -> _Passage | None:
        rows, words = [*zip(self._passages(page), self._words_of(page))], quote_words(quote)
        for row, there in rows:
            if words <= there and says(row.text, quote):
                return row
        for (row, there), (after, further) in pairwise(rows):
            is_one_block = row.block and row.block == after.block
            if is_one_block and words <= there | further and says(f"{row.text}\n{after.text}", quote):
                return row
        return None

    def _passages(self, page: int) -> Sequence[_Passage]:
        """Return the passages of a page; those of the last one are kept, since a summary cites one source."""
        if page != self._read[0]:
            query = "SELECT id, section, block, text FROM passages WHERE id >= ? AND id < ? ORDER BY id"
            rows = self._db.execute(query, (page << PLACE_BITS, (page + 1) << PLACE_BITS))
            self._read, self._words = (page, [_Passage(*row) for row in rows]), ()
        return self._read[1]

    def _words_of(self, page: int) -> Sequence[frozenset[str]]:
        """Return the words of each passage of a page, by which most are told not to say something."""
        rows = self._passages(page)
        self._words = self._words or [quote_words(row.text) for row in rows]
        return self._words

    def _passage_at_line(self, page: int, line: int) -> tuple[int, int] | None:
        query = "SELECT id, section FROM passages WHERE id >= ? AND id < ? AND line <= ? AND end_line >= ?"
        # Not in a list of claims, which only says again what is stored as claims.
        query += " AND hash != '' ORDER BY id"
        row = self._db.execute(query, (page << PLACE_BITS, (page + 1) << PLACE_BITS, line, line)).fetchone()
        return (row[0], row[1]) if row else None


def write_edges(db: sqlite3.Connection) -> None:
    """Make the edges at the nodes in the table `touched` anew, merged from claims and links.

    A claim whose every cited source is gone rests on nothing and adds nothing.  A link in a claim about its page is
    that claim alone, and one to what a claim rests on is none: what much rests on would be a hub of plain links.
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
        " p.node, l.node FROM links l CROSS JOIN pages p ON p.id = l.page WHERE l.node = :node)"
        " WHERE target NOT IN ('', source) AND NOT EXISTS (SELECT 1 FROM claims c"
        f" WHERE c.id >= page << {PLACE_BITS} AND c.id < (page + 1) << {PLACE_BITS}"
        " AND ((c.subject = source AND c.object = target) OR (c.subject = target AND c.object = source)"
        f" OR (c.form = '{PREMISE}' AND c.object = target)))"
    )
    db.executemany(insert, [{"node": node} for (node,) in nodes])


# Names of one word with three letters or fewer are everywhere and mean little; longer names than eight words are
# sayings.  Both are names, but are not looked for in text.
MAX_WORDS = 8
SHORT_WORD = 3

KINDS = "('title', 'stem', 'alias', 'short', 'missing')"
"""Of names that are looked for in text: all but the wordings of filed answers."""

_FIRST_UNSPACED = "\u2e80"
"""From this sign on, scripts are mostly written without blanks: there a word is a pair of characters."""

_FEW_WORDS = 4000
"""Distinct words of the sections up to which names are fetched word by word rather than all at once."""

Names = Mapping[str, Sequence[int]]
"""First words of names, and how many words those names have, longest first."""


def is_sought(key: str) -> bool:
    """Tell whether a name with this key is looked for in text."""
    words = key.count(" ") + 1
    return words <= MAX_WORDS and (words > 1 or len(key) > SHORT_WORD or (len(key) > 1 and key >= _FIRST_UNSPACED))


def names_in(words: Sequence[str], keys: Collection[str], lengths: Names) -> Iterator[str]:
    """Yield the keys that stand in a text, from left to right; where several begin at one word, the longest."""
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
    """Return for each first word of the keys how many words they have, longest first."""
    found: dict[str, set[int]] = {}
    for key in keys:
        found.setdefault(key.partition(" ")[0], set()).add(key.count(" ") + 1)
    return {word: tuple(sorted(lengths, reverse=True)) for word, lengths in found.items()}


def sections_with(db: sqlite3.Connection, keys: Iterable[str]) -> set[int]:
    """Return the sections in whose text or heading one of the keys stands, by itself or within a longer name."""
    found: set[int] = set()
    for key in keys:
        if expression := match_expression([key]):
            query = f"{{heading text}} : ({expression})"
            rows = db.execute("SELECT rowid FROM section_words WHERE section_words MATCH ?", (query,))
            found.update(row[0] for row in rows)
    return found


def update_mentions(db: sqlite3.Connection, sections: Collection[int]) -> None:
    """Make the mentions of these sections anew."""
    db.execute("CREATE TEMP TABLE chosen (section INTEGER PRIMARY KEY)")
    rows = [(section,) for section in sorted(sections)]
    db.executemany("DELETE FROM mentions WHERE section = ?", rows)
    db.executemany("INSERT INTO chosen SELECT id FROM sections WHERE id = ?", rows)
    # The weakest role first: what comes later counts.
    found = ((key, section) for section, key in _in_text(db))
    db.executemany("INSERT OR REPLACE INTO mentions VALUES (?, ?, 'text')", found)
    for role, query in (("claim", _CLAIM_ROLES), ("title", _TITLE_ROLES)):
        db.execute(f"INSERT OR REPLACE INTO mentions SELECT key, section, '{role}' FROM ({query})")
    db.execute("DROP TABLE chosen")


# A page has its name in its first section alone: what leads to the name leads to one place.
_TITLE_ROLES = (
    f"SELECT n.key, c.section FROM chosen c CROSS JOIN names n ON n.page = c.section >> {PLACE_BITS}"
    f" WHERE c.section & {(1 << PLACE_BITS) - 1} = 0 AND n.kind IN {KINDS}"
)
_CLAIM_ROLES = (
    "SELECT n.key, c.section FROM chosen c CROSS JOIN evidence e ON e.section = c.section"
    " CROSS JOIN claims k ON k.id = e.claim CROSS JOIN names n ON n.node IN (k.subject, k.object)"
    f" WHERE n.kind IN {KINDS}"
)


def _in_text(db: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    """Yield the chosen sections and the names that stand in their headings and text."""
    query = "SELECT c.section, w.heading, w.text FROM chosen c CROSS JOIN section_words w ON w.rowid = c.section"
    keys: set[str] | None = None
    few = db.execute("SELECT count(*) FROM (SELECT 1 FROM chosen LIMIT 500)").fetchone()[0] < 500
    if few:
        rows = db.execute(query).fetchall()
        words = {word for row in rows for column in row[1:] for word in decode_words(column).split()}
        if len(words) <= _FEW_WORDS:
            keys = _names_beginning_with(db, words)
    if keys is None:
        keys = {key for (key,) in db.execute(f"SELECT DISTINCT key FROM names WHERE kind IN {KINDS}")}
    keys = set(filter(is_sought, keys))
    lengths = lengths_of(keys)
    for section, heading, text in db.execute(query):
        for column in (heading, text):
            for key in names_in(decode_words(column).split(" "), keys, lengths):
                yield section, key


def _names_beginning_with(db: sqlite3.Connection, words: Iterable[str]) -> set[str]:
    query = f"SELECT DISTINCT key FROM names WHERE (key = ? OR (key > ? AND key < ?)) AND kind IN {KINDS}"
    found: set[str] = set()
    for word in words:
        # What begins with the word and a blank lies before the word and `!`.
        found.update(row[0] for row in db.execute(query, (word, word + " ", word + "!")))
    return found
