"""From a question to a reply in five stages, and the walk over claims: values in, values out, no file, no clock.

Programs call functions by the name of the room: `retrieval_engine.retrieve(["memory-leak"], depth=2)`.  They are lines
over KnowledgeBase, which composes the rooms and so stands above them, and are looked up when first asked for: importing
the room imports nothing above it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = [
    "assemble_context_string",
    "build_node_context",
    "compute_relevance",
    "log_task_trace",
    "query_context",
    "retrieve",
    "spreading_activation",
    "update_task_polarity",
    "update_task_weights",
    "walk_paths",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("..tools.walks", __name__), name)
