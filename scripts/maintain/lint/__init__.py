"""Findings about everything in the vault that needs attention, rule by rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...arguments import check_choice
from .names import name_findings
from .pages import claim_findings, link_findings, page_findings
from .rules import RULES, LintContext, LintFinding, gravity


class LintReport(NamedTuple):
    """The findings of one run."""

    findings: tuple[LintFinding, ...]
    """The gravest first, then the oldest, then by path, line and rule; questions last, the most asked first."""
    checked_pages: int


def lint(context: LintContext, *, rules: Sequence[str] = ()) -> LintReport:
    """Check the selected notes by these rules, or by all; the generated catalog and the log are not checked.

    Writes nothing.  Raises UsageError for an unknown rule.  Cost: the index rows of each page; few pages are read.
    """
    for rule in rules:
        check_choice("rule", rule, RULES)
    wanted = frozenset(rules or RULES)
    findings = [
        finding
        for find in (link_findings, name_findings, claim_findings, page_findings)
        for finding in find(context)
        # Unless pages are selected, also findings about files that the index cannot hold, and about no page.
        if finding.rule in wanted and (finding.path in context.selected or not context.is_limited)
    ]
    # Findings about no page have an order of their own.
    ordered = sorted(
        dict.fromkeys(findings),
        key=lambda f: (gravity(f.rule), f.since or "~", f.path, f.line, f.rule, f.message if f.path else ""),
    )
    return LintReport(tuple(ordered), sum(1 for _ in context.notes()))
