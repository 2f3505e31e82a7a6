"""Cut a text down to the sentences that answer: always words of the text itself, in their own case and order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from ...pages.text.sentences import sentences
from ...pages.text.words import bare_words, fold_text
from ...pages.text.words import is_unspaced as is_spaceless
from ..language.stems import fold_word, goes_on, is_unspaced

ELLIPSIS = "…"
"""Stands where a snippet leaves something out."""
_ROUND = 4
"""Characters of the ellipses and blanks around a stretch."""
_ASCII = bytes(range(0x80))


def best_window(text: str, terms: Iterable[str], *, max_characters: int) -> str:
    """Return the stretch of at most max_characters that holds most of the terms, white space made single.

    Whole sentences where they fit, else words; an ellipsis marks a cut.  The earliest of equal stretches, and the start
    of the text where no term occurs.  Terms match words by their beginning, without case.
    """
    text = " ".join(text.split())
    if len(text) <= max_characters:
        return text
    if max_characters < 1:
        return ""
    matcher = _Matcher(text, terms)
    spans = sentences(text)
    dense = _densest(spans, matcher)
    if max_characters <= _ROUND:
        return text[dense[0] : dense[0] + max_characters]
    start, end = _best_run(spans, matcher, lambda first, last: last - first + _ROUND <= max_characters)
    if end <= start or _told(matcher, *dense) > _told(matcher, start, end):
        # A sentence that is too long may say more of it, also cut, than the others whole.
        window = _word_window(text, dense, matcher, max_characters - _ROUND)
        if end <= start or _told(matcher, *window) > _told(matcher, start, end):
            start, end = window
    return _with_ellipses(text, start, end)


class _Matcher:
    """Finds terms in a text, from left to right, the longest where several begin."""

    def __init__(self, text: str, terms: Iterable[str]) -> None:
        folded_text, self._place_of = _fold_in_place(text)
        # Scripts without spaces have no word beginnings, and a bare word may have more before it: both match anywhere.
        folded = {fold_text(term) for term in map(str.strip, terms)} - {""}
        begins = {bare_words(term): term[0].isalnum() and not is_unspaced(term[0]) for term in sorted(folded)}
        self._folded = folded_text
        self._found = sorted(
            [
                (at, -len(term))
                for term, own in begins.items()
                for at in _places(folded_text, term, begins=own and term in folded)
            ]
        )
        """Place of each term in the folded text, and less its size."""

    def found(self, start: int, end: int) -> list[tuple[int, str]]:
        """Places and folded texts of the terms that lie between two places."""
        place_of = self._place_of
        if place_of:
            start, end = bisect_left(place_of, start), bisect_left(place_of, end)
        found = []
        for at, size in self._found[bisect_left(self._found, (start,)) :]:
            if at >= end:
                break
            if at >= start and at - size <= end:
                start = at - size
                found.append((place_of[at] if place_of else at, self._folded[at:start]))
        return found


def _places(text: str, term: str, *, begins: bool) -> list[int]:
    """Where a term stands in a folded text; begins: only where a word begins."""
    places = []
    at = text.find(term)
    while at >= 0:
        if not (begins and at and (text[at - 1] == "_" or goes_on(text, at))):
            places.append(at)
        at = text.find(term, at + 1)
    return places


def _fold_in_place(text: str) -> tuple[str, Sequence[int]]:
    """A text folded as terms are, and where each sign comes from; nothing where each is at its place."""
    if text.isascii():
        return text.lower(), ()
    signs_of = text.encode("utf-8", "surrogatepass")
    beyond = {*signs_of.translate(None, _ASCII).decode("utf-8", "surrogatepass")}
    folded = {letter: folds for letter in beyond if (folds := fold_word(letter)) != letter}
    if all(len(each) == 1 for each in folded.values()):
        # Bytes lower ASCII alone; of the others few fold, and none to one that folds again.
        lowered = signs_of.lower().decode("utf-8", "surrogatepass")
        for letter, folds in folded.items():
            lowered = lowered.replace(letter, folds)
        return lowered, ()
    signs = [(sign, place) for place, letter in enumerate(text) for sign in fold_word(letter)]
    return "".join([sign for sign, _ in signs]), [place for _, place in signs]


def _scores(spans: Sequence[tuple[int, int]], matcher: _Matcher) -> list[list[str]]:
    return [[term for _, term in matcher.found(start, end)] for start, end in spans]


def _worth(found: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Different terms first, then all occurrences."""
    everything = [term for terms in found for term in terms]
    return len(set(everything)), len(everything)


