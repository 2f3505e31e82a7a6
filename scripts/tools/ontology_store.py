"""Relation names; the table is pages/knowledge/relations.py and cannot be changed by what a program has seen."""

from __future__ import annotations

from typing import Any

from ..arguments import checked
from ..pages.knowledge import relation_names
from ..pages.knowledge.ontology import relations
from ..pages.text.names import normalize_name


@checked()
def normalize_relation(name: str) -> str:
    """The canonical name of a relation; `part of` is `contains`, its ends change places (see relation_direction)."""
    return relation_names.normalize_relation(name).name


@checked()
def relation_direction(name: str) -> dict[str, Any]:
    """The canonical name, and whether source and target change places under it: name, swapped."""
    found = relation_names.normalize_relation(name)
    return {"name": found.name, "swapped": found.swapped}


@checked()
def normalize_type(name: str) -> str:
    """An entity type as types are compared: case, blanks and hyphens do not count."""
    return normalize_name(name)


def list_relations() -> list[dict[str, Any]]:
    """The ontology, by name: name, inverse, meaning, synonyms, symmetric, functional, asymmetric, opposites."""
    return [
        {
            "name": relation.name,
            "inverse": relation.inverse,
            "meaning": relation.meaning,
            "synonyms": list(relation.synonyms),
            "symmetric": relation.is_symmetric,
            "functional": relation.is_functional,
            "asymmetric": relation.is_asymmetric,
            "opposites": list(relation.opposites),
        }
        for _, relation in sorted(relations().items())
    ]
