"""The input and output of each stage of an answer, as a plain document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..text.ontology import claim_words
from .claims import ShownClaim
from .meaning import Likeness
from .pack import Packed
from .values import Found, Query, Ranking
from .verdict import Verdict
from .walk import Walk

LISTED = 12
"""Passages, nodes and claims that are listed; the others are counted."""


def explain(
    query: Query,
    found: Found,
    ranking: Ranking,
    walk: Walk,
    claims: Sequence[ShownClaim],
    verdict: Verdict,
    packed: Packed,
    likeness: Likeness | None,
) -> dict[str, Any]:
    """Return the input and output of each stage, in the order of the stages."""
    quoted = {piece.passage for quotation in packed.quotations for piece in quotation.pieces}
    compared = {"sections": likeness.compared, "without_time": likeness.lacking} if likeness else "words alone"
    return {
        "understand": {
            "language": query.language,
            "terms": [_facts(term, "text", "term", "sections", "idf", "share") for term in query.terms],
            "phrases": list(query.phrases),
            "names": [
                {**_facts(name, "text", "rarity"), "nodes": [entry.node for entry in name.names][:LISTED]}
                for name in query.names
            ],
        },
        "find": {
            "pages": len(found.pages),
            "sections": len(found.sections),
            "passages": len(found.passages),
            "near": len(found.near),
            "meaning": compared,
        },
        "rank": [
            {
                "path": found.page_rows[ranked.page].path,
                "line": found.passage_rows[ranked.id].line,
                **_facts(ranked, "score", "via"),
                "coverage": round(ranking.coverage.get(ranked.section, 0.0), 3),
                "is_quoted": ranked.id in quoted,
            }
            for ranked in ranking.passages[:LISTED]
        ],
        "walk": {
            "reached": [
                {
                    **_facts(place, "node", "hop", "score"),
                    "path": [claim_words(edge.source, edge.relation, edge.target) for edge in place.path],
                }
                for place in walk.reached[:LISTED]
            ],
            "nodes": len(walk.reached),
            "pruned": walk.pruned._asdict(),
            "claims": [
                {
                    "claim": claim_words(claim.subject_name, claim.relation, claim.object_name),
                    **_facts(claim, "reason", "relevance"),
                }
                for claim in claims[:LISTED]
            ],
        },
        "pack": {
            "quotations": len(packed.quotations),
            "passages": len(quoted),
            "saying_the_same": packed.repeated,
            "without_room": len(packed.skipped),
        },
        "say": {"verdict": verdict.word, **_facts(verdict, "coverage", "missing")},
    }


def _facts(value: NamedTuple, *names: str) -> dict[str, Any]:
    """Return some fields of a value, numbers rounded to three places."""
    fields = value._asdict()
    return {name: round(fields[name], 3) if isinstance(fields[name], float) else fields[name] for name in names}
