"""The verbs that look: `show`, `list` and `links`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..arguments import SORTS, check_choice, check_numbers
from ..errors import UsageError
from ..look.listing import LinkList, link_list_text, links_of
from ..look.page_lists import (
    NameList,
    PageList,
    TaskList,
    list_names,
    list_pages,
    list_tasks,
    name_list_text,
    page_list_text,
    task_list_text,
)
from ..model import PageFilter
from ..retrieval_engine.show import PageDocument, PagesDocument, Shown, shown_document, shown_text
from .declaration import Work

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

MOST_LABELS = 50
"""Labels that one `show` takes: each is a text of some hundred tokens, and a client waits for all of them."""


def show(kb: KnowledgeBase, labels: str | Sequence[str], **shown: Any) -> tuple[Shown, ...]:
    """Return pages or parts of them, each as KnowledgeBase.show does."""
    labels = list(dict.fromkeys([labels] if isinstance(labels, str) else labels))
    if len(labels) > MOST_LABELS:
        raise UsageError(f"{len(labels):,} labels; at most {MOST_LABELS} in one call", hint="make more calls")
    with kb.in_one_state():
        # One look at the files is enough for all of them.
        return tuple(kb.show(label, sweep=number == 0, **shown) for number, label in enumerate(labels))


def _shown_document(shown: tuple[Shown, ...]) -> PageDocument | PagesDocument:
    """Return one page as itself, several as `pages`."""
    documents = [shown_document(part) for part in shown]
    return documents[0] if len(documents) == 1 else {"pages": documents}


def list_(
    kb: KnowledgeBase,
    what: str = "pages",
    *,
    where: PageFilter | None = None,
    sort: str = "path",
    limit: int | None = None,
    offset: int = 0,
) -> PageList | TaskList | NameList:
    """Return pages, open tasks, or tags or properties with the number of their pages; limit None for all.

    sort: of pages, one of arguments.SORTS.
    """
    check_numbers(limit=limit, offset=offset)
    check_choice("sort", sort, SORTS)
    check_choice("kind", what, ("pages", "tasks", "tags", "properties"))
    part: dict[str, Any] = {"limit": limit or 0, "offset": offset}
    if what == "tasks":
        return kb.query_pages(where, lambda reader, only: list_tasks(reader, only=only, **part))
    if what == "pages":
        return kb.query_pages(where, lambda reader, only: list_pages(reader, sort=sort, only=only, **part))
    return kb.query_pages(where, lambda reader, only: list_names(reader, what, only=only, **part))


def _list_text(found: PageList | TaskList | NameList, _: Mapping[str, Any]) -> str:
    if isinstance(found, TaskList):
        return task_list_text(found)
    return page_list_text(found) if isinstance(found, PageList) else name_list_text(found)


def links(
    kb: KnowledgeBase, note: str = "", *, backlinks: bool = False, unresolved: bool = False, limit: int | None = None
) -> LinkList:
    """Return the links of one note, or of all files, with what each leads to; with backlinks those that lead to it."""
    check_numbers(limit=limit)
    if backlinks and not note:
        raise UsageError("--backlinks needs a note", hint="name the one whose backlinks you want")
    wanted = kb.from_here(note)
    return kb.query(
        lambda reader: links_of(reader, wanted, backlinks=backlinks, unresolved=unresolved, limit=limit or 0)
    )


WORK = {
    "show": Work(
        show,
        lambda shown, _: "\n\n".join(map(shown_text, shown)),
        document=_shown_document,
    ),
    "list": Work(list_, _list_text),
    "links": Work(links, lambda found, _: link_list_text(found)),
}
