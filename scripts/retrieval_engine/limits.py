"""What a question asks and words alone do not tell: on which day, who did not, how many.

Days are put into the question in digits, as the index has them.  What is denied or counted is not understood; the reply
says so, and is never sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..clock import WEEK, DaysMeant
from ..index_store.port import IndexReader
from ..text.analyzer import QueryWord
from ..text.language import negations, question_words
from .values import Limit

NEAR_WORDS = 6
"""Words of a question among which a negation denies what is asked for: `What is best when it does not start?` denies
nothing."""


class MeantDay(NamedTuple):
    """A day that stands in a question for the words that mean it."""

    text: str
    others: tuple[str, ...]
    """Further days that are meant and stand in the vault."""
    limit: Limit | None
    """None for a day with its date."""


def with_days(reader: IndexReader, question: str, found: Sequence[DaysMeant]) -> tuple[str, dict[str, MeantDay]]:
    """Return a question with its days in digits, and what they stand for.

    A weekday, a week or a date of which the vault has no day stays as it is written: its words may stand somewhere.
    """
    days: dict[str, MeantDay] = {}
    for meant in reversed(found):
        text = question[meant.start : meant.end]
        there = [day for day in meant.days if _stands(reader, day)]
        known = there or list(meant.days)
        # Of a weekday the one that stands somewhere is meant, of a week all its days.
        span = known if len(meant.days) < WEEK else meant.days
        limit = Limit("days", text, (min(span), max(span))) if meant.is_relative else None
        if there or (meant.is_relative and len(meant.days) == 1):
            question = f"{question[: meant.start]}{known[0]}{question[meant.end :]}"
        days[known[0]] = MeantDay(text, tuple(there[1:]), limit)
    return question, days


def as_written(word: QueryWord, days: Mapping[str, MeantDay]) -> QueryWord:
    """Return a word of a question with days as it was asked, and with the other days that it means."""
    day = days.get(word.term)
    return word._replace(text=day.text, forms=(*word.forms, *day.others)) if day else word


def limits_of(question: str, languages: Sequence[str]) -> Iterator[Limit]:
    """Give what a question denies or counts, by how questions of some languages speak."""
    words = re.findall(r"\w+(?:'t)?", question.casefold().replace("\u2019", "'"))
    text = f" {' '.join(words)} "
    for language in dict.fromkeys(filter(None, languages)):
        lists, denials = question_words(language), negations(language)
        denied = [word for word in words[:NEAR_WORDS] if word in denials or word.endswith("n't")]
        if denied and not set(words[:2]).isdisjoint(lists.who):
            yield Limit("negation", denied[0])
        yield from (Limit("counting", many) for many in lists.many if f" {many} " in text)
        yield from (Limit("days", word) for word in lists.overdue if word in words)


def task_names(question: str, names: Sequence[str], languages: Sequence[str]) -> Iterator[str]:
    """Give whose tasks a question asks for, likeliest first; "" for everybody's, and nothing where it asks for none.

    names: those that the vault knows.  Anybody else is somebody whose name has a capital letter.
    """
    words = re.findall(r"\w+", question)
    folded = [word.casefold() for word in words]
    lists = [question_words(language) for language in dict.fromkeys(filter(None, languages))]
    tasks, begun = ({word for each in lists for word in getattr(each, kind)} for kind in ("tasks", "open"))
    text = f" {' '.join(folded)} ".replace(" to do with ", " with ")
    is_to_do = any(f" {phrase} " in text for each in lists for phrase in each.doing)
    if tasks.isdisjoint(folded) and not is_to_do:
        return
    yield from (name for name in names if name.casefold() not in tasks | begun)
    yield from (word for word in words[1:] if word[:1].isupper() and word.casefold() not in tasks | begun)
    asking = {phrase.split()[-1] for each in lists for phrase in (*each.who, *each.many)}
    if (
        is_to_do
        or not begun.isdisjoint(folded)
        or any(one in asking and other in tasks for one, other in pairwise(folded))
    ):
        yield ""


def halves_of(question: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Return the two questions that an `and` joins; () for one that asks for one thing.

    Behind the `and` a question word and at least three words stand, before it two: `and which was rejected?` asks on.
    """
    for lists in map(question_words, dict.fromkeys(filter(None, languages))):
        begins, joins = ("|".join(map(re.escape, words)) for words in ((*lists.who, *lists.how), lists.joins))
        pattern = rf"(?P<first>.*?\w+\W+\w+),?\s+(?:{joins})\s+(?P<second>(?:{begins})(?:\W+\w+){{3}}.*)"
        found = re.fullmatch(pattern, question, re.IGNORECASE | re.DOTALL) if joins else None
        if found:
            return found["first"], found["second"]
    return ()


def _stands(reader: IndexReader, day: str) -> bool:
    """Tell whether a day stands in a text, a title or a property."""
    return bool(reader.search("pages", (day,), limit=1))
