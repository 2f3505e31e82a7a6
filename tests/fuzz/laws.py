"""What must hold for every text that a stranger may write, one law for each reader.

A law takes a text and raises where the reader does, or where what it says cannot be true.  The same laws are run by
hypothesis in the suite and for as long as one likes by `python -m tests.fuzz`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

from scripts.errors import ClaimError, DataError, EditRefusedError, UnsafePathError, UsageError
from scripts.ingest.bundle import Bundle, check_bundle
from scripts.mcp_tools import parse_call, tools
from scripts.text.analyzer import analyze, query_words
from scripts.text.block_ids import mark_quotables, quotables
from scripts.text.claims import format_claim
from scripts.text.escaping import one_line, safe_line, safe_quote, safe_text
from scripts.text.frontmatter import UnreadableError, block_span, read_block, set_property, split
from scripts.text.hygiene import inspect_text, redact
from scripts.text.language import detect_language
from scripts.text.link_writing import format_wikilink, path_span, shortest_link
from scripts.text.links import Resolver, parse_link_text, percent_decode
from scripts.text.markdown import read_body
from scripts.text.names import check_file_name, fold_name, normalize_name, plain_slug, safe_display, slugify
from scripts.text.page import read_page

if TYPE_CHECKING:
    from collections.abc import Callable

TOOLS = tools()


def has_only_ids_besides(text: str, marked: str) -> bool:
    """Tell whether a marked text has all of a text in its order, and besides only signs of block ids and lines."""
    at = 0
    for sign in marked:
        if at < len(text) and sign == text[at]:
            at += 1
        elif sign not in " \r\n^-p0123456789abcdef":
            return False
    return at == len(text)


def markdown(text: str) -> None:
    """What is found lies in the text, in order; block ids go in without changing what is read, and only once."""
    found = read_body(text, split(text).body_start)
    for items in (found.headings, found.links, found.blocks):
        starts = [item.start for item in items]
        assert starts == sorted(starts), items
        assert all(0 <= item.start <= item.end <= len(text) for item in items), items
        assert all(1 <= item.line <= text.count("\n") + text.count("\r") + 1 for item in items), items
    for link in found.links:
        span = path_span(text, link)
        assert link.kind != "wikilink" or text.startswith(("[[", "![["), link.start), link
        assert span is None or link.start <= span[0] <= span[1] <= link.end, link
    marked = mark_quotables(text)
    assert has_only_ids_besides(text, marked)
    # A place that could have no id may get one the second time, beside the ids of others.
    assert not all(passage.block for passage in quotables(marked)) or mark_quotables(marked) == marked
    read_page("sources/a.md", text)


def frontmatter(text: str) -> None:
    """A block is read or is an issue; an edit sets its one property and keeps the body, or is refused."""
    found = split(text)
    span = block_span(text)
    assert found.body_start == (span[2] if span else int(text.startswith("\ufeff")))
    json.dumps(found.properties, ensure_ascii=False)
    for link in found.links:
        assert 0 <= link.start <= link.end <= len(text), link
    for value in ("a", text[:40], ["a: b", text[-20:]]):
        with suppress(EditRefusedError, DataError):
            changed = set_property(text, "summary", value)
            after = split(changed)
            alike = [key for key in after.properties if key.lower() == "summary"]
            named = "summary" if "summary" in alike else alike[0]
            assert after.properties[named] == value
            assert changed[after.body_start :] == text[found.body_start :]


def yaml(text: str) -> None:
    """Reading fails in one way only."""
    block = text if text.endswith("\n") or not text else text + "\n"
    with suppress(UnreadableError):
        read_block(block)
    split(f"---\n{block}---\n")


def claims(text: str) -> None:
    """Whatever a page claims can be written again, and is then read back as it was written."""
    for claim in read_page("notes/a.md", text).claims:
        assert 0 <= claim.confidence <= 1
        with suppress(ClaimError):
            line = format_claim(claim)
            assert "\n" not in line
            assert [format_claim(again) for again in read_page("notes/a.md", line).claims] == [line]


def bundle(text: str) -> None:
    """Whatever JSON can say is checked without an error; what has no fault can be read, and titles give safe names."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    faults = check_bundle(value)
    json.dumps([fault._asdict() for fault in faults], ensure_ascii=False)
    if not faults:
        for page in Bundle.model_validate(value).pages:
            check_file_name(slugify(page.title) + ".md")


def call(text: str) -> None:
    """A call of the server is read or refused in one way, and never names a home or a vault.

    The text is a tool in a line, then arguments, each in a line as `name=value`.
    """
    verb, *lines = text.split("\n")
    arguments = {name: _value(value) for name, _, value in (line.partition("=") for line in lines)}
    if verb in TOOLS:
        with suppress(UsageError):
            call = parse_call(TOOLS[verb], arguments)
            assert {"home", "vault"}.isdisjoint(call.arguments)


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def question(text: str) -> None:
    """The words of a question are those that are indexed of the same text, none of them empty or holding a blank."""
    language = detect_language(text)
    words = query_words(text, language)
    assert all(word.text.strip() and word.term and not any(map(str.isspace, word.term)) for word in words), words
    assert {word.term for word in words} <= {*analyze(text, language)}


def links(text: str) -> None:
    """A link leads to a file that is there or to none; the link written for a file leads to it."""
    lines = [line for line in text.replace("\0", "").split("\n") if line][:12]
    paths = [line for line in lines if "\r" not in line and not line.startswith("/") and "//" not in line]
    resolver = Resolver(paths)
    for line in lines:
        path, _, _ = parse_link_text(line)
        percent_decode(line)
        for source in ("", *paths[:3]):
            target = resolver.resolve(path, source)
            assert not target or target == source or target in resolver
    for path in paths:
        if path in resolver:
            with suppress(UnsafePathError):
                written = shortest_link(path, paths[0], resolver)
                assert resolver.resolve(written, paths[0]) == path
                link = format_wikilink(written)
                found = read_body(link).links
                assert [one.path for one in found] == [written], (link, found)


def names(text: str) -> None:
    """Every title gives a name that may be created; keys of names are stable."""
    for slug in (slugify(text), plain_slug(text)):
        check_file_name(slug + ".md")
        assert "/" not in slug
    assert slugify(text) == slugify(normalize_name(text))
    assert normalize_name(normalize_name(text)) == normalize_name(text)
    assert fold_name(fold_name(text)) == fold_name(text)
    assert "\n" not in safe_display(text)
    assert "]]" not in safe_display(text)


def untrusted(text: str) -> None:
    """What leaves the tools is one line, or lines that each are marked; what is redacted holds no secret."""
    for shown in (one_line(text), one_line(text, 20), safe_line(text)):
        assert len(shown.splitlines()) <= 1, shown
        assert safe_text(shown) == shown
    for line in safe_quote(text).split("\n"):
        assert len(line.splitlines()) <= 1, line
    findings = inspect_text(text)
    assert all(1 <= finding.line <= text.count("\n") + 1 for finding in findings)
    clean = redact(text)
    assert redact(clean) == clean
    assert not any(finding.rule == "secret" for finding in inspect_text(clean))


LAWS: dict[str, Callable[[str], None]] = {
    law.__name__: law for law in (markdown, frontmatter, yaml, claims, bundle, call, question, links, names, untrusted)
}
