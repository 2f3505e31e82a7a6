"""An answer as one JSON document: the same content as the text, within the same budget, counted as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...errors import NoRoomError
from ...pages.passage_marks import marks_of
from ...pages.text.words import size
from ..budget.claim_worths import claim_worths, conflict_worths, newer_than
from ..budget.packing import Candidate, pack_passages
from ..budget.worth import BARE, CUT, LABEL, is_quoted, page_worths, passage_worths
from ..extracts.rows import SHORTER, above, matching_rows
from ..extracts.windows import windows
from .escaping import json_text

if TYPE_CHECKING:
    from ..answer_values import Answer, PageHit, PassageShown
    from ..search.claim_paths import ClaimShown
    from ..search.steps import Step

TOLD = 0.97
"""What a passage keeps of its worth without what is claimed on its way."""
_KINDS = ("pages", "paths", "conflicts", "evidence")
_NO_ENTRIES = '"pages": [], "paths": [], "conflicts": [], "evidence": []'
_LEAST = {
    "pages": '{"id":"","title":"","path":"","category":"","why":"","score":0,"stale":true,"snippet":""}',
    "paths": '{"source":"","relation":"","target":"","confidence":1,"sources":1,"hop":1,"path":[],"path_confidence":1,'
    '"evidence":[]}',
    "conflicts": '{"kind":"","claims":[]}',
    "evidence": '{"cite":"","title":"","heading":"","path":"","line":1,"why":"","via":[],"text":""}',
}
"""What an entry of each kind has at least; a passage has its text, too."""


def answer_document(
    answer: Answer, *, home: str, count: Callable[[str], int]
) -> tuple[dict[str, Any], int, tuple[tuple[str, int], ...]]:
    """The document, its size in tokens as printed, and what was left out, counted by kind.

    Raises NoRoomError where even the frame is over the budget.
    """
    worths = {
        "pages": page_worths(answer),
        "paths": claim_worths(answer),
        "conflicts": conflict_worths(answer),
        "evidence": passage_worths(answer),
    }
    texts = [each.text for each in answer.passages]
    candidates = [
        Candidate(
            f"{kind}:{at:03}", "", worth, kind, (), len(_LEAST[kind]) + (size(texts[at]) if kind == "evidence" else 0)
        )
        for kind, found in worths.items()
        for at, worth in enumerate(found)
    ]
    render = _renderer(answer, home)

    def write(candidate: Candidate) -> Candidate:
        kind, at = _place(candidate)
        worth = candidate.utility
        if kind == "pages":
            page = _page(answer.pages[at])
            return _entry(candidate, [(page, worth), ({**page, "snippet": ""}, BARE * worth)])
        if kind == "paths":
            return _entry(candidate, _path(answer.claims[at], worth, answer))
        if kind == "conflicts":
            return _entry(candidate, [(_conflict(answer.conflicts[at]), worth)])
        return _entry(candidate, _evidence(answer.passages[at], worth, answer))

    def shorten(candidate: Candidate) -> list[tuple[str, float]]:
        kind, at = _place(candidate)
        if kind != "evidence":
            return []
        shown = answer.passages[at]
        passage = _plain_passage(shown, answer)
        forms = [
            (json_text({**passage, "text": text, "cut": True}), CUT * candidate.utility * share)
            for text, share in windows(shown.text, answer.asked, above(shown))
            if share > 0
        ]
        return forms if at else [*forms, (json_text({**passage, "text": "", "cut": True}), LABEL)]

    packed = pack_passages(candidates, answer.options.budget_tokens, count, render, shorten=shorten, write=write)
    if not packed.text:
        raise NoRoomError("an answer as JSON", answer.options.budget_tokens, _least(answer, home, count))
    return json.loads(packed.text), packed.tokens_used, _omitted(answer, packed.items)


def _least(answer: Answer, home: str, count: Callable[[str], int]) -> int:
    """The smallest budget that the frame fits, which names its budget itself."""
    least, needed = 0, 1
    while needed > least:
        least = needed
        framed = answer._replace(options=answer.options._replace(budget_tokens=least))
        needed = count(_renderer(framed, home)(()))
    return least


def _entry(candidate: Candidate, forms: Sequence[tuple[dict[str, Any], float]]) -> Candidate:
    (whole, worth), *shorter = [(json_text(value), worth) for value, worth in forms]
    return Candidate(candidate.key, whole, worth, candidate.group, tuple(shorter))


def _place(candidate: Candidate) -> tuple[str, int]:
    return candidate.group, int(candidate.key.rpartition(":")[2])


def _evidence(each: PassageShown, worth: float, answer: Answer) -> list[tuple[dict[str, Any], float]]:
    """A passage, without what led to it, and of a table or of properties what answers."""
    forms = [(_passage(each, answer), worth)]
    if each.steps:
        forms.append((_plain_passage(each, answer), TOLD * worth))
    found = matching_rows(each.text, above(each), answer.asked)
    if found:
        forms.append(({**_plain_passage(each, answer), "text": found.text, "cut": True}, SHORTER * worth * found.share))
    return forms


def _renderer(answer: Answer, home: str) -> Callable[[Sequence[Candidate]], str]:
    """What puts the document together, of entries that are written already."""
    before, after = json_text(_frame(answer, home)).split(_NO_ENTRIES)

    def render(chosen: Sequence[Candidate]) -> str:
        entries = {kind: ", ".join(each.text for each in chosen if each.group == kind) for kind in _KINDS}
        listed = ", ".join(f'"{kind}": [{texts}]' for kind, texts in entries.items())
        return f'{before}{listed}{after[:-1]}, "omitted": {json_text(dict(_omitted(answer, chosen)))}}}'

    return render


def _frame(answer: Answer, home: str) -> dict[str, Any]:
    """The document without its entries, and without what was left out."""
    options = answer.options
    return {
        "question": answer.question,
        "home": home,
        "asked_with": {
            "depth": options.depth,
            "min_confidence": options.min_confidence,
            "max_nodes": options.max_nodes,
            "direction": options.direction,
            "relations": list(options.relations),
            "budget_tokens": options.budget_tokens,
            **({"unheld": list(options.unheld)} if options.unheld else {}),
        },
        "wiki": {"level": answer.verdict.level, "reason": answer.verdict.reason, "page": answer.verdict.page},
        "pages": [],
        "paths": [],
        "conflicts": [],
        "evidence": [],
        "corrected": [list(pair) for pair in answer.corrected],
        "gaps": list(answer.gaps),
    }


def _omitted(answer: Answer, chosen: Sequence[Candidate]) -> tuple[tuple[str, int], ...]:
    sent = dict.fromkeys(_KINDS, 0)
    shown = set()
    for candidate in chosen:
        sent[candidate.group] += 1
        if candidate.group == "evidence":
            shown.add(answer.passages[int(candidate.key.partition(":")[2])].page)
    sent["pages"] += sum(is_quoted(hit, shown) for hit in answer.pages)
    there = {
        "pages": len(answer.pages),
        "paths": len(answer.claims),
        "conflicts": len(answer.conflicts),
        "evidence": len(answer.passages),
    }
    found = dict(answer.omitted)
    earlier = {
        kind: found.get(of, 0) for kind, of in (("pages", "pages"), ("paths", "claims"), ("evidence", "passages"))
    }
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
        "stale": bool(hit.stale),
        "snippet": hit.snippet,
    }


def _path(each: ClaimShown, worth: float, answer: Answer) -> list[tuple[dict[str, Any], float]]:
    """A claim; shorter: with one quote, then with its citations alone."""
    subject, object_ = newer_than(each, answer)
    value: dict[str, Any] = {
        "source": each.edge.source,
        "relation": each.edge.relation,
        "target": each.edge.target,
        "confidence": each.edge.confidence,
        "sources": each.edge.sources,
        **({"replaced_by": subject.newest} if subject else {}),
        **({"target_replaced_by": object_.newest} if object_ else {}),
        "hop": each.hop,
        "path": list(each.path),
        "path_confidence": round(each.path_confidence, 3),
    }
    evidence = [
        {
            "cite": f"{item.source}#^{item.block}" if item.block else item.source,
            "quote": item.quote,
            "stale": item.stale,
        }
        for item in islice(each.evidence, 2)
    ]
    cited = [{"cite": item["cite"], "stale": item["stale"]} for item in evidence]
    return [
        ({**value, "evidence": evidence}, worth),
        ({**value, "evidence": evidence[:1]}, 0.9 * worth),
        ({**value, "evidence": cited}, 0.7 * worth),
    ]


def _conflict(conflict: Any) -> dict[str, Any]:
    return {
        "kind": conflict.kind,
        "claims": [[edge.source, edge.relation, edge.target, edge.confidence] for edge in conflict[1:]],
    }


def _passage(each: PassageShown, answer: Answer) -> dict[str, Any]:
    marks = marks_of(each.text, each.category)
    return {
        "cite": f"{each.page}#^{each.block}" if each.block else each.page,
        **({"marks": list(marks)} if marks else {}),
        **({"stale": True} if answer.is_stale(each.page) else {}),
        **({"day": each.day} if each.day else {}),
        "title": each.title,
        "heading": each.heading,
        "path": each.path,
        "line": each.line,
        "why": each.why,
        "via": [_step(step) for step in each.steps],
        "text": each.text,
    }


def _plain_passage(each: PassageShown, answer: Answer) -> dict[str, Any]:
    """A passage without what is claimed on its way."""
    return {**_passage(each, answer), "via": [_step(step._replace(claim=None)) for step in each.steps]}


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
