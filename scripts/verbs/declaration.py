"""The declaration of a verb, over which the command line, the server's tools, help and tests are loops.

A declaration is beside the function of the verb, in the file of its family.  Parameters that several verbs share are
below.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from ..arguments import BY, CATEGORIES
from ..errors import UsageError
from ..model import fields_of, to_plain
from ..text.escaping import safe_text

if TYPE_CHECKING:
    # A verb is given the open knowledge base; it does not open one.
    from ..knowledge_base import KnowledgeBase


def comma_list(given: str) -> tuple[str, ...]:
    """Return the parts between commas, without blanks around them."""
    return tuple(part.strip() for part in given.split(",") if part.strip())


class Input(str):
    """The text of a file or of standard input, or a text that a client gives in its place."""

    path: str
    """The name of the file, for messages; `-` where it has none."""

    def __new__(cls, text: str, path: str = "-") -> Input:
        made = super().__new__(cls, text)
        made.path = path
        return made


SAME = "="


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument or option of the command line, and an argument of the verb's tool."""

    name: str
    """`--tag` is an option, `page` a positional argument; both are arguments of a tool by this name."""
    help: str = ""
    metavar: str = ""
    kind: Callable[[str], Any] = str
    """Parses its value: int, comma_list, …; bool is an option that takes no value."""
    _: KW_ONLY
    choices: tuple[str, ...] = ()
    many: str = ""
    """How often a positional argument may occur: `?`, `*` or `+`, as argparse has it."""
    is_joined: bool = False
    """Several words on a command line are one text."""
    repeatable: bool = False
    """An option that may be given several times, each with one value; any other is refused the second time."""
    is_required: bool = False
    reads: str = ""
    """What the command line replaces it by: `-` for that word standard input, `file` also a file of that name."""

    to: str = ""
    """The argument of the function, or the setting; "" where it has the parameter's own name."""
    value: Any = True
    """The value of a flag."""
    part: str = "arguments"
    """The part of the call: `arguments` of the function, `settings` that it overrides in this call, `filters` of pages
    (arguments of KnowledgeBase.page_filter), or `front`, where only the exit code depends on it."""

    tool: str | None = SAME
    """Its description for a client: SAME as help, or "" where its name is enough; None for a parameter of the command
    line alone, as every session reads the schemas of all tools, and pays for them."""
    is_local: bool = False
    """Clients on another machine do not have it: it names files of this one, for example."""
    schema: Mapping[str, Any] | None = None
    """The JSON Schema of the tool's argument, where it differs from that of the kind."""

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


