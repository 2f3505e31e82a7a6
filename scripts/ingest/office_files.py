"""What markitdown leaves out of letters and slides, mended where it can be, and told where it cannot."""

from __future__ import annotations

import contextlib
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .raised_signs import DRAWN_RAISED, raised
from .web_pages import in_a_line

_SIMPLE_FIELD, _LINE_END = re.compile(rb"</?w:fldSimple\b[^>]*>"), re.compile(rb"<w:cr\s*/>")
_CHOICE = re.compile(
    rb"<w:ddList>[^<]*(?:<(?!/?w:ddList>)[^<]*){0,500}</w:ddList>\s*</w:ffData>\s*</w:fldChar>\s*</w:r>"
)
_ENTRY, _CHOSEN = re.compile(rb'<w:listEntry w:val="([^"<>]*)"'), rb'<w:%s w:val="(\d{1,6})"'
_TAB = re.compile(rb"<w:ptab\b[^>]*/>")
_STYLE_OF_RUN = re.compile(rb'<w:rStyle w:val="([^"]+)"\s*/>')
_STYLE_ID = re.compile(rb'<w:style\b[^<>]*?\bw:styleId="([^"<>]+)"')
_LOOK = re.compile(
    rb'<w:vertAlign w:val="(?:superscript|subscript)"\s*/>|<w:d?strike(?:\s+w:val="(?:1|true|on)")?\s*/>'
)
"""What of a style says something: raised, lowered, struck out."""
_NUMBERED = re.compile(r"\b(document|footnotes|endnotes|styles)\d+\.xml\b")
"""Parts of a letter, as links between them name them, too."""
_PARTS_WITH_TEXT = {
    ".docx": r"word/(?:document\d*|footnotes\d*|endnotes\d*|diagrams/data\d+|charts/chart\d+)\.xml",
    ".pptx": r"ppt/(?:slides/slide|notesSlides/notesSlide|diagrams/data|charts/chart)\d+\.xml",
}
_UNKNOWN_CHARTS = (b"scatterChart>", b"bubbleChart>", b"ofPieChart>")
_PARTING = frozenset("p br tab cr tc hyperlink fldChar e num den sup sub deg lim fName oMath".split())  # noqa: SIM905
"""Elements of Office documents at which one word ends."""
_ELSEWHERE = frozenset(("Fallback", "fld", "moveFrom"))
"""What is there once more for older programs, the number of a slide, and what was moved away."""
_LONGEST_LOOK = 1000
"""Bytes in which a run says how it looks."""
_SHORTEST = 3
"""Letters of a word that is looked for."""
_NOT_SAID = re.compile(r"[\\~]|(?<!\d)\*|\*(?!\d)|(?<=\])\([^()\s]*\)")
"""Of Markdown what is no word of the document: escapes, marks of emphasis, and where links lead."""


def with_usual_names(data: bytes) -> bytes:
    """A letter whose parts have the names that markitdown knows: Word on the web writes `document2.xml`."""
    from zipfile import ZipFile, is_zipfile

    if not is_zipfile(io.BytesIO(data)):
        return data
    with ZipFile(io.BytesIO(data)) as archive:
        names = {name: _NUMBERED.sub(r"\1.xml", name) for name in archive.namelist()}
        if all(name == usual for name, usual in names.items()) or len(set(names.values())) < len(names):
            return data
        parts = {usual: archive.read(name) for name, usual in names.items()}
    for name, part in parts.items():
        if name.endswith((".rels", "[Content_Types].xml")):
            # Each byte is a sign, so that nothing else changes.
            parts[name] = _NUMBERED.sub(r"\1.xml", part.decode("latin-1")).encode("latin-1")
    return packed(parts)


