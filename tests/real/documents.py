"""Fifty documents that none of us wrote: docstrings of networkx 3.4.2, written out as files to be ingested.

The texts are not kept here.  They are read from the installed package (BSD license), so the version is pinned: the
quotes in `bundles/` are words of that version.
"""

from __future__ import annotations

import importlib
import inspect
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

NETWORKX_VERSION = "3.4.2"


class Document(NamedTuple):
    """One docstring.  Its slug is its title in lower case with hyphens, so file name and title agree."""

    title: str
    module: str
    name: str = ""
    """Function in the module; "" takes the docstring of the module itself."""
    suffix: str = ".md"

    @property
    def slug(self) -> str:
        return self.title.lower().replace(" ", "-")


DOCUMENTS: tuple[Document, ...] = (
    Document("PageRank in NetworkX", "networkx.algorithms.link_analysis.pagerank_alg", "pagerank"),
    Document("HITS hubs and authorities in NetworkX", "networkx.algorithms.link_analysis.hits_alg", "hits"),
    Document("Betweenness centrality in NetworkX", "networkx", "betweenness_centrality"),
    Document("Eigenvector centrality in NetworkX", "networkx", "eigenvector_centrality"),
    Document("Harmonic centrality in NetworkX", "networkx", "harmonic_centrality"),
    Document("Louvain communities in NetworkX", "networkx.algorithms.community", "louvain_communities"),
    Document("Girvan Newman communities in NetworkX", "networkx.algorithms.community", "girvan_newman"),
    Document(
        "Greedy modularity communities in NetworkX", "networkx.algorithms.community", "greedy_modularity_communities"
    ),
    Document("A-star paths in NetworkX", "networkx", "astar_path"),
    Document("Bidirectional Dijkstra in NetworkX", "networkx", "bidirectional_dijkstra"),
    Document("Bellman-Ford distances in NetworkX", "networkx", "bellman_ford_predecessor_and_distance"),
    Document("Johnson algorithm in NetworkX", "networkx", "johnson"),
    Document("Edmonds-Karp maximum flow in NetworkX", "networkx.algorithms.flow", "edmonds_karp"),
    Document("Boykov-Kolmogorov maximum flow in NetworkX", "networkx.algorithms.flow", "boykov_kolmogorov"),
    Document("Gomory-Hu trees in NetworkX", "networkx", "gomory_hu_tree"),
    Document("Network simplex in NetworkX", "networkx", "network_simplex"),
    Document("Stoer-Wagner minimum cut in NetworkX", "networkx", "stoer_wagner"),
    Document("K-components in NetworkX", "networkx", "k_components"),
    Document("Biconnected components in NetworkX", "networkx", "biconnected_components"),
    Document("Maximum weight matching in NetworkX", "networkx", "max_weight_matching"),
    Document(
        "Hopcroft-Karp matching in NetworkX", "networkx.algorithms.bipartite", "hopcroft_karp_matching", suffix=".txt"
    ),
    Document("Greedy coloring in NetworkX", "networkx", "greedy_color"),
    Document("Minimum spanning edges in NetworkX", "networkx", "minimum_spanning_edges"),
    Document("Tree coding in NetworkX", "networkx", "to_prufer_sequence"),
    Document("Steiner trees in NetworkX", "networkx.algorithms.approximation", "steiner_tree"),
    Document("Junction trees in NetworkX", "networkx", "junction_tree"),
    Document("Weisfeiler-Lehman hash in NetworkX", "networkx", "weisfeiler_lehman_graph_hash"),
    Document("VF2 matching in NetworkX", "networkx.algorithms.isomorphism.isomorphvf2"),
    Document("ISMAGS in NetworkX", "networkx.algorithms.isomorphism.ismags"),
    Document("Watts-Strogatz graphs in NetworkX", "networkx", "watts_strogatz_graph"),
    Document("Barabasi-Albert graphs in NetworkX", "networkx", "barabasi_albert_graph", suffix=".txt"),
    Document("LFR benchmark graphs in NetworkX", "networkx", "LFR_benchmark_graph"),
    Document("SimRank in NetworkX", "networkx", "simrank_similarity"),
    Document("Graph edit distance in NetworkX", "networkx", "graph_edit_distance"),
    Document("Beam search in NetworkX", "networkx", "bfs_beam_edges"),
    Document("Planarity check in NetworkX", "networkx", "check_planarity"),
    Document("Maximal cliques in NetworkX", "networkx", "find_cliques"),
    Document("Clustering coefficient in NetworkX", "networkx", "clustering"),
    Document("Topological sort in NetworkX", "networkx", "topological_sort"),
    Document("D-separation in NetworkX", "networkx.algorithms.d_separation"),
    Document("Spring layout in NetworkX", "networkx", "spring_layout"),
    Document("GraphML format in NetworkX", "networkx.readwrite.graphml"),
    Document("GEXF format in NetworkX", "networkx.readwrite.gexf", suffix=".txt"),
    Document("GML format in NetworkX", "networkx.readwrite.gml", suffix=".txt"),
    Document("Global efficiency in NetworkX", "networkx", "global_efficiency"),
    Document("Effective size in NetworkX", "networkx", "effective_size"),
    Document("Degree assortativity in NetworkX", "networkx", "degree_assortativity_coefficient"),
    Document("Small-world omega in NetworkX", "networkx", "omega"),
    Document("Christofides tours in NetworkX", "networkx.algorithms.approximation", "christofides", suffix=".txt"),
    Document("Simulated annealing tours in NetworkX", "networkx.algorithms.approximation", "simulated_annealing_tsp"),
)


class DocumentsUnavailableError(RuntimeError):
    """The pinned package, or its docstrings, cannot be read here."""


def write_documents(folder: Path) -> list[Path]:
    """Write the documents into folder as `<slug>.md` or `<slug>.txt`, first line `# <title>`, in the order above.

    Same bytes on every machine.  Raises DocumentsUnavailableError unless networkx 3.4.2 is installed with docstrings.
    """
    _check_version()
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for document in DOCUMENTS:
        path = folder / f"{document.slug}{document.suffix}"
        path.write_bytes(f"# {document.title}\n\n{_docstring(document)}\n".encode())
        paths.append(path)
    return paths


def _check_version() -> None:
    try:
        installed = importlib.import_module("networkx").__version__
    except ImportError as err:
        raise DocumentsUnavailableError(
            f"networkx is not installed; pip install networkx=={NETWORKX_VERSION} (the extra `test` pins it)"
        ) from err
    if installed != NETWORKX_VERSION:
        raise DocumentsUnavailableError(
            f"networkx {installed} is installed, the quotes are of {NETWORKX_VERSION};"
            f" pip install networkx=={NETWORKX_VERSION} (the extra `test` pins it)"
        )


def _docstring(document: Document) -> str:
    target = importlib.import_module(document.module)
    if document.name:
        target = getattr(target, document.name)
        # An installed backend appends its own notes to the docstring of the dispatching wrapper; orig_func has none.
        target = getattr(target, "orig_func", target)
    text = target.__doc__
    if not text:
        raise DocumentsUnavailableError(
            f"{document.module} {document.name}: no docstring; run Python without -OO".replace("  ", " ")
        )
    return inspect.cleandoc(text)
