"""Claims as pages hold them, in every form in which people and tools write them.

    - [[leak|memory leak]] causes [[crash]] (0.9, [[report#^p3f9c1e|p3f9c1e]] "crashes due to leaks", seen twice)
      subject              relation object   confidence, evidence with its quote, note

    - [[report]] leaves_open "who pays for it?" (0.8, [[report#^p3f9c1e|p3f9c1e]] "It is open who pays.")
                             an end in words, of a claim with evidence or premises
    - [[viewer]] has_value "20 March" (0.9, rests on [[importer]] has_value "1 March", rests on [[memo#^p1f2a3b]])
                             the premises of the claim: claims, passages or things; see look/resting.py

The subject of a line without one is its page.  The line is a claim under a heading `Claims` or `Relations`, or with a
relation that the ontology knows: elsewhere `- call [[Ada]]` is a task.

Also read: several objects in one line, relations of several words under a heading `Relations` (as basic-memory writes
them), property links and Dataview fields whose name the ontology knows.  Only the form above is written.  A relation
keeps the name that its author gave it, in snake case: `ontology` has its meaning.  The caller decides whether a page
may make claims: the text of a source is a quotation and is never passed here.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import ClaimError
from ..model import Block, Claim, Evidence, Heading, Issue, Link, Premise
from .characters import escape, plain_line, unescape
from .kept import NOT_RELATION_KEYS
from .links import parse_link_text, percent_decode
from .names import safe_display
from .ontology import is_known_relation, spell_relation

_WIKILINK = r"\[\[(?:[^\[\]\n]|\[(?!\[)|\](?!\]))+\]\]"
_MARKDOWN_LINK = r"\[(?:[^\[\]\\\n]|\\.)*\]\((?:<[^<>\n]+>|[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)\)"
_LINK = f"(?:{_WIKILINK}|{_MARKDOWN_LINK})"
_LINKS = rf"{_LINK}(?:\s*,\s*{_LINK})*"
_WORDS = r"\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\""

_ITEM = re.compile(r"[ \t]*[-*+][ \t]+")
# A run of blanks is tried from its start only, which keeps long runs linear.
_BLOCK_ID = re.compile(r"(?<![ \t])[ \t]+\^[A-Za-z0-9-]+\Z")
_STATEMENT = re.compile(
    rf"(?:(?P<subject>{_LINK}|{_WORDS})[ \t]+)?(?P<relation>[a-z][a-z0-9_]*)[ \t]+(?P<objects>{_LINKS}|{_WORDS})"
    r"(?P<tail>.*)"
)
_SEVERAL_WORDS = re.compile(
    rf"(?:(?P<subject>{_LINK})[ \t]+)?(?P<relation>[^\W\d_][\w'’/-]*(?:[ \t]+[\w'’/-]+){{0,3}}):?[ \t]+"
    rf"(?P<objects>{_LINKS})(?P<tail>.*)"
)
_ONE_LINK = re.compile(_LINK)
_ONLY_LINKS = re.compile(_LINKS)
_BLOCK_SUBPATH = re.compile(r"#\^([A-Za-z0-9-]+)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")

_TAIL = re.compile(r"[ \t]+\((.*)\)\Z")
# A year alone behind a relation is no confidence.
_NUMBER = re.compile(
    r"(?:confidence\s*[:=]\s*|(?![12]\d{3}\Z))([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)", re.IGNORECASE
)
_NO_NUMBER = re.compile(r"\s*(?:[01],\d|(?:0?\.\d+|[01](?:\.0+)?)\s+\[\[)")
_EVIDENCE = re.compile(rf"(?P<link>{_LINK})(?:\s*(?:(?P<quote>{_WORDS})|“(?P<curly>[^“”]*)”))?")
_PREMISE = re.compile(
    rf"rests on (?P<subject>{_LINK})(?:[ \t]+(?P<relation>[a-z][a-z0-9_]*)[ \t]+(?P<object>{_LINK}|{_WORDS}))?"
)
_PART = re.compile(rf"(?:{_LINK}(?:\s*(?:[a-z][a-z0-9_]*\s+)?(?:{_WORDS}|“[^“”]*”))?|[^,])+")
"""A part between commas; commas in links and in the words behind a link do not count."""

NOT_RELATIONS = frozenset(
    "a an and as at but by e_g eg for from i_e ie in into nor not of off on or see so than that the then this to vs"  # noqa: SIM905
    " versus with without".split()
)
"""Words that occur between two links in prose and do not name a relation of the two."""

_FIELD_KEY = r"([^\W_][\w /-]{0,58}?)"
_FIELD = re.compile(
    rf"[ \t>]*(?:(?:[-*+]|\d{{1,9}}[.)])[ \t]+)?(?:\*\*|__)?{_FIELD_KEY}(?:\*\*|__)?::(?:\*\*|__)?[ \t]+(\S.*)"
)
_VALUE = r"((?:\[\[[^\[\]\n]*\]\]|\[[^\[\]\n]*\]\([^()\n]*\)|[^\[\]()\n])*)"
_ENCLOSED = (re.compile(rf"\[{_FIELD_KEY}::[ \t]*{_VALUE}\]"), re.compile(rf"\({_FIELD_KEY}::[ \t]*{_VALUE}\)"))

_FORM = "- [[subject]] relation [[object]] (0.9)"


class ClaimEnd(NamedTuple):
    """One end of a claim: a link, or words."""

    path: str
    block: str
    label: str
    is_text: bool = False
    """It is no link, but words in quotation marks."""


class Tail(NamedTuple):
    """The parentheses behind a claim: confidence, evidence, premises and note."""

    confidence: float = 1.0
    evidence: tuple[Evidence, ...] = ()
    note: str = ""
    rests_on: tuple[Premise, ...] = ()


def find_claims(
    text: str, *, title: str, blocks: Sequence[Block], headings: Sequence[Heading], links: Sequence[Link]
) -> tuple[tuple[Claim, ...], tuple[Issue, ...]]:
    """Return the claims of a page, those of its properties first, and issues for lines that are nearly claims.

    title labels a subject that is the page itself.  Issues are without path.
    """
    claims = [
        _property_claim(link, title) for link in links if link.kind == "property" and is_relation_key(link.property)
    ]
    fields = [*_field_claims(text, title, blocks, links)] if "::" in text else []
    issues: list[Issue] = []
    starts, lists = [heading.start for heading in headings], ["", *_claim_lists(headings)]
    lines_read = {claim.line for claim in fields}
    for block in blocks:
        list_name = lists[bisect_right(starts, block.start)]
        if block.kind != "item":
            continue
        line = text[block.start : block.end].partition("\n")[0].rstrip("\r")
        try:
            stated = parse_claims(line, page_label=title, is_loose=list_name == "relations", is_listed=list_name != "")
        except ClaimError as error:
            issues.append(Issue("claim-syntax", error.what, line=block.line))
            continue
        end = block.start + len(line)
        claims += [claim._replace(line=block.line, start=block.start, end=end) for claim in stated]
        if stated:
            fields = [claim for claim in fields if claim.line != block.line]
        elif list_name == "claims" and block.line not in lines_read:
            issues.append(Issue("claim-syntax", f"not a claim: {line!r}: it is written `{_FORM}`", line=block.line))
    return tuple(sorted((*claims, *fields), key=lambda claim: claim.start)), tuple(issues)


def is_relation_key(key: str) -> bool:
    """Report whether a property's name is a relation that the ontology knows."""
    return spell_relation(key) not in NOT_RELATION_KEYS and is_known_relation(key)


