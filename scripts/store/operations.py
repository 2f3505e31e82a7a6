"""The writer under its earlier names, until the last verb is switched to wiki_store.transaction."""

from __future__ import annotations

import os
from collections.abc import Callable

from ..errors import UsageError
from ..homes import state_folder
from ..wiki_store.files import TRASH, place_of, read_bytes
from ..wiki_store.journal import OperationRecord
from ..wiki_store.recovery import Recovery, recover
from ..wiki_store.transaction import Transaction
from ..wiki_store.working_copy import Change
from .vault import Vault

__all__ = ["TRASH", "Change", "Operations"]


class Operations(Transaction):
    def __init__(
        self,
        vault: Vault,
        graph_dir: str,
        *,
        quiet_seconds: float,
        remade: frozenset[str] = frozenset(),
        is_ours: Callable[[str], bool] = lambda _: True,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.vault = vault
        try:
            state = state_folder(os.environ)
        except UsageError:
            state = ""
        super().__init__(
            vault.root,
            graph_dir,
            state=state,
            quiet_seconds=quiet_seconds,
            remade=remade,
            is_ours=is_ours,
            tell=tell,
        )

    def current(self, path: str) -> bytes | None:
        return read_bytes(self.root, path)

    def absolute(self, path: str) -> str:
        return place_of(self.root, path)

    def has_pending(self) -> bool:
        return self.intent.exists()

    def recover(self) -> Recovery | None:
        return recover(self)

    def find_operation(self, op: str) -> OperationRecord:
        return self.journal.find_undoable(op)
