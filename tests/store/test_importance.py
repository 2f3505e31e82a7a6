"""PageRank in the index: right, the same on equal indexes, and made anew when pages change."""

from __future__ import annotations

import networkx
import pytest

from scripts.store.importance import compute_ranks, node_ranks
from tests.running import page

FILES = {
    "hub.md": page("Hub", "[[one]] [[two]]"),
    "one.md": page("One", "- causes [[two]]\n- related_to [[three]]\n\n[[hub]]"),
    "two.md": page("Two", "[[nowhere]]"),
    "three.md": page("Three"),
}


def test_ranks_are_those_of_networkx(room):
    for name, text in FILES.items():
        room.write(name, text)
    index = room.index()
    index.refresh()
    db = index.connection()
    drawn = networkx.DiGraph()
    drawn.add_nodes_from(row[0] for row in db.execute("SELECT id FROM nodes"))
    for node, other, strength in db.execute(
        "SELECT node, other, confidence * iif(relation = 'links_to', 0.5, 1) FROM edges WHERE way IN (0, 2)"
    ):
        weight = drawn.get_edge_data(node, other, {"weight": 0})["weight"]
        drawn.add_edge(node, other, weight=weight + strength)
    wanted = networkx.algorithms.link_analysis.pagerank_alg._pagerank_python(drawn, tol=1e-12)
    assert compute_ranks(db) == pytest.approx(wanted, abs=1e-8)
    assert node_ranks(index) == node_ranks(index)
    assert db.execute
    room.write("four.md", page("Four", "[[three]] [[hub]]"))
    index.refresh()
    assert node_ranks(index)["four"] > 0
    assert sum(node_ranks(index).values()) == pytest.approx(1.0)
    index.close()


def test_an_empty_home_has_no_ranks(room):
    index = room.index()
    index.refresh()
    assert node_ranks(index) == {}
    index.close()
