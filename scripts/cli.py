"""The command line: parse by argparse as the verbs declare, one call of a verb, print.

Exit 0 done, 1 findings, 2 usage, 3 data.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from . import __version__
from .arguments import check_size
from .errors import CommonplaceError, DataError, UsageError
from .homes import handbook_notice, resource_path
from .knowledge_base import KnowledgeBase, Listener
from .model import to_plain
from .settings import Settings, load_settings
from .text.escaping import json_text, safe_line
from .verbs import FAMILIES, load, load_all
from .verbs.declaration import Call, Done, Input, Parameter, Verb, call_of, document_schema

if TYPE_CHECKING:
    from .team.postgres import IndexState

LOG_LINES = 10
"""Most lines of progress for one piece of work: an agent may read the log and pay for it."""
INTERRUPTED = 130
_MACHINE_HINT = "nothing is half written; mend that and try again"
EXIT_CODES = "Exit codes: 0 done, 1 findings, 2 usage, 3 data."
GLOBAL = ("home", "vault", "index", "json", "quiet")
"""Options of every verb, which may come before the verb or behind it."""


def run() -> int:
    """Run the command that the process was started with; the entry point of the installed command."""
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
        # A closed stream is None; a replaced one may lack this method.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors=errors)
    return main(sys.argv[1:])


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in words
    if words[:2] == ["ask", "--hook"]:
        from . import hooks  # the engine comes with it, which most calls do without

        return hooks.run(words[2:])
    try:
        with errors_of_ours():
            code = _run_words(words)
            # At the interpreter's exit a closed pipe could no longer be handled quietly.
            sys.stdout.flush()
            return code
    except CommonplaceError as err:
        return _report_error(err, as_json=as_json)
    except BrokenPipeError:
        _drop_output()
        return 0
    except KeyboardInterrupt:
        print("interrupted: nothing is half written", file=sys.stderr)
        return INTERRUPTED


def _run_words(words: list[str]) -> int:
    try:
        call, chosen = parse(words)
    except SystemExit as stop:
        # argparse leaves this way once it has printed a help or the version.
        return int(stop.code or 0)
    verb, is_text = call.verb, not chosen["json"]
    if not verb.opens_home:
        named = {name: chosen[name] for name in verb.folders}
        return _print_result(call.run(None, is_text=is_text, **named), None, is_text=is_text)
    progress = Progress()
    listener = Listener() if chosen["quiet"] else Listener(progress.count, progress.print_line)
    named = {name: chosen[name] for name in ("home", "vault", "index")}
    with open_home(verb, call.settings, listener, **named) as kb:
        if kb.location.found_by == "handbook":
            print(handbook_notice(kb.location), file=sys.stderr)
        done = _read_inputs(call, kb.settings).run(kb, is_text=is_text)
        return _print_result(done, kb.index_state(), is_text=is_text)


def open_home(
    verb: Verb,
    settings: Mapping[str, object],
    listener: Listener,
    *,
    home: str | None,
    vault: str | None,
    index: str | None = None,
) -> KnowledgeBase:
    """Open the knowledge base of one call, with the settings that it overrides.

    A team's index is opened instead if the call names one, or if it names no home and the setting INDEX is set.
    """
    if index is not None and (home or vault):
        raise UsageError("--index and --home or --vault name two knowledge bases", hint="give one of them")
    given: dict[str, Any] = {"overrides": settings, "listener": listener}
    if "index" in verb.folders and not (home or vault):
        config = resource_path("config.py")
        named = load_settings(overrides=settings, environ=os.environ, config_path=config).index
        if named or index is not None:
            from .team.shared_base import open_shared

            return open_shared(index, **given)
    return KnowledgeBase.open(home, vault=vault, has_handbook=verb.reads_only, **given)


def _print_result(done: Done, state: IndexState | None, *, is_text: bool) -> int:
    """Print the result of a verb and return its exit code.  state: that of the team's index, if one answered."""
    if is_text:
        sys.stdout.write(done.printed + "\n" * (bool(done.printed) and not done.printed.endswith("\n")))
    else:
        print(json_text(done.printed if state is None else {**done.printed, "index": to_plain(state)}))
    return done.exit_code


