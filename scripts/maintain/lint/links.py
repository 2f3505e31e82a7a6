"""Links that lead nowhere, or not where their writer may think."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...look.names import similar_names
from ...model import LinkRow, PageRow
from ...text.escaping import first_few
from ...text.links import missing_node, split_target
from ...text.names import normalize_name, stem_of
from .rules import FIX, LintContext, LintFinding

NAMED = ("entities", "notes", "topics")
"""Categories whose pages are things.  A source, its summary and an entity may well have one name."""
_NEAREST = 3
_LOOKED_AT, _LIKE = 12, 0.8
"""Similar names looked at, and the likeness from which one may be meant."""
MOST_NEAR = 100
"""Names without a page for which a similar one is looked for: each is compared with all names of the vault."""


def link_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about links.  Links in sources and turns are quoted matter and not looked at."""
    names = NamedPages(context)
    for page in context.notes():
        if context.is_quoted(page):
            continue
        claims = context.reader.claims(pages=[page.id])
        cited = {(claim.line, missing_node(item.source)) for claim in claims for item in claim.evidence}
        for link in context.links(page):
            # An end of a claim in words on a summary is no page: the name of a page of ours has no blank.
            is_words = page.category == "summaries" and not link.target and " " in link.link and link.display is None
            if not is_words and not _is_evidence(page, link, cited):
                yield from _check(context, names, page, link)


class NamedPages:
    """Pages by the names that a person might put into a link."""

    def __init__(self, context: LintContext) -> None:
        self._reader = context.reader
        self._near: dict[str, list[str]] = {}
        self._by_name: dict[str, dict[str, PageRow]] = {}
        for page in context.pages.values():
            for name in (page.title, stem_of(page.path), *page.aliases):
                self._by_name.setdefault(normalize_name(name), {})[page.path] = page

    def called(self, link_path: str) -> list[PageRow]:
        """Return pages whose title, alias or file name this is; of several, what is a thing rather than a source."""
        if "/" in link_path:
            return []
        pages = list(self._by_name.get(normalize_name(stem_of(link_path)), {}).values())
        things = [page for page in pages if page.category in NAMED]
        return things if len(things) == 1 else pages

    def near(self, name: str) -> list[str]:
        """Return the ids of pages with a name much like this one; none once that was asked of MOST_NEAR names."""
        if name not in self._near and len(self._near) < MOST_NEAR:
            similar = similar_names(self._reader, name, limit=_LOOKED_AT)
            nodes = [entry.node for entry, likeness in similar if entry.page is not None and likeness >= _LIKE]
            self._near[name] = list(dict.fromkeys(nodes))[:_NEAREST]
        return self._near.get(name, [])


def _is_evidence(page: PageRow, link: LinkRow, cited: Collection[tuple[int, str]]) -> bool:
    """Tell whether the rules on evidence answer for a link: of claims, of pages of ours, of filed answers."""
    path, _, block = link.link.partition("#^")
    is_ours = page.category in ("entities", "summaries") or "evidence_hashes" in page.properties
    is_listed = bool(block) and (is_ours or link.property.startswith("evidence"))
    return is_listed or (not link.target and (link.line, missing_node(path)) in cited)


def _check(context: LintContext, names: NamedPages, page: PageRow, link: LinkRow) -> Iterator[LintFinding]:
    path, subpath = split_target(link.link)
    shown = f"({path})" if link.kind == "markdown" else f"[[{path}]]"
    if not link.target:
        yield _unresolved(names, page, link, shown)
        return
    others = context.resolver.others(path, link.target)
    if others:
        message = f"{shown} leads to {link.target}, and might mean {first_few(others, _NEAREST)}"
        yield LintFinding("ambiguous-link", page.path, link.line, message)
    target = context.pages.get(link.target)
    parts = [part for part in subpath.split("#") if part.strip()]
    if target is None or not parts:
        return
    if parts[-1].startswith("^"):
        if not context.has_block(target, parts[-1]):
            yield LintFinding("missing-block", page.path, link.line, f"{target.path} has no block {parts[-1]}")
    elif not context.has_heading(target, subpath):
        message = f"{target.path} has no heading {' > '.join(parts)!r}"
        yield LintFinding("missing-heading", page.path, link.line, message)


def _unresolved(names: NamedPages, page: PageRow, link: LinkRow, shown: str) -> LintFinding:
    path, _ = split_target(link.link)
    called = names.called(path)
    if len(called) == 1:
        message = f"{shown} is a name of {called[0].path}, not its file name: Obsidian does not follow it"
        # Which page a person means by a name is that person's to say: only pages of ours are mended so.
        fix = FIX if page.category != "notes" else ""
        return LintFinding("alias-link", page.path, link.line, message, fix)
    if called:
        pages = ", ".join(other.path for other in called)
        return LintFinding("alias-link", page.path, link.line, f"{shown} is a name of several pages: {pages}")
    near = names.near(stem_of(path))
    hint = f"; near: {', '.join(f'[[{node}]]' for node in near)}" if near else ""
    return LintFinding("broken-link", page.path, link.line, f"{shown} leads to no file{hint}")