def _property_claim(link: Link, title: str) -> Claim:
    label = " ".join((link.display or "").split()) or _basename(link.path)
    relation = spell_relation(link.property)
    return Claim("", title, relation, link.path, label, link.line, link.start, link.end, form="property")


def _claim_lists(headings: Sequence[Heading]) -> Iterator[str]:
    """Yield for each heading `claims` or `relations` if it is below such a heading; "" for any other."""
    above: list[Heading] = []
    for heading in headings:
        while above and above[-1].level >= heading.level:
            above.pop()
        above.append(heading)
        names = (heading.text.strip().lower() for heading in reversed(above))
        yield next((name for name in names if name in ("claims", "relations")), "")


def parse_claims(
    line: str, *, page_label: str = "", is_loose: bool = False, is_listed: bool = True
) -> tuple[Claim, ...]:
    """Return the claims of a line, one for each object; none for prose.

    Their place is that of the first line of a text.  A missing subject is "", labeled page_label; the ontology must
    then know the relation, unless the line is_listed among claims.  is_loose accepts relations of up to four words in
    any case.  Raises ClaimError for an invalid confidence.
    """
    item = _ITEM.match(line) if "[[" in line or "](" in line else None
    if item is None:
        return ()
    rest = _BLOCK_ID.sub("", line[item.end() :].rstrip())
    statement = _STATEMENT.match(rest) or (_SEVERAL_WORDS.match(rest) if is_loose else None)
    if statement is None:
        return ()
    relation = spell_relation(statement["relation"])
    if not is_listed and not statement["subject"] and not is_known_relation(relation):
        return ()
    subject = _read_end(statement["subject"]) if statement["subject"] else ClaimEnd("", "", page_label)
    words = _read_end(statement["objects"]) if statement["objects"].startswith('"') else None
    objects = (words,) if words else _read_links(statement["objects"])
    tail = _read_tail(statement["tail"])
    if relation in NOT_RELATIONS or subject is None or tail is None:
        return ()
    # Behind a link and a verb quotation marks are used for direct speech as well.
    grounds = tail.evidence or tail.rests_on
    if (subject.is_text or words) and (not grounds or not statement["subject"] or (subject.is_text and words)):
        return ()
    return tuple(_claim(subject, relation, target, tail, "claim", len(line)) for target in objects)


