"""Runs of words in a text that may be a name, and those that are written like one: with capitals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from .language import function_words
from .word_lists import word_lists

MAX_WORDS = 5
"""Longer names are rarely repeated word for word in running text."""

MAX_UNSPACED_TEXT, MAX_UNSPACED_NAME = 300, 6
"""Characters of a text without blanks that are looked through, and of a name in it: every piece may be one."""

_LATIN = "0-9A-Za-z\u00c0-\u024f"
_WORD = re.compile(rf"[{_LATIN}]+[+#]*|[^\W_{_LATIN}]+")
"""A word of one script: `Redis에서` is two."""
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\U0003ffff]+")
_CLAUSE_END = re.compile(r"[;:?!|\n]")
_BETWEEN = r"(?:(?:of|the|de|du|la|von|van|bin|al) ){0,2}"
_CAPITAL = r"[^\W\d_a-z][\w'’-]*"
_CAPITALIZED = re.compile(
    rf"(?<![\w.])(?:(?:Dr|Mr|Mrs|Ms|Prof|St|[^\W\d_a-z])\. )?{_CAPITAL}(?: {_BETWEEN}{_CAPITAL}){{0,4}}"
)
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_PLACEHOLDERS = ("todo", "fixme", "none", "null", "true", "false")
"""What stands where something is still to be written, or for a value: it names nothing."""


class Run(NamedTuple):
    """Words that follow each other."""

    start: int
    end: int
    text: str


def words_of(text: str) -> Iterator[Run]:
    """Give the words of a text, and of scripts without blanks the first characters, which may begin a name."""
    room = MAX_UNSPACED_TEXT
    for match in _WORD.finditer(text):
        if not _UNSPACED.fullmatch(match[0]):
            yield Run(*match.span(), match[0])
            continue
        for start in range(match.start(), min(match.end(), match.start() + room)):
            for end in range(start + 2, min(match.end(), start + MAX_UNSPACED_NAME) + 1):
                yield Run(start, end, text[start:end])
        room = max(0, room - len(match[0]))


def name_runs(text: str, begins: Callable[[str], bool]) -> Iterator[Run]:
    """Give each run of up to MAX_WORDS words that begins with one for which begins is true; none crosses a clause."""
    words = list(words_of(text))
    for place, first in enumerate(words):
        if not begins(first.text):
            continue
        yield first
        end = first.end
        for last in islice(words, place + 1, place + MAX_WORDS):
            if last.start < end or _CLAUSE_END.search(text, end, last.start):
                break
            end = last.end
            yield Run(first.start, end, text[first.start : end])


def capitalized_runs(text: str) -> Iterator[Run]:
    """Give the runs of words with capitals: names that nobody has told us.  One alone counts only inside a sentence.

    A month or a weekday is none, though English writes it as one: whatever else fell into a March is about something
    else.  Inside a longer name it stays: `Sunday Times`, `March Hare`.
    """
    stop = function_words("en")
    for match in _CAPITALIZED.finditer(text):
        for start, words in _with_capitals(match.start(), match[0].split(" ")):
            while words and words[0].casefold() in stop:
                start += len(words.pop(0)) + 1
            name = " ".join(words)
            is_inside = start > 1 and text[start - 2] not in ".!?:\n"
            is_name = len(words) > 1 or (words and len(name) > 3 and is_inside)
            if is_name and not _names_nothing(name):
                yield Run(start, start + len(name), name)


def _with_capitals(start: int, words: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Give the words with capitals that follow each other, with those that may stand between, and where they begin.

    The pattern knows small letters of ASCII only; other scripts have others, or neither kind.
    """
    run: list[str] = []
    for word in [*words, ""]:
        if word and (word.isascii() or word[0] != word[0].lower()):
            run.append(word)
            continue
        after = start + len(" ".join([*run, word])) + 1
        while run and run[0][0].islower():
            start += len(run.pop(0)) + 1
        while run and run[-1][0].islower():
            run.pop()
        if run:
            yield start, run
        start, run = after, []


def _names_nothing(name: str) -> bool:
    months = {month for names in word_lists("en").months for month in names}
    return months.union(_WEEKDAYS, _PLACEHOLDERS).issuperset(name.casefold().split())
