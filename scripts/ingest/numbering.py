"""The numbers that Word counts by itself, written into a letter where its reader would count otherwise.

A clause is cited by its number.  mammoth begins at 1 again behind whatever stands between two items, knows neither
`(a)` nor `2.1`, and leaves the numbers of headings out.  How Word counts: ECMA-376, part 1, section 17.9.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from .office_files import packed

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_NUMBERING, _DOCUMENT, _STYLES = "word/numbering.xml", "word/document.xml", "word/styles.xml"
_HEADING = re.compile(r"heading \d", re.IGNORECASE)
_LEVELS, _LONGEST, _LARGEST = 9, 100, 1_000_000
"""Levels that a list of Word has, and what of its numbers is written."""
_SHOWN = frozenset(("sym", "drawing", "pict", "object", "footnoteReference", "endnoteReference"))
_DEEPEST = 20
"""Styles that may be based on each other."""
_ROMAN = {
    1000: "m", 900: "cm", 500: "d", 400: "cd", 100: "c", 90: "xc", 50: "l", 40: "xl", 10: "x", 9: "ix", 5: "v",
    4: "iv", 1: "i",
}  # fmt: skip
_MOST_ROMAN, _MOST_LETTERS = 4000, 26 * 10


class _Level(NamedTuple):
    start: int
    format: str
    text: str
    """With `%1` where the number of the first level stands."""
    is_legal: bool
    """Whether the numbers of all levels are shown as decimals."""
    restarts: int
    """Behind an item of how many levels it begins anew: 0 for never."""


class _Numbering(NamedTuple):
    """What numbering.xml says."""

    levels: dict[str, dict[int, _Level]]
    """By the id of the definition."""
    definitions: dict[str, str]
    """Of lists, by the id that paragraphs name."""
    starts: dict[str, dict[int, int]]
    """Where a list begins anew, by the same."""
    own: dict[str, dict[int, _Level]]
    """Levels that a list has of its own, by the same."""
    of_styles: dict[str, tuple[str, int]]
    """Definition and level of the paragraphs that have a style."""
    links: dict[str, str]
    """Of definitions that stand elsewhere, the style of whose list they are."""


class _Item(NamedTuple):
    """A paragraph that is numbered."""

    paragraph: Any
    level: int
    label: str
    """As Word shows it; "" for a bullet, and where it shows nothing."""
    is_bullet: bool
    is_plain: bool
    """Whether its reader takes it for an item of a list, and counts it."""
    is_heading: bool


def with_numbers(data: bytes) -> bytes:
    """Return a letter (DOCX) whose numbers are as Word shows them; the same bytes where nothing is to be written.

    Raises what the parser of XML raises.
    """
    from zipfile import ZipFile

    from lxml import etree

    with ZipFile(io.BytesIO(data)) as archive:
        if not {_NUMBERING, _DOCUMENT, _STYLES} <= {*archive.namelist()}:
            return data
        # Nothing is fetched or expanded.
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        numbering, document, styles = (
            etree.fromstring(archive.read(name), parser) for name in (_NUMBERING, _DOCUMENT, _STYLES)
        )
        written = 0
        for run in _runs(_Counter(_read(numbering), styles), document):
            written += _write(run)
        if not written:
            return data
        parts = {name: archive.read(name) for name in archive.namelist()}
    return packed({**parts, _DOCUMENT: etree.tostring(document.getroottree())})


def _read(numbering: Any) -> _Numbering:
    found = _Numbering({}, {}, {}, {}, {}, {})
    for definition in numbering.iter(f"{_W}abstractNum"):
        id_ = definition.get(f"{_W}abstractNumId", "")
        if style := _value(definition, "numStyleLink"):
            found.links[id_] = style
        for level in definition.iter(f"{_W}lvl"):
            at = min(int(level.get(f"{_W}ilvl", "0")), _LEVELS)
            found.levels.setdefault(id_, {})[at] = _level(level, at)
            if style := _value(level, "pStyle"):
                found.of_styles[style] = id_, at
    for each in numbering.iter(f"{_W}num"):
        id_ = each.get(f"{_W}numId", "")
        found.definitions[id_] = _value(each, "abstractNumId")
        for override in each.iter(f"{_W}lvlOverride"):
            at, level = min(int(override.get(f"{_W}ilvl", "0")), _LEVELS), override.find(f"{_W}lvl")
            if level is not None:
                found.own.setdefault(id_, {})[at] = _level(level, at)
            if anew := _value(override, "startOverride"):
                found.starts.setdefault(id_, {})[at] = _number(anew)
    return found


def _level(level: Any, at: int) -> _Level:
    return _Level(
        start=_number(_value(level, "start") or "1"),
        format=_value(level, "numFmt"),
        text=_value(level, "lvlText")[:_LONGEST],
        is_legal=level.find(f"{_W}isLgl") is not None,
        restarts=_number(_value(level, "lvlRestart") or str(at)),
    )


def _number(written: str) -> int:
    return min(int(written), _LARGEST)


def _value(element: Any, name: str) -> str:
    """Return what a child of an element says; "" where there is none."""
    child = element.find(f"{_W}{name}") if element is not None else None
    return child.get(f"{_W}val", "") if child is not None else ""


class _Counter:
    """Counts as Word does: lists of one definition go on, and a level begins anew below each item above it."""

    def __init__(self, numbering: _Numbering, styles: Any) -> None:
        self._numbering = numbering
        self._styles = {style.get(f"{_W}styleId"): style for style in styles.iter(f"{_W}style")}
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[tuple[str, int]] = set()

    def item(self, paragraph: Any) -> _Item | None:
        """Return what a paragraph is counted as; None for one that is not numbered."""
        style = _value(paragraph.find(f"{_W}pPr"), "pStyle")
        list_, level = self._place(paragraph, style)
        definition = self._definition(list_)
        levels = {**self._numbering.levels.get(definition, {}), **self._numbering.own.get(list_, {})}
        if level not in levels or level >= _LEVELS:
            return None
        heading = _HEADING.match(_value(self._styles.get(style), "name")) is not None
        counts = self._counts.setdefault(definition, {})
        for deeper in [at for at in counts if at > level and level < levels.get(at, levels[level]).restarts]:
            del counts[deeper]
        is_bullet, shows_nothing = levels[level].format == "bullet", levels[level].format in ("none", "")
        # mammoth looks for a list in the paragraph, or for a level that names its style.
        own = paragraph.find(f"{_W}pPr/{_W}numPr") is not None or style in self._numbering.of_styles
        is_plain = is_bullet or (own and not heading and not shows_nothing)
        if is_bullet or (heading and shows_nothing):
            return None if heading else _Item(paragraph, level, "", is_bullet, is_plain, is_heading=False)
        anew = self._numbering.starts.get(list_, {}).get(level)
        if anew is not None and (list_, level) not in self._begun:
            counts[level] = anew
        else:
            counts[level] = counts[level] + 1 if level in counts else levels[level].start
        self._begun.add((list_, level))
        return _Item(paragraph, level, _label(levels, level, counts), is_bullet, is_plain, is_heading=heading)

    def _definition(self, list_: str) -> str:
        """Return the definition of a list, be it that of a style."""
        definition = self._numbering.definitions.get(list_, "")
        style = self._styles.get(self._numbering.links.get(definition))
        linked = style.find(f"{_W}pPr/{_W}numPr") if style is not None else None
        return self._numbering.definitions.get(_value(linked, "numId"), definition)

    def _place(self, paragraph: Any, style: str) -> tuple[str, int]:
        """Return the list and the level of a paragraph, by itself or by its style; "" for none."""
        own = paragraph.find(f"{_W}pPr/{_W}numPr")
        list_, level = _value(own, "numId"), _value(own, "ilvl")
        for _ in range(_DEEPEST):
            if list_ or not style:
                break
            numbered = self._styles.get(style)
            by_style = numbered.find(f"{_W}pPr/{_W}numPr") if numbered is not None else None
            list_, level = _value(by_style, "numId"), level or _value(by_style, "ilvl")
            if list_ and not level and style in self._numbering.of_styles:
                level = str(self._numbering.of_styles[style][1])
            style = _value(numbered, "basedOn")
        return list_, int(level or "0")


def _label(levels: dict[int, _Level], level: int, counts: dict[int, int]) -> str:
    def number(sign: re.Match[str]) -> str:
        at = int(sign[1]) - 1
        each = levels.get(at, levels[level])
        format_ = "decimal" if levels[level].is_legal else each.format
        return _formatted(counts.setdefault(at, each.start), format_) if at <= level else ""

    return re.sub(r"%(\d)", number, levels[level].text).strip()


def _formatted(number: int, format_: str) -> str:
    if format_ in ("lowerLetter", "upperLetter") and 0 < number <= _MOST_LETTERS:
        letters = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letters.upper() if format_ == "upperLetter" else letters
    if format_ in ("lowerRoman", "upperRoman") and 0 < number < _MOST_ROMAN:
        roman = ""
        for value, sign in _ROMAN.items():
            roman += sign * (number // value)
            number %= value
        return roman.upper() if format_ == "upperRoman" else roman
    return f"{number:02}" if format_ == "decimalZero" else str(number)


def _runs(counter: _Counter, document: Any) -> Iterator[list[_Item]]:
    """Yield the items that stand together, each heading by itself."""
    run: list[_Item] = []
    place: Any = None
    for paragraph in document.iter(f"{_W}p"):
        if paragraph.getparent() is not place:
            # Each cell has lists of its own.
            yield run
            run, place = [], paragraph.getparent()
        if _is_elsewhere(paragraph):
            continue
        is_empty = not _says(paragraph)
        item = counter.item(paragraph)
        if is_empty:
            continue
        if item is not None and not item.is_heading:
            run.append(item)
            continue
        yield run
        yield [item] if item else []
        run = []
    yield run


def _is_elsewhere(paragraph: Any) -> bool:
    """Tell whether a paragraph is no longer there, or stands once more in a form for newer programs."""
    if next(paragraph.iterancestors(f"{_MC}Choice", f"{_W}moveFrom"), None) is not None:
        return True
    mark = paragraph.find(f"{_W}pPr/{_W}rPr")
    is_deleted = mark is not None and any(mark.find(f"{_W}{name}") is not None for name in ("del", "moveFrom"))
    is_gone = any(next(paragraph.iter(f"{_W}{name}"), None) is not None for name in ("del", "moveFrom"))
    return is_deleted or (is_gone and not _says(paragraph))


def _says(paragraph: Any) -> bool:
    """Tell whether a paragraph shows anything: words, a sign, a formula, a picture."""
    for part in paragraph.iter():
        name = part.tag.rpartition("}")[2] if isinstance(part.tag, str) else ""
        is_break = name in ("br", "tab") and part.getparent().tag == f"{_W}r"
        is_shown = name in _SHOWN or is_break or (name == "t" and bool(part.text))
        if is_shown and next(part.iterancestors(f"{_W}moveFrom", f"{_W}del"), None) is None:
            return True
    return False


def _write(run: list[_Item]) -> int:
    """Write the numbers of a run that its reader would count otherwise; return how many."""
    counts: dict[int, int] = {}
    is_plain = True
    for item in run:
        counts = {level: count for level, count in counts.items() if level <= item.level}
        counts[item.level] = counts.get(item.level, 0) + 1
        is_counted = item.is_bullet or item.label.rstrip(".)") == str(counts[item.level])
        is_plain = is_plain and item.is_plain and is_counted
    numbered = [item for item in run if not item.is_bullet]
    for item in () if is_plain else numbered:
        _write_label(item)
    return 0 if is_plain else len(numbered)


def _write_label(item: _Item) -> None:
    """Write a number before what a paragraph says, which is no item of a list then."""
    from lxml import etree

    properties = item.paragraph.find(f"{_W}pPr")
    if properties is None:
        return
    for old in properties.findall(f"{_W}numPr"):
        properties.remove(old)
    none = etree.SubElement(properties, f"{_W}numPr")
    for name in ("ilvl", "numId"):
        etree.SubElement(none, f"{_W}{name}").set(f"{_W}val", "0")
    if not item.label:
        return
    said = "".join(text.text or "" for text in item.paragraph.iter(f"{_W}t")).lstrip()
    # Of 2 and 500 no reader makes one number.
    between = ". " if item.label[-1].isdigit() and said[:1].isdigit() else " "
    run = etree.Element(f"{_W}r")
    text = etree.SubElement(run, f"{_W}t")
    text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    text.text = item.label + between
    properties.addnext(run)
