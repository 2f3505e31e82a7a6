"""A verb's arguments by argparse: its help, and what it says of a call that is wrong."""

from __future__ import annotations

import argparse
from typing import NoReturn

from ..errors import UsageError
from .table import VERBS, fill


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}", hint=f"see `{self.prog} --help`")


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        # Not the terminal's width: help reads the same everywhere.
        super().__init__(prog, max_help_position=28, width=110)


def parser_for(verb: str) -> argparse.ArgumentParser:
    """The parser of one verb."""
    row = VERBS[verb]
    parser = _Parser(
        prog=f"commonplace {verb}",
        description=row.summary,
        epilog=f"example: {row.example}",
        formatter_class=_HelpFormatter,
        allow_abbrev=False,
    )
    fill(parser, verb)
    return parser
