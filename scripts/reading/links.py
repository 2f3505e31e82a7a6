"""Every link of a vault: where it stands, what it says, and which file Obsidian would open for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError, PageNotFoundError
from ..pages.linking.link_text import bare_link, parse_link_text
from ..pages.linking.resolution import VaultNames, link_key, other_candidates, resolve
from ..pages.linking.subpaths import find_block, find_heading
from ..pages.markdown.definitions import KIND as DEFINITION
from ..pages.markdown.definitions import local_definitions
from ..pages.markdown.scanner import scan
from ..pages.obsidian.canvas import placed_cards
from ..pages.text.names import fold_name, normalize_name
from ..pages.yaml.frontmatter import read_properties
from ..store.page_rows import base_of
from ..store.typed_paths import is_from_here, path_from_here
from ..store.vault import is_note

if TYPE_CHECKING:
    from ..pages.page_model import BlockId, Heading
    from ..store.workspace import Workspace

CANVAS = ".canvas"


class FoundLink(NamedTuple):
    """One link and what it leads to."""

    source: str
    line: int
    offset: int
    """Of its first character in the decoded text of the source."""
    text: str
    """As it is written there."""
    kind: str
    """wikilink, markdown, property, canvas for the path on a file card, or definition for that of a reference link."""
    embed: bool
    path: str
    """Decoded and trimmed; "" means the source itself."""
    subpath: str
    """"", "#Heading", "#A#B" or "#^block"."""
    display: str | None
    property: str
    """Name of the property that holds it; "" for every other kind."""
    target: str = ""
    """Vault path of the file it leads to; "" when it is unresolved."""
    part_found: bool | None = None
    """Whether the heading or block that it names is there; None where it names none, or the target is no note."""
    others: tuple[str, ...] = ()
    """Files that it might mean as well, or, where it is unresolved, that come near."""
    reason: str = ""
    """Why it leads nowhere, or why it leads to this one of several files; "" for a plain link."""


class LinkList(NamedTuple):
    """Links by source and offset."""

    note: str
    """The file asked for; "" for the whole vault."""
    backlinks: bool
    """Whether the links lead to the note rather than stand in it."""
    links: tuple[FoundLink, ...]
    files: int
    """Files that hold the links found."""
    found: int
    unresolved: int
    ambiguous: int
    """Links that lead to one of several files."""
    omitted: int
    """Found and not listed, because of the limit."""
    unreadable: tuple[str, ...]
    definitions: tuple[FoundLink, ...] = ()
    """Of reference links, as many as links: Obsidian counts them among none of these, and a rename takes them along."""


class _Outline(NamedTuple):
    headings: tuple[Heading, ...]
    block_ids: tuple[BlockId, ...]


def links_of(
    ws: Workspace, note: str = "", *, backlinks: bool = False, unresolved: bool = False, limit: int = 0
) -> LinkList:
    """The links that stand in a note, or in all files; with backlinks those that lead to it.

    note: a path, id, title or alias; for backlinks also a name that has no page yet.  unresolved keeps the links that
    lead nowhere.  limit 0 lists all.  Cost: every note is read, for one note those that may link to it.
    Raises PageNotFoundError, AmbiguousPageError.
    """
    reading = _Reading(ws)
    missing = ""
    try:
        named = _file(ws, note, reading.names) if note else ""
    except PageNotFoundError:
        if not backlinks or not _is_linked_to(ws, note):
            raise
        named, missing = "", link_key(note)
    sources = reading.files if backlinks or not note else [named]
    if backlinks and note:
        sources = _may_link_to(ws, reading.files, named or note)
    shown: list[FoundLink] = []
    definitions: list[FoundLink] = []
    counted = Counter[str]()
    holders = 0
    for done, path in enumerate(sources):
        ws.reading(done, len(sources))
        links = reading.links(path)
        if backlinks and note:
            links = [link for link in links if (link_key(link.path) == missing if missing else link.target == named)]
        if unresolved:
            links = [link for link in links if not link.target]
        # What is beyond the limit is counted and let go of: a vault has more links than a list of them has room for.
        _take(definitions, [link for link in links if link.kind == DEFINITION], limit)
        links = [link for link in links if link.kind != DEFINITION]
        _take(shown, links, limit)
        holders += bool(links)
        counted["found"] += len(links)
        counted["unresolved"] += sum(not link.target for link in links)
        counted["ambiguous"] += sum(bool(link.target and link.others) for link in links)
    return LinkList(
        named or (note if missing else ""),
        backlinks,
        tuple(shown),
        holders,
        counted["found"],
        counted["unresolved"],
        counted["ambiguous"],
        counted["found"] - len(shown),
        tuple(sorted(reading.unreadable)),
        tuple(definitions),
    )


def _take(taken: list[FoundLink], links: Sequence[FoundLink], limit: int) -> None:
    """Take what there is still room for; limit 0 takes all."""
    taken += links[: limit - len(taken)] if limit else links


class _Reading:
    """One run over a vault: each file is read once, its links are given once, and its outline is kept."""

    def __init__(self, ws: Workspace) -> None:
        self.ws, self.files = ws, ws.paths()
        self.names = VaultNames(self.files)
        self.unreadable: list[str] = []
        self._read: dict[str, tuple[tuple[FoundLink, ...], _Outline]] = {}
        self._reasons: dict[str, tuple[tuple[str, ...], str]] = {}
        """What _why() said of a path: most links that lead nowhere are written several times."""

    def links(self, path: str) -> list[FoundLink]:
        """The links of one file in text order, resolved."""
        links, outline = self._file(path)
        # Asked for once; only the outline is wanted again, by links that lead here.
        self._read[path] = (), outline
        return [self._follow(link) for link in links]

    def _file(self, path: str) -> tuple[tuple[FoundLink, ...], _Outline]:
        if path not in self._read:
            self._read[path] = self._scan(path)
        return self._read[path]

    def _scan(self, path: str) -> tuple[tuple[FoundLink, ...], _Outline]:
        """Links as they are written, not yet followed."""
        is_canvas = path.lower().endswith(CANVAS)
        if not is_canvas and not is_note(path):
            return (), _Outline((), ())
        try:
            text = self.ws.vault.read(path).text
        except DataError:
            # One bad file must not hide the links of the others.
            self.unreadable.append(path)
            return (), _Outline((), ())
        if is_canvas:
            return tuple(
                FoundLink(path, c.line, c.start, text[c.start : c.end], "canvas", False, c.file, c.subpath, None, "")
                for c in placed_cards(text)
            ), _Outline((), ())
        properties = read_properties(text)
        body = scan(text, body_start=properties.body_start)
        definitions = local_definitions(text, body_start=properties.body_start)
        links = sorted((*properties.links, *body.links, *definitions), key=lambda link: link.start)
        return tuple(
            FoundLink(
                path, x.line, x.start, text[x.start : x.end], x.kind, x.embed, x.path, x.subpath, x.display, x.key
            )
            for x in links
        ), _Outline(body.headings, body.block_ids)

    def _follow(self, link: FoundLink) -> FoundLink:
        others: tuple[str, ...] = ()
        reason = ""
        # A card holds a vault path, not a link that is looked for.
        is_card = link.kind == "canvas"
        target = self.names.exact(link.path) if is_card else resolve(link.path, link.source, self.names)
        if target is None:
            others, reason = self._why(link.path) if link.path else ((), "the card names no file")
        elif not is_card:
            others = tuple(other_candidates(link.path, target, self.names))
            reason = _preference(target, others, link.source) if others else ""
        found = None if target is None else self._has_part(target, link.subpath)
        return link._replace(target=target or "", part_found=found, others=others, reason=reason)

    def _has_part(self, target: str, subpath: str) -> bool | None:
        parts = [part for part in subpath.split("#") if part.strip()]
        if not parts or not is_note(target):
            return None
        outline = self._file(target)[1]
        if parts[-1].startswith("^"):
            return find_block(outline.block_ids, parts[-1]) is not None
        return find_heading(outline.headings, subpath) is not None

    def _why(self, path: str) -> tuple[tuple[str, ...], str]:
        if path not in self._reasons:
            self._reasons[path] = self._looked_up(path)
        return self._reasons[path]

    def _looked_up(self, path: str) -> tuple[tuple[str, ...], str]:
        elsewhere = tuple(self.names.candidates(path))
        if elsewhere:
            return elsewhere, "no such file at this path; the name is elsewhere"
        owners = self._owners(path)
        if owners:
            return owners, "no such file; it is a title or alias, which Obsidian does not follow"
        return (), "no such file"

    def _owners(self, name: str) -> tuple[str, ...]:
        """Pages that have this name as a title or an alias, not as their file name."""
        key, wanted = fold_name(name), normalize_name(name)
        if not key or "/" in name:
            return ()
        hits = self.ws.reader.names([key]).get(key, [])
        owners = [h.node for h in hits if h.how in ("exact", "alias") and normalize_name(h.name) == wanted]
        return tuple(sorted(node.path for node in self.ws.reader.nodes(owners).values() if node.path))


def _preference(target: str, others: Iterable[str], source: str) -> str:
    """Why Obsidian takes this one of several files."""
    folder = link_key(source.rpartition("/")[0])
    if folder and link_key(target).startswith(folder):
        return "several files; the one in or under the source's folder is taken"
    if "/" not in target:
        return "several files; the one at the root is taken"
    if any(len(other) == len(target) for other in others):
        return "several files; of those with the shortest path the first is taken"
    return "several files; the one with the shortest path is taken"


def _file(ws: Workspace, name: str, names: VaultNames) -> str:
    """Any file of the vault by its path, as a link from the root would find it, else a page by one of its names."""
    written = bare_link(name)
    here = path_from_here(ws.vault, written) if is_from_here(written) else None
    if here is not None:
        return names.exact(here) or ws.find(written)
    exact = names.exact(written)
    if exact is not None:
        return exact
    wanted = parse_link_text(written)[0]
    if len(names.candidates(wanted)) == 1 or "/" in wanted:
        found = resolve(wanted, "", names)
        if found is not None:
            return found
    try:
        # A name may hold a `#` of its own.
        return ws.find(written)
    except PageNotFoundError:
        if wanted == written:
            raise
        return ws.find(wanted)


def _is_linked_to(ws: Workspace, name: str) -> bool:
    rows = ws.index.connection().execute("SELECT path FROM links WHERE base = ?", (base_of(name),))
    return any(link_key(path) == link_key(name) for (path,) in rows)


def _may_link_to(ws: Workspace, files: Sequence[str], target: str) -> list[str]:
    """Files that hold a link of this name, and those whose links the index does not keep."""
    wanted = {*ws.linking_to(base_of(target))}
    # What lies beyond the size limit is not in the index.
    wanted.update(row[0] for row in ws.index.connection().execute("SELECT path FROM issues WHERE rule = 'page-size'"))
    pages = set(ws.note_paths())
    return [
        path
        for path in files
        if path in wanted or path == target or path.lower().endswith(CANVAS) or (is_note(path) and path not in pages)
    ]
