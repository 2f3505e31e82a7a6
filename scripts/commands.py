"""The commands: their options, their help with one example, and the one call each makes."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from . import command_options as options_of
from .errors import BundleError, UsageError
from .named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from .knowledge_base import KnowledgeBase

Result = tuple[Any, int]


class Command(NamedTuple):
    """One verb."""

    summary: str
    example: str
    options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[Any, argparse.Namespace], Result]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}", hint=f"see `{self.prog} --help`")


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        # Not the terminal's width: help reads the same everywhere.
        super().__init__(prog, max_help_position=28, width=110)


def parser_for(verb: str) -> argparse.ArgumentParser:
    """The parser of one verb: the others' are not built, a cold call pays only for its own."""
    command = COMMANDS[verb]
    parser = _Parser(
        prog=f"commonplace {verb}",
        description=command.summary,
        epilog=f"example: {command.example}",
        formatter_class=_HelpFormatter,
        allow_abbrev=False,
    )
    command.options(parser)
    if verb not in HOMELESS:
        parser.add_argument("--home", metavar="DIR", help="the knowledge base (else found from here up)")
        parser.add_argument("--vault", metavar="DIR", help="an Obsidian vault of any layout")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def top_help() -> str:
    """The first page of help."""
    width = max(map(len, COMMANDS))
    lines = [f"  {verb:{width}}  {command.summary}" for verb, command in COMMANDS.items()]
    return "\n".join(
        [
            "usage: commonplace VERB [OPTIONS]",
            "",
            "A knowledge base in plain Markdown: documents in, questions answered with quoted evidence.",
            "",
            *lines,
            "",
            "commonplace VERB --help shows options and an example.  Exit: 0 done, 1 findings, 2 usage, 3 data.",
        ]
    )


