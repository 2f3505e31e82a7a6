"""Renaming and moving a page: every link to it follows, in the style it was written."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import EditingPage, EditRefusedError, NameTakenError, UnsafePathError, UsageError
from ..model import Place
from ..pages.linking.resolution import is_same_text, link_key
from ..pages.linking.subpaths import find_heading
from ..pages.page import headings_of
from ..pages.page_facts import category_of, stem_of, text_value, title_of
from ..pages.rendering import escape, one_line
from ..pages.text.names import normalize_name
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import add_to_list, set_property
from ..store.operations import Change
from ..store.page_rows import base_of
from ..store.typed_paths import is_from_here, path_from_here
from ..store.vault import decode
from ..text.slugs import check_file_name, plain_slug, slugify
from .base_names import bases_left
from .carrying import carry_hashes
from .file_links import check_file_links
from .link_shift import Shift
from .rewriting import Following, rewrite_vault
from .source_summaries import SUMMARY, SUMMARY_TITLE, summary_of

if TYPE_CHECKING:
    from ..pages.page_model import Heading
    from ..store.workspace import Plan, Workspace
    from .kept_properties import NotFollowed


class RenameReceipt(NamedTuple):
    """What `rename` did, or would do."""

    old: str
    """Vault paths."""
    new: str
    title: str
    """The page's title now."""
    alias: str
    """The old title, kept as an alias; "" where it was not."""
    pages: int
    """Files that changed, the page itself among them."""
    links: int
    """Links, embeds, property links, citations and canvas cards that were rewritten."""
    lengthened: int
    """Links to other pages that were made explicit because they would have become ambiguous."""
    also: tuple[tuple[str, str], ...]
    """Pages that moved along: the summary of a source."""
    gained: tuple[Place, ...]
    """Links that led nowhere before and lead to the page now."""
    changed: tuple[str, ...]
    """Paths of the changed files, as they are now."""
    named_in: tuple[str, ...]
    """Bases whose formulas go on naming the page by its old name, not changed; `path:line` for one in a note."""
    not_followed: tuple[NotFollowed, ...]
    """Links in properties that are not edited: JSON, with anchors, or unreadable."""


def plan_rename(ws: Workspace, old: str, new: str, *, move: bool = False, keep_alias: bool | None = None) -> Plan:
    """Give a page the title new, or with move the vault path new; links follow.

    A page of ours gets the slug of its new title as file name, any other the title itself.  With move, new may be a
    folder, with a slash at its end.  keep_alias: the old title stays as an alias; by default when the title changes
    by renaming, not by moving.  Raises NameTakenError, UnsafePathError for an impossible name, EditRefusedError with
    every place whose link could not follow.
    """
    path = ws.find(old)
    target = _moved_path(ws, path, new) if move else _titled_path(ws, path, _typed_title(ws, path, new))
    title = "" if move else one_line(_typed_title(ws, path, new))
    keep = not move if keep_alias is None else keep_alias
    moves = {path: target, **_along(ws, path, target)}
    _check_moves(ws, moves)
    drafts: dict[str, str] = {}
    following: dict[str, Following] = {}
    for source, destination in moves.items():
        new_title = title if source == path or not title else title + SUMMARY_TITLE
        with EditingPage(source):
            drafts[source], following[source] = _retitled(ws, source, destination, new_title, keep and source == path)
    shift = Shift(ws.paths(), moves)
    found = rewrite_vault(ws, shift, following, drafts=drafts)
    texts = carry_hashes(ws, shift, found.texts)
    changes: list[Change] = []
    for source, text in sorted(texts.items()):
        destination, before = shift.moved(source), ws.before(source)
        if destination != source:
            changes.append(Change(source, before, None))
        after = before if before is not None and text == decode(before).text else text.encode("utf-8")
        is_moved = destination != source
        mode = ws.vault.mode_of(source) if is_moved else 0
        changes.append(Change(destination, None if is_moved else before, after, mode))
    aliased = keep and read_properties(drafts[path]).aliases != read_properties(ws.vault.read(path).text).aliases
    old_title = _title(path, ws.vault.read(path).text)
    changed = tuple(sorted(c.path for c in changes if c.after is not None and c.after != c.before))
    receipt = RenameReceipt(
        old=path,
        new=target,
        title=_title(target, drafts[path]),
        alias=old_title if aliased else "",
        pages=len(changed),
        links=found.links,
        lengthened=found.lengthened,
        also=tuple(item for item in moves.items() if item[0] != path),
        gained=found.gained,
        changed=changed,
        named_in=bases_left(ws, shift, texts),
        not_followed=found.not_followed,
    )
    return changes, f"{path} is {target} now, {receipt.links} links in {receipt.pages} files", receipt


