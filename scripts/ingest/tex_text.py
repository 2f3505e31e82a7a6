"""TeX as blocks of code below its section titles: its commands would not be what they are in Markdown."""

from __future__ import annotations

import re

from .code_text import part_as_markdown

_LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
_LINE = re.compile(
    r"^[ \t]*\\(?:(?P<edge>begin|end)\{(?:verbatim\*?|lstlisting|minted)\}"
    rf"|(?P<level>{'|'.join(_LEVELS)})\*?(?:\[[^\]\n]{{0,200}}\])?"
    r"\{(?P<title>(?:[^{}\n]|\{[^{}\n]{0,200}\}){1,300})\}[ \t]*(?:\\label\{[^{}\n]{0,200}\})?[ \t]*(?:%[^\n]*)?$)",
    re.MULTILINE,
)
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?[ \t]*|(?=[%&#_$]))|[{}]")


def tex_as_markdown(text: str) -> str:
    """The text in fences, but for the titles of its sections, which are headings without their commands."""
    at, is_code = 0, False
    parts: list[str] = []
    for found in _LINE.finditer(text):
        if found["edge"]:
            is_code = found["edge"] == "begin"
            continue
        title = " ".join(_COMMAND.sub("", found["title"].replace("~", " ")).split())
        if title and not is_code:
            parts += [part_as_markdown(text[at : found.start()], "tex"), f"{'#' * _LEVELS[found['level']]} {title}"]
            at = found.end()
    return "\n\n".join(filter(None, (*parts, part_as_markdown(text[at:], "tex")))) + "\n"
