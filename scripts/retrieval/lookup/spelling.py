"""A question as it is searched for: weighed, with what it names, and with what its unknown words were meant to be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..extracts.coverage import weigh
from ..language.codes import codes_in, whole_code
from ..language.question import respell, searchable
from ..language.stems import fold_word
from .matching import match_names

if TYPE_CHECKING:
    from ..extracts.coverage import Asked
    from ..language.question import Question
    from ..port import GraphReader
    from .matching import Match, Matches

MAX_CORRECTIONS = 4
"""Words that occur nowhere for which words of the index are looked up: each costs a few milliseconds."""
LONG_PAGE = 50
"""Passages from which on a page makes the words of its title look common."""


class Understood(NamedTuple):
    """A question as it is searched for."""

    asked: Asked
    """Weighed, with what its unknown words were likely meant to be."""
    found: Matches
    """What it names."""
    corrected: tuple[tuple[str, str], ...]
    """Words that occur nowhere, and the word that is searched for beside each."""
    gaps: tuple[str, ...]
    """Words that occur nowhere and have no likely correction; of a code the whole."""


def understand(graph: GraphReader, question: Question, *, limit: int) -> Understood:
    """Weigh a question, and again where words of it are corrected.  limit: most nodes that it names."""
    asked = weigh(graph, question)
    found = match_names(graph, asked, limit=limit)
    titled = _titled(graph, asked, found)
    if titled:
        asked = weigh(graph, question, titled)
    corrected = _corrections(graph, asked, found)
    left = [word for word in found.unknown if word not in dict(corrected)]
    left = _without_known_days(graph, asked.question, left) if left and not question.text.isascii() else left
    gaps = tuple(
        dict.fromkeys(
            [*(_code_of(question, word) for word in left), *_unknown_codes(graph, question, found, corrected)]
        )
    )
    if corrected:
        asked = weigh(graph, respell(question, dict(corrected)), titled)
        found = found._replace(matches=match_names(graph, asked, limit=limit).matches)
    return Understood(asked, found, corrected, gaps)


def _titled(graph: GraphReader, asked: Asked, found: Matches) -> dict[str, int]:
    """Words that the question names a long page by, with the passages of that page: each holds its title.

    By those the word that tells the page from all others would be the commonest of the question.
    """
    often: dict[str, list[str]] = {}
    for match in found.named:
        terms = [term for term in asked.question.content if match.start <= term.start and term.end <= match.end]
        words = [term.text for term in terms if asked.frequency.get(term.text, 0) >= LONG_PAGE]
        if words and match.how != "fuzzy":
            often[match.node] = words
    titled: dict[str, int] = {}
    for page, head in graph.heads_of([*often]).items():
        for text in often[page] if head.passage_count >= LONG_PAGE else ():
            titled[text] = max(head.passage_count, titled.get(text, 0))
    return titled


def _unknown_codes(
    graph: GraphReader, question: Question, found: Matches, corrected: Sequence[tuple[str, str]]
) -> list[str]:
    """Keys and codes that stand nowhere as a whole, though their parts may, and are neither named nor corrected."""
    read = question.text[: max((term.end for term in question.terms), default=0)]
    joined = codes_in(read)
    if not joined:
        return []
    from ..language.code_forms import is_code

    codes = {searchable(code): code for code in joined if is_code(code)}
    if not codes:
        return []
    told = [*(match.mention for match in found.named), *(word for word, _ in corrected)]
    named = [f" {searchable(each)} " for each in told]
    held = graph.document_frequency(list(codes))
    return [
        code
        for phrase, code in codes.items()
        if not held.get(phrase) and not any(each in f" {phrase} " or f" {phrase} " in each for each in named)
    ]


def _corrections(graph: GraphReader, asked: Asked, found: Matches) -> tuple[tuple[str, str], ...]:
    """Words that occur nowhere, as written, each with the word that was likely meant; others are left out."""
    fuzzy = [match for match in found.matches if match.how == "fuzzy"]
    corrections: dict[str, str] = {}
    for term in asked.question.content:
        word = asked.question.text[term.start : term.end]
        meant = "" if term.added or asked.frequency.get(term.text) else _in_names(term.start, word, fuzzy)
        if meant:
            corrections[word] = meant
    for word in [word for word in found.unknown if word not in corrections][:MAX_CORRECTIONS]:
        from .corrections import likely_meant  # few questions have such a word

        meant = likely_meant(graph, word, _code_of(asked.question, word))
        if meant:
            corrections[word] = meant
    # Where only some passages are searched, others may have the very word.
    return tuple((word, meant) for word, meant in corrections.items() if fold_word(word) != fold_word(meant))


def _without_known_days(graph: GraphReader, question: Question, words: Sequence[str]) -> list[str]:
    """These words of a question without those of a day that passages write in another form, as `令和` of `令和6年`."""
    from ..language.figures import other_forms

    forms = other_forms(question.text)
    held = graph.document_frequency([form.text for form in forms]) if forms else {}
    known = [(form.start, form.end) for form in forms if held.get(form.text)]
    spans = ((term.start, term.end) for term in question.terms)
    within = {question.text[a:b] for a, b in spans if any(low <= a and b <= high for low, high in known)}
    return [word for word in words if word not in within]


def _code_of(question: Question, word: str) -> str:
    """The code that a word of the question is part of; the word itself where it is of none."""
    spans = [(term.start, term.end) for term in question.terms if question.text[term.start : term.end] == word]
    return whole_code(question.text, *spans[0]) if spans else word


def _in_names(start: int, word: str, fuzzy: Iterable[Match]) -> str:
    """The word of a name that is nearly named at this place; "" where none is close."""
    names = [match.name for match in fuzzy if match.start <= start < match.end]
    if not names:
        return ""
    from .corrections import closest

    return closest(word, names)
