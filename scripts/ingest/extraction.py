"""Applying what an agent extracted from a source: all of it, or, when asked for, what holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import NameTakenError, PageNotFoundError, UnsoundPageError
from ..pages.knowledge.bundle import check_bundle
from ..pages.knowledge.bundle_values import bundle_of
from ..pages.knowledge.relation_names import canonical_claim
from ..pages.page_facts import TYPES, stem_of
from ..pages.page_model import Claim
from ..pages.text.names import normalize_name
from ..store.operations import Change
from ..text.quotes import has_words
from .agent_pages import existing_page, write_agent_page
from .entity_pages import EntityPages
from .evidence import Said, SourceText
from .receipts import ApplyReceipt, Draft
from .summary_pages import ClaimCounts, write_summary
from .superseding import Superseded, follow_revision
from .withdrawing import withdraw_claim

if TYPE_CHECKING:
    from ..pages.knowledge.bundle_values import Bundle, BundleRelation
    from ..pages.knowledge.bundle_values import Rejection as BundleFault
    from ..store.workspace import Plan, Workspace

QUOTABLE = ("sources", "sessions")
"""Categories of notes that a bundle may quote: what was written by others, and what was said."""
_KINDS = ("entities", "relations", "pages", "withdraw")
_ITEM = re.compile(r"(?:entities|relations|pages|withdraw)\[\d+\]")


def plan_bundle(
    ws: Workspace, value: Any, *, partial: bool = False, dry_run: bool = False, note: Change | None = None
) -> Plan:
    """What a bundle changes.  With any rejection nothing is changed, unless partial.

    value is the parsed JSON; all that is wrong with it is in the receipt.  dry_run: the hashes that are told are those
    of the pages as they stand, not as this plan leaves them.  note: the bundle's source, where it is written by this
    same operation.
    """
    faults = check_bundle(value)
    draft = Draft()
    for fault in faults:
        draft.reject(fault.item or "bundle", fault.reason, (fault.nearest,) if fault.nearest else ())
    parts = _sound_parts(value, faults)
    bundle = parts.bundle
    if note is not None:
        draft.put(note.path, (note.after or b"").decode("utf-8"), note.before)
    source_path = note.path if note is not None else _source_path(ws, bundle, draft)
    source = _source_text(ws, source_path, draft) if source_path else None
    if source is not None:
        _prove_faulty(value, faults, source, draft)
    extracted = source is not None and bool(bundle.entities or bundle.relations)
    superseded = follow_revision(ws, draft, source_path, source) if source and extracted else Superseded()
    entities = EntityPages(ws, draft, source)
    for item, entity in zip(parts.items["entities"], bundle.entities):
        with draft.rejecting(item):
            entities.take(item, entity)
    claims = [
        claim
        for item, relation in zip(parts.items["relations"], bundle.relations)
        if (claim := _claim(entities, item, relation))
    ]
    withdrawn = 0
    if source is not None:
        for item, withdrawal in zip(parts.items["withdraw"], bundle.withdraw):
            withdrawn += withdraw_claim(entities, item, withdrawal, source)
    planned = _page_paths(ws, bundle, draft)
    names = {title: stem_of(path) for title, path in planned.items()}
    names.update((key, target.id) for key, target in entities.known.items())
    for item, page in zip(parts.items["pages"], bundle.pages):
        new_paths = [*draft.texts, *planned.values()]
        path = None
        with draft.rejecting(item):
            path = write_agent_page(ws, draft, item, page, new_names=names, new_paths=new_paths)
        if path is not None and path not in entities.new_paths and draft.before[path] is None:
            entities.new_paths.append(path)
    counts = ClaimCounts()
    if source is not None:
        counts = write_summary(entities, source, bundle.summary, claims)
    blocked = bool(draft.rejected) and not partial
    entities.tell_kept(written=not (blocked or dry_run))
    changes = [] if blocked else [Change(p, draft.before[p], t.encode("utf-8")) for p, t in sorted(draft.texts.items())]
    real = [change for change in changes if change.before != change.after]
    receipt = ApplyReceipt(
        source=bundle.source,
        written=bool(real),
        created=tuple(stem_of(change.path) for change in real if change.before is None),
        updated=tuple(stem_of(change.path) for change in real if change.before is not None),
        claims_added=0 if blocked else counts.added,
        claims_updated=0 if blocked else counts.updated,
        claims_unchanged=counts.unchanged,
        claims_dropped=0 if blocked else superseded.claims_dropped,
        rejected=tuple(draft.rejected),
        notices=tuple(draft.notices),
        claims_withdrawn=0 if blocked else withdrawn,
        claims_led=0 if blocked else superseded.claims_led,
        dropped=() if blocked else superseded.dropped,
    )
    told = f"{bundle.source or 'pages'}: {receipt.claims_added} claims, {len(receipt.created)} new pages"
    return real, told, receipt


class _Parts(NamedTuple):
    """What of a bundle can be read, and where each item stood."""

    bundle: Bundle
    items: dict[str, list[str]]


def _sound_parts(value: Any, faults: Sequence[BundleFault]) -> _Parts:
    """The bundle without the items that are faulty, so that what is wrong with the others is told in the same go."""
    faulty = {match.group() for fault in faults if (match := _ITEM.match(fault.item))}
    if any(not _ITEM.match(fault.item) for fault in faults):
        # Faulty as a whole: there is nothing to read in it.
        return _Parts(bundle_of({}), {kind: [] for kind in _KINDS})
    kept = dict(value)
    items: dict[str, list[str]] = {}
    for kind in _KINDS:
        names = [f"{kind}[{n}]" for n in range(len(value.get(kind, ())))]
        items[kind] = [name for name in names if name not in faulty]
        kept[kind] = [item for name, item in zip(names, value.get(kind, ())) if name not in faulty]
    return _Parts(bundle_of(kept), items)


def _prove_faulty(value: Any, faults: Sequence[BundleFault], source: SourceText, draft: Draft) -> None:
    """Look for the quotes of faulty items, too: what is wrong with one item is told at once."""
    places = dict.fromkeys(fault.item for fault in faults)
    for item in dict.fromkeys(match.group() for place in places if (match := _ITEM.match(place))):
        kind, _, number = item.rstrip("]").partition("[")
        given = value[kind][int(number)]
        quote = given.get("supporting_text") if isinstance(given, dict) else None
        if isinstance(quote, str) and has_words(quote) and f"{item}.supporting_text" not in places:
            source.prove(item, Said(quote), draft)


def _source_path(ws: Workspace, bundle: Bundle, draft: Draft) -> str:
    """Where the source of a bundle lies; "" where it names none, or none that there is, which is a rejection."""
    if not bundle.source:
        if bundle.entities or bundle.relations or bundle.withdraw:
            draft.reject("source", "missing: entities, relations and withdraw are of one source", _sources(ws))
        return ""
    try:
        path = ws.find_source(bundle.source)
    except PageNotFoundError as err:
        draft.reject("source", f"no source {bundle.source!r}: register it with `add`", err.nearest or _sources(ws))
        return ""
    if ws.page(path).category not in QUOTABLE:
        draft.reject("source", f"{path} is neither a source nor a session: quote what it rests on", _sources(ws))
        return ""
    return path


def _source_text(ws: Workspace, path: str, draft: Draft) -> SourceText:
    page = draft.page(ws, path)
    return SourceText(stem_of(path), page.title, page.passages)


def _sources(ws: Workspace) -> tuple[str, ...]:
    rows = ws.index.connection().execute(
        "SELECT n.name FROM pages p JOIN nodes n ON n.id = p.node WHERE p.category = 'sources'"
        " ORDER BY p.updated DESC, 1"
    )
    return tuple(row[0] for row in rows.fetchmany(3))


def _claim(entities: EntityPages, item: str, relation: BundleRelation) -> Claim | None:
    """The claim a relation makes; None when it was rejected."""
    source, draft = entities.source, entities.draft
    if source is None:
        return None
    minimum = entities.ws.settings.min_confidence
    if relation.confidence < minimum:
        draft.reject(item, f"confidence {relation.confidence:g} is below MIN_CONFIDENCE {minimum:g}: leave it out")
        return None
    start = entities.end(f"{item}.source", relation.source)
    end = entities.end(f"{item}.target", relation.target)
    said = Said(relation.supporting_text, relation.block, (relation.source, relation.target), claims=True)
    evidence = source.prove(item, said, draft)
    if start is None or end is None or evidence is None:
        return None
    if start.id == end.id:
        draft.reject(item, f"both ends are [[{start.id}]]")
        return None
    first, name, last = canonical_claim(start, relation.type, end)
    return Claim(first.id, first.name, name, last.id, last.name, relation.confidence, (evidence,))


def _page_paths(ws: Workspace, bundle: Bundle, draft: Draft) -> dict[str, str]:
    """Where the bundle's own pages lie or will lie, by normalized title: they may link each other."""
    found = {}
    for page in bundle.pages:
        path = existing_page(ws, draft, page)
        if path is None:
            try:
                path = draft.new_path(ws, page.category, page.title, suffix=TYPES[page.category])
            except (NameTakenError, UnsoundPageError):
                # Told where the page is written.
                continue
        found[normalize_name(page.title)] = path
    return found
