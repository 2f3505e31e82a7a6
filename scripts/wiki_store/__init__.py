"""The vault: its files, their text, and the changes since it was read.

Programs call functions of this package.  They are some lines over KnowledgeBase, which composes the packages and so is
above them: face.py has the functions, and is loaded when one is first used.
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
