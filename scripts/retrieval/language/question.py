"""Read a question: its words, its quoted phrases, and every run of words that might be a name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ...pages.text.words import words
from .codes import codes_in, has_digit
from .stems import BETWEEN, bare, bigrams, fold_word, is_unspaced, pieces, stem, word_spans
from .stopwords import now_turns, stop_words

if TYPE_CHECKING:
    from .figures import Form

MAX_NAME_WORDS = 8
"""Longer names are rare; the number of runs looked up grows with this times the words of the question."""
MAX_UNSPACED_NAME = 12
"""The same, in characters, for scripts without blanks."""
MAX_CHARACTERS = 300
"""Characters read for names and phrases, if MAX_TERMS end before: two characters are a term in some scripts."""
MAX_TERMS = 48
"""Words of a question; of a longer text, which is pasted in, these are read for names, and the last LAST."""
LAST = 16
"""Words at the end of a pasted text that are read for names and phrases: there an error says what it is."""
MAX_PASTED = 120
"""Terms of a pasted text: what is meant may stand anywhere in it, and cost stays bounded whatever is pasted in."""

_QUOTED = re.compile(
    r'"([^"\n]{2,200})"|“([^”\n]{2,200})”|„([^“”\n]{2,200})[“”]|«([^»\n]{2,200})»|「([^」\n]{1,200})」|`([^`\n]{2,200})`'
)
# A dot after one or two letters abbreviates a name: "C.Y. Park", "St. Gallen".
_CLAUSE_BREAK = re.compile(r"[?!;？！；。؟؛۔।\n]|(?<!\b\w)(?<!\b\w\w)\.\s")
_JOINED = re.compile(r"\d[-./:,]\d")
_ELISION = re.compile(
    r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|un|dell|nell|sull|all|dov|cos|quest|quell)['’ʼ](?=\w)(?!s\b)",
    re.IGNORECASE,
)
_GENITIVE = ("'s", "’s")

_make = tuple.__new__


class Term(NamedTuple):
    """One word of a question as it is searched for; "1.5" and "o'brien" are phrases of two."""

    text: str
    """What the store is asked for: lower case, words separated by blanks."""
    stem: str
    start: int
    end: int
    stop: bool = False
    added: bool = False
    """An expansion, which helps to find and is never missed; or, where start is not -1, what the word at its place
    was likely meant to be."""


class Run(NamedTuple):
    """Consecutive words that might be a name; first and last count words from 0."""

    text: str
    """As written; a date or a number also in other forms."""
    start: int
    end: int
    first: int
    last: int


class Question(NamedTuple):
    """A question, read."""

    text: str
    terms: tuple[Term, ...]
    phrases: tuple[str, ...]
    runs: tuple[Run, ...]
    """Longest first, then from left to right."""

    @property
    def content(self) -> tuple[Term, ...]:
        """The words that carry the topic, each stem once; all words when every one is a stop word."""
        global _content
        terms, found = _content
        # Asked for thirty times while one question is answered.
        if terms is not self.terms:
            kept = [term for term in self.terms if not term.stop] or list(self.terms)
            found = tuple({term.stem: term for term in reversed(kept)}.values())[::-1]
            _content = self.terms, found
        return found

    @property
    def word_pairs(self) -> tuple[str, ...]:
        """Content words that stand side by side, as phrases of two."""
        told = [term for term in self.terms[:MAX_TERMS] if not term.added and not is_unspaced(term.text)]
        return tuple(
            dict.fromkeys(
                " ".join([first.text, *_elided(self.text[first.end : second.start]), second.text])
                for first, second in pairwise(told)
                if not (first.stop or second.stop or _CLAUSE_BREAK.search(self.text, first.end, second.start))
            )
        )


_content: tuple[tuple[Term, ...], tuple[Term, ...]] = ((), ())
"""The words of the question that was asked last, and which of them carry its topic."""


def parse_question(text: str, expansions: Sequence[str] = ()) -> Question:
    """Read a question; expansions are further words or phrases to search for, the agent's own."""
    whole = text
    if len(text) > MAX_CHARACTERS or "\n" in text:
        from .pasted import read_part  # few questions are that long

        text = read_part(text)
    spans = _spans(text)
    folded = [fold_word(bare(text[start:end])) for start, end in spans]
    stops = stop_words(folded)
    # With a capital inside the question it is a name, as that of a song.
    turns = (turn for turn in now_turns(folded) if turn[0] == 0 or text[spans[turn[0]][0]].islower())
    now = frozenset(at for turn in turns for at in turn)
    terms: list[Term] = []
    is_shouted = text == text.upper()
    for at, ((start, end), word) in enumerate(zip(spans, folded)):
        # In capitals among small letters, ALL, US and WHO are names.
        is_acronym = end - start > 1 and not is_shouted and text[start:end].isupper()
        ignored = frozenset((word,)) if at in now else frozenset() if is_acronym else stops
        terms.extend(_terms_of(text, start, end, word, ignored))
    # In French `est-ce` is no name.
    if "the" in stops and any(map(text.__contains__, "-_`")):
        from .compounds import with_compounds  # few questions have such a sign

        terms = with_compounds(text, terms)
    end = max(terms[MAX_TERMS - 1].end, MAX_CHARACTERS) if len(terms) > MAX_TERMS else len(text)
    first = [(start, min(stop, end)) for start, stop in spans[:MAX_TERMS] if start < end]
    last = [(start, stop) for start, stop in spans[len(first) :][-LAST:] if stop - start <= MAX_CHARACTERS]
    parts = [text[:end], *(text[last[0][0] : last[-1][1]] for _ in last[:1])]
    forms: list[Form] = []
    days: list[str] = []
    if has_digit(text):
        from .figures import days_of, other_forms  # most questions have no dates and numbers

        forms = other_forms(text[:end])
        days = [day for part in parts for day in days_of(part)]
    phrases = dict.fromkeys(
        [*(each for part in parts for each in _phrases(part)), *(form.text for form in forms), *days]
    )
    question = Question(whole, _bounded(terms), tuple(phrases), _runs_of(text, first, last, forms))
    return expand(question, expansions) if expansions else question


