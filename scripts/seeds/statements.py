"""What a program states without a source: entities, and claims of its own."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import ClaimError, NameTakenError
from ..index_store.port import IndexReader
from ..ingest.entities import KNOWLEDGE, check_name, new_page_path, same_name
from ..look.lookup import find_page
from ..model import Claim, PageRow
from ..text.claims import format_claim
from ..text.editing import append_under
from ..text.kept_lines import CLAIMS
from ..text.names import normalize_name, stem_of
from ..text.ontology import MAX_RELATION_CHARACTERS, canonical_claim, normalize_relation
from ..text.page import read_page
from ..text.slugs import slugify
from ..text.templates import entity_page
from ..wiki_store.working_copy import Plan, WorkingCopy

MAX_TYPE_CHARACTERS = 60
"""What instructions/bundle.schema.json gives a type."""


def plan_entity(
    copy: WorkingCopy, reader: IndexReader, name: str, type: str, aliases: Sequence[str], *, today: str
) -> Plan[str]:
    """Make the page of an entity, unless there is one of this name and type; its id is the receipt.

    Raises DataError for a name, type or alias that is empty, too long or has control characters, NameTakenError for an
    alias of a new page that is another page's name.
    """
    name, type = " ".join(name.split()), " ".join(type.split())
    for what, text in (("name", name), *(("alias", alias) for alias in aliases)):
        check_name(what, text)
    if type:
        check_name("type", type, most=MAX_TYPE_CHARACTERS)
    for target in same_name(reader, name):
        if not type or not target.type or normalize_name(target.type) == normalize_name(type):
            return Plan(target.id)
    for alias in aliases:
        others = same_name(reader, alias)
        if others:
            raise NameTakenError(alias, others[0].path)
    path = new_page_path(copy, reader, "entities", name, suffix=slugify(type or "entity"))
    copy.put(path, entity_page(name, type=type, aliases=tuple(aliases), created=today, updated=today))
    return Plan(stem_of(path), f"entity {name}")


def plan_claim(copy: WorkingCopy, ends: tuple[PageRow, str, PageRow], confidence: float) -> Plan[tuple[str, str, str]]:
    """Write a claim of the caller's own on the page of its subject; claimed again it has the confidence given last.

    ends: what ends_of_claim returned.  Raises ClaimError for a page on which the claim would not be read.
    """
    start, name, end = ends
    claim = Claim("", start.title, name, end.node, end.title, 0, 0, 0, confidence)
    text = new = copy.sound(start.path)
    for stated in reversed(_stated(copy, start.path, text, claim)):
        # What a person has written in another way stays as it is.
        if text[stated.start : stated.end] == format_claim(stated):
            new = new[: stated.start] + format_claim(stated._replace(confidence=confidence)) + new[stated.end :]
    if not _has(confidence, _stated(copy, start.path, new, claim)):
        new = append_under(text, CLAIMS, [format_claim(claim)])
    if not _has(confidence, _stated(copy, start.path, new, claim)):
        raise ClaimError("it would not be read on this page", path=start.path, hint="claim it of another page")
    if new != text:
        copy.put(start.path, new)
    return Plan((start.node, name, end.node), f"{start.node} {name} {end.node}")


def ends_of_claim(reader: IndexReader, source: str, target: str, relation: str) -> tuple[PageRow, str, PageRow]:
    """Return a claim between two pages as the graph has it.

    Raises PageNotFoundError for an unknown end, ClaimError for no relation, an end of which nothing can be claimed, and
    the same page at both ends, DataError for a relation that is too long.
    """
    if not relation.strip():
        raise ClaimError("no relation")
    check_name("relation", relation, most=MAX_RELATION_CHARACTERS)
    ends = find_page(reader, source), find_page(reader, target)
    if ends[0] == ends[1]:
        raise ClaimError(f"both ends are {ends[0].path}")
    for row in ends:
        if row.category not in KNOWLEDGE:
            known = f"{', '.join(KNOWLEDGE[:-1])} or {KNOWLEDGE[-1]}"
            raise ClaimError(f"an end of it is one of {row.category}", path=row.path, hint=f"name a page of {known}")
    return canonical_claim(ends[0], relation, ends[1])


def _stated(copy: WorkingCopy, path: str, text: str, claim: Claim) -> list[Claim]:
    """Return where a page of this text makes the claim, with any confidence and without evidence."""
    wanted = (claim.relation, False), claim.object
    return [
        stated
        for stated in read_page(path, text, folder=copy.folder).claims
        if (normalize_relation(stated.relation), stated.object) == wanted and not (stated.subject or stated.evidence)
    ]


def _has(confidence: float, stated: Sequence[Claim]) -> bool:
    return any(claim.confidence == confidence for claim in stated)
