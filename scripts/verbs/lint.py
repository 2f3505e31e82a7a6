"""`lint`: everything that wants a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..retrieval.escaping import inline
from .parsing import comma_list, count

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase

QUESTIONS = 5
"""Most unanswered questions printed, unless their rule is asked for."""
_QUESTION = "unanswered-question"


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PAGE", help="only these pages")
    parser.add_argument("--rule", type=comma_list, default=(), metavar="R,…", help="only these rules")
    parser.add_argument("--limit", type=count, default=50, metavar="N", help="most findings printed (50)")


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    report = kb.lint(rules=options.rule, paths=options.paths)
    return report, 1 if report.findings else 0


def text(report: Any, options: argparse.Namespace) -> str:
    questions = [finding for finding in report.findings if finding.rule == _QUESTION]
    further = questions[QUESTIONS:] if _QUESTION not in options.rule else []
    # Questions come last.
    listed = report.findings[: len(report.findings) - len(further)]
    lines = [_finding(finding) for finding in listed[: options.limit]]
    left = len(listed) - len(lines)
    lines += [f"omitted: {left} findings; --limit {len(listed)} prints all"] if left else []
    lines += [f"(no page): {_QUESTION}: {len(further)} more; --rule {_QUESTION} lists them"] if further else []
    return "\n".join([*lines, f"{report.checked_pages} pages, {len(report.findings)} findings"])


def _finding(finding: Any) -> str:
    # A finding about a question concerns no page.
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path or "(no page)"
    return f"{inline(place)}: {finding.rule}: {inline(finding.message)}" + (
        f"\n  fix: {finding.fix}" if finding.fix else ""
    )
