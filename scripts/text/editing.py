"""Edit the body of a page: add lines under a heading, take spans out, remove or redirect its evidence from one source.

Everything outside the edit stays byte for byte; new lines end as their neighbors do.  A heading inside a quotation or a
list item starts no section here.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ..errors import ClaimError, EditRefusedError
from ..model import Claim, Evidence, Heading, Page
from .characters import unescape
from .claims import format_claim
from .frontmatter import set_property, split
from .kept import CLAIMS, EVIDENCE_LISTS, kept_name, parse_evidence_line, property_text
from .links import Resolver
from .markdown import read_body
from .ontology import canonical_claim, ending_of
from .page import read_page
from .spans import Spans, Splice, newline_near, splice
from .templates import first_sentence, property_value

# Not what str.strip takes: no-break spaces and exotic line breaks are content.
_BLANKS = " \t\r\n"
_OPEN_ENDED = {"code": "code", "html": "HTML", "comment": "a comment (%%)"}
"""Blocks that may stay open to the end of the page and swallow lines added below; math that is never closed is text."""
_FENCE = re.compile(r"`{3,}|~{3,}")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")


class KeptSection(NamedTuple):
    """The part of a page from a heading of level 2 to the next one of level 2 or 1."""

    name: str
    """Its heading; for a section that the tools keep, as they write it."""
    start: int
    end: int
    line: int
    body: str
    """Without the heading and the blank lines around it."""


def headings_of(text: str) -> tuple[Heading, ...]:
    """Return the headings of a page outside of lists and quotations."""
    return read_body(text, split(text).body_start).headings


def description_span(text: str) -> tuple[int, int]:
    """Return the span of a page's description: below its title or properties, up to the first heading."""
    headings = headings_of(text)
    title = next((heading for heading in headings if heading.level == 1), None)
    start = title.end if title else split(text).body_start
    return start, next((heading.start for heading in headings if heading.start > start), len(text))


def append_under(text: str, heading: str, lines: Sequence[str]) -> str:
    """Add lines at the end of the text directly under a heading, before any heading below it.

    The first heading of this text counts, case aside.  If there is none, one of level 2 is added at the end.
    Raises EditRefusedError where the lines would fall into code, HTML or a comment that the page never closes.
    """
    if not lines:
        return text
    wanted = heading.strip().casefold()
    found = next((item for item in headings_of(text) if item.text.strip().casefold() == wanted), None)
    return append_below(text, found, lines) if found else add_section(text, heading, "\n".join(lines))


def append_below(text: str, heading: Heading, lines: Sequence[str]) -> str:
    """Add lines at the end of the text directly under a heading of the page.  Raises as append_under does."""
    after = (other.start for other in headings_of(text) if other.start > heading.start)
    stop = next((_line_start(text, start) for start in after), len(text))
    if stop == len(text):
        _check_closed(text)
    return _insert_lines(text, _line_end(text, heading), stop, "\n".join(lines))


def prepend_below(text: str, heading: Heading, lines: Sequence[str]) -> str:
    """Add lines directly below a heading of the page."""
    return _insert_lines_above(text, _line_end(text, heading), "\n".join(lines))


def append_to_page(text: str, lines: Sequence[str]) -> str:
    """Add lines at the end of a page.  Raises EditRefusedError where it ends in something open."""
    _check_closed(text)
    if not text.strip("\ufeff" + _BLANKS):
        return text + "\n".join([*lines, ""]).replace("\n", newline_near(text, len(text)))
    return _insert_lines(text, split(text).body_start, len(text), "\n".join(lines))


def prepend_to_page(text: str, lines: Sequence[str]) -> str:
    """Add lines at the beginning of a page, below its properties."""
    if not text.strip("\ufeff" + _BLANKS):
        return append_to_page(text, lines)
    return _insert_lines_above(text, max(split(text).body_start, text.startswith("\ufeff")), "\n".join(lines))


