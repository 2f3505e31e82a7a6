"""The pages of a bundle: those of its entities, those written whole, and the summary of its source with its claims.

New pages are linked to existing ones; an existing page is written only if its hash is the one that was read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING

from ..errors import EditingPage, PageChangedError
from ..index_store.port import IndexReader
from ..look.citations import SUMMARY_TITLE, summary_of
from ..look.lookup import NamedPage, names_of, near_names, new_page_path, only_one, same_name
from ..model import Claim, Evidence
from ..text.analyzer import analyze
from ..text.characters import plain_line
from ..text.claims import format_claim, words_key
from ..text.editing import (
    append_under,
    claim_key,
    description_of,
    description_span,
    headings_of,
    is_described_in_one_line,
    leaves_open,
    merge_claims,
    merge_same,
    remove_spans,
    replace_prose,
    sections_of,
    without_claims,
)
from ..text.escaping import read_escapes
from ..text.frontmatter import add_to_list, set_property, split
from ..text.kept import CLAIMS, EVIDENCE, KEPT_SECTIONS, MENTIONS, SOURCE_LINE, kept_name, property_text
from ..text.language import detect_language
from ..text.link_writing import format_wikilink, lead_to
from ..text.links import Resolver
from ..text.markdown import read_body
from ..text.names import TYPES, category_of, differ_in_type, normalize_name, safe_display, slugify, stem_of
from ..text.ontology import canonical_claim, display_relation
from ..text.page import read_page
from ..text.spans import Splice, splice, written_like
from ..text.templates import WITHDRAWN, cited_quote, entity_page, escape_inline, escape_line, plain_page, summary_page
from ..wiki_store.working_copy import WorkingCopy
from .evidence import Quote, Remarks, SourceText

if TYPE_CHECKING:
    # pydantic, which reads bundles, takes longer to load than all else, and `file` does not need it.
    from .bundle import BundleEntity, BundlePage, BundleRelation, BundleWithdrawal

LIST_IT = "list it under entities, or use a known name"
_NEAREST = 3
_MOST_SLIPS = 4
"""Most letters in which a new name may differ from a known one to be reported as close to it: `the memory leak`."""


class EntityPages:
    """The entities of one bundle, each with its page."""

    def __init__(
        self, copy: WorkingCopy, reader: IndexReader, source: SourceText | None, remarks: Remarks, *, today: str
    ) -> None:
        self.copy, self.reader, self.source, self.remarks, self.today = copy, reader, source, remarks, today
        self.mentioned: list[tuple[NamedPage, Evidence]] = []
        """Entities whose page is a person's note: their evidence goes on the summary page."""
        self.taken: dict[str, tuple[NamedPage, Evidence]] = {}
        """Maps the ids of entities with a page of ours to the page and the first passage about them."""
        self._named: dict[str, dict[NamedPage, None]] = {}
        """Maps each normalized name to the pages that the bundle gives it to, in the order of its items."""
        self._refused: dict[str, str] = {}
        """Maps the normalized names of the bundle to their items; one without a page was rejected."""

    def take(self, item: str, entity: BundleEntity) -> None:
        """Find or create the page of one entity, and write new facts on it; reject an entity whose quote is not found.

        Raises NameTakenError, and UnsoundPageError for a page that a person has to repair first.
        """
        names = (entity.name, *entity.aliases)
        self.refuse(item, names)
        quote = Quote(entity.supporting_text, entity.block, names)
        evidence = self.source.prove(item, quote, self.remarks) if self.source else None
        if evidence is None:
            return
        found = self._existing(item, entity)
        if len(found) > 1:
            ids = tuple(target.id for target in found)
            self.remarks.reject(item, f"{entity.name!r} names {len(found)} pages: use the name of one of them", ids)
            return
        target = found[0] if found else self._create(entity, evidence)
        if found:
            with EditingPage(target.path):
                self._extend(item, target, entity, evidence)
        for alias in entity.aliases:
            self._notice_clash(item, target, alias)
        if target.category == "entities":
            self.taken.setdefault(target.id, (target, evidence))
        for name in names:
            self._named.setdefault(normalize_name(name), {})[target] = None

    def refuse(self, item: str, names: Iterable[str]) -> None:
        """Record the names of an item: a relation whose end is one of them without a page is rejected with the item."""
        self._refused |= {normalize_name(name): item for name in names}

    def end(self, item: str, name: str, *, remedy: str = LIST_IT, as_text: bool = False) -> NamedPage | None:
        """Return the page that an end of a relation names, in the bundle or else in the vault; None if it is rejected.

        as_text: words that name no page are an end without a page.
        """
        found = self._in_bundle(name) or same_name(self.reader, name)
        chosen = only_one(found)
        if as_text and not found:
            if key := words_key(name):
                return NamedPage(key, plain_line(name), "", "")
            self.remarks.reject(item, f"{name!r} as text has no word")
        elif chosen is None and found:
            ids = tuple(target.id for target in found)
            self.remarks.reject(item, f"{name!r} names {len(found)} pages: use the name of one of them", ids)
        elif chosen is None and normalize_name(name) in self._refused:
            self.remarks.reject(item, f"rejected as {self._refused[normalize_name(name)]}: mend that one")
        elif chosen is None:
            mine = [self._in_bundle(near)[0].name for near in get_close_matches(normalize_name(name), self._named)]
            near = tuple(dict.fromkeys((*mine, *near_names(self.reader, name))))[:_NEAREST]
            self.remarks.reject(item, f"unknown entity {name!r}: {remedy}", near)
        return chosen

    def ids(self) -> dict[str, str]:
        """Return the id of each page by the normalized names that the bundle gives to it."""
        return {name: next(iter(targets)).id for name, targets in self._named.items()}

    def _in_bundle(self, name: str) -> list[NamedPage]:
        return [*self._named.get(normalize_name(name), ())]

    def _existing(self, item: str, entity: BundleEntity) -> list[NamedPage]:
        """Return the page of an entity; several if it is ambiguous, none if it has to be created."""
        mine = [target for target in self._in_bundle(entity.name) if not differ_in_type(target.type, entity.type)]
        if mine:
            return mine[:1]
        named = same_name(self.reader, entity.name)
        found = [target for target in named if not differ_in_type(target.type, entity.type)]
        if found:
            typed = [target for target in found if normalize_name(target.type) == normalize_name(entity.type)]
            titled = [target for target in found if normalize_name(target.name) == normalize_name(entity.name)]
            chosen = next(filter(None, map(only_one, (found, typed, titled))), None)
            return [chosen] if chosen else found
        for homonym in named:
            self.remarks.notice(
                item,
                f"kept apart from [[{homonym.id}]] ({homonym.type}): same name, other type; merge if it is one thing",
            )
        if not named:
            near = near_names(self.reader, entity.name, most_slips=_MOST_SLIPS)
            if near:
                self.remarks.notice(item, "new, close to " + ", ".join(f"[[{id}]]" for id in near))
        return []

    def _create(self, entity: BundleEntity, evidence: Evidence) -> NamedPage:
        path = new_page_path(self.copy, self.reader, "entities", entity.name, suffix=slugify(entity.type))
        text = entity_page(
            entity.name,
            type=entity.type,
            aliases=[*dict.fromkeys(alias for alias in entity.aliases if alias != entity.name)],
            description=entity.description,
            evidence=(evidence,),
            today=self.today,
        )
        self.copy.put(path, text)
        return NamedPage(stem_of(path), entity.name, entity.type, path)

    def _extend(self, item: str, target: NamedPage, entity: BundleEntity, evidence: Evidence) -> None:
        """Add new aliases and evidence to a page of ours; a person's note is left alone."""
        if target.category != "entities":
            self.mentioned.append((target, evidence))
            return
        text = new = self.copy.sound(target.path)
        page = self.copy.page(target.path)
        known = {normalize_name(name) for name in (target.name, *page.aliases)}
        new = add_to_list(new, "aliases", *(name for name in entity.aliases if normalize_name(name) not in known))
        if entity.description:
            new = self._with_description(item, target, entity, new)
        line = cited_quote(evidence)
        if line not in new:
            new = append_under(new, EVIDENCE, [line])
        if new != text:
            if "updated" in page.properties:
                new = set_property(new, "updated", self.today)
            self.copy.put(target.path, new)

    def _notice_clash(self, item: str, target: NamedPage, alias: str) -> None:
        """Add a notice about an alias that is also a name of another page, so that it refers to neither."""
        others = {page.id: None for page in (*same_name(self.reader, alias), *self._in_bundle(alias))}
        others.pop(target.id, None)
        if others:
            named = ", ".join(f"[[{id}]]" for id in [*others][:_NEAREST])
            self.remarks.notice(item, f"alias {alias!r} is a name of {named}, too: leave it out, or merge them")

    def _with_description(self, item: str, target: NamedPage, entity: BundleEntity, text: str) -> str:
        """Return a page with the description of an entity, unless that would replace a person's words."""
        present = description_of(text)
        if present == escape_line(entity.description):
            return text
        if present or property_text(split(text).properties, "summary"):
            if not (is_described_in_one_line(text) and self.copy.is_ours(target.path)):
                what = f"description of [[{target.id}]] kept, differs from yours"
                self.remarks.notice(item, f"{what}: to replace it, send the page as one of `pages`")
                return text
            self.remarks.notice(item, f"description of [[{target.id}]] replaced, it was: {present}")
        return replace_prose(text, description_span(text), escape_line(entity.description))


