"""Everything in the vault that wants a hand.  Writes nothing: `plan_fix` makes the plan for what is safe to mend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UsageError
from .claims_lint import claims_lint
from .evidence_lint import evidence_lint
from .findings import RULES, Finding, gravity
from .link_fixes import fix_links
from .links_lint import links_lint
from .names_lint import names_lint
from .pages_lint import pages_lint
from .questions_lint import questions_lint
from .survey import Survey

if TYPE_CHECKING:
    from ..store.workspace import Plan, Workspace
    from .survey import StillOpen

_FAMILIES: tuple[tuple[Callable[[Survey], Iterable[Finding]], frozenset[str]], ...] = (
    (
        links_lint,
        frozenset(("alias-link", "ambiguous-link", "broken-link", "missing-block", "missing-heading", "table-bar")),
    ),
    (
        names_lint,
        frozenset(("alias-clash", "case-twin", "clashing-name", "duplicate-page", "illegal-name", "near-duplicate")),
    ),
    (claims_lint, frozenset(("contradiction", "stale-claim", "ungrounded-quote", "unknown-source"))),
    (evidence_lint, frozenset(("stale-evidence",))),
    (
        pages_lint,
        frozenset(
            (
                "addresses-reader",
                "claim-syntax",
                "doubled-section",
                "duplicate-block-id",
                "merge-markers",
                "missing-backlink",
                "moved-folder",
                "no-evidence",
                "not-utf8",
                "orphan",
                "page-size",
                "stale-answer",
                "sync-conflict",
                "unreadable-frontmatter",
            )
        ),
    ),
    (questions_lint, frozenset(("unanswered-question",))),
)


class LintReport(NamedTuple):
    """What lint found."""

    findings: tuple[Finding, ...]
    """The gravest first, then by path, line and rule; questions last, the most asked first."""
    checked_pages: int


def lint(
    ws: Workspace,
    *,
    rules: Sequence[str] = (),
    paths: Sequence[str] = (),
    still_open: StillOpen | None = None,
) -> LintReport:
    """Look at the notes at these paths (files, folders, or pages by name; all when none is given) by these rules.

    The index must be fresh.  The generated catalog and the log are not looked at.  A note that cannot be read is a
    finding and stops nothing.  still_open: see Survey.  Raises UsageError for an unknown rule, PageNotFoundError for a
    path that is nothing.
    Cost: each note is read and scanned once; everything else comes from the index.
    """
    for rule in rules:
        if rule not in RULES:
            from difflib import get_close_matches

            near = get_close_matches(rule, RULES, 3, 0.7)
            hint = f"did you mean {', '.join(near)}?" if near else f"one of {', '.join(RULES)}"
            raise UsageError(f"unknown rule {rule!r}", hint=hint)
    wanted = frozenset(rules or RULES)
    survey = Survey(ws, paths, still_open=still_open)
    found = [finding for family, theirs in _FAMILIES if theirs & wanted for finding in family(survey)]
    found += [Finding("unreadable-file", path, 0, why) for path, why in survey.unreadable.items()]
    kept = dict.fromkeys(
        finding
        for finding in found
        # Of the whole vault also what has a name that the index cannot hold, or that concerns no page.
        if finding.rule in wanted and (finding.path in survey.selected or not survey.is_limited)
    )
    # What concerns no page comes in an order of its own.
    ordered = sorted(kept, key=lambda f: (gravity(f.rule), f.path, f.line, f.rule, f.message if f.path else ""))
    return LintReport(tuple(ordered), sum(1 for _ in survey.notes()))


def plan_fix(ws: Workspace) -> Plan:
    """Mend what can be mended without judgment."""
    return fix_links(ws, lint(ws).findings)
