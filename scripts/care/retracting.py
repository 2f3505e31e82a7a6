"""Taking a source back: its note leaves the vault, its claims leave the graph, what rested on it is listed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import DataError, PageNotFoundError
from ..model import Place
from ..pages.linking.resolution import VaultNames, resolve
from ..pages.page import read_page
from ..pages.page_facts import text_value
from ..store.operations import Change
from ..store.sound_pages import sound_text
from .citations import linking_pages
from .cited_answers import cited_parts
from .dangling import dangling_links, trash_path
from .evidence_lines import Cut, cut_source, listed_evidence
from .file_links import is_file_link
from .moved_folder import is_registered, way_back
from .source_summaries import summary_of

if TYPE_CHECKING:
    from ..pages.page_model import Claim, Evidence
    from ..store.workspace import Plan, Workspace


class RetractReceipt(NamedTuple):
    """What `retract` did, or would do."""

    source: str
    """Vault path of the note that goes."""
    title: str
    trash: tuple[str, ...]
    """Where what left the vault is kept."""
    claims: int
    """Claims that are gone: they rested on this source alone."""
    loosened: int
    """Claims that lost this evidence and keep other."""
    lines: int
    """Quotes of the source taken from other pages."""
    by_hand: tuple[str, ...]
    """Of these the ones that a person wrote, or wrote on in: the page and their words."""
    changed: tuple[str, ...]
    stale: tuple[str, ...]
    """Filed answers that rest on the source."""
    kept: tuple[str, ...]
    """The summary of the source, where a person wrote on it."""
    orphaned: tuple[str, ...]
    """Pages of ours that nothing supports and nothing links any more; they are still there."""
    broken: tuple[Place, ...]
    """Links that lead nowhere now."""


def plan_retract(ws: Workspace, source: str) -> Plan:
    """Move a source note to .trash and take its claims and quotes out of all pages.

    Its summary goes along if nobody edited it since we wrote it; filed answers stay as they are and are listed.
    Raises DataError for a page that is no source, EditRefusedError for a claim line that cannot be written again.
    """
    try:
        path = ws.find_source(source)
    except PageNotFoundError as err:
        if not err.users:
            raise
        # Somebody deleted its note: what rested on it can be told only by what the note says.
        raise DataError(err.what, hint=f"{err.hint}; bring its note back, or `add` its document, then repeat") from err
    page = ws.page(path)
    if page.category != "sources":
        if is_registered(page.properties):
            raise DataError("a source that lies elsewhere than it was put", path=path, hint=way_back(ws))
        raise DataError("not a source", path=path, hint="name a source; others go by `undo` or `merge`")
    names = VaultNames(ws.paths())
    cuts, stale = cut_citing(ws, path, names)
    gone, kept = leaving_with(ws, path, cuts)
    texts = {where: cut.text for where, cut in cuts.items() if where not in gone}
    changes = [Change(where, ws.before(where), text.encode("utf-8")) for where, text in sorted(texts.items())]
    by_hand = (f"{where}: {each.quote}" for where in sorted(texts) for each in cuts[where].gone if each.by_hand)
    trash = tuple(trash_path(ws, leaving) for leaving in gone)
    for leaving, place in zip(gone, trash):
        changes += [
            Change(leaving, ws.before(leaving), None),
            Change(place, None, ws.before(leaving), ws.vault.mode_of(leaving)),
        ]
    receipt = RetractReceipt(
        source=path,
        title=page.title,
        trash=trash,
        claims=sum(cut.claims for cut in cuts.values()),
        loosened=sum(cut.loosened for cut in cuts.values()),
        lines=sum(cut.lines for where, cut in cuts.items() if where in texts),
        by_hand=tuple(dict.fromkeys(by_hand)),
        changed=tuple(sorted(texts)),
        stale=tuple(stale),
        kept=kept,
        orphaned=_orphaned(ws, texts, gone, names),
        broken=broken_links(ws, texts, gone, names),
    )
    return changes, f"{path} retracted, {receipt.claims} claims gone", receipt


def cut_citing(
    ws: Workspace,
    path: str,
    names: VaultNames,
    *,
    still_there: frozenset[str] = frozenset(),
    texts: Mapping[str, str] | None = None,
) -> tuple[dict[str, Cut], list[str]]:
    """The pages without claims and quotes that rest on the note at this path, and the filed answers that rest on it.

    still_there: block ids of the note, in lower case; what cites one of them stays, and what cites the note as a whole.
    texts: pages that are read from here, since they are already changed.
    Answers stay as they are.  Raises EditRefusedError, DataError for a page that cannot be edited, UnsoundPageError.
    """
    cuts: dict[str, Cut] = {}
    stale: list[str] = []
    whole = still_there | {""} if still_there else still_there

    def stays(evidence: Evidence, _: Claim | None) -> Evidence | None:
        return evidence if evidence.block.lower() in whole else None

    for where in linking_pages(ws, path):
        if is_file_link(ws, where):
            # Written by its page, which is one of these, too.
            continue
        citing = ws.page(where)
        if citing.category == "topics" and text_value(citing.properties, "question"):
            stale += [where] if _rests_on(citing.properties, where, path, names, still_there) else []
            continue
        lists = citing.category in ("entities", "summaries")
        text = texts[where] if texts and where in texts else ws.vault.read(where).text
        cut = cut_source(text, where, path, names, folder=ws.folder, lists=lists, follow=stays)
        if cut.claims or cut.loosened or cut.lines:
            sound_text(ws, where)
            cuts[where] = cut
    return cuts, stale


def _rests_on(
    properties: Mapping[str, Any], where: str, source: str, names: VaultNames, still_there: frozenset[str]
) -> bool:
    return any(
        resolve(path, where, names) == source and subpath.removeprefix("#^").lower() not in still_there
        for path, subpath in cited_parts(properties)
    )


def leaving_with(ws: Workspace, path: str, cuts: Mapping[str, Cut]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What goes with a source, itself first, and the summary where it stays."""
    summary = summary_of(ws, path)
    if ws.before(summary) is None:
        return (path,), ()
    text = cuts[summary].text if summary in cuts else ws.vault.read(summary).text
    if ws.is_ours(summary) and not read_page(summary, text, folder=ws.folder).claims:
        return (path, summary), ()
    return (path,), (summary,)


