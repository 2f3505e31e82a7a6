"""What a pipeline takes from the vault: the names of its pages, and every turn that was remembered."""

from __future__ import annotations

from ..index_store.port import IndexReader
from ..pages.turns import Turn
from .session_notes import all_notes
from .talks import moments


def known_names(reader: IndexReader) -> dict[str, str]:
    """Return titles and aliases of entities and of a person's notes, each with its node; of equal ones the first."""
    pages = [*reader.pages(category="entities"), *reader.pages(category="notes")]
    names: dict[str, str] = {}
    for page in sorted(pages, key=lambda page: page.node):
        for name in (page.title, *page.aliases):
            names.setdefault(name, page.node)
    return names


def told_turns(reader: IndexReader) -> list[Turn]:
    """Return all turns, the oldest first."""
    told = [turn for note in all_notes(reader) for turn in moments(note, reader.passages(pages=[note.page]))]
    return [turn for _, turn in sorted(told, key=lambda pair: pair[0])]
