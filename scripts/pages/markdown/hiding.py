"""What hides links in inline text: code spans, math, HTML."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from .block_rules import TAG

_TICKS = re.compile(r"`+")
_MATH_END = re.compile(r"(?<![\s\\$])\$(?![\d$])")
_ANGLE = re.compile(rf"{TAG}|<[A-Za-z][A-Za-z0-9+.-]{{1,31}}:[^<>\x00-\x20]*>|<[\w.!#$%&'*+/=?^`{{|}}~-]+@[\w.-]+>")
_HIDING = re.compile(r"[\\`<$]")
_HIDDEN = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>"}


class Hider:
    """Skips what hides links: code spans, math, HTML.  What has no end is searched for only once."""

    __slots__ = ("_endless", "_runs", "end", "text")

    def __init__(self, text: str, end: int) -> None:
        self.text, self.end = text, end
        self._endless: set[str] = set()
        self._runs: dict[int, list[int]] | None = None

    def skip(self, char: str, pos: int) -> int:
        """Where the construct ends that begins with this character at pos; behind the mark if there is none."""
        if char == "`":
            return self._skip_code(pos)
        return self._skip_math(pos) if char == "$" else self._skip_html(pos)

    def _skip_code(self, pos: int) -> int:
        stop = _TICKS.match(self.text, pos, self.end).end()  # type: ignore[union-attr]  # a backtick stands there
        if self._runs is None:
            self._runs = {}
            for ticks in _TICKS.finditer(self.text, stop, self.end):
                self._runs.setdefault(len(ticks[0]), []).append(ticks.end())
        ends = self._runs.get(stop - pos, [])
        index = bisect_left(ends, stop + stop - pos)
        return ends[index] if index < len(ends) else stop

    def _skip_math(self, pos: int) -> int:
        text, end = self.text, self.end
        if text.startswith("$$", pos, end):
            return self._find("$$", pos + 2) or pos + 2
        if pos + 1 >= end or text[pos + 1].isspace() or "$" in self._endless:
            return pos + 1
        found = _MATH_END.search(text, pos + 1, end)
        if not found:
            self._endless.add("$")
            return pos + 1
        return found.end()

    def _skip_html(self, pos: int) -> int:
        text, end = self.text, self.end
        found = _ANGLE.match(text, pos, end)
        if found:
            return found.end()
        for opening, closing in _HIDDEN.items():
            if text.startswith(opening, pos, end):
                inside = pos + len(opening)
                if opening == "<!--" and text.startswith((">", "->"), inside):
                    return text.index(">", inside) + 1
                return self._find(closing, inside) or pos + 1
        if text.startswith("<!", pos, end) and text[pos + 2 : pos + 3].isalpha():
            return self._find(">", pos + 2) or pos + 1
        return pos + 1

    def _find(self, closing: str, pos: int) -> int:
        if closing in self._endless:
            return 0
        found = self.text.find(closing, pos, self.end)
        if found < 0:
            self._endless.add(closing)
            return 0
        return found + len(closing)


def visible_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The spans of inline text between what is hidden in it, escaped signs included."""
    hider, pos, begin = Hider(text, end), start, start
    while True:
        found = _HIDING.search(text, pos, end)
        if not found:
            break
        pos = found.start()
        stop = min(pos + 2, end) if found[0] == "\\" else hider.skip(found[0], pos)
        if stop > pos + 1:
            yield begin, pos
            begin = stop
        pos = stop
    yield begin, end
