"""The verbs that bring something in: `add`, `apply` and `file`."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..text.escaping import first_few, one_line
from ..text.tokens import count_tokens
from . import Add, Implementation, add_dry_run, add_secrets, comma_list, read_text, secrets_choice
from .receipts import clip, fitting, more, receipt_text, warning_lines

if TYPE_CHECKING:
    from ..ingest.answers import FiledReceipt
    from ..ingest.receipts import ApplyReceipt, Rejection
    from ..ingest.source_receipt import AddReceipt, Registered
    from ..knowledge_base import KnowledgeBase
    from ..wiki_store.working_copy import Outcome

# --- add --------------------------------------------------------------------------------------------------------------

OUTLINE_ENTRIES, ENTITIES, FINDINGS, STALE = 10, 8, 4, 5
"""Most entries of each list that is printed for one document: 300 tokens hold them."""
STALE_AT_LEAST = 3
"""Claims that lost their passage and are named however long the rest is."""
_GRAVEST = ("secret", "password", "page-size", "moved", "left-out")
SKIPPED = 3
"""Most skipped files that are named for one reason."""
LIKE = 2
"""Most sources that are named as like a document."""
GONE_AT_LEAST, GONE_CHARACTERS = 2, 40
"""Passages that went whose beginning is quoted, to as many characters, however long the rest is; of others the id."""
BRIEF_FROM = 4
"""From this many documents on, each is one line."""
DOCUMENT_TOKENS = 270
"""What one document may cost; the promise is 300.  The line that names the operation comes on top."""


def _add_options(add: Add) -> None:
    add("paths", nargs="+", metavar="FILE|DIR|-")
    add("--title", action="append", default=[], help="title of a document; once for each, in their order")
    add("--as", default="", metavar="SLUG", help="it is the next revision of this source")
    add_secrets(add)
    add_dry_run(add)


def _add(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[AddReceipt], int]:
    # `as` is a word of Python.
    revises, title, secrets = vars(options)["as"], options.title, secrets_choice(options)
    outcome = kb.add(options.paths, title=title, revises=revises, secrets=secrets, dry_run=options.dry_run)
    sources = outcome.receipt.sources
    is_refused = any(source.state == "refused" for source in sources)
    is_skipped = not all(item.is_usual for item in outcome.receipt.skipped)
    has_warning = any(_hides_something(source) for source in sources)
    return outcome, 3 if is_refused else 1 if is_skipped or has_warning else 0


def _hides_something(source: Registered) -> bool:
    """Whether its text came in now and hides something; a secret that was let in is the call's own decision."""
    return source.state in ("new", "changed") and any(finding.rule != "secret" for finding in source.findings)


def _add_text(outcome: Outcome[AddReceipt], _: argparse.Namespace) -> str:
    receipt = outcome.receipt
    is_brief = len(receipt.sources) >= BRIEF_FROM
    lines: list[str] = []
    for source in receipt.sources:
        lines += fitting(partial(_document, source, is_brief=is_brief), DOCUMENT_TOKENS)
    return receipt_text(outcome, [*lines, *_skipped(receipt)])