def format_claim(claim: Claim) -> str:
    """Return the line for a claim, which parse_claims reads as clean_claim(claim), except for its place.

    Nothing in a quote is active Markdown in the result.  Raises ClaimError for a claim that a line cannot hold.
    """
    claim = clean_claim(claim)
    parts = [claim.relation, _format_end(claim.object, claim.object_label, claim.object_is_text)]
    if claim.subject:
        parts.insert(0, _format_end(claim.subject, claim.subject_label, claim.subject_is_text))
    tail = [*map(_format_evidence, claim.evidence), *map(format_premise, claim.rests_on)]
    tail += [claim.note] if claim.note else []
    if tail or claim.confidence != 1:
        # The shortest number that reads back as the same.
        number = repr(abs(float(claim.confidence))).removesuffix(".0")
        parts.append(f"({', '.join([number, *tail])})")
    line = "- " + " ".join(parts)
    written = claim._replace(line=1, start=0, end=len(line), form="claim")
    if parse_claims(line, page_label=claim.subject_label) != (written,):
        raise ClaimError(f"cannot be written so that it is read back the same: {line!r}")
    return line


def clean_claim(claim: Claim) -> Claim:
    """Return the claim as a line can hold it: one-line texts, labels that cannot break their links."""
    subject, object_ = claim.subject_label, claim.object_label
    if claim.subject:
        subject = plain_line(subject) if claim.subject_is_text else _clean_label(subject, claim.subject)
    return claim._replace(
        subject_label=subject,
        object_label=plain_line(object_) if claim.object_is_text else _clean_label(object_, claim.object),
        confidence=_check_confidence(claim.confidence),
        evidence=tuple(evidence._replace(quote=plain_line(evidence.quote)) for evidence in claim.evidence),
        rests_on=tuple(map(_clean_premise, claim.rests_on)),
        note=" ".join(claim.note.split()),
    )


