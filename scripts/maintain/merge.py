"""Making one page of two: the content of one moves to the other, and every link follows.

Anything that could be joined in more than one way is refused, with its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import DataError, EditingPage, EditRefusedError, UsageError
from ..index_store.port import IndexReader
from ..look.lookup import named_page
from ..model import Claim, Page, Place
from ..retrieval_engine.filed import FILED_PROPERTY, HASHES_PROPERTY
from ..text.editing import append_under, claims_again, headings_of, remove_spans, sections_of, whole_line
from ..text.escaping import first_few
from ..text.frontmatter import add_properties, add_to_list, set_property, split
from ..text.kept import kept_name, property_text, property_texts
from ..text.links import Resolver, find_heading, heading_key
from ..text.names import TYPES, differ_in_type, normalize_name, stem_of
from ..text.page import read_page
from ..text.spans import Splice, splice
from ..text.templates import escape_inline
from ..wiki_store.files import is_note
from ..wiki_store.working_copy import Plan, WorkingCopy
from .link_rewriting import Moves, check_file_links, rewrite_vault, title_heading

# Properties that are about the page itself, unless their value is a link.
_OWN_NAMES = "title aliases tags type category created updated added summary question source sha256 revision"
_OWN = frozenset((*_OWN_NAMES.split(), FILED_PROPERTY))
_LABEL = re.compile(r"^[ \t>]{0,9}\[([^\[\]\n]+)\]:", re.MULTILINE)
_MOST_TOLD = 5


class MergeReceipt(NamedTuple):
    """What `merge` did, or would do."""

    merged: str
    """Vault path of the page that is removed."""
    into: str
    trash: str
    """Path of the merged file in the trash."""
    aliases: tuple[str, ...]
    """New aliases of the staying page."""
    links: int
    """Links that lead to the staying page now."""
    dropped: tuple[Place, ...]
    """Claims left out because both of their ends are one page now."""
    left: tuple[str, ...]
    """Properties that are only in .trash now, because the staying page has another value."""
    changed: tuple[str, ...]


def plan_merge(
    copy: WorkingCopy, reader: IndexReader, source: str, into: str, *, force: bool = False
) -> Plan[MergeReceipt]:
    """Move links, claims, aliases, tags, evidence and prose of source to into; the file of source goes to .trash.

    force: also if they differ in type or kind of page.  Raises DataError for those and for pages that cannot be merged,
    EditRefusedError with every place whose link cannot follow, UnsoundPageError for a page to be repaired first.
    """
    old, new = (copy.page(named_page(copy, reader, name)) for name in (source, into))
    _check(old, new, force=force)
    # A page that cannot be read whole would lose content, and so may content added to one side of a merge conflict.
    moving, staying = copy.sound(old.path), copy.sound(new.path)
    check_file_links(copy, [old.path])
    _check_headings(reader, old, new)
    moves = Moves(copy.paths(), {old.path: new.path})
    found, links = rewrite_vault(copy, reader, moves, {}, drafts={new.path: staying})
    dropped: list[Place] = []
    texts = {new.path: staying, **found}
    for path in filter(is_note, texts):
        texts[path] = _without_loops(texts[path], moves.moved(path), new.path, moves.after, copy.folder, dropped)
    moving, staying = texts.pop(old.path), texts[new.path]
    with EditingPage(new.path):
        joined, left = _join_pages(staying, moving, old, new)
    aliases = _check_joined([staying, moving, joined], new.path, moves, left)
    texts[new.path] = joined
    for path, text in sorted(texts.items()):
        if text != copy.read(path):
            copy.put(path, text)
    changed = tuple(sorted(change.path for change in copy.changes()))
    receipt = MergeReceipt(
        merged=old.path,
        into=new.path,
        trash=copy.trash(old.path),
        aliases=tuple(alias for alias in aliases if alias not in new.aliases),
        links=links,
        dropped=tuple(sorted(dropped)),
        left=left,
        changed=changed,
    )
    return Plan(receipt, f"{old.path} is part of {new.path} now, {links} links in {1 + len(changed)} files")


def _check(old: Page, new: Page, *, force: bool) -> None:
    if old.path == new.path:
        raise UsageError(f"{old.path} cannot be merged into itself", hint="name two pages")
    for page in (old, new):
        if page.category in ("sources", "summaries"):
            what = "a source and its summary are evidence of their own and are not merged"
            hint = "take back the one that is too much with `commonplace retract`"
            raise DataError(what, path=page.path, hint=hint)
    if HASHES_PROPERTY in old.properties:
        hint = "`file` one answer for both questions, and delete the other page"
        raise DataError("a filed answer is not merged: what it rests on has hashes", path=old.path, hint=hint)
    differ = differ_in_type(old.type, new.type)
    if (differ or old.category != new.category) and not force:
        kinds = [page.type if differ else page.category for page in (old, new)]
        raise DataError(
            f"{old.path} ({kinds[0]}) and {new.path} ({kinds[1]}) differ in {'type' if differ else 'kind'}",
            hint="if they are one thing, repeat with --force; a link or a claim joins two things",
        )


def _check_headings(reader: IndexReader, old: Page, new: Page) -> None:
    """Raise DataError for links to a heading that would lead to one of the staying page, or nowhere.

    Obsidian takes the first heading of a name, so of two headings `Goals` only one could be reached.
    """
    known = {heading_key(heading.text) for heading in new.headings}
    title = title_heading(old.headings, [old.title])
    refused = []
    for row in reader.links(targets=[old.path]):
        heading = find_heading(old.headings, "#" + row.link.partition("#")[2]) if "#" in row.link else None
        is_shared = heading is not None and heading_key(heading.text) in known and not kept_name(heading.text)
        if heading is not None and (heading == title or is_shared):
            refused.append(f"{row.path}:{row.line} {row.link}" if is_note(row.path) else f"{row.path} {row.link}")
    if refused:
        what = f"links to headings of {old.path} would lead elsewhere: {first_few(refused, _MOST_TOLD)}"
        raise DataError(what, hint="give the heading another name, in these links too, and merge again")


def _check_joined(texts: Sequence[str], path: str, moves: Moves, left: Sequence[str]) -> tuple[str, ...]:
    """Check that the joined page, the last text, has every claim, link and block of the two others.

    Returns its aliases.
    """
    one, other, both = (read_page(path, text) for text in texts)
    labels = [{f"[{match[1].casefold()}]" for match in _LABEL.finditer(text)} for text in texts[:2]]
    blocks = [
        {f"^{b.id.lower()}": text[b.block_start : b.block_end].split() for b in page.block_ids}
        for text, page in zip(texts, (one, other))
    ]
    clash = [id_ for id_, words in blocks[1].items() if blocks[0].get(id_, words) != words]
    if twice := sorted({*clash, *(labels[0] & labels[1])}):
        raise EditRefusedError(f"both pages define {first_few(twice, _MOST_TOLD)}: give one another name", path=path)
    lost = {key for page in (one, other) for key, place in _claims_and_links(page, moves).items() if place not in left}
    if lost := lost - _claims_and_links(both, moves).keys():
        raise EditRefusedError(f"{len(lost)} links and claims would be lost, such as {min(map(str, lost))}", path=path)
    return both.aliases


def _claims_and_links(page: Page, moves: Moves) -> dict[Any, str]:
    """Map the content of each claim, and the target of each link, to the property that holds it; "" for the body."""
    keys = {link.start: link.property for link in page.links}
    properties: dict[Any, str] = {
        (moves.after.resolve(link.path, page.path) or link.path, link.subpath): link.property for link in page.links
    }
    for c in page.claims:
        properties[c.subject, c.relation, c.object, c.confidence, c.evidence, c.note] = keys.get(c.start, "")
    return properties


def _join_pages(staying: str, moving: str, old: Page, new: Page) -> tuple[str, tuple[str, ...]]:
    """Return the staying page with all content of the moving one, and the properties that could not move."""
    # The body comes first, so that the line in an error is a line of the file.
    text = staying
    prose, lists = _split_page(moving, old.title)
    for heading, items in lists.items():
        there = [item for listed in _split_page(text, "")[1].values() for item in listed]
        text = append_under(text, heading, [item for item in items if item not in there])
    if prose:
        text = append_under(text, f"From {escape_inline(old.title)}", prose.split("\n"))
    own = {normalize_name(name) for name in (new.title, stem_of(new.path))}
    offered = [old.title, stem_of(old.path), *old.aliases, property_text(old.properties, "question")]
    names = [name for name in offered if name and normalize_name(name) not in own]
    kinds = set(TYPES.values())
    tags = [tag for tag in property_texts(split(moving).properties, "tags") if tag not in kinds]
    for key, offered in (("aliases", names), ("tags", tags)):
        known = {*map(normalize_name, property_texts(split(text).properties, key))}
        new_ones = {normalize_name(name): name for name in reversed(offered)}
        text = add_to_list(text, key, *(name for other, name in reversed(new_ones.items()) if other not in known))
    return _merge_properties(text, moving)


def _merge_properties(text: str, moving: str) -> tuple[str, tuple[str, ...]]:
    old, known = split(moving), split(text).properties
    linking = {link.property for link in old.links}
    names = {name.lower(): name for name in known}
    left, new = list[str](), dict[str, Any]()
    for key, value in old.properties.items():
        if (key.lower() in _OWN and key not in linking) or value is None:
            continue
        items = value if isinstance(value, list) else [value]
        name = names.get(key.lower())
        there = known.get(name or "")
        if not all(item is None or isinstance(item, (str, int, float)) for item in items):
            left += [key] if repr(there) != repr(value) else []
        elif name is None:
            left += [other for other in new if other.lower() == key.lower()]
            new[key] = value
        elif there is None:
            text = set_property(text, key, value)
        elif isinstance(value, list) or isinstance(there, list) or key in linking:
            text = add_to_list(text, key, *items)
        elif repr(there) != repr(value):
            left.append(key)
    return add_properties(text, new), tuple(left)


def _split_page(text: str, title: str) -> tuple[str, dict[str, list[str]]]:
    """Return the prose of a page without its title, and the items of its managed sections."""
    lists: dict[str, list[str]] = {}
    first = title_heading(headings_of(text), [title])
    cuts = [(first.start, first.end)] if first is not None else []
    for section in sections_of(text):
        items = _list_items(section.body) if kept_name(section.name) else None
        if items is not None:
            lists.setdefault(section.name, []).extend(items)
            cuts.append((section.start, section.end))
    prose = remove_spans(text, cuts)[split(text).body_start :].replace("\r\n", "\n")
    return re.sub(r"\A(?:[ \t]*\n)+", "", prose).rstrip(), lists


def _list_items(section: str) -> list[str] | None:
    """Return the items of a section that is one list; None for anything else."""
    items: list[str] = []
    for line in section.replace("\r\n", "\n").strip("\n").split("\n"):
        if line.startswith("- "):
            items.append(line)
        elif items and line[:1] in (" ", "\t") and line.strip():
            items[-1] += "\n" + line
        elif line.strip():
            return None
    return items


def _without_loops(text: str, path: str, into: str, resolver: Resolver, folder: str, dropped: list[Place]) -> str:
    """Return a page after the move without claims that join the staying page to itself; they are added to dropped.

    Raises EditRefusedError if the staying page would embed itself.
    """
    page = read_page(path, text, folder=folder)
    for link in page.links if path == into else ():
        if link.is_embed and not link.subpath and resolver.resolve(link.path, path) == into:
            what = f"{text[link.start : link.end]} would embed the page in itself: make a link of it"
            raise EditRefusedError(what, path=path, line=link.line)
    lines: dict[int, list[Claim]] = {}
    for claim in page.claims:
        if claim.form == "claim":
            lines.setdefault(claim.start, []).append(claim)
    splices: list[Splice] = []
    for start, line in lines.items():
        ends = [{resolver.resolve(end, path) for end in (claim.subject, claim.object)} for claim in line]
        left = [claim for claim, both in zip(line, ends) if both != {into}]
        if len(left) < len(line):
            again = claims_again(text, path, line[0], left) if left else whole_line(text, start, line[0].end)
            splices.append(again)
            dropped.append(Place(path, line[0].line, text[start : line[0].end]))
    return splice(text, splices)