def _skipped(receipt: AddReceipt) -> list[str]:
    """Return a line for each reason: a folder may hold hundreds of pictures."""
    reasons: dict[str, list[str]] = {}
    for item in receipt.skipped:
        reasons.setdefault(item.reason, []).append(one_line(item.origin))
    lines = []
    for reason, files in sorted(reasons.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        lines.append(f"skipped {first_few(files, SKIPPED)}: {one_line(reason)}")
    return lines


def _document(source: Registered, room: float, *, is_brief: bool) -> list[str]:
    if source.state == "refused":
        head = f"{one_line(source.path, 60)} refused: a secret; --redact replaces it, --keep-secrets keeps it"
        return [head, *_warnings(source, room)]
    # What its reader must beware of comes before what the reader sets out to read.
    lines = [f"{source.id} {source.state} ({source.passages} passages, revision {source.revision})"]
    if source.copy_of:
        lines.append(f"  a copy of {one_line(source.copy_of, 120)}, which stays the document of this source")
    if source.title_left:
        renaming = f"`rename {shlex.quote(source.id)} {shlex.quote(one_line(source.title_left, 60))}` changes it"
        lines.append(f"  the title stays {one_line(source.title, 60)}: {renaming}")
    lines += _warnings(source, room)
    for like in source.like[:LIKE]:
        titled = "the same title" if like.same_title else "another title"
        shared = f"{like.shared} of {source.passages} passages in common"
        again = f"`undo` this, then `add --as {shlex.quote(like.id)}`"
        lines.append(f"like [[{like.id}]]: {titled}, {shared}; if it is a new version of it, {again}")
    lines += _changed(source, room)
    if source.state == "unchanged":
        # There is nothing to do, so nothing to know for it.
        return lines
    if is_brief:
        known = ", ".join(entity.id for entity in source.entities[: int(3 * room)])
        return [*lines, *_stale(source, room), *([f"  known: {known}"] if known else [])]
    # Of a revision the new passages are to be read; its outline is known, and `show` prints it.
    outline = [] if source.state == "changed" else _outline(source, room)
    return [*lines, *_stale(source, room), *outline, *_entities(source, room)]


def _changed(source: Registered, room: float) -> list[str]:
    """Return all passages to read, whatever it costs: reading them costs more.  Of those gone, the words."""
    lines = []
    if source.new_runs:
        runs = [f"^{run.first}" + (f" … ^{run.last} ({run.passages})" * (run.passages > 1)) for run in source.new_runs]
        lines.append(f"new passages: {', '.join(runs)}")
    if source.gone_blocks:
        blocks = [f"^{block}" for block in source.gone_blocks[: int(12 * room)]]
        quotes = source.gone_words[: max(GONE_AT_LEAST, int(6 * room))]
        width = max(GONE_CHARACTERS, int(80 * room))
        named = [f'{block} "{one_line(quote, width)}"' for block, quote in zip(blocks, quotes)] + blocks[len(quotes) :]
        rest = len(source.gone_blocks) - len(named)
        named += [f"{f'… {rest} more' if named else rest}; --json lists all"] if rest else []
        lines.append(f"gone passages: {', '.join(named)}")
    return lines


def _outline(source: Registered, room: float) -> list[str]:
    from ..text.cleaning import clean_heading

    listed, width = int(OUTLINE_ENTRIES * room), int(60 * room)
    lines = ["outline:"]
    for entry in source.outline[:listed]:
        ids = dict.fromkeys(block for block in (entry.first, entry.last) if block)
        blocks = " … ".join(f"^{block}" for block in ids) or "no block ids"
        number = f" ({entry.passages})" if entry.passages > 1 else ""
        # The title is known; what stands last tells the sections apart.
        section = clean_heading(entry.text.rpartition(" > ")[2]) if entry.first else entry.text
        lines.append(f"  {one_line(section, width)}  {blocks}{number}")
    return lines + more(source.outline, listed, "`show` prints all")


def _entities(source: Registered, room: float) -> list[str]:
    if not source.entities:
        return []
    listed = int(ENTITIES * room)
    if not listed:
        return [f"known entities: {len(source.entities)}; --json lists all"]
    lines = ["known entities:"]
    for entity in source.entities[:listed]:
        type_ = f" ({one_line(entity.type, 20)})" if entity.type else ""
        lines.append(f"  [[{entity.id}]] {one_line(entity.name, 40)}{type_} x{entity.mentions}")
    return lines + more(source.entities, listed, "--json lists all")


def _stale(source: Registered, room: float) -> list[str]:
    # These are what a revision leaves to do; the outline can be printed again.
    listed = max(STALE_AT_LEAST, int(STALE * room))
    now = "; its words stand in ^{} now"
    lines = [
        f"  stale: {one_line(c.path)}:{c.line} cites ^{c.block}, gone{now.format(c.now) if c.now else ''}"
        for c in source.stale[:listed]
    ]
    led = [f"  led: {source.led} claims follow their words to other passages"] if source.led else []
    return led + lines + more(source.stale, listed, "`lint` lists all")


def _warnings(source: Registered, room: float) -> list[str]:
    # What matters most first, and always one: a page of hidden signs must not push an order to the reader out of sight.
    ordered = sorted(source.findings, key=lambda f: _GRAVEST.index(f.rule) if f.rule in _GRAVEST else len(_GRAVEST))
    lines, listed = warning_lines(ordered), max(1, int(FINDINGS * room))
    return lines[:listed] + more(lines, listed, "--json lists all")


# --- apply ------------------------------------------------------------------------------------------------------------

REJECTED = 40
"""Most reasons that are printed, or given to a client of the server; `--json` has all.  As many notes."""
NAMED = 8
"""Items refused for one reason, up to which the line of that reason may grow."""
NEAREST_CHARACTERS = 130
"""Of what is nearest to what was refused: of a quote, the source's own words."""
LESS = (80, 60, 45)
"""The same where the line is too long."""
DROPPED, DROPPED_CHARACTERS = 5, 120
"""Most words that are gone which are printed, and of each of them and of what rested on it."""
NOTICE_CHARACTERS = 120
"""Of one notice; enough for the hash at the end of one that names a page."""
RECEIPT_TOKENS, REJECTION_TOKENS = 115, 24
"""What a receipt and each rejection in it may cost.

The promise is 150 and 25: the line that names the operation, the one that counts rejections and notes come on top.
"""
SHORTEST_QUOTE = 16
"""Characters of what a rejection quotes that are left when its line has to be shortened."""
_QUOTED = re.compile(r"'.*'|\".*\"")


def _apply_options(add: Add) -> None:
    add("bundle", metavar="BUNDLE.json|-")
    add("--partial", action="store_true", help="write what holds, list the rest")
    add_dry_run(add)


def _apply(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[ApplyReceipt], int]:
    from ..ingest.bundle import parse_bundle

    value = parse_bundle(read_text(options.bundle, kb.settings), options.bundle)
    outcome = kb.apply(value, partial=options.partial, dry_run=options.dry_run)
    has_rejected = bool(outcome.receipt.rejected)
    return outcome, 0 if not has_rejected else 1 if options.partial else 3


def _apply_text(outcome: Outcome[ApplyReceipt], _: argparse.Namespace) -> str:
    receipt = outcome.receipt
    is_refused = bool(receipt.rejected) and not receipt.written
    lines = [] if is_refused else fitting(partial(_written, receipt), RECEIPT_TOKENS)
    lines += _dropped(receipt) + _notices(receipt)
    if receipt.rejected:
        lines.append(f"rejected {len(receipt.rejected)}" + ("; nothing was written" if is_refused else "") + ":")
        # What the rest of the receipt leaves over, the reasons may use.
        over = RECEIPT_TOKENS - count_tokens("\n".join(lines))
        tokens = REJECTION_TOKENS + max(0, over) // len(receipt.rejected)
        groups = _grouped(receipt.rejected)
        # Of hundreds for one reason it is enough to name the first.
        lines += [_rejection(group, tokens * min(len(group), NAMED)) for group in groups[:REJECTED]]
        lines += more(groups, REJECTED, "--json lists all")
    return receipt_text(outcome, lines)


def _written(receipt: ApplyReceipt, room: float) -> list[str]:
    lines = [
        f"claims: {receipt.claims_added} added, {receipt.claims_updated} updated, {receipt.claims_unchanged} unchanged"
        + (f", {receipt.claims_withdrawn} withdrawn" if receipt.claims_withdrawn else "")
        + (f", {receipt.claims_led} kept: their words stand in another passage now" if receipt.claims_led else "")
        + (f", {receipt.claims_dropped} dropped: their words are gone" if receipt.claims_dropped else "")
    ]
    for word, ids in (("created", receipt.created), ("updated", receipt.updated)):
        if ids:
            named = ids[: int(8 * room)]
            rest = f"… {len(ids) - len(named)} more; --json lists all" if len(named) < len(ids) else ""
            lines.append(f"{word} {len(ids)}: " + ", ".join(filter(None, (*named, rest))))
    return lines


def _dropped(receipt: ApplyReceipt) -> list[str]:
    """Return what the source says no more: a user may ask what it was."""
    lines = [
        f'  gone, {one_line(item.claim or item.page, DROPPED_CHARACTERS)}: "{one_line(item.quote, DROPPED_CHARACTERS)}"'
        for item in receipt.dropped
    ]
    return lines[:DROPPED] + more(lines, DROPPED, "--json lists all")


def _notices(receipt: ApplyReceipt) -> list[str]:
    """Return what the agent should look at, one line for what is said of several items."""
    items: dict[str, list[str]] = {}
    for notice in receipt.notices:
        items.setdefault(notice.message, []).append(notice.item)
    notices = [*items.items()]
    lines = [f"  note, {_items(of)}: {one_line(message, NOTICE_CHARACTERS)}" for message, of in notices[:REJECTED]]
    return lines + more(notices, REJECTED, "--json lists all")


def _items(items: Sequence[str]) -> str:
    """Name items of a bundle, those that follow each other as the first and the last of them."""
    runs: list[list[str]] = []
    for item in items:
        kind, _, number = item.rstrip("]").rpartition("[")
        if runs and number.isdecimal() and runs[-1][-1] == f"{kind}[{int(number) - 1}]":
            runs[-1].append(item)
        else:
            runs.append([item])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} … {run[-1]}" for run in runs)


