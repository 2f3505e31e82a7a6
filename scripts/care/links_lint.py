"""Links that lead nowhere, or not where their writer may think."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import UnsafePathError
from ..pages.linking.link_text import display_text
from ..pages.linking.links import format_wikilink
from ..pages.linking.resolution import other_candidates, shortest_link
from ..pages.linking.subpaths import find_heading
from ..pages.model import EVIDENCE_KEY
from ..pages.page_facts import stem_of
from ..pages.text.names import normalize_name
from .claims_lint import cited_blocks
from .close_names import CloseNames, Named
from .evidence_lint import stale_lines
from .findings import FIX, Finding
from .names_lint import NAMED

if TYPE_CHECKING:
    from ..pages.page_model import Link
    from .survey import Known, Note, Survey

_NEAREST = 3
_EXTENSION = re.compile(r"\.[A-Za-z0-9]{1,8}\Z")


def links_lint(survey: Survey) -> Iterator[Finding]:
    """Findings about links, in no particular order.  Links in sources and turns are quoted matter and not looked at."""
    names = LinkNames(survey)
    for known in survey.notes():
        is_turns = known.category == "sessions" and known.type == "session"
        note = survey.note(known.path) if known.category != "sources" and not is_turns else None
        if note is None:
            continue
        for issue in note.issues:
            yield Finding(issue.rule, known.path, issue.line, issue.message, FIX if issue.rule == "table-bar" else "")
        answered: frozenset[tuple[int, str, str]] | None = None
        for link in note.links:
            found = [*_check(survey, names, known, link)]
            if found and answered is None:
                # It takes longer than the links themselves, and on most pages there is nothing to answer for.
                answered = _answered_for(survey, known, note)
            if answered is None or answered.isdisjoint((line, link.path, _block(link)) for line in (link.line, 0)):
                yield from found
        for link in note.definitions:
            # `[note]: word` may be prose.
            if _is_like_path(link.path) and survey.resolve(link.path, known.path) is None:
                yield _unresolved(survey, names, known, link, f"[{link.display}]: {link.path}")
        survey.drop_body_links(known.path)


class LinkNames:
    """Pages by the names that a person might put into a link."""

    def __init__(self, survey: Survey) -> None:
        self._pages = survey.known
        self._by_name: dict[str, list[Known]] = {}
        for known in survey.known.values():
            for name in (known.title, stem_of(known.path), *known.aliases):
                group = self._by_name.setdefault(normalize_name(name), [])
                if known not in group[-1:]:
                    group.append(known)
        self._close: CloseNames | None = None

    def pages_called(self, link_path: str) -> list[Known]:
        """Pages whose title, alias or file name this is; of several, what is a thing rather than a source."""
        if "/" in link_path:
            return []
        found = list(dict.fromkeys(known.path for known in self._by_name.get(normalize_name(stem_of(link_path)), ())))
        things = [path for path in found if self._pages[path].category in NAMED]
        return [self._pages[path] for path in (things if len(things) == 1 else found)]

    def near(self, link_path: str) -> list[str]:
        """Ids of pages with a name close to this one."""
        if self._close is None:
            self._close = CloseNames(
                Named(known.id, name)
                for known in self._pages.values()
                for name in (known.title, known.id, *known.aliases)
            )
        return self._close.owners_near(stem_of(link_path))[:_NEAREST]


def _answered_for(survey: Survey, known: Known, note: Note) -> frozenset[tuple[int, str, str]]:
    """(line, path, block) of links that other rules answer for: evidence of claims, of pages, of answers (line 0)."""
    found = cited_blocks(survey, known.path)
    found |= {(line.line, line.page, line.block.lower()) for line, _ in stale_lines(survey, known)}
    if known.is_answer:
        found |= {(0, link.path, _block(link)) for link in note.links if link.key == EVIDENCE_KEY}
    return found


def _check(survey: Survey, names: LinkNames, known: Known, link: Link) -> Iterator[Finding]:
    target = survey.resolve(link.path, known.path)
    shown = f"[[{link.path}]]" if link.kind != "markdown" else f"({link.path})"
    if target is None:
        yield _unresolved(survey, names, known, link, shown)
        return
    others = other_candidates(link.path, target, survey.names)
    if others:
        more = f" and {len(others) - _NEAREST} more" if len(others) > _NEAREST else ""
        message = f"{shown} leads to {target}, and might mean {', '.join(others[:_NEAREST])}{more}"
        yield Finding("ambiguous-link", known.path, link.line, message)
    if link.subpath and target in survey.known:
        missing = _missing_part(survey, target, link.subpath)
        if missing is not None:
            yield Finding(missing[0], known.path, link.line, f"{target} has no {missing[1]}")


def _unresolved(survey: Survey, names: LinkNames, known: Known, link: Link, shown: str) -> Finding:
    called = names.pages_called(link.path)
    if len(called) == 1:
        message = f"{shown} is a name of {called[0].path}, not its file name: Obsidian does not follow it"
        # Which page a person means by a name is that person's to say: only pages of ours are mended so.
        fix, way = (FIX, "") if known.category != "notes" else ("", _way(survey, known, link, called[0]))
        return Finding("alias-link", known.path, link.line, message + way, fix)
    if called:
        pages = ", ".join(page.path for page in called)
        return Finding("alias-link", known.path, link.line, f"{shown} is a name of several pages: {pages}")
    near = names.near(link.path)
    hint = f"; near: {', '.join(f'[[{id}]]' for id in near)}" if near else ""
    return Finding("broken-link", known.path, link.line, f"{shown} leads to no file{hint}")


def _way(survey: Survey, known: Known, link: Link, called: Known) -> str:
    """How to write a link by a name so that it leads to the page; "" for a link that is no plain one."""
    if link.kind != "wikilink" or link.embed:
        return ""
    try:
        path = shortest_link(called.path, known.path, survey.names)
        return f"; {format_wikilink(path, subpath=link.subpath, display=display_text(link))} leads there"
    except UnsafePathError:
        return ""


def _is_like_path(text: str) -> bool:
    return "/" in text or bool(_EXTENSION.search(text))


def _missing_part(survey: Survey, target: str, subpath: str) -> tuple[str, str] | None:
    """Rule and description of a heading or block that is not there."""
    note = survey.note(target)
    parts = [part for part in subpath.split("#") if part.strip()]
    if note is None or not parts:
        return None
    if parts[-1].startswith("^"):
        return None if survey.has_block(target, parts[-1]) else ("missing-block", f"block {parts[-1]}")
    return None if find_heading(note.headings, subpath) else ("missing-heading", f"heading {' > '.join(parts)!r}")


def _block(link: Link) -> str:
    return link.subpath[2:].lower() if link.subpath.startswith("#^") else ""
