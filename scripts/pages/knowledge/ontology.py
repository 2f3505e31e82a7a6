"""What is known of a relation: what it is called, what contradicts it, how many targets it may have.

Its name is the canonical one, as the graph has it; relation_names.py tells that of a written one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..model import LINKS_TO
from .relations import TABLE, Relation

_ENCODED = re.compile(r"(?<![a-z0-9])u((?:[0-9a-f]{4})+)(?![a-z0-9])")


def display_relation(name: str) -> str:
    """A relation name for people: coded words in their own script again."""
    return _ENCODED.sub(_decode_word, name) if "u" in name else name


def is_symmetric(name: str) -> bool:
    """Whether the relation reads the same from both ends."""
    relation = _entry(name)
    return relation is not None and relation.is_symmetric


def is_functional(name: str) -> bool:
    """Whether a source has one target only, so that two contradict each other."""
    relation = _entry(name)
    return relation is not None and relation.is_functional


def is_asymmetric(name: str) -> bool:
    """Whether the relation cannot hold in both directions between the same two ends."""
    relation = _entry(name)
    return relation is not None and relation.is_asymmetric


def opposites(name: str) -> tuple[str, ...]:
    """Canonical relations that contradict this one between the same two ends."""
    relation = _entry(name)
    return relation.opposites if relation else ()


def _entry(name: str) -> Relation | None:
    """The table's entry for a name; none for a plain link, which is no relation of its own."""
    if name == LINKS_TO:
        return None
    relation = relation_of(name)
    if relation is None:
        # Of what the graph has most is canonical; reading it as a person's writing costs ten times as much.
        from .relation_names import normalize_relation

        relation = relation_of(normalize_relation(name).name)
    return relation


def _decode_word(match: re.Match[str]) -> str:
    try:
        word = bytes.fromhex(match[1]).decode("utf-16-be")
    except UnicodeDecodeError:
        return match[0]
    return word if not word.isascii() and word.isprintable() else match[0]


@lru_cache(maxsize=1)
def relations() -> dict[str, Relation]:
    """All canonical relations by name, in the order of the table."""
    found = [_read_relation(entry) for entry in TABLE.strip().split("\n\n")]
    return {relation.name: relation for relation in found}


@lru_cache(maxsize=256)
def relation_of(name: str) -> Relation | None:
    """The canonical relation of this name."""
    start = TABLE.find(f"\n* {name} /") + 1
    return _read_relation(TABLE[start : TABLE.index("\n\n", start)]) if start else None


def _read_relation(entry: str) -> Relation:
    head, *lines = entry.split("\n")
    names, _, meaning = head.removeprefix("* ").partition(": ")
    name, _, inverse = names.partition(" / ")
    meaning, _, marks = meaning.removesuffix("]").partition(" [")
    listed: dict[str, tuple[str, ...]] = {"=": (), "<": () if inverse == name else (inverse,), "!": ()}
    for line in lines:
        listed[line[2]] += tuple(line[4:].split())
    return Relation(
        name,
        inverse,
        meaning,
        listed["="],
        listed["<"],
        listed["!"],
        is_symmetric="symmetric" in marks.split(),
        is_functional="functional" in marks.split(),
        is_asymmetric="asymmetric" in marks.split(),
    )
