"""Meaning: which sections are most like a question, and how like it the sections are that words found, by vectors.

The vectors of sections that words found are made when they are first needed; any other section is found only if it has
a vector already.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from ..index_store.port import IndexReader
from ..model import PageRow, PassageRow, SectionRow, VectorRow
from ..text.kept import questions_of

CHARACTERS = 600
"""Characters of a section's text that are embedded, behind its title and headings."""

HEADINGS = 2
"""Headings of a section that are embedded: its own and the one above."""

BATCH = 5
"""Sections that are embedded at once: the time is checked between batches, and a batch fits into memory."""

MOST_SECTIONS = 50_000
"""Sections of an index that is searched by meaning, which takes 0.1 s; in a larger one meaning only orders hits."""

READ = 0.9
"""Share of the pages whose language the model must know, for low likeness to show that nothing answers."""

SECONDS = 1.0
"""How long one question may wait for vectors; a section that has none by then is ranked by words."""


class Embedder(Protocol):
    """A model that makes vectors of texts; see scripts/embedding.py."""

    id: str
    languages: tuple[str, ...]

    def question(self, text: str) -> bytes: ...
    def passages(self, texts: Sequence[str]) -> list[bytes]: ...


class Likeness:
    """Compares sections and their passages with a question.

    It keeps the vectors that it made, so that they can be stored.
    """

    def __init__(self, reader: IndexReader, embedder: Embedder, clock: Callable[[], float]) -> None:
        """Take an embedder and a clock in seconds."""
        self._reader, self._embedder, self._clock = reader, embedder, clock
        self._made: dict[int, VectorRow] = {}
        self._vector_of = lru_cache(maxsize=1)(embedder.question)
        self.compared, self.lacking = 0, 0
        """How many sections of the last question were compared, and for how many there was no time."""

    def nearest(self, question: str, number: int) -> list[int]:
        """Return the sections most like a question among those that have a vector: best first, ties by place."""
        if self._reader.statistics().sections > MOST_SECTIONS:
            return []
        asked = self._vector_of(question)
        rows = [row for row in self._reader.vectors(self._embedder.id) if len(row.vector) >= len(asked)]
        cosines = _cosines(asked, [row.vector[: len(asked)] for row in rows])
        return [rows[place].section for place in sorted(range(len(rows)), key=lambda at: -cosines[at])[:number]]

    def of(self, question: str, texts: Mapping[int, Sequence[str]]) -> dict[int, list[float]]:
        """Map sections to the cosines, at least 0, of the question and each of their texts.

        texts: maps each section to its section_texts, the most wanted sections first; the last are left out when time
        runs out.
        """
        known, missing = self._current_vectors(texts)
        end = self._clock() + SECONDS
        asked = self._vector_of(question)
        while missing and self._clock() < end:
            batch, missing = missing[:BATCH], missing[BATCH:]
            known.update(self._make_vectors(batch, texts))
        self.compared, self.lacking = len(texts) - len(missing), len(missing)
        size = len(asked)
        return {
            section: [
                max(0.0, _cosine(asked, known[section][start : start + size]))
                for start in range(0, len(known[section]), size)
            ]
            for section in texts
            if section in known
        }

    def _current_vectors(self, texts: Mapping[int, Sequence[str]]) -> tuple[dict[int, bytes], list[int]]:
        """Return the vectors that are up to date, and the sections whose vectors are missing or of another text."""
        rows = {row.section: row for row in self._reader.vectors(self._embedder.id, sections=list(texts))}
        rows.update(self._made)
        known = {
            section: rows[section].vector
            for section in texts
            if section in rows and rows[section].digest == _digest(texts[section])
        }
        return known, [section for section in texts if section not in known]

    def _make_vectors(self, sections: Sequence[int], texts: Mapping[int, Sequence[str]]) -> dict[int, bytes]:
        """Make the vectors of some sections; the vectors of a section's texts are joined in order."""
        every = [text for section in sections for text in texts[section]]
        vectors = iter(self._embedder.passages(every) if every else ())
        made = {section: b"".join(next(vectors) for _ in texts[section]) for section in sections}
        self._made.update((at, VectorRow(at, _digest(texts[at]), vector)) for at, vector in made.items())
        return made

    def complete(self, pages: Sequence[int], *, most: int | None = None) -> bool:
        """Make the missing vectors of the sections of some pages, at most `most`; return whether all are made."""
        for page in self._reader.pages(ids=pages):
            if not self.understands(page.language):
                continue
            passages: dict[int, list[PassageRow]] = {}
            for row in self._reader.passages(pages=[page.id]):
                passages.setdefault(row.section, []).append(row)
            texts = {
                section.id: section_texts(page, section, passages[section.id])
                for section in self._reader.sections(pages=[page.id])
                if section.id in passages
            }
            _, missing = self._current_vectors(texts)
            batch = BATCH if most is None else min(BATCH, most)
            for start in range(0, len(missing), batch):
                if most is not None and len(self._made) >= most:
                    return False
                self._make_vectors(missing[start : start + batch], texts)
        return True

    def understands(self, language: str) -> bool:
        """Whether the model knows a language."""
        return not self._embedder.languages or language in self._embedder.languages

    def reads(self, languages: Sequence[tuple[str, int]]) -> bool:
        """Whether the model knows the languages of nearly all pages.  languages: each with its number of pages."""
        known = sum(number for language, number in languages if self.understands(language))
        return known >= READ * sum(number for _, number in languages)

    def made(self) -> list[VectorRow]:
        """Return the vectors that were made."""
        return [self._made[section] for section in sorted(self._made)]


def section_texts(page: PageRow, section: SectionRow, passages: Sequence[PassageRow]) -> list[str]:
    """Return the texts that are embedded: that of a section, and those of its passages where it has several.

    Each has title, headings, and the beginning of the text; a filed answer also the questions that it answers.
    """
    questions = questions_of(page.properties) if section.position == 0 else ()
    headings = [page.title, *questions, *(*section.above, section.heading)[-HEADINGS:]]
    head = " - ".join(dict.fromkeys(filter(None, headings))) + "\n"
    texts = [row.text for row in passages if not row.is_boilerplate]
    parts = texts if len(texts) > 1 else []
    return [head + text[:CHARACTERS] for text in ("\n".join(texts), *parts)]


def _digest(texts: Sequence[str]) -> bytes:
    """Return a hash of the texts that vectors were made of."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).digest()[:16]


def _cosines(one: bytes, others: Sequence[bytes]) -> list[float]:
    try:
        import numpy
    except ImportError:
        return [_cosine(one, other) for other in others]
    compared = numpy.frombuffer(b"".join(others), dtype=numpy.int8).reshape(-1, len(one)).astype(numpy.float32)
    lengths = numpy.maximum(numpy.linalg.norm(compared, axis=1), 1.0)
    found: list[float] = (compared @ numpy.frombuffer(one, dtype=numpy.int8).astype(numpy.float32) / lengths).tolist()
    return found


def _cosine(one: bytes, other: bytes) -> float:
    """Return the cosine of two vectors of signed bytes; 0 for vectors of different models."""
    if len(one) != len(other):
        return 0.0
    a, b = memoryview(one).cast("b").tolist(), memoryview(other).cast("b").tolist()
    lengths = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return sum(x * y for x, y in zip(a, b)) / lengths if lengths else 0.0
