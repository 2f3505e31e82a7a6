"""Every verb, with what it takes.  An option is added here, and as an argument of the verb's function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..arguments import BY, CATEGORIES, DIRECTIONS, SORTS
from ..settings import RANGES
from .declaration import Parameter, Verb, comma_list, count, flag, number, whole

LISTED = 50
"""Most links, pages or findings listed where nobody says how many; `--json` has all."""
SHARED = ("home", "vault", "index")
"""What a verb takes that a team's index answers, too."""


def _flag(name: str, help_: str, **more: Any) -> Parameter:
    return Parameter(name, help_, flag, **more)


# --- What several verbs take ------------------------------------------------------------------------------------------

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
TEXT_OR_TEXTS = {"type": ["string", "array"], "items": _TEXT}
"""One text is as good as a list of one."""
_LIMIT, _BUDGET = RANGES["search_limit"], (1, RANGES["budget_tokens"][1])

DRY_RUN = _flag("--dry-run", "show what would change, change nothing", tool_help="")
DRY_RUN_OF_PERSON = _flag("--dry-run", DRY_RUN.help, is_tool=False)
SECRETS = (
    _flag("--redact", "replace what may be a secret", to="secrets", value="redact", tool_help=""),
    _flag("--keep-secrets", "keep a secret as it is", to="secrets", value="keep", tool_help=""),
)
IGNORED = _flag("--ignored", "also what the vault excludes", is_filter=True)
CATEGORY = Parameter("--category", "only pages of this kind", choices=CATEGORIES, is_repeatable=True, is_filter=True)
PAGES = (
    Parameter(
        "--tag", "only pages with it, or one below it", is_repeatable=True, to="tags", metavar="TAG", is_filter=True
    ),
    Parameter(
        "--property",
        "e.g. status=open, due<2026-12-01",
        is_repeatable=True,
        to="properties",
        metavar="TEST",
        is_filter=True,
    ),
    Parameter("--folder", "only in this folder", is_repeatable=True, metavar="DIR", is_filter=True),
)
"""What chooses pages before anything is ranked or listed."""
FILTERS = (
    *PAGES,
    Parameter("--since", "changed since: 2026-03-12, 10:30, 7d", metavar="TIME", is_filter=True),
    Parameter("--until", "changed until", metavar="TIME", is_filter=True),
    Parameter("--by", "what these times are of", choices=BY, is_filter=True),
    Parameter("--as-of", "only what was held then", metavar="DAY", is_filter=True),
    IGNORED,
)
FAIL_EMPTY = _flag("--fail-empty", "exit 1 when nothing is found", is_of_front=True, is_tool=False)


def _walk(start: str, *, is_tool: bool) -> tuple[Parameter, ...]:
    """Return how far from where, through what and in which direction the graph is followed."""
    return (
        Parameter(
            "--depth",
            f"hops from {start} (2)",
            whole,
            "D",
            setting="max_graph_depth",
            is_tool=is_tool,
            bounds=RANGES["max_graph_depth"],
        ),
        Parameter("--min-confidence", "least confidence (0.6)", number, "C", setting="min_confidence", is_tool=False),
        Parameter("--direction", "out, in or both (both)", choices=DIRECTIONS, metavar="WAY", is_tool=False),
        Parameter("--relation", "only these relations", comma_list, "R,…", to="relations", is_tool=False),
    )


def _html(*, is_brief: bool = False) -> tuple[Parameter, ...]:
    """Return what makes a page for a browser; is_brief: help has the option alone that does."""
    return (
        Parameter("--html", "write a page for a browser", metavar="FILE", is_tool=False),
        _flag(
            "--no-text", "that page without the passages", to="has_text", value=False, is_hidden=is_brief, is_tool=False
        ),
        _flag("--force", "write over a file", is_hidden=is_brief, is_tool=False),
    )


