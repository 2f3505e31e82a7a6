"""The index of a vault: made, kept up to date, and read through one port (port.py).

Programs call functions by the name of the room.  They are lines over KnowledgeBase, which composes the rooms and so
stands above them: face.py has them, and is loaded when one is first asked for.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "add_entity",
    "explain",
    "search",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import face

    return getattr(face, name)
