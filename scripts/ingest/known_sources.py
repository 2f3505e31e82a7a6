"""The sources that are registered, and which of them a document is: by an id, by its origin, by its bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..errors import NameTakenError
from ..pages.page_facts import stem_of, text_value

if TYPE_CHECKING:
    from ..store.workspace import Workspace
    from .documents import Document


class KnownSource(NamedTuple):
    """What its note says of a source."""

    path: str
    origin: str
    sha: str
    revision: int
    aliases: tuple[str, ...]


class KnownSources:
    """All of them; where several have the same, the one of the shortest path counts: the others are copies."""

    def __init__(self, ws: Workspace) -> None:
        self.by_path: dict[str, KnownSource] = {}
        self.by_origin: dict[str, KnownSource] = {}
        self.by_alias: dict[str, KnownSource] = {}
        self._by_stem: dict[str, KnownSource] = {}
        self._by_sha: dict[str, KnownSource] = {}
        for each in sorted(_read(ws), key=lambda each: (len(each.path), each.path)):
            self.by_path[each.path] = each
            self.by_origin.setdefault(each.origin, each)
            self._by_stem.setdefault(stem_of(each.path), each)
            self._by_sha.setdefault(each.sha, each)
            for alias in each.aliases:
                self.by_alias.setdefault(alias, each)

    def again(self, document: Document, origin: str, sha: str) -> KnownSource | None:
        """The source this document is: by the caller's own id, else by its origin, else by its bytes.

        Raises NameTakenError for an id that is another source's.
        """
        if document.id:
            named, owner = self.by_alias.get(document.id), self._by_stem.get(document.id)
            if owner not in (None, named):
                raise NameTakenError(document.id, owner.path, hint="give the document another id")
            return named
        same = self.by_origin.get(origin) if origin != "-" else None
        return same or self._by_sha.get(sha)


def _read(ws: Workspace) -> Iterator[KnownSource]:
    rows = ws.index.connection().execute(
        "SELECT f.path, p.facts FROM pages p JOIN files f ON f.id = p.id WHERE p.category = 'sources'"
    )
    for path, facts in rows:
        read = json.loads(facts)
        values = read["properties"]
        origin, sha, revision = text_value(values, "source"), text_value(values, "sha256"), values.get("revision")
        yield KnownSource(path, origin, sha, revision if isinstance(revision, int) else 1, tuple(read["aliases"]))
