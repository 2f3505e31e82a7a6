"""Which verbs are tools, and what a client is told of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..homes import READING_VERBS
from ..named_tuple import NamedTuple
from ..verbs.table import VERBS
from .schemas import input_schema

if TYPE_CHECKING:
    from collections.abc import Mapping

NOT_TOOLS: Mapping[str, str] = {
    "init": "where knowledge lives is a person's choice",
    "export": "it writes files anywhere",
    "forget": "nothing takes it back, and a text that was read must not bring it about; a person's at the command line",
    "install": "it changes how clients are set up",
    "reindex": "never needed for freshness; a person's at the command line",
    "doctor": "the same",
    "config": "settings are a person's",
    "mcp": "this server",
    "bench": "it measures the tools, and takes minutes",
}
_DESTRUCTIVE = frozenset({"apply", "rename", "merge", "retract", "undo"})
"""They may take away or rewrite what stands in a page; each can be undone."""
_IDEMPOTENT = frozenset({"add", "apply", "file", "fix"})
_MORE: Mapping[str, str] = {
    "add": "Returns the slug, block ids and known entities; then read, and apply what it says.",
    "apply": "All or nothing unless partial. Quotes must be the source's own words; invented ones are refused.",
    "ask": "Read the `wiki:` verdict first. Cite as slug#^block. What is not quoted is not known.",
    "file": "The same question again updates the page. Cite passages, not answers.",
    "show": "Gives the sha that expect_sha wants.",
    "undo": "Takes the id that a write returned.",
}


class ToolFacts(NamedTuple):
    """One tool, in terms of no library."""

    name: str
    description: str
    schema: dict[str, Any]
    is_reading: bool
    is_destructive: bool
    is_idempotent: bool


def tools(*, read_only: bool = False) -> tuple[ToolFacts, ...]:
    """All tools in the order of the help; with read_only those that change no page."""
    return tuple(
        ToolFacts(
            verb,
            " ".join(filter(None, (row.summary, _MORE.get(verb, "")))),
            input_schema(verb),
            verb in READING_VERBS,
            verb in _DESTRUCTIVE,
            verb in _IDEMPOTENT,
        )
        for verb, row in VERBS.items()
        if verb not in NOT_TOOLS and (verb in READING_VERBS or not read_only)
    )
