"""The folder of what is derived, of undo and of the journal: made where it is missing."""

from __future__ import annotations

import os
import stat

_OF_OTHERS = 0o077
"""Permissions of the group, and of everybody."""


def make_graph_folder(graph: str) -> None:
    """Make the folder, and what is above it.  Raises OSError.

    In a home it has the permissions of any new folder.  Where there is no home either, it is for a vault that was only
    named: in the state folder, which others may enter, and full of text that the vault may keep from them.
    """
    above = os.path.dirname(graph)
    if not os.path.isdir(above):
        os.makedirs(above, mode=0o700, exist_ok=True)
    os.makedirs(graph, exist_ok=True)


def close_to_others(graph: str, vault: str) -> None:
    """Take from the folder what the vault's folder does not give to its group or to everybody.

    A person who closes the vault alone means its text, and that stands here, too: in the index and in earlier versions.
    """
    try:
        mode = stat.S_IMODE(os.stat(graph).st_mode)
        narrow = mode & (os.stat(vault).st_mode | ~_OF_OTHERS)
        if narrow != mode:
            os.chmod(graph, narrow)
    except OSError:
        # Another user's folder, or a system without such modes.
        pass
