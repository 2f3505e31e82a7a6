"""Taking a source back: its note leaves the vault, its claims leave the graph, what rested on it is listed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..errors import DataError, PageNotFoundError
from ..index_store.port import IndexReader
from ..look.citations import cited_blocks, citing_pages, summary_of
from ..look.lookup import find_source
from ..model import Claim, Evidence, Place
from ..text.editing import Cut, cut_source, description_span, evidence_spans
from ..text.kept import property_text
from ..text.links import Resolver
from ..text.page import read_page
from ..wiki_store.working_copy import Plan, WorkingCopy
from .link_rewriting import is_file_link
from .writer import dangling_links


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
    """What a person wrote, or wrote on in, and goes: the page and their words, the source itself if it was edited."""
    changed: tuple[str, ...]
    stale: tuple[str, ...]
    """Filed answers that rest on the source."""
    kept: tuple[str, ...]
    """The summary of the source, where a person wrote on it."""
    husks: tuple[str, ...]
    """Pages of ours that nothing supports, describes or links any more: they went to .trash, too."""
    orphaned: tuple[str, ...]
    """Such pages with a description, and its words: whoever wrote them says whether they hold without the source."""
    broken: tuple[Place, ...]
    """Links that lead nowhere now."""


def plan_retract(copy: WorkingCopy, reader: IndexReader, source: str) -> Plan[RetractReceipt]:
    """Move a source note to .trash and take its claims and quotes out of all pages.

    Its summary goes along if nobody edited it since we wrote it; filed answers stay as they are and are listed.
    Raises DataError for a page that is no source, EditRefusedError for a claim line that cannot be written again.
    """
    try:
        path = find_source(reader, source).path
    except PageNotFoundError as err:
        if not err.users:
            raise
        # Somebody deleted its note: what rested on it can be told only by what the note says.
        raise DataError(err.what, hint=f"{err.hint}; bring its note back, or `add` its document, then repeat") from err
    page = copy.page(path)
    if page.category != "sources":
        raise DataError("not a source", path=path, hint="name a source in its folder; others go by `undo` or `merge`")
    resolver = copy.resolver()
    cuts, stale = cut_citing(copy, reader, path, resolver)
    gone, kept = leaving_with(copy, reader, path, cuts)
    texts = {where: cut.text for where, cut in cuts.items() if where not in gone}
    described = _orphaned(copy, reader, texts, gone, resolver)
    husks = tuple(where for where, words in described.items() if not words)
    texts = {where: text for where, text in texts.items() if where not in husks}
    gone = (*gone, *husks)
    by_hand = [f"{where}: {item.quote}" for where in sorted(texts) for item in cuts[where].gone if item.by_hand]
    if not copy.is_ours(path):
        # Obsidian's own trash has it: its words are not lost, but they leave the vault.
        by_hand.append(f"{path}: it was edited by hand since it came")
    receipt = RetractReceipt(
        source=path,
        title=page.title,
        trash=(),
        claims=sum(cut.claims for cut in cuts.values()),
        loosened=sum(cut.loosened for cut in cuts.values()),
        lines=sum(cut.lines for where, cut in cuts.items() if where in texts or where in husks),
        by_hand=tuple(dict.fromkeys(by_hand)),
        changed=tuple(sorted(texts)),
        stale=tuple(stale),
        kept=kept,
        husks=husks,
        orphaned=tuple(f"{where}: {words}" for where, words in described.items() if words),
        broken=broken_links(copy, reader, texts, gone),
    )
    for where, text in sorted(texts.items()):
        copy.put(where, text)
    receipt = receipt._replace(trash=tuple(copy.trash(leaving) for leaving in gone))
    return Plan(receipt, f"{path} retracted, {receipt.claims} claims gone")


def cut_citing(
    copy: WorkingCopy,
    reader: IndexReader,
    path: str,
    resolver: Resolver,
    *,
    gone: frozenset[str] | None = None,
    texts: Mapping[str, str] | None = None,
) -> tuple[dict[str, Cut], list[str]]:
    """Return the pages without claims and quotes that rest on a note, and the filed answers that rest on it.

    gone: block ids of the note, in lower case; what cites others stays, and what cites the note as a whole.
    texts: pages that are read from here, since they are already changed.
    Answers stay as they are.  Raises EditRefusedError, DataError for a page that cannot be edited, UnsoundPageError.
    """
    cuts: dict[str, Cut] = {}
    stale: list[str] = []

    def stays(evidence: Evidence, _: Claim | None) -> Evidence | None:
        return evidence if gone is not None and evidence.block.lower() not in gone else None

    for where in citing_pages(copy, reader, path):
        if is_file_link(copy, where):
            # Written by its page, which is one of these, too.
            continue
        citing = copy.page(where)
        if citing.category == "topics" and property_text(citing.properties, "question"):
            rests = (
                resolver.resolve(link, where) == path and (gone is None or block.lower() in gone)
                for link, block in cited_blocks(citing.properties)
            )
            stale += [where] if any(rests) else []
            continue
        lists = citing.category in ("entities", "summaries")
        text = texts[where] if texts and where in texts else copy.read(where)
        cut = cut_source(text, where, path, resolver, folder=copy.folder, lists=lists, follow=stays)
        if cut.claims or cut.loosened or cut.lines:
            copy.sound(where)
            cuts[where] = cut
    return cuts, stale


def leaving_with(
    copy: WorkingCopy, reader: IndexReader, path: str, cuts: Mapping[str, Cut]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what goes with a source, itself first, and the summary where it stays."""
    summary = summary_of(copy, reader, path)
    if not copy.exists(summary):
        return (path,), ()
    text = cuts[summary].text if summary in cuts else copy.read(summary)
    if copy.is_ours(summary) and not read_page(summary, text, folder=copy.folder).claims:
        return (path, summary), ()
    return (path,), (summary,)


