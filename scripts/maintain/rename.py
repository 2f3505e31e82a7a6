"""Renaming and moving a page: every link to it is rewritten in its own style."""

from __future__ import annotations

import posixpath
import re
from typing import NamedTuple

from ..errors import DataError, EditingPage, EditRefusedError, NameTakenError, UnsafePathError, UsageError
from ..index_store.port import IndexReader, has_tag
from ..look.citations import SUMMARY, SUMMARY_TITLE, summary_of
from ..look.lookup import named_page
from ..model import Heading, PageFilter
from ..text.characters import plain_line
from ..text.editing import headings_of
from ..text.frontmatter import add_to_list, set_property, split
from ..text.kept import property_text, scalar_text
from ..text.links import basename_key, find_heading, path_key
from ..text.markdown import read_body
from ..text.names import category_of, check_file_name, normalize_name, plain_slug, slugify, stem_of
from ..text.obsidian import TAG, is_tag_name
from ..text.spans import Splice, splice
from ..text.templates import escape_inline
from ..wiki_store.files import is_note, place_of
from ..wiki_store.working_copy import Plan, WorkingCopy
from .link_rewriting import Moves, check_file_links, is_same_text, rewrite_vault, title_heading

_HEADING = re.compile(r" {0,3}(?:#{1,6}[ \t]+)?(.*?)(?:[ \t]+#+)?\s*")


class RenameReceipt(NamedTuple):
    """What `rename` did, or would do."""

    old: str
    new: str
    """The new vault path; old is the former one."""
    title: str
    alias: str
    """The old title, kept as an alias, and the old file name if that differs; "" for neither."""
    links: int
    """Links, embeds, property links, citations and canvas cards that were rewritten."""
    also: tuple[tuple[str, str], ...]
    """Pages that moved with it: the summary of a source."""
    changed: tuple[str, ...]
    """Paths of the changed files, as they are now."""


def plan_rename(
    copy: WorkingCopy, reader: IndexReader, old: str, new: str, *, move: bool = False
) -> Plan[RenameReceipt]:
    """Give a page the title `new`, or with move the vault path `new`, and rewrite the links to it.

    A page of ours gets the slug of its new title as file name, any other the title itself.  With move, `new` may be a
    folder with a slash at its end, and the title does not change; otherwise the old title becomes an alias.  Raises
    NameTakenError, UnsafePathError for an impossible name, EditRefusedError with every place whose link cannot follow.
    """
    path = named_page(copy, reader, old)
    # The extension may be typed if the file is named by its title.
    is_file_name = new[-3:].lower() == ".md" and new.strip() != stem_of(path) and not _is_slugged(copy, path)
    typed = new[:-3] if is_file_name else new
    target = _moved_path(copy, path, new) if move else _titled_path(copy, path, typed)
    title = "" if move else plain_line(typed)
    renamed = {path: target, **_move_of_summary(copy, reader, path, target)}
    _check_moves(copy, renamed)
    drafts, names = dict[str, str](), dict[str, tuple[tuple[str, str], ...]]()
    for source, destination in renamed.items():
        is_page = source == path
        new_title = title + ("" if is_page or not title else SUMMARY_TITLE)
        with EditingPage(source):
            drafts[source], names[source] = _set_title(copy, reader, source, destination, new_title)
            if is_page and title:
                drafts[source] = _with_alias(drafts[source], copy.read(source), source, destination, title)
    moves = Moves(copy.paths(), renamed)
    texts, links = rewrite_vault(copy, reader, moves, names, drafts=drafts)
    known = copy.page(path).aliases
    for source, text in sorted(texts.items()):
        destination, is_changed = moves.moved(source), text != copy.read(source)
        if destination != source:
            copy.move(source, destination)
        if is_changed:
            copy.put(destination, text, mode=copy.mode(destination) if destination != source else 0)
    changed = tuple(sorted(change.path for change in copy.changes() if change.after is not None))
    receipt = RenameReceipt(
        old=path,
        new=target,
        title=_title_of(target, copy.read(target)),
        alias=", ".join(alias for alias in copy.page(target).aliases if alias not in known),
        links=links,
        also=tuple(item for item in renamed.items() if item[0] != path),
        changed=changed,
    )
    return Plan(receipt, f"{path} is {target} now, {links} links in {len(changed)} files")


class TagReceipt(NamedTuple):
    """What `rename '#old' '#new'` did, or would do."""

    tag: str
    places: int
    """Places in properties and texts, with those of tags below it."""
    changed: tuple[str, ...]
    not_changed: tuple[str, ...]
    """Files with the tag that stay as they are: canvases, and the text of sources."""
    to_headings: tuple[str, ...] = ()
    """Places of links to a heading with the tag in it, which have to be changed by hand."""