def parse(words: Sequence[str]) -> tuple[Call, dict[str, Any]]:
    """Return the call that the words describe, its files not read yet, and the values of the GLOBAL options.

    Raises UsageError, and SystemExit once help or the version is printed.
    """
    words = ["--help", *words[1:]] if words and words[0] == "help" else list(words)
    # Importing all verbs takes 0.2 s: a call imports those that its words name.
    named = [load(word) for word in dict.fromkeys(words) if word in FAMILIES]
    if named and "--json-schema" in words:
        print(json.dumps(document_schema(named[0]), indent=2))
        raise SystemExit(0)
    is_top_help = not named or words[0] in ("-h", "--help")
    options, unknown = _parser(load_all() if is_top_help else named, is_top_help=is_top_help).parse_known_args(words)
    given = vars(options)
    name = given.pop("verb")
    if unknown:
        text = f"unrecognized arguments: {' '.join(unknown)}"
        raise UsageError(text, hint=f"see `commonplace {name} --help`" if name else "`commonplace --help` lists them")
    if name is None:
        raise UsageError("no command", hint="`commonplace --help` lists them")
    verb, chosen = load(name), {option: given.pop(option, None) for option in GLOBAL}
    for folder in ("home", "vault"):
        if chosen[folder] is not None and not chosen[folder].strip():
            # An empty variable of a shell would open whatever home is near.
            raise UsageError(f"--{folder} names no folder", hint="give one, or leave it out for the nearest home")
        if chosen[folder] is not None and folder not in verb.folders:
            raise UsageError(f"{name} takes no --{folder}", hint=f"see `commonplace {name} --help`")
    return call_of(verb, given), chosen


Add = Callable[..., argparse.Action]
"""ArgumentParser.add_argument, or that of a group."""


def _parser(verbs: Collection[Verb], *, is_top_help: bool) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="commonplace",
        description="A knowledge base in plain Markdown: documents in, answers with quoted evidence out.",
        epilog=f"Each has --help with an example.  {EXIT_CODES}",
        formatter_class=_formatter,
        allow_abbrev=False,
        usage="%(prog)s VERB [OPTIONS]",
    )
    parser.add_argument("--version", action="version", version=f"commonplace {__version__}")
    _add_global(parser.add_argument, ("home", "vault"), is_top=True)
    subparsers = parser.add_subparsers(title="verbs", metavar="VERB", dest="verb", prog="commonplace")
    for verb in verbs:
        subparser = subparsers.add_parser(
            verb.name,
            help=verb.summary,
            description=verb.summary,
            epilog=f"example: {verb.example}",
            usage=" ".join(["%(prog)s", *filter(None, map(_format_usage, verb.parameters)), "[OPTIONS]"]),
            formatter_class=_formatter,
            allow_abbrev=False,
            add_help=False,
        )
        if not is_top_help:
            # Two lists would take two more lines of a screen.
            add = subparser.add_argument_group("arguments and options").add_argument
            for parameter in verb.parameters:
                _add_parameter(add, parameter)
            _add_global(add, verb.folders, is_top=False)
            add("-h", "--help", action="help", help="print this")
    return parser


def _metavar(parameter: Parameter) -> str:
    return parameter.metavar or (parameter.key.upper() if parameter.is_option else parameter.name)


def _format_usage(parameter: Parameter) -> str:
    """Return a parameter as the usage line shows it; "" for an option that may be left out."""
    name = _metavar(parameter)
    if parameter.is_option:
        return f"{parameter.name} {name}" if parameter.is_required else ""
    name += " …" if parameter.many in ("+", "*") else ""
    return f"[{name}]" if parameter.many in ("?", "*") else name


def _add_parameter(add: Add, parameter: Parameter) -> None:
    """Add a parameter; one that is not given is absent from the result, so that the function's own default holds."""
    facts: dict[str, Any] = {
        "action": partial(_Once, parameter),
        "default": argparse.SUPPRESS,
        "help": parameter.help or None,
    }
    if parameter.kind is bool:
        facts |= {"nargs": 0, "const": parameter.value}
    else:
        facts["type"] = parameter.kind
        if parameter.choices:
            facts["choices"] = parameter.choices
        if parameter.metavar or not parameter.choices:
            facts["metavar"] = _metavar(parameter)
    if parameter.many:
        facts["nargs"] = parameter.many
    if parameter.is_option:
        facts |= {"dest": parameter.name, "required": parameter.is_required}
        if parameter.many:
            facts["const"] = ""
    add(parameter.name, **facts)


class _Once(argparse.Action):
    """Stores the value of a parameter: a list for a repeatable one, one tuple for lists with commas."""

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
        elif self._parameter.is_joined:
            value = " ".join(value)
        setattr(namespace, self.dest, value)


