"""A conversation with a memory: what was said, and what belongs to it, brought into each prompt within a budget."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import pairwise
from typing import Any

from ...arguments import check_numbers, whole
from ...errors import CommonplaceError, DataError, UsageError
from ...text.escaping import safe_text
from ...text.tokens import count_tokens
from ..activation import spreading_activation
from .budgeting import ContextCandidate, context_budgeting, on_one_scale
from .entities import EntityExtractor, normalize_entity_id
from .entity_graph import EntityGraph
from .focus import SlidingFocusBuffer, said_by
from .saved import digest, document, parse_document, path_of, read_bytes, save_all, saved_form
from .semantic_tree import SemanticTree
from .tree_search import hierarchical_relevance_search

SCHEMA = 1
THRESHOLD = 0.05
"""Least cosine of an interaction that is brought back."""
FOUND = 10
"""Interactions taken from the tree, and from the graph."""
_GRAPH, _TREE, _STATE = "entity_graph.json", "semantic_tree.json", "pipeline_state.json"
_SECTIONS = (
    ("past", "## Relevant Past Interactions"),
    ("graph", "## Related Knowledge"),
    ("buffer", "## Recent Conversation"),
)


class HCEPipeline:
    """Graph, tree and buffer of one conversation, filled by update and asked together by retrieve_context.

    Everything is held in memory; save and load keep it in a folder.  What must outlive the session for others to read
    belongs into the vault: see tools.memory.vault_pipeline.
    """

    def __init__(
        self,
        max_focus_entries: int = 10,
        context_budget: int = 4000,
        graph: EntityGraph | None = None,
        tree: SemanticTree | None = None,
        token_estimator: Callable[[str], int] | None = None,
        *,
        extractor: EntityExtractor | None = None,
        on_update: Callable[[str, str], None] | None = None,
    ) -> None:
        """on_update is called with both sides of each interaction, before it is taken in.

        Raises UsageError for what cannot be, as the other methods do.
        """
        max_focus_entries, context_budget = whole(max_focus_entries), whole(context_budget)
        check_numbers(max_focus_entries=max_focus_entries)
        if context_budget != 0:
            check_numbers(context_budget=context_budget)
        if token_estimator is not None and not callable(token_estimator):
            raise UsageError(f"token_estimator {token_estimator!r}", hint="give a function or None")
        self.graph = EntityGraph() if graph is None else graph
        self.tree = SemanticTree() if tree is None else tree
        self.focus = SlidingFocusBuffer(max_focus_entries)
        self._extractor = extractor or EntityExtractor()
        self._budget = context_budget
        self._count = token_estimator or count_tokens
        self._on_update = on_update
        self._interaction_count = self.tree.leaf_count
        for node in self.graph.find_nodes():
            facts = self.graph.get_node(node) or {}
            self._extractor.learn(facts["label"], node, facts["node_type"])

    def update(self, user_query: str, ai_response: str) -> None:
        """Take in an interaction: into the buffer, the tree and the graph."""
        _check_texts(user_query=user_query, ai_response=ai_response)
        if self._on_update is not None:
            self._on_update(user_query, ai_response)
        self._converse(user_query, ai_response)

    def _converse(self, user_query: str, ai_response: str) -> None:
        self.focus.add("user", user_query)
        self.focus.add("assistant", ai_response)
        self.take_in(interaction_text(user_query, ai_response))

    def take_in(self, text: str, metadata: dict[str, Any] | None = None) -> None:
        """Put what was said into tree and graph alone: for what is not part of the conversation at hand."""
        _check_texts(text=text)
        self._interaction_count += 1
        leaf = self.tree.leaf_count
        self.tree.add_interaction(text, {"turn": self._interaction_count, **(metadata or {})})
        self._extractor.update_graph(text, self.graph, turn=leaf)

    def retrieve_context(self, query: str) -> str:
        """What bears on a query, as text of at most the budget; "" where there is nothing, or no room.

        Candidates are interactions like the query (tree), interactions and facts about what it brings to mind (graph)
        and what was said last (buffer), their utilities put on one scale.  What two of them bring is sent once, with
        the sum of its utilities (CombSUM: Fox and Shaw, Combination of Multiple Searches, 1994).
        """
        _check_texts(query=query)
        candidates = self._merged(
            on_one_scale([*self._from_tree(query), *self._from_graph(query), *self._from_buffer()])
        )
        chosen = context_budgeting(candidates, self._budget, token_estimator=self._count, render=context_block)
        return context_block(chosen)

    def build_prompt(self, user_query: str) -> str:
        """The context for a query, then the query; the budget is the context's alone."""
        context = self.retrieve_context(user_query)
        return "\n\n".join(filter(None, (context, f"## Current Query\n{user_query}")))

    def wrap_chat(self, chat_func: Callable[[str], str]) -> Callable[[str], str]:
        """A chat function that is given the built prompt, and whose answers are taken in with their queries.

        An answer is returned whatever becomes of it: where it cannot be kept (another process is writing, the disk is
        full), a warning tells so, the conversation goes on with it, and it is kept together with the next one.
        """
        waiting: list[tuple[str, str]] = []

        @wraps(chat_func)
        def chat(user_query: str) -> str:
            response = chat_func(self.build_prompt(user_query))
            self._converse(user_query, response)
            if self._on_update is None:
                return response
            waiting.append((user_query, response))
            try:
                while waiting:
                    self._on_update(*waiting[0])
                    del waiting[0]
            except (CommonplaceError, OSError) as err:
                warnings.warn(f"{len(waiting)} answers are not kept yet: {err}", RuntimeWarning, stacklevel=2)
            return response

        return chat

    def _from_tree(self, query: str) -> list[ContextCandidate]:
        found = hierarchical_relevance_search(self.tree, query, threshold=THRESHOLD, top_k=FOUND)
        return [self._candidate(each.content, "tree", each.score, leaf=_number(each.node_id)) for each in found]

    def _from_graph(self, query: str) -> list[ContextCandidate]:
        """Interactions by the activation of what they mention, and nodes that stand for something else."""
        ids = [each.id or normalize_entity_id(each.text) for each in self._extractor.extract(query)]
        seeds = [id_ for id_ in ids if self.graph.has_node(id_)]
        if not seeds:
            return []
        leaves: dict[int, float] = {}
        facts: list[ContextCandidate] = []
        for node in spreading_activation(self.graph, seeds):
            turns = node.metadata.get("turns", ())
            for leaf in turns:
                leaves[leaf] = leaves.get(leaf, 0.0) + node.score
            if not turns and node.node_id not in seeds:
                more = ", ".join(f"{key}: {value}" for key, value in node.metadata.items() if key != "mentions")
                text = f"[{node.node_type.value}] {node.label}" + (f" ({more})" if more else "")
                facts.append(self._candidate(text, "graph", node.score))
        # Of equal ones the latest.
        best = sorted(leaves, key=lambda leaf: (-leaves[leaf], -leaf))[:FOUND]
        told = ((leaf, self.tree.get_node(f"leaf_{leaf}")) for leaf in best)
        said = [self._candidate(node.content, "graph", leaves[leaf], leaf=leaf) for leaf, node in told if node]
        return [*said, *facts]

    def _from_buffer(self) -> list[ContextCandidate]:
        """What was said last: the later, the more useful."""
        entries = self.focus.get_recent()
        return [
            self._candidate(said_by(entry.role, entry.content), "buffer", (place + 1) / len(entries), place=place)
            for place, entry in enumerate(entries)
        ]

    def _candidate(self, text: str, source: str, utility: float, **facts: int) -> ContextCandidate:
        return ContextCandidate(text, source, utility, self._count(_quoted(text)), facts)

    def _merged(self, candidates: Iterable[ContextCandidate]) -> list[ContextCandidate]:
        """Each text once; an interaction that the buffer holds lends its utility to its two sides there."""
        entries = self.focus.get_recent()
        halves = {
            interaction_text(first.content, second.content): (place, place + 1)
            for place, (first, second) in enumerate(pairwise(entries))
            if first.role == "user"
        }
        best: dict[tuple[str, str], ContextCandidate] = {}
        for each in candidates:
            key = f"buffer {each.metadata['place']}" if each.source == "buffer" else each.content
            # What was said twice says no more than once: within a source the greater counts.
            if each.utility > best.get((key, each.source), each._replace(utility=0.0)).utility:
                best[key, each.source] = each
        merged: dict[str, ContextCandidate] = {}
        lent: dict[int, float] = {}
        for (key, source), each in best.items():
            if source != "buffer" and each.content in halves:
                for place in halves[each.content]:
                    lent[place] = lent.get(place, 0.0) + each.utility
            elif key in merged:
                merged[key] = merged[key]._replace(utility=merged[key].utility + each.utility)
            else:
                merged[key] = each
        return [
            each._replace(utility=each.utility + lent.get(each.metadata["place"], 0.0))
            if each.source == "buffer"
            else each
            for each in merged.values()
        ]

    def save(self, directory: str | os.PathLike[str]) -> None:
        """Keep everything in a folder, which is made where it is not there: all of it, or nothing.

        Raises ReadOnlyError, DataError for what is no JSON.
        """
        graph, tree, path = (os.path.join(path_of(directory), name) for name in (_GRAPH, _TREE, _STATE))
        data = {graph: document(graph, self.graph.to_dict()), tree: document(tree, self.tree.to_dict())}
        state = {
            "schema_version": SCHEMA,
            "interaction_count": self._interaction_count,
            "context_budget": self._budget,
            "max_focus_entries": self.focus.max_size,
            "focus_buffer": self.focus.to_list(),
            "saved_with": {_GRAPH: digest(data[graph]), _TREE: digest(data[tree])},
        }
        save_all(data | {path: document(path, state)})

    @classmethod
    def load(
        cls,
        directory: str | os.PathLike[str],
        *,
        token_estimator: Callable[[str], int] | None = None,
        extractor: EntityExtractor | None = None,
    ) -> HCEPipeline:
        """The pipeline that save was called on; functions are not written and have to be given again.

        Raises DataError for anything else: files that are missing, torn, of different saves, or of a later version.
        """
        folder = path_of(directory)
        graph, tree, path = (os.path.join(folder, name) for name in (_GRAPH, _TREE, _STATE))
        data = {each: read_bytes(each) for each in (path, graph, tree)}
        state = parse_document(path, data[path], schema=SCHEMA)
        with saved_form(path):
            # What earlier versions saved does not tell.
            digests = state.get("saved_with", {}).items()
            other = [name for name, saved in digests if digest(data.get(os.path.join(folder, name), b"")) != saved]
        if other:
            raise DataError(
                f"{', '.join(other)} is of another save", path=path, hint="a save was cut short: begin anew"
            )
        shapes = [parse_document(each, data[each], schema=SCHEMA) for each in (graph, tree)]
        with saved_form(graph):
            entities = EntityGraph.from_dict(shapes[0])
        with saved_form(tree):
            leaves = SemanticTree.from_dict(shapes[1])
        with saved_form(path):
            size = state["max_focus_entries"]
            made = cls(size, state["context_budget"], entities, leaves, token_estimator, extractor=extractor)
            made.focus = SlidingFocusBuffer.from_list(state["focus_buffer"], size)
            made._interaction_count = state["interaction_count"]
        return made