def replace_below(text: str, heading: Heading, lines: Sequence[str]) -> str:
    """Replace all text under a heading, deeper headings included, by lines."""
    start = _line_end(text, heading)
    after = (other for other in headings_of(text) if other.start > heading.start and other.level <= heading.level)
    stop = next((_line_start(text, other.start) for other in after), len(text))
    if stop == len(text):
        _check_closed(text)
    body = text[start:stop]
    lead = body[: len(body) - len(body.lstrip(_BLANKS))]
    content = body.strip(_BLANKS)
    if not content:
        return append_below(text, heading, lines)
    at = start + len(lead)
    # The indentation of a first line is removed with the line.
    at = _line_start(text, at) if not text[_line_start(text, at) : at].strip(_BLANKS) else at
    end = start + len(body.rstrip(_BLANKS))
    return text[:at] + newline_near(text, at).join(lines) + text[end:]


def heading_level(headings: Sequence[Heading]) -> int:
    """Return the level of a new section of a page: that of the sections it has, 2 where it has none.

    A single heading of level 1 is the page's title.
    """
    levels = [heading.level for heading in headings]
    if levels.count(1) == 1:
        levels.remove(1)
    return min(levels, default=2)


def remove_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Remove spans; lines of which only blanks would remain are removed as a whole."""
    pieces = []
    done = 0
    for start, end, _ in sorted(whole_line(text, start, end) for start, end in spans):
        if start > done:
            pieces.append(text[done:start])
        done = max(done, end)
    return "".join([*pieces, text[done:]])


def leaves_open(text: str) -> str:
    """Return the name of the block that a text never closes, which swallows lines added below it; "" for none."""
    return _open_end(text)[0]


def close_end(text: str) -> str:
    """Return the text with its open fence closed by one more line: code cannot hold a block id."""
    kind, start, _ = _open_end(text)
    fence = _FENCE.match(text, start) if kind else None
    newline = newline_near(text, start)
    return f"{text.rstrip(_BLANKS)}{newline}{fence[0]}{newline}" if fence else text


def sections_of(text: str) -> tuple[KeptSection, ...]:
    """Return the sections of level 2, in text order; each ends before the next heading of level 2 or 1."""
    headings = [heading for heading in headings_of(text) if heading.level <= 2]
    found = []
    for heading, following in zip(headings, [*headings[1:], None]):
        if heading.level == 2:
            end = following.start if following else len(text)
            body = text[heading.end : end].strip("\r\n")
            found.append(KeptSection(kept_name(heading.text) or heading.text, heading.start, end, heading.line, body))
    return tuple(found)


def _insert_lines(text: str, start: int, stop: int, added: str) -> str:
    """Insert lines behind the last line with content of text[start:stop], or behind the heading that ends at start."""
    content = text[start:stop].rstrip(_BLANKS)
    at = start + len(content) if content else start
    newline = newline_near(text, at)
    if content:
        at_end = text.find("\n", at)
        at = len(text) if at_end < 0 else at_end + 1
    else:
        # The blank line of a section that was emptied is there already.
        at = text.find("\n", start, stop) + 1 or start
    joined = at > start if not content else _ends_with_item(content) and bool(_ITEM.match(added))
    before = "" if joined else newline
    if not text.endswith("\n", 0, at):
        before += newline
    after = newline if stop < len(text) and not text[at:stop] else ""
    ended = newline if at < len(text) or text.endswith("\n") else ""
    return text[:at] + before + added.replace("\n", newline) + ended + after + text[at:]


def _insert_lines_above(text: str, at: int, added: str) -> str:
    """Insert lines above an offset, with a blank line between, except between list items."""
    newline = newline_near(text, at)
    rest = text[at:]
    content = rest.lstrip("\r\n")
    if not content.strip(_BLANKS):
        return _insert_lines(text, at, len(text), added)
    before = "" if at == 0 or text.endswith("\n", 0, at) or text[:at] == "\ufeff" else newline
    # An existing blank line stays above the new lines, as below a heading.
    blank = rest[: len(rest) - len(content)]
    is_joined = bool(_ITEM.match(content)) and _ends_with_item(added)
    return text[:at] + before + blank + added.replace("\n", newline) + newline * (1 if is_joined else 2) + content


def add_section(text: str, heading: str, body: str, *, level: int = 2) -> str:
    """Add a heading with its text at the end of a page.  Raises as append_under does."""
    return append_to_page(text, [f"{'#' * level} {heading}", *(["", body] if body else [])])


def _check_closed(text: str) -> None:
    """Raise EditRefusedError for a page that ends in something open."""
    kind, _, line = _open_end(text)
    if kind:
        raise EditRefusedError(f"the page ends in {kind} that is never closed", line=line)


def _open_end(text: str) -> tuple[str, int, int]:
    """Return the name, offset and line of the block that stays open at the end of a text; ("", 0, 0) for none."""
    end = len(text.rstrip(_BLANKS))
    for block in read_body(text[:end] + "\n\n# end\n", split(text).body_start).blocks:
        if block.kind in _OPEN_ENDED and block.start < end and block.end > end + 2:
            return _OPEN_ENDED[block.kind], block.start, block.line
    opened = _open_comment(text) if "%%" in text else -1
    return (_OPEN_ENDED["comment"], opened, text.count("\n", 0, opened) + 1) if opened >= 0 else ("", 0, 0)


def _open_comment(text: str) -> int:
    """Return the offset of a `%%` that opens a comment and is never closed; -1 for none."""
    blocks = read_body(text, split(text).body_start).blocks
    code = Spans((block.start, block.end) for block in blocks if block.kind == "code")
    marks = [match.start() for match in re.finditer("%%", text) if match.start() not in code]
    is_open = len(marks) % 2 and not text[_line_start(text, marks[-1]) : marks[-1]].strip(_BLANKS)
    return marks[-1] if is_open else -1


def _ends_with_item(content: str) -> bool:
    """Report whether the last line belongs to a list item of the top level."""
    for line in reversed(content.split("\n")):
        if line[:1] not in (" ", "\t", "\r", ""):
            return bool(_ITEM.match(line))
    return False


def whole_line(text: str, start: int, end: int) -> Splice:
    """Return the splice that removes a span, with its lines if nothing but blanks would remain of them."""
    line_start = _line_start(text, start)
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end + 1
    if end > start and text.endswith("\n", start, end):
        line_end = end
    is_alone = not text[line_start:start].strip(_BLANKS) and not text[end:line_end].strip(_BLANKS)
    return Splice(line_start, line_end, "") if is_alone else Splice(start, end, "")


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, heading: Heading) -> int:
    if text.endswith("\n", heading.start, heading.end):
        return heading.end
    end = text.find("\n", heading.end)
    return len(text) if end < 0 else end + 1


Follow = Callable[[Evidence, Claim | None], Evidence | None]
"""Returns the new form of one piece of evidence, of a claim or of a list item (None); None to remove it."""

_BLOCK_ID = re.compile(r"(?<![ \t])[ \t]+\^[A-Za-z0-9-]+[ \t]*\Z")
_MARKER = re.compile(r"[-*+][ \t]+")


class Gone(NamedTuple):
    """Words that a page no longer cites."""

    claim: str
    """The claim that rested on them, as `A causes B`; "" for a line that only quoted them."""
    block: str
    quote: str
    by_hand: bool = False
    """Whether the quote is a list item that a person wrote, or added to."""


class SourceCut(NamedTuple):
    """A page without one source."""

    text: str
    claims: int
    """Claims that are gone."""
    loosened: int
    """Claims that lost this evidence and keep other."""
    lines: int
    """List items under Evidence or Mentions that are gone."""
    gone: tuple[Gone, ...] = ()
    """The words that all of these cited, in text order."""
    led: int = 0
    """Claims that keep all their evidence, some of it at another passage."""


def cut_source(
    text: str, path: str, source: str, resolver: Resolver, *, folder: str, lists: bool, follow: Follow
) -> SourceCut:
    """Return the page at path without claims and evidence that rest on the note at source.

    follow: returns the new form of one piece of evidence from it; None to remove it.
    lists: items under Evidence and Mentions that cite it go too.  Raises EditRefusedError for a claim line that cannot
    be written again.
    """
    splices: list[Splice] = []
    claims = loosened = led = 0
    gone: list[Gone] = []
    cited = (claim for claim in read_page(path, text, folder=folder).claims if claim.form == "claim" and claim.evidence)
    for _, same_line in groupby(cited, lambda claim: claim.start):
        line = [*same_line]
        claim = line[0]
        follows = [
            item if resolver.resolve(item.source, path) != source else follow(item, claim) for item in claim.evidence
        ]
        kept = tuple(dict.fromkeys(item for item in follows if item is not None))
        if kept == claim.evidence:
            continue
        words = f"{claim.subject_label} {claim.relation} {claim.object_label}"
        lost = [Gone(words, was.block, was.quote) for was, now in zip(claim.evidence, follows) if now is None]
        gone += lost
        claims += 0 if kept else len(line)
        loosened += len(line) if kept and lost else 0
        led += 0 if lost else len(line)
        loose = [claim._replace(evidence=kept) for claim in line]
        splices.append(
            claims_again(text, path, line[0], loose) if kept else whole_line(text, line[0].start, line[0].end)
        )
    lines = 0
    for span in evidence_spans(text) if lists else ():
        new, lost = _follow_item(text[slice(*span)], path, source, resolver, follow)
        lines += bool(lost)
        gone += lost
        splices += [whole_line(text, *span)] if lost else [Splice(*span, new)] * (new != text[slice(*span)])
    return SourceCut(splice(text, splices), claims, loosened, lines, tuple(gone), led)


def claims_again(text: str, path: str, written_claim: Claim, claims: Sequence[Claim]) -> Splice:
    """Return the splice that writes the line of a claim anew, one line for each claim; marker and block id stay.

    Raises EditRefusedError for a claim that cannot be written.
    """
    start, end = written_claim.start, written_claim.end
    written = text[start:end].rstrip()
    marker, block_id = _MARKER.match(written), _BLOCK_ID.search(written)
    first = text.rfind("\n", 0, start) + 1
    newline = "\r\n" if text.startswith("\r\n", end) or text[:first].endswith("\r\n") else "\n"
    try:
        lines = [format_claim(claim) for claim in claims]
    except ClaimError as err:
        raise EditRefusedError(
            f"the claim cannot be written again: {err.what}", path=path, line=written_claim.line
        ) from err
    lines = [(marker[0] if marker else "- ") + new.removeprefix("- ") for new in lines]
    lines[-1] += block_id[0] if block_id else ""
    return Splice(start, start + len(written), (newline + text[first:start]).join(lines))


def evidence_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans of the outermost list items under Evidence and Mentions."""
    found = read_body(text, split(text).body_start)
    starts = [heading.start for heading in found.headings]
    spans = []
    for block in found.blocks:
        if block.kind == "item" and block.depth == 0:
            above = bisect_left(starts, block.start)
            if above and kept_name(found.headings[above - 1].text) in EVIDENCE_LISTS:
                spans.append((block.start, block.end))
    return spans


