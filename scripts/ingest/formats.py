"""Texts that are no Markdown, as the Markdown that their source notes hold.

A note in a vault is Markdown whatever it was made of: a comment of a script would be a heading, and lines above a row
of dashes would be one, too, so that nobody could quote them.  Words and their order stay; only signs that draw
headings, tables and blocks are put in or taken out.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterator, Sequence

from ..model import Block, Heading
from ..text.block_ids import block_hash
from ..text.escaping import LIKE_BLOCK_ID
from ..text.frontmatter import split
from ..text.markdown import Body, read_body
from ..text.spans import Spans
from ..text.splices import Splice, splice
from .code_blocks import LANGUAGES, NAMES, code_as_markdown, entries_of, entry_runs, indent_of, runs_of
from .light_markup import PARTED, with_markdown_parts

MARKDOWN = ".md"
"""What is read from standard input, given by a program or converted is taken for."""
_MARKDOWN = frozenset({MARKDOWN, ".markdown", ".mdown", ".mdx", ".mkd", ".qmd", ".rmd"})
_PROSE = _MARKDOWN | {".txt", ".rst", ".org"}
_SCRIPT = "#!"
"""What a script without an ending begins with."""
_MOST_GROWTH, _MOST_CELLS = 3, 300_000
"""Times a text may grow as a table, and cells that one may have: a reader of Markdown takes a kilobyte for each."""
_DELIMITERS = {".csv": ",;\t", ".tsv": "\t"}
_WITH_VARIANTS = frozenset({".env", "dockerfile"})
"""Names behind which stands what it is for: `Dockerfile.dev`."""


def ending_of(path: str) -> str:
    """Return the ending of a file, in lower case with its dot; of one known by its name, that of its kind."""
    name = os.path.basename(path).lower()
    stem, ending = os.path.splitext(name)
    is_variant = stem in _WITH_VARIANTS and ending not in _PROSE
    return NAMES.get(stem if is_variant else name, ending)


def as_markdown(text: str, suffix: str) -> str:
    """Return the text of a file with this ending, in lower case with its dot, as Markdown.

    Files of no ending, and of one that is not known, are plain text.
    """
    if suffix in _MARKDOWN:
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if suffix in PARTED:
        return _plain_text(_with_headings(with_markdown_parts(text, suffix)))
    if suffix in LANGUAGES or (not suffix and text.startswith(_SCRIPT)):
        return code_as_markdown(text, LANGUAGES.get(suffix, ""))
    if suffix in _DELIMITERS and (table := _table(text, _DELIMITERS[suffix])):
        return table
    return _plain_text(_with_headings(text))


# --- Tables -----------------------------------------------------------------------------------------------------------


def _table(text: str, delimiters: str) -> str:
    """Return rows as Markdown tables, each run of rows below the head; "" for what is no table below names of columns.

    A long table is several: a new row leaves the ids of the others alone.
    """
    first = text.lstrip("\n").partition("\n")[0]
    # A semicolon is what stands between values that have decimal commas.
    read = [_cells(text, delimiter) for delimiter in "\t;," if delimiter in delimiters and delimiter in first]
    rows = max(read, key=lambda rows: sum(len(row) == len(rows[0]) > 1 for row in rows), default=[])
    if len(rows) < 2 or len(rows[0]) < 2 or not all(cell.strip() for cell in rows[0]):
        return ""
    if any(len(row) > len(rows[0]) for row in rows):
        return ""
    # Short rows are filled up, and the head stands above each run: neither may make a small file a large one.
    cells = len(rows) * len(rows[0])
    if cells > _MOST_CELLS or cells > _MOST_GROWTH * len(text):
        return ""
    head, *lines = (_row(row, len(rows[0])) for row in rows)
    rule = "|" + " --- |" * len(rows[0])
    runs = list(runs_of(lines))
    if len(runs) * len(head + rule) > _MOST_GROWTH * len(text):
        return ""
    return "\n\n".join("\n".join((head, rule, *run)) for run in runs) + "\n"


def _cells(text: str, delimiter: str) -> list[list[str]]:
    """Return the rows that are not empty; none for what cannot be read."""
    try:
        return [row for row in csv.reader(io.StringIO(text), delimiter=delimiter, strict=True) if any(row)]
    except csv.Error:
        return []


def _row(cells: Sequence[str], width: int) -> str:
    shown = (" ".join(cell.split()).replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
    return "| " + " | ".join([*shown, *[""] * (width - len(cells))]) + " |"


# --- Headings of plain text -------------------------------------------------------------------------------------------

_LEVEL = 2
"""That of all of them: the title of the text, if it has any, stands above."""
_FEWEST = {"named": 2, "numbered": 3, "manual": 3, "counted": 3}
"""How many lines of each kind there must be: a wrong heading could not be quoted."""
_DIVISIONS = (
    "article artikel artículo artigo articolo chapter kapitel chapitre capítulo capitolo section abschnitt part teil"
    " appendix annex anhang annexe schedule book buch livre libro paragraph titre título"
)
_NAMED = re.compile(
    rf"(?:(?:{'|'.join(_DIVISIONS.split())})\s+(?:\d{{1,4}}[a-z]?|[IVXLC]{{1,7}}|[A-Z])|§\s?\d{{1,4}}[a-z]?)"
    r"(?:[.:]?|\b[^\n]{1,70}[^\s.,;:!?])\s*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r" {0,3}\d{1,3}[.)][ \t]+[^\W\d_][^\n]{1,60}[^\s,;:!?][ \t]*")
_COUNTED = re.compile(r" {0,3}\d{1,2}(?:\.\d{1,2}){0,3}[ \t]+[^\W\d_][^\n]{1,60}[^\s.,;:!?][ \t]*")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\(?[\da-zA-Z]{1,3}[.)])[ \t]")
_CAPITALS = re.compile(r"[A-ZÀ-Þ][A-ZÀ-Þ \-]{2,40}")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_RULE = re.compile(r"=+[ \t]*|-+[ \t]*")


def _with_headings(text: str) -> str:
    """Return the text with `#` before lines that head a part: `Article 2 - Term`, `3. Grants`, `NAME` of a manual.

    Only lines count that stand alone, and only where several of one kind do.
    """
    lines = text.split("\n")
    kinds = _kinds(lines)
    counts = [*kinds.values()]
    for at, kind in kinds.items():
        if counts.count(kind) < _FEWEST.get(kind, 1):
            continue
        is_first = kind == "ruled" and lines[at + 1].startswith("=")
        depth = lines[at].split()[0].count(".") if kind == "counted" else 0
        lines[at] = f"{'#' if is_first else '#' * (_LEVEL + depth)} {lines[at].strip()}"
        if kind == "ruled":
            lines[at + 1] = ""
    return "\n".join(lines)


def _kinds(lines: Sequence[str]) -> dict[int, str]:
    """Return the lines that may be headings, and of which kind each is; none in a block of code."""
    kinds: dict[int, str] = {}
    is_code = False
    for at, line in enumerate(lines):
        if _FENCE.match(line):
            is_code = not is_code
        elif line.strip() and not is_code and (not at or not lines[at - 1].strip()) and (kind := _kind(lines, at)):
            kinds[at] = kind
    counted = [at for at, kind in kinds.items() if kind == "counted"]
    if not _counts([lines[at].split()[0] for at in counted]):
        return {at: kind for at, kind in kinds.items() if kind != "counted"}
    return kinds


def _counts(numbers: Sequence[str]) -> bool:
    """Tell whether chapters are counted: 1, 2, 2.1, 2.2, 3; an amount before a thing is no number of a chapter."""
    last = 0
    for number in numbers:
        first, is_part = int(number.partition(".")[0]), "." in number
        if first != last + (not is_part):
            return False
        last = first
    return last >= _FEWEST["counted"]


def _kind(lines: Sequence[str], at: int) -> str:
    """Return what kind of heading a line is that stands below a blank one; "" for none."""
    line = lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else ""
    if _RULE.fullmatch(below) and abs(len(below.strip()) - len(line.strip())) <= 1 and _NUMBERED.fullmatch(line):
        # Else it is an item of a list above a line.
        return "ruled"
    if below.strip():
        return "manual" if indent_of(below) > 2 and _CAPITALS.fullmatch(line) else ""
    if indent_of(line) <= 3 and _NAMED.fullmatch(line.strip()):
        return "named"
    following = next((each for each in lines[at + 1 : at + 5] if each.strip()), "")
    is_text = bool(following) and not _ITEM.match(following) and indent_of(following) <= indent_of(line)
    if not is_text:
        return ""
    if _COUNTED.fullmatch(line):
        return "counted"
    return "numbered" if _NUMBERED.fullmatch(line) and not _is_sentence(line.strip()) else ""


def _is_sentence(line: str) -> bool:
    """Tell whether a line with a full stop has a longer word without a capital: `Source Code.` is a title, too."""
    return line.endswith(".") and any(len(word) > 3 and word.islower() for word in line.rstrip(".").split())


# --- Paragraphs of plain text -----------------------------------------------------------------------------------------

_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_TILDES = re.compile(r"(?<=\n)~{4,}(?=[ \t]*$)", re.MULTILINE)
_ALONE = re.compile(r"[^\n]+\n(?:[ \t]*\n)+(?![ \t]*[#\n])(?=[^\n])")
_COMMENTS = re.compile(r"^#(?:[ \t][^\n]*)?\n#(?:[ \t][^\n]*)?$", re.MULTILINE)
_CLOSED = re.compile(r"\n[ \t>]*(?:`{3,}|~{3,})[ \t]*\Z")
_PERCENT = re.compile("%(?=%)")
_TAG = re.compile(r"`[^`\n]+`|<(?:[a-zA-Z][\w+.-]{0,30}:|[^\s<>@]{1,100}@)[^\s<>]*>|(?P<tag>(?<!\\)<(?=[a-zA-Z/!?]))")
_GOES_ON = re.compile(r"\n {0,3}\S")
_LONG = 2000
"""Characters up to which a paragraph of entries stays one."""
_MOST_TRIES = 20
_SIGNS = re.compile(r"[ \t]*([^\w\s])\1{2,}[ \t]*")


def _plain_text(text: str) -> str:
    """Return the text with a blank line between a paragraph and the row of dashes or equals signs below it, and with
    an id between indented paragraphs.

    Without them Markdown has the paragraph for a heading, which nobody can quote, and the others for one block of code.
    Lines that begin with one `#` are comments where two of them follow each other, as above a script, but for those
    that stand alone above a text: a backslash keeps them from being headings.
    A row of signs above a heading of one line is left out; one of tildes below a line, as long as that, is one of
    dashes, and what opens code or HTML that nothing closes is a sign of the text: both would swallow what follows.
    What looks like a tag is text, too, and so are two percent signs, between which Obsidian shows nothing.
    """
    text = LIKE_BLOCK_ID.sub(r"\1\\^", _without_comments(text))
    text = _without_open_ends(_TILDES.sub(_underlined, text))
    text = splice(text, [edit for heading in _read(text).headings for edit in _parted(text, heading)])
    text = splice(text, [edit for block in _read(text).blocks if not block.depth for edit in _of_block(text, block)])
    text = splice(text, list(_ids_in_indented(text)))
    return splice(text, list(_made_visible(text)))


def _made_visible(text: str) -> Iterator[Splice]:
    """Yield a backslash before each `<` that would begin a tag, and between two `%`; not in code, nor in an address."""
    if "<" in text or "%%" in text:
        code = Spans((block.start, block.end) for block in _read(text).blocks if block.kind == "code")
        places = [found.start() for found in _TAG.finditer(text) if found["tag"]]
        places += [found.start() + 1 for found in _PERCENT.finditer(text)]
        yield from (Splice(at, at, "\\") for at in sorted(places) if at not in code)


def _read(text: str) -> Body:
    return read_body(text, split(text).body_start)


def _is_fenced(text: str, block: Block) -> bool:
    return block.kind == "code" and _FENCE.match(text, block.start) is not None


def _without_comments(text: str) -> str:
    if not _COMMENTS.search(text):
        return text
    starts = [heading.start for heading in _read(text).headings if heading.level == 1 and text[heading.start] == "#"]
    ends = {text.find("\n", start) + 1 for start in starts}
    if not any(start in ends for start in starts):
        # They follow each other in code.
        return text
    return splice(text, [Splice(at, at, "\\") for at in starts if not _heads(text, at)])


def _heads(text: str, at: int) -> bool:
    """Tell whether a line stands alone above a text: a comment mostly stands right above what it is about."""
    return not text[:at].rpartition("\n")[0].rpartition("\n")[2].strip() and bool(_ALONE.match(text, at))


def _underlined(row: re.Match[str]) -> str:
    start = row.string.rfind("\n", 0, row.start() - 1) + 1
    line = row.string[start : row.start()].strip()
    return "-" * len(row[0]) if line and abs(len(line) - len(row[0])) <= 1 else row[0]


def _without_open_ends(text: str) -> str:
    """Return the text with a backslash before each fence and tag that nothing closes, up to as many as a text has."""
    for _ in range(_MOST_TRIES):
        end = len(text.rstrip())
        # A tag that something closes does not go on over what is added.
        longer = f"{text[:end]}\n\nEnd.\n"
        starts = [block.start for block in _read(longer).blocks if _is_open(longer, block, end)]
        if not starts:
            break
        text = splice(text, [Splice(at, at, "\\") for at in starts])
    return text


def _is_open(text: str, block: Block, end: int) -> bool:
    if _is_fenced(text, block):
        return block.end > end or not _CLOSED.search(text, block.start, block.end)
    return block.kind == "html" and block.end > end


def _parted(text: str, heading: Heading) -> Iterator[Splice]:
    """Yield edits after which a heading of several lines is none."""
    lines = text[heading.start : heading.end].split("\n")
    if len(lines) < 3:
        return
    end_of_first = heading.start + len(lines[0])
    if len(lines) == 3 and _SIGNS.fullmatch(lines[0]):
        yield Splice(heading.start, end_of_first, "")
        return
    # A row of equal signs would be a paragraph.
    yield Splice(heading.end - len(lines[-1]), heading.end, f"\n{'-' * len(lines[-1].rstrip())}\n")


def _of_block(text: str, block: Block) -> Iterator[Splice]:
    """Yield edits after which a paragraph with an indented first line is one, and a long conversation is several."""
    start, end = block.start, block.end
    if block.kind == "code" and not _is_fenced(text, block) and _GOES_ON.match(text, end):
        # Its last lines belong to what follows; those above a blank one are paragraphs of their own.
        start = text.rfind("\n", 0, start) + 1
        for gap in _BLANK_LINES.finditer(text, start, end):
            start = gap.end()
        for line in text[start:end].split("\n"):
            yield Splice(start, start + indent_of(line), "")
            start += len(line) + 1
    elif block.kind == "paragraph" and end - start > _LONG and (log := entries_of(text[start:end].split("\n"))):
        at = start
        for run in entry_runs(log):
            at += sum(len(entry) + 1 for entry in run)
            if at < end:
                yield Splice(at, at, "\n")


def _ids_in_indented(text: str) -> Iterator[Splice]:
    """Yield an id behind each indented paragraph that another follows: what is not indented ends a block of code."""
    body = _read(text)
    taken, counts = {marker.id.lower() for marker in body.block_ids}, dict[str, int]()
    for block in body.blocks:
        if block.kind != "code" or block.depth or _is_fenced(text, block):
            continue
        start = block.start
        for gap in _BLANK_LINES.finditer(text, block.start, block.end):
            yield Splice(
                gap.start(), gap.start(), f"\n\n^{_free(block_hash(text[start : gap.start()]), taken, counts)}"
            )
            start = gap.end()


def _free(name: str, taken: set[str], counts: dict[str, int]) -> str:
    """Return the id, with a number where the text has it already; it is taken then.

    counts: the last number of each: the same words may stand there a thousand times.
    """
    free = name
    while free in taken:
        counts[name] = counts.get(name, 1) + 1
        free = f"{name}-{counts[name]}"
    taken.add(free)
    return free