def plan_tag_rename(copy: WorkingCopy, reader: IndexReader, old: str, new: str) -> Plan[TagReceipt]:
    """Rename a tag, and the tags below it, in the properties and texts of all notes.

    Raises UsageError for an impossible tag, DataError if no note has it.
    """
    old, new = (name.strip().removeprefix("#").strip("/") for name in (old, new))
    for name in (old, new):
        if not is_tag_name(name):
            raise UsageError(f"{name!r} can be no tag", hint="letters, digits, - _ and /, and not digits alone")
    left, places = [], 0
    for page in reader.pages(ids=reader.matching(PageFilter(tags=(old,)))):
        if not is_note(page.path) or page.category == "sources":
            left.append(page.path)
            continue
        with EditingPage(page.path):
            text, count = _replace_tag(copy.sound(page.path), old, new)
        places += count
        copy.put(page.path, text)
    changed = tuple(sorted(change.path for change in copy.changes()))
    if not changed and not left:
        raise DataError(f"no note has the tag #{old}", hint="`list --tags` lists them")
    links = reader.links(targets=changed) if changed else []
    led = [f"{link.path}:{link.line}" for link in links if old.lower() in link.link.partition("#")[2].lower()]
    receipt = TagReceipt(f"#{new}", places, changed, tuple(left), tuple(led))
    done = f"#{old} is #{new} now, {places} places in {len(changed)} files"
    return Plan(receipt, done, is_in_log=not copy.folder)


def _replace_tag(text: str, old: str, new: str) -> tuple[str, int]:
    """Return a page with another tag, and the number of places that changed."""
    start = split(text).body_start
    found = [match for match in TAG.finditer(text, start) if has_tag(match[1], old)]
    # The parser finds out which of them are tags, and not code or links: each gets a unique name.
    numbered = [Splice(match.start(1), match.end(1), f"\ue000{at}") for at, match in enumerate(found)]
    seen = set(read_body(splice(text, numbered), start).tags) if found else set()
    in_text = [match for at, match in enumerate(found) if f"\ue000{at}" in seen]
    text = splice(text, (Splice(match.start(1), match.start(1) + len(old), new) for match in in_text))
    properties = split(text).properties
    key = next((name for name in properties if name.lower() == "tags"), "")
    listed = properties.get(key)
    tags = re.split(r"[,\s]+", listed) if isinstance(listed, str) else listed if isinstance(listed, list) else []
    named = [
        f"{tag[: len(tag) - len(bare)]}{new}{bare[len(old) :]}" if has_tag(bare := tag.lstrip("#"), old) else tag
        for tag in map(scalar_text, tags)
    ]
    if named == tags:
        return text, len(in_text)
    count = sum(one != other for one, other in zip(named, tags))
    values = list(dict.fromkeys(named))
    return set_property(text, key, values if isinstance(listed, list) else ", ".join(values)), len(in_text) + count


def _is_slugged(copy: WorkingCopy, path: str) -> bool:
    """Whether the name of the file is the slug of its page's title, and not the title itself."""
    title = property_text(split(copy.read(path)).properties, "title")
    return category_of(path, copy.folder) != "notes" or (
        bool(title) and stem_of(path) in (plain_slug(title), slugify(title))
    )


def _titled_path(copy: WorkingCopy, path: str, title: str) -> str:
    """Return the path of a page with a new title, in the folder it is in."""
    is_same = is_same_text(title.strip(), stem_of(path))
    title = plain_line(title)
    if not title:
        raise UsageError("the new title is empty", hint="give a title")
    folder, is_slugged = path.rpartition("/")[0], _is_slugged(copy, path)
    if is_same and not is_slugged:
        # A file name of the user may break our rules: too long, or two blanks in a row.
        return path
    name = plain_slug(title) if is_slugged else title
    check_file_name(name + ".md")
    target = posixpath.join(folder, name + path[-3:])
    if is_slugged and basename_key(target) != basename_key(path):
        # No page of ours gets a file name that exists anywhere: it would take over its links.
        wanted = basename_key(target)
        owner = next((other for other in copy.paths() if basename_key(other) == wanted), "")
        if owner:
            raise NameTakenError(name, owner)
    return target


