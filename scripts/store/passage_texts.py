"""Passages of the index by id, many at a time, with the pages they are of."""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..pages.model import PageHead, PassageRow
from .page_texts import stored_sample, unpack_text

if TYPE_CHECKING:
    from .kept import Kept
    from .page_texts import Claims, Passages

_make = tuple.__new__


class PassageTexts:
    """Passages over an open connection.  What they say is unpacked once for each state of the index."""

    def __init__(self, connection: sqlite3.Connection, kept: Kept) -> None:
        self._connection, self._run = connection, connection.execute
        self._kept = kept
        self._read: set[int] = set()
        """Pages whose text was looked at."""
        self._passages_read: set[int] = set()
        """Passages that were asked for, which are of further such pages."""

    def passages(self, ids: Iterable[int]) -> dict[int, PassageRow]:
        """Passages by id in the order asked for, unknown ids left out; a page without text has one empty passage."""
        get = self._kept.passages.get
        asked = [*ids]
        found = {id_: row for id_ in asked if (row := get(id_)) is not None}
        self._passages_read.update(found)
        if len(found) < len(asked):
            read = self._read_passages([id_ for id_ in asked if id_ not in found])
            found = {id_: row for id_ in asked if (row := found.get(id_) or read.get(id_)) is not None}
        return found

    def read(self, ids: Iterable[int], pages: Iterable[int]) -> None:
        """Have these passages and the text of these pages at hand; who uses them asks for them."""
        get = self._kept.passages.get
        heads = self.heads([id_ for id_ in ids if get(id_) is None])
        self._unpacked(dict.fromkeys([*(head.page for head in heads.values()), *pages]))

    def _read_passages(self, ids: Sequence[int]) -> dict[int, PassageRow]:
        heads = self.heads(ids)
        unpacked = self._unpacked({head.page: None for head in heads.values()})
        # That a page ends before a passage is seen in its text, too.
        self._read.update(unpacked)
        found = {}
        for id_, (page, name, title, category, *_) in heads.items():
            path, rows, _ = unpacked[page]
            ordinal = id_ - page
            if ordinal < len(rows):
                block, heading, line, text = rows[ordinal]
            elif rows or ordinal:
                continue
            else:
                block, heading, line, text = "", "", 1, ""
            row = _make(PassageRow, (id_, name, path, title, category, ordinal, block, heading, line, text))
            found[id_] = self._kept.passages.put(id_, row)
        return found

    def heads(self, ids: Iterable[int]) -> dict[int, PageHead]:
        """The page of each of these passages; of ids beyond the last of a page that page, of those before any none."""
        get = self._kept.heads.get
        found: dict[int, PageHead] = {}
        missing: dict[int, None] = {}
        for id_ in ids:
            head = get(id_)
            if head is None:
                # What stands before a passage is mostly of the same page.
                after = get(id_ + 1)
                if after is not None and after.page <= id_:
                    head = self._kept.heads.put(id_, after)
            if head is None:
                missing[id_] = None
            else:
                found[id_] = head
        if missing:
            # A page has the id of its first passage, and its others those that follow.
            rows = self._run(
                """SELECT id, name, title, category, has_turns, passage_count FROM heads WHERE id IN
                   (SELECT (SELECT max(id) FROM heads WHERE id <= value) FROM json_each(?))""",
                (json.dumps([*missing]),),
            )
            read = [_make(PageHead, row) for row in rows]
            read.sort()
            starts = [head.page for head in read]
            for id_ in missing:
                at = bisect_right(starts, id_)
                if at:
                    found[id_] = self._kept.heads.put(id_, read[at - 1])
        return found

    def of_page(self, page: int) -> list[PassageRow]:
        """All passages of a page in text order."""
        return list(self._of(page, range(len(self._text(page)[1]))).values())

    def at_block(self, page: int, block: str) -> PassageRow | None:
        """The passage of a page with this block id, compared without case."""
        found = self._ordinal(page, block)
        return None if found is None else self._of(page, (found,))[page + found]

    def _ordinal(self, page: int, block: str) -> int | None:
        self._read.add(page)
        ordinals = self._kept.blocks.get(page)
        if ordinals is None:
            ordinals = {}
            for ordinal, row in enumerate(self._text(page)[1]):
                ordinals.setdefault(row[0].lower(), ordinal)
            self._kept.blocks.put(page, ordinals, 1 + len(ordinals))
        return ordinals.get(block.lower())

    def path(self, page: int) -> str:
        """The path of a page."""
        return self._text(page)[0]

    def _of(self, page: int, ordinals: Iterable[int]) -> dict[int, PassageRow]:
        """Some passages of a page, whose head is that of each of them."""
        ids = [page + ordinal for ordinal in ordinals]
        kept, head = self._kept.heads, self.heads((page,)).get(page)
        if head is not None:
            for id_ in ids:
                if kept.get(id_) is None:
                    kept.put(id_, head)
        return self.passages(ids)

    def claims(self, page: int) -> Claims:
        """The claims of a page as written."""
        return self._text(page)[2]

    def rest_on(self, pages: Iterable[int]) -> None:
        """Take these pages for read: what was kept of an earlier question, and is told again, was read in them."""
        self._read.update(pages)

    def pages_read(self) -> list[int]:
        """Ids of the pages whose text was looked at."""
        return sorted(self._read.union([head.page for head in self.heads(self._passages_read).values()]))

    def _text(self, page: int) -> tuple[str, Passages, Claims]:
        self._read.add(page)
        return self._kept.texts.get(page) or self._unpacked([page])[page]

    def _unpacked(self, pages: Iterable[int]) -> dict[int, tuple[str, Passages, Claims]]:
        """The paths of these pages and what they say; nothing where there is no such page."""
        get = self._kept.texts.get
        kept = {page: get(page) for page in pages}
        found = {page: text or ("", [], []) for page, text in kept.items()}
        missing = [page for page, text in kept.items() if text is None]
        if missing:
            sample = self._kept.sample
            if sample is None:
                sample = self._kept.sample = stored_sample(self._connection)
            rows = self._run(
                """SELECT t.page, f.path, t.body FROM json_each(?) CROSS JOIN texts t ON t.page = value
                   CROSS JOIN files f ON f.id = t.page""",
                (json.dumps(missing),),
            )
            for page, path, body in rows:
                found[page] = self._kept.texts.put(page, (path, *unpack_text(body, sample)), 5 * len(body))
        return found
