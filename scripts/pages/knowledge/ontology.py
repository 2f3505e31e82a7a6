"""What a written relation name means: its canonical relation, and which way it reads.

A claim keeps the relation its author wrote; the graph stores the canonical one.
"""

from __future__ import annotations

from ... import regex as re
from ...lru_cache import lru_cache
from ...model import LINKS_TO
from ...named_tuple import NamedTuple
from .relations import PAIRS, TABLE, Relation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    End = TypeVar("End")


MAX_RELATION_CHARACTERS = 60

_AUXILIARIES = ("is_", "are_", "was_", "were_", "be_", "being_", "has_been_", "have_been_", "had_been_")
# After an auxiliary a participle is passive ("is caused by"); a bare one would be read in the wrong direction.
_PASSIVE_ENDS = frozenset(
    ("a", "against", "as", "at", "by", "for", "from", "in", "inside", "like", "of", "on", "related", "similar")
)
_PASSIVE_ENDS |= {"than", "to", "upon", "with", "within"}
_ENCODED = re.compile(r"(?<![a-z0-9])u((?:[0-9a-f]{4})+)(?![a-z0-9])")


class Normalized(NamedTuple):
    """A canonical relation name, and whether source and target change places."""

    name: str
    swapped: bool


@lru_cache(maxsize=4096)
def normalize_relation(name: str) -> Normalized:
    """The canonical relation of a written name; a name outside the table stays itself, as `relation_type` spells it.

    >>> normalize_relation("is part of")
    Normalized(name='contains', swapped=True)
    """
    written = relation_type(name)
    known = _canonical(written)
    if known is None and written.startswith(_AUXILIARIES):
        bare = written.partition("been_" if "_been_" in written else "_")[2]
        if bare.rpartition("_")[2] in _PASSIVE_ENDS:
            known = _canonical(bare)
    return Normalized(*known) if known else Normalized(written, False)


def canonical_claim(subject: End, relation: str, object_: End) -> tuple[End, str, End]:
    """A claim as the graph has it: what the same words turned round say is the same claim.

    >>> canonical_claim("wheel", "is part of", "car")
    ('car', 'contains', 'wheel')
    """
    name, swapped = normalize_relation(relation)
    return (object_, name, subject) if swapped else (subject, name, object_)


def canonical_filter(relations: Sequence[str], direction: str) -> tuple[tuple[str, ...], str]:
    """The relations to follow under their canonical names, and the direction `out`, `in` or `both` as those read it.

    "part of", outwards, is "contains", inwards; where names of both kinds are asked for, both ways are followed.
    `links_to` stays itself: here it asks for plain links, which are no claims.  A blank name asks for nothing.
    """
    relations = [name for name in relations if name.strip()]
    found = [Normalized(LINKS_TO, False) if name == LINKS_TO else normalize_relation(name) for name in relations]
    turned = {relation.swapped for relation in found}
    if direction != "both" and True in turned:
        direction = "both" if False in turned else "in" if direction == "out" else "out"
    return tuple(dict.fromkeys(relation.name for relation in found)), direction


@lru_cache(maxsize=4096)
def relation_type(name: str) -> str:
    """A relation name in the form `[a-z][a-z0-9_]*`: snake case, camel case split, accents dropped.

    A word in another script than Latin becomes `u` and its UTF-16 code units in hexadecimal, which `display_relation`
    shows as written.  A name of signs only is coded likewise; an empty one is `related_to`.
    """
    words = _words(name) or name.split()
    joined = "_".join(map(_ascii_word, words)) or "related_to"
    if not joined[0].isalpha():
        joined = "r_" + joined
    if len(joined) <= MAX_RELATION_CHARACTERS:
        return joined
    return joined[: MAX_RELATION_CHARACTERS - 8].rstrip("_") + "_x" + _digest(joined)


def display_relation(name: str) -> str:
    """A relation name for people: coded words in their own script again."""
    return _ENCODED.sub(_decode_word, name) if "u" in name else name


