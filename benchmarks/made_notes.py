"""Make vaults of any size for measurements of speed: the same bytes for the same number of notes.

The frequencies of words fall as those of a language do (Mandelbrot: 1 / (rank + 2.7) for 30,000 words), and what is
linked to falls by a power law, with one note that a fifth of the links lead to.  A note has 1.9 kB: a title, tags on
some, three headings, six paragraphs, a list, four links.
"""

from __future__ import annotations

import os
from itertools import accumulate, product
from pathlib import Path
from random import Random

_FUNCTION_WORDS = """
    the of and to in a is that for it as with was on be by at are this from or an which not have but its has when more
    one all were will than also into other each only some after between
"""
_COMMON_WORDS = """
    time work part system point case group number problem state page note reason change result order level process
    question method service report team source model value step rule limit error cost load file user test plan record
    event version network store queue index cache token memory storage review design policy project
"""
_ONSETS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "br", "tr", "st", "pl", "ch")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "or", "en", "al", "is")
VOCABULARY = 30_000


class Writer:
    """Writes the notes of one vault."""

    def __init__(self, vault: Path, notes: int) -> None:
        self._vault, self._notes = vault, notes
        self._random = Random(notes)
        syllables = ["".join(pair) for pair in product(_ONSETS, _VOWELS)]
        made = ("".join(word) for word in product(syllables, syllables))
        rare = ("".join(word) for word in product(syllables, syllables, syllables[::7]))
        words = dict.fromkeys((*_FUNCTION_WORDS.split(), *_COMMON_WORDS.split()))
        shuffled = [*made, *rare][: VOCABULARY * 2]
        Random(1).shuffle(shuffled)
        self.words = [*words, *(word for word in shuffled if word not in words)][:VOCABULARY]
        self._weights = list(accumulate(1 / (rank + 2.7) for rank in range(1, VOCABULARY + 1)))
        self.titles = [self._title(number) for number in range(notes)]

    def write(self) -> None:
        for number in range(self._notes):
            folder = self._vault / f"folder {number % 40}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{self.titles[number]}.md").write_text(self._note(number), encoding="utf-8")
        (self._vault / ".obsidian").mkdir(exist_ok=True)

    def question(self) -> str:
        """Return a question of a kind that people ask: a name, two words of middling frequency, and function words."""
        two = self._random.choices(self.words[100:3000], k=2)
        return f"how does {self._random.choice(self.titles)} change the {two[0]} of a {two[1]}?"

    def _title(self, number: int) -> str:
        rare = self.words[200 + number * 7919 % (VOCABULARY - 200)]
        other = self.words[200 + number * 104_729 % (VOCABULARY - 200)]
        return f"{rare.capitalize()} {other} {number}" if number % 3 else f"{rare.capitalize()} {other}{number % 97}x"

    def _note(self, number: int) -> str:
        parts = ["---\ntags: [made, note]\n---\n"] if number % 4 == 0 else []
        for _ in range(3):
            heading = " ".join(self._random.choices(self.words[40:2000], k=3)).capitalize()
            parts += [f"## {heading}\n", self._paragraph(), self._paragraph()]
        parts.append("\n".join(f"- {self._sentence()}" for _ in range(4)) + "\n")
        return "\n".join(parts)

    def _paragraph(self) -> str:
        sentences = [self._sentence() for _ in range(self._random.randint(2, 4))]
        if self._random.random() < 0.6:
            target = 0 if self._random.random() < 0.2 else int(self._notes * self._random.random() ** 3)
            sentences.append(f"See [[{self.titles[target]}]].")
        return " ".join(sentences) + "\n"

    def _sentence(self) -> str:
        drawn = self._random.choices(self.words, cum_weights=self._weights, k=self._random.randint(8, 20))
        return (" ".join(drawn) + ".").capitalize()


def make_notes(vault: Path, notes: int) -> Writer:
    """Write a vault of made-up notes; the writer makes questions about them."""
    os.makedirs(vault, exist_ok=True)
    writer = Writer(vault, notes)
    writer.write()
    return writer
