"""The first stage: from a question to the words, phrases and names that are searched for.

What the vault does not have is corrected where a slip is likely, and said to occur nowhere otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..index_store.port import IndexReader
from ..model import Name
from ..text.analyzer import QueryWord, analyze, name_key, query_language, query_words
from .values import Query, QueryName, QueryTerm, idf, rarity

MAX_TERMS = 48
"""A pasted page is no question: of longer texts the first words count."""

LONGEST_NAME = 8
"""Words of a name that are looked for; the index finds names in text by the same bound."""

SHORTEST_CORRECTED = 4
"""Letters of a word that may be a slip: shorter words have too many neighbors."""

LIKENESS = 0.75
"""Of a slip and the word that was meant: one edit in four letters, two in eight."""

_QUOTED = re.compile(r'"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|「([^」\n]+)」')


def understand(reader: IndexReader, question: str, *, terms: Sequence[str] = ()) -> Query:
    """Return what a question asks for in terms of the index.

    terms: further words to search for, an agent's own; they widen the search and do not count for coverage.
    """
    statistics = reader.statistics()
    language = query_language(question, statistics.languages)
    words = query_words(question, language)[:MAX_TERMS]
    extra = [QueryWord(text, term) for text in terms for term in analyze(text, language)][:MAX_TERMS]
    counts = reader.document_counts(tuple(dict.fromkeys(word.term for word in (*words, *extra))))
    words, corrected = _correct(reader, words, counts)
    counts = {**counts, **{word.term: number for word, number in corrected.values()}}
    query_terms = _weigh(words, extra, counts, corrected, statistics.sections)
    names = _names(reader, question, words, query_terms, language, statistics.sections)
    return Query(
        question,
        query_terms,
        _phrases(question, language),
        names,
        _nowhere(reader, query_terms, names),
        language,
        statistics.sections,
        defines=len(names) == 1 and names[0].share > 0.999,
    )


def _correct(
    reader: IndexReader, words: Sequence[QueryWord], counts: Mapping[str, int]
) -> tuple[list[QueryWord], dict[int, tuple[QueryWord, int]]]:
    """Replace words that occur nowhere by the most similar word that does; by place in the question."""
    result, corrected = list(words), {}
    for place, word in enumerate(words):
        if counts.get(word.term) or len(word.term) < SHORTEST_CORRECTED or not word.term.isalpha():
            continue
        similar = reader.similar_words(word.term, limit=5)
        likely = [(term, likeness, number) for term, likeness, number in similar if likeness >= LIKENESS]
        if likely:
            # The most similar; of equally similar ones the rarest, which tells most.
            term, _, number = min(likely, key=lambda candidate: (-candidate[1], candidate[2], candidate[0]))
            result[place] = QueryWord(word.text, term)
            corrected[place] = result[place], number
    return result, corrected


def _weigh(
    words: Sequence[QueryWord],
    extra: Sequence[QueryWord],
    counts: Mapping[str, int],
    corrected: Mapping[int, tuple[QueryWord, int]],
    sections: int,
) -> tuple[QueryTerm, ...]:
    weighed: dict[str, QueryTerm] = {}
    for place, word in enumerate(words):
        count = counts.get(word.term, 0)
        slip = word.text if place in corrected else ""
        weighed.setdefault(word.term, QueryTerm(word.text, word.term, count, idf(count, sections), 1.0, slip))
    for word in extra:
        count = counts.get(word.term, 0)
        weighed.setdefault(word.term, QueryTerm(word.text, word.term, count, idf(count, sections), 0.0))
    total = sum(term.idf for term in weighed.values() if term.share) or 1.0
    return tuple(replace(term, share=term.idf / total if term.share else 0.0) for term in weighed.values())


def _phrases(question: str, language: str) -> tuple[str, ...]:
    quoted = ("".join(match.groups("")) for match in _QUOTED.finditer(question))
    phrases = (" ".join(analyze(text, language)) for text in quoted)
    return tuple(dict.fromkeys(phrase for phrase in phrases if " " in phrase))


@dataclass(frozen=True, slots=True)
class _Span:
    """A run of the question's words that may be a name."""

    start: int
    end: int
    key: str


def _names(
    reader: IndexReader,
    question: str,
    words: Sequence[QueryWord],
    terms: Sequence[QueryTerm],
    language: str,
    sections: int,
) -> tuple[QueryName, ...]:
    """Find the names that the question contains: the longest first, none that overlaps another."""
    spans = [
        _Span(start, end, " ".join(word.term for word in words[start:end]))
        for start in range(len(words))
        for end in range(start + 1, min(start + LONGEST_NAME, len(words)) + 1)
    ]
    whole = name_key(question, language)
    by_key: dict[str, list[Name]] = {}
    for name in reader.names(tuple(dict.fromkeys([*(span.key for span in spans), *([whole] if whole else [])]))):
        if name.kind != "question":
            by_key.setdefault(name.key, []).append(name)
    if not words and whole in by_key:
        # A name of stop words alone, and nothing else is asked for.
        return (QueryName(question.strip(" ?!."), whole, tuple(by_key[whole]), 1.0, 1.0),)
    by_term = {term.term: term for term in terms}
    names: list[tuple[int, QueryName]] = []
    taken: list[_Span] = []
    for span in sorted(spans, key=lambda span: (span.start - span.end, span.start)):
        if span.key not in by_key or any(span.start < other.end and other.start < span.end for other in taken):
            continue
        taken.append(span)
        parts = [by_term[word.term] for word in words[span.start : span.end]]
        named = by_key[span.key]
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
    return tuple(name for _, name in sorted(names, key=lambda pair: pair[0]))


def _nowhere(reader: IndexReader, terms: Sequence[QueryTerm], names: Sequence[QueryName]) -> tuple[str, ...]:
    """Return the words that stand in no section, name, folder, tag, description or link."""
    named = {term for name in names for term in name.key.split()}
    return tuple(
        term.text
        for term in terms
        if not term.sections and term.term not in named and not reader.search("pages", (term.term,), limit=1)
    )
