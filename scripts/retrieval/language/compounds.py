"""Names that are joined of words which carry no topic by themselves: `v-if`, `let-else`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .question import Term

_COMPOUND = re.compile(r"(?<![\w-])[a-z]+(?:[-_][a-z]+)+(?![\w-])|`\w+`", re.IGNORECASE)


def with_compounds(text: str, terms: Sequence[Term]) -> list[Term]:
    """What is joined of stop words alone, or is one in backticks, is what is meant: `v-if`, `let-else`, `this`."""
    kept = list(terms)
    for match in _COMPOUND.finditer(text):
        start, end = match.span()
        parts = [term for term in kept if start <= term.start and term.end <= end]
        if parts and all(term.stop for term in parts):
            at, words = kept.index(parts[0]), " ".join(term.text for term in parts)
            key = words if " " in words else parts[0].stem
            kept[at : at + len(parts)] = [parts[0]._replace(text=words, stem=key, end=parts[-1].end, stop=False)]
    return kept