def _moved_path(copy: WorkingCopy, path: str, new: str) -> str:
    """Return the vault path for a typed one: with a folder the name is kept, the extension may be left out."""
    target = new.strip().removeprefix("./")
    name = path.rpartition("/")[2]
    if target.endswith("/") or any(other.startswith(target + "/") for other in copy.paths()):
        target = target.rstrip("/") + "/" + name if target.strip("/") else name
    elif target[-3:].lower() != ".md":
        target += path[-3:]
    place_of(copy.root, target)
    known = {part for other in copy.paths() for part in other.split("/")[:-1]} | {name}
    for part in target.split("/"):
        if part not in known:
            check_file_name(part)
    return target


def _move_of_summary(copy: WorkingCopy, reader: IndexReader, path: str, target: str) -> dict[str, str]:
    """Return the move of a source's summary, which is found by its name; none if a person renamed it."""
    if category_of(path, copy.folder) != "sources" or stem_of(path) == stem_of(target):
        return {}
    summary = summary_of(copy, reader, path)
    if basename_key(summary) != basename_key(stem_of(path) + SUMMARY) or not copy.exists(summary):
        return {}
    return {summary: posixpath.join(posixpath.dirname(summary), stem_of(target) + SUMMARY + ".md")}


def _check_moves(copy: WorkingCopy, moves: dict[str, str]) -> None:
    check_file_links(copy, [old for old, new in moves.items() if new != old])
    known = {path_key(path): path for path in copy.paths()}
    for old, new in moves.items():
        if new in copy.catalog:
            raise UnsafePathError(new, "the catalog and the log are made by the tools", hint="name another page")
        owner = known.get(path_key(new))
        if owner is not None and owner != old:
            raise NameTakenError(stem_of(new), owner)
        if len({category_of(path, copy.folder) == "sources" for path in (old, new)}) > 1:
            what = "a source is quoted matter and other pages are not, so none may become the other"
            raise EditRefusedError(what, path=old)


def _set_title(
    copy: WorkingCopy, reader: IndexReader, path: str, target: str, title: str
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the text of a page under its new title, "" for the old one, and the old and new texts of links to it."""
    old = copy.read(path)
    old_title, old_stem, new_stem = _title_of(path, old), stem_of(path), stem_of(target)
    new_title = title or (new_stem if old_title == old_stem else old_title)
    names = ((old_title, new_title), (old_stem, new_stem))
    if not title:
        return old, names
    # The body of a source is the document's own text.
    is_quoted = category_of(path, copy.folder) == "sources"
    heading = None if is_quoted else title_heading(headings_of(old), (old_title, old_stem))
    text, span = copy.editable(path), None
    if heading is not None and plain_line(heading.text) not in (title, escape_inline(title)):
        span = None if _is_linked(reader, path, heading) else _words_of(text, heading)
    if heading is not None and span:
        text = splice(text, [Splice(*span, escape_inline(title))])
        if not any(found.start == heading.start for found in headings_of(text)):
            raise EditRefusedError("the new title cannot be a heading", path=path, line=heading.line)
    # A title that is no text, such as a template's `{{title}}`, stays.
    if property_text(split(text).properties, "title") or plain_line(new_stem) != title:
        text = set_property(text, "title", title)
    return text, names


def _with_alias(text: str, old: str, path: str, target: str, title: str) -> str:
    """Return a page under a new title with its old one as an alias, and its old file name if that is another name."""
    old_title, old_stem = _title_of(path, old), stem_of(path)
    is_telling = old_stem not in (plain_slug(old_title), slugify(old_title)) and stem_of(target) != old_stem
    earlier = {normalize_name(name): name for name in (*[old_stem] * is_telling, old_title)}
    earlier.pop(normalize_name(title), None)
    return add_to_list(text, "aliases", *reversed(earlier.values()))


def _is_linked(reader: IndexReader, path: str, heading: Heading) -> bool:
    """Whether a link leads to a heading of a page, so that the heading has to stay as it is."""
    parts = (row.link.partition("#")[2].partition("#")[0] for row in reader.links(targets=[path]))
    return any(part and find_heading([heading], "#" + part) is not None for part in parts)


def _words_of(text: str, heading: Heading) -> tuple[int, int] | None:
    """Return the start and end of a heading's words; None if it has markup or anything else among them."""
    line = text[heading.start : heading.end].partition("\n")[0]
    found = _HEADING.fullmatch(line)
    if found is None or found[1] not in (heading.text, escape_inline(heading.text)):
        return None
    return heading.start + found.start(1), heading.start + found.end(1)


def _title_of(path: str, text: str) -> str:
    return property_text(split(text).properties, "title") or stem_of(path)