def broken_links(
    copy: WorkingCopy, reader: IndexReader, texts: Mapping[str, str], gone: Collection[str]
) -> tuple[Place, ...]:
    """Return links and canvas cards that lead nowhere once these are gone, and links to blocks that go.

    texts: the pages that change, as they will be.
    """
    before, after = copy.resolver(), copy.resolver()
    for path in gone:
        after.remove(path)
    lost, looked_at = dict[str, set[str]](), {*texts}
    for path, text in texts.items():
        left = {block.id.lower() for block in read_page(path, text, folder=copy.folder).block_ids}
        lost[path] = {f"#^{block.id.lower()}" for block in copy.page(path).block_ids if block.id.lower() not in left}
        looked_at |= {*citing_pages(copy, reader, path)} - {*gone} if lost[path] else set()
    found = set(dangling_links(reader, copy, gone, without=texts))
    for where in looked_at:
        read = texts[where] if where in texts else copy.read(where)
        for link in read_page(where, read, folder=copy.folder).links:
            target = before.resolve(link.path, where)
            is_gone = where in texts and target in gone and not after.resolve(link.path, where)
            is_lost = link.subpath.lower() in lost.get(target, ()) and not is_file_link(copy, where)
            if is_gone or is_lost:
                found.add(Place(where, link.line, read[link.start : link.end]))
    return tuple(sorted(found))


def _orphaned(
    copy: WorkingCopy, reader: IndexReader, texts: Mapping[str, str], gone: Collection[str], resolver: Resolver
) -> dict[str, str]:
    """Return changed entity pages of ours without evidence or claims, which nothing that stays links, and what each
    says of its thing."""
    found, led = {}, dict[str, frozenset[str]]()
    for path, text in sorted(texts.items()):
        page = read_page(path, text, folder=copy.folder)
        if page.category != "entities" or page.claims or evidence_spans(text) or not copy.is_ours(path):
            continue
        others = [other for other in citing_pages(copy, reader, path) if other not in gone]
        for other in others:
            if other not in led:
                seen = read_page(other, texts[other], folder=copy.folder) if other in texts else copy.page(other)
                led[other] = frozenset(resolver.resolve(link.path, other) for link in seen.links)
        if not any(path in led[other] for other in others):
            found[path] = " ".join(text[slice(*description_span(text))].split())
    return found
