"""What a call of `add` asks for: which documents, and how they are taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..arguments import Folder, read_paths
from ..errors import UsageError
from .documents import read_documents
from .own_pages import without_own_pages
from .register import REFUSE, plan_sources

if TYPE_CHECKING:
    from ..settings import Settings
    from ..store.workspace import Plan, Workspace


LONG = 5_000_000
"""Characters of documents from which on registering them takes seconds, and says so."""


def adding(
    paths: Folder | Sequence[Folder], settings: Settings, *, title: str = "", revises: str = "", secrets: str = REFUSE
) -> Callable[[Workspace], Plan]:
    """The plan of adding files, folders or `-`, which are read now; see plan_sources for the rest.

    Raises UsageError where a title, or the source that is revised, is given for other than one document.
    """
    named = read_paths("paths", paths)
    documents, skipped = read_documents(named, settings)
    title = " ".join(title.split())
    for option, value in (("--title", title), ("--as", revises)):
        if value and len(documents) != 1:
            raise UsageError(f"{option} is for one document", hint="add documents one by one to use it")

    def plan(ws: Workspace) -> Plan:
        taken, left = without_own_pages(ws, documents, skipped, named=named)
        long = sum(len(document.text) for document in taken)
        if long > LONG:
            ws.tell(f"registering {long:,} characters: a second for each million, more or less")
        return plan_sources(ws, taken, left, title=title, revises=revises, secrets=secrets)

    return plan
