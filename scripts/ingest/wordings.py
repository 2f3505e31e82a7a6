"""Further wordings of a question that has a filed answer: they are added, what the page says stays as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import DataError, EditingPage, UsageError
from ..pages.kept_lines import QUESTION_LABEL
from ..pages.model import EVIDENCE_KEY
from ..pages.page_facts import questions_of
from ..pages.rendering import asked_line, property_text
from ..pages.text.names import fold_name
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import add_to_list, set_property
from ..store.operations import Change
from ..store.sound_pages import sound_text
from .answers import FiledReceipt, answers_to

if TYPE_CHECKING:
    from ..store.workspace import Plan, Workspace

_ASKED = re.compile(rf"^{re.escape(QUESTION_LABEL)} [^\r\n]*", re.MULTILINE)


def plan_wordings(ws: Workspace, name: str, wordings: Sequence[str]) -> Plan:
    """Add wordings to the filed answer of this name; nothing on the page makes room, so no hash is asked for.

    Raises PageNotFoundError, UsageError for a wording without a word, DataError for a page that is no filed answer and
    for a wording that another page answers.
    """
    asked = [" ".join(each.split()) for each in wordings]
    if not all(asked):
        raise UsageError("a wording is empty", hint="give one")
    dumb = [each for each in asked if not any(map(str.isalnum, each))]
    if dumb:
        raise UsageError(f"the wording {dumb[0]!r} holds no word, and cannot be asked", hint="give it in words")
    path = ws.find(name)
    old = sound_text(ws, path)
    page = ws.page(path)
    known = questions_of(read_properties(old).values)
    if page.category != "topics" or not known:
        hint = 'file one with `--question "Q" --title "T" --cites slug#^block -`'
        raise DataError("is no filed answer", path=path, hint=hint)
    elsewhere = [other for other in answers_to(ws, asked) if other != path]
    if elsewhere:
        raise DataError(
            f"a wording is filed on {', '.join(elsewhere)}",
            hint="`commonplace merge` the pages if they answer the same",
        )
    had = {fold_name(each) for each in known}
    new = list({fold_name(each): each for each in asked if fold_name(each) not in had}.values())
    text = old
    with EditingPage(path):
        for wording in new:
            text = add_to_list(text, "questions", property_text(wording))
    if new:
        text = _with_lines(set_property(text, "updated", ws.today()), [asked_line(each) for each in new])
    receipt = FiledReceipt(
        id=ws.slug_of(path),
        path=path,
        title=page.title,
        question=known[0],
        wordings=(*known[1:], *new),
        state="updated" if new else "unchanged",
        cites=tuple(link.path + link.subpath for link in page.links if link.key == EVIDENCE_KEY),
    )
    return [Change(path, ws.before(path), text.encode("utf-8"))], f"{receipt.state}: {asked[0][:80]}", receipt


def _with_lines(text: str, lines: Sequence[str]) -> str:
    """The text with lines below the last that tells a question; a page that tells none gets none."""
    told = [*_ASKED.finditer(text, read_properties(text).body_start)]
    if not told:
        return text
    gap = ("\r\n" if text[told[-1].end() :].startswith("\r\n") else "\n") * 2
    return text[: told[-1].end()] + "".join(gap + line for line in lines) + text[told[-1].end() :]