_HASH_SHOWN = 12
_NO_EVIDENCE = "would be a claim without evidence: say it by relations with supporting_text"
_MOST_NEAR = 10
"""Links to no page of one text for which pages with similar names are searched."""


def write_pages(
    copy: WorkingCopy,
    reader: IndexReader,
    items: Sequence[tuple[str, BundlePage]],
    remarks: Remarks,
    *,
    ids: Mapping[str, str],
    today: str,
) -> None:
    """Write the pages of a bundle, given with their items; they may link each other.

    ids: maps normalized names to the ids of the other pages that the bundle creates or names.
    """
    paths: dict[str, str] = {}
    for item, page in items:
        with remarks.rejecting(item):
            paths[item] = _existing_page(copy, reader, page) or new_page_path(
                copy, reader, page.category, page.title, suffix=TYPES[page.category]
            )
    names = {normalize_name(page.title): stem_of(paths[item]) for item, page in items if item in paths}
    for item, page in items:
        if item in paths:
            body = page.content[split(page.content).body_start :]
            content, bad = link_up(copy, reader, body, paths[item], planned=paths.values(), ids={**names, **ids})
            for link, near in bad:
                remarks.reject(item, f"link {link} leads to no page", near)
            with remarks.rejecting(item):
                if not bad:
                    _write_page(copy, remarks, item, page, content, path=paths[item], today=today)


