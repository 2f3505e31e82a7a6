"""What a written relation name means: its canonical relation, and which way it reads.

A claim keeps the relation its author wrote; the graph stores the canonical one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from .relations import PAIRS, TABLE

if TYPE_CHECKING:
    End = TypeVar("End")

MAX_RELATION_CHARACTERS = 60

_AUXILIARIES = ("is_", "are_", "was_", "were_", "be_", "being_", "has_been_", "have_been_", "had_been_")
# After an auxiliary a participle is passive ("is caused by"); a bare one would be read in the wrong direction.
_PASSIVE_ENDS = frozenset(
    ("a", "against", "as", "at", "by", "for", "from", "in", "inside", "like", "of", "on", "related", "similar")
)
_PASSIVE_ENDS |= {"than", "to", "upon", "with", "within"}


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
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()[:6]


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
