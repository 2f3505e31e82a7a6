"""An answer as text for an agent: compact, labeled, and never over its budget.

What pages and sources say is data.  It is shown so that it cannot pass for anything else: one line in a list entry,
or lines that each begin with "> ", and signs that are not seen are spelled out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..named_tuple import NamedTuple
from ..pages.ontology import display_relation
from .packing import Candidate, pack_passages

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..model import Edge, EvidenceItem
    from .answer import Answer, PassageShown
    from .claim_paths import ClaimShown
    from .conflicts import Conflict
    from .steps import Step
    from .trace import Trace
    from .wiki_first import PageHit

MAX_QUOTE = 160
"""Characters of a claim's quote in a line; the passage itself stands under Evidence."""
MAX_NAME = 80
FIRST = 3
CUT = 0.8
"""What a shortened passage keeps of its worth beside what it covers: its reader lacks the sentences around."""
_SHARES = {"pages": 0.5, "claims": 1.2, "conflicts": 1.5, "passages": 1.0}
"""Worth of one entry of each kind beside its own score: conflicts change how all the rest is read."""
_TITLES = {"pages": "## Pages", "claims": "## Paths", "conflicts": "## Conflicts", "passages": "## Evidence"}
# Controls, soft hyphen, marks of direction, zero-width and other signs without a shape, surrogates, tags.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_OPENS_MARKUP = re.compile(r"[#>\-*+`|]|\d+[.)]\s|omitted:|gaps:")


class Rendered(NamedTuple):
    text: str
    tokens_used: int
    """By the counter in force, of the whole text."""
    omitted: tuple[tuple[str, int], ...]
    """What the answer found and the text leaves out, counted."""
    whole: tuple[int, ...] = ()
    """Places of the passages that are sent whole, among those of the answer."""


def render_answer(
    answer: Answer,
    *,
    home: str,
    count: Callable[[str], int],
    budget_tokens: int | None = None,
    trace: Trace | None = None,
) -> Rendered:
    """The text of an answer, count(text) at most budget_tokens (those of the answer's options unless given).

    What is worth most for its tokens is sent first; the order of reading stays.  The last line counts what was left
    out.  A budget too small for the head line gives a shorter head, or nothing.
    """
    budget = answer.options.budget_tokens if budget_tokens is None else budget_tokens
    candidates = _candidates(answer)
    for head in _heads(answer, home):

        def render(chosen: Sequence[Candidate], head: str = head) -> str:
            return _compose(answer, head, chosen)

        packed = pack_passages(candidates, budget, count, render)
        if trace is not None:
            trace.candidates, trace.packed = tuple(candidates), packed
        if packed.text:
            return Rendered(
                packed.text, packed.tokens_used, _omitted(answer, packed.items), _whole(candidates, packed.items)
            )
    return Rendered("", 0, _omitted(answer, ()))


def _whole(candidates: Sequence[Candidate], chosen: Sequence[Candidate]) -> tuple[int, ...]:
    texts = {each.key: each.text for each in chosen}
    passages = [each for each in candidates if each.group == "passages"]
    return tuple(place for place, each in enumerate(passages) if texts.get(each.key) == each.text)


def inline(text: str, limit: int = 0) -> str:
    """Text inside a line, as it can be used again: no line breaks, no hidden signs."""
    shown = escape_hidden(" ".join(text.split()))
    return shown[: limit - 1].rstrip() + "…" if limit and len(shown) > limit else shown


def leading(text: str, limit: int = 0) -> str:
    """The same at the beginning of a line: nothing in it opens markup, or passes for a line of ours."""
    shown = inline(text, limit)
    return "\\" + shown if _OPENS_MARKUP.match(shown) else shown


def quoted(text: str) -> str:
    """Text as a quotation of whole lines: every line begins with `> `, whatever it holds."""
    return "\n".join(
        "> " + escape_hidden(line) for line in re.split(r"\r\n?|[\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", text)
    )


def escape_hidden(text: str) -> str:
    """Signs that are not seen, spelled out as escapes."""
    return _HIDDEN.sub(_spell, text)


