"""The meaning of a written relation: its canonical name, its direction, and the relations that contradict it.

A page keeps the relation that its author wrote; the index stores the canonical one.  The table is ontology.json, its
readable form instructions/ontology.md.  A synonym must have the same meaning as its relation: one that says less, more
or the opposite (`alternative to` beside `similar to`) stays a name of its own.  Verbs are listed with their
participles, since it cannot be computed whether `hated` is from `hate` or `hat`.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from pkgutil import get_data
from typing import Any, NamedTuple, TypeVar

from ..model import LINKS_TO
from .characters import normal_form

RESTS_ON = "rests_on"

MAX_RELATION_CHARACTERS = 60

End = TypeVar("End")

_AUXILIARY = re.compile(r"(?:is|are|was|were|be|being|(?:has|have|had)_been)_")
# After an auxiliary a participle is passive ("is caused by"); alone ("was used") it would be read the wrong way round.
_AFTER_AUXILIARY = frozenset(
    "a against as at by for from in inside like of on related similar than to upon with within".split()  # noqa: SIM905
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CODED_WORD = re.compile(r"(?<![a-z0-9])u((?:[0-9a-f]{4})+)(?![a-z0-9])")


class Relation(NamedTuple):
    """A canonical relation, read `source name target`."""

    name: str
    inverse: str = ""
    """The same fact seen from the target; the name itself where the relation is symmetric."""
    meaning: str = ""
    synonyms: tuple[str, ...] = ()
    """Other names that read in the same direction."""
    swapped: tuple[str, ...] = ()
    """Other names than the inverse that read from target to source."""
    opposites: tuple[str, ...] = ()
    """Relations that cannot hold at once between the same two ends."""
    asked: tuple[str, ...] = ()
    """Words by which a question asks for it, apart from its names."""
    is_symmetric: bool = False
    is_functional: bool = False
    """A source has one target; two of them contradict each other."""
    is_asymmetric: bool = False
    """It cannot hold in both directions between the same two ends."""


class Normalized(NamedTuple):
    """A canonical relation, and whether source and target change places."""

    name: str
    is_swapped: bool


@functools.lru_cache(maxsize=4096)
def normalize_relation(written: str) -> Normalized:
    """Return the canonical relation of a written one; one that the table does not know keeps its name.

    Normalizing a name twice changes nothing.

    >>> normalize_relation("is part of")
    Normalized(name='contains', is_swapped=True)
    """
    name = spell_relation(written)
    canonical = _canonical_names()
    known = canonical.get(name)
    auxiliary = _AUXILIARY.match(name)
    if known is None and auxiliary and name.rpartition("_")[2] in _AFTER_AUXILIARY:
        known = canonical.get(name[auxiliary.end() :])
    return known or Normalized(name, False)


def is_known_relation(written: str) -> bool:
    """Report whether the table knows the relation, also as a verb or its passive."""
    return normalize_relation(written).name in _canonical_names()


def canonical_claim(subject: End, relation: str, object_: End) -> tuple[End, str, End]:
    """Return a claim with its canonical relation, ends swapped where that reads the other way.

    >>> canonical_claim("wheel", "is part of", "car")
    ('car', 'contains', 'wheel')
    """
    normalized = normalize_relation(relation)
    return (object_, normalized.name, subject) if normalized.is_swapped else (subject, normalized.name, object_)


def canonical_filter(relations: Sequence[str], direction: str) -> tuple[tuple[str, ...], str]:
    """Return the canonical names of relations to follow, and the direction (`out`, `in` or `both`) that fits them.

    "part of", outwards, is "contains", inwards; names of both directions give `both`.  `links_to` is unchanged: it
    selects plain links.
    """
    normalized = [
        Normalized(LINKS_TO, False) if name == LINKS_TO else normalize_relation(name)
        for name in relations
        if name.strip()
    ]
    if direction != "both" and any(relation.is_swapped for relation in normalized):
        if not all(relation.is_swapped for relation in normalized):
            direction = "both"
        else:
            direction = "in" if direction == "out" else "out"
    return tuple(dict.fromkeys(relation.name for relation in normalized)), direction


@functools.lru_cache(maxsize=4096)
def spell_relation(written: str) -> str:
    """Return a relation's name in the form `[a-z][a-z0-9_]*`: snake case, camel case split, accents dropped.

    A word in another script becomes `u` and its UTF-16 units in hexadecimal, which display_relation shows as written.
    Spelling a name twice changes nothing.  An empty name is `related_to`.
    """
    words = _split_words(written) or written.split()
    name = "_".join(map(_spell_word, words)) or "related_to"
    if not name[0].isalpha():
        name = "r_" + name
    if len(name) <= MAX_RELATION_CHARACTERS:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:6]
    return f"{name[: MAX_RELATION_CHARACTERS - 8].rstrip('_')}_x{digest}"


def display_relation(name: str) -> str:
    """Return a relation's name for people: coded words in their own script again."""
    return _CODED_WORD.sub(_decode_word, name)


def claim_words(subject: str, relation: str, object_: str) -> str:
    """Return a claim in words."""
    return f"{subject} {display_relation(relation).replace('_', ' ')} {object_}"


