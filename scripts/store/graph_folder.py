"""The folder of what is derived, of undo and of the journal: made where it is missing."""

from __future__ import annotations

import os


def make_graph_folder(graph: str) -> None:
    """Make the folder, and what is above it.  Raises OSError.

    In a home it has the permissions of any new folder.  Where there is no home either, it is for a vault that was only
    named: in the state folder, which others may enter, and full of text that the vault may keep from them.
    """
    above = os.path.dirname(graph)
    if not os.path.isdir(above):
        os.makedirs(above, mode=0o700, exist_ok=True)
    os.makedirs(graph, exist_ok=True)
