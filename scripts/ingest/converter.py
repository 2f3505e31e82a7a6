"""A program: one document from standard input, its Markdown to standard output.

conversion.py starts it by its path, as a process of its own, since nobody can say what a document made by a stranger
does to the parser that reads it.  It bounds itself before it reads: time, memory, size of what it writes.  Then it
refuses what no parser needs: connections and programs from the beginning, writing, and reading elsewhere than among the
libraries, as soon as the libraries are loaded.  An audit hook cannot be taken off; but it sees what Python code does,
not what a parser written in C does, so it is no sandbox.

The answer is one word on a line of its own (`text`, `error`, `missing` or `memory`), then text, that of a document
below a line with the title it has beside its text, and one with the words of it that the text lacks.  No answer is a
crash.
Imports nothing of the package: it runs without it.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import re
import signal
import sys
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from types import TracebackType
from typing import Any, NoReturn

# What is asked for decides who reads: a document that looks like something else finds no other parser to try.
CONVERTERS = {
    ".pdf": "PdfConverter",
    ".docx": "DocxConverter",
    ".pptx": "PptxConverter",
    ".xlsx": "XlsxConverter",
    ".html": "HtmlConverter",
    ".htm": "HtmlConverter",
    ".epub": "EpubConverter",
}
_HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_LANGUAGE = re.compile(r"(?:language|lang|highlight|highlight-source|brush:)-?([\w+#-]+)")
_HTML_INSIDE = (".docx", ".epub", ".html", ".htm")
_SUPERSCRIPTS = str.maketrans(
    "0123456789+-\u2212=()n",
    "\u2070\xb9\xb2\xb3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b\u207b\u207c\u207d\u207e\u207f",
)
_SUBSCRIPTS = str.maketrans(
    "0123456789+-\u2212=()",
    "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u208a\u208b\u208b\u208c\u208d\u208e",
)
_RAISED = {"sup": _SUPERSCRIPTS, "sub": _SUBSCRIPTS}
_DRAWN_RAISED = re.compile(f"[{''.join(map(chr, (*_SUPERSCRIPTS.values(), *_SUBSCRIPTS.values())))}]+")
_LONG_WORD = re.compile(r"[^\W\d_]{25,}")
_MOST_LONG = 0.1
"""Of a text, the part that words of 25 letters and more may take: beyond it, words run together."""
_MOST_EMPTY, _ROWS = 0.4, 20
"""Of the cells in at least so many rows, the part that may be empty: beyond it, lines of prose were torn."""
_TABLE = re.compile(r"^\|", re.MULTILINE)
_EDGE, _FEWEST_PAGES = 3, 3
"""How many paragraphs at either end of a page may be its head or foot, and on how many pages the same has to stand."""
AT_EDGE, _OUTER = "\x01", 0.12
"""Stands before what is drawn in the outer part of a page, of its height."""
_DIGITS = re.compile(r"[0-9]{1,6}|\b[ivxlc]{1,7}\b")
_PAGE = re.compile(r"(?:\bpage|\bp\.|seite|página|pagina|стр\.|第)[ ]?\Z", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_PAGE_WORDS = re.compile(
    r"[\W\d_]*(?:(?:pages?|pp?|of|seite|s|von|página|pág|de|pagina|di|стр|из|第|页|頁|ページ)[\W\d_]*)*", re.IGNORECASE
)
_LETTER, _PARTING_SIGNS = re.compile(r"[^\W\d_]"), ("|", "•", "·", "\t", "  ")
"""What may stand beside the number of a page: words for it, or others behind a sign that parts them."""
_OF_PAGE = "\0"
"""Stands in a form before how far the number of a page is from its place."""
_CLOSES = re.compile(r"[.!?:;…。！？][\"'”’)\]]*\Z")
_NUMBER = re.compile(r"\A\s*(?:[\dIVX]+(?:\.\d+)*[.)]?|[A-Z](?:\.\d+)+[.)]?)\s+")
_LONE_BULLET = re.compile(r"^([•●○■□▪▫◦‣])[ \t]*\n+(?=\S)", re.MULTILINE)
_MOST_BOOKMARKS = 5000
_LARGER, _LONGEST = 1.2, 150
"""By how much the type of a title is larger than that of the text, and how many characters it has at most."""
_SMALLER, _HIGHER = 0.85, 0.15
"""Of a raised sign: how large it is at most, and how far it stands above the one before it, in sizes of that."""
_BULLETS, _FRACTION = "•●○■□▪▫◦‣·–—-*", ("/", "\u2044")
_SLIDE = re.compile(r"^<!-- Slide number: \d+ -->$", re.MULTILINE)
_NO_TITLE = re.compile(r"\A(?:untitled|microsoft \w+ - |slide 1\Z)|\.\w{2,5}\Z", re.IGNORECASE)
"""Of a PDF, what its writer put there because nobody said a title: mostly the name of the file it was made from."""
_SIMPLE_FIELD, _LINE_END = re.compile(rb"</?w:fldSimple\b[^>]*>"), re.compile(rb"<w:cr\s*/>")
_TAB = re.compile(rb"<w:ptab\b[^>]*/>")
_STYLE_OF_RUN = re.compile(rb'<w:rStyle w:val="([^"]+)"\s*/>')
_RAISING_STYLE = re.compile(
    rb'<w:style\b[^>]*w:styleId="([^"]+)"[^>]*>(?:(?!</w:style>).)*?<w:vertAlign w:val="(superscript|subscript)"',
    re.DOTALL,
)
_PARTS_WITH_TEXT = {
    ".docx": r"word/(?:document|footnotes|endnotes|diagrams/data\d+|charts/chart\d+)\.xml",
    ".pptx": r"ppt/(?:slides/slide|notesSlides/notesSlide|diagrams/data)\d+\.xml",
}
_PARTING = frozenset("p br tab cr tc hyperlink fldChar e num den sup sub deg lim fName oMath".split())  # noqa: SIM905
"""Elements of Office documents at which one word ends."""
_ELSEWHERE = frozenset(("Fallback", "fld", "moveFrom"))
"""What is there once more for older programs, the number of a slide, and what was moved away."""
_SHORTEST = 3
_NOT_SAID = re.compile(r"[\\~]|(?<!\d)\*|\*(?!\d)|(?<=\])\([^()\s]*\)")
"""Of Markdown what is no word of the document: escapes, marks of emphasis, and where links lead."""
_ARCHIVES = (".docx", ".pptx", ".xlsx", ".epub")
_REASON_SHOWN = 200

# fmt: off
_OUTSIDE = (
    "ftplib.", "http.client.", "imaplib.", "nntplib.", "poplib.", "smtplib.", "socket.", "telnetlib.", "urllib.",
    "webbrowser.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.",
    "subprocess.",
)
_CHANGES = (
    "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.truncate",
    "os.utime", "shutil.", "sqlite3.", "tempfile.",
)
# fmt: on
_BLOCKS = frozenset(
    "address aside center details dialog fieldset footer form header hgroup legend menu search summary".split()  # noqa: SIM905
)
"""Elements that stand below each other, and that markitdown takes for words in a line."""
_LIKE_TAG, _AS_TYPED = re.compile(r"(?<!\\)<(?=[A-Za-z/!?])"), ["pre", "code", "kbd", "samp", "script", "style"]
_LIKE_ID = re.compile(r"([ \t])\^(?=[A-Za-z0-9-]+[ \t]*$)", re.MULTILINE)
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
_NOTE_MARK = re.compile(r"\[[^\[\]]{1,12}\]|\(\w{1,3}\)")
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
_ORDINALS = frozenset(("st", "nd", "rd", "th", "e", "er", "re", "o", "a", "tm", "r", "me", "mes", "nde", "eme"))
"""What is raised behind a number or a name and is no power of it."""
_MOST_COLUMNS = 100
"""Over which one cell is taken to go."""
_MOST_REPEATED, _MOST_CELLS = 20, 20_000
"""Times a table may grow by cells that are repeated, and how many those may be."""
_LOOKS = ("open", "os.listdir", "os.scandir")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def options_of(suffix: str) -> dict[str, Any]:
    """What markitdown is told beside: the title of a letter is a heading, too; code has its language."""
    title = {"style_map": "p[style-name='Title'] => h1:fresh"} if suffix == ".docx" else {}
    return {**title, "code_language_callback": language_of} if suffix in _HTML_INSIDE else title


def main() -> None:
    facts = json.loads(sys.argv[1])
    _limit(seconds=facts["seconds"], megabytes=facts["megabytes"], most_bytes=facts["most_bytes"])
    answer = _Answer(facts["most_bytes"])
    sys.excepthook = answer.tell_error
    data = sys.stdin.buffer.read()
    check_archive(data, facts["suffix"], most_bytes=facts["most_bytes"], answer=answer)
    guard = _Guard()
    # The launcher's folders, which an interpreter started anew does not know.
    sys.path[:] = facts["search_path"]
    try:
        import markitdown
        from markitdown import converters
    except ModuleNotFoundError as err:
        answer.end("missing", str(err))
    import mimetypes

    # It reads files of the system when first asked.
    mimetypes.init()
    converter = markitdown.MarkItDown(enable_builtins=False, enable_plugins=False)
    converter.register_converter(getattr(converters, CONVERTERS[facts["suffix"]])())
    if facts["suffix"] in _HTML_INSIDE:
        _make_legible(converters.HtmlConverter)
    # What another version of the libraries does not have is told as left out.
    with contextlib.suppress(ImportError, AttributeError):
        if facts["suffix"] == ".docx":
            _keep_formulas(data)
        if facts["suffix"] == ".pptx":
            _raise_in_slides()
    guard.close([*facts["search_path"], os.path.dirname(os.__file__), sys.prefix, sys.base_prefix])
    about = markitdown.StreamInfo(extension=facts["suffix"])
    try:
        found = converter.convert_stream(io.BytesIO(data), stream_info=about, **options_of(facts["suffix"]))
    except markitdown.MarkItDownException as err:
        # It keeps what the parser raised, and says of itself no more than that something failed.
        attempts: Any = getattr(err, "attempts", None)
        kind, raised, _ = attempts[-1].exc_info if attempts else (type(err), err, None)
        answer.tell_error(kind, raised, None)
    title = found.title or (pdf_title(data) if facts["suffix"] == ".pdf" else "")
    text = readable(found.text_content, data, facts["suffix"])
    beside = f"{' '.join(title.split())}\n{' '.join(left_out(text, data, facts['suffix']))}"
    answer.end("text", f"{beside}\n{text}")


def _make_legible(reader: Any) -> None:
    """Have markitdown read HTML as legible gives it, also the HTML that other kinds are made into on the way."""
    read = reader.convert

    def convert(self: Any, file_stream: Any, stream_info: Any, **options: Any) -> Any:
        html = file_stream.read()
        # What is nested too deep to be written again is read as it is.
        with contextlib.suppress(RecursionError):
            html, stream_info = legible(html), stream_info.copy_and_update(charset="utf-8")
        return read(self, io.BytesIO(html), stream_info, **options)

    reader.convert = convert


def _keep_formulas(data: bytes) -> None:
    """Have the formulas of a letter written in a line where markitdown cannot write one, or drops figures of it.

    It would leave out all of them for one that it cannot.
    """
    from markitdown.converter_utils.docx import pre_process

    reader: Any = pre_process
    as_latex, with_latex = reader._convert_omath_to_latex, reader._pre_process_math

    def convert(formula: Any) -> str:
        said = re.findall(r"\d", formula.get_text())
        try:
            latex: str = as_latex(formula)
        except (KeyError, NotImplementedError, AttributeError, TypeError):
            return _in_a_line(formula)
        return latex if sorted(re.findall(r"\d", latex)) == sorted(said) else _in_a_line(formula)

    styles = _raising_styles(data)

    def prepared(xml: bytes) -> Any:
        return with_latex(_plain_office(xml, styles))

    reader._convert_omath_to_latex, reader._pre_process_math = convert, prepared


def _raising_styles(data: bytes) -> dict[bytes, bytes]:
    """The ids of a letter's styles that raise or lower, each with which of both."""
    from zipfile import ZipFile

    with ZipFile(io.BytesIO(data)) as archive, contextlib.suppress(KeyError):
        return {found[1]: found[2] for found in _RAISING_STYLE.finditer(archive.read("word/styles.xml"))}
    return {}


