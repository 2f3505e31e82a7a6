"""The verbs that look after a knowledge base: lint, rename, merge, retract, forget, undo, export, doctor."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError
from ..text.escaping import first_few, one_line
from . import Add, Implementation, add_dry_run, comma_list, count, read_text
from .receipts import following_text, receipt_text, text_of_fields

if TYPE_CHECKING:
    from ..drawing.exporting import Exported
    from ..knowledge_base import KnowledgeBase
    from ..maintain.doctor import Examination
    from ..maintain.forget import ForgetReceipt
    from ..maintain.history import OperationList
    from ..maintain.lint import FixReceipt, LintFinding, LintReport
    from ..maintain.merge import MergeReceipt
    from ..maintain.rename import RenameReceipt
    from ..maintain.retract import RetractReceipt
    from ..maintain.undo import UndoneReceipt, UndoReceipt
    from ..wiki_store.working_copy import Outcome


def _plain_receipt(outcome: Outcome[Any], _: argparse.Namespace) -> str:
    return receipt_text(outcome)


# --- lint -----------------------------------------------------------------------------------------------------------

PRINTED = 50
"""Most findings printed, or given to a client of the server, where nobody says how many; `--json` has all."""
FEW = 5
"""Most findings printed of a rule that is counted, unless it is asked for."""
COUNTED = ("clashing-name", "orphan", "unanswered-question")
"""Rules that a vault may break hundreds of times without harm: a few of each are printed, so that each is seen."""


class Listed(NamedTuple):
    """A report as far as it is listed."""

    findings: tuple[LintFinding, ...]
    checked_pages: int
    found: int
    omitted: int
    """Findings beyond the limit."""
    counted: tuple[tuple[str, int], ...]
    """Rules, and of each the findings beyond FEW."""


def _lint_options(add: Add) -> None:
    add("paths", nargs="*", metavar="PAGE", help="only these pages")
    add("--rule", type=comma_list, default=(), metavar="R,…", help="only these rules")
    add("--limit", type=count, metavar="N", help="most listed (50)")
    add("--fix", action="store_true", help="mend what needs no judgment")
    add_dry_run(add)


def _lint(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Listed | Outcome[FixReceipt], int]:
    if options.fix:
        if options.rule or options.paths:
            raise UsageError("--fix mends the whole vault", hint="leave out pages and rules")
        return kb.fix(dry_run=options.dry_run), 0
    if options.dry_run:
        raise UsageError("without --fix nothing is written", hint="leave out --dry-run, or add --fix")
    report = kb.lint(rules=options.rule, paths=options.paths)
    limit = options.limit if options.limit is not None or options.json else PRINTED
    return listed(report, limit=limit, rules=options.rule), 1 if report.findings else 0


def listed(report: LintReport, *, limit: int | None, rules: Sequence[str]) -> Listed:
    """Return the findings up to a limit, a few of each rule that is COUNTED and not asked for; None lists all."""
    findings: list[LintFinding] = []
    further: dict[str, int] = {}
    met: dict[str, int] = {}
    for finding in report.findings:
        rule = finding.rule
        met[rule] = met.get(rule, 0) + 1
        if limit is None or rule not in COUNTED or rule in rules or met[rule] <= FEW:
            findings.append(finding)
        else:
            further[rule] = further.get(rule, 0) + 1
    first = tuple(findings[:limit])
    return Listed(first, report.checked_pages, len(report.findings), len(findings) - len(first), (*further.items(),))


def _lint_text(report: Listed | Outcome[Any], _: argparse.Namespace) -> str:
    if not isinstance(report, Listed):
        return receipt_text(report)
    left = report.omitted
    lines = [_finding(finding) for finding in report.findings]
    lines += [f"omitted: {left} findings; --limit {len(lines) + left} prints all"] if left else []
    lines += [f"{rule}: {number} more; --rule {rule} lists them" for rule, number in report.counted]
    return "\n".join([*lines, f"{report.checked_pages} pages, {report.found} findings"])


def _finding(finding: LintFinding) -> str:
    # A finding about a question concerns no page.
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path or "(no page)"
    return f"{one_line(place)}: {finding.rule}: {one_line(finding.message)}" + (
        f"\n  fix: {finding.fix}" if finding.fix else ""
    )


# --- pages: rename, merge, retract, forget, undo ----------------------------------------------------------------------


def _rename_options(add: Add) -> None:
    add("page")
    add("new", help="new title; with --move the new path")
    add("--move", action="store_true", help="new is a path in the vault")
    add_dry_run(add)


def _rename(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[RenameReceipt], int]:
    return kb.rename(options.page, options.new, move=options.move, dry_run=options.dry_run), 0


def _merge_options(add: Add) -> None:
    add("page", help="the page that goes")
    add("into", help="the page that stays")
    add("--force", action="store_true", help="merge pages that differ in type or kind")
    add_dry_run(add)


def _merge(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[MergeReceipt], int]:
    return kb.merge(options.page, options.into, force=options.force, dry_run=options.dry_run), 0


def _retract_options(add: Add) -> None:
    add("source")
    add_dry_run(add)


def _retract(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[RetractReceipt], int]:
    return kb.retract(options.source, dry_run=options.dry_run), 0


SHOWN = 20
"""Most places listed that still hold what was to be forgotten."""
BEYOND = "git, Obsidian's file recovery and sync, backups, other programs' copies, this conversation"


def _forget_options(add: Add) -> None:
    add("targets", nargs="*", metavar="PAGE|PAGE#^BLOCK", help="what goes: pages the tools wrote")
    add("--text", action="append", metavar="T", help="words that stand in no page any more; - is stdin")
    add("--yes", action="store_true", help="do it; nothing takes it back")
    add_dry_run(add)


def _forget(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[ForgetReceipt], int]:
    if options.yes and options.dry_run:
        raise UsageError("--yes and --dry-run exclude each other", hint="leave one of them out")
    texts = [read_text(text, kb.settings).strip() if text == "-" else text for text in options.text or ()]
    outcome = kb.forget(options.targets, text=texts, yes=options.yes)
    return outcome, 1 if outcome.receipt.remains and not outcome.dry_run else 0


def _forget_text(outcome: Outcome[ForgetReceipt], _: argparse.Namespace) -> str:
    receipt = outcome.receipt
    gone = text_of_fields(receipt._replace(remains=(), unread=(), has_git=False, too_short=0))
    if outcome.dry_run:
        stays = f"stays, to be taken out by hand{_places(receipt)}"
        last = [*[stays] * bool(receipt.remains), "nothing takes it back; --yes does it", f"out of reach: {BEYOND}"]
    else:
        index = [] if outcome.op else ["no trace was kept; the index was made anew"]
        last = [*index, *_remaining(receipt), f"out of reach: {BEYOND}"]
    if receipt.too_short:
        what = f"{receipt.too_short} passage{'s' * (receipt.too_short > 1)} of few words"
        last.insert(-1, f'not looked for elsewhere: {what}; `forget --text "WORDS"` does')
    return "\n".join(filter(None, [receipt_text(outcome, [gone] if gone else []), *last]))


def _places(receipt: ForgetReceipt) -> str:
    return f" ({len(receipt.remains)}): {first_few(receipt.remains, SHOWN)}"


def _remaining(receipt: ForgetReceipt) -> list[str]:
    lines = ["still there" + (_places(receipt) if receipt.remains else ": nowhere")]
    if receipt.unread:
        lines.append(f"not looked into ({len(receipt.unread)}): {first_few(receipt.unread, SHOWN)}")
    return [*lines, *(["a git repository is there: its history was not looked through"] if receipt.has_git else [])]


_LOGGED = 20
"""Operations listed where nobody says how many."""


def _log_options(add: Add) -> None:
    add("operation", nargs="?", default="", help="its id, or `last`: shows the difference")
    add("--since", default="", metavar="TIME", help="as 10:30, 2026-03-12, 7d")
    add("--as", default="", metavar="WHO", help="only what this one wrote")
    add("--limit", type=count, metavar="N", default=_LOGGED, help=f"most operations ({_LOGGED})")


def _log(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[OperationList, int]:
    # `as` is a word of Python.
    actor = vars(options)["as"]
    return kb.operations(options.operation, since=options.since, actor=actor, limit=options.limit), 0


def _log_text(found: OperationList, _: argparse.Namespace) -> str:
    from ..maintain.history import operation_list_text

    return operation_list_text(found)


def _undo_options(add: Add) -> None:
    add("operation", nargs="?", default="", help="an id that log lists (the last one)")
    add("--since", default="", metavar="TIME", help="all since then: 10:30, 2026-03-12, 2h")
    add("--foreign", action="store_true", help="be it recorded by somebody else, or elsewhere")
    add_dry_run(add)


def _undo(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[UndoReceipt] | Outcome[UndoneReceipt], int]:
    if options.since and options.operation:
        raise UsageError("an operation and --since are two ways to say what", hint="give one of them")
    if options.since:
        return kb.undo_since(options.since, dry_run=options.dry_run, foreign=options.foreign), 0
    return kb.undo(options.operation or "last", dry_run=options.dry_run, foreign=options.foreign), 0


def _undo_text(outcome: Outcome[Any], options: argparse.Namespace) -> str:
    if outcome.dry_run:
        return receipt_text(outcome)
    if options.since:
        return f"undone: {len(outcome.receipt.operations)} operations\n{text_of_fields(outcome.receipt)}"
    # The operation that took it back is no operation to name: it cannot be undone.
    return f"undone: operation {outcome.receipt.op}\n{text_of_fields(outcome.receipt._replace(op=''))}"


# --- export -----------------------------------------------------------------------------------------------------------


def _export_options(add: Add) -> None:
    add("--format", choices=("graphml",), required=True, help="the whole graph")
    add("--out", default="", metavar="FILE", help="write to a file; - is standard output")
    add("--force", action="store_true", help="write over a file")
    add_dry_run(add)


def _export(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[Exported] | Exported, int]:
    out = "" if options.out == "-" else options.out
    return kb.export(format=options.format, out=out, force=options.force, dry_run=options.dry_run), 0


def _export_text(value: Any, _: argparse.Namespace) -> str:
    if hasattr(value, "receipt"):
        return receipt_text(value)
    return str(value.text) or text_of_fields(value)


# --- what is derived --------------------------------------------------------------------------------------------------


def _doctor_options(add: Add) -> None:
    add("--rebuild", action="store_true", help="build the index again in any case")
    add("--vectors", action="store_true", help="make all vectors that questions would make one by one")


def _doctor(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Examination, int]:
    report = kb.doctor(rebuild=options.rebuild, vectors=options.vectors)
    return report, 0 if report.is_well else 1


def _doctor_text(report: Any, _: argparse.Namespace) -> str:
    return "\n".join(f"{check.state:6}  {check.name}: {check.message}" for check in report.checks)


VERBS = {
    "lint": Implementation(_lint_options, _lint, _lint_text),
    "rename": Implementation(_rename_options, _rename, following_text),
    "merge": Implementation(_merge_options, _merge, following_text),
    "retract": Implementation(_retract_options, _retract, _plain_receipt),
    "forget": Implementation(_forget_options, _forget, _forget_text),
    "log": Implementation(_log_options, _log, _log_text),
    "undo": Implementation(_undo_options, _undo, _undo_text),
    "export": Implementation(_export_options, _export, _export_text),
    "doctor": Implementation(_doctor_options, _doctor, _doctor_text),
}
