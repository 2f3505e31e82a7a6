"""The summary page of a source: what the agent wrote about it, and the claims drawn from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..care.evidence_lines import claims_again
from ..care.source_summaries import SUMMARY_TITLE, summary_of
from ..errors import EditingPage
from ..pages.kept_lines import CLAIMS, MENTIONS, kept_name
from ..pages.knowledge.claim_line import format_claim
from ..pages.knowledge.relation_names import canonical_claim
from ..pages.linking.links import format_wikilink
from ..pages.markdown.sections import append_under, leaves_open
from ..pages.page import headings_of, read_page
from ..pages.page_model import Claim
from ..pages.rendering import cited_quote, summary_page
from ..pages.summaries import first_sentence
from ..pages.yaml.properties import set_property
from ..store.sound_pages import sound_text
from ..text.slugs import safe_display
from ..text.splices import splice

if TYPE_CHECKING:
    from ..pages.page_model import Evidence, Page, PlacedClaim
    from .entity_pages import EntityPages
    from .evidence import SourceText
    from .linking import Target


class ClaimCounts:
    """How many claims an operation added, changed, or found as they were."""

    def __init__(self) -> None:
        self.added = self.updated = self.unchanged = 0


def write_summary(entities: EntityPages, source: SourceText, prose: str, claims: Sequence[Claim]) -> ClaimCounts:
    """Put claims on the source's summary page, which is made when there is none.

    A claim of the same ends and relation is the same claim: its line gets the new confidence and the evidence it
    lacks.  Prose is written on a new page, or on one that nobody edited since we wrote it.  The evidence of entities
    whose page is a person's note stands here, too.
    """
    ws, draft = entities.ws, entities.draft
    named = {end for claim in claims for end in (claim.subject, claim.object)}
    # For these a link is enough, so that a person who stands on their page is led here.
    unnamed = [taken for id_, taken in entities.taken.items() if id_ not in named]
    counts = ClaimCounts()
    path = summary_of(ws, source.id)
    before = ws.before(path)
    if _claims_in(prose, path, ws.folder):
        draft.reject(
            "summary", "a line of it would be a claim without evidence: say it by relations with supporting_text"
        )
        return counts
    open_ = leaves_open(prose)
    if open_:
        draft.reject("summary", f"its {open_} is never closed, and would hide the claims below it")
        return counts
    merged = _merge_same(claims)
    mentions = [
        f"- [[{target.id}]] {cited_quote(evidence).removeprefix('- ')}" for target, evidence in entities.mentioned
    ]
    if before is None:
        # A page only of links is worth its while where nothing else would lead to what is new.
        if merged or prose or mentions or any(ws.before(target.path) is None for target, _ in unnamed):
            lines = [format_claim(claim) for claim in merged]
            text = summary_page(
                source.title + SUMMARY_TITLE,
                source_slug=source.id,
                source_title=source.title,
                prose=prose,
                claim_lines=lines,
                created=ws.today(),
                updated=ws.today(),
            )
            draft.put(path, _with_links(_with_mentions(text, mentions), unnamed), None)
        counts.added = len(merged)
        return counts
    old = sound_text(ws, path)
    text = draft.texts.get(path, old)
    page = read_page(path, text, folder=ws.folder)
    new = _merge_claims(text, page, merged, counts)
    if prose and ws.is_ours(path):
        with EditingPage(path):
            new = _replace_prose(new, prose)
    new = _with_links(_with_mentions(new, mentions), unnamed)
    if new != old or path in draft.texts:
        if "updated" in page.properties:
            with EditingPage(path):
                new = set_property(new, "updated", ws.today())
        draft.put(path, new, before)
    return counts


def _claims_in(prose: str, path: str, folder: str) -> bool:
    """Whether prose holds what would be read as a claim."""
    return bool(read_page(path, prose, folder=folder).claims)


def _merge_claims(text: str, page: Page, claims: Sequence[Claim], counts: ClaimCounts) -> str:
    lines = [placed for placed in page.claims if placed.form == "claim"]
    known = {claim_key(placed.claim): placed for placed in lines}
    new: dict[PlacedClaim, Claim] = {}
    added: list[str] = []
    for claim in claims:
        placed = known.get(claim_key(claim))
        if placed is None:
            added.append(format_claim(claim))
            continue
        both = _merged(placed.claim, claim)
        if both == placed.claim:
            counts.unchanged += 1
        else:
            new[placed] = both
            counts.updated += 1
    counts.added += len(added)
    changed = {placed.start: placed for placed in new}
    # A person may write several objects on one line.
    beside = {at: [new.get(each, each.claim) for each in lines if each.start == at] for at in changed}
    text = splice(text, [claims_again(text, page.path, placed, beside[at]) for at, placed in changed.items()])
    if added:
        text = append_under(text, CLAIMS, added, headings=headings_of(text))
    return text


def _with_mentions(text: str, lines: Sequence[str]) -> str:
    new = [line for line in lines if line not in text]
    return append_under(text, MENTIONS, new, headings=headings_of(text)) if new else text


def _with_links(text: str, unnamed: Sequence[tuple[Target, Evidence]]) -> str:
    """The text with a link to each of these pages that it does not link."""
    lines = []
    for target, evidence in unnamed:
        if f"[[{target.id}|" not in text and f"[[{target.id}]]" not in text:
            link = format_wikilink(target.id, display=safe_display(target.name) or None)
            lines.append(f"- {link} {cited_quote(evidence._replace(quote='')).removeprefix('- ')}")
    return _with_mentions(text, lines)


def _replace_prose(text: str, prose: str) -> str:
    """The text between the title and the first section."""
    headings = headings_of(text)
    title = next((heading for heading in headings if heading.level == 1), None)
    # Prose may have sections of its own: ours is the first of those that the tools keep.
    ours = (heading for heading in headings if heading.level == 2 and kept_name(heading.text) in (CLAIMS, MENTIONS))
    section = next(ours, None)
    if title is None or section is None or section.start < title.end:
        return text
    old = text[title.end : section.start]
    # The line that links the source stands last before the claims and stays.
    kept = [line for line in old.splitlines() if line.startswith("Source: ")][-1:]
    new = text[: title.end] + "\n\n" + "\n\n".join([prose.strip(), *kept]) + "\n\n" + text[section.start :]
    return set_property(new, "summary", first_sentence(prose))


def claim_key(claim: Claim) -> tuple[str, str, str]:
    """What two claims have in common that say the same: ends and relation, as the graph has them."""
    return canonical_claim(claim.subject, claim.relation, claim.object)


def _merged(old: Claim, new: Claim) -> Claim:
    evidence = tuple(dict.fromkeys((*old.evidence, *new.evidence)))
    return old._replace(confidence=new.confidence, evidence=evidence)


def _merge_same(claims: Sequence[Claim]) -> list[Claim]:
    """Claims of one bundle that say the same become one, with the evidence of all and the highest confidence."""
    merged: dict[tuple[str, str, str], Claim] = {}
    for claim in claims:
        known = merged.get(claim_key(claim))
        if known is None:
            merged[claim_key(claim)] = claim
        else:
            both = _merged(known, claim)
            merged[claim_key(claim)] = both._replace(confidence=max(known.confidence, claim.confidence))
    return list(merged.values())