def _plain_office(xml: bytes, styles: dict[bytes, bytes]) -> bytes:
    """A part of a letter as mammoth reads all of it: simple fields, ends of lines, what a style raises."""

    def raised_by(style: re.Match[bytes]) -> bytes:
        kind = styles.get(style[1])
        return style[0] + (b'<w:vertAlign w:val="%s"/>' % kind if kind else b"")

    xml = _STYLE_OF_RUN.sub(raised_by, xml)
    return _TAB.sub(b"<w:tab/>", _LINE_END.sub(b"<w:br/>", _SIMPLE_FIELD.sub(b"", xml)))


def _raise_in_slides() -> None:
    """Have raised figures of slides as signs of their own, else 10⁶ is 106, and what is struck out marked."""
    from pptx.oxml.text import CT_RegularTextRun

    reader: Any = CT_RegularTextRun

    def text(run: Any) -> str:
        whole: str = run.t.text or ""
        said, look = whole.strip(), {} if run.rPr is None else dict(run.rPr.attrib)
        if not said:
            return whole
        baseline, drawn = look.get("baseline", ""), said
        if re.search("[1-9]", baseline):
            drawn = raised(said, "sub" if baseline.startswith("-") else "sup")
        if look.get("strike", "noStrike") != "noStrike":
            drawn = f"~~{drawn}~~"
        return whole.replace(said, drawn)

    reader.text = property(text)


