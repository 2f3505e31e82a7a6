"""From a question to a reply in five stages, and the walk over claims: values in, values out, no file, no clock.

Programs call functions by the name of the room: `retrieval_engine.retrieve(["memory-leak"], depth=2)`.  They are lines
over KnowledgeBase, which composes the rooms and so stands above them, and are looked up when first asked for: importing
the room imports nothing above it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_MODULES = {
    "assemble_context_string": "rrlmgraph",
    "build_node_context": "rrlmgraph",
    "compute_relevance": "rrlmgraph",
    "log_task_trace": "rrlmgraph",
    "query_context": "rrlmgraph",
    "retrieve": "graph_functions",
    "spreading_activation": "activation",
    "update_task_polarity": "rrlmgraph",
    "update_task_weights": "rrlmgraph",
    "walk_paths": "graph_functions",
}
__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"..seeds.{_MODULES[name]}", __name__), name)
