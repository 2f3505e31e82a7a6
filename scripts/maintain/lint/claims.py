"""Claims that rest on nothing, quote what is not there, or contradict each other; quotes whose passage is gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...index_store.citations import QUOTING
from ...model import ClaimRow, EvidenceRow, PageRow, PassageRow, Quotable
from ...text.kept_lines import EVIDENCE_LISTS, kept_name, parse_evidence_line, unescape
from ...text.ontology import display_relation, is_asymmetric, is_functional, is_symmetric, opposites
from ...text.property_values import property_text
from ...text.quotes import has_words, locate_in_passages, locate_quote, says
from ..claim_lists import stale_claim_lists
from .rules import FIX, LintContext, LintFinding, command

_SHOWN = 60
"""Characters of a quote that a message repeats."""


def claim_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about claims, and about lines of evidence on pages of ours."""
    claims: list[ClaimRow] = []
    for page in context.pages.values():
        rows = context.reader.claims(pages=[page.id])
        claims += rows
        if page.path not in context.selected:
            continue
        for claim in rows:
            for item in claim.evidence:
                problem = _problem(context, page, item)
                if problem is not None:
                    rule, message = problem
                    source = context.pages.get(item.path) if item.is_gone else None
                    since = property_text(source.properties, "updated") if source else ""
                    message += f" (since {since})" if since else ""
                    yield LintFinding(rule, page.path, claim.line, message, since=since)
    for page in context.notes():
        if page.category in QUOTING:
            yield from _stale_evidence(context, page)
    yield from _contradictions(claims)


def list_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield a finding for each page whose list of claims is not what is claimed now."""
    message = "the list of claims is not what is claimed now"
    for path, line in stale_claim_lists(context.copy, context.reader).items():
        yield LintFinding("claim-list", path, line, message, FIX)


def _problem(context: LintContext, page: PageRow, item: EvidenceRow) -> tuple[str, str] | None:
    """Return what is wrong with one piece of evidence: rule and message."""
    if item.path == page.path and not item.block:
        # A person's own claim rests on its page.
        return None
    source = context.pages.get(item.path)
    if source is None:
        return "unknown-source", f"no note [[{item.source}]] to cite: bring it back, or take the claim out"
    if source.category == "topics" and source.properties.get("question"):
        return "unknown-source", f"[[{item.source}]] is a filed answer: answers are not evidence"
    rows = context.passages(source)
    cited = [row for row in rows if row.block and row.block.lower() == item.block.lower()]
    if item.block and not cited and not context.has_block(source, item.block):
        message = f"[[{item.source}]] has no passage ^{item.block} any more"
        return "stale-claim", message + _where_words_stand(context, item.quote, source, item.block)
    if not has_words(item.quote) or any(locate_quote(item.quote, row.text) is not None for row in cited):
        return None
    quotables = [Quotable(row.block, "", 0, len(row.text), row.line, row.text) for row in cited or rows]
    # A whole note is cited, or a block that is no passage of its own, or was cut into several.
    if locate_in_passages(item.quote, quotables) is not None:
        return None
    message = f'"{_shown(item.quote)}" does not stand in [[{item.source}'
    if not cited:
        return "ungrounded-quote", message + "]]"
    message += f"#^{item.block}]]"
    elsewhere = next((row for row in rows if row.block and locate_quote(item.quote, row.text) is not None), None)
    if elsewhere is not None and elsewhere.block.lower() != item.block.lower():
        return "ungrounded-quote", f"{message}; it stands in ^{elsewhere.block}"
    return "ungrounded-quote", message + _where_words_stand(context, item.quote, source, item.block)


def _where_words_stand(context: LintContext, quote: str, source: PageRow, block: str) -> str:
    """Return what to say of a quote that its passage lost: where in the note its words stand; "" for nowhere."""
    words = " ".join(quote.split())
    rows = [row for row in context.passages(source) if words and words in " ".join(row.text.split())]
    reached, unreached = _by_reach(rows, context.passages(source))
    # The first of an id is the one that links reach.
    if reached and reached[0].block.lower() != block.lower():
        return f"; its words stand in ^{reached[0].block} now"
    if not unreached:
        return ""
    line = unreached[0].line
    if context.has_block(source, block):
        return f"; its words stand on line {line} now, without a block id of their own"
    return f"; its words stand on line {line}, which lost its block id: write ` ^{block}` at its end"


def _by_reach(rows: Sequence[PassageRow], all_rows: Sequence[PassageRow]) -> tuple[list[PassageRow], list[PassageRow]]:
    """Return the passages that a link reaches, and those that none does: without an id, or with one that an earlier
    passage has."""
    first: dict[str, int] = {}
    for row in all_rows:
        first.setdefault(row.block.lower(), row.line)
    reached = [row for row in rows if row.block and first[row.block.lower()] == row.line]
    return reached, [row for row in rows if row not in reached]


def _stale_evidence(context: LintContext, page: PageRow) -> Iterator[LintFinding]:
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
            quote = unescape(line.quote)
            block = line.block.lower()
            cited = [passage.text for passage in context.passages(source) if passage.block.lower() == block]
            said = f': "{_shown(quote)}"' if quote else ""
            if cited and says("\n".join(cited), quote):
                continue
            message = f"[[{line.page}#^{line.block}]] does not say{said} any more"
            if not cited:
                if context.has_block(source, line.block):
                    continue
                message = f"[[{line.page}]] has no passage ^{line.block} any more{said}"
            message += _where_words_stand(context, quote, source, line.block)
            yield LintFinding("stale-evidence", page.path, number, message, command("show", source.node))


def _shown(quote: str) -> str:
    return quote if len(quote) <= _SHOWN else quote[: _SHOWN - 1] + "…"


# --- Contradictions ---------------------------------------------------------------------------------------------------


class _Stated(NamedTuple):
    """A claim, and where it stands."""

    path: str
    line: int
    subject: str
    relation: str
    object: str

    def __str__(self) -> str:
        return f"[[{self.subject}]] {display_relation(self.relation)} [[{self.object}]]"


def _contradictions(claims: Sequence[ClaimRow]) -> Iterator[LintFinding]:
    stated = sorted({_Stated(row.path, row.line, row.subject, row.relation, row.object) for row in claims})
    one_object: dict[tuple[str, str], _Stated] = {}
    by_edge: dict[tuple[str, str, str], _Stated] = {}
    for claim in stated:
        subject, relation, object_ = claim.subject, claim.relation, claim.object
        if is_functional(relation):
            first = one_object.setdefault((subject, relation), claim)
            if first.object != object_:
                yield _contradiction(claim, first, "one of the two must be wrong")
        if by_edge.setdefault((subject, relation, object_), claim) is not claim:
            continue
        back = by_edge.get((object_, relation, subject))
        if is_asymmetric(relation) and subject != object_ and back is not None:
            yield _contradiction(claim, back, "it cannot hold in both directions")
        for opposite in opposites(relation):
            other = by_edge.get((subject, opposite, object_))
            if other is None and (is_symmetric(opposite) or is_symmetric(relation)):
                other = by_edge.get((object_, opposite, subject))
            if other is not None:
                yield _contradiction(claim, other, "the two are opposites")


def _contradiction(claim: _Stated, other: _Stated, why: str) -> LintFinding:
    message = f"{claim}, but {other.path}:{other.line} says {other}: {why}"
    return LintFinding("contradiction", claim.path, claim.line, message)
