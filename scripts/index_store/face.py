"""The functions of the package: the nodes that a query names, and another name for one of them."""

from __future__ import annotations

from typing import Any

from ..arguments import check_numbers
from ..errors import EditingPage, NameTakenError
from ..knowledge_base import KnowledgeBase
from ..look.lookup import find_page, same_name
from ..retrieval_engine.find import NodeMatch, find_nodes
from ..text.frontmatter import add_to_list
from ..text.names import check_name, normalize_name, stem_of
from ..wiki_store.working_copy import Plan, WorkingCopy
from .port import IndexReader


def search(query: str, *, limit: int | None = None, home: str | None = None) -> list[str]:
    """Return the ids of the nodes that a query names, best first: exact names, aliases, folded, misspelled, words."""
    return [match.id for match in _matches(query, limit, home)]


def explain(query: str, *, limit: int | None = None, home: str | None = None) -> list[dict[str, Any]]:
    """Return the nodes of search with the reason: id, name, mention, how, score."""
    return [{**match._asdict(), "score": round(match.score, 4)} for match in _matches(query, limit, home)]


def add_entity(name: str, node_id: str, *, home: str | None = None) -> str:
    """Make name an alias of the page node_id, which is then found by it; return the id.

    Raises NameTakenError when another page has the name, DataError when it is no name.
    """

    def plan(copy: WorkingCopy, reader: IndexReader) -> Plan[str]:
        page = find_page(reader, node_id)
        check_name("alias", name)
        others = [target for target in same_name(reader, name) if target.path != page.path]
        if others:
            raise NameTakenError(name, others[0].path)
        known = {normalize_name(each) for each in (page.title, stem_of(page.path), *copy.page(page.path).aliases)}
        if normalize_name(name) in known:
            return Plan(page.node)
        text = copy.sound(page.path)
        with EditingPage(page.path):
            copy.put(page.path, add_to_list(text, "aliases", " ".join(name.split())))
        return Plan(page.node, f"alias {name}")

    with KnowledgeBase.open(home) as kb:
        return kb.write("alias", plan).receipt


def _matches(query: str, limit: int | None, home: str | None) -> tuple[NodeMatch, ...]:
    check_numbers(limit=limit)
    with KnowledgeBase.open(home) as kb:
        most = kb.settings.seed_limit if limit is None else limit
        return kb.query(lambda reader: find_nodes(reader, query, limit=most))
