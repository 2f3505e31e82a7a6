"""The index of a vault: made, kept up to date, and read through one port (port.py).

Programs call functions by the name of the room: `index_store.search("memory leak")`.  They are lines over
KnowledgeBase, which composes the rooms and so stands above them, and are looked up when first asked for: importing the
room imports nothing above it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = [
    "add_entity",
    "explain",
    "search",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("..seeds.graph_functions", __name__), name)
