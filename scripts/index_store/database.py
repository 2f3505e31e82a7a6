"""The tables of an index, the encoding of their words, and the file: its path, and how it is made, opened and removed.

Only rows, JSON and text are stored.  An index of another version is dropped and made again.  Ids are made of places: a
page's id is 44 bits of the hash of its path; a section's, a passage's and a claim's is the page's id times 2**18 plus
its place in the page.  So an index built from scratch and one brought up to date step by step have equal rows.

The file is in the cache folder of the user, never in a home or a vault, which may be a stranger's: files there were
made by this user on this machine, so that SQLite never opens a file that somebody else wrote.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sqlite3
import stat
import zlib
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from ..homes import cache_folder

SCHEMA_VERSION = 19
"""Counts up with each change of a table, of the analyzer, or of how pages are read."""

PLACE_BITS = 18
"""A page has at most 2**18 sections and passages: more than MAX_PAGE_BYTES of the shortest ones."""

PAGE_BITS = 44

PAGE_WEIGHTS = (3.0, 3.0, 2.0, 1.0, 1.0, 1.0, 0.25)
"""Weights of the columns of page_words in a page's BM25 score.  Any title weight from 1 to 5 ranks the same; link
targets answer few questions and mislead in many, so they count a quarter."""

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Every file that a link can lead to; hash is '' for files that are not Markdown or could not be read.  size is -1
-- where the file could change again without its stamp telling.  problem: why a Markdown file is no page, or ''.
CREATE TABLE files (path TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL, hash TEXT NOT NULL, basename TEXT NOT NULL, problem TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX files_by_basename ON files (basename);

-- aliases and tags are JSON lists, properties and issues JSON.  language is the vault's but where the votes for the
-- likely one are enough.
CREATE TABLE pages (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, node TEXT NOT NULL, title TEXT NOT NULL,
    category TEXT NOT NULL, type TEXT NOT NULL, description TEXT NOT NULL, language TEXT NOT NULL,
    aliases TEXT NOT NULL, tags TEXT NOT NULL, properties TEXT NOT NULL, changed TEXT NOT NULL, tokens INTEGER NOT NULL,
    issues TEXT NOT NULL, likely TEXT NOT NULL, votes INTEGER NOT NULL) STRICT;
CREATE INDEX pages_by_node ON pages (node);

CREATE TABLE sections (id INTEGER PRIMARY KEY, page INTEGER NOT NULL CHECK (page = id >> 18), heading TEXT NOT NULL,
    above TEXT NOT NULL, level INTEGER NOT NULL, part INTEGER NOT NULL, line INTEGER NOT NULL,
    end_line INTEGER NOT NULL) STRICT;

CREATE TABLE passages (id INTEGER PRIMARY KEY, page INTEGER NOT NULL CHECK (page = id >> 18),
    section INTEGER NOT NULL CHECK (page = section >> 18), kind TEXT NOT NULL, line INTEGER NOT NULL,
    end_line INTEGER NOT NULL, block TEXT NOT NULL, hash TEXT NOT NULL,
    is_boilerplate INTEGER NOT NULL CHECK (is_boilerplate IN (0, 1)), text TEXT NOT NULL) STRICT;
CREATE INDEX passages_by_section ON passages (section);
CREATE INDEX passages_by_hash ON passages (hash, page);
CREATE INDEX passages_unsearched ON passages (hash) WHERE is_boilerplate = 1;

-- Tokens arrive analyzed and encoded (encode_term): the tokenizer only has to split at blanks.
CREATE VIRTUAL TABLE page_words USING fts5(title, aliases, headings, place, description, body, links,
    tokenize = "ascii tokenchars '_'");
CREATE VIRTUAL TABLE section_words USING fts5(title, heading, above, text, tokenize = "ascii tokenchars '_'");
CREATE VIRTUAL TABLE passage_words USING fts5(title, heading, text, tokenize = "ascii tokenchars '_'");
CREATE VIRTUAL TABLE section_terms USING fts5vocab(section_words, row);

-- page is NULL for a missing page.  folded: for names that differ in form only.
CREATE TABLE names (key TEXT NOT NULL, kind TEXT NOT NULL
    CHECK (kind IN ('title', 'stem', 'alias', 'question', 'short', 'missing')), node TEXT NOT NULL, text TEXT NOT NULL,
    folded TEXT NOT NULL, page INTEGER, PRIMARY KEY (key, kind, node, text)) STRICT, WITHOUT ROWID;
CREATE INDEX names_by_page ON names (page);
CREATE INDEX names_by_node ON names (node);

CREATE TABLE mentions (name TEXT NOT NULL, section INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('title', 'claim', 'text')), PRIMARY KEY (name, section)) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_by_section ON mentions (section);

-- The ends as they are resolved, and behind them as they are written.
CREATE TABLE claims (id INTEGER PRIMARY KEY, page INTEGER NOT NULL CHECK (page = id >> 18), line INTEGER NOT NULL,
    subject TEXT NOT NULL, subject_name TEXT NOT NULL, relation TEXT NOT NULL, object TEXT NOT NULL,
    object_name TEXT NOT NULL, confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1), note TEXT NOT NULL,
    form TEXT NOT NULL, subject_link TEXT NOT NULL, object_link TEXT NOT NULL, subject_label TEXT NOT NULL,
    object_label TEXT NOT NULL) STRICT;
CREATE INDEX claims_by_subject ON claims (subject);
-- On one thing very much may rest, and few ask for all of that.
CREATE INDEX claims_by_object ON claims (object) WHERE form <> 'premise';
CREATE INDEX premises_by_object ON claims (object, note) WHERE form = 'premise';

-- link is the source as written; page is NULL where the source is gone.
CREATE TABLE evidence (claim INTEGER NOT NULL, place INTEGER NOT NULL, source TEXT NOT NULL, page INTEGER,
    block TEXT NOT NULL, quote TEXT NOT NULL, passage INTEGER, section INTEGER, link TEXT NOT NULL,
    PRIMARY KEY (claim, place)) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_by_section ON evidence (section);
CREATE INDEX evidence_by_page ON evidence (page);

-- Merged from claims and links; both directions stand as rows of their own, so that a node's edges lie together.
CREATE TABLE edges (node TEXT NOT NULL, is_claim INTEGER NOT NULL,
    confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1), source TEXT NOT NULL, relation TEXT NOT NULL,
    target TEXT NOT NULL, sources INTEGER NOT NULL,
    PRIMARY KEY (node, is_claim DESC, confidence DESC, source, relation, target)) STRICT, WITHOUT ROWID;

-- basename is the last part of the link's path, folded: what the appearance of a file may resolve anew.  node is ''
-- where the link leads to a file that is no page.
CREATE TABLE links (page INTEGER NOT NULL, place INTEGER NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL,
    is_embed INTEGER NOT NULL, link TEXT NOT NULL, display TEXT, property TEXT NOT NULL, basename TEXT NOT NULL,
    target TEXT NOT NULL, target_page INTEGER, node TEXT NOT NULL, PRIMARY KEY (page, place)) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_basename ON links (basename);
CREATE INDEX links_by_target ON links (target);
CREATE INDEX links_by_node ON links (node);

-- What sections mean: made when it is needed, and so the one table that is no function of the vault.  digest: of the
-- text.  vector: a signed byte a dimension.  meta.vectors names the model that made all of them.
CREATE TABLE vectors (section INTEGER PRIMARY KEY, digest BLOB NOT NULL, vector BLOB NOT NULL) STRICT
"""


