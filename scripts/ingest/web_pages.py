"""A web page as its Markdown keeps what it means; also the HTML that letters and books are made into on the way."""

from __future__ import annotations

import contextlib
import copy
import io
import re
from collections.abc import Iterator
from typing import Any

from .raised_signs import raised

_HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_LANGUAGE = re.compile(r"(?:language|lang|highlight|highlight-source|brush:)-?([\w+#-]+)")
_BLOCKS = frozenset(
    "address aside center details dialog fieldset footer form header hgroup legend menu search summary".split()  # noqa: SIM905
)
"""Elements that stand below each other, and that markitdown takes for words in a line."""
_PARAGRAPHS = [
    "p",
    "li",
    "ul",
    "ol",
    "dl",
    "table",
    "tr",
    "div",
    "td",
    "th",
    "dt",
    "dd",
    "pre",
    "blockquote",
    *_HEADINGS,
]
_INLINE = ("span", "nobr", "img", "mjx-math")
"""Elements in which a formula is drawn."""
_STRUCK = ["del", "s", "strike"]
_NOTE_LINK = re.compile(r"noteref|footnote-?ref", re.IGNORECASE)
_MANY_BLANKS = re.compile(r"[ \t\r\n]{100,}")
"""The library's time grows with the square of them."""
_LIKE_TAG = re.compile(r"(?<!\\)<(?=[A-Za-z/!?])")
_AS_TYPED = ["pre", "code", "kbd", "samp", "script", "style", "title"]
_ROWS_AND_CELLS = ("tr", "td", "th", "p")
_ENDED_BY = {
    **dict.fromkeys(("li", "option"), ("li", "option", "p")),
    **dict.fromkeys(("dt", "dd"), ("dt", "dd", "p")),
    **dict.fromkeys(("td", "th"), ("td", "th", "p")),
    "tr": _ROWS_AND_CELLS,
    **dict.fromkeys(("thead", "tbody", "tfoot"), (*_ROWS_AND_CELLS, "thead", "tbody", "tfoot")),
    **dict.fromkeys((*_HEADINGS, "p", "div", "ul", "ol", "dl", "table", "pre", "blockquote", "section", "hr"), ("p",)),
}
"""By the element that begins, those that end before it (HTML, section 13.1.2.4)."""
_MATH = {
    "mfrac": "{}/{}",
    "msup": "{}^{}",
    "msub": "{}_{}",
    "msubsup": "{}_{}^{}",
    "munder": "{}_{}",
    "mover": "{}^{}",
    "munderover": "{}_{}^{}",
    "msqrt": "√{}",
    "mroot": "root({}, {})",
    "f": "{}/{}",
    "sSup": "{}^{}",
    "sSub": "{}_{}",
    "sSubSup": "{}_{}^{}",
    "limLow": "{}_{}",
    "limUpp": "{}^{}",
    "rad": "root({1}, {0})",
}
"""How a formula is written in a line, by element of MathML or of Office; as many parts as there are braces."""
_MOST_COLUMNS = 100
"""Over which one cell is taken to go."""
_MOST_REPEATED, _MOST_CELLS = 20, 20_000
"""Times a table may grow by cells that are repeated, and how many those may be."""


def make_legible(reader: Any) -> None:
    """Have markitdown read HTML as legible gives it, also the HTML that other kinds are made into on the way."""
    read = reader.convert

    def convert(self: Any, file_stream: Any, stream_info: Any, **options: Any) -> Any:
        html = file_stream.read()
        # What is nested too deep to be written again is read as it is.
        with contextlib.suppress(RecursionError):
            html, stream_info = legible(html), stream_info.copy_and_update(charset="utf-8")
        return read(self, io.BytesIO(html), stream_info, **options)

    reader.convert = convert


