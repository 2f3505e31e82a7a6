"""The first stage: from a question to the words, phrases and names that are searched for.

A word that the vault does not have is corrected where a slip is likely, and is reported as occurring nowhere otherwise.
Days are put into the question in digits, as the index has them.  Negation and counting are not understood, and the
reply says so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from ..clock import WEEK, DaysMeant, days_in
from ..index_store.port import IndexReader
from ..look.lookup import EVERY, similar_words, slips_between, words_beginning
from ..model import Name
from ..text.analyzer import QueryWord, analyze, is_acronym, name_key, query_words
from ..text.characters import normal_form
from ..text.language import (
    detect_language,
    folded_word,
    function_words,
    negations,
    query_language,
    question_words,
)
from .values import Limit, Query, QueryName, QueryTerm, idf, rarity

MAX_TERMS = 48
"""Words of a question that are searched for: a pasted page is cut."""

LONGEST_NAME = 8
"""Most words of a name that is searched for; the index finds names in text by the same bound."""

SHORTEST_CORRECTED = 4
"""Letters of a word that may be a slip: shorter words have too many neighbors."""

SIMILAR = 5
"""Indexed words that are considered for each word that may be a slip."""

HOLDERS = 5
"""Passages that are read for the spelling of an indexed word."""

COMPOUNDING = frozenset(("de", "nl", "sv", "da", "nb", "no"))
"""Languages with compound words; the fewest letters in the end of a compound; and the endings that may follow it."""
SHORTEST_END = 5
INFLECTED = ("", "e", "n", "s", "en", "er", "es")

SHORTEST_PART = 4
"""Fewest letters of a part of an absent compound that is searched for."""

MAX_COMPOUNDS = 20
"""Words whose spelling is looked up for their ending."""

MAX_BEGINNING = 20
"""Words that `plumb*` is expanded to: the most frequent ones."""

NEAR_WORDS = 6
"""A negation counts only among so many first words: `What is best when it does not start?` denies nothing."""

_QUOTED = re.compile(
    r'"([^"\n]{1,300})"|“([^“”\n]{1,300})”|„([^„“”\n]{1,300})[“”]|«([^«»\n]{1,300})»|「([^「」\n]{1,300})」'
)


def understand(reader: IndexReader, question: str, *, terms: Sequence[str] = (), today: str = "") -> Query:
    """Return the query that a question makes, in terms of the index.

    terms: further words to search for, chosen by an agent; they widen the search and do not count for coverage.
    today: the day of the call, from which days like `yesterday` are counted.
    """
    statistics = reader.statistics()
    language = query_language(question, statistics.languages)
    others = [other for other, _ in statistics.languages if other != language]
    # `Was steht morgen an?` shows no language by itself.
    spoken = (language, *([own] if (own := detect_language(question)) else others))
    dated, days = with_days(reader, question, days_in(question, today, spoken))
    asked = query_words(dated, language, others)[:MAX_TERMS]
    written = [_with_prefix_forms(reader, as_written(word, days)) for word in asked]
    given = [word for text in terms for word in query_words(text, language, others)]
    extra = [QueryWord(word.text, form) for word in given for form in (word.term, *word.forms)][:MAX_TERMS]
    forms = [QueryWord(word.text, form) for word in written for form in word.forms]
    counts = _section_counts(reader, [*written, *extra, *forms])
    if language in COMPOUNDING and (absent := [word for word in written if not counts[word.term]]):
        compounds = _find_compounds(reader, absent, language)
        written = [word._replace(forms=(*word.forms, *compounds.get(word.term, ()))) for word in written]
        forms = [QueryWord(word.text, form) for word in written for form in word.forms]
        extra += [part for word in absent if not compounds.get(word.term) for part in _parts_of(reader, word, language)]
        counts |= _section_counts(reader, [form for form in (*forms, *extra) if form.term not in counts])
    missing = [word.text for word in written if not counts[word.term]]
    without_content = _without_content(question, language, others, missing)
    words = [
        _IndexedWord(word.text, word.term, is_weightless=True, is_piece=word.is_piece)
        if (folded_word(word.text) in without_content and not (is_acronym(word.text) and counts[word.term]))
        or (word.is_piece and not counts[word.term])
        else _as_indexed(reader, word, counts, language)
        for word in written
    ]
    query_terms = _weigh(words, [*extra, *(form for form in forms if counts[form.term])], counts, statistics.sections)
    spoken_here = (language, *others)
    keys = {" ".join(term.term for term in query_terms), *(name_key(question, other) for other in spoken_here)} - {""}
    names, filed = _find_names(reader, question, words, query_terms, spoken_here, statistics.sections, keys)
    phrases = _phrases(question, language)
    common = function_words(language).union(*map(function_words, others))
    unmet = [word.text for word in given if not (word.text in common or any(map(counts.get, (word.term, *word.forms))))]
    nowhere = (*_words_nowhere(reader, query_terms, names), *_absent_phrases(reader, phrases, unmet, counts))
    return Query(
        question,
        query_terms,
        tuple(phrases),
        names,
        tuple(dict.fromkeys(nowhere)),
        language,
        statistics.sections,
        defines=len(names) == 1 and names[0].share > 0.999,
        limits=(*limits_of(question, spoken), *(day.limit for day in days.values() if day.limit)),
        halves=halves_of(question, spoken),
        languages=statistics.languages,
        filed=filed,
    )


def _without_content(question: str, language: str, others: Sequence[str], absent: Sequence[str]) -> frozenset[str]:
    """Return the folded function words of a question: of its language, and of others that its absent words may be in.

    others: further languages of the vault.
    """
    # A question to a vault in another language has words of its own without content.
    words = function_words(language) | function_words(detect_language(question, (language or "en", "en")))
    missing = frozenset(map(folded_word, absent))
    # `how long` is answered by `twenty minutes`.
    words |= missing & frozenset(map(folded_word, question_words(language).measures))
    if missing <= words:
        return words
    # Function words of another language count only where the vault has no such word.
    foreign = {*others, detect_language(question), detect_language(" ".join(absent))}
    return words | (missing & frozenset().union(*map(function_words, foreign)))


class _IndexedWord(NamedTuple):
    """A word of the question in the form that the index has."""

    text: str
    term: str
    corrected_from: str = ""
    is_weightless: bool = False
    """A word like `which`, or a pair of characters from two words: searched for, but not required of an answer, no name
    by itself, and not reported where it occurs nowhere."""
    is_piece: bool = False


def _with_prefix_forms(reader: IndexReader, word: QueryWord) -> QueryWord:
    """Return a word; one that was written with a `*` gets the indexed words that begin with it as forms."""
    if not word.beginning:
        return word
    begun = words_beginning(reader, word.beginning, limit=MAX_BEGINNING)
    return word._replace(forms=(*word.forms, *(term for term, _ in begun)))


def _section_counts(reader: IndexReader, words: Sequence[QueryWord]) -> dict[str, int]:
    """Return the number of sections that hold each term; for a term of several words 1 or 0."""
    terms = dict.fromkeys(word.term for word in words)
    counts = reader.document_counts([term for term in terms if " " not in term])
    for phrase in (term for term in terms if " " in term):
        counts[phrase] = len(reader.search("sections", (phrase,), limit=1))
    return counts


def _as_indexed(reader: IndexReader, word: QueryWord, counts: dict[str, int], language: str) -> _IndexedWord:
    """Return a word as it is; where it occurs nowhere, another form of it or its most likely correction.

    counts is given the count of the corrected word.
    """
    if counts[word.term]:
        return _IndexedWord(word.text, word.term, is_piece=word.is_piece)
    form = next((form for form in word.forms if counts[form]), None)
    if form is not None:
        return _IndexedWord(word.text, form, is_piece=word.is_piece)
    # The name of a property occurs in no section.
    form = next((form for form in word.forms if reader.search("pages", (form,), limit=1)), None)
    if form is not None:
        return _IndexedWord(word.text, form, is_piece=word.is_piece)
    if len(word.text) >= SHORTEST_CORRECTED and word.term.isalpha():
        slip, functions = folded_word(word.text), function_words(language)
        likely = [
            (slips, -count, written, term)
            for term, _, count in similar_words(reader, word.term, limit=SIMILAR)
            for written in _written_forms(reader, term, language)
            if folded_word(written) not in functions and (slips := slips_between(slip, folded_word(written)))
        ]
        if likely:
            # The one with the fewest slips; of equal ones the most frequent, which is the most likely.
            _, count, written, term = min(likely)
            counts[term] = -count
            return _IndexedWord(written, term, word.text)
    return _IndexedWord(word.text, word.term)


def _find_compounds(reader: IndexReader, absent: Sequence[QueryWord], language: str) -> dict[str, list[str]]:
    """Map each absent word's term to the indexed words that end with it: Heizungswartung for Wartung.

    A large index does not list its words, so nothing is found in it.
    """
    found: dict[str, list[str]] = {}
    wanted = {word.term: folded_word(word.text) for word in absent}
    wanted = {term: folded for term, folded in wanted.items() if len(folded) >= SHORTEST_END and folded.isalpha()}
    indexed = [term for term, _ in reader.words("", limit=EVERY)] if wanted else []
    for term, folded in wanted.items():
        # The stemmer removes three letters at most.
        core = min(term, folded[: max(SHORTEST_END - 1, len(folded) - 3)], key=len)
        ends = tuple(folded + ending for ending in INFLECTED)
        near = [longer for longer in indexed if core in longer[3:]][:MAX_COMPOUNDS]
        found[term] = [
            longer
            for longer in near
            if any(folded_word(form).endswith(ends) for form in _written_forms(reader, longer, language))
        ]
    return found


def _parts_of(reader: IndexReader, word: QueryWord, language: str) -> list[QueryWord]:
    """Return the beginning and the end of an absent word that do occur: Reifen for Reifenwechsel.

    They widen the search; the word itself still counts as absent.
    """
    whole = word.text.casefold()
    cuts = range(SHORTEST_PART, len(whole) - SHORTEST_PART + 1) if whole.isalpha() else ()
    parts = [part for at in cuts for part in (whole[:at], whole[at:])]
    terms = {part: term for part in parts for term in analyze(part, language)[:1]}
    counts = reader.document_counts(sorted(set(terms.values())))
    known = sorted((part for part in terms if counts[terms[part]]), key=lambda part: (-len(part), part))
    return [QueryWord(part, terms[part]) for part in known[:1]] + [
        QueryWord(rest, terms[rest]) for rest in known[1:] if whole in (known[0] + rest, rest + known[0])
    ]


def _written_forms(reader: IndexReader, term: str, language: str) -> list[str]:
    """Return the lower-case spellings of an indexed word in some of the passages, headings and titles that hold it."""
    holders = reader.passages(ids=[hit.id for hit in reader.search("passages", (term,), limit=HOLDERS)])
    sections = reader.sections(ids=[hit.id for hit in reader.search("sections", (term,), limit=HOLDERS)])
    pages = reader.pages(ids=[hit.id for hit in reader.search("pages", (term,), limit=HOLDERS)])
    texts = [*(row.text for row in holders), *(row.heading for row in sections)] + [
        text for page in pages for text in (page.title, *page.aliases)
    ]
    words = {word.casefold() for text in texts for word in re.findall(r"\w+", normal_form("NFC", text))}
    return sorted(word for word in words if analyze(word, language)[:1] == [term])


def _weigh(
    words: Sequence[_IndexedWord], extra: Sequence[QueryWord], counts: Mapping[str, int], sections: int
) -> tuple[QueryTerm, ...]:
    weighed: dict[str, QueryTerm] = {}
    for word in words:
        count = counts[word.term]
        share = 0.0 if word.is_weightless else 1.0
        facts = word.text, word.term, count, idf(count, sections), share
        term = QueryTerm(*facts, word.corrected_from, word.is_piece, word.is_weightless and not word.is_piece)
        weighed.setdefault(word.term, term)
    for further in extra:
        count = counts[further.term]
        weighed.setdefault(further.term, QueryTerm(further.text, further.term, count, idf(count, sections), 0.0))
    total = sum(term.idf for term in weighed.values() if term.share) or 1.0
    return tuple(term._replace(share=term.idf / total if term.share else 0.0) for term in weighed.values())


def _phrases(question: str, language: str) -> dict[str, str]:
    """Map analyzed phrases to their text: what is in quotation marks, and proper names of several words."""
    quoted = ["".join(match.groups("")) for match in _QUOTED.finditer(question)]
    phrases = {" ".join(analyze(text, language)): text for text in (*quoted, *_proper_names(question, language))}
    return {phrase: text for phrase, text in phrases.items() if " " in phrase}


def _proper_names(question: str, language: str) -> list[str]:
    """Return the runs of capitalized words within a question; none in German, which capitalizes every noun."""
    words = [word.strip(".,;:?!()\"“”„'") for word in question.split()]
    capital = [len(word) > 1 and word[0].isupper() for word in words]
    if language == "de" or 2 * sum(capital) > len(words):
        return []
    runs = [list(run) for is_capital, run in groupby(range(1, len(words)), key=lambda at: capital[at]) if is_capital]
    return [" ".join(words[at] for at in run) for run in runs if len(run) > 1]


def _absent_phrases(
    reader: IndexReader, phrases: Mapping[str, str], unmet: Sequence[str], counts: Mapping[str, int]
) -> tuple[str, ...]:
    """Return the phrases whose words all occur in the vault but never together, and the further words that occur
    nowhere, as they are written."""
    wanted = {phrase: text for phrase, text in phrases.items() if all(counts.get(part, 1) for part in phrase.split())}
    wanted |= {word.casefold(): word for word in unmet}
    return tuple(
        text
        for term, text in wanted.items()
        if not (reader.search("sections", (term,), limit=1) or reader.search("pages", (term,), limit=1))
    )


class _Span(NamedTuple):
    """A run of the question's words that may be a name."""

    start: int
    end: int
    key: str