def read_argument(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if path == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig", "replace")
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as err:
        raise UsageError(f"cannot read {path}: {err}", hint="give a UTF-8 file, or - for standard input") from err


def write_argument(path: str, text: str) -> None:
    """Write a file that the caller named."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as err:
        raise UsageError(f"cannot write {path}: {err.strerror}", hint="give another path") from err


def _ask(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    reply = kb.ask(
        " ".join(options.question),
        terms=options.terms,
        direction=options.direction,
        relations=options.relation,
        evidence=options.evidence,
        as_json=options.json,
        explain=options.explain,
        sweep=not options.no_sweep,
    )
    return reply, 1 if reply.answer.is_empty and options.fail_empty else 0


def _search(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    found = kb.search(" ".join(options.words), limit=options.limit, offset=options.offset, category=options.category)
    return found, 1 if not found.hits and options.fail_empty else 0


def _show(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    return kb.show(options.page, budget_tokens=options.budget), 0


def _add(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    secrets = "redact" if options.redact else "keep" if options.keep_secrets else "refuse"
    outcome = kb.add(options.paths, title=options.title, secrets=secrets, dry_run=options.dry_run)
    refused = any(source.state == "refused" for source in outcome.receipt.sources)
    return outcome, 3 if refused else 1 if outcome.receipt.skipped else 0


def _apply(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    import json

    text = read_argument(options.bundle)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as err:
        line = getattr(err, "lineno", 0)
        raise BundleError(
            f"not JSON: {getattr(err, 'msg', 'nested too deeply')}",
            path=options.bundle,
            line=line,
            hint="see instructions/bundle.schema.json",
        ) from err
    outcome = kb.apply(value, partial=options.partial, dry_run=options.dry_run)
    rejected = bool(outcome.receipt.rejected)
    return outcome, 0 if not rejected else 1 if options.partial else 3


def _file(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    outcome = kb.file(
        question=options.question,
        title=options.title,
        answer=read_argument(options.answer),
        cites=options.cites,
        expect_sha=options.expect_sha,
        dry_run=options.dry_run,
    )
    return outcome, 0


def _graph(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    from .reading.subgraph import Limits

    limits = Limits(max_nodes=options.limit, direction=options.direction, relations=options.relation)
    found = kb.graph(options.page, limits)
    if options.out:
        from .care.graph_export import format_graph

        write_argument(options.out, format_graph(found, options.format))
    return found, 0


def _links(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    limit = options.limit if options.limit is not None else 0 if options.json else 50
    return kb.links(options.note, backlinks=options.backlinks, unresolved=options.unresolved, limit=max(0, limit)), 0


def _export(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    from .reading.exporting import ExportRequest

    request = ExportRequest(options.format, " ".join(options.question), options.out, options.force)
    return kb.export(request, dry_run=options.dry_run), 0


def _lint(kb: KnowledgeBase, options: argparse.Namespace) -> Result:
    report = kb.lint(rules=options.rule, paths=options.paths)
    return report, 1 if report.findings else 0


def _init(_: Any, options: argparse.Namespace) -> Result:
    from .knowledge_base import KnowledgeBase

    return KnowledgeBase.create(options.home, vault=options.adopt), 0


def _bench(_: Any, options: argparse.Namespace) -> Result:
    from .bench.verb import run_benchmark

    return run_benchmark(options), 0


def _doctor(kb: KnowledgeBase, _: argparse.Namespace) -> Result:
    found = kb.doctor()
    return found, 0 if found.is_well else 1


HOMELESS = ("init", "bench")
"""Verbs that open no home: they make their own."""

COMMANDS = {
    "init": Command("Make an empty knowledge base.", "commonplace init ~/notes", options_of.init_options, _init),
    "status": Command(
        "Tell what is in the knowledge base.",
        "commonplace status",
        options_of.no_options,
        lambda kb, _: (kb.status(), 0),
    ),
    "add": Command("Register documents as sources.", "commonplace add report.md", options_of.add_options, _add),
    "apply": Command(
        "Write what you extracted from a source.", "commonplace apply bundle.json", options_of.apply_options, _apply
    ),
    "ask": Command(
        "Answer a question from the wiki, then from the claims.",
        'commonplace ask "how does the token budget stay hard?"',
        options_of.ask_options,
        _ask,
    ),
    "search": Command("Find pages.", "commonplace search token budget", options_of.search_options, _search),
    "show": Command("Print a page or a part of it.", "commonplace show token-budget", options_of.show_options, _show),
    "file": Command(
        "File an answer as a topic page.",
        'commonplace file --question "Why?" --title "Why" --cites report#^p3f9c1e answer.md',
        options_of.file_options,
        _file,
    ),
    "graph": Command(
        "Draw what surrounds a page.",
        "commonplace graph token-budget --format mermaid",
        options_of.graph_options,
        _graph,
    ),
    "links": Command(
        "List links and what they lead to.",
        "commonplace links token-budget --backlinks",
        options_of.links_options,
        _links,
    ),
    "lint": Command("List what wants a hand.", "commonplace lint", options_of.lint_options, _lint),
    "fix": Command(
        "Mend what lint can mend without judgment.",
        "commonplace fix --safe --dry-run",
        options_of.fix_options,
        lambda kb, o: (kb.fix(dry_run=o.dry_run), 0),
    ),
    "rename": Command(
        "Rename or move a page; links follow.",
        'commonplace rename token-budget "Hard budget"',
        options_of.rename_options,
        lambda kb, o: (kb.rename(o.page, o.new, move=o.move, dry_run=o.dry_run), 0),
    ),
    "merge": Command(
        "Make one page of two.",
        "commonplace merge redis-2 redis",
        options_of.merge_options,
        lambda kb, o: (kb.merge(o.page, o.into, force=o.force, dry_run=o.dry_run), 0),
    ),
    "retract": Command(
        "Take a source and its claims back.",
        "commonplace retract report",
        options_of.one_page_options("source"),
        lambda kb, o: (kb.retract(o.source, dry_run=o.dry_run), 0),
    ),
    "undo": Command(
        "Take an operation back.",
        "commonplace undo 20260312T104200-3f9c",
        options_of.one_page_options("operation"),
        lambda kb, o: (kb.undo(o.operation, dry_run=o.dry_run), 0),
    ),
    "export": Command(
        "Write the knowledge for other programs.",
        'commonplace export --format canvas "how does the token budget stay hard?"',
        options_of.export_options,
        _export,
    ),
    "reindex": Command(
        "Build the index again from the vault.",
        "commonplace reindex",
        options_of.no_options,
        lambda kb, _: (kb.reindex(), 0),
    ),
    "bench": Command(
        "Measure retrieval on questions with known passages, or speed.",
        "commonplace bench retrieval SET_DIR --out run.jsonl --pack 500,1000",
        options_of.bench_options,
        _bench,
    ),
    "doctor": Command("Check and mend what is derived.", "commonplace doctor", options_of.no_options, _doctor),
}
