"""What is drawn of the graph for other programs, and that no name gets out of its label in any format."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.drawing.formats import FORMATS, format_graph
from scripts.retrieval_engine.neighborhood import GraphEdge, GraphNode, Neighborhood
from tests.running import done, write


def node(id: str, name: str = "", path: str | None = None) -> GraphNode:
    return GraphNode(id, name or id, f"entities/{id}.md" if path is None else path, "entities")


def edge(source: str, relation: str, target: str, confidence: float = 1.0, sources: int = 1) -> GraphEdge:
    return GraphEdge(source, relation, target, confidence, sources, False)


def graph(nodes, edges=(), center: str = "", omitted: int = 0) -> Neighborhood:
    return Neighborhood(center, tuple(nodes), tuple(edges), omitted, 0, ())


LEAK, CRASH, NOTE = node("leak", "memory leak"), node("crash", "system crash"), node("missing", "missing", "")
SMALL = graph(
    (LEAK, CRASH, NOTE), (edge("leak", "causes", "crash", 0.9, 2), edge("leak", "links_to", "missing")), "leak", 3
)


def test_a_claim_whose_passages_are_all_gone_is_called_stale(tmp_path: Path) -> None:
    """It was drawn, and shown with its page, as one that holds."""
    home, said = tmp_path, "The memory leak causes the crash."
    done("init", home)
    done("add", "-", "--title", "Report", home=home, stdin=f"# Report\n\n{said}\n")
    entities = [{"name": name, "type": "thing", "supporting_text": said} for name in ("memory leak", "crash")]
    claim = {"source": "memory leak", "type": "causes", "target": "crash", "confidence": 0.9, "supporting_text": said}
    bundle = {"source": "report", "entities": entities, "relations": [claim]}
    done("apply", "-", home=home, stdin=json.dumps(bundle))
    fresh = [done("show", "crash", home=home).out, done("graph", "crash", home=home).out]
    assert [text.count("stale") for text in fresh] == [0, 0]
    done("add", "-", "--as", "report", home=home, stdin="# Report\n\nNobody knows.\n")
    assert re.search(r"\(0\.9, report#\^\w+, stale\)\n", done("show", "crash", home=home).out)
    assert "memory leak -causes[0.9]-> crash (stale)\n" in done("graph", "crash", home=home).out
    mermaid = done("graph", "crash", "--format", "mermaid", home=home).out
    assert 'causes 0#46;9 stale"' in mermaid or 'causes 0.9 stale"' in mermaid
    drawn = done("graph", "crash", "--json", home=home).document["edges"]
    assert [each["relation"] for each in drawn if each["is_stale"]] == ["causes"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_limit_without_a_page_holds_in_every_format_and_says_what_it_leaves_out(tmp_path: Path, format: str):
    vault = write(tmp_path, {f"note{number}.md": f"[[note{number + 1}]]" for number in range(30)})
    drawn = done("graph", "--limit", 4, "--format", format, "--vault", vault).out
    assert len(set(re.findall(r"note\d+", drawn))) == 4
    assert re.search("27 nodes omitted|omitted.*27", drawn, re.DOTALL)


@pytest.mark.parametrize("wanted", [["--json"], ["--format", "graphml"]])
def test_a_program_gets_the_whole_graph(tmp_path: Path, wanted: list[str]):
    vault = write(tmp_path, {f"note{number}.md": "[[hub]]" for number in range(60)})
    drawn = done("graph", *wanted, "--vault", vault).out
    assert len(set(re.findall(r"note\d+", drawn))) == 60


def test_text_has_an_edge_a_line_and_says_what_is_omitted():
    assert format_graph(SMALL, "text") == (
        "memory leak: 3 nodes, 2 edges, 3 nodes omitted\n"
        "memory leak -causes[0.9]-> system crash (2 sources)\n"
        "memory leak -links_to-> missing\n"
    )


def test_text_has_what_is_claimed_of_the_center_first_and_plain_links_last():
    nodes = tuple(node(each, each) for each in "abc")
    edges = (edge("a", "links_to", "b"), edge("a", "uses", "c", 0.9), edge("b", "uses", "c", 0.9))
    lines = format_graph(graph(nodes, edges, "b"), "text").splitlines()[1:]
    assert lines == ["b -uses[0.9]-> c", "a -uses[0.9]-> c", "a -links_to-> b"]


def test_text_tells_pages_of_one_name_apart_and_lists_what_has_no_edge():
    pages = graph((node("x/a", "a"), node("y/a", "a")))
    assert format_graph(pages, "text") == "2 nodes, 0 edges\na (x/a)\na (y/a)\n"


def test_mermaid_draws_pages_as_boxes_and_missing_pages_rounded():
    assert format_graph(SMALL, "mermaid") == (
        "graph LR\n"
        "  %% 3 nodes omitted\n"
        '  n0["memory leak"]\n'
        '  n1["system crash"]\n'
        '  n2(["missing"])\n'
        '  n0 -->|"causes 0.9"| n1\n'
        "  n0 -.-> n2\n"
        "  style n0 stroke-width:3px\n"
    )


def test_graphml_is_read_back_as_the_same_graph():
    read = networkx.parse_graphml(format_graph(SMALL, "graphml"))
    assert [*read.nodes] == ["leak", "crash", "missing"]
    assert [(s, t, d["relation"], d["confidence"]) for s, t, d in read.edges(data=True)] == [
        ("leak", "crash", "causes", 0.9),
        ("leak", "missing", "links_to", 1.0),
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_graph_is_written_in_every_format(format: str):
    assert format_graph(graph(()), format).endswith("\n")


HOSTILE = [
    'a"]; click n0 "javascript:alert(1)"',
    "a\nn0 --> n1",
    "%%{init: {'theme': 'x'}}%%",
    "<script>alert(1)</script>",
    "`**x**`",
    "]]></data><node id='x'/>",
    "&lt;#35;&amp;",
    "\x00\x0b\ufffe\ud800",
    "-causes[1]-> b\u202e",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_gets_out_of_its_mermaid_label(name: str):
    drawn = graph((node(name), node("b")), (edge(name, "causes", "b"),))
    lines = format_graph(drawn, "mermaid").splitlines()
    assert len(lines) == 4
    assert re.fullmatch(r'  n0\["(?:[^\W_]|[ _.,()/+\'-]|#\d+;)+"\]', lines[1])


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4, unique=True))
def test_every_name_is_a_node_of_its_own_in_well_formed_graphml(names: list[str]):
    drawn = graph(map(node, names), (edge(name, name, names[0]) for name in names))
    tree = ElementTree.fromstring(format_graph(drawn, "graphml").encode("utf-8"))
    found = [element.get("id") for element in tree.iter("{http://graphml.graphdrawing.org/xmlns}node")]
    assert len(set(found)) == len(names)


def test_graphml_holds_no_sign_that_speaks_to_a_terminal():
    drawn = format_graph(graph((node("a\x1b\x7f\x85\x9b"),), ()), "graphml")
    assert all(sign.isprintable() or sign in "\n\t" for sign in drawn)


def test_names_that_xml_cannot_tell_apart_stay_two_nodes():
    drawn = graph((node("\x00"), node("\x01")), (edge("\x00", "causes", "\x01"),))
    read = networkx.parse_graphml(format_graph(drawn, "graphml"))
    assert [*read.edges()] == [("\ufffd", "\ufffd~")]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_adds_a_line(name: str):
    written, plain = (format_graph(graph((node(id, path=""), node("b"))), "text") for id in (name, "a"))
    assert len(written.splitlines()) == len(plain.splitlines())
    assert "\u202e" not in written
