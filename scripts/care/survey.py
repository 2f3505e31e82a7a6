"""The vault as lint looks at it: each note read at most once, each file known by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import DataError
from ..pages.linking.resolution import VaultNames, resolve
from ..pages.linking.subpaths import block_key
from ..pages.markdown.definitions import local_definitions
from ..pages.markdown.merge_markers import unmerged_lines
from ..pages.markdown.scanner import scan
from ..pages.model import EVIDENCE_KEY, HASHES_KEY
from ..pages.page_facts import text_value
from ..pages.text.addressing import addressed
from ..pages.yaml.frontmatter import read_properties
from ..store.typed_paths import is_from_here, path_from_here
from ..store.vault import decode
from .saying import blocks_saying, lines_saying

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from ..pages.page_model import BlockId, Heading, Issue, Link
    from ..store.workspace import Workspace

    StillOpen = Callable[[Workspace, Sequence[str]], Collection[str]]


_SOURCES = 8
"""Most sources whose passages are kept to find lost words in."""
REVIEWED = "reviewed"
"""The property by which a person says which revision of a source they have looked at and keep."""


class Note(NamedTuple):
    """What lint wants of one note: no text, so that a large vault fits in memory."""

    path: str
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    block_ids: tuple[BlockId, ...]
    issues: tuple[Issue, ...]
    """Of the links; what the index found is in its own table."""
    addressed: tuple[tuple[int, str], ...]
    """Of a source: (line, words) of what speaks to the reader."""
    unmerged: tuple[int, ...]
    """Lines at which the two sides of a merge begin that git left."""
    definitions: tuple[Link, ...] = ()
    """Of reference links, with a file or a part of the page as their destination."""


_LOOKED_AT = frozenset(
    ("type", "question", "questions", "sha256", "revision", REVIEWED, EVIDENCE_KEY, HASHES_KEY),
)


class Known(NamedTuple):
    """What the index knows of one note."""

    path: str
    id: str
    title: str
    category: str
    aliases: tuple[str, ...]
    properties: dict[str, Any]
    """Those that lint looks at: all of them, of all notes, would be most of what it keeps."""

    @property
    def type(self) -> str:
        """Its type as written; "" where none is, or only that it is an entity."""
        written = text_value(self.properties, "type")
        return "" if written == "entity" else written

    @property
    def is_answer(self) -> bool:
        """Whether it is a filed answer, which is no evidence for anything."""
        return self.category == "topics" and bool(text_value(self.properties, "question"))


class Survey:
    """One run of lint over a workspace, limited to some notes or not.

    still_open: which of these questions, asked in vain before, would be so again; all where nobody can tell.
    """

    def __init__(
        self,
        ws: Workspace,
        paths: Sequence[str] = (),
        *,
        still_open: StillOpen | None = None,
    ) -> None:
        self.still_open = still_open
        self.ws, self.reader, self.run = ws, ws.reader, ws.index.connection().execute
        self.files = ws.paths()
        self.names = VaultNames(self.files)
        rows = self.run(
            """SELECT f.path, n.name, p.title, p.category, p.facts
               FROM pages p JOIN files f ON f.id = p.id JOIN nodes n ON n.id = p.node ORDER BY f.path"""
        )
        self.known = {row[0]: _known(*row) for row in rows}
        self.is_limited = bool(paths)
        self.selected = frozenset(self._select(paths)) if paths else frozenset(self.files)
        self._asked = sum(1 for _ in self.notes())
        self.unreadable: dict[str, str] = {}
        self._notes: dict[str, Note | None] = {}
        # A page may cite a few by turns.
        self._block_keys = lru_cache(maxsize=_SOURCES)(self._read_block_keys)
        self._saying = lru_cache(maxsize=_SOURCES)(lambda id: _both_saying(ws.reader.passages_of(id)))

    def _select(self, paths: Sequence[str]) -> Iterator[str]:
        """Files and folders of the vault as given, or pages by name.  Raises PageNotFoundError."""
        for given in paths:
            here = path_from_here(self.ws.vault, given)
            is_meant = is_from_here(given) and here is not None
            found = [] if is_meant else self._below(given.strip("/"))
            yield from found or (self.files if here == "" else self._below(here)) or [self.ws.find(given)]

    def _below(self, folder: str | None) -> list[str]:
        """The file at a vault path, or all in the folder there."""
        return [path for path in self.files if folder and (path == folder or path.startswith(folder + "/"))]

    def notes(self) -> Iterator[Known]:
        """The notes that were asked for, by path."""
        return (known for path, known in self.known.items() if path in self.selected)

    def note(self, path: str) -> Note | None:
        """A note as it is in its file now; None for one that cannot be read."""
        if path not in self._notes:
            self.ws.reading(min(len(self._notes), self._asked), self._asked)
            self._notes[path] = self._read(path)
        return self._notes[path]

    def has_block(self, path: str, id: str) -> bool:
        """Whether a note has a block of this id; a source may be cited thousands of times."""
        return block_key(id) in self._block_keys(path)

    def _read_block_keys(self, path: str) -> frozenset[str]:
        note = self.note(path)
        return frozenset(block_key(block.id) for block in note.block_ids) if note is not None else frozenset()

    def drop_body_links(self, path: str) -> None:
        """Let go of the links in a note's body, which nobody asks for twice: they are most of what is kept of it."""
        note = self._notes.get(path)
        if note is not None:
            self._notes[path] = note._replace(links=tuple(link for link in note.links if link.key))

    def _read(self, path: str) -> Note | None:
        try:
            # A path of the index is one that the sweep has just found.
            text = decode(self.ws.vault.read_found(path)).text[: self.ws.settings.max_page_bytes]
        except DataError as err:
            # One bad file must not hide what is wrong with the others.
            self.unreadable[path] = err.what
            return None
        properties = read_properties(text)
        found = scan(text, body_start=properties.body_start)
        links = (*properties.links, *found.links)
        told = addressed(text) if self.known[path].category == "sources" else ()
        defined = local_definitions(text, body_start=properties.body_start)
        unmerged = unmerged_lines(text, properties.body_start)
        return Note(path, found.headings, links, found.block_ids, found.issues, tuple(told), unmerged, defined)

    def standing(self, quote: str, known: Known, block: str) -> str:
        """What to say of a quote that its passage lost: where in the note its words stand; "" for nowhere."""
        in_block, on_line = self._saying(known.id)
        now, line = in_block(quote), on_line(quote)
        # The first of an id is the one that links reach.
        if now and now.lower() != block.lower():
            return f"; its words stand in ^{now} now"
        if not line:
            return ""
        if self.has_block(known.path, block):
            return f"; its words stand on line {line} now, without a block id of their own"
        return f"; its words stand on line {line}, which lost its block id: write ` ^{block}` at its end"

    def resolve(self, link_path: str, source: str) -> str | None:
        """The file that a link in the note at source leads to."""
        return resolve(link_path, source, self.names)


def _both_saying(passages: Sequence[PassageRow]) -> tuple[Callable[[str], str], Callable[[str], int]]:
    return blocks_saying(passages), lines_saying(passages)


def _known(path: str, id: str, title: str, category: str, facts: str) -> Known:
    found = json.loads(facts)
    values = {key: value for key, value in found["properties"].items() if key in _LOOKED_AT}
    return Known(path, id, title, category, tuple(found["aliases"]), values)
