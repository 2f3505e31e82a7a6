"""Which file a link means, written a second time from the words of Obsidian's rules; slow and simple."""

from __future__ import annotations

import unicodedata


def key(text: str) -> str:
    """NFC, no-break spaces as spaces, lower case."""
    return unicodedata.normalize("NFC", text).replace("\u00a0", " ").replace("\u202f", " ").lower()


class SlowResolver:
    """The vault index of the rules: key of the file name to the files, and the answers given so far."""

    def __init__(self, paths: list[str]) -> None:
        self.files: dict[str, list[tuple[str, str]]] = {}
        taken: set[str] = set()
        for path in sorted(paths):
            # Twins by case or composition: the first in sorted order is kept.
            if not any(part.startswith(".") for part in path.split("/")) and key(path) not in taken:
                taken.add(key(path))
                self.files.setdefault(key(path.split("/")[-1]), []).append((key(path), path))
        self.answers: dict[tuple[str, str], str | None] = {}

    def __call__(self, link: str, source: str) -> str | None:
        """The file that a link path in source leads to, None for none."""
        if link == "":
            return source
        folder = key(source.rpartition("/")[0])
        if (link, folder) not in self.answers:
            self.answers[link, folder] = self._resolve(link, folder)
        return self.answers[link, folder]

    def _resolve(self, link: str, folder: str) -> str | None:
        n, candidates = key(link), []
        if "." in link.split("/")[-1]:
            candidates = self.files.get(n.split("/")[-1], [])
        if not candidates:
            n = key(link + ".md")
            candidates = self.files.get(n.split("/")[-1], [])
        if not candidates:
            return None
        if "/" not in n and len(candidates) == 1:
            return candidates[0][1]
        if n.startswith(("./", "../")):
            parts = folder.split("/") if folder else []
            for part in n.split("/"):
                if part == "..":
                    parts = parts[:-1]
                elif part != ".":
                    parts = [*parts, part]
            n = "/".join(parts)
        has_slash = n.startswith("/")
        if has_slash:
            n = n[1:]
        for candidate, path in candidates:
            if candidate == n:
                return path
        if has_slash:
            return None
        ending = [(candidate, path) for candidate, path in candidates if candidate.endswith(n)]
        ending.sort(key=lambda pair: (not pair[0].startswith(folder), _length(pair[1]), pair[1]))
        return ending[0][1] if ending else None


def _length(path: str) -> int:
    # As JavaScript counts a path that Obsidian lists as NFC.
    return len(unicodedata.normalize("NFC", path).encode("utf-16-le")) // 2
