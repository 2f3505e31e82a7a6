"""Finding names that are nearly the same among many, without comparing each with each.

Two names are close when they fold to the same key, hold the same words in another order or spacing, or differ by one
slip in one word that begins alike: a letter more or less, or two swapped, in a word of at least six letters; another
letter in one of at least eight, because short words with one other letter are mostly other words.  Names that differ in
a digit or a sign are different on purpose: `Chapter 1` and `Chapter 2`, `C` and `C#`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..pages.text.names import fold_name

_LONG_WORD, _VERY_LONG_WORD = 6, 8
_LONGEST_NAME = 100
"""Longer ones are sentences: they are compared by key and words only."""
_CROWD = 20
"""Where more names than this share a shape, each is compared with the next few only."""
_NUMBER = re.compile(r"\d+")
_FIRST_WITHOUT_ALPHABET = "\u2e80"


class Named(NamedTuple):
    """A name and whose it is."""

    owner: str
    name: str


class CloseNames:
    """Names by their shapes."""

    def __init__(self, names: Iterable[Named]) -> None:
        self._named: dict[str, list[Named]] = {}
        for named in names:
            self._named.setdefault(fold_name(named.name), []).append(named)
        # By the hash of a shape, and a single name as it is: a hundred thousand names have a million shapes, nearly all
        # of one name.  Two shapes with one hash cost a comparison.
        self._shapes: dict[int, str | list[str]] = {}
        for key in self._named:
            for shape in map(hash, _shapes(key)):
                found = self._shapes.get(shape)
                if found is None:
                    self._shapes[shape] = key
                elif isinstance(found, list):
                    found.append(key)
                else:
                    self._shapes[shape] = [found, key]

    def owners_near(self, name: str) -> list[str]:
        """Owners of names that are close to this one: those of the same key first, then by key."""
        key = fold_name(name)
        found = [self._shapes.get(shape, ()) for shape in map(hash, _shapes(key))]
        shared = {other for keys in found for other in ([keys] if isinstance(keys, str) else keys[:_CROWD])}
        keys = [key] if key in self._named else []
        keys += sorted(other for other in shared if other != key and is_close(key, other))
        return list(dict.fromkeys(named.owner for each in keys for named in self._named[each]))

    def pairs(self) -> Iterator[tuple[Named, Named]]:
        """Pairs of close names that have different owners; a pair of owners comes once, with the first such names."""
        seen: set[tuple[str, str]] = set()
        for one, other in self._key_pairs():
            for first in self._named[one][:_CROWD]:
                for second in self._named[other][:_CROWD]:
                    pair = (min(first.owner, second.owner), max(first.owner, second.owner))
                    if first.owner != second.owner and pair not in seen:
                        seen.add(pair)
                        yield first, second

    def _key_pairs(self) -> Iterator[tuple[str, str]]:
        for key, named in self._named.items():
            if len(named) > 1:
                yield key, key
        for keys in self._shapes.values():
            for position, one in enumerate(keys if isinstance(keys, list) else ()):
                for other in keys[position + 1 : position + 1 + _CROWD]:
                    if is_close(one, other):
                        yield one, other


def is_close(one: str, other: str) -> bool:
    """Whether two folded names are close; see the module."""
    if one == other:
        return True
    # Before the words are compared in any order: two dates may hold the same words and are two days.
    if _NUMBER.findall(one) != _NUMBER.findall(other):
        return False
    if _bag(one) == _bag(other) or one.replace(" ", "") == other.replace(" ", ""):
        return True
    left, right = one.split(), other.split()
    if len(left) != len(right):
        return False
    different = [(a, b) for a, b in zip(left, right) if a != b]
    return len(different) == 1 and _is_slip(*different[0])


def _is_slip(one: str, other: str) -> bool:
    if max(len(one), len(other)) < _LONG_WORD or one[0] != other[0] or abs(len(one) - len(other)) > 1:
        return False
    if not (one.isalpha() and other.isalpha()) or max(one + other) >= _FIRST_WITHOUT_ALPHABET:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    a, b = one[start:], other[start:]
    swapped = len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:]
    changed = a[1:] == b[1:] and len(one) >= _VERY_LONG_WORD
    return swapped or changed or a[1:] == b or a == b[1:]


def _shapes(key: str) -> dict[str, None]:
    """What close names have in common: their words in order, their letters without blanks, one letter left out."""
    shapes = dict.fromkeys(("w" + _bag(key), "j" + key.replace(" ", "")))
    if len(key) <= _LONGEST_NAME:
        start = 0
        for word in key.split(" "):
            if len(word) >= _LONG_WORD - 1:
                # The word as a whole stands for none of its letters left out: an inserted letter meets it.
                shapes["d" + key] = None
                shapes.update([(f"d{key[:at]}{key[at + 1 :]}", None) for at in range(start + 1, start + len(word))])
            start += len(word) + 1
    return shapes


def _bag(key: str) -> str:
    return " ".join(sorted(key.split()))
