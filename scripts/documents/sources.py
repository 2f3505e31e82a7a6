"""Registers documents: one source note each, its passages marked, recognized by its origin or its bytes."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import NamedTuple

from ..arguments import check_choice
from ..errors import DataError, EditingPage, NameTakenError
from ..index_store.port import IndexReader, day_in
from ..look.citations import Citation, citations, lost_citations
from ..look.lookup import KnownEntity, find_source, known_entities, linked_as
from ..model import Quotable
from ..text.block_ids import Earlier, block_hash, mark_quotables, quotables
from ..text.editing import close_end
from ..text.frontmatter import set_property, split
from ..text.hygiene import KEEP, REDACT, REFUSE, SECRET, Finding, find_secrets, inspect_names, inspect_text, redact
from ..text.kept import property_text
from ..text.names import category_of, normalize_name, plain_slug, stem_of
from ..text.spans import written_like
from ..text.templates import source_page
from ..wiki_store.files import is_note
from ..wiki_store.working_copy import Outcome, Plan, WorkingCopy
from ..wiki_store.writing import sha256
from .reading import Document, Skipped, distinguishing_suffix, title_of_document

LeadClaims = Callable[[WorkingCopy, IndexReader, str], int]
"""Moves the claims on a changed source, given by path, to the passages with their words; returns how many."""
_OWN = (
    "is a page of this knowledge base, no document; add the document of a source again (`--as SLUG` if it moved); "
    "name a session as `source` of a bundle"
)
_SHOWN = 60
# Block ids that are made from the words of a passage.
_OURS = re.compile(r"p[0-9a-f]{6}(?:-\d+)?")


class Moment(NamedTuple):
    """The time of registering, and the home to which paths are relative."""

    home: str
    today: str
    """YYYY-MM-DD, UTC."""
    now: str
    """As clock.local_time gives it."""


def _with_day(note: str, document: Document) -> str:
    """Return the note of a document with the day that the document gives itself, if any, as its date."""
    day = day_in(split(document.text).properties, "sources")
    return set_property(note, "date", day) if day else note


def plan_sources(
    copy: WorkingCopy,
    reader: IndexReader,
    documents: Sequence[Document],
    skipped: Sequence[Skipped] = (),
    *,
    moment: Moment,
    lead_claims: LeadClaims,
    revises: str = "",
    secrets: str = REFUSE,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Plan[AddReceipt]:
    """Write the source notes for these documents.

    A document is recognized by its origin, else by its bytes, also within the same call.  A page that the tools write
    is skipped, since its text would be found twice.  revises: the source of which the one document is the next
    revision.  secrets: REFUSE, REDACT (also in an existing note) or KEEP a document that seems to hold one.  progress
    takes how many of how many documents are done.  Raises UsageError for another value of secrets.
    """
    check_choice("secrets", secrets, (REFUSE, REDACT, KEEP))
    own = [document for document in documents if _is_own_page(copy, document)]
    taken = [document for document in documents if document not in own]
    registering = _Registering(copy, reader, moment, secrets, lead_claims)
    same = registering.revised(revises, taken[0]) if revises and taken else None
    receipts: list[Registered] = []
    for number, document in enumerate(taken):
        progress(number, len(taken))
        receipts.append(registering.register(document, same))
    states = Counter(receipt.state for receipt in receipts)
    note = ", ".join(f"{number} {state}" for state, number in states.items())
    passed_over = (Skipped(document.origin, _OWN) for document in own)
    return Plan(AddReceipt(tuple(receipts), (*skipped, *passed_over)), note)


class _KnownSource(NamedTuple):
    """The facts of a source in its note."""

    path: str
    origin: str
    sha: str
    revision: int
    aliases: tuple[str, ...]


class _Registering:
    """The state of one call: the sources that are known, and those that it writes."""

    def __init__(
        self, copy: WorkingCopy, reader: IndexReader, moment: Moment, secrets: str, lead_claims: LeadClaims
    ) -> None:
        self._copy, self._reader, self._moment, self._secrets = copy, reader, moment, secrets
        self._lead_claims = lead_claims
        self._known: dict[str, _KnownSource] = {}
        """By path; the first of several with the same origin or bytes counts, the others are copies."""
        self._titled: dict[str, list[str]] = {}
        for row in sorted(reader.pages(category="sources"), key=lambda row: (len(row.path), row.path)):
            self._titled.setdefault(normalize_name(row.title), []).append(row.node)
            origin, sha = (property_text(row.properties, name) for name in ("source", "sha256"))
            revision = row.properties.get("revision")
            number = revision if isinstance(revision, int) else 1
            self._known[row.path] = _KnownSource(row.path, origin, sha, number, row.aliases)

    def revised(self, name: str, document: Document) -> _KnownSource:
        """Return the source that a document revises.  Raises DataError."""
        row = find_source(self._reader, name)
        source = self._known.get(row.path)
        if source is None:
            raise DataError("is no source", path=row.path, hint="give the slug of the source that `add` printed")
        other = self._find_source(document)
        if other is not None and other.path != source.path:
            hint = f"take that back first (`undo`, or `retract`), then add it as {row.node}"
            raise DataError("this document is a source of its own already", path=other.path, hint=hint)
        return source

    def register(self, document: Document, same: _KnownSource | None) -> Registered:
        """Write the note of a document.  same: the source that it revises."""
        source, sha = same or self._find_source(document), sha256(document.data)
        has_moved = source is not None and self._has_moved(source, document, is_named=same is not None)
        there = self._copy.read(source.path) if source is not None and source.sha == sha else ""
        if source and there and not (self._secrets == REDACT and find_secrets(there[split(there).body_start :])):
            return self._keep_note(document, source, has_moved=has_moved)
        text, name = document.text, document.given_title or title_of_document(document)
        beside = {"title": name if name not in text else "", "id": document.id}
        beside["source"] = document.origin if document.id else ""
        findings = [*inspect_names(beside), *inspect_text(text)]
        if self._secrets == REFUSE and any(finding.rule == SECRET for finding in findings):
            return Registered("", document.origin, redact(name), "refused", 0, 0, tuple(findings))
        if self._secrets == REDACT:
            name, text = redact(name), redact(text)
        body, most = self._marked_body(text, source), self._copy.max_page_bytes
        if document.left_out:
            findings.append(Finding("left-out", 0, document.left_out))
        if len(body) > most:
            message = f"only its first {most:,} characters are searched: split it, or raise MAX_PAGE_BYTES"
            findings.append(Finding("page-size", 0, message))
        if source is None:
            receipt = self._make_note(document, name, body, findings)
        else:
            receipt = self._revise_note(document, source, body, findings, has_moved=has_moved)
        aliases = source.aliases if source else (document.id,) if document.id else ()
        origin = self._origin_of(document) if source is None or has_moved else source.origin
        self._known[receipt.path] = _KnownSource(receipt.path, origin, sha, receipt.revision, aliases)
        return receipt

    def _find_source(self, document: Document) -> _KnownSource | None:
        """Return the source this document is: by the caller's own id, else by its origin, else by its bytes.

        Raises NameTakenError for an id that is another source's.
        """
        known = self._known.values()
        if document.id:
            named = next((source for source in known if document.id in source.aliases), None)
            owner = next((source for source in known if stem_of(source.path) == document.id), None)
            if owner is not None and owner is not named:
                raise NameTakenError(document.id, owner.path, hint="give the document another id")
            return named
        origin, sha = self._origin_of(document), sha256(document.data)
        same = (source for source in known if origin not in ("-", "") and source.origin == origin)
        return next(same, None) or next((source for source in known if source.sha == sha), None)

    def _keep_note(self, document: Document, source: _KnownSource, *, has_moved: bool) -> Registered:
        """Keep the note of an unchanged document, with a new origin if the document moved."""
        text, title = self._copy.read(source.path), self._copy.page(source.path).title
        units, findings = quotables(text), inspect_text(document.text)
        if has_moved:
            with EditingPage(source.path):
                edited = set_property(self._copy.editable(source.path), "source", self._origin_of(document))
            self._copy.put(source.path, edited)
        state = "moved" if has_moved else "unchanged"
        return receipt_of(source.path, title, state, source.revision, units, findings=findings, old=units)

    def _make_note(self, document: Document, name: str, body: str, findings: Sequence[Finding]) -> Registered:
        # A caller's id of another source is an alias, which may name only one source.
        taken = {alias for source in self._known.values() for alias in source.aliases}
        is_second = plain_slug(name) in taken or self._copy.is_named_in("sources", name)
        suffix, linked = distinguishing_suffix(document) if is_second else "source", linked_as(self._reader, name)
        path = self._copy.new_path("sources", name, suffix=suffix, linked_as=linked, taken=taken)
        new = source_page(
            name,
            origin=self._origin_of(document),
            sha256=sha256(document.data),
            revision=1,
            body=body,
            today=self._moment.today,
            added=self._moment.now,
            aliases=(document.id,) if document.id else (),
        )
        self._copy.put(path, new := _with_day(new, document))
        title, units = self._copy.page(path).title, quotables(new)
        receipt = receipt_of(path, title, "new", 1, units, findings=findings)
        return receipt._replace(like=tuple(self._titled.get(normalize_name(title), ())))

    def _revise_note(
        self, document: Document, source: _KnownSource, body: str, findings: list[Finding], *, has_moved: bool
    ) -> Registered:
        before, title = self._copy.editable(source.path), self._copy.page(source.path).title
        old = quotables(before)
        facts: dict[str, str | int] = {
            "sha256": sha256(document.data),
            "revision": source.revision + 1,
            "updated": self._moment.today,
        }
        if has_moved:
            facts["source"] = self._origin_of(document)
        new = written_like(before[: split(before).body_start] + body, before)
        with EditingPage(source.path):
            for key, value in facts.items():
                new = set_property(new, key, value)
            new = _with_day(new, document)
        units = quotables(new)
        for unit in _lost_by_hand(old, units):
            quoted = redact(" ".join(unit.text.split()))[:_SHOWN]
            message = f"somebody's own words in the note go, `undo` brings them back: {quoted!r}"
            findings.append(Finding("by-hand", unit.line, message))
        cited = partial(citations, self._copy, self._reader, source.path)
        were_lost = {(item.path, item.line, item.block) for item in lost_citations(cited(), old)}
        self._copy.put(source.path, new)
        led = self._lead_claims(self._copy, self._reader, source.path)
        lost = lost_citations(cited(), units)
        stale = tuple(item for item in lost if (item.path, item.line, item.block) not in were_lost)
        receipt = receipt_of(
            source.path, title, "changed", source.revision + 1, units, findings=findings, old=old, stale=stale
        )
        return receipt._replace(led=led)

    def _marked_body(self, text: str, source: _KnownSource | None) -> str:
        """Return the document's text with block ids, its own properties as quoted text, its open ends closed."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        body_start = split(text).body_start
        if body_start:
            text = f"```yaml\n{text[:body_start].strip().strip('-').strip()}\n```\n\n{text[body_start:].lstrip()}"
        marked = mark_quotables(close_end(text), self._earlier_revision(source))
        return marked if marked.endswith("\n") else marked + "\n"

    def _earlier_revision(self, source: _KnownSource | None) -> Earlier:
        """Return the revision before, with the block ids that are still cited, also those of gone passages."""
        if source is None:
            return Earlier()
        # A passage that a person changed must not take the id of words that the document may still have.
        units = tuple(unit for unit in quotables(self._copy.read(source.path)) if not _is_other_text(unit))
        cited = citations(self._copy, self._reader, source.path)
        return Earlier(units, frozenset(item.block.lower() for item in cited if item.block))

    def _has_moved(self, source: _KnownSource, document: Document, *, is_named: bool) -> bool:
        """Report whether the document of a source moved here: the call names the source, or the old path is gone.

        Otherwise a second copy is only a copy, and documents from standard input or the web have no path.
        """
        origin = self._origin_of(document)
        if document.id or origin in ("-", source.origin) or "://" in origin + source.origin:
            return False
        if source.origin.startswith(("/", "\\")) and not is_named:
            # A page may be a stranger's: on Windows a look at //host/share is a call there, with the user's password.
            return False
        return is_named or not os.path.exists(os.path.join(self._moment.home, source.origin))

    def _origin_of(self, document: Document) -> str:
        """Return the origin of a document, as a path relative to the home, so that both can move together."""
        if not document.is_file:
            return document.origin
        path = os.path.abspath(document.origin)
        try:
            return os.path.relpath(path, self._moment.home).replace(os.sep, "/")
        except ValueError:
            # Another drive on Windows: there is no relative path.
            return path.replace(os.sep, "/")


