"""Pages: search, read, write, list, log, lint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..arguments import checked
from ..errors import BundleError, UsageError
from ..knowledge_base import KnowledgeBase
from ..pages.model import to_jsonable
from ..reading.library import list_pages as pages
from ..reading.library import page_path, page_text

CATEGORIES = {
    "source": "sources",
    "summary": "summaries",
    "entity": "entities",
    "topic": "topics",
    "session": "sessions",
}
WRITTEN = ("entities", "topics", "summaries")
"""Categories whose pages are written as a whole."""


@checked()
def search_wiki(
    query: str, *, limit: int | None = None, offset: int = 0, home: str | None = None
) -> list[dict[str, Any]]:
    """Pages for a query, best first: slug, category, path, snippet, and label, title, why."""
    with KnowledgeBase.open(home) as kb:
        return [_hit(hit) for hit in to_jsonable(kb.search(query, limit=limit, offset=offset).hits)]


@checked()
def read_page(category: str, title: str, *, home: str | None = None) -> str:
    """The text of the page of this category and title.  Raises PageNotFoundError with near names."""
    with KnowledgeBase.open(home) as kb:
        return kb.read(lambda ws: page_text(ws, title, category=plural(category)))


@checked()
def read_page_by_slug(slug: str, *, home: str | None = None) -> str:
    """The text of a page by its slug (or path).  Raises PageNotFoundError, AmbiguousPageError."""
    with KnowledgeBase.open(home) as kb:
        return kb.read(lambda ws: page_text(ws, slug))


@checked()
def read_page_with_sha(category: str, title: str, *, home: str | None = None) -> tuple[str, str]:
    """The text of the page of this category and title, and the hash to write it against; otherwise as read_page."""
    with KnowledgeBase.open(home) as kb:
        file = kb.read(lambda ws: ws.vault.read(page_path(ws, title, category=plural(category))))
        return file.text, file.sha


@checked(title=None, content=None, summary=None)
def write_page(
    category: str,
    title: str,
    content: str,
    summary: str = "",
    *,
    expect_sha: str = "",
    home: str | None = None,
) -> str:
    """Write a page and return its vault path.

    content is all that stands below the properties; those of the page itself, as it was read, may stand before it and
    stay as they are.  A summary is put on one line.  An existing page needs expect_sha, the hash of what was read
    (read_page_with_sha); with one no page is made.  Raises BundleError naming what was refused and why.
    """
    page = {"category": plural(category, WRITTEN), "title": title, "content": content}
    given = {"summary": " ".join(summary.split()), "expect_sha": expect_sha}
    page |= {name: value for name, value in given.items() if value}
    with KnowledgeBase.open(home) as kb:
        receipt = kb.apply({"pages": [page]}).receipt
        if receipt.rejected:
            raise refused(receipt)
        return kb.read(lambda ws: page_path(ws, title, category=plural(category)))


@checked()
def list_pages(category: str = "", *, home: str | None = None) -> list[dict[str, Any]]:
    """All pages, or those of one category, by path: slug, category, path, title, type, summary, updated."""
    with KnowledgeBase.open(home) as kb:
        return kb.read(lambda ws: pages(ws, plural(category) if category else ""))


@checked()
def get_log(last_n: int = 20, *, home: str | None = None) -> list[dict[str, Any]]:
    """The newest operations, newest first: op, time, verb, actor, changes, note."""
    with KnowledgeBase.open(home) as kb:
        found: list[dict[str, Any]] = to_jsonable(kb.log(limit=last_n))
        return found


@checked()
def lint_wiki(*, home: str | None = None) -> dict[str, Any]:
    """Findings of lint: checked_pages, findings, and the paths concerned by rule."""
    with KnowledgeBase.open(home) as kb:
        report: dict[str, Any] = to_jsonable(kb.lint())
    by_rule: dict[str, list[str]] = {}
    for finding in report["findings"]:
        place = f"{finding['path']}:{finding['line']}" if finding["line"] else finding["path"]
        by_rule.setdefault(finding["rule"], []).append(place)
    return {**report, "by_rule": by_rule}


def plural(category: str, known: Sequence[str] = (*CATEGORIES.values(), "notes")) -> str:
    """The folder name of a category given in either form.  Raises UsageError for one that is not known."""
    name = CATEGORIES.get(category, category)
    if name not in known:
        raise UsageError(f"no category {category!r} here", hint="one of " + ", ".join(known))
    return name


def refused(receipt: Any) -> BundleError:
    """The error that lists every rejected item of a receipt."""
    lines = [f"{item.item}: {item.reason}" for item in receipt.rejected]
    nearest = [name for item in receipt.rejected for name in item.nearest][:3]
    return BundleError("; ".join(lines), hint="nearest: " + ", ".join(nearest) if nearest else "nothing was written")


def _hit(hit: dict[str, Any]) -> dict[str, Any]:
    return {"slug": hit.pop("id"), **hit}
