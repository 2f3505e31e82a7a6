"""Words for generated homes: a vocabulary whose frequencies fall as those of a language do, and sentences from it."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import NamedTuple

_FUNCTION_WORDS = """
    the of and to in a is that for it as with was on be by at are this from or an which not have but its has when
    more one all were will than also into other each only some after between
"""
_COMMON_WORDS = """
    time work part system point case group number problem state page note reason change result order level process
    question method service report team source model value step rule limit error cost load file user test plan
    record event version network store queue index cache token memory storage review design policy project
"""
_ONSETS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "br", "tr", "st", "pl", "ch")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "or", "en", "al", "is")
_SYLLABLES = [onset + vowel for onset in _ONSETS for vowel in _VOWELS]
_FREQUENT = 200
"""Words that stand in no name."""
_SHORT_WORDS = 4_000
VOCABULARY = 30_000
"""Different words of a generated home; names add their own combinations."""
_FLAT_TOP = 2.7
"""Mandelbrot's correction: the most frequent words are not quite as frequent as 1/rank says."""


class Vocabulary(NamedTuple):
    """Words by falling frequency, and the running sum of their weights."""

    words: list[str]
    weights: list[float]


def vocabulary() -> Vocabulary:
    """The vocabulary of every generated home: English where it is most frequent, made-up syllables below.

    The word at rank r has the weight 1 / (r + 2.7).  Mandelbrot, An informational theory of the statistical structure
    of language, 1953.
    """
    words = list(dict.fromkeys((*_FUNCTION_WORDS.split(), *_COMMON_WORDS.split(), *map(_made_up, range(VOCABULARY)))))[
        :VOCABULARY
    ]
    return Vocabulary(words, list(accumulate(1 / (rank + _FLAT_TOP) for rank in range(1, len(words) + 1))))


def _made_up(number: int) -> str:
    """A word of two syllables for the frequent ones, three for the rest; neighbors in number look nothing alike."""
    count = len(_SYLLABLES)
    # Steps that share no factor with the number of syllables, so that each word comes up once.
    first, rest = number * 67 % count, number // count
    text = _SYLLABLES[first] + _SYLLABLES[(first * 7 + rest * 41) % count]
    return text if number < _SHORT_WORDS else text + _SYLLABLES[(first + number * 13) % count]


def name_at(number: int, words: Vocabulary) -> str:
    """The name of an entity: two or three rarer words; no two numbers share one."""
    count = len(words.words) - _FREQUENT
    # Prime steps keep neighbors in number far apart in spelling.
    steps = [number * 7919, number * 104_729 + 31 + number // count]
    if number % 3 == 0:
        steps.append(number * 15_485_863 + 7)
    return " ".join([words.words[_FREQUENT + step % count] for step in steps])


def sentences(random: Random, words: Vocabulary, *, count: int, names: list[str]) -> list[str]:
    """Sentences of 8 to 20 words; each of the names stands in one of the first of them."""
    found = []
    for number in range(count):
        length = 8 + int(random.random() * 13)
        drawn = random.choices(words.words, cum_weights=words.weights, k=length)
        if number < len(names):
            drawn[length // 2] = names[number]
        text = " ".join(drawn)
        found.append(text[0].upper() + text[1:] + ".")
    return found
