"""Pages an agent writes: new ones linked to what exists, existing ones only against the hash that was read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import EditingPage, NameTakenError, UnsoundPageError
from ..index_store.port import IndexReader
from ..look.lookup import names_of
from ..model import Claim, Evidence
from ..text.block_ids import quotables
from ..text.editing import headings_of, leaves_open, sections_of, with_items
from ..text.escaping import read_escapes
from ..text.frontmatter import split
from ..text.kept_lines import EVIDENCE_LISTS, KEPT_SECTIONS, kept_name, parse_evidence_line, unescape
from ..text.link_writing import LinkStyle, format_link
from ..text.links import Resolver
from ..text.markdown import read_body
from ..text.names import normalize_name, stem_of
from ..text.page import category_of, read_page
from ..text.properties import set_property
from ..text.quotes import locate_quote
from ..text.splices import Splice, splice, written_like
from ..text.templates import CATEGORIES, plain_page
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

    planned: paths that this operation makes besides; ids: of pages it makes, by normalized name.  In a vault that is
    somebody's own the new links are written as its settings ask, in our own home as wikilinks.
    """
    resolver = Resolver([*copy.paths(), *planned, path])
    style = copy.link_style() if copy.folder else LinkStyle()
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
        shown = link.display or link.path
        written = format_link(
            target, path, resolver, style, subpath=link.subpath, display=shown, is_embed=link.is_embed
        )
        edits.append(Splice(link.start, link.end, written))
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
    Sections that the tools keep (evidence, claims, mentions) stay as they are, unless the content holds them: then they
    are what it says.  The properties of the page itself may stand before its content, as it was read; others may not.
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
    content = _below_properties(page.content, before)
    if content is None:
        remarks.reject(f"{item}.content", "begins with properties: give what stands below them")
        return
    content, bad = link_up(copy, reader, content, path, planned=planned, ids=ids)
    for link in bad:
        remarks.reject(item, f"link {link.text} leads to no page", link.nearest)
    if bad:
        return
    left_open = leaves_open(content)
    if left_open:
        remarks.reject(f"{item}.content", f"its {left_open} is never closed, and would hide what is added below it")
        return
    old = copy.sound(path) if copy.exists(path) else ""
    with EditingPage(path):
        text = _composed(page, content, old, before, today=today)
    if before is None and page.expect_sha:
        reject_gone(remarks, item, path, page.expect_sha)
        return
    # The same page again overwrites nothing.
    overwrites = before is not None and text.encode("utf-8") != before
    if overwrites and not is_expected(copy, remarks, item, path, page.expect_sha):
        return
    for name, count in _lines_left_out(text, before):
        remarks.notice(item, f"takes {count} lines out of `## {name}`: leave the section out of the content to keep it")
    problem = _unproved(copy, path, text, old)
    if problem:
        remarks.reject(item, f"{problem}: say it by relations with supporting_text")
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
    return new_page_path(copy, reader, page.category, page.title, suffix=CATEGORIES[page.category])


def _below_properties(content: str, before: bytes | None) -> str | None:
    """Return content without the properties of the page itself, as it was read; None where it has others."""
    given = split(content)
    if not given.properties:
        return content
    own = split((before or b"").decode("utf-8", "replace"))
    return content[given.body_start :] if given.properties == own.properties else None


def _composed(page: BundlePage, content: str, old: str, before: bytes | None, *, today: str) -> str:
    """Return the text of a page.  old: as this operation has it so far; before: as the vault has it."""
    if not old:
        return plain_page(
            page.title,
            type=CATEGORIES[page.category],
            content=content,
            summary=page.summary,
            created=today,
            updated=today,
        )
    body_start = split(old).body_start
    content = content.strip("\n")
    if content.startswith("## ") and kept_name(content[3:].partition("\n")[0]):
        # Sent for its sections alone: what the page says above them was not meant.
        kept = (section.start for section in sections_of(old) if section.name in KEPT_SECTIONS)
        content = f"{old[body_start : next(kept, len(old))].strip()}\n\n{content}"
    if not content.startswith("# "):
        content = f"# {page.title}\n\n{content}"
    text = _with_kept(old[:body_start] + content + "\n", old, before)
    if page.summary:
        text = set_property(text, "summary", page.summary)
    text = written_like(text, old)
    if before is not None and text != old:
        text = set_property(text, "updated", today)
    return text


