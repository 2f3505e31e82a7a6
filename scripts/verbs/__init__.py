"""The verbs: each is declared once, here, and done by a function in the module that its declaration names.

An option is added here, and as an argument of that function, which programs call as well:

    from commonplace.verbs.changing import rename

    with KnowledgeBase.open() as kb:
        rename(kb, "token-budget", "Hard budget", dry_run=True)
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pkgutil import get_data
from typing import Any

from ..arguments import BY, CATEGORIES, DIRECTIONS, SORTS
from .declaration import SAME, Parameter, Verb, comma_list, count, flag

LISTED = 50
"""Most links, pages or findings listed where nobody says how many; `--json` has all."""
SHARED = ("home", "vault", "index")
"""What a verb takes that a team's index answers, too."""


def _flag(name: str, help_: str, **more: Any) -> Parameter:
    return Parameter(name, help_, kind=flag, **more)


_TEXT = {"type": "string"}
TEXT_OR_TEXTS = {"type": ["string", "array"], "items": _TEXT}
"""One text is as good as a list of one."""

DRY_RUN = _flag("--dry-run", "show what would change, change nothing", tool="")
DRY_RUN_OF_PERSON = _flag("--dry-run", DRY_RUN.help, tool=None)
SECRETS = (
    _flag("--redact", "replace what may be a secret", to="secrets", value="redact", tool=""),
    _flag("--keep-secrets", "keep a secret as it is", to="secrets", value="keep", tool=""),
)
IGNORED = _flag("--ignored", "also templates and what is excluded", is_filter=True)
CATEGORY = Parameter("--category", "only pages of this kind", choices=CATEGORIES, is_filter=True, repeatable=True)
PAGES = (
    Parameter("--tag", "only pages with it, or one below it", "TAG", to="tags", is_filter=True, repeatable=True),
    Parameter(
        "--property", "e.g. status=open, due<2026-12-01", "TEST", to="properties", is_filter=True, repeatable=True
    ),
    Parameter("--folder", "only in this folder", "DIR", is_filter=True, repeatable=True),
)
"""What chooses pages before anything is ranked or listed."""
FILTERS = (
    *PAGES,
    Parameter("--since", "changed since: 2026-03-12, 10:30, 7d", "TIME", is_filter=True),
    Parameter("--until", "changed until", "TIME", is_filter=True),
    Parameter("--by", "what these times are of", choices=BY, is_filter=True),
    Parameter("--as-of", "only what was held then", "DAY", is_filter=True),
    IGNORED,
)
FAIL_EMPTY = _flag("--fail-empty", "exit 1 when nothing is found", is_of_front=True, tool=None)


def _walk(start: str, *, tool: str | None) -> tuple[Parameter, ...]:
    """Return how far from where, through what and in which direction the graph is followed."""
    return (
        Parameter("--depth", f"hops from {start} (2)", "D", int, setting="max_graph_depth", tool=tool),
        Parameter("--min-confidence", "least confidence (0.6)", "C", float, setting="min_confidence", tool=None),
        Parameter("--direction", "out, in or both (both)", "WAY", choices=DIRECTIONS, tool=None),
        Parameter("--relation", "only these relations", "R,…", comma_list, to="relations", tool=None),
    )


def _html(*, is_brief: bool = False) -> tuple[Parameter, ...]:
    """Return what makes a page for a browser; is_brief: help has the option alone that does."""
    return (
        Parameter("--html", "write a page for a browser", "FILE", tool=None),
        _flag("--no-text", "that page without the passages", to="has_text", value=False, is_hidden=is_brief, tool=None),
        _flag("--force", "write over a file", is_hidden=is_brief, tool=None),
    )


def _one_question(words: Sequence[str]) -> list[str]:
    """Take words without a blank for one question where a function word (`the`, `how`) shows that they are a sentence.

    Names in quotes reach us without them: `ask "budget" "evidence"` is two questions.
    """
    from ..text.language import is_function_word  # it reads lists of words

    is_split = not any(" " in word.strip() for word in words) and any(map(is_function_word, words))
    return [" ".join(words)] if is_split else [*words]


