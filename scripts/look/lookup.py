"""Which page a person or an agent means: by path, as a link writes it, by node id, title or alias."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import AmbiguousPageError, DataError, PageNotFoundError, UnsafePathError
from ..index_store.port import IndexReader
from ..model import Name, PageRow
from ..text.analyzer import name_key
from ..text.escaping import read_escapes, safe_line
from ..text.labels import find_heading_section, heading_labels, page_label, parse_label
from ..text.links import Resolver, missing_node
from ..text.names import fold_name, normalize_name, stem_of
from ..text.plain_text import visible_text
from .names import nearest, similar_names

if TYPE_CHECKING:
    from ..wiki_store.working_copy import WorkingCopy  # questions need none

MAX_NEAR = 3
"""Near names that are offered."""
_LOOKED_AT = 12
"""Similar names looked at: of those without a page none is offered."""


def find_page(reader: IndexReader, wanted: str, *, may_be_short: bool = False) -> PageRow:
    """Return the page that a name means.

    may_be_short: a title without its words in parentheses will do, `report` for `report (summary)`.  Only to read: what
    changes or deletes a page asks for a name that the page bears.
    Raises PageNotFoundError with near names, or with the pages that use the name, AmbiguousPageError with the
    candidates.
    """
    page = look_up(reader, wanted, may_be_short=may_be_short)
    if page is None:
        raise not_found(reader, wanted)
    return page


def find_source(reader: IndexReader, wanted: str, *, may_be_short: bool = False) -> PageRow:
    """Return the source with this id, or with this alias as it is written (a caller's own id); else as find_page.

    A page that only reads alike, `Budget` for `budget`, does not stand before it.
    """
    aliases = [
        name.page
        for name in names_of(reader, wanted)
        if (name.kind, name.text) == ("alias", wanted) and name.page is not None
    ]
    named = reader.pages(nodes=[wanted]) + reader.pages(ids=aliases)
    found = next((page for page in named if page.category == "sources"), None)
    return found or find_page(reader, wanted, may_be_short=may_be_short)


def look_up(reader: IndexReader, wanted: str, *, is_exact: bool = False, may_be_short: bool = True) -> PageRow | None:
    """Return the page that a name means, or a link in its brackets; None for none.  Raises AmbiguousPageError.

    is_exact: only a path, a node id, or a name as it is written.  may_be_short: as find_page says.
    """
    wanted = wanted.strip()
    if wanted.startswith("[[") and wanted.endswith("]]"):
        wanted = wanted[2:-2].partition("|")[0].strip()
    if not wanted:
        return None
    rows = reader.pages(paths=[wanted]) or reader.pages(paths=[wanted + ".md"]) or reader.pages(nodes=[wanted])
    if rows:
        return rows[0]
    names = [name for name in names_of(reader, wanted) if may_be_short or name.kind != "short"]
    if is_exact:
        return _by_name(reader, wanted, [name for name in names if safe_line(name.text) == wanted])
    page = _by_link(reader, wanted) or _by_name(reader, wanted, names)
    if page is None and (meant := read_escapes(wanted)) != wanted:
        # A name given back as it was printed.
        return look_up(reader, meant, may_be_short=may_be_short)
    return page


def find_part(reader: IndexReader, label: str, *, may_be_short: bool = False) -> tuple[PageRow, int | None, str]:
    """Return the page that a label means, and the first section of the heading or the block in it.

    may_be_short: as find_page says.
    Raises PageNotFoundError with what comes near, AmbiguousPageError, DataError for a heading that is not there.
    """
    ambiguous: AmbiguousPageError | None = None
    missing: tuple[PageRow, str] | None = None
    for place in parse_label(label):
        has_part = bool(place.heading or place.block)
        try:
            is_exact = not has_part and any(sign in place.page for sign in ">#")
            page = look_up(reader, place.page, is_exact=is_exact, may_be_short=may_be_short)
        except AmbiguousPageError as error:
            ambiguous = ambiguous or error
            continue
        if page is None:
            continue
        if not place.heading:
            return page, None, place.block
        section = find_heading_section(page, reader.sections(pages=[page.id]), place.heading)
        if section is not None:
            return page, section, ""
        missing = missing or (page, place.heading)
    if missing is not None:
        page, heading = missing
        labels = heading_labels(page, reader.sections(pages=[page.id])).values()
        known = [name for name in dict.fromkeys(labels) if name]
        raise no_part(page, f"heading {heading!r}", visible_text(heading), known)
    if ambiguous is not None:
        raise ambiguous
    return find_page(reader, parse_label(label)[0].page, may_be_short=may_be_short), None, ""


def no_part(page: PageRow, part: str, wanted: str, known: Sequence[str]) -> DataError:
    """Return the error for a part that a page does not have, with what comes near."""
    if not known:
        return DataError(f"no {part}", path=page.path, hint="it has none")
    near = nearest(wanted, known, limit=MAX_NEAR)
    names = ", ".join(map(repr, near))
    more = f" and {len(known) - len(near)} more (`show {page_label(page)} --outline`)" if len(known) > len(near) else ""
    return DataError(f"no {part}", path=page.path, hint=f"it has {names}{more}")


def look_up_node(reader: IndexReader, wanted: str) -> str | None:
    """Return the node that an id or a name means, one without a page too; None where there is none.

    Raises AmbiguousPageError.
    """
    if reader.pages(nodes=[wanted]) or reader.edges_at([wanted], min_confidence=0.0, limit=1):
        return wanted
    page = look_up(reader, wanted)
    return page.node if page else None


def is_title_unique(reader: IndexReader, page: PageRow) -> bool:
    """Return whether the page's title leads to it and to no other page: what `labels.page_label` asks."""
    pages = {name.page for name in names_of(reader, page.title) if name.page is not None}
    return pages == {page.id}


def linked_as(reader: IndexReader, title: str) -> str:
    """Return the name under which the vault already links a page of this title that is not there; "" for none.

    `[[Harrison Ford]]` in a person's note leads to the new page only when its file is called so.
    """
    missing = (name.text for name in names_of(reader, title) if name.kind == "missing" and "/" not in name.text)
    return next((text for text in missing if normalize_name(text) == normalize_name(title)), "")


def names_of(reader: IndexReader, wanted: str) -> list[Name]:
    """Return the names that are written like this one, but for form."""
    folded = fold_name(wanted)
    languages = ("", *(language for language, _ in reader.statistics().languages))
    keys = dict.fromkeys(key for language in languages if (key := name_key(wanted, language)))
    return [name for name in reader.names(list(keys)) if fold_name(name.text) == folded]


def _by_link(reader: IndexReader, wanted: str) -> PageRow | None:
    """Return the page that a link with this path opens; a bare name is left to titles and aliases."""
    if "/" not in wanted and wanted[-3:].lower() != ".md":
        return None
    stems = {name.page for name in names_of(reader, stem_of(wanted)) if name.page is not None}
    pages = {page.path: page for page in reader.pages(ids=sorted(stems))}
    resolver = Resolver(pages)
    candidates = resolver.candidates(wanted)
    if "/" not in wanted and len(candidates) > 1:
        raise AmbiguousPageError(wanted, candidates)
    return pages.get(resolver.resolve(wanted, ""))


def _by_name(reader: IndexReader, wanted: str, names: Sequence[Name]) -> PageRow | None:
    for kinds in (("title", "stem"), ("alias",), ("question",), ("short",)):
        named = [name for name in names if name.kind in kinds and name.page is not None]
        pages = {name.page for name in named if name.page is not None}
        exact = {name.page for name in named if name.page is not None and wanted in (name.node, name.text)}
        chosen = pages if len(pages) == 1 else exact if len(exact) == 1 else set[int]()
        if chosen:
            rows = reader.pages(ids=list(chosen))
            return rows[0] if rows else None
        if pages:
            raise AmbiguousPageError(wanted, [page.path for page in reader.pages(ids=sorted(pages))])
    return None


def not_found(reader: IndexReader, wanted: str) -> PageNotFoundError:
    """Return the error for a name without a page: the pages that use it, else names that come near."""
    if any(name.kind == "missing" for name in names_of(reader, wanted)):
        node = missing_node(wanted)
        links = reader.links(unresolved=True)
        users = dict.fromkeys(
            link.path for link in links if node in (missing_node(link.link.partition("#")[0]), missing_node(link.link))
        )
        if users:
            return PageNotFoundError(wanted, users=tuple(users))
    similar = [name for name, _ in similar_names(reader, wanted, limit=_LOOKED_AT) if name.page is not None]
    return PageNotFoundError(wanted, list(dict.fromkeys(name.node for name in similar))[:MAX_NEAR])


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