def _claim(subject: ClaimEnd, relation: str, target: ClaimEnd, tail: Tail, form: str, length: int) -> Claim:
    ends = (subject.path, subject.label, relation, target.path, target.label)
    kinds = (subject.is_text, target.is_text)
    return Claim(*ends, 1, 0, length, tail.confidence, tail.evidence, tail.note, form, *kinds, tail.rests_on)


_NOT_IN_LINKS = re.compile(r'[\[\]|#^/\\:*?"<>%`$]+')


def words_key(words: str) -> str:
    """Return the link path that an end in words has in the graph: that of a link to a page that is not there."""
    return safe_display(_NOT_IN_LINKS.sub(" ", words)).strip(" .")


def _read_end(written: str) -> ClaimEnd | None:
    """Return the end of a claim; None for a link out of the vault, and for words that cannot be an end."""
    if not written.startswith('"'):
        return _read_link(written)
    words = plain_line(unescape(written[1:-1]))
    return ClaimEnd(words_key(words), "", words, is_text=True) if words_key(words) else None


def _read_links(links: str) -> tuple[ClaimEnd, ...]:
    """Return the targets of a list of links; none if one of them points out of the vault."""
    targets = tuple(_read_link(link) for link in _ONE_LINK.findall(links))
    inside = tuple(target for target in targets if target is not None)
    return inside if len(inside) == len(targets) else ()


def _read_link(link: str) -> ClaimEnd | None:
    """Return the target of a link as written; None for one out of the vault."""
    if link.startswith("[["):
        path, subpath, display = parse_link_text(link[2:-2])
    else:
        text, _, destination = link[1:-1].partition("](")
        destination = destination[1:-1] if destination.startswith("<") else destination
        if _SCHEME.match(destination):
            return None
        path, subpath, _ = parse_link_text(percent_decode(destination))
        display = unescape(text)
    block = _BLOCK_SUBPATH.fullmatch(subpath)
    return ClaimEnd(path, block[1] if block else "", " ".join((display or "").split()) or _basename(path))


def _read_tail(written: str) -> Tail | None:
    """Return the parenthesis behind the objects; None where there is more than one."""
    match = _TAIL.fullmatch(written)
    if match is None:
        return None if written.strip() else Tail()
    tail = match[1]
    confidence: float | None = None
    evidence: list[Evidence] = []
    premises: list[Premise] = []
    notes: list[tuple[int, int]] = []
    is_note = False
    for found in _PART.finditer(tail):
        part, was_note = found[0].strip(), is_note
        if confidence is None and _NO_NUMBER.match(tail, found.start()):
            raise ClaimError(f"a confidence is written as in (0.9, [[source]]): {tail!r}")
        number = _NUMBER.fullmatch(part) if confidence is None else None
        cited, rested = _EVIDENCE.fullmatch(part), _PREMISE.fullmatch(part)
        source = _read_link(cited["link"]) if cited else None
        premise = _read_premise(rested) if rested else None
        is_note = not (number or source or premise)
        if number:
            confidence = _check_confidence(float(number[1]))
        elif cited and source:
            quote = unescape(cited["quote"][1:-1]) if cited["quote"] else " ".join((cited["curly"] or "").split())
            evidence.append(Evidence(source.path, source.block, quote))
        elif premise:
            premises.append(premise)
        else:
            # Commas and blanks inside a note are its own.
            notes.append((notes.pop()[0] if was_note else found.start(), found.end()))
    note = ", ".join(filter(None, (tail[begin:end].strip() for begin, end in notes)))
    return Tail(1.0 if confidence is None else confidence, tuple(evidence), note, tuple(premises))


