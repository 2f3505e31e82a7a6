"""The page that a person names to change, move or delete it."""

from __future__ import annotations

from ..errors import PageNotFoundError, UnsafePathError
from ..index_store.port import IndexReader
from ..look.lookup import find_page
from ..wiki_store.working_copy import WorkingCopy


def named_page(copy: WorkingCopy, reader: IndexReader, name: str) -> str:
    """Return the vault path of the page that a name means.

    Raises UnsafePathError for the catalog and the log, which are no pages, else as find_page says.
    """
    try:
        return find_page(reader, name).path
    except PageNotFoundError:
        bare = name.strip().removeprefix("[[").removesuffix("]]").removesuffix(".md")
        for path in copy.catalog:
            if bare in (path.removesuffix(".md"), path.rpartition("/")[2].removesuffix(".md")):
                hint = "name another page"
                raise UnsafePathError(path, "the catalog and the log are made by the tools", hint=hint) from None
        raise
