"""Pages an agent writes: new ones linked to what exists, existing ones only against the hash that was read; and the
summary page of a source, with the claims drawn from it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING

from ..errors import EditingPage, NameTakenError, PageChangedError, UnsoundPageError
from ..index_store.port import IndexReader
from ..look.citations import SUMMARY_TITLE, summary_of
from ..look.lookup import names_of
from ..model import Claim, Evidence, Page
from ..text.analyzer import analyze
from ..text.claims import format_claim, words_key
from ..text.editing import append_under, claims_again, headings_of, leaves_open, remove_spans, sections_of, whole_line
from ..text.escaping import read_escapes
from ..text.frontmatter import split
from ..text.kept import CLAIMS, EVIDENCE_LISTS, KEPT_SECTIONS, MENTIONS, SOURCE_LINE, kept_name
from ..text.language import detect_language
from ..text.link_writing import format_wikilink, lead_to
from ..text.links import Resolver
from ..text.markdown import read_body
from ..text.names import TYPES, category_of, normalize_name, safe_display, stem_of
from ..text.ontology import canonical_claim, display_relation, ending_of
from ..text.page import read_page
from ..text.properties import set_property
from ..text.spans import Splice, splice, written_like
from ..text.templates import WITHDRAWN, cited_quote, escape_inline, first_sentence, plain_page, summary_page
from ..wiki_store.working_copy import WorkingCopy
from .entities import EntityPages, Target, near_names, new_page_path, same_name
from .evidence import Quote, Remarks, SourceText

if TYPE_CHECKING:
    # pydantic, which reads bundles, takes longer to load than all else: `file` has no use for it.
    from .bundle import BundlePage, BundleRelation, BundleWithdrawal


_HASH_SHOWN = 12
_MOST_NEAR = 10
"""Links to no page of one text for which pages of like names are looked for."""


def write_pages(
    copy: WorkingCopy,
    reader: IndexReader,
    items: Sequence[tuple[str, BundlePage]],
    remarks: Remarks,
    *,
    ids: Mapping[str, str],
    today: str,
) -> None:
    """Write the pages of a bundle, each with its item; they may link each other.

    ids: of what else this bundle makes or names, by normalized name.
    """
    paths = _planned_paths(copy, reader, [page for _, page in items])
    names = {**{title: stem_of(path) for title, path in paths.items()}, **ids}
    for item, page in items:
        with remarks.rejecting(item):
            _write_page(copy, reader, item, page, remarks, ids=names, planned=tuple(paths.values()), today=today)


def link_up(
    copy: WorkingCopy,
    reader: IndexReader,
    text: str,
    path: str,
    *,
    planned: Iterable[str] = (),
    ids: Mapping[str, str] | None = None,
) -> tuple[str, list[tuple[str, tuple[str, ...]]]]:
    """Return text with each wikilink that is a page's name, not its file, led to that file; and links to no page.

    Of a link to no page there are names that come near.  planned: paths that this operation makes besides; ids: of
    pages it makes, by normalized name.
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


def _planned_paths(copy: WorkingCopy, reader: IndexReader, pages: Sequence[BundlePage]) -> dict[str, str]:
    """Return where the pages of a bundle lie or will lie, by normalized title."""
    found = {}
    for page in pages:
        path = _existing_page(copy, reader, page)
        if not path:
            try:
                path = _new_path(copy, reader, page)
            except (NameTakenError, UnsoundPageError):
                # Told where the page is written.
                continue
        found[normalize_name(page.title)] = path
    return found


