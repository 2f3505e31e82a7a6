"""What people said in past sessions and is worth keeping, found without a model: offered, never made a claim."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..text.analyzer import analyze
from ..text.kept import property_text
from ..text.sentences import sentences
from ..text.turns import parse_turn
from .recalling import Wanted, find_turns
from .stores import PERSON

NOTES = 20
"""Notes that are looked through: what is older was not missed."""

MOST_RECALLED = 5
"""Turns of which it is looked what in them was rejected."""

RARE = 10
"""Sections in which a word may stand that tells what a command or an edit is about."""
LENGTH = 4
"""Letters of such a word: a shorter one is a file's ending, or an option."""

MOST_LOOKED_AT, LONGEST = 2000, 300
"""Characters of a turn, and of a sentence that may be kept: what is longer was pasted."""

KINDS = {
    kind: re.compile(rf"(?i)\b(?:{'|'.join(words)})\b")
    for kind, words in {
        "correction": (
            "no, (?:not|we|it|that|the)",
            "that(?:'s| is) (?:wrong|not right)",
            "actually, (?:we|it|no|use)",
        ),
        "rejected": ("tried", "(?:did|does)(?:n't| not) work", "rejected?", "reverted", "gave up on", "no longer"),
        "decision": (
            "we(?:'ll| will)? use",
            "let(?:'s| us) (?:not|use|keep|go with)",
            "from now on",
            "decided",
            "agreed",
        ),
        "preference": ("I (?:prefer|don't (?:want|like)|want you to)", "(?:please )?(?:always|never)"),
        "promise": (
            "I(?:'ll| will) (?!see|be)",
            "remind me",
            "by (?:tomorrow|monday|tuesday|wednesday|thursday|friday)",
        ),
    }.items()
}
"""How people say it in English; of a sentence of two kinds the first counts."""


class Offer(NamedTuple):
    """Something that a person said in a past session and that may be worth keeping: to be confirmed, never a claim."""

    link: str
    """`page#^block`."""
    kind: str
    text: str
    """The sentence."""


def offers(reader: IndexReader, marked: Collection[str], *, most: int) -> list[Offer]:
    """Return what of past sessions is worth keeping and nobody has kept or marked yet, the newest first.

    marked: links that were marked as useful or misleading: what was looked at is not offered again.
    """
    found: list[Offer] = []
    pages = [page for page in reader.pages(category="sessions") if property_text(page.properties, "origin")]
    pages.sort(key=lambda page: (property_text(page.properties, "date"), page.path), reverse=True)
    for page in pages[:NOTES]:
        cited = {link.link.partition("#^")[2].lower() for link in reader.links(targets=[page.path])}
        for row in reversed(reader.passages(pages=[page.id])):
            link = f"{page.node}#^{row.block}"
            turn = parse_turn(row.text)
            if turn.speaker != PERSON or row.block.lower() in cited or link in marked:
                continue
            found += [Offer(link, *kept) for kept in worth_keeping(turn.text)][:1]
        if len(found) >= most:
            break
    return found[:most]


def rejections(reader: IndexReader, text: str) -> list[str]:
    """Return what was rejected in a past talk in a sentence that shares a rare word with a command or edit."""
    found = find_turns(reader, text, Wanted(MOST_RECALLED), now="")
    rare = (
        {term.term for term in found.query.terms if 0 < term.sections <= RARE and len(term.text) >= LENGTH}
        if found.query
        else set()
    )
    kept = ((hit, *each) for hit in found.hits for each in worth_keeping(hit.turn.text))
    return [
        f'"{sentence}" ({hit.date})'
        for hit, kind, sentence in kept
        if kind == "rejected" and found.query and not rare.isdisjoint(analyze(sentence, found.query.language))
    ]


def worth_keeping(text: str) -> Iterator[tuple[str, str]]:
    """Give what sentences of a text do (decide, reject, wish, promise, correct), and the sentences."""
    for sentence in sentences(text[:MOST_LOOKED_AT]):
        sentence = " ".join(sentence.split())
        if len(sentence) <= LONGEST and not sentence.endswith("?"):
            yield from ((kind, sentence) for kind, pattern in KINDS.items() if pattern.search(sentence))
