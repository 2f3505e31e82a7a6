"""`lint`: everything that wants a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..named_tuple import NamedTuple
from ..retrieval.reply.escaping import inline
from .parsing import comma_list, count

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..care.findings import Finding
    from ..care.lint import LintReport
    from ..knowledge_base import KnowledgeBase

PRINTED = 50
"""Most findings printed, or given to a client of the server, where nobody says how many; `--json` has all."""
FEW = 5
"""Most findings printed of a rule that is counted, unless it is asked for."""
COUNTED = ("clashing-name", "orphan", "unanswered-question")
"""Rules that a vault may break hundreds of times without harm: a few of each are printed, so that each is seen."""


class Listed(NamedTuple):
    """A report as far as it is listed."""

    findings: tuple[Finding, ...]
    checked_pages: int
    found: int
    omitted: int
    """Findings beyond the limit."""
    counted: tuple[tuple[str, int], ...]
    """Rules, and of each the findings beyond FEW."""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PAGE", help="only these pages")
    parser.add_argument("--rule", type=comma_list, default=(), metavar="R,…", help="only these rules")
    parser.add_argument("--limit", type=count, metavar="N", help="most listed (50)")


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    report = kb.lint(rules=options.rule, paths=options.paths)
    limit = options.limit if options.limit is not None or options.json else PRINTED
    return listed(report, limit=limit, rules=options.rule), 1 if report.findings else 0


def listed(report: LintReport, *, limit: int | None, rules: Sequence[str]) -> Listed:
    """The findings up to a limit, a few of each rule that is COUNTED and not asked for; None lists all."""
    kept: list[Finding] = []
    further: dict[str, int] = {}
    met: dict[str, int] = {}
    for finding in report.findings:
        rule = finding.rule
        met[rule] = met.get(rule, 0) + 1
        if limit is None or rule not in COUNTED or rule in rules or met[rule] <= FEW:
            kept.append(finding)
        else:
            further[rule] = further.get(rule, 0) + 1
    findings = tuple(kept[:limit])
    return Listed(findings, report.checked_pages, len(report.findings), len(kept) - len(findings), (*further.items(),))


def text(shown: Listed, _: argparse.Namespace) -> str:
    left = shown.omitted
    lines = [_finding(finding) for finding in shown.findings]
    lines += [f"omitted: {left} findings; --limit {len(lines) + left} prints all"] if left else []
    lines += [f"{rule}: {count} more; --rule {rule} lists them" for rule, count in shown.counted]
    return "\n".join([*lines, f"{shown.checked_pages} pages, {shown.found} findings"])


def _finding(finding: Any) -> str:
    # A finding about a question concerns no page.
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path or "(no page)"
    return f"{inline(place)}: {finding.rule}: {inline(finding.message)}" + (
        f"\n  fix: {finding.fix}" if finding.fix else ""
    )
