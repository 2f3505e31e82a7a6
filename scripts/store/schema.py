"""The tables of the index, and what is asked of SQLite.

A change here needs a new VERSION: an index of another version is dropped and built again.

Node and statement rows have ids derived from what they name, so that a rebuild and any sequence of refreshes give
equal tables.  File ids count up; nothing that leaves the index shows them or is ordered by them.
"""

from __future__ import annotations

from ..pages.model import REPLACES, SECOND_HAND

VERSION = 27

PAGE_BYTES = 16384
"""Of a page of the database: the text of a note takes 1 to 3 kB, of which few fit into the usual 4 kB without a gap."""

GRAM_BITS = 13
"""Names share a row of the trigram index when their ids differ in this many lower bits only."""

META = "SELECT value FROM meta WHERE key = ?"
"""By one text for all keys: a question reads four, and each text is compiled once."""

TITLE, ALIAS, STEM, QUESTION, MISSING, SHORT = range(6)
"""Kinds of names, the strongest first.  SHORT is a title looked up without what only tells it apart from others."""

OUT, IN, EITHER = range(3)
"""Ways of an edge, seen from a node: it is the source, the target, or the target of a symmetric relation."""

UNSURE = 0.6
"""Confidence below which edges are few, and have an index."""

TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;

-- Change sweep: the stamps of the files of a folder as JSON (all are read on every question), in parts, so
-- that an edit in a large folder writes little.  first is the name that a part begins with; empty for the first part.
CREATE TABLE folders(path BLOB, first BLOB, stamps TEXT NOT NULL, PRIMARY KEY(path, first)) WITHOUT ROWID;

-- Every file, for resolving links; base is the folded file name, as links are looked up.  A page has the id of its
-- first passage, the others have those that follow: small steps between ids are what keeps the word index small.
CREATE TABLE files(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, base TEXT NOT NULL, hash BLOB NOT NULL);

-- Notes, each in three parts: a question reads the heads of hundreds, the texts of some, and is told about few.
-- name is that of the node, has_turns whether somebody speaks in a passage.
CREATE TABLE heads(id INTEGER PRIMARY KEY, node INTEGER NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL,
    category TEXT NOT NULL, has_turns INTEGER NOT NULL, passage_count INTEGER NOT NULL, claim_count INTEGER NOT NULL);

CREATE TABLE about(page INTEGER PRIMARY KEY, type TEXT NOT NULL, summary TEXT NOT NULL, updated TEXT NOT NULL,
    facts TEXT NOT NULL);

-- What they say, packed by page_texts.py, in a large vault behind the sample in meta.
CREATE TABLE texts(page INTEGER PRIMARY KEY, body BLOB NOT NULL);

-- For who reads what is not asked at every question.  Joined from the left, so that only what is asked for is read.
CREATE VIEW pages AS SELECT h.id, h.node, h.title, h.category, a.type, a.summary, a.updated, a.facts, h.passage_count,
    h.claim_count FROM heads h LEFT JOIN about a ON a.page = h.id;

-- degree is how many others a node has edges with, edges how many edges: counting those of a hub reads them all.
CREATE TABLE nodes(id INTEGER PRIMARY KEY, name TEXT NOT NULL, page INTEGER, label TEXT NOT NULL,
    degree INTEGER NOT NULL DEFAULT 0, edges INTEGER NOT NULL DEFAULT 0);

CREATE TABLE names(id INTEGER PRIMARY KEY, key TEXT NOT NULL, node INTEGER NOT NULL, kind INTEGER NOT NULL,
    name TEXT NOT NULL);

-- Trigrams of the folded names: ids is an array of 16-bit offsets, ascending, of the names of one chunk.
CREATE TABLE grams(gram TEXT, chunk INTEGER, ids BLOB NOT NULL, PRIMARY KEY(gram, chunk)) WITHOUT ROWID;

-- Distinct link targets of a page as written; target is the node they resolve to.  Links to a node have its base: they
-- are looked up by that.
CREATE TABLE links(page INTEGER, part INTEGER, path TEXT NOT NULL, base TEXT NOT NULL, target INTEGER NOT NULL,
    PRIMARY KEY(page, part)) WITHOUT ROWID;

-- Links in sources join nothing, for they are quoted matter, nor do definitions and bases among code; but who renames
-- what they lead to has to find them.
CREATE TABLE quoted_links(page INTEGER, base TEXT, PRIMARY KEY(page, base)) WITHOUT ROWID;

-- Claims with both ends resolved, once for each independent source; relation and ends are canonical.  claim is the rank
-- among the claims of the page.
CREATE TABLE statements(page INTEGER, part INTEGER, claim INTEGER NOT NULL, source INTEGER NOT NULL,
    relation TEXT NOT NULL, target INTEGER NOT NULL, confidence REAL NOT NULL, origin INTEGER NOT NULL,
    PRIMARY KEY(page, part)) WITHOUT ROWID;

-- Merged statements and links, each at both ends, best first: a hub costs only what is asked of it.  The weight of a
-- link stands in meta, that of every claim is 1.
CREATE TABLE edges(node INTEGER, way INTEGER, falling INTEGER, relation TEXT, other INTEGER, confidence REAL NOT NULL,
    sources INTEGER NOT NULL, PRIMARY KEY(node, way, falling, relation, other)) WITHOUT ROWID;

-- Passages of sources and notes that are far longer than others: BM25 thinks nothing of a word in them.
CREATE TABLE long_passages(passage INTEGER PRIMARY KEY);

-- What reading the pages found.
CREATE TABLE issues(rule TEXT NOT NULL, message TEXT NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL);

-- Pages that rest on others have words of their own: they repeat names and quotes, and in one table with the sources
-- would make rare words look common.
-- The text comes first: FTS5 writes two bytes less for a word in the first column.
CREATE VIRTUAL TABLE words USING fts5(text, heading, title, names, content='',
    tokenize="porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE derived_words USING fts5(text, heading, title, names, content='',
    tokenize="porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
CREATE VIRTUAL TABLE derived_vocabulary USING fts5vocab(derived_words, row);
"""

INDEXES = f"""
CREATE INDEX files_by_base ON files(base);
CREATE INDEX nodes_by_name ON nodes(name);
CREATE INDEX nodes_by_degree ON nodes(degree);
CREATE INDEX names_by_key ON names(key);
CREATE INDEX names_by_node ON names(node);
CREATE INDEX links_by_base ON links(base);
CREATE INDEX quoted_links_by_base ON quoted_links(base);
CREATE INDEX statements_by_edge ON statements(source, target, relation);
CREATE INDEX edges_unsure ON edges(node, confidence) WHERE confidence < {UNSURE};
CREATE INDEX edges_replacing ON edges(node) WHERE relation = '{REPLACES}';
CREATE INDEX issues_by_path ON issues(path);
"""
"""Made when the tables are full: sorting once is cheaper and packs closer than inserting in any order.

Passages are counted in the index of categories: the table itself holds their texts, and a sum over it reads them all.
"""

TITLE_WEIGHT, NAMES_WEIGHT, HEADING_WEIGHT, TEXT_WEIGHT = 3.0, 3.0, 1.5, 1.0
WEIGHTS = f"{TEXT_WEIGHT}, {HEADING_WEIGHT}, {TITLE_WEIGHT}, {NAMES_WEIGHT}"
"""In the order of the columns."""


LONG_PASSAGE = 8_000
"""Characters of text from which on a passage is a long one: a log, a table, a page pasted in one piece."""


def words_table(category: str) -> str:
    """The table that holds the words of a page of this category."""
    return "derived_words" if category in SECOND_HAND else "words"
