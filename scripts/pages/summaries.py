"""A page in one line: the first sentence that a reader would read."""

from __future__ import annotations

import re

from .markdown.passages import cut_passages
from .markdown.scanner import scan
from .text.sentences import sentences
from .text.words import is_unspaced
from .yaml.frontmatter import split

MAX_SUMMARY = 200
"""Characters of a summary."""

_LINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|!?\[([^\[\]]*)\]\([^()\s]*\)")
_MARKS = re.compile(r"\*\*|__|==|~~|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|\\(?=[!-/:-@\[-`{-~])")
_LINE_MARKERS = re.compile(
    r"^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?|>[ \t]?|\[!\w+\][+-]?[ \t]*)+", re.MULTILINE
)


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, without markup, in at most MAX_SUMMARY characters; "" where there is none.

    Properties, headings, tables, code, HTML and math are passed over; paragraphs go before lists and quotes.
    """
    found = split(text)
    page = scan(text, body_start=found[2] if found else 0)
    passages = cut_passages(text, page.blocks, page.headings, page.block_ids)
    opaque = {block.start for block in page.blocks if block.kind in ("table", "fence", "code", "html", "math")}
    paragraphs = {block.start for block in page.blocks if block.kind == "paragraph"}
    readable = [passage for passage in passages if passage.start not in opaque]
    for passage in sorted(readable, key=lambda passage: passage.start not in paragraphs):
        # In a list the markers say where a sentence ends; in a quote they stand in the middle of sentences.
        items = [passage.text[start:end] for start, end in sentences(passage.text)][:1]
        plain = _plain(items[0] if items and passage.text[0] != ">" else passage.text)
        spans = sentences(plain)
        if spans and any(character.isalnum() for character in plain):
            return _shortened(" ".join(plain[spans[0][0] : spans[0][1]].split()))
    return ""


def _plain(text: str) -> str:
    text = _LINE_MARKERS.sub("", text)
    return _MARKS.sub("", _LINK.sub(lambda found: found[1] or found[2] or "", text))


def _shortened(sentence: str) -> str:
    if len(sentence) <= MAX_SUMMARY:
        return sentence
    if is_unspaced(sentence):
        from .text.breaks import best_break  # for some languages only

        return (
            sentence[: best_break(sentence, MAX_SUMMARY // 2, MAX_SUMMARY - 1, MAX_SUMMARY)].rstrip(" ,;:、，；：")
            + "…"
        )
    cut = sentence.rfind(" ", MAX_SUMMARY // 2, MAX_SUMMARY)
    return sentence[: cut if cut > 0 else MAX_SUMMARY - 1].rstrip(" ,;:") + "…"
