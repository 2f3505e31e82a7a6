"""What a pipeline takes from the vault: the names of its pages, and every turn that was remembered."""

from __future__ import annotations

from ...index_store.port import IndexReader


def known_names(reader: IndexReader) -> dict[str, str]:
    """Return titles and aliases of entities and of a person's notes, each with its node; of equal ones the first."""
    pages = [*reader.pages(category="entities"), *reader.pages(category="notes")]
    names: dict[str, str] = {}
    for page in sorted(pages, key=lambda page: page.node):
        for name in (page.title, *page.aliases):
            names.setdefault(name, page.node)
    return names
