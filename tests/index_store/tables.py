"""Tables of an index that are made at random, and a reader over them: words, names and claims from a small stock."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scripts.index_store.database import PLACE_BITS, encode_words
from scripts.index_store.database import TABLES as STATEMENTS
from scripts.index_store.reader import STATISTICS, SqliteReader, format_statistics
from scripts.model import LINKS_TO
from scripts.text.names import fold_name

Row = Mapping[str, Any]
Tables = Mapping[str, Sequence[Row]]

WORDS = ("leak", "memori", "crash", "c++", "c#", "_", "a_2b_", "日本", "😀", "naïv", "ß", "0")
RARE = ("the", "residuum", "Capital")
NODES = ["leak", "crash", "missing page", "topics/leak", "C++", "memory leak"]
KINDS = ("title", "stem", "alias", "question", "short", "missing")
ROLES = ("title", "claim", "text")


def reader_of(tables: Tables) -> SqliteReader:
    """Put tables into a new database in memory; of a words table, words as they are analyzed."""
    connection = sqlite3.connect(":memory:")
    for statement in STATEMENTS:
        connection.execute(statement)
    for table, rows in tables.items():
        for row in rows:
            if table.endswith("_words"):
                values = {"rowid": row["id"], **{c: encode_words(v.split()) for c, v in row.items() if c != "id"}}
            else:
                values = _default_values(connection, table) | dict(row)
            if table == "names":
                values["folded"] = fold_name(row["text"])
            marks = ", ".join("?" * len(values))
            columns = ", ".join(values)
            connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(values.values()))
    stored = format_statistics(SqliteReader(connection).count_rows())
    connection.execute("INSERT INTO meta VALUES (?, ?)", (STATISTICS, stored))
    return SqliteReader(connection)


def _default_values(connection: sqlite3.Connection, table: str) -> dict[str, object]:
    """Return a value for each column that may not be empty."""
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    return {name: "" if type_ == "TEXT" else 0 for _, name, type_, not_null, _, _ in columns if not_null}


def random_tables(random: Random, *, pages: int) -> Tables:
    """Return tables of an index with that many pages: words, names and claims from a small stock, so that they meet."""
    tables: dict[str, list[Row]] = {name: [] for name in TABLES}
    for number in range(pages):
        page = random.getrandbits(44)
        path = f"{random.choice(('topics', 'entities', 'ä'))}/{random.choice(NODES).strip('+/')} {number}.md"
        tables["files"].append({"path": path, "problem": "cannot be read" if number % 4 == 3 else ""})
        tables["pages"].append(
            {
                "id": page,
                "path": path,
                "node": path[:-3],
                "title": f"Page {number}",
                "category": "topics",
                "type": "",
                "description": "",
                "language": random.choice(("en", "en", "de", "")),
                "aliases": json.dumps(random.sample(WORDS, number % 3)),
                "tags": json.dumps(random.sample(WORDS, number % 2)),
                "properties": json.dumps({"n": number, "ä": ["\\ud800", None]}, ensure_ascii=bool(number % 2)),
                "changed": "2024-01-01T00:00:00Z",
                "tokens": number,
                "issues": json.dumps([["not-utf8", "é", 0], ["merge-markers", "m", 3]][: number % 3]),
            }
        )
        columns = ("title", "aliases", "headings", "place", "description", "body", "links")
        tables["page_words"].append({"id": page, **{column: some_words(random) for column in columns}})
        passage = page << PLACE_BITS
        for place in range(random.randint(1, 4)):
            section = (page << PLACE_BITS) + place
            above = json.dumps(random.sample(WORDS, place % 3))
            heading: Row = {"level": place, "part": 0, "line": place * 9, "end_line": place * 9 + 8}
            tables["sections"].append({"id": section, "page": page, "heading": f"H {place}", "above": above, **heading})
            heads = {column: some_words(random) for column in ("title", "heading", "above")}
            text = (some_words(random) + (" the" if random.random() < 0.7 else "")).strip()
            tables["section_words"].append({"id": section, **heads, "text": text})
            for name in random.sample(WORDS, 3):
                tables["mentions"].append({"name": name, "section": section, "role": random.choice(ROLES)})
            for _ in range(random.randint(0, 3)):
                block = random.choice(("", "b"))
                place_facts: Row = {"kind": "paragraph", "line": place * 9, "end_line": place * 9, "block": block}
                text = f"passage {passage}"
                row: Row = {
                    "id": passage,
                    "page": page,
                    "section": section,
                    "is_boilerplate": passage % 5 == 0,
                    "text": text,
                }
                tables["passages"].append({**row, **place_facts})
                words = {column: some_words(random) for column in ("title", "heading", "text")}
                tables["passage_words"].append({"id": passage, **words})
                passage += 1
        for kind in random.sample(KINDS[:-1], 3):
            key = random.choice(WORDS + RARE)
            text = {"leak": "Memory Leak", "residuum": "Résiduum"}.get(key, key)
            tables["names"].append({"key": key, "kind": kind, "node": path[:-3], "text": text, "page": page})
        for place in range(random.randint(0, 4)):
            target = random.choice([""] + [str(row["path"]) for row in tables["pages"]])
            link: Row = {"line": place, "kind": "wikilink", "is_embed": place % 2, "link": target, "property": ""}
            display = random.choice((None, "shown"))
            resolved: Row = {"page": page, "place": place, "display": display, "target": target, "target_page": None}
            tables["links"].append({**resolved, **link})
        for place in range(random.randint(0, 3)):
            add_claim(random, tables, page, place)
    tables["meta"].append({"key": "vectors", "value": "a model"})
    tables["vectors"] += [
        {"section": row["id"], "digest": random.randbytes(16), "vector": random.randbytes(8)}
        for row in tables["sections"][::2]
    ]
    tables["names"].append({"key": "leak", "kind": "missing", "node": "leak", "text": "leak", "page": None})
    edges = {
        (
            random.choice((0.5, 0.6, 0.9, 1.0)),
            random.choice(NODES),
            random.choice(NODES),
            random.choice(("causes", "uses", LINKS_TO)),
        )
        for _ in range(pages * 5)
    }
    for confidence, source, target, relation in sorted(edges):
        is_claim = int(relation != LINKS_TO)
        ends: Row = {"source": source, "relation": relation, "target": target, "confidence": confidence, "sources": 1}
        for node in dict.fromkeys((source, target)):
            tables["edges"].append({"node": node, "is_claim": is_claim, **ends})
    return tables


def add_claim(random: Random, tables: dict[str, list[Row]], page: int, place: int) -> None:
    claim = (page << PLACE_BITS) + place
    subject, target = random.choices(NODES, k=2)
    ends = {"subject": subject, "subject_name": subject, "object": target, "object_name": target}
    facts: Row = {"relation": "causes", "confidence": random.choice((0.6, 1.0)), "note": "", "form": "claim"}
    tables["claims"].append({"id": claim, "page": page, "line": random.randint(1, 2), **ends, **facts})
    for rest in range(random.randint(0, 2)):
        passage = random.choice([*tables["passages"], {"id": None, "section": None, "page": None}])
        where = {"page": passage["page"], "passage": passage["id"], "section": passage["section"]}
        text = {"source": "source", "block": "b", "quote": "the words"}
        tables["evidence"].append({"claim": claim, "place": rest, **where, **text})


def some_words(random: Random) -> str:
    return " ".join(random.choices(WORDS, k=random.randint(0, 12)) + random.choices(RARE, k=int(random.random() < 0.1)))


TABLES = (
    "files",
    "pages",
    "sections",
    "passages",
    "page_words",
    "section_words",
    "passage_words",
    "names",
    "mentions",
    "claims",
    "evidence",
    "edges",
    "links",
    "vectors",
    "meta",
)
