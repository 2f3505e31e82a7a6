"""Looking at the vault by all rules, or by some."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ...errors import UsageError
from ...index_store.port import IndexReader
from ...wiki_store.working_copy import WorkingCopy
from .claims import claim_findings
from .links import link_findings
from .names import name_findings
from .pages import page_findings
from .rules import RULES, LintContext, LintFinding, OpenQuestion, gravity

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


def lint(
    copy: WorkingCopy,
    reader: IndexReader,
    *,
    rules: Sequence[str] = (),
    paths: Sequence[str] = (),
    questions: Iterable[OpenQuestion] = (),
    today: str = "",
) -> LintReport:
    """Look at the notes at these paths (files, folders, or pages by name; all when none is given) by these rules.

    The generated catalog and the log are not looked at.  questions: those that found nothing and find nothing now.
    Writes nothing.  Raises UsageError for an unknown rule,
    PageNotFoundError for a path that is nothing.  Cost: what the index says of each page; few pages are read.
    """
    for rule in rules:
        if rule not in RULES:
            near = difflib.get_close_matches(rule, RULES, 3, 0.7)
            hint = f"did you mean {', '.join(near)}?" if near else f"one of {', '.join(RULES)}"
            raise UsageError(f"unknown rule {rule!r}", hint=hint)
    wanted = frozenset(rules or RULES)
    context = LintContext(copy, reader, paths=paths, questions=questions, today=today)
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