def legible(html: bytes) -> bytes:
    """A page whose meaning its Markdown keeps: raised numbers are signs of their own, a bar in a table is no border.

    What stands beside the page's `<main>`, and menus, are no part of what it says.  A table around tables or headings
    draws the page and says nothing: it goes, with its contents left in their order.  A link within the page, or to
    another file beside it, leads nowhere in a note: its words stay.
    """
    from bs4 import BeautifulSoup

    class Page(BeautifulSoup):
        """A page whose items, cells and paragraphs end where the next one begins, though no end tag says so."""

        def handle_starttag(self, name: str, *facts: Any, **more: Any) -> Any:
            while self.currentTag is not None and self.currentTag.name in _ENDED_BY.get(name, ()):
                self.handle_endtag(self.currentTag.name)
            return super().handle_starttag(name, *facts, **more)

    # Else what the page itself says, which is better than a guess.
    page = Page(html, "html.parser", from_encoding="utf-8")
    _without_frame(page)
    for part in page(["template", "noscript"]):
        part.decompose()
    # As markitdown knows them: of others the words would run together.
    for part in page(list(_BLOCKS)):
        part.name = "div"
    for part in page(["option", "button", "textarea", "label"]):
        part.append(" ")
    for link in page("a", href=True):
        if _SCHEME.match(str(link["href"])):
            continue
        if str(link["href"]).startswith("#") and not re.search(r"\w", link.get_text()) and link.find_parent(_HEADINGS):
            # Such as the pilcrow behind a heading, by which one copies its address.
            link.decompose()
        else:
            link.unwrap()
    for formula in page("math"):
        # What it is called is TeX, where it is called anything.
        formula.replace_with(str(formula.get("alttext") or "").strip() or _in_a_line(formula))
    for part in page(["sup", "sub"]):
        for text in part.find_all(string=True):
            said = text.strip()
            if said and text.find_parent(["sup", "sub"]) is part:
                text.replace_with(text.replace(said, raised(said, part.name)))
    for reading in page("rt"):
        # What is written above signs would be taken for more of them.
        reading.string = f" ({reading.get_text()})"
    # What is typed is no markup of the note.
    for text in page.find_all(string=_LIKE_TAG):
        if not text.find_parent(_AS_TYPED):
            text.replace_with(_LIKE_TAG.sub(r"\\<", text))
    # Who is in which table is asked of all before any has changed.
    inside = [(part, part.find_parent("table")) for part in page(["thead", "tbody", "tfoot", "tr", "th", "td"])]
    layout = {id(table) for table in page("table") if table.find(["table", *_HEADINGS])}
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