def _lost_by_hand(old: Iterable[Quotable], units: Iterable[Quotable]) -> list[Quotable]:
    """Return the passages that a person added or changed in a source's note, and that the new text lacks.

    The id of any other passage is made from its words.
    """
    there = {" ".join(unit.text.split()) for unit in units}
    by_hand = (unit for unit in old if not unit.block or _is_other_text(unit))
    return [unit for unit in by_hand if " ".join(unit.text.split()) not in there]


def _is_other_text(unit: Quotable) -> bool:
    """Report whether a person changed the words from which its id was made."""
    return _OURS.fullmatch(unit.block) is not None and block_hash(unit.text) != unit.block.partition("-")[0]


def _is_own_page(copy: WorkingCopy, document: Document) -> bool:
    """Report whether a document is a page of the tools; a person's own note is none."""
    root, file = os.path.realpath(copy.root), os.path.realpath(document.origin)
    if not document.is_file or not file.startswith(root + os.sep):
        return False
    path = os.path.relpath(file, root).replace(os.sep, "/")
    is_ours = path in copy.catalog or category_of(path, copy.folder) != "notes"
    return is_ours and is_note(path) and copy.exists(path)


class PassageRun(NamedTuple):
    """Passages that follow each other, by the block ids of the first and the last that have one; "" for none."""

    text: str
    """Their heading, or the beginning of the first where there are no headings."""
    first: str
    last: str
    passages: int


