"""Finding what names in an agent's words mean, and putting its links on the pages that exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..pages.linking.link_writing import format_link
from ..pages.linking.obsidian_settings import ObsidianSettings
from ..pages.linking.resolution import VaultNames, resolve
from ..pages.markdown.scanner import scan
from ..pages.text.names import fold_name, normalize_name
from ..pages.text.spelled import read_back

if TYPE_CHECKING:
    from ..pages.model import NameHit, Node
    from ..store.workspace import Workspace

NEAREST = 3
KNOWLEDGE = ("entities", "topics", "notes")
"""Categories of pages that can be an end of a relation."""


class Target(NamedTuple):
    """A page that a name means."""

    id: str
    name: str
    type: str
    path: str
    """"" for a page that this operation is about to create."""
    category: str = "entities"


class BadLink(NamedTuple):
    """A link in new text that would lead nowhere, or elsewhere than meant."""

    text: str
    reason: str
    nearest: tuple[str, ...]


def same_name(ws: Workspace, name: str) -> list[Target]:
    """Pages whose title, alias or stem is this name (case, blanks and hyphens apart), entities first."""
    for meant in dict.fromkeys((name, read_back(name))):
        key, wanted = fold_name(meant), normalize_name(meant)
        found = _targets(ws, [hit for hit in ws.reader.names([key]).get(key, []) if normalize_name(hit.name) == wanted])
        if found:
            return found
    return []


def is_visible(name: str) -> bool:
    """Whether a name holds a sign that is neither blank nor invisible."""
    return any(sign.isprintable() and not sign.isspace() for sign in name)


def near_names(ws: Workspace, name: str) -> list[str]:
    """Ids of pages with a name close to this one, best first."""
    key = fold_name(name)
    folded = _targets(ws, ws.reader.names([key]).get(key, []))
    close = _targets(ws, ws.reader.similar_names(name, limit=NEAREST))
    return list(dict.fromkeys(target.id for target in (*folded, *close)))[:NEAREST]


def _targets(ws: Workspace, hits: Iterable[NameHit]) -> list[Target]:
    hits = [hit for hit in hits if hit.how not in ("missing", "question")]
    nodes: Mapping[str, Node] = ws.reader.nodes([hit.node for hit in hits])
    found = [
        Target(node.id, node.name, node.type, node.path, node.category)
        for node in (nodes[hit.node] for hit in hits if hit.node in nodes)
        if node.category in KNOWLEDGE
    ]
    order = {category: rank for rank, category in enumerate(KNOWLEDGE)}
    return sorted(dict.fromkeys(found), key=lambda target: order[target.category])


def link_up(
    ws: Workspace, text: str, path: str, *, new_paths: Iterable[str], new_names: Mapping[str, str]
) -> tuple[str, list[BadLink]]:
    """Text with each wikilink that is a page's name, not its file, turned into a link to that file.

    new_paths: vault paths this operation creates; new_names: normalized names of theirs, with their ids.
    In a vault that is somebody's own the new links are written as its settings ask, in our own home as wikilinks.
    Returns the text and the links that still lead nowhere.
    """
    names = VaultNames([*ws.paths(), *new_paths])
    style = ws.link_style() if ws.folder else ObsidianSettings()
    bad: list[BadLink] = []
    for link in reversed(scan(text).links):
        if not link.path or resolve(link.path, path, names) is not None:
            continue
        id_ = new_names.get(normalize_name(link.path))
        known = same_name(ws, link.path) if id_ is None else []
        target = known[0].path if len(known) == 1 else resolve(id_ or read_back(link.path), path, names)
        if target is None or link.kind != "wikilink":
            if link.kind == "wikilink" or re.fullmatch(r"[^:]*\.md", link.path):
                bad.append(BadLink(text[link.start : link.end], "no such page", tuple(near_names(ws, link.path))))
            continue
        shown = link.display or link.path
        written = format_link(target, path, names, style, subpath=link.subpath, display=shown, embed=link.embed)
        text = text[: link.start] + written + text[link.end :]
    return text, bad[::-1]
