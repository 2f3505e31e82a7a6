"""What a filed answer cites, and whether it is still what it was: by the hashes that the answer keeps."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from ..pages.linking.link_text import bare_link, parse_link_text
from ..pages.model import EVIDENCE_KEY, HASHES_KEY

if TYPE_CHECKING:
    from ..store.reader import SqliteReader

HASH_LENGTH = 12


class StaleReason(NamedTuple):
    """One cited passage that is not what it was."""

    cited: str
    reason: str
    """gone or changed."""


def content_hash(text: str) -> str:
    """Hash of a passage's words: line breaks and indentation do not count."""
    return sha256(" ".join(text.split()).encode("utf-8")).hexdigest()[:HASH_LENGTH]


def cited_text(reader: SqliteReader, cited: str) -> str | None:
    """The text that a citation `page#^block` or `page` means now; None when there is no such thing."""
    path, subpath, _ = parse_link_text(bare_link(cited))
    if subpath.startswith("#^"):
        row = reader.passage_at(path, subpath[2:])
        return row.text if row else None
    rows = reader.passages_of(path)
    return "\n".join(row.text for row in rows) if rows else None


def cited_parts(properties: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Path and subpath of what a filed answer says to cite; empty for any other page."""
    cited = properties.get(EVIDENCE_KEY)
    return [parse_link_text(bare_link(str(link)))[:2] for link in cited] if isinstance(cited, list) else []


def stale_reasons(reader: SqliteReader, properties: Mapping[str, Any]) -> tuple[StaleReason, ...]:
    """What a filed answer cites that is gone or changed since; empty for a fresh answer and for any other page."""
    cited, hashes = properties.get(EVIDENCE_KEY), properties.get(HASHES_KEY)
    if not isinstance(cited, list) or not isinstance(hashes, list):
        return ()
    reasons = []
    for link, known in zip(cited, hashes):
        text = cited_text(reader, str(link))
        shown = bare_link(str(link)).partition("|")[0]
        if text is None:
            reasons.append(StaleReason(shown, "gone"))
        elif content_hash(text) != known:
            reasons.append(StaleReason(shown, "changed"))
    return tuple(reasons)