def inverse_of(name: str) -> str:
    """Name of the same relation told from the other end; `x` of an unknown one gives `inverse_x`, and back."""
    normalized = normalize_relation(name)
    relation = relation_of(normalized.name)
    if relation is not None:
        return relation.name if normalized.swapped else relation.inverse
    if normalized.name in pairs():
        return normalized.name if normalized.swapped else pairs()[normalized.name]
    return normalized.name[8:] if normalized.name.startswith("inverse_") else "inverse_" + normalized.name


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


@lru_cache(maxsize=4096)
def wordings(name: str) -> str:
    """Everything that a relation is called, in either direction, as words: what a question may say for it."""
    relation = _entry(name)
    names = (name, *((relation.inverse, *relation.synonyms, *relation.swapped) if relation else ()))
    return " ".join(names).replace("_", " ")


def opposites(name: str) -> tuple[str, ...]:
    """Canonical relations that contradict this one between the same two ends."""
    relation = _entry(name)
    return relation.opposites if relation else ()


def _entry(name: str) -> Relation | None:
    """The table's entry for a name; none for a plain link, which is no relation of its own."""
    # Of what the graph has most is canonical; reading it as a person's writing costs ten times as much.
    return None if name == LINKS_TO else relation_of(name) or relation_of(normalize_relation(name).name)


def _words(name: str) -> list[str]:
    """Runs of letters, marks and digits; a capital after a small letter begins another one."""
    marks = ""
    if not name.isascii():
        from unicodedata import category, normalize  # a shared object that ASCII never needs

        name = normalize("NFC", name)
        marks = "".join(sign for sign in name if category(sign)[0] == "M")
    spaced: list[str] = []
    for sign in name:
        if sign.isalnum() or sign in marks:
            if "A" <= sign <= "Z" and spaced and "a" <= spaced[-1] <= "z":
                spaced.append(" ")
            spaced.append(sign)
        elif sign not in "'\u2019":
            spaced.append(" ")
    return "".join(spaced).split()


def _ascii_word(word: str) -> str:
    if not word.isascii():
        from unicodedata import combining, normalize

        folded = normalize("NFKC", word).casefold()
        plain = "".join(c for c in normalize("NFKD", folded) if not combining(c))
        word = plain if plain.isascii() else folded
    if word.isascii() and word.isalnum():
        return word.lower()
    return "u" + word.encode("utf-16-be", "surrogatepass").hex()


def _digest(text: str) -> str:
    from ...digests import sha256

    return sha256(text.encode()).hexdigest()[:6]


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


@lru_cache(maxsize=1)
def pairs() -> dict[str, str]:
    """Names that are kept, each with what its other end is called: `teaches`, `taught_by`."""
    found = [pair.partition("/") for pair in PAIRS.split()]
    return {name: other if other.endswith("_of") else other + "_by" for name, _, other in found}


@lru_cache(maxsize=256)
def relation_of(name: str) -> Relation | None:
    """The canonical relation of this name."""
    start = TABLE.find(f"\n* {name} /") + 1
    return _read_relation(TABLE[start : TABLE.index("\n\n", start)]) if start else None


def _canonical(name: str) -> tuple[str, bool] | None:
    """What a name in snake case stands for, and whether the ends change places; None for a name of its own.

    That is a canonical relation, or a name that is kept, told from its other end.
    """
    at = TABLE.find(f" {name}")
    while at >= 0:
        line, behind = TABLE.rindex("\n", 0, at) + 1, TABLE[at + 1 + len(name)]
        # The first two words of an entry are names, as are those behind `=` and `<`.
        mark = TABLE[at - 1] if TABLE[line] == "*" else TABLE[line + 2]
        if mark in "*/=<" and behind in " \n:":
            start = TABLE.rindex("\n* ", 0, at + 1) + 3
            return TABLE[start : TABLE.index(" /", start)], mark in "/<"
        at = TABLE.find(f" {name}", at + 1)
    return _told_from(name)


def _told_from(name: str) -> tuple[str, bool] | None:
    other = name.removesuffix("_by")
    if (other == name) != other.endswith("_of"):
        return None
    before, found, _ = PAIRS.replace("\n", " ").partition(f"/{other} ")
    return (before.rpartition(" ")[2], True) if found else None


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
