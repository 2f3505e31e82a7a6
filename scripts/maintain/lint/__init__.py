"""Everything in the vault that wants a hand, rule by rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...arguments import check_choice
from .claims import claim_findings
from .names import name_findings
from .pages import link_findings, page_findings
from .rules import RULES, LintContext, LintFinding, gravity


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
    findings = [
        finding
        for find in (link_findings, name_findings, claim_findings, page_findings)
        for finding in find(context)
        # Of the whole vault also what has a name that the index cannot hold, or that concerns no page.
        if finding.rule in wanted and (finding.path in context.selected or not context.is_limited)
    ]
    # What concerns no page comes in an order of its own.
    ordered = sorted(
        dict.fromkeys(findings),
        key=lambda f: (gravity(f.rule), f.since or "~", f.path, f.line, f.rule, f.message if f.path else ""),
    )
    return LintReport(tuple(ordered), sum(1 for _ in context.notes()))
