"""What `add` tells of a document: what became of it, how it is cut, what in it is known, what it leaves stale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..care.citations import Citation
from ..text.hygiene import Finding
from ..pages.model import NameHit
from ..pages.text.names import fold_name
from ..text.analyzer import function_words
from ..text.name_runs import name_runs, words_of
from ..text.secrets import redact

if TYPE_CHECKING:
    from ..pages.page_model import Page, Passage
    from ..store.workspace import Workspace
    from .documents import Document, Skipped
    from .likeness import LikeSource


TOGETHER = 1000
"""Texts that are looked through for names at once: what they are cut into takes twenty times their room."""


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
    """What looks like a secret, is hidden, or addresses the reader; and what a person's hand wrote that is gone now."""
    like: tuple[LikeSource, ...] = ()
    """For a new one: sources of which it may be another version."""
    copy_of: str = ""
    """For an unchanged one whose bytes lie elsewhere, too: the origin that its source keeps; nothing was registered."""
    title_left: str = ""
    """The title that was given and not taken: a source keeps the one it has, until it is renamed."""


class AddReceipt(NamedTuple):
    """What `add` did."""

    sources: tuple[Registered, ...]
    skipped: tuple[Skipped, ...]


def receipt_of(
    ws: Workspace,
    page: Page,
    state: str,
    revision: int,
    findings: Sequence[Finding],
    *,
    old: Page | None = None,
    stale: tuple[Citation, ...] = (),
) -> Registered:
    """The receipt for a source note; old is the note as it was, stale what this revision leaves without its passage."""
    before = {passage.block for passage in old.passages} if old else set()
    after = {passage.block for passage in page.passages}
    gone = [passage for passage in old.passages if passage.block and passage.block not in after] if old else []
    return Registered(
        id=page.path.rpartition("/")[2][:-3],
        path=page.path,
        title=page.title,
        state=state,
        revision=revision,
        passages=len(page.passages),
        outline=_outline(page),
        entities=_known_entities(ws, page),
        new_blocks=tuple(p.block for p in page.passages if p.block not in before) if old else (),
        gone_blocks=tuple(p.block for p in gone),
        new_runs=_runs([p.block for p in page.passages], before) if old else (),
        stale=stale,
        gone_words=tuple(_words(p)[:BEGINNING] for p in gone),
        findings=tuple(findings),
    )


def refused(document: Document, title: str, findings: Sequence[Finding]) -> Registered:
    """The receipt for a document that was not registered."""
    return Registered("", document.origin, title, "refused", 0, 0, (), (), (), (), (), (), (), tuple(findings))


def _runs(blocks: Sequence[str], known: Collection[str]) -> tuple[Run, ...]:
    runs: list[Run] = []
    follows = False
    for block in blocks:
        if block in known:
            follows = False
        elif follows:
            runs[-1] = runs[-1]._replace(last=block, passages=runs[-1].passages + 1)
        else:
            runs.append(Run(block, block, 1))
            follows = True
    return tuple(runs)


def _outline(page: Page) -> tuple[OutlineEntry, ...]:
    entries: list[OutlineEntry] = []
    headed = any(passage.heading for passage in page.passages)
    before = None
    for passage in page.passages:
        if headed and passage.heading == before:
            entry = entries[-1]
            blocks = {"first": entry.first or passage.block, "last": passage.block or entry.last}
            entries[-1] = entry._replace(**blocks, passages=entry.passages + 1)
            continue
        before = passage.heading
        # What is printed goes on to whoever reads the agent's output: no secret is in it.
        text = redact(passage.heading) if headed else " ".join(_words(passage).split()[:7])
        entries.append(OutlineEntry(text, passage.block, passage.block, 1))
    return tuple(entries)


def _words(passage: Passage) -> str:
    """A passage on one line, of code without the fence that opens it."""
    opening, line_end, rest = passage.text.partition("\n")
    is_code = opening.startswith(("```", "~~~"))
    return " ".join(redact(rest if is_code and line_end else passage.text).split())


def _known_entities(ws: Workspace, page: Page) -> tuple[KnownEntity, ...]:
    """Pages whose names stand in the text, most often named first; the source and its summary left out."""
    own = page.path.rpartition("/")[2][:-3]
    counts: dict[str, int] = {}
    texts = [*(heading.text for heading in page.headings), *(passage.text for passage in page.passages)]
    for start in range(0, len(texts), TOGETHER):
        for hit, number in _names_in(ws, texts[start : start + TOGETHER]):
            if hit.how not in ("missing", "question") and hit.node not in (own, own + "-summary"):
                counts[hit.node] = counts.get(hit.node, 0) + number
    nodes = ws.reader.nodes(list(counts))
    found = [KnownEntity(id_, node.name, node.type, counts[id_]) for id_, node in nodes.items()]
    return tuple(sorted((e for e in found if nodes[e.id].category != "sources"), key=lambda e: (-e.mentions, e.id)))


def _names_in(ws: Workspace, texts: Sequence[str]) -> list[tuple[NameHit, int]]:
    """Return the names that stand in some texts, each with how often it does."""
    keys = {word.text: fold_name(word.text) for text in texts for word in words_of(text)}
    begun = ws.reader.names_beginning(sorted(set(keys.values())))
    stop = function_words("en")

    def begins(word: str) -> bool:
        return keys[word] in begun and word.casefold() not in stop

    runs = Counter(fold_name(run.text) for text in texts for run in name_runs(text, begins))
    return [(hits[0], runs[key]) for key, hits in ws.reader.names(sorted(runs)).items() if hits]
