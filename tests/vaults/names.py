"""How often a note of a real vault is found by one of its aliases, beside plain BM25 over the same index.

python -m tests.vaults.names VAULT [--sample N] [--seed S]
The vault is adopted: index and all else that is written lie in a temporary folder.  Each note with an alias is asked
for by one of them, alone and as a question, as written and spoiled in the ways in which people spoil names.  It is
found when it, or another note of the same name, stands first, or among the first five, in the pages of the answer.
So is a note by some words of its text in a row.
BM25 is asked for any of the words, its pages best first.  Last, how many of the names that are most like a misspelled
one `similar_names` finds, beside comparing all names of the vault, and what both cost in CPU seconds.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from scripts.knowledge_base import KnowledgeBase
from scripts.pages.text.names import fold_name
from scripts.pages.text.words import words
from scripts.reading.asking import Ask, effective
from scripts.retrieval.answer import answer
from scripts.similarity import name_similarity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scripts.retrieval.answer_values import AnswerOptions
    from scripts.retrieval.port import GraphReader

FIVE = 5
IN_A_ROW = 7
SHORTEST = 4
"""Letters of the shortest word in which two are swapped."""
LIKE = 0.82
"""Names less alike than this to the misspelled one are not missed: `retrieval.lookup.matching` would not take them."""


class Named(NamedTuple):
    """One alias of a note, and all notes that have it among their names."""

    alias: str
    notes: frozenset[str]


class Spoiled(NamedTuple):
    """A way of asking; spoil gives None for a name that cannot be spoiled that way."""

    title: str
    spoil: Callable[[str, random.Random], str | None]


class Share(NamedTuple):
    asked: int
    first: int
    five: int

    def __str__(self) -> str:
        def percent(count: int) -> str:
            return f"{100 * count / self.asked:6.1f}"

        return f"{percent(self.first)} {percent(self.five)}" if self.asked else "     -      -"


def swapped(name: str, chance: random.Random) -> str | None:
    """Two neighboring letters change places, in a word of at least SHORTEST letters."""
    places = []
    start = 0
    for word in name.split(" "):
        if len(word) >= SHORTEST and word.isalpha():
            places += [at for at in range(start, start + len(word) - 1) if name[at].lower() != name[at + 1].lower()]
        start += len(word) + 1
    if not places:
        return None
    at = chance.choice(places)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def dropped(name: str, chance: random.Random) -> str | None:
    """One letter is missing, in a word of at least SHORTEST letters."""
    places = []
    start = 0
    for word in name.split(" "):
        if len(word) >= SHORTEST and word.isalpha():
            places += range(start, start + len(word))
        start += len(word) + 1
    if not places:
        return None
    at = chance.choice(places)
    return name[:at] + name[at + 1 :]


def swapped_twice(name: str, chance: random.Random) -> str | None:
    """Two swaps, which may undo or meet each other."""
    once = swapped(name, chance)
    twice = swapped(once, chance) if once else None
    return twice if twice != name else None


def reordered(name: str, chance: random.Random) -> str | None:
    """The words in another order."""
    parts = name.split()
    for _ in range(10):
        mixed = chance.sample(parts, len(parts))
        if mixed != parts:
            return " ".join(mixed)
    return None


def without_marks(name: str, _chance: random.Random) -> str | None:
    """As typed on a keyboard without accents."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", name) if not "\u0300" <= sign <= "\u036f")
    return plain if plain != unicodedata.normalize("NFD", name) else None


def plural(name: str, _chance: random.Random) -> str | None:
    """With an s at its end, or without the one it has."""
    if not name[-4:].isalpha() or not name[-4:].isascii() or len(name) < SHORTEST or name.endswith("ss"):
        return None
    return name[:-1] if name[-1] in "sS" else name + "s"


WAYS = (
    Spoiled("as written", lambda name, _: name),
    Spoiled("two letters swapped", swapped),
    Spoiled("one letter missing", dropped),
    Spoiled("words reordered", reordered),
    Spoiled("without accents", without_marks),
    Spoiled("plural or singular", plural),
)


def aliases_of(kb: KnowledgeBase, *, other: bool) -> list[list[Named]]:
    """The aliases of each note that can be asked for; other: only those that are no form of the note's own name."""
    reader, paths = kb.ws.reader, kb.ws.note_paths()
    ids = [kb.ws.slug_of(path) for path in paths]
    nodes = reader.nodes(ids)
    holders: dict[str, set[str]] = {}
    for id_ in ids:
        for name in (*nodes[id_].aliases, nodes[id_].name, id_):
            holders.setdefault(name.strip().casefold(), set()).add(id_)
    found = []
    for id_ in ids:
        own = {fold_name(nodes[id_].name), fold_name(id_)}
        named = [
            Named(alias.strip(), frozenset(holders[alias.strip().casefold()]))
            for alias in nodes[id_].aliases
            if any(map(str.isalnum, alias)) and not (other and fold_name(alias) in own)
        ]
        if named:
            found.append(named)
    return found


