"""One claim, one line: reading and writing it.

    - [[leak|memory leak]] causes [[crash]] (0.9, [[report#^p3f9c1e|p3f9c1e]] "crashes due to leaks", seen twice)
      subject              type   object     confidence, evidence with its quote, note

Where claim lines may stand on a page is `claims`.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ...errors import ClaimError
from ..linking.link_text import parse_link_text, percent_decode, split_target
from ..page_model import Claim, Evidence
from ...text.slugs import safe_display
from .relation_names import relation_type

_make = tuple.__new__

_WIKILINK = r"\[\[(?:[^\[\]\n]|\[(?!\[)|\](?!\]))+\]\]"
_MARKDOWN_LINK = r"\[(?:[^\[\]\\\n]|\\.)*\]\((?:<[^<>\n]+>|[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)\)"
LINK = f"(?:{_WIKILINK}|{_MARKDOWN_LINK})"
LINKS = rf"{LINK}(?:\s*,\s*{LINK})*"

_ITEM = re.compile(r"[ \t]*[-*+][ \t]+")
# From the start of a run of blanks only, which keeps long runs linear.
BLOCK_ID = re.compile(r"(?<![ \t])[ \t]+\^[A-Za-z0-9-]+$")
_LINK = re.compile(LINK)
_STATEMENT = re.compile(
    rf"(?:(?P<subject>{LINK})[ \t]+)?(?P<type>[a-z][a-z0-9_]*)[ \t]+(?P<objects>{LINKS})(?P<tail>.*)"
)
# As text, like _ACTIVE and _UNQUOTABLE: re compiles it when it is first needed, which for most pages is never (1.1 ms).
_LOOSE_STATEMENT = (
    rf"(?:(?P<subject>{LINK})[ \t]+)?(?P<type>[^\W\d_][\w'\u2019/-]*(?:[ \t]+[\w'\u2019/-]+){{0,3}}):?[ \t]+"
    rf"(?P<objects>{LINKS})(?P<tail>.*)"
)
# The form that `format_claim` writes, with at most one piece of evidence: what it matches needs no look at its parts.
_PATH, _LABEL = r"[^\[\]|#\\\n]+", r"[^\[\]|\\\n]*"
_USUAL = re.compile(
    rf"[ \t]*[-*+][ \t]+(?:\[\[({_PATH})(?:\|({_LABEL}))?\]\][ \t]+)?([a-z][a-z0-9_]*)[ \t]+"
    rf"\[\[({_PATH})(?:\|({_LABEL}))?\]\]"
    rf"(?:[ \t]+\((0(?:\.[0-9]+)?|1(?:\.0+)?)(?:, \[\[({_PATH})#\^([A-Za-z0-9-]+)(?:\|{_LABEL})?\]\]"
    r"(?: \"([^\"\\\n]*(?:\\.[^\"\\\n]*)*)\")?)?\))?\Z"
)
_TAIL = re.compile(r"[ \t]+\((.*)\)$")
_BLOCK_SUBPATH = re.compile(r"#\^([A-Za-z0-9-]+)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")

# A year alone is what people write behind a relation; as a confidence it would only be an error.
_NUMBER = re.compile(
    r"(?:confidence\s*[:=]\s*|(?![12]\d{3}\s*(?:,|$)))([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*(?=,|$)",
    re.IGNORECASE,
)
_DECIMAL_COMMA = re.compile(r"[01],\d+\s*(?=,|$)")
_NO_COMMA = re.compile(r"(?:0?\.\d+|[01](?:\.0+)?)\s+\[\[")
_EVIDENCE = re.compile(
    rf"(?P<link>{LINK})(?:\s*(?:\"(?P<quote>[^\"\\]*(?:\\.[^\"\\]*)*)\"|\u201c(?P<curly>[^\u201d]*)\u201d))?\s*(?=,|$)"
)
_NOTE = re.compile(rf"(?:{_WIKILINK}|[^,])+")

# Words that stand between two links in prose; none of them says how the two are related.
NOT_RELATIONS = frozenset(
    # One word a line is what a literal would become.
    "a an and as at but by e_g eg for from i_e ie in into nor not of off on or see so than that the then this to vs "  # noqa: SIM905
    "versus with without".split()
)

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# What could open a link, code, math, HTML, a comment or a tag, or end the quote.
_ACTIVE = r"""(?x)[\\"\[\]`$<] | (?<=%)%
      | (?<![^\W_])\#(?!\d+(?:[\s.,;:!?()'"\[\]]|$)|[\s.,;:!?()'"]|$)"""
# Control characters and marks that turn the direction of text around: never part of the words of a quote.
_UNQUOTABLE = "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"


class Target(NamedTuple):
    """What a link in a claim says."""

    path: str
    block: str
    label: str


def parse_claim(line: str, *, page: str, page_label: str) -> Claim | None:
    """The claim that a line makes; None when it makes none or, with several objects, several.

    page stands for a subject that is left out.  Raises ClaimError for a claim whose confidence is out of range.
    """
    claims = parse_claims(line, page=page, page_label=page_label)
    return claims[0] if len(claims) == 1 else None


def parse_claims(line: str, *, page: str, page_label: str, loose: bool = False) -> tuple[Claim, ...]:
    """The claims that a line makes, one for each object; empty for prose.

    loose also takes a relation of up to four words in any case, as people write under a heading `Relations`.
    """
    usual = _USUAL.match(line)
    return _parse_any(line, page, page_label, loose) if usual is None else _usual_claim(usual, page, page_label)


def _usual_claim(found: re.Match[str], page: str, page_label: str) -> tuple[Claim, ...]:
    """What _parse_any would find in such a line."""
    subject, subject_label, written, object_, object_label, confidence, source, block, quote = found.groups()
    relation = relation_type(written)
    if relation in NOT_RELATIONS:
        return ()
    if subject is None:
        subject, subject_label = page, page_label
    else:
        subject, subject_label = _plain_target(subject, subject_label)
    evidence: tuple[Evidence, ...] = ()
    if source is not None:
        quote = quote or ""
        quote = _ESCAPED.sub(r"\1", quote) if "\\" in quote else quote
        evidence = (_make(Evidence, (_plain_path(source), block, quote)),)
    ends = (subject, subject_label, relation, *_plain_target(object_, object_label))
    return (_make(Claim, (*ends, 1.0 if confidence is None else float(confidence), evidence, "")),)


def _plain_target(path: str, label: str | None) -> tuple[str, str]:
    path = _plain_path(path)
    return path, " ".join((label or "").split()) or _base(path)


def _plain_path(path: str) -> str:
    return path.strip() if path.isascii() else split_target(path)[0]


def _parse_any(line: str, page: str, page_label: str, loose: bool) -> tuple[Claim, ...]:
    item = _ITEM.match(line) if "](" in line or "[[" in line else None
    if item is None:
        return ()
    rest = BLOCK_ID.sub("", line[item.end() :].rstrip())
    statement = _STATEMENT.match(rest) or (re.match(_LOOSE_STATEMENT, rest) if loose else None)
    if statement is None:
        return ()
    relation = relation_type(statement["type"])
    subject = read_target(statement["subject"]) if statement["subject"] else Target(page, "", page_label)
    objects = read_targets(statement["objects"])
    tail = read_tail(statement["tail"])
    if relation in NOT_RELATIONS or subject is None or not objects or tail is None:
        return ()
    return tuple(Claim(subject.path, subject.label, relation, o.path, o.label, *tail) for o in objects)


def format_claim(claim: Claim, *, page: str = "") -> str:
    """The line for a claim; the subject is left out when it is the page.

    Labels, quote and note are put on one line and cleaned of invisible control characters; nothing in a quote is
    active in the result.  Raises ClaimError for what a line cannot hold, which is proved by reading it back.
    """
    claim = clean_claim(claim)
    parts = [claim.relation, _format_link(claim.object, claim.object_label)]
    if claim.subject != page:
        parts.insert(0, _format_link(claim.subject, claim.subject_label))
    tail = [*map(_format_evidence, claim.evidence), *([claim.note] if claim.note else [])]
    if tail or claim.confidence != 1:
        parts.append(f"({', '.join([format_confidence(claim.confidence), *tail])})")
    line = "- " + " ".join(parts)
    if parse_claim(line, page=page, page_label=claim.subject_label) != claim:
        raise ClaimError(f"cannot be written so that it is read back the same: {line!r}")
    return line


def clean_claim(claim: Claim) -> Claim:
    """The claim as a line can hold it: one-line texts, labels that cannot break their links."""
    return claim._replace(
        subject_label=_clean_label(claim.subject_label, claim.subject),
        object_label=_clean_label(claim.object_label, claim.object),
        confidence=_checked(claim.confidence),
        evidence=tuple(item._replace(quote=clean_quote(item.quote)) for item in claim.evidence),
        note=" ".join(claim.note.split()),
    )


def _clean_label(label: str, path: str) -> str:
    """A label, or the one that a link to the path has without, cleaned alike: what is read back is written the same."""
    return safe_display(label) or safe_display(_base(path)) or _base(path)


def clean_quote(quote: str) -> str:
    """A quote on one line, without control characters and direction marks."""
    if not (quote.isascii() and quote.isprintable()):
        quote = re.sub(_UNQUOTABLE, "", quote)
    return " ".join(quote.split())


def format_confidence(confidence: float) -> str:
    """The shortest number that reads back as the same."""
    return repr(abs(float(confidence))).removesuffix(".0")


def read_target(link: str) -> Target | None:
    """Path, block id and label of a wikilink or Markdown link; None for a link out of the vault."""
    if link.startswith("[["):
        path, subpath, display = parse_link_text(link[2:-2])
    else:
        text, _, destination = link[1:-1].partition("](")
        destination = destination[1:-1] if destination.startswith("<") else destination
        if _SCHEME.match(destination):
            return None
        path, subpath, _ = parse_link_text(percent_decode(destination))
        display = _ESCAPED.sub(r"\1", text)
    block = _BLOCK_SUBPATH.fullmatch(subpath)
    return Target(path, block[1] if block else "", " ".join((display or "").split()) or _base(path))


def read_targets(links: str) -> tuple[Target, ...]:
    """Targets of a list of links; empty if one of them leads out of the vault."""
    targets = tuple(read_target(link) for link in _LINK.findall(links))
    return tuple(target for target in targets if target) if all(targets) else ()


def read_tail(tail: str) -> tuple[float, tuple[Evidence, ...], str] | None:
    """Confidence, evidence and note of what follows the objects; None when that is more than one parenthesis.

    Raises ClaimError for a confidence outside [0, 1].
    """
    if not tail.strip():
        return 1.0, (), ""
    match = _TAIL.fullmatch(tail)
    return _read_parts(match[1]) if match else None


def _read_parts(tail: str) -> tuple[float, tuple[Evidence, ...], str]:
    confidence: float | None = None
    evidence: list[Evidence] = []
    notes: list[str] = []
    note_start = -1
    at = 0
    while at < len(tail):
        start = at + len(tail[at:]) - len(tail[at:].lstrip())
        if confidence is None and _DECIMAL_COMMA.match(tail, start):
            raise ClaimError(f"a confidence is written with a point, as 0.9: {tail!r}")
        if confidence is None and _NO_COMMA.match(tail, start):
            raise ClaimError(f"a comma is missing behind the confidence: {tail!r}")
        number = _NUMBER.match(tail, start) if confidence is None else None
        cited = None if number else _EVIDENCE.match(tail, start)
        target = read_target(cited["link"]) if cited else None
        if number or (cited and target):
            note_start = -1
        if number:
            confidence, at = _checked(float(number[1])), number.end() + 1
        elif cited and target:
            evidence.append(Evidence(target.path, target.block, _read_quote(cited)))
            at = cited.end() + 1
        else:
            end = _end_of_note(tail, start)
            if note_start >= 0:
                notes.pop()
            else:
                note_start = start
            # Taken whole from its start: commas and blanks inside a note are its own.
            notes.append(tail[note_start:end].strip())
            at = end + 1
    return 1.0 if confidence is None else confidence, tuple(evidence), ", ".join(filter(None, notes))


def _end_of_note(tail: str, start: int) -> int:
    part = _NOTE.match(tail, start)
    return part.end() if part else start


def _read_quote(cited: re.Match[str]) -> str:
    if cited["curly"] is not None:
        return " ".join(cited["curly"].split())
    return _ESCAPED.sub(r"\1", cited["quote"] or "")


def _checked(confidence: float) -> float:
    number = float(confidence)
    if math.isnan(number) or not 0 <= number <= 1:
        raise ClaimError(f"confidence {number:g} is not between 0 and 1")
    return number


def _base(path: str) -> str:
    return path.rpartition("/")[2]


def _format_link(path: str, label: str) -> str:
    return f"[[{path}]]" if label == path else f"[[{path}|{label}]]"


def _format_evidence(item: Evidence) -> str:
    link = f"[[{item.source}#^{item.block}|{item.block}]]" if item.block else f"[[{item.source}]]"
    return f'{link} "{re.sub(_ACTIVE, _escape, item.quote)}"' if item.quote else link


def _escape(match: re.Match[str]) -> str:
    return "\\" + match[0]
