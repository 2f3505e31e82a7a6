"""Relation names; the table is text/ontology.json and cannot be changed by what a program has seen."""

from __future__ import annotations

from typing import Any

from ..model import to_plain
from ..text import ontology
from ..text.names import normalize_name


def normalize_relation(name: str) -> str:
    """Return the canonical name of a relation; `part of` is `contains`, its ends change places."""
    return ontology.normalize_relation(name).name


def relation_direction(name: str) -> dict[str, Any]:
    """Return the canonical name, and whether source and target change places under it: name, swapped."""
    found = ontology.normalize_relation(name)
    return {"name": found.name, "swapped": found.is_swapped}


def normalize_type(name: str) -> str:
    """Return an entity type as types are compared: case, blanks and hyphens do not count."""
    return normalize_name(name)


def list_relations() -> list[dict[str, Any]]:
    """Return the ontology, by name: name, inverse, meaning, synonyms, opposites, symmetric, functional, asymmetric."""
    rows = [to_plain(relation) for _, relation in sorted(ontology.relations().items())]
    return [{name.removeprefix("is_"): value for name, value in row.items()} for row in rows]
