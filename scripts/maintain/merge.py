"""Making one page of two: what one of them holds moves to the other, and every link follows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..errors import DataError, EditRefusedError, UsageError
from ..index_store.port import IndexReader
from ..model import Claim, Heading, Link, Page, Place
from ..retrieval_engine.filed import EVIDENCE_PROPERTY, FILED_PROPERTY, HASHES_PROPERTY
from ..text.editing import append_under, headings_of, remove_spans, sections_of
from ..text.escaping import first_few
from ..text.evidence_lines import claims_again, whole_line
from ..text.frontmatter import split
from ..text.kept_lines import kept_name
from ..text.link_writing import BAR, add_display, is_in_table, path_span, read_definitions, tables_of
from ..text.links import Resolver, basename_key, default_display, find_heading, heading_key, path_key
from ..text.markdown import read_body
from ..text.names import normalize_name, stem_of
from ..text.obsidian import without_claim_list
from ..text.page import TYPES, read_page
from ..text.properties import add_properties, add_to_list, remove_from_list, remove_property, set_property
from ..text.property_values import property_text, property_texts
from ..text.slugs import safe_display
from ..text.splices import Splice, splice
from ..text.templates import escape_inline
from ..wiki_store.files import is_note
from ..wiki_store.working_copy import Plan, WorkingCopy
from .link_rewriting import (
    Following,
    Moves,
    NotFollowed,
    bases_left,
    carry_hashes,
    check_file_links,
    is_same_text,
    rewrite_vault,
)
from .named import named_page

# What a page says of itself alone, unless it is a link.
_OWN = frozenset(
    (
        *("title", "aliases", "tags", "type", "category", "created", "updated", "added", FILED_PROPERTY, "revised"),
        *("summary", "question", "source", "sha256", "revision"),
    )
)
_PAIRED = (EVIDENCE_PROPERTY, HASHES_PROPERTY)
_MOST_JOINED = 100
"""Properties and linked sections of both pages, each of which is an edit of its own."""
_LABEL = re.compile(r"^[ \t>]{0,9}\[([^\[\]\n]+)\]:", re.MULTILINE)
_FOOTNOTE = re.compile(r"\[(\^[^\[\]\s]+)\](?!:)")
_MOST_TOLD = 5


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
    left: tuple[str, ...]
    """Properties that are only in .trash from now on: the staying page says something else."""
    changed: tuple[str, ...]
    named_in: tuple[str, ...]
    """Bases whose formulas go on naming the page that goes, not changed; `path:line` for one in a note."""
    not_followed: tuple[NotFollowed, ...]
    """Links in properties that are not edited: JSON, with anchors, or unreadable."""


def plan_merge(
    copy: WorkingCopy, reader: IndexReader, source: str, into: str, *, force: bool = False
) -> Plan[MergeReceipt]:
    """Move links, claims, aliases, tags, evidence and prose of source to into; the file of source goes to .trash.

    force: also when they differ in type or kind of page.  Raises DataError for those and for what cannot be merged,
    EditRefusedError with every place whose link could not follow, UnsoundPageError for a page to be mended first.
    """
    old, new = (copy.page(named_page(copy, reader, name)) for name in (source, into))
    _check(old, new, force=force)
    # Nothing of a page that cannot be read whole would arrive, and what arrives in one side of a merge may go.
    moving, staying = copy.sound(old.path), copy.sound(new.path)
    check_file_links(copy, [old.path])
    moves = Moves(copy.paths(), {old.path: new.path})
    title = _title_heading_after(moving, old.title, staying)
    found = rewrite_vault(copy, reader, moves, {old.path: Following(heading=title)}, drafts={new.path: staying})
    texts: dict[str, str] = {}
    dropped: list[Place] = []
    unembedded: list[Place] = []
    followed = carry_hashes(copy, reader, moves, found.texts, rewritten=(old.path, new.path))
    for path, text in {new.path: staying, **followed}.items():
        texts[path] = text
        if is_note(path):
            loops = _drop_loops(copy.read(path), text, path, moves, folder=copy.folder)
            texts[path] = loops.text
            dropped += loops.dropped
            unembedded += loops.unembedded
    # What earlier versions listed of the one page is not said of the other.
    moving = without_claim_list(texts.pop(old.path))
    shared = _shared_headings(copy, reader, old, new, title[0] if title else None)
    _check_labels(moving, texts[new.path], old.path)
    joined, left = _joined(texts[new.path], moving, old, new, shared)
    pages = [read_page(new.path, text, folder=copy.folder) for text in (texts[new.path], moving, joined)]
    _check_joined((texts[new.path], moving), pages, moves, left)
    texts[new.path] = joined
    named_in = bases_left(copy, moves)
    for path, text in sorted(texts.items()):
        if text != copy.read(path):
            copy.put(path, text)
    changed = tuple(change.path for change in copy.changes())
    trash = copy.trash(old.path)
    receipt = MergeReceipt(
        merged=old.path,
        into=new.path,
        trash=trash,
        aliases=tuple(alias for alias in pages[2].aliases if alias not in new.aliases),
        pages=len(changed) + 1,
        links=found.links,
        claims=len(pages[1].claims),
        dropped=tuple(sorted(dropped)),
        unembedded=tuple(sorted(unembedded)),
        left=left,
        changed=tuple(sorted(changed)),
        named_in=named_in,
        not_followed=found.not_followed,
    )
    return Plan(receipt, f"{old.path} is part of {new.path} now, {receipt.links} links in {receipt.pages} files")


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
    differ = _differ_in_type(old.type, new.type)
    if (differ or old.category != new.category) and not force:
        kinds = [page.type if differ else page.category for page in (old, new)]
        raise DataError(
            f"{old.path} ({kinds[0]}) and {new.path} ({kinds[1]}) differ in {'type' if differ else 'kind'}",
            hint="if they are one thing, repeat with --force; a link or a claim joins two things",
        )


def _differ_in_type(one: str, other: str) -> bool:
    """Tell whether two pages say that they are of different types.

    One that says nothing, or no more than its folder does (`entity`), differs from none.
    """
    one, other = normalize_name(one), normalize_name(other)
    return one != other and {one, other}.isdisjoint(("", "entity"))


def _check_labels(moving: str, staying: str, path: str) -> None:
    """Raise EditRefusedError where a footnote or reference link of one page would mean that of the other."""
    defined = [{match[1].casefold() for match in _LABEL.finditer(text)} for text in (moving, staying)]
    used = [{match[1].casefold() for match in _FOOTNOTE.finditer(text)} for text in (moving, staying)]
    both = (defined[0] & defined[1]) | (used[0] & defined[1]) | (used[1] & defined[0])
    if both:
        shown = ", ".join(f"[{label}]" for label in sorted(both)[:_MOST_TOLD])
        raise EditRefusedError(f"both pages use {shown}: give one of them another label", path=path)


def _shared_headings(
    copy: WorkingCopy, reader: IndexReader, old: Page, new: Page, title: Heading | None
) -> frozenset[str]:
    """Return the keys of linked headings of level 2 that both pages have once: what stands below them is joined.

    Obsidian takes the first heading of a name, so of two pages with a `Goals` each only one could be reached.
    Raises DataError for links to any other heading of the page that goes whose name the other page has, too.
    """
    known = {heading_key(heading.text) for heading in new.headings}
    single = _single_sections(old.headings) & _single_sections(new.headings)
    refused, shared = list[str](), set[str]()
    for place, subpath in _links_into(copy, reader, old.path):
        heading = find_heading(old.headings, subpath)
        if heading is not None and heading_key(heading.text) in known and heading != title:
            if heading_key(heading.text) in single:
                shared.add(heading_key(heading.text))
            elif not kept_name(heading.text):
                refused.append(place)
    if refused:
        raise DataError(
            f"links to headings of {old.path} would lead to other ones of {new.path}: {first_few(refused, _MOST_TOLD)}",
            hint="give one of the two headings another name, in these links too, and merge again",
        )
    return frozenset(shared)


def _single_sections(headings: Sequence[Heading]) -> set[str]:
    """Return the keys of headings of level 2 that a page has once, on any level, and that no tool keeps."""
    counts = Counter(heading_key(heading.text) for heading in headings)
    sections = (heading for heading in headings if heading.level == 2 and not kept_name(heading.text))
    return {key for heading in sections if counts[key := heading_key(heading.text)] == 1}


def _links_into(copy: WorkingCopy, reader: IndexReader, target: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the subpath of each link to a part of a page, by path."""
    resolver = copy.resolver()
    rows = [row for row in reader.links(targets=[target]) if "#" in row.link]
    for row in rows:
        if not is_note(row.path):
            written = f"[[{row.link}]]" if row.kind == "wikilink" and not row.is_embed else row.link
            yield f"{row.path} {written}", "#" + row.link.partition("#")[2]
    base = {basename_key(target), basename_key(stem_of(target))}
    for page in reader.pages(everything=True):
        text = copy.read(page.path) if is_note(page.path) else ""
        if "#" not in text or (not any(name in path_key(text) for name in base) and page.path != target):
            continue
        for link in (*copy.page(page.path).links, *read_definitions(text, body_start=split(text).body_start)):
            if link.subpath and resolver.resolve(link.path, page.path) == target:
                yield f"{page.path}:{link.line} {text[link.start : link.end]}", link.subpath