def _write_page(
    copy: WorkingCopy,
    reader: IndexReader,
    item: str,
    page: BundlePage,
    remarks: Remarks,
    *,
    ids: Mapping[str, str],
    planned: Sequence[str],
    today: str,
) -> None:
    """Write one page, or reject it.

    An existing page of this title and category is rewritten below its properties, if expect_sha is the hash of what
    is there now; with expect_sha none is made.  A page this operation has just made takes the content below its title.
    Sections that the tools keep (evidence, claims, mentions) stay as they are.  The properties of the page itself may
    stand before its content, as it was read; others may not.
    Raises UnsoundPageError for a page that a person has to mend first.
    """
    path = _existing_page(copy, reader, page)
    if not path:
        try:
            path = _new_path(copy, reader, page)
        except NameTakenError as err:
            remarks.reject(item, f"{err.what}: {err.hint}")
            return
    before, old = copy.original(path), copy.sound(path) if copy.exists(path) else ""
    given = split(page.content)
    content, bad = link_up(copy, reader, page.content[given.body_start :], path, planned=planned, ids=ids)
    for link, near in bad:
        remarks.reject(item, f"link {link} leads to no page", near)
    if fault := _fault(content, (before or b"").decode("utf-8", "replace")):
        remarks.reject(f"{item}.content", fault)
    elif given.properties and given.properties != split(old).properties:
        remarks.reject(f"{item}.content", "begins with properties: give what stands below them")
    elif before is None and page.expect_sha:
        what = f"expect_sha {page.expect_sha[:_HASH_SHOWN]}: there is no {path}"
        remarks.reject(item, f"{what}: leave it out to make the page anew")
    elif not bad:
        with EditingPage(path):
            text = _composed(page, content, old, today=today)
            text = set_property(text, "updated", today) if before is not None and text != old else text
        # The same page again overwrites nothing.
        if before is None or text.encode("utf-8") == before or _is_expected(copy, remarks, item, path, page.expect_sha):
            _put(copy, remarks, item, path, text, old)


def _fault(content: str, stored: str) -> str:
    """Return why this may not stand on a page; "" where it may."""
    if left_open := leaves_open(content):
        return f"its {left_open} is never closed, and would hide what is added below it"
    kept = _kept_lines(stored)
    for name, lines in _kept_lines(content).items():
        if lines and lines != kept.get(name):
            what = f"`## {name}` is not as the page has it: leave it out; claims come by relations with supporting_text"
            return f"{what}, and `edit` takes lines out"
    return ""


def _is_expected(copy: WorkingCopy, remarks: Remarks, item: str, path: str, sha: str) -> bool:
    """Tell whether a page is the one whose hash the agent gives; otherwise the item is rejected."""
    try:
        copy.expect(path, sha)
    except PageChangedError as err:
        how = f"expect_sha {sha[:_HASH_SHOWN]} is not its hash now" if sha else "the page exists"
        reason = f"{how}: read it with `show`, then pass its hash as expect_sha"
        remarks.reject(item, reason, (f"{path} {err.found[:_HASH_SHOWN]}",))
        return False
    return True


def _put(copy: WorkingCopy, remarks: Remarks, item: str, path: str, text: str, old: str) -> None:
    """Write a page, unless it claims what it did not claim before."""
    stated = {_without_place(claim) for claim in read_page(path, old, folder=copy.folder).claims}
    for claim in read_page(path, text, folder=copy.folder).claims:
        if _without_place(claim) not in stated:
            what = f"the line {text[claim.start : claim.end][:80]!r} would be a claim without evidence"
            remarks.reject(item, f"{what}: say it by relations with supporting_text")
            return
    copy.put(path, text)


def _existing_page(copy: WorkingCopy, reader: IndexReader, page: BundlePage) -> str:
    """Return the path of the page of this category and title, of this operation or of the vault; "" for none."""
    wanted = normalize_name(page.title)
    for change in copy.changes():
        is_there = change.after is not None and category_of(change.path, copy.folder) == page.category
        if is_there and normalize_name(copy.page(change.path).title) == wanted:
            return change.path
    ids = sorted({name.page for name in names_of(reader, page.title) if name.page is not None})
    rows = reader.pages(ids=ids) if ids else []
    same = (row.path for row in rows if row.category == page.category and normalize_name(row.title) == wanted)
    return next(same, "")


def _new_path(copy: WorkingCopy, reader: IndexReader, page: BundlePage) -> str:
    return new_page_path(copy, reader, page.category, page.title, suffix=TYPES[page.category])


def _composed(page: BundlePage, content: str, old: str, *, today: str) -> str:
    """Return the text of a page.  old: as this operation has it so far; from its first kept section on it stays."""
    kept = [section for section in sections_of(content) if section.name in KEPT_SECTIONS]
    content = remove_spans(content, ((section.start, section.end) for section in kept)).strip("\n")
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
    """Return the lines under each heading, of whatever level, under which the tools keep lines."""
    headings, lines = headings_of(text), dict[str, set[str]]()
    for number, heading in enumerate(headings):
        if name := kept_name(heading.text):
            ends = (other.start for other in headings[number + 1 :] if other.level <= heading.level)
            said = text[heading.end : next(ends, len(text))].splitlines()
            lines.setdefault(name, set()).update(line.strip() for line in said if line.strip())
    return lines


