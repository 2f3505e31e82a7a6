"""A changed source and its new extraction: what rests on passages that are gone makes room for what is there now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..care.citations import citations, linking_pages, lost_citations
from ..care.evidence_lines import cut_source
from ..pages.linking.resolution import VaultNames
from ..store.sound_pages import sound_text

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .evidence import SourceText
    from .receipts import Draft

OURS = ("summaries", "entities")
"""Categories of pages whose evidence the tools keep; a person's note and a filed answer stay as they are."""


def drop_gone_evidence(ws: Workspace, draft: Draft, path: str, source: SourceText) -> int:
    """Take out claims and evidence that cite passages the source at path no longer has; how many claims went.

    A claim that rests on other passages too keeps those.  Undo brings all of it back.
    """
    note = draft.page(ws, path)
    # A session has no revisions: a person edits it in place.
    if note.category == "sources" and note.properties.get("revision", 1) == 1:
        return 0
    lost = lost_citations(citations(ws, path), source.passages)
    where = sorted({*linking_pages(ws, path), *(citation.path for citation in lost)})
    names, dropped = VaultNames(ws.paths()), 0
    there = frozenset(passage.block.lower() for passage in source.passages if passage.block)
    there -= {citation.block.lower() for citation in lost}
    for page in where:
        if ws.page(page).category not in OURS:
            continue
        text = sound_text(ws, page)
        cut = cut_source(text, page, path, names, folder=ws.folder, lists=True, still_there=there)
        if cut.text != text:
            draft.put(page, cut.text, ws.before(page))
            dropped += cut.claims
    return dropped
