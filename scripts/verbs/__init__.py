"""The verbs of the command line: the table that lists them, and the one argparse that reads a call.

The verbs of a family stand in one module, which is imported when a call names one of them.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import json
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ..arguments import check_size, input_stream
from ..errors import UsageError

if TYPE_CHECKING:
    # The verbs are below the composition root only in what they are handed.
    from ..knowledge_base import KnowledgeBase
    from ..model import PageFilter
    from ..settings import Settings

Add = Callable[..., argparse.Action]
"""ArgumentParser.add_argument, or what stands for it where options are read without a command line."""


class Verb(NamedTuple):
    """A row of the table."""

    family: str
    """The module beside this one that has it."""
    page: str
    """The page of instructions/ that has its options and examples, without `.md`."""
    summary: str
    example: str
    """A line for a shell that works on the demo home as it stands; mcp and init show the shape of one."""
    usage: str = ""
    """What follows the verb's name in the usage line; "" lists every option."""
    opens_home: bool = True
    """False for a verb that makes its own home, or needs none: run gets None."""
    folders: tuple[str, ...] = ("home", "vault")
    """Which of the global options that name a folder it takes."""


SHARED = ("home", "vault", "index")
"""What a verb takes that a team's index answers, too."""

VERBS: dict[str, Verb] = {
    "init": Verb(
        "setup", "setup", "Make an empty knowledge base.", "commonplace init ~/notes", opens_home=False, folders=()
    ),
    "status": Verb("reading", "look", "Tell what is in the knowledge base.", "commonplace status", folders=SHARED),
    "add": Verb("writing", "add", "Register documents as sources.", "commonplace add README.md --dry-run"),
    "apply": Verb(
        "writing",
        "apply",
        "Write what you extracted from a source.",
        """commonplace apply - --dry-run <<'JSON'
{"pages": [{"category": "topics", "title": "Rye", "content": "It rests for a day."}]}
JSON""",
    ),
    "ask": Verb(
        "reading",
        "ask",
        "Answer questions with quoted evidence.",
        'commonplace ask "how does the token budget stay hard?" "what may a second writer do?"',
        usage='"QUESTION" … | - [OPTIONS]',
        folders=SHARED,
    ),
    "search": Verb("reading", "ask", "Find pages.", "commonplace search token budget", folders=SHARED),
    "show": Verb(
        "reading",
        "look",
        "Print pages or parts of them.",
        "commonplace show token-budget --outline",
        usage="LABEL … [OPTIONS]",
        folders=SHARED,
    ),
    "list": Verb("reading", "ask", "List pages.", "commonplace list --limit 20", usage="[OPTIONS]", folders=SHARED),
    "edit": Verb(
        "editing",
        "write",
        "Write into a note; every other byte stays.",
        'commonplace edit token-budget --append "Checked in March." --dry-run',
        usage="NOTE|--daily|--new TITLE [OPTIONS]",
    ),
    "file": Verb(
        "writing",
        "write",
        "File an answer as a topic page.",
        """commonplace file --question "why so?" --title "Why so" --cites how-a-budget-stays-hard --dry-run - <<'TEXT'
It is counted last.
TEXT""",
    ),
    "remember": Verb(
        "memory",
        "remember",
        "Keep what was said or decided.",
        'commonplace remember "we keep sessions in Postgres" --speaker Ada',
    ),
    "recall": Verb(
        "memory", "remember", "Find what was said.", 'commonplace recall "where do we keep sessions?"', folders=SHARED
    ),
    "useful": Verb(
        "memory",
        "remember",
        "Mark what helped, for questions like it.",
        'commonplace useful token-budget --for "how does the budget stay hard?"',
    ),
    "graph": Verb(
        "reading",
        "look",
        "Draw what surrounds a page.",
        "commonplace graph token-budget --format mermaid",
        folders=SHARED,
    ),
    "links": Verb(
        "reading",
        "look",
        "List links and what they lead to.",
        "commonplace links token-budget --backlinks",
        folders=SHARED,
    ),
    "lint": Verb("maintenance", "lint", "List what wants a hand.", "commonplace lint"),
    "rename": Verb(
        "maintenance",
        "change",
        "Rename or move a page; links follow.",
        'commonplace rename token-budget "Hard budget" --dry-run',
    ),
    "merge": Verb(
        "maintenance", "change", "Make one page of two.", "commonplace merge torn-read lost-update --dry-run"
    ),
    "retract": Verb(
        "maintenance",
        "change",
        "Take a source and its claims back.",
        "commonplace retract where-a-statement-comes-from --dry-run",
    ),
    "forget": Verb(
        "maintenance",
        "change",
        "Delete a page or a text for good.",
        "commonplace forget where-a-statement-comes-from",
    ),
    "log": Verb("maintenance", "look", "List what was written, newest first.", "commonplace log --since 7d"),
    "undo": Verb("maintenance", "change", "Take an operation back.", "commonplace undo --dry-run"),
    "export": Verb(
        "maintenance",
        "setup",
        "Write the knowledge for other programs.",
        "commonplace export --format graphml",
    ),
    "doctor": Verb("maintenance", "setup", "Check and mend what is derived.", "commonplace doctor"),
    "index": Verb(
        ".team.sharing",
        "team",
        "Copy the index to a team's database.",
        "commonplace index --print-roles",
    ),
    "install": Verb(
        "setup",
        "setup",
        "Put the skill where a client looks.",
        "commonplace install --agent claude --user --dry-run",
        opens_home=False,
        folders=(),
    ),
    "mcp": Verb(
        "setup",
        "setup",
        "Serve the verbs to clients of MCP.",
        "commonplace mcp --home ~/notes",
        opens_home=False,
    ),
    "token": Verb(
        "setup",
        "team",
        "Let somebody in over HTTP, or no more.",
        "commonplace token ada --read-only",
        opens_home=False,
    ),
}
"""Every verb, in the order of the help."""


