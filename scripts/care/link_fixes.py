"""Mending what needs no judgment: links by alias, links with a bare bar in a table, sections that stand twice."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError, EditRefusedError, UnsafePathError
from ..pages.kept_sections import join_doubled
from ..pages.linking.link_text import display_text
from ..pages.linking.link_writing import link_path
from ..pages.linking.links import clean_display, format_markdown_link, format_wikilink
from ..pages.markdown.blocks import read_blocks
from ..pages.markdown.scanner import scan
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import replace_property_link
from ..store.operations import Change
from .findings import FIXABLE, Finding
from .links_lint import LinkNames
from .survey import Survey

if TYPE_CHECKING:
    from ..pages.page_model import Link
    from ..store.workspace import Plan, Workspace

_REFUSED = "the link cannot be rewritten safely"
_BARE_BAR = re.compile(r"(?<!\\)\|")


class FixedLink(NamedTuple):
    """One link, or the heading of a section, as it was and what it is now."""

    path: str
    line: int
    before: str
    after: str


class FixReceipt(NamedTuple):
    """What `fix` did."""

    fixed: tuple[FixedLink, ...]

    left: tuple[Finding, ...]
    """Findings of the FIXABLE rules that were not mended: what a person is to say, or the reason as the message."""


def fix_links(ws: Workspace, findings: Iterable[Finding]) -> Plan:
    """Rewrite the links that findings of the FIXABLE rules name, nothing else on their lines, and join sections.

    A link by alias goes to its page and shows what it showed; a bar in a table gets its backslash.  Every new link is
    resolved before it is kept.  Of a section that stands twice, the first gets the lines of the other.
    """
    survey = Survey(ws)
    names = LinkNames(survey)
    lines: dict[str, dict[int, Finding]] = {}
    left: list[Finding] = []
    for finding in findings:
        if finding.rule in FIXABLE and finding.fix:
            lines.setdefault(finding.path, {})[finding.line] = finding
        elif finding.rule in FIXABLE:
            left.append(finding)
    changes: list[Change] = []
    fixed: list[FixedLink] = []
    for path, wanted in sorted(lines.items()):
        try:
            before = ws.before(path)
            text, done = _fix_page(survey, names, path, ws.editable_text(path), frozenset(wanted))
            joined = [(line, finding) for line, finding in sorted(wanted.items()) if finding.rule == "doubled-section"]
            text = join_doubled(text) if joined else text
            done += [FixedLink(path, line, finding.message, "joined") for line, finding in joined]
        except DataError as err:
            left += [finding._replace(message=err.what) for _, finding in sorted(wanted.items())]
            continue
        mended = {link.line for link in done}
        left += [finding._replace(message=_REFUSED) for line, finding in sorted(wanted.items()) if line not in mended]
        fixed += done
        changes.append(Change(path, before, text.encode("utf-8")))
    return changes, f"{len(fixed)} mended", FixReceipt(tuple(fixed), tuple(left))


def _fix_page(
    survey: Survey, names: LinkNames, path: str, text: str, lines: frozenset[int]
) -> tuple[str, list[FixedLink]]:
    """The text with the links on these lines mended, and what was done, in text order."""
    properties = read_properties(text)
    body_start = properties.body_start
    tables = [block for block in read_blocks(text, body_start) if block.kind == "table"]
    links = sorted((*properties.links, *scan(text, body_start=body_start).links), key=lambda link: -link.start)
    done = []
    for link in links:
        if link.line not in lines:
            continue
        in_table = any(table.start <= link.start < table.end for table in tables)
        written = text[link.start : link.end]
        try:
            new = _fix_link(survey, names, path, text, link, in_table=in_table)
        except (EditRefusedError, UnsafePathError):
            continue
        if new != text:
            after = new[link.start : link.end + len(new) - len(text)]
            done.append(FixedLink(path, link.line, written, after))
            text = new
    return text, done[::-1]


def _fix_link(survey: Survey, names: LinkNames, path: str, text: str, link: Link, *, in_table: bool) -> str:
    """The text with one link mended; the same text when there is nothing to mend."""
    written = text[link.start : link.end]
    is_ours = survey.known[path].category != "notes"
    called = names.pages_called(link.path) if is_ours and survey.resolve(link.path, path) is None else []
    if len(called) == 1:
        target = link_path(called[0].path, path, survey.names, survey.ws.link_style().new_link_format)
        if link.kind == "property":
            return _fix_property(text, link, target)
        if link.kind == "markdown":
            return _fix_markdown(text, link, called[0].path)
        shown = link.display if link.embed else display_text(link)
        written = ("!" if link.embed else "") + format_wikilink(target, subpath=link.subpath, display=shown)
    if in_table and link.kind == "wikilink":
        written = _BARE_BAR.sub(r"\\|", written)
    return text[: link.start] + written + text[link.end :]


def _fix_property(text: str, link: Link, target: str) -> str:
    """The target replaced, and the name kept as display text where the quotes around it allow."""
    changed = replace_property_link(text, link, target)
    end = link.end + len(changed) - len(text)
    shown = clean_display(display_text(link))
    if link.display is not None or changed[end - 2 : end] != "]]" or any(sign in shown for sign in "\"'\\"):
        return changed
    return changed[: end - 2] + "|" + shown + changed[end - 2 :]


def _fix_markdown(text: str, link: Link, target: str) -> str:
    if link.path_start < 0:
        raise EditRefusedError("the link is written with escapes", line=link.line)
    encoded = format_markdown_link(target, display="x")[len("[x](") : -1]
    return text[: link.path_start] + encoded + text[link.path_end :]