def _joined(staying: str, moving: str, old: Page, new: Page, shared: frozenset[str]) -> tuple[str, tuple[str, ...]]:
    own = {normalize_name(name) for name in (new.title, stem_of(new.path))}
    offered = [old.title, stem_of(old.path), *old.aliases, property_text(old.properties, "question")]
    names = [name for name in offered if name and normalize_name(name) not in own]
    try:
        return _join_pages(staying, moving, title=old.title, names=names, shared=shared)
    except EditRefusedError as err:
        err.path = err.path or new.path
        raise


def _check_joined(texts: tuple[str, str], pages: Sequence[Page], moves: Moves, left: Sequence[str]) -> None:
    """Read the joined page, the last of pages: every claim, link and block of the two others is there."""
    one, other, both = pages
    blocks = _blocks(texts[0], one)
    clash = [id for id, words in _blocks(texts[1], other).items() if blocks.get(id, words) != words]
    if clash:
        raise EditRefusedError(
            f"both pages have a block ^{', ^'.join(sorted(clash))}, of different words", path=both.path
        )
    for kind, found in (("claim", _claims), ("link", lambda page: _targets(page, moves))):
        lost = {key: place for page in (one, other) for key, place in found(page) if place not in left}
        kept = dict(found(both))
        lost = {key: place for key, place in lost.items() if key not in kept}
        if lost:
            raise EditRefusedError(f"{len(lost)} {kind}s would be lost, such as {min(map(str, lost))}", path=both.path)


