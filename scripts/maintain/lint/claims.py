"""Claims that rest on nothing, quote words that are not there, or contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model import ClaimRow, EvidenceRow, PageRow
from ...text.characters import has_words
from ...text.escaping import one_line
from ...text.kept import property_text
from ...text.ontology import display_relation, ending_of, find_relation
from .rules import LintContext, LintFinding

_SHOWN = 60
"""Characters of a quote that a message repeats."""


def claim_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about claims."""
    claims: list[ClaimRow] = []
    for page in context.pages.values():
        rows = context.reader.claims(pages=[page.id])
        claims += rows
        for claim in rows if page.path in context.selected else ():
            for item in claim.evidence:
                yield from _check_item(context, page, claim, item)
    yield from _contradictions(claims)


def _check_item(context: LintContext, page: PageRow, claim: ClaimRow, item: EvidenceRow) -> Iterator[LintFinding]:
    """Yield findings about one piece of a claim's evidence."""
    if item.path == page.path and not item.block:
        # A person's own claim rests on its page.
        return
    source = context.pages.get(item.path)
    if source is None:
        message = f"no note [[{item.source}]] to cite: bring it back, or take the claim out"
        yield LintFinding("unknown-source", page.path, claim.line, message)
    elif source.category == "topics" and source.properties.get("question"):
        message = f"[[{item.source}]] is a filed answer: answers are not evidence"
        yield LintFinding("unknown-source", page.path, claim.line, message)
    else:
        is_lost = bool(item.block) and not context.has_block(source, item.block)
        if is_lost or not _is_quoted(context, source, item):
            rule, since = ("stale-claim" if is_lost else "ungrounded-quote"), ""
            if item.is_gone:
                since = property_text(source.properties, "updated")
            message = _describe(item, is_lost=is_lost) + (f" (since {since})" if since else "")
            yield LintFinding(rule, page.path, claim.line, message, since=since)


def _is_quoted(context: LintContext, source: PageRow, item: EvidenceRow) -> bool:
    """Whether the quoted words are in the note or block that is cited."""
    if not has_words(item.quote) or (not item.is_gone and item.standing.lower() == item.block.lower()):
        return True
    # A block may be a part of a passage: then its words are in that passage.
    return not item.is_gone and not context.has_passage(source, item.block)


def _describe(item: EvidenceRow, *, is_lost: bool) -> str:
    """Return the message about a wrong quote, with the place of its words in the note."""
    cited = f"{item.source}{'#^' * bool(item.block)}{item.block}"
    if is_lost:
        message = f"[[{item.source}]] has no passage ^{item.block} any more"
    else:
        message = f'"{one_line(item.quote, _SHOWN)}" does not stand in [[{cited}]]'
    if item.is_gone or not item.block or not has_words(item.quote):
        return message
    if item.standing:
        return f"{message}; its words stand in ^{item.standing} now"
    lost = f": write ` ^{item.block}` at its end" if is_lost else ""
    return f"{message}; its words stand on line {item.line}, which has no block id{lost}"


def _contradictions(claims: Sequence[ClaimRow]) -> Iterator[LintFinding]:
    # A claim that ended contradicts no later one.
    rows = [row for row in claims if not ending_of(row.note)]
    held = {(row.path, row.line, row.subject, row.relation, row.object): row for row in rows}
    one_object: dict[tuple[str, str], ClaimRow] = {}
    by_edge: dict[tuple[str, str, str], ClaimRow] = {}
    for _, claim in sorted(held.items(), key=lambda item: item[0]):
        subject, relation, object_ = claim.subject, claim.relation, claim.object
        known = find_relation(relation)
        if known.is_functional:
            first = one_object.setdefault((subject, relation), claim)
            if first.object != object_:
                yield _contradiction(claim, first, "one of the two must be wrong")
        if by_edge.setdefault((subject, relation, object_), claim) is not claim:
            continue
        back = by_edge.get((object_, relation, subject))
        if known.is_asymmetric and subject != object_ and back is not None:
            yield _contradiction(claim, back, "it cannot hold in both directions")
        for opposite in known.opposites:
            other = by_edge.get((subject, opposite, object_))
            if other is None and (find_relation(opposite).is_symmetric or known.is_symmetric):
                other = by_edge.get((object_, opposite, subject))
            if other is not None:
                yield _contradiction(claim, other, "the two are opposites")


def _contradiction(claim: ClaimRow, other: ClaimRow, why: str) -> LintFinding:
    one, two = (f"[[{row.subject}]] {display_relation(row.relation)} [[{row.object}]]" for row in (claim, other))
    message = f"{one}, but {other.path}:{other.line} says {two}: {why}"
    return LintFinding("contradiction", claim.path, claim.line, message)