def legible(html: bytes) -> bytes:
    """A page whose meaning its Markdown keeps: raised numbers are signs of their own, a bar in a table is no border.

    What stands beside the page's `<main>`, and menus, are no part of what it says.  A table around tables or headings
    draws the page and says nothing: it goes, with its contents left in their order.  A link within the page, or to
    another file beside it, leads nowhere in a note: its words stay.
    """
    from bs4 import BeautifulSoup
    from bs4.element import Declaration, PreformattedString, ProcessingInstruction

    def begin(self: Any, name: str, *facts: Any, **more: Any) -> Any:
        # Items, cells and paragraphs end where the next one begins, though no end tag says so.
        while self.currentTag is not None and self.currentTag.name in _ENDED_BY.get(name, ()):
            self.handle_endtag(self.currentTag.name)
        return BeautifulSoup.handle_starttag(self, name, *facts, **more)

    reader: Any = type("Page", (BeautifulSoup,), {"handle_starttag": begin})
    # Else what the page itself says, which is better than a guess.
    page = reader(html, "html.parser", from_encoding="utf-8")
    _without_frame(page)
    for part in page(["template", "noscript"]):
        part.decompose()
    # As markitdown knows them: of others the words would run together.
    for part in page(list(_BLOCKS)):
        part.name = "div"
    # Word writes `<![if …]>` around what older programs shall draw.
    for text in page.find_all(string=lambda text: isinstance(text, (Declaration, ProcessingInstruction))):
        text.extract()
    for text in page.find_all(string=_MANY_BLANKS):
        if not text.find_parent(["pre", "textarea"]):
            text.replace_with(_MANY_BLANKS.sub(" ", text))
    for part in page(["option", "button", "textarea", "label", "text", "tspan"]):
        part.append(" ")
    for part in page(_STRUCK):
        # One within another was looked at with it.
        if part.name in _STRUCK:
            _strike_each(page, part)
    for link in page("a", href=True):
        if _SCHEME.match(str(link["href"])):
            continue
        if str(link["href"]).startswith("#") and not re.search(r"\w", link.get_text()) and link.find_parent(_HEADINGS):
            # Such as the pilcrow behind a heading, by which one copies its address.
            link.decompose()
            continue
        kind = " ".join([str(link.get("role")), str(link.get("epub:type")), *link.get("class", [])])
        is_mark = _NOTE_LINK.search(kind) is not None and not link.find("sup")
        link.name = "sup" if is_mark and not link.find_parent("sup") else "span"
        del link["href"]
    for formula in page("math"):
        holder = formula.parent
        if holder is None:
            continue
        # KaTeX, MathJax and MediaWiki draw it once more beside what holds it.
        beside = (
            (holder.find_previous_sibling(True), holder.find_next_sibling(True)) if len(holder.contents) == 1 else ()
        )
        for drawn in filter(None, beside):
            is_hidden = drawn.get("aria-hidden") == "true" or "MathJax_Preview" in drawn.get("class", [])
            if is_hidden and drawn.name in _INLINE:
                drawn.extract()
        # What it is called is TeX, where it is called anything.
        said = str(formula.get("alttext") or "").strip() or in_a_line(formula)
        formula.name, formula.attrs, formula.string = "span", {}, said
    for part in page(["sup", "sub"]):
        for text in [*_own_texts(part)]:
            said = text.strip()
            if said and not isinstance(text, PreformattedString):
                text.replace_with(text.replace(said, raised(said, part.name)))
    for reading in page("rt"):
        # What is written above signs would be taken for more of them.
        reading.string = f" ({reading.get_text()})"
    # What is typed is no markup of the note.
    for text in page.find_all(string=_LIKE_TAG):
        if not (isinstance(text, PreformattedString) or text.find_parent(_AS_TYPED)):
            text.replace_with(_LIKE_TAG.sub(r"\\<", text))
    # Who is in which table is asked of all before any has changed.
    inside = [(part, part.find_parent("table")) for part in page(["thead", "tbody", "tfoot", "tr", "th", "td"])]
    layout = {id(table) for table in page("table") if _is_layout(table)}
    for part, table in inside:
        if id(table) in layout:
            part.name = "div"
    for table in page("table"):
        if id(table) in layout:
            table.name = "div"
            continue
        _repeat_spanning(table)
        # Markdown has a head for every table: an empty one would stand above the names of the columns.
        if not table.find("th") and len(rows := table("tr")) > 1:
            for cell in rows[0]("td"):
                cell.name = "th"
        for text in table.find_all(string=re.compile(r"\|")):
            text.replace_with(re.sub(r"(?<!\\)\|", r"\\|", text))
    made: bytes = page.encode("utf-8")
    return made


def _strike_each(page: Any, struck: Any) -> None:
    """Strike out each paragraph by itself: marks around several of them strike the first and the last."""
    for inner in struck(_STRUCK):
        inner.name = "span"
    parted = set[int]()
    blocks = struck([*_PARAGRAPHS, "br"])
    for block in blocks:
        parted.add(id(block))
        for around in block.parents:
            if around is struck or id(around) in parted:
                break
            parted.add(id(around))
    if not parted:
        return
    struck.name = "span" if all(block.name == "br" for block in blocks) else "div"
    waiting = [struck]
    while waiting:
        line = None
        for part in [*waiting.pop().contents]:
            if id(part) in parted:
                waiting.append(part)
                line = None
            elif line is not None:
                line.append(part.extract())
            elif part.name is not None or part.strip():
                line = page.new_tag("del")
                part.insert_before(line)
                line.append(part.extract())


def _own_texts(part: Any) -> Iterator[Any]:
    """Yield the texts of a raised or lowered part, without those of such parts within it."""
    waiting = [*reversed(part.contents)]
    while waiting:
        each = waiting.pop()
        if each.name is None:
            yield each
        elif each.name not in ("sup", "sub"):
            waiting += reversed(each.contents)


