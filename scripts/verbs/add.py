"""`add`: documents registered as sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..pages.text.headings import shown_heading
from ..retrieval.reply.escaping import inline
from ..shell_words import shell_word
from .parsing import add_dry_run, secrets_choice
from .receipt_text import fitting, more, receipt_text, warning_lines

if TYPE_CHECKING:
    import argparse

    from ..care.commit import Outcome
    from ..ingest.registered import AddReceipt, Registered
    from ..knowledge_base import KnowledgeBase

OUTLINE_ENTRIES, ENTITIES, FINDINGS, STALE = 10, 8, 4, 5
"""Most entries of each list that is printed for one document: 300 tokens hold them."""
STALE_AT_LEAST = 3
"""Claims that lost their passage and are named however long the rest is."""
_GRAVEST = ("secret", "addresses-reader", "page-size")
SKIPPED = 3
"""Most skipped files that are named for one reason."""
LIKE = 2
"""Most sources that are named as like a document."""
GONE_AT_LEAST, GONE_CHARACTERS = 2, 40
"""Passages that went of which as much of the beginning is told, however long the rest is; of the others only the id."""
BRIEF_FROM = 4
"""From this many documents on, each is one line."""
DOCUMENT_TOKENS = 270
"""What one document may cost; the promise is 300, the line that names the operation and new passages of a revision that
are scattered over it are beside."""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="FILE|DIR|-")
    parser.add_argument("--title", default="", help="title of a single document")
    parser.add_argument("--as", default="", metavar="SLUG", help="it is the next revision of this source")
    parser.add_argument("--redact", action="store_true", help="replace what may be a secret")
    parser.add_argument("--keep-secrets", action="store_true", help="keep a secret as it is")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    # `as` is a word of Python.
    revises, title, secrets = vars(options)["as"], options.title, secrets_choice(options)
    outcome = kb.add(options.paths, title=title, revises=revises, secrets=secrets, dry_run=options.dry_run)
    sources = outcome.receipt.sources
    refused = any(source.state == "refused" for source in sources)
    warned = any(_warns(source) for source in sources)
    return outcome, 3 if refused else 1 if outcome.receipt.skipped or warned else 0


def _warns(source: Registered) -> bool:
    """Whether its text came in now and hides something: for a secret that was let in, the call itself decided."""
    return source.state in ("new", "changed") and any(finding.rule != "secret" for finding in source.findings)


def text(outcome: Outcome, _: argparse.Namespace) -> str:
    return receipt_text(outcome, _lines(outcome.receipt))


def _lines(receipt: AddReceipt) -> list[str]:
    brief = len(receipt.sources) >= BRIEF_FROM
    lines: list[str] = []
    for source in receipt.sources:
        lines += fitting(lambda room, one=source: _document(one, room, brief=brief), DOCUMENT_TOKENS)  # type: ignore[misc]
    return [*lines, *_skipped(receipt)]


def _skipped(receipt: AddReceipt) -> list[str]:
    """A line for each reason: a folder may hold hundreds of pictures."""
    reasons: dict[str, list[str]] = {}
    for item in receipt.skipped:
        reasons.setdefault(item.reason, []).append(inline(item.origin))
    lines = []
    for reason, files in sorted(reasons.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        named = ", ".join(files[:SKIPPED]) + (f" and {len(files) - SKIPPED} more" if len(files) > SKIPPED else "")
        lines.append(f"skipped {named}: {inline(reason)}")
    return lines


def _document(source: Registered, room: float, *, brief: bool) -> list[str]:
    if source.state == "refused":
        head = f"{inline(source.path, 60)} refused: a secret; --redact replaces it, --keep-secrets keeps it"
        return [head, *_warnings(source, room)]
    # What its reader must beware of comes before what the reader sets out to read.
    lines = [f"{source.id} {source.state} ({source.passages} passages, revision {source.revision})"]
    if source.copy_of:
        lines.append(f"  a copy of {inline(source.copy_of, 120)}, which stays the document of this source")
    if source.title_left:
        renaming = f"`rename {shell_word(source.id)} {shell_word(inline(source.title_left, 60))}` changes it"
        lines.append(f"  the title stays {inline(source.title, 60)}: {renaming}")
    lines += _warnings(source, room)
    for like in source.like[:LIKE]:
        titled = "the same title" if like.same_title else "another title"
        shared = f"{like.shared} of {source.passages} passages in common"
        again = f"`undo` this, then `add --as {shell_word(like.id)}`"
        lines.append(f"like [[{like.id}]]: {titled}, {shared}; if it is a new version of it, {again}")
    lines += _changed(source, room)
    if source.state == "unchanged":
        # There is nothing to do, so nothing to know for it.
        return lines
    if brief:
        return [*lines, *_stale(source, room), *_brief(source, room)]
    # Of a revision the new passages are to be read; its outline is known, and `show` prints it.
    outline = [] if source.state == "changed" else _outline(source, room)
    return [*lines, *_stale(source, room), *outline, *_entities(source, room)]


def _changed(source: Registered, room: float) -> list[str]:
    """The passages to read, all of them whatever it costs: reading them costs more.  Of those gone, the words."""
    lines = []
    if source.new_runs:
        runs = [f"^{run.first}" + (f" … ^{run.last} ({run.passages})" * (run.passages > 1)) for run in source.new_runs]
        lines.append(f"new passages: {', '.join(runs)}")
    if source.gone_blocks:
        shown = [f"^{block}" for block in source.gone_blocks[: int(12 * room)]]
        told = source.gone_words[: max(GONE_AT_LEAST, int(6 * room))]
        width = max(GONE_CHARACTERS, int(80 * room))
        shown = [f'{id_} "{inline(said, width)}"' for id_, said in zip(shown, told)] + shown[len(told) :]
        rest = len(source.gone_blocks) - len(shown)
        shown += [f"{f'… {rest} more' if shown else rest}; --json lists all"] if rest else []
        lines.append(f"gone passages: {', '.join(shown)}")
    return lines


def _brief(source: Registered, room: float) -> list[str]:
    known = ", ".join(entity.id for entity in source.entities[: int(3 * room)])
    return [f"  known: {known}"] if known else []


def _outline(source: Registered, room: float) -> list[str]:
    shown, width = int(OUTLINE_ENTRIES * room), int(60 * room)
    lines = ["outline:"]
    for entry in source.outline[:shown]:
        ids = dict.fromkeys(id_ for id_ in (entry.first, entry.last) if id_)
        blocks = " … ".join(f"^{id_}" for id_ in ids) or "no block ids"
        number = f" ({entry.passages})" if entry.passages > 1 else ""
        # The title is known; what stands last tells the sections apart.
        section = shown_heading(entry.text.rpartition(" > ")[2]) if entry.first else entry.text
        lines.append(f"  {inline(section, width)}  {blocks}{number}")
    return lines + more(source.outline, shown, "`show` prints all")


def _entities(source: Registered, room: float) -> list[str]:
    if not source.entities:
        return []
    shown = int(ENTITIES * room)
    if not shown:
        return [f"known entities: {len(source.entities)}; --json lists all"]
    lines = ["known entities:"]
    for entity in source.entities[:shown]:
        type_ = f" ({inline(entity.type, 20)})" if entity.type else ""
        lines.append(f"  [[{entity.id}]] {inline(entity.name, 40)}{type_} x{entity.mentions}")
    return lines + more(source.entities, shown, "--json lists all")


def _stale(source: Registered, room: float) -> list[str]:
    # These are what a revision leaves to do; the outline can be shown again.
    shown = max(STALE_AT_LEAST, int(STALE * room))
    now = "; its words stand in ^{} now"
    lines = [
        f"  stale: {inline(c.path)}:{c.line} cites ^{c.block}, gone{now.format(c.now) if c.now else ''}"
        for c in source.stale[:shown]
    ]
    return lines + more(source.stale, shown, "`lint` lists all")


def _warnings(source: Registered, room: float) -> list[str]:
    # What matters most first, and always one: a page of hidden signs must not push an order to the reader out of sight.
    told = sorted(source.findings, key=lambda f: _GRAVEST.index(f.rule) if f.rule in _GRAVEST else len(_GRAVEST))
    lines, shown = warning_lines(told), max(1, int(FINDINGS * room))
    return lines[:shown] + more(lines, shown, "--json lists all")