class Implementation(NamedTuple):
    """What a family's module has for each of its verbs, in its table VERBS."""

    options: Callable[[Add], None]
    run: Callable[[KnowledgeBase, argparse.Namespace], tuple[Any, int]]
    """Makes one call and returns its value and the exit code."""
    text: Callable[[Any, argparse.Namespace], str]
    """What is printed of the value."""
    document: Callable[[Any], Any] | None = None
    """What `--json` prints of it; None where that is the value itself as plain JSON."""


def page_of(verb: str) -> str:
    """Return the name of the page of instructions/ for a verb, or for what is none."""
    return VERBS[verb].page if verb in VERBS else verb


def implementation(verb: str) -> Implementation:
    """Import the family of a verb and return what it has for it."""
    module = importlib.import_module(f".{VERBS[verb].family}", __package__)
    found: Implementation = module.VERBS[verb]
    return found


# --- Reading a call ---------------------------------------------------------------------------------------------------

_SLIP = 0.85
"""Likeness from which a wrong option is taken for a slip of a known one: `--max-conns` is none of `--max-nodes`."""
EXIT_CODES = "Exit codes: 0 done, 1 findings, 2 usage, 3 data."


def parse(words: Sequence[str], *, version: str = "") -> argparse.Namespace:
    """Read the words of a call.  Raises UsageError, and SystemExit once help or the version is printed."""
    words = ["--help", *words[1:]] if words and words[0] == "help" else list(words)
    # Options of verbs that the words cannot mean are not made: a call pays for its own verb.
    named = dict.fromkeys(word for word in words if word in VERBS)
    is_top_help = not named or words[0] in ("-h", "--help")
    parser = _parser(VERBS if is_top_help else named, version=version)
    for word in words[: words.index("--")] if "--" in words else words:
        if word.startswith("--") and word.endswith("=--"):
            # Before Python 3.13 argparse makes an empty list of it.
            raise UsageError(f"{word[:-3]} has no value", hint=f"see `commonplace {next(iter(named), '')} --help`")
    options, unknown = parser.parse_known_args(words)
    if unknown:
        raise _unknown_option(options.verb, unknown)
    if options.verb is None:
        raise UsageError("no command", hint="`commonplace --help` lists them")
    _check_home(options)
    return options


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
    _global_options(parser.add_argument, ("home", "vault"), is_top=True)
    subparsers = parser.add_subparsers(title="verbs", metavar="VERB", dest="verb", prog="commonplace")
    for name in verbs:
        row = VERBS[name]
        subparser = subparsers.add_parser(
            name,
            help=row.summary,
            description=row.summary,
            epilog=f"example: {row.example}",
            usage=f"%(prog)s {row.usage}" if row.usage else None,
            formatter_class=_formatter,
            allow_abbrev=False,
            add_help=False,
        )
        if len(verbs) < len(VERBS):
            # One list: apart, arguments and options take two lines more of a screen.
            add = subparser.add_argument_group("arguments and options").add_argument
            implementation(name).options(add)
            _global_options(add, row.folders, is_top=False)
            add("--json-schema", action=_JsonSchema, nargs=0, const=name, help=argparse.SUPPRESS)
            add("-h", "--help", action="help", help="print this")
    return parser


