"""What `add` tells of a document: what became of it, how it is cut, what in it is known, what it leaves stale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..look.citations import Citation
from ..model import Quotable
from ..text.hygiene import Finding, redact
from ..text.names import stem_of
from ..wiki_store.working_copy import Outcome
from .reading import Document, Skipped

BEGINNING = 200
"""Characters that are told of a passage that is gone; `show` tells more of one."""


class OutlineEntry(NamedTuple):
    """A heading, or the beginning of a passage where there are no headings, with the blocks under it."""

    text: str
    first: str
    """Block id of the first passage that has one; "" for none."""
    last: str
    passages: int


class KnownEntity(NamedTuple):
    """A page the document names already."""

    id: str
    name: str
    type: str
    mentions: int


class Run(NamedTuple):
    """Passages that follow each other, by the block ids of the first and the last."""

    first: str
    last: str
    passages: int


class Registered(NamedTuple):
    """What became of one document."""

    id: str
    path: str
    title: str
    state: str
    """new, changed, moved (the same bytes at another path), unchanged, or refused: it holds what looks like a secret,
    and nothing was written."""
    revision: int
    passages: int
    outline: tuple[OutlineEntry, ...]
    entities: tuple[KnownEntity, ...]
    """What the index finds in the note once it is written; empty for a dry run."""
    new_blocks: tuple[str, ...]
    """Passages that the revision before did not have."""
    gone_blocks: tuple[str, ...]
    new_runs: tuple[Run, ...]
    """The new passages as they follow each other in the text."""
    stale: tuple[Citation, ...]
    """Claims, answers and quotes on pages whose passage this revision no longer has, and the one before had."""
    gone_words: tuple[str, ...]
    """How each of the gone passages began."""
    findings: tuple[Finding, ...]
    """What looks like a secret or is hidden; and what a person's hand wrote that is gone now."""
    like: tuple[str, ...] = ()
    """For a new one: sources of the same title, of which it may be another version."""
    led: int = 0
    """Claims that this revision led to the passages in which their words stand now."""


class AddReceipt(NamedTuple):
    """What `add` did."""

    sources: tuple[Registered, ...]
    skipped: tuple[Skipped, ...]


def receipt_of(
    path: str,
    title: str,
    state: str,
    revision: int,
    units: Sequence[Quotable],
    *,
    findings: Sequence[Finding],
    old: Sequence[Quotable] | None = None,
    stale: tuple[Citation, ...] = (),
) -> Registered:
    """Return the receipt for a source note.

    units: what of it can be cited; old: what could before; stale: what this revision leaves without its passage.
    """
    before = {unit.block for unit in old or ()}
    after = {unit.block for unit in units}
    gone = [unit for unit in old or () if unit.block and unit.block not in after]
    return Registered(
        id=stem_of(path),
        path=path,
        title=title,
        state=state,
        revision=revision,
        passages=len(units),
        outline=_outline(units),
        entities=(),
        new_blocks=tuple(unit.block for unit in units if unit.block not in before) if old is not None else (),
        gone_blocks=tuple(unit.block for unit in gone),
        new_runs=_runs([unit.block for unit in units], before) if old is not None else (),
        stale=stale,
        gone_words=tuple(_words(unit)[:BEGINNING] for unit in gone),
        findings=tuple(findings),
    )


def refused(document: Document, title: str, findings: Sequence[Finding]) -> Registered:
    """Return the receipt for a document that was not registered."""
    return Registered("", document.origin, title, "refused", 0, 0, (), (), (), (), (), (), (), tuple(findings))


def with_entities(reader: IndexReader, outcome: Outcome[AddReceipt]) -> Outcome[AddReceipt]:
    """Return the outcome with the pages that the documents name, once the index has the notes."""
    sources = tuple(
        source._replace(entities=_known_entities(reader, source.path)) if source.id else source
        for source in outcome.receipt.sources
    )
    return replace(outcome, receipt=outcome.receipt._replace(sources=sources))


def _known_entities(reader: IndexReader, path: str) -> tuple[KnownEntity, ...]:
    """Return pages whose names stand in the text, most often named first; sources and summaries are left out."""
    rows = reader.pages(paths=[path])
    sections = reader.sections(pages=[row.id for row in rows]) if rows else []
    if not sections:
        return ()
    words = {section.id: f" {section.words} " for section in sections}
    counts: Counter[str] = Counter()
    for mention in reader.mentions(sections=[*words]):
        if mention.role == "text":
            counts[mention.name] += max(1, words[mention.section].count(f" {mention.name} "))
    keys = {(name.page, name.key) for name in reader.names(sorted(counts)) if name.page is not None}
    mentions: Counter[int] = Counter()
    for page, key in keys:
        mentions[page] += counts[key]
    named = [row for row in reader.pages(ids=sorted(mentions)) if row.category not in ("sources", "summaries")]
    found = [KnownEntity(row.node, row.title, row.type, mentions[row.id]) for row in named]
    return tuple(sorted(found, key=lambda entity: (-entity.mentions, entity.id)))


def _runs(blocks: Sequence[str], known: Collection[str]) -> tuple[Run, ...]:
    runs = [[*run] for is_known, run in groupby(blocks, known.__contains__) if not is_known]
    return tuple(Run(run[0], run[-1], len(run)) for run in runs)


def _outline(units: Sequence[Quotable]) -> tuple[OutlineEntry, ...]:
    entries: list[OutlineEntry] = []
    is_headed = any(unit.heading for unit in units)
    for _, group in groupby(units, (lambda unit: unit.heading) if is_headed else id):
        passages = [*group]
        blocks = [unit.block for unit in passages if unit.block] or [""]
        # What is printed goes on to whoever reads the agent's output: no secret is in it.
        text = redact(passages[0].heading) if is_headed else " ".join(_words(passages[0]).split()[:7])
        entries.append(OutlineEntry(text, blocks[0], blocks[-1], len(passages)))
    return tuple(entries)


def _words(unit: Quotable) -> str:
    """Return a passage on one line, of code without the fence that opens it."""
    opening, line_end, rest = unit.text.partition("\n")
    is_code = opening.startswith(("```", "~~~"))
    return " ".join(redact(rest if is_code and line_end else unit.text).split())
