"""The first stage: from a question to the words, phrases and names that are searched for.

What the vault does not have is corrected where a slip is likely, and said to occur nowhere otherwise.  Days are put
into the question in digits, as the index has them.  What is denied or counted is not understood, and the reply says so.
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
"""A pasted page is no question: of longer texts the first words count."""

LONGEST_NAME = 8
"""Words of a name that are looked for; the index finds names in text by the same bound."""

SHORTEST_CORRECTED = 4
"""Letters of a word that may be a slip: shorter words have too many neighbors."""

SIMILAR = 5
"""Indexed words that are looked at for each word that may be a slip."""

HOLDERS = 5
"""Passages in which it is looked up how an indexed word is written."""

COMPOUNDING = frozenset(("de", "nl", "sv", "da", "nb", "no"))
"""Languages that write words together; how many letters the end of such a word has at least, and what may follow it."""
SHORTEST_END = 5
INFLECTED = ("", "e", "n", "s", "en", "er", "es")

SHORTEST_PART = 4
"""Letters of a part by which a compound is searched for that stands nowhere."""

MAX_COMPOUNDS = 20
"""Words of which it is looked up whether they end so."""

MAX_BEGINNING = 20
"""Words that `plumb*` stands for: the most frequent ones."""

NEAR_WORDS = 6
"""Words of a question among which a negation denies what is asked for: `What is best when it does not start?` denies
nothing."""

_QUOTED = re.compile(
    r'"([^"\n]{1,300})"|“([^“”\n]{1,300})”|„([^„“”\n]{1,300})[“”]|«([^«»\n]{1,300})»|「([^「」\n]{1,300})」'
)


def understand(reader: IndexReader, question: str, *, terms: Sequence[str] = (), today: str = "") -> Query:
    """Return what a question asks for in terms of the index.

    terms: further words to search for, an agent's own; they widen the search and do not count for coverage.
    today: the day on which it is asked, by which `yesterday` is one.
    """
    statistics = reader.statistics()
    language = query_language(question, statistics.languages)
    others = [other for other, _ in statistics.languages if other != language]
    # `Was steht morgen an?` tells no language by itself.
    spoken = (language, *([own] if (own := detect_language(question)) else others))
    dated, days = with_days(reader, question, days_in(question, today, spoken))
    asked = query_words(dated, language, others)[:MAX_TERMS]
    written = [_with_begun(reader, as_written(word, days)) for word in asked]
    given = [word for text in terms for word in query_words(text, language, others)]
    extra = [QueryWord(word.text, form) for word in given for form in (word.term, *word.forms)][:MAX_TERMS]
    forms = [QueryWord(word.text, form) for word in written for form in word.forms]
    counts = _counts(reader, [*written, *extra, *forms])
    if language in COMPOUNDING and (absent := [word for word in written if not counts[word.term]]):
        compounds = _compounds(reader, absent, language)
        written = [word._replace(forms=(*word.forms, *compounds.get(word.term, ()))) for word in written]
        forms = [QueryWord(word.text, form) for word in written for form in word.forms]
        extra += [part for word in absent if not compounds.get(word.term) for part in _parts(reader, word, language)]
        counts |= _counts(reader, [form for form in (*forms, *extra) if form.term not in counts])
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
    keys = {" ".join(term.term for term in query_terms), *(name_key(question, each) for each in spoken_here)} - {""}
    names, filed = _names(reader, question, words, query_terms, spoken_here, statistics.sections, keys)
    phrases = _phrases(question, language)
    common = function_words(language).union(*map(function_words, others))
    unmet = [word.text for word in given if not (word.text in common or any(map(counts.get, (word.term, *word.forms))))]
    return Query(
        question,
        query_terms,
        tuple(phrases),
        names,
        tuple(dict.fromkeys((*_nowhere(reader, query_terms, names), *_absent(reader, phrases, unmet, counts)))),
        language,
        statistics.sections,
        defines=len(names) == 1 and names[0].share > 0.999,
        limits=(*limits_of(question, spoken), *(day.limit for day in days.values() if day.limit)),
        halves=halves_of(question, spoken),
        languages=statistics.languages,
        filed=filed,
    )


def _without_content(question: str, language: str, others: Sequence[str], absent: Sequence[str]) -> frozenset[str]:
    """Return the function words of a question, folded: of its language, and of those that its absent words may be of.

    others: further languages of the vault.
    """
    # A question to a vault in another language has words of its own without content.
    words = function_words(language) | function_words(detect_language(question, (language or "en", "en")))
    missing = frozenset(map(folded_word, absent))
    # `how long` is answered by `twenty minutes`.
    words |= missing & frozenset(map(folded_word, question_words(language).measures))
    if missing <= words:
        return words
    # Of another language only where the vault has no such word.
    foreign = {*others, detect_language(question), detect_language(" ".join(absent))}
    return words | (missing & frozenset().union(*map(function_words, foreign)))


class _IndexedWord(NamedTuple):
    """A word of the question in the form that the index has."""

    text: str
    term: str
    corrected_from: str = ""
    is_weightless: bool = False
    """A word like `which`, or a pair of characters from two words: searched for, but no answer has to have it, no name
    by itself, and no gap where it occurs nowhere."""
    is_piece: bool = False


def _with_begun(reader: IndexReader, word: QueryWord) -> QueryWord:
    """Return a word with the indexed words that begin so as its forms, where it was written with a `*`."""
    if not word.beginning:
        return word
    begun = words_beginning(reader, word.beginning, limit=MAX_BEGINNING)
    return word._replace(forms=(*word.forms, *(term for term, _ in begun)))


def _counts(reader: IndexReader, words: Sequence[QueryWord]) -> dict[str, int]:
    """Return in how many sections each term stands; for a form of several words only whether it stands anywhere."""
    terms = dict.fromkeys(word.term for word in words)
    counts = reader.document_counts([term for term in terms if " " not in term])
    for phrase in (term for term in terms if " " in term):
        counts[phrase] = len(reader.search("sections", (phrase,), limit=1))
    return counts


def _as_indexed(reader: IndexReader, word: QueryWord, counts: dict[str, int], language: str) -> _IndexedWord:
    """Return a word as it is; where it occurs nowhere another form of it, or the word it is most likely a slip of.

    counts gets the count of the word that was meant.
    """
    if counts[word.term]:
        return _IndexedWord(word.text, word.term, is_piece=word.is_piece)
    form = next((form for form in word.forms if counts[form]), None)
    if form is not None:
        return _IndexedWord(word.text, form, is_piece=word.is_piece)
    # The name of a property stands in no section.
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
            # The least misspelled; of equal ones the most frequent, which is most likely meant.
            _, count, written, term = min(likely)
            counts[term] = -count
            return _IndexedWord(written, term, word.text)
    return _IndexedWord(word.text, word.term)


def _compounds(reader: IndexReader, absent: Sequence[QueryWord], language: str) -> dict[str, list[str]]:
    """Return by term the indexed words that end with a word that stands nowhere: Heizungswartung for Wartung.

    A large index does not list its words, and has none.
    """
    found: dict[str, list[str]] = {}
    wanted = {word.term: folded_word(word.text) for word in absent}
    wanted = {term: folded for term, folded in wanted.items() if len(folded) >= SHORTEST_END and folded.isalpha()}
    indexed = [term for term, _ in reader.words("", limit=EVERY)] if wanted else []
    for term, folded in wanted.items():
        # The stemmer takes away three letters at most.
        core = min(term, folded[: max(SHORTEST_END - 1, len(folded) - 3)], key=len)
        ends = tuple(folded + ending for ending in INFLECTED)
        near = [longer for longer in indexed if core in longer[3:]][:MAX_COMPOUNDS]
        found[term] = [
            longer
            for longer in near
            if any(folded_word(form).endswith(ends) for form in _written_forms(reader, longer, language))
        ]
    return found


def _parts(reader: IndexReader, word: QueryWord, language: str) -> list[QueryWord]:
    """Return the beginning and the end of a word that stands nowhere, as far as they do: Reifen for Reifenwechsel.

    They widen the search: the word itself still stands nowhere.
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
    """Return how an indexed word is written in some of the passages, headings and titles that hold it, in small
    letters."""
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
    """Return what is to be found word for word, as it is written: what stands in quotation marks, and names."""
    quoted = ["".join(match.groups("")) for match in _QUOTED.finditer(question)]
    phrases = {" ".join(analyze(text, language)): text for text in (*quoted, *_proper_names(question, language))}
    return {phrase: text for phrase, text in phrases.items() if " " in phrase}