def interaction_text(user_query: str, ai_response: str) -> str:
    """Both sides of an interaction as the tree keeps them."""
    return f"{said_by('user', user_query)}\n{said_by('assistant', ai_response)}"


def context_block(chosen: Sequence[ContextCandidate]) -> str:
    """The text that is sent: what was said is quoted, so that nothing in it passes for a heading or an instruction.

    Past interactions in the order in which they were said, then facts, then what was said last as it was said.
    """
    held: dict[str, list[ContextCandidate]] = {name: [] for name, _ in _SECTIONS}
    for each in chosen:
        held["past" if "leaf" in each.metadata else each.source].append(each)
    held["past"].sort(key=lambda each: each.metadata["leaf"])
    held["buffer"].sort(key=lambda each: each.metadata["place"])
    return "\n\n".join(
        "\n".join([title, *(_quoted(each.content) for each in held[name])]) for name, title in _SECTIONS if held[name]
    )


def _number(node_id: str) -> int:
    return int(node_id.rpartition("_")[2])


def _check_texts(**texts: object) -> None:
    """Raise UsageError for what is no text; any characters will do, a model may return anything."""
    for name, text in texts.items():
        if not isinstance(text, str):
            raise UsageError(f"{name} is a {type(text).__name__}", hint="give a text")


def _quoted(text: str) -> str:
    """Return text as a quotation of whole lines: every line begins with `> `, whatever it holds."""
    return "\n".join(f"> {line}" for line in safe_text(text).split("\n"))