def _blocks(text: str, page: Page) -> dict[str, tuple[str, ...]]:
    return {found.id.lower(): tuple(text[found.block_start : found.block_end].split()) for found in page.block_ids}


def _claims(page: Page) -> list[tuple[Any, str]]:
    """Return what each claim says, and the property it stands in; "" for the body."""
    keys = {link.start: link.property for link in page.links}
    claims = ((claim, keys.get(claim.start, "")) for claim in page.claims)
    return [((c.subject, c.relation, c.object, c.confidence, c.evidence, c.note), key) for c, key in claims]


def _targets(page: Page, moves: Moves) -> list[tuple[Any, str]]:
    """Return what each link leads to, and the property it stands in; "" for the body."""
    return [
        ((moves.after.resolve(link.path, page.path) or link.path, link.subpath), link.property) for link in page.links
    ]


# --- Putting what one page holds into another -------------------------------------------------------------------------


def _join_pages(
    staying: str, moving: str, *, title: str, names: Sequence[str], shared: frozenset[str]
) -> tuple[str, tuple[str, ...]]:
    """Return the staying page with everything of the moving one, and the properties that could not move.

    title: of the moving page, for the heading above its prose.  names: aliases the staying page gets.  shared: keys of
    the headings below which both pages are joined.
    """
    # The body comes first, so that a place in it that is told is one of the file.
    text = staying
    sections = [section for section in sections_of(moving) if heading_key(section.name) in shared]
    if len(sections) > _MOST_JOINED:
        raise EditRefusedError(f"{len(sections)} sections are on both pages; at most {_MOST_JOINED} are joined")
    for section in (section for section in sections if section.body.strip()):
        text = append_under(text, section.name, section.body.replace("\r\n", "\n").split("\n"))
    moving = remove_spans(moving, ((section.start, section.end) for section in sections))
    prose, lists = _taken_apart(moving, title)
    for heading, items in lists.items():
        there = _items(text)
        text = append_under(text, heading, [item for item in items if item not in there])
    if prose:
        text = append_under(text, _heading_above(title), prose.split("\n"))
    text = _with_names(text, names)
    kinds = set(TYPES.values())
    tags = {tag.lower(): tag for tag in reversed(property_texts(split(moving).properties, "tags")) if tag not in kinds}
    known = {tag.lower() for tag in property_texts(split(text).properties, "tags")}
    text = add_to_list(text, "tags", *(tag for key, tag in reversed(tags.items()) if key not in known))
    return _with_properties(text, moving)


