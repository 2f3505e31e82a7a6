"""Short words that are stop words in a language of which none are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .stems import is_unspaced
from .stopwords import stops_said

if TYPE_CHECKING:
    from .question import Question

PARTICLE = 4
"""Letters up to which a word of an alphabet may be a particle."""


def without_particles(question: Question, frequency: dict[str, int]) -> Question:
    """A short word that stands nowhere is a stop word, in a language of which none are known: `Gdzie są`, `Πού είναι`.

    Not a name, and not where nothing else is found, or where all such words are plain ASCII: `café crm wifi`.
    """
    text, asked = question.text, [term for term in question.terms if not term.added]
    if not any(frequency.get(term.text) for term in asked):
        return question
    nowhere = [
        term for term in asked if not frequency.get(term.text) and len(term.text) <= _longest_particle(term.text)
    ]
    little = {term for term in nowhere if term.text.isalpha() and (term.start == 0 or not text[term.start].isupper())}
    own = any(not (term.stop or text[term.start : term.end].isascii()) for term in little)
    if not own or len(little) <= stops_said([term.text for term in asked]):
        return question
    terms = (term._replace(stop=True) if term in little else term for term in question.terms)
    return question._replace(terms=tuple(terms))


def _longest_particle(word: str) -> int:
    """Letters up to which a word is a short one: scripts that write no vowels, or syllables, need fewer."""
    if is_unspaced(word):
        return 0
    return PARTICLE if word < "\u0590" or "\u10a0" <= word < "\u1100" else 1 if word >= "\uac00" else PARTICLE // 2
