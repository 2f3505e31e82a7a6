"""Random filters: the index gives the same pages as a plain look at every file, and ask, search and list no others."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from scripts.index_store.port import IndexReader
from scripts.knowledge_base import KnowledgeBase
from scripts.model import PageFilter, PageRow, PropertyTest
from scripts.text.page import read_page
from scripts.verbs import looking
from tests.index_store.plain_filter import is_meant
from tests.vaults.figures import Figures, figures
from tests.vaults.notes import note_paths, read

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

OPERATORS = ("=", "=", "=", "!=", "<", "<=", ">", ">=", "")


def check_filters(vault: Path, state: Path, rng: Random, count: int) -> Figures:
    """Compare count random filters."""
    result = figures("filters", vault.name)
    pages = [page for path in note_paths(vault) if (page := _plain_page(vault, path)) is not None]
    settings = {"COMMONPLACE_STATE": str(state), "COMMONPLACE_CACHE": str(state / "cache")}
    with KnowledgeBase.open(vault=vault, environ=settings, cwd=vault) as kb:

        def matching(reader: IndexReader, where: PageFilter) -> list[str]:
            return [row.path for row in reader.pages(ids=reader.matching(where))]

        for _ in range(count):
            where = _random_filter(pages, rng)
            expected = sorted(page.path for page in pages if is_meant(page, where))
            found = sorted(kb.query(lambda reader, where=where: matching(reader, where), sweep=False))
            found = [path for path in found if path.endswith(".md")]
            result.count("filters")
            result.count("with pages", bool(expected))
            wrong = sorted(set(found) ^ set(expected))[:3]
            result.expect(found == expected, f"{where}: {len(found)} pages, {len(expected)} by a plain look: {wrong}")
            listed = [page.path for page in looking.list_(kb, where=where).pages if page.path.endswith(".md")]
            result.expect(sorted(listed) == expected, f"{where}: the list differs")
            title = rng.choice(pages).title
            others = {
                hit.path for hit in looking.search(kb, title or "a", where=where).hits if hit.path.endswith(".md")
            }
            result.expect(others <= {*expected}, f"{where}: search gives {sorted(others - {*expected})[:3]}")
    return result


def _plain_page(vault: Path, path: str) -> PageRow | None:
    text = read(vault, path)
    if text is None:
        return None
    page = read_page(path, text)
    changed = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.stat(vault / path).st_mtime)))
    facts = {"properties": page.properties, "tags": page.tags, "changed": changed}
    return PageRow(0, path, path, page.title, "notes", page.type, "", "", **facts)


def _random_filter(pages: list[PageRow], rng: Random) -> PageFilter:
    """Return a filter that some page may pass, of one to three parts."""
    where = PageFilter()
    for part in rng.sample(["tag", "property", "property", "folder", "days", "excluded"], rng.choice((1, 1, 2, 3))):
        page = rng.choice([page for page in pages if page.tags] or pages) if part == "tag" else rng.choice(pages)
        folder = page.path.rpartition("/")[0]
        if part == "tag":
            tag = rng.choice(page.tags or ("none",))
            where = where._replace(tags=(*where.tags, rng.choice((tag, tag.upper(), tag.partition("/")[0]))))
        elif part == "property" and page.properties:
            name, value = rng.choice(list(page.properties.items()))
            value = rng.choice(value) if isinstance(value, list) and value else value
            operator = rng.choice(OPERATORS)
            wanted = "" if not operator else str(value).strip()
            if not operator or (wanted and not isinstance(value, (list, dict))):
                where = where._replace(properties=(*where.properties, PropertyTest(name.upper(), operator, wanted)))
        elif part == "folder" and folder:
            where = where._replace(folders=(folder, folder.partition("/")[0])[rng.randrange(2) :])
        elif part == "days":
            where = where._replace(**{rng.choice(("since", "until")): page.changed})
        elif part == "excluded" and folder:
            where = where._replace(excluded=(folder[:5],))
    return where