def _typed_title(ws: Workspace, path: str, new: str) -> str:
    """The title that a person means: of a file that is called so, the extension may be typed as well."""
    is_file_name = new[-3:].lower() == ".md" and new.strip() != stem_of(path) and not _is_slugged(ws, path)
    return new[:-3] if is_file_name else new


def _is_slugged(ws: Workspace, path: str) -> bool:
    """Whether the file has the slug of its page's title as its name, not the title itself."""
    title = text_value(_values(ws, path), "title")
    return category_of(path, ws.folder) != "notes" or (
        bool(title) and stem_of(path) in (plain_slug(title), slugify(title))
    )


def _titled_path(ws: Workspace, path: str, title: str) -> str:
    """The path of a page with a new title, in the folder it is in."""
    is_same = is_same_text(title.strip(), stem_of(path))
    title = one_line(title)
    if not title:
        raise UsageError("the new title is empty", hint="give a title")
    folder, is_slugged = path.rpartition("/")[0], _is_slugged(ws, path)
    if is_same and not is_slugged:
        # Its name may be one that we would not give: too long, or with two blanks in a row.
        return path
    name = plain_slug(title) if is_slugged else title
    check_file_name(name + ".md")
    target = posixpath.join(folder, name + path[-3:])
    if is_slugged and base_of(target) != base_of(path):
        # No page of ours takes a name that exists anywhere: it would take over the links to it.
        query = "SELECT path FROM files WHERE base = ? ORDER BY path LIMIT 1"
        owner = ws.index.connection().execute(query, (base_of(target),)).fetchone()
        if owner is not None:
            raise NameTakenError(name, owner[0])
    return target


def _moved_path(ws: Workspace, path: str, new: str) -> str:
    """The vault path that a person means: a folder keeps the name, the extension may be left out."""
    target = _typed_place(ws, new.strip())
    name = path.rpartition("/")[2]
    if target.endswith("/") or any(other.startswith(target + "/") for other in ws.paths()):
        target = target.rstrip("/") + "/" + name if target.strip("/") else name
    elif target[-3:].lower() != ".md":
        target += path[-3:]
    ws.vault.absolute(target)
    known = {part for other in ws.paths() for part in other.split("/")[:-1]}
    for part in target.split("/")[:-1]:
        if part not in known:
            check_file_name(part)
    if target.rpartition("/")[2] != name:
        check_file_name(target.rpartition("/")[2])
    return target


def _typed_place(ws: Workspace, typed: str) -> str:
    """A path in the vault, or one seen from the current folder: `./` says so, or a first folder that no vault has."""
    here = path_from_here(ws.vault, typed)
    if here is None:
        return typed.removeprefix("./")
    first = typed.partition("/")[0] + "/"
    is_meant = is_from_here(typed) or (
        path_from_here(ws.vault, ".") is None and not any(path.startswith(first) for path in ws.paths())
    )
    if not is_meant:
        return typed
    is_folder = typed.endswith(("/", "/.", "..")) or typed == "."
    return here + "/" if is_folder else here


