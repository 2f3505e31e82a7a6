"""What a passage said that its page no longer has: read in the copies that undo keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError
from ..pages.page import read_page

if TYPE_CHECKING:
    from ..store.workspace import Workspace


class EarlierPassage(NamedTuple):
    """A passage as it was last."""

    text: str
    until: str
    """When the operation took it away."""


def earlier_passage(ws: Workspace, path: str, block: str) -> EarlierPassage | None:
    """The passage of this id that the page at path had before one of our writes; None where no copy tells.

    Cost: a look at each copy of the page, the last first.
    """
    for record in reversed(ws.operations.journal.operations()):
        for change in record.changes:
            if change.path != path or not change.before:
                continue
            try:
                text = ws.operations.objects.get(change.before).decode("utf-8")
            except (DataError, UnicodeDecodeError):
                # Forgotten, or nobody's words.
                continue
            for passage in read_page(path, text, folder=ws.folder).passages:
                if passage.block and passage.block.lower() == block.lower():
                    return EarlierPassage(passage.text, record.time)
    return None
