from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from ..wiki_store.locks import LOCK_NAME as LOCK_NAME
from ..wiki_store.locks import writing as writing

if TYPE_CHECKING:
    from .workspace import Workspace


def locked(ws: Workspace) -> AbstractContextManager[object]:
    ws.vault.be_there()
    return writing(ws.location.graph, seconds=ws.settings.lock_seconds, tell=ws.tell)
