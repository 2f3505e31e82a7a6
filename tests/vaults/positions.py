"""Every link, tag, heading and block id stands where it says; every link leads where the rules say, or is listed."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import unquote

from markdown_it import MarkdownIt

from scripts.knowledge_base import KnowledgeBase
from scripts.model import Link
from scripts.text.canvas import canvas_markdown
from scripts.text.frontmatter import split
from scripts.text.link_writing import path_span
from scripts.text.markdown import Body, read_body
from scripts.verbs import looking
from tests.vaults.figures import Figures, figures
from tests.vaults.notes import note_paths, read, vault_paths
from tests.vaults.slow_resolver import SlowResolver

if TYPE_CHECKING:
    from pathlib import Path

_PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
_RAW = re.compile(r"\[\[(?!\[)((?:(?!\[\[|\]\])[^\n\r])+)\]\]")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_HIDING = re.compile(r"[`$<\\]|\]\(")


def check_positions(vault: Path) -> Figures:
    """Spans of everything that the scanner and the property reader find, and links that nobody found."""
    result = figures("positions", vault.name)
    for path in note_paths(vault):
        text = read(vault, path)
        if text is None:
            result.count("not UTF-8")
            continue
        front = split(text)
        _Note(path, text, result).check(front.links, read_body(text, front.body_start), front.body_start)
    return result


def check_resolution(vault: Path, graph_home: Path) -> Figures:
    """`links` lists each link of each file once, at its place, with the target of the slow resolver or a reason."""
    result = figures("links", vault.name)
    resolver = SlowResolver(vault_paths(vault))
    written: dict[str, int] = {}
    with KnowledgeBase.open(vault=str(vault), environ={"COMMONPLACE_STATE": str(graph_home)}) as kb:
        listed = looking.links(kb)
    texts: dict[str, str] = {}
    for link in listed.links:
        if link.source not in texts:
            texts[link.source] = _readable(vault, link.source) or ""
        where = f"{link.source}:{link.line} {link.link!r}"
        expected = resolver(link.link.partition("#")[0], link.source)
        result.count("resolved" if link.target else "unresolved")
        result.expect((link.target or None) == expected, f"{where} leads to {link.target!r}, not {expected!r}")
        result.expect(bool(link.target or link.reason), f"{where} is unresolved without a reason")
        result.expect(_stands_in(texts[link.source], link.line, link.link), f"{where} is not on its line")
        written[link.source] = written.get(link.source, 0) + 1
    for path in vault_paths(vault):
        text = _readable(vault, path) if path.lower().endswith((".md", ".canvas")) else ""
        if text is None or (not text and path not in written):
            continue
        here = _links_in(text)
        result.expect(here == written.get(path, 0), f"{path} has {here} links, {written.get(path, 0)} are listed")
    result.expect(not listed.omitted, f"{listed.omitted} omitted")
    return result


def _stands_in(text: str, number: int, link: str) -> bool:
    """Whether a line of a note, or of what it is wrapped over, has the words of a link."""
    lines = " ".join(re.split(r"\r\n|\n|\r", text)[number - 1 : number + 3])
    return all(word in unquote(lines) for word in re.findall(r"\w+", unquote(link)))


def _readable(vault: Path, path: str) -> str | None:
    """Return a note's text, or what a canvas is read as; None for what is not UTF-8."""
    text = read(vault, path)
    return canvas_markdown(text) or "" if text is not None and path.lower().endswith(".canvas") else text


def _links_in(text: str) -> int:
    front = split(text)
    return len(front.links) + len(read_body(text, front.body_start).links)