def link_up(
    copy: WorkingCopy,
    reader: IndexReader,
    text: str,
    path: str,
    *,
    planned: Iterable[str] = (),
    ids: Mapping[str, str] | None = None,
) -> tuple[str, list[tuple[str, tuple[str, ...]]]]:
    """Return text in which wikilinks by another name of a page lead to its file, and the links that lead to no page.

    A link to no page comes with similar names.  planned: other paths that this operation creates.  ids: maps normalized
    names to the ids of pages that it creates.
    """
    resolver = Resolver([*copy.paths(), *planned, path])
    bad, edits = list[tuple[str, tuple[str, ...]]](), list[Splice]()
    for link in read_body(text).links:
        if not link.path or resolver.resolve(link.path, path):
            continue
        id = (ids or {}).get(normalize_name(link.path), "")
        known = same_name(reader, link.path) if not id else []
        target = known[0].path if len(known) == 1 else resolver.resolve(id or read_escapes(link.path), path)
        if not target or link.kind != "wikilink":
            if link.kind == "wikilink" or re.fullmatch(r"[^:]*\.md", link.path):
                near = near_names(reader, link.path) if len(bad) < _MOST_NEAR else ()
                bad.append((text[link.start : link.end], tuple(near)))
            continue
        edits.append(lead_to(target, text, link, path, resolver))
    return splice(text, edits), bad