def _grouped(rejected: Sequence[Rejection]) -> list[list[Rejection]]:
    """Put rejections for the same reason together: a name that is unknown is so at every relation."""
    groups: dict[tuple[str, tuple[str, ...]], list[Rejection]] = {}
    for item in rejected:
        groups.setdefault((item.reason, item.nearest), []).append(item)
    return list(groups.values())


def _rejection(group: Sequence[Rejection], tokens: int) -> str:
    """Return one line that keeps what to do: of the words that it quotes the end goes first, then the nearest."""
    first = group[0]
    named = _items([item.item for item in group])
    brief = f"{first.item} and {len(group) - 1} more"
    places = [named, brief] if len(group) > 1 and len(named) > len(brief) else [named]
    lines = [f"  {place}: {wording}" for wording in _wordings(first) for place in places]
    return clip(next((line for line in lines if count_tokens(line + "\n") <= tokens), lines[-1]), tokens)


def _wordings(item: Rejection) -> Iterator[str]:
    """Yield why an item is refused and what is nearest, from the fullest to the barest."""
    reason = one_line(item.reason)
    shortened = (reason, *(_with_less(reason, length) for length in (40, SHORTEST_QUOTE)))
    ways = [(reason, count, NEAREST_CHARACTERS) for count in range(len(item.nearest), 1, -1)]
    if item.nearest:
        ways += [(wording, 1, NEAREST_CHARACTERS) for wording in shortened]
        # What stands in the source says more than what was sent: the sender has that.
        ways += [
            (wording, 1, width) for wording in (shortened[-1], _QUOTED.sub("", reason).rstrip(" :")) for width in LESS
        ]
    for wording, count, width in ways:
        yield f"{wording}; nearest: {one_line(' | '.join(item.nearest[:count]), width)}"
    yield from shortened


