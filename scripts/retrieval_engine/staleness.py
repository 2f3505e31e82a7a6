"""Whether what a page quotes still stands where it cites it: its lines of evidence, and the evidence of its claims.

Filed answers carry hashes of what they rest on besides (filed.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..index_store.port import IndexReader
from ..model import ClaimRow, LinkRow, PageRow, PassageRow
from .claims import says

QUOTING = ("entities", "summaries", "topics")
"""Categories of pages that machines write from sources, with a quote for what they say."""

LONGEST_QUOTE = 80
"""Characters of a quote that are repeated."""

_EVIDENCE = re.compile(
    r"[ \t]*[-*+][ \t]+\[\[([^\[\]|\n]+)(?:\|[^\[\]\n]*)?\]\]"
    r"(?:[ \t]+\"((?:[^\"\\\n]|\\.)*)\")?[ \t]*(?:\^[A-Za-z0-9-]+)?"
)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def evidence_quotes(text: str) -> tuple[str, ...] | None:
    """Return the quotes in a list of evidence; None for a text with anything else."""
    matches = [_EVIDENCE.fullmatch(line) for line in text.split("\n") if line.strip()]
    found = [match for match in matches if match]
    return tuple(_quote(match) for match in found) if found and len(found) == len(matches) else None


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
    """Return what claims rest on and is gone or changed, in words."""
    reasons = []
    for claim in claims:
        for piece in claim.evidence:
            place = f"{piece.source}#^{piece.block}" if piece.block else piece.source
            if not piece.path or (piece.block and piece.passage is None):
                reasons.append(f"{place} is gone" + _quoted(piece.quote))
            elif piece.quote and piece.passage is not None and not says(piece.text, piece.quote):
                reasons.append(f"{place} has changed" + _quoted(piece.quote))
    return tuple(dict.fromkeys(reasons))


def gone_quotes(
    passages: Iterable[PassageRow], links: Iterable[LinkRow], cited: Sequence[PassageRow]
) -> tuple[str, ...]:
    """Return what a page's lines of evidence quote and their source no longer says, in words.

    passages and links: of the page.  cited: all passages of the pages that the links lead to.
    """
    targets = {link.link: link.target_page for link in links}
    reasons = []
    for passage in passages:
        for line in passage.text.split("\n"):
            match = _EVIDENCE.fullmatch(line)
            if match is None:
                continue
            link, quote = match[1], _quote(match)
            if "#^" not in link:
                continue
            block = link.partition("#^")[2].casefold()
            texts = [row.text for row in cited if row.page == targets.get(link) and row.block.casefold() == block]
            if not texts:
                reasons.append(f"{link} is gone" + _quoted(quote))
            elif quote and not says("\n".join(texts), quote):
                reasons.append(f"{link} has changed" + _quoted(quote))
    return tuple(dict.fromkeys(reasons))


def _quote(match: re.Match[str]) -> str:
    """Return what a line of evidence quotes; of a quote that was shortened its whole words."""
    quote = _ESCAPED.sub(r"\1", match[2] or "")
    return quote[:-1].rpartition(" ")[0] if quote.endswith("…") else quote


def _quoted(quote: str) -> str:
    if len(quote) > LONGEST_QUOTE:
        quote = quote[: LONGEST_QUOTE - 1].rstrip() + "…"
    return f': "{quote}"' if quote else ""
