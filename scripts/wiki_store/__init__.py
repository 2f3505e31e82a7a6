"""The vault: which files it has, what one of them says, and what changed since it was read.

Programs call functions by the name of the room.  They are lines over KnowledgeBase, which composes the rooms and so
stands above them: face.py has them, and is loaded when one is first asked for.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "get_log",
    "lint_wiki",
    "list_pages",
    "read_page",
    "read_page_by_slug",
    "read_page_with_sha",
    "search_wiki",
    "write_page",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import face

    return getattr(face, name)