def premise_key(relation: str, object_: str) -> str:
    """Return the key of a claim among those of its subject.  object_: a node, or a link path folded to one."""
    return f"{relation} {object_.rpartition('/')[2].casefold()}"


def find_relation(written: str) -> Relation:
    """Return the table's entry for a written name; for an unknown name and a plain link one with the name alone."""
    name = written if written == LINKS_TO else normalize_relation(written).name
    return relations().get(name) or Relation(name)


def wordings(written: str) -> str:
    """Return all names of a relation, in both directions, and the words that ask for it, parted by blanks."""
    found = find_relation(written)
    names = (written, found.name, found.inverse, *found.synonyms, *found.swapped, *found.asked)
    return " ".join(filter(None, dict.fromkeys(names))).replace("_", " ")


@functools.cache
def relations() -> dict[str, Relation]:
    """Return the relations of the table by their names, in its order."""
    found = {}
    for row in _load_table()["relations"]:
        values: dict[str, Any] = {key: tuple(it) if isinstance(it, list) else it for key, it in row.items()}
        found[row["name"]] = Relation(**values)
    return found


@functools.cache
def _load_table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(get_data(__package__, "ontology.json") or b"")
    return table


@functools.cache
def _canonical_names() -> dict[str, Normalized]:
    """Map every name in the table, in snake case, to its canonical relation; a verb outside it to the verb."""
    names: dict[str, Normalized] = {}
    for verb, other_end in _load_table()["verbs"].items():
        names |= {verb: Normalized(verb, False), other_end: Normalized(verb, True)}
    for relation in relations().values():
        names |= dict.fromkeys((relation.inverse, *relation.swapped), Normalized(relation.name, True))
        names |= dict.fromkeys((relation.name, *relation.synonyms), Normalized(relation.name, False))
    return names


def _split_words(written: str) -> list[str]:
    """Return the runs of letters, marks and digits; a capital after a small letter begins a new one."""
    spaced = _CAMEL.sub(" ", normal_form("NFC", written).replace("'", "").replace("\u2019", ""))
    is_kept = (character.isalnum() or unicodedata.category(character)[0] == "M" for character in spaced)
    return "".join(character if kept else " " for character, kept in zip(spaced, is_kept)).split()


def _spell_word(word: str) -> str:
    if not word.isascii():
        folded = normal_form("NFKC", word).casefold()
        plain = "".join(character for character in normal_form("NFKD", folded) if not unicodedata.combining(character))
        word = plain if plain.isascii() else folded
    if word.isascii() and word.isalnum():
        return word.lower()
    return "u" + word.encode("utf-16-be", "surrogatepass").hex()


def _decode_word(match: re.Match[str]) -> str:
    try:
        word = bytes.fromhex(match[1]).decode("utf-16-be")
    except UnicodeDecodeError:
        return match[0]
    return word if not word.isascii() and word.isprintable() else match[0]


_DAY = r"\d{4}(?:-\d{2}(?:-\d{2})?)?"
_SINCE = re.compile(rf"\b(?:since|from|valid[_ ]from:?)\s+({_DAY})\b", re.IGNORECASE)
_UNTIL = re.compile(rf"\b(?:until|till|valid[_ ]until:?)\s+({_DAY})\b", re.IGNORECASE)
_REPLACED = re.compile(r"\b(replaced|ended)[_ ]by:?\s+\[\[([^\[\]]+)\]\]", re.IGNORECASE)
_FIRST, _LAST = "0000-00-00", "9999-99-99"


class Ending(NamedTuple):
    """How a claim ended, by its note."""

    until: str
    """The last day, month or year in which it held; "" where the note gives none."""
    how: str
    """replaced by or ended by; "" where the note gives only the time."""
    by: str
    """The link to the page that says so, or to its replacement."""


def ending_of(note: str) -> Ending | None:
    """Return the end of a claim with this note; None for one that did not end."""
    until, replaced = _UNTIL.search(note), _REPLACED.search(note)
    if not until and not replaced:
        return None
    how, by = (f"{replaced[1].lower()} by", replaced[2]) if replaced else ("", "")
    return Ending(until[1] if until else "", how, by)


def how_ended(note: str) -> str:
    """Return the end of a claim with this note in words; "" for one that did not end."""
    ending = ending_of(note)
    if ending is None:
        return ""
    parts = (f"until {ending.until}" if ending.until else "", f"{ending.how} {ending.by}".strip())
    return ", ".join(filter(None, parts))


def without_ending(note: str) -> str:
    """Return a note without its words on an end."""
    parts = (part.strip() for part in _REPLACED.sub("", _UNTIL.sub("", note)).split(","))
    return ", ".join(filter(None, parts))


def beginning_in(note: str) -> str:
    """Return the day, month or year from which on a claim with this note holds; "" where it gives none."""
    since = _SINCE.search(note)
    return since[1] if since else ""


def is_after(day: str, other: str) -> bool:
    """Report whether a day, month or year is surely later than another; false where either is ""."""
    return bool(day and other) and beginning_of(day) > end_of(other)


def beginning_of(day: str) -> str:
    """Return the first day of a day, month or year, in a form that compares."""
    return day + _FIRST[len(day) :]


def end_of(day: str) -> str:
    """Return the last day of a day, month or year, in a form that compares."""
    return day + _LAST[len(day) :]