def _follow_item(item: str, path: str, source: str, resolver: Resolver, follow: Follow) -> tuple[str, list[Gone]]:
    """Return a list item with its link at the new passage of its words, or the evidence of it that is gone."""
    line = parse_evidence_line(item.rstrip())
    # The evidence of an item in another form is its links.
    links = () if line else read_body(item).links
    cited = [Evidence(line.page, line.block, unescape(line.quote))] if line else []
    cited += [Evidence(link.path, link.subpath.removeprefix("#^"), "") for link in links if link.path]
    cited = [evidence for evidence in cited if resolver.resolve(evidence.source, path) == source]
    follows = [(evidence, follow(evidence, None)) for evidence in cited]
    # The words that a person added to the item are removed with it, so they are reported.
    words = "" if line and not _BLOCK_ID.sub("", " " + line.rest).strip() else " ".join(item.split())
    gone = [Gone("", was.block, words or was.quote, bool(words)) for was, now in follows if now is None]
    if line is None or gone or not follows or follows[0][1] == follows[0][0]:
        return item, gone
    now = follows[0][1]
    old, new = f"#^{line.block}", f"#^{now.block if now else line.block}"
    named = line.named.replace(f"{old}|{line.block}]]", f"{new}|{new[2:]}]]").replace(f"{old}|", f"{new}|")
    return named.replace(f"{old}]]", f"{new}]]") + item[len(line.named) :], []


