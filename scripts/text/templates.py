"""The texts of new pages, and the lines that the tools keep on pages.

An existing page is never written from a template again: `frontmatter` and `editing` change it.  Names, titles and
quotes come from documents and from agents.  Each is put on one line without markup, so that none can add a heading, a
claim, a link or a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..model import Evidence
from .characters import escape, plain_line
from .frontmatter import format_properties, split
from .kept import CLAIMS, EVIDENCE, SOURCE_LINE
from .link_writing import format_wikilink
from .markdown import read_body
from .names import TYPES, safe_display
from .plain_text import read_plain
from .sentences import sentences

WITHDRAWN = "Withdrawn"
"""Heading under which a summary keeps claims that do not hold, with the reason: they are read as text."""
QUESTION_LABEL = "**Question:**"
"""Beginning of the line with the question on the page of a filed answer."""
MAX_CITED = 300
"""Characters of a cited passage that a topic page repeats."""
MAX_SUMMARY = 200
"""Characters of a page's summary."""

# A number that could begin a list at the start of a line.
_NUMBERED = re.compile(r"\d{1,9}(?=[.)](?:\s|\Z))")


class CatalogRow(NamedTuple):
    """A page as the catalog lists it."""

    link: str
    """The text of links to it: its stem, or its path where other files have that stem, too."""
    title: str
    category: str
    summary: str


class CitedPassage(NamedTuple):
    """A passage that a filed answer rests on."""

    cited: str
    """Link text: `slug#^block`, `slug#heading`, or `slug` for the page as a whole."""
    title: str
    text: str
    """The passage; "" for a page or a section as a whole."""
    hash: str
    """Hash of the cited text: when it differs, the answer is stale."""
    category: str = ""
    heading: str = ""
    """The subpath of cited, where that is a heading."""


def source_page(
    title: str,
    *,
    origin: str,
    sha256: str,
    revision: int,
    body: str,
    today: str,
    added: str = "",
    aliases: Sequence[str] = (),
) -> str:
    """Render the note of a source: properties, then the document's own text, untouched.

    added: the time when it first came into the vault, as `local_time`.
    """
    return (
        _format_head(
            title=property_value(title),
            aliases=[*map(property_value, aliases)],
            tags=["source"],
            type="source",
            source=property_value(origin),
            sha256=sha256,
            revision=revision,
            created=today,
            updated=today,
            added=added,
        )
        + body
    )


def summary_page(
    title: str, *, source_slug: str, source_title: str, prose: str, claim_lines: Sequence[str], today: str
) -> str:
    """Render the summary of a source: its prose, a link to the source, and the claims drawn from it.

    claim_lines are those of `format_claim`.
    """
    head = _page_properties(title, "summary", today, summary=first_sentence(prose))
    source = SOURCE_LINE + _link_to(source_slug, source_title)
    return head + _join_blocks(_format_heading(title), prose, source, f"## {CLAIMS}", "\n".join(claim_lines))


def entity_page(
    name: str,
    *,
    type: str,
    aliases: Sequence[str] = (),
    description: str = "",
    evidence: Sequence[Evidence] = (),
    today: str,
) -> str:
    """Render the page of an entity: one paragraph of description, and the quotes that name it."""
    description = escape_line(description)
    head = _page_properties(
        name, type or "entity", today, aliases=aliases, summary=first_sentence(description), tag="entity"
    )
    quotes = "\n".join(dict.fromkeys(cited_quote(item) for item in evidence))
    return head + _join_blocks(_format_heading(name), description, f"## {EVIDENCE}" if quotes else "", quotes)


def topic_page(
    title: str,
    *,
    questions: Sequence[str],
    answer: str,
    cites: Sequence[CitedPassage],
    created: str,
    updated: str,
    filed: str = "",
) -> str:
    """Render a filed answer: the question in each wording, the answer, and each passage it rests on with its hash.

    filed: the time when the answer was filed last, as `local_time`.
    """
    first, *further = map(property_value, questions)
    head = _format_head(
        title=property_value(title),
        tags=["topic"],
        type="topic",
        question=first,
        questions=further,
        summary=property_value(first_sentence(answer)),
        created=created,
        updated=updated,
        filed=filed,
        evidence=[f"[[{item.cited}]]" for item in cites],
        evidence_hashes=[item.hash for item in cites],
    )
    lines = []
    for item in cites:
        slug, _, block = item.cited.removesuffix(item.heading).partition("#^")
        words = plain_line(item.text)
        words = words if len(words) <= MAX_CITED else words[: MAX_CITED - 1].rstrip() + "…"
        lines.append(cited_quote(Evidence(slug, block, words), item.title, heading=item.heading))
    labeled = [f"{QUESTION_LABEL} {escape_inline(question)}" for question in questions]
    body = _join_blocks(_format_heading(title), *labeled, answer, f"## {EVIDENCE}", "\n".join(lines))
    return head + body


def plain_page(title: str, *, type: str, content: str, summary: str = "", today: str) -> str:
    """Render a page that an agent wrote: its Markdown under the title, unless it begins with a title of its own."""
    content = content.strip("\r\n")
    heading = "" if re.match(r"# ", content) else _format_heading(title)
    head = _page_properties(title, type, today, summary=summary or first_sentence(content))
    return head + _join_blocks(heading, content)