def raised(said: str, kind: str) -> str:
    """Return what is raised (kind `sup`) or lowered (`sub`) as signs that are so by themselves, else behind `^` or `_`.

    Ordinals, what has no letter or digit, and the number of a note in brackets stay as they are.
    """
    drawn = said.translate(_RAISED[kind])
    if all(old != new for old, new in zip(said, drawn)):
        return drawn
    if said.casefold() in _ORDINALS or not re.search(r"\w", said) or _NOTE_MARK.fullmatch(said):
        return said
    return ("^" if kind == "sup" else "_") + (said if re.fullmatch(r"[+-]?\w+", said) else f"({said})")


def _in_a_line(part: Any) -> str:
    """Return a formula of MathML, or of a letter, as it is written in a line: `10^6`, `1/2`, `√(81)`."""
    from bs4.element import PreformattedString

    if part.name is None:
        return "" if isinstance(part, PreformattedString) else " ".join(str(part).split())
    if part.name in ("annotation", "annotation-xml", "delText") or part.name.endswith("Pr"):
        return ""
    parts, is_run = list[str](), False
    for child in part.children:
        was_run, is_run = is_run, child.name == "r"
        if said := _in_a_line(child):
            # A number of a letter may be cut into runs.
            parts[-1:] = [parts[-1] + said] if was_run and is_run and parts else [*parts[-1:], said]
    if part.name == "d":
        return f"({', '.join(parts)})"
    drawn = _MATH.get("msqrt" if part.name == "rad" and len(parts) == 1 else part.name)
    if drawn is None or len(parts) != drawn.count("{"):
        # A space between numbers keeps two of them from being one.
        return " ".join(parts)
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