def _along(ws: Workspace, path: str, target: str) -> dict[str, str]:
    """The summary of a source is found by its name, so it moves along, unless a person gave it another one."""
    if category_of(path, ws.folder) != "sources" or stem_of(path) == stem_of(target):
        return {}
    summary = summary_of(ws, path)
    if base_of(summary) != base_of(stem_of(path) + SUMMARY) or ws.before(summary) is None:
        return {}
    return {summary: posixpath.join(posixpath.dirname(summary), stem_of(target) + SUMMARY + ".md")}


def _check_moves(ws: Workspace, moves: dict[str, str]) -> None:
    check_file_links(ws, [old for old, new in moves.items() if new != old])
    known = {link_key(path): path for path in ws.paths()}
    for old, new in moves.items():
        if new in ws.catalog or old in ws.catalog:
            raise UnsafePathError(new, "the catalog and the log are made by the tools", hint="name another page")
        owner = known.get(link_key(new))
        if owner is not None and owner != old:
            raise NameTakenError(stem_of(new), owner)
        # With the key of the old name it can only be the page itself, where the file system ignores case.
        if new != old and link_key(new) != link_key(old) and ws.before(new) is not None:
            raise NameTakenError(stem_of(new), new)
        if "sources" in (category_of(old, ws.folder), category_of(new, ws.folder)) and (
            category_of(old, ws.folder) != category_of(new, ws.folder)
        ):
            raise EditRefusedError(
                "a source is quoted matter and other pages are not, so none may become the other", path=old
            )


def _retitled(ws: Workspace, path: str, target: str, title: str, keep: bool) -> tuple[str, Following]:
    """The text of a page under its new title, "" for none, and what in the links to it follows."""
    old = ws.vault.read(path).text
    old_title, old_stem, new_stem = _title(path, old), stem_of(path), stem_of(target)
    new_title = title or (new_stem if old_title == old_stem else old_title)
    names = ((old_title, new_title), (old_stem, new_stem))
    if not title:
        return _with_alias(ws, path, old, old_title, new_title, keep), Following(names)
    # The body of a source is the document's own text.
    is_quoted = category_of(path, ws.folder) == "sources"
    heading = None if is_quoted else _title_heading(old, (old_title, old_stem))
    if heading is not None and one_line(heading.text) in (title, escape(title)):
        heading = None
    text = ws.editable_text(path)
    if heading is not None:
        at = text.index(heading.text, heading.start)
        text = text[:at] + escape(title) + text[at + len(heading.text) :]
        if not any(found.start == heading.start for found in headings_of(text)):
            raise EditRefusedError("the new title cannot be a heading", path=path, line=heading.line)
    # A title that is no text, such as a template's `{{title}}`, names nothing: it stays.
    if text_value(read_properties(text).values, "title") or one_line(new_stem) != title:
        text = set_property(text, "title", title)
    text = _with_alias(ws, path, text, old_title, title, keep)
    return text, Following(names, (heading, escape(title)) if heading else None)


def _with_alias(ws: Workspace, path: str, text: str, old_title: str, title: str, keep: bool) -> str:
    if not keep or normalize_name(old_title) == normalize_name(title):
        return text
    if not ws.vault.read(path).is_utf8:
        ws.editable_text(path)
    return add_to_list(text, "aliases", old_title)


def _title(path: str, text: str) -> str:
    return title_of(path, read_properties(text).values)


def _values(ws: Workspace, path: str) -> dict[str, Any]:
    return read_properties(ws.vault.read(path).text).values


def _title_heading(text: str, titles: tuple[str, ...]) -> Heading | None:
    """The first heading of level 1, if it shows the title and links to this text lead to it."""
    headings = headings_of(text)
    first = next((heading for heading in headings if heading.level == 1), None)
    if first is None or not any(is_same_text(first.text, title) for title in (*titles, *map(escape, titles))):
        return None
    return first if find_heading(headings, "#" + first.text) == first else None
