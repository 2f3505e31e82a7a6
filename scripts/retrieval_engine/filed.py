"""Filed answers: the page that answered the same question before, and whether what it rests on is still the same.

A page that merely has a name of the question is no answer to it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..model import LinkRow, PageRow, PassageRow
from ..text.analyzer import analyze, name_key
from .values import Query

EVIDENCE_PROPERTY, HASHES_PROPERTY, FILED_PROPERTY = "evidence", "evidence_hashes", "filed"
"""What `file` writes: links to what an answer rests on, a hash of each passage, and when it was filed last."""

HASH_LENGTH = 12

_ARTICLES = frozenset(("a", "an", "the", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il", "lo", "gli"))
"""Words that no question differs by in more than form."""

_WORD = re.compile(r"\w+")


class FiledAnswer(NamedTuple):
    """A page that answers the question that was asked."""

    page: int
    path: str
    title: str
    filed: str
    """Day, or day and time, when it was filed last; "" where the page does not say."""
    stale: tuple[str, ...]
    """What it rests on that is gone or changed since, in words; empty for a fresh answer."""


def find_filed_answer(reader: IndexReader, query: Query, known: Mapping[int, PageRow]) -> FiledAnswer | None:
    """Return the filed answer to the same question; of several the fresh and latest one.

    known: pages that were read already.  Cost: one look-up where there is none, two or three more where there is.
    """
    keys = dict.fromkeys((name_key(query.question, query.language), " ".join(term.term for term in query.terms)))
    names = [name for name in reader.names([key for key in keys if key]) if name.kind == "question"]
    names = [name for name in names if is_same_question(query.question, name.text, query.language)]
    ids = sorted({name.page for name in names if name.page is not None})
    pages = [known[id] for id in ids] if all(id in known for id in ids) else reader.pages(ids=ids)
    pages = [page for page in pages if page.category == "topics"]
    if not pages:
        return None
    links = reader.links(pages=[page.id for page in pages])
    links = [link for link in links if link.property.partition(".")[0] == EVIDENCE_PROPERTY]
    cited = reader.passages(pages=sorted({link.target_page for link in links if link.target_page is not None}))
    answers = [
        FiledAnswer(page.id, page.path, page.title, _filed_when(page), stale_parts(page, links, cited))
        for page in pages
    ]
    return min(answers, key=lambda answer: (bool(answer.stale), _descending(answer.filed), answer.path))


def is_same_question(asked: str, filed: str, language: str) -> bool:
    """Whether a question asks what a filed one asked: the same words in the same order, articles and endings aside.

    Anything looser is false somewhere: `how` and `why`, `on` and `off`, who does what to whom.  Another wording of a
    question is filed beside it.  Misspelled words are not corrected: a name may differ from another one by a letter.
    """
    mine, other = _plain_words(asked), _plain_words(filed)
    # Most differ in number, or in the first word.
    return bool(mine) and len(mine) == len(other) and all(map(_is_same_word, mine, other, repeat(language)))


def question_key(question: str, language: str) -> tuple[object, ...]:
    """Return what is equal for two questions exactly where is_same_question holds; () for one without a word."""
    return tuple(_word_key(word, language) for word in _plain_words(question))


def _plain_words(question: str) -> list[str]:
    return [word for word in _WORD.findall(question.casefold()) if word not in _ARTICLES]


def _is_same_word(word: str, other: str, language: str) -> bool:
    return word == other or _word_key(word, language) == _word_key(other, language)


def _word_key(word: str, language: str) -> object:
    """Return the terms of a word; of one without a term, the word."""
    return tuple(analyze(word, language)) or word


def stale_parts(page: PageRow, links: Sequence[LinkRow], passages: Sequence[PassageRow]) -> tuple[str, ...]:
    """Return what a filed answer cites that is gone or has changed since, by the hashes that it carries."""
    hashes = page.properties.get(HASHES_PROPERTY)
    if not isinstance(hashes, list):
        return ()
    cited = [link for link in links if link.page == page.id]
    reasons = []
    for link, known in zip(cited, hashes):
        texts = _cited_texts(link, passages)
        if not texts:
            reasons.append(f"{link.link} is gone")
        elif known not in {content_hash(text) for text in texts}:
            reasons.append(f"{link.link} has changed")
    return tuple(reasons)


def content_hash(text: str) -> str:
    """Hash the words of a passage: line breaks and indentation do not count."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:HASH_LENGTH]


def _cited_texts(link: LinkRow, passages: Sequence[PassageRow]) -> list[str]:
    """Return the texts that a citation may mean: the passage of its block, or all of the page's passages."""
    if link.target_page is None:
        return []
    rows = [row for row in passages if row.page == link.target_page]
    block = link.link.partition("#^")[2].casefold()
    if block:
        rows = [row for row in rows if row.block.casefold() == block]
    # A long block is cut into several passages that share its id.
    whole = ["\n".join(row.text for row in rows)] if rows else []
    return whole + [row.text for row in rows] if block else whole


def _filed_when(page: PageRow) -> str:
    value = page.properties.get(FILED_PROPERTY)
    return value if isinstance(value, str) else ""


def _descending(text: str) -> tuple[int, ...]:
    return tuple(-ord(letter) for letter in text)