def _global_options(add: Add, folders: Collection[str], *, is_top: bool) -> None:
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

    def add_global(name: str, default: bool | None, **facts: Any) -> None:
        # A value that was given before the verb is not to be overwritten by the default of the verb's own parser.
        hidden = argparse.SUPPRESS
        add(f"--{name}", default=default if is_top else hidden, help=hidden if is_top else helps[name], **facts)

    for name in folders:
        add_global(name, None, metavar="DIR")
    for name in ("json", "quiet"):
        add_global(name, False, action="store_true")


def _check_home(options: argparse.Namespace) -> None:
    for name in ("home", "vault"):
        named = getattr(options, name)
        if named is not None and not named.strip():
            # An empty variable of a shell would open whatever home is near.
            raise UsageError(f"--{name} names no folder", hint="give one, or leave it out for the nearest home")
        if named is not None and name not in VERBS[options.verb].folders:
            raise UsageError(f"{options.verb} takes no --{name}", hint=f"see `commonplace {options.verb} --help`")


class _JsonSchema(argparse.Action):
    """Prints the form of the document of a verb and ends, as --help does."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002  # argparse passes these three
        values: Any,  # noqa: ARG002
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        from .schemas import json_schema  # it imports every module of the package

        print(json.dumps(json_schema(self.const), indent=2))
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would end the process."""

    def error(self, message: str) -> NoReturn:
        wrong = message.partition("invalid choice: '")[2].partition("'")[0]
        if self.prog == "commonplace" and wrong:
            near = difflib.get_close_matches(wrong, VERBS, 1)
            hint = f"did you mean {near[0]}?" if near else "`commonplace --help` lists them"
            raise UsageError(f"no command {wrong!r}", hint=hint)
        raise UsageError(message, hint=f"see `{self.prog} --help`")


def _unknown_option(verb: str | None, unknown: Sequence[str]) -> UsageError:
    help_of = f"see `commonplace {verb} --help`" if verb else "`commonplace --help` lists them"
    for word in unknown:
        name = word.partition("=")[0]
        known = _option_names(verb) if verb else []
        near = [option for option in known if option.startswith(name)] or difflib.get_close_matches(
            name, known, 1, _SLIP
        )
        if name.startswith("--") and near:
            return UsageError(f"no option {name}", hint=f"did you mean {near[0]}?")
    return UsageError(f"unrecognized arguments: {' '.join(unknown)}", hint=help_of)


def _option_names(verb: str) -> list[str]:
    """Return the long options of a verb."""
    actions = actions_of(verb)
    own = [name for action in actions for name in action.option_strings if name.startswith("--")]
    return [*own, *(f"--{name}" for name in VERBS[verb].folders), "--json", "--quiet"]