def _title_heading_after(text: str, title: str, staying: str) -> tuple[Heading, str] | None:
    """Return the heading of a moving page that shows its title, and the one that stands for it in the joined page.

    None where it has no such heading, or nothing will stand for it.
    """
    first = _title_heading(headings_of(text), title)
    if first is None:
        return None
    if _taken_apart(text, title)[0]:
        return first, _heading_above(title)
    own = next((heading.text for heading in headings_of(staying) if heading.level == 1), "")
    return (first, own) if own else None


def _heading_above(title: str) -> str:
    return f"From {escape_inline(title)}"


def _title_heading(headings: Sequence[Heading], title: str) -> Heading | None:
    first = headings[0] if headings else None
    if first is None or first.level != 1:
        return None
    return first if any(is_same_text(first.text, name) for name in (title, escape_inline(title))) else None


def _with_names(text: str, names: Iterable[str]) -> str:
    known = {normalize_name(alias) for alias in property_texts(split(text).properties, "aliases")}
    new = {normalize_name(name): name for name in reversed([*names])}
    return add_to_list(text, "aliases", *(name for key, name in reversed(new.items()) if key not in known))


def _with_properties(text: str, moving: str) -> tuple[str, tuple[str, ...]]:
    old = split(moving)
    linking = {link.property for link in old.links}
    known = split(text).properties
    names = {name.lower(): name for name in known}
    left, lowered, new, joined = list[str](), set[str](), dict[str, Any](), dict[str, Any]()
    for key, value in old.properties.items():
        if (key.lower() in _OWN and key not in linking) or key in _PAIRED or value is None:
            continue
        name = names.get(key.lower())
        if not _is_plain(value):
            left += [key] if name is None or repr(known[name]) != repr(value) else []
        elif name is None and key.lower() not in lowered:
            new[key] = value
            lowered.add(key.lower())
        elif name is not None and (isinstance(value, list) or isinstance(known[name], list) or key in linking):
            joined[key] = value if isinstance(value, list) else [value]
        elif name is not None and known[name] is None:
            joined[key] = value
        elif name is None or repr(known[name]) != repr(value):
            left.append(key)
    if len(joined) > _MOST_JOINED:
        raise EditRefusedError(f"{len(joined)} properties are on both pages; at most {_MOST_JOINED} are joined")
    for key, value in joined.items():
        text = add_to_list(text, key, *value) if isinstance(value, list) else set_property(text, key, value)
    return _with_citations(add_properties(text, new), old.properties, left)


def _with_citations(text: str, moving: dict[str, Any], left: list[str]) -> tuple[str, tuple[str, ...]]:
    """Move what a filed answer rests on, each citation with its hash, to another filed answer."""
    theirs = _pairs(moving)
    ours = _pairs(split(text).properties)
    if theirs and ours:
        new = [pair for pair in theirs if pair not in ours]
        for key, index in zip(_PAIRED, (0, 1)):
            text = set_property(text, key, [pair[index] for pair in (*ours, *new)])
    else:
        left += [key for key in _PAIRED if key in moving]
    return text, tuple(left)


def _pairs(values: dict[str, Any]) -> list[tuple[str, str]]:
    lists = [values.get(key) for key in _PAIRED]
    if not all(isinstance(found, list) for found in lists) or len({len(found or ()) for found in lists}) != 1:
        return []
    return [(str(one), str(other)) for one, other in zip(*(found or () for found in lists))]