def _statements() -> tuple[str, ...]:
    plain = re.sub(r"^--.*\n", "", _SCHEMA, flags=re.MULTILINE)
    if sqlite3.sqlite_version_info < (3, 37):
        # Strict tables are younger than the systems of some users.
        plain = plain.replace(" STRICT, WITHOUT", " WITHOUT").replace(") STRICT", ")")
    return tuple(statement.strip() for statement in plain.split(";\n"))


TABLES = _statements()
"""The statements that make them, in this order."""

INDEX_NAME = "index.sqlite"
LOCK_NAME = "index.lock"

BUSY_SECONDS = 30.0
"""How long SQLite waits for another process's lock.  Writers wait for each other elsewhere, and longer."""

_CACHE_KIB = 32 * 1024
_HASH_BYTES = 16 * 1024 * 1024
"""Bytes that FTS5 gathers before it writes; its default is a megabyte."""


def create_database(path: str, options: str) -> sqlite3.Connection:
    """Make the tables of an index in a new file.

    Until finish_database() nothing is durable: a file that is left behind is no database.
    """
    connection = _open_connection(path)
    connection.execute("PRAGMA page_size = 4096")
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    for statement in TABLES:
        connection.execute(statement)
    for table in ("page_words", "section_words", "passage_words"):
        connection.execute(f"INSERT INTO {table}({table}, rank) VALUES ('hashsize', {_HASH_BYTES})")
    connection.execute(f"PRAGMA user_version = {_index_version(options)}")
    return connection


