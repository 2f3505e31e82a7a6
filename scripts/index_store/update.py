"""Bring the tables up to date with the changes that a sweep found, in one transaction.

Everything in the index is a function of the vault's files, so that an index made at once and one brought up to date
step by step have equal rows.  A page's own rows are written when its file is read.  Rows that depend on other files are
made anew where a change can reach them: targets of links, when a file of the same base name appears or vanishes; claims
and their evidence, when a page at one of their ends or the page they cite changes; the edges of a node, when a claim or
link of its does; words, when a passage becomes or is no longer repeated; mentions, when their section or a name in it
changes.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..text.canvas import is_canvas
from ..text.language import FEW_WORDS, OWN_WORDS, SOME_WORDS
from ..text.links import Resolver, basename_key
from ..text.names import is_conflict_copy, node_ids, stem_of
from ..text.plain_text import reader_text
from ..wiki_store.files import NOT_UTF8, Changes, is_note
from ..wiki_store.working_copy import catalog_names
from .build import (
    FileRead,
    PageRows,
    PageWords,
    ReadOptions,
    Row,
    name_row,
    name_rows,
    page_id,
    page_words,
    read_files,
    word_rows,
)
from .database import PLACE_BITS, match_expression
from .derived import KINDS, Resolution, is_sought, places, write_edges, write_mentions
from .port import PREMISE
from .reader import STATISTICS, SqliteReader, format_statistics

REPEATED_SHARE = 0.01
FEWEST_REPEATED = 5
"""A passage that occurs word for word on more than this share and number of the pages is boilerplate."""

PROGRESS_STEP = 50

MANY_NAMES = 2000
"""Changed names from which on all sections are searched: that costs less than finding those with one of them."""

_WORDS_TABLES = {
    "page_words": "title, aliases, headings, place, description, body, links",
    "section_words": "title, heading, above, text",
    "passage_words": "title, heading, text",
}


class Update:
    """One update of the index, inside an open transaction."""

    def __init__(self, db: sqlite3.Connection, root: str, options: ReadOptions, changes: Changes) -> None:
        self._db, self._root, self._options, self._changes = db, root, options, changes
        query = "SELECT hash, problem FROM files WHERE path = ?"
        rows = ((path, db.execute(query, (path,)).fetchone()) for path in changes.changed)
        self._known: dict[str, tuple[str, str]] = {path: row for path, row in rows if row is not None}
        """Hash and problem of the changed files that existed before."""
        self._written: set[int] = set()
        """Pages whose rows were written."""
        self._stated: set[int] = set()
        """Pages whose links and claims must be resolved."""
        self._basenames: set[str] = set()
        """Base names of files that appeared, vanished, or began or ceased to be a page."""
        self._keys: dict[str, bool] = {}
        """Keys of names that were written or removed, and whether a name had them before."""
        self._nodes: set[str] = set()
        """Nodes of which a name was written or removed."""
        self._sections: set[int] = set()
        """Sections whose mentions are to be made anew."""
        self._words: dict[int, PageWords] = {}
        """Words of written pages, until it is known which passages are repeated."""
        self._rewritten: set[int] = set()
        """Pages whose words must be made anew from their rows."""

    def run(self, progress: Callable[[int, int], None] | None) -> None:
        """Write the changes of the sweep."""
        changes = self._changes
        # Nodes of links, claims and pages that changed, before and after the change.
        self._db.execute("CREATE TEMP TABLE touched (node TEXT PRIMARY KEY)")
        for path in changes.removed:
            self._remove_file(path)
        self._read_changed(progress)
        self._name_nodes()
        self._update_language()
        self._state_pages()
        write_edges(self._db)
        self._name_missing()
        self._write_words(self._mark_repeats())
        self._update_mentions()
        statistics = format_statistics(SqliteReader(self._db).count_rows())
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (STATISTICS, statistics))
        self._db.execute("DROP TABLE touched")

    def _read_changed(self, progress: Callable[[int, int], None] | None) -> None:
        # The generated pages are not indexed: they only repeat others.
        notes, catalog = [], catalog_names(self._options.folder)
        for path in self._changes.changed:
            problem = _path_problem(path)
            if (is_note(path) or is_canvas(path)) and not problem and path not in catalog:
                notes.append(path)
            else:
                self._write_file(path, "", problem)
        # By id: FTS5 gathers rows in rising order, and writes them out when one is out of order.
        tasks = sorted((page_id(path), path) for path in notes)
        jobs = [(path, self._known.get(path, ("", ""))[0]) for _, path in tasks]
        if progress is not None and len(jobs) >= PROGRESS_STEP:
            progress(0, len(jobs))
        for done, file in enumerate(read_files(self._root, jobs, self._options), 1):
            self._write_read_file(file)
            if progress is not None and done % PROGRESS_STEP == 0:
                progress(done, len(jobs))

    def _write_read_file(self, file: FileRead) -> None:
        day = _change_time(self._changes, file.path)
        if file.rows is None and not file.problem:
            # Its bytes are unchanged; only its stamp is new.
            self._write_file(file.path, file.hash, self._known[file.path][1])
            self._db.execute("UPDATE pages SET changed = ? WHERE path = ?", (day, file.path))
            return
        before = self._remove_page(file.path)
        if file.rows is not None:
            self._add_page(file.rows, day, *(before or (self._free_id(file.path), "")))
        if (before is None) != (file.rows is None):
            self._basenames.add(basename_key(file.path))
        self._write_file(file.path, file.hash, file.problem)

    def _write_file(self, path: str, digest: str, problem: str) -> None:
        basename = basename_key(path)
        if path not in self._known:
            self._basenames.add(basename)
        # A file that could not be read is tried again each time.
        stamp = self._changes.remember(path, is_read=bool(digest) or not problem or bool(_path_problem(path)))
        row = (path, *stamp, digest, basename, problem)
        self._insert("files", [row])

    def _remove_file(self, path: str) -> None:
        self._remove_page(path)
        self._db.execute("DELETE FROM files WHERE path = ?", (path,))
        self._basenames.add(basename_key(path))

    def _fetch(self, query: str, value: object) -> list[Any]:
        return self._db.execute(query, (value,)).fetchall()

    def _add_page(self, rows: PageRows, changed: str, page: int, node: str) -> None:
        """Write the rows of a page that depend on no other page.  node: "" for a new one."""
        path, title, category, type_, description, aliases, tags, properties, tokens, issues, likely, votes = rows.page
        language = likely if votes >= OWN_WORDS else ""
        # Until its node is known it gets one that no other page has.
        node = node or f"/{page}"
        self._written.add(page)
        start = page << PLACE_BITS
        facts = (title, category, type_, description, language, aliases, tags, properties, changed, tokens)
        self._insert("pages", [(page, path, node, *facts, issues, likely, votes)])
        self._insert("sections", [(start + at, page, *row) for at, row in enumerate(rows.sections)])
        self._insert("passages", [(start + at, page, start + row[0], *row[1:]) for at, row in enumerate(rows.passages)])
        claims, evidence = [], []
        for at, row in enumerate(rows.claims):
            line, subject, subject_label, relation, object_, object_label, confidence, note, form, cited = row
            ends = (subject, object_, subject_label, object_label)
            claims.append((start + at, page, line, "", "", relation, "", "", confidence, note, form, *ends))
            # A claim that cites nothing has its own page as evidence.
            for place, (link, block, quote) in enumerate(cited or ([] if form == PREMISE else [("", "", "")])):
                evidence.append((start + at, place, "", None, block, quote, None, None, link))
        self._insert("claims", claims)
        self._insert("evidence", evidence)
        self._insert("links", [(page, at, *row, "", None, "") for at, row in enumerate(rows.links)])
        self._add_names(page, node, rows.names)
        self._words[page] = rows.words

    def _insert(self, table: str, rows: Sequence[Row]) -> None:
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            self._db.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)

    def _free_id(self, path: str) -> int:
        """Return the id of a new page: its path's hash, or the next free number where another page has that."""
        page = page_id(path)
        while self._fetch("SELECT id FROM pages WHERE id = ?", page):
            page += 1
        return page

    def _remove_page(self, path: str) -> tuple[int, str] | None:
        """Delete the rows of a page, and note rows that depend on them; return its id and node, None for no page."""
        row: tuple[int, str] | None = self._db.execute("SELECT id, node FROM pages WHERE path = ?", (path,)).fetchone()
        if row is None:
            return None
        page, run = row[0], self._db.execute
        here = places(page)
        self._touch_all(*row)
        self._remove_names("page = ?", page)
        run("DELETE FROM evidence WHERE claim >= ? AND claim < ?", here)
        for table in ("mentions", "vectors"):
            run(f"DELETE FROM {table} WHERE section >= ? AND section < ?", here)
        for table in ("claims", "sections", "passages"):
            run(f"DELETE FROM {table} WHERE id >= ? AND id < ?", here)
        run("DELETE FROM links WHERE page = ?", (page,))
        run("DELETE FROM pages WHERE id = ?", (page,))
        self._remove_words(page)
        return row

    def _touch_all(self, page: int, node: str) -> None:
        """Note also the pages whose claims name a page or rest on it: they show its title and its passages."""
        self._touch(page)
        claiming = self._db.execute(
            "SELECT page FROM claims WHERE subject = ?"
            f" UNION SELECT page FROM claims WHERE object = ? AND form <> '{PREMISE}'"
            f" UNION SELECT page FROM claims WHERE object = ? AND form = '{PREMISE}'"
            f" UNION SELECT claim >> {PLACE_BITS} FROM evidence WHERE page = ?",
            (node, node, node, page),
        )
        self._stated.update(row[0] for row in claiming)

    def _add_names(self, page: int | None, node: str, rows: Iterable[Row]) -> None:
        names = [(key, kind, node, text, folded, page) for key, kind, text, folded in rows]
        self._note_names(names)
        self._insert("names", names)

    def _remove_names(self, where: str, value: int | str) -> None:
        self._note_names(self._db.execute(f"SELECT key, kind, node FROM names WHERE {where}", (value,)).fetchall())
        self._db.execute(f"DELETE FROM names WHERE {where}", (value,))

    def _note_names(self, names: Iterable[Row]) -> None:
        """Note names that are about to be written or removed."""
        for key, kind, node, *_ in names:
            if kind == "question":
                continue
            self._nodes.add(node)
            if key not in self._keys:
                self._keys[key] = self._is_name(key)

    def _is_name(self, key: str) -> bool:
        return bool(self._fetch(f"SELECT 1 FROM names WHERE key = ? AND kind IN {KINDS} LIMIT 1", key))

    def _name_nodes(self) -> None:
        """Give pages their node ids, which depend on all pages of one base name."""
        renamed = []
        query = "SELECT p.id, p.path, p.node FROM files f CROSS JOIN pages p ON p.path = f.path WHERE f.basename = ?"
        for basename in sorted(self._basenames):
            pages = self._db.execute(query, (basename,)).fetchall()
            nodes = node_ids(path for _, path, _ in pages)
            renamed += [(page, before, nodes[path]) for page, path, before in pages if nodes[path] != before]
        # A page may get the node of another one, so all give up theirs first.
        self._db.executemany("UPDATE names SET node = ? WHERE page = ?", [(f"/{page}", page) for page, *_ in renamed])
        for page, before, node in renamed:
            # Its claims and links are resolved again, with its new node.
            self._touch_all(page, before)
            self._stated.add(page)
            self._db.execute("UPDATE pages SET node = ? WHERE id = ?", (node, page))
            self._db.execute("UPDATE names SET node = ? WHERE page = ?", (node, page))
            self._nodes.update((before, node))

    def _name_missing(self) -> None:
        """Name the nodes without a page after the links to them; without a link there is no such node."""
        query = (
            "SELECT DISTINCT l.link, p.language FROM links l JOIN pages p ON p.id = l.page"
            " WHERE l.target = '' AND l.node = ?"
        )
        known = "SELECT key, kind, text, folded FROM names WHERE node = ? AND kind = 'missing' ORDER BY key"
        for (node,) in self._db.execute("SELECT node FROM touched WHERE node <> '' ORDER BY node").fetchall():
            links = [
                (link.partition("#")[0].rstrip("/") or link, language) for link, language in self._fetch(query, node)
            ]
            names = (name_row("missing", stem_of(text), language) for text, language in links)
            # Of several spellings the first is shown.
            in_order = sorted(filter(None, names), key=lambda row: row[2], reverse=True)
            wanted = {row[0]: row for row in in_order}
            if self._fetch(known, node) != sorted(wanted.values()):
                self._remove_names("node = ? AND kind = 'missing'", node)
                self._add_names(None, node, wanted.values())

    def _update_language(self) -> None:
        """Analyze the pages without a language of their own in that of the vault, which has the most votes.

        A page of some words is analyzed in its likeliest language, where the vault has that.
        """
        query = (
            "SELECT likely, sum(votes) > ?, sum(min(votes, ?)) >= ? FROM pages WHERE votes >= ? GROUP BY likely"
            " ORDER BY sum(min(votes, ?)) DESC, likely"
        )
        rows = self._db.execute(query, (FEW_WORDS, OWN_WORDS, 2 * OWN_WORDS, FEW_WORDS, OWN_WORDS)).fetchall()
        main = next((language for language, is_clear, _ in rows if is_clear), "en")
        query = (
            "SELECT id, node, path, title, category, aliases, properties, likely, wanted FROM (SELECT *, CASE WHEN"
            " votes >= ? AND likely IN (SELECT value FROM json_each(?)) THEN likely ELSE ? END AS wanted FROM pages)"
            " WHERE votes < ? AND language <> wanted"
        )
        had = json.dumps([language for language, _, is_had in rows if is_had])
        pages = self._db.execute(query, (SOME_WORDS, had, main, OWN_WORDS)).fetchall()
        self._db.executemany("UPDATE pages SET language = ? WHERE id = ?", [(row[-1], row[0]) for row in pages])
        for page, node, path, title, category, aliases, properties, likely, language in pages:
            # A page that was read just now has the words of its likeliest language.
            if page in self._written and (likely or "en") == language:
                continue
            self._remove_names("page = ?", page)
            self._add_names(page, node, name_rows(path, title, category, aliases, properties, language))
            self._words.pop(page, None)
            self._rewritten.add(page)
            self._touch(page)

    def _touch(self, page: int) -> None:
        """Note the nodes of a page, its links and claims, and the sections that its claims cite."""
        first, end = places(page)
        nodes = (
            "INSERT OR IGNORE INTO touched SELECT node FROM pages WHERE id = :page"
            " UNION SELECT node FROM links WHERE page = :page"
            " UNION SELECT subject FROM claims WHERE id >= :first AND id < :end"
            " UNION SELECT object FROM claims WHERE id >= :first AND id < :end"
        )
        self._db.execute(nodes, {"page": page, "first": first, "end": end})
        cited = "SELECT section FROM evidence WHERE claim >= ? AND claim < ? AND section IS NOT NULL"
        self._sections.update(row[0] for row in self._db.execute(cited, (first, end)))

    def _state_pages(self) -> None:
        """Resolve the links and claims of all pages that a change can reach."""
        query = "SELECT DISTINCT page FROM links WHERE basename = ?"
        for basename in self._basenames:
            self._stated.update(row[0] for row in self._db.execute(query, (basename,)))
        for page in self._stated - self._written:
            self._touch(page)
        query = "SELECT id, path, node FROM pages WHERE id = ?"
        found = (self._db.execute(query, (page,)).fetchone() for page in sorted(self._stated | self._written))
        pages = [row for row in found if row]
        resolution = Resolution(self._db, Resolver(self._paths_for([page for page, *_ in pages])))
        for row in pages:
            resolution.write(*row)
            self._touch(row[0])

    def _paths_for(self, pages: Sequence[int]) -> list[str]:
        """Return the files that links of these pages may lead to: those with the same base names."""
        names: set[str] = set()
        ends = "SELECT subject_link, object_link FROM claims WHERE id >= ? AND id < ?"
        cited = "SELECT link, link FROM evidence WHERE claim >= ? AND claim < ?"
        for page in pages:
            names.update(row[0] for row in self._db.execute("SELECT basename FROM links WHERE page = ?", (page,)))
            for query in (ends, cited):
                rows = self._db.execute(query, places(page))
                names.update(basename_key(link) for row in rows for link in row)
        query = "SELECT path FROM files WHERE basename = ?"
        return [row[0] for name in sorted(names - {""}) for row in self._db.execute(query, (name,))]

    def _mark_repeats(self) -> set[str]:
        """Mark the repeated passages, and return their hashes."""
        run = self._db.execute
        before = {row[0] for row in run("SELECT DISTINCT hash FROM passages WHERE is_boilerplate = 1 AND hash <> ''")}
        most = max(FEWEST_REPEATED, REPEATED_SHARE * run("SELECT count(*) FROM pages").fetchone()[0])
        query = (
            "SELECT hash FROM (SELECT DISTINCT hash, page FROM passages WHERE hash <> '') GROUP BY hash"
            " HAVING count(*) > ?"
        )
        repeated = {row[0] for row in run(query, (most,))}
        for digest in sorted(before ^ repeated):
            self._rewritten.update(row[0] for row in run("SELECT page FROM passages WHERE hash = ?", (digest,)))
        mark = "UPDATE passages SET is_boilerplate = ? WHERE hash = ?"
        self._db.executemany(mark, [(0, digest) for digest in sorted(before - repeated)])
        self._db.executemany(mark + " AND is_boilerplate = 0", [(1, digest) for digest in sorted(repeated)])
        return repeated

    def _write_words(self, repeated: set[str]) -> None:
        for page in sorted(self._rewritten - self._written):
            self._remove_words(page)
        for page in sorted(self._rewritten | self._words.keys()):
            words, first = self._words.pop(page, None) or self._words_of(page), page << PLACE_BITS
            for (table, columns), rows in zip(_WORDS_TABLES.items(), word_rows(page, words, repeated)):
                marks = ", ?" * (columns.count(",") + 1)
                self._db.executemany(f"INSERT INTO {table}(rowid, {columns}) VALUES (?{marks})", rows)
            self._sections.update(range(first, first + len(words.sections)))

    def _words_of(self, page: int) -> PageWords:
        """Make the words of a page from its rows."""
        run, here = self._db.execute, places(page)
        query = "SELECT language, path, title, category, description, aliases, tags, properties FROM pages WHERE id = ?"
        language, *facts = run(query, (page,)).fetchone()
        sections = run("SELECT heading, above, part FROM sections WHERE id >= ? AND id < ? ORDER BY id", here)
        query = "SELECT section, hash, kind, text FROM passages WHERE id >= ? AND id < ? ORDER BY id"
        passages = (
            (section - here[0], digest, reader_text(text, kind), text)
            for section, digest, kind, text in run(query, here)
        )
        return page_words(facts, language, sections, passages)

    def _remove_words(self, page: int) -> None:
        self._db.execute("DELETE FROM page_words WHERE rowid = ?", (page,))
        here = places(page)
        for table in ("section_words", "passage_words"):
            self._db.execute(f"DELETE FROM {table} WHERE rowid >= ? AND rowid < ?", here)

    def _update_mentions(self) -> None:
        changed = [key for key, existed in self._keys.items() if is_sought(key) and self._is_name(key) != existed]
        if len(changed) + len(self._nodes) > MANY_NAMES:
            self._sections = {row[0] for row in self._db.execute("SELECT id FROM sections")}
        else:
            # Sections whose text or heading has a name, by itself or within a longer one.
            query = "SELECT rowid FROM section_words WHERE section_words MATCH ?"
            for expression in filter(None, (match_expression([key]) for key in changed)):
                found = self._db.execute(query, (f"{{heading text}} : ({expression})",))
                self._sections.update(row[0] for row in found)
            query = (
                "SELECT e.section FROM claims c CROSS JOIN evidence e ON e.claim = c.id"
                " WHERE c.{} = ? AND e.section IS NOT NULL"
            )
            for node in sorted(self._nodes - {""}):
                for end in ("subject", "object"):
                    self._sections.update(row[0] for row in self._db.execute(query.format(end), (node,)))
        # A page whose names are new has them in its first section.
        write_mentions(self._db, sorted(self._sections))


def _path_problem(path: str) -> str:
    """Return the reason why a file cannot be a page, whatever its content; "" where it can."""
    if NOT_UTF8 in path:
        return "its name is not UTF-8: no link can lead to it"
    if is_note(path) and is_conflict_copy(path):
        return "a second version, left by a sync client or a refused write: merge it by hand"
    return ""


def _change_time(changes: Changes, path: str) -> str:
    """Return the time of a file's last change, in the form of PageRow.changed; "" for a time out of range."""
    try:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(changes.stamps[path][1] // 1_000_000_000))
    except (OverflowError, ValueError, OSError):
        return ""