def without_claims(text: str, path: str, claims: Iterable[Claim], gone: Collection[tuple[str, str, str]]) -> str:
    """Return a page without the claims that have one of these keys; other claims on their lines stay."""
    splices = []
    for _, same_line in groupby(claims, lambda claim: claim.start):
        line = [*same_line]
        beside = [claim for claim in line if claim_key(claim) not in gone]
        if not beside:
            splices.append(whole_line(text, line[0].start, line[0].end))
        elif len(beside) < len(line):
            splices.append(claims_again(text, path, line[0], beside))
    return splice(text, splices)


def merge_claims(text: str, page: Page, claims: Sequence[Claim]) -> tuple[str, Counter[str]]:
    """Return the page with these claims, updated where it has them and else added; and the number of each."""
    lines = [claim for claim in page.claims if claim.form == "claim"]
    # A relation that ended and is claimed anew is another claim, with a time of its own.
    known = {claim_key(claim): claim for claim in lines if not ending_of(claim.note)}
    changed: dict[Claim, Claim] = {}
    added: list[str] = []
    unchanged = 0
    for claim in claims:
        there = known.get(claim_key(claim))
        if there is None:
            added.append(format_claim(claim))
        elif (both := _merge(there, claim)) == there:
            unchanged += 1
        else:
            changed[there] = both
    first = {claim.start: claim for claim in changed}
    # A person may write several objects on one line.
    beside = {start: [changed.get(claim, claim) for claim in lines if claim.start == start] for start in first}
    text = splice(text, [claims_again(text, page.path, claim, beside[start]) for start, claim in first.items()])
    counts = Counter(added=len(added), updated=len(changed), unchanged=unchanged)
    return append_under(text, CLAIMS, added), counts


