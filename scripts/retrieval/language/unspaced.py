"""The words of a question in a script without blanks, told apart by what the vault holds.

Such a question is cut into pairs of characters, of which many bridge two words and stand nowhere.  A pair that stands
somewhere is a word or a part of one; what no such pair holds is a word that the vault does not have, as a whole; and an
ideograph that is alone between words that only ask or bind is a word itself.  No dictionary is needed for this: what
asks and binds is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from .question import Question, Term
from .stems import is_unspaced
from .unspaced_words import PARTICLES, binds, free_signs, is_hangul, is_hiragana, is_ideograph, is_katakana, stretches

if TYPE_CHECKING:
    from ..port import GraphReader


class _Run(NamedTuple):
    """A run of a question without blanks."""

    text: str
    """Folded."""
    terms: Sequence[Term]
    """Its pairs."""

    def term(self, start: int, end: int, *, stop: bool = False) -> Term:
        """A piece of it as a word."""
        low, high = self.terms[0].start, self.terms[-1].end
        text = self.text[start:end]
        # Where folding changed the length, the place can only be told as a whole.
        span = (low + start, low + end) if high - low == len(self.text) else (low, high)
        return Term(text, text, *span, stop)


def tell_apart(graph: GraphReader, question: Question) -> Question:
    """Put words in place of the pairs of characters of a question.  Cost: one document_frequency, or nothing."""
    runs = list(_runs(question.terms))
    if not runs:
        return question
    asked = {text for run in runs for text in (*_pairs(run.text), *filter(is_ideograph, run.text))}
    held = graph.document_frequency(sorted(asked))
    of_runs = {id(term) for run in runs for term in run.terms}
    terms = [term for run in runs for term in _words(run, held)]
    terms += [term for term in question.terms if id(term) not in of_runs]
    # What was added stands behind what was asked.
    return question._replace(terms=tuple(sorted(terms, key=lambda term: (term.added, max(term.start, 0)))))


def _runs(terms: Sequence[Term]) -> Iterator[_Run]:
    """The runs of which the pairs were cut; what the asker or a correction added is none."""
    gathered: list[Term] = []
    for term in terms:
        if term.added or not is_unspaced(term.text):
            continue
        if gathered and not _follows(gathered[-1], term):
            yield _Run(_joined(gathered), gathered)
            gathered = []
        gathered.append(term)
    if gathered:
        yield _Run(_joined(gathered), gathered)


def _follows(first: Term, second: Term) -> bool:
    is_next = second.start == first.start + 1 or (second.start, second.end) == (first.start, first.end)
    return is_next and len(second.text) == 2 and first.text[-1] == second.text[0]


def _joined(pairs: Sequence[Term]) -> str:
    return pairs[0].text + "".join(pair.text[-1] for pair in pairs[1:])


def _words(run: _Run, held: Mapping[str, int]) -> list[Term]:
    """The words of a run: what the vault holds, what it does not, and as stop words what only asks and binds."""
    text, free = run.text, free_signs(run.text)
    known = _known_pairs(text, free, held)
    covered = {at for start in known for at in (start, start + 1)}
    found = [run.term(start, start + 2) for start in known]
    for start, end in stretches(len(text), lambda at: not (at in covered or free[at] or binds(text, at))):
        if end - start > 1 or is_ideograph(text[start]) or (start == 0 and is_hangul(text[start])):
            found.append(run.term(start, end))
            covered.update(range(start, end))
    return found + [run.term(*span, stop=True) for span in stretches(len(text), lambda at: at not in covered)]


def _known_pairs(text: str, free: Sequence[bool], held: Mapping[str, int]) -> list[int]:
    """Where pairs begin that are words of the vault, or parts of them."""
    pairs = [at for at in range(len(text) - 1) if held.get(text[at : at + 2]) and not free[at]]
    known = {at for at in pairs if not (free[at + 1] or binds(text, at) or binds(text, at + 1))}
    known -= _accidents(text, known)
    within = {at for start in known for at in (start, start + 1)}
    for at in pairs:
        first, second = text[at], text[at + 1]
        if at in within:
            continue
        if free[at + 1]:
            # Its ending makes a word of an ideograph (`食べ`), which a particle does not (`鍵は`).
            is_word = is_ideograph(first) and is_hiragana(second) and second not in PARTICLES
        else:
            # 在 belongs to 現 in 現在, and not to 鍵 in 鍵在.
            is_word = at + 1 not in within and binds(text, at) != binds(text, at + 1)
        if is_word:
            known.add(at)
    return sorted(known)


def _accidents(text: str, known: set[int]) -> set[int]:
    """Pairs inside a word of katakana of which the vault has less than half: it is another word."""
    found: set[int] = set()
    for start, end in stretches(len(text), lambda at: is_katakana(text[at])):
        inside = {at for at in known if start <= at and at + 2 <= end}
        if 2 * len(inside) < end - start - 1:
            found |= inside
    return found


def _pairs(text: str) -> Iterable[str]:
    return (text[at : at + 2] for at in range(len(text) - 1))
