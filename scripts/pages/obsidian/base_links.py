"""What the formulas of an Obsidian base name: texts in quotes that are paths of files.  Nothing is written.

A base is a file of its own, or a code block of a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..linking.link_text import bare_link, parse_link_text
from ..markdown.blocks import read_outline, unify_line_breaks
from ..yaml.frontmatter import read_properties

_FOLDER = re.compile(r"""\binFolder\(\s*(?:"[^"\n]*"|'[^'\n]*')""")
# A text behind one of these is a path, whatever it looks like.
_QUOTED = re.compile(
    r"""(\b(?:link|hasLink|file)\(\s*|\bfile\.(?:name|basename|path)\s*[=!]=\s*)?"""
    r"""(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')"""
)
# A code block of the language `base`, as a line: it may stand in a quote or an item.
_FENCE = re.compile(r"^(?:[ \t>*+\-0-9.)]*)(`{3,}|~{3,})[ \t]*base[ \t\r]*$", re.MULTILINE)
_QUOTE_MARKS = re.compile(r"^[ \t]*>[ \t>]*", re.MULTILINE)


def names_in_base(text: str) -> tuple[str, ...]:
    """The link paths that a base names, each once, in text order; of one that is no YAML as far as they are found."""
    values = read_properties(f"---\n{text}\n---\n").values
    found = [name for formula in (_texts(values) if values else [text]) for name in _names(formula)]
    return tuple(dict.fromkeys(filter(None, found)))


def bases_in_note(text: str, *, body_start: int = 0) -> tuple[tuple[int, str], ...]:
    """The code blocks of a note that are bases: the line that each begins in, and what stands in it."""
    if not _FENCE.search(text, body_start):
        return ()
    text = unify_line_breaks(text)
    outline = read_outline(text, body_start)
    spans = [(block.start, block.end) for block in outline.blocks if block.kind == "fence"]
    found = []
    line = at = 0
    for start, end in sorted((*spans, *outline.hidden)):
        first, _, inside = text[start:end].partition("\n")
        if first.strip("`~ \t") == "base" and first[:3] in ("```", "~~~"):
            inside = _QUOTE_MARKS.sub("", inside) if (start, end) in outline.hidden else inside
            line, at = line + text.count("\n", at, start), start
            found.append((line + 1, inside.rstrip("`~ \t\n>")))
    return tuple(found)


def _names(formula: str) -> Iterator[str]:
    for match in _QUOTED.finditer(_FOLDER.sub("", formula)):
        name = re.sub(r"\\(.)", r"\1", match[2] if match[2] is not None else match[3])
        if match[1] or "/" in name or name[-3:].lower() == ".md" or name.startswith("[["):
            yield parse_link_text(bare_link(name))[0]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
