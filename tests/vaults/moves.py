"""Random renames and moves on a copy of a vault: no link leads elsewhere, no byte outside links changes.

Where links lead is asked of the slow resolver, never of the code that renames.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from scripts.errors import CommonplaceError, EditRefusedError, NameTakenError, UnsafePathError
from scripts.knowledge_base import KnowledgeBase
from scripts.text.frontmatter import split
from scripts.text.link_writing import path_span
from scripts.text.markdown import read_body
from scripts.text.spans import Spans
from scripts.verbs import changing
from scripts.wiki_store.working_copy import catalog_names
from tests.vaults.cards import placed_cards
from tests.vaults.figures import Figures, figures
from tests.vaults.notes import contents, vault_paths
from tests.vaults.slow_resolver import SlowResolver

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from scripts.model import Link

WORDS = [
    "Alpha",
    "Beta",
    "gamma",
    "über",
    "日本",
    "C++",
    "(draft)",
    "v2.0",
    "O'Brien",
    "100%",
    "notes",
    "&",
    "co",
    "été",
]


class Edge(NamedTuple):
    """One link, and where it leads."""

    kind: str
    embed: bool
    key: str
    subpath: str
    written: str
    target: str | None


class _File(NamedTuple):
    data: bytes
    text: str
    links: tuple[Any, ...]


def check_moves(copy: Path, state: Path, rng: Random, count: int) -> Figures:
    """Make count renames and moves, and take every fourth back; copy is written into."""
    result = figures("renames", copy.name)
    environ = {"COMMONPLACE_STATE": str(state), "COMMONPLACE_NOW": "2025-01-02T03:04:05Z"}
    with KnowledgeBase.open(vault=str(copy), environ=environ, overrides={"quiet_seconds": 0}) as kb:
        kb.query(lambda _: None)
        walk = _Walk(kb, copy, rng, result)
        tries = 0
        while result.counts["renames"] < count and tries < 4 * count:
            walk.step()
            tries += 1
    result.expect(result.counts["renames"] >= count, f"only {result.counts['renames']} renames in {tries} tries")
    return result


class _Walk:
    def __init__(self, kb: KnowledgeBase, copy: Path, rng: Random, result: Figures) -> None:
        self.kb, self.copy, self.rng, self.result = kb, copy, rng, result
        self.own = {*catalog_names(kb.location.folder)}
        self.files: dict[str, _File] = {}
        self.edges = self.read()
        self.before = dict(self.files)
        result.count("links", sum(map(len, self.edges.values())))

    def read(self) -> dict[str, list[Edge]]:
        """Every link of every file as it is on disk now."""
        paths = vault_paths(self.copy)
        resolver = SlowResolver(paths)
        files = {path: self._file(path) for path in paths if path.lower().endswith((".md", ".canvas"))}
        self.files = {path: file for path, file in files.items() if path not in self.own}
        return {path: [_edge(link, path, resolver) for link in file.links] for path, file in self.files.items()}

    def _file(self, path: str) -> _File:
        data = (self.copy / path).read_bytes()
        known = self.files.get(path)
        if known is not None and known.data == data:
            return known
        text = data.decode("utf-8", "replace")
        if path.lower().endswith(".canvas"):
            return _File(data, text, placed_cards(text))
        properties = split(text)
        return _File(data, text, (*properties.links, *read_body(text, properties.body_start).links))

    def step(self) -> None:
        """One rename or move of a page that is linked to, mostly, to a name that is new or somebody else's."""
        notes = [path for path in self.files if path[-3:].lower() == ".md"]
        linked = sorted({edge.target for edges in self.edges.values() for edge in edges if edge.target})
        linked = [path for path in linked if path in self.files and path[-3:].lower() == ".md"]
        path = self.rng.choice(linked if linked and self.rng.random() < 0.8 else notes)
        folder = self.rng.choice(sorted({os.path.dirname(note) for note in notes}))
        name = " ".join(self.rng.sample(WORDS, self.rng.randint(1, 3)))
        name += f" {self.rng.randint(1, 999)}" if self.rng.random() < 0.7 else ""
        kind = self.rng.choice(
            ["title", "title", "title", "folder", "new name", "new name", "taken name", "wanted name"]
        )
        missing = sorted({os.path.basename(e.written) for links in self.edges.values() for e in links if not e.target})
        stem = {"new name": name, "taken name": os.path.basename(self.rng.choice(notes))[:-3]}
        stem["wanted name"] = self.rng.choice(missing or [name])
        target = name if kind == "title" else os.path.join(folder, stem.get(kind, os.path.basename(path)[:-3]) + ".md")
        is_undone = self.rng.random() < 0.25
        kept = contents(self.copy) if is_undone else {}
        try:
            outcome = changing.rename(self.kb, path, target, move=kind != "title")
        except CommonplaceError as err:
            self.result.count(f"refused: {type(err).__name__}")
            known = (NameTakenError, UnsafePathError, EditRefusedError)
            self.result.expect(isinstance(err, known), f"{path} to {target}: {err}")
            if isinstance(err, EditRefusedError):
                self.result.count("refused: " + re.sub(r"\S+/\S+|\d+|'.*'|\[.*\]", "*", err.what)[:60])
            return
        if not outcome.op:
            return
        self.result.count("renames")
        self.result.count(kind)
        self._compare(outcome.receipt, f"{path} -> {outcome.receipt.new}", is_retitled=kind == "title")
        if is_undone:
            changing.undo(self.kb, outcome.op)
            self.result.count("undone")
            now = contents(self.copy)
            wrong = [name for name in kept.keys() | now.keys() if kept.get(name) != now.get(name)]
            self.result.expect(not wrong, f"{path} -> {outcome.receipt.new}, undone: {wrong} differ")
            self.edges = self.read()
        self.before = dict(self.files)

    def _compare(self, receipt: Any, what: str, *, is_retitled: bool) -> None:
        old, new = receipt.old, receipt.new
        moved = {old: new, **dict(receipt.also)}
        wanted, self.edges = self.edges, self.read()
        self.result.count("links rewritten", receipt.links)
        paths = {moved.get(path, path) for path in wanted}
        self.result.expect(paths == set(self.edges), f"{what}: files {sorted(paths ^ set(self.edges))}")
        for path, links in wanted.items():
            here = moved.get(path, path)
            found = self.edges.get(here, [])
            self.result.expect(len(links) == len(found), f"{what}: {path} has {len(found)} links, had {len(links)}")
            for one, other in zip(links, found):
                self.result.count("edges compared")
                target = moved.get(one.target or "", one.target)
                if one.target is None and other.target == new and one[:5] == other[:5]:
                    continue
                subpath = one.subpath == other.subpath or (is_retitled and one.target == old)
                same = subpath and one[:3] == other[:3] and other.target == target
                self.result.expect(same, f"{what}: in {path} {one} became {other}")
            # What was unread in the move is as it was: the file itself says so.
            if path in self.before and here in self.files and self.before[path].data != self.files[here].data:
                self._compare_bytes(path, here, wanted[path], old, what, is_retitled)

    def _compare_bytes(self, path: str, here: str, edges: list[Edge], old: str, what: str, is_retitled: bool) -> None:
        """All that is not the path of a link, or a display text or heading that follows, is as it was."""
        before, after = self.before[path], self.files[here]
        # A property link that cannot be spliced, before or after, is looked at as a whole: its quotes hold escapes.
        odd = [_span(before.text, a) is None or _span(after.text, b) is None for a, b in zip(before.links, after.links)]
        headings = Spans((h.start, h.end) for h in read_body(before.text, split(before.text).body_start).headings)
        pathed = [_shows_as_before(a, b, a.start in headings) for a, b in zip(before.links, after.links)]
        whole = [
            is_odd or is_pathed or (is_retitled and edge.target == old)
            for is_odd, is_pathed, edge in zip(odd, pathed, edges)
        ]
        shows = [w or (edge.target == old) for w, edge in zip(whole, edges)]
        names = {os.path.basename(old)[:-3], str(split(self.before[old].text).properties.get("title"))}
        for a, b, is_pathed in zip(before.links, after.links, pathed):
            shown = (getattr(a, "display", None), getattr(b, "display", None))
            same = shown[0] == shown[1] or shown[0] in names or is_pathed
            self.result.expect(same, f"{what}: in {path} {shown} is shown")
        one = _skeleton(before, whole, shows)
        other = _skeleton(after, whole, shows)
        self.result.count("files compared")
        if is_retitled and path == old:
            # Its title, aliases and first heading change too; that is looked at by the tests of renaming.
            one, other = _without_title(one), _without_title(other)
        at = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), 0)
        shown = f"{one[max(0, at - 20) : at + 40]!r} became {other[max(0, at - 20) : at + 40]!r}"
        self.result.expect(one == other, f"{what}: in {path} {shown}")