def _write_page(
    copy: WorkingCopy, remarks: Remarks, item: str, page: BundlePage, content: str, *, path: str, today: str
) -> None:
    """Write one page, or reject it.

    An existing page of this title and category is rewritten below its properties, if expect_sha is its hash; with
    expect_sha no page is created.  A page that this operation has just created gets the content below its title.
    Sections that the tools maintain (evidence, claims, mentions) stay as they are.  The content may begin with the
    page's own properties, as they were read, but not with others.
    Raises UnsoundPageError for a page that a person has to repair first.
    """
    before, old = copy.original(path), copy.sound(path) if copy.exists(path) else ""
    given = split(page.content)
    if fault := _fault(content, (before or b"").decode("utf-8", "replace")):
        remarks.reject(f"{item}.content", fault)
    elif given.properties and given.properties != split(old).properties:
        remarks.reject(f"{item}.content", "begins with properties: give what stands below them")
    elif before is None and page.expect_sha:
        what = f"expect_sha {page.expect_sha[:_HASH_SHOWN]}: there is no {path}"
        remarks.reject(item, f"{what}: leave it out to make the page anew")
    else:
        with EditingPage(path):
            text = _compose(page, content, old, today=today)
            text = set_property(text, "updated", today) if before is not None and text != old else text
        # Writing the same page again changes nothing.
        is_free = before is None or text.encode("utf-8") == before
        if is_free or _is_expected(copy, remarks, item, path, page.expect_sha):
            if fault := _unproved(path, text, old, folder=copy.folder):
                remarks.reject(item, fault)
            else:
                copy.put(path, text)


def _fault(content: str, stored: str) -> str:
    """Return the reason why a page may not have this content; "" if it may."""
    if left_open := leaves_open(content):
        return f"its {left_open} is never closed, and would hide what is added below it"
    present = _kept_lines(stored)
    for name, lines in _kept_lines(content).items():
        if lines and lines != present.get(name):
            what = f"`## {name}` is not as the page has it: leave it out; claims come by relations with supporting_text"
            return f"{what}, and `edit` takes lines out"
    return ""


def _is_expected(copy: WorkingCopy, remarks: Remarks, item: str, path: str, sha: str) -> bool:
    """Whether a page has the hash that the agent gives; if not, the item is rejected."""
    try:
        copy.expect(path, sha)
    except PageChangedError as err:
        how = f"expect_sha {sha[:_HASH_SHOWN]} is not its hash now" if sha else "the page exists"
        reason = f"{how}: read it with `show`, then pass its hash as expect_sha"
        remarks.reject(item, reason, (f"{path} {err.found[:_HASH_SHOWN]}",))
        return False
    return True


def _unproved(path: str, text: str, old: str, *, folder: str) -> str:
    """Return the fault of a text with a claim that the old text does not have; "" if it has none."""
    stated = {_without_place(claim) for claim in read_page(path, old, folder=folder).claims}
    new = (claim for claim in read_page(path, text, folder=folder).claims if _without_place(claim) not in stated)
    lines = (text[claim.start : claim.end][:80] for claim in new)
    return next((f"the line {line!r} {_NO_EVIDENCE}" for line in lines), "")


def _existing_page(copy: WorkingCopy, reader: IndexReader, page: BundlePage) -> str:
    """Return the path of the page of this category and title, of this operation or of the vault; "" for none."""
    ids = sorted({name.page for name in names_of(reader, page.title) if name.page is not None})
    paths = [change.path for change in copy.changes() if change.after is not None]
    paths += [row.path for row in (reader.pages(ids=ids) if ids else ()) if copy.exists(row.path)]
    same = (path for path in paths if category_of(path, copy.folder) == page.category)
    return next((path for path in same if normalize_name(copy.page(path).title) == normalize_name(page.title)), "")


def _compose(page: BundlePage, content: str, old: str, *, today: str) -> str:
    """Return the text of a page.  old: its text so far, of which the sections that the tools maintain stay."""
    ours = [section for section in sections_of(content) if section.name in KEPT_SECTIONS]
    content = remove_spans(content, ((section.start, section.end) for section in ours)).strip("\n")
    if not old:
        return plain_page(page.title, type=TYPES[page.category], content=content, summary=page.summary, today=today)
    names, sections = {section.name for section in sections_of(content)}, sections_of(old)
    first = next((at for at, section in enumerate(sections) if section.name in KEPT_SECTIONS), len(sections))
    title = "" if content.startswith("# ") else f"# {page.title}\n\n"
    text = old[: split(old).body_start] + title + content + "\n"
    for section in sections[first:]:
        if section.name not in names:
            text += "\n" + old[section.start : section.end].rstrip("\n") + "\n"
    return written_like(set_property(text, "summary", page.summary) if page.summary else text, old)