def _opened_pdf(data: bytes) -> Any:
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfparser import PDFParser

    return PDFDocument(PDFParser(io.BytesIO(data)))


def pdf_title(data: bytes) -> str:
    """Return what a PDF says that it is called, else what is drawn as its title; "" for nothing, or a file's name."""
    # A title is not worth a document: whatever is wrong with it, the text has been read.
    with contextlib.suppress(Exception):
        from pdfminer.pdftypes import resolve1
        from pdfminer.utils import decode_text

        for facts in _opened_pdf(data).info:
            title: str = decode_text(resolve1(facts.get("Title", b"")))
            if title.strip() and not _NO_TITLE.search(title):
                return title
        return drawn_title(data)
    return ""


def drawn_title(data: bytes) -> str:
    """The lines of a PDF's first page that are set in the largest type; "" where that is hardly larger than another."""
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LTChar, LTTextContainer, LTTextLineHorizontal

    sizes: dict[float, list[str]] = {}
    for box in next(iter(extract_pages(io.BytesIO(data), maxpages=1)), ()):
        for line in box if isinstance(box, LTTextContainer) else ():
            signs = (
                [sign for sign in line if isinstance(sign, LTChar)] if isinstance(line, LTTextLineHorizontal) else ()
            )
            if signs:
                sizes.setdefault(round(max(sign.size for sign in signs)), []).append(line.get_text().strip())
    largest = max(sizes, default=0)
    usual = max(sizes, key=lambda size: sum(map(len, sizes[size])), default=0)
    title = " ".join(sizes.get(largest, ()))
    return title if largest >= _LARGER * usual and re.search(r"[^\W\d_]{2}", title) and len(title) <= _LONGEST else ""


def readable(text: str, data: bytes, suffix: str) -> str:
    """The text that markitdown made, mended where it is known to go wrong."""
    # What ends a line so is no name of a passage here.
    text = _LIKE_ID.sub(r"\1\\^", text)
    if suffix == ".pptx":
        # A comment is hidden from the reader, and warned of.
        return _SLIDE.sub("***", text)
    if suffix == ".pdf":
        return _flowing(text, data)
    return text


def left_out(text: str, data: bytes, suffix: str) -> list[str]:
    """The words and numbers that a letter or slides have more often than the text made of them, in their order.

    What the reader of a format does not know it leaves out without a word, a number in a field or a drawing with it.
    """
    if suffix not in _PARTS_WITH_TEXT:
        return []
    from xml.etree import ElementTree
    from zipfile import ZipFile

    said = Counter[str]()
    styles = _raising_styles(data) if suffix == ".docx" else {}
    # What markitdown reads in spite of a fault is read without this look.
    with ZipFile(io.BytesIO(data)) as archive, contextlib.suppress(ElementTree.ParseError):
        for name in archive.namelist():
            if re.fullmatch(_PARTS_WITH_TEXT[suffix], name):
                said.update(_words("".join(_text_of_runs(_plain_office(archive.read(name), styles)))))
    there = Counter(_words(_NOT_SAID.sub("", text)))
    return [*(said - there)]


def _text_of_runs(xml: bytes) -> Iterator[str]:
    """The text of a part of an Office document, parted where its paragraphs, cells and raised signs are."""
    from xml.etree import ElementTree

    skipped = 0
    for event, part in ElementTree.iterparse(io.BytesIO(xml), ["start", "end"]):
        name = part.tag.rpartition("}")[2]
        if name in _ELSEWHERE:
            skipped += 1 if event == "start" else -1
        elif name in _PARTING:
            yield " "
        elif name == "v" and event == "end":
            # A value of a chart.
            yield f" {part.text or ''} "
        elif name == "r" and event == "end" and not skipped:
            raised_run = any(each.tag.endswith("}vertAlign") or each.get("baseline") for each in part.iter())
            said = "".join(_said_by(each) for each in part)
            yield f" {said} " if raised_run else said
            # A long letter is not held whole.
            part.clear()


def _said_by(part: Any) -> str:
    name = part.tag.rpartition("}")[2]
    return part.text or "" if name == "t" else "-" if name == "noBreakHyphen" else ""


