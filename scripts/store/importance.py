"""PageRank of every node, kept in the index: computed when it is first asked for after a change, never by `ask`.

Brin and Page, 1998: the share of time that a random surfer spends at a node.  Here the surfer follows claims and links
with a chance in proportion to confidence times weight, both ways where a claim is symmetric, and jumps elsewhere where
nothing leads on.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from .schema import EITHER, META, OUT, WEIGHT

if TYPE_CHECKING:
    from .index import Index

DAMPING = 0.85
TOLERANCE = 1e-9
"""Change of all ranks together below which they count as settled."""
MOST_ROUNDS = 100

_TABLE = "CREATE TABLE IF NOT EXISTS ranks(node INTEGER PRIMARY KEY, rank REAL NOT NULL)"
_PASSING = ("locked", "busy", "full", "readonly")
"""Words of SQLite for what is no fault of the index."""


def node_ranks(index: Index) -> dict[str, float]:
    """PageRank of every node by its id, adding up to 1.  Equal indexes give equal ranks.

    Cost: a read of the table; after a change first some 30 passes over all edges, a second for 200,000 of them.
    """
    db = index.connection()
    if _is_current(db):
        ranks = dict(db.execute("SELECT node, rank FROM ranks").fetchall())
    else:
        ranks = compute_ranks(db)
        _store(index, db, ranks)
    # Where a page and a name without one are called the same, the page comes last and counts.
    names = db.execute("SELECT id, name FROM nodes ORDER BY page IS NULL DESC, id")
    return {name: ranks[node] for node, name in names}


def compute_ranks(db: sqlite3.Connection) -> dict[int, float]:
    """PageRank by node number.  Node numbers come from names, so that the order of the sums is the same everywhere."""
    nodes = [row[0] for row in db.execute("SELECT id FROM nodes ORDER BY id")]
    if not nodes:
        return {}
    place = {node: at for at, node in enumerate(nodes)}
    leading: list[list[tuple[int, float]]] = [[] for _ in nodes]
    for node, other, strength in db.execute(
        f"SELECT node, other, confidence * {WEIGHT} FROM edges WHERE way IN (?, ?) ORDER BY node, way, other, relation",
        (OUT, EITHER),
    ):
        if strength > 0 and node in place and other in place:
            leading[place[node]].append((place[other], strength))
    totals = [sum([strength for _, strength in each]) for each in leading]
    steps = [[(other, strength / total) for other, strength in each] for each, total in zip(leading, totals)]
    return dict(zip(nodes, _settled(steps)))


def _settled(steps: list[list[tuple[int, float]]]) -> list[float]:
    count = len(steps)
    ranks = [1 / count] * count
    for _ in range(MOST_ROUNDS):
        stuck = sum([rank for rank, each in zip(ranks, steps) if not each])
        after = [(1 - DAMPING + DAMPING * stuck) / count] * count
        for rank, each in zip(ranks, steps):
            for other, share in each:
                after[other] += DAMPING * rank * share
        moved = sum([abs(one - two) for one, two in zip(ranks, after)])
        ranks = after
        if moved < TOLERANCE:
            break
    return ranks


def _is_current(db: sqlite3.Connection) -> bool:
    """Whether the ranks were computed from the index as it is."""
    facts = dict(db.execute("SELECT key, value FROM meta WHERE key IN ('written', 'ranked')").fetchall())
    return facts.get("ranked") is not None and facts["ranked"] == facts.get("written")


def _store(index: Index, read: sqlite3.Connection, ranks: dict[int, float]) -> None:
    """Keep the ranks where the index can be written, and is still the one that was read."""
    written = read.execute(META, ("written",)).fetchone()
    if not read.execute("PRAGMA database_list").fetchone()[2]:
        return
    try:
        db = index.open_writing()
    except (sqlite3.OperationalError, OSError):
        return
    try:
        db.execute("BEGIN IMMEDIATE")
        if db.execute(META, ("written",)).fetchone() == written:
            db.execute(_TABLE)
            db.execute("DELETE FROM ranks")
            db.executemany("INSERT INTO ranks VALUES (?, ?)", sorted(ranks.items()))
            db.execute("INSERT OR REPLACE INTO meta VALUES ('ranked', ?)", written)
        db.execute("COMMIT")
    except sqlite3.OperationalError as err:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if not any(word in str(err) for word in _PASSING):
            raise
    finally:
        db.close()