def _kept_lines(text: str) -> dict[str, set[str]]:
    """Map each heading, of any level, under which the tools maintain lines to the lines under it."""
    headings, lines = headings_of(text), dict[str, set[str]]()
    for number, heading in enumerate(headings):
        if name := kept_name(heading.text):
            ends = (other.start for other in headings[number + 1 :] if other.level <= heading.level)
            below = text[heading.end : next(ends, len(text))].splitlines()
            lines.setdefault(name, set()).update(line.strip() for line in below if line.strip())
    return lines


def _without_place(claim: Claim) -> Claim:
    """Return a claim without its place; the page as subject has no label, since its title may change."""
    return claim._replace(line=0, start=0, end=0, subject_label=claim.subject_label if claim.subject else "")


_NAMED_SO = "use a name that the claim has"
_NEAR = 3
"""Claims about the same things that a rejection lists if there is no such claim."""


def prove_claim(
    entities: EntityPages, source: SourceText, item: str, relation: BundleRelation, *, min_confidence: float
) -> Claim | None:
    """Return the claim that a relation makes, with its evidence; None if it is rejected."""
    remarks = entities.remarks
    if relation.confidence < min_confidence:
        reason = f"confidence {relation.confidence:g} is below MIN_CONFIDENCE {min_confidence:g}: leave it out"
        remarks.reject(item, reason)
        return None
    start = entities.end(f"{item}.source", relation.source)
    end = entities.end(f"{item}.target", relation.target, as_text=relation.as_text)
    quote = Quote(relation.supporting_text, relation.block, (relation.source, relation.target), is_claim=True)
    proof = source.prove(item, quote, remarks) if quote.words else None
    if start is None or end is None or (quote.words and proof is None):
        return None
    evidence = (proof,) if proof else ()
    if start.id == end.id:
        remarks.reject(item, f"both ends are [[{start.id}]]")
        return None
    language = detect_language(proof.quote) if proof else ""
    words = set(analyze(proof.quote, language)) if proof else set[str]()
    names = (relation.source, start.name, relation.target, end.name)
    if proof and not any(not words.isdisjoint(analyze(name, language)) for name in names):
        remarks.notice(item, f"the quote names neither {start.name!r} nor {end.name!r}: does it say this?")
    first, name, last = canonical_claim(start, relation.type, end)
    spans = (("since", relation.valid_from), ("until", relation.valid_until))
    note = ", ".join(f"{word} {day}" for word, day in spans if day)
    ends = (first.id, first.name, name, last.id, last.name)
    kinds = (not first.path, not last.path)
    return Claim(*ends, 0, 0, 0, relation.confidence, evidence, note, "claim", *kinds)


def write_summary(entities: EntityPages, source: SourceText, prose: str, claims: Sequence[Claim]) -> None:
    """Write claims on the source's summary page, which is created if there is none.

    A claim of the same ends and relation is the same claim: its line gets the new confidence and the evidence it
    lacks.  Prose is written on a new page, or on one that nobody edited since we wrote it.  The evidence of entities
    whose page is a person's note is written here, too.
    """
    copy = entities.copy
    path = summary_of(copy, entities.reader, source.path)
    if fault := _fault(prose, "") or _unproved(path, prose, "", folder=copy.folder):
        entities.remarks.reject("summary", fault)
        return
    ends = {end for claim in claims for end in (claim.subject, claim.object)}
    # Entities without a claim get a link, so that their backlinks lead here.
    unnamed = [taken for id, taken in entities.taken.items() if id not in ends]
    merged = merge_same(claims)
    mentions = [
        f"- [[{target.id}]] {cited_quote(evidence).removeprefix('- ')}" for target, evidence in entities.mentioned
    ]
    if not copy.exists(path):
        # A page of nothing but links is written only if nothing else would lead to new pages.
        if merged or prose or mentions or any(copy.original(target.path) is None for target, _ in unnamed):
            text = summary_page(
                source.title + SUMMARY_TITLE,
                source_slug=source.id,
                source_title=source.title,
                prose=prose,
                claim_lines=[format_claim(claim) for claim in merged],
                today=entities.today,
            )
            copy.put(path, _with_links(_with_mentions(text, mentions), unnamed))
        entities.remarks.claims["added"] += len(merged)
        return
    old, page, is_changed = copy.sound(path), copy.page(path), copy.is_changed(path)
    with EditingPage(path):
        new, counts = merge_claims(old, page, merged)
        if prose and copy.is_ours(path):
            new = _replace_prose(new, prose)
        new = _with_links(_with_mentions(new, mentions), unnamed)
        if (new != old or is_changed) and "updated" in page.properties:
            new = set_property(new, "updated", entities.today)
    copy.put(path, new)
    entities.remarks.claims += counts


