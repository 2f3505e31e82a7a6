"""A graph as GraphML, written as it goes: a library's tree of elements takes 40 kB of memory for each page.

The text is, byte for byte, what networkx 3.4 writes of the same graph, which is what readers of GraphML are tried with.
"""

from __future__ import annotations

import io
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from ..model import Edge, Node
    from .drawing import Neighbourhood

# What XML 1.0 cannot hold, in whichever way it is written.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_NODE_KEYS = (("prior", "double"), ("type", "string"), ("category", "string"), ("path", "string"), ("label", "string"))
_EDGE_KEYS = (("weight", "double"), ("sources", "long"), ("confidence", "double"), ("relation", "string"))
_MARKUP = re.compile('[^\x20-\x7e]|[&<>"]')


def graphml(graph: Neighbourhood) -> str:
    """The graph as GraphML: nodes with label, path, category and type; edges with relation and confidence."""
    out = io.StringIO()
    out.write(_HEAD)
    for scope, keys, found in (("edge", _EDGE_KEYS, graph.edges), ("node", _NODE_KEYS, graph.nodes)):
        for name, kind in keys if found else ():
            out.write(f'  <key id="{name}" for="{scope}" attr.name="{name}" attr.type="{kind}" />\n')
    if not graph.nodes:
        out.write('  <graph edgedefault="directed" />\n</graphml>\n')
        return out.getvalue()
    out.write('  <graph edgedefault="directed">\n')
    ids = _write_nodes(out, graph.nodes)
    _write_edges(out, graph.edges, ids)
    out.write("  </graph>\n</graphml>\n")
    return out.getvalue()


def _write_nodes(out: TextIO, nodes: tuple[Node, ...]) -> dict[str, str]:
    """Write the nodes; return the ids they have there by those they have here."""
    taken: set[str] = set()
    ids: dict[str, str] = {}
    for node in nodes:
        clean = _xml(node.id)
        while clean in taken:
            clean += "~"
        taken.add(clean)
        ids[node.id] = clean
        out.write(f'    <node id="{_attribute(clean)}">\n')
        for name, value in (
            ("label", node.name),
            ("path", node.path),
            ("category", node.category),
            ("type", node.type),
        ):
            _write_datum(out, name, value)
        out.write(f'      <data key="prior">{float(node.prior)}</data>\n    </node>\n')
    return ids


def _write_edges(out: TextIO, edges: tuple[Edge, ...], ids: dict[str, str]) -> None:
    """Write the edges by source in the order of the nodes, then by target; the id tells those of one pair apart."""
    leading: dict[str, dict[str, list[Edge]]] = {clean: {} for clean in ids.values()}
    for edge in edges:
        leading[ids[edge.source]].setdefault(ids[edge.target], []).append(edge)
    for source, targets in leading.items():
        for target, joined in targets.items():
            for number, edge in enumerate(joined):
                ends = f'source="{_attribute(source)}" target="{_attribute(target)}"'
                out.write(f'    <edge {ends} id="{number}">\n')
                _write_datum(out, "relation", edge.relation)
                out.write(
                    f'      <data key="confidence">{float(edge.confidence)}</data>\n'
                    f'      <data key="sources">{int(edge.sources)}</data>\n'
                    f'      <data key="weight">{float(edge.weight)}</data>\n    </edge>\n'
                )


def _write_datum(out: TextIO, name: str, value: str) -> None:
    value = _xml(value)
    if value:
        out.write(f'      <data key="{name}">{_text(value)}</data>\n')
    else:
        out.write(f'      <data key="{name}" />\n')


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _text(text: str) -> str:
    if not _MARKUP.search(text):
        return text
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # Every line break is one to readers of XML, however it is written.
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _attribute(text: str) -> str:
    if not _MARKUP.search(text):
        return text
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    text = text.replace("\r", "&#13;").replace("\n", "&#10;").replace("\t", "&#09;")
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")
