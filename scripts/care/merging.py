"""Making one page of two: what one of them holds moves to the other, and every link follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import DataError, EditRefusedError, UnsafePathError, UsageError
from ..model import Place
from ..pages.linking.resolution import resolve
from ..pages.markdown.labels import Parted, part_labels
from ..pages.page import read_page
from ..pages.page_facts import differ_in_type, stem_of, text_value
from ..pages.text.names import normalize_name
from ..pages.yaml.frontmatter import read_properties
from ..store.operations import Change
from ..store.sound_pages import sound_text
from ..store.vault import is_note
from .base_names import bases_left
from .carrying import carry_hashes
from .dangling import trash_path
from .file_links import check_file_links
from .joining import join_pages, title_heading
from .link_shift import Shift
from .loops import drop_loops
from .merged_headings import check_headings
from .rewriting import Following, rewrite_vault

if TYPE_CHECKING:
    from ..pages.page_model import Page
    from ..store.workspace import Plan, Workspace
    from .kept_properties import NotFollowed


class MergeReceipt(NamedTuple):
    """What `merge` did, or would do."""

    merged: str
    """Vault path of the page that goes."""
    into: str
    trash: str
    """Where the merged file is kept."""
    aliases: tuple[str, ...]
    """Names the staying page answers to from now on."""
    pages: int
    """Files that changed, the merged one among them."""
    links: int
    """Links that lead to the staying page now."""
    claims: int
    """Claims that moved."""
    dropped: tuple[Place, ...]
    """Claims left out because both their ends are one page now, links in properties among them, where they stood."""
    unembedded: tuple[Place, ...]
    """Embeds of one page in the other that are links now, where they stood."""
    relabeled: tuple[tuple[str, str], ...]
    """Labels of footnotes and reference links that both pages had: of the page that goes, the old and the new."""
    left: tuple[str, ...]
    """Properties that are only in .trash from now on: the staying page says something else."""
    changed: tuple[str, ...]
    named_in: tuple[str, ...]
    """Bases whose formulas go on naming the page that goes, not changed; `path:line` for one in a note."""
    not_followed: tuple[NotFollowed, ...]
    """Links in properties that are not edited: JSON, with anchors, or unreadable."""


def plan_merge(ws: Workspace, source: str, into: str, *, force: bool = False) -> Plan:
    """Move links, claims, aliases, tags, evidence and prose of source to into; the file of source goes to .trash.

    force: also when they differ in type or kind of page.  Raises DataError for those and for what cannot be merged,
    EditRefusedError with every place whose link could not follow, UnsoundPageError for a page to be mended first.
    """
    old, new = ws.page(ws.find(source)), ws.page(ws.find(into))
    for page in (old, new):
        if page.path in ws.catalog:
            raise UnsafePathError(page.path, "the catalog and the log are made by the tools", hint="name another page")
    _check(old, new, force=force)
    for page in (old, new):
        # Nothing of a page that cannot be read whole would arrive, and what arrives in one side of a merge may go.
        sound_text(ws, page.path)
    check_file_links(ws, [old.path])
    shift = Shift(ws.paths(), {old.path: new.path})
    title = title_heading(ws.editable_text(old.path), old.title, ws.editable_text(new.path))
    following = {old.path: Following(heading=title)}
    found = rewrite_vault(ws, shift, following, drafts={new.path: ws.editable_text(new.path)})
    texts: dict[str, str] = {}
    dropped: list[Place] = []
    unembedded: list[Place] = []
    followed = carry_hashes(ws, shift, found.texts, rewritten=(old.path, new.path))
    for path, text in {new.path: ws.editable_text(new.path), **followed}.items():
        texts[path] = text
        if is_note(path):
            loops = drop_loops(ws.vault.read(path).text, text, path, shift, folder=ws.folder)
            texts[path] = loops.text
            dropped += loops.dropped
            unembedded += loops.unembedded
    moving, relabeled = _with_own_labels(texts.pop(old.path), texts[new.path], old.path)
    joined, left = _joined(texts[new.path], moving, old, new)
    pages = [read_page(new.path, text, folder=ws.folder) for text in (texts[new.path], moving, joined)]
    _check_joined((texts[new.path], moving), pages, shift, left)
    check_headings(ws, shift, found.texts, moving=moving, joined=joined, title=title[0] if title else None)
    texts[new.path] = joined
    trash, data = trash_path(ws, old.path), ws.before(old.path)
    changes = [Change(path, ws.before(path), text.encode("utf-8")) for path, text in sorted(texts.items())]
    changes = [change for change in changes if change.before != change.after]
    known = set(new.aliases)
    aliases = read_page(new.path, joined, folder=ws.folder).aliases
    receipt = MergeReceipt(
        merged=old.path,
        into=new.path,
        trash=trash,
        aliases=tuple(alias for alias in aliases if alias not in known),
        pages=len(changes) + 1,
        links=found.links,
        claims=len(pages[1].claims),
        dropped=tuple(sorted(dropped)),
        unembedded=tuple(sorted(unembedded)),
        relabeled=relabeled,
        left=left,
        changed=tuple(change.path for change in changes),
        named_in=bases_left(ws, shift, texts),
        not_followed=found.not_followed,
    )
    note = f"{old.path} is part of {new.path} now, {receipt.links} links in {receipt.pages} files"
    return (
        [*changes, Change(old.path, data, None), Change(trash, None, data, ws.vault.mode_of(old.path))],
        note,
        receipt,
    )


def _check(old: Page, new: Page, *, force: bool) -> None:
    if old.path == new.path:
        raise UsageError(f"{old.path} cannot be merged into itself", hint="name two pages")
    for page in (old, new):
        if page.category in ("sources", "summaries"):
            raise DataError(
                "a source and its summary are evidence of their own and are not merged",
                path=page.path,
                hint="take back the one that is too much with `commonplace retract`",
            )
    differ = differ_in_type(old.type, new.type)
    if (differ or old.category != new.category) and not force:
        kinds = [page.type if differ else page.category for page in (old, new)]
        raise DataError(
            f"{old.path} ({kinds[0]}) and {new.path} ({kinds[1]}) differ in {'type' if differ else 'kind'}",
            hint="if they are one thing, repeat with --force; a link or a claim joins two things",
        )


def _with_own_labels(moving: str, staying: str, path: str) -> Parted:
    starts = [read_properties(text).body_start for text in (moving, staying)]
    try:
        return part_labels(moving, staying, body_start=starts[0], other_start=starts[1])
    except EditRefusedError as err:
        err.path = path
        raise


def _joined(staying: str, moving: str, old: Page, new: Page) -> tuple[str, tuple[str, ...]]:
    own = {normalize_name(name) for name in (new.title, stem_of(new.path))}
    offered = [old.title, stem_of(old.path), *old.aliases, text_value(old.properties, "question")]
    names = [name for name in offered if name and normalize_name(name) not in own]
    try:
        return join_pages(staying, moving, title=old.title, names=names)
    except EditRefusedError as err:
        err.path = err.path or new.path
        raise


def _check_joined(texts: tuple[str, str], pages: Sequence[Page], shift: Shift, left: Sequence[str]) -> None:
    """Read the joined page, the last of pages: every claim, link and block of the two others is there."""
    one, other, both = pages
    blocks = _blocks(texts[0], one)
    clash = [id for id, words in _blocks(texts[1], other).items() if blocks.get(id, words) != words]
    if clash:
        raise EditRefusedError(
            f"both pages have a block ^{', ^'.join(sorted(clash))}, of different words", path=both.path
        )
    for kind, found in (("claim", _claims), ("link", lambda page: _targets(page, shift))):
        lost = {key: place for page in (one, other) for key, place in found(page) if place not in left}
        lost = {key: place for key, place in lost.items() if key not in dict(found(both))}
        if lost:
            raise EditRefusedError(f"{len(lost)} {kind}s would be lost, such as {min(map(str, lost))}", path=both.path)


def _blocks(text: str, page: Page) -> dict[str, tuple[str, ...]]:
    return {found.id.lower(): tuple(text[found.block_start : found.block_end].split()) for found in page.block_ids}


def _claims(page: Page) -> list[tuple[Any, str]]:
    """What each claim says, and the property it stands in; "" for the body."""
    keys = {link.start: link.key for link in page.links}
    claims = ((placed.claim, keys.get(placed.start, "")) for placed in page.claims)
    return [((c.subject, c.relation, c.object, c.confidence, c.evidence, c.note), key) for c, key in claims]


def _targets(page: Page, shift: Shift) -> list[tuple[Any, str]]:
    """What each link leads to, and the property it stands in; "" for the body."""
    return [((resolve(link.path, page.path, shift.after) or link.path, link.subpath), link.key) for link in page.links]