def withdraw_claims(entities: EntityPages, source: SourceText, given: Iterable[tuple[str, BundleWithdrawal]]) -> None:
    """Remove claims, given with their items, from the summary page of a source; an unknown one is rejected."""
    copy, path = entities.copy, summary_of(entities.copy, entities.reader, source.path)
    text = copy.sound(path) if copy.exists(path) else ""
    claims = [claim for claim in read_page(path, text, folder=copy.folder).claims if claim.form == "claim"]
    ends, lines = {end for claim in claims for end in (claim.subject, claim.object)}, list[str]()
    counts, gone = Counter(map(claim_key, claims)), set[tuple[str, str, str]]()
    for item, withdrawal in given:
        start = entities.end(f"{item}.source", withdrawal.source, remedy=_NAMED_SO)
        is_text = words_key(withdrawal.target) in ends
        end = entities.end(f"{item}.target", withdrawal.target, remedy=_NAMED_SO, as_text=is_text)
        if start is None or end is None:
            continue
        wanted = canonical_claim(start.id, withdrawal.type, end.id)
        if wanted not in counts:
            near = (claim for claim in claims if not {start.id, end.id}.isdisjoint((claim.subject, claim.object)))
            shown = dict.fromkeys(f"{claim.subject} {claim.relation} {claim.object}" for claim in islice(near, _NEAR))
            entities.remarks.reject(item, f"no such claim in [[{stem_of(path)}]]", tuple(shown))
        elif wanted not in gone:
            gone.add(wanted)
            lines += _reason(withdrawal, canonical_claim(start, withdrawal.type, end), entities.today)
    if gone:
        text = without_claims(text, path, claims, gone)
        copy.put(path, append_under(text, WITHDRAWN, lines) if lines else text)
        entities.remarks.claims["withdrawn"] += sum(map(counts.__getitem__, gone))


def _reason(given: BundleWithdrawal, claim: tuple[NamedPage, str, NamedPage], today: str) -> list[str]:
    """Return the line with the reason why a claim was withdrawn; nothing if no reason is given."""
    if not given.reason:
        return []
    first, name, last = claim
    ends = [format_wikilink(page.id, display=safe_display(page.name)) for page in (first, last)]
    why = f"{escape_inline(given.reason)} (withdrawn {today})"
    return [f"- ~~{ends[0]} {display_relation(name).replace('_', ' ')} {ends[1]}~~: {why}"]


def _with_mentions(text: str, lines: Sequence[str]) -> str:
    return append_under(text, MENTIONS, [line for line in lines if line not in text])


def _with_links(text: str, unnamed: Sequence[tuple[NamedPage, Evidence]]) -> str:
    """Return the text with a link to each of these pages that it does not link yet."""
    lines = []
    for target, evidence in unnamed:
        if f"[[{target.id}|" not in text and f"[[{target.id}]]" not in text:
            link = format_wikilink(target.id, display=safe_display(target.name))
            lines.append(f"- {link} {cited_quote(evidence._replace(quote='')).removeprefix('- ')}")
    return _with_mentions(text, lines)


def _replace_prose(text: str, prose: str) -> str:
    """Return the page with other text between its title and the first section that the tools maintain."""
    headings = headings_of(text)
    title = next((heading for heading in headings if heading.level == 1), None)
    # Prose may have sections of its own.
    ours = (heading for heading in headings if heading.level == 2 and kept_name(heading.text) in (CLAIMS, MENTIONS))
    section = next(ours, None)
    if title is None or section is None or section.start < title.end:
        return text
    old = text[title.end : section.start]
    # The line that links the source comes last before the claims and stays.
    source_line = [line for line in old.splitlines() if line.startswith(SOURCE_LINE)][-1:]
    return replace_prose(text, (title.end, section.start), "\n\n".join([prose.strip(), *source_line]))