def packed(parts: dict[str, bytes]) -> bytes:
    """Return an archive of these parts."""
    from zipfile import ZipFile

    made = io.BytesIO()
    with ZipFile(made, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return made.getvalue()


def mend_letters(data: bytes) -> None:
    """Have all of a letter read: what its fields say and its styles raise, and each formula.

    A formula is written in a line where markitdown cannot write it or drops figures of it: it would leave out all of
    them for one.
    """
    from markitdown.converter_utils.docx import pre_process

    reader: Any = pre_process
    as_latex, with_latex = reader._convert_omath_to_latex, reader._pre_process_math

    def convert(formula: Any) -> str:
        said = re.findall(r"\d", formula.get_text())
        try:
            latex: str = as_latex(formula)
        except (KeyError, NotImplementedError, AttributeError, TypeError):
            return in_a_line(formula)
        return latex if sorted(re.findall(r"\d", latex)) == sorted(said) else in_a_line(formula)

    styles = _styled_looks(data)

    def prepared(xml: bytes) -> Any:
        return with_latex(_plain_office(xml, styles))

    reader._convert_omath_to_latex, reader._pre_process_math = convert, prepared


def _styled_looks(data: bytes) -> dict[bytes, bytes]:
    """The ids of a letter's styles that raise, lower or strike out, each with the elements that say so."""
    from zipfile import ZipFile

    looks: dict[bytes, bytes] = {}
    with ZipFile(io.BytesIO(data)) as archive, contextlib.suppress(KeyError):
        for style in archive.read("word/styles.xml").split(b"</w:style>"):
            if (named := _STYLE_ID.search(style)) and (said := _LOOK.findall(style)):
                looks[named[1]] = b"".join(said).replace(b"<w:dstrike", b"<w:strike")
    return looks


def _plain_office(xml: bytes, styles: dict[bytes, bytes]) -> bytes:
    """A part of a letter as mammoth reads all of it: fields, ends of lines, what a style raises or strikes out."""

    def looking(style: re.Match[bytes]) -> bytes:
        look = styles.get(style[1], b"")
        # What a run says of itself holds.
        own = style.string[style.end() : style.end() + _LONGEST_LOOK].partition(b"</w:rPr>")[0] if look else b""
        return style[0] + (b"" if b"<w:strike" in own or b"<w:vertAlign" in own else look)

    xml = _CHOICE.sub(_with_chosen, _STYLE_OF_RUN.sub(looking, xml))
    return _TAB.sub(b"<w:tab/>", _LINE_END.sub(b"<w:br/>", _SIMPLE_FIELD.sub(b"", xml)))


def _with_chosen(field: re.Match[bytes]) -> bytes:
    """A list to choose from with what was chosen, else what holds until somebody chooses."""
    entries = _ENTRY.findall(field[0])
    said = [int(found[1]) for kind in (b"result", b"default") if (found := re.search(_CHOSEN % kind, field[0]))]
    at = next((at for at in (*said, 0) if at < len(entries)), -1)
    return field[0] + (b"<w:r><w:t>%s</w:t></w:r>" % entries[at] if at >= 0 else b"")


def mend_slides() -> None:
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


def left_out(text: str, data: bytes, suffix: str) -> list[str]:
    """The words and numbers that a letter or slides have more often than the text made of them, in their order.

    What the reader of a format does not know it leaves out without a word, a number in a field or a drawing with it.
    """
    if suffix not in _PARTS_WITH_TEXT:
        return []
    from xml.etree import ElementTree
    from zipfile import ZipFile

    said = Counter[str]()
    styles = _styled_looks(data) if suffix == ".docx" else {}
    # What markitdown reads in spite of a fault is read without this look.
    with ZipFile(io.BytesIO(data)) as archive, contextlib.suppress(ElementTree.ParseError):
        for name in archive.namelist():
            if re.fullmatch(_PARTS_WITH_TEXT[suffix], name) and _may_be_left(archive.read(name), name):
                said.update(_words("".join(_text_of_runs(_plain_office(archive.read(name), styles)))))
    there = Counter(_words(_NOT_SAID.sub("", text)))
    return [*(said - there)]


def _may_be_left(xml: bytes, name: str) -> bool:
    """Whether a part is looked at: of charts of slides the kinds that markitdown cannot write."""
    return not name.startswith("ppt/charts/") or any(kind in xml for kind in _UNKNOWN_CHARTS)


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
            raised_run = any(map(_raises, part.iter()))
            said = "".join(_said_by(each) for each in part)
            yield f" {said} " if raised_run else said
            # A long letter is not held whole.
            part.clear()


def _raises(look: Any) -> bool:
    """Tell whether an element says that its run is raised or lowered."""
    kind = next((value for name, value in look.attrib.items() if name.endswith("}val")), "")
    is_aligned = look.tag.endswith("}vertAlign") and kind != "baseline"
    return is_aligned or re.search("[1-9]", look.get("baseline", "")) is not None


def _said_by(part: Any) -> str:
    name = part.tag.rpartition("}")[2]
    return part.text or "" if name == "t" else "-" if name == "noBreakHyphen" else ""


def _words(text: str) -> list[str]:
    apart = DRAWN_RAISED.sub(r" \g<0> ", text)
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", apart).casefold())
    return [word for word in words if len(word) >= _SHORTEST or not word.isalpha()]