def _edge(link: Any, path: str, resolver: SlowResolver) -> Edge:
    if hasattr(link, "file"):
        return Edge("card", False, "", link.subpath, link.file, resolver("/" + link.file, path))
    return Edge(link.kind, link.is_embed, link.property, link.subpath, link.path, resolver(link.path, path))


def _shows_as_before(before: Any, after: Any, is_in_heading: bool) -> bool:
    """Whether a bare name became a path that shows the name alone, as in the app, or a heading reads the same."""
    if getattr(before, "kind", "") != "wikilink" or before.is_embed or before.display is not None:
        return False
    name = after.path.rpartition("/")[2].removesuffix(".md") + after.subpath.replace("#", " > ")
    if is_in_heading:
        return after.display is not None
    return "/" not in before.path and "/" in after.path and after.display == name


def _skeleton(file: _File, whole: list[bool], shows: list[bool]) -> str:
    """The text with a mark for each link path; with whole for the link, with shows for its display text as well."""
    pieces, done = [], 0
    for link, is_whole, is_shown in sorted(zip(file.links, whole, shows), key=lambda item: item[0].start):
        span = None if hasattr(link, "file") or is_whole else path_span(file.text, link)
        if span is None:
            spans = [(link.start, link.end)]
        else:
            spans = [span]
            if is_shown and link.display is not None and not link.is_embed:
                spans.append(_display_span(file.text, link, span[1]))
        for start, end in sorted(spans):
            if start >= done:
                pieces += [file.text[done:start], "\0"]
                done = end
    return "".join([*pieces, file.text[done:]])


def _span(text: str, link: Any) -> tuple[int, int] | None:
    return (0, 0) if hasattr(link, "file") else path_span(text, link)


def _display_span(text: str, link: Link, path_end: int) -> tuple[int, int]:
    at = text.find(link.display or "", path_end if text.startswith("[[", link.start) else link.start, link.end)
    return (at, at + len(link.display or "")) if at >= 0 else (link.start, link.start)


def _without_title(text: str) -> str:
    block = split(text).body_start
    body = text[block:]
    return re.sub(r"(?m)^(# .*|.*\n=+[ \t]*\r?)$", "", body, count=1).strip("\r\n")