BUNDLE: dict[str, Any] = json.loads(get_data(__name__, "bundle.json") or b"")
"""The form of a bundle in short, as a client is told of it; instructions/bundle.schema.json checks it in full."""


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
        Parameter("--adopt", "a folder of notes inside HOME to use as the vault, seen from HOME or from here", "DIR"),
    ),
)
_STATUS = Verb(
    name="status",
    module="looking",
    page="look",
    summary="Tell what is in the knowledge base.",
    example="commonplace status",
    folders=SHARED,
    reads_only=True,
    parameters=(_flag("--settings", "the settings in force, and where each comes from", tool=None),),
)
_ADD = Verb(
    name="add",
    module="adding",
    page="add",
    summary="Register documents as sources.",
    example="commonplace add README.md --dry-run",
    tool_help="Returns the slug, block ids and known entities; then read, and apply what it says.",
    is_idempotent=True,
    remote_needs="text",
    parameters=(
        Parameter(
            "paths",
            metavar="FILE|DIR|-",
            many="*",
            is_local=True,
            schema={"type": "array", "items": _TEXT, "description": "absolute paths"},
        ),
        Parameter(
            "--title", "title of a document; once for each, in their order", schema=_TEXT, tool="", repeatable=True
        ),
        Parameter("--as", "it is the next revision of this source", "SLUG", to="revises"),
        Parameter(
            "--sessions",
            "what clients kept of past sessions: claude, codex, …, all, or the file of an export",
            "CLIENT,…",
            comma_list,
            tool=None,
        ),
        Parameter("--project", "those held in this folder; all", "DIR", to="projects", repeatable=True, tool=None),
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
        _flag("--partial", "write what holds, list the rest", tool=""),
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
            tool="",
            schema=TEXT_OR_TEXTS,
        ),
        Parameter("--terms", "other words for it", "A,B", comma_list),
        Parameter(
            "--budget", "most tokens of the whole reply (by verdict)", "N", int, setting="budget_tokens", tool=""
        ),
        *_walk("what the question names", tool=None),
        Parameter("--max-nodes", "most nodes reached (50)", "N", int, setting="max_nodes", tool=None),
        Parameter("--counter", "what counts tokens (pieces)", "NAME", setting="token_counter", tool=None),
        *FILTERS,
        _flag("--evidence", "quote evidence in any case", tool=""),
        *_html(is_brief=True),
        _flag("--explain", "what each stage did", tool=None),
        _flag("--no-sweep", "may miss an edit", to="sweep", value=False, tool=None),
        FAIL_EMPTY,
    ),
)
_SEARCH = Verb(
    name="search",
    module="looking",
    page="ask",
    summary="Find pages.",
    example="commonplace search token budget",
    folders=SHARED,
    reads_only=True,
    parameters=(
        Parameter("words", many="+", join=" ".join, schema=_TEXT),
        Parameter("--limit", "most pages (10)", "N", count, tool=""),
        Parameter("--offset", "pass over the N best", "N", int, tool=None),
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
            "LABEL",
            many="+",
            tool="",
            schema=TEXT_OR_TEXTS,
        ),
        Parameter("--for", "what is looked for: chooses the part of a long text", "QUESTION", to="question"),
        _flag("--outline", "headings with their sizes alone"),
        Parameter("--line", "begin at this line of the file", "N", count, tool=""),
        Parameter("--budget", "most tokens of each text (300)", "N", count, to="budget_tokens", tool=""),
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
        _flag("--tasks", "open tasks instead, with place, day and priority", to="what", value="tasks", tool=""),
        Parameter("--due", "tasks of a day: 2026-03-12, <=next week, overdue, none", "DAY", tool=""),
        Parameter("--priority", "tasks with it, e.g. high", "P", tool="", schema=_TEXT, repeatable=True),
        Parameter("--status", "tasks with it: all, done, in progress, …", "NAME", tool=""),
        Parameter("--with", "tasks with these words", "WORDS", to="words", tool=""),
        _flag("--tags", "tags instead, with the number of their pages", to="what", value="tags", tool=""),
        _flag(
            "--properties", "properties instead, with the number of their pages", to="what", value="properties", tool=""
        ),
        CATEGORY,
        *FILTERS,
        Parameter("--sort", "order of pages (path)", choices=SORTS, tool=""),
        Parameter("--limit", f"most listed ({LISTED}; with --json all)", "N", count, tool=""),
        Parameter("--offset", "pass over the first N", "N", int, tool=None),
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
        Parameter("--new", "title of a new note, or its path", "TITLE"),
        Parameter("--template", "what the new note begins with", "NAME", tool=""),
        Parameter("--append", "at the end of the note or of --under; - is stdin", "TEXT|-", has_dash=True, tool=""),
        Parameter("--prepend", "at its beginning", "TEXT|-", has_dash=True, tool=""),
        Parameter(
            "--replace-section",
            "in place of all below --under",
            "TEXT|-",
            has_dash=True,
            tool="in place of all below",
        ),
        Parameter("--under", "`A#B` is B below A", "HEADING"),
        _flag("--create", "make that heading if it is missing", tool=""),
        Parameter("--task", "the task with these words", "WORDS"),
        _flag("--done", "tick it off", to="is_done", value=True, tool=""),
        _flag("--open", "take the tick away", to="is_done", value=False, tool=""),
        Parameter("--stands", "the claim with these words holds as it is: it is open no more", "WORDS", tool="claim"),
        Parameter(
            "--set",
            "give a property a value",
            "KEY=VALUE",
            to="properties",
            tool="key=value, or values by key",
            schema={"type": ["array", "object"], "items": _TEXT},
            repeatable=True,
        ),
        Parameter("--unset", "remove a property, or a value of it", "KEY[=VALUE]", tool="", repeatable=True),
        Parameter("--tag", "add a tag to the properties", "TAG", to="tags", tool="", repeatable=True),
        Parameter("--expect-sha", "the hash that show printed", "SHA"),
        DRY_RUN,
    ),
)
_FILE = Verb(
    name="file",
    module="changing",
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
            "the answer in Markdown",
            "FILE|-",
            is_content=True,
        ),
        Parameter(
            "--question",
            "repeat it for other wordings",
            tool="",
            is_required=True,
            schema=TEXT_OR_TEXTS,
            repeatable=True,
        ),
        Parameter("--title", is_required=True),
        Parameter("--cites", "what it rests on: slug#^block, …", "A,B", comma_list, is_required=True),
        Parameter("--expect-sha", "hash of the page you read, to replace it", "SHA"),
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
            "TEXT|-",
            many="+",
            has_dash=True,
            tool="what was said or decided, one or several turns",
            schema=TEXT_OR_TEXTS,
        ),
        Parameter("--speaker", "who said it (agent); repeated: one for each", "WHO", repeatable=True),
        Parameter("--session", "keep it apart under this name", "NAME", tool=""),
        Parameter("--tags", "its tags", "A,B", comma_list, tool=""),
        Parameter("--date", "YYYY-MM-DD, or with HH:MM (now)", "DATE", tool=None),
        _flag("--again", "keep known words anew", tool=None),
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
        Parameter("question", "none: what was said last", many="*", join=" ".join, tool="", schema=_TEXT),
        Parameter("--budget", "most tokens (1200)", "N", count, setting="budget_tokens", tool=""),
        Parameter("--session", "only this session", "NAME", tool=""),
        # Of what was said the days are words, too: `last week`.
        Parameter("--since", "first day, YYYY-MM-DD", "DATE"),
        Parameter("--until", "last day", "DATE", tool=""),
        *PAGES,
        IGNORED,
        Parameter("--limit", "most hits (10)", "N", count, tool=None),
    ),
)
_USEFUL = Verb(
    name="useful",
    module="memory",
    page="remember",
    summary="Mark what helped, for questions like it.",
    example='commonplace useful token-budget --for "how does the budget stay hard?"',
    parameters=(
        Parameter("names", "what helped, as cited", "PAGE|PAGE#^BLOCK", many="*"),
        Parameter("--for", "the question it helped with", "QUESTION", to="question"),
        _flag("--not", "it misled: --polarity -1", to="polarity", value=-1.0, tool=None),
        Parameter("--polarity", "1 it helped (1), -1 it misled", "P", float),
        _flag("--forget", "delete marks: of these, for this question, or all", tool=None),
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
            choices=("text", "mermaid", "graphml"),
            schema={"type": "string", "enum": ["text", "mermaid"]},
        ),
        *_walk("the page", tool=SAME),
        Parameter("--limit", "most nodes (50; all in JSON, GraphML and pages)", "N", count, tool=None),
        _flag("--ignored", IGNORED.help, is_filter=True, tool=None),
        *_html(),
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
        _flag("--backlinks", "the links that lead to it", tool=""),
        _flag("--unresolved", "only links that lead nowhere", tool=""),
        Parameter("--limit", f"most links listed ({LISTED}; with --json all)", "N", count, tool=None),
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
        Parameter("paths", "only these pages", "PAGE", many="*", tool=""),
        Parameter("--rule", "only these rules", "R,…", comma_list, to="rules", tool=""),
        Parameter("--limit", "most listed (50)", "N", count, tool=""),
    ),
)
_RENAME = Verb(
    name="rename",
    module="changing",
    page="change",
    summary="Rename a page or #tag; links follow.",
    example='commonplace rename token-budget "Hard budget" --dry-run',
    is_destructive=True,
    parameters=(
        Parameter("page", "or a #tag, with those below it", tool=""),
        Parameter("new", "new title; with --move the new path", tool="new title; with move the new path"),
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
    module="changing",
    page="change",
    summary="Delete a page or a text for good.",
    example="commonplace forget where-a-statement-comes-from",
    no_tool="nothing takes it back, and a text that was read must not bring it about; a person's at the command line",
    parameters=(
        Parameter("targets", "what goes: pages the tools wrote", "PAGE|PAGE#^BLOCK", many="*"),
        Parameter("--text", "words that stand in no page any more; - is stdin", "T", has_dash=True, repeatable=True),
        _flag("--yes", "do it; nothing takes it back", to="dry_run", value=False),
        DRY_RUN,
    ),
)
_LOG = Verb(
    name="log",
    module="changing",
    page="look",
    summary="List what was written, newest first.",
    example="commonplace log --since 7d",
    reads_only=True,
    parameters=(
        Parameter("operation", "its id, or `last`: shows the difference", many="?"),
        Parameter("--since", "as 10:30, 2026-03-12, 7d", "TIME"),
        Parameter("--as", "only what this one wrote", "WHO", to="actor", tool=None),
        Parameter("--limit", "most operations (20)", "N", count, tool=None),
    ),
)
_UNDO = Verb(
    name="undo",
    module="changing",
    page="change",
    summary="Take an operation back.",
    example="commonplace undo --dry-run",
    is_destructive=True,
    remote_needs="operation",
    parameters=(
        Parameter("operation", "an id that log lists (the last one)", many="?"),
        Parameter("--since", "all since then: 10:30, 2026-03-12, 2h", "TIME", is_local=True),
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
        Parameter("--index", "postgresql://user@host/database (else INDEX)", "URL", to="database"),
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
        Parameter("--agent", "the client that should load the skill: claude, codex, …", "CLIENT", is_required=True),
        Parameter("--project", "for one project (the folder you are in)", "DIR"),
        _flag("--user", "for all your projects", to="project", value=None),
        _flag("--lean", "without the server and the model that compares meanings (some 370 MB)"),
        Parameter("--hooks", "let the client ask HOME before each prompt (the home here)", "HOME", many="?"),
        _flag("--edits", "with --hooks: say before an edit or a command, too, what was tried and rejected"),
        _flag("--no-hooks", "take these hooks out again", to="hooks", value=False),
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
        Parameter("--http", "for many clients, over HTTP, each with a token that `token` made", "HOST:PORT"),
        Parameter("--host", "with --http: a name that clients call it by", "NAME", to="hosts", repeatable=True),
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
        Parameter("name", "whom operations name for what is written with it; none: list the tokens", "NAME", many="?"),
        _flag("--read-only", "it lets read only"),
        _flag("--revoke", "let nobody in with it any more; a server need not be started again"),
    ),
)

VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        *(_INIT, _STATUS, _ADD, _APPLY, _ASK, _SEARCH, _SHOW, _LIST, _EDIT, _FILE, _REMEMBER, _RECALL, _USEFUL),
        *(_GRAPH, _LINKS, _LINT, _RENAME, _MERGE, _RETRACT, _FORGET, _LOG, _UNDO, _DOCTOR),
        *(_INDEX, _INSTALL, _MCP, _TOKEN),
    )
}
"""Every verb, in the order of the help."""
