"""What `add` prints: of each document what is to be read, and what its reader must beware of."""

from __future__ import annotations

import shlex
from itertools import zip_longest

from ..documents.sources import AddReceipt, Registered
from ..text.escaping import first_few, one_line
from ..text.labels import bare_heading
from ..wiki_store.working_copy import Outcome
from .receipts import fitting, more, receipt_text, warning_lines

OUTLINE_ENTRIES, ENTITIES, FINDINGS, STALE = 10, 8, 4, 5
"""Most entries of each list that is printed for one document: 300 tokens hold them."""
_GRAVEST = ("secret", "password", "page-size", "left-out")
SKIPPED = 3
"""Most skipped files that are named for one reason."""
LIKE = 2
"""Most sources that are named as like a document."""
GONE, QUOTED, QUOTED_CHARACTERS = 12, 4, 60
"""Most passages that went which are named, and of which the beginning is quoted, to as many characters."""
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
        first, others = _document(source, is_brief=is_brief)
        lines += fitting(first, others, DOCUMENT_TOKENS)
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


def _document(source: Registered, *, is_brief: bool) -> tuple[list[str], list[str]]:
    """Return what must be said of a document, and what more as far as there is room."""
    warned = _warnings(source)
    if source.state == "refused":
        head = f"{one_line(source.path, 60)} refused: a secret; --redact replaces it, --keep-secrets keeps it"
        return [head, *warned[:1]], warned[1:]
    # What its reader must beware of comes before what the reader sets out to read.
    first = [f"{source.id} {source.state} ({source.passages} passages, revision {source.revision})", *warned[:1]]
    for like in source.like[:LIKE]:
        first.append(
            f"like [[{like}]]: the same title; if it is a new version, `undo` this, then `add --as {shlex.quote(like)}`"
        )
    if source.new_runs:
        # All of them, whatever it costs: reading them costs more.
        runs = [f"^{run.first}" + (f" … ^{run.last} ({run.passages})" * (run.passages > 1)) for run in source.new_runs]
        first.append(f"new passages: {', '.join(runs)}")
    first += _gone(source)
    if source.state == "unchanged":
        # There is nothing to do, so nothing to know for it.
        return first, warned[1:]
    others = [*warned[1:], *_stale(source)]
    if is_brief:
        known = ", ".join(entity.id for entity in source.entities[:3])
        return first, [*others, *([f"  known: {known}"] if known else [])]
    # Of a revision the new passages are to be read; its outline is known, and `show` prints it.
    return first, [*others, *(_outline(source) if source.state != "changed" else []), *_entities(source)]


def _gone(source: Registered) -> list[str]:
    """Name the passages that are gone, of the first with their words."""
    blocks = [f"^{block}" for block in source.gone_blocks]
    quoted = [f' "{one_line(words, QUOTED_CHARACTERS)}"' for words in source.gone_words[:QUOTED]]
    named = [block + words for block, words in zip_longest(blocks[:GONE], quoted[: len(blocks)], fillvalue="")]
    named += [f"… {len(blocks) - GONE} more; --json lists all"] if len(blocks) > GONE else []
    return [f"gone passages: {', '.join(named)}"] if named else []


def _outline(source: Registered) -> list[str]:
    lines = ["outline:"]
    for entry in source.outline[:OUTLINE_ENTRIES]:
        ids = dict.fromkeys(block for block in (entry.first, entry.last) if block)
        blocks = " … ".join(f"^{block}" for block in ids) or "no block ids"
        number = f" ({entry.passages})" if entry.passages > 1 else ""
        # The title is known; what stands last tells the sections apart.
        section = bare_heading(entry.text.rpartition(" > ")[2]) if entry.first else entry.text
        lines.append(f"  {one_line(section, 60)}  {blocks}{number}")
    return lines + more(source.outline, OUTLINE_ENTRIES, "`show` prints all")


def _entities(source: Registered) -> list[str]:
    lines = ["known entities:"] if source.entities else []
    for entity in source.entities[:ENTITIES]:
        type_ = f" ({one_line(entity.type, 20)})" if entity.type else ""
        lines.append(f"  [[{entity.id}]] {one_line(entity.name, 40)}{type_} x{entity.mentions}")
    return lines + more(source.entities, ENTITIES, "--json lists all")


def _stale(source: Registered) -> list[str]:
    now = "; its words stand in ^{} now"
    lines = [
        f"  stale: {one_line(c.path)}:{c.line} cites ^{c.block}, gone{now.format(c.now) if c.now else ''}"
        for c in source.stale[:STALE]
    ]
    led = [f"  led: {source.led} claims follow their words to other passages"] if source.led else []
    return led + lines + more(source.stale, STALE, "`lint` lists all")


def _warnings(source: Registered) -> list[str]:
    # What matters most first, and always one: a page of hidden signs must not push an order to the reader out of sight.
    ordered = sorted(source.findings, key=lambda f: _GRAVEST.index(f.rule) if f.rule in _GRAVEST else len(_GRAVEST))
    lines = warning_lines(ordered)
    return lines[:FINDINGS] + more(lines, FINDINGS, "--json lists all")
