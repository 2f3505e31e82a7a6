"""Letting links follow pages that move: which files hold them, and their new texts.

Only the path of a link is replaced, and where the mover says so its heading or display text; every result is read back
and refused if any link would mean something else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..errors import EditRefusedError
from ..model import Place
from ..pages.linking.resolution import is_same_text, link_key, resolve
from ..pages.linking.subpaths import find_heading
from ..pages.markdown.definitions import local_definitions
from ..pages.markdown.scanner import scan
from ..pages.page_facts import category_of, stem_of
from ..pages.yaml.frontmatter import read_properties
from ..store.vault import is_note
from ..text.splices import Splice, splice
from .canvas_nodes import canvas_paths, move_nodes
from .file_links import is_file_link
from .kept_properties import NotFollowed, why_kept, wikilinks_in_unreadable
from .link_splices import TableLines, add_display, splice_display, splice_heading, splice_path

if TYPE_CHECKING:
    from ..pages.page_model import Heading, Link
    from ..store.workspace import Workspace
    from .link_shift import Followed, Shift


class Following(NamedTuple):
    """What follows the path in the links to one moved page."""

    names: tuple[tuple[str, str], ...] = ()
    """Display texts, old and new: a link that shows exactly the old one shows the new one."""
    heading: tuple[Heading, str] | None = None
    """A heading of the page, as it was, and its new text."""


class Rewritten(NamedTuple):
    """The new text of one file."""

    text: str
    links: int = 0
    """Links that were changed."""
    lengthened: int = 0
    """Those of them whose target did not move: a namesake appeared."""
    gained: tuple[Place, ...] = ()
    """Links that led nowhere and lead to a page now."""
    not_followed: tuple[NotFollowed, ...] = ()


class VaultRewrite(NamedTuple):
    """The new texts of all files that a move touches."""

    texts: dict[str, str]
    """By the path before the move; only files that differ, and the moved pages."""
    links: int
    lengthened: int
    gained: tuple[Place, ...]
    not_followed: tuple[NotFollowed, ...]
    """Links in properties that are not edited."""


def rewrite_vault(
    ws: Workspace,
    shift: Shift,
    following: Mapping[str, Following],
    *,
    drafts: Mapping[str, str] | None = None,
) -> VaultRewrite:
    """Let every link in the vault follow the moved pages.

    following: by old path.  drafts: texts to begin with, for pages the caller has changed already.
    Raises EditRefusedError with every place whose link cannot be written so that it means the same.
    """
    drafts = drafts or {}
    texts: dict[str, str] = {}
    links = lengthened = 0
    gained: list[Place] = []
    kept: list[NotFollowed] = []
    refused: list[str] = []
    for path in touched_notes(ws, shift, drafts):
        file = ws.vault.read(path)
        text = drafts.get(path, file.text)
        try:
            found = rewrite_page(text, path, shift, following, is_quoted=_is_source(ws, path))
            if found.text != text and not file.is_utf8:
                raise EditRefusedError("not UTF-8, so its links cannot follow", path=path)
        except EditRefusedError as err:
            reason = err.what.removeprefix("edit refused: ")
            refused.append(f"{path}:{err.line} {reason}" if err.line else f"{path} {reason}")
            continue
        links, lengthened = links + found.links, lengthened + found.lengthened
        gained += found.gained
        kept += found.not_followed
        if found.text != file.text or path in shift.moves:
            texts[path] = found.text
    for path in canvas_paths(ws):
        data = ws.vault.read(path)

        def follow(card: str, path: str = path) -> tuple[str, int]:
            found = rewrite_page(card, path, shift, following)
            return found.text, found.links

        try:
            moved, count = move_nodes(data.text, path, shift, follow)
        except EditRefusedError as err:
            refused.append(f"{path} {err.what.removeprefix('edit refused: ')}")
            continue
        if count and not data.is_utf8:
            refused.append(f"{path} not UTF-8, so its cards cannot follow")
        elif count:
            texts[path], links = moved, links + count
    if refused:
        raise EditRefusedError("links would change their meaning: " + "; ".join(refused))
    return VaultRewrite(texts, links, lengthened, tuple(gained), tuple(kept))


def rewrite_page(
    text: str, source: str, shift: Shift, following: Mapping[str, Following], *, is_quoted: bool = False
) -> Rewritten:
    """The text of the page that lies at source before the move, its links following.

    is_quoted: the words of the page are quoted elsewhere, so a link goes on showing what it shows.
    Raises EditRefusedError with path and line for a link that cannot follow.
    """
    return _PageRewrite(text, source, shift, following).run(is_quoted)


class _PageRewrite:
    def __init__(self, text: str, source: str, shift: Shift, following: Mapping[str, Following]) -> None:
        self.text, self.source, self.shift, self.following = text, source, shift, following
        self.properties = read_properties(text)
        self.body = scan(text, body_start=self.properties.body_start)
        definitions = local_definitions(text, body_start=self.properties.body_start)
        self.links = (*self.properties.links, *self.body.links, *definitions)
        self.tables = TableLines(text, self.body.blocks)
        self.reheaded: set[int] = set()

    def run(self, is_quoted: bool) -> Rewritten:
        splices: list[Splice] = []
        gained: list[Place] = []
        links = lengthened = 0
        targets = []
        kept = [*self._unreadable()]
        for link in self.links:
            found = self.shift.follow(link.path, self.source)
            targets.append(found.target)
            if found.is_gained:
                gained.append(Place(self.source, link.line, self._written(link)))
                continue
            paths, heading = self._path(link, found), self._heading(link, found)
            made = [*paths, *self._name(link, found), *heading]
            if paths and is_quoted:
                made += self._shown(link, link.path)
            elif paths and not heading:
                made += self._base_name(link, paths[0].text)
            if made and link.key and self.why_kept:
                kept.append(NotFollowed(self.source, link.line, self._written(link), self.why_kept))
                targets[-1] = None
                continue
            links += bool(made)
            lengthened += bool(made) and found.source not in self.shift.moves
            splices += made
        changed = splice(self.text, splices)
        if splices:
            self._check(changed, targets)
        return Rewritten(changed, links, lengthened, tuple(gained), tuple(kept))

    @cached_property
    def why_kept(self) -> str:
        return why_kept(self.text)

    def _unreadable(self) -> Iterator[NotFollowed]:
        """Links in properties that cannot be read, as far as they lead to what moves."""
        if self.properties.issue is not None:
            for path, line, written in wikilinks_in_unreadable(self.text, self.properties.body_start):
                if not self.shift.follow(path, self.source).stays:
                    yield NotFollowed(self.source, line, written, self.why_kept)

    def _path(self, link: Link, found: Followed) -> list[Splice]:
        if found.stays:
            return []
        made = next((made for way in found.ways if (made := splice_path(self.text, link, way))), None)
        if made is None:
            raise self._refusal(link)
        return [made]

    def _base_name(self, link: Link, path: str) -> list[Splice]:
        """Display text for a name that becomes a path: as in the app, nobody reads the folders."""
        if "/" not in path or "/" in link.path:
            return []
        name = path.rpartition("/")[2]
        return self._shown(link, stem_of(name) if is_note(name) else name)

    def _name(self, link: Link, found: Followed) -> list[Splice]:
        """Display text that is the old name; that of an embed is a size."""
        follow = self.following.get(found.source or "")
        if follow is None or link.embed or not link.path:
            return []
        shown = link.display or ""
        name = next((new for old, new in follow.names if is_same_text(shown, old) and new != old), None)
        made = splice_display(self.text, link, name) if name else None
        return [made] if made else []

    def _heading(self, link: Link, found: Followed) -> list[Splice]:
        """A subpath that leads to a heading with a new text."""
        follow = self.following.get(found.source or "")
        if follow is None or follow.heading is None:
            return []
        heading, new = follow.heading
        if find_heading([heading], "#" + link.subpath.lstrip("#").partition("#")[0]) is None:
            return []
        made = splice_heading(self.text, link, heading.text, new)
        if made is None:
            raise self._refusal(link)
        if self.text[made.start : made.end] == made.text:
            return []
        self.reheaded.add(link.start)
        return [made]

    def _shown(self, link: Link, path: str) -> list[Splice]:
        """Display text for a wikilink that has none: what a link with this path would show."""
        made = None if link.embed else add_display(link._replace(path=path), in_table=self.tables.hold(link.start))
        return [made] if made else []

    def _check(self, changed: str, targets: Sequence[str | None]) -> None:
        """Read the new text: the same links, each leading where it shall, and nothing else different."""
        properties = read_properties(changed)
        body_links = scan(changed, body_start=properties.body_start).links
        links = (
            *properties.links,
            *body_links,
            *local_definitions(changed, body_start=properties.body_start),
        )
        here = self.shift.moved(self.source)
        if len(links) != len(self.links) or (properties.issue is None) != (self.properties.issue is None):
            raise EditRefusedError("its links would not read back the same", path=self.source)
        for old, new, target in zip(self.links, links, targets):
            leads = new.path if target is None else resolve(new.path, here, self.shift.after)
            same = (old.kind, old.embed, old.key) == (new.kind, new.embed, new.key)
            same = same and leads == (old.path if target is None else target)
            if not same or (new.subpath != old.subpath and old.start not in self.reheaded):
                raise self._refusal(old)
        edited = {link.key for link in self.properties.links}
        kept = {key: repr(value) for key, value in self.properties.values.items() if key not in edited}
        if any(repr(properties.values.get(key)) != value for key, value in kept.items()):
            raise EditRefusedError("its properties would not read back the same", path=self.source)

    def _refusal(self, link: Link) -> EditRefusedError:
        return EditRefusedError(f"the link {self._written(link)} cannot follow", path=self.source, line=link.line)

    def _written(self, link: Link) -> str:
        return self.text[link.start : link.end]


def _is_source(ws: Workspace, path: str) -> bool:
    return category_of(path, ws.folder) == "sources"


def touched_notes(ws: Workspace, shift: Shift, drafts: Collection[str]) -> list[str]:
    """Notes whose links or bases may mean something else after the move, the moved ones too; no generated pages.

    Of a note and a symbolic link to it only the note.
    """
    run = ws.index.connection().execute
    found = {path for path in (*shift.moves, *drafts) if is_note(path)}
    bases = shift.bases()
    for base in bases:
        found.update(path for path in ws.linking_to(base) if is_note(path))
    # Links of these are not in the index: copies left by a sync client, what lies beyond the size limit, properties
    # that cannot be read.
    unlisted = """SELECT f.path FROM files f LEFT JOIN heads h ON h.id = f.id
        WHERE h.id IS NULL AND lower(substr(f.path, -3)) = '.md'
        UNION SELECT path FROM issues WHERE rule IN ('page-size', 'unreadable-frontmatter')"""
    for (path,) in run(unlisted).fetchall():
        if path not in found and path not in ws.catalog and _may_link(ws.vault.read(path).text, bases):
            found.add(path)
    return sorted(path for path in found - set(ws.catalog) if not is_file_link(ws, path))


def _may_link(text: str, bases: Sequence[str]) -> bool:
    folded = link_key(text)
    # An encoded destination hides its name.
    return any(base in folded for base in bases) or (("](" in text or "]:" in text) and "%" in text)