class _Note:
    def __init__(self, path: str, text: str, result: Figures) -> None:
        self.path, self.text, self.result = path, text, result
        self.breaks = [match.end() for match in re.finditer(r"\r\n|\n|\r", text)]

    def check(self, property_links: tuple[Link, ...], page: Body, body_start: int) -> None:
        for link in property_links:
            self.place(link.start, link.line, "property link")
            self.property_link(link)
        for link in page.links:
            self.place(link.start, link.line, link.kind)
            (self.wikilink if link.kind == "wikilink" else self.markdown_link)(link)
        for tag in page.tags:
            self.result.count("tag")
            self.result.expect("#" + tag in self.text, f"{self.path} has no #{tag}")
        for marker, (start, end) in zip(page.block_ids, page.id_spans):
            self.place(start, marker.line, "block id")
            self.same(self.text[start:end].strip(), "^" + marker.id, marker.line)
            named = self.text[marker.block_start : marker.block_end]
            self.result.expect(bool(named.strip()), f"{self.path}:{marker.line} ^{marker.id} names nothing")
        for heading in page.headings:
            self.place(heading.start, heading.line, "heading")
            source = self.text[heading.start : heading.end]
            marks = source.partition(" ")[0]
            if set(marks) == {"#"} or set(source.strip()) == {"#"}:
                level = len(source) - len(source.lstrip("#"))
            else:
                underline = re.split(r"\r\n|\n|\r", source)[-1]
                level = 1 if underline.strip().startswith("=") else 2
            self.same(heading.level, level, heading.line)
        self.find_missed(page, body_start)
        if "`" in self.text and "[[" in self.text:
            self.count_in_code(page, body_start)

    def place(self, start: int, line: int, kind: str) -> None:
        self.result.count(kind)
        self.same(line, bisect_right(self.breaks, start) + 1, line)

    def same(self, found: object, expected: object, line: int) -> None:
        self.result.expect(found == expected, f"{self.path}:{line} has {found!r}, the text says {expected!r}")

    def wikilink(self, link: Link) -> None:
        source = self.text[link.start : link.end]
        opening = "![[" if link.is_embed else "[["
        self.same(source[: len(opening)] + source[-2:], opening + "]]", link.line)
        self.parts(link, source[len(opening) : -2])

    def parts(self, link: Link, content: str) -> None:
        bar = content.find("|", 1)
        target, display = (content, None) if bar < 0 else (content[:bar], content[bar + 1 :])
        if display is not None and target.endswith("\\"):
            target = target[:-1]
        target = target.replace("\u00a0", " ").replace("\u202f", " ")
        path, mark, rest = target.partition("#")
        self.same((link.path, link.subpath, link.display), (path.strip(), (mark + rest).rstrip(), display), link.line)
        place = path_span(self.text, link)
        if place is None:
            self.result.count("without a path span")
            return
        span = self.text[slice(*place)].replace("\u00a0", " ").replace("\u202f", " ")
        self.same(span, link.path, link.line)

    def markdown_link(self, link: Link) -> None:
        source = self.text[link.start : link.end]
        opening = "![" if link.is_embed else "["
        self.same(source[: len(opening)] + source[-1], opening + ")", link.line)
        place = path_span(self.text, link)
        if place is None:
            self.result.count("without a path span")
            return
        raw = _ESCAPE.sub(r"\1", self.text[slice(*place)])
        decoded = unquote(raw, errors="strict") if not re.search("%(?![0-9A-Fa-f]{2})", raw) else raw
        self.same(decoded.replace("\u00a0", " ").replace("\u202f", " ").strip(), link.path, link.line)
        if "\n" not in source:
            self.same(source[len(opening) :].startswith((link.display or "") + "]("), True, link.line)

    def property_link(self, link: Link) -> None:
        source = self.text[link.start : link.end]
        place = path_span(self.text, link)
        if place is None:
            self.result.count("without a path span")
            return
        if source.startswith("[["):
            unquoted = source.replace("''", "'") if self.text[link.start - 1] == "'" else source
            self.parts(link, unquoted[2:-2])
        else:
            span = self.text[slice(*place)]
            self.same(unquote(span).strip(), link.path, link.line)

    def find_missed(self, page: Body, body_start: int) -> None:
        """Double brackets in the body that are no link must have something that hides them, in their own block."""
        known = {link.start + link.is_embed for link in page.links if link.kind == "wikilink"}
        opaque = [(b.start, b.end) for b in page.blocks if b.kind in ("code", "html", "math", "comment")]
        for match in _RAW.finditer(self.text, body_start):
            if match.start() in known:
                continue
            at = match.start()
            if any(start <= at < end for start, end in opaque):
                self.result.count("brackets in code, HTML or math")
                continue
            block = next((b for b in page.blocks if b.start <= at < b.end and b.kind not in ("item",)), None)
            before = self.text[block.start if block else body_start : at]
            self.result.count("brackets hidden inline")
            hidden = _HIDING.search(before) or match[1][0] in "[|" or (block and block.kind in ("quote", "callout"))
            self.result.expect(bool(hidden), f"{self.path}: {match[0]!r} at {at} is no link, and nothing hides it")

    def count_in_code(self, page: Body, body_start: int) -> None:
        """In text with code in backticks, markdown-it says how many double brackets stand in the code."""
        first = bisect_right(self.breaks, body_start) + 1
        lines = [link.line for link in page.links if link.kind == "wikilink"]
        body = self.text[body_start:].replace("\r\n", "\n").replace("\r", "\n")
        tokens = _PARSER.parse(body)
        for before, token in pairwise(tokens):
            # What else may hide brackets, or cross the code, is not for this check; cells do not know their columns.
            if (
                token.type != "inline"
                or before.tag in ("td", "th")
                or not re.match(r"[^$<\\]*`[^$<\\]*\Z", token.content)
            ):
                continue
            written = _RAW.findall(token.content)
            if "](" in token.content or any("`" in content for content in written):
                continue
            in_code = sum(len(_RAW.findall(child.content)) for child in token.children if child.type == "code_inline")
            found = sum(first + token.map[0] <= line < first + token.map[1] for line in lines)
            self.result.count("brackets beside code", len(written))
            self.same(found, len(written) - in_code, first + token.map[0])
