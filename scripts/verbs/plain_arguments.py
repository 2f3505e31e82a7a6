"""Reading the arguments of a plain call without argparse, which costs a cold call 6 ms to load and to fill.

A call is plain when every word is a known option with its value, or one of a single run of positional words.  Help,
mistakes and whatever else argparse understands are left to argparse: it says what it always said.
"""

from __future__ import annotations

import sys

from ..named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import SimpleNamespace
    from typing import Any
else:
    # As `types` does, which makes much besides.
    SimpleNamespace = type(sys.implementation)

_ONE = ""
"""How many words, where one is meant; else `?`, `+` or `*` as in argparse."""
_UNDERSTOOD = frozenset({"type", "default", "choices", "required", "nargs", "action", "help", "metavar"})


class _Argument(NamedTuple):
    dest: str
    type: Callable[[str], Any]
    default: Any
    choices: Sequence[Any]
    required: bool
    words: str
    is_switch: bool
    is_list: bool


class PlainArguments:
    """The part of an ArgumentParser that a verb's options need, and no more."""

    def __init__(self) -> None:
        self.usage = ""
        self._options: dict[str, _Argument] = {}
        self._positional: list[_Argument] = []
        self._is_understood = True

    def add_argument(self, name: str, **facts: Any) -> None:
        """As ArgumentParser.add_argument, for one name."""
        is_option = name.startswith("--")
        words = facts.get("nargs", _ONE)
        action = facts.get("action", "store")
        is_switch = action == "store_true"
        if (
            {*facts} - _UNDERSTOOD
            or action not in ("store", "store_true", "append")
            or words not in ((_ONE,) if is_option else (_ONE, "?", "+", "*"))
            or (name.startswith("-") and not is_option)
        ):
            self._is_understood = False
        argument = _Argument(
            dest=name.lstrip("-").replace("-", "_") if is_option else name,
            type=facts.get("type", str),
            default=facts.get("default", False if is_switch else None),
            choices=facts.get("choices", ()),
            required=facts.get("required", False),
            words=words,
            is_switch=is_switch,
            is_list=action == "append",
        )
        if is_option:
            self._options[name] = argument
        else:
            self._positional.append(argument)

    def add_mutually_exclusive_group(self) -> PlainArguments:
        """What excludes what is left to argparse."""
        self._is_understood = False
        return self

    def parse(self, words: Sequence[str]) -> SimpleNamespace | None:
        """The values, as argparse gives them; None where it has to be asked."""
        if not self._is_understood:
            return None
        found: dict[str, Any] = {each.dest: each.default for each in (*self._options.values(), *self._positional)}
        given: set[str] = set()
        try:
            run, runs = self._read_options(words, found, given)
            if runs > 1 or any(each.required and each.dest not in given for each in self._options.values()):
                return None
            return SimpleNamespace(**found) if self._read_positional(run, found) else None
        except (ValueError, TypeError):
            return None

    def _read_options(self, words: Sequence[str], found: dict[str, Any], given: set[str]) -> tuple[list[str], int]:
        """Positional words, and in how many runs they stand.  Raises ValueError for what is not plain."""
        run: list[str] = []
        runs = at = 0
        was_option = True
        while at < len(words):
            word = words[at]
            at += 1
            if word[:1] != "-" or word == "-":
                run.append(word)
                runs += was_option
                was_option = False
                continue
            was_option = True
            option = self._options.get(word)
            if option is None:
                raise ValueError(word)
            given.add(option.dest)
            if option.is_switch:
                found[option.dest] = True
                continue
            if at == len(words) or (words[at][:1] == "-" and words[at] != "-"):
                raise ValueError(word)
            value = _value(option, words[at])
            found[option.dest] = [*(found[option.dest] or ()), value] if option.is_list else value
            at += 1
        return run, runs

    def _read_positional(self, run: list[str], found: dict[str, Any]) -> bool:
        if len(self._positional) == 1 and self._positional[0].words in ("+", "*"):
            found[self._positional[0].dest] = [_value(self._positional[0], word) for word in run]
            # What argparse makes of no words depends on the default.
            return bool(run)
        least = sum(each.words == _ONE for each in self._positional)
        optional = [each.words for each in self._positional if each.words != _ONE]
        if optional not in ([], ["?"]) or not least <= len(run) <= len(self._positional):
            return False
        if optional and self._positional[-1].words != "?":
            return False
        for argument, word in zip(self._positional, run):
            found[argument.dest] = _value(argument, word)
        return True


def _value(argument: _Argument, word: str) -> Any:
    value = argument.type(word)
    if argument.choices and value not in argument.choices:
        raise ValueError(word)
    return value