def _is_plain(value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return all(item is None or isinstance(item, (str, int, float)) for item in items)


def _taken_apart(text: str, title: str) -> tuple[str, dict[str, list[str]]]:
    """Return the prose of a page without its title, and the items of its managed sections."""
    body_start = split(text).body_start
    headings = headings_of(text)
    lists: dict[str, list[str]] = {}
    cuts: list[tuple[int, int]] = []
    first = _title_heading(headings, title)
    if first is not None:
        cuts.append((first.start, first.end))
    for index, heading in enumerate(headings):
        name = kept_name(heading.text) if heading.level == 2 else ""
        end = headings[index + 1].start if index + 1 < len(headings) else len(text)
        items = _listed(text[heading.end : end]) if name else None
        if name and items is not None:
            lists.setdefault(name, []).extend(items)
            cuts.append((heading.start, end))
    pieces, done = [], body_start
    for start, end in cuts:
        pieces.append(text[done:start])
        done = end
    prose = "".join([*pieces, text[done:]]).replace("\r\n", "\n")
    return re.sub(r"\A(?:[ \t]*\n)+", "", prose).rstrip(), lists


def _listed(section: str) -> list[str] | None:
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


def _items(text: str) -> set[str]:
    """Return the list items of all managed sections."""
    headings = headings_of(text)
    found: set[str] = set()
    for index, heading in enumerate(headings):
        if kept_name(heading.text):
            end = headings[index + 1].start if index + 1 < len(headings) else len(text)
            found.update(_listed(text[heading.end : end]) or ())
    return found


# --- Claims and embeds whose two ends became one page -----------------------------------------------------------------


class _Loops(NamedTuple):
    """A page without the loops that a move made."""

    text: str
    dropped: list[Place]
    """Claims that were taken out, where they stood before the move."""
    unembedded: list[Place]
    """Embeds that are links now, where they stood."""


def _drop_loops(before: str, after: str, path: str, moves: Moves, *, folder: str) -> _Loops:
    """Return the text after a move without the loops that the move made.

    after is what `rewrite_page` made of before.  A link or embed of a part of the page stays.
    """
    here = moves.moved(path)
    old, new = read_page(path, before, folder=folder), read_page(here, after, folder=folder)
    splices: list[Splice] = []
    dropped: list[Place] = []
    unembedded: list[Place] = []
    for was_line, line, kept in _looped_lines(old, new, moves):
        again = kept
        whole = whole_line(after, line.start, line.end)
        splices.append(claims_again(after, path, line, again) if kept else whole)
        dropped.append(Place(path, was_line.line, before[was_line.start : was_line.end]))
    values: list[tuple[str, str]] = []
    tables = tables_of(read_body(after, split(after).body_start).blocks)
    for was, now in zip(old.links, new.links) if here in moves.moves.values() else ():
        in_line = any(found.start <= now.start < found.end for found in splices)
        is_own = now.path and not now.subpath and moves.after.resolve(now.path, here) == here
        if in_line or not is_own or moves.before.resolve(was.path, path) == path:
            continue
        place = Place(path, was.line, before[was.start : was.end])
        if now.kind == "property":
            dropped.append(place)
            values.append((now.property, after[now.start : now.end]))
        elif now.is_embed:
            unembedded.append(place)
            splices.append(
                Splice(now.start, now.end, _as_link(after, was, now, is_in_table=is_in_table(after, now.start, tables)))
            )
        elif was.path != now.path:
            # It goes on showing the name that it showed.
            shown = add_display(
                was._replace(start=now.start, end=now.end), is_in_table=is_in_table(after, now.start, tables)
            )
            splices += [shown] if shown else []
    text = splice(after, splices)
    for key, value in values:
        text = _without_value(text, key, value)
    return _Loops(text, sorted(dropped), sorted(unembedded))


def _as_link(text: str, was: Link, now: Link, *, is_in_table: bool) -> str:
    """Return an embed as a link that shows its old name; what stood behind the bar of a wikilink is a size."""
    written = text[now.start + 1 : now.end]
    name = default_display(was.path[:-3] if is_note(was.path) else was.path)
    if now.kind == "markdown":
        return written if now.display else f"[{name}]{written[2:]}"
    span = path_span(text, now)
    path = text[slice(*span)] if span else now.path
    return f"[[{path}{BAR[is_in_table]}{safe_display(name)}]]"


def _looped_lines(old: Page, new: Page, moves: Moves) -> list[tuple[Claim, Claim, list[Claim]]]:
    """Return lines with a loop that the move made: first claim before, first claim after, claims that are no loop."""
    lines: dict[int, list[tuple[Claim, Claim, bool]]] = {}
    for was, now in zip(old.claims, new.claims):
        if now.form == "claim":
            is_new = _is_loop(now, new.path, moves.after) and not _is_loop(was, old.path, moves.before)
            lines.setdefault(now.start, []).append((was, now, is_new))
    looped = [found for found in lines.values() if any(is_new for _, _, is_new in found)]
    return [(found[0][0], found[0][1], [now for _, now, is_new in found if not is_new]) for found in looped]


def _is_loop(claim: Claim, page: str, resolver: Resolver) -> bool:
    ends = [resolver.resolve(path, page) for path in (claim.subject, claim.object)]
    return bool(ends[0]) and ends[0] == ends[1]


def _without_value(text: str, key: str, value: str) -> str:
    changed = remove_from_list(text, key, value)
    emptied = any(f"\n{key}:{rest}" in changed for rest in ("\n", "\r\n", " []\n", " []\r\n"))
    return remove_property(changed, key) if changed != text and emptied else changed
