"""The words of a command line, read by argparse as the verbs declare it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

from ..arguments import check_size
from ..errors import UsageError
from ..plain import json_schema
from ..settings import Settings
from . import VERBS
from .declaration import Call, Input, Parameter, Verb, flag, sorted_out

Add = Callable[..., argparse.Action]
"""ArgumentParser.add_argument, or that of a group."""
EXIT_CODES = "Exit codes: 0 done, 1 findings, 2 usage, 3 data."


@dataclass(frozen=True, slots=True)
class Words:
    """A call as it was typed."""

    verb: Verb
    given: dict[str, Any]
    """By the names of the parameters."""
    home: str | None
    vault: str | None
    index: str | None
    json: bool
    quiet: bool

    @property
    def settings(self) -> Mapping[str, object]:
        """The settings that the call overrides."""
        return sorted_out(self.verb, self.given).settings

    def call(self, settings: Settings) -> Call:
        """Return the call, with the files and the standard input read that it names."""
        return sorted_out(self.verb, {name: self._read(name, value, settings) for name, value in self.given.items()})

    def _read(self, name: str, value: Any, settings: Settings) -> Any:
        parameter = next(each for each in self.verb.parameters if each.name == name)
        if parameter.is_content:
            return Input(read_text(value, settings), value)
        if parameter.has_dash:
            texts = value if isinstance(value, list) else [value]
            texts = [Input(read_text("-", settings)) if text == "-" else text for text in texts]
            return texts if isinstance(value, list) else texts[0]
        return value


def parse(words: Sequence[str], *, version: str = "") -> Words:
    """Read the words of a call.  Raises UsageError, and SystemExit once help or the version is printed."""
    words = ["--help", *words[1:]] if words and words[0] == "help" else list(words)
    # Options of verbs that the words cannot mean are not made: a call pays for its own verb.
    named = dict.fromkeys(word for word in words if word in VERBS)
    if named and "--json-schema" in words:
        print(json.dumps(document_schema(VERBS[next(iter(named))]), indent=2))
        raise SystemExit(0)
    is_top_help = not named or words[0] in ("-h", "--help")
    parser = _parser(VERBS if is_top_help else named, version=version)
    options, unknown = parser.parse_known_args(words)
    given = vars(options)
    name = given.pop("verb")
    if unknown:
        what = f"unrecognized arguments: {' '.join(unknown)}"
        raise UsageError(what, hint=f"see `commonplace {name} --help`" if name else "`commonplace --help` lists them")
    if name is None:
        raise UsageError("no command", hint="`commonplace --help` lists them")
    own = {option: given.pop(option, None) for option in ("home", "vault", "index", "json", "quiet")}
    _check_folders(VERBS[name], own)
    return Words(VERBS[name], given, **own)


def _parser(verbs: Collection[str], *, version: str) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="commonplace",
        description="A knowledge base in plain Markdown: documents in, answers with quoted evidence out.",
        epilog=f"Each has --help with an example.  {EXIT_CODES}",
        formatter_class=_formatter,
        allow_abbrev=False,
        usage="%(prog)s VERB [OPTIONS]",
    )
    parser.add_argument("--version", action="version", version=f"commonplace {version}")
    _add_global(parser.add_argument, ("home", "vault"), is_top=True)
    subparsers = parser.add_subparsers(title="verbs", metavar="VERB", dest="verb", prog="commonplace")
    for name in verbs:
        verb = VERBS[name]
        subparser = subparsers.add_parser(
            name,
            help=verb.summary,
            description=verb.summary,
            epilog=f"example: {verb.example}",
            usage=f"%(prog)s {verb.usage}" if verb.usage else None,
            formatter_class=_formatter,
            allow_abbrev=False,
            add_help=False,
        )
        if len(verbs) < len(VERBS):
            # One list: apart, arguments and options take two lines more of a screen.
            add = subparser.add_argument_group("arguments and options").add_argument
            for parameter in verb.parameters:
                if parameter.is_shell:
                    _add(add, parameter)
            _add_global(add, verb.folders, is_top=False)
            add("-h", "--help", action="help", help="print this")
    return parser


def _add(add: Add, parameter: Parameter) -> None:
    """Add a parameter; what is not given is not in the result, so that the function's own default holds."""
    facts: dict[str, Any] = {
        "action": partial(_Once, parameter),
        "default": argparse.SUPPRESS,
        "help": argparse.SUPPRESS if parameter.is_hidden else parameter.help or None,
    }
    if parameter.metavar:
        facts["metavar"] = parameter.metavar
    elif parameter.is_option and not parameter.choices and parameter.kind is not flag:
        facts["metavar"] = parameter.key.upper()
    if parameter.choices:
        facts["choices"] = parameter.choices
    if parameter.kind is flag:
        facts |= {"nargs": 0, "const": parameter.value}
    else:
        facts["type"] = parameter.kind
    if parameter.many:
        facts["nargs"] = parameter.many
    if parameter.is_option:
        facts |= {"dest": parameter.name, "required": parameter.is_required}
        if parameter.many:
            facts["const"] = ""
    add(parameter.name, **facts)