def _one_question(words: Sequence[str]) -> list[str]:
    """Take words without a blank for one question where a function word (`the`, `how`) shows that they are a sentence.

    Names in quotes reach us without them: `ask "budget" "evidence"` is two questions.
    """
    from ..text.word_lists import is_function_word

    is_split = not any(" " in word.strip() for word in words) and any(map(is_function_word, words))
    return [" ".join(words)] if is_split else [*words]


# --- The bundle of `apply`, as a client is told of it -----------------------------------------------------------------


def _object(required: Sequence[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*required]}


def _described(description: str, type_: str = "string", **more: Any) -> dict[str, Any]:
    return {"type": type_, **more, "description": description}


_QUOTE = _described("words copied from one passage")
BUNDLE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "source": _described("slug from add"),
        "summary": _TEXT,
        "entities": {
            "type": "array",
            "items": _object(
                ("name", "type", "supporting_text"),
                name=_TEXT,
                type=_TEXT,
                aliases=_TEXTS,
                description=_TEXT,
                supporting_text=_QUOTE,
            ),
        },
        "relations": {
            "type": "array",
            "items": _object(
                ("source", "target", "type", "confidence", "supporting_text"),
                source=_TEXT,
                target=_TEXT,
                type=_described("causes, contains, uses, …"),
                confidence=_described("0.6 to 1", "number"),
                supporting_text=_TEXT,
            ),
        },
        "pages": {
            "type": "array",
            "items": _object(
                ("category", "title", "content"),
                category={"type": "string", "enum": ["entities", "topics", "summaries"]},
                title=_TEXT,
                content=_described("Markdown"),
                summary=_TEXT,
                expect_sha=_described("sha of what it replaces"),
            ),
        },
        "withdraw": _described("wrong claims: {source, target, type}", "array", items={"type": "object"}),
    },
}
"""The form of a bundle in short; instructions/bundle.schema.json checks it in full."""


# --- The verbs, in the order of the help ------------------------------------------------------------------------------


def _clients() -> tuple[str, ...]:
    from ..install import CLIENTS  # only who installs needs it

    return tuple(CLIENTS)


