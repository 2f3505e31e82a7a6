"""The pages of a PDF as one text, by pypdfium2: words whole, without heads and feet, with its bookmarks as headings."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from .plain_text import prose

_HYPHEN = re.compile("(\\w{1,50})[\ufffe\x02](\\w{1,50})")
"""What the library gives for a hyphen at the end of a line, on whose two sides one word stands."""
_EDGE_NUMBER = re.compile(r"\A\d{1,5}\b|\b\d{1,5}\Z|(?<=[Pp]age )\d{1,5}\b")
_FEWEST_PAGES = 3
"""What stands at the end of more than half of at least so many pages is their head or foot."""
_MOST_EDGE_LINES = 3
_SAME_PLACE = 4
"""Points."""
_AFTER_SIGN = re.compile(r"(?<=\S)\d+")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SMALLER, _HIGHER = 0.85, 0.2
"""In heights of the sign before it."""
_OTHER_TYPE = 0.08
"""By how much of its height a line is larger or smaller than the one before where it is no part of its paragraph."""
_GAP = 1.2
"""How much farther than mostly on its page a line stands below the one before where a paragraph ends."""
_NO_TITLE = re.compile(r"(?:Microsoft (?:Word|PowerPoint|Excel) - .*|untitled.*|.*\.\w{2,4})", re.IGNORECASE)
"""What its writer puts there where nobody said a title: mostly the name of a file."""


class _Line(NamedTuple):
    text: str
    foot: float
    """Of its first sign, from the foot of the page."""
    last_foot: float
    """Of its last sign: a word that was cut stands on two."""
    height: float
    """Of its first sign."""


def read_pdf(data: bytes) -> tuple[str, str, list[str]]:
    """Return the text of a PDF, the title that it gives itself, and what is left out: pages without text."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    pages = [_lines(page) for page in document]
    empty = sum(not page for page in pages)
    if empty == len(pages):
        raise ValueError("no text in it: its pages are pictures")
    headings = _bookmarks(document)
    parts: list[str] = []
    _drop_edges(pages, headings)
    for number, page in enumerate(pages):
        parts += _paragraphs(page, headings.get(number, {}))
    text = _words_whole("\n\n".join(parts))
    title = str(document.get_metadata_dict().get("Title") or "").strip()
    left_out = [f"{empty} page{'s' * (empty > 1)} without text"] if empty else []
    return text + "\n", "" if _NO_TITLE.fullmatch(title) else title, left_out


def _lines(page: Any) -> list[_Line]:
    from pypdfium2.raw import FPDFText_GetUnicode

    text = page.get_textpage()
    lines, at = [], 0
    # Sign by sign: what the library gives as a whole does not always count as it does.
    for shown in "".join(chr(FPDFText_GetUnicode(text, place)) for place in range(text.count_chars())).split("\r\n"):
        line = shown.strip()
        if line:
            first = at + len(shown) - len(shown.lstrip())
            foot, height = _box(text, first)
            raised = _raised(text, first, line)
            signs = (sign.translate(_RAISED) if place in raised else sign for place, sign in enumerate(line))
            lines.append(_Line("".join(signs), foot, _box(text, first + len(line) - 1)[0], height))
        at += len(shown) + 2
    return lines


def _box(text: Any, place: int) -> tuple[float, float]:
    """Return the foot and the height of a sign, as its font has them."""
    _, foot, _, top = text.get_charbox(place, loose=True)
    return foot, top - foot


def _raised(text: Any, first: int, line: str) -> set[int]:
    """Return where in a line digits are smaller than the sign before them and stand higher, as in 10⁶."""
    places: set[int] = set()
    for found in _AFTER_SIGN.finditer(line):
        base = found.start() - 1
        low, tall = _box(text, first + base)
        for place in range(found.start(), found.end()):
            foot, height = _box(text, first + place)
            if height < _SMALLER * tall and foot > low + _HIGHER * tall:
                places.add(place)
            else:
                # A larger number begins, or none was raised.
                low, tall = foot, height
    return places


def _bookmarks(document: Any) -> dict[int, dict[str, int]]:
    """Return for each page the titles of the bookmarks that lead to it, with the level of the heading."""
    found: dict[int, dict[str, int]] = {}
    for mark in document.get_toc():
        target = mark.get_dest()
        page = target.get_index() if target else None
        if page is not None:
            found.setdefault(page, {})[_bare(mark.get_title())] = min(mark.level + 2, 6)
    return found


def _bare(title: str) -> str:
    """Return a title without its number, which stands in one of the two only, and without blanks."""
    return re.sub(r"^[\dIVXivx]+(?:\.\d+)*[.):]?\s+|\s+", "", title).casefold()


def _drop_edges(pages: list[list[_Line]], headings: dict[int, dict[str, int]]) -> None:
    """Take out of the pages the first and last lines that most have in common at their places.

    The number of the page may be in them.  Without one a line stays where it stands first.
    """
    if len(pages) < _FEWEST_PAGES:
        return
    for end in (0, -1):
        for _ in range(_MOST_EDGE_LINES):
            forms = [_edge_form(page[end], number) if page else None for number, page in enumerate(pages)]
            counts = Counter(form for form in forms if form)
            for number, (page, form) in enumerate(zip(pages, forms)):
                is_first = form is not None and form[0] == page[end].text and form not in forms[:number]
                is_common = form is not None and 2 * counts[form] > len(pages) and not is_first
                if is_common and _bare(page[end].text) not in headings.get(number, {}):
                    del page[end]


def _edge_form(line: _Line, page: int) -> tuple[str, int]:
    """Return a line, with the number at one of its ends as how far it is from that of the page, and where it stands."""
    text = _EDGE_NUMBER.sub(lambda found: f"{int(found[0]) - page:+}", line.text, count=1)
    return text, round(line.foot / _SAME_PLACE)


def _paragraphs(lines: list[_Line], headings: dict[str, int]) -> list[str]:
    parts: list[str] = []
    paragraph: list[str] = []
    steps = [above.last_foot - line.foot for above, line in pairwise(lines)]
    most = _GAP * median([step for step in steps if step > 0] or [0])

    def end() -> None:
        if paragraph:
            parts.append(prose("\n".join(paragraph), is_drawn=True).strip("\n"))
            paragraph.clear()

    height = 0.0
    for line, step in zip(lines, [0, *steps]):
        level = headings.get(_bare(line.text), 0)
        is_other_type = abs(line.height - height) > _OTHER_TYPE * height
        # Where the next column begins, a paragraph goes on.
        if level or is_other_type or step > most or (step < 0 and not line.text[:1].islower()):
            end()
        height = line.height
        if level:
            parts.append(f"{'#' * level} {line.text}")
        else:
            paragraph.append(line.text)
    end()
    return parts


def _words_whole(text: str) -> str:
    """Return the text with words whole that the end of a line cuts: `inter-national`, but not `well-known`.

    What stands elsewhere tells: the whole word, or its two parts with a hyphen or each by itself.
    """
    others = _HYPHEN.sub(" ", text).lower()
    words = {*re.findall(r"[\w-]+", others), *re.findall(r"\w+", others)}

    def whole(cut: re.Match[str]) -> str:
        first, second = cut[1].lower(), cut[2].lower()
        has_hyphen = first + second not in words and (f"{first}-{second}" in words or {first, second} <= words)
        return cut[1] + "-" * has_hyphen + cut[2]

    text = _HYPHEN.sub(whole, text)
    # Elsewhere it is a bullet whose font does not say what it shows.
    return text.replace("\x02", "•").replace("\ufffe", "-")