def _find_names(
    reader: IndexReader,
    question: str,
    words: Sequence[_IndexedWord],
    terms: Sequence[QueryTerm],
    languages: Sequence[str],
    sections: int,
    whole_keys: Collection[str],
) -> tuple[tuple[QueryName, ...], tuple[Name, ...]]:
    """Return the names that the question contains, the longest first, none overlapping another; and the filed questions
    that have one of whole_keys.

    languages: that of the question, then the others of the vault, since a name is indexed in the language of its page.
    """
    language, *others = languages
    spans = [
        _Span(start, end, " ".join(word.term for word in words[start:end]))
        for start in range(len(words))
        for end in range(start + 1, min(start + LONGEST_NAME, len(words)) + 1)
        if len(words) == 1 or not all(word.is_weightless for word in words[start:end])
    ]
    whole = name_key(question, language)
    meant = {key: key for key in dict.fromkeys([*(span.key for span in spans), *([whole] if whole else [])])}
    for other in others:
        # Every word is analyzed once only: a long question has hundreds of spans.
        keys = [name_key(word.text, other) if analyze(word.text, other) else "" for word in words]
        for span in spans:
            key = " ".join(filter(None, keys[span.start : span.end])) or name_key(words[span.start].text, other)
            meant.setdefault(key, span.key)
    by_key: dict[str, list[Name]] = {}
    filed: list[Name] = []
    for name in reader.names(tuple(dict.fromkeys((*meant, *sorted(whole_keys))))):
        if name.kind != "question":
            by_key.setdefault(meant.get(name.key, name.key), []).append(name)
        elif name.key in whole_keys:
            filed.append(name)
    if not words and whole in by_key:
        # The whole question is a name of stop words alone.
        return (QueryName(question.strip(" ?!."), whole, tuple(by_key[whole]), 1.0, 1.0),), tuple(filed)
    by_term = {term.term: term for term in terms}
    quoted = {name_key("".join(match.groups("")), language) for match in _QUOTED.finditer(question)}
    names: list[tuple[int, QueryName]] = []
    taken: list[_Span] = []
    for span in sorted(spans, key=lambda span: (span.start - span.end, span.start)):
        if span.key not in by_key or any(span.start < other.end and other.start < span.end for other in taken):
            continue
        taken.append(span)
        parts = [by_term[word.term] for word in words[span.start : span.end]]
        named = by_key[span.key]
        if len(parts) == 1 and len(by_term) > 1 and words[span.start].text.islower() and span.key not in quoted:
            # A name in lower case is as common as the word, even if it is also a title: `how hard should I go?`
            named = [name._replace(sections=max(name.sections, parts[0].sections)) for name in named]
        names.append(
            (
                span.start,
                QueryName(
                    " ".join(word.text for word in words[span.start : span.end]),
                    span.key,
                    tuple(sorted(named, key=lambda name: (name.page is None, name.node))),
                    rarity(named[0].sections, sections),
                    sum(part.share for part in dict.fromkeys(parts)),
                    not any(part.corrected_from for part in parts),
                ),
            )
        )
    return tuple(name for _, name in sorted(names, key=lambda pair: pair[0])), tuple(filed)