class _Once(argparse.Action):
    """Keeps the value of a parameter: those of a repeatable one in a list, parts between commas joined."""

    def __init__(self, parameter: Parameter, **facts: Any) -> None:
        super().__init__(**facts)
        self._parameter = parameter

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        before = vars(namespace).get(self.dest)
        value = self.const if self.nargs == 0 else values
        if self._parameter.repeatable:
            value = [*(before or ()), value]
        elif isinstance(value, tuple):
            value = (*(before or ()), *value)
        elif before is not None and option_string:
            parser.error(f"{option_string} is given twice")
        elif self._parameter.join is not None:
            value = self._parameter.join(value)
        setattr(namespace, self.dest, value)


def _add_global(add: Add, folders: Collection[str], *, is_top: bool) -> None:
    """Add the options of every verb, which may stand before the verb or behind it."""
    helps = {
        "home": "the knowledge base (else found from here up)",
        "vault": "an Obsidian vault of any layout",
        # A team's address stands in its setting, and is told in team.md.
        "index": argparse.SUPPRESS,
        "json": "print one JSON document (--json-schema: its form)",
        # Named where progress is explained: the help of the longest verb is full.
        "quiet": argparse.SUPPRESS,
    }

    hidden = argparse.SUPPRESS
    for name in (*folders, "json", "quiet"):
        facts: dict[str, Any] = {"metavar": "DIR"} if name in folders else {"action": "store_true"}
        # A value that was given before the verb is not to be overwritten by the default of the verb's own parser.
        facts |= {"help": hidden if is_top else helps[name], **({} if is_top else {"default": hidden})}
        add(f"--{name}", **facts)


def _check_folders(verb: Verb, own: dict[str, Any]) -> None:
    for name in ("home", "vault"):
        named = own[name]
        if named is not None and not named.strip():
            # An empty variable of a shell would open whatever home is near.
            raise UsageError(f"--{name} names no folder", hint="give one, or leave it out for the nearest home")
        if named is not None and name not in verb.folders:
            raise UsageError(f"{verb.name} takes no --{name}", hint=f"see `commonplace {verb.name} --help`")


def document_schema(verb: Verb) -> dict[str, Any]:
    """Return the JSON Schema of the document that a verb prints with `--json` where it does not fail."""
    from ..knowledge_base import KnowledgeBase  # only for its name
    from ..team.postgres_reader import IndexState  # a team's index says which state of it was asked

    work, state = verb.work(), {"index": IndexState} if "index" in verb.folders else {}
    own = {"KnowledgeBase": KnowledgeBase}
    return json_schema(f"{verb.name} --json", work.document or work.run, own=own, beside=state)


class _Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would end the process."""

    def error(self, message: str) -> NoReturn:
        wrong = message.partition("invalid choice: '")[2].partition("'")[0]
        if self.prog == "commonplace" and wrong:
            raise UsageError(f"no command {wrong!r}", hint="`commonplace --help` lists them")
        dash = "; a word that begins with a dash stands behind ` -- `" if "are required" in message else ""
        raise UsageError(message, hint=f"see `{self.prog} --help`{dash}")


def _formatter(prog: str) -> argparse.HelpFormatter:
    # Not the terminal's width: help reads the same everywhere.
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=28, width=110)


def read_text(path: str, settings: Settings) -> str:
    """Return the text of a file, or of standard input for `-`: UTF-8, or UTF-16 with a byte order mark.

    Raises UsageError for what cannot be read or is longer than the settings allow, and SourceError for bytes in another
    encoding: what stood there would be lost.
    """
    most = settings.max_text_characters
    # What has no end is not read to it: no character takes more bytes than four.
    room = 4 * most + 4
    try:
        if path == "-":
            data = sys.stdin.buffer.read(room)
        else:
            with open(path, "rb") as file:
                data = file.read(room)
    except (OSError, ValueError) as err:
        # ValueError: a null character in the path.
        why = err.strerror if isinstance(err, OSError) else err
        raise UsageError(f"cannot read {path}: {why}", hint="give a UTF-8 file, or - for standard input") from err
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as err:
        from ..documents.reading import in_another_encoding

        raise in_another_encoding(data, path, err) from err
    check_size(path, len(text), most, "MAX_TEXT_CHARACTERS")
    # As a file opened as text reads.
    return text.replace("\r\n", "\n").replace("\r", "\n")
