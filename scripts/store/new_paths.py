"""Where a new page goes: a path that nobody in the vault has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import NameTakenError
from ..pages.linking.resolution import link_key
from ..pages.text.names import normalize_name
from ..text.slugs import check_file_name, is_safe_file_name, marked_slug, plain_slug
from .page_rows import base_of
from .sound_pages import refuse_beside_nameless

if TYPE_CHECKING:
    from .workspace import Workspace


def new_path(ws: Workspace, category: str, title: str, *, taken: frozenset[str] = frozenset(), suffix: str = "") -> str:
    """The path for a new page: the readable slug, else one that nobody in the vault has.

    Where a page of the same title is already there, `-<suffix>` is appended, then a number.

    taken: stems that this operation gives to other pages.  Raises NameTakenError for a page of the same
    category that has this name though its title reads otherwise, UnsoundPageError for one that may be the same.
    """
    plain, marked = _wanted_stem(ws, title) or plain_slug(title), marked_slug(title)
    check_file_name(plain + ".md")
    owner = _owner(ws, plain)
    if owner is not None and owner[1] == category:
        refuse_beside_nameless(ws, owner[0], (title, plain))
    if owner is not None and normalize_name(owner[2]) != normalize_name(title):
        if plain_slug(owner[2]) == plain:
            # The two titles only read alike (`a, b` and `a b`): the later one gets its own mark.
            plain = marked
        elif owner[1] == category:
            raise NameTakenError(plain, f"{owner[0]} ({owner[2]!r})")
    named = [f"{plain}-{suffix}"] if suffix else []
    candidates = [plain, *named, *(f"{plain}-{n}" for n in range(2, 100)), marked]
    for candidate in candidates:
        if candidate not in taken and candidate not in ("index", "log") and _owner(ws, candidate) is None:
            return ws.path_in(category, candidate)
    raise NameTakenError(plain, "a hundred pages")


def is_named_in(ws: Workspace, category: str, title: str) -> bool:
    """Whether a page of this category has the readable slug of a title."""
    owner = _owner(ws, plain_slug(title))
    return owner is not None and owner[1] == category


def _wanted_stem(ws: Workspace, title: str) -> str:
    """The name under which the vault already links a page of this title that is not there; "" for none.

    `[[Harrison Ford]]` in a person's note leads to the new page only when its file is called so.
    """
    rows = ws.index.connection().execute("SELECT label FROM nodes WHERE page IS NULL AND name = ?", (link_key(title),))
    found = [row[0] for row in rows if normalize_name(row[0]) == normalize_name(title)]
    return found[0] if found and is_safe_file_name(found[0] + ".md") else ""


def _owner(ws: Workspace, stem: str) -> tuple[str, str, str] | None:
    """(path, category, title) of whatever file has this base name."""
    rows = ws.index.connection().execute(
        """SELECT f.path, coalesce(h.category, ''), coalesce(h.title, '') FROM files f
           LEFT JOIN heads h ON h.id = f.id WHERE f.base = ? ORDER BY f.path LIMIT 1""",
        (base_of(stem),),
    )
    row = rows.fetchone()
    return tuple(row) if row else None
