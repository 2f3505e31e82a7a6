"""The names that programs of the seeds use, over KnowledgeBase: plain dicts out, no logic.

    from scripts.tools import wiki_store, index_store, retrieval_engine, memory

Every function takes `home`: the folder of a knowledge base.  Without it COMMONPLACE_HOME decides, then the working
directory upwards, at the time of the call.  Installed by pip, the package is `commonplace.tools`.

What their annotations name is imported in earnest, so that frameworks for tools can evaluate them.
"""

from __future__ import annotations

from .. import index_store, retrieval_engine, wiki_store
from . import documents_store, graph_store, memory, ontology_store

__all__ = [
    "documents_store",
    "graph_store",
    "index_store",
    "memory",
    "ontology_store",
    "retrieval_engine",
    "wiki_store",
]
