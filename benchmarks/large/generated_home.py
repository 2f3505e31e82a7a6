"""Homes of any size for measurements: made-up pages in the shape of real ones, the same bytes for the same seed.

Written directly as files, some 2,000 pages a second, so no verb has checked them; a test holds that they read as
pages, claims and evidence without a finding.
"""

from __future__ import annotations

import os
from random import Random
from typing import NamedTuple

from benchmarks.large.generated_words import Vocabulary, name_at, sentences, vocabulary
from scripts.text.block_ids import block_hash
from scripts.text.names import plain_slug

DATE = "2026-01-02"
_RELATIONS = ("causes", "requires", "uses", "part_of", "prevents", "depends_on", "supports", "similar_to")
_CLAIMS = 6
"""Claims of a summary."""
_SKEW = 3
"""A target's rank is n·u³ for a uniform u: in-degrees fall as rank^(-2/3), the exponent of many real link graphs."""
_HUBS = (0.67, 0.2, 0.1, 0.05, 0.05)
"""Share of the pages with links that lead to each of the five greatest hubs: 50,000 of 100,000 pages to the first."""
_PARAGRAPHS = 14
"""Of a source; with the shares below, a page is 2.7 kB on average."""


class Shape(NamedTuple):
    """How many pages of each kind a home has: a quarter sources, each with a summary, a tenth topics, else entities."""

    sources: int
    entities: int
    topics: int

    @property
    def pages(self) -> int:
        return 2 * self.sources + self.entities + self.topics


class _Entity(NamedTuple):
    number: int
    name: str
    slug: str

    @property
    def link(self) -> str:
        return f"[[{self.slug}|{self.name}]]"


class _Quote(NamedTuple):
    """A sentence of a source, as evidence cites it."""

    source: str
    block: str
    text: str

    @property
    def citation(self) -> str:
        return f'[[{self.source}#^{self.block}|{self.block}]] "{self.text}"'


