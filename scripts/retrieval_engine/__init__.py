"""From a question to a reply in five stages, and the walk over claims: values in, values out, no file, no clock.

Programs call functions by the name of the room.  They are lines over KnowledgeBase, which composes the rooms and so
stands above them: face.py has them, and is loaded when one is first asked for.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "retrieve",
    "walk_paths",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import face

    return getattr(face, name)
