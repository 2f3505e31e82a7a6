"""The whole vault as an Open Knowledge Format bundle: every note a concept, every link a standard one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from .. import __version__
from ..pages.linking.resolution import VaultNames, resolve
from ..pages.linking.subpaths import find_block, find_heading
from ..pages.markdown.blocks import read_blocks
from ..pages.obsidian.standard_links import heading_anchors, relative_url, standard_links
from ..pages.okf import Facts, Listed, Provenance, bundle_path, concept, index_text, log_text, type_of
from ..pages.page import read_page
from ..pages.page_facts import stem_of, text_value
from ..pages.yaml.frontmatter import read_properties
from ..store.vault import is_note

if TYPE_CHECKING:
    from ..pages.page_model import Block, Link, Page
    from ..store.workspace import Workspace

_DATE = re.compile(r"\d{4}-\d\d-\d\d\Z")


class Bundle(NamedTuple):
    """The files of a bundle by path, and what there is to say about them."""

    files: dict[str, bytes]
    concepts: int
    attachments: int
    """Files that are no notes and that a note links to."""
    unresolved: int
    """Links to pages that do not exist; they stay links, as knowledge not yet written."""
    renamed: tuple[str, ...]
    """Notes with a name that the format reserves: `old -> new`."""


def okf_bundle(ws: Workspace) -> Bundle:
    """Read every note of the vault.  The same vault gives the same bytes."""
    return _Exporting(ws).bundle()


class _Exporting:
    def __init__(self, ws: Workspace) -> None:
        self.ws = ws
        paths = ws.paths()
        self.names = VaultNames(paths)
        notes = [path for path in paths if is_note(path) and path not in ws.catalog]
        self.places: dict[str, str] = {}
        taken = {path.lower() for path in notes}
        for path in notes:
            self.places[path] = bundle_path(path, taken)
            taken.add(self.places[path].lower())
        self.texts = {path: _clean(ws.vault.read(path).text) for path in notes}
        self.pages = {path: _light(read_page(path, text, folder=ws.folder)) for path, text in self.texts.items()}
        self.anchors: dict[str, dict[int, str]] = {}
        self.attachments: dict[str, None] = {}
        self.unresolved = 0

    def bundle(self) -> Bundle:
        files: dict[str, bytes] = {}
        listed: dict[str, list[Listed]] = {}
        for path, place in self.places.items():
            page = self.pages[path]
            files[place] = self._concept(path).encode("utf-8", "replace")
            shown = text_value(page.properties, "description") or page.summary
            listed.setdefault(place.rpartition("/")[0], []).append(Listed(place, page.title, shown))
        concepts = len(files)
        for path in sorted(self.attachments):
            files[path] = self.ws.vault.read_bytes(path)
        files.update(_indexes(listed))
        log = log_text(self.ws.vault.read(self.ws.catalog.log).text) if self.ws.catalog.log in self.names else ""
        if log:
            files["log.md"] = log.encode("utf-8")
        renamed = tuple(f"{old} -> {new}" for old, new in self.places.items() if old != new)
        return Bundle(dict(sorted(files.items())), concepts, len(self.attachments), self.unresolved, renamed)

    def _concept(self, path: str) -> str:
        # As it was read for the page, and never again: its offsets are those of this text.
        page, text = self.pages[path], self.texts.pop(path)
        text = standard_links(text, page.links, page.block_ids, lambda link: self._url(path, link), _comments(text))
        updated = text_value(page.properties, "updated")
        is_made = page.category != "notes" and bool(_DATE.match(updated))
        origin = text_value(page.properties, "source")
        return concept(
            text,
            Facts(
                type=type_of(page.properties.get("type"), page.type or "note"),
                title=page.title,
                description=page.summary,
                resource=origin if page.category == "sources" and "://" in origin else "",
                sources=tuple(self._provenance(path)),
                generated_by=f"commonplace/{__version__}" if is_made else "",
                generated_at=f"{updated}T00:00:00Z" if is_made else "",
            ),
        )

    def _provenance(self, path: str) -> Iterator[Provenance]:
        """The source notes that a page links to, in text order."""
        if self.pages[path].category == "sources":
            return
        targets = dict.fromkeys(resolve(link.path, path, self.names) for link in self.pages[path].links if link.path)
        for target in targets:
            page = self.pages.get(target or "")
            if page is not None and page.category == "sources":
                url = relative_url(self.places[page.path], self.places[path])
                yield Provenance(stem_of(page.path), url, page.title)

    def _url(self, path: str, link: Link) -> str | None:
        """Where a link of a page leads in the bundle."""
        here = self.places[path]
        target = resolve(link.path, path, self.names)
        if target is None:
            self.unresolved += 1
            if link.kind == "markdown":
                return None
            missing = link.path.strip("/")
            return relative_url(missing if missing.lower().endswith(".md") else missing + ".md", here)
        if target in self.ws.catalog:
            return relative_url("index.md" if target == self.ws.catalog.catalog else "log.md", here)
        page = self.pages.get(target)
        if page is None:
            self.attachments.setdefault(target)
            return relative_url(target, here, link.subpath.lstrip("#"))
        return relative_url(self.places[target], here, self._anchor(page, link.subpath))

    def _anchor(self, page: Page, subpath: str) -> str:
        """The anchor of a heading or block; "" for one that is not there."""
        if subpath.startswith("#^"):
            block = find_block(page.block_ids, subpath)
            return block.id.lower() if block else ""
        heading = find_heading(page.headings, subpath) if subpath else None
        if heading is None:
            return ""
        if page.path not in self.anchors:
            self.anchors[page.path] = heading_anchors(page.headings)
        return self.anchors[page.path][heading.start]


def _light(page: Page) -> Page:
    """A page without what is not exported: all pages are held, for links lead to any of them."""
    return page._replace(passages=(), claims=())


def _indexes(listed: dict[str, list[Listed]]) -> dict[str, bytes]:
    """A listing for the root and for each folder with concepts in or below it."""
    counts: dict[str, int] = {"": 0}
    for folder, concepts in listed.items():
        parts = folder.split("/") if folder else []
        for depth in range(len(parts) + 1):
            name = "/".join(parts[:depth])
            counts[name] = counts.get(name, 0) + len(concepts)
    found = {}
    for folder in counts:
        inner = [(name, n) for name, n in counts.items() if name and name.rpartition("/")[0] == folder]
        text = index_text(folder, listed.get(folder, ()), inner)
        found[f"{folder}/index.md" if folder else "index.md"] = text.encode("utf-8")
    return found


def _comments(text: str) -> list[Block]:
    """The `%%` blocks of a page."""
    if "%%" not in text:
        return []
    return [block for block in read_blocks(text, read_properties(text).body_start) if block.kind == "comment"]


def _clean(text: str) -> str:
    """Text with plain line breaks and without a byte order mark: readers of the format may know no other."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
