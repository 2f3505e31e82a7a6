"""Everything in the vault that wants a hand, rule by rule, and the mending of what needs no judgment."""

from __future__ import annotations

from .pages import open_questions
from .report import FixedLink, FixReceipt, LintReport, lint, plan_fixes
from .rules import FIXABLE, RULES, LintFinding, command

__all__ = [
    "FIXABLE",
    "RULES",
    "FixReceipt",
    "FixedLink",
    "LintFinding",
    "LintReport",
    "command",
    "lint",
    "open_questions",
    "plan_fixes",
]