class _Writer:
    """Writes pages below a vault, one group of them for each source."""

    def __init__(self, vault: str, shape: Shape, seed: int) -> None:
        self.vault, self.shape, self.seed = vault, shape, seed
        self.words: Vocabulary = vocabulary()
        self.names = [name_at(number, self.words) for number in range(shape.entities)]

    def entity(self, number: int) -> _Entity:
        name = self.names[number]
        return _Entity(number, name, plain_slug(name))

    def target(self, random: Random) -> _Entity:
        return self.entity(int(self.shape.entities * random.random() ** _SKEW))

    def targets(self, random: Random) -> list[_Entity]:
        """What a page links to: the hubs by their shares, and a few others by the power law."""
        hubs = [self.entity(hub) for hub, share in enumerate(_HUBS[: self.shape.entities]) if random.random() < share]
        return hubs + [self.target(random) for _ in range(3)]

    def write(self, category: str, slug: str, properties: list[str], body: list[str]) -> None:
        head = "\n".join(["---", *properties, f"created: {DATE}", f"updated: {DATE}", "---"])
        text = head + "\n" + "\n\n".join(body) + "\n"
        with open(os.path.join(self.vault, category, slug + ".md"), "wb") as file:
            file.write(text.encode())

    def group(self, number: int) -> None:
        """A source, its summary, and the entities and topics that rest on it."""
        random = Random(self.seed * 1_000_003 + number)
        quotes = self.source(number, random)
        self.summary(number, random, quotes)
        for entity in range(number, self.shape.entities, self.shape.sources):
            self.entity_page(self.entity(entity), random, quotes)
        for topic in range(number, self.shape.topics, self.shape.sources):
            self.topic(topic, random, quotes)

    def source(self, number: int, random: Random) -> list[_Quote]:
        slug, title = f"report-{number}", f"Report {number}"
        body, quotes = [f"# {title}"], []
        for part in range(_PARAGRAPHS):
            names = [self.target(random).name] if part % 2 else [self.names[number % len(self.names)]]
            said = sentences(random, self.words, count=3 + int(random.random() * 3), names=names)
            text = " ".join(said)
            block = block_hash(text)
            if part % 4 == 0:
                body.append(f"## {self.heading(random)}")
            body.append(f"{text} ^{block}")
            quotes.append(_Quote(slug, block, said[0]))
        self.write("sources", slug, [f"title: {title}", "tags:\n  - source", "type: source", "revision: 1"], body)
        return quotes

    def summary(self, number: int, random: Random, quotes: list[_Quote]) -> None:
        slug, title = f"report-{number}-summary", f"Report {number} (summary)"
        told = sentences(random, self.words, count=4, names=[self.names[number % len(self.names)]])
        claims = []
        for quote in quotes[:_CLAIMS]:
            one, two = self.target(random), self.target(random)
            if one != two:
                claims.append(
                    f"- {one.link} {random.choice(_RELATIONS)} {two.link} ({self.sure(random)}, {quote.citation})"
                )
        seen = " ".join(f"See {target.link}." for target in self.targets(random))
        body = [f"# {title}", " ".join(told), f"Source: [[report-{number}|Report {number}]]", seen]
        summary = f"summary: {told[0]}"
        properties = [f"title: {title}", "tags:\n  - summary", "type: summary", summary]
        self.write("summaries", slug, properties, [*body, "## Claims", "\n".join(claims)])

    def entity_page(self, entity: _Entity, random: Random, quotes: list[_Quote]) -> None:
        told = sentences(random, self.words, count=6, names=[entity.name])
        aliases = [" ".join(reversed(entity.name.split()))] if entity.number % 2 else []
        if entity.number % 5 == 0:
            aliases.append("".join(word[:2] for word in entity.name.split()).upper() + str(entity.number))
        listed = ["aliases:", *(f"  - {alias}" for alias in aliases)] if aliases else []
        near = [target for target in self.targets(random) if target != entity]
        claims = [
            f"- {random.choice(_RELATIONS)} {target.link} ({self.sure(random)}, {quote.citation})"
            for target, quote in zip(dict.fromkeys(near[:2]), random.sample(quotes, 2))
        ]
        seen = " ".join(f"It stands beside {target.link}." for target in near[2:])
        quote = random.choice(quotes)
        body = [f"# {entity.name}", " ".join(told), seen, "## Claims", "\n".join(claims)]
        body += ["## Evidence", f"- {quote.citation}"]
        properties = [f"title: {entity.name}", "tags:\n  - entity", "type: component", *listed, f"summary: {told[0]}"]
        self.write("entities", entity.slug, properties, [part for part in body if part])

    def topic(self, number: int, random: Random, quotes: list[_Quote]) -> None:
        title = f"{self.heading(random)} {number}"
        told = sentences(random, self.words, count=12, names=[self.target(random).name])
        chosen = random.sample(quotes, 3)
        seen = " ".join(f"It rests on {target.link}." for target in self.targets(random))
        body = [f"# {title}", " ".join(told[:6]), " ".join(told[6:]), seen, "## Evidence"]
        body.append("\n".join(f"- {quote.citation}" for quote in chosen))
        properties = [f"title: {title}", "tags:\n  - topic", "type: topic", f"question: what of {title}?"]
        self.write("topics", f"topic-{number}", [*properties, f"summary: {told[0]}"], body)

    def heading(self, random: Random) -> str:
        drawn = random.choices(self.words.words[40:2000], k=3)
        return " ".join(drawn).capitalize()

    def sure(self, random: Random) -> str:
        """A confidence: most claims are rather sure, one in ten below the usual threshold."""
        return f"{1 - 0.5 * random.random() ** 2:.2f}".rstrip("0").rstrip(".")


def shape_of(pages: int) -> Shape:
    """The shares of a home with this many pages, at least four."""
    pages = max(4, pages)
    sources, topics = max(1, pages // 4), pages // 10
    return Shape(sources, pages - 2 * sources - topics, topics)


def generate_pages(vault: str, pages: int, *, seed: int = 1) -> Shape:
    """Write pages of every kind below a vault, an existing folder; returns how many of each there are."""
    shape = shape_of(pages)
    for category in ("sources", "summaries", "entities", "topics"):
        os.makedirs(os.path.join(vault, category), exist_ok=True)
    writer = _Writer(vault, shape, seed)
    for number in range(shape.sources):
        writer.group(number)
    return shape
