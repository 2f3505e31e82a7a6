"""An answer as one JSON document: the same content as the text, within the same budget, counted as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .packing import Candidate, pack_passages
from .render import CUT, claim_worths, page_worth

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .answer import Answer, PassageShown
    from .claim_paths import ClaimShown
    from .steps import Step
    from .wiki_first import PageHit

_Entry = tuple[dict[str, Any], float, "Sequence[tuple[dict[str, Any], float]]"]
"""A value, its score, and shorter forms of it with the share of the score they keep."""

_WORTH = {"pages": 0.5, "paths": 1.2, "conflicts": 1.5, "evidence": 1.0}
"""Worth of one entry of each kind beside its own score, as in the text."""


def answer_document(
    answer: Answer, *, home: str, count: Callable[[str], int]
) -> tuple[dict[str, Any], int, tuple[tuple[str, int], ...]]:
    """The document, its size in tokens as printed, and what was left out, counted by kind.

    Where even the frame is over the budget, the document is empty.
    """
    candidates = [
        *_entries(
            "pages", [(_page(hit), page_worth(hit, at) / _WORTH["pages"], ()) for at, hit in enumerate(answer.pages)]
        ),
        *_entries(
            "paths",
            [_path(each, worth / _WORTH["paths"]) for each, worth in zip(answer.claims, claim_worths(answer.claims))],
        ),
        *_entries("conflicts", [(_conflict(each), 1.0, ()) for each in answer.conflicts]),
        *_entries("evidence", [_passage(each) for each in answer.passages]),
    ]

    def render(chosen: Sequence[Candidate]) -> str:
        return json.dumps(_compose(answer, home, chosen), ensure_ascii=False)

    packed = pack_passages(candidates, answer.options.budget_tokens, count, render)
    if not packed.text:
        return {}, 0, _omitted(answer, ())
    document = _compose(answer, home, packed.items)
    return document, packed.tokens_used, _omitted(answer, packed.items)


def _entries(kind: str, items: Sequence[_Entry]) -> list[Candidate]:
    found = []
    for at, (value, score, shorter) in enumerate(items):
        worth = _WORTH[kind] * max(score, 0.01)
        forms = tuple((_text(form), CUT * worth * share) for form, share in shorter if share > 0)
        found.append(Candidate(f"{kind}:{at:03}", _text(value), worth, kind, forms))
    return found


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _compose(answer: Answer, home: str, chosen: Sequence[Candidate]) -> dict[str, Any]:
    options = answer.options
    document: dict[str, Any] = {
        "question": answer.question,
        "home": home,
        "asked_with": {
            "depth": options.depth,
            "min_confidence": options.min_confidence,
            "max_nodes": options.max_nodes,
            "direction": options.direction,
            "relations": list(options.relations),
            "budget_tokens": options.budget_tokens,
        },
        "wiki": {"level": answer.verdict.level, "reason": answer.verdict.reason, "page": answer.verdict.page},
        "pages": [],
        "paths": [],
        "conflicts": [],
        "evidence": [],
        "corrected": [list(pair) for pair in answer.corrected],
        "gaps": list(answer.gaps),
        "omitted": dict(_omitted(answer, chosen)),
    }
    for candidate in chosen:
        document[candidate.group].append(json.loads(candidate.text))
    return document


def _omitted(answer: Answer, chosen: Sequence[Candidate]) -> tuple[tuple[str, int], ...]:
    sent = dict.fromkeys(_WORTH, 0)
    for candidate in chosen:
        sent[candidate.group] += 1
    there = {
        "pages": len(answer.pages),
        "paths": len(answer.claims),
        "conflicts": len(answer.conflicts),
        "evidence": len(answer.passages),
    }
    found = dict(answer.omitted)
    earlier = {"pages": found.get("pages", 0), "paths": found.get("claims", 0)}
    counts = {kind: there[kind] - sent[kind] + earlier.get(kind, 0) for kind in there}
    return (*counts.items(), ("nodes", found.get("nodes", 0)))


def _page(hit: PageHit) -> dict[str, Any]:
    return {
        "id": hit.id,
        "title": hit.title,
        "path": hit.path,
        "category": hit.category,
        "why": hit.why,
        "score": round(hit.score, 3),
        "stale": hit.stale,
        "snippet": hit.snippet,
    }


def _path(each: ClaimShown, worth: float) -> _Entry:
    """A claim; shorter: with one quote, then with its citations alone."""
    value: dict[str, Any] = {
        "source": each.edge.source,
        "relation": each.edge.relation,
        "target": each.edge.target,
        "confidence": each.edge.confidence,
        "sources": each.edge.sources,
        "hop": each.hop,
        "path": list(each.path),
        "path_confidence": round(each.path_confidence, 3),
    }
    if each.walked:
        value["walked"] = [[edge.source, edge.relation, edge.target, edge.confidence] for edge in each.walked]
    evidence = [
        {
            "cite": f"{item.source}#^{item.block}" if item.block else item.source,
            "quote": item.quote,
            "stale": item.stale,
        }
        for item in each.evidence[:2]
    ]
    cited = [{"cite": item["cite"], "stale": item["stale"]} for item in evidence]
    shorter = [({**value, "evidence": evidence[:1]}, 1.1), ({**value, "evidence": cited}, 0.9)]
    return {**value, "evidence": evidence}, worth, shorter


def _conflict(conflict: Any) -> dict[str, Any]:
    return {
        "kind": conflict.kind,
        "claims": [[edge.source, edge.relation, edge.target, edge.confidence] for edge in conflict[1:]],
    }


def _passage(each: PassageShown) -> _Entry:
    """A passage; shorter: without what is claimed on its way, then cut to some of its sentences."""
    value: dict[str, Any] = {
        "cite": f"{each.page}#^{each.block}" if each.block else each.page,
        "title": each.title,
        "heading": each.heading,
        "path": each.path,
        "line": each.line,
        "why": each.why,
        "via": [_step(step) for step in each.steps],
        "text": each.text,
    }
    plain = {**value, "via": [_step(step._replace(claim=None)) for step in each.steps]}
    shorter = [({**plain, "text": text, "cut": True}, share) for text, share in each.shorter]
    return value, each.score, [*([(plain, 1.2)] if plain != value else []), *shorter]


def _step(step: Step) -> dict[str, Any]:
    """Where a step departs and what it crosses.  It leads to where the next departs, the last to the passage itself."""
    value: dict[str, Any] = {
        "from": f"{step.from_page}#^{step.from_block}" if step.from_block else step.from_page,
        "how": step.how,
    }
    if step.name:
        value["name"] = step.name
    else:
        value["line"] = f"{step.claimed_in}:{step.line}"
    if step.claim:
        value["claim"] = [step.claim.source, step.claim.relation, step.claim.target, step.claim.confidence]
        value["cite"] = step.cite
    return value
