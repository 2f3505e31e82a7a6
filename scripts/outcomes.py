"""What the writing verbs give back, and the log of them, for type checkers: an Outcome with the receipt of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .maintain.lint import FixReceipt
    from .ingest.answers import FiledReceipt
    from .ingest.receipts import ApplyReceipt
    from .ingest.source_receipt import AddReceipt
    from .maintain.forget import ForgetReceipt
    from .maintain.merge import MergeReceipt
    from .maintain.rename import RenameReceipt
    from .maintain.retract import RetractReceipt
    from .maintain.undo import UndoReceipt
    from .wiki_store.journal import OperationRecord
    from .wiki_store.working_copy import Outcome

    Added = Outcome[AddReceipt]
    Applied = Outcome[ApplyReceipt]
    Filed = Outcome[FiledReceipt]
    Fixed = Outcome[FixReceipt]
    Forgotten = Outcome[ForgetReceipt]
    Log = list[OperationRecord]
    Merged = Outcome[MergeReceipt]
    Renamed = Outcome[RenameReceipt]
    Retracted = Outcome[RetractReceipt]
    Undone = Outcome[UndoReceipt]
