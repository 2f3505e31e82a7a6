"""Claims that rest on nothing, quote what is not there, or contradict each other; quotes whose passage is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...look.citations import QUOTING
from ...model import ClaimRow, EvidenceRow, PageRow, PassageRow, Quotable
from ...text.characters import has_words, unescape
from ...text.kept import EVIDENCE_LISTS, kept_name, parse_evidence_line, property_text
from ...text.ontology import display_relation, ending_of, find_relation
from ...text.quotes import find_spread, first_place, locate_quote, says
from .rules import CACHED_SOURCES, LintContext, LintFinding, command

_SHOWN = 60
"""Characters of a quote that a message repeats."""


def claim_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about claims, and about lines of evidence on pages of ours."""
    claims: list[ClaimRow] = []
    sources = lru_cache(maxsize=CACHED_SOURCES)(lambda path: _Source(context.passages(context.pages[path])))
    for page in context.pages.values():
        rows = context.reader.claims(pages=[page.id])
        claims += rows
        if page.path not in context.selected:
            continue
        for claim in rows:
            for item in claim.evidence:
                problem = _problem(context, sources, page, item)
                if problem is not None:
                    rule, message = problem
                    source = context.pages.get(item.path) if item.is_gone else None
                    since = property_text(source.properties, "updated") if source else ""
                    message += f" (since {since})" if since else ""
                    yield LintFinding(rule, page.path, claim.line, message, since=since)
    for page in context.notes():
        if page.category in QUOTING:
            yield from _stale_evidence(context, sources, page)
    yield from _contradictions(claims)


class _Source:
    """The passages of a page that is cited, by block id and by words: thousands of lines may cite it."""

    def __init__(self, rows: Sequence[PassageRow]) -> None:
        self._by_block: dict[str, list[PassageRow]] = {}
        for row in rows:
            self._by_block.setdefault(row.block.lower(), []).append(row)
        self.quotables = _quotables(rows)

    def cited(self, block: str) -> list[PassageRow]:
        """Return the passages of a block id."""
        return self._by_block.get(block.lower(), []) if block else []


_Sources = Callable[[str], _Source]


def _quotables(rows: Sequence[PassageRow]) -> tuple[Quotable, ...]:
    return tuple(Quotable(row.block, "", 0, len(row.text), row.line, row.text) for row in rows)


def _problem(context: LintContext, sources: _Sources, page: PageRow, item: EvidenceRow) -> tuple[str, str] | None:
    """Return what is wrong with one piece of evidence: rule and message."""
    if item.path == page.path and not item.block:
        # A person's own claim rests on its page.
        return None
    source = context.pages.get(item.path)
    if source is None:
        return "unknown-source", f"no note [[{item.source}]] to cite: bring it back, or take the claim out"
    if source.category == "topics" and source.properties.get("question"):
        return "unknown-source", f"[[{item.source}]] is a filed answer: answers are not evidence"
    passages = sources(source.path)
    cited = passages.cited(item.block)
    if item.block and not cited and not context.has_block(source, item.block):
        message = f"[[{item.source}]] has no passage ^{item.block} any more"
        return "stale-claim", message + _where_words_stand(context, passages, item.quote, source, item.block)
    if not has_words(item.quote) or any(locate_quote(item.quote, row.text) is not None for row in cited):
        return None
    # A whole note is cited, or a block that is no passage of its own, or was cut into several.
    stand_in = _quotables(cited) or passages.quotables
    if first_place(item.quote, stand_in) or find_spread(item.quote, stand_in):
        return None
    message = f'"{_shown(item.quote)}" does not stand in [[{item.source}'
    if not cited:
        return "ungrounded-quote", message + "]]"
    message += f"#^{item.block}]]"
    return "ungrounded-quote", message + _where_words_stand(context, passages, item.quote, source, item.block)


def _where_words_stand(context: LintContext, passages: _Source, quote: str, source: PageRow, block: str) -> str:
    """Return what to say of a quote that its passage lost: where in the note its words stand; "" for nowhere."""
    found = first_place(quote, passages.quotables)
    if found is None or (found.passage.block and found.passage.block.lower() == block.lower()):
        return ""
    if found.passage.block:
        return f"; its words stand in ^{found.passage.block} now"
    lost = "" if context.has_block(source, block) else f": write ` ^{block}` at its end"
    return f"; its words stand on line {found.passage.line}, which has no block id{lost}"


def _stale_evidence(context: LintContext, sources: _Sources, page: PageRow) -> Iterator[LintFinding]:
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
            passages = sources(source.path)
            cited = [passage.text for passage in passages.cited(line.block)]
            said = f': "{_shown(quote)}"' if quote else ""
            if cited and says("\n".join(cited), quote):
                continue
            message = f"[[{line.page}#^{line.block}]] does not say{said} any more"
            if not cited:
                if context.has_block(source, line.block):
                    continue
                message = f"[[{line.page}]] has no passage ^{line.block} any more{said}"
            message += _where_words_stand(context, passages, quote, source, line.block)
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
    # What has ended contradicts nothing that came after it.
    held = [row for row in claims if not ending_of(row.note)]
    stated = sorted({_Stated(row.path, row.line, row.subject, row.relation, row.object) for row in held})
    one_object: dict[tuple[str, str], _Stated] = {}
    by_edge: dict[tuple[str, str, str], _Stated] = {}
    for claim in stated:
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


def _contradiction(claim: _Stated, other: _Stated, why: str) -> LintFinding:
    message = f"{claim}, but {other.path}:{other.line} says {other}: {why}"
    return LintFinding("contradiction", claim.path, claim.line, message)
