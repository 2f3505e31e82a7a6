"""Vectors of pages made before a question needs them: all at once, or a few at a time by who is idle."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from .embedding import Embedder
from .index_store.port import IndexReader
from .knowledge_base import KnowledgeBase
from .model import VectorRow
from .retrieval_engine.meaning import AT_LEISURE, Likeness

_PAGES_AT_ONCE, _PAGES_AT_LEISURE = 20, 4
"""Pages whose vectors are made and kept at once: so many are lost if it is interrupted.  At leisure: looked at between
two calls, so that the next one need not wait."""


def make_vectors(kb: KnowledgeBase, embedder: Embedder) -> int:
    """Make the vectors of all sections that have none, page by page; return how many were made."""
    pages, made = _pages(kb), 0
    for start in range(0, len(pages), _PAGES_AT_ONCE):
        kb.listener.counting("vectors of pages", start, len(pages))
        made += _make(kb, embedder, pages[start : start + _PAGES_AT_ONCE])[1]
    return made


class AtLeisure:
    """What a few vectors at a time are made of, until none is left; what is edited later waits for its question."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._pages: list[int] | None = None
        """Those not looked at; None before any was."""

    def make_some(self) -> bool:
        """Make some and return whether there is more to do; nothing before a question has loaded the model."""
        embedder = self._kb.loaded_embedder
        if embedder is None:
            return False
        if self._pages is None:
            self._pages = _pages(self._kb)
        some = self._pages[:_PAGES_AT_LEISURE]
        if _make(self._kb, embedder, some, most=AT_LEISURE)[0]:
            del self._pages[: len(some)]
        return bool(self._pages)


def _pages(kb: KnowledgeBase) -> list[int]:
    return kb.query(lambda reader: [page.id for page in reader.pages(everything=True)], sweep=False)


def _make(kb: KnowledgeBase, embedder: Embedder, pages: Sequence[int], *, most: int | None = None) -> tuple[bool, int]:
    """Make and keep the vectors of some pages; return whether they have all, and how many were made."""

    def work(reader: IndexReader) -> tuple[bool, list[VectorRow]]:
        likeness = Likeness(reader, embedder, monotonic)
        is_complete = likeness.complete(pages) if most is None else likeness.complete(pages, most=most)
        return is_complete, likeness.made()

    is_complete, rows = kb.query(work, sweep=False)
    if rows:
        with kb.using_index() as index:
            index.keep_vectors(embedder.id, rows)
    return is_complete, len(rows)
