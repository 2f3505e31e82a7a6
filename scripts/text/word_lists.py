"""Words of each language that the analyzer treats by themselves: function words, question words, names of months.

The lists are `words/CODE.json`, by ISO 639-1 code:

- function_words: what every release of the package stop-words since 2018 lists (2018.7.23, 2025.11.4; BSD-3-Clause,
  (c) Alireza Savand): the newer English list alone has 1,333 words, `page`, `open` and `system` among them.  Czech,
  Finnish, Polish and Slovak are what it shares with the package stopwordsiso (0.7.1; MIT, (c) Gene Diaz), and Danish,
  Greek, Hebrew, Norwegian, Persian and Turkish are from there, since the first package has ancient Greek, broken
  Turkish letters, or too few or too many words.  The packages themselves have other lists on Python 3.10.
- question_words: what a question is asked with, where the list above lacks some of it: such a word stands in few notes,
  and that it occurs nowhere tells nothing.  Written by hand.
- months: from Unicode's CLDR (as Babel 2.18 has it), in lower case: the name of each month, its abbreviation, and the
  form it takes in a date, as far as their stems differ, parted by `/`.  `_` stands for a blank.

`words/negations.json` has the words of each language that deny something.  Written by hand: the lists of function words
have some of them.

`words/questions.json` is how questions of seven languages speak of days, of whom, and of how many there are: the
weekdays from CLDR, the rest written by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import NamedTuple


class WordLists(NamedTuple):
    """The lists of one language; all empty for a language without any."""

    function_words: tuple[str, ...] = ()
    question_words: tuple[str, ...] = ()
    months: tuple[tuple[str, ...], ...] = ()
    """The names of each of the twelve months."""


@cache
def word_lists(language: str) -> WordLists:
    """Return the lists of a language, by its ISO 639-1 code."""
    # The code may come from a file that anybody wrote: it must not lead out of the folder.
    if len(language) != 2 or not (language.isascii() and language.isalpha() and language.islower()):
        return WordLists()
    try:
        data = get_data(__package__, f"words/{language}.json")
    except FileNotFoundError:
        data = None
    if data is None:
        return WordLists()
    lists = json.loads(data)
    return WordLists(
        tuple(" ".join(lists["function_words"]).split()),
        tuple(" ".join(lists["question_words"]).split()),
        tuple(tuple(month.split("/")) for month in lists["months"]),
    )


class QuestionWords(NamedTuple):
    """How the questions of a language speak; all in small letters."""

    weekdays: tuple[tuple[str, ...], ...]
    """The names of each of the seven, from Monday on."""
    days: Mapping[str, int]
    """Words for a day, by how many it lies behind today."""
    weeks: Mapping[str, int]
    last: tuple[str, ...]
    next: tuple[str, ...]
    overdue: tuple[str, ...]
    tasks: tuple[str, ...]
    open: tuple[str, ...]
    """Words that say of tasks that they are to be done."""
    who: tuple[str, ...]
    """Words that ask for a thing or a person."""
    many: tuple[str, ...]
    """Words that ask for a number."""
    how: tuple[str, ...]
    """Further words that begin a question."""
    joins: tuple[str, ...]
    """Words between two questions: and."""
    measures: tuple[str, ...]
    """Words such as `long` in `how long`: an answer says `twenty minutes`."""


@cache
def question_words(language: str) -> QuestionWords:
    """Return how the questions of a language speak; nothing for one without lists."""
    lists = json.loads(get_data(__package__, "words/questions.json") or b"{}").get(language, {})
    last, following = (tuple(lists.get(key, "").split("/")) for key in ("last", "next"))
    single = (tuple(lists.get(key, "").split()) for key in ("overdue", "tasks", "open", "who", "how", "and", "asked"))
    overdue, tasks, open_, who, how, joins, measures = single
    weekdays = tuple(tuple(names.split("/")) for names in lists.get("weekdays", "").split())
    days, weeks, many = lists.get("days", {}), lists.get("weeks", {}), tuple(lists.get("many", ()))
    asked = (overdue, tasks, open_, who, many, how, joins, measures)
    return QuestionWords(weekdays, days, weeks, last, following, *asked)


@cache
def negations(language: str = "") -> frozenset[str]:
    """Return the words that deny something, in small letters; of all languages for ""."""
    lists = json.loads(get_data(__package__, "words/negations.json") or b"{}")
    return frozenset(" ".join([lists.get(language, "")] if language else lists.values()).split())