_INIT = Verb(
    name="init",
    module="setup",
    page="setup",
    summary="Make an empty knowledge base.",
    example="commonplace init ~/notes",
    opens_home=False,
    folders=(),
    no_tool="where knowledge lives is a person's choice",
    parameters=(
        # Not called home: that is the option of the other verbs.
        Parameter("folder", metavar="HOME"),
        Parameter(
            "--adopt", "a folder of notes inside HOME to use as the vault, seen from HOME or from here", metavar="DIR"
        ),
    ),
)
_STATUS = Verb(
    name="status",
    module="standing",
    page="look",
    summary="Tell what is in the knowledge base.",
    example="commonplace status",
    folders=SHARED,
    reads_only=True,
    parameters=(_flag("--settings", "the settings in force, and where each comes from", is_tool=False),),
)
_ADD = Verb(
    name="add",
    module="writing",
    page="add",
    summary="Register documents as sources.",
    example="commonplace add README.md --dry-run",
    tool_help="Returns the slug, block ids and known entities; then read, and apply what it says.",
    is_idempotent=True,
    remote_needs="text",
    needs_one_of=("paths", "text"),
    parameters=(
        Parameter(
            "paths",
            many="+",
            metavar="FILE|DIR|-",
            is_local=True,
            schema=_described("absolute paths of files or folders", "array", items=_TEXT),
        ),
        Parameter(
            "--title",
            "title of a document; once for each, in their order",
            is_repeatable=True,
            schema=_TEXT,
            tool_help="",
        ),
        Parameter("--as", "it is the next revision of this source", to="revises", metavar="SLUG"),
        *SECRETS,
        DRY_RUN_OF_PERSON,
        Parameter("text", "a document itself, in place of paths; give a title", is_shell=False),
    ),
)
_APPLY = Verb(
    name="apply",
    module="writing",
    page="apply",
    summary="Write what you extracted from a source.",
    example="""commonplace apply - --dry-run <<'JSON'
{"pages": [{"category": "topics", "title": "Rye", "content": "It rests for a day."}]}
JSON""",
    tool_help="All or nothing unless partial. Quotes must be the source's own words; invented ones are refused.",
    is_idempotent=True,
    parameters=(
        Parameter("bundle", metavar="BUNDLE.json|-", is_content=True, schema=BUNDLE),
        _flag("--partial", "write what holds, list the rest", tool_help=""),
        DRY_RUN,
    ),
)
_ASK = Verb(
    name="ask",
    module="asking",
    page="ask",
    summary="Answer questions with quoted evidence.",
    example='commonplace ask "how does the token budget stay hard?" "what may a second writer do?"',
    usage='"QUESTION" … | - [OPTIONS]',
    folders=SHARED,
    reads_only=True,
    tool_help="Several questions in one call cost less. Each has a verdict; what is not quoted is not known.",
    parameters=(
        Parameter(
            "question",
            "each in quotes; - reads one a line",
            many="+",
            join=_one_question,
            has_dash=True,
            tool_help="",
            schema=TEXT_OR_TEXTS,
        ),
        Parameter("--terms", "other words for it", comma_list, "A,B"),
        Parameter(
            "--budget",
            "most tokens of the whole reply (by verdict)",
            whole,
            "N",
            setting="budget_tokens",
            tool_help="",
            bounds=_BUDGET,
        ),
        *_walk("what the question names", is_tool=False),
        Parameter("--max-nodes", "most nodes reached (50)", whole, "N", setting="max_nodes", is_tool=False),
        Parameter("--counter", "what counts tokens (pieces)", setting="token_counter", metavar="NAME", is_tool=False),
        *FILTERS,
        _flag("--evidence", "quote evidence in any case", tool_help=""),
        *_html(is_brief=True),
        _flag("--explain", "what each stage did", is_tool=False),
        _flag("--no-sweep", "may miss an edit", to="sweep", value=False, is_tool=False),
        FAIL_EMPTY,
    ),
)
_SEARCH = Verb(
    name="search",
    module="asking",
    page="ask",
    summary="Find pages.",
    example="commonplace search token budget",
    folders=SHARED,
    reads_only=True,
    parameters=(
        Parameter("words", many="+", join=" ".join, schema=_TEXT),
        Parameter("--limit", "most pages (10)", count, "N", tool_help="", bounds=_LIMIT),
        Parameter("--offset", "pass over the N best", whole, "N", is_tool=False),
        CATEGORY,
        *FILTERS,
        FAIL_EMPTY,
    ),
)
_SHOW = Verb(
    name="show",
    module="looking",
    page="look",
    summary="Print pages or parts of them.",
    example="commonplace show token-budget --outline",
    usage="LABEL … [OPTIONS]",
    folders=SHARED,
    reads_only=True,
    tool_help="Gives the sha that expect_sha wants.",
    parameters=(
        Parameter(
            "labels",
            "as `ask` prints it, or a slug, title, alias, path or `page#^block`",
            many="+",
            metavar="LABEL",
            tool_help="",
            schema=TEXT_OR_TEXTS,
        ),
        Parameter("--for", "what is looked for: chooses the part of a long text", to="question", metavar="QUESTION"),
        _flag("--outline", "headings with their sizes alone"),
        Parameter("--line", "begin at this line of the file", count, "N", tool_help="", bounds=(1, 2**31)),
        Parameter(
            "--budget", "most tokens of each text (300)", count, "N", to="budget_tokens", tool_help="", bounds=_BUDGET
        ),
    ),
)
_LIST = Verb(
    name="list",
    module="looking",
    page="ask",
    summary="List pages.",
    example="commonplace list --limit 20",
    usage="[OPTIONS]",
    folders=SHARED,
    reads_only=True,
    printed={"limit": LISTED},
    parameters=(
        _flag("--tasks", "open tasks instead, with place, day and priority", to="what", value="tasks", tool_help=""),
        _flag("--tags", "tags instead, with the number of their pages", to="what", value="tags", tool_help=""),
        _flag(
            "--properties",
            "properties instead, with the number of their pages",
            to="what",
            value="properties",
            tool_help="",
        ),
        CATEGORY,
        *FILTERS,
        Parameter("--sort", "order of pages (path)", choices=SORTS, tool_help=""),
        Parameter("--limit", f"most listed ({LISTED}; with --json all)", count, "N", tool_help="", bounds=_LIMIT),
        Parameter("--offset", "pass over the first N", whole, "N", is_tool=False),
    ),
)
_EDIT = Verb(
    name="edit",
    module="changing",
    page="write",
    summary="Write into a note; every other byte stays.",
    example='commonplace edit token-budget --append "Checked in March." --dry-run',
    usage="NOTE|--daily|--new TITLE [OPTIONS]",
    parameters=(
        Parameter("note", "title, alias, slug or path", many="?"),
        _flag("--daily", "today's note"),
        Parameter("--new", "title of a new note, or its path", metavar="TITLE"),
        Parameter("--template", "what the new note begins with", metavar="NAME", tool_help=""),
        Parameter(
            "--append",
            "at the end of the note or of --under; - is stdin",
            has_dash=True,
            metavar="TEXT|-",
            tool_help="",
        ),
        Parameter("--prepend", "at its beginning", has_dash=True, metavar="TEXT|-", tool_help=""),
        Parameter(
            "--replace-section",
            "in place of all below --under",
            has_dash=True,
            metavar="TEXT|-",
            tool_help="in place of all below under",
        ),
        Parameter("--under", "`A#B` is B below A", metavar="HEADING"),
        _flag("--create", "make that heading if it is missing", tool_help=""),
        Parameter("--task", "the task with these words", metavar="WORDS"),
        _flag("--done", "tick it off", to="is_done", value=True, tool_help=""),
        _flag("--open", "take the tick away", to="is_done", value=False, tool_help=""),
        Parameter("--set", "give a property a value", is_repeatable=True, to="properties", metavar="KEY=VALUE"),
        Parameter(
            "--unset", "remove a property, or a value of it", is_repeatable=True, metavar="KEY[=VALUE]", tool_help=""
        ),
        Parameter("--tag", "add a tag to the properties", is_repeatable=True, to="tags", metavar="TAG", tool_help=""),
        Parameter("--expect-sha", "the hash that show printed", metavar="SHA"),
        DRY_RUN,
    ),
)
_FILE = Verb(
    name="file",
    module="writing",
    page="write",
    summary="File an answer as a topic page.",
    example="""\
commonplace file --question "why so?" --title "Why so" --cites how-a-budget-stays-hard --dry-run - <<'TEXT'
It is counted last.
TEXT""",
    tool_help="The same question again updates the page. Cite passages, not answers.",
    is_idempotent=True,
    parameters=(
        Parameter(
            "answer",
            "the answer in Markdown, or with --also the page",
            metavar="FILE|PAGE|-",
            is_content=True,
            is_name_with="--also",
            tool_help="the answer in Markdown",
        ),
        Parameter(
            "--question",
            "repeat it for other wordings",
            is_repeatable=True,
            tool_help="",
            tool_needs=True,
            schema=TEXT_OR_TEXTS,
        ),
        Parameter("--title", tool_needs=True),
        Parameter("--cites", "what it rests on: slug#^block, …", comma_list, "A,B", tool_needs=True),
        Parameter("--also", "only add a wording of its question", is_repeatable=True, metavar="WORDING", is_tool=False),
        Parameter("--expect-sha", "hash of the page you read, to replace it", metavar="SHA"),
        DRY_RUN_OF_PERSON,
    ),
)
_REMEMBER = Verb(
    name="remember",
    module="memory",
    page="remember",
    summary="Keep what was said or decided.",
    example='commonplace remember "we keep sessions in Postgres" --speaker Ada',
    parameters=(
        Parameter(
            "text",
            "what was said or decided, each in quotes; - for standard input",
            many="+",
            has_dash=True,
            metavar="TEXT|-",
            tool_help="what was said or decided, one or several turns",
            schema=TEXT_OR_TEXTS,
        ),
        Parameter("--speaker", "who said it (agent); repeated: one for each", is_repeatable=True, metavar="WHO"),
        Parameter("--session", "keep it apart under this name", metavar="NAME", tool_help=""),
        Parameter("--tags", "its tags", comma_list, "A,B", tool_help=""),
        Parameter("--date", "YYYY-MM-DD, or with HH:MM (now)", metavar="DATE", is_tool=False),
        _flag("--again", "keep known words anew", is_tool=False),
        *SECRETS,
        DRY_RUN_OF_PERSON,
    ),
)
_RECALL = Verb(
    name="recall",
    module="memory",
    page="remember",
    summary="Find what was said.",
    example='commonplace recall "where do we keep sessions?"',
    folders=SHARED,
    reads_only=True,
    parameters=(
        Parameter("question", "none: what was said last", many="*", join=" ".join, tool_help="", schema=_TEXT),
        Parameter("--budget", "most tokens (1200)", count, "N", setting="budget_tokens", tool_help="", bounds=_BUDGET),
        Parameter("--session", "only this session", metavar="NAME", tool_help=""),
        # Of what was said the days are words, too: `last week`.
        Parameter("--since", "first day, YYYY-MM-DD", metavar="DATE"),
        Parameter("--until", "last day", metavar="DATE", tool_help=""),
        *PAGES,
        IGNORED,
        Parameter("--limit", "most hits (10)", count, "N", is_tool=False),
    ),
)
_USEFUL = Verb(
    name="useful",
    module="memory",
    page="remember",
    summary="Mark what helped, for questions like it.",
    example='commonplace useful token-budget --for "how does the budget stay hard?"',
    parameters=(
        Parameter("names", "what helped, as cited", many="*", metavar="PAGE|PAGE#^BLOCK"),
        Parameter("--for", "the question it helped with", to="question", metavar="QUESTION"),
        _flag("--not", "it misled: --polarity -1", to="polarity", value=-1.0, is_tool=False),
        Parameter("--polarity", "1 it helped (1), -1 it misled", number, "P", bounds=(-1, 1)),
        _flag("--forget", "delete marks: of these, for this question, or all", is_tool=False),
        DRY_RUN_OF_PERSON,
    ),
)
_GRAPH = Verb(
    name="graph",
    module="graphing",
    page="look",
    summary="Draw what surrounds a page.",
    example="commonplace graph token-budget --format mermaid",
    folders=SHARED,
    reads_only=True,
    printed={"is_printed": True},
    parameters=(
        Parameter("page", "the page in the middle; none: the whole graph", many="?"),
        Parameter(
            "--format",
            choices=("text", "mermaid", "json", "graphml", "canvas"),
            schema={"type": "string", "enum": ["text", "mermaid"]},
        ),
        *_walk("the page", is_tool=True),
        Parameter("--limit", "most nodes (50; all in files and JSON)", count, "N", is_tool=False),
        _flag("--ignored", IGNORED.help, is_filter=True, is_tool=False),
        Parameter("--out", "write to a file; - is standard output", metavar="FILE", is_tool=False),
        *_html(),
        DRY_RUN_OF_PERSON,
    ),
)
_LINKS = Verb(
    name="links",
    module="looking",
    page="look",
    summary="List links and what they lead to.",
    example="commonplace links token-budget --backlinks",
    folders=SHARED,
    reads_only=True,
    printed={"limit": LISTED},
    parameters=(
        Parameter("note", "a note, canvas or other file; none: the whole vault", many="?"),
        _flag("--backlinks", "the links that lead to it", tool_help=""),
        _flag("--unresolved", "only links that lead nowhere", tool_help=""),
        Parameter("--limit", f"most links listed ({LISTED}; with --json all)", count, "N", is_tool=False),
    ),
)
_LINT = Verb(
    name="lint",
    module="checking",
    page="lint",
    summary="List what wants a hand.",
    example="commonplace lint",
    reads_only=True,
    printed={"limit": LISTED},
    parameters=(
        Parameter("paths", "only these pages", many="*", metavar="PAGE"),
        Parameter("--rule", "only these rules", comma_list, "R,…", to="rules"),
        Parameter("--limit", "most listed (50)", count, "N", tool_help="", bounds=_LIMIT),
        _flag("--fix", "mend what needs no judgment", is_tool=False),
        DRY_RUN_OF_PERSON,
    ),
)
_RENAME = Verb(
    name="rename",
    module="changing",
    page="change",
    summary="Rename or move a page; links follow.",
    example='commonplace rename token-budget "Hard budget" --dry-run',
    is_destructive=True,
    parameters=(
        Parameter("page"),
        Parameter("new", "new title; with --move the new path", tool_help="new title; with move the new path"),
        _flag("--move", "new is a path in the vault"),
        DRY_RUN,
    ),
)
_MERGE = Verb(
    name="merge",
    module="changing",
    page="change",
    summary="Make one page of two.",
    example="commonplace merge torn-read lost-update --dry-run",
    is_destructive=True,
    parameters=(
        Parameter("page", "the page that goes"),
        Parameter("into", "the page that stays"),
        _flag("--force", "merge pages that differ in type or kind"),
        DRY_RUN,
    ),
)
_RETRACT = Verb(
    name="retract",
    module="changing",
    page="change",
    summary="Take a source and its claims back.",
    example="commonplace retract where-a-statement-comes-from --dry-run",
    is_destructive=True,
    parameters=(Parameter("source"), DRY_RUN),
)
_FORGET = Verb(
    name="forget",
    module="undoing",
    page="change",
    summary="Delete a page or a text for good.",
    example="commonplace forget where-a-statement-comes-from",
    no_tool="nothing takes it back, and a text that was read must not bring it about; a person's at the command line",
    parameters=(
        Parameter("targets", "what goes: pages the tools wrote", many="*", metavar="PAGE|PAGE#^BLOCK"),
        Parameter(
            "--text", "words that stand in no page any more; - is stdin", is_repeatable=True, has_dash=True, metavar="T"
        ),
        _flag("--yes", "do it; nothing takes it back"),
        DRY_RUN,
    ),
)
_LOG = Verb(
    name="log",
    module="undoing",
    page="look",
    summary="List what was written, newest first.",
    example="commonplace log --since 7d",
    reads_only=True,
    parameters=(
        Parameter("operation", "its id, or `last`: shows the difference", many="?"),
        Parameter("--since", "as 10:30, 2026-03-12, 7d", metavar="TIME"),
        Parameter("--as", "only what this one wrote", to="actor", metavar="WHO", is_tool=False),
        Parameter("--limit", "most operations (20)", count, "N", is_tool=False),
    ),
)
_UNDO = Verb(
    name="undo",
    module="undoing",
    page="change",
    summary="Take an operation back.",
    example="commonplace undo --dry-run",
    is_destructive=True,
    remote_needs="operation",
    parameters=(
        Parameter("operation", "an id that log lists (the last one)", many="?"),
        Parameter("--since", "all since then: 10:30, 2026-03-12, 2h", metavar="TIME", is_local=True),
        _flag("--foreign", "be it recorded by somebody else, or elsewhere", is_tool=False),
        DRY_RUN,
    ),
)
_EXPORT = Verb(
    name="export",
    module="graphing",
    page="setup",
    summary="Write the knowledge for other programs.",
    example="commonplace export --format graphml",
    reads_only=True,
    no_tool="it writes files anywhere",
    parameters=(
        Parameter("--format", "the whole graph", choices=("graphml",), is_required=True),
        Parameter("--out", "write to a file; - is standard output", metavar="FILE"),
        _flag("--force", "write over a file"),
        DRY_RUN,
    ),
)
_DOCTOR = Verb(
    name="doctor",
    module="checking",
    page="setup",
    summary="Check and mend what is derived.",
    example="commonplace doctor",
    no_tool="never needed for freshness; a person's at the command line",
    parameters=(
        _flag("--rebuild", "build the index again in any case"),
        _flag("--vectors", "make all vectors that questions would make one by one"),
    ),
)
_INDEX = Verb(
    name="index",
    module=".team.sharing",
    page="team",
    summary="Copy the index to a team's database.",
    example="commonplace index --print-roles",
    no_tool="where a team's index lies is a person's choice",
    parameters=(
        Parameter("--index", "postgresql://user@host/database (else INDEX)", to="database", metavar="URL"),
        _flag("--watch", "go on: copy each edit, until interrupted"),
        _flag("--print-roles", "print the SQL that makes a writing and a reading role"),
    ),
)
_INSTALL = Verb(
    name="install",
    module="setup",
    page="setup",
    summary="Put the skill where a client looks.",
    example="commonplace install --agent claude --user --dry-run",
    opens_home=False,
    folders=(),
    no_tool="it changes how clients are set up",
    parameters=(
        Parameter("--agent", "the client that should load the skill", choices_of=_clients, is_required=True),
        Parameter("--project", "for one project (the folder you are in)", metavar="DIR"),
        _flag("--user", "for all your projects"),
        _flag("--lean", "without the server and the model that compares meanings (some 370 MB)"),
        Parameter("--hooks", "let the client ask HOME before each prompt (the home here)", many="?", metavar="HOME"),
        _flag("--no-hooks", "take these hooks out again"),
        _flag("--no-prepare", "leave it to the first start to fetch the libraries"),
        DRY_RUN,
    ),
)
_MCP = Verb(
    name="mcp",
    module="setup",
    page="setup",
    summary="Serve the verbs to clients of MCP.",
    example="commonplace mcp --home ~/notes",
    opens_home=False,
    no_tool="this server",
    parameters=(
        _flag("--read-only", "leave the writing tools out"),
        _flag("--structured", "results as JSON beside the text, for programs"),
        Parameter("--http", "for many clients, over HTTP, each with a token that `token` made", metavar="HOST:PORT"),
        Parameter(
            "--host", "with --http: a name that clients call it by", is_repeatable=True, to="hosts", metavar="NAME"
        ),
    ),
)
_TOKEN = Verb(
    name="token",
    module=".team.sharing",
    page="team",
    summary="Let somebody in over HTTP, or no more.",
    example="commonplace token ada --read-only",
    opens_home=False,
    no_tool="whom to let in is a person's to say",
    parameters=(
        Parameter("name", "whom the journal names for what is written with it", many="?", metavar="NAME"),
        _flag("--read-only", "it lets read only"),
        _flag("--revoke", "let nobody in with it any more; a server need not be started again"),
        _flag("--list", "list the tokens by name (the default)", to="lists"),
    ),
)

VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        *(_INIT, _STATUS, _ADD, _APPLY, _ASK, _SEARCH, _SHOW, _LIST, _EDIT, _FILE, _REMEMBER, _RECALL, _USEFUL),
        *(_GRAPH, _LINKS, _LINT, _RENAME, _MERGE, _RETRACT, _FORGET, _LOG, _UNDO, _EXPORT, _DOCTOR),
        *(_INDEX, _INSTALL, _MCP, _TOKEN),
    )
}
"""Every verb, in the order of the help."""