def _proper_names(question: str, language: str) -> list[str]:
    """Return runs of capitalized words within a question, but in German, which writes so each noun."""
    words = [word.strip(".,;:?!()\"“”„'") for word in question.split()]
    capital = [len(word) > 1 and word[0].isupper() for word in words]
    if language == "de" or 2 * sum(capital) > len(words):
        return []
    runs = [list(run) for is_capital, run in groupby(range(1, len(words)), key=lambda at: capital[at]) if is_capital]
    return [" ".join(words[at] for at in run) for run in runs if len(run) > 1]


def _absent(
    reader: IndexReader, phrases: Mapping[str, str], unmet: Sequence[str], counts: Mapping[str, int]
) -> tuple[str, ...]:
    """Return the phrases of which each word stands in the vault and the whole nowhere, and further words that stand
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


def _names(
    reader: IndexReader,
    question: str,
    words: Sequence[_IndexedWord],
    terms: Sequence[QueryTerm],
    languages: Sequence[str],
    sections: int,
    whole_keys: Collection[str],
) -> tuple[tuple[QueryName, ...], tuple[Name, ...]]:
    """Find the names that the question contains: the longest first, none that overlaps another; and filed questions
    that have one of whole_keys.

    languages: that of the question, and the further ones of the vault: a name is indexed in that of its page.
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
        # Each word once: a long question has hundreds of spans.
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
        # A name of stop words alone, and nothing else is asked for.
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
            # A word of small letters is as common as the word, be it a title too: `how hard should I go?`
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


def _nowhere(reader: IndexReader, terms: Sequence[QueryTerm], names: Sequence[QueryName]) -> tuple[str, ...]:
    """Return the words that stand in no section, name, folder, tag, description or link."""
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
