"""The project's packages and the modules of the seeds, under the name that programs of the seeds import.

    from scripts.tools import wiki_store, index_store, retrieval_engine

Every function takes `home`: the folder of a knowledge base.  Without it COMMONPLACE_HOME decides, then the working
directory upwards, at the time of the call.  Installed by pip, the package is `commonplace.tools`.
"""

from __future__ import annotations

from .. import index_store, retrieval_engine, wiki_store
from ..seeds import documents_store, graph_store, hce, ontology_store, rrlmgraph

__all__ = [
    "documents_store",
    "graph_store",
    "hce",
    "index_store",
    "ontology_store",
    "retrieval_engine",
    "rrlmgraph",
    "wiki_store",
]
