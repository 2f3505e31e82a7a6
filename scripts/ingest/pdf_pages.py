"""The pages of a PDF as one text: words whole, without heads and feet, with its bookmarks as headings."""

from __future__ import annotations

import contextlib
import io
import re
from bisect import bisect_right
from collections import Counter
from itertools import islice
from typing import Any

from .raised_signs import raised_figures

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
_PAGE_WORDS = frozenset("page pages p pp of seite s von página pág de pagina di стр из 第 页 頁 ページ".split())  # noqa: SIM905
_LETTER, _WORD = re.compile(r"[^\W\d_]"), re.compile(r"[^\W\d_]+")
_PARTING_SIGNS = ("|", "•", "·", "\t", "  ")
"""What may stand beside the number of a page: words for it, or others behind a sign that parts them."""
_OF_PAGE = "\0"
"""Stands in a form before how far the number of a page is from its place."""
_CLOSES = re.compile(r"[.!?:;…。！？][\"'”’)\]]*\Z")
_NUMBER = re.compile(r"\A\s*(?:[\dIVX]+(?:\.\d+)*[.)]?|[A-Z](?:\.\d+)+[.)]?)\s+")
_LONE_BULLET = re.compile(r"^([•●○■□▪▫◦‣])[ \t]*\n+(?=\S)", re.MULTILINE)
_SOFT_HYPHEN = "\u00ad"
_HYPHENATED = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_CUT = re.compile(
    rf"(?<![\w\u2010/.@=&?#%+~\\:-])({_HYPHENATED.pattern})([-\u2010{_SOFT_HYPHEN}])\n([^\W\d_]+)(\S*)( ?)"
)
_OF_ADDRESS = re.compile(r"[./@_\\]\w")
"""Not in an address or the name of a file, whose hyphens are their own."""
_CUT_BY_COLUMN = re.compile(r"(?<=[^\W\d_][-\u2010])\n(?:[ \t]*\n)+(?=([^\W\d_]))")
_AND = frozenset("and or und oder bzw sowie bis og och et ou y o e en of to".split())  # noqa: SIM905
"""Before these a hyphen stands for a word that follows: `pre- and post-war`."""
_MOST_BOOKMARKS = 5000
_LARGER, _LONGEST = 1.2, 150
"""By how much the type of a title is larger than that of the text, and how many characters it has at most."""
_SMALLER, _HIGHER = 0.85, 0.15
"""Of a raised sign: how large it is at most, and how far it stands above the one before it, in sizes of that."""
_BULLETS, _FRACTION = "•●○■□▪▫◦‣·–—-*", ("/", "\u2044")
_NO_TITLE = re.compile(r"\A(?:untitled|microsoft \w+ - |slide 1\Z)|\.\w{2,5}\Z", re.IGNORECASE)
"""Of a PDF, what its writer put there because nobody said a title: mostly the name of the file it was made from."""


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


def flowing(text: str, data: bytes) -> str:
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
    pages = words_whole(without_edges(text.split("\f"), is_placed=is_placed))
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
        text, small = text + raised_figures(small) + sign.get_text(), ""
        if size and sign.get_text().strip():
            # A bullet is no sign that something is raised above.
            before = sign if sign.get_text()[-1].isalnum() else None if sign.get_text() in _BULLETS else before
    return text + raised_figures(small)


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
    repeated -= _fields(forms, counts)
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


def _fields(pages: list[dict[int, set[str]]], counts: Counter[str]) -> set[str]:
    """What is a field of a form, and no running head: another page says something else behind the same name."""
    said: dict[str, set[str]] = {}
    for form in counts:
        name, colon, _ = form.partition(":")
        if colon and _OF_PAGE not in form:
            said.setdefault(name, set()).add(form)
    numbered = {
        line for page in pages for lines in page.values() if any(_OF_PAGE in form for form in lines) for line in lines
    }
    return {form for forms in said.values() if len(forms) > 1 for form in forms} - numbered


def words_whole(text: str) -> str:
    """The text with words whole that the end of a line cuts: `inter-\\nnational`, but `well-\\nknown` with its hyphen.

    What stands elsewhere in the text says which it is; else whether the text cuts words oftener than not.  The end of a
    column or page may cut one, too.
    """
    text = _CUT_BY_COLUMN.sub(lambda found: "\n" if found[1].islower() else found[0], text)
    known = Counter(word.replace("\u2010", "-").lower() for word in _HYPHENATED.findall(_CUT.sub(" ", text)))
    is_cutting = sum(_joint(found, known) or 0 for found in _CUT.finditer(text)) > 0
    return _CUT.sub(lambda found: _whole(found, known, is_cutting=is_cutting), text)


def _joint(found: re.Match[str], known: Counter[str]) -> int | None:
    """1 where the two parts are one word, -1 where a hyphen belongs between them, None where nothing tells."""
    first, sign, second = found.group(1, 2, 3)
    one, parts = (first + second).lower(), f"{first}-{second}".lower()
    if sign == _SOFT_HYPHEN or known[one] > known[parts]:
        return 1
    if "-" in first and known[one.rpartition("-")[2]]:
        # The end of `well-estab-lished`.
        return 1
    is_name = second[0].isupper() and not first.isupper()
    is_compound = (
        "-" in first
        or len(first) == 1
        or first.isupper()
        or found[4][:1].isdigit()
        or (known[first.lower()] and known[second.lower()])
    )
    return -1 if known[parts] or is_name or is_compound else None


def _whole(found: re.Match[str], known: Counter[str], *, is_cutting: bool) -> str:
    first, _, second, rest, blank = found.groups()
    if _OF_ADDRESS.search(rest):
        return found[0]
    joint = _joint(found, known)
    if joint != 1 and second.lower() in _AND:
        return found[0]
    is_one = joint == 1 or (joint is None and is_cutting)
    return f"{first}{'' if is_one else '-'}{second}{rest}" + ("\n" if blank else "")


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
    return any(sign in between for sign in _PARTING_SIGNS) or _PAGE_WORDS.issuperset(_WORD.findall(words.casefold()))


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
