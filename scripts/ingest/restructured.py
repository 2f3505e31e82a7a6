"""reStructuredText as Markdown: titles, labels, literal blocks and the bodies of directives; all else reads the same.

Read as Markdown it goes wrong where the two differ: `~~~` below a title opens a code block that swallows the section,
`===` above one becomes part of it, and a label is a paragraph.  A line stays at its place, so that a message about a
line names that of the document; where no blank line is free for the end of a block, one is added.

Rules: docutils, reStructuredText Markup Specification, "Sections", "Literal Blocks", "Explicit Markup Blocks".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .code_text import fence_around, indent_of

_LITERAL_NAMES = """
code code-block sourcecode parsed-literal raw math highlight console prompt doctest testcode testoutput testsetup
ipython graphviz digraph mermaid uml productionlist
"""
LITERAL = frozenset(_LITERAL_NAMES.split())
"""Directives whose body is no prose."""
_SILENT_NAMES = """
contents toctree sectnum section-numbering highlight currentmodule py:currentmodule default-role default-domain
tabularcolumns index meta class rst-class role target-notes
"""
SILENT = frozenset(_SILENT_NAMES.split())
"""Directives that tell whoever sets the page what to do, and its reader nothing; a body of theirs is read."""
LISTING = frozenset(("contents", "toctree", "index", "meta", "role"))
"""Those of them that have no body but what they are given."""
SHORTEST = 3
"""Signs of the shortest line below a title; a shorter one is text."""
DEEPEST = 6
MOST_INSIDE = 20
"""Directives in one another that are read; what is deeper stays as it is."""
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1+[ \t]*")
_LABEL = re.compile(r"[ \t]*\.\. _(?:`[^`]+`|(?:\\:|[^:\\`])+):[ \t]*")
_DIRECTIVE = re.compile(r"([ \t]*)\.\. (?:\|[^|]+\| )?([A-Za-z][\w.+:-]*?)::(?:[ \t]+(.*))?")
_OPTION = re.compile(r"[ \t]+:[\w-]+:(?:[ \t].*)?")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\(?(?:\d+|#|[a-zA-Z])[.)])[ \t]+(?=\S)")
_LANGUAGE = re.compile(r"[\w+#.-]+")


def restructured_as_markdown(text: str) -> str:
    """The same document as Markdown."""
    lines = [line.expandtabs(8) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return "\n".join(_body(_with_titles(lines)))


def _with_titles(lines: list[str]) -> list[str]:
    """Its section titles as headings; a level is known by its line, and they come in the order of their depth."""
    lines, levels = list(lines), list[str]()
    at = 0
    while at < len(lines):
        above = at > 0 and lines[at - 1].strip()
        over = not above and _is_title(lines, at + 1) and _sign(lines[at])
        if over and lines[at].rstrip() == lines[at + 2].rstrip():
            _set_title(lines, at + 1, over * 2, levels)
            lines[at] = ""
            at += 3
        elif not above and not lines[at].startswith(" ") and _is_title(lines, at):
            _set_title(lines, at, _sign(lines[at + 1]), levels)
            at += 2
        else:
            if not above and _sign(lines[at]) and not any(lines[at + 1 : at + 2]):
                lines[at] = "---"  # a line between paragraphs, which `~~~` would not be
            at += 1
    return lines


def _is_title(lines: Sequence[str], at: int) -> bool:
    """Whether this line is text with a line of signs below it that is as long."""
    title, below = (line.rstrip() for line in (*lines[at : at + 2], "", "")[:2])
    return bool(title and not _sign(title) and _sign(below) and len(below) >= min(len(title.strip()), 4))


def _sign(line: str) -> str:
    """The sign of which a line is made; "" for another line."""
    return line[0] if len(line.rstrip()) >= SHORTEST and _ADORNMENT.fullmatch(line) else ""


def _set_title(lines: list[str], at: int, style: str, levels: list[str]) -> None:
    if style not in levels:
        levels.append(style)
    lines[at] = f"{'#' * min(levels.index(style) + 1, DEEPEST)} {lines[at].strip()}"
    lines[at + 1] = ""


def _body(lines: Sequence[str], *, depth: int = 0) -> list[str]:
    """Lines with their labels gone, what is literal fenced, and the bodies of other directives moved out to them."""
    if depth > MOST_INSIDE:
        return list(lines)
    out: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        found = _DIRECTIVE.fullmatch(line)
        if _LABEL.fullmatch(line) and not _is_deeper(lines, at, indent_of(line)):
            out.append("")
        elif found:
            end = _end_of_body(lines, at, len(found[1]))
            out += _directive(found, lines[at:end], depth=depth)
            at = end
        elif line.rstrip().endswith("::") and not line.lstrip().startswith(".. "):
            item = _ITEM.match(line)
            inside = item.end() if item else indent_of(line)
            end = _end_of_body(lines, at, indent_of(line))
            is_literal = any(each.strip() for each in lines[at:end]) and not lines[at].strip()
            out.append("" if line.strip() == "::" else line)
            if is_literal:
                out += _fenced(" " * inside, "", lines[at:end])
                at = end
        elif line.lstrip().startswith(">>> ") and not any(out[-1:]):
            end = next((each for each in range(at, len(lines)) if not lines[each].strip()), len(lines))
            blank, out[-1:] = out[-1:], []
            out += _fenced(" " * indent_of(line), "pycon", [*blank, *lines[at - 1 : end + 1]])
            at = end + 1
        else:
            out.append(line)
    return out


def _directive(found: re.Match[str], body: Sequence[str], *, depth: int) -> list[str]:
    line, indent, name, argument = found[0], found[1], found[2], found[3] or ""
    options = next((at for at, each in enumerate(body) if not _OPTION.fullmatch(each)), len(body))
    text = body[options:]
    has_text = any(each.strip() for each in text)
    if name.lower() in SILENT and (not has_text or name.lower() in LISTING):
        return [""] * (1 + len(body))
    if not has_text:
        return [line, *body]
    if name.rpartition(":")[2] in LITERAL:
        language = _LANGUAGE.fullmatch(argument.strip())
        return ["", *[""] * options, *_fenced(indent, language[0] if language else "", text)]
    width = min(indent_of(each) for each in text if each.strip())
    moved = _body([indent + each[width:] if each.strip() else "" for each in text], depth=depth + 1)
    # Beside its first line it is one paragraph with that: `.. note::` alone says nothing.
    return [*[""] * (options + 1), line, *moved[1:]] if not text[0].strip() else [line, *body[:options], *moved]


def _fenced(indent: str, language: str, body: Sequence[str]) -> list[str]:
    """A body in a code block, whose fences take the place of the blank lines around it."""
    first = next(at for at, line in enumerate(body) if line.strip())
    last = max(at for at, line in enumerate(body) if line.strip())
    text = body[first : last + 1]
    width = min(indent_of(line) for line in text if line.strip())
    fence = fence_around("\n".join(text))
    opened = [*[""] * (first - 1), f"{indent}{fence}{language}"]
    return [
        *opened,
        *(indent + line[width:] if line.strip() else "" for line in text),
        indent + fence,
        *body[last + 2 :],
    ]


def _end_of_body(lines: Sequence[str], at: int, indent: int) -> int:
    """Where what is indented deeper ends, the blank lines behind it included."""
    while at < len(lines) and (not lines[at].strip() or indent_of(lines[at]) > indent):
        at += 1
    return at


def _is_deeper(lines: Sequence[str], at: int, indent: int) -> bool:
    """Whether the next line goes on with this one, as with the address of a link."""
    return at < len(lines) and bool(lines[at].strip()) and indent_of(lines[at]) > indent
