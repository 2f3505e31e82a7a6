"""Registering documents: one source note each, its passages marked, what is known in it named."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Any

from ..care.citations import citations, listed_citations, lost_citations
from ..care.moved_folder import moved_sources, way_back
from ..clock import local_time
from ..errors import DataError, EditingPage, UsageError
from ..text.hygiene import Finding, inspect_names, inspect_text
from ..pages.markdown.block_names import Earlier
from ..pages.page import read_page
from ..pages.rendering import property_text, source_page
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import set_property
from ..store.operations import Change
from ..store.vault import sha256
from ..text.secrets import redact, secret_spans
from ..text.slugs import plain_slug
from .dialects import as_markdown
from .document_titles import title_of_document, told_apart_by
from .documents import Skipped, read_or_skip
from .known_sources import KnownSources
from .likeness import like_sources
from .registered import AddReceipt, Registered, receipt_of, refused
from .revising import is_other_text, lost_by_hand, revised_note
from .secret_library import library_shapes
from .source_body import source_body

if TYPE_CHECKING:
    from ..care.citations import Citation
    from ..pages.page_model import Page
    from ..store.workspace import Plan, Workspace
    from ..text.secrets import Shape
    from .documents import Document
    from .known_sources import KnownSource

REFUSE, REDACT, KEEP = "refuse", "redact", "keep"
"""What becomes of a document with a secret in it."""
SHOWN = 60
STATES = ("new", "changed", "moved", "unchanged", "refused")


def plan_sources(
    ws: Workspace,
    documents: Sequence[Document],
    skipped: Sequence[Skipped],
    *,
    title: str = "",
    revises: str = "",
    secrets: str = REFUSE,
) -> Plan:
    """The source notes for these documents.

    A document is known again by its origin, else by its bytes, also from earlier in the same call.  title names a
    single document; revises names the source that it is the next revision of.  secrets says what becomes of a document
    that holds what looks like one: REFUSE, REDACT (also in a note that is there) or KEEP; anything else raises
    UsageError.  Raises DataError for a document whose source a person moved out of its folder.
    """
    if secrets not in (REFUSE, REDACT, KEEP):
        raise UsageError(f"secrets cannot be {secrets!r}", hint=f"one of {REFUSE}, {REDACT}, {KEEP}")
    known, moved = KnownSources(ws), moved_sources(ws)
    again, skipped = _read_again(ws, skipped, known)
    documents = [each._replace(given_title=title or each.given_title) for each in (*documents, *again)]
    same = _revised(ws, revises, documents, known) if revises else None
    changes: list[Change] = []
    receipts: list[Registered] = []
    # An id that a caller gave, which is an alias, names one source only.
    taken = {*known.by_alias} | {each.id for each in documents}
    told: dict[str, Registered] = {}  # By origin and by the hash of the bytes.
    origins: dict[str, str] = {}  # Of the sources, by id.
    # Found once for all of them: loading the library takes longer than looking through a document.
    shapes = library_shapes()
    for document in documents:
        origin, sha = _origin(ws, document), sha256(document.data)
        earlier = told.get(origin) or (None if origin in known.by_origin else told.get(sha))
        if earlier is not None and not document.id:
            unchanged = earlier._replace(
                state="unchanged", new_blocks=(), gone_blocks=(), gone_words=(), new_runs=(), stale=(), copy_of=""
            )
            receipts.append(unchanged if origin in told else unchanged._replace(copy_of=origins[earlier.id]))
            continue
        one = same or known.again(document, origin, sha)
        if one is None:
            _refuse_moved(ws, moved, document, sha)
        change, receipt = _plan_source(
            ws, document, one, shapes, secrets=secrets, taken=frozenset(taken) - {document.id}, named=same is not None
        )
        if change is not None:
            changes.append(change)
        taken |= {receipt.id, document.id}
        called = document.given_title
        if one is not None and called and receipt.state != "refused" and receipt.title != property_text(called):
            receipt = receipt._replace(title_left=called)
        if one is not None and receipt.state == "unchanged" and origin not in ("-", one.origin) and not document.id:
            receipt = receipt._replace(copy_of=one.origin)
        receipts.append(receipt)
        if receipt.state != "refused":
            told[sha] = told[origin] = receipt
            origins.setdefault(receipt.id, origin if one is None else one.origin)
    states = [receipt.state for receipt in receipts]
    note = ", ".join(f"{states.count(state)} {state}" for state in STATES if state in states)
    return changes, note, AddReceipt(tuple(receipts), tuple(skipped))


def _read_again(ws: Workspace, skipped: Sequence[Skipped], known: KnownSources) -> tuple[list[Document], list[Skipped]]:
    """What was skipped for its ending and yet is a source already; and the rest."""
    documents: list[Document] = []
    rest: list[Skipped] = []
    for each in skipped:
        is_source = each.is_unknown_kind and _place(ws, each.origin) in known.by_origin
        found = read_or_skip(each.origin, ws.settings) if is_source else each
        if isinstance(found, Skipped):
            rest.append(found)
        else:
            documents.append(found)
    return documents, rest


def _refuse_moved(ws: Workspace, moved: Mapping[str, Mapping[str, Any]], document: Document, sha: str) -> None:
    """Raise DataError for a document whose source a person moved: the claims on it would not rest on a second one."""
    origin = _origin(ws, document)
    for path, values in moved.items():
        if values["sha256"] == sha or (origin != "-" and values.get("source") == origin):
            raise DataError(
                f"the source of {document.origin}, which lies elsewhere than it was put",
                path=path,
                hint=f"{way_back(ws)}, then repeat; or take `sha256` out of its properties: then it is a note of yours",
            )


def _plan_source(
    ws: Workspace,
    document: Document,
    same: KnownSource | None,
    shapes: Sequence[Shape],
    *,
    secrets: str,
    taken: frozenset[str],
    named: bool,
) -> tuple[Change | None, Registered]:
    origin, sha = _origin(ws, document), sha256(document.data)
    text, findings = document.text, inspect_text(document.text, shapes)
    if secrets == REDACT:
        text = redact(text, shapes)
    old = ws.page(same.path) if same is not None else None
    kept = same is not None and same.sha == sha and not (secrets == REDACT and _has_secret(ws, same.path, shapes))
    if same is not None and old is not None and kept:
        if not _has_moved(ws, same, document, named=named):
            return None, receipt_of(ws, old, "unchanged", same.revision, findings, old=old)
        with EditingPage(same.path):
            moved = set_property(ws.editable_text(same.path), "source", origin).encode("utf-8")
        return Change(same.path, ws.before(same.path), moved), receipt_of(
            ws, old, "moved", same.revision, findings, old=old
        )
    read = as_markdown(document.text, document.suffix)
    name = document.given_title or title_of_document(read, document)
    given = {"title": name if name not in document.text else "", "id": document.id}
    given["source"] = document.origin if document.id else ""
    findings = [*inspect_names(given, shapes), *findings]
    if secrets == REFUSE and any(finding.rule == "secret" for finding in findings):
        return None, refused(document, redact(name, shapes), findings)
    if secrets == REDACT:
        name = redact(name, shapes)
    if text != document.text:
        read = as_markdown(text, document.suffix)
    body = source_body(read, document.origin, _earlier(ws, old))
    most = ws.settings.max_page_bytes
    if len(body) > most:
        told = f"only its first {most:,} characters are searched: split it, or raise MAX_PAGE_BYTES"
        findings = [*findings, Finding("page-size", 0, told)]
    if same is None or old is None:
        is_second = plain_slug(name) in taken or ws.is_named_in("sources", name)
        suffix = told_apart_by(document) if is_second else "source"
        path = ws.new_path("sources", name, taken=taken, suffix=suffix)
        new = source_page(
            name,
            origin=origin,
            sha256=sha,
            revision=1,
            body=body,
            created=ws.today(),
            updated=ws.today(),
            added=local_time(ws.clock),
            aliases=(document.id,) if document.id else (),
        )
        page = read_page(path, new, folder=ws.folder)
        receipt = receipt_of(ws, page, "new", 1, findings)._replace(like=like_sources(ws, page))
        return Change(path, None, new.encode("utf-8")), receipt
    before = ws.editable_text(same.path)
    facts: dict[str, str | int] = {"sha256": sha, "revision": same.revision + 1, "updated": ws.today()}
    if _has_moved(ws, same, document, named=named):
        facts["source"] = origin
    moment = local_time(ws.clock)
    new, page = revised_note(before, body, facts, old=old, moment=moment, folder=ws.folder)
    for passage in lost_by_hand(old, page):
        shown = redact(" ".join(passage.text.split()))[:SHOWN]
        told = f"somebody's own words in the note go, `undo` brings them back: {shown!r}"
        findings = [*findings, Finding("by-hand", passage.line, told)]
    cited = _cited(ws, same.path)
    before_that = {(each.path, each.line, each.block) for each in lost_citations(cited, old.passages)}
    stale = [c for c in lost_citations(cited, page.passages) if (c.path, c.line, c.block) not in before_that]
    change = Change(same.path, ws.before(same.path), new.encode("utf-8"))
    return change, receipt_of(ws, page, "changed", same.revision + 1, findings, old=old, stale=tuple(stale))


def _has_secret(ws: Workspace, path: str, shapes: Sequence[Shape]) -> bool:
    text = ws.vault.read(path).text
    return bool(secret_spans(text[read_properties(text).body_start :], shapes))


def _revised(ws: Workspace, name: str, documents: Sequence[Document], known: KnownSources) -> KnownSource:
    """The source that these documents, of which there is one, revise.  Raises DataError."""
    path = ws.find_source(name)
    found = known.by_path.get(path)
    if found is None:
        raise DataError("is no source", path=path, hint="give the slug of the source that `add` printed")
    for document in documents:
        other = known.again(document, _origin(ws, document), sha256(document.data))
        if other is not None and other.path != path:
            own, slug = quote(ws.slug_of(other.path)), ws.slug_of(path)
            raise DataError(
                "this document is a source of its own already",
                path=other.path,
                hint=f"take that back first (`undo`, or `commonplace retract {own}`), then add it as {slug}",
            )
    return found


def _has_moved(ws: Workspace, same: KnownSource, document: Document, *, named: bool) -> bool:
    """Whether a source follows its document to another path: told so, or because nothing is at the old one.

    Elsewhere a second copy is only a copy, and what came by standard input or from the web has no path.
    """
    origin = _origin(ws, document)
    if document.id or origin in ("-", same.origin) or "://" in origin + same.origin:
        return False
    return named or not os.path.exists(os.path.join(ws.location.home, same.origin))


def _origin(ws: Workspace, document: Document) -> str:
    """Where a document came from, relative to the home, so that both can move together."""
    return _place(ws, document.origin) if document.is_file else document.origin


def _place(ws: Workspace, origin: str) -> str:
    """The path of a document as its source names it."""
    path = os.path.abspath(origin)
    try:
        return os.path.relpath(path, ws.location.home).replace(os.sep, "/")
    except ValueError:
        # Another drive on Windows: there is no relative path.
        return path.replace(os.sep, "/")


def _earlier(ws: Workspace, old: Page | None) -> Earlier:
    """The revision before, with the ids that are cited still: of what is gone, and of what was gone before that."""
    if old is None:
        return Earlier()
    # Words that a person changed have no right to the id of those that the document may have still.
    passages = tuple(passage for passage in old.passages if not is_other_text(passage))
    return Earlier(passages, frozenset(each.block.lower() for each in _cited(ws, old.path) if each.block))


def _cited(ws: Workspace, path: str) -> list[Citation]:
    """What rests on the passages of a source; claims and answers first, then what only quotes them."""
    return [*citations(ws, path), *listed_citations(ws, path)]
