"""Pages an agent writes: new ones linked to what exists, existing ones only against the hash that was read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import EditingPage, NameTakenError, UnsoundPageError
from ..index_store.port import IndexReader
from ..look.lookup import names_of
from ..model import Claim
from ..text.editing import headings_of, leaves_open, remove_spans, sections_of
from ..text.escaping import read_escapes
from ..text.frontmatter import split
from ..text.kept import KEPT_SECTIONS, kept_name
from ..text.link_writing import lead_to
from ..text.links import Resolver
from ..text.markdown import read_body
from ..text.names import TYPES, category_of, normalize_name, stem_of
from ..text.page import read_page
from ..text.properties import set_property
from ..text.spans import Splice, splice, written_like
from ..text.templates import plain_page
from ..wiki_store.working_copy import WorkingCopy
from .entities import is_expected, near_names, new_page_path, reject_gone, same_name
from .receipts import Remarks

if TYPE_CHECKING:
    # pydantic, which reads bundles, takes longer to load than all else: `file` has no use for it.
    from .bundle import BundlePage


class BadLink(NamedTuple):
    """A link in new text that leads to no page."""

    text: str
    nearest: tuple[str, ...]


def write_pages(
    copy: WorkingCopy,
    reader: IndexReader,
    items: Sequence[tuple[str, BundlePage]],
    remarks: Remarks,
    *,
    ids: Mapping[str, str],
    today: str,
) -> None:
    """Write the pages of a bundle, each with its item; they may link each other.

    ids: of what else this bundle makes or names, by normalized name.
    """
    paths = _planned_paths(copy, reader, [page for _, page in items])
    names = {**{title: stem_of(path) for title, path in paths.items()}, **ids}
    for item, page in items:
        with remarks.rejecting(item):
            _write_page(copy, reader, item, page, remarks, ids=names, planned=tuple(paths.values()), today=today)


_MOST_NEAR = 10
"""Links to no page of one text for which pages of like names are looked for."""


def link_up(
    copy: WorkingCopy,
    reader: IndexReader,
    text: str,
    path: str,
    *,
    planned: Iterable[str] = (),
    ids: Mapping[str, str] | None = None,
) -> tuple[str, list[BadLink]]:
    """Return text with each wikilink that is a page's name, not its file, led to that file; and links to no page.

    planned: paths that this operation makes besides; ids: of pages it makes, by normalized name.
    """
    resolver = Resolver([*copy.paths(), *planned, path])
    bad, edits = list[BadLink](), list[Splice]()
    for link in read_body(text).links:
        if not link.path or resolver.resolve(link.path, path):
            continue
        id = (ids or {}).get(normalize_name(link.path), "")
        known = same_name(reader, link.path) if not id else []
        target = known[0].path if len(known) == 1 else resolver.resolve(id or read_escapes(link.path), path)
        if not target or link.kind != "wikilink":
            if link.kind == "wikilink" or re.fullmatch(r"[^:]*\.md", link.path):
                near = near_names(reader, link.path) if len(bad) < _MOST_NEAR else ()
                bad.append(BadLink(text[link.start : link.end], tuple(near)))
            continue
        edits.append(lead_to(target, text, link, path, resolver))
    return splice(text, edits), bad


def _planned_paths(copy: WorkingCopy, reader: IndexReader, pages: Sequence[BundlePage]) -> dict[str, str]:
    """Return where the pages of a bundle lie or will lie, by normalized title."""
    found = {}
    for page in pages:
        path = _existing_page(copy, reader, page)
        if not path:
            try:
                path = _new_path(copy, reader, page)
            except (NameTakenError, UnsoundPageError):
                # Told where the page is written.
                continue
        found[normalize_name(page.title)] = path
    return found


def _write_page(
    copy: WorkingCopy,
    reader: IndexReader,
    item: str,
    page: BundlePage,
    remarks: Remarks,
    *,
    ids: Mapping[str, str],
    planned: Sequence[str],
    today: str,
) -> None:
    """Write one page, or reject it.

    An existing page of this title and category is rewritten below its properties, if expect_sha is the hash of what
    is there now; with expect_sha none is made.  A page this operation has just made takes the content below its title.
    Sections that the tools keep (evidence, claims, mentions) stay as they are.  The properties of the page itself may
    stand before its content, as it was read; others may not.
    Raises UnsoundPageError for a page that a person has to mend first.
    """
    path = _existing_page(copy, reader, page)
    if not path:
        try:
            path = _new_path(copy, reader, page)
        except NameTakenError as err:
            remarks.reject(item, f"{err.what}: {err.hint}")
            return
    before = copy.original(path)
    stored = (before or b"").decode("utf-8", "replace")
    given, own = split(page.content), split(stored)
    if given.properties and given.properties != own.properties:
        remarks.reject(f"{item}.content", "begins with properties: give what stands below them")
        return
    content, bad = link_up(copy, reader, page.content[given.body_start :], path, planned=planned, ids=ids)
    for link in bad:
        remarks.reject(item, f"link {link.text} leads to no page", link.nearest)
    if bad:
        return
    left_open = leaves_open(content)
    if left_open:
        remarks.reject(f"{item}.content", f"its {left_open} is never closed, and would hide what is added below it")
        return
    kept = _kept_lines(stored)
    for name, lines in _kept_lines(content).items():
        if lines and lines != kept.get(name):
            what = f"`## {name}` is not as the page has it: leave it out; claims come by relations with supporting_text"
            remarks.reject(f"{item}.content", f"{what}, and `edit` takes lines out")
            return
    old = copy.sound(path) if copy.exists(path) else ""
    with EditingPage(path):
        text = _composed(page, content, old, today=today)
        if before is not None and text != old:
            text = set_property(text, "updated", today)
    if before is None and page.expect_sha:
        reject_gone(remarks, item, path, page.expect_sha)
        return
    # The same page again overwrites nothing.
    overwrites = before is not None and text.encode("utf-8") != before
    if overwrites and not is_expected(copy, remarks, item, path, page.expect_sha):
        return
    stated = {_without_place(claim) for claim in read_page(path, old, folder=copy.folder).claims}
    for claim in read_page(path, text, folder=copy.folder).claims:
        if _without_place(claim) not in stated:
            what = f"the line {text[claim.start : claim.end][:80]!r} would be a claim without evidence"
            remarks.reject(item, f"{what}: say it by relations with supporting_text")
            return
    copy.put(path, text)


def _existing_page(copy: WorkingCopy, reader: IndexReader, page: BundlePage) -> str:
    """Return the path of the page of this category and title, of this operation or of the vault; "" for none."""
    wanted = normalize_name(page.title)
    for change in copy.changes():
        is_there = change.after is not None and category_of(change.path, copy.folder) == page.category
        if is_there and normalize_name(copy.page(change.path).title) == wanted:
            return change.path
    ids = sorted({name.page for name in names_of(reader, page.title) if name.page is not None})
    rows = reader.pages(ids=ids) if ids else []
    same = (row.path for row in rows if row.category == page.category and normalize_name(row.title) == wanted)
    return next(same, "")


def _new_path(copy: WorkingCopy, reader: IndexReader, page: BundlePage) -> str:
    return new_page_path(copy, reader, page.category, page.title, suffix=TYPES[page.category])


def _composed(page: BundlePage, content: str, old: str, *, today: str) -> str:
    """Return the text of a page.  old: as this operation has it so far; from its first kept section on it stays."""
    kept = [section for section in sections_of(content) if section.name in KEPT_SECTIONS]
    content = remove_spans(content, ((section.start, section.end) for section in kept)).strip("\n")
    if not old:
        return plain_page(page.title, type=TYPES[page.category], content=content, summary=page.summary, today=today)
    names, sections = {section.name for section in sections_of(content)}, sections_of(old)
    first = next((at for at, section in enumerate(sections) if section.name in KEPT_SECTIONS), len(sections))
    title = "" if content.startswith("# ") else f"# {page.title}\n\n"
    text = old[: split(old).body_start] + title + content + "\n"
    for section in sections[first:]:
        if section.name not in names:
            text += "\n" + old[section.start : section.end].rstrip("\n") + "\n"
    return written_like(set_property(text, "summary", page.summary) if page.summary else text, old)


def _kept_lines(text: str) -> dict[str, set[str]]:
    """Return the lines under each heading, of whatever level, under which the tools keep lines."""
    headings, lines = headings_of(text), dict[str, set[str]]()
    for number, heading in enumerate(headings):
        if name := kept_name(heading.text):
            ends = (other.start for other in headings[number + 1 :] if other.level <= heading.level)
            said = text[heading.end : next(ends, len(text))].splitlines()
            lines.setdefault(name, set()).update(line.strip() for line in said if line.strip())
    return lines


def _without_place(claim: Claim) -> Claim:
    """Return what a claim says, wherever it stands; the page itself is the same subject under another title."""
    return claim._replace(line=0, start=0, end=0, subject_label=claim.subject_label if claim.subject else "")