def _with_less(reason: str, length: int) -> str:
    """Cut what a reason quotes to this many characters."""
    quoted = _QUOTED.search(reason)
    if quoted is None or len(quoted[0]) <= length:
        return reason
    start = quoted[0][:length].rpartition(" ")[0] or quoted[0][:length]
    return f"{reason[: quoted.start()]}{start}…{quoted[0][-1]}{reason[quoted.end() :]}"


# --- file -------------------------------------------------------------------------------------------------------------


def _file_options(add: Add) -> None:
    add("answer", metavar="FILE|PAGE|-", help="the answer in Markdown, or with --also the page")
    add("--question", action="append", help="repeat it for other wordings")
    add("--title")
    add("--cites", type=comma_list, default=(), metavar="A,B", help="what it rests on: slug#^block, …")
    add("--also", action="append", metavar="WORDING", help="only add a wording of its question")
    add("--expect-sha", default="", metavar="SHA", help="hash of the page you read, to replace it")
    add_dry_run(add)


def _file(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[FiledReceipt], int]:
    parts = {"--question": options.question, "--title": options.title, "--cites": options.cites}
    if options.also:
        return _file_wordings(kb, options, [name for name, value in parts.items() if value]), 0
    missing = [name for name, value in parts.items() if value is None or value == ()]
    if missing:
        raise UsageError(
            f"the following arguments are required: {', '.join(missing)}", hint="see `commonplace file --help`"
        )
    outcome = kb.file(
        question=options.question,
        title=options.title,
        answer=read_text(options.answer, kb.settings),
        cites=options.cites,
        expect_sha=options.expect_sha,
        dry_run=options.dry_run,
    )
    return outcome, 0


def _file_wordings(kb: KnowledgeBase, options: argparse.Namespace, beside: list[str]) -> Outcome[Any]:
    if beside:
        raise UsageError(
            f"--also adds to an answer as it is: leave out {', '.join(beside)}", hint="or leave out --also"
        )
    # A client of the server gives the page where it would give the answer.
    name = read_text("-", kb.settings) if options.answer == "-" else options.answer
    return kb.file_wordings(name, options.also, dry_run=options.dry_run)


def _file_text(outcome: Outcome[Any], _: argparse.Namespace) -> str:
    filed = outcome.receipt
    lines = [f"{filed.id} {filed.state} ({filed.path})", "cites: " + ", ".join(filed.cites)]
    if filed.same_title:
        lines.append(
            f"note: [[{filed.same_title}]] has this title and answers another question; if it is the same, undo and "
            f'`commonplace file --also "NEW WORDING" {shlex.quote(filed.same_title)}`'
        )
    return receipt_text(outcome, lines)


VERBS = {
    "add": Implementation(_add_options, _add, _add_text),
    "apply": Implementation(_apply_options, _apply, _apply_text),
    "file": Implementation(_file_options, _file, _file_text),
}
