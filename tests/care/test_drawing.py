"""What is drawn, and that no name gets out of its label in any format."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.care.drawing import Neighborhood, hops, neighborhood, whole_graph
from scripts.care.graph_export import FORMATS, format_graph
from scripts.errors import PageNotFoundError, UsageError
from scripts.pages.model import Edge, Node
from scripts.reading.graph import surroundings
from scripts.reading.subgraph import Limits
from tests.retrieval.memory_graph import ClaimIn, MemoryGraph, PageIn
from tests.running import done


def node(id: str, name: str = "", path: str | None = None) -> Node:
    return Node(id, name or id, f"entities/{id}.md" if path is None else path, "entities", "concept")


LEAK, CRASH, NOTE = node("leak", "memory leak"), node("crash", "system crash"), node("missing", "missing", "")
SMALL = Neighborhood(
    "leak",
    (LEAK, CRASH, NOTE),
    (Edge("leak", "causes", "crash", 0.9, 2), Edge("leak", "links_to", "missing", 1.0, 1, 0.5)),
    3,
)


def test_a_claim_whose_passages_are_all_gone_is_told_as_stale(tmp_path: Path) -> None:
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
    assert re.search(r"\[report#\^\w+\] stale\n", done("show", "crash", home=home).out)
    assert "memory leak -causes[0.9]-> crash (stale)\n" in done("graph", "crash", home=home).out
    forms = [done("graph", "crash", "--format", form, home=home).out for form in ("mermaid", "canvas")]
    assert ['causes 0#46;9 stale"' in forms[0] or 'causes 0.9 stale"' in forms[0], "0.9 stale" in forms[1]] == [
        True
    ] * 2
    told = done("graph", "crash", "--json", home=home).document["stale"]
    assert [(each["source"], each["relation"], each["target"]) for each in told] == [("memory-leak", "causes", "crash")]
    # Of the whole graph nobody looks: an empty list would say that none is.
    assert done("graph", "--json", home=home).document["stale"] is None


def chain() -> MemoryGraph:
    pages = [PageIn(id, id, category="entities") for id in "abcd"]
    claims = [ClaimIn("a", "causes", "b"), ClaimIn("b", "causes", "c", 0.5), ClaimIn("d", "enables", "a", 0.8)]
    return MemoryGraph(pages, claims)


def drawn(**options) -> tuple[list[str], list[tuple[str, str, str]], int]:
    graph = neighborhood(chain(), "a", **{"depth": 2, "min_confidence": 0.0, **options})
    return [n.id for n in graph.nodes], [edge[:3] for edge in graph.edges], graph.omitted


def test_the_neighborhood_has_the_center_first_and_both_ends_of_every_edge():
    edges = [("a", "causes", "b"), ("b", "causes", "c"), ("d", "enables", "a")]
    assert drawn() == (["a", "b", "d", "c"], edges, 0)


def test_the_neighborhood_ends_at_its_depth():
    assert drawn(depth=1)[0] == ["a", "b", "d"]


def test_edges_below_the_confidence_are_not_drawn():
    assert drawn(min_confidence=0.6)[1] == [("a", "causes", "b"), ("d", "enables", "a")]


def test_the_direction_decides_which_edges_are_drawn():
    assert drawn(direction="in")[1] == [("d", "enables", "a")]


def test_all_edges_among_the_nodes_are_drawn_not_only_the_best_of_each():
    graph = MemoryGraph([PageIn(id, id) for id in "abc"], [ClaimIn("a", "causes", "b"), ClaimIn("a", "causes", "c")])
    found = neighborhood(graph, "a", depth=1, min_confidence=0, direction="out")
    assert [edge[:3] for edge in found.edges] == [("a", "causes", "b"), ("a", "causes", "c")]


def test_relations_are_known_by_any_of_their_names():
    assert drawn(relations=["enabled by"])[1] == [("d", "enables", "a")]


def test_what_the_limit_leaves_out_is_counted():
    assert drawn(limit=2, depth=1) == (["a", "b"], [("a", "causes", "b")], 1)


def test_an_unknown_center_is_an_error_that_names_what_is_near():
    with pytest.raises(PageNotFoundError, match="leak"):
        neighborhood(MemoryGraph([PageIn("leak", "leak")]), "leaks2", depth=1, min_confidence=0)


def test_the_whole_graph_is_all_pages_what_they_miss_and_the_edges_above_the_threshold(open_vault):
    ws = open_vault(
        {
            "entities/a.md": "- causes [[b]]\n- causes [[planned page]] (0.5)\n",
            "entities/b.md": "[[planned page]]",
            "entities/lonely.md": "x",
            "index.md": "[[lonely]]",
        }
    )
    graph = whole_graph(ws, min_confidence=0.6)
    assert [(n.id, bool(n.path)) for n in graph.nodes] == [
        ("a", True),
        ("b", True),
        ("lonely", True),
        ("planned page", False),
    ]
    assert [edge[:4] for edge in graph.edges] == [
        ("a", "causes", "b", 1.0),
        ("b", "links_to", "planned page", 1.0),
    ]
    assert (graph.center, graph.omitted, graph.unsure) == ("", 0, 1)


def test_a_limit_of_the_whole_graph_keeps_the_best_connected_and_counts_the_others(open_vault):
    ws = open_vault({"a.md": "[[hub]]", "b.md": "[[hub]] [[a]]", "c.md": "[[hub]]", "hub.md": "x", "lonely.md": "x"})
    graph = whole_graph(ws, min_confidence=0, limit=2)
    assert [node.id for node in graph.nodes] == ["hub", "a"]
    assert ([edge[:3] for edge in graph.edges], graph.omitted) == ([("a", "links_to", "hub")], 3)


def test_relations_of_the_whole_graph_are_drawn_with_what_they_join_only(open_vault):
    pages = {"a.md": "[[b]]\n\ncauses:: [[c]]", "b.md": "[[c]]", "c.md": "x", "lonely.md": "x"}
    graph = surroundings(open_vault(pages), "", Limits(relations=("leads to",)))
    assert ([node.id for node in graph.nodes], len(graph.edges)) == (["a", "c"], 1)


@pytest.mark.parametrize("format", FORMATS)
def test_a_limit_without_a_page_holds_in_every_format_and_tells_what_it_leaves_out(open_vault, format: str):
    ws = open_vault({f"note{i}.md": f"[[note{i + 1}]]" for i in range(30)})
    drawn = format_graph(surroundings(ws, "", Limits(max_nodes=4)), format)
    assert len(set(re.findall(r"note\d+", drawn))) == 4
    assert re.search("27 nodes omitted|omitted.*27", drawn, re.DOTALL)


def test_parts_that_are_not_connected_count_hops_from_their_own_first_node():
    graph = Neighborhood("b", tuple(map(node, "abcde")), (Edge("a", "r", "b", 1), Edge("d", "r", "c", 1)), 0)
    assert hops(graph) == {"b": 0, "a": 1, "c": 0, "d": 1, "e": 0}


def test_text_has_an_edge_a_line_and_says_what_is_omitted():
    assert format_graph(SMALL, "text") == (
        "memory leak: 3 nodes, 2 edges, 3 nodes omitted\n"
        "memory leak -causes[0.9]-> system crash (2 sources)\n"
        "memory leak -links_to-> missing\n"
    )


def test_text_has_what_is_claimed_of_the_center_first_and_plain_links_last():
    nodes = tuple(node(each, each) for each in "abc")
    edges = (Edge("a", "links_to", "b", 1.0), Edge("a", "uses", "c", 0.9), Edge("b", "uses", "c", 0.9))
    lines = format_graph(Neighborhood("b", nodes, edges, 0), "text").splitlines()[1:]
    assert lines == ["b -uses[0.9]-> c", "a -uses[0.9]-> c", "a -links_to-> b"]


def test_text_tells_pages_of_one_name_apart_and_lists_what_has_no_edge():
    graph = Neighborhood("", (node("x/a", "a"), node("y/a", "a")), (), 0)
    assert format_graph(graph, "text") == "2 nodes, 0 edges\na (x/a)\na (y/a)\n"


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


def test_json_is_the_value_itself():
    value = json.loads(format_graph(SMALL, "json"))
    assert (value["center"], value["omitted"], value["edges"][0]["relation"]) == ("leak", 3, "causes")


def test_graphml_is_read_back_as_the_same_graph():
    read = networkx.parse_graphml(format_graph(SMALL, "graphml"))
    assert [*read.nodes] == ["leak", "crash", "missing"]
    assert [(s, t, d["relation"], d["confidence"]) for s, t, d in read.edges(data=True)] == [
        ("leak", "crash", "causes", 0.9),
        ("leak", "missing", "links_to", 1.0),
    ]


def test_canvas_has_files_in_hop_columns_and_labeled_edges():
    canvas = json.loads(format_graph(SMALL, "canvas"))
    leak, crash, missing = canvas["nodes"]
    assert (leak["type"], leak["file"], leak["x"], leak["y"], leak["color"]) == ("file", "entities/leak.md", 0, 0, "4")
    assert (missing["type"], missing["text"]) == ("text", "missing")
    assert crash["x"] == missing["x"] > leak["x"] + leak["width"]
    assert missing["y"] >= crash["y"] + crash["height"]
    edge = canvas["edges"][0]
    assert (edge["fromNode"], edge["toNode"], edge["label"]) == (leak["id"], crash["id"], "causes 0.9")
    assert "label" not in canvas["edges"][1]
    assert all(re.fullmatch("[0-9a-f]{16}", item["id"]) for item in (*canvas["nodes"], *canvas["edges"]))


def test_no_two_nodes_of_a_large_canvas_overlap():
    graph = Neighborhood("", tuple(node(f"n{i}") for i in range(100)), (), 0)
    places = {(n["x"], n["y"]) for n in json.loads(format_graph(graph, "canvas"))["nodes"]}
    assert len(places) == 100
    assert max(y for _, y in places) < 3000


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_graph_is_written_in_every_format(format: str):
    assert format_graph(Neighborhood("", (), (), 0), format).endswith("\n")


def test_an_unknown_format_is_an_error():
    with pytest.raises(UsageError, match="text, mermaid"):
        format_graph(SMALL, "svg")


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
    graph = Neighborhood("", (node(name), node("b")), (Edge(name, "causes", "b", 1.0),), 0)
    lines = format_graph(graph, "mermaid").splitlines()
    assert len(lines) == 4
    assert re.fullmatch(r'  n0\["(?:[^\W_]|[ _.,()/+\'-]|#\d+;)+"\]', lines[1])


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4, unique=True))
def test_every_name_is_a_node_of_its_own_in_well_formed_graphml(names: list[str]):
    graph = Neighborhood("", tuple(map(node, names)), tuple(Edge(name, name, names[0], 1.0) for name in names), 0)
    tree = ElementTree.fromstring(format_graph(graph, "graphml").encode("utf-8"))
    found = [element.get("id") for element in tree.iter("{http://graphml.graphdrawing.org/xmlns}node")]
    assert len(set(found)) == len(names)


def test_names_that_xml_cannot_tell_apart_stay_two_nodes():
    graph = Neighborhood("", (node("\x00"), node("\x01")), (Edge("\x00", "causes", "\x01", 1.0),), 0)
    read = networkx.parse_graphml(format_graph(graph, "graphml"))
    assert [*read.edges()] == [("\ufffd", "\ufffd~")]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("format", ["text", "canvas"])
def test_no_name_adds_a_line_or_markup(name: str, format: str):
    graph = Neighborhood("", (node(name, path=""), node("b")), (), 0)
    written = format_graph(graph, format)
    plain = format_graph(Neighborhood("", (node("a", path=""), node("b")), (), 0), format)
    assert len(written.splitlines()) == len(plain.splitlines())
    assert not re.search(r"<\w|[`\u202e]|\]\]", written)
