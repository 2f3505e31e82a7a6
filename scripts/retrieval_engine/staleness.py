"""Whether what a page quotes still stands where it cites it: its lines of evidence, and the evidence of its claims.

Filed answers carry hashes of what they rest on besides (filed.py).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..model import ClaimRow, EvidenceRow, LinkRow, PageRow, PassageRow
from ..text.characters import unescape
from ..text.kept_lines import EvidenceLine, parse_evidence_line
from ..text.ontology import claim_words
from ..text.property_values import property_text
from ..text.quotes import says
from .resting import REPLACES

QUOTING = ("entities", "summaries", "topics")
"""Categories of pages that machines write from sources, with a quote for what they say."""

LONGEST_QUOTE = 80
"""Characters of a quote that are repeated."""

_BLOCK_ID = re.compile(r"\^[A-Za-z0-9-]+")


def evidence_quotes(text: str) -> tuple[str, ...] | None:
    """Return the quotes in a list of evidence; None for a text with anything else."""
    quotes: list[str] = []
    # Nearly every text is told apart by its first line.
    for line in filter(str.strip, text.split("\n")):
        found = next(_evidence_lines([line]), None)
        if found is None:
            return None
        quotes.append(_quote(found))
    return tuple(quotes) or None


def stale_evidence(reader: IndexReader, page: PageRow) -> tuple[str, ...]:
    """Return what a page quotes and its sources no longer say, in words; nothing for a page that people write.

    Cost: four look-ups for a page that quotes sources.
    """
    claims = gone_evidence(reader.claims(pages=[page.id]))
    if page.category not in QUOTING:
        return claims
    links = reader.links(pages=[page.id])
    targets = sorted({link.target_page for link in links if link.target_page is not None and "#^" in link.link})
    cited = reader.passages(pages=targets) if targets else []
    return tuple(dict.fromkeys((*gone_quotes(reader.passages(pages=[page.id]), links, cited), *claims)))


def gone_evidence(claims: Iterable[ClaimRow]) -> tuple[str, ...]:
    """Return what claims rest on and is gone, in words."""
    return tuple(dict.fromkeys(_gone(piece) for claim in claims for piece in claim.evidence if piece.is_gone))


def replaced_things(
    reader: IndexReader, claims: Sequence[ClaimRow], passages: Collection[int], *, min_confidence: float
) -> tuple[tuple[str, str, str], ...]:
    """Return things of which some passages prove a claim and that another thing replaces: each with that one and the
    place that says so.

    claims: those that the passages prove.  Cost: one look-up.
    """
    things = sorted({claim.subject for claim in claims if any(piece.passage in passages for piece in claim.evidence)})
    found = []
    for claim in reader.claims(nodes=things) if things else ():
        if claim.relation == REPLACES and claim.object in things and claim.confidence >= min_confidence:
            standing = [piece for piece in claim.evidence if not piece.is_gone]
            found += [(claim.object_name, claim.subject_name, cited_place(piece)) for piece in standing[:1]]
    return tuple(dict.fromkeys(found))


def cited_place(piece: EvidenceRow) -> str:
    """Return where a piece of evidence stands, as it is cited: `source#^block`, or the source alone."""
    block = piece.standing or piece.block
    return f"{piece.source}#^{block}" if block else piece.source


class Reopened(NamedTuple):
    """A claim that has lost words which it rests on."""

    since: str
    """Day on which its source was revised last; "" where that is not known."""
    claim: ClaimRow
    gone: tuple[EvidenceRow, ...]

    @property
    def words(self) -> str:
        claim = self.claim
        return claim_words(claim.subject_name, claim.relation, claim.object_name)


def reopened_claims(reader: IndexReader, pages: Sequence[PageRow]) -> list[Reopened]:
    """Return the claims on some pages of which quoted words stand nowhere any more, those open longest first.

    Cost: one look-up for all claims of the pages.
    """
    rows = reader.claims(pages=[page.id for page in pages])
    lost = [(row, gone) for row in rows if (gone := tuple(item for item in row.evidence if item.is_gone))]
    paths = sorted({item.path for _, gone in lost for item in gone if item.path})
    revised = {row.path: property_text(row.properties, "updated") for row in reader.pages(paths=paths)} if paths else {}
    found = [Reopened(min(revised.get(item.path, "") for item in gone), row, gone) for row, gone in lost]
    return sorted(found, key=lambda item: (item.since, item.claim.path, item.claim.line))


def gone_quotes(
    passages: Iterable[PassageRow], links: Iterable[LinkRow], cited: Sequence[PassageRow]
) -> tuple[str, ...]:
    """Return what a page's lines of evidence quote and their source no longer says, in words.

    passages and links: of the page.  cited: all passages of the pages that the links lead to.
    """
    targets = {link.link: link.target_page for link in links}
    texts: dict[tuple[int, str], list[str]] = {}
    for row in cited:
        for block in {row.block.casefold(), ""}:
            texts.setdefault((row.page, block), []).append(row.text)
    whole = {page: "\n\n".join(rows) for (page, block), rows in texts.items() if not block}
    plain = {page: " ".join(text.split()) for page, text in whole.items()}
    reasons = []
    for line in _evidence_lines(line for passage in passages for line in passage.text.split("\n")):
        place, quote = f"{line.page}#^{line.block}", _quote(line)
        page = targets.get(place)
        there = texts.get((page, line.block.casefold()), []) if page is not None else []
        stands = bool(there) and says("\n".join(there), quote)
        # In another passage of the page the very words do as well.
        if not stands and quote and page is not None and " ".join(quote.split()) in plain.get(page, ""):
            stands = says(whole[page], quote)
        if line.block and not stands:
            reasons.append(f"{place} is gone" + _quoted(quote))
    return tuple(dict.fromkeys(reasons))


def _evidence_lines(lines: Iterable[str]) -> Iterator[EvidenceLine]:
    """Yield the lines of evidence among these: each names one page, and nothing but a block id stands behind it."""
    for text in lines:
        line = parse_evidence_line(text)
        if line and not line.is_mention and (not line.rest or _BLOCK_ID.fullmatch(line.rest)):
            yield line


def _gone(piece: EvidenceRow) -> str:
    place = f"{piece.source}#^{piece.block}" if piece.block else piece.source
    return f"{place} is gone" + _quoted(piece.quote)


def _quote(line: EvidenceLine) -> str:
    """Return what a line of evidence quotes; of a quote that was shortened its whole words."""
    quote = unescape(line.quote)
    return quote[:-1].rpartition(" ")[0] if quote.endswith("…") else quote


def _quoted(quote: str) -> str:
    if len(quote) > LONGEST_QUOTE:
        quote = quote[: LONGEST_QUOTE - 1].rstrip() + "…"
    return f': "{quote}"' if quote else ""