def _read_premise(rested: re.Match[str]) -> Premise | None:
    """Return a premise of a claim; None for a link out of the vault, and for words that cannot be an end."""
    subject = _read_end(rested["subject"])
    end = _read_end(rested["object"]) if rested["object"] else ClaimEnd("", "", "")
    if subject is None or end is None:
        return None
    relation = spell_relation(rested["relation"]) if rested["relation"] else ""
    block = "" if relation else subject.block
    return Premise(subject.path, subject.label, relation, end.path, end.label, end.is_text, block)


def _check_confidence(confidence: float) -> float:
    if math.isnan(confidence) or not 0 <= confidence <= 1:
        raise ClaimError(f"confidence {confidence:g} is not between 0 and 1")
    return confidence


def _basename(path: str) -> str:
    return path.rpartition("/")[2]


def _format_end(path: str, label: str, is_text: bool) -> str:
    return f'"{_escape_quoted(label)}"' if is_text else _format_link(path, label)


def _escape_quoted(text: str) -> str:
    return escape(text).replace('"', '\\"')


def _format_link(path: str, label: str) -> str:
    return f"[[{path}]]" if label == path else f"[[{path}|{label}]]"


def _format_evidence(evidence: Evidence) -> str:
    block = evidence.block
    link = f"[[{evidence.source}#^{block}|{block}]]" if block else f"[[{evidence.source}]]"
    if not evidence.quote:
        return link
    return f'{link} "{_escape_quoted(evidence.quote)}"'


def format_premise(premise: Premise) -> str:
    """Return a premise as it is written in the line of its claim."""
    if premise.block:
        return f"rests on [[{premise.subject}#^{premise.block}|{premise.block}]]"
    subject = _format_link(premise.subject, premise.subject_label)
    if not premise.relation:
        return f"rests on {subject}"
    end = _format_end(premise.object, premise.object_label, premise.object_is_text)
    return f"rests on {subject} {premise.relation} {end}"


def _clean_premise(premise: Premise) -> Premise:
    subject, object_ = premise.subject_label, premise.object_label
    if premise.object_is_text:
        object_ = plain_line(object_)
    elif premise.relation:
        object_ = _clean_label(object_, premise.object)
    label = premise.block or _clean_label(subject, premise.subject)
    return premise._replace(subject_label=label, object_label=object_)


def _clean_label(label: str, path: str) -> str:
    """Return a label, or the default one of a link to the path, so that it reads back the same."""
    return safe_display(label) or safe_display(_basename(path)) or _basename(path)


def fields_in(line: str) -> list[tuple[int, str, str]]:
    """Return start of the value, key and value of each field of a line, as the plugin Dataview reads them.

    `key:: value` fills its line; a line may have several of `[key:: value]` and `(key:: value)`.
    """
    whole = _FIELD.fullmatch(line.rstrip())
    found = [whole] if whole else [match for form in _ENCLOSED for match in form.finditer(line)]
    return sorted((match.start(2), match[1].strip(), match[2].strip()) for match in found)


def _field_claims(text: str, title: str, blocks: Sequence[Block], links: Sequence[Link]) -> Iterator[Claim]:
    """Yield the claims about their page in fields of running text."""
    # Only links that the parser found count: code has none.
    link_starts = {link.start for link in links}
    for block in blocks:
        at = block.start
        lines = text[block.start : block.end].split("\n") if block.kind == "paragraph" else ()
        for number, line in enumerate(lines, block.line):
            for start, key, value in fields_in(line) if "::" in line else ():
                is_claim = at + start in link_starts and is_relation_key(key) and _ONLY_LINKS.fullmatch(value)
                for target in _read_links(value) if is_claim else ():
                    claim = _claim(ClaimEnd("", "", title), spell_relation(key), target, Tail(), "field", 0)
                    begin = at + len(line) - len(line.lstrip())
                    yield claim._replace(line=number, start=begin, end=at + len(line.rstrip()))
            at += len(line) + 1
