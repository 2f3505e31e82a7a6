"""From a question to a reply in five stages, and the walk over claims: values in, values out, no file, no clock.

Programs import functions from this package.  They are short calls of KnowledgeBase, which lies above the packages that
it composes, so they are in face.py, which is loaded when one of them is first used.
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
