"""What a verb is: one declaration, over which the command line, the server's tools, help and tests are loops.

Little is imported here: help and the list of tools read declarations alone.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError
from ..plain import to_plain
from ..text.escaping import safe_text

if TYPE_CHECKING:
    # A verb is handed what is open; it does not open it.
    from ..knowledge_base import KnowledgeBase


def count(given: str) -> int:
    """Read a whole number from 1."""
    try:
        number = int(given)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{given!r} is not a whole number from 1")
    return number


def comma_list(given: str) -> tuple[str, ...]:
    """Read the parts between commas, without blanks."""
    return tuple(part.strip() for part in given.split(",") if part.strip())


def flag(_: str) -> bool:
    """Mark an option that takes no value."""
    raise AssertionError("a flag has no text to read")


class Input(str):
    """The text of a file or of standard input, or what a client gives in its place."""

    path: str
    """The name of the file, for messages; `-` where it has none."""

    def __new__(cls, text: str, path: str = "-") -> Input:
        made = super().__new__(cls, text)
        made.path = path
        return made


SAME = "="


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a verb takes: an argument or option of the command line, and an argument of its tool."""

    name: str
    """`--tag` is an option, `page` an argument by its place; both are arguments of a tool by this name."""
    help: str = ""
    metavar: str = ""
    kind: Callable[[str], Any] = str
    _: KW_ONLY
    choices: tuple[str, ...] = ()
    many: str = ""
    """How often an argument by its place may come: `?`, `*` or `+`, as argparse has it."""
    repeatable: bool = False
    """An option that may be given several times, each with one value; any other is refused the second time."""
    is_required: bool = False
    is_hidden: bool = False
    """Help does not name it; its page of instructions does."""
    join: Callable[[Sequence[str]], Any] | None = None
    """What a command line makes of several words, which a shell may have split."""
    is_content: bool = False
    """The command line names a file or `-`, whose text is the argument; a client gives that itself."""
    has_dash: bool = False
    """`-` on the command line is the text on standard input."""

    to: str = ""
    """The argument of the verb's function; "" where it has the parameter's own name."""
    value: Any = True
    """What a flag gives."""
    setting: str = ""
    """The setting that it overrides in this call, in place of being an argument of the function."""
    is_filter: bool = False
    """One of what chooses pages: an argument of KnowledgeBase.page_filter."""
    is_of_front: bool = False
    """Only the exit code depends on it."""

    tool: str | None = SAME
    """What a client is told of it: the same as help, or "" where its name says it; None for what the command line alone
    has, as every session reads the schemas of all tools, and pays for them."""
    is_shell: bool = True
    """False for what tools alone have."""
    is_local: bool = False
    """Clients on another machine do not have it: the files of this one, say."""
    schema: Mapping[str, Any] | None = None
    """The JSON Schema of the tool's argument, where it is another one than the kind says."""

    @property
    def is_option(self) -> bool:
        """Whether it is given by name on the command line."""
        return self.name.startswith("--")

    @property
    def key(self) -> str:
        """The name of the tool's argument."""
        return self.name.lstrip("-").replace("-", "_")

    @property
    def argument(self) -> str:
        """The name of the function's argument."""
        return self.to or self.key


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """A verb of the command line, and the tool of that name."""

    name: str
    module: str
    """Beside this one: its table WORK has the function of the verb, and its text."""
    page: str
    """The page of instructions/ that has its options and examples, without `.md`."""
    summary: str
    example: str
    """A line for a shell that works on the demo home as it stands; mcp and init show the shape of one."""
    parameters: tuple[Parameter, ...] = ()
    usage: str = ""
    """What follows the verb's name in the usage line; "" lists every option."""
    reads_only: bool = False
    """It changes no page, and may answer from the skill's handbook where there is no home."""
    opens_home: bool = True
    """False for a verb that makes its own home, or needs none: its function gets None."""
    folders: tuple[str, ...] = ("home", "vault")
    """Which of the global options that name a folder it takes; `index`: a team's index answers it, too."""
    printed: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the function that hold where its value is printed as text and nobody gives another one."""
    no_tool: str = ""
    """Why it is no tool; "" for one."""
    tool_help: str = ""
    """What a client is told beside the summary."""
    is_destructive: bool = False
    """It rewrites or takes away what stands in pages that others wrote; that can be undone."""
    is_idempotent: bool = False
    remote_needs: str = ""
    """What a call from another machine cannot do without."""

    def work(self) -> Work:
        """Import the module of the verb and return what does it."""
        module = importlib.import_module(f".{self.module}", __package__)
        found: Work = module.WORK[self.name]
        return found


class Work(NamedTuple):
    """What does a verb: a function that programs call, too, and what is printed of its value."""

    run: Callable[..., Any]
    """Takes the knowledge base, then the arguments of the declared parameters by name."""
    text: Callable[[Any, Mapping[str, Any]], str]
    """Makes what is printed of the value; takes the arguments of the call, too."""
    exit_code: Callable[[Any, Mapping[str, Any]], int] = lambda _, __: 0
    document: Callable[[Any], Any] | None = None
    """Makes what `--json` prints; None where that is the value itself."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a verb, in terms of no front end."""

    verb: Verb
    arguments: Mapping[str, Any]
    """Of the verb's function, those alone that were given."""
    filters: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    front: Mapping[str, Any] = field(default_factory=dict)

    def run(self, kb: KnowledgeBase | None, *, is_text: bool = True, **more: Any) -> Done:
        """Do what is asked, and return what is printed of it: a text, or the document of `--json`."""
        work, arguments = self.verb.work(), {**more, **self.arguments}
        if is_text:
            arguments = {**self.verb.printed, **arguments}
        if kb is not None and any(parameter.is_filter for parameter in self.verb.parameters):
            arguments["where"] = kb.page_filter(**self.filters)
        value = work.run(kb, **arguments)
        arguments |= self.front
        exit_code = work.exit_code(value, arguments)
        if not is_text:
            return Done(exit_code, to_plain(value if work.document is None else work.document(value)))
        text = work.text(value, arguments)
        # The verbs escape what they quote; this is the net below them, for names of files above all.  A drawing is a
        # file of some format, which has its own escapes.
        return Done(exit_code, text if self.verb.name == "graph" else safe_text(text))


class Done(NamedTuple):
    """What a verb did."""

    exit_code: int
    printed: Any
    """Text, or with `--json` a document."""


def sorted_out(verb: Verb, given: Mapping[str, Any]) -> Call:
    """Return the call for what was given, by the names of the parameters."""
    parts: dict[str, dict[str, Any]] = {"arguments": {}, "filters": {}, "settings": {}, "front": {}}
    names: dict[str, str] = {}
    for parameter in verb.parameters:
        if parameter.name not in given:
            continue
        if parameter.setting:
            parts["settings"][parameter.setting] = given[parameter.name]
            continue
        if other := names.get(parameter.argument):
            raise UsageError(f"{other} and {parameter.name} exclude each other", hint="give one of them")
        names[parameter.argument] = parameter.name
        part = "filters" if parameter.is_filter else "front" if parameter.is_of_front else "arguments"
        parts[part][parameter.argument] = given[parameter.name]
    return Call(verb, **parts)
