"""What words of a question that occur nowhere were likely meant to be: other forms, misspelled ones, dates, numbers.

What is meant is a word of a name that the question nearly names, or a word of the index.
"""

from __future__ import annotations

from .figures import other_forms
from .inflections import likely_forms
from .stems import fold_word, word_spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .coverage import Asked
    from .matching import Match, Matches
    from .port import GraphReader

MAX_CORRECTIONS = 4
"""Words that occur nowhere for which words of the index are looked up: each costs a few milliseconds."""
MAX_EDITS = 2
READ = 4
"""Passages that are read for how a word of the index is written."""


def find_corrections(graph: GraphReader, asked: Asked, found: Matches) -> tuple[tuple[str, str], ...]:
    """Words that occur nowhere, as written, each with the word that was likely meant; others are left out."""
    fuzzy = [match for match in found.matches if match.how == "fuzzy"]
    corrections: dict[str, str] = {}
    for term in asked.question.content:
        word = asked.question.text[term.start : term.end]
        meant = "" if term.added or asked.frequency.get(term.text) else _in_names(term.start, word, fuzzy)
        if meant:
            corrections[word] = meant
    for word in [word for word in found.unknown if word not in corrections][:MAX_CORRECTIONS]:
        folded = fold_word(word)
        figures = [form.text for form in other_forms(word)]
        forms = graph.document_frequency(figures or likely_forms(folded))
        near = sorted((form for form, count in forms.items() if count), key=lambda form: (-forms[form], form))
        near = near[:1] or graph.similar_terms(folded, limit=1)
        if near:
            corrections[word] = near[0] if figures else _as_written(graph, near[0], word)
    return tuple(corrections.items())


def _in_names(start: int, word: str, fuzzy: Iterable[Match]) -> str:
    """The word of a name that is nearly named at this place; "" where none is close."""
    names = [match.name for match in fuzzy if match.start <= start < match.end]
    return _closest(word, names) if names else ""


def _as_written(graph: GraphReader, term: str, word: str) -> str:
    """The form in which passages have a term, of several the closest to the misspelled one; the term if none is."""
    rows = graph.passages(graph.holders([term], limit=READ)[term]).values()
    return _closest(word, [f"{row.title}\n{row.heading}\n{row.text}" for row in rows], term[:2]) or term


def _closest(word: str, texts: Iterable[str], start: str = "") -> str:
    """The word of these texts, beginning so, with fewest edits from this one."""
    from ..similarity import edit_distance

    held = {fold_word(text[first:last]) for text in texts for first, last in word_spans(text)}
    folded = fold_word(word)
    most = min(MAX_EDITS, len(word) // 2)
    ranked = [(edit_distance(folded, each, most), each) for each in sorted(held) if each.startswith(start)]
    edits, closest = min(ranked, default=(most + 1, ""))
    return closest if edits <= most else ""