def _without_place(claim: Claim) -> Claim:
    """Return what a claim says, wherever it stands; the page itself is the same subject under another title."""
    return claim._replace(line=0, start=0, end=0, subject_label=claim.subject_label if claim.subject else "")


# --- The summary page of a source -------------------------------------------------------------------------------------


_NAMED_SO = "use a name that the claim has"
_NEAR = 3
"""Claims of the same things that are told where there is no such claim."""


def prove_claim(
    entities: EntityPages, source: SourceText, item: str, relation: BundleRelation, *, min_confidence: float
) -> Claim | None:
    """Return the claim that a relation makes, with its evidence; None where it was rejected."""
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
    """Put claims on the source's summary page, which is made where there is none.

    A claim of the same ends and relation is the same claim: its line gets the new confidence and the evidence it
    lacks.  Prose is written on a new page, or on one that nobody edited since we wrote it.  The evidence of entities
    whose page is a person's note stands here, too.
    """
    copy = entities.copy
    path = summary_of(copy, entities.reader, source.path)
    left_open, reason = leaves_open(prose), ""
    if read_page(path, prose, folder=copy.folder).claims:
        reason = "a line of it would be a claim without evidence: say it by relations with supporting_text"
    elif any(kept_name(heading.text) in EVIDENCE_LISTS for heading in headings_of(prose)):
        reason = "a line of it would be evidence that nobody proved: quotes come with entities and relations"
    elif left_open:
        reason = f"its {left_open} is never closed, and would hide the claims below it"
    if reason:
        entities.remarks.reject("summary", reason)
        return
    ends = {end for claim in claims for end in (claim.subject, claim.object)}
    # For these a link is enough, so that a person who stands on their page is led here.
    unnamed = [taken for id, taken in entities.taken.items() if id not in ends]
    merged = _merge_same(claims)
    mentions = [
        f"- [[{target.id}]] {cited_quote(evidence).removeprefix('- ')}" for target, evidence in entities.mentioned
    ]
    if not copy.exists(path):
        # A page only of links is worth its while where nothing else would lead to what is new.
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
    """Take claims out of the summary page of a source, each with its item; one that is not there is rejected."""
    copy, path = entities.copy, summary_of(entities.copy, entities.reader, source.path)
    text = copy.sound(path) if copy.exists(path) else ""
    claims = [claim for claim in read_page(path, text, folder=copy.folder).claims if claim.form == "claim"]
    ends, lines = {end for claim in claims for end in (claim.subject, claim.object)}, list[str]()
    saying: dict[tuple[str, str, str], list[Claim]] = {}
    for claim in claims:
        saying.setdefault(_key(claim), []).append(claim)
    gone: dict[tuple[str, str, str], list[Claim]] = {}
    for item, withdrawal in given:
        start = entities.end(f"{item}.source", withdrawal.source, remedy=_NAMED_SO)
        is_text = words_key(withdrawal.target) in ends
        end = entities.end(f"{item}.target", withdrawal.target, remedy=_NAMED_SO, as_text=is_text)
        if start is None or end is None:
            continue
        wanted = canonical_claim(start.id, withdrawal.type, end.id)
        if wanted not in saying:
            near = (claim for claim in claims if not {start.id, end.id}.isdisjoint((claim.subject, claim.object)))
            shown = dict.fromkeys(f"{claim.subject} {claim.relation} {claim.object}" for claim in islice(near, _NEAR))
            entities.remarks.reject(item, f"no such claim in [[{stem_of(path)}]]", tuple(shown))
        elif wanted not in gone:
            gone[wanted] = saying[wanted]
            lines += _reason(withdrawal, canonical_claim(start, withdrawal.type, end), entities.today)
    if gone:
        text = splice(text, list(_without(text, path, claims, gone)))
        copy.put(path, append_under(text, WITHDRAWN, lines) if lines else text)
        entities.remarks.claims["withdrawn"] += sum(map(len, gone.values()))


def _without(text: str, path: str, claims: Iterable[Claim], gone: Collection[tuple[str, str, str]]) -> Iterator[Splice]:
    """Yield the splices that take out claims; what else a line says stays."""
    for _, line in groupby(claims, lambda claim: claim.start):
        said = [*line]
        beside = [claim for claim in said if _key(claim) not in gone]
        if not beside:
            yield whole_line(text, said[0].start, said[0].end)
        elif len(beside) < len(said):
            yield claims_again(text, path, next(claim for claim in said if _key(claim) in gone), beside)


