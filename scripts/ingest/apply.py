"""Applying what an agent extracted from a source: all of it, or, when asked for, what holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import PageNotFoundError
from ..index_store.port import IndexReader
from ..look.lookup import find_source
from ..text.block_ids import quotables
from ..text.names import stem_of
from ..wiki_store.working_copy import Plan, WorkingCopy
from .bundle import Bundle, check_bundle
from .entities import EntityPages
from .evidence import Notice, Rejection, Remarks, SourceText
from .pages import ClaimCounts, prove_claim, withdraw_claims, write_pages, write_summary
from .superseding import Dropped, Superseded, check_premises, end_claims, end_replaced, follow_revision

QUOTABLE = ("sources", "sessions")
"""Categories of notes that a bundle may quote: what was written by others, and what was said."""
_KINDS = ("entities", "relations", "pages", "withdraw")
_ITEM = re.compile(r"(?:entities|relations|pages|withdraw)\[\d+\]")
_SOURCES_NAMED = 3


class ApplyReceipt(NamedTuple):
    """What `apply` did, or would have done."""

    source: str
    written: bool
    created: tuple[str, ...]
    """Ids of new pages."""
    updated: tuple[str, ...]
    claims_added: int
    claims_updated: int
    claims_unchanged: int
    claims_dropped: int
    """Claims of an earlier revision whose words the source no longer has."""
    rejected: tuple[Rejection, ...]
    notices: tuple[Notice, ...]
    claims_withdrawn: int = 0
    """Claims that the bundle took back."""
    claims_ended: int = 0
    """Claims whose place another one took, or that have ended."""
    claims_led: int = 0
    """Claims of an earlier revision whose words stand in another passage now, which they cite."""
    dropped: tuple[Dropped, ...] = ()
    """The words that were cited and are gone: of claims first."""


def plan_bundle(
    copy: WorkingCopy,
    reader: IndexReader,
    value: Any,
    *,
    today: str,
    min_confidence: float,
    partial: bool = False,
    source_path: str = "",
) -> Plan[ApplyReceipt]:
    """Write what a bundle says into the working copy.  With any rejection nothing is changed, unless partial.

    value is the parsed JSON; all that is wrong with it is in the receipt.  source_path: the note of the bundle's
    source, where this same operation writes it.
    """
    faults = check_bundle(value)
    remarks = Remarks()
    remarks.rejected += faults
    bundle, items, faulty = _sound_parts(value, faults)
    path = source_path or _source_path(copy, reader, bundle, remarks)
    source = None
    if path:
        source = SourceText(path, stem_of(path), copy.page(path).title, quotables(copy.read(path)))
    extracts = bool(bundle.entities or bundle.relations)
    superseded = follow_revision(copy, reader, source) if source and extracts else Superseded()
    entities = EntityPages(copy, reader, source, remarks, today=today)
    for item in filter(re.compile("entities").match, faulty):
        given = value["entities"][int(item[9:-1])]
        if isinstance(given, dict) and isinstance(given.get("name"), str):
            entities.refuse(item, [given["name"]])
    for item, entity in zip(items["entities"], bundle.entities):
        with remarks.rejecting(item):
            entities.take(item, entity)
    claims, withdrawn, ended = [], 0, 0
    if source is not None:
        proved = [
            prove_claim(entities, source, item, relation, min_confidence=min_confidence)
            for item, relation in zip(items["relations"], bundle.relations)
        ]
        named = [*zip(items["relations"], bundle.relations)]
        keys = {(claim.subject, claim.relation, claim.object) for claim in proved if claim is not None}
        premises = check_premises(entities, named, keys)
        taken = [
            (item, relation, claim._replace(rests_on=premises[item]))
            for (item, relation), claim in zip(named, proved)
            if claim is not None
        ]
        claims = [claim for *_, claim in taken]
        given = [*zip(items["withdraw"], bundle.withdraw)]
        withdrawn = withdraw_claims(entities, source, [pair for pair in given if not pair[1].supporting_text])
        ended = end_claims(entities, source, [pair for pair in given if pair[1].supporting_text])
        ended += end_replaced(entities, source, taken)
    write_pages(copy, reader, list(zip(items["pages"], bundle.pages)), remarks, ids=entities.ids(), today=today)
    counts = write_summary(entities, source, bundle.summary, claims) if source else ClaimCounts()
    is_blocked = bool(remarks.rejected) and not partial
    if is_blocked:
        copy.revert()
        counts, superseded, withdrawn, ended = ClaimCounts(unchanged=counts.unchanged), Superseded(), 0, 0
    changes = copy.changes()
    receipt = ApplyReceipt(
        source=bundle.source,
        written=bool(changes),
        created=tuple(stem_of(change.path) for change in changes if change.before is None),
        updated=tuple(stem_of(change.path) for change in changes if change.before is not None),
        claims_added=counts.added,
        claims_updated=counts.updated,
        claims_unchanged=counts.unchanged,
        claims_dropped=superseded.claims_dropped,
        rejected=tuple(remarks.rejected),
        notices=tuple(remarks.notices),
        claims_withdrawn=withdrawn,
        claims_ended=ended,
        claims_led=superseded.claims_led,
        dropped=superseded.dropped,
    )
    note = f"{bundle.source or 'pages'}: {receipt.claims_added} claims, {len(receipt.created)} new pages"
    return Plan(receipt, note)


def _sound_parts(value: Any, faults: Sequence[Rejection]) -> tuple[Bundle, dict[str, list[str]], set[str]]:
    """Return the bundle without faulty items, the names of its items, and those of the faulty ones.

    So what is wrong with the others is told in the same go.
    """
    faulty = {match.group() for fault in faults if (match := _ITEM.match(fault.item))}
    if any(not _ITEM.match(fault.item) for fault in faults):
        # Faulty as a whole: there is nothing to read in it.
        return Bundle.model_validate({}), {kind: [] for kind in _KINDS}, set()
    sound, items = dict(value), dict[str, list[str]]()
    for kind in _KINDS:
        named = {f"{kind}[{n}]": item for n, item in enumerate(value.get(kind, ()))}
        items[kind] = [name for name in named if name not in faulty]
        sound[kind] = [named[name] for name in items[kind]]
    return Bundle.model_validate(sound), items, faulty


def _source_path(copy: WorkingCopy, reader: IndexReader, bundle: Bundle, remarks: Remarks) -> str:
    """Return where the source of a bundle lies; "" where it names none, or none that there is: a rejection."""
    if not bundle.source:
        if bundle.summary or bundle.entities or bundle.relations or bundle.withdraw:
            reason = "is missing: all but pages is of one source; give the slug that `add` printed"
            remarks.reject("source", reason, _latest_sources(reader))
        return ""
    try:
        path = find_source(reader, bundle.source).path
    except PageNotFoundError as err:
        near = tuple(err.nearest) or _latest_sources(reader)
        remarks.reject("source", f"no source {bundle.source!r}: register it with `add`", near)
        return ""
    if copy.page(path).category not in QUOTABLE:
        reason = f"{path} is neither a source nor a session: quote what it rests on"
        remarks.reject("source", reason, _latest_sources(reader))
        return ""
    return path


def _latest_sources(reader: IndexReader) -> tuple[str, ...]:
    rows = sorted(reader.pages(category="sources"), key=lambda row: row.node)
    rows.sort(key=lambda row: str(row.properties.get("updated", "")), reverse=True)
    return tuple(row.node for row in rows[:_SOURCES_NAMED])