def _bounded(terms: Sequence[Term]) -> tuple[Term, ...]:
    """The words of a question, and of a longer text each further word once that carries its topic."""
    kept = list(terms[:MAX_TERMS])
    known = {term.stem for term in kept}
    for term in terms[MAX_TERMS:]:
        # Without blanks between them, words are told apart later, by what stands beside them.
        if is_unspaced(term.text) or not (term.stop or term.stem in known):
            known.add(term.stem)
            kept.append(term)
    return tuple(kept[:MAX_PASTED])


def expand(question: Question, expansions: Sequence[str]) -> Question:
    """Add words and phrases to search for; a known word is not added again."""
    terms, phrases = list(question.terms), list(question.phrases)
    known = {term.stem for term in terms if not term.stop}
    for expansion in expansions:
        words = searchable(expansion)
        if " " in words and words not in phrases:
            phrases.append(words)
        for start, end in _spans(expansion):
            for term in _terms_of(expansion, start, end, fold_word(bare(expansion[start:end])), frozenset()):
                if term.stem not in known:
                    known.add(term.stem)
                    terms.append(term._replace(start=-1, end=-1, added=True))
    return question._replace(terms=tuple(terms[: MAX_PASTED + MAX_TERMS]), phrases=tuple(phrases))


def respell(question: Question, corrections: Mapping[str, str]) -> Question:
    """Put beside each misspelled word, by how it is written, what was likely meant; it takes over the word's weight."""
    added = []
    for term in question.terms:
        correction = corrections.get(question.text[term.start : term.end])
        if correction and not term.added:
            found = _terms_of(correction, 0, len(correction), fold_word(correction), frozenset())
            added += [each._replace(start=term.start, end=term.end, added=True) for each in found]
    return question._replace(terms=(*question.terms, *added))


def _spans(text: str) -> list[tuple[int, int]]:
    """Word spans, with the elided articles of French and Italian left out and joined numbers and dates as one."""
    spans: list[tuple[int, int]] = []
    for start, end in word_spans(text):
        elided = _ELISION.match(text, start, end)
        if elided and elided.end() < end:
            start = elided.end()
        if spans and start == spans[-1][1] + 1 and _JOINED.match(text, start - 2):
            spans[-1] = (spans[-1][0], end)
            continue
        spans.append((start, end))
    return spans


