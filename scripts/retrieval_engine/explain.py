"""What each stage of an answer got and gave, as a plain document and as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..text.escaping import safe_line
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
    """Return what each stage got and gave, in the order of the stages."""
    quoted = {piece.passage for quotation in packed.quotations for piece in quotation.pieces}
    return {
        "understand": {
            "language": query.language,
            "terms": [
                {
                    "text": term.text,
                    "term": term.term,
                    "sections": term.sections,
                    "idf": round(term.idf, 3),
                    "share": round(term.share, 3),
                }
                for term in query.terms
            ],
            "phrases": list(query.phrases),
            "names": [
                {
                    "text": name.text,
                    "nodes": [entry.node for entry in name.names][:LISTED],
                    "rarity": round(name.rarity, 3),
                }
                for name in query.names
            ],
        },
        "find": {
            "pages": len(found.pages),
            "sections": len(found.sections),
            "passages": len(found.passages),
            "meaning": {"sections": likeness.compared, "without_time": likeness.lacking} if likeness else "words alone",
        },
        "rank": [
            {
                "path": found.page_rows[ranked.page].path,
                "line": found.passage_rows[ranked.id].line,
                "score": round(ranked.score, 3),
                "coverage": round(ranking.coverage.get(ranked.section, 0.0), 3),
                "via": ranked.via,
                "is_quoted": ranked.id in quoted,
            }
            for ranked in ranking.passages[:LISTED]
        ],
        "walk": {
            "reached": [
                {
                    "node": place.node,
                    "hop": place.hop,
                    "score": round(place.score, 3),
                    "path": [claim_words(edge.source, edge.relation, edge.target) for edge in place.path],
                }
                for place in walk.reached[:LISTED]
            ],
            "nodes": len(walk.reached),
            "pruned": {
                "below_confidence": walk.pruned.below_confidence,
                "beyond_nodes": walk.pruned.beyond_nodes,
                "hubs": walk.pruned.hubs,
            },
            "claims": [
                {
                    "claim": claim_words(claim.subject_name, claim.relation, claim.object_name),
                    "reason": claim.reason,
                    "relevance": round(claim.relevance, 3),
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
        "say": {"verdict": verdict.word, "coverage": round(verdict.coverage, 3), "missing": verdict.missing},
    }


def format_explanation(explanation: Mapping[str, Any]) -> str:
    """Return an explanation as indented lines, one for each thing."""
    lines: list[str] = []
    for stage, facts in explanation.items():
        lines.append(f"{stage}:")
        if isinstance(facts, Mapping):
            for key, value in facts.items():
                lines += _fact_lines(key, value)
        else:
            lines += [f"  - {_one_line(entry)}" for entry in facts]
    return "\n".join(safe_line(line) for line in lines)


def _fact_lines(key: str, value: Any) -> list[str]:
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return [f"  {key}:", *(f"    - {_one_line(entry)}" for entry in value)]
    return [f"  {key}: {_one_line(value)}"]


def _one_line(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_one_line(entry)}" for key, entry in value.items() if entry not in ("", []))
    if isinstance(value, list):
        return "; ".join(map(_one_line, value))
    return str(value)
