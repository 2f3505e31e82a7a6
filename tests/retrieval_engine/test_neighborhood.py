"""The graph around a page, over a real index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scripts.drawing.formats import neighborhood_mermaid, neighborhood_text
from scripts.errors import PageNotFoundError
from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import open_index
from scripts.retrieval_engine.neighborhood import Neighborhood, neighborhood


@contextmanager
def index_of(root: Path, files: dict[str, str]) -> Iterator[IndexReader]:
    for path, text in files.items():
        (root / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "vault" / path).write_text(text, encoding="utf-8")
    with open_index(str(root / "vault"), environ={"COMMONPLACE_CACHE": str(root / "cache")}) as index:
        yield index.reader


FILES = {
    "leak.md": '# Memory leak\n\n- causes [[crash]] (0.9, [[report#^p1]] "leaks")\n- part_of [[Big App]] (0.4)\n',
    "crash.md": "- part_of [[leak]] (0.7, [[report#^gone]])\n\nSee [[report]].\n",
    "report.md": "It leaks. ^p1\n",
    "alone.md": "Nothing.",
}


def graph_of(reader: IndexReader, page: str = "", **options: object) -> Neighborhood:
    bounds: dict[str, object] = {"depth": 2, "min_confidence": 0.6, "max_nodes": 50}
    return neighborhood(reader, page, **bounds | options)  # type: ignore[arg-type]


def test_a_neighborhood_has_sure_claims_and_links_with_their_ends(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader:
        graph = graph_of(reader, "Memory leak")
    assert [node.id for node in graph.nodes][:2] == ["leak", "crash"]
    assert {(edge.source, edge.relation, edge.target) for edge in graph.edges} >= {
        ("leak", "causes", "crash"),
        ("leak", "contains", "crash"),
        ("crash", "links_to", "report"),
    }
    assert graph.below_confidence >= 1
    assert all({edge.source, edge.target} <= {node.id for node in graph.nodes} for edge in graph.edges)


def test_a_claim_whose_evidence_is_gone_is_stale(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader:
        text = neighborhood_text(graph_of(reader, "leak"))
    assert "Memory leak -causes[0.9]-> crash\n" in text
    assert "Memory leak -contains[0.7]-> crash (stale)\n" in text


def test_relations_and_direction_are_followed_as_the_ontology_reads_them(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader:
        inward = graph_of(reader, "crash", relations=["part of"], direction="out")
        none = graph_of(reader, "crash", relations=["orbits"])
    assert [(edge.source, edge.relation, edge.target) for edge in inward.edges] == [("leak", "contains", "crash")]
    assert neighborhood_text(none).split("\n")[1] == "no edge here is orbits"


def test_the_whole_graph_has_every_page_and_missing_pages_by_their_names(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader:
        graph = graph_of(reader, min_confidence=0.3)
        text = neighborhood_text(graph_of(reader, max_nodes=2))
    names = {node.name: node.path for node in graph.nodes}
    assert names == {
        "Memory leak": "leak.md",
        "crash": "crash.md",
        "report": "report.md",
        "alone": "alone.md",
        "Big App": "",
    }
    assert "omitted:" in text


def test_a_name_cannot_end_its_label(tmp_path: Path) -> None:
    files = {"a.md": '---\ntitle: "x\\"] --> y"\n---\n[[b]]\n', "b.md": "%%{init: 1}%% <script>\n"}
    with index_of(tmp_path, files) as reader:
        drawing = neighborhood_mermaid(graph_of(reader, "a"))
    assert '  n0["x#34;#93; --#62; y"]' in drawing.split("\n")
    assert "n0 -.-> n1" in drawing


def test_a_page_that_is_not_there_has_no_neighborhood(tmp_path: Path) -> None:
    with index_of(tmp_path, FILES) as reader, pytest.raises(PageNotFoundError):
        graph_of(reader, "nobody")
