"""The trigrams of a name, by which close names are found."""

from __future__ import annotations


def trigrams(key: str) -> set[str]:
    """The distinct trigrams of a folded name, its ends marked; at most the first 64 characters count."""
    padded = f"  {key[:64]} "
    return set(map("".join, zip(padded, padded[1:], padded[2:])))
