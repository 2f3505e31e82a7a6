"""The functions of the package: search, read, write and list pages, read the log, lint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..arguments import CATEGORIES, check_numbers
from ..errors import BundleError, PageNotFoundError, UsageError
from ..index_store.port import IndexReader
from ..knowledge_base import KnowledgeBase
from ..look.lookup import find_page
from ..model import PageRow, to_plain
from ..text.names import TYPES, normalize_name
from ..verbs.changing import log
from ..verbs.checking import lint
from ..verbs.looking import search
from ..verbs.writing import apply
from .writing import sha256

WRITTEN = ("entities", "topics", "summaries")
"""Categories whose pages are written as a whole."""


def search_wiki(
    query: str, *, limit: int | None = None, offset: int = 0, home: str | None = None
) -> list[dict[str, Any]]:
    """Return pages for a query, best first: slug, category, path, snippet, and label, title, why."""
    with KnowledgeBase.open(home) as kb:
        hits = to_plain(search(kb, query, limit=limit, offset=offset).hits)
    return [{"slug": hit.pop("id"), **hit} for hit in hits]


def read_page(category: str, title: str, *, home: str | None = None) -> str:
    """Return the text of the page of this category and title.  Raises PageNotFoundError with near names."""
    return read_page_with_sha(category, title, home=home)[0]


def read_page_by_slug(slug: str, *, home: str | None = None) -> str:
    """Return the text of a page by its slug (or path).  Raises PageNotFoundError, AmbiguousPageError."""
    with KnowledgeBase.open(home) as kb:
        return _read_with_sha(kb, kb.query(lambda reader: find_page(reader, slug, may_be_short=True)).path)[0]


def read_page_with_sha(category: str, title: str, *, home: str | None = None) -> tuple[str, str]:
    """Return the text of the page of this category and title, and its hash for write_page; else as read_page."""
    wanted = plural(category)
    with KnowledgeBase.open(home) as kb:
        return _read_with_sha(kb, kb.query(lambda reader: _page_of(reader, wanted, title)).path)


def write_page(
    category: str, title: str, content: str, summary: str = "", *, expect_sha: str = "", home: str | None = None
) -> str:
    """Write a page and return its vault path.

    content is the text below the properties; it may begin with those of the page as it was read, which stay as they
    are.  A summary is put on one line.  An existing page needs expect_sha, the hash that read_page_with_sha returned;
    with one no page is made.  Raises BundleError with each refused item and its reason.
    """
    page = {"category": plural(category, WRITTEN), "title": title, "content": content}
    given = {"summary": " ".join(summary.split()), "expect_sha": expect_sha}
    page |= {name: value for name, value in given.items() if value}
    with KnowledgeBase.open(home) as kb:
        receipt = apply(kb, {"pages": [page]}).receipt
        if receipt.rejected:
            raise refused(receipt)
        return kb.query(lambda reader: _page_of(reader, plural(category), title)).path


def list_pages(category: str = "", *, home: str | None = None) -> list[dict[str, Any]]:
    """Return all pages, or those of one category, by path: slug, category, path, title, type, summary, updated."""
    wanted = plural(category) if category else ""
    with KnowledgeBase.open(home) as kb:
        pages = kb.query(lambda reader: reader.pages(everything=True))
    return [_list_row(page) for page in pages if wanted in ("", page.category)]


def get_log(last_n: int = 20, *, home: str | None = None) -> list[dict[str, Any]]:
    """Return the newest operations, newest first: op, time, verb, actor, changes, note."""
    check_numbers(last_n=last_n)
    with KnowledgeBase.open(home) as kb:
        return [to_plain(record) for record in log(kb, limit=last_n).operations]


def lint_wiki(*, home: str | None = None) -> dict[str, Any]:
    """Return the findings of lint: checked_pages, findings, and the paths concerned by rule."""
    with KnowledgeBase.open(home) as kb:
        report: dict[str, Any] = to_plain(lint(kb))
    by_rule: dict[str, list[str]] = {}
    for finding in report["findings"]:
        place = f"{finding['path']}:{finding['line']}" if finding["line"] else finding["path"]
        by_rule.setdefault(finding["rule"], []).append(place)
    return {**report, "by_rule": by_rule}


def plural(category: str, known: Sequence[str] = CATEGORIES) -> str:
    """Return the folder name of a category given in either form.  Raises UsageError for one that is not known."""
    name = next((folder for folder, type_ in TYPES.items() if type_ == category), category)
    if name not in known:
        raise UsageError(f"no category {category!r} here", hint="one of " + ", ".join(known))
    return name


def refused(receipt: Any) -> BundleError:
    """Return the error that lists every rejected item of a receipt."""
    lines = [f"{item.item}: {item.reason}" for item in receipt.rejected]
    nearest = [name for item in receipt.rejected for name in item.nearest][:3]
    return BundleError("; ".join(lines), hint="nearest: " + ", ".join(nearest) if nearest else "nothing was written")


def _page_of(reader: IndexReader, category: str, title: str) -> PageRow:
    """Return the page of this category that has a title or slug."""
    wanted = normalize_name(title)
    pages = [page for page in reader.pages(everything=True) if page.category == category]
    for page in pages:
        if wanted in (normalize_name(page.title), normalize_name(page.node)):
            return page
    raise PageNotFoundError(f"{category}/{title}", [page.node for page in pages][:3])


def _read_with_sha(kb: KnowledgeBase, path: str) -> tuple[str, str]:
    """Return the text of a file of the vault, and the SHA-256 of its bytes."""
    data = kb.read_file(path)
    return data.decode("utf-8", "replace"), sha256(data)


def _list_row(page: PageRow) -> dict[str, Any]:
    updated = page.properties.get("updated", "")
    row = {"slug": page.node, "category": page.category, "path": page.path, "title": page.title, "type": page.type}
    return {**row, "summary": page.description, "updated": updated if isinstance(updated, str) else ""}