def finish_database(connection: sqlite3.Connection, path: str) -> None:
    """Make a new database durable and close it."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def open_database(path: str, options: str) -> sqlite3.Connection | None:
    """Open the index in a file; None where there is none, or it was made by another version or for other options.

    Raises sqlite3.DatabaseError where it is no database.
    """
    if not os.path.exists(path):
        return None
    with contextlib.ExitStack() as stack:
        connection = stack.enter_context(contextlib.closing(_open_connection(path)))
        if connection.execute("PRAGMA user_version").fetchone()[0] != _index_version(options):
            return None
        connection.execute("PRAGMA synchronous = NORMAL")
        stack.pop_all()
        return connection


def _index_version(options: str) -> int:
    """Return the number, of 31 bits, that identifies this version of the index and these options."""
    return zlib.crc32(f"{SCHEMA_VERSION} {options}".encode("utf-8", "surrogateescape")) >> 1


def remove_database(path: str) -> None:
    """Delete the file of an index with its side files."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + suffix)


def _open_connection(path: str) -> sqlite3.Connection:
    # A server hands one index from thread to thread; it never uses it in two at once.
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    connection.execute("PRAGMA temp_store = MEMORY")
    return connection


def foreign_rows(path: str, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query on another program's database, opened for reading; none where it has other tables."""
    with contextlib.closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)) as connection:
        try:
            return connection.execute(sql).fetchall()
        except sqlite3.Error:
            return []


# Lone surrogates have no UTF-8 form, so SQLite could not store them.
_ENCODED = re.compile("[\x00-/:-`{-\x7f\ud800-\udfff]")
_CODE = re.compile("_([0-9a-f]+)_")


def encode_term(term: str) -> str:
    """Return the token of one analyzed word.  Different words have different tokens."""
    return _ENCODED.sub(lambda match: f"_{ord(match.group()):x}_", term)


def decode_term(token: str) -> str:
    """Return the word of a token: the inverse of encode_term.  A token that encode_term never makes stays as it is."""
    if "_" not in token:
        return token
    return _CODE.sub(_decoded_character, token)


def encode_words(words: Iterable[str]) -> str:
    """Return words in the form of a column of a words table."""
    return " ".join(map(encode_term, words))


def decode_words(column: str) -> str:
    """Return the words of a column, parted by blanks."""
    return column if "_" not in column else " ".join(map(decode_term, column.split(" ")))


def match_expression(terms: Iterable[str]) -> str:
    """Return the FTS5 query for rows that hold any of the terms; a term of several words is a phrase.

    Each term counts once.  Empty where no term has a word.
    """
    phrases = dict.fromkeys(encode_words(term.split()) for term in terms)
    return " OR ".join(f'"{phrase}"' for phrase in phrases if phrase)


def _decoded_character(match: re.Match[str]) -> str:
    code = int(match.group(1), 16)
    return chr(code) if code <= 0x10FFFF else match.group()


def index_folder(vault: str, environ: Mapping[str, str]) -> str | None:
    """Make and return the folder for the index of a vault; None where this user can write nowhere.

    It is named after the vault's real path, device and inode: another vault in the same place has another index.  If
    the cache folder cannot be used, it is below the system's folder for temporary files.
    """
    name = _vault_key(vault)
    base = cache_folder(environ)
    folder = _make_private(base, "indexes", name) if base else None
    if folder is None:
        import tempfile  # a dozen modules that are hardly ever needed

        user = str(os.geteuid()) if hasattr(os, "geteuid") else os.environ.get("USERNAME", "user")
        folder = _make_private(tempfile.gettempdir(), f"commonplace-{user}", name)
    return folder


def _vault_key(vault: str) -> str:
    real = os.path.realpath(vault)
    found = os.stat(real)
    key = f"{real}\0{found.st_dev}\0{found.st_ino}"
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _make_private(base: str, group: str, name: str) -> str | None:
    """Return base/group/name, with group and name closed to other users; None where that is not possible."""
    folder = base
    try:
        os.makedirs(base, mode=0o700, exist_ok=True)
        for part in (group, os.path.join(group, name)):
            folder = os.path.join(base, part)
            with contextlib.suppress(FileExistsError):
                os.mkdir(folder, 0o700)
            if not _is_private(folder):
                return None
    except OSError:
        return None
    return folder if _is_writable(folder) else None


def _is_private(folder: str) -> bool:
    """Report whether a folder is this user's own, and close it to others where it is open."""
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        return False
    if not hasattr(os, "geteuid"):
        # Windows gives the folders of a user's profile to that user alone.
        return True
    if found.st_uid != os.geteuid():
        return False
    if found.st_mode & 0o077:
        os.chmod(folder, 0o700)
    return True


def _is_writable(folder: str) -> bool:
    """Report whether the lock's file can be opened for writing: a read-only file system shows only then."""
    try:
        os.close(os.open(os.path.join(folder, LOCK_NAME), os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
    except OSError:
        return False
    return True
