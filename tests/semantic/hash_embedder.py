"""An embedder for tests: words counted in hashed places, words of one meaning in one place."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

SIZE = 256
SAME = {"heart": "cardiac", "attack": "arrest", "doctor": "physician", "kitten": "cat", "automobile": "car"}


def embed(texts: Sequence[str]) -> list[list[float]]:
    """A vector for each text."""
    return [_vector(text) for text in texts]


def _vector(text: str) -> list[float]:
    counts = [0.0] * SIZE
    for word in re.findall(r"\w+", text.lower()):
        digest = hashlib.blake2b(SAME.get(word, word).encode(), digest_size=2).digest()
        counts[int.from_bytes(digest, "big") % SIZE] += 1.0
    return counts