def _terms_of(text: str, start: int, end: int, word: str, stops: frozenset[str]) -> list[Term]:
    if is_unspaced(word):
        from .unspaced_words import stop_pairs  # for some languages only

        pairs = enumerate(zip(bigrams(word), stop_pairs(word)))
        if len(word) != end - start:  # folding changed the length: the span can only be told as a whole
            return [Term(pair, pair, start, end, stop) for _, (pair, stop) in pairs]
        return [Term(pair, pair, start + at, start + at + len(pair), stop) for at, (pair, stop) in pairs]
    searched = word if word.isascii() and word.isalnum() else searchable(word)
    key = searched if " " in searched else stem(searched)
    single = len(word) == 1 and word.isascii() and not word.isdigit() and text[start:end].islower()
    return [Term(searched, key, start, end, word.replace("’", "'") in stops or single)] if searched else []


def _elided(between: str) -> list[str]:
    """The article between two words that is none of them, as the index has it: `déclarer l'annotation`."""
    return words(between) if any(map(str.isalnum, between)) else []


def searchable(text: str) -> str:
    """The words of a text with single blanks between them, as the port wants a phrase."""
    return " ".join(BETWEEN.split(" ".join(fold_word(text[s:e]) for s, e in word_spans(text)))).strip()


def _phrases(text: str) -> tuple[str, ...]:
    found = [next(filter(None, match.groups())) for match in _QUOTED.finditer(text)]
    found += codes_in(text)
    return tuple(dict.fromkeys(phrase for phrase in map(searchable, found) if " " in phrase))


def _runs_of(
    text: str, first: Sequence[tuple[int, int]], last: Sequence[tuple[int, int]], forms: Sequence[Form]
) -> tuple[Run, ...]:
    """The runs among the first words and among the last: none goes over what is between them."""
    runs = _runs(text, first, forms)
    for run in _runs(text, last, ()) if last else ():
        runs.append(run._replace(first=run.first + len(first), last=run.last + len(first)))
    return tuple(sorted(runs, key=lambda run: (run.first - run.last, run.start - run.end, run.start)))


def _runs(text: str, spans: Sequence[tuple[int, int]], forms: Sequence[Form]) -> list[Run]:
    runs: list[Run] = []
    for form in forms:
        words = [at for at, (start, end) in enumerate(spans) if form.start <= start and end <= form.end]
        if words:
            runs.append(Run(form.text, form.start, form.end, words[0], words[-1]))
    parted = [_CLAUSE_BREAK.search(text, one[1], other[0]) for one, other in pairwise(spans)]
    for first, (start, end) in enumerate(spans):
        for last in range(first, min(first + MAX_NAME_WORDS, len(spans))):
            stop = spans[last][1]
            if last > first and parted[last - 1]:
                break
            written = text[start:stop]
            runs.append(_make(Run, (written, start, stop, first, last)))
            if written[-2:] in _GENITIVE:
                runs.append(Run(written[:-2], start, stop - 2, first, last))
            elif last > first and not written[-1].isascii() and is_unspaced(written[-1]):
                runs.extend(_without_particle(text, start, spans[last], first, last))
        if is_unspaced(text[start:end]):
            runs.extend(_unspaced_runs(text, start, end, first))
    return runs


def _without_particle(text: str, start: int, word: tuple[int, int], first: int, last: int) -> list[Run]:
    """A run of several words without what Korean puts to the last of them."""
    from .unspaced_words import particle_sizes  # for some languages only

    ends = (word[1] - size for size in particle_sizes(text[slice(*word)]))
    return [Run(text[start:end], start, end, first, last) for end in ends]


def _unspaced_runs(text: str, start: int, end: int, word: int) -> list[Run]:
    """Every piece of a run without blanks, two characters or more."""
    found = pieces(text, start, end, longest=MAX_UNSPACED_NAME)
    return [Run(text[low:high], low, high, word, word) for low, high in found if (low, high) != (start, end)]
