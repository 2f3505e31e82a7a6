"""Conversation memory: the names of the HCE seed, and turns kept in the vault.

    from scripts.seeds.hce import HCEPipeline
    chat = HCEPipeline(context_budget=2000).wrap_chat(model)

`remember` and `recall` are the verbs of the command line; `vault_pipeline` is a pipeline whose turns are in the vault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...arguments import check_numbers, check_texts, read_texts, whole
from ...knowledge_base import KnowledgeBase
from ...memory.remembering import REDACT, Said, turns_of
from ...memory.session_notes import all_turns
from ...pages.model import to_jsonable
from ...text.tokens import count_tokens as estimate_tokens
from ..activation import ActivationResult, spreading_activation
from .budgeting import ContextCandidate, context_budgeting
from .entities import Entity, EntityExtractor, normalize_entity_id
from .entity_graph import EdgeType, EntityGraph, NodeType
from .focus import FocusEntry, SlidingFocusBuffer
from .pipeline import HCEPipeline
from .semantic_tree import SemanticTree, TreeNode, cosine_similarity, default_summarizer, default_vectorizer
from .tree_search import SearchResult, hierarchical_relevance_search
from .vault_memory import known_names

__all__ = [
    "ActivationResult",
    "ContextCandidate",
    "EdgeType",
    "Entity",
    "EntityExtractor",
    "EntityGraph",
    "FocusEntry",
    "HCEPipeline",
    "NodeType",
    "SearchResult",
    "SemanticTree",
    "SlidingFocusBuffer",
    "TreeNode",
    "context_budgeting",
    "cosine_similarity",
    "default_summarizer",
    "default_vectorizer",
    "estimate_tokens",
    "hierarchical_relevance_search",
    "normalize_entity_id",
    "recall",
    "remember",
    "spreading_activation",
    "vault_extractor",
    "vault_pipeline",
]


def remember(
    text: str,
    *,
    speaker: str = "agent",
    session: str = "",
    tags: Sequence[str] = (),
    secrets: str = "refuse",
    again: bool = False,
    date: str = "",
    home: str | None = None,
) -> dict[str, Any]:
    """Keep what was said: state (new, known, refused), link, path, speaker, findings, and op for `undo`.

    Of what is known also its time and how many turns are later; again: keep the same words anew.
    date: when it was said, YYYY-MM-DD or YYYY-MM-DD HH:MM; now without it.
    """
    check_texts(text=text, speaker=speaker, session=session, secrets=secrets, date=date)
    said = [Said(text, speaker, read_texts("tags", tags))]
    with KnowledgeBase.open(home) as kb:
        outcome = kb.remember(said, session=session, secrets=secrets, again=again, date=date)
        return {**to_jsonable(outcome.receipt.turns[0]), "op": outcome.op}


def recall(
    question: str = "",
    *,
    budget_tokens: int | None = None,
    session: str = "",
    since: str = "",
    until: str = "",
    limit: int = 10,
    home: str | None = None,
) -> dict[str, Any]:
    """Turns for a question as `recall --json` prints them; without one the newest.

    since, until: first and last day, YYYY-MM-DD.  Raises NoRoomError where the budget does not hold even their frame.
    """
    check_texts(question=question, session=session, since=since, until=until)
    budget_tokens, limit = whole(budget_tokens), whole(limit)
    check_numbers(budget_tokens=budget_tokens, limit=limit)
    with KnowledgeBase.open(home, overrides={"budget_tokens": budget_tokens}) as kb:
        return dict(kb.recall(question, session=session, since=since, until=until, limit=limit).document)


def vault_extractor(home: str | None = None) -> EntityExtractor:
    """An extractor that knows the titles and aliases of the vault's pages."""
    with KnowledgeBase.open(home) as kb:
        return EntityExtractor(kb.query(known_names))


def vault_pipeline(
    home: str | None = None,
    *,
    session: str = "",
    max_focus_entries: int = 10,
    context_budget: int = 4000,
    token_estimator: Callable[[str], int] | None = None,
) -> HCEPipeline:
    """A pipeline over what the vault remembers: graph and tree are made of its turns, and what is said goes there.

    The home is the one found now, wherever the process goes later.  What looks like a secret is replaced before it is
    written; what is too long for one turn is kept as several.
    """
    check_texts(session=session)
    with KnowledgeBase.open(home) as found:
        names, told = found.query(lambda reader: (known_names(reader), all_turns(reader)))

    def keep(user_query: str, ai_response: str) -> None:
        said = [*turns_of(user_query, "user"), *turns_of(ai_response, "assistant")]
        if not said:
            return
        # One for each call: an opened knowledge base belongs to one thread.
        with KnowledgeBase(found.location, found.settings, clock=found.clock, actor=found.actor) as kb:
            kb.remember(said, session=session, secrets=REDACT)

    made = HCEPipeline(
        max_focus_entries, context_budget, None, None, token_estimator, extractor=EntityExtractor(names), on_update=keep
    )
    for each in told:
        made.take_in(f"{each.speaker}: {each.text}" if each.speaker else each.text)
    return made