def _reason(given: BundleWithdrawal, claim: tuple[Target, str, Target], today: str) -> list[str]:
    """Return the line that says why a claim was withdrawn; none where no reason is given."""
    if not given.reason:
        return []
    first, name, last = claim
    ends = [format_wikilink(page.id, display=safe_display(page.name) or None) for page in (first, last)]
    why = f"{escape_inline(given.reason)} (withdrawn {today})"
    return [f"- ~~{ends[0]} {display_relation(name).replace('_', ' ')} {ends[1]}~~: {why}"]


def merge_claims(text: str, page: Page, claims: Sequence[Claim]) -> tuple[str, Counter[str]]:
    """Return the page with these claims: those it has are brought up to date, the others added; and how many each."""
    lines = [claim for claim in page.claims if claim.form == "claim"]
    # What ended and is claimed anew is another claim: it has a time of its own.
    known = {_key(claim): claim for claim in lines if not ending_of(claim.note)}
    changed: dict[Claim, Claim] = {}
    added: list[str] = []
    unchanged = 0
    for claim in claims:
        there = known.get(_key(claim))
        if there is None:
            added.append(format_claim(claim))
        elif (both := _merged(there, claim)) == there:
            unchanged += 1
        else:
            changed[there] = both
    first = {claim.start: claim for claim in changed}
    # A person may write several objects on one line.
    beside = {start: [changed.get(claim, claim) for claim in lines if claim.start == start] for start in first}
    text = splice(text, [claims_again(text, page.path, claim, beside[start]) for start, claim in first.items()])
    counts = Counter(added=len(added), updated=len(changed), unchanged=unchanged)
    return append_under(text, CLAIMS, added), counts


def _with_mentions(text: str, lines: Sequence[str]) -> str:
    return append_under(text, MENTIONS, [line for line in lines if line not in text])


def _with_links(text: str, unnamed: Sequence[tuple[Target, Evidence]]) -> str:
    """Return the text with a link to each of these pages that it does not link."""
    lines = []
    for target, evidence in unnamed:
        if f"[[{target.id}|" not in text and f"[[{target.id}]]" not in text:
            link = format_wikilink(target.id, display=safe_display(target.name) or None)
            lines.append(f"- {link} {cited_quote(evidence._replace(quote='')).removeprefix('- ')}")
    return _with_mentions(text, lines)


def _replace_prose(text: str, prose: str) -> str:
    """Return the page with other text between its title and the first section that the tools keep."""
    headings = headings_of(text)
    title = next((heading for heading in headings if heading.level == 1), None)
    # Prose may have sections of its own.
    ours = (heading for heading in headings if heading.level == 2 and kept_name(heading.text) in (CLAIMS, MENTIONS))
    section = next(ours, None)
    if title is None or section is None or section.start < title.end:
        return text
    old = text[title.end : section.start]
    # The line that links the source stands last before the claims and stays.
    kept = [line for line in old.splitlines() if line.startswith(SOURCE_LINE)][-1:]
    new = text[: title.end] + "\n\n" + "\n\n".join([prose.strip(), *kept]) + "\n\n" + text[section.start :]
    return set_property(new, "summary", first_sentence(prose))


def _key(claim: Claim) -> tuple[str, str, str]:
    """What two claims have in common that say the same: ends and relation, as the graph has them."""
    return canonical_claim(claim.subject, claim.relation, claim.object)


def _merged(old: Claim, new: Claim) -> Claim:
    evidence = tuple(dict.fromkeys((*old.evidence, *new.evidence)))
    rests_on = new.rests_on or old.rests_on
    return old._replace(confidence=new.confidence, evidence=evidence, note=new.note or old.note, rests_on=rests_on)


def _merge_same(claims: Sequence[Claim]) -> list[Claim]:
    """Make one of the claims of a bundle that say the same, with the evidence of all and the highest confidence."""
    merged: dict[tuple[str, str, str], Claim] = {}
    for claim in claims:
        known = merged.get(_key(claim), claim)
        merged[_key(claim)] = _merged(known, claim)._replace(confidence=max(known.confidence, claim.confidence))
    return list(merged.values())
