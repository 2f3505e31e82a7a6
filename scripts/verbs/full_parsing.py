"""A verb's arguments by argparse: its help, and what it says of a call that is wrong."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from ..errors import UsageError
from ..similarity import edit_distance
from .table import VERBS, fill

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_TEXTS = ("question", "words", "text")
"""Positional words that may be any text."""
_TEXT_OPTIONS = frozenset(("--for", "--question", "--also", "--title"))
"""Options whose value may be any text."""
_SLIP = 2
"""Letters in which a misspelled option may differ from the one that was meant."""
_WANTED = {
    "int": "a whole number",
    "float": "a number",
    "count": "a whole number from 1",
    "counts": "whole numbers from 1 with commas between",
    "share": "a number from 0 to 1",
}
"""What a value may be, by the name of what reads it."""


def parse_in_full(verb: str, words: Sequence[str]) -> argparse.Namespace:
    """The values of a verb's options; a text may begin with a dash (`ask "--max-conns"`) where it is nothing else.

    Raises UsageError, or SystemExit once help is printed.
    """
    parser = parser_for(verb)
    try:
        return parser.parse_args(words)
    except UsageError:
        found = _parse_dashed(parser, words)
        if found is None:
            raise
        return found


def _parse_dashed(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace | None:
    """The values where texts begin with a dash: values of options, and a question that is nothing but one such word."""
    told = [*words]
    for at in range(len(told) - 1, 0, -1):
        if told[at - 1] in _TEXT_OPTIONS and _is_text(parser, told[at]):
            told[at - 1 : at + 1] = [f"{told[at - 1]}={told[at]}"]
    alone = told[0] if told and _is_text(parser, told[0]) else ""
    try:
        found = parser.parse_args([*told[1:], "--", alone] if alone else told)
    except UsageError:
        return None
    texts = [vars(found)[name] for name in _TEXTS if name in vars(found)]
    return None if alone and texts not in ([alone], [[alone]]) else found


def _is_text(parser: argparse.ArgumentParser, word: str) -> bool:
    """Whether a word begins like an option and is none, nor one misspelled."""
    name = word.partition("=")[0]
    known = [option for action in parser._actions for option in action.option_strings]
    is_option = any(edit_distance(name, option, _SLIP) <= _SLIP or option.startswith(name) for option in known)
    return word.startswith("-") and word != "-" and not is_option


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hint=f"see `{self.prog} --help`")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        found, left = super().parse_known_args(args, namespace)
        known = [option for option in self._option_string_actions if option.startswith("--")]
        for option in [word.partition("=")[0] for word in left if word.startswith("--")]:
            near = [each for each in known if each.startswith(option) or edit_distance(option, each, _SLIP) <= _SLIP]
            if near:
                raise UsageError(f"no option {option}", hint=f"did you mean {near[0]}?")
        return found, left

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as err:
            wanted = _WANTED.get(getattr(action.type, "__name__", ""), "")
            raise argparse.ArgumentError(action, f"{arg_string!r} is not {wanted}") if wanted else err from None


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