def _words(text: str) -> list[str]:
    apart = _DRAWN_RAISED.sub(r" \g<0> ", text)
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", apart).casefold())
    return [word for word in words if len(word) >= _SHORTEST or not word.isalpha()]


def _flowing(text: str, data: bytes) -> str:
    """The text of a PDF, read again where words or lines are torn, or where its pages are not known.

    markitdown's reader of forms loses blanks between words that stand close, and takes the gaps in justified lines for
    columns; where it finds no tables, it has the text that is read here.
    """
    is_torn, is_placed = any(_torn(text)[:2]), False
    if is_torn or not _TABLE.search(text):
        again = pdf_text(data)
        if again.strip():
            is_placed = not is_torn or _torn(again) < _torn(text)
            text = again if is_placed else text
    pages = without_edges(text.split("\f"), is_placed=is_placed)
    return with_headings(pages.replace(AT_EDGE, ""), outline_of(data))


def pdf_text(data: bytes) -> str:
    """The text of a PDF as pdfminer gives it, raised figures as signs of their own, a form feed behind each page.

    Before what is drawn at the upper or lower end of a page stands AT_EDGE.
    """
    from pdfminer.high_level import extract_pages

    pages = extract_pages(io.BytesIO(data))
    return "".join("".join(_placed(part, page.height) for part in page) + "\f" for page in pages)


def _placed(part: Any, height: float) -> str:
    text = _shown(part).replace(AT_EDGE, "")
    is_at_edge = part.y0 > (1 - _OUTER) * height or part.y1 < _OUTER * height
    return AT_EDGE + text if text.strip() and is_at_edge else text


def _shown(part: Any) -> str:
    from pdfminer.layout import LTContainer, LTText, LTTextBox, LTTextLineHorizontal

    if isinstance(part, LTTextLineHorizontal):
        return _with_raised([*part])
    if not isinstance(part, LTContainer):
        return str(part.get_text()) if isinstance(part, LTText) else ""
    return "".join(map(_shown, part)) + ("\n" if isinstance(part, LTTextBox) else "")


def _with_raised(signs: list[Any]) -> str:
    """The signs of a line, of which those that are smaller and stand higher than what is before them are raised."""
    drawn = [sign for sign in signs if getattr(sign, "size", 0) and sign.get_text().strip()]
    # The mark of a note is set before it.
    is_mark = bool(drawn) and drawn[0].get_text().isdigit()
    before = next((sign for sign in drawn if sign.size * _SMALLER > drawn[0].size), None) if is_mark else None
    text, small = "", ""
    for sign in signs:
        # A blank that pdfminer put in has no size.
        size = getattr(sign, "size", 0)
        if before and 0 < size < _SMALLER * before.size and sign.y0 - before.y0 > _HIGHER * before.size:
            small += sign.get_text()
            continue
        if small and sign.get_text() in _FRACTION:
            # Of 48 1/2 the numerator is drawn higher.
            text, small = text + (" " if text[-1:].isdigit() else "") + small, ""
        text, small = text + _raised_figures(small) + sign.get_text(), ""
        if size and sign.get_text().strip():
            # A bullet is no sign that something is raised above.
            before = sign if sign.get_text()[-1].isalnum() else None if sign.get_text() in _BULLETS else before
    return text + _raised_figures(small)


def _raised_figures(said: str) -> str:
    drawn = said.translate(_SUPERSCRIPTS)
    return drawn if re.search(r"\d", said) and all(old != new for old, new in zip(said, drawn)) else said


def without_edges(pages: list[str], *, is_placed: bool = False) -> str:
    """Pages as one text, without running heads and numbers of pages: what stands at the ends of half of them or more.

    is_placed: whether AT_EDGE stands before what is drawn there; else it is the first and last paragraphs of a page.

    A line in which another figure changes says something, and stays, as does one of words with a figure that grows with
    the page: `Results for 2019` on the first is no number of a page.  A sentence that a page cuts in two goes on in its
    paragraph.
    """
    parted = [re.split(r"\n(?:[ \t]*\n)+", page.strip()) for page in pages if page.strip()]
    forms = [
        {at: _edge_forms(page[at].strip(), number) for at in _ends(page, is_placed) if "\n" not in page[at].strip()}
        for number, page in enumerate(parted)
    ]
    counts = Counter(form for page in forms for form in set().union(*page.values()))
    repeated = {form for form, count in counts.items() if count >= max(_FEWEST_PAGES, len(parted) / 2)}
    blocks, named = list[str](), set[str]()
    for page, page_forms in zip(parted, forms):
        # The first of them may be the title; the number of a page is none.
        gone = {
            at
            for at, lines in page_forms.items()
            if any(form in repeated and (form in named or _OF_PAGE in form) for form in lines)
        }
        named = named.union(*page_forms.values())
        kept = [part.removeprefix(AT_EDGE) for at, part in enumerate(page) if at not in gone]
        if blocks and kept and kept[0][:1].islower() and not _CLOSES.search(blocks[-1]):
            blocks[-1] += "\n" + kept.pop(0)
        blocks += kept
    # A sign of a list is drawn by itself.
    return _LONE_BULLET.sub(r"\1 ", "\n\n".join(blocks).strip())


