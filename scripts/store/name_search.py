"""Looking up nodes by their names: exact by folded key; what is close to one is looked for in close_name_search.py."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..pages.model import NameHit
from ..pages.text.names import fold_name, normalize_name
from .schema import ALIAS, MISSING, QUESTION, SHORT

if TYPE_CHECKING:
    from .kept import Kept

_LISTED = 32
"""Names that begin with the same words, at most, for which they are listed: who asks goes on with the next word."""
_NONE = "\n"
"""What is kept where none begins so."""
_ROOM = 64
"""Characters of such a list that take as much room as another entry of the shelf."""
_HOW = {ALIAS: "alias", QUESTION: "question", MISSING: "missing", SHORT: "short"}
_SCORE = {ALIAS: 0.95, MISSING: 0.9, SHORT: 0.85}


class NameSearch:
    """Name look-ups over an open index connection."""

    def __init__(self, connection: sqlite3.Connection, kept: Kept) -> None:
        self._run = connection.execute
        self._kept = kept

    def by_keys(self, keys: Sequence[str]) -> dict[str, list[NameHit]]:
        """Nodes by folded key, the strongest kind of name first, then by id."""
        get = self._kept.names.get
        kept = {key: get(key) for key in keys if key}
        found = {key: hits for key, hits in kept.items() if hits}
        missing = [key for key, hits in kept.items() if hits is None]
        if missing:
            rows = self._run(
                """SELECT a.key, a.kind, a.name, n.name FROM json_each(?) CROSS JOIN names a ON a.key = value
                   CROSS JOIN nodes n ON n.id = a.node ORDER BY a.key, a.kind, n.name""",
                (json.dumps(missing),),
            )
            for key, kind, name, node in rows:
                hit = NameHit(node, name, _HOW.get(kind, "exact"), _SCORE.get(kind, 1.0))
                found.setdefault(key, []).append(hit)
        for key in missing:
            self._kept.names.put(key, found.get(key, []))
        # What was kept comes first, what was read behind it: the order must not tell which was which.
        return {key: found[key] for key in sorted(found)}

    def beginning(self, words: Sequence[str]) -> dict[str, str]:
        """The keys that begin with each of these words, with blanks between them, on lines; see the port."""
        kept = dict(zip(words, map(self._kept.beginnings.get, words)))
        missing = [each for each, names in kept.items() if names is None]
        if missing:
            # Folded keys have single blanks in them, and nothing that sorts before a blank.
            rows = self._run(
                """SELECT value, (SELECT group_concat(key, char(10)) FROM
                       (SELECT key FROM names WHERE key >= value AND key < value || '!' LIMIT ?)) FROM json_each(?)
                   WHERE EXISTS (SELECT 1 FROM names WHERE key >= value AND key < value || '!')""",
                (_LISTED + 1, json.dumps(missing)),
            )
            read = {each: f"\n{keys}\n" if keys.count("\n") < _LISTED else "" for each, keys in rows}
            for each in missing:
                names = read.get(each, _NONE)
                kept[each] = self._kept.beginnings.put(each, names, 1 + len(names) // _ROOM)
        return {each: names for each, names in kept.items() if names is not None and names != _NONE}

    def similar(self, name: str, *, limit: int) -> list[NameHit]:
        """Nodes with a name close to this one, by edit similarity of the folded names, then by name."""
        key = fold_name(name)
        if len(key) < 3:
            return []
        found = self._kept.similar.get((key, limit))
        if found is None:
            from .close_name_search import close_names  # most questions name what there is

            found = close_names(self._run, key, normalize_name(name))[:limit]
            self._kept.similar.put((key, limit), found, 1 + len(found))
        return list(found)