def _spell(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _heads(answer: Answer, home: str) -> tuple[str, ...]:
    options, verdict = answer.options, answer.verdict
    counts = f"{len(answer.pages)} pages, {len(answer.claims)} claims, {len(answer.passages)} passages"
    lines = [
        f"home: {inline(home)} | found: {counts} | wiki: {verdict.level}: {inline(verdict.reason)}",
        f"asked with: depth {options.depth}, confidence >= {options.min_confidence:g}, "
        f"at most {options.max_nodes} nodes, direction {options.direction}"
        + (f", relations {', '.join(map(inline, options.relations))}" if options.relations else "")
        + f", budget {options.budget_tokens} tokens",
    ]
    if verdict.level == "sufficient" and not options.go_on and not answer.claims:
        # Nothing was walked or searched, so none of these values had a part in the answer.
        del lines[1]
    for word, correction in answer.corrected:
        lines.append(f"corrected: {inline(word)} occurs nowhere, searched also: {inline(correction)}")
    if answer.gaps:
        lines.append("gaps: occurs nowhere: " + ", ".join(inline(word, MAX_NAME) for word in answer.gaps))
    return ("\n".join(lines), lines[0], f"home: {inline(home)} | wiki: {verdict.level}")


def _candidates(answer: Answer) -> list[Candidate]:
    found = [
        Candidate(f"pages:{at:03}", _page_line(hit), page_worth(hit, at), "pages")
        for at, hit in enumerate(answer.pages)
    ]
    worths = claim_worths(answer.claims)
    found += [
        Candidate(f"claims:{at:03}", _claim_line(each), worths[at], "claims") for at, each in enumerate(answer.claims)
    ]
    told = {each.edge: each for each in answer.claims}
    found += [
        Candidate(f"conflicts:{at:03}", _conflict_line(each, told), _SHARES["conflicts"], "conflicts")
        for at, each in enumerate(answer.conflicts)
    ]
    for at, passage in enumerate(answer.passages):
        worth = _SHARES["passages"] * max(passage.score, 0.01)
        shorter = tuple((_evidence(passage, text), CUT * worth * share) for text, share in passage.shorter if share > 0)
        found.append(Candidate(f"passages:{at:03}", _evidence(passage), worth, "passages", shorter))
    return found


def page_worth(hit: PageHit, place: int) -> float:
    """The wiki comes first: the best pages are named however small the budget, the others where there is room."""
    return (1.5 if place < FIRST else _SHARES["pages"]) * hit.score


def claim_worths(claims: Sequence[ClaimShown]) -> list[float]:
    """What each claim is worth: the few that say most of the question are sent however small the budget."""
    first = set(sorted(range(len(claims)), key=lambda at: (-claims[at].relevance, at))[:FIRST])
    return [(2.0 if at in first else _SHARES["claims"]) * each.relevance for at, each in enumerate(claims)]


def _compose(answer: Answer, head: str, chosen: Sequence[Candidate]) -> str:
    lines, room = [head], ""
    for candidate in chosen:
        if candidate.group != room:
            room = candidate.group
            lines.append(_TITLES[room])
        lines.append(candidate.text)
    omitted = ", ".join(f"{number} {kind}" for kind, number in _omitted(answer, chosen) if number)
    if omitted:
        lines.append("omitted: " + omitted)
    return "\n".join(lines)


def _omitted(answer: Answer, chosen: Sequence[Candidate]) -> tuple[tuple[str, int], ...]:
    """Counts by kind: what the answer left out itself, and what found no room."""
    sent = dict.fromkeys(_TITLES, 0)
    for candidate in chosen:
        sent[candidate.group] += 1
    counts = dict(answer.omitted)
    for kind, there in (
        ("pages", answer.pages),
        ("claims", answer.claims),
        ("conflicts", answer.conflicts),
        ("passages", answer.passages),
    ):
        counts[kind] = counts.get(kind, 0) + len(there) - sent[kind]
    return tuple(
        (kind, counts[kind]) for kind in ("pages", "nodes", "claims", "conflicts", "passages") if kind in counts
    )


def _page_line(hit: PageHit) -> str:
    stale = ", stale" if hit.stale else ""
    snippet = f': "{inline(hit.snippet, MAX_QUOTE)}"' if hit.snippet else ""
    return f"- [[{inline(hit.id)}]] {inline(hit.title, MAX_NAME)} ({hit.category}, {hit.why}{stale}){snippet}"


def _claim_line(each: ClaimShown) -> str:
    return f"{_arrow(each.edge, each.source_name, each.target_name)}{''.join(map(_source, each.evidence[:2]))}" + (
        f" +{len(each.evidence) - 2} more" if len(each.evidence) > 2 else ""
    )


def _arrow(edge: Edge, source: str, target: str) -> str:
    relation = inline(display_relation(edge.relation))
    return f"{leading(source, MAX_NAME)} -{relation}[{edge.confidence:g}]-> {inline(target, MAX_NAME)}"


def _cite(item: EvidenceItem) -> str:
    return f"  [{inline(item.source)}{f'#^{inline(item.block)}' if item.block else ''}]"


def _source(item: EvidenceItem) -> str:
    quote = f' "{inline(item.quote, MAX_QUOTE)}"' if item.quote else ""
    return f"{_cite(item)}{' stale' if item.stale else ''}{quote}"


def _conflict_line(conflict: Conflict, told: dict[Edge, ClaimShown]) -> str:
    return f"{conflict.kind}: {_side(conflict.first, told)} against {_side(conflict.second, told)}"


def _side(edge: Edge, told: dict[Edge, ClaimShown]) -> str:
    each = told.get(edge)
    if each is None:
        return _arrow(edge, edge.source, edge.target)
    return _arrow(edge, each.source_name, each.target_name) + "".join(map(_cite, each.evidence[:1]))


def _step(step: Step) -> str:
    """The name crossed, with what is claimed of it; where a line led here, the page and the line."""
    claim = f" [{inline(display_relation(step.claim.relation))} {step.claim.confidence:g}]" if step.claim else ""
    where = inline(step.name, MAX_NAME) if step.name else f"{inline(step.from_page)}:{step.line}"
    return f" via {where}{claim}"


def _evidence(passage: PassageShown, text: str | None = None) -> str:
    block = f"#^{inline(passage.block)}" if passage.block else ""
    # Most pages repeat their title as their first heading; the label has it already.
    first, _, rest = passage.heading.partition(" > ")
    heading = rest if first == passage.title else passage.heading
    where = f" > {inline(heading, MAX_NAME)}" if heading else ""
    via = "".join(map(_step, passage.steps))
    cut = ", cut" if text is not None else ""
    label = f"[{inline(passage.page)}{block}] {inline(passage.title, MAX_NAME)}{where} ({passage.why}{via}{cut})"
    return f"{label}\n{quoted(passage.text if text is None else text)}"