def _best_run(spans: Sequence[tuple[int, int]], matcher: _Matcher, fits: Callable[[int, int], bool]) -> tuple[int, int]:
    """Return the span of the run of sentences that fits and is worth most; (0, 0) where no sentence fits.

    From each sentence with a term it takes in what follows, then what precedes, while it fits: what explains a sentence
    mostly comes after it.
    """
    found = _scores(spans, matcher)
    starts = [index for index, terms in enumerate(found) if terms] or [0]
    # A long text with a common term: the sentences with most different terms are enough to begin from.
    starts = sorted(starts, key=lambda index: (-len(set(found[index])), -len(found[index]), index))[:8]
    best: tuple[tuple[int, int], int, tuple[int, int]] | None = None
    for index in sorted(starts):
        run = _grow(spans, index, fits)
        if run is None:
            continue
        first, last = run
        rank = (_worth(found[first : last + 1]), -first, (spans[first][0], spans[last][1]))
        if best is None or rank[:2] > best[:2]:
            best = rank
    return best[2] if best else (0, 0)


def _grow(spans: Sequence[tuple[int, int]], index: int, fits: Callable[[int, int], bool]) -> tuple[int, int] | None:
    first = last = index
    if not fits(*spans[index]):
        return None
    while True:
        ways = []
        if last + 1 < len(spans):
            ways.append((first, last + 1))
        if first > 0:
            ways.append((first - 1, last))
        for way in ways:
            if fits(spans[way[0]][0], spans[way[1]][1]):
                first, last = way
                break
        else:
            return first, last


def _with_ellipses(text: str, start: int, end: int) -> str:
    before = ELLIPSIS + " " if text[:start].strip() else ""
    after = " " + ELLIPSIS if text[end:].strip() else ""
    return before + text[start:end] + after


def _densest(spans: Sequence[tuple[int, int]], matcher: _Matcher) -> tuple[int, int]:
    """Return the sentence worth most: the one that a window of words is cut from."""
    scored = _scores(spans, matcher)
    best = max(range(len(spans)), key=lambda index: (_worth([scored[index]]), -index))
    return spans[best]


def _told(matcher: _Matcher, start: int, end: int) -> int:
    return len({term for _, term in matcher.found(start, end)})


def _word_window(text: str, span: tuple[int, int], matcher: _Matcher, room: int) -> tuple[int, int]:
    """Where the words of a sentence begin and end around its first cluster of terms; a piece of a word where one is
    too long."""
    starts = [at for at, _ in matcher.found(*span)] or [span[0]]
    inside = [bisect_left(starts, start + room) - index for index, start in enumerate(starts)]
    # A little before the first term, so that it does not stand naked.
    start = max(span[0], starts[inside.index(max(inside))] - room // 5)
    start = max(span[0], min(start, span[1] - room))
    if not text.isascii() and is_spaceless(text[span[0] : span[1]]):
        return _at_clauses(text, span, start, matcher, room)
    if start > span[0] and not text[start - 1].isspace():
        blank = text.find(" ", start, start + room // 4)
        start = blank + 1 if blank >= 0 else start
    end = min(start + room, span[1])
    if end < span[1] and not text[end].isspace():
        blank = text.rfind(" ", start + room // 2, end)
        end = blank if blank >= 0 else end
    return start, end


def _at_clauses(text: str, span: tuple[int, int], start: int, matcher: _Matcher, room: int) -> tuple[int, int]:
    """The same in a script without blanks between words: at clauses, or at what else parts no word; no term is lost."""
    from ...pages.text.breaks import best_break  # for some languages only

    if start > span[0]:
        terms = matcher.found(start, start + room) or [(start, "")]
        low = max(span[0], start - room // 5)
        start = best_break(text, low, max(start, min(start + room // 4, terms[0][0])), start)
    end = min(start + room, span[1])
    if end < span[1]:
        terms = matcher.found(start, end) or [(start, "")]
        last, term = terms[-1]
        end = best_break(text, min(end, max(start + room // 2, last + len(term))), end, end)
    found = text[start:end]
    return end - len(found.lstrip()), start + len(found.rstrip())
