"""The index of a vault: made, kept up to date, and read through one port (port.py).

Programs call functions of this package.  They are some lines over KnowledgeBase, which composes the packages and so is
above them: face.py has the functions, and is loaded when one is first used.
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
