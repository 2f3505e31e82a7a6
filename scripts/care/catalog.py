"""The catalog for the verbs that are not switched yet; see wiki_store.catalog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..wiki_store import catalog
from ..wiki_store.catalog import line_of as line_of
from ..wiki_store.working_copy import Change, WorkingCopy

if TYPE_CHECKING:
    from ..store.journal import OperationRecord
    from ..store.workspace import Workspace


def catalog_change(ws: Workspace, changes: Sequence[Change]) -> Change | None:
    return catalog.catalog_change(_copy(ws, changes), ws.listed())


def log_change(ws: Workspace, changes: Sequence[Change], record: OperationRecord) -> tuple[Change, str]:
    return catalog.log_change(_copy(ws, ()), changes, record)


def _copy(ws: Workspace, changes: Sequence[Change]) -> WorkingCopy:
    copy = WorkingCopy(ws.vault.root, folder=ws.folder)
    for change in changes:
        copy.set_change(change)
    return copy
