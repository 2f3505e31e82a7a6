"""Play episodes against the tools and count what they say of facts that changed, and of those that did not.

python -m evals.episodes --episodes 100 --seed 1 [--show]

The agent is scripted: it adds the documents, applies a bundle for each, and says what the receipts ask it to say.  Each
question is one call of `ask`, by words alone.  --show prints the replies that fail.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, count, islice
from pathlib import Path
from typing import NamedTuple

from scripts.knowledge_base import KnowledgeBase
from scripts.verbs.adding import add
from scripts.verbs.asking import ask
from scripts.verbs.changing import edit, forget, retract
from scripts.verbs.memory import remember
from scripts.verbs.writing import apply

from .world import FILLER, FIRST_DAY, KINDS, Change, Fact, World

OTHERS = {
    "cascade": "0 to .04 (MEME, arXiv 2605.12477: BM25, vectors, mem0, Graphiti, a wiki)",
    "absence": "0 to .02 (the same)",
    "deletion": ".03 to .28 (the same)",
}
_MARKED = re.compile(r"\[(?:was|open|rested on it and is open|against): [^\]]*\]")


class Outcome(NamedTuple):
    """What became of one question."""

    kind: str
    is_right: bool
    question: str
    reply: str


class Player:
    """The scripted agent in one home."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world, self.folder = world, folder
        environ = {**os.environ, "COMMONPLACE_QUIET_SECONDS": "0", "COMMONPLACE_CACHE": str(folder / "cache")}
        KnowledgeBase.create(folder / "home")
        self.kb = KnowledgeBase.open(folder / "home", environ=environ, overrides={"embedder": "none"})
        self.kb.clock = lambda: f"{world.today}T09:00:00Z"
        self.slugs: dict[str, str] = {}
        self.turns: dict[str, str] = {}
        """Of facts that were talked about, the turn."""

    def tell(self) -> None:
        """Tell all facts: a document for each owner, memos for some, filler, and talk."""
        world = self.world
        for number in range(3):
            lines = world.chance.sample(FILLER, 3)
            self._add(f"Notice {number}", lines)
        for owner in dict.fromkeys(fact.owner for fact in world.facts.values()):
            mine = [fact for fact in world.facts.values() if fact.owner == owner]
            bases = [fact for fact in mine if not fact.attribute.rests_on]
            for memo in world.chance.sample(bases, 2):
                self._write(f"Memo on the {memo.name}", [memo])
                mine.remove(memo)
            self._write(f"Notes on {owner}", mine)
        talked = world.chance.sample([*world.facts.values()], 4)
        turns = [turn for fact in talked for turn in (f"Is the {fact.name} still {fact.value}?", "I think so.")]
        turns += world.chance.sample(FILLER, 2)
        told = remember(self.kb, turns, speaker=["Ben", "Eva"] * (len(turns) // 2), session="talk").receipt.turns
        self.turns = {fact.name: told[2 * place].link for place, fact in enumerate(talked)}

    def make(self, change: Change) -> None:
        """Let the home know of a change."""
        fact, kind = self.world.facts[change.fact], change.kind
        was = fact.history[-2][1]
        if kind == "retracted":
            retract(self.kb, self.slugs[fact.source])
        elif kind == "forgotten":
            retract(self.kb, self.slugs[fact.source])
            turns = [self.turns[fact.name]] if fact.name in self.turns else []
            forget(self.kb, turns, text=[f"The {fact.name} is {was}."], dry_run=False)
        elif kind == "replaced in a talk":
            sentence = f"The {fact.name} is {fact.value} from now on."
            told = remember(self.kb, ["What is new?", sentence], speaker=["Ben", "Eva"], session=f"news {change.day}")
            (slug,) = {turn.link.partition("#")[0] for turn in told.receipt.turns[:1]}
            self._apply({"source": slug, "relations": [self._relation(fact, sentence, replaces=str(was))]})
        elif kind == "replaced":
            sentence = f"The {fact.name} is now {fact.value} instead of {was}."
            slug = self._add(f"News of {change.day} on {fact.name}", [sentence])
            self._apply({"source": slug, "relations": [self._relation(fact, sentence, replaces=str(was))]})
        else:
            sentence = f"There is no {fact.name} any more."
            slug = self._add(f"News of {change.day} on {fact.name}", [sentence])
            ended = {"source": fact.name, "type": "has_value", "target": was, "supporting_text": sentence}
            self._apply({"source": slug, "withdraw": [ended]})

    def close(self, fact: Fact) -> None:
        """Say that an open fact stands as it is."""
        pages = self.kb.query(lambda reader: [row.path for row in reader.claims(nodes=[self._node(fact)])])
        edit(self.kb, pages[0], stands=f"{fact.name} has value {fact.value}")
        self.world.settle(fact)

    def _node(self, fact: Fact) -> str:
        return fact.name.lower().replace(" ", "-")

    def _add(self, title: str, lines: list[str]) -> str:
        text = f"---\ndate: {self.world.today}\n---\n# {title}\n\n" + "\n\n".join(lines) + "\n"
        self.slugs[title] = add(self.kb, text=text, title=title).receipt.sources[0].id
        return self.slugs[title]

    def _write(self, title: str, facts: list[Fact]) -> None:
        told = [fact for fact in facts if not fact.is_conclusion]
        slug = self._add(title, [*(fact.sentence() for fact in told), self.world.chance.choice(FILLER)])
        for fact in facts:
            fact.source = title
        entities = [
            {"name": fact.name, "type": "fact", "supporting_text": (fact if fact in told else told[0]).sentence()}
            for fact in facts
        ]
        relations = [self._relation(fact, "" if fact.is_conclusion else fact.sentence()) for fact in facts]
        self._apply({"source": slug, "entities": entities, "relations": relations})

    def _relation(self, fact: Fact, quote: str, **more: str) -> dict[str, object]:
        claim = {"source": fact.name, "type": "has_value", "target": fact.value, "as_text": True, "confidence": 0.9}
        on = [{"source": name, "type": "has_value", "target": value} for name, value in fact.rests_on.items()]
        return {**claim, **more, **({"supporting_text": quote} if quote else {}), **({"rests_on": on} if on else {})}

    def _apply(self, bundle: dict[str, object]) -> None:
        receipt = apply(self.kb, bundle).receipt
        if receipt.rejected:
            raise SystemExit(f"rejected: {receipt.rejected}\n{bundle}")

    def questions(self, change: Change) -> Iterator[Outcome]:
        """Ask about what changed, what rests on it, and what does not."""
        world = self.world
        fact = world.facts[change.fact]
        old = str(fact.history[-2][1])
        question = f"what is the {fact.name}?"
        text, _ = self._ask(question)
        kind = {"forgotten": "deletion", "ended": "absence", "retracted": "absence"}.get(change.kind, "changed")
        is_said = fact.value is None or _says(text, fact.value)
        is_stale = _is_stale(text, old, fact.value)
        if change.kind == "ended":
            is_said = "no longer" in text or f"no {fact.name} any more" in text
        elif change.kind == "retracted":
            # What somebody said of it in a talk is still quoted as said.
            is_said, is_stale = True, _says(_lines_of(text, fact), old)
        elif change.kind == "forgotten":
            is_stale = _says(text, old)
        yield Outcome(kind, is_said and not is_stale, question, text)
        opened = [other for name, other in world.facts.items() if world.is_open(name)]
        for other in world.chance.sample(opened, min(3, len(opened))):
            question = f"what is the {other.name}?"
            text, verdict = self._ask(question)
            kind = "absence" if fact.value is None and fact.owner == other.owner else "cascade"
            yield Outcome(kind, _is_told_open(text, other) and verdict != "sufficient", question, text)
        sure = [
            other
            for name, other in world.facts.items()
            if other.value and not world.is_open(name) and other is not fact
        ]
        for other in world.chance.sample(sure, min(3, len(sure))):
            question = f"what is the {other.name}?"
            text, _ = self._ask(question)
            yield Outcome("unchanged", _says(text, str(other.value)), question, text)
            yield Outcome("no false opening", "[open: " not in _lines_of(text, other), question, text)

    def as_of(self) -> Iterator[Outcome]:
        """Ask what was held on some days."""
        world = self.world
        gone = {fact.name for fact in world.facts.values() if fact.value is None}
        names = [name for name, fact in world.facts.items() if not fact.is_conclusion and name not in gone]
        for name in world.chance.sample(names, 3):
            fact = world.facts[name]
            days = [since for since, _ in fact.history]
            day = world.chance.choice([*days, world.today, "2025-11-03"])
            question, held = f"what is the {name}?", world.value_on(name, day)
            text, _ = self._ask(question, as_of=day)
            lines = _lines_of(text, fact)
            others = [value for _, value in fact.history if value and value != held]
            claimed = re.findall(r" has value (.*?) \(", lines)
            is_wrong = "no date" not in lines and any(value in claimed for value in others)
            is_held = held is None or held in claimed
            yield Outcome("as of a day", is_held and not is_wrong, f"{question} --as-of {day}", text)

    def _ask(self, question: str, as_of: str = "") -> tuple[str, str]:
        where = self.kb.page_filter(as_of=as_of) if as_of else None
        reply = ask(self.kb, question, where=where) if where else ask(self.kb, question)
        return reply.text, reply.verdict


INVENTED = ("approved by Olga Prinz", "paid for by the harbor office", "kept secret until autumn", "signed in Trieste")
"""What no document says, and an agent adds to its summary."""


def poison(seed: int) -> list[Outcome]:
    """Tell what is true of some facts, and in later documents something false, with summaries that invent more."""
    world = World(seed)
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as folder:
        player = Player(world, Path(folder))
        facts = [fact for fact in world.facts.values() if not fact.attribute.rests_on]
        for fact in facts:
            player._write(f"Memo on the {fact.name}", [fact])
        for fact in facts:
            true = fact.value
            if not world.left[fact.attribute.name]:
                continue
            world.day += timedelta(days=1)
            fact.value = world.left[fact.attribute.name].pop()
            invented = world.chance.choice(INVENTED)
            slug = player._add(f"Leaflet {len(outcomes)}", [fact.sentence(), world.chance.choice(FILLER)])
            prose = f"{fact.sentence()} The {fact.name} was {invented}."
            entity = {"name": fact.name, "type": "fact", "description": prose, "supporting_text": fact.sentence()}
            relations = [player._relation(fact, fact.sentence())]
            player._apply({"source": slug, "summary": prose, "entities": [entity], "relations": relations})
            question = f"was the {fact.name} {invented}?"
            text, verdict = player._ask(question)
            outcomes.append(Outcome("poison: invented is not sufficient", verdict != "sufficient", question, text))
            question = f"what is the {fact.name}?"
            text, verdict = player._ask(question)
            lines = _lines_of(text, fact)
            both = all(_says(lines, said) for said in (str(true), fact.value, FIRST_DAY.isoformat(), world.today))
            outcomes.append(
                Outcome("poison: both are shown with days", both and verdict != "sufficient", question, text)
            )
        player.kb.close()
    return outcomes


def _says(text: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def _lines_of(text: str, fact: Fact) -> str:
    return "\n".join(line for line in text.splitlines() if line.startswith("- ") and f"{fact.name} has value" in line)


def _is_stale(text: str, old: str, new: str | None) -> bool:
    """Whether the old value is told, and neither marked nor told beside the new one."""
    for line in _MARKED.sub("", text).splitlines():
        is_marked = line.startswith(("- no longer", "stale:", "more:")) or (new and _says(line, new))
        if _says(line, old) and not is_marked:
            return True
    return False


def _is_told_open(text: str, fact: Fact) -> bool:
    lines = _lines_of(text, fact).splitlines()
    return bool(lines) and all("[open: " in line for line in lines)


def play(seed: int) -> list[Outcome]:
    """Play one episode: all is told, then a change of each kind follows, and after each one that is open is closed."""
    world = World(seed)
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as folder:
        player = Player(world, Path(folder))
        player.tell()
        for kind in world.chance.sample(KINDS, len(KINDS)):
            change = world.next_change(kind)
            if change is None:
                continue
            player.make(change)
            outcomes += player.questions(change)
            closable = [
                fact
                for name, fact in world.facts.items()
                if world.is_open(name) and not any(map(world.is_open, fact.rests_on)) and _has_ground(world, fact)
            ]
            for fact in world.chance.sample(closable, min(1, len(closable))):
                player.close(fact)
                text, _ = player._ask(f"what is the {fact.name}?")
                outcomes.append(Outcome("closed", "[open: " not in _lines_of(text, fact), fact.name, text))
        outcomes += player.as_of()
        player.kb.close()
    return outcomes


def _has_ground(world: World, fact: Fact) -> bool:
    return not fact.is_conclusion or any(world.facts[name].value is not None for name in fact.rests_on)


def main() -> int:
    parser = argparse.ArgumentParser(description="Play episodes and count right replies by kind.")
    parser.add_argument("--episodes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--poison", type=int, default=0, help="so many poisoned documents instead")
    parser.add_argument("--show", action="store_true", help="print the replies that fail")
    given = parser.parse_args()
    # Who stops it has the figures so far.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    asked: Counter[str] = Counter()
    right: Counter[str] = Counter()
    seeds = range(given.seed, given.seed + given.episodes)
    played: Iterator[Outcome] = chain.from_iterable(map(play, seeds))
    if given.poison:
        played = islice(chain.from_iterable(map(poison, count(given.seed))), 2 * given.poison)
    try:
        for outcome in played:
            asked[outcome.kind] += 1
            right[outcome.kind] += outcome.is_right
            if given.show and not outcome.is_right:
                print(f"--- {outcome.kind}: {outcome.question}\n{outcome.reply}\n", flush=True)
    except KeyboardInterrupt:
        print("stopped")
    for kind in asked:
        beside = f"; others: {OTHERS[kind]}" if kind in OTHERS else ""
        print(f"{kind:34} {right[kind]:6} of {asked[kind]:6}  {100 * right[kind] / asked[kind]:5.1f} %{beside}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
