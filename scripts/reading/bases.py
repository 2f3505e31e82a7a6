"""Dashboards in the vault: one base for each category that has pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError
from ..pages.linking.resolution import VaultNames
from ..pages.obsidian.base_file import COLUMNS, base_text
from ..pages.page_facts import CATEGORIES
from ..store.operations import Change

if TYPE_CHECKING:
    from ..store.workspace import Plan, Workspace


class BasesReceipt(NamedTuple):
    """What became of the dashboards."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]


def plan_bases(ws: Workspace, *, force: bool = False) -> Plan:
    """A `.base` for each category, beside its folder; one that a person has changed is replaced only with force.

    Raises DataError for one that somebody changed.
    """
    names = VaultNames(ws.paths())
    changes, written, unchanged = [], [], []
    properties = _properties(ws)
    for category in COLUMNS:
        if category not in properties:
            continue
        path = _path(ws, category, names)
        folder = "" if category == "notes" else "/".join(filter(None, (ws.folder, category)))
        others = () if category != "notes" else (ws.folder,) if ws.folder else _folders(properties)
        after = base_text(category, folder, properties[category], others=others).encode("utf-8")
        before = ws.before(path)
        if before == after:
            unchanged.append(path)
            continue
        if before is not None and not force and not ws.is_ours(path):
            raise DataError("somebody has changed this dashboard", path=path, hint="--force writes it anew")
        changes.append(Change(path, before, after))
        written.append(path)
    return changes, f"{len(written)} dashboards", BasesReceipt(tuple(written), tuple(unchanged))


def _properties(ws: Workspace) -> dict[str, set[str]]:
    """For each category with pages, the properties that at least one of them has a value for."""
    found: dict[str, set[str]] = {}
    for category, facts in ws.index.connection().execute("SELECT category, facts FROM pages"):
        values = json.loads(facts)["properties"]
        found.setdefault(category, set()).update(key for key, value in values.items() if value not in (None, "", []))
    return found


def _folders(categories: dict[str, set[str]]) -> tuple[str, ...]:
    return tuple(category for category in CATEGORIES if category in categories)


def _path(ws: Workspace, category: str, names: VaultNames) -> str:
    """A name that no other file has: a link to somebody's `sources.base` must go on leading there."""
    for name in (f"{category}.base", f"commonplace-{category}.base"):
        path = f"{ws.folder}/{name}" if ws.folder else name
        if names.candidates(name) in ([], [path]):
            return path
    raise DataError(f"other files are called {category}.base", hint="rename them first")