def actions_of(verb: str) -> list[argparse.Action]:
    """Return the positionals and options of a verb, without those of every verb."""
    parser = _Parser(add_help=False)
    actions: list[argparse.Action] = []

    def add(*names: str, **facts: Any) -> argparse.Action:
        actions.append(parser.add_argument(*names, **facts))
        return actions[-1]

    implementation(verb).options(add)
    return actions


def _formatter(prog: str) -> argparse.HelpFormatter:
    # Not the terminal's width: help reads the same everywhere.
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=28, width=110)


# --- Kinds of values, and options that several verbs have -------------------------------------------------------------


def whole(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def count(text: str) -> int:
    """Read a whole number from 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return number


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def comma_list(text: str) -> tuple[str, ...]:
    """Read the parts between commas, without blanks."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def add_walk(add: Add, start: str) -> None:
    """Add how far from where, through what and in which direction the graph is followed."""
    add("--depth", type=whole, metavar="D", help=f"hops from {start} (2)")
    add("--min-confidence", type=number, metavar="C", help="least confidence (0.6)")
    add("--direction", choices=("out", "in", "both"), metavar="WAY", default="both", help="out, in or both (both)")
    add("--relation", type=comma_list, default=(), metavar="R,…", help="only these relations")


def add_html(add: Add, *, is_brief: bool = False) -> None:
    """Add what makes a page for a browser, to the help only the option that does."""
    add("--html", metavar="FILE", help="write a page for a browser")
    help_ = argparse.SUPPRESS if is_brief else "that page without the passages"
    add("--no-text", action="store_true", help=help_)
    add("--force", action="store_true", help=argparse.SUPPRESS if is_brief else "write over a file")


def add_filters(add: Add, *, has_days: bool = True) -> None:
    """Add what chooses pages before anything is ranked or listed."""
    add("--tag", action="append", default=[], metavar="TAG", help="only pages with it, or one below it")
    add("--property", action="append", default=[], metavar="TEST", help="e.g. status=open, due<2026-12-01")
    add("--folder", action="append", default=[], metavar="DIR", help="only in this folder")
    if has_days:
        add("--since", default="", metavar="TIME", help="changed since: 2026-03-12, 10:30, 7d")
        add("--until", default="", metavar="TIME", help="changed until")
        add("--by", choices=("changed", "created"), default="changed", help="what these times are of")
        add("--as-of", default="", metavar="DAY", help="only what was held then")
    add("--ignored", action="store_true", help="also what the vault excludes")


def filter_of(kb: KnowledgeBase, options: argparse.Namespace, *, has_days: bool = True) -> PageFilter:
    """Return which pages the options mean."""
    days = {name: getattr(options, name) for name in ("since", "until", "by", "as_of") if has_days}
    return kb.page_filter(
        category=getattr(options, "category", ()),
        tags=options.tag,
        properties=options.property,
        folder=options.folder,
        ignored=options.ignored,
        **days,
    )


def add_dry_run(add: Add) -> None:
    """Add --dry-run, for verbs that write."""
    add("--dry-run", action="store_true", help="show what would change, change nothing")


def add_secrets(add: Add) -> None:
    """Add what becomes of a secret."""
    add("--redact", action="store_true", help="replace what may be a secret")
    add("--keep-secrets", action="store_true", help="keep a secret as it is")


def secrets_choice(options: argparse.Namespace) -> str:
    """Return redact, keep or refuse.  Raises UsageError for two of them."""
    if options.redact and options.keep_secrets:
        raise UsageError("--redact and --keep-secrets exclude each other", hint="give one of them")
    return "redact" if options.redact else "keep" if options.keep_secrets else "refuse"


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
            data = input_stream().read(room)
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
        from ..ingest.documents import in_another_encoding

        raise in_another_encoding(data, path, err) from err
    check_size(path, len(text), most, "MAX_TEXT_CHARACTERS")
    # As a file opened as text reads.
    return text.replace("\r\n", "\n").replace("\r", "\n")