def _ends(page: list[str], is_placed: bool) -> list[int]:
    """The paragraphs at the ends of a page: of a short one the first and the last."""
    if is_placed:
        return [at for at, part in enumerate(page) if part.startswith(AT_EDGE)]
    most = max(1, min(_EDGE, len(page) // 3))
    return [at for at in range(len(page)) if at < most or at >= len(page) - most]


def _edge_forms(line: str, page: int) -> set[str]:
    """What lines of other pages may have in common with one: itself, and it with a number that grows with the page."""
    forms = {line}
    for found in islice(_DIGITS.finditer(line), _EDGE):
        # What is before is looked at from its end.
        beside = line[: found.start()], line[found.end() :]
        is_page = _PAGE.search(beside[0]) or all(map(_is_of_page, beside, (-1, 1)))
        if _YEAR.fullmatch(found[0]) or not is_page:
            continue
        forms.add(f"{line[: found.start()]}{_OF_PAGE}{_value(found[0]) - page}{line[found.end() :]}")
    return forms


def _is_of_page(words: str, step: int) -> bool:
    """Whether what stands on one side of a number leaves it that of a page: nothing, `page`, or what a sign parts."""
    letter = _LETTER.search(words[::step])
    between = words[::step][: letter.start()] if letter else ""
    return any(sign in between for sign in _PARTING_SIGNS) or _PAGE_WORDS.fullmatch(words) is not None


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    values = [_ROMAN[sign] for sign in number]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0]))


def outline_of(data: bytes) -> list[tuple[int, str]]:
    """The bookmarks of a PDF, each with its level, 1 and deeper; none where it has none, or they cannot be read."""
    with contextlib.suppress(Exception):
        found = _opened_pdf(data).get_outlines()
        return [(level, title) for level, title, *_ in islice(found, _MOST_BOOKMARKS) if title.strip()]
    return []


def with_headings(text: str, outline: list[tuple[int, str]]) -> str:
    """The text with the lines that its bookmarks name as headings, in their order.

    A table of contents names them, too: where all are found once more behind it, those are meant.
    """
    if not outline:
        return text
    lines = text.split("\n")
    places: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        if not at or not lines[at - 1].strip():
            places.setdefault(_bare(line), []).append(at)
    first = _found(outline, places, -1)
    again = _found(outline, places, max(first, default=-1))
    for at, level in (again if len(again) >= len(first) else first).items():
        lines[at] = f"\n{'#' * min(level + 1, 6)} {lines[at].strip()}\n"
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def _found(outline: list[tuple[int, str]], places: dict[str, list[int]], last: int) -> dict[int, int]:
    """The lines behind one that bookmarks name, each with the level."""
    found = {}
    for level, title in outline:
        named = places.get(_bare(title), [])
        behind = bisect_right(named, last)
        if behind < len(named):
            last = named[behind]
            found[last] = level
    return found


def _bare(title: str) -> str:
    """A title without its number, which stands in one of the two only."""
    return re.sub(r"[\W_]+", "", _NUMBER.sub("", title)).casefold()


def _torn(text: str) -> tuple[bool, bool, float]:
    """How far a text is from what its page shows: words run together, lines torn to cells, and how many such words."""
    long_words = _long_words(text)
    return long_words > _MOST_LONG, _empty_cells(text) > _MOST_EMPTY, long_words


def _empty_cells(text: str) -> float:
    """Of the cells of its tables, the part that is empty; 0 for few rows."""
    rows = [line for line in text.splitlines() if line.startswith("|") and not set(line) <= set("|:- ")]
    cells = [cell for row in rows for cell in row.strip().strip("|").split("|")]
    return sum(not cell.strip() for cell in cells) / len(cells) if len(rows) >= _ROWS else 0.0


