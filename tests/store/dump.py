"""The whole index as plain values, with names for the ids that count up: what two indexes of one vault share."""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_right
from collections import Counter
from typing import Any

from scripts.store.page_texts import text_of
from scripts.store.schema import GRAM_BITS
from scripts.store.sweep import _loads


def canonical_dump(db: sqlite3.Connection) -> dict[str, list[Any]]:
    """Every table as a sorted list of rows; file and name ids are replaced by what they name."""
    run = db.execute
    paths = dict(run("SELECT id, path FROM files"))
    nodes = {id_: (paths.get(page, ""), name) for id_, name, page in run("SELECT id, name, page FROM nodes")} | {0: "-"}
    names = {row[0]: (row[1], nodes[row[2]]) for row in run("SELECT id, key, node FROM names")}
    tables: dict[str, list[Any]] = {
        "files": list(run("SELECT path, base, hash FROM files")),
        "folders": [(path,) for (path,) in run("SELECT DISTINCT path FROM folders")],
        "stamped": [(path, name) for path, blob in run("SELECT path, stamps FROM folders") for name in _loads(blob)],
        "heads": [(nodes[row[0]], *row[1:]) for row in run("SELECT node, name, has_turns FROM heads")],
        "pages": [(paths[row[0]], nodes[row[1]], *row[2:], text_of(db, row[0])) for row in run("SELECT * FROM pages")],
        "nodes": [(nodes[row[0]], *row) for row in run("SELECT id, label, degree FROM nodes")],
        "names": [(row[0], nodes[row[1]], row[2], row[3]) for row in run("SELECT key, node, kind, name FROM names")],
        "grams": [
            (gram, names[id_])
            for gram, chunk, ids in run("SELECT gram, chunk, ids FROM grams")
            for id_ in [(chunk << GRAM_BITS) + offset for offset in array("H", ids)]
        ],
        "links": [
            (paths[page], path, base, nodes[target])
            for page, path, base, target in run("SELECT page, path, base, target FROM links")
        ],
        "quoted_links": [(paths[page], base) for page, base in run("SELECT page, base FROM quoted_links")],
        "texts": [paths[row[0]] for row in run("SELECT page FROM texts")],
        "statements": [
            (paths[page], part, claim, nodes[source], relation, nodes[target], confidence, nodes[origin])
            for page, part, claim, source, relation, target, confidence, origin in run("SELECT * FROM statements")
        ],
        "edges": [
            (nodes[node], way, falling, relation, nodes[other], *facts)
            for node, way, falling, relation, other, *facts in run("SELECT * FROM edges")
        ],
        "issues": list(run("SELECT * FROM issues")),
        "vocabulary": list(run("SELECT term, doc, cnt FROM vocabulary")),
    }
    has_vectors = run("SELECT 1 FROM sqlite_master WHERE name = 'vectors'").fetchone()
    tables["vectors"] = [row[1:] for row in run("SELECT * FROM vectors")] if has_vectors else []
    firsts = [row[0] for row in run("SELECT id FROM pages ORDER BY id")]
    tables["postings"] = [
        (term, paths[firsts[bisect_right(firsts, row) - 1]], row - firsts[bisect_right(firsts, row) - 1], found)
        for term, *_ in tables["vocabulary"]
        for row, found in run("SELECT rowid, bm25(words, 1, 1.5, 3, 2) FROM words WHERE words MATCH ?", (f'"{term}"',))
    ]
    return {table: sorted(rows, key=repr) for table, rows in tables.items()}


def repeated(rows: list[Any]) -> list[Any]:
    """Rows that stand there more than once."""
    return [row for row, count in Counter(map(repr, rows)).items() if count > 1]
