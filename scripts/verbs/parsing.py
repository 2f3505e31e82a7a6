"""What the verbs' parsers share: their form, their kinds of value, and the options that several have."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from ..errors import UsageError
from .table import VERBS, module_of


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}", hint=f"see `{self.prog} --help`")


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        # Not the terminal's width: help reads the same everywhere.
        super().__init__(prog, max_help_position=28, width=110)


def parser_for(verb: str) -> argparse.ArgumentParser:
    """The parser of one verb: the others' are not built, a cold call pays only for its own."""
    row = VERBS[verb]
    parser = _Parser(
        prog=f"commonplace {verb}",
        description=row.summary,
        epilog=f"example: {row.example}",
        formatter_class=_HelpFormatter,
        allow_abbrev=False,
    )
    module_of(verb).options(parser)
    if row.opens_home:
        parser.add_argument("--home", metavar="DIR", help="the knowledge base (else found from here up)")
        parser.add_argument("--vault", metavar="DIR", help="an Obsidian vault of any layout")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def top_help() -> str:
    """The first page of help."""
    width = max(map(len, VERBS))
    lines = [f"  {verb:{width}}  {row.summary}" for verb, row in VERBS.items()]
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


def comma_list(text: str) -> tuple[str, ...]:
    """The parts between commas, without blanks."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def count(text: str) -> int:
    """A whole number from 1."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def counts(text: str) -> tuple[int, ...]:
    """Whole numbers from 1, with commas between; `0` for none."""
    return () if text == "0" else tuple(map(count, comma_list(text)))


def share(text: str) -> float:
    """A number from 0 to 1."""
    number = float(text)
    if not 0 <= number <= 1:
        raise ValueError(text)
    return number


def walk_options(parser: argparse.ArgumentParser) -> None:
    """How far, through what and in which direction the graph is followed."""
    parser.add_argument("--depth", type=int, metavar="D", help="hops from what the question names (2)")
    parser.add_argument("--min-confidence", type=float, metavar="C", help="least confidence (0.6)")
    parser.add_argument(
        "--direction", choices=("out", "in", "both"), default="both", help="follow them this way (both)"
    )
    parser.add_argument("--relation", type=comma_list, default=(), metavar="R,…", help="only these relations")


def add_dry_run(parser: argparse.ArgumentParser) -> None:
    """For verbs that write."""
    parser.add_argument("--dry-run", action="store_true", help="say what would change, change nothing")


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