def _words_nowhere(reader: IndexReader, terms: Sequence[QueryTerm], names: Sequence[QueryName]) -> tuple[str, ...]:
    """Return the words that occur in no section, name, folder, tag, description or link."""
    named = {term for name in names for term in name.key.split()}
    return tuple(
        term.text
        for term in terms
        if term.share
        and not term.sections
        and term.term not in named
        and not reader.search("pages", (term.term,), limit=1)
    )


class MeantDay(NamedTuple):
    """A day in digits that replaces words of a question."""

    text: str
    others: tuple[str, ...]
    """Further days that the words refer to and that occur in the vault."""
    limit: Limit | None
    """None for a day with its date."""


def with_days(reader: IndexReader, question: str, found: Sequence[DaysMeant]) -> tuple[str, dict[str, MeantDay]]:
    """Return a question with its days in digits, and the words that each of them replaces.

    A weekday, a week or a date of which the vault has no day stays as it is written: its words may occur somewhere.
    """
    days: dict[str, MeantDay] = {}
    for meant in reversed(found):
        text = question[meant.start : meant.end]
        there = [day for day in meant.days if _occurs(reader, day)]
        known = there or list(meant.days)
        # A weekday refers to the day that occurs in the vault, a week to all its days.
        span = known if len(meant.days) < WEEK else meant.days
        limit = Limit("days", text, (min(span), max(span))) if meant.is_relative else None
        if there or (meant.is_relative and len(meant.days) == 1):
            question = f"{question[: meant.start]}{known[0]}{question[meant.end :]}"
        days[known[0]] = MeantDay(text, tuple(there[1:]), limit)
    return question, days