def claim_key(claim: Claim) -> tuple[str, str, str]:
    """Return the ends and the relation of a claim, as the graph has them: equal for claims that say the same."""
    return canonical_claim(claim.subject, claim.relation, claim.object)


def _merge(old: Claim, new: Claim) -> Claim:
    evidence = tuple(dict.fromkeys((*old.evidence, *new.evidence)))
    rests_on = new.rests_on or old.rests_on
    return old._replace(confidence=new.confidence, evidence=evidence, note=new.note or old.note, rests_on=rests_on)


def merge_same(claims: Sequence[Claim]) -> list[Claim]:
    """Merge claims of a bundle with equal keys: the evidence of all, and the highest confidence."""
    merged: dict[tuple[str, str, str], Claim] = {}
    for claim in claims:
        known = merged.get(claim_key(claim), claim)
        merged[claim_key(claim)] = _merge(known, claim)._replace(confidence=max(known.confidence, claim.confidence))
    return list(merged.values())


def description_of(text: str) -> str:
    """Return the text of a page between its title, or its properties where it has none, and its first section."""
    start, end = description_span(text)
    return text[start:end].strip()


def is_described_in_one_line(text: str) -> bool:
    """Report whether the description has the shape we give it: one line, its first sentence the summary.

    Pages that an agent wrote as a whole may have longer ones, which one sentence must not replace.
    """
    description, summary = description_of(text), property_text(split(text).properties, "summary")
    return "\n" not in description and summary == property_value(first_sentence(description))


def replace_prose(text: str, span: tuple[int, int], prose: str) -> str:
    """Return a page with a span below its title replaced by prose, whose first sentence becomes its summary."""
    (start, end), newline = span, "\r\n" if "\r\n" in text else "\n"
    parts = (text[:start].rstrip("\r\n"), prose, text[end:])
    page = (newline * 2).join(part for part in parts if part)
    return set_property(page if end < len(text) else page + newline, "summary", first_sentence(prose))
