"""Errors in terms of tools and arguments: they are written for the command line, which a client does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import regex as re
from ..errors import CommonplaceError, UsageError

if TYPE_CHECKING:
    from collections.abc import Collection

_HELP = re.compile(r"`(?:commonplace )?([a-z]+) --help`")
_COMMAND = re.compile(r"`commonplace ([a-z]+)(?![a-z]) ?([^`]*)`")
_EXAMPLE = re.compile(r'\bcommonplace ([a-z]+) (?=")')
_PAGE = re.compile(r"(?<![\w/])instructions/(?=[a-z])")
_PLACEHOLDER = re.compile(r"[A-Z]*")
# Not in what an error quotes.
_OPTION = re.compile(r"(?<![\w'\"-])--([a-z][a-z-]*)")
_IN_RESULTS = (
    (r"; --(limit|rule) (\S+) (prints|lists) (all|them)$", r"; \1 \2 \3 \4"),
    (r"; --json lists all$", ""),
    (r"( wants a larger )--budget\b", r"\1budget"),
    (r"(; show .*) --line (\d+ for more)", r"\1 with line \2"),
    (r"; give --for \"QUESTION\"$", "; give it by the argument for"),
    (r"(; if it was said again, keep it with )--again$", r"\1again"),
    (r"(, then )`add --as ([^`]*)`$", r"\1add it with as \2"),
    (r"`commonplace file --also \"NEW WORDING\" ([^`]*)`$", r"file the wording as also of \1"),
    (r"^(  fix: )commonplace ([a-z]+)(?: --safe)?", r"\1\2"),
)
"""Ends of lines that verbs print, and what they say to a client."""
_RESULT_LINES = tuple((re.compile(pattern), said) for pattern, said in _IN_RESULTS)
_REFUSED = "--redact replaces it, --keep-secrets keeps it"


def told(err: CommonplaceError, tools: Collection[str] = (), arguments: Collection[str] = ()) -> str:
    """What an error says, in terms of these tools, and of the arguments of the one that was called.

    Commands that are no tools stay as they are: a person may call them.
    """
    # Only the call itself is told in words of the command line: what is wrong with data quotes data.
    what = in_terms_of_tools(err.what, tools, arguments) if isinstance(err, UsageError) else err.what
    hint = in_terms_of_tools(err.hint, tools, arguments)
    return str(CommonplaceError(what, path=err.path, line=err.line, hint=hint))


def in_terms_of_tools(text: str, tools: Collection[str], arguments: Collection[str]) -> str:
    """Options as arguments, commands as tools, their help as a resource."""

    def command(found: re.Match[str]) -> str:
        verb, rest = found[1], found[2]
        if verb not in tools:
            return found[0]
        return f"the tool {verb}" + ("" if _PLACEHOLDER.fullmatch(rest) else f" ({rest})")

    def option(found: re.Match[str]) -> str:
        name = found[1].replace("-", "_")
        return name if name in arguments else found[0]

    text = _PAGE.sub("commonplace://instructions/", _HELP.sub(r"instructions/\1.md", text))
    text = _EXAMPLE.sub(r"\1 ", text)
    return _OPTION.sub(option, _COMMAND.sub(command, text))


def result_in_terms_of_tools(text: str) -> str:
    """What a verb prints, with arguments for the options that it names; what it quotes stays as it is."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if ("--" in line or line.startswith("  fix: ")) and not line.startswith(">"):
            for pattern, said in _RESULT_LINES:
                line = pattern.sub(said, line)
            lines[at] = line
    return "\n".join(lines)


def refusal_in_terms_of_tools(text: str) -> str:
    """A result whose call was refused, with the arguments that let it pass."""
    return text.replace(_REFUSED, "redact replaces it, keep_secrets keeps it")
