"""A home made from a set: its passages as sources, its triples as claims with their passage as evidence.

The pages are those that `add` and `apply` write, written at once instead of document by document.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..care.initializing import make_home
from ..errors import ClaimError
from ..pages.knowledge.claim_line import format_claim
from ..pages.knowledge.relation_names import relation_type
from ..pages.markdown.block_marks import mark_passages
from ..pages.markdown.sections import leaves_open
from ..pages.page import read_page
from ..pages.page_model import Claim, Evidence
from ..pages.rendering import escape_line, source_page, summary_page
from ..pages.text.names import fold_name, normalize_name
from ..pages.text.slugs import safe_display, slugify

if TYPE_CHECKING:
    from ..pages.page_model import Passage
    from .retrieval_set import SetPassage

DATE = "2026-01-01"
"""Any date: what is asked here does not depend on it."""
MAX_NAME = 200
"""Characters of a name in a claim: a longer one is a sentence, and is told in full by its passage."""


class SetHome(NamedTuple):
    """Where a set's passages stand in a home."""

    folder: str
    owners: dict[tuple[str, str], str]
    """The set's passage, by page and block id: several blocks where Markdown cuts its text."""
    claims: int
    left_out: int
    """Triples that no claim line can hold."""

    def blocks(self) -> dict[str, int]:
        """How many blocks each of the set's passages has."""
        counts: dict[str, int] = {}
        for owner in self.owners.values():
            counts[owner] = counts.get(owner, 0) + 1
        return counts


def build_home(folder: str, passages: Sequence[SetPassage], progress: Callable[[], None]) -> SetHome:
    """Write a home for passages, those of one title on one page in the order given; progress is told of each page."""
    location = make_home(folder)
    titled: dict[str, list[SetPassage]] = {}
    for passage in passages:
        titled.setdefault(slugify(passage.title), []).append(passage)
    names = {fold_name(held[0].title): slug for slug, held in titled.items()}
    owners: dict[tuple[str, str], str] = {}
    claims = left_out = 0
    for room in ("sources", "summaries"):
        os.makedirs(os.path.join(location.vault, room), exist_ok=True)
    for slug, held in titled.items():
        text, cited = _source(slug, held)
        for passage, blocks in zip(held, cited):
            owners.update(((slug, block), passage.id) for block in blocks)
        _write(location.vault, "sources", slug, text)
        lines, mentions, bad = _extracted(slug, held, cited, names)
        claims, left_out = claims + len(lines), left_out + bad
        if lines or mentions:
            _write(location.vault, "summaries", slug + "-summary", _summary(slug, held[0].title, lines, mentions))
        progress()
    return SetHome(folder, owners, claims, left_out)


def _write(vault: str, room: str, slug: str, text: str) -> None:
    with open(os.path.join(vault, room, slug + ".md"), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _source(slug: str, held: Sequence[SetPassage]) -> tuple[str, list[list[str]]]:
    """The page of the passages of one title, and the block ids of each."""
    texts = ["\n".join(line for line in passage.text.splitlines() if line.strip()) for passage in held]
    texts = [_plain(text) if leaves_open(text) else text for text in texts]
    marked, cited = _marked(slug, held[0].title, texts)
    # Where Markdown makes one list of two passages, say, they are written so that it finds nothing in them.
    swallowed = [text for text, blocks in zip(texts, cited) if text and not blocks]
    if swallowed:
        marked, cited = _marked(slug, held[0].title, [_plain(text) for text in texts])
    return marked, cited


def _plain(text: str) -> str:
    return "\n".join(map(escape_line, text.split("\n")))


def _marked(slug: str, title: str, texts: Sequence[str]) -> tuple[str, list[list[str]]]:
    head = source_page(title, origin=slug, sha256="", revision=1, body="", created=DATE, updated=DATE, summary="")
    marked = mark_passages(head + "\n\n".join(texts) + "\n")
    starts, at = [], len(head)
    for text in texts:
        starts.append(at)
        at += len(text) + 2
    page = read_page(f"sources/{slug}.md", marked.text)
    cited: list[list[str]] = [[] for _ in texts]
    for passage in page.passages:
        if passage.block:
            cited[_owner(passage, marked.insertions, starts)].append(passage.block)
    return marked.text, cited


def _owner(passage: Passage, insertions: Iterable[tuple[int, str]], starts: Sequence[int]) -> int:
    """Which text a passage of the marked page comes from: its start without the ids that were put in before it."""
    before = passage.start
    added = 0
    for at, put in insertions:
        if at + added < before:
            added += len(put)
    place = before - added
    return max((number for number, start in enumerate(starts) if start <= place), default=0)


def _extracted(
    slug: str, held: Sequence[SetPassage], cited: Sequence[Sequence[str]], names: dict[str, str]
) -> tuple[list[str], list[str], int]:
    """Claim lines, mention lines, and how many triples no line can hold."""
    lines: dict[str, None] = {}
    mentions: dict[str, None] = {}
    left_out = 0
    for passage, blocks in zip(held, cited):
        evidence = Evidence(slug, blocks[0] if blocks else "")
        for name in passage.entities:
            if normalize_name(name):
                link = f"[[{_slug(name, names)}|{safe_display(name[:MAX_NAME])}]]"
                mentions[f"- {link} [[{slug}#^{evidence.block}|{evidence.block}]]"] = None
        for subject, relation, target in passage.triples:
            line = _claim(subject, relation, target, evidence, names)
            if line:
                lines[line] = None
            else:
                left_out += 1
    return list(lines), list(mentions), left_out


def _claim(subject: str, relation: str, target: str, evidence: Evidence, names: dict[str, str]) -> str:
    if not all(map(normalize_name, (subject, target))):
        return ""
    ends = [(_slug(name, names), name[:MAX_NAME]) for name in (subject, target)]
    try:
        return format_claim(Claim(*ends[0], relation_type(relation), *ends[1], 1.0, (evidence,)))
    except ClaimError:
        return ""


def _slug(name: str, names: dict[str, str]) -> str:
    """The page of that title, else the name's own slug, as `apply` would make it."""
    return names.get(fold_name(name)) or slugify(name[:MAX_NAME])


def _summary(slug: str, title: str, lines: Sequence[str], mentions: Sequence[str]) -> str:
    text = summary_page(
        f"{title} (summary)",
        source_slug=slug,
        source_title=title,
        prose="",
        claim_lines=lines,
        created=DATE,
        updated=DATE,
    )
    return text + ("\n## Mentions\n\n" + "\n".join(mentions) + "\n" if mentions else "")
