"""Other forms of a word: what endings of other languages may make of it.

The index's stems are English, so that `Kirchen` is not found by `Kirche`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .stopwords import is_stop_somewhere

SHORTEST = 4
"""Letters of a word that may have other forms, of those, and of what all have in common: `Tino` is none of `Tina`."""
_ENDINGS = ("", "e", "n", "s", "en", "er", "es", "ern", "t", "te", "a", "o", "i", "as", "os")
"""Of German, which also begins with ge-, Dutch, Italian, Spanish and Portuguese."""
_PLURALS = (("aux", "al"), ("aux", "ail"), ("x", ""))
"""Of French, and what stands in their place in the singular."""
_CYRILLIC_ENDINGS = (
    *("", "а", "я", "у", "ю", "е", "и", "ы", "і", "о", "ь", "ом", "ем", "ои", "еи", "ою", "ею", "ам", "ям", "ах", "ях"),
    *("ами", "ями", "ов", "ев", "ів", "ові", "еві", "ии", "ыи", "ая", "яя", "ое", "ее", "ые", "ие", "ым", "им", "ых"),
    *("их", "ого", "его", "ому", "ему", "ую", "юю", "ыми", "ими"),
)
"""Cases of Russian and Ukrainian nouns and adjectives, as folded."""


def likely_forms(word: str) -> list[str]:
    """What a folded word may be in another case, number, gender or tense of some languages; most are no words."""
    if len(word) < SHORTEST or not word.isalpha():
        return []
    if min(word) >= "\u0400" and max(word) <= "\u052f":
        return _kept(word, _inflected(word, _CYRILLIC_ENDINGS))
    if not word.isascii():
        return []
    bases = [word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending)]
    verbs = [base[2:] for base in bases if base.startswith("ge") and len(base) >= SHORTEST + 1]
    bases = [base for base in bases if len(base) >= SHORTEST]
    forms = [base + ending for base in (*bases, *verbs) for ending in _ENDINGS]
    forms += [f"ge{base}{ending}" for base in bases for ending in ("t", "en")]
    for plural, singular in _PLURALS:
        forms += [word.removesuffix(plural) + singular] if word.endswith(plural) else []
        forms += [word.removesuffix(singular) + plural] if word.endswith(singular) else []
    return _kept(word, forms)


def _inflected(word: str, endings: Sequence[str]) -> list[str]:
    """A word with each of these endings in place of its own."""
    bases = [word.removesuffix(ending) for ending in endings if word.endswith(ending)]
    return [base + ending for base in bases if len(base) >= SHORTEST for ending in endings]


def _kept(word: str, forms: Iterable[str]) -> list[str]:
    told = [form for form in dict.fromkeys(forms) if form != word and len(form) >= SHORTEST]
    return [form for form in told if not is_stop_somewhere(form)]
