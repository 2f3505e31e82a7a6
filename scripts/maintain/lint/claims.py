"""Claims that rest on nothing, quote what is not there, or contradict each other; quotes whose passage is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

from ...look.citations import QUOTING
from ...model import ClaimRow, EvidenceRow, PageRow, Quotable
from ...text.characters import unescape
from ...text.escaping import one_line
from ...text.kept import EVIDENCE_LISTS, kept_name, parse_evidence_line, property_text
from ...text.ontology import display_relation, ending_of, find_relation
from ...text.quotes import first_place, says
from .rules import CACHED_SOURCES, LintContext, LintFinding, command

_SHOWN = 60
"""Characters of a quote that a message repeats."""


def claim_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about claims, and about lines of evidence on pages of ours."""
    claims: list[ClaimRow] = []
    sources = lru_cache(maxsize=CACHED_SOURCES)(partial(_Source, context))
    for page in context.pages.values():
        rows = context.reader.claims(pages=[page.id])
        claims += rows
        for claim in rows if page.path in context.selected else ():
            for item in claim.evidence:
                yield from _unproved(context, sources, page, claim, item)
    for page in context.notes():
        if page.category in QUOTING:
            yield from _stale_evidence(context, sources, page)
    yield from _contradictions(claims)


class _Source:
    """The passages of a page that is cited, by block id and by words: thousands of lines may cite it."""

    def __init__(self, context: LintContext, path: str) -> None:
        rows = context.reader.passages(pages=[context.pages[path].id])
        self._by_block: dict[str, list[Quotable]] = {}
        self.quotables = tuple(Quotable(row.block, "", 0, len(row.text), row.line, row.text) for row in rows)
        for quotable in self.quotables:
            self._by_block.setdefault(quotable.block.lower(), []).append(quotable)

    def cited(self, block: str) -> list[Quotable]:
        """Return the passages of a block id."""
        return self._by_block.get(block.lower(), []) if block else []


def _unproved(
    context: LintContext, sources: Callable[[str], _Source], page: PageRow, claim: ClaimRow, item: EvidenceRow
) -> Iterator[LintFinding]:
    """Yield what is wrong with one piece of a claim's evidence."""
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
        fault, is_gone = _fault(context, sources(source.path), source, item.source, item.block, item.quote)
        since = property_text(source.properties, "updated") if item.is_gone else ""
        message = fault + (f" (since {since})" if since else "")
        if fault:
            rule = "stale-claim" if is_gone else "ungrounded-quote"
            yield LintFinding(rule, page.path, claim.line, message, since=since)


def _stale_evidence(context: LintContext, sources: Callable[[str], _Source], page: PageRow) -> Iterator[LintFinding]:
    """Yield a finding for each line of evidence whose source is there and whose passage is gone, or says it no more."""
    sections = {row.id: row.heading for row in context.reader.sections(pages=[page.id])}
    for row in context.reader.passages(pages=[page.id]):
        if kept_name(sections.get(row.section, "")) not in EVIDENCE_LISTS:
            continue
        for number, text in enumerate(row.text.split("\n"), row.line):
            line = parse_evidence_line(text)
            source = context.pages.get(context.resolver.resolve(line.page, page.path)) if line else None
            if line is None or source is None or not line.block or line.rest:
                continue
            message, _ = _fault(context, sources(source.path), source, line.page, line.block, unescape(line.quote))
            if message:
                yield LintFinding("stale-evidence", page.path, number, message, command("show", source.node))


def _fault(
    context: LintContext, passages: _Source, source: PageRow, called: str, block: str, quote: str
) -> tuple[str, bool]:
    """Return why words do not stand in a passage of a note, which the citing page calls so, and whether no block has
    its id; "" where they do."""
    cited = passages.cited(block)
    is_gone = bool(block) and not cited and not context.has_block(source, block)
    # A whole note is cited, or a block that is no passage of its own, or was cut into several.
    places = tuple(cited) or passages.quotables
    if not is_gone and (first_place(quote, places) or says("\n".join(each.text for each in places), quote)):
        return "", False
    message = f"[[{called}]] has no passage ^{block} any more"
    if not is_gone:
        message = f'"{one_line(quote, _SHOWN)}" does not stand in [[{called}{f"#^{block}" if cited else ""}]]'
    return message + (_where_words_stand(context, passages, quote, source, block) if block else ""), is_gone


def _where_words_stand(context: LintContext, passages: _Source, quote: str, source: PageRow, block: str) -> str:
    """Return what to say of a quote that its passage lost: where in the note its words stand; "" for nowhere."""
    found = first_place(quote, passages.quotables)
    if found is None or (found.passage.block and found.passage.block.lower() == block.lower()):
        return ""
    if found.passage.block:
        return f"; its words stand in ^{found.passage.block} now"
    lost = "" if context.has_block(source, block) else f": write ` ^{block}` at its end"
    return f"; its words stand on line {found.passage.line}, which has no block id{lost}"


def _contradictions(claims: Sequence[ClaimRow]) -> Iterator[LintFinding]:
    # What has ended contradicts nothing that came after it.
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
