"""Files given to `add` that are pages of the knowledge base: registered again, what they say would be found twice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from shlex import quote
from typing import TYPE_CHECKING

from ..errors import SourceError
from ..pages.page_facts import category_of
from ..store.vault import is_note
from .documents import Skipped

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .documents import Document


def without_own_pages(
    ws: Workspace, documents: Sequence[Document], skipped: Sequence[Skipped], *, named: Sequence[str]
) -> tuple[list[Document], list[Skipped]]:
    """The documents without pages that the tools write, which are skipped with what to do instead.

    A person's own note may be registered: what it says can be claimed in no other way.
    named: the paths that were given outright; a page among them raises SourceError.
    """
    kept: list[Document] = []
    told = list(skipped)
    for document in documents:
        page = _own_page(ws, document)
        if not page:
            kept.append(document)
            continue
        reason, hint = "is a page of this knowledge base, no document", _instead(ws, page)
        if document.origin in named:
            raise SourceError(reason, path=document.origin, hint=hint)
        told.append(Skipped(document.origin, f"{reason}; {hint}"))
    return kept, told


def _own_page(ws: Workspace, document: Document) -> str:
    """The vault path of a document that is a page of the tools; "" for any other."""
    if not document.is_file:
        return ""
    root, file = os.path.realpath(ws.location.vault), os.path.realpath(document.origin)
    if not file.startswith(root + os.sep):
        return ""
    path = os.path.relpath(file, root).replace(os.sep, "/")
    is_ours = path in ws.catalog or category_of(path, ws.folder) != "notes"
    return path if is_ours and is_note(path) and ws.vault.exists(path) else ""


def _instead(ws: Workspace, path: str) -> str:
    slug, category = quote(ws.slug_of(path)), category_of(path, ws.folder)
    if category == "sessions":
        return f'its turns can be quoted as they are: `apply` a bundle with "source": "{ws.slug_of(path)}"'
    if category == "sources":
        return f"add the document itself again, with `--as {slug}` if it lies elsewhere now"
    return "quote the sources that it rests on"