def flag(name: str, help_: str, **more: Any) -> Parameter:
    """Return an option that takes no value."""
    return Parameter(name, help_, kind=bool, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """A verb of the command line, and the tool of that name."""

    name: str
    page: str
    """The page of instructions/ that has its options and examples, without `.md`."""
    summary: str
    example: str
    """A line for a shell that works on the demo home as it is; mcp and init show the shape of one."""
    run: Callable[..., Any]
    """Does the work; programs call it, too.  Takes the knowledge base, then the parameters' arguments by name."""
    text: Callable[[Any, Mapping[str, Any]], str]
    """Formats the value as text; takes the arguments of the call, too."""
    exit_code: Callable[[Any, Mapping[str, Any]], int] = lambda _, __: 0
    document: Callable[[Any], Any] | None = None
    """Returns what `--json` prints; None where that is the value itself."""
    parameters: tuple[Parameter, ...] = ()
    reads_only: bool = False
    """It changes no page, and may answer from the skill's handbook where there is no home."""
    opens_home: bool = True
    """False for a verb that makes its own home, or needs none: its function gets None."""
    folders: tuple[str, ...] = ("home", "vault")
    """Which of the global options that name a folder it takes; `index`: a team's index answers it, too."""
    printed: Mapping[str, Any] = field(default_factory=dict)
    """Defaults of the function's arguments where its value is printed as text."""
    no_tool: str = ""
    """Why it is no tool; "" for one."""
    tool_help: str = ""
    """The description for a client, after the summary."""
    is_destructive: bool = False
    """It rewrites or removes text of pages that others wrote; that can be undone."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a verb, independent of the front end."""

    verb: Verb
    arguments: Mapping[str, Any]
    """Arguments of the verb's function that were given."""
    filters: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    front: Mapping[str, Any] = field(default_factory=dict)

    def run(self, kb: KnowledgeBase | None, *, is_text: bool = True, **more: Any) -> Done:
        """Call the function; return the exit code and what to print: a text, or the document of `--json`."""
        verb, arguments = self.verb, {**more, **self.arguments}
        if is_text:
            arguments = {**verb.printed, **arguments}
        if kb is not None and any(parameter.part == "filters" for parameter in verb.parameters):
            arguments["where"] = kb.page_filter(**self.filters)
        value = verb.run(kb, **arguments)
        arguments |= self.front
        exit_code = verb.exit_code(value, arguments)
        if not is_text:
            return Done(exit_code, to_plain(value if verb.document is None else verb.document(value)))
        text = verb.text(value, arguments)
        # The verbs escape what they quote; this catches the rest, above all names of files.  A drawing has the escapes
        # of its format.
        return Done(exit_code, text if verb.name == "graph" else safe_text(text))


class Done(NamedTuple):
    """The result of a verb."""

    exit_code: int
    printed: Any
    """Text, or with `--json` a document."""


def call_of(verb: Verb, given: Mapping[str, Any]) -> Call:
    """Return the call for values that are given by the names of the parameters."""
    parts: dict[str, dict[str, Any]] = {"arguments": {}, "filters": {}, "settings": {}, "front": {}}
    names: dict[str, str] = {}
    for parameter in verb.parameters:
        if parameter.name in given:
            if other := names.get(parameter.argument):
                raise UsageError(f"{other} and {parameter.name} exclude each other", hint="give one of them")
            names[parameter.argument] = parameter.name
            parts[parameter.part][parameter.argument] = given[parameter.name]
    return Call(verb, **parts)


DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: Mapping[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    None: {"type": "null"},
    Any: {},
    object: {},
}


def document_schema(verb: Verb) -> dict[str, Any]:
    """Return the JSON Schema of the document that a verb prints with `--json` if it succeeds.

    It is derived from the type of the value that the verb's function returns.
    """
    from ..knowledge_base import KnowledgeBase  # only for its name
    from ..team.postgres import IndexState  # a team's index adds its state

    definitions: dict[str, Any] = {}
    printed = _type_hints(verb.document or verb.run, {"KnowledgeBase": KnowledgeBase})["return"]
    schema = _schema(printed, definitions, {})
    if "index" in verb.folders:
        member = _schema(IndexState, definitions, {})
        for part in schema.get("anyOf", [schema]):
            definitions[part["$ref"].rpartition("/")[2]]["properties"]["index"] = member
    return {"$schema": DIALECT, "title": f"{verb.name} --json", **schema, "$defs": definitions}


def _schema(hint: Any, definitions: dict[str, Any], variables: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the schema of a type; those of classes go into definitions, under their names."""
    hint = variables.get(hint, hint) if isinstance(hint, TypeVar) else hint
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)

    def of(part: Any) -> dict[str, Any]:
        return _schema(part, definitions, variables)

    if origin in (Union, types.UnionType):
        return {"anyOf": [of(part) for part in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple and arguments[-1] is not ...:
        size = len(arguments)
        return {"type": "array", "prefixItems": [of(part) for part in arguments], "minItems": size, "maxItems": size}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": of(arguments[1])}
    if isinstance(origin, type) and issubclass(origin, Collection):
        return {"type": "array", "items": of(arguments[0])}
    cls = origin or hint
    if hasattr(cls, "plain"):
        return of(_type_hints(cls.plain)["return"])
    name = "".join(part.__name__ for part in (cls, *arguments))
    if name not in definitions:
        # It may hold itself.
        definitions[name] = {}
        parameters = dict(zip(getattr(cls, "__parameters__", ()), arguments))
        definitions[name] = _object_schema(cls, definitions, parameters)
    return {"$ref": f"#/$defs/{name}"}


def _object_schema(cls: Any, definitions: dict[str, Any], variables: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the schema of a class with fields: a named tuple or a data class."""
    fields = fields_of(cls)
    if not fields:
        raise TypeError(f"{cls} has no fields that a document could show")
    properties = {name: _schema(hint, definitions, variables) for name, hint in _type_hints(cls).items()}
    required = [name for name in properties if not fields[name]]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _type_hints(thing: Any, own: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    return get_type_hints(thing, {**own, **vars(sys.modules[thing.__module__])})


LISTED = 50
"""Most links, pages or findings listed by default; `--json` has all."""
SHARED = ("home", "vault", "index")
"""The folder options of a verb that a team's index answers, too."""

DRY_RUN = flag("--dry-run", "show what would change, change nothing", tool="")
DRY_RUN_OF_PERSON = flag("--dry-run", DRY_RUN.help, tool=None)
SECRETS = (
    flag("--redact", "replace what may be a secret", to="secrets", value="redact", tool=""),
    flag("--keep-secrets", "keep a secret as it is", to="secrets", value="keep", tool=""),
)
IGNORED = flag("--ignored", "also templates and what is excluded", part="filters")
CATEGORY = Parameter("--category", "only pages of this kind", choices=CATEGORIES, part="filters", repeatable=True)
PAGES = (
    Parameter("--tag", "only pages with it, or one below it", "TAG", to="tags", part="filters", repeatable=True),
    Parameter(
        "--property", "e.g. status=open, due<2026-12-01", "TEST", to="properties", part="filters", repeatable=True
    ),
    Parameter("--folder", "only in this folder", "DIR", part="filters", repeatable=True),
)
"""Filters of pages, applied before anything is ranked or listed."""
FILTERS = (
    *PAGES,
    Parameter("--since", "changed since: 2026-03-12, 10:30, 7d", "TIME", part="filters"),
    Parameter("--until", "changed until", "TIME", part="filters"),
    Parameter("--by", "what these times are of", choices=BY, part="filters"),
    Parameter("--as-of", "only what was held then", "DAY", part="filters"),
    IGNORED,
)
FAIL_EMPTY = flag("--fail-empty", "exit 1 for nothing", part="front", tool=None)
HTML_PAGE = (
    Parameter("--html", "a page for a browser", "FILE", tool=None),
    flag("--no-text", "without the passages", to="has_text", value=False, tool=None),
    flag("--force", "write over a file", tool=None),
)
MIN_CONFIDENCE = Parameter("--min-confidence", "least confidence (0.6)", "C", float, part="settings", tool=None)