class Registered(NamedTuple):
    """The result for one document."""

    id: str
    path: str
    title: str
    state: str
    """new, changed, moved (the same bytes at another path), unchanged, or refused: it seems to hold a secret, and
    nothing was written."""
    revision: int
    passages: int
    findings: tuple[Finding, ...]
    """Possible secrets and hidden text; and a person's own words that are gone now."""
    outline: tuple[PassageRun, ...] = ()
    entities: tuple[KnownEntity, ...] = ()
    """Entities that the index finds in the note once it is written; empty for a dry run."""
    new_runs: tuple[PassageRun, ...] = ()
    """Passages that the revision before did not have, in the order of the text."""
    gone_blocks: tuple[str, ...] = ()
    gone_words: tuple[str, ...] = ()
    """The beginning of each gone passage."""
    stale: tuple[Citation, ...] = ()
    """Claims, answers and quotes whose passage the revision before had, and this one has not."""
    like: tuple[str, ...] = ()
    """For a new document: sources of the same title, of which it may be another version."""
    led: int = 0
    """Claims that now cite the passages to which their words have moved."""


class AddReceipt(NamedTuple):
    """The result of `add`."""

    sources: tuple[Registered, ...]
    skipped: tuple[Skipped, ...]


def receipt_of(
    path: str,
    title: str,
    state: str,
    revision: int,
    units: Sequence[Quotable],
    *,
    findings: Sequence[Finding],
    old: Sequence[Quotable] | None = None,
    stale: tuple[Citation, ...] = (),
) -> Registered:
    """Return the receipt for a source note.

    units: passages that can be cited; old: those of the revision before; stale: citations of passages gone now.
    """
    before, after = ({unit.block for unit in some or ()} for some in (old, units))
    gone = [unit for unit in old or () if unit.block and unit.block not in after]
    return Registered(
        id=stem_of(path),
        path=path,
        title=title,
        state=state,
        revision=revision,
        passages=len(units),
        findings=tuple(findings),
        outline=_outline(units),
        new_runs=_new_runs(units, before) if old is not None else (),
        gone_blocks=tuple(unit.block for unit in gone),
        gone_words=tuple(_passage_words(unit)[:200] for unit in gone),
        stale=stale,
    )


