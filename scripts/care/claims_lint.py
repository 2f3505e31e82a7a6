"""Claims that rest on nothing, quote what is not there, or contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..pages.knowledge.ontology import display_relation, is_asymmetric, is_functional, is_symmetric, opposites
from ..pages.page_model import Passage
from ..store.page_texts import text_of
from ..text.quotes import has_words, locate_in_passages, locate_quote
from .findings import Finding

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from ..store.page_texts import Claims
    from .survey import Survey

_SHOWN = 60


def claims_lint(survey: Survey) -> Iterator[Finding]:
    """Findings about claims, in no particular order."""
    lines: dict[int, list[int]] = {}
    for page, path, claims in _claims(survey):
        lines[page] = [claim[0] for claim in claims]
        if path in survey.selected:
            yield from _evidence(survey, path, claims)
    yield from _contradictions(survey, lines)


def cited_blocks(survey: Survey, path: str) -> frozenset[tuple[int, str, str]]:
    """(line, link path, block) of all evidence in the claims of a page: what this family answers for."""
    db = survey.ws.index.connection()
    row = db.execute("SELECT id FROM files WHERE path = ?", (path,)).fetchone()
    claims = text_of(db, row[0])[1] if row else []
    return frozenset((line, source, block.lower()) for line, *_, cited in claims for source, block, _ in cited)


def _claims(survey: Survey) -> Iterator[tuple[int, str, Claims]]:
    """Id, path and claims of every page that has claims, by path."""
    pages = survey.run(
        "SELECT f.id, f.path FROM pages p JOIN files f ON f.id = p.id WHERE p.claim_count > 0 ORDER BY f.path"
    )
    for page, path in pages.fetchall():
        yield page, path, text_of(survey.ws.index.connection(), page)[1]


def _evidence(survey: Survey, path: str, claims: Claims) -> Iterator[Finding]:
    cited = {(line, item) for line, *_, evidence in claims for item in evidence}
    for line, (source, block, quote) in sorted(cited):
        found = _check(survey, path, source, block, quote)
        if found is not None:
            yield Finding(found[0], path, line, found[1])


def _check(survey: Survey, path: str, source: str, block: str, quote: str) -> tuple[str, str] | None:
    """What is wrong with one piece of evidence: rule and message."""
    target = survey.resolve(source, path)
    known = survey.known.get(target) if target else None
    if known is None:
        return "unknown-source", f"no note [[{source}]] to cite: bring it back, or take the claim out"
    if known.is_answer:
        return "unknown-source", f"[[{source}]] is a filed answer: answers are not evidence"
    row = survey.reader.passage_at(known.id, block) if block else None
    if block and row is None and not survey.has_block(known.path, block):
        hint = survey.standing(quote, known, block)
        return "stale-claim", f"[[{source}]] has no passage ^{block} any more{hint}"
    if not has_words(quote) or (row is not None and locate_quote(quote, row.text) is not None):
        return None
    shown = quote if len(quote) <= _SHOWN else quote[: _SHOWN - 1] + "…"
    passages = survey.reader.passages_of(known.id)
    if row is not None:
        elsewhere = next((p for p in passages if p.block and locate_quote(quote, p.text) is not None), None)
        hint = f"; it stands in ^{elsewhere.block}" if elsewhere else ""
        if elsewhere is None or elsewhere.block.lower() == block.lower():
            hint = survey.standing(quote, known, block)
        return "ungrounded-quote", f'"{shown}" does not stand in [[{source}#^{block}]]{hint}'
    # A whole note is cited, or a block that is no passage of its own.
    if locate_in_passages(quote, [_passage(p) for p in passages]) is not None:
        return None
    return "ungrounded-quote", f'"{shown}" does not stand in [[{source}]]'


def _passage(row: PassageRow) -> Passage:
    return Passage(row.ordinal, row.block, row.heading, 0, len(row.text), row.line, row.text)


class _Stated(NamedTuple):
    """A claim in its canonical form, and where it stands."""

    path: str
    line: int
    source: int
    relation: str
    target: int


def _contradictions(survey: Survey, lines: dict[int, list[int]]) -> Iterator[Finding]:
    rows = survey.run(
        """SELECT DISTINCT f.path, s.page, s.claim, s.source, s.relation, s.target FROM statements s
           JOIN files f ON f.id = s.page"""
    )
    stated = sorted({_Stated(path, lines[page][claim], *edge) for path, page, claim, *edge in rows})
    names = dict(survey.run("SELECT id, name FROM nodes"))
    one_target: dict[tuple[int, str], _Stated] = {}
    by_edge: dict[tuple[int, str, int], _Stated] = {}
    for claim in stated:
        if is_functional(claim.relation):
            first = one_target.setdefault((claim.source, claim.relation), claim)
            if first.target != claim.target:
                yield _contradiction(claim, first, names, "one of the two must be wrong")
        earlier = by_edge.setdefault((claim.source, claim.relation, claim.target), claim)
        if earlier is not claim:
            continue
        if is_asymmetric(claim.relation) and claim.source != claim.target:
            back = by_edge.get((claim.target, claim.relation, claim.source))
            if back is not None:
                yield _contradiction(claim, back, names, "it cannot hold in both directions")
        for opposite in opposites(claim.relation):
            other = by_edge.get((claim.source, opposite, claim.target))
            if other is None and is_symmetric(opposite):
                other = by_edge.get((claim.target, opposite, claim.source))
            if other is None and is_symmetric(claim.relation):
                other = by_edge.get((claim.target, opposite, claim.source))
            if other is not None:
                yield _contradiction(claim, other, names, "the two are opposites")


def _contradiction(claim: _Stated, other: _Stated, names: dict[int, str], why: str) -> Finding:
    message = f"{_said(claim, names)}, but {other.path}:{other.line} says {_said(other, names)}: {why}"
    return Finding("contradiction", claim.path, claim.line, message)


def _said(claim: _Stated, names: dict[int, str]) -> str:
    return f"[[{names[claim.source]}]] {display_relation(claim.relation)} [[{names[claim.target]}]]"