def by_answer(graph: GraphReader, text: str, options: AnswerOptions) -> list[str]:
    """The pages of an answer."""
    return [page.id for page in answer(graph, text, options).pages]


def by_words(graph: GraphReader, text: str) -> list[str]:
    """What plain BM25 finds for any of the words."""
    return [hit.page for hit in graph.search(words(text), limit=FIVE, pages_only=True)]


def share(found: Iterable[tuple[Sequence[str], frozenset[str]]]) -> Share:
    """Count what was found first, and among the first five."""
    asked = first = five = 0
    for pages, wanted in found:
        asked += 1
        first += bool(wanted.intersection(pages[:1]))
        five += bool(wanted.intersection(pages[:FIVE]))
    return Share(asked, first, five)


def measure_finding(
    kb: KnowledgeBase, named: Sequence[Named], seed: int, frames: Sequence[tuple[str, Sequence[Spoiled]]]
) -> Iterable[str]:
    """A line for each way of asking."""
    reader, options = kb.ws.reader, effective(kb.ws, Ask())
    for frame, ways in frames:
        for title, spoil in ways:
            chance = random.Random(seed)
            asked = [(frame.format(text), one.notes) for one in named if (text := spoil(one.alias, chance))]
            start = time.process_time()
            ours = share((by_answer(reader, text, options), notes) for text, notes in asked)
            spent = (time.process_time() - start) / max(1, len(asked))
            theirs = share((by_words(reader, text), notes) for text, notes in asked)
            shown = title if frame == "{}" else frame.format(title)
            yield f"  {shown:<32} {ours.asked:5}   {ours}   {theirs}   {1000 * spent:6.1f} ms"


def lines_of(kb: KnowledgeBase, seed: int, sample: int) -> list[Named]:
    """Some words in a row out of the text of notes, and the notes."""
    chance, reader = random.Random(seed), kb.ws.reader
    ids = [kb.ws.slug_of(path) for path in kb.ws.note_paths()]
    found = []
    for id_ in chance.sample(ids, min(sample or len(ids), len(ids))):
        texts = [row.text.split() for row in reader.passages_of(id_) if len(row.text.split()) > IN_A_ROW]
        if texts:
            text = chance.choice(texts)
            start = chance.randrange(len(text) - IN_A_ROW)
            line = " ".join(text[start : start + IN_A_ROW])
            found += [Named(line, frozenset([id_]))] if any(map(str.isalnum, line)) else []
    return found


def measure_likeness(kb: KnowledgeBase, named: Sequence[Named], seed: int) -> Iterable[str]:
    """Of the names most like a misspelled one, how many are found without comparing all."""
    rows = kb.ws.index.connection().execute("SELECT DISTINCT key FROM names").fetchall()
    keys = [row[0] for row in rows]
    for title, spoil in (("one swap", swapped), ("one letter missing", dropped), ("two swaps", swapped_twice)):
        chance = random.Random(seed)
        asked = [text for one in named if (text := spoil(one.alias, chance))]
        wanted = met = 0
        ours = theirs = 0.0
        for text in asked:
            key = fold_name(text)
            start = time.process_time()
            likeness = max(name_similarity(key, other) for other in keys)
            theirs += time.process_time() - start
            start = time.process_time()
            hits = kb.ws.reader.similar_names(text, limit=1)
            ours += time.process_time() - start
            if likeness >= LIKE:
                wanted += 1
                met += bool(hits) and hits[0].score >= round(likeness, 4)
        each = 1000 / max(1, len(asked))
        yield (
            f"  {title:<20} {met} of {wanted} ({100 * met / max(1, wanted):.2f} %)"
            f"   ours {ours * each:.1f} ms, all {len(keys)} names {theirs * each:.1f} ms"
        )


def measure(vault: str, *, sample: int, seed: int) -> Iterable[str]:
    """The lines of a report on one vault."""
    with (
        tempfile.TemporaryDirectory() as state,
        KnowledgeBase.open(vault=vault, environ={"COMMONPLACE_STATE": state}) as kb,
    ):
        kb.refresh()
        for title, other in (("any alias", False), ("aliases that are no form of the note's name", True)):
            chance = random.Random(seed)
            named = [chance.choice(of_note) for of_note in aliases_of(kb, other=other)]
            every = len(named)
            if sample and sample < every:
                named = chance.sample(named, sample)
            yield f"{title}: {len(named)} of {every} notes, {len(kb.ws.note_paths())} in all"
            yield f"  {'':<32} asked    first   five      BM25   five    a question"
            yield from measure_finding(kb, named, seed, (("{}", WAYS), ("what is {}?", WAYS)))
        yield f"{IN_A_ROW} words of a note's text"
        yield from measure_finding(kb, lines_of(kb, seed, sample), seed, (("{}", WAYS[:1]),))
        yield "names most like a misspelled one"
        yield from measure_likeness(kb, named, seed)


def main(argv: list[str]) -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.vaults.names", description=__doc__)
    parser.add_argument("vault")
    parser.add_argument("--sample", type=int, default=300, help="notes asked for, drawn by chance; 0 is all (300)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    for line in measure(options.vault, sample=options.sample, seed=options.seed):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
