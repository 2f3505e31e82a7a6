"""Associative memory: entities and what they were mentioned with, kept in plain dicts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from enum import Enum
from math import isfinite
from types import MappingProxyType
from typing import Any

from ...errors import DataError, UsageError
from .saved import document, parse_document, path_of, read_bytes, save_all, saved_form

SCHEMA = 1


class NodeType(str, Enum):
    """What a node stands for."""

    FILE = "file"
    FUNCTION = "function"
    CONCEPT = "concept"
    PERSON = "person"
    EVENT = "event"


class EdgeType(str, Enum):
    """How two nodes belong together."""

    IMPORTS = "imports"
    CALLS = "calls"
    RELATES_TO = "relates_to"
    PART_OF = "part_of"


class NodeMissingError(DataError, KeyError):
    """An end of an edge is no node of the graph."""

    def __init__(self, node: str) -> None:
        super().__init__(f"node {node!r} does not exist", hint="add it first")

    def __str__(self) -> str:
        return DataError.__str__(self)


class TypeConflictError(DataError, ValueError):
    """A node is there already, as something else."""

    def __str__(self) -> str:
        return DataError.__str__(self)


class EntityGraph:
    """A directed graph with typed, weighted edges; two nodes may have one edge of each type."""

    def __init__(self) -> None:
        self._nodes: dict[str, dict[str, Any]] = {}
        self._out: dict[str, dict[tuple[str, EdgeType], dict[str, Any]]] = {}
        self._in: dict[str, set[tuple[str, EdgeType]]] = {}
        self._weights: dict[str, dict[str, float]] = {}
        """For each node its neighbors in either direction, with the weight of the closest edge."""

    @property
    def node_count(self) -> int:
        return len(self._nodes)

    @property
    def edge_count(self) -> int:
        return sum(map(len, self._out.values()))

    def add_node(
        self, node_id: str, node_type: NodeType, label: str = "", metadata: dict[str, Any] | None = None
    ) -> None:
        """Add a node, or merge label and metadata into it.  Raises TypeConflictError where its type is another."""
        if not (isinstance(node_id, str) and isinstance(label or "", str)):
            raise UsageError(f"node {node_id!r}, label {label!r}", hint="give texts")
        node = self._nodes.get(node_id)
        if node is None:
            label = label or node_id
            self._nodes[node_id] = {"node_type": NodeType(node_type), "label": label, "metadata": dict(metadata or {})}
            self._out[node_id], self._in[node_id], self._weights[node_id] = {}, set(), {}
            return
        if node["node_type"] != node_type:
            raise TypeConflictError(f"node {node_id!r} is a {node['node_type'].value}: its type cannot change")
        node["label"] = label or node["label"]
        node["metadata"].update(metadata or {})

    def add_edge(
        self,
        source_id: str,
        target_id: str,
        edge_type: EdgeType,
        weight: float = 1.0,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        """Add an edge, or give it another weight.

        Raises NodeMissingError (a KeyError) where an end is missing, UsageError for a weight that is no finite number.
        """
        for end in (source_id, target_id):
            if end not in self._nodes:
                raise NodeMissingError(end)
        edge_type, weight = EdgeType(edge_type), _number(weight)
        self._out[source_id][target_id, edge_type] = {"weight": weight, "metadata": dict(metadata or {})}
        self._in[target_id].add((source_id, edge_type))
        if weight >= self._weights[source_id].get(target_id, weight):
            self._weights[source_id][target_id] = self._weights[target_id][source_id] = weight
        else:
            self._weigh(source_id, target_id)

    def get_node(self, node_id: str) -> dict[str, Any] | None:
        """A copy of node_type, label and metadata; None for an unknown id."""
        node = self._nodes.get(node_id)
        return None if node is None else {**node, "metadata": dict(node["metadata"])}

    def has_node(self, node_id: str) -> bool:
        return node_id in self._nodes

    def get_neighbors(
        self, node_id: str, edge_type: EdgeType | None = None, direction: str = "both"
    ) -> list[tuple[str, dict[str, Any]]]:
        """(id, a copy of the edge) of each neighbor, by id; direction is out, in or both.  Raises NodeMissingError."""
        if direction not in ("out", "in", "both"):
            raise UsageError(f"no direction {direction!r}", hint="one of out, in, both")
        if node_id not in self._nodes:
            raise NodeMissingError(node_id)
        found = []
        if direction in ("out", "both"):
            found += [(other, type_, edge) for (other, type_), edge in self._out[node_id].items()]
        if direction in ("in", "both"):
            found += [(other, type_, self._out[other][node_id, type_]) for other, type_ in self._in[node_id]]
        kept = [(other, type_, edge) for other, type_, edge in found if edge_type in (None, type_)]
        kept.sort(key=lambda each: (each[0], each[1].value))
        return [
            (other, {"edge_type": type_, **edge, "metadata": dict(edge["metadata"])}) for other, type_, edge in kept
        ]

    def weights_at(self, node_id: str) -> Mapping[str, float]:
        """Neighbors in either direction, each with the weight of its closest edge; a view that cannot be written to."""
        return MappingProxyType(self._weights.get(node_id, {}))

    def get_nodes_by_type(self, node_type: NodeType) -> list[str]:
        """Ids of the nodes of a type, sorted."""
        return sorted(id_ for id_, node in self._nodes.items() if node["node_type"] == node_type)

    def find_nodes(
        self,
        label_contains: str = "",
        node_type: NodeType | None = None,
        metadata_filter: dict[str, Any] | None = None,
    ) -> list[str]:
        """Ids of the nodes that fit every filter given, sorted; labels are compared without case."""
        wanted, facts = label_contains.casefold(), (metadata_filter or {}).items()
        return sorted(
            id_
            for id_, node in self._nodes.items()
            if wanted in node["label"].casefold()
            and node_type in (None, node["node_type"])
            and all(node["metadata"].get(key) == value for key, value in facts)
        )

    def remove_node(self, node_id: str) -> None:
        """Remove a node with its edges; an unknown one is no error."""
        if node_id not in self._nodes:
            return
        for other, type_ in list(self._out[node_id]):
            self._in[other].discard((node_id, type_))
        for other, type_ in self._in[node_id]:
            self._out[other].pop((node_id, type_), None)
        for other in self._weights.pop(node_id):
            self._weights.get(other, {}).pop(node_id, None)
        del self._nodes[node_id], self._out[node_id], self._in[node_id]

    def remove_edge(self, source_id: str, target_id: str) -> None:
        """Remove the edges from one node to another, of every type."""
        for other, type_ in [key for key in self._out.get(source_id, ()) if key[0] == target_id]:
            del self._out[source_id][other, type_]
            self._in[other].discard((source_id, type_))
        if source_id in self._nodes and target_id in self._nodes:
            self._weigh(source_id, target_id)

    def _weigh(self, first: str, second: str) -> None:
        edges = [
            self._out[start].get((end, type_))
            for start, end in ((first, second), (second, first))
            for type_ in EdgeType
        ]
        weights = [edge["weight"] for edge in edges if edge is not None]
        for start, end in ((first, second), (second, first)):
            if weights:
                self._weights[start][end] = max(weights)
            else:
                self._weights[start].pop(end, None)

    def subgraph(self, node_ids: Iterable[str]) -> EntityGraph:
        """A copy with these nodes and the edges between them; unknown ids are left out."""
        made, kept = EntityGraph(), {id_ for id_ in node_ids if id_ in self._nodes}
        for id_ in sorted(kept):
            made.add_node(id_, **self._nodes[id_])
        for id_ in sorted(kept):
            for (other, type_), edge in self._out[id_].items():
                if other in kept:
                    made.add_edge(id_, other, type_, **edge)
        return made

    def to_dict(self) -> dict[str, Any]:
        """Nodes and edges as plain values."""
        nodes = [{"id": id_, **node} for id_, node in sorted(self._nodes.items())]
        edges = [
            {"source": id_, "target": other, "edge_type": type_, **edge}
            for id_, held in sorted(self._out.items())
            for (other, type_), edge in sorted(held.items())
        ]
        return {"schema_version": SCHEMA, "nodes": nodes, "edges": edges}

    @classmethod
    def from_dict(cls, shape: Mapping[str, Any]) -> EntityGraph:
        """The graph that to_dict was called on."""
        made = cls()
        for row in shape["nodes"]:
            made.add_node(row["id"], NodeType(row["node_type"]), row["label"], row["metadata"])
        for row in shape["edges"]:
            made.add_edge(row["source"], row["target"], EdgeType(row["edge_type"]), row["weight"], row["metadata"])
        return made

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write nodes and edges as JSON, all or nothing.  Raises ReadOnlyError, DataError for what is no JSON."""
        path = path_of(path)
        save_all({path: document(path, self.to_dict())})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> EntityGraph:
        """The graph that save was called on.  Raises DataError for anything else."""
        path = path_of(path)
        shape = parse_document(path, read_bytes(path), schema=SCHEMA)
        with saved_form(path):
            return cls.from_dict(shape)


def _number(weight: object) -> float:
    try:
        number = float("" if isinstance(weight, (str, bytes)) else weight)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise UsageError(f"weight {weight!r}", hint="give a finite number")
    return number
