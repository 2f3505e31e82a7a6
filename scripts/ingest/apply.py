"""Applying what an agent extracted from a source: all of it or, if asked for, the valid items."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import PageNotFoundError
from ..index_store.port import IndexReader
from ..look.lookup import find_source
from ..model import Claim
from ..text.names import stem_of
from ..wiki_store.working_copy import Plan, WorkingCopy
from .bundle import Bundle, BundleRelation, check_bundle
from .evidence import Dropped, Notice, Rejection, Remarks, SourceText
from .pages import EntityPages, prove_claim, withdraw_claims, write_pages, write_summary
from .superseding import check_premises, end_claims, end_replaced, follow_revision

QUOTABLE = ("sources", "sessions")
"""Categories of notes that a bundle may quote: documents of others, and conversations."""
_KINDS = ("entities", "relations", "pages", "withdraw")
_ITEM = re.compile(r"(?:entities|relations|pages|withdraw)\[\d+\]")


class ApplyReceipt(NamedTuple):
    """What `apply` did, or would have done."""

    source: str
    written: bool
    created: tuple[str, ...]
    """Ids of new pages."""
    updated: tuple[str, ...]
    rejected: tuple[Rejection, ...]
    notices: tuple[Notice, ...]
    dropped: tuple[Dropped, ...]
    """Cited words that are gone: those of claims first."""
    claims_added: int = 0
    claims_updated: int = 0
    claims_unchanged: int = 0
    claims_dropped: int = 0
    """Claims of an earlier revision whose words are gone from the source."""
    claims_withdrawn: int = 0
    """Claims that the bundle withdrew."""
    claims_ended: int = 0
    """Claims that another one replaced, or that have ended."""
    claims_led: int = 0
    """Claims of an earlier revision that now cite another passage, which has their words."""


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
    """Write the contents of a bundle into the working copy.  With any rejection nothing is changed, unless partial.

    value is the parsed JSON; all its faults are in the receipt.  source_path: the note of the bundle's source, if the
    same operation writes it.
    """
    remarks = Remarks()
    remarks.rejected += check_bundle(value)
    bundle, items, faulty = _sound_parts(value, remarks.rejected)
    path = source_path or _source_path(copy, reader, bundle, remarks)
    source = SourceText.at(copy, path) if path else None
    if source and (bundle.entities or bundle.relations):
        follow_revision(copy, reader, source, remarks)
    entities = EntityPages(copy, reader, source, remarks, today=today)
    for item, given in faulty.items():
        if item.startswith("entities") and isinstance(given, dict) and isinstance(given.get("name"), str):
            entities.refuse(item, [given["name"]])
    for item, entity in items["entities"]:
        with remarks.rejecting(item):
            entities.take(item, entity)
    claims = _take_relations(entities, source, items["relations"], min_confidence) if source else []
    if source:
        withdraw_claims(entities, source, [pair for pair in items["withdraw"] if not pair[1].supporting_text])
        end_claims(entities, source, [pair for pair in items["withdraw"] if pair[1].supporting_text])
        end_replaced(entities, source, claims)
    write_pages(copy, reader, items["pages"], remarks, ids=entities.ids(), today=today)
    if source:
        write_summary(entities, source, bundle.summary, [claim for *_, claim in claims])
    if remarks.rejected and not partial:
        copy.revert()
        remarks.claims, remarks.dropped = Counter(unchanged=remarks.claims["unchanged"]), []
    changes = copy.changes()
    receipt = ApplyReceipt(
        source=bundle.source,
        written=bool(changes),
        created=tuple(stem_of(change.path) for change in changes if change.before is None),
        updated=tuple(stem_of(change.path) for change in changes if change.before is not None),
        rejected=tuple(remarks.rejected),
        notices=tuple(remarks.notices),
        dropped=tuple(remarks.dropped),
        **{f"claims_{name}": number for name, number in remarks.claims.items()},
    )
    note = f"{bundle.source or 'pages'}: {receipt.claims_added} claims, {len(receipt.created)} new pages"
    return Plan(receipt, note)


def _take_relations(
    entities: EntityPages, source: SourceText, relations: Sequence[tuple[str, BundleRelation]], min_confidence: float
) -> list[tuple[str, BundleRelation, Claim]]:
    """Return the claims that relations make, with their premises; faulty relations are rejected."""
    proved = [
        prove_claim(entities, source, item, relation, min_confidence=min_confidence) for item, relation in relations
    ]
    keys = {(claim.subject, claim.relation, claim.object) for claim in proved if claim is not None}
    premises = [check_premises(entities, item, relation.rests_on, keys) for item, relation in relations]
    return [
        (item, relation, claim._replace(rests_on=rests_on))
        for (item, relation), claim, rests_on in zip(relations, proved, premises)
        if claim is not None
    ]


def _sound_parts(
    value: Any, faults: Sequence[Rejection]
) -> tuple[Bundle, dict[str, list[tuple[str, Any]]], dict[str, Any]]:
    """Return the bundle without faulty items, its items by kind with their names, and the faulty ones as given.

    So the faults of the remaining items are reported by the same call.
    """
    if any(not _ITEM.match(fault.item) for fault in faults):
        # The bundle is faulty as a whole, so it has no items.
        value, faults = {}, ()
    sound = {kind: {f"{kind}[{n}]": item for n, item in enumerate(value.get(kind, ()))} for kind in _KINDS}
    names = dict.fromkeys(match.group() for fault in faults if (match := _ITEM.match(fault.item)))
    faulty = {name: sound[name.partition("[")[0]].pop(name) for name in names}
    bundle = Bundle.model_validate({**value, **{kind: [*parts.values()] for kind, parts in sound.items()}})
    return bundle, {kind: [*zip(parts, getattr(bundle, kind))] for kind, parts in sound.items()}, faulty


def _source_path(copy: WorkingCopy, reader: IndexReader, bundle: Bundle, remarks: Remarks) -> str:
    """Return the path of a bundle's source; "" if it names none; an unknown one is rejected."""
    if not bundle.source:
        if bundle.summary or bundle.entities or bundle.relations or bundle.withdraw:
            remarks.reject("source", "is missing: all but pages is of one source; give the slug that `add` printed")
        return ""
    try:
        path = find_source(reader, bundle.source).path
    except PageNotFoundError as err:
        remarks.reject("source", f"no source {bundle.source!r}: register it with `add`", tuple(err.nearest))
        return ""
    if copy.page(path).category in QUOTABLE:
        return path
    remarks.reject("source", f"{path} is neither a source nor a session: quote what it rests on")
    return ""