def _is_layout(table: Any) -> bool:
    """Tell whether a table draws the page: around tables, headings with what they head, or code with its numbers."""
    rows = [row(["td", "th"], recursive=False) for row in table("tr")]
    if table.find("table"):
        return True
    if table.find("pre") and len(rows) == 1:
        first, *others = table("pre")
        numbers, lines = first.get_text().split(), others[0].get_text().strip("\n").count("\n") + 1 if others else 0
        if numbers == [str(number) for number in range(1, lines + 1)]:
            first.decompose()
        return True
    heads = table(_HEADINGS)
    is_of_data = len(rows) > 1 and all(len(row) == len(rows[0]) > 1 for row in rows)
    if is_of_data and all(_is_alone(head) for head in heads):
        for head in heads:
            head.name = "span"
        return False
    return bool(heads)


def _is_alone(head: Any) -> bool:
    """Tell whether a heading is all that its cell has."""
    cell = head.find_parent(["td", "th"])
    return cell is not None and cell.get_text(strip=True) == head.get_text(strip=True)


def in_a_line(part: Any) -> str:
    """Return a formula of MathML, or of a letter, as it is written in a line: `10^6`, `1/2`, `√(81)`."""
    from bs4.element import PreformattedString

    if part.name is None:
        return "" if isinstance(part, PreformattedString) else " ".join(str(part).split())
    if part.name in ("annotation", "annotation-xml", "delText") or part.name.endswith("Pr"):
        return ""
    parts, is_run = list[str](), False
    for child in part.children:
        was_run, is_run = is_run, child.name == "r"
        if said := in_a_line(child):
            # A number of a letter may be cut into runs.
            parts[-1:] = [parts[-1] + said] if was_run and is_run and parts else [*parts[-1:], said]
    if part.name == "d":
        return f"({', '.join(parts)})"
    drawn = _MATH.get("msqrt" if part.name == "rad" and len(parts) == 1 else part.name)
    if drawn is None or len(parts) != drawn.count("{"):
        # A space between numbers keeps two of them from being one.
        return re.sub(r"\A([-\u2212]) (?=\d)", r"\1", " ".join(parts))
    return drawn.format(*(said if re.fullmatch(r"\w+(?:\.\w+)?", said) else f"({said})" for said in parts))


def _without_frame(page: Any) -> None:
    mains = page.find_all(lambda part: part.name == "main" or part.get("role") == "main")
    if len(mains) == 1 and page.body and mains[0] is not page.body and mains[0].get_text(strip=True):
        main = mains[0].extract()
        page.body.clear()
        page.body.append(main)
    for menu in page("nav"):
        menu.decompose()


def language_of(block: Any) -> str:
    """The language that a block of code, or what stands around or in it, says it is in: a class `language-…`."""
    for part in (block, block.find("code"), block.parent, block.parent and block.parent.parent):
        for name in part.get("class", []) if part else []:
            if found := _LANGUAGE.fullmatch(name):
                return found[1]
    return ""


def _repeat_spanning(table: Any) -> None:
    """Repeat each cell that goes over several rows in all of them, since Markdown would move the others to the left.

    A table in which a few cells claim to go over many stays as it is.
    """
    rows, cells = table("tr"), table(["td", "th"])
    sizes = [len(cell.get_text()) + 1 for cell in cells]
    times = [_span(cell, "colspan", _MOST_COLUMNS) * (_span(cell, "rowspan", len(rows)) - 1) for cell in cells]
    if sum(times) > _MOST_CELLS or sum(size * time for size, time in zip(sizes, times)) > _MOST_REPEATED * sum(sizes):
        return
    spanning: dict[int, tuple[int, Any]] = {}
    for row in rows:
        cells, column = row(["td", "th"], recursive=False), 0
        for cell in [*cells, None]:
            while spanning.get(column, (0, None))[0]:
                left, above = spanning[column]
                spanning[column] = left - 1, above
                again = copy.copy(above)
                row.append(again) if cell is None else cell.insert_before(again)
                column += 1
            if cell is None:
                break
            width, height = _span(cell, "colspan", _MOST_COLUMNS), _span(cell, "rowspan", len(rows))
            if height > 1:
                spanning |= {column + at: (height - 1, _narrow(cell)) for at in range(width)}
            column += width


def _span(cell: Any, name: str, most: int) -> int:
    written = str(cell.get(name, "1")).strip()
    # To HTML 0 means all rows that are left.
    return min(int(written) or most, most) if written.isascii() and written.isdigit() else 1


def _narrow(cell: Any) -> Any:
    """Return a copy of a cell that stands in one row and column."""
    made = copy.copy(cell)
    for name in ("rowspan", "colspan"):
        del made[name]
    return made
