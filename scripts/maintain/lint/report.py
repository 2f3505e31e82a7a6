"""Looking at the vault by all rules, or by some, and mending what needs no judgment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...arguments import check_choice
from ...errors import DataError
from ...index_store.port import IndexReader
from ...model import Link
from ...text.link_writing import is_in_table, lead_to, tables_of
from ...text.markdown import read_body
from ...text.spans import Splice, splice
from ...wiki_store.working_copy import Plan, WorkingCopy
from .claims import claim_findings
from .names import name_findings
from .pages import link_findings, page_findings
from .rules import FIXABLE, RULES, LintContext, LintFinding, gravity

_FAMILIES: tuple[tuple[Callable[[LintContext], Iterable[LintFinding]], tuple[str, ...]], ...] = (
    (link_findings, ("alias-link", "ambiguous-link", "broken-link", "missing-block", "missing-heading")),
    (name_findings, ("alias-clash", "clashing-name", "duplicate-page", "illegal-name", "near-duplicate")),
    (claim_findings, ("contradiction", "stale-claim", "stale-evidence", "ungrounded-quote", "unknown-source")),
    (page_findings, ()),
)
"""What finds, and by which rules; () for all the others."""


class LintReport(NamedTuple):
    """What lint found."""

    findings: tuple[LintFinding, ...]
    """The gravest first, then what is known to be so longest, then by path, line and rule; questions last, the most
    asked first."""
    checked_pages: int


def lint(context: LintContext, *, rules: Sequence[str] = ()) -> LintReport:
    """Look at the notes that are selected by these rules, or by all; not at the generated catalog and the log.

    Writes nothing.  Raises UsageError for an unknown rule.  Cost: what the index says of each page; few are read.
    """
    for rule in rules:
        check_choice("rule", rule, RULES)
    wanted = frozenset(rules or RULES)
    others = wanted.difference(*(theirs for _, theirs in _FAMILIES))
    findings = [
        finding
        for family, theirs in _FAMILIES
        if not wanted.isdisjoint(theirs or others)
        for finding in family(context)
        # Of the whole vault also what has a name that the index cannot hold, or that concerns no page.
        if finding.rule in wanted and (finding.path in context.selected or not context.is_limited)
    ]
    # What concerns no page comes in an order of its own.
    ordered = sorted(
        dict.fromkeys(findings),
        key=lambda f: (gravity(f.rule), f.since or "~", f.path, f.line, f.rule, f.message if f.path else ""),
    )
    return LintReport(tuple(ordered), sum(1 for _ in context.notes()))


_REFUSED = "the link cannot be rewritten safely"
_BARE_BAR = re.compile(r"(?<!\\)\|")


class FixedLink(NamedTuple):
    """One link as it was and what it is now."""

    path: str
    line: int
    before: str
    after: str


class FixReceipt(NamedTuple):
    """What was mended."""

    fixed: tuple[FixedLink, ...]
    left: tuple[LintFinding, ...]
    """Findings of the FIXABLE rules that were not mended: what a person is to say, or the reason as the message."""


def plan_fixes(copy: WorkingCopy, reader: IndexReader) -> Plan[FixReceipt]:
    """Rewrite the links that findings of the FIXABLE rules name, nothing else on their lines.

    A link by alias goes to its page and shows what it showed; a bar in a table gets its backslash.
    """
    context = LintContext(copy, reader)
    pages: dict[str, list[LintFinding]] = {}
    left: list[LintFinding] = []
    fixed: list[FixedLink] = []
    for finding in lint(context, rules=sorted(FIXABLE)).findings:
        (pages.setdefault(finding.path, []) if finding.fix else left).append(finding)
    for path, findings in sorted(pages.items()):
        lines = {finding.line for finding in findings}
        try:
            text = copy.editable(path)
            links = [link for link in copy.page(path).links if link.line in lines and link.kind == "wikilink"]
            mended = [(link.line, edit) for link in links for edit in _mended(context, path, text, link)]
        except DataError as err:
            left += [finding._replace(message=err.what) for finding in findings]
            continue
        copy.put(path, splice(text, [edit for _, edit in mended]))
        fixed += [FixedLink(path, line, text[edit.start : edit.end], edit.text) for line, edit in mended]
        lines -= {line for line, _ in mended}
        left += [finding._replace(message=_REFUSED) for finding in findings if finding.line in lines]
    return Plan(FixReceipt(tuple(fixed), tuple(left)), f"{len(fixed)} mended")


def _mended(context: LintContext, path: str, text: str, link: Link) -> Iterator[Splice]:
    """Yield a link as it should be; nothing where nothing is wrong with it."""
    is_lost = context.pages[path].category != "notes" and not context.resolver.resolve(link.path, path)
    called = context.called(link.path) if is_lost else []
    written = text[link.start : link.end]
    if len(called) == 1:
        yield lead_to(called[0].path, text, link, path, context.resolver)
    elif _BARE_BAR.search(written) and is_in_table(text, link.start, tables_of(read_body(text).blocks)):
        yield Splice(link.start, link.end, _BARE_BAR.sub(r"\\|", written))
