"""Withdrawing claims: one that was wrong goes from the summary of its source, and nothing else with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..care.evidence_lines import claims_again, whole_line
from ..care.source_summaries import summary_of
from ..pages.knowledge.relation_names import canonical_claim
from ..pages.page import read_page
from ..pages.page_facts import stem_of
from ..store.sound_pages import sound_text
from ..text.splices import Splice, splice
from .summary_pages import claim_key

if TYPE_CHECKING:
    from ..pages.knowledge.bundle_values import BundleWithdrawal
    from ..pages.page_model import Claim, PlacedClaim
    from .entity_pages import EntityPages
    from .evidence import SourceText


_NAMED_SO = "use a name that the claim has"


def withdraw_claim(entities: EntityPages, item: str, given: BundleWithdrawal, source: SourceText) -> int:
    """Take a claim out of the summary page of a source; how many lines said it.  One that is not there is rejected.

    One that went because its words are gone from the source is told as dropped; to withdraw it, too, is no fault.
    """
    ws, draft = entities.ws, entities.draft
    start = entities.end(f"{item}.source", given.source, remedy=_NAMED_SO)
    end = entities.end(f"{item}.target", given.target, remedy=_NAMED_SO)
    if start is None or end is None:
        return 0
    wanted = canonical_claim(start.id, given.type, end.id)
    path = summary_of(ws, source.id)
    before = ws.before(path)
    old = draft.texts.get(path) or (sound_text(ws, path) if before is not None else "")
    placed = [each for each in read_page(path, old, folder=ws.folder).claims if each.form == "claim"]
    said = [each for each in placed if claim_key(each.claim) == wanted]
    if not said and before is not None and _is_said(sound_text(ws, path), path, ws.folder, wanted):
        return 0
    if not said:
        near = tuple(_shown(each.claim) for each in placed if {start.id, end.id} & {*claim_key(each.claim)})[:3]
        draft.reject(item, f"no such claim in [[{stem_of(path)}]]", near)
        return 0
    # A line may say it more than once.
    lines = {each.start: each for each in said}.values()
    draft.put(path, splice(old, [_without(old, path, each, placed, wanted) for each in lines]), before)
    return len(said)


def _is_said(text: str, path: str, folder: str, wanted: tuple[str, str, str]) -> bool:
    claims = read_page(path, text, folder=folder).claims
    return any(each.form == "claim" and claim_key(each.claim) == wanted for each in claims)


def _without(
    text: str, path: str, said: PlacedClaim, placed: list[PlacedClaim], wanted: tuple[str, str, str]
) -> Splice:
    """The splice that takes out one claim; what else its line says stays."""
    beside = [each.claim for each in placed if each.start == said.start and claim_key(each.claim) != wanted]
    if beside:
        return claims_again(text, path, said, beside)
    return whole_line(text, said.start, said.end)


def _shown(claim: Claim) -> str:
    return f"{claim.subject} {claim.relation} {claim.object}"