def _orphaned(ws: Workspace, texts: Mapping[str, str], gone: Collection[str], names: VaultNames) -> tuple[str, ...]:
    """Changed entity pages of ours without evidence or claims, which nothing that stays links."""
    found = []
    for path, text in sorted(texts.items()):
        page = read_page(path, text, folder=ws.folder)
        if page.category != "entities" or page.claims or listed_evidence(text) or not ws.is_ours(path):
            continue
        others = [other for other in linking_pages(ws, path) if other not in gone and other != path]
        if not any(_leads(ws, texts, other, path, names) for other in others):
            found.append(path)
    return tuple(found)


def _leads(ws: Workspace, texts: Mapping[str, str], where: str, target: str, names: VaultNames) -> bool:
    page = read_page(where, texts[where], folder=ws.folder) if where in texts else ws.page(where)
    return any(resolve(link.path, where, names) == target for link in page.links)


def broken_links(
    ws: Workspace, texts: Mapping[str, str], gone: Collection[str], names: VaultNames
) -> tuple[Place, ...]:
    """Links and canvas cards that lead nowhere once these are gone, and links to blocks that go, in what stays."""
    after = VaultNames(path for path in ws.paths() if path not in gone)
    found = set(dangling_links(ws, gone, without=texts))
    for where, text in texts.items():
        for link in read_page(where, text, folder=ws.folder).links:
            if resolve(link.path, where, names) in gone and resolve(link.path, where, after) is None:
                found.add(Place(where, link.line, text[link.start : link.end]))
    return tuple(sorted(found.union(_to_lost_blocks(ws, texts, gone, names))))


def _to_lost_blocks(
    ws: Workspace, texts: Mapping[str, str], gone: Collection[str], names: VaultNames
) -> Iterator[Place]:
    for path, text in texts.items():
        left = {block.id.lower() for block in read_page(path, text, folder=ws.folder).block_ids}
        lost = {f"#^{block.id.lower()}" for block in ws.page(path).block_ids if block.id.lower() not in left}
        for where in {path, *linking_pages(ws, path)} - {*gone} if lost else ():
            read = texts[where] if where in texts else ws.vault.read(where).text
            for link in read_page(where, read, folder=ws.folder).links:
                is_lost = link.subpath.lower() in lost and resolve(link.path, where, names) == path
                if is_lost and not is_file_link(ws, where):
                    yield Place(where, link.line, read[link.start : link.end])