def _long_words(text: str) -> float:
    return sum(len(found[0]) for found in _LONG_WORD.finditer(text)) / max(1, len(text))


class _Answer:
    """What standard output was when the program began; from then on, whatever is printed goes nowhere."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._descriptor = os.dup(1)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)

    def end(self, word: str, text: str) -> NoReturn:
        """Give the answer and end the process at once: what a parser left to be done at exit is not done."""
        data = text.encode("utf-8", "replace")
        if len(data) > self._most_bytes:
            word, data = "error", f"its text is larger than {self._most_bytes:,} bytes".encode()
        with open(self._descriptor, "wb") as file:
            file.write(word.encode() + b"\n" + data)
        os._exit(0)

    def tell_error(self, kind: type[BaseException], err: BaseException, _: TracebackType | None) -> NoReturn:
        """The answer for whatever was raised, as the hook for what nobody caught."""
        if issubclass(kind, MemoryError):
            self.end("memory", "")
        # By a parser, of a document: one line, and not a long one.
        if kind.__name__ == "MissingDependencyException":
            self.end("error", "markitdown lacks a library for it; `pip install 'markitdown[all]'` brings it")
        first = next(iter(str(err).strip().splitlines()), "")
        self.end("error", f"{kind.__name__}: {first}"[:_REASON_SHOWN] if first else kind.__name__)


def check_archive(data: bytes, suffix: str, *, most_bytes: int, answer: _Answer) -> None:
    """Answer for an archive that unpacks to more than most_bytes, or whose XML defines entities.

    A few hundred kilobytes can unpack to gigabytes, and ten entities expand to as much.  What an archive says of the
    size of a member is what zipfile reads of it at most.
    """
    from zipfile import BadZipFile, ZipFile, is_zipfile
    from zlib import error as ZlibError

    if not is_zipfile(io.BytesIO(data)):
        return
    if suffix not in _ARCHIVES:
        answer.end("error", "an archive under another name: unpack it and add what is in it")
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > most_bytes:
                answer.end("error", f"it unpacks to more than {most_bytes:,} bytes")
            for member in members:
                content = archive.read(member)
                if any("<!ENTITY".encode(code) in content for code in ("utf-8", "utf-16-le", "utf-16-be")):
                    answer.end("error", f"{member.filename!r} in it defines entities"[:_REASON_SHOWN])
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, ZlibError) as err:
        answer.end("error", f"a damaged or locked archive: {err}"[:_REASON_SHOWN])


class _Guard:
    """Refuses, by an audit hook, what converting a document has no need of; the error is one that libraries expect."""

    def __init__(self) -> None:
        self._readable: tuple[str, ...] = ()
        sys.addaudithook(self._look)

    def close(self, folders: list[str]) -> None:
        """From now on nothing is written, and nothing read but below these folders."""
        sys.dont_write_bytecode = True
        places = {place for folder in folders for place in (os.path.abspath(folder), os.path.realpath(folder))}
        self._readable = tuple(os.path.normcase(os.path.join(place, "")) for place in places)

    def _look(self, event: str, facts: tuple[Any, ...]) -> None:
        if event.startswith(_OUTSIDE) or (self._readable and event.startswith(_CHANGES)):
            raise PermissionError(f"refused to a document: {event}")
        # A number is a file that is open already.
        if not self._readable or event not in _LOOKS or isinstance(facts[0], int):
            return
        path = os.path.normcase(os.path.abspath(os.fsdecode(facts[0] or os.curdir)))
        writes = event == "open" and (set(facts[1] or "") & set("wax+") or (facts[2] or 0) & _WRITING)
        if writes or not os.path.join(path, "").startswith(self._readable):
            raise PermissionError(f"refused to a document: {event} {path}")


def _limit(*, seconds: float, megabytes: int, most_bytes: int) -> None:
    """Bound this process where the system can; who started it looks at the clock besides."""
    if hasattr(signal, "alarm"):
        # Nobody may be left to look at the clock: the starter can be killed.
        signal.alarm(int(seconds) + 5)
    try:
        import resource
    except ImportError:
        return
    processor = int(seconds) + 1
    limits = [
        (resource.RLIMIT_CPU, processor),
        (resource.RLIMIT_AS, megabytes * 1_000_000),
        (resource.RLIMIT_FSIZE, most_bytes + 1_000),
        (resource.RLIMIT_CORE, 0),
    ]
    for kind, most in limits:
        # Some systems know a limit and cannot set it, and nobody may raise one that is lower already.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main()
