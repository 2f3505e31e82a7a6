"""Definitions of reference links: `[label]: destination`, for `[shown][label]` to lead to.

Obsidian keeps them apart from links, and so do we: they are no edges.  But whoever moves a page has to know them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..linking.link_text import percent_decode, split_target
from ..page_model import Link
from .blocks import read_outline, unify_line_breaks

KIND = "definition"
"""The kind of Link that a definition is read as."""

_LIKELY = re.compile(r"^[ \t>*+\-0-9.)]*\[(?!\^)[^\[\]\n]+\]:", re.MULTILINE)
_DEFINITION = re.compile(
    r"""(?x) [ ]{0,3} \[ (?!\^) ((?:[^\[\]\\\n]|\\.)+) \]: [ \t]* (?:\n[ \t]*)?
    (?: <((?:[^<>\\\n]|\\.)*)> | ([^\s<][^\s\x00-\x1f]*) )
    (?: [ \t]+ (?: "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | \((?:[^()\\\n]|\\.)*\) ) )? [ \t]* (?:\n|\Z)"""
)
_FOOTNOTE = re.compile(r" {0,3}\[\^[^\[\]\s]+\]:[^\n]*(?:\n|\Z)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_SUBPATH = re.compile(r"#|%23")


def read_definitions(text: str, *, body_start: int = 0) -> tuple[Link, ...]:
    """The definitions in the body of a page, in text order: display is the label, start and end the whole definition.

    Those that lead to the web are among them, with a path_start of -1.  A definition begins a paragraph or follows
    another one, or a footnote.
    """
    if "]:" not in text:
        return ()
    text = unify_line_breaks(text)
    if not _LIKELY.search(text, body_start):
        return ()
    found = (
        link
        for run in read_outline(text, body_start).texts
        if run.kind == "paragraph"
        for link in _of_run(text, run.start, run.end, run.line, run.parts)
    )
    return tuple(sorted(found, key=lambda link: link.start))


def local_definitions(text: str, *, body_start: int = 0) -> tuple[Link, ...]:
    """The definitions whose destination is a file of the vault, or a part of the page itself."""
    return tuple(link for link in read_definitions(text, body_start=body_start) if link.path_start >= 0)


def _of_run(text: str, start: int, end: int, line: int, parts: tuple[tuple[int, int], ...]) -> Iterator[Link]:
    # In a quote each line stands alone: between them are its markers.
    for pos, stop in parts or ((start, end),):
        while pos < stop:
            found = _DEFINITION.match(text, pos, stop)
            if found:
                line += text.count("\n", start, pos)
                start = pos
                yield _link(found, line)
            else:
                found = _FOOTNOTE.match(text, pos, stop)
                if not found:
                    return
            pos = found.end()


def _link(found: re.Match[str], line: int) -> Link:
    group = 2 if found[2] is not None else 3
    raw = found[group]
    start, end = found.start(1) - 1, found.start() + len(found[0].rstrip())
    if _SCHEME.match(raw):
        return Link(KIND, False, raw, "", found[1], start, end, -1, -1, line)
    path, subpath = split_target(percent_decode(_ESCAPE.sub(r"\1", raw)))
    mark = _SUBPATH.search(raw)
    begin = found.start(group)
    return Link(
        KIND, False, path, subpath, found[1], start, end, begin, begin + (mark.start() if mark else len(raw)), line
    )
