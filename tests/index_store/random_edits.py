"""Random edits of the files of a vault, as people and programs make them that know nothing of an index."""

from __future__ import annotations

from pathlib import Path
from random import Random

from .vaults import PATHS, PIECES, PROPERTIES, write_vault


def random_vault(vault: Path, random: Random) -> None:
    """Write a vault of two dozen notes."""
    files = {path: random.choice(PROPERTIES) + "\n".join(random.choices(PIECES, k=4)) for path in PATHS}
    vault.mkdir()
    write_vault(vault, files, {})


class Editor:
    """Makes random edits of one vault."""

    def __init__(self, vault: Path, random: Random) -> None:
        self._vault, self._random = vault, random
        self._notes = sorted(path for path in vault.rglob("*.md") if not path.is_relative_to(vault / ".obsidian"))
        texts = [path.read_text(encoding="utf-8", errors="replace") for path in self._notes]
        self._lines = [*PIECES, *(line + "\n" for text in texts for line in text.split("\n") if line)]

    def edit(self) -> None:
        choose = self._random.choices
        works = (self._add, self._remove, self._replace, self._link, self._head, self._create, self._delete, self._move)
        choose(works, weights=(6, 6, 4, 4, 3, 2, 1, 2))[0]()

    def _note(self) -> Path:
        return self._random.choice(self._notes)

    def _change(self, lines: list[str], note: Path) -> None:
        note.write_text("".join(lines), encoding="utf-8")

    def _read(self, note: Path) -> list[str]:
        return note.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)

    def _at(self, lines: list[str]) -> int:
        return self._random.randrange(len(lines) + 1)

    def _add(self) -> None:
        note = self._note()
        lines, more = self._read(note), self._random.choices(self._lines, k=self._random.randint(1, 4))
        at = self._at(lines)
        self._change([*lines[:at], "\n", *more, *lines[at:]], note)

    def _remove(self) -> None:
        note = self._note()
        lines, at = self._read(note), self._random.random()
        first = int(at * len(lines))
        self._change([*lines[:first], *lines[first + self._random.randint(1, 6) :]], note)

    def _replace(self) -> None:
        note = self._note()
        lines, words = self._read(note), self._random.choice(self._lines).split() or ["word"]
        at = self._at(lines)
        parts = lines[at].split(" ") if at < len(lines) else [""]
        parts[self._random.randrange(len(parts))] = self._random.choice(words)
        self._change([*lines[:at], " ".join(parts).rstrip("\n") + "\n", *lines[at + 1 :]], note)

    def _link(self) -> None:
        note, other = self._note(), self._note()
        path = other.relative_to(self._vault).as_posix().removesuffix(".md")
        forms = (
            f"[[{other.stem}]]",
            f"[[{path}|there]]",
            f"[there](<{path}.md>)",
            f"![[{other.stem}]]",
            "[[Nowhere yet]]",
        )
        lines = self._read(note)
        at = self._at(lines)
        self._change([*lines[:at], f"See {self._random.choice(forms)}.\n", *lines[at:]], note)

    def _head(self) -> None:
        note = self._note()
        self._change([self._random.choice(PROPERTIES), *self._read(note)], note)

    def _create(self) -> None:
        note = self._note().with_name(f"made {self._random.randrange(1000)}.md")
        lines = self._random.choices(self._lines, k=self._random.randint(0, 12))
        if note not in self._notes:
            self._notes.append(note)
        self._change(lines, note)

    def _delete(self) -> None:
        if len(self._notes) > 5:
            note = self._note()
            self._notes.remove(note)
            note.unlink()

    def _move(self) -> None:
        note = self._note()
        new = self._note().with_name(
            f"{self._note().stem} {self._random.choice(('', '2', 'old'))}.md".replace(" .", ".")
        )
        if not new.exists():
            note.rename(new)
            self._notes[self._notes.index(note)] = new
