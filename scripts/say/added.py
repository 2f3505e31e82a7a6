"""What `add` prints: of each document what is to be read, and what its reader must beware of."""

from __future__ import annotations

import shlex
from functools import partial

from ..documents.sources import AddReceipt, Registered
from ..text.escaping import first_few, one_line
from ..text.labels import bare_heading
from ..wiki_store.working_copy import Outcome
from .receipts import fitting, more, receipt_text, warning_lines

OUTLINE_ENTRIES, ENTITIES, FINDINGS, STALE = 10, 8, 4, 5
"""Most entries of each list that is printed for one document: 300 tokens hold them."""
STALE_AT_LEAST = 3
"""Claims that lost their passage and are named however long the rest is."""
_GRAVEST = ("secret", "password", "page-size", "left-out")
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


def added_text(outcome: Outcome[AddReceipt]) -> str:
    """Return what an agent must know of each document, and no more tokens of it than are worth paying."""
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
    lines += _warnings(source, room)
    for like in source.like[:LIKE]:
        lines.append(
            f"like [[{like}]]: the same title; if it is a new version, `undo` this, then `add --as {shlex.quote(like)}`"
        )
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
    listed, width = int(OUTLINE_ENTRIES * room), int(60 * room)
    lines = ["outline:"]
    for entry in source.outline[:listed]:
        ids = dict.fromkeys(block for block in (entry.first, entry.last) if block)
        blocks = " … ".join(f"^{block}" for block in ids) or "no block ids"
        number = f" ({entry.passages})" if entry.passages > 1 else ""
        # The title is known; what stands last tells the sections apart.
        section = bare_heading(entry.text.rpartition(" > ")[2]) if entry.first else entry.text
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