def with_entities(reader: IndexReader, outcome: Outcome[AddReceipt]) -> Outcome[AddReceipt]:
    """Return the outcome with the pages that the documents name, once the index has the notes."""
    sources = tuple(
        source._replace(entities=known_entities(reader, source.path)) if source.id else source
        for source in outcome.receipt.sources
    )
    return replace(outcome, receipt=outcome.receipt._replace(sources=sources))


def _outline(units: Sequence[Quotable]) -> tuple[PassageRun, ...]:
    is_headed = any(unit.heading for unit in units)
    groups = groupby(units, (lambda unit: unit.heading) if is_headed else id)
    return tuple(_passage_run([*group], is_headed=is_headed) for _, group in groups)


def _new_runs(units: Sequence[Quotable], known: Collection[str]) -> tuple[PassageRun, ...]:
    groups = groupby(units, lambda unit: unit.block in known)
    return tuple(_passage_run([*group], is_headed=False) for is_known, group in groups if not is_known)


def _passage_run(units: Sequence[Quotable], *, is_headed: bool) -> PassageRun:
    blocks = [unit.block for unit in units if unit.block] or [""]
    # Whoever reads the agent's output sees this: no secret may be in it.
    text = redact(units[0].heading) if is_headed else " ".join(_passage_words(units[0]).split()[:7])
    return PassageRun(text, blocks[0], blocks[-1], len(units))


def _passage_words(unit: Quotable) -> str:
    """Return a passage on one line, of code without the fence that opens it."""
    opening, line_end, rest = unit.text.partition("\n")
    is_code = opening.startswith(("```", "~~~"))
    return " ".join(redact(rest if is_code and line_end else unit.text).split())
