"""What the links of a vault lead to, read from its files; and committing a plan as the tools do."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from scripts.care.canvas_nodes import file_cards
from scripts.care.catalog import catalog_change, log_change
from scripts.pages.linking.resolution import VaultNames, resolve
from scripts.pages.markdown.scanner import scan
from scripts.pages.yaml.frontmatter import read_properties
from scripts.store.workspace import Workspace

NOW = "2025-01-02T03:04:05Z"


def commit(ws: Workspace, plan: tuple[Any, str, Any], verb: str = "test") -> str:
    """Write a plan with catalog and log, refresh the index, return the operation's id."""
    changes, note, receipt = plan
    changes = [change for change in changes if change.before != change.after]
    catalog = catalog_change(ws, changes)
    record = ws.operations.commit(
        [*changes, *([catalog] if catalog else [])],
        verb=verb,
        actor="test",
        now=NOW,
        note=note,
        log=None if verb == "undo" else partial(log_change, ws, changes),
        undoes=receipt.op if verb == "undo" else "",
    )
    ws.refresh()
    return record.op if record else ""


def tree(root: str) -> dict[str, bytes]:
    """Every file below a folder, hidden ones too."""
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(Path(root).rglob("*")) if path.is_file()}


def edges(ws: Workspace) -> dict[str, list[tuple[str, bool, str, str, str | None]]]:
    """For each file its links in text order: kind, whether an embed, property, subpath, and where it leads."""
    paths = [path for path in tree(ws.vault.root) if not path.startswith(".") and "/." not in path]
    names = VaultNames(paths)
    found = {}
    for path in paths:
        text = ws.vault.read(path).text
        if path.endswith(".canvas"):
            found[path] = [("card", False, "", "", names.exact(card)) for card in file_cards(text)]
        elif path.lower().endswith(".md") and path not in ws.catalog:
            properties = read_properties(text)
            links = (*properties.links, *scan(text, body_start=properties.body_start).links)
            found[path] = [(x.kind, x.embed, x.key, x.subpath, resolve(x.path, path, names)) for x in links]
    return found


def moved(found: dict[str, Any], moves: dict[str, str]) -> dict[str, Any]:
    """The edges as they must be after pages moved."""
    return {
        moves.get(path, path): [(*link[:4], moves.get(link[4], link[4])) for link in links]
        for path, links in found.items()
    }
