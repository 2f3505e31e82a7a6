"""Which names stand in which sections: found in their analyzed words, by longest match.

Names of one word with three letters or fewer are everywhere and mean little; longer names than eight words are sayings.
Both are names, but are not looked for in text.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from .schema import PLACE_BITS, decode_words, match_expression

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
