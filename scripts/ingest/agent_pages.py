"""Pages an agent writes: new ones linked to what exists, existing ones only against the hash that was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import EditingPage, NameTakenError, PageChangedError
from ..pages.kept_lines import KEPT, kept_name
from ..pages.kept_sections import join_doubled, sections_of, with_items
from ..pages.markdown.sections import leaves_open
from ..pages.page import read_page
from ..pages.page_facts import TYPES
from ..pages.rendering import plain_page
from ..pages.text.names import fold_name, normalize_name
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import set_property
from ..store.sound_pages import sound_text
from ..text.quotes import locate_quote
from ..text.slugs import plain_slug
from ..text.splices import written_like
from .linking import is_visible, link_up

if TYPE_CHECKING:
    from ..pages.knowledge.bundle_values import BundlePage
    from ..store.workspace import Workspace
    from .receipts import Draft

HASH_SHOWN = 12


def write_agent_page(
    ws: Workspace,
    draft: Draft,
    item: str,
    page: BundlePage,
    *,
    new_names: Mapping[str, str],
    new_paths: Sequence[str],
) -> str | None:
    """Draft one page; its vault path, or None when it was rejected.

    An existing page of this title and category is rewritten below its properties, if expect_sha is the hash of what
    is there now; with expect_sha none is made.  A page this operation has just made takes the content below its title.
    Sections that the tools keep (evidence, claims, mentions) stay as they are, unless the content holds them: then they
    are what it says.  The properties of the page itself may stand before its content, as it was read; others may not.
    Raises UnsoundPageError for a page that a person has to mend first.
    """
    if not is_visible(page.title):
        draft.reject(f"{item}.title", "holds nothing that can be seen")
        return None
    path = existing_page(ws, draft, page)
    if path is None:
        try:
            path = draft.new_path(ws, page.category, page.title, suffix=TYPES[page.category])
        except NameTakenError as err:
            draft.reject(item, f"{err.what}: {err.hint}")
            return None
    before = draft.before[path] if path in draft.texts else ws.before(path)
    below = _below_properties(page.content, before)
    if below is None:
        draft.reject(f"{item}.content", "begins with properties: give what stands below them")
        return None
    page = page._replace(content=below)
    content, bad = link_up(ws, page.content, path, new_paths=[*new_paths, path], new_names=new_names)
    for link in bad:
        draft.reject(item, f"link {link.text} leads to no page", link.nearest)
    if bad:
        return None
    open_ = leaves_open(content)
    if open_:
        draft.reject(f"{item}.content", f"its {open_} is never closed, and would hide what is added below it")
        return None
    with EditingPage(path):
        text = _compose(ws, draft, path, page, content, before)
    # The same page again overwrites nothing.
    overwrites = before is not None and text.encode("utf-8") != before
    if before is None and page.expect_sha:
        reject_gone(draft, item, path, page.expect_sha)
        return None
    if overwrites and not is_expected(ws, draft, item, path, page.expect_sha):
        return None
    for name, count in _lines_left_out(text, before):
        draft.notice(item, f"takes {count} lines out of `## {name}`: leave the section out of the content to keep it")
    problem = _unproved_claim(ws, draft, path, text)
    if problem:
        draft.reject(item, f"{problem}: say it by relations with supporting_text")
        return None
    draft.put(path, text, before)
    return path


def existing_page(ws: Workspace, draft: Draft, page: BundlePage) -> str | None:
    """The path of the page of this category and title, of this operation or of the vault; None when there is none."""
    wanted = normalize_name(page.title)
    beginning = ws.path_in(page.category, plain_slug(page.title)).removesuffix(".md")
    for path, text in draft.texts.items():
        if path.startswith(beginning) and normalize_name(read_page(path, text, folder=ws.folder).title) == wanted:
            return path
    key = fold_name(page.title)
    nodes = ws.reader.nodes([hit.node for hit in ws.reader.names([key]).get(key, [])])
    return min(
        (
            node.path
            for node in nodes.values()
            if node.path and node.category == page.category and normalize_name(node.name) == wanted
        ),
        default=None,
    )


def is_expected(ws: Workspace, draft: Draft, item: str, path: str, sha: str) -> bool:
    """Whether a page is the one whose hash the agent gives; otherwise the item is rejected."""
    try:
        ws.expect(path, sha)
    except PageChangedError as err:
        how = f"expect_sha {sha[:HASH_SHOWN]} is not its hash now" if sha else "the page exists"
        reason = f"{how}: read it with `show`, then pass its hash as expect_sha"
        draft.reject(item, reason, (f"{path} {err.found[:HASH_SHOWN]}",))
        return False
    return True


def reject_gone(draft: Draft, item: str, path: str, sha: str) -> None:
    """Reject an item that was written against a page which is not there (any more)."""
    draft.reject(item, f"expect_sha {sha[:HASH_SHOWN]}: there is no {path}: leave it out to make the page anew")


def _below_properties(content: str, before: bytes | None) -> str | None:
    """Content without the properties of the page itself, as it was read; None where it has others."""
    given = read_properties(content)
    if not given.values:
        return content
    own = read_properties((before or b"").decode("utf-8", "replace"))
    return content[given.body_start :] if given.values == own.values else None


def _compose(ws: Workspace, draft: Draft, path: str, page: BundlePage, content: str, before: bytes | None) -> str:
    old = draft.texts.get(path)
    if old is None and before is not None:
        old = sound_text(ws, path)
    if old is None:
        return plain_page(
            page.title,
            type=TYPES[page.category],
            content=content,
            summary=page.summary,
            created=ws.today(),
            updated=ws.today(),
        )
    body_start = read_properties(old).body_start
    content = content.strip("\n")
    if content.startswith("## ") and kept_name(content[3:].partition("\n")[0]):
        # Sent for its sections alone: what the page says above them was not meant.
        first = next((section.start for section in sections_of(old) if section.name in KEPT), len(old))
        content = f"{old[body_start:first].strip()}\n\n{content}"
    if not content.startswith("# "):
        content = f"# {page.title}\n\n{content}"
    text = _with_kept(old[:body_start] + content + "\n", old, before)
    if page.summary:
        text = set_property(text, "summary", page.summary)
    text = written_like(text, old)
    if before is not None and text != old:
        text = set_property(text, "updated", ws.today())
    return text


def _with_kept(text: str, old: str, before: bytes | None) -> str:
    """A page written anew with what the old one has from its first kept section on, where the new text says nothing.

    Of a section that both hold, the new text's stays, with the lines that this operation itself has put into the old.
    """
    said = {section.name for section in sections_of(text)}
    sections = sections_of(old)
    first = next((number for number, section in enumerate(sections) if section.name in KEPT), len(sections))
    stored = {section.name: section.body for section in sections_of(before.decode("utf-8") if before else "")}
    for section in sections[first:]:
        if section.name not in said:
            text += "\n" + old[section.start : section.end].rstrip("\n") + "\n"
        elif section.name in KEPT:
            there = stored.get(section.name, "").splitlines()
            text = with_items(text, section.name, [line for line in section.body.splitlines() if line not in there])
    return join_doubled(text)


def _lines_left_out(text: str, before: bytes | None) -> list[tuple[str, int]]:
    """Kept sections of a stored page that have lines which the new text has nowhere, with their number."""
    there, found = set(text.splitlines()), []
    for section in sections_of(before.decode("utf-8") if before else ""):
        gone = [line for line in section.body.splitlines() if line.strip() and line not in there]
        if section.name in KEPT and gone:
            found.append((section.name, len(gone)))
    return found


def _unproved_claim(ws: Workspace, draft: Draft, path: str, text: str) -> str:
    """A claim in an agent's page must quote its source like any other; "" when all do."""
    old = draft.texts.get(path, "")
    for placed in read_page(path, text, folder=ws.folder).claims:
        line = text[placed.start : placed.end]
        if line in old or placed.form != "claim":
            continue
        if not placed.claim.evidence:
            return f"the line {line[:80]!r} would be a claim without evidence"
        for evidence in placed.claim.evidence:
            row = ws.reader.passage_at(evidence.source, evidence.block)
            if row is None or not evidence.quote or locate_quote(evidence.quote, row.text) is None:
                return f"the claim {line[:80]!r} quotes what its passage does not say"
    return ""