def cited_quote(evidence: Evidence, title: str = "", *, heading: str = "") -> str:
    """Format a list item for a quote: `- [[source#^block|title]] "quote"`; without a title the block is shown.

    heading: a subpath, where a section is cited without a quote.
    """
    subpath = f"#^{evidence.block}" if evidence.block else heading
    link = format_wikilink(evidence.source, subpath=subpath, display=safe_display(title) or evidence.block)
    return f'- {link} "{escape_inline(evidence.quote)}"' if evidence.quote else f"- {link}"


def index_page(rows: Iterable[CatalogRow]) -> str:
    """Render the catalog: the pages of each category by title, one bullet each.  Never read back."""
    by_category: dict[str, list[CatalogRow]] = {}
    for row in rows:
        by_category.setdefault(row.category, []).append(row)
    order = {category: number for number, category in enumerate(TYPES)}
    parts = ["# Index", "Made from the pages by `commonplace`: what is written here by hand is lost."]
    for category in sorted(by_category, key=lambda name: (order.get(name, len(order)), name)):
        listed = sorted(by_category[category], key=lambda row: (row.title.casefold(), row.title, row.link))
        parts.append(f"## {escape_inline(category.capitalize()) or 'Other'}")
        summaries = (escape_inline(row.summary) for row in listed)
        lines = (f"- {_link_to(row.link, row.title)}{': ' * bool(text)}{text}" for row, text in zip(listed, summaries))
        parts.append("\n".join(lines))
    return _join_blocks(*parts)


def log_page() -> str:
    """Render a log without any line."""
    return "# Log\n\nOne line for each operation, the latest last.\n\n"


def log_line(*, time: str, op: str, verb: str, actor: str, changes: Sequence[str] = (), note: str = "") -> str:
    """Format one operation as a list item on one line, whatever its fields hold.  time is UTC, ISO 8601."""
    fields = f"{escape_inline(time)} {escape_inline(op)} {escape_inline(verb)} by {escape_inline(actor) or 'unknown'}"
    listed = ", ".join(escape_inline(change) for change in changes) or "nothing changed"
    return f"- {fields}: {listed}" + (f"; {escape_inline(note)}" if note.strip() else "")


def property_value(text: str) -> str:
    """Return a text on one line as the value of a property that is not read as a link."""
    text = plain_line(text)
    is_link = text.startswith(("[[", "![[")) or (text.startswith("[") and text.endswith(")"))
    return safe_display(text) if is_link else text


def escape_inline(text: str) -> str:
    """Return a text on one line with markup that links, hides or runs escaped."""
    return escape(plain_line(text))


def escape_line(text: str) -> str:
    """Escape a text that is alone on its line: it opens no heading, list, quote, table or fence either."""
    text = escape_inline(text)
    numbered = _NUMBERED.match(text)
    if numbered:
        return f"{numbered[0]}\\{text[numbered.end() :]}"
    return "\\" + text if text[:1] in tuple("#>|~=+*-") else text


def _format_heading(title: str) -> str:
    """Return a title as a heading; hashes at its end are escaped, since they would be taken for the heading's own."""
    shown = escape_inline(title)
    return "# " + re.sub(r"(?<= )(#+)\Z", r"\\\1", shown)


def _link_to(target: str, title: str) -> str:
    return format_wikilink(target, display=safe_display(title))


def _page_properties(
    title: str, type: str, today: str, *, aliases: Sequence[str] = (), summary: str = "", tag: str = ""
) -> str:
    return _format_head(
        title=property_value(title),
        aliases=[*map(property_value, aliases)],
        tags=[tag or type],
        type=property_value(type),
        summary=property_value(summary),
        created=today,
        updated=today,
    )


def _format_head(**values: str | int | list[str]) -> str:
    """Return the properties of a new page, without empty optional ones."""
    return format_properties({key: value for key, value in values.items() if value or key not in _OPTIONAL})


_OPTIONAL = ("added", "aliases", "filed", "questions", "summary")


def _join_blocks(*parts: str) -> str:
    """Join parts as blocks, a blank line between each two; empty ones are left out."""
    return "\n\n".join(part.strip("\r\n") for part in parts if part.strip()) + "\n"


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, without markup, in at most MAX_SUMMARY characters; "" where there is none.

    Properties, headings, tables, code, HTML and math are passed over; paragraphs go before lists and quotations.
    """
    body = read_body(text, split(text).body_start)
    blocks = [
        block for block in body.blocks if block.kind in ("paragraph", "item", "quote", "callout") and not block.depth
    ]
    spans = dict(zip((block_id.block_start for block_id in body.block_ids), body.id_spans))
    for block in sorted(blocks, key=lambda block: (block.kind != "paragraph", block.start)):
        end = min(block.end, spans.get(block.start, (block.end, 0))[0])
        passage = text[block.start : end].rstrip()
        # In a list the markers end sentences; in a quotation they occur in the middle of sentences.
        first = next(iter(sentences(passage)), "") if block.kind == "item" else passage
        plain = read_plain(first).text
        if any(character.isalnum() for character in plain):
            return shortened(" ".join(next(iter(sentences(plain.strip())), "").split()))
    return ""


def shortened(sentence: str) -> str:
    """Return a sentence in at most MAX_SUMMARY characters."""
    if len(sentence) <= MAX_SUMMARY:
        return sentence
    # A script without blanks is cut behind a clause.
    cut = max(sentence.rfind(separator, MAX_SUMMARY // 2, MAX_SUMMARY) for separator in " 、，；：")
    return sentence[: cut if cut > 0 else MAX_SUMMARY - 1].rstrip(" ,;:、，；：") + "…"
