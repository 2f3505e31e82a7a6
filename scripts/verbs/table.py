"""Which verbs there are, in the order of the help, and the module of each."""

from __future__ import annotations

import sys

from ..named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Verb(NamedTuple):
    """One row."""

    summary: str
    example: str
    """A line for a shell that works on the demo home as it stands; mcp, bench and init show the shape of one."""
    opens_home: bool = True
    """False for a verb that makes its own, or needs none: run gets None."""


VERBS = {
    "init": Verb("Make an empty knowledge base.", "commonplace init ~/notes", opens_home=False),
    "status": Verb("Tell what is in the knowledge base.", "commonplace status"),
    "add": Verb("Register documents as sources.", "commonplace add README.md --dry-run"),
    "apply": Verb(
        "Write what you extracted from a source.",
        """commonplace apply - --dry-run <<'JSON'
{"pages": [{"category": "topics", "title": "Rye", "content": "It rests for a day."}]}
JSON""",
    ),
    "ask": Verb(
        "Answer a question from the wiki, then from the claims.",
        'commonplace ask "how does the token budget stay hard?"',
    ),
    "search": Verb("Find pages.", "commonplace search token budget"),
    "show": Verb("Print a page or a part of it.", "commonplace show token-budget"),
    "file": Verb(
        "File an answer as a topic page.",
        """commonplace file --question "why so?" --title "Why so" --cites how-a-budget-stays-hard --dry-run - <<'TEXT'
It is counted last.
TEXT""",
    ),
    "remember": Verb(
        "Keep what was said or decided.", 'commonplace remember "we keep sessions in Postgres" --speaker Ada'
    ),
    "recall": Verb("Find what was said.", 'commonplace recall "where do we keep sessions?"'),
    "useful": Verb(
        "Mark what helped, for questions like it.",
        'commonplace useful token-budget --for "how does the budget stay hard?"',
    ),
    "graph": Verb("Draw what surrounds a page.", "commonplace graph token-budget --format mermaid"),
    "links": Verb("List links and what they lead to.", "commonplace links token-budget --backlinks"),
    "lint": Verb("List what wants a hand.", "commonplace lint"),
    "fix": Verb("Mend what lint can mend without judgment.", "commonplace fix --safe --dry-run"),
    "rename": Verb("Rename or move a page; links follow.", 'commonplace rename token-budget "Hard budget" --dry-run'),
    "merge": Verb("Make one page of two.", "commonplace merge torn-read lost-update --dry-run"),
    "retract": Verb("Take a source and its claims back.", "commonplace retract how-speed-is-measured --dry-run"),
    "forget": Verb("Delete a page, a passage or a text for good.", "commonplace forget how-speed-is-measured"),
    "undo": Verb("Take an operation back.", "commonplace undo last --dry-run"),
    "export": Verb(
        "Write the knowledge for other programs.",
        'commonplace export --format canvas "how does the token budget stay hard?"',
    ),
    "reindex": Verb("Build the index again from the vault.", "commonplace reindex"),
    "install": Verb(
        "Put a copy of the skill where a client looks.",
        "commonplace install --agent claude --user --dry-run",
        opens_home=False,
    ),
    "mcp": Verb("Serve the verbs over the Model Context Protocol.", "commonplace mcp --home ~/notes", opens_home=False),
    "bench": Verb(
        "Measure retrieval, memory or speed.",
        "commonplace bench retrieval SET_DIR --out run.jsonl --pack 500,1000",
        opens_home=False,
    ),
    "config": Verb("Tell the settings in force.", "commonplace config"),
    "doctor": Verb("Check and mend what is derived.", "commonplace doctor"),
}


def module_of(verb: str) -> Any:
    """The module of a verb, imported now; a verb `x-y` is in x_y.py."""
    name = f"{__package__}.{verb.replace('-', '_')}"
    __import__(name)
    return sys.modules[name]


def fill(parser: Any, verb: str) -> None:
    """Give a parser the options of a verb: the others' are not built, a cold call pays only for its own."""
    module_of(verb).options(parser)
    if VERBS[verb].opens_home:
        parser.add_argument("--home", metavar="DIR", help="the knowledge base (else found from here up)")
        parser.add_argument("--vault", metavar="DIR", help="an Obsidian vault of any layout")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