def as_written(word: QueryWord, days: Mapping[str, MeantDay]) -> QueryWord:
    """Return a word with its original text, and with the other days that it refers to as forms."""
    day = days.get(word.term)
    return word._replace(text=day.text, forms=(*word.forms, *day.others)) if day else word


def limits_of(question: str, languages: Sequence[str]) -> Iterator[Limit]:
    """Yield what a question denies or counts, by the question words of these languages."""
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
    """Yield the names of those whose tasks a question asks for, likeliest first; "" for everybody's tasks.

    Yields nothing where it asks for no tasks.  names: those that the vault knows; any other name has a capital letter.
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

    A question word and at least three words follow the `and`, two precede it: `and which was rejected?` continues one.
    """
    for lists in map(question_words, dict.fromkeys(filter(None, languages))):
        begins, joins = ("|".join(map(re.escape, words)) for words in ((*lists.who, *lists.how), lists.joins))
        pattern = rf"(?P<first>.*?\w+\W+\w+),?\s+(?:{joins})\s+(?P<second>(?:{begins})(?:\W+\w+){{3}}.*)"
        found = re.fullmatch(pattern, question, re.IGNORECASE | re.DOTALL) if joins else None
        if found:
            return found["first"], found["second"]
    return ()


def _occurs(reader: IndexReader, day: str) -> bool:
    """Whether a day occurs in a text, a title or a property."""
    return bool(reader.search("pages", (day,), limit=1))
