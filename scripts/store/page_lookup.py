"""Which page a person means: by path, as a link writes it, by id, title or alias."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import AmbiguousPageError, PageNotFoundError
from ..pages.linking.link_text import bare_link
from ..pages.linking.resolution import VaultNames, resolve
from ..pages.text.names import fold_name, normalize_name
from ..pages.text.spelled import read_back
from .page_rows import base_of
from .typed_paths import is_from_here, path_from_here
from .vault import is_note

if TYPE_CHECKING:
    from .workspace import Workspace

_NEAR, _LOOKED_AT = 3, 12
"""Near names that are told, and that are looked at: a name without a page is not told."""
_KINDS = {"canvas": "a canvas", "base": "a base"}


def find_page(ws: Workspace, name: str) -> str:
    """The vault path of a page named by path, id, title or alias; a path may leave out what a link may.

    A path that begins with `./`, `../` or at the root of the file system is seen from the current folder where that
    leads into the vault; any other one is, if the vault knows nothing of this name.  A sign that is not seen may be
    spelled out as our output spells it.
    Raises PageNotFoundError with near names, or with the pages that use the name, AmbiguousPageError with the
    candidates.
    """
    wanted = bare_link(name).partition("|")[0].strip()
    if not wanted:
        raise PageNotFoundError(name)
    for meant in dict.fromkeys((wanted, read_back(wanted))):
        found = _found(ws, meant, _from_here(ws, meant))
        if found:
            return found
    raise _not_found(ws, wanted, _from_here(ws, wanted) or wanted)


def find_source(ws: Workspace, name: str) -> str:
    """The vault path of a source by its id, by an alias as it is written (a caller's own id), else as find_page says.

    A page that only reads alike, `Budget` for `budget`, does not stand before it.
    """
    key = fold_name(name)
    aliases = [hit.node for hit in ws.reader.names([key]).get(key, []) if (hit.how, hit.name) == ("alias", name)]
    nodes = ws.reader.nodes([name, *aliases])
    found = [nodes[id_].path for id_ in (name, *aliases) if id_ in nodes and nodes[id_].category == "sources"]
    return found[0] if found else find_page(ws, name)


def _from_here(ws: Workspace, wanted: str) -> str | None:
    return path_from_here(ws.vault, wanted) if "/" in wanted or is_from_here(wanted) else None


def _found(ws: Workspace, wanted: str, here: str | None) -> str:
    if here is not None and is_from_here(wanted):
        return _at_path(ws, here)
    found = _at_path(ws, wanted) or _with_id(ws, wanted) or _as_linked(ws, wanted) or _named(ws, wanted)
    return found or (_at_path(ws, here) if here else "")


def _at_path(ws: Workspace, wanted: str) -> str:
    run = ws.index.connection().execute
    for path in (wanted, wanted + ".md"):
        rows = run("SELECT path FROM files WHERE path = ? COLLATE NOCASE", (path,)).fetchall()
        exact = [row[0] for row in rows if row[0] == path] or [row[0] for row in rows]
        if len(exact) == 1 and is_note(exact[0]):
            return str(exact[0])
    return ""


def _with_id(ws: Workspace, wanted: str) -> str:
    query = "SELECT f.path FROM nodes n JOIN files f ON f.id = n.page WHERE n.name = ?"
    rows = ws.index.connection().execute(query, (wanted,)).fetchall()
    return str(rows[0][0]) if len(rows) == 1 else ""


def _as_linked(ws: Workspace, wanted: str) -> str:
    """The note that a link with this path opens; a bare name is left to titles and aliases."""
    if "/" not in wanted and not is_note(wanted):
        return ""
    rows = ws.index.connection().execute("SELECT path FROM files WHERE base = ?", (base_of(wanted),))
    names = VaultNames(row[0] for row in rows)
    candidates = names.candidates(wanted)
    if "/" not in wanted and len(candidates) > 1:
        raise AmbiguousPageError(wanted, candidates)
    found = resolve(wanted, "", names)
    return found if found is not None and is_note(found) else ""


def _named(ws: Workspace, wanted: str) -> str:
    hits = ws.reader.names([fold_name(wanted)]).get(fold_name(wanted), [])
    pages = {hit.node: hit for hit in hits if hit.how != "missing"}
    for how in ("exact", "alias", "question"):
        found = sorted(node for node, hit in pages.items() if hit.how == how)
        same = [node for node in found if wanted in (node, pages[node].name)]
        chosen = found if len(found) == 1 else same if len(same) == 1 else []
        if chosen:
            return ws.reader.nodes(chosen)[chosen[0]].path
        if found:
            nodes = ws.reader.nodes(found)
            raise AmbiguousPageError(wanted, [nodes[node].path for node in found])
    return ""


def _not_found(ws: Workspace, wanted: str, path: str) -> PageNotFoundError:
    kind = _kind_of(ws, path)
    if kind:
        return PageNotFoundError(wanted, kind=kind)
    hits = ws.reader.names([fold_name(wanted)]).get(fold_name(wanted), [])
    unwritten = [
        hit.node for hit in hits if hit.how == "missing" and normalize_name(hit.name) == normalize_name(wanted)
    ]
    if unwritten:
        return PageNotFoundError(wanted, users=_users(ws, unwritten))
    folder = path.strip("/") + "/"
    if (
        ws.index.connection()
        .execute("SELECT 1 FROM files WHERE substr(path, 1, ?) = ?", (len(folder), folder))
        .fetchone()
    ):
        return PageNotFoundError(wanted, kind="a folder, whose pages have names of their own")
    near = [hit.node for hit in ws.reader.similar_names(wanted, limit=_LOOKED_AT)]
    nodes = ws.reader.nodes(near)
    return PageNotFoundError(wanted, [id for id in near if id in nodes and nodes[id].path][:_NEAR])


def _kind_of(ws: Workspace, path: str) -> str:
    """What a file of the vault is that is no page; "" where none has this path or name."""
    rows = ws.index.connection().execute("SELECT path FROM files WHERE base = ?", (base_of(path),))
    found = resolve(path, "", VaultNames(row[0] for row in rows if not is_note(row[0])))
    return "" if found is None else _KINDS.get(found.rpartition(".")[2].lower(), "an attachment")


def _users(ws: Workspace, nodes: list[str]) -> list[str]:
    """Vault paths of the pages that link to any of these names without a page, sorted."""
    query = """SELECT DISTINCT f.path FROM nodes n JOIN links l ON l.base = ? AND l.target = n.id
               JOIN files f ON f.id = l.page WHERE n.page IS NULL AND n.name = ?"""
    run = ws.index.connection().execute
    return sorted({row[0] for node in nodes for row in run(query, (base_of(node), node))})
