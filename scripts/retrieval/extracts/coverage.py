"""How much of a question a text answers to: the question's words, each worth its rarity."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from math import log
from typing import TYPE_CHECKING, NamedTuple

from ...pages.text.words import bare_words, fold_text
from ..language.irregular_forms import irregular_forms
from ..language.question import MAX_TERMS, searchable
from ..language.stems import BETWEEN, form_at, goes_on, is_unspaced, stem
from ..language.stopwords import is_stop_somewhere, tells_now
from .held import held_by_hits
from .verbatim import QUOTED

if TYPE_CHECKING:
    from ...pages.model import PassageRow, WordHit
    from ..language.question import Question
    from ..port import GraphReader

FLOOR = 0.02
"""Weight of a word that stands in every passage: in a tiny vault that may be all of them; and of `today`."""
HITS = 100
"""Passages taken from word search of sources and notes."""
SECOND_HITS = 50
"""Passages taken from word search of what rests on others: the wiki lists fewer, and claims lead on from the first."""
RAREST = 4
"""Words by which long passages are looked for."""
LONG_TEXT = 8_000
"""Characters from which on a text that was folded is kept for a while."""
LONG_PASSAGES = 8
"""Long passages that are read."""
COMMON, COMMON_SHARE = 1000, 0.1
"""A word in more passages than either is not matched where two rarer ones are: it would rule the cost, and does not
change the first five places (measured: recall 61.2 with and without, on 8,750 passages)."""


class Asked(NamedTuple):
    """A question weighed against what the store holds."""

    question: Question
    frequency: dict[str, int]
    """In how many passages each content word occurs."""
    passages: int
    """How many passages there are."""
    shares: dict[str, float]
    """Share of the question by stem, adding up to 1, and besides of expansions: either says what is asked."""
    starts: tuple[tuple[str, str, str], ...]
    """How the forms of a word begin, their stem, and the stem of the question that they stand for."""
    phrases: re.Pattern[str] | None = None
    """Finds how stems of several words begin, with anything but letters between them."""
    pairs: tuple[str, ...] = ()
    """Pairs of characters of scripts without blanks."""
    hits: tuple[WordHit, ...] = ()
    """What word search finds, best first."""
    matched: tuple[str, ...] = ()
    """What word search was asked for."""
    known: dict[int, frozenset[str]] = {}  # noqa: RUF012  # weigh gives each question its own
    """What each passage covers that word search found or that was read so far."""
    worth: dict[frozenset[str], float] = {}  # noqa: RUF012  # likewise
    """The share of each set of stems met so far."""

    def covered(self, text: str, among: frozenset[str] | None = None) -> frozenset[str]:
        """Stems of the question that occur in a text; among: those that can, where the text is part of another."""
        if among is not None and not among:
            return among
        return self._held(_compared(text), among)

    def covered_each(self, lines: Iterable[str], among: frozenset[str]) -> list[frozenset[str]]:
        """The same for each line of a text, which is folded once for all of them."""
        return [self._held(line, among) for line in _compared("\n".join(lines)).split("\n")] if among else []

    def covered_within(self, text: str, spans: Sequence[tuple[int, int]]) -> list[frozenset[str]]:
        """The same for each of these parts of a text, which ascend and part no word."""
        if self.phrases is not None or self.pairs:
            whole = self.covered(text)
            return [self.covered(text[start:end], whole) for start, end in spans]
        if text.isascii():
            # Folded it is as long.
            lowered, starts = _compared(text), [start for start, _ in spans]
        else:
            parts = [f"{_compared(text[start:end])}\n" for start, end in spans]
            lowered, starts = "".join(parts), [0, *accumulate(map(len, parts[:-1]))]
        ends = [*starts[1:], len(lowered)]
        held: list[list[str]] = [[] for _ in spans]
        for start, form, held_stem in self.starts:
            at = form_at(lowered, start, form)
            while at >= 0:
                part = bisect_right(starts, at) - 1
                held[part].append(held_stem)
                # That a part has it once is enough.
                at = form_at(lowered, start, form, ends[part])
        return [frozenset(stems) for stems in held]

    def _held(self, lowered: str, among: frozenset[str] | None = None) -> frozenset[str]:
        # Most words of a question are not in a text: that no beginning of theirs is there is seen fastest.
        starts = self.starts if among is None else [each for each in self.starts if each[2] in among]
        held = [stem for start, form, stem in starts if start in lowered and form_at(lowered, start, form) >= 0]
        held += [pair for pair in self.pairs if pair in lowered]
        if self.phrases is not None:
            held += self.shares.keys() & _phrases_in(lowered, self.phrases)
        return frozenset(held)

    def covered_by(self, row: PassageRow) -> frozenset[str]:
        """Stems of the question that a passage covers, with its title and heading; of a hit as word search has them."""
        found = self.known.get(row.id)
        if found is None:
            found = self.known[row.id] = self._held(_passage_compared(row.title, row.heading, row.text))
        return found

    def covers(self, graph: GraphReader, ids: Sequence[int]) -> dict[int, frozenset[str]]:
        """The same of passages by id; those are read of which word search has not told it."""
        for row in graph.passages([id for id in ids if id not in self.known]).values():
            self.covered_by(row)
        return {id: self.known[id] for id in ids if id in self.known}

    def share(self, covered: Iterable[str]) -> float:
        """Share of the question that these stems make up, 0 to 1."""
        stems = frozenset(covered)
        found = self.worth.get(stems)
        if found is None:
            found = self.worth[stems] = min(1.0, sum([self.shares[stem] for stem in sorted(stems)], 0.0))
        return found

    def rarity(self, term: str) -> float:
        """How much a content word tells, 0 to 1."""
        return rarity(self.frequency.get(term, 0), self.passages)


def weigh(graph: GraphReader, question: Question, titled: Mapping[str, int] | None = None) -> Asked:
    """Weigh the words of a question by how few passages hold them.

    titled: of words of titles, how many passages hold them for that alone; these are not counted.
    Cost: one document_frequency, two word searches, and a look for long passages.
    """
    whole = question
    if any(is_unspaced(term.text) for term in question.terms):
        from ..language.unspaced import tell_apart  # for some languages only

        question = tell_apart(graph, question)
    content = question.content
    forms = {term.text: others for term in content if (others := irregular_forms(term.text))}
    frequency = graph.document_frequency([*(term.text for term in content), *chain.from_iterable(forms.values())])
    for text, only in (titled or {}).items():
        frequency[text] = max(1, frequency.get(text, 0) - only)
    _keep_usual(forms, frequency)
    if not question.text.isascii():
        from ..language.particles import without_particles  # for other languages only

        question = without_particles(question, frequency)
        content = question.content
    passages = graph.passage_count()
    # A correction stands for the word at its place; an expansion stands nowhere, and makes the question no longer.
    corrected = {term.start for term in content if term.added}
    own = {term.stem for term in content if term.start >= 0 and (term.added or term.start not in corrected)}
    weighed = [term for term in content if term.stem in own or term.start < 0]
    weights = {
        term.stem: FLOOR if tells_now(term.text) else weight(term.stem, frequency.get(term.text, 0), passages)
        for term in weighed
    }
    total = sum(each for stem, each in weights.items() if stem in own) or 1.0
    shares = {stem: each / total for stem, each in weights.items()}
    pairs = tuple(stem for stem in shares if is_unspaced(stem))
    matched = _matched(question, whole, frequency, passages)
    matched = tuple(dict.fromkeys([*matched, *(other for text in matched for other in forms.get(text, ()))]))
    # Each hand is asked by itself: neither crowds the other out.
    first = graph.search(matched, limit=HITS, hand="first")
    second = graph.search(matched, limit=SECOND_HITS, hand="second")
    hits = tuple(sorted([*first, *second], key=lambda hit: -hit.score))
    spaced = [stem for stem in shares if stem not in pairs]
    starts = [(_start(stem), stem, stem) for stem in spaced if " " not in stem]
    irregular = ((stem(form), term.stem) for term in content for form in forms.get(term.text, ()))
    starts += [(_start(form), form, stem) for form, stem in irregular]
    phrases = _phrases([stem for stem in spaced if " " in stem])
    told: dict[int, frozenset[str]] = {}
    if phrases is None and not pairs:
        words: dict[str, list[str]] = {stem: [] for stem in shares}
        for term in weighed:
            words[term.stem] += [term.text, *forms.get(term.text, ())]
        told = held_by_hits(graph, words, frequency, first, second)
    asked = Asked(question, frequency, passages, shares, tuple(starts), phrases, pairs, hits, matched, told, {})
    rarest = sorted((text for text in matched if frequency.get(text)), key=lambda text: frequency[text])[:RAREST]
    long = graph.long_holders(rarest, limit=LONG_PASSAGES)
    if not long:
        return asked
    from .long_passages import with_best_lines  # for some vaults only

    return with_best_lines(graph, asked, long)


def _keep_usual(forms: dict[str, tuple[str, ...]], frequency: dict[str, int]) -> None:
    """Leave the words whose other forms are the usual ones, and count those with them."""
    for text, others in tuple(forms.items()):
        more = sum(frequency.get(other, 0) for other in others)
        if is_stop_somewhere(text):
            # How often `die` stands here says nothing of who died.
            frequency[text] = more
        elif more > frequency.get(text, 0):
            frequency[text] += more
        else:
            # Here the word as asked is the usual one, maybe of another meaning.
            del forms[text]


def _matched(question: Question, whole: Question, frequency: dict[str, int], passages: int) -> tuple[str, ...]:
    """What word search is asked for: common words only where there are no two rarer ones.

    whole: the question before its words without blanks between them were told apart.
    """
    most = max(COMMON, passages * COMMON_SHARE)
    ranked = sorted(question.content, key=lambda term: frequency.get(term.text, 0))
    matched = [term.text for at, term in enumerate(ranked) if at < 2 or frequency.get(term.text, 0) <= most]
    return tuple(dict.fromkeys([*matched, *question.phrases, *_word_for_word(whole)]))


def _word_for_word(question: Question) -> list[str]:
    """The whole question as a phrase, where much of it is stop words: who remembers a line of a note asks with it.  Of
    several lines each: one of them may be a message that a passage has.
    """
    if "\n" in question.text.strip():
        from ..language.message_lines import message_lines  # few questions have two

        return message_lines(question.text)
    terms = [term for term in question.terms if not term.added]
    stops = sum(term.stop for term in terms)
    # With the elided articles, which are no terms: the index has them.
    return [searchable(question.text[: terms[-1].end])] if QUOTED <= len(terms) <= MAX_TERMS and stops else []


def weight(stem: str, count: int, passages: int) -> float:
    """What a word that so many passages hold adds to a question; only shares of a sum say something."""
    words = 1
    if len(stem) > 2 and is_unspaced(stem):
        from ..language.unspaced_words import word_count  # for some languages only

        words = word_count(stem)
    return words * (rarity(count, passages) + FLOOR)


def rarity(count: int, passages: int) -> float:
    """1 for what stands in one passage, falling with the logarithm to 0 for what stands in all.

    The inverse document frequency of Spärck Jones, 1972, as a share of its largest value.
    """
    if passages < 2:
        return 1.0
    return max(0.0, log(passages / max(1, count)) / log(passages))


def _compared(text: str) -> str:
    if len(text) >= LONG_TEXT:
        return _fold_long(text)
    # Most texts: what else is folded they have not.
    return text.lower().replace("_", " ") if text.isascii() else _fold(text)


def _fold(text: str) -> str:
    # An underscore parts words, as it does in the index.
    return bare_words(fold_text(text)).replace("_", " ")


# One question looks at a long passage several times.
_fold_long = lru_cache(maxsize=16)(_fold)


# Good passages are met by many questions.
@lru_cache(maxsize=8192)
def _passage_compared(title: str, heading: str, text: str) -> str:
    return _compared(f"{title}\n{heading}\n{text}")


def _phrases(stems: Sequence[str]) -> re.Pattern[str] | None:
    """Finds the beginnings of phrases, with anything but letters between their words."""
    found = sorted(BETWEEN.pattern.join(map(re.escape, _start(stem).split(" "))) for stem in stems)
    return re.compile("|".join(found)) if found else None


def _phrases_in(text: str, phrases: re.Pattern[str]) -> set[str]:
    """The phrases in a folded text, the last word of each to its end."""
    found = set()
    for match in phrases.finditer(text):
        start, end = match.span()
        while goes_on(text, end):
            end += 1
        if not goes_on(text, start):
            found.add(" ".join(BETWEEN.split(text[start:end])))
    return found


def _start(stem: str) -> str:
    return stem[:-1] if len(stem) > 3 and stem[-1] == "i" else stem