def _with_kept(text: str, old: str, before: bytes | None) -> str:
    """Return a page written anew with what the old one has from its first kept section on, where it says nothing.

    Of a section that both hold, the new text's stays, with the lines that this operation itself has put into the old.
    """
    names = {section.name for section in sections_of(text)}
    sections = sections_of(old)
    first = next((at for at, section in enumerate(sections) if section.name in KEPT_SECTIONS), len(sections))
    stored = {section.name: section.body for section in sections_of((before or b"").decode("utf-8"))}
    for section in sections[first:]:
        if section.name not in names:
            text += "\n" + old[section.start : section.end].rstrip("\n") + "\n"
        elif section.name in KEPT_SECTIONS:
            there = stored.get(section.name, "").splitlines()
            text = with_items(text, section.name, [line for line in section.body.splitlines() if line not in there])
    return text


def _lines_left_out(text: str, before: bytes | None) -> list[tuple[str, int]]:
    """Return kept sections of a stored page that have lines which the new text has nowhere, with their number."""
    there, found = set(text.splitlines()), []
    for section in sections_of((before or b"").decode("utf-8")):
        gone = [line for line in section.body.splitlines() if line.strip() and line not in there]
        if section.name in KEPT_SECTIONS and gone:
            found.append((section.name, len(gone)))
    return found


def _unproved(copy: WorkingCopy, path: str, text: str, old: str) -> str:
    """Return what is wrong with a claim or a line of evidence in an agent's page; "" for nothing.

    It must quote its source like any other.  What the old text has stays as it is.  A line that stood there in code or
    in a comment was none.
    """
    passages, proved = _Passages(copy, path), set[str]()
    stated = {_without_place(claim) for claim in read_page(path, old, folder=copy.folder).claims}
    for claim in read_page(path, text, folder=copy.folder).claims:
        if _without_place(claim) in stated:
            continue
        line = text[claim.start : claim.end]
        if not claim.evidence:
            return f"the line {line[:80]!r} would be a claim without evidence"
        if not all(map(passages.prove, claim.evidence)):
            return f"the claim {line[:80]!r} quotes what its passage does not say"
    there = set(_lines_of_evidence(old))
    for line in _lines_of_evidence(text):
        parsed = parse_evidence_line(line)
        if line in there or line in proved:
            continue
        if parsed is None:
            return f'the line {line[:80]!r} under Evidence does not read `- [[SOURCE#^ID]] "QUOTE"`'
        evidence = Evidence(parsed.page, parsed.block, unescape(parsed.quote))
        if parsed.quote and not passages.prove(evidence):
            return f"the evidence {line[:80]!r} is not what its passage says"
        proved.add(line)
    return ""


def _lines_of_evidence(text: str) -> list[str]:
    """Return the lines under Evidence and Mentions, whatever their form, and whatever headings part them."""
    headings, lines = headings_of(text), list[str]()
    for number, heading in enumerate(headings):
        if kept_name(heading.text) in EVIDENCE_LISTS:
            ends = (other.start for other in headings[number + 1 :] if other.level <= heading.level)
            lines += text[heading.end : next(ends, len(text))].splitlines()
    return [line.strip() for line in lines if line.strip()]


class _Passages:
    """What the passages say that a page cites, each source read once."""

    def __init__(self, copy: WorkingCopy, path: str) -> None:
        self._copy, self._path, self._resolver = copy, path, Resolver(copy.paths())
        self._said: dict[str, dict[str, str]] = {}

    def prove(self, evidence: Evidence) -> bool:
        """Return whether the passage that is cited has the words that are quoted."""
        source = self._resolver.resolve(evidence.source, self._path)
        if source not in self._said:
            units = quotables(self._copy.read(source)) if source.endswith(".md") else ()
            # An id that is there twice means the first.
            self._said[source] = {unit.block.lower(): unit.text for unit in reversed(units) if unit.block}
        text = self._said[source].get(evidence.block.lower())
        return text is not None and bool(evidence.quote) and locate_quote(evidence.quote, text) is not None


def _without_place(claim: Claim) -> Claim:
    """Return what a claim says, wherever it stands; the page itself is the same subject under another title."""
    return claim._replace(line=0, start=0, end=0, subject_label=claim.subject_label if claim.subject else "")