def _add_global(add: Add, folders: Collection[str], *, is_top: bool) -> None:
    hidden = argparse.SUPPRESS
    # --index is explained in team.md, --quiet where progress is: help hides both.
    helps = {
        "home": "the knowledge base (else found from here up)",
        "vault": "an Obsidian vault of any layout",
        "json": "print one JSON document (--json-schema: its form)",
    }
    for name in (*folders, "json", "quiet"):
        facts: dict[str, Any] = {"metavar": "DIR"} if name in folders else {"action": "store_true"}
        facts["help"] = hidden if is_top else helps.get(name, hidden)
        if not is_top:
            # The default of the verb's own parser must not overwrite a value given before the verb.
            facts["default"] = hidden
        add(f"--{name}", **facts)


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


def _read_inputs(call: Call, settings: Settings) -> Call:
    """Return the call with the texts of its files and of standard input."""

    def read(parameter: Parameter, word: str) -> str:
        return Input(_read_text(word, settings), word) if word == "-" or parameter.reads == "file" else word

    texts: dict[str, Any] = {}
    for parameter in call.verb.parameters:
        given = call.arguments.get(parameter.argument) if parameter.reads else None
        if given is not None:
            is_one = isinstance(given, str)
            texts[parameter.argument] = read(parameter, given) if is_one else [read(parameter, one) for one in given]
    return replace(call, arguments={**call.arguments, **texts})


def _read_text(path: str, settings: Settings) -> str:
    """Return the text of a file, or of standard input for `-`: UTF-8, or UTF-16 with a byte order mark.

    Raises UsageError for a file that cannot be read or is longer than the settings allow, SourceError for bytes in
    another encoding, whose text would be lost.
    """
    most = settings.max_text_characters
    # The input may be endless; a character takes at most four bytes.
    most_bytes = 4 * most + 4
    try:
        if path == "-":
            data = sys.stdin.buffer.read(most_bytes)
        else:
            with open(path, "rb") as file:
                data = file.read(most_bytes)
    except (OSError, ValueError) as err:
        # ValueError: a null character in the path.
        why = err.strerror if isinstance(err, OSError) else err
        raise UsageError(f"cannot read {path}: {why}", hint="give a UTF-8 file, or - for standard input") from err
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as err:
        from .documents.reading import in_another_encoding

        raise in_another_encoding(data, path, err) from err
    check_size(path, len(text), most, "MAX_TEXT_CHARACTERS")
    # Line ends as Python reads them from a text file.
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextmanager
def errors_of_ours() -> Iterator[None]:
    """Turn errors of the system, such as a full disk or bytes that are no text, into errors of ours."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as err:
        raise DataError(err.strerror or str(err), path=os.fsdecode(err.filename or ""), hint=_MACHINE_HINT) from err
    except UnicodeEncodeError as err:
        # In arguments and file names such bytes are half surrogates.
        near = err.object[max(0, err.start - 20) : err.end + 20]
        raise UsageError(f"not UTF-8: {near!r}", hint="give it in UTF-8, or rename the file") from err


def _report_error(err: CommonplaceError, *, as_json: bool) -> int:
    """Report an error and return its exit code; on stderr also if JSON was asked for and stdout is closed."""
    try:
        if as_json:
            error = {"type": type(err).__name__, "message": str(err), "path": err.path, "line": err.line}
            print(json_text({"error": error}))
        sys.stdout.flush()
    except OSError:
        _drop_output()
        as_json = False
    if not as_json:
        # The name of a file or page may hold line breaks or codes for the terminal.
        print(f"commonplace: {safe_line(str(err))}", file=sys.stderr)
    return err.exit_code


def _drop_output() -> None:
    """Discard the buffered output: writing it at the interpreter's exit would raise the same error again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


class Progress:
    """Prints progress on stderr: at most one line a second, and LOG_LINES lines for one piece of work."""

    def __init__(self) -> None:
        self._activity = ""
        self._printed_at, self._printed = 0.0, 0

    def count(self, activity: str, done: int, total: int) -> None:
        """Print how many of how many files are done, unless a line was printed just now."""
        now = time.monotonic()
        # The clock starts with the work, not with the process: a slow start is not a long build.
        if activity != self._activity or not done:
            self._activity, self._printed_at, self._printed = activity, now, 0
        if total and now - self._printed_at > 1 and (done - self._printed) * LOG_LINES >= total:
            self._printed_at, self._printed = now, done
            print(f"{activity} {done}/{total}", file=sys.stderr, flush=True)

    def print_line(self, line: str) -> None:
        """Print a line at once."""
        print(safe_line(line), file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(run())
