"""The tables of an index: rows, JSON and text; nothing else is stored, nothing else is believed.

An index whose schema is not exactly this one is dropped and made again.  Ids tell where something stands: a page's id
is 44 bits of the hash of its path, a section's, a passage's and a claim's the page's id times 2**18 plus its place in
the page.  So an index built from scratch and one brought up to date step by step have equal rows.
"""

from __future__ import annotations

from collections.abc import Iterator

SCHEMA_VERSION = 10
"""Counts up with each change of a table, of the analyzer, or of how pages are read."""

PLACE_BITS = 18
"""A page has at most 2**18 sections and passages: more than MAX_PAGE_BYTES of the shortest ones."""

PAGE_BITS = 44

PAGE_WEIGHTS = (3.0, 3.0, 2.0, 1.0, 1.0, 1.0, 0.25)
"""Of the columns of page_words in a page's BM25 score.  Any title weight from 1 to 5 ranks the same; link targets
answer few questions and mislead in many, so they count a quarter."""

# Tokens arrive analyzed and encoded (words.encode_term): the tokenizer only has to split at blanks.
_TOKENIZER = "tokenize = \"ascii tokenchars '_'\""

_WRITTEN = (
    ("files", "'file'", "{0}.path"),
    ("pages", "'page'", "{0}.id"),
    *((name, "'page'", "{0}.page") for name in ("sections", "passages", "claims", "links")),
    *((name, "'page'", f"{{0}}.section >> {PLACE_BITS}") for name in ("mentions", "vectors")),
    ("evidence", "'page'", f"{{0}}.claim >> {PLACE_BITS}"),
    ("names", "CASE WHEN {0}.page IS NULL THEN 'node' ELSE 'page' END", "coalesce({0}.page, {0}.node)"),
    ("edges", "'node'", "{0}.node"),
)
"""Tables whose rows belong to something that `changed` names: table, kind, key.  Rows of words belong to pages, too,
but tables of FTS5 have no triggers: update.py notes those."""

_NOTED = "INSERT OR IGNORE INTO changed VALUES"


def _triggers() -> Iterator[str]:
    """Yield the triggers that note in `changed` what is written."""
    for table, kind, key in _WRITTEN:
        for event, rows in (("INSERT", ("NEW",)), ("DELETE", ("OLD",)), ("UPDATE", ("OLD", "NEW"))):
            # Importance hangs on all pages: it alone makes none of them another one.
            when = " WHEN OLD.importance IS NEW.importance" if table == "pages" and event == "UPDATE" else ""
            noted = " ".join(f"{_NOTED} ({kind}, {key});".format(row) for row in rows)
            yield f"CREATE TRIGGER {table}_{event.lower()} AFTER {event} ON {table}{when} BEGIN {noted} END"
    rank = f"{_NOTED} ('rank', NEW.id);"
    yield f"CREATE TRIGGER pages_rank AFTER UPDATE OF importance ON pages BEGIN {rank} END"


TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # digest is that of the names and stamps of the folder's files: see wiki_store.sweep.
    "CREATE TABLE folders (path TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID",
    # Every file that a link can lead to; hash is '' for files that are not Markdown or could not be read.  size is -1
    # where the file could change again without its stamp telling.  problem: why a Markdown file is no page, or ''.
    "CREATE TABLE files (path TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,"
    " ctime_ns INTEGER NOT NULL, inode INTEGER NOT NULL, folder TEXT NOT NULL, hash TEXT NOT NULL,"
    " basename TEXT NOT NULL, problem TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX files_by_basename ON files (basename)",
    "CREATE INDEX files_by_folder ON files (folder)",
    # aliases and tags are JSON lists, properties and issues JSON.  language is the vault's but where the votes for the
    # likely one are enough.
    "CREATE TABLE pages (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, node TEXT NOT NULL, title TEXT NOT NULL,"
    " category TEXT NOT NULL, type TEXT NOT NULL, description TEXT NOT NULL, language TEXT NOT NULL,"
    " aliases TEXT NOT NULL, tags TEXT NOT NULL, properties TEXT NOT NULL, changed TEXT NOT NULL,"
    " tokens INTEGER NOT NULL, importance REAL NOT NULL, issues TEXT NOT NULL, likely TEXT NOT NULL,"
    " votes INTEGER NOT NULL)",
    "CREATE INDEX pages_by_node ON pages (node)",
    "CREATE TABLE sections (id INTEGER PRIMARY KEY, page INTEGER NOT NULL, heading TEXT NOT NULL, above TEXT NOT NULL,"
    " level INTEGER NOT NULL, part INTEGER NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL)",
    "CREATE TABLE passages (id INTEGER PRIMARY KEY, page INTEGER NOT NULL, section INTEGER NOT NULL,"
    " kind TEXT NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, block TEXT NOT NULL, hash TEXT NOT NULL,"
    " is_boilerplate INTEGER NOT NULL, text TEXT NOT NULL)",
    "CREATE INDEX passages_by_section ON passages (section)",
    "CREATE INDEX passages_by_hash ON passages (hash, page)",
    # Passages that stand on more than a few pages: on how many, and whether those are enough to leave them unsearched.
    "CREATE TABLE repeats (hash TEXT PRIMARY KEY, pages INTEGER NOT NULL, is_repeated INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE VIRTUAL TABLE page_words USING fts5(title, aliases, headings, place, description, body, links,"
    f" {_TOKENIZER})",
    f"CREATE VIRTUAL TABLE section_words USING fts5(title, heading, above, text, {_TOKENIZER})",
    f"CREATE VIRTUAL TABLE passage_words USING fts5(title, heading, text, {_TOKENIZER})",
    "CREATE VIRTUAL TABLE section_terms USING fts5vocab(section_words, row)",
    # kind: see model.Name.  page is NULL for a missing page.  folded: for names that differ in form only.
    "CREATE TABLE names (key TEXT NOT NULL, kind TEXT NOT NULL, node TEXT NOT NULL, text TEXT NOT NULL,"
    " folded TEXT NOT NULL, page INTEGER, PRIMARY KEY (key, kind, node, text)) WITHOUT ROWID",
    "CREATE INDEX names_by_page ON names (page)",
    "CREATE INDEX names_by_node ON names (node)",
    "CREATE TABLE mentions (name TEXT NOT NULL, section INTEGER NOT NULL, role TEXT NOT NULL,"
    " PRIMARY KEY (name, section)) WITHOUT ROWID",
    "CREATE INDEX mentions_by_section ON mentions (section)",
    # The ends as they are resolved, and behind them as they are written.
    "CREATE TABLE claims (id INTEGER PRIMARY KEY, page INTEGER NOT NULL, line INTEGER NOT NULL, subject TEXT NOT NULL,"
    " subject_name TEXT NOT NULL, relation TEXT NOT NULL, object TEXT NOT NULL, object_name TEXT NOT NULL,"
    " confidence REAL NOT NULL, note TEXT NOT NULL, form TEXT NOT NULL, subject_link TEXT NOT NULL,"
    " object_link TEXT NOT NULL, subject_label TEXT NOT NULL, object_label TEXT NOT NULL)",
    "CREATE INDEX claims_by_subject ON claims (subject)",
    "CREATE INDEX claims_by_object ON claims (object)",
    # link is the source as written; page is NULL where the source is gone.
    "CREATE TABLE evidence (claim INTEGER NOT NULL, place INTEGER NOT NULL, source TEXT NOT NULL, page INTEGER,"
    " block TEXT NOT NULL, quote TEXT NOT NULL, passage INTEGER, section INTEGER,"
    " link TEXT NOT NULL, PRIMARY KEY (claim, place)) WITHOUT ROWID",
    "CREATE INDEX evidence_by_section ON evidence (section)",
    "CREATE INDEX evidence_by_page ON evidence (page)",
    # Merged from claims and links; both directions stand as rows of their own, so that a node's edges lie together.
    "CREATE TABLE edges (node TEXT NOT NULL, is_claim INTEGER NOT NULL, confidence REAL NOT NULL,"
    " source TEXT NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL, sources INTEGER NOT NULL,"
    " PRIMARY KEY (node, is_claim DESC, confidence DESC, source, relation, target)) WITHOUT ROWID",
    # basename is the last part of the link's path, folded: what the appearance of a file may resolve anew.  node is ''
    # where the link leads to a file that is no page.
    "CREATE TABLE links (page INTEGER NOT NULL, place INTEGER NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL,"
    " is_embed INTEGER NOT NULL, link TEXT NOT NULL, display TEXT, property TEXT NOT NULL, basename TEXT NOT NULL,"
    " target TEXT NOT NULL, target_page INTEGER, node TEXT NOT NULL, PRIMARY KEY (page, place)) WITHOUT ROWID",
    "CREATE INDEX links_by_basename ON links (basename)",
    "CREATE INDEX links_by_target ON links (target)",
    "CREATE INDEX links_by_node ON links (node)",
    # What sections mean: made when it is needed, and so the one table that is no function of the vault.  digest: of the
    # text.  vector: a signed byte a dimension.  meta.vectors names the model that made all of them.
    "CREATE TABLE vectors (section INTEGER PRIMARY KEY, digest BLOB NOT NULL, vector BLOB NOT NULL)",
    # What was written since the index was made, or since it was copied to a team's database in the state that
    # meta.copied names: pages by id, nodes and files by name, and pages whose importance (rank) is another one.
    "CREATE TABLE changed (kind TEXT NOT NULL, key NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID",
    *_triggers(),
)
"""In the order in which they are made."""
